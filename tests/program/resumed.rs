//! Captures that are stopped or killed in the middle, and go on from their checkpoints.

#![cfg(unix)]

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Child, Stdio};
use std::time::{Duration, Instant};

use tempfile::tempdir;

use crate::bad_input::assert_refused;
use crate::common::program::*;

/// A run whose checkpoints come several times in its first frames.
const OFTEN: [&str; 2] = ["--checkpoint", "0.02s"];

/// How long the second may take: on a busy machine, kernels alone take minutes to compile.
const PATIENCE: Duration = Duration::from_secs(600);

fn words(text: &str) -> Vec<&str> {
    text.split(' ').collect()
}

/// Runs a command whose messages do not matter.
#[track_caller]
fn done(folder: &Path, arguments: &[&str]) -> String {
    let run = starshell(folder, arguments);
    assert_eq!(run.code, Some(0), "{arguments:?}: {}", run.err);
    run.err
}

/// Starts a capture and waits until its second checkpoint is there.
fn begun(folder: &Path, arguments: &[&str], out: &str) -> Child {
    let _among_others = among_others();
    let mut command = with_signals(command(folder, &[arguments, &OFTEN[..]].concat()));
    let mut child = command.stdout(Stdio::null()).stderr(Stdio::piped()).spawn().unwrap();
    let begin = Instant::now();
    // Between the two, while they change places, there is only the one before.
    let both = ["checkpoint.before", "checkpoint"].map(|name| checkpoint(folder, out, name));
    while !both.iter().all(|one| one.exists()) {
        assert!(child.try_wait().unwrap().is_none(), "it has ended");
        if begin.elapsed() > PATIENCE {
            child.kill().unwrap();
            panic!("there is no checkpoint");
        }
        std::thread::sleep(Duration::from_millis(2));
    }
    child
}

fn checkpoint(folder: &Path, out: &str, name: &str) -> PathBuf {
    folder.join(format!("{out}.{name}.starshell"))
}

fn signal(child: &Child, signal: libc::c_int) {
    // SAFETY: it sends a signal to a process of ours that has not been waited for.
    assert_eq!(unsafe { libc::kill(child.id() as libc::pid_t, signal) }, 0);
}

/// What each of several captures shows: those of one process, and the same in pieces.
fn same(folder: &Path, files: &[[&str; 2]]) {
    for [whole, parts] in files {
        let [a, b] = [whole, parts].map(|name| fs::read(folder.join(name)).unwrap());
        assert!(a == b, "{parts} differs from {whole}");
    }
}

#[test]
fn a_killed_video_goes_on_with_the_same_bytes() {
    let folder = tempdir().unwrap();
    let folder = folder.path();
    // Trails, a log, forces that are carried, and a camera that follows smoothly.
    let video = "record plummer --count 96 --integrator hermite-4 --adaptive 0.05 --trails 0.5 --follow light --size 64x48 --fps 10 --duration 0.8s --dt 0.02 --log-every 0.03";
    let whole = [words(video), words("--log whole.csv --out whole.mp4")].concat();
    done(folder, &whole);
    let parts = [words(video), words("--log parts.csv --out parts.mp4")].concat();
    let mut child = begun(folder, &parts, "parts.mp4");
    child.kill().unwrap();
    child.wait().unwrap();
    assert!(folder.join("parts.partial.mp4").exists() && !folder.join("parts.mp4").exists());
    // The newest is damaged in the middle, and so the one before it is taken.
    let newest = checkpoint(folder, "parts.mp4", "checkpoint");
    let mut bytes = fs::read(&newest).unwrap();
    let middle = bytes.len() / 2;
    bytes[middle] ^= 1;
    fs::write(&newest, bytes).unwrap();
    let told = done(folder, &["record", "--resume", "parts.mp4"]);
    assert!(told.contains("is damaged") && told.contains("the one before, is taken"), "{told}");
    assert!(told.contains("goes on after "), "{told}");
    same(
        folder,
        &[
            ["whole.mp4", "parts.mp4"],
            ["whole.csv", "parts.csv"],
            ["whole.mp4.toml", "parts.mp4.toml"],
        ],
    );
    let left = names(folder);
    assert!(!left.iter().any(|name| name.contains("checkpoint")), "{left:?}");
}

