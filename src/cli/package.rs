//! `starshell package FOLDER`: what packages hold beside the program, for shells and `man`.

use std::path::Path;

use clap::CommandFactory;
use clap_complete::{Generator, Shell};
use clap_mangen::Man;
use clap_mangen::roff::{Roff, roman};
use starshell::file::{FileError, write};

use super::arguments::Cli;
use super::failure::{Failure, run};

/// Writes completions into `completions` and manual pages into `man`.
pub fn package(folder: &Path) -> Result<(), Failure> {
    let mut command = visible(&Cli::command());
    command.build();
    for shell in [Shell::Bash, Shell::Zsh, Shell::Fish, Shell::PowerShell] {
        let mut script = Vec::new();
        clap_complete::generate(shell, &mut command, "starshell", &mut script);
        let name = shell.file_name("starshell");
        write(&folder.join("completions").join(name), &script).map_err(run)?;
    }
    pages(&command, &folder.join("man")).map_err(run)
}

/// The command without hidden subcommands, which completions would offer, and without `help`, whose
/// pages would list all others once more.
fn visible(command: &clap::Command) -> clap::Command {
    let subcommands = command.get_subcommands().filter(|subcommand| !subcommand.is_hide_set());
    let alone = |subcommand: &clap::Command| subcommand.clone().disable_help_subcommand(true);
    clap::Command::new("starshell")
        .version(env!("CARGO_PKG_VERSION"))
        .about(command.get_about().cloned().unwrap_or_default())
        .after_help(command.get_after_help().cloned().unwrap_or_default())
        .args(command.get_arguments())
        .subcommands(subcommands.map(alone))
        .disable_help_subcommand(true)
}

/// Writes the manual page of a command, and those of its subcommands.
fn pages(command: &clap::Command, folder: &Path) -> Result<(), FileError> {
    for subcommand in command.get_subcommands() {
        pages(subcommand, folder)?;
    }
    let source = concat!("Starshell ", env!("CARGO_PKG_VERSION"));
    let page = Man::new(command.clone()).source(source).manual("Starshell");
    let path = folder.join(page.get_filename());
    let text = text(command, &page).map_err(|error| FileError::new(&path, error))?;
    write(&path, &text)
}

fn text(command: &clap::Command, page: &Man) -> std::io::Result<Vec<u8>> {
    let mut text = Vec::new();
    page.render_title(&mut text)?;
    page.render_name_section(&mut text)?;
    page.render_synopsis_section(&mut text)?;
    page.render_description_section(&mut text)?;
    page.render_options_section(&mut text)?;
    if command.has_subcommands() {
        page.render_subcommands_section(&mut text)?;
    }
    let after = command.get_after_long_help().or(command.get_after_help());
    let after = after.map(ToString::to_string).unwrap_or_default();
    let mut roff = Roff::new();
    after.split("\n\n").for_each(|part| section(&mut roff, part));
    roff.to_writer(&mut text)?;
    Ok(text)
}

/// A part of the text behind the options: a heading with indented lines, which stay as they are, or
/// a paragraph.
fn section(roff: &mut Roff, part: &str) {
    match part.trim().split_once(":\n") {
        Some((heading, lines)) if lines.starts_with("  ") => {
            roff.control("SH", [heading.to_uppercase().as_str()]).control("nf", []);
            for line in lines.lines() {
                roff.text([roman(line.strip_prefix("  ").unwrap_or(line))]);
            }
            roff.control("fi", []);
        }
        _ if part.trim().is_empty() => {}
        _ => {
            roff.control("SH", ["NOTES"]).text([roman(part.replace('\n', " "))]);
        }
    }
}
