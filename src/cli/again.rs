//! `render --again FILE`: the command line that made a capture, overridden by the user's own
//! options.

use std::ffi::{OsStr, OsString};
use std::path::{Path, PathBuf};

use anyhow::anyhow;
use clap::{Command, CommandFactory};
use starshell::capture::{CaptureError, FOLDER_FILE, Recipe, picture_size, read_notes};
use starshell::file::{SOFTWARE, free_path_with};

use super::arguments::{Cli, FILES};
use super::failure::{Failure, input};
use super::terminal::tell;

/// What an option takes a command from.
const CAPTURE: &str = "a picture or video";

fn subcommand(name: &str) -> Command {
    let command = Cli::command();
    command.find_subcommand(name).cloned().unwrap_or(command)
}

/// The command line `words`, or the one that it requests to run again.
pub fn expand(words: Vec<OsString>) -> Result<Vec<OsString>, Failure> {
    if let Some((file, given)) = asked(&words, "like", CAPTURE)? {
        // With a scene, the run takes no more than the look.
        return if has_scene(&words) { Ok(words) } else { like(&words[..2], &file, given) };
    }
    let Some((file, given)) = asked(&words, "again", CAPTURE)? else { return Ok(words) };
    let recipe = Recipe::read(&file).map_err(input)?;
    if let Some(why) = &recipe.altered {
        return Err(input(anyhow!("{} cannot be made again: {why}", file.display())));
    }
    let Some((name, options)) = recipe.command.split_first() else {
        return Err(input(anyhow!("the recipe in {} names no command", file.display())));
    };
    if recipe.software != SOFTWARE {
        tell(&format!(
            "note: {} was made by {}; this is {SOFTWARE}, whose pictures may differ",
            file.display(),
            recipe.software
        ));
    }
    let command = subcommand(name);
    // Whoever made the file must not choose what is written here.
    let is_harmless = |word: &String| {
        let option =
            command.get_arguments().find(|argument| argument.get_long() == Some(long(word)));
        option.is_some_and(|option| !FILES.contains(&option.get_id().as_str()))
    };
    if !["render", "record"].contains(&name.as_str()) || !options.iter().all(is_harmless) {
        let command = recipe.command.join(" ");
        return Err(input(anyhow!(
            "the recipe in {} has a command that makes no capture: {command}",
            file.display()
        )));
    }
    let stays = |word: &&String| {
        !given.iter().any(|given| excludes(&command, &given.to_string_lossy(), word))
    };
    let mut expanded = vec![
        words[0].clone(),
        name.into(),
        file.clone().into(),
        "--plan-of".into(),
        file.clone().into(),
    ];
    expanded.extend(options.iter().filter(stays).map(OsString::from));
    if !given.iter().any(|word| {
        matches!(long(&word.to_string_lossy()), "out") || word.to_string_lossy().starts_with("-o")
    }) {
        expanded.extend(["--out".into(), another(&file).into()]);
    }
    expanded.extend(given);
    Ok(expanded)
}

/// Whether these words are a whole command with a scene.
fn has_scene(words: &[OsString]) -> bool {
    match Cli::parse_words(words.iter().cloned()).map(|cli| cli.command) {
        Ok(Some(super::arguments::Command::Render(render))) => !render.scenes.is_empty(),
        Ok(Some(super::arguments::Command::Record(_))) => true,
        _ => false,
    }
}

/// The command line for `--like`: the picture as a scene, with its time and size unless other
/// options say otherwise.
fn like(command: &[OsString], file: &Path, given: Vec<OsString>) -> Result<Vec<OsString>, Failure> {
    let unreadable =
        |source| input(CaptureError::Unreadable { file: file.display().to_string(), source });
    let notes = read_notes(file).map_err(unreadable)?;
    let note = |keyword: &str| {
        notes.iter().find(|note| note.keyword == keyword).map(|note| note.text.as_str())
    };
    if note("Scene").is_none() {
        return Err(input(anyhow!(
            "{} has no notes on what it shows: give a PNG or EXR file made by Starshell",
            file.display()
        )));
    }
    let is_given =
        |names: &[&str]| given.iter().any(|word| names.contains(&long(&word.to_string_lossy())));
    let mut expanded = [command, &[file.into()]].concat();
    if let Some(time) = note("Time")
        .filter(|_| !is_given(&["time", "steps-per-frame", "steps-a-frame", "frames", "sheet"]))
    {
        expanded.push(format!("--time={time}").into());
    }
    if !is_given(&["size", "sheet"]) {
        let [width, height] = picture_size(file).map_err(unreadable)?;
        expanded.push(format!("--size={width}x{height}").into());
    }
    expanded.extend(given);
    Ok(expanded)
}