#[test]
fn a_run_that_is_stopped_says_how_it_goes_on_and_loses_nothing() {
    let folder = tempdir().unwrap();
    let folder = folder.path();
    let frames = "render plummer --count 96 --gravity tree --size 64x48 --frames 8 --steps-per-frame 3 --every 3steps --forces";
    done(folder, &[words(frames), words("--table whole.npz --out whole")].concat());
    let parts = [words(frames), words("--table parts.npz --out parts")].concat();
    let child = begun(folder, &parts, "parts");
    signal(&child, libc::SIGTERM);
    let ended = child.wait_with_output().unwrap();
    let told = String::from_utf8(ended.stderr).unwrap();
    assert_eq!(ended.status.code(), Some(143), "{told}");
    let hint = "starshell render --resume parts.checkpoint.starshell goes on";
    assert!(told.starts_with("stopped after ") && told.contains(hint), "{told}");
    // Another capture does not take its place.
    assert_refused(
        folder,
        &[&parts[..], &OFTEN[..]].concat(),
        &["is left from a capture", "--resume"],
    );
    done(folder, &words("render --resume parts.checkpoint.starshell --checkpoint 1h"));
    for frame in 0..8 {
        let [whole, parts] = ["whole", "parts"].map(|name| format!("{name}/frame_{frame:06}.png"));
        same(folder, &[[&whole, &parts]]);
        let [whole, parts] = ["whole", "parts"].map(|name| format!("{name}_{frame:04}.npz"));
        same(folder, &[[&whole, &parts]]);
    }
    assert!(!checkpoint(folder, "parts", "checkpoint").exists());
}

#[test]
fn what_a_file_says_of_its_bodies_is_written_after_a_resume_too() {
    let folder = tempdir().unwrap();
    let folder = folder.path();
    let mut text = "id,x,y,z,vx,vy,vz,m,T [K]\n".to_owned();
    for number in 0..64_u32 {
        let (sin, cos) = (0.1 * f64::from(number)).sin_cos();
        let id = (1_u64 << 40) + u64::from(number * number);
        text += &format!("{id},{cos},{sin},0,{},{},0,1e-3,{number}\n", -sin, cos);
    }
    fs::write(folder.join("own.csv"), text).unwrap();
    let run = "render own.csv --units none --dt 0.001 --time 2 --every 0.5 --size 64x48";
    let of = |name: &str| {
        let [table, out] = ["hdf5", "png"].map(|ending| format!("{name}.{ending}"));
        [words(run).join(" "), format!("--table {table} --out {out}")].join(" ")
    };
    let [whole, parts] = ["whole", "parts"].map(of);
    done(folder, &words(&whole));
    let mut child = begun(folder, &words(&parts), "parts.png");
    child.kill().unwrap();
    child.wait().unwrap();
    done(folder, &words("render --resume parts.png.checkpoint.starshell"));
    for number in 0..5 {
        let [whole, parts] = ["whole", "parts"].map(|name| format!("{name}_{number:04}.hdf5"));
        same(folder, &[[&whole, &parts]]);
    }
    let told = starshell(folder, &["info", "parts_0004.hdf5"]).out;
    assert!(told.contains("column      T: f32, K, 0.000 to 63.00"), "{told}");
    assert!(told.contains("1.10·10¹²"), "{told}");
}

#[test]
fn a_single_picture_and_a_sheet_go_on_from_within() {
    let folder = tempdir().unwrap();
    let folder = folder.path();
    // Without a time, a picture shows the end of the scene.
    let usual = "plummer --trails 0.3 --dt 0.004";
    for (name, more) in [
        ("picture", &*format!("{usual} --time 1")),
        ("end", "kepler --dt 0.01"),
        ("sheet", &format!("{usual} --sheet 3x2 --time 1")),
    ] {
        let count = if name == "end" { "" } else { " --count 64" };
        let run = format!("render {more}{count} --size 64x48");
        let [whole, parts] = ["whole", "parts"].map(|part| format!("{name}-{part}.png"));
        let [whole_log, parts_log] = [&whole, &parts].map(|name| format!("{name}.csv"));
        done(folder, &[&words(&run)[..], &["--log", &whole_log, "--out", &whole]].concat());
        let parts_of = [&words(&run)[..], &["--log", &parts_log, "--out", &parts]].concat();
        let mut child = begun(folder, &parts_of, &parts);
        child.kill().unwrap();
        child.wait().unwrap();
        // Elsewhere, by its path: the output is beside it.
        let other = tempdir().unwrap();
        let path = checkpoint(folder, &parts, "checkpoint");
        done(other.path(), &["render", "--resume", path.to_str().unwrap()]);
        same(folder, &[[&whole, &parts], [&whole_log, &parts_log]]);
        assert_eq!(names(other.path()), Vec::<String>::new(), "nothing is written here");
    }
}

