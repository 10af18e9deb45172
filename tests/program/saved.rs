//! Runs that one command saves and another continues.

use std::fs;

use starshell::snapshot::Checkpoint;

use crate::common::program::{Png, starshell};

#[test]
fn a_run_in_two_parts_shows_the_same_picture() {
    let folder = tempfile::tempdir().unwrap();
    let made =
        |words: &str| starshell(folder.path(), &words.split(' ').collect::<Vec<_>>()).quiet();
    let scene = "render plummer --count 300 --size 96x64 --trails 20";
    made(&format!("{scene} --steps-per-frame 24 --out whole.png"));
    assert_eq!(
        made(&format!("{scene} --steps-per-frame 16 --save run.starshell --out part.png")),
        "part.png\nrun.starshell\n"
    );
    let run = Checkpoint::read(&folder.path().join("run.starshell")).unwrap();
    assert_eq!((run.snapshot.steps, run.snapshot.state.len()), (16, 300));
    let read = |name: &str| Png::read(&folder.path().join(name));

    // A picture shows it as it was saved; without options, nothing moves.
    made("render run.starshell --size 96x64 --out saved.png");
    assert!(read("saved.png").pixels == read("part.png").pixels);
    made("render run.starshell --size 96x64 --steps-per-frame 8 --out on.png");
    assert_eq!(read("on.png").notes["Steps"], "24");
    // Trails of a picture have points at some of the steps only, which depend on the length of the
    // run.
    let plain = "--trails 0 --size 96x64";
    made(&format!("render plummer --count 300 {plain} --steps-per-frame 24 --out whole.png"));
    made(&format!("render run.starshell {plain} --steps-per-frame 8 --out on.png"));
    assert!(read("on.png").pixels == read("whole.png").pixels, "the run in two parts differs");

    // Frames count on from the saved time, in pictures and videos.
    let (time, step) = (run.snapshot.time, run.scene.physics.time_step);
    made(&format!(
        "render run.starshell --size 96x64 --frames 3 --time {} --out frames",
        time + 4.0 * step
    ));
    let steps = |frame: &str| read(frame).notes["Steps"].clone();
    assert_eq!(
        ["frames/frame_000000.png", "frames/frame_000001.png", "frames/frame_000002.png"]
            .map(steps),
        ["16", "18", "20"]
    );
    let video = "record run.starshell --size 96x64 --fps 4 --duration 0.5s --steps-per-frame 3 --format png";
    let recorded = starshell(
        folder.path(),
        &format!("{video} --save later.starshell --out video").split(' ').collect::<Vec<_>>(),
    );
    assert_eq!(
        (recorded.code, recorded.out.as_str()),
        (Some(0), "video\nlater.starshell\n"),
        "{}",
        recorded.err
    );
    assert_eq!(
        Checkpoint::read(&folder.path().join("later.starshell")).unwrap().snapshot.steps,
        19
    );
}

#[test]
fn a_run_continues_from_its_time_with_another_time_step_and_softening() {
    let folder = tempfile::tempdir().unwrap();
    let made =
        |words: &str| starshell(folder.path(), &words.split(' ').collect::<Vec<_>>()).quiet();
    let scene = "render plummer --count 300 --size 64x64";
    made(&format!("{scene} --dt 0.01 --steps-per-frame 10 --save run.starshell --out run.png"));
    for change in ["--dt 0.001", "--dt 0.001 --softening 0.3"] {
        made(&format!(
            "render run.starshell --size 64x64 {change} --steps-per-frame 1 --save on.starshell --out on.png"
        ));
        let on = Checkpoint::read(&folder.path().join("on.starshell")).unwrap().snapshot;
        assert_eq!(on.steps, 11, "{change}");
        assert!((on.time - 0.101).abs() < 1e-6, "{change}: {}", on.time);
    }
}

#[test]
fn a_run_that_cannot_be_saved_or_continued_is_refused_in_one_sentence() {
    let folder = tempfile::tempdir().unwrap();
    let run = |words: &str| starshell(folder.path(), &words.split(' ').collect::<Vec<_>>());
    run("render kepler --size 64x64 --time 0.1 --save run.starshell --out a.png").quiet();
    let bytes = fs::read(folder.path().join("run.starshell")).unwrap();
    fs::write(folder.path().join("half.starshell"), &bytes[..bytes.len() / 2]).unwrap();
    fs::write(folder.path().join("text.starshell"), "title = \"no\"").unwrap();
    for (words, told) in [
        ("render none.starshell --out b.png", "the saved run none.starshell cannot be read"),
        ("render half.starshell --out b.png", "half.starshell is incomplete"),
        ("render text.starshell --out b.png", "text.starshell is not a saved run"),
        ("half.starshell", "half.starshell is incomplete"),
        ("render run.starshell --seed 5 --out b.png", "--seed changes how a run starts"),
        ("render run.starshell --time 0.01 --out b.png", "the saved run is at"),
        ("record run.starshell --start 0.01 --out b.mp4", "the saved run is at"),
        ("render kepler --save b.toml --out b.png", "--save b.toml does not end in .starshell"),
        (
            "render kepler figure-8 --save b.starshell --out b",
            "--save b.starshell is for a single run",
        ),
    ] {
        let run = run(words);
        assert!(
            run.code == Some(2) && run.err.contains(told) && run.err.lines().count() == 1,
            "{words}: {}",
            run.err
        );
    }
    assert!(!folder.path().join("b.png").exists());
    run("render run.starshell --size 64x64 --out c.png").quiet();
    let again = run("render --again c.png");
    assert!(
        again.code == Some(2) && again.err.contains("it went on from a saved run"),
        "{}",
        again.err
    );
}

