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
    let x = "x           −0.001000 to 0.001000";
    for part in ["Gadget-4, HDF5", "bodies      4", "kpc km/s 1e10 Msun", x] {
        assert!(told.contains(part), "{part}: {told}");
    }
    let picture = ["--size", "64x48", "--steps-per-frame", "1", "--out", "o.png"];
    let save = ["render", "own.hdf5", "--save", "run.starshell"];
    let [_, told] = done(folder, &[&save[..], &picture[..]].concat());
    assert!(
        told.contains("own.hdf5: Gadget-4, HDF5; 4 bodies; units kpc km/s 1e10 Msun"),
        "{told}"
    );
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
    fs::write(folder.join("noise"), [1, 0, 2, 0, 255, 7, 9]).unwrap();
    for (arguments, parts) in [
        (&["convert", "own.csv", "own.xyz"][..], ["the ending of own.xyz", "--format"]),
        (&["convert", "own.csv", "own.csv"], ["own.csv", "the file that is read"]),
        (&["convert", "text", "o.ply"], ["text is no file of bodies", "no line of seven numbers"]),
        (&["info", "noise"], ["noise is no file of bodies", "01 00 02"]),
        (&["convert", "missing", "o.ply"], ["missing cannot be read", ""]),
        (&["convert", "own.csv", "o.ply", "--component", "gas"], ["has no types", "--component"]),
        (&["convert", "own.csv", "o.ply", "--within", "0,0,0"], ["a point and a radius", ""]),
        (&["info", "--thin", "2"], ["--thin", "info FILE"]),
    ] {
        assert_refused(folder, arguments, &parts);
    }
    assert_eq!(names(folder).len(), 3);
}

#[test]
fn tables_are_known_by_their_content_packed_or_not() {
    let folder = tempdir().unwrap();
    let folder = folder.path();
    let mut packed = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
    std::io::Write::write_all(&mut packed, TABLE.as_bytes()).unwrap();
    let packed = packed.finish().unwrap();
    fs::write(folder.join("t.data"), TABLE).unwrap();
    fs::write(folder.join("none"), TABLE).unwrap();
    fs::write(folder.join("t.csv.gz"), &packed).unwrap();
    for name in ["t.data", "none", "t.csv.gz"] {
        let [told, _] = done(folder, &["info", name]);
        assert!(told.contains("4 bodies") && told.contains("pc km/s Msun"), "{name}: {told}");
        done(folder, &["convert", name, "o.csv"]);
    }
    let picture = ["--size", "64x48", "--steps-per-frame", "1", "--out", "o.png"];
    done(folder, &[&["render", "t.csv.gz"], &picture[..]].concat());
    // A damaged one is said to be damaged, and a scene file is no table.
    fs::write(folder.join("cut.csv.gz"), &packed[..packed.len() - 12]).unwrap();
    assert_refused(folder, &["render", "cut.csv.gz", "--out", "o.png"], &["cut.csv.gz"]);
    fs::write(folder.join("own.toml"), "count = 3\n1 2 3 4 5 6 7\n").unwrap();
    assert_refused(folder, &["info", "own.toml"], &["own.toml is no file of bodies"]);
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
        (vec!["record", "none_*", "--out", "a.gif"], "no file matches none_*"),
        (vec!["record", "snap_1.hdf5", "--at", "all", "--out", "a.gif"], "at least two snapshots"),
    ] {
        assert_refused(folder, &arguments, &[part]);
    }
}

#[test]
fn a_run_writes_a_series_that_plays() {
    let folder = tempdir().unwrap();
    let folder = folder.path();
    let run = ["render", "plummer", "--count", "64", "--size", "64x48"];
    let table = ["--table", "snap.hdf5", "--every", "0.1", "--out", "o.png"];
    let until = |time| [&run[..], &table[..], &["--time", time]].concat();
    done(folder, &until("0.2"));
    for number in 0..3 {
        assert!(folder.join(format!("snap_{number:04}.hdf5")).is_file(), "{number}");
    }
    let film = ["record", "snap_*.hdf5", "--size", "64x48", "--duration", "0.3", "--fps", "10"];
    let [_, told] = done(folder, &[&film[..], &["--out", "film.gif"]].concat());
    assert!(told.contains("3 snapshots over 0.2") && !told.contains("no ids"), "{told}");
    // Or a picture of each.
    let each = ["render", "snap_*.hdf5", "--time", "0", "--size", "64x48", "--out", "each"];
    done(folder, &each);
    for name in ["snap_0000.png", "snap_0002.png", "sheet.png"] {
        assert!(folder.join("each").join(name).is_file(), "{name}");
    }
    assert_refused(
        folder,
        &["render", "no_*.hdf5", "--out", "none"],
        &["no file matches no_*.hdf5"],
    );
    // A shorter run leaves none of the longer one, which a film would mix with it.
    let [_, told] = done(folder, &until("0.1"));
    assert!(told.contains("3 files of an earlier snap.hdf5"), "{told}");
    let there = names(folder).into_iter().filter(|name| name.starts_with("snap_"));
    assert_eq!(there.collect::<Vec<_>>(), ["snap_0000.hdf5", "snap_0001.hdf5"]);
    // Those of another program stay, and nothing is begun.
    fs::write(folder.join("snap_0003.hdf5"), "by somebody else").unwrap();
    assert_refused(folder, &until("0.2"), &["snap_0003.hdf5", "Starshell did not write it"]);
    // What `convert` wrote may be written again, where the format can say so.
    for ending in ["hdf5", "ply", "npz", "csv"] {
        let to = format!("again.{ending}");
        (0..2).for_each(|_| drop(done(folder, &["convert", "snap_0000.hdf5", &to])));
    }
}

