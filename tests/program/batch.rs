//! Several scenes and values from one command: one folder, names that tell what is in them, one
//! sheet.

use std::path::Path;

use starshell::capture::Recipe;
use tempfile::tempdir;

use crate::common::program::{Png, names, render, starshell};

#[test]
fn every_scene_meets_every_value_in_one_folder_with_one_sheet() {
    let folder = tempdir().unwrap();
    let arguments = [
        "shell",
        "plummer",
        "--vary",
        "softening=0.02,0.1",
        "--vary",
        "seed=1,2",
        "--time",
        "0.1",
        "--out",
        "all",
    ];
    let out = render(folder.path(), &arguments).quiet();
    assert_eq!(
        (out.lines().count(), out.lines().last().unwrap()),
        (9, Path::new("all/sheet.png").to_str().unwrap())
    );
    let mut expected = vec!["sheet.png".to_owned()];
    for scene in ["shell", "plummer"] {
        for softening in ["0.02", "0.1"] {
            for seed in ["1", "2"] {
                let name = format!("{scene}_softening-{softening}_seed-{seed}.png");
                let path = folder.path().join("all").join(&name);
                let recipe = Recipe::read(&path).unwrap();
                assert_eq!(
                    (recipe.scene.physics.softening.to_string(), recipe.scene.seed.to_string()),
                    (softening.to_owned(), seed.to_owned())
                );
                expected.extend([name.clone(), format!("{name}.toml")]);
            }
        }
    }
    expected.sort();
    assert_eq!(names(&folder.path().join("all")), expected);
    let sheet = Png::read(&folder.path().join("all/sheet.png"));
    assert!(
        sheet.size[0] > 3 * 480 && sheet.size[1] > 3 * 320 && sheet.brightest() > 60,
        "{:?}",
        sheet.size
    );
    // One of them, made again, is the same.
    starshell(
        folder.path(),
        &["render", "--again", "all/plummer_softening-0.1_seed-2.png", "--out", "again.png"],
    )
    .quiet();
    let read = |name: &str| std::fs::read(folder.path().join(name)).unwrap();
    assert!(read("again.png") == read("all/plummer_softening-0.1_seed-2.png"));
}

#[test]
fn batches_make_videos_too() {
    let folder = tempdir().unwrap();
    let arguments = [
        "record",
        "kepler",
        "figure-8",
        "--size",
        "96x64",
        "--duration",
        "0.2",
        "--fps",
        "10",
        "--out",
        "videos",
    ];
    let run = starshell(folder.path(), &arguments);
    assert_eq!(run.code, Some(0), "{}", run.err);
    let expected =
        ["figure-8.mp4", "figure-8.mp4.toml", "kepler.mp4", "kepler.mp4.toml", "sheet.png"];
    assert_eq!(names(&folder.path().join("videos")), expected);
}

#[test]
fn a_wrong_batch_is_refused_before_the_first_run() {
    let folder = tempdir().unwrap();
    for (arguments, words) in [
        (&["shell", "--vary", "softening=0.1,soft", "--out", "all"][..], "--vary softening=soft"),
        (&["shell", "--vary", "softening=0.1,-1", "--out", "all"], "softening"),
        (&["shell", "--vary", "soft=1", "--out", "all"], "did you mean `softening`"),
        (&["shell", "plumer", "--out", "all"], "plummer"),
        (
            &["shell", "plummer", "--out", "all.png"],
            "all.png is a file, but several runs go into a folder",
        ),
        (&["shell", "shell", "--out", "all"], "give each scene and value once"),
        (
            &["shell", "plummer", "--log", "a.csv", "--out", "all"],
            "--log a.csv is for a single run",
        ),
    ] {
        let run = render(folder.path(), arguments);
        assert!(
            run.code == Some(2) && run.err.contains(words) && run.err.lines().count() == 1,
            "{arguments:?}: {}",
            run.err
        );
    }
    assert!(names(folder.path()).is_empty(), "{:?}", names(folder.path()));
}
