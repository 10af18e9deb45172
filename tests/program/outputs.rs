//! Outputs: checked together before the work, owned during it, and nothing of others replaced.

use std::fs;
use std::path::Path;
use std::process::Stdio;
use std::time::{Duration, Instant};

use crate::common::program::*;
use tempfile::tempdir;

/// Runs until it is dropped.
struct Running(std::process::Child);

impl Drop for Running {
    fn drop(&mut self) {
        self.0.kill().unwrap();
        self.0.wait().unwrap();
    }
}

/// Starts a long run, and waits until `sign` is there.
fn begun(folder: &Path, arguments: &[&str], sign: &str) -> Running {
    let running = Running(
        command(folder, arguments).stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap(),
    );
    let begin = Instant::now();
    while !folder.join(sign).exists() {
        assert!(begin.elapsed() < Duration::from_secs(120), "{sign} does not appear");
        std::thread::sleep(Duration::from_millis(5));
    }
    running
}

#[track_caller]
fn refused(folder: &Path, arguments: &[&str], words: &[&str]) {
    let before: Vec<_> =
        everything(folder).into_iter().map(|path| (fs::read(&path).ok(), path)).collect();
    let run = starshell(folder, arguments);
    assert!(run.code == Some(2) && run.err.lines().count() == 1, "{arguments:?}: {}", run.err);
    assert!(words.iter().all(|word| run.err.contains(word)), "{arguments:?}: {}", run.err);
    let after: Vec<_> =
        everything(folder).into_iter().map(|path| (fs::read(&path).ok(), path)).collect();
    assert!(before == after, "{arguments:?} changed {:?}", names(folder));
}

fn words<'a>(start: &[&'a str], line: &'a str) -> Vec<&'a str> {
    start.iter().copied().chain(line.split(' ')).collect()
}

#[test]
fn two_runs_do_not_write_into_one_folder_or_file() {
    let folder = tempdir().unwrap();
    let small =
        words(&["render", "shell", "--count", "64", "--size", "32x24"], "--steps-per-frame 1");
    let long = |out: &'static str| [&small[..], &["--frames", "1000000", "--out", out]].concat();
    let first = begun(folder.path(), &long("mix"), "mix/frame_000001.png");
    let run = |options: &'static str| {
        starshell(folder.path(), &[&small[..], &options.split(' ').collect::<Vec<_>>()].concat())
    };
    for options in ["--frames 3 --out mix", "--frames 3 --out ./mix/", "--vary seed=1,2 --out mix"]
    {
        let second = run(options);
        assert_eq!(
            (second.code, second.err.lines().count()),
            (Some(2), 1),
            "{options}: {}",
            second.err
        );
        assert!(
            second.err.contains("mix")
                && second.err.contains("is being written by another run: wait"),
            "{}",
            second.err
        );
    }
    assert!(!folder.path().join("mix/sheet.png").exists());
    // Beside it there is room, and a killed run owns nothing.
    assert_eq!(run("--out mix/other.png").code, Some(0));
    drop(first);
    let third = run("--frames 2 --out mix");
    assert_eq!(third.code, Some(0), "{}", third.err);
    let frames =
        ["frame_000000.png", "frame_000001.png", "other.png", "other.png.toml", "recipe.toml"];
    assert_eq!(names(&folder.path().join("mix")), frames);

    // A picture, its table and the saved run are owned, too.
    let endless = words(
        &["render", "shell", "--count", "64", "--size", "32x24", "--out", "o.png"],
        "--log l.csv --save s.starshell",
    );
    let sign = || names(folder.path()).iter().filter(|name| name.starts_with('.')).count() >= 5;
    let first = Running(
        command(folder.path(), &[&endless[..], &["--time", "1e8"]].concat())
            .stderr(Stdio::null())
            .spawn()
            .unwrap(),
    );
    let begin = Instant::now();
    while !sign() {
        assert!(begin.elapsed() < Duration::from_secs(120), "{:?}", names(folder.path()));
        std::thread::sleep(Duration::from_millis(5));
    }
    for (options, file) in [
        ("--out o.png", "o.png"),
        ("--out p.png --log l.csv", "l.csv"),
        ("--out p.png --save s.starshell", "s.starshell"),
    ] {
        let second = run(options);
        assert!(
            second.code == Some(2)
                && second.err.contains(&format!("{file} is being written by another run")),
            "{}",
            second.err
        );
    }
    drop(first);
    assert_eq!(run("--out o.png --log l.csv --save s.starshell").code, Some(0));
    let left = names(folder.path());
    assert!(!left.iter().any(|name| name.starts_with('.') || name.contains("/.")), "{left:?}");
}

#[test]
fn names_of_all_outputs_are_compared_before_the_work() {
    let folder = tempdir().unwrap();
    fs::write(folder.path().join("sheet.csv"), "m,x,y,z,vx,vy,vz\n1,0,0,0,0,0,0\n1,1,0,0,0,1,0\n")
        .unwrap();
    let small = ["--size", "32x24", "--steps-per-frame", "1"];
    for (line, told) in [
        (
            "render sheet.csv kepler --out d",
            "the capture of sheet.csv and the contact sheet are both d/sheet.png",
        ),
        (
            "render kepler --frames 2 --out f --log f/frame_000001.png",
            "--out and --log are both f/frame_000001.png",
        ),
        (
            "render kepler --out o.png --log o.png.toml",
            "the recipe of --out and --log are both o.png.toml",
        ),
        (
            "render kepler --out o.png --save .starshell",
            ".starshell is an extension without a name: give --save",
        ),
    ] {
        refused(
            folder.path(),
            &[&line.split(' ').collect::<Vec<_>>()[..], &small].concat(),
            &[told],
        );
    }
    refused(
        folder.path(),
        &words(&[], "record kepler --size 64x64 --out .mp4"),
        &[".mp4 is an extension without a name"],
    );
    refused(
        folder.path(),
        &words(&[], "lesson kepler-and-newton --worksheet .pdf"),
        &[".pdf is an extension without a name"],
    );
    starshell(folder.path(), &[&words(&["render"], "kepler --out d/in.png")[..], &small].concat())
        .created("d");
    let told = "the capture of d/in.png d/in.png is the file that is read";
    refused(
        folder.path(),
        &[&words(&["render"], "d/in.png figure-8 --out d")[..], &small].concat(),
        &[told],
    );
}