#[test]
fn what_cannot_go_on_is_refused_in_one_sentence() {
    let folder = tempdir().unwrap();
    let folder = folder.path();
    let small = "plummer --count 64 --size 64x48";
    done(folder, &words(&format!("render {small} --time 0.01 --save run.starshell --out a.png")));
    let run = format!("record {small} --fps 10 --duration 3s --steps-per-frame 9 --out b.mp4");
    let mut child = begun(folder, &words(&run), "b.mp4");
    // While it goes on, no other process does.
    let refused = |arguments: &str, parts: &[&str]| {
        assert_refused(folder, &words(arguments), parts);
    };
    signal(&child, libc::SIGSTOP);
    let recorded = || fs::read(folder.join("b.partial.mp4")).unwrap();
    let before = recorded();
    refused("record --resume b.mp4", &["b.mp4.checkpoint.starshell", "another run"]);
    assert!(recorded() == before && !before.is_empty(), "its recording is as it was");
    signal(&child, libc::SIGKILL);
    child.wait().unwrap();
    // What it was writing when it was killed, which the next run that holds the checkpoint removes.
    for name in names(folder).iter().filter(|name| name.ends_with(".partial")) {
        fs::remove_file(folder.join(name)).unwrap();
    }
    let before = recorded();
    refused(
        "--adapter 0 record galaxy --resume b.mp4 --out x.mp4",
        &["starshell record --resume b.mp4"],
    );
    // Nor is the same command begun again under another name.
    refused(&format!("{run} --checkpoint 1h"), &["is left from a capture", "--resume"]);
    assert!(recorded() == before, "its recording is as it was");
    refused("render --resume b.mp4", &["is a checkpoint of `record`", "starshell record --resume"]);
    refused("record --resume b.mp4 --size 32x32", &["--size cannot be changed"]);
    refused("record galaxy --resume b.mp4", &["galaxy cannot be changed"]);
    refused("record --resume run.starshell", &["is a saved run", "without --resume"]);
    refused("record --resume none.mp4", &["none.mp4.checkpoint.starshell", "cannot be read"]);
    refused("record --resume", &["--resume needs a file"]);
    fs::remove_file(folder.join("b.partial.mp4")).unwrap();
    refused("record --resume b.mp4", &["b.partial.mp4"]);
    assert!(checkpoint(folder, "b.mp4", "checkpoint").exists(), "the state is kept");
    let folder = tempdir().unwrap();
    let refused = |arguments: &str, parts: &[&str]| {
        assert_refused(folder.path(), &words(arguments), parts);
    };
    refused(&format!("record {small} --checkpoint 1s --out c.gif"), &["can have checkpoints"]);
    refused(&format!("record {small} --checkpoint soon --out c.mp4"), &["is not a duration"]);
    refused(
        &format!("render {small} --checkpoint 1s --table c.csv --every 0.1 --out c.png"),
        &["c.csv holds all moments in one file"],
    );
    refused(
        &format!("render {small} --table c.csv --every 0.1 --forces --out c.png"),
        &["c.csv has fixed columns"],
    );
    refused(
        &format!("render {small} --checkpoint 1s --vary dt=0.01,0.02 --out c"),
        &["--checkpoint DURATION is for a single run"],
    );
    fs::create_dir(folder.path().join("d.png.checkpoint.starshell")).unwrap();
    refused(
        &format!("render {small} --checkpoint 1s --out d.png"),
        &["d.png.checkpoint.starshell"],
    );
}
