//! Captures that are made again from their own notes: byte for byte the same, whatever has been
//! tuned since.

use std::fs;
use std::path::Path;

use starshell::capture::Recipe;
use starshell::gpu::Gpu;
use starshell::physics::{Plan, StoredPlan, Tuned};
use starshell::session::Members;

use crate::common::program::{self, Png, command, names, render, starshell};

#[test]
fn a_picture_by_a_team_is_made_again_with_the_shares_of_its_members() {
    let folder = tempfile::tempdir().unwrap();
    let cache = folder.path().join("cache");
    let run = |arguments: &[&str]| {
        program::run(command(folder.path(), arguments).env("XDG_CACHE_HOME", &cache))
    };
    let first = [
        "render",
        "plummer",
        "--count",
        "500",
        "--size",
        "96x64",
        "--time",
        "0.1",
        "--members",
        "0,processor",
        "--out",
    ];
    let made = run(&[&first[..], &["a.png"]].concat());
    assert_eq!(made.code, Some(0), "{}", made.err);
    let members = |name: &str| Recipe::read(&folder.path().join(name)).unwrap().members;
    let Members::Team(seats) = members("a.png") else { panic!("{:?}", members("a.png")) };
    let [adapter, processor] = seats[..] else { panic!("{seats:?}") };
    assert_eq!((adapter.adapter, processor.adapter), (Some(0), None));
    let sum = adapter.share.unwrap() + processor.share.unwrap();
    assert!((sum - 1.0).abs() < 0.01, "{seats:?}");
    // Again, and in another run, whose shares are remembered.
    let read = |name: &str| fs::read(folder.path().join(name)).unwrap();
    assert_eq!(run(&["render", "--again", "a.png"]).code, Some(0));
    assert!(read("a.png") == read("a-again.png"), "made again, the picture differs");
    assert_eq!(run(&[&first[..], &["b.png"]].concat()).code, Some(0));
    assert_eq!(members("b.png"), Members::Team(seats));

    for (members, says) in [
        ("0,nobody", "`0,nobody`"),
        ("0=2,1", "`0=2,1`"),
        ("processor=-1", "`processor=-1`"),
        ("99", "`99`"),
    ] {
        let refused =
            run(&["render", "plummer", "--count", "9", "--members", members, "--out", "c.png"]);
        assert!(
            refused.code.is_some_and(|code| code > 0) && refused.err.contains(says),
            "{members}: {}",
            refused.err
        );
        assert!(!folder.path().join("c.png").exists());
    }
}

#[test]
fn a_picture_is_reproduced_byte_for_byte_even_after_tuning() {
    let folder = tempfile::tempdir().unwrap();
    let cache = folder.path().join("cache");
    let run = |arguments: &[&str]| {
        let run = program::run(command(folder.path(), arguments).env("XDG_CACHE_HOME", &cache));
        assert_eq!(run.code, Some(0), "{}", run.err);
    };
    let first = [
        "render",
        "plummer",
        "--count",
        "300",
        "--size",
        "96x64",
        "--softening",
        "0.07",
        "--time",
        "0.3",
        "--out",
        "a.png",
    ];
    run(&first);
    let read = |name: &str| fs::read(folder.path().join(name)).unwrap();
    run(&["render", "--again", "a.png"]);
    assert!(read("a.png") == read("a-again.png"), "made again, the picture differs");
    assert!(read("a.png.toml") == read("a-again.png.toml"));

    // Tuning changes the plan of new runs, which round differently, and nothing about the old
    // picture.
    let gpu = Gpu::open(None).unwrap();
    gpu.findings().keep_in(&cache.join("starshell"));
    let recipe = Recipe::read(&folder.path().join("a.png")).unwrap();
    let is_other = |plan: &&Plan| StoredPlan::from(*plan).tuning != recipe.plan.tuning;
    let other = *Plan::candidates(&gpu, 300).iter().find(is_other).unwrap();
    gpu.findings().remember(Tuned::NAME, &[Tuned::new(&other, 300, 1.0)]).unwrap();
    run(&[&first[..11], &["b.png"]].concat());
    assert_ne!(
        Recipe::read(&folder.path().join("b.png")).unwrap().plan,
        recipe.plan,
        "the table was not used"
    );
    for file in ["a.png", "a.png.toml"] {
        run(&["render", "--again", file, "--out", "c.png"]);
        assert!(
            read("a.png") == read("c.png"),
            "made again from {file} after tuning, the picture differs"
        );
    }
}

#[test]
fn what_computed_the_forces_of_a_picture_computes_them_again() {
    let folder = tempfile::tempdir().unwrap();
    let run = |arguments: &[&str]| starshell(folder.path(), arguments).quiet();
    let recipe = |name: &str| Recipe::read(&folder.path().join(name)).unwrap();
    let read = |name: &str| fs::read(folder.path().join(name)).unwrap();
    let first = [
        "render", "plummer", "--count", "300", "--size", "96x64", "--time", "0.3", "--out", "a.png",
    ];
    run(&[&first[..], &["--members", "processor"]].concat());
    assert_eq!(recipe("a.png").members, Members::Processor);
    run(&["render", "--again", "a.png"]);
    assert!(read("a.png") == read("a-again.png"), "made again, the picture differs");
    assert!(read("a.png.toml") == read("a-again.png.toml"));
    run(&["render", "--again", "a.png", "--members", "gpu", "--out", "b.png"]);
    assert_eq!(recipe("b.png").members, Members::Gpu);
    // So few bodies stay on the adapter.
    run(&[&first[..9], &["c.png"]].concat());
    assert_eq!(recipe("c.png").members, Members::Gpu);
    let wrong = starshell(folder.path(), &[&first[..], &["--members", "processo"]].concat());
    assert!(
        wrong.code == Some(2) && wrong.err.contains("did you mean `processor`"),
        "{}",
        wrong.err
    );
}