#[test]
fn an_unwritable_output_is_found_before_the_work_and_harms_no_other() {
    let folder = tempfile::tempdir().unwrap();
    let run = |words: &str| starshell(folder.path(), &words.split(' ').collect::<Vec<_>>());
    fs::create_dir(folder.path().join("taken.starshell")).unwrap();
    fs::write(folder.path().join("file"), "").unwrap();
    for save in ["taken.starshell", "file/a.starshell"] {
        for words in [
            "render kepler --size 64x64 --time 0.1 --out b.png",
            "record kepler --size 64x64 --duration 0.1s --out b.apng",
        ] {
            let run = run(&format!("{words} --save {save}"));
            assert!(
                run.code == Some(2) && run.err.contains(&format!("{save} cannot be written")),
                "{words}: {}",
                run.err
            );
            assert!(run.err.contains("choose another place"), "{}", run.err);
        }
    }
    let root = run("render kepler --size 64x64 --out /");
    assert!(root.code == Some(2) && root.err.contains("--out / names no file"), "{}", root.err);
    let long = run("render kepler --size 64x64 --trails 1e31 --save c.starshell --out b.png");
    assert!(long.code == Some(2) && long.err.contains("--trails is 1e31"), "{}", long.err);
    assert!(!folder.path().join("b.png").exists() && !folder.path().join("b.apng").exists());

    fs::create_dir(folder.path().join("d.png.toml")).unwrap();
    let none =
        run("render kepler --size 64x64 --time 0.1 --out d.png --log d.csv --save d.starshell");
    assert!(
        none.code == Some(2) && none.err.contains("d.png.toml cannot be written (it is a folder)"),
        "{}",
        none.err
    );
    assert!(
        ["d.png", "d.csv", "d.starshell"].iter().all(|name| !folder.path().join(name).exists())
    );
}

#[test]
fn diverged_bodies_are_reported_once_by_every_output() {
    let folder = tempfile::tempdir().unwrap();
    let told = |words: &str| {
        let run = starshell(folder.path(), &words.split(' ').collect::<Vec<_>>());
        assert_eq!(run.code, Some(0), "{words}: {}", run.err);
        run.err.matches("are no longer finite numbers").count()
    };
    let short = "plummer --count 64 --dt 1e30 --steps-per-frame 5 --size 64x64";
    assert_eq!(told(&format!("render {short} --out a.png --save a.starshell")), 1);
    assert_eq!(
        told(&format!("record {short} --fps 10 --duration 0.2s --format png --out video")),
        1
    );
    assert_eq!(told("render plummer --count 64 --size 64x64 --steps-per-frame 5 --out b.png"), 0);
    let opened =
        starshell(folder.path(), &["render", "a.starshell", "--size", "64x64", "--out", "c.png"]);
    assert!(opened.err.contains("warning: a.starshell: at t = "), "{}", opened.err);
}

#[test]
fn a_run_that_is_stopped_again_and_again_ends_as_a_whole_one() {
    let folder = tempfile::tempdir().unwrap();
    let made = |words: &str| {
        let run = starshell(folder.path(), &words.split(' ').collect::<Vec<_>>());
        assert_eq!(run.code, Some(0), "{words}: {}", run.err);
    };
    for (name, options) in [
        ("tree", "--gravity tree"),
        ("hermite", "--integrator hermite-4"),
        ("adaptive", "--adaptive 0.02"),
        ("mesh", "--gravity mesh"),
    ] {
        let scene = format!("render plummer --count 300 --size 64x48 {options}");
        made(&format!("{scene} --steps-per-frame 24 --save {name}-whole.starshell --out o.png"));
        made(&format!("{scene} --steps-per-frame 5 --save {name}.starshell --out o.png"));
        for steps in [1, 11, 7] {
            let on = format!("render {name}.starshell --size 64x48 --steps-per-frame {steps}");
            made(&format!("{on} --save {name}.starshell --out o.png"));
        }
        let [whole, parts] = ["-whole", ""].map(|end| {
            Checkpoint::read(&folder.path().join(format!("{name}{end}.starshell"))).unwrap()
        });
        assert_eq!((whole.snapshot.steps, parts.snapshot.steps), (24, 24), "{name}");
        assert!(whole.snapshot.state == parts.snapshot.state, "{name}");
        assert_eq!(whole.snapshot.time.to_bits(), parts.snapshot.time.to_bits(), "{name}");
    }
}