/// The file after `--name`, and the other words of the command.
pub fn asked(
    words: &[OsString],
    name: &str,
    what: &str,
) -> Result<Option<(PathBuf, Vec<OsString>)>, Failure> {
    let joined = format!("--{name}=");
    let is_command = words.get(1).is_some_and(|name| name == "render" || name == "record");
    let is_asked = |word: &OsString| {
        word.to_string_lossy() == joined[..joined.len() - 1]
            || word.to_string_lossy().starts_with(&joined)
    };
    let Some(at) = words.iter().position(is_asked).filter(|_| is_command) else { return Ok(None) };
    let file = words[at].to_string_lossy().strip_prefix(&joined).map(PathBuf::from);
    let (file, end) = match (file, words.get(at + 1)) {
        (Some(file), _) => (file, at + 1),
        (None, Some(file)) => (PathBuf::from(file), at + 2),
        (None, None) => {
            return Err(input(anyhow!("--{name} needs a file: {what} made by Starshell")));
        }
    };
    Ok(Some((file, words[2..at].iter().chain(&words[end..]).cloned().collect())))
}

/// Whether the option `given` replaces the option `stored`: it is the same, or they conflict.
fn excludes(command: &Command, given: &str, stored: &str) -> bool {
    let argument = |word: &str| {
        command.get_arguments().find(|argument| argument.get_long() == Some(long(word)))
    };
    let (Some(given), Some(stored)) = (argument(given), argument(stored)) else { return false };
    let conflict = |a: &clap::Arg, b: &clap::Arg| {
        command.get_arg_conflicts_with(a).iter().any(|c| c.get_id() == b.get_id())
    };
    given.get_id() == stored.get_id() || conflict(given, stored) || conflict(stored, given)
}

/// The name of an option, from `--name` or `--name=value`; empty for other words.
pub fn long(word: &str) -> &str {
    word.strip_prefix("--").map_or("", |word| word.split('=').next().unwrap_or_default())
}

/// A free name beside the capture for the new one: it never replaces the old one.
fn another(file: &Path) -> PathBuf {
    // The text file beside `a.png` is `a.png.toml`, and that of a folder is in it.
    let is_text = file.extension() == Some(OsStr::new("toml"));
    let capture = match file.parent() {
        Some(folder) if file.file_name() == Some(OsStr::new(FOLDER_FILE)) => folder.to_owned(),
        _ if is_text => file.with_extension(""),
        _ => file.to_owned(),
    };
    let name = capture.file_stem().unwrap_or_default().to_string_lossy().into_owned();
    let ending = capture.extension().unwrap_or_default().to_string_lossy().into_owned();
    let beside = format!("{ending}.toml");
    let beside: &[&str] = if ending.is_empty() { &[] } else { &[&beside] };
    free_path_with(
        capture.parent().unwrap_or(Path::new("")),
        &format!("{name}-again"),
        &ending,
        beside,
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_option_replaces_its_earlier_value_and_conflicting_options() {
        let command = subcommand("render");
        assert!(
            excludes(&command, "--size", "--size=64x36")
                && excludes(&command, "--size=1x1", "--size=64x36")
        );
        assert!(
            excludes(&command, "--time", "--steps-per-frame=3")
                && excludes(&command, "--steps-per-frame=3", "--time=1")
        );
        assert!(
            !excludes(&command, "--size", "--time=1")
                && !excludes(&command, "64x36", "--size=64x36")
        );
    }

    #[test]
    fn the_new_capture_never_replaces_the_old_one() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("a.png");
        assert_eq!(another(&file), folder.path().join("a-again.png"));
        std::fs::write(folder.path().join("a-again.png"), "").unwrap();
        assert_eq!(another(&folder.path().join("a.png.toml")), folder.path().join("a-again-2.png"));
        assert_eq!(
            another(&folder.path().join("frames").join("recipe.toml")),
            folder.path().join("frames-again")
        );
        assert_eq!(another(&folder.path().join("frames")), folder.path().join("frames-again"));
    }
}