#[test]
fn options_change_a_reproduced_picture_and_nothing_is_overwritten() {
    let folder = tempfile::tempdir().unwrap();
    render(folder.path(), &["galaxy", "--steps-per-frame", "3", "--out", "a.png"]).quiet();
    let before = fs::read(folder.path().join("a.png")).unwrap();
    let out =
        starshell(folder.path(), &["render", "--again", "a.png", "--size", "48x32", "--seed", "5"])
            .quiet();
    assert_eq!(out, "a-again.png\n");
    let png = Png::read(&folder.path().join("a-again.png"));
    assert_eq!(
        (png.size, png.notes["Seed"].as_str(), png.notes["Steps"].as_str()),
        ([48, 32], "5", "3")
    );
    // Another time replaces the steps, with which it conflicts; a picture is also a scene.
    starshell(folder.path(), &["render", "--again", "a-again.png", "--time=0", "--out", "b.png"])
        .quiet();
    assert_eq!(Png::read(&folder.path().join("b.png")).notes["Steps"], "0");
    render(folder.path(), &["a-again.png", "--time", "0", "--out", "c.png"]).quiet();
    assert_eq!(Png::read(&folder.path().join("c.png")).notes["Seed"], "5");
    assert!(fs::read(folder.path().join("a.png")).unwrap() == before);
}

#[test]
fn a_folder_of_frames_is_reproduced() {
    let folder = tempfile::tempdir().unwrap();
    let arguments = [
        "render", "figure-8", "--size", "96x64", "--frames", "3", "--time", "0.5", "--out",
        "frames",
    ];
    starshell(folder.path(), &arguments).quiet();
    assert_eq!(
        starshell(folder.path(), &["render", "--again", "frames"]).quiet(),
        "frames-again\n"
    );
    let of = |name: &str| names(&folder.path().join(name));
    assert_eq!((of("frames"), of("frames").len()), (of("frames-again"), 4));
    for name in of("frames") {
        let read = |at: &Path| fs::read(at.join(&name)).unwrap();
        assert!(
            read(&folder.path().join("frames")) == read(&folder.path().join("frames-again")),
            "{name} differs"
        );
    }
}

#[test]
fn a_picture_that_cannot_be_reproduced_is_refused_in_one_sentence() {
    let folder = tempfile::tempdir().unwrap();
    let refused = |arguments: &[&str], words: &str| {
        let run = starshell(folder.path(), arguments);
        assert!(
            run.code == Some(2) && run.err.contains(words) && run.err.lines().count() == 1,
            "{}",
            run.err
        );
    };
    refused(&["render", "--again"], "--again needs a file");
    refused(&["render", "--again", "none.png"], "none.png cannot be read");
    fs::write(folder.path().join("scene.toml"), "title = \"x\"").unwrap();
    refused(&["render", "--again", "scene.toml"], "scene.toml does not say how it was made");
    fs::write(folder.path().join("broken.png"), b"\x89PNG\r\n").unwrap();
    refused(&["render", "--again", "broken.png"], "broken.png cannot be read");
    render(folder.path(), &["plummer", "--time", "0", "--out", "a.png"]).quiet();
    refused(&["render", "--again", "a.png", "--nothing", "1x1"], "--nothing");
    refused(
        &["render", "--again", "a.png", "--out", "a.png"],
        "--out a.png is the file that is read",
    );
    refused(
        &["render", "a.png.toml", "--out", "a.png"],
        "the recipe of --out a.png.toml is the file that is read",
    );
    let text = fs::read_to_string(folder.path().join("a.png.toml")).unwrap();
    fs::write(
        folder.path().join("moved.toml"),
        text.replacen("[plan]", "altered = \"bodies were moved\"\n[plan]", 1),
    )
    .unwrap();
    refused(
        &["render", "--again", "moved.toml"],
        "moved.toml cannot be made again: bodies were moved",
    );
    // A recipe from elsewhere must not choose which files are written.
    fs::write(folder.path().join("mine.csv"), "mine").unwrap();
    for command in
        ["[\"render\", \"--log=mine.csv\"]", "[\"tune\"]", "[\"render\", \"mine.csv\"]", "[]"]
    {
        let lines = text.lines().map(|line| {
            if line.starts_with("command = ") {
                format!("command = {command}\n")
            } else {
                format!("{line}\n")
            }
        });
        let evil: String = lines.collect();
        assert_ne!(evil, text);
        fs::write(folder.path().join("evil.toml"), evil).unwrap();
        refused(&["render", "--again", "evil.toml"], "the recipe in evil.toml");
    }
    assert_eq!(fs::read(folder.path().join("mine.csv")).unwrap(), b"mine");
}