#[test]
fn only_what_starshell_wrote_is_replaced() {
    let folder = tempdir().unwrap();
    let path = |name: &str| folder.path().join(name);
    let small =
        words(&["render", "plummer", "--count", "16", "--size", "32x24"], "--steps-per-frame 1");
    let render = |line: &'static str| words(&small, line);
    let record = |line: &'static str| {
        words(&["record", "plummer", "--count", "16", "--size", "64x48"], line)
    };
    fs::create_dir(path("f")).unwrap();
    for (file, arguments) in [
        ("o.png", render("--out o.png")),
        ("o.png.toml", render("--out o.png")),
        ("o.exr", render("--out o.exr")),
        ("f/recipe.toml", render("--frames 2 --out f")),
        ("f/frame_000001.png", render("--frames 2 --out f")),
        // It would be removed, as if it were left from a longer sequence.
        ("f/frame_000009.png", render("--frames 2 --out f")),
        ("f/sheet.png", render("--vary seed=1,2 --out f")),
        ("f/plummer_seed-2.png.toml", render("--vary seed=1,2 --out f")),
        ("l.csv", render("--out o.png --log l.csv")),
        ("s.starshell", render("--out o.png --save s.starshell")),
        ("v.apng.toml", record("--duration 0.1 --out v.apng")),
        ("f/recipe.toml", record("--duration 0.1 --overwrite --out f")),
        ("w.html", words(&["lesson"], "kepler-and-newton --worksheet w.html")),
        ("r.json", words(&["lab"], "scan-operators --count 64 --json --out r.json")),
        ("f/scan-operators.svg", words(&["lab"], "scan-operators --count 64 --svg --out f")),
    ] {
        fs::write(path(file), "MINE").unwrap();
        refused(
            folder.path(),
            &arguments,
            &[file, "is already there, and Starshell did not write it: move it away"],
        );
        fs::remove_file(path(file)).unwrap();
    }
    // Its own files are replaced as often as one likes, and an empty file is nothing to lose.
    fs::write(path("l.csv"), "").unwrap();
    starshell(folder.path(), &words(&["lab"], "scan-operators --count 64 --json --out r.json"))
        .quiet();
    for _ in 0..2 {
        for arguments in [
            render("--out o.png --log l.csv --save s.starshell"),
            render("--out o.exr"),
            render("--frames 2 --out f"),
            render("--vary seed=1,2 --out f"),
            render("--sheet 2x1 --out sheet.png"),
            words(&["lesson"], "kepler-and-newton --worksheet w.html"),
            words(&["lesson"], "kepler-and-newton --worksheet w.pdf"),
            words(&["lab"], "--open r.json --json --out r.json"),
            words(&["lab"], "--open r.json --out r.md"),
            words(&["lab"], "--open r.json --csv --out r.csv"),
            words(&["lab"], "--open r.json --svg --png --out f"),
        ] {
            assert_eq!(starshell(folder.path(), &arguments).code, Some(0), "{arguments:?}");
        }
    }
    // Numbers that are read are not lost to a table of them.
    refused(
        folder.path(),
        &words(&["lab"], "--open r.json --csv --out ./r.json"),
        &["--out ./r.json is the file that is read"],
    );
    for file in ["o.png", "o.png.toml", "f/frame_000001.png", "l.csv", "s.starshell", "f/sheet.png"]
    {
        let mut permissions = fs::metadata(path(file)).unwrap().permissions();
        permissions.set_readonly(true);
        fs::set_permissions(path(file), permissions).unwrap();
    }
    for (file, arguments) in [
        ("f/frame_000001.png", render("--frames 2 --out f")),
        ("f/sheet.png", render("--vary seed=1,2 --out f")),
        ("l.csv", render("--out p.png --log l.csv")),
        ("s.starshell", render("--out p.png --save s.starshell")),
        ("o.png", render("--out o.png")),
    ] {
        refused(folder.path(), &arguments, &[file, "is read-only: make it writable"]);
    }
}

#[cfg(unix)]
#[test]
fn a_list_of_files_has_every_byte_for_scripts_and_messages_no_unseen_letters() {
    let folder = tempdir().unwrap();
    let name = "a\u{1b}[31mb\u{202e}gnp.png";
    let small = ["--size", "32x24", "--steps-per-frame", "1"];
    let out =
        starshell(folder.path(), &[&["render", "kepler", "--out", name][..], &small].concat())
            .quiet();
    assert_eq!(out, format!("{name}\n"));
    for arguments in [
        ["render", "no\u{202e}gnp.toml", "--out", "o.png"],
        ["render", "ke\u{200f}pler\u{1b}", "--out", "o.png"],
    ] {
        let run = starshell(folder.path(), &arguments);
        assert_eq!((run.code, run.err.lines().count()), (Some(2), 1), "{}", run.err);
        assert!(
            run.err.contains(r"\u{20") && !run.err.contains(['\u{202e}', '\u{200f}', '\u{1b}']),
            "{:?}",
            run.err
        );
    }
}
