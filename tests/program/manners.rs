//! What the program says beside its results, and what packages and reports get of it.

use std::fs;

use tempfile::tempdir;

use crate::common::program::*;

const SCENE: [&str; 9] =
    ["record", "plummer", "--count", "64", "--size", "64x48", "--duration", "0.1s", "--out"];

#[test]
fn quiet_leaves_notes_out_and_verbose_adds_details() {
    let folder = tempdir().unwrap();
    let usual = starshell(folder.path(), &[&SCENE[..], &["a.mp4"]].concat());
    assert!(
        usual.err.contains("frames per second") && usual.err.contains("note:"),
        "{}",
        usual.err
    );
    let quiet = starshell(folder.path(), &[&SCENE[..], &["b.mp4", "--quiet"]].concat());
    assert_eq!((quiet.err.as_str(), quiet.out.as_str()), ("", "b.mp4\n"));
    let early = starshell(folder.path(), &[&["-q"], &SCENE[..], &["c.mp4"]].concat());
    assert_eq!((early.err.as_str(), early.code), ("", Some(0)));
    let verbose = starshell(folder.path(), &[&SCENE[..], &["d.mp4", "-v"]].concat());
    for told in ["adapter: ", "forces: of 64 bodies", "took ", "frames per second"] {
        assert!(verbose.err.contains(told), "no {told} in {}", verbose.err);
    }
    // What is told makes no other video, and the recipe does not ask for it again.
    let [quiet, verbose] = ["b.mp4", "d.mp4"]
        .map(|name| fs::read_to_string(folder.path().join(name.to_owned() + ".toml")));
    assert_eq!(quiet.unwrap(), verbose.unwrap());

    let both = starshell(folder.path(), &["scenes", "--quiet", "--verbose"]);
    assert_eq!(both.code, Some(2));
    assert!(both.err.contains("cannot be used with"), "{}", both.err);
    // Warnings and errors stay.
    let wrong = starshell(folder.path(), &["render", "shel", "--quiet", "--out", "e.png"]);
    assert!(wrong.code == Some(2) && wrong.err.starts_with("error: "), "{}", wrong.err);
}

#[test]
fn a_report_has_the_machine_and_nothing_personal() {
    let folder = tempdir().unwrap();
    let home = folder.path().join("home/ada-lovelace");
    let config = home.join(".config/starshell");
    fs::create_dir_all(&config).unwrap();
    let kept = "light = true\npicture_credit = \"Ada Lovelace\"\nrecent = [\"/home/ada-lovelace/x.toml\"]\n\
        picture_format = \"exr\"\nvsync = true\n[bookmarks.F3]\ndistance = 7.0\n";
    fs::write(config.join("settings.toml"), kept).unwrap();
    let mut command = command(folder.path(), &["info", "--report"]);
    command
        .env("HOME", &home)
        .env("XDG_CONFIG_HOME", home.join(".config"))
        .env("USER", "ada-lovelace");
    command.env("VK_INSTANCE_LAYERS", "/home/ada-lovelace/layers").env("NO_COLOR", "1");
    let report = run(&mut command).quiet();
    assert!(
        report.starts_with(&format!("| Starshell | {}", env!("CARGO_PKG_VERSION"))),
        "{report}"
    );
    assert!(report.lines().all(|line| line.starts_with("| ") && line.ends_with(" |")), "{report}");
    for told in ["| system |", "| processor |", "| adapter 0", "driver", "NO_COLOR=1"] {
        assert!(report.contains(told), "no {told} in {report}");
    }
    assert!(!report.to_lowercase().contains("lovelace"), "{report}");
    if cfg!(target_os = "linux") {
        assert!(report.contains("VK_INSTANCE_LAYERS=a path"), "{report}");
        let settings = report.lines().find(|line| line.starts_with("| settings")).unwrap();
        for told in ["light = true", "picture_format = exr", "recent is set", "bookmarks is set"] {
            assert!(settings.contains(told), "no {told} in {settings}");
        }
        // As it is by default.
        assert!(!settings.contains("vsync"), "{settings}");
    }
    let refused = starshell(folder.path(), &["info", "--report", "a.hdf5"]);
    assert_eq!(refused.code, Some(2));
}

#[test]
fn packages_get_completions_and_a_page_for_each_command() {
    let folder = tempdir().unwrap();
    assert_eq!(starshell(folder.path(), &["package", "files"]).quiet(), "");
    let read = |name: &str| fs::read_to_string(folder.path().join("files").join(name)).unwrap();
    let scripts = ["starshell.bash", "_starshell", "starshell.fish", "_starshell.ps1"];
    for script in scripts.map(|name| read(&format!("completions/{name}"))) {
        assert!(script.contains("render") && script.contains("softening"));
        assert!(!script.contains("workbench-run"), "a hidden command is offered");
    }
    let pages = names(&folder.path().join("files/man"));
    for page in ["starshell.1", "starshell-render.1", "starshell-bench-gravity.1"] {
        assert!(pages.iter().any(|name| name == page), "{pages:?}");
    }
    assert!(!pages.iter().any(|name| name.contains("help")), "{pages:?}");
    let page = read("man/starshell.1");
    for heading in [
        "NAME",
        "SYNOPSIS",
        "OPTIONS",
        "SCENE",
        "SUBCOMMANDS",
        "EXAMPLES",
        "EXIT CODES",
        "ENVIRONMENT",
    ] {
        assert!(
            page.contains(&format!("\n.SH {heading}\n"))
                || page.contains(&format!("\n.SH \"{heading}\"\n")),
            "no {heading}"
        );
    }
}
