//! The guide, followed as a new user would: the commands of each chapter in turn, in an empty folder
//! with an empty home. With `UPDATE_SNAPSHOTS=1` the pictures that they make become the guide's, and
//! `STARSHELL_CHAPTER=pictures` follows that chapter alone.

use std::fs;
use std::path::Path;
use std::process::Command;

use tempfile::tempdir;

use crate::common::program::*;

/// The commands that open no window.
const COMMANDS: [&str; 9] =
    ["render", "record", "scenes", "info", "convert", "bench", "lab", "lesson", "tune"];

/// Writes a block that begins with its file's name, as in `# scene.toml`.
fn write(folder: &Path, block: &str) {
    let Some((_, text)) = block.split_once("\n# ") else { return };
    let name = text.lines().next().unwrap_or_default();
    let is_name = !name.contains(' ') && Path::new(name).extension().is_some();
    if is_name && block.find('\n') == block.find("\n# ") {
        fs::write(folder.join(name), format!("# {text}\n")).unwrap();
    }
}

fn opens_no_window(line: &&str) -> bool {
    let mut words = line.split_whitespace();
    let is_known = words.next() == Some("starshell")
        && words.next().is_some_and(|word| COMMANDS.contains(&word));
    is_known && (!line.contains(" lesson ") || line.contains("--worksheet"))
}

/// Runs the commands of a chapter, and gives how many there were.
fn follow(chapter: &Path, folder: &Path, home: &Path) -> usize {
    let program = Path::new(env!("CARGO_BIN_EXE_starshell")).parent().unwrap();
    let path = format!("{}:{}", program.display(), std::env::var("PATH").unwrap());
    let text = fs::read_to_string(chapter).unwrap();
    let mut started = 0;
    for block in text.split("\n```") {
        write(folder, block);
        let Some(lines) = block.strip_prefix("sh\n") else { continue };
        for line in lines.replace("\\\n", " ").lines().filter(opens_no_window) {
            let mut shell = Command::new("bash");
            shell.args(["-euo", "pipefail", "-c", line]).current_dir(folder);
            for own in ["DISPLAY", "WAYLAND_DISPLAY", "XDG_DATA_HOME", "XDG_CONFIG_HOME"] {
                shell.env_remove(own);
            }
            let ran = run(shell.env("PATH", &path).env("HOME", home));
            println!("{:6.1} s  {line}", ran.took.as_secs_f64());
            let (name, told) = (chapter.display(), ran.out + &ran.err);
            assert_eq!(ran.code, Some(0), "{name}: {line}\n{told}");
            started += 1;
        }
    }
    started
}

#[test]
#[ignore = "minutes: every command of the guide, also run by ./test nightly"]
fn every_command_of_the_guide_does_what_the_chapter_says() {
    let guide = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/docs/guide"));
    let wanted = std::env::var("STARSHELL_CHAPTER").ok();
    let renews = std::env::var("UPDATE_SNAPSHOTS").is_ok_and(|it| it == "1");
    let mut started = 0;
    for chapter in fs::read_dir(guide).unwrap().map(|entry| entry.unwrap().path()) {
        let is_wanted = wanted.as_deref().is_none_or(|it| chapter.file_stem().unwrap() == it);
        if chapter.extension().is_none_or(|it| it != "md") || !is_wanted {
            continue;
        }
        let (folder, home) = (tempdir().unwrap(), tempdir().unwrap());
        started += follow(&chapter, folder.path(), home.path());
        let text = fs::read_to_string(&chapter).unwrap();
        let pictures = text.split("](pictures/").skip(1).filter_map(|it| it.split(')').next());
        // Drawings are made by docs/guide/draw.
        for picture in pictures.filter(|picture| !picture.ends_with(".svg")) {
            let made = folder.path().join(picture);
            assert!(made.exists(), "{} makes no {picture}", chapter.display());
            if renews {
                let kept = guide.join("pictures").join(picture);
                fs::create_dir_all(kept.parent().unwrap()).unwrap();
                fs::copy(made, kept).unwrap();
            }
        }
    }
    assert!(started > 0);
}