/// Twenty bodies with a temperature, which half of them have.
fn warm() -> String {
    let mut text = "# units: pc km/s Msun\nx,y,z,vx,vy,vz,m,T [K]\n".to_owned();
    for number in 0..20 {
        let angle = 0.314 * f64::from(number);
        let (x, y) = (angle.cos(), angle.sin());
        let heat = if number < 10 { format!("{}", 10 << number) } else { String::new() };
        text += &format!("{x},{y},0,{},{},0,1,{heat}\n", -0.1 * y, 0.1 * x);
    }
    text
}

#[test]
fn a_column_of_a_file_colours_a_picture_and_chooses_bodies() {
    let folder = tempdir().unwrap();
    let folder = folder.path();
    fs::write(folder.join("own.csv"), warm()).unwrap();
    let picture = |more: &[&str]| {
        let shown = ["render", "own.csv", "--size", "64x48", "--steps-per-frame", "1"];
        done(folder, &[&shown[..], more].concat())
    };
    let [_, told] = picture(&["--color-column", "t", "--out", "warm.png"]);
    assert!(told.contains("20 bodies"), "{told}");
    picture(&["--color-column", "t", "--color-max", "20", "--out", "cold.png"]);
    picture(&["--color-by", "uniform", "--out", "plain.png"]);
    let pictures =
        ["warm.png", "cold.png", "plain.png"].map(|name| Png::read(&folder.join(name)).pixels);
    assert!(pictures[0] != pictures[1] && pictures[0] != pictures[2] && pictures[1] != pictures[2]);
    let recipe = fs::read_to_string(folder.join("warm.png.toml")).unwrap();
    assert!(recipe.contains("color_by = \"column\"") && recipe.contains("color_column = \"t\""));
    let [_, told] = picture(&["--where", "t>=40", "--where", "T<5000", "--out", "some.png"]);
    assert!(told.contains("7 bodies"), "{told}");

    let [_, told] = done(folder, &["convert", "own.csv", "own.hdf5", "--where", "T>100"]);
    assert!(told.contains("own.hdf5: 6 bodies"), "{told}");
    let [told, _] = done(folder, &["info", "own.hdf5"]);
    assert!(told.contains("column      T: f32, K, 160.0 to 5120"), "{told}");
    done(folder, &["convert", "own.hdf5", "again.csv"]);
    let text = fs::read_to_string(folder.join("again.csv")).unwrap();
    assert!(text.contains(",T [K],"), "{text}");

    let film = ["--size", "64x48", "--steps-per-frame", "1", "--out", "o.png"];
    for (arguments, parts) in [
        (&["render", "own.csv", "--color-column", "Temp"][..], ["column", "`T`"]),
        (&["render", "plummer", "--color-column", "T"], ["plummer have no columns", "--color-by"]),
        (&["render", "own.csv", "--where", "T>>1"], ["`T>>1` is not a column", "density>1e-3"]),
        (&["render", "missing.hdf5", "--where", "T>1"], ["missing.hdf5 cannot be read", ""]),
        (&["render", "galaxy", "--hide", "hallo"], ["component", "halo"]),
    ] {
        assert_refused(folder, &[arguments, &film[..]].concat(), &parts);
    }
}

#[test]
fn a_hidden_type_is_dark_and_a_film_looks_like_a_picture() {
    let folder = tempdir().unwrap();
    let folder = folder.path();
    let small = ["--size", "64x48", "--steps-per-frame", "1"];
    let galaxy = ["render", "galaxy", "--count", "512"];
    let shown = |more: &[&str]| done(folder, &[&galaxy[..], &small[..], more].concat());
    shown(&["--hide", "disk", "--hide", "1", "--out", "dark.png"]);
    let recipe = fs::read_to_string(folder.join("dark.png.toml")).unwrap();
    let dark = recipe.lines().find(|line| line.starts_with("dark_components")).unwrap();
    assert!(["0", "1", "2"].iter().all(|number| dark.contains(number)), "{dark}");

    fs::write(folder.join("own.csv"), warm()).unwrap();
    done(folder, &["convert", "own.csv", "snap_1.hdf5"]);
    done(folder, &["convert", "own.csv", "snap_2.hdf5"]);
    let look = ["--azimuth", "33", "--exposure", "1.5", "--distance", "2pc", "--out", "look.png"];
    done(folder, &[&["render", "snap_1.hdf5"], &small[..], &look[..]].concat());
    let like = ["render", "snap_2.hdf5", "--like", "look.png", "--out", "like.png"];
    done(folder, &[&like[..], &small[..]].concat());
    assert!(
        Png::read(&folder.join("look.png")).pixels == Png::read(&folder.join("like.png")).pixels
    );
    let film = ["record", "snap_*.hdf5", "--size", "64x48", "--duration", "0.2", "--fps", "10"];
    done(folder, &[&film[..], &["--like", "look.png.toml", "--out", "film.gif"]].concat());
    let recipe = fs::read_to_string(folder.join("film.gif.toml")).unwrap();
    assert!(recipe.contains("azimuth = 33.0") && recipe.contains("exposure = 1.5"), "{recipe}");
    let none = ["render", "snap_1.hdf5", "--like", "own.csv", "--out", "o.png"];
    assert_refused(folder, &none, &["own.csv"]);
}
