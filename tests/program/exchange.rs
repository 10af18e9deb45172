//! Files of other programs on the command line: what they hold, runs of them, other formats.

use std::fs;
use std::path::Path;

use tempfile::tempdir;

use crate::bad_input::assert_refused;
use crate::common::program::*;

/// Two bodies about each other, and two more.
const TABLE: &str = "# units: pc km/s Msun\nx,y,z,vx,vy,vz,m\n1,0,0,0,0.1,0,10\n-1,0,0,0,-0.1,0,10\n0,3,0,0,0,0,1\n0,-3,0,0,0,0,1\n";

/// What a run that succeeds prints, to its output and beside it.
fn done(folder: &Path, arguments: &[&str]) -> [String; 2] {
    let Run { code, out, err, .. } = starshell(folder, arguments);
    assert_eq!(code, Some(0), "{arguments:?}: {err}");
    [out, err]
}

#[test]
fn a_table_becomes_a_snapshot_that_is_described_and_runs() {
    let folder = tempdir().unwrap();
    let folder = folder.path();
    fs::write(folder.join("own.csv"), TABLE).unwrap();
    let [_, told] = done(folder, &["convert", "own.csv", "own.hdf5"]);
    assert!(told.contains("own.hdf5: 4 bodies as gadget-4"), "{told}");
    let [told, _] = done(folder, &["info", "own.hdf5"]);
    for part in ["Gadget-4, HDF5", "bodies      4", "pc km/s Msun", "x           −1.000 to 1.000"]
    {
        assert!(told.contains(part), "{part}: {told}");
    }
    let picture = ["--size", "64x48", "--steps-per-frame", "1", "--out", "o.png"];
    let save = ["render", "own.hdf5", "--save", "run.starshell"];
    let [_, told] = done(folder, &[&save[..], &picture[..]].concat());
    assert!(told.contains("own.hdf5: Gadget-4, HDF5; 4 bodies; units pc km/s Msun"), "{told}");
    done(folder, &["convert", "run.starshell", "run.text", "--format", "csv"]);
    let text = fs::read_to_string(folder.join("run.text")).unwrap();
    assert!(text.lines().count() >= 5 && text.contains("x [pc]"), "{text}");
    let [told, _] = done(folder, &["info", "run.starshell"]);
    assert!(told.contains("a run saved by Starshell") && told.contains("after 1 steps"), "{told}");
}

#[test]
fn what_cannot_be_converted_is_refused_in_one_sentence_and_nothing_is_written() {
    let folder = tempdir().unwrap();
    let folder = folder.path();
    fs::write(folder.join("own.csv"), TABLE).unwrap();
    fs::write(folder.join("text"), "neither bodies nor numbers").unwrap();
    for (arguments, parts) in [
        (&["convert", "own.csv", "own.xyz"][..], ["the ending of own.xyz", "--format"]),
        (&["convert", "own.csv", "own.csv"], ["own.csv", "the file that is read"]),
        (&["convert", "text", "o.ply"], ["text is no file of bodies", "saved run"]),
        (&["convert", "missing", "o.ply"], ["missing cannot be read", ""]),
        (&["convert", "own.csv", "o.ply", "--component", "gas"], ["has no types", "--component"]),
        (&["convert", "own.csv", "o.ply", "--within", "0,0,0"], ["a point and a radius", ""]),
        (&["info", "--thin", "2"], ["--thin", "info FILE"]),
    ] {
        assert_refused(folder, arguments, &parts);
    }
    assert_eq!(names(folder).len(), 2);
}

#[test]
fn a_series_becomes_a_film_and_says_what_it_cannot_do() {
    let folder = tempdir().unwrap();
    let folder = folder.path();
    for (number, x) in [("1", "1"), ("2", "0.9"), ("10", "0.7")] {
        let text = TABLE.replace("1,0,0,0,0.1,0,10", &format!("{x},0,0,0,0.1,0,10"));
        fs::write(folder.join("own.csv"), text).unwrap();
        done(folder, &["convert", "own.csv", &format!("snap_{number}.hdf5")]);
    }
    let film = ["record", "snap_*.hdf5", "--size", "64x48", "--duration", "0.5", "--fps", "10"];
    let [out, told] = done(folder, &[&film[..], &["--out", "film.gif"]].concat());
    assert_eq!(out, "film.gif\n");
    for part in ["snap_*.hdf5: 3 snapshots", "even steps", "move straight", "5 frames"] {
        assert!(told.contains(part), "{part}: {told}");
    }
    let more = |more: &[&'static str]| [&film[..], more].concat();
    for (arguments, part) in [
        (more(&["--out", "a.gif", "--log", "a.csv"]), "--log is for runs"),
        (vec!["record", "none_*", "--out", "a.gif"], "no file fits none_*"),
        (vec!["record", "snap_1.hdf5", "--at", "all", "--out", "a.gif"], "at least two snapshots"),
    ] {
        assert_refused(folder, &arguments, &[part]);
    }
}

#[test]
fn a_run_writes_a_series_that_plays() {
    let folder = tempdir().unwrap();
    let folder = folder.path();
    let run = ["render", "plummer", "--count", "64", "--time", "0.2", "--size", "64x48"];
    let table = ["--table", "snap.hdf5", "--every", "0.1", "--out", "o.png"];
    done(folder, &[&run[..], &table[..]].concat());
    for number in 0..3 {
        assert!(folder.join(format!("snap_{number:04}.hdf5")).is_file(), "{number}");
    }
    let film = ["record", "snap_*.hdf5", "--size", "64x48", "--duration", "0.3", "--fps", "10"];
    let [_, told] = done(folder, &[&film[..], &["--out", "film.gif"]].concat());
    assert!(told.contains("3 snapshots over 0.2") && !told.contains("no ids"), "{told}");
}
