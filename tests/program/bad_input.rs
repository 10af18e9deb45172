//! Bad input is reported in one sentence, ends with code 2, and leaves nothing behind.

use std::fs;
use std::path::Path;
use std::process::Command;
use std::time::Duration;

use crate::common::program::*;
use starshell::scene::embedded;
use starshell::snapshot::Checkpoint;
use tempfile::{TempDir, tempdir};

/// A folder with obstacles for the program.
fn obstacles() -> TempDir {
    let folder = tempdir().unwrap();
    let path = |name: &str| folder.path().join(name);
    fs::write(path("file"), "in the way").unwrap();
    fs::create_dir(path("folder")).unwrap();
    fs::create_dir(path("folder.png")).unwrap();
    fs::write(path("broken.toml"), "title = \"x\"\n\n[physics\ntime_step = 1\n").unwrap();
    fs::write(path("binary.toml"), [0xff, 0xfe, 0]).unwrap();
    fs::write(path("latin.toml"), b"title = \"n\xe9\"\n").unwrap();
    fs::write(path("picture.toml"), b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR").unwrap();
    fs::write(path("run.toml"), b"starshell run\r\n\x1a\x01\0\0\0").unwrap();
    fs::write(path("packed.toml.gz"), b"\x1f\x8b\x08\0").unwrap();
    fs::write(path("empty.toml"), "").unwrap();
    fs::write(path("empty.starshell"), "").unwrap();
    let kepler = embedded().iter().find(|scene| scene.name == "kepler").unwrap().source;
    fs::write(path("mistyped.toml"), kepler.replace("softening", "sofetning")).unwrap();
    let in_place = |what: &str, by: &str| kepler.replacen(what, by, 1);
    fs::write(path("mine.toml"), kepler).unwrap();
    fs::write(path("three.toml"), in_place("count = 2", "count = 3")).unwrap();
    fs::write(path("short.toml"), in_place("[camera]", "[camera]\ntarget = [1.0, 2.0]")).unwrap();
    fs::write(path("escapes.toml"), in_place("title =", r#""titl\u001b[31m" ="#)).unwrap();
    fs::write(
        path("deep.toml"),
        format!("title = \"x\"\n\na = {}{}\n", "[".repeat(400), "]".repeat(400)),
    )
    .unwrap();
    fs::write(path("deep-keys.toml"), format!("title = \"x\"\n\n[a{}]\n", ".a".repeat(400)))
        .unwrap();
    let matrix = |name: &str, rest: &str| {
        fs::write(path(name), format!("%%MatrixMarket matrix coordinate real general\n{rest}\n"))
            .unwrap();
    };
    matrix("wide.mtx", "1 2 1\n1 2 1");
    matrix("columns.mtx", "1 2147483647 1\n1 1 1");
    matrix("rows.mtx", "1073741824 1073741824 1\n1 1 1");
    matrix("large.mtx", "1 1 1\n1 1 1e39");
    matrix("zero-based.mtx", "2 2 2\n0 0 4\n1 1 5");
    matrix("indefinite.mtx", "2 2 2\n1 1 1\n2 2 -1");
    #[cfg(unix)]
    for name in ["circle.mtx", "circle.toml"] {
        std::os::unix::fs::symlink(name, path(name)).unwrap();
    }
    fs::write(path("negative.toml"), kepler.replace("softening = 0.0", "softening = -0.5"))
        .unwrap();
    folder
}

/// Arguments after `render`, and what the message must contain: the cause and the remedy.
const BAD_RENDERS: &[(&[&str], &[&str])] = &[
    // The number of bodies.
    (&["shell", "--out", "o.png", "--count", "0"], &["count is 0", "1 or more"]),
    (&["shell", "--out", "o.png", "--count", "-5"], &["--count", "`-5`", "such as 16384"]),
    (&["shell", "--out", "o.png", "--count", "many"], &["--count", "`many`"]),
    (
        &["shell", "--out", "new/o.png", "--count", "60000000000"],
        &["60000000000", "at most 1073741824"],
    ),
    (
        &["shell", "--out", "new/o.png", "--count", "99999999999999999999999"],
        &["--count", "99999999999999999999999"],
    ),
    (
        &["kepler", "--out", "o.png", "--count", "3"],
        &["--count 3", "count is 3", "kepler", "set count to 2"],
    ),
    (&["three.toml", "--out", "o.png"], &["three.toml:", "count is 3", "kepler", "set count to 2"]),
    // Physics.
    (&["shell", "--out", "o.png", "--dt", "0"], &["dt", "is 0.0", "greater than 0"]),
    (&["shell", "--out", "o.png", "--dt", "-1"], &["dt", "-1", "greater than 0"]),
    (&["shell", "--out", "o.png", "--dt", "nan"], &["dt", "NaN", "finite"]),
    (
        &["shell", "--out", "o.png", "--mesh-side", "64"],
        &["--mesh-side is for grids", "--gravity mesh"],
    ),
    (
        &["shell", "--out", "o.png", "--gravity", "mesh", "--mesh-side", "48"],
        &["16, 32, 64, 128 or 256 nodes per side, not 48"],
    ),
    (
        &["shell", "--out", "o.png", "--mesh-near", "off"],
        &["--mesh-near is for grids", "--gravity mesh"],
    ),
    (
        &["shell", "--out", "o.png", "--gravity", "mesh", "--mesh-near", "no"],
        &["`no` is neither `on` nor `off`"],
    ),
    (&["shell", "--out", "o.png", "--period", "2"], &["--period is for grids", "--gravity mesh"]),
    (
        &["shell", "--out", "o.png", "--gravity", "mesh", "--period", "0"],
        &["a period of 0.0", "finite length above 0"],
    ),
    (&["shell", "--out", "o.png", "--dt", "inf"], &["dt", "inf", "finite"]),
    (&["shell", "--out", "o.png", "--dt", "-inf"], &["dt", "-inf", "finite"]),
    (&["shell", "--out", "o.png", "--dt", "1e-300"], &["dt", "1e-300", "single precision"]),
    (&["shell", "--out", "o.png", "--dt", "short"], &["--dt", "`short` is not a number"]),
    (&["shell", "--out", "o.png", "--dt="], &["--dt"]),
    (&["shell", "--out", "o.png", "--softening", "-0.1"], &["softening", "-0.1", "0 or more"]),
    (&["shell", "--out", "o.png", "--softening", "NaN"], &["softening", "NaN", "finite"]),
    (&["shell", "--out", "o.png", "--softening", "inf"], &["softening", "inf", "finite"]),
    (
        &["shell", "--out", "o.png", "--softening", "1e300"],
        &["softening", "1e300", "single precision"],
    ),
    (&["shell", "--out", "o.png", "--damping", "-0.5"], &["damping", "-0.5", "from 0 to 1"]),
    (&["shell", "--out", "o.png", "--damping", "nan"], &["damping", "NaN", "from 0 to 1"]),
    (&["shell", "--out", "o.png", "--damping", "-inf"], &["damping", "-inf", "from 0 to 1"]),
    (&["shell", "--out", "o.png", "--damping", "1.5"], &["damping", "1.5", "from 0 to 1"]),
    (&["shell", "--out", "o.png", "--drag", "-1"], &["drag", "-1", "per unit of time"]),
    (&["shell", "--out", "o.png", "--drag", "1", "--adaptive", "0.2"], &["drag needs fixed steps"]),
    // Units.
    (
        &["shell", "--out", "o.png", "--time", "10Myr"],
        &["--time 10Myr has a unit", "leave the unit out"],
    ),
    (
        &["shell", "--out", "o.png", "--log", "l.csv", "--log-every", "1yr"],
        &["--log-every 1yr has a unit"],
    ),
    (
        &["solar-system", "--out", "o.png", "--dt", "5pc"],
        &["--dt 5pc is a length", "has to be a time"],
    ),
    (
        &["solar-system", "--out", "o.png", "--softening", "1d"],
        &["--softening 1d is a time", "has to be a length"],
    ),
    (
        &["solar-system", "--out", "o.png", "--drag", "1yr"],
        &["--drag 1yr is a time", "a rate per time, such as 0.1/Myr"],
    ),
    (
        &["solar-system", "--out", "o.png", "--trails", "1parrot"],
        &["--trails", "`1parrot`", "10Myr"],
    ),
    (&["shell", "--out", "o.png", "--precision", "f16"], &["`f16`", "f32, f32+, f64"]),
    (&["shell", "--out", "o.png", "--adaptive", "-1"], &["accuracy", "-1", "greater than 0"]),
    (&["shell", "--out", "o.png", "--adaptive", "1e-308"], &["accuracy", "1e-308", "0.3"]),
    (&["kepler", "--out", "o.png", "--adaptive", "0.3"], &["adaptive", "softening greater than 0"]),
    (&["shell", "--out", "o.png", "--time", "-1"], &["--time", "-1", "0 or more"]),
    (&["shell", "--out", "o.png", "--time", "nan"], &["--time", "NaN", "finite"]),
    (&["shell", "--out", "o.png", "--time", "1e300"], &["1e300", "--dt", "--time"]),
    (
        &["shell", "--out", "o.png", "--dt", "5", "--time", "0.01"],
        &["0.01", "half a time step of 5.0", "--dt 0.01", "--time"],
    ),
    (
        &["shell", "--out", "o.png", "--adaptive", "0.3", "--dt", "5", "--time", "0.01"],
        &["0.01", "--dt 0.01", "--time"],
    ),
    (&["shell", "--out", "o.png", "--seed", "-1"], &["--seed", "`-1`", "from 0"]),
    (
        &["shell", "--out", "o.png", "--date", "2026-11-27"],
        &["--date", "solar-system", "leave it out", "shell"],
    ),
    (
        &["solar-system", "--out", "o.png", "--date", "2026-02-30"],
        &["--date", "`2026-02-30` is not a date"],
    ),
    (
        &["solar-system", "--out", "o.png", "--date", "2050-01-01"],
        &["'2050-01-01'", "--date", "from 1800-01-01 to 2049-12-31"],
    ),
    (
        &["solar-system", "--out", "o.png", "--date", "1799-12-31"],
        &["'1799-12-31'", "--date", "from 1800-01-01 to 2049-12-31"],
    ),
    (
        &["plummer", "--out", "o.png", "--follow", "4294967296"],
        &["`4294967296` is not the number of a body", "from 0 to 1073741823"],
    ),
    (&["plummer", "--out", "o.png", "--follow=-1"], &["`-1` is not the number of a body"]),
    (&["shell", "--out", "o.png", "--faithful"], &["faithful", "shell", "leave `faithful` out"]),
    // Names.
    (&["shel", "--out", "o.png"], &["`shel`", "did you mean `shell`"]),
    (&["", "--out", "o.png"], &["scene", "Choose from: shell, "]),
    (&["folder", "--out", "o.png"], &["folder cannot be read (it is a folder)"]),
    // Paths are not mistyped names of scenes.
    (&["folder/shell", "--out", "o.png"], &["folder/shell cannot be read", "check the path"]),
    (&["missing.png", "--out", "o.png"], &["missing.png cannot be read", "check the path"]),
    (&["missing.scene", "--out", "o.png"], &["missing.scene cannot be read", "check the path"]),
    (
        &["shell", "--out", "o.png", "--integrator", "leapfrg-kdk"],
        &["--integrator", "did you mean `leapfrog-kdk`"],
    ),
    (
        &["shell", "--out", "o.png", "--integrator", "yoshida"],
        &["--integrator", "did you mean `yoshida-6`"],
    ),
    (
        &["shell", "--out", "o.png", "--color-by", "sped"],
        &["--color-by", "did you mean `speed`", "Choose from:"],
    ),
    (
        &["shell", "--out", "o.png", "--color-map", "virids"],
        &["--color-map", "did you mean `viridis`"],
    ),
    (&["shell", "--out", "o.png", "--framez", "3"], &["--framez", "--frames"]),
    (&["shell", "--out", "o.png", "surplus"], &["there is no scene named `surplus`"]),
    (
        &["shell", "--out", "o.png", "--adapter", "nonsense"],
        &["`nonsense`", "choose by index", "0: "],
    ),
    (&["shell", "--out", "o.png", "--adapter", "99"], &["`99`", "choose by index", "0: "]),
    // Scene files.
    (&["missing.toml", "--out", "o.png"], &["missing.toml cannot be read", "check the path"]),
    (&["binary.toml", "--out", "o.png"], &["binary.toml is text in UTF-16: save it as UTF-8"]),
    (
        &["latin.toml", "--out", "o.png"],
        &["latin.toml is text in another encoding, such as Latin-1"],
    ),
    (&["picture.toml", "--out", "o.png"], &["picture.toml is a picture or video", "--again"]),
    (&["run.toml", "--out", "o.png"], &["run.toml is a saved run", ".starshell"]),
    (&["packed.toml.gz", "--out", "o.png"], &["packed.toml.gz is compressed: unpack it first"]),
    (&["empty.toml", "--out", "o.png"], &["empty.toml is empty"]),
    (&["broken.toml", "--out", "o.png"], &["broken.toml:3:", "TOML"]),
    (
        &["mistyped.toml", "--out", "o.png"],
        &["mistyped.toml:", "`sofetning`", "did you mean `softening`"],
    ),
    (&["negative.toml", "--out", "o.png"], &["negative.toml:", "softening", "-0.5", "0 or more"]),
    (&["file", "--out", "o.png"], &["file:1:"]),
    (&["deep.toml", "--out", "o.png"], &["deep.toml:3:", "not valid TOML"]),
    (&["deep-keys.toml", "--out", "o.png"], &["deep-keys.toml:3:", "not valid TOML"]),
    (&["short.toml", "--out", "o.png"], &["`target`: expected a list of 3 numbers, not 2 of them"]),
    (&["escapes.toml", "--out", "o.png"], &["escapes.toml:1:", r"`titl\u{1b}[31m`"]),
    // Sizes and numbers of pictures.
    (&["shell", "--out", "o.png", "--size", "0x64"], &["0x64", "from 1 to"]),
    (&["shell", "--out", "o.png", "--size", "64x1000000"], &["64x1000000", "from 1 to"]),
    (&["shell", "--out", "o.png", "--size", "64"], &["--size", "`64`", "such as 1280x720"]),
    (&["shell", "--out", "o.png", "--size", "-64x64"], &["--size", "`-64x64`", "such as 1280x720"]),
    (&["shell", "--out", "o.png", "--size", "99999999999x64"], &["--size", "`99999999999x64`"]),
    (&["shell", "--out", "o", "--frames", "0"], &["--frames", "`0`", "from 1"]),
    (&["shell", "--out", "o", "--frames", "-1"], &["--frames", "`-1`", "from 1"]),
    (
        &["shell", "--out", "o", "--frames", "2", "--steps-per-frame", "0"],
        &["--steps-per-frame", "`0`", "from 1"],
    ),
    (&["shell", "--out", "o.png", "--trails", "-1"], &["trails", "-1", "from 0"]),
    (
        &["shell", "--out", "o", "--frames", "2", "--steps-per-frame", "5", "--time", "1"],
        &["--steps-per-frame", "--time"],
    ),
    (&["shell", "--out", "o.png", "--sheet", "0x3"], &["0x3", "at least one column"]),
    (&["shell", "--out", "o.png", "--sheet", "4"], &["--sheet", "`4`"]),
    (&["shell", "--out", "new/o.png", "--sheet", "100000x100000"], &["100000x100000", "1 GiB"]),
    (&["shell", "--out", "o.png", "--sheet", "4294967295x4294967295"], &["4294967295", "1 GiB"]),
    (&["shell", "--out", "o.png", "--sheet", "2x2", "--frames", "3"], &["--sheet", "--frames"]),
    (&["shell", "--out", "o.png", "--size", "16385x64"], &["16385x64", "from 1 to 16384"]),
    (&["shell", "--out", "o.png", "--samples", "5"], &["--samples", "`5`", "from 1 to 4"]),
    (&["shell", "--out", "o.png", "--samples", "0"], &["--samples", "`0`", "from 1 to 4"]),
    (&["shell", "--out", "o.png", "--depth", "12"], &["--depth", "`12` is neither 8 nor 16"]),
    (&["shell", "--out", "o.exr", "--depth", "16"], &["--depth", "EXR files hold half floats"]),
    (&["shell", "--out", "o.png", "--format", "exr"], &["o.png does not end in .exr", "--format"]),
    (
        &["shell", "--out", "o", "--frames", "2", "--format", "tiff"],
        &["--format", "`tiff`", "png, exr"],
    ),
    (
        &["shell", "--out", "o.exr", "--frames", "2"],
        &["o.exr ends in .exr", "2 frames", "give --out a folder"],
    ),
    (&["shell", "--out", "o.exr", "--sheet", "2x2"], &["o.exr does not end in .png"]),
    (
        &["shell", "--out", "o.png", "--sheet", "2x2", "--transparent"],
        &["contact sheet", "--transparent"],
    ),
    (
        &["shell", "--out", "o.png", "--sheet", "2x2", "--depth", "16"],
        &["contact sheet", "--depth 16"],
    ),
    (
        &["shell", "--out", "o.png", "--caption", "at {when}"],
        &["--caption", "`{when}`", "{time}, {steps}, {scene}"],
    ),
    (&["shell", "--out", "o.png", "--credit", "{"], &["--credit", "`{`", "{time}"]),
    // Camera and look.
    (
        &["shell", "--out", "o.png", "--azimuth", "nan"],
        &["--azimuth is NaN", "from -360.0 to 360.0"],
    ),
    (
        &["shell", "--out", "o.png", "--elevation", "91"],
        &["--elevation is 91.0", "from -90.0 to 90.0"],
    ),
    (&["shell", "--out", "o.png", "--distance", "0"], &["--distance is 0.0", "from 1e-9 to"]),
    (&["shell", "--out", "o.png", "--distance", "-inf"], &["--distance is -inf", "from 1e-9 to"]),
    (&["shell", "--out", "o.png", "--roll", "1e300"], &["--roll is 1e300", "from -360.0 to 360.0"]),
    (
        &["shell", "--out", "o.png", "--target", "1,2"],
        &["--target", "`1,2`", "three numbers", "0,0,1.5"],
    ),
    (
        &["shell", "--out", "o.png", "--target", "1,2,nan"],
        &["--target is NaN", "from -1000000000.0 to"],
    ),
    (
        &["shell", "--out", "o.png", "--field-of-view", "0.5"],
        &["--field-of-view is 0.5", "from 1.0 to 170.0"],
    ),
    (
        &["shell", "--out", "o.png", "--exposure", "bright"],
        &["--exposure", "`bright` is not a number"],
    ),
    (
        &["shell", "--out", "o.png", "--exposure", "21"],
        &["--exposure is 21.0", "from -20.0 to 20.0"],
    ),
    (&["shell", "--out", "o.png", "--glow", "1.01"], &["--glow is 1.01", "from 0.0 to 1.0"]),
    // What a picture is to be like.
    (
        &["--like", "missing.png", "--out", "o.png"],
        &["missing.png cannot be read", "check the path"],
    ),
    (&["--like", "mine.toml", "--out", "o.png"], &["mine.toml has no notes", "PNG or EXR"]),
    (&["--out", "o.png", "--like"], &["--like needs a file"]),
    // Output paths.
    (&["shell"], &["--out"]),
    (&["shell", "--out", ""], &["--out"]),
    (&["shell", "--out", "o.jpg"], &["o.jpg", ".png"]),
    (&["shell", "--out", ".png"], &[".png is an extension without a name", "picture.png"]),
    (&["shell", "--out", "new.png/"], &["new.png/", "folder", "another place"]),
    (&["shell", "--out", "o.png", "--log", "new.csv/"], &["new.csv/", "folder", "another place"]),
    (
        &["mine.toml", "--out", "o.png", "--log", "./mine.toml"],
        &["--log ./mine.toml is the file that is read"],
    ),
    (
        &["shell", "--out", "new/../o.png", "--log", "o.png"],
        &["--out and --log are both", "o.png", "different name"],
    ),
    (&["shell", "--out", "o.png", "--dt", "1", "-x"], &["'-x'"]),
    (&["shell", "--out", "folder"], &["folder", ".png", "--frames"]),
    (&["shell", "--out", "folder.png"], &["folder.png", "it is a folder", "another place"]),
    (
        &["shell", "--out", "folder.png", "--sheet", "2x1"],
        &["folder.png", "it is a folder", "another place"],
    ),
    (&["shell", "--out", "file/below/o.png"], &["file is a file, not a folder", "another place"]),
    (
        &["shell", "--out", "file", "--frames", "3"],
        &["file is a file, not a folder", "another place"],
    ),
    (&["shell", "--out", "o.png", "--frames", "3"], &["o.png", "3 frames", "give --out a folder"]),
    (&["shell", "--out", "o", "--sheet", "2x1"], &["o does not end in .png"]),
    (&["shell", "--out", "new/o.png", "--log", "folder"], &["folder", "another place"]),
    (
        &["shell", "--out", "new/o.png", "--log", "file/log.csv"],
        &["file is a file", "another place"],
    ),
    (
        &["shell", "--out", "o.png", "--log", "o.png"],
        &["--out", "--log", "o.png", "a different name"],
    ),
    // Tables.
    (&["shell", "--out", "o.png", "--table", "t.csv"], &["--every"]),
    (&["shell", "--out", "o.png", "--every", "1"], &["--table"]),
    (&["shell", "--out", "o.png", "--log-every", "1"], &["--log"]),
    (
        &["shell", "--out", "o.png", "--table", "t.txt", "--every", "1"],
        &["t.txt does not end in .csv, .npy"],
    ),
    (
        &["shell", "--out", "o.png", "--table", ".csv", "--every", "1"],
        &[".csv is an extension without a name", "bodies.csv"],
    ),
    (
        &["shell", "--out", "o.png", "--table", "file/t.csv", "--every", "1"],
        &["file is a file", "another place"],
    ),
    (
        &["shell", "--out", "o.png", "--log", "t.csv", "--table", "t.csv", "--every", "1"],
        &["--log and --table are both t.csv"],
    ),
    (
        &["shell", "--out", "o.png", "--table", "t.csv", "--every", "0"],
        &["--every is 0", "a time above 0"],
    ),
    (
        &["shell", "--out", "o.png", "--table", "t.csv", "--every", "1e-9"],
        &["--every is 1e-9", "less than the time step"],
    ),
    (
        &["shell", "--out", "o.png", "--log", "l.csv", "--log-every", "0steps"],
        &["--log-every", "`0steps`", "100steps"],
    ),
    (
        &["shell", "kepler", "--out", "folder", "--table", "t.csv", "--every", "1"],
        &["--table t.csv is for a single run"],
    ),
];

/// The same for whole command lines.
const BAD_COMMANDS: &[(&[&str], &[&str])] = &[
    (&["rendr", "shell"], &["`rendr`", "scene or command", "did you mean `render`"]),
    (&["rendr", "shell", "--out", "o.png"], &["did you mean `render`"]),
    (&["rendr"], &["`rendr`", "scene or command", "did you mean `render`"]),
    (&["shell", "surplus"], &["unexpected argument 'surplus' after the scene"]),
    (
        &["--kiosk", "render", "shell", "--out", "o.png"],
        &["`--kiosk` comes before the command `render`"],
    ),
    (&["--kiosk", "render"], &["--out", "SCENE"]),
    (
        &["galaxy", "render", "shell", "--out", "o.png"],
        &["`galaxy` comes before the command `render`"],
    ),
    (&["--adapter", "99", "bench", "gravity"], &["`99`", "choose by index", "0: "]),
    (&["scenes", "--adapter", "0"], &["`scenes` uses no graphics adapter", "leave --adapter out"]),
    (&["bench", "frame", "--picture", "empty.starshell"], &["empty.starshell is empty"]),
    (&["bench", "frame", "--picture", "run.toml"], &["run.toml is a saved run"]),
    // The window: errors are reported before it opens.
    (&["none/shell"], &["none/shell cannot be read", "check the path"]),
    (&["missing.png"], &["missing.png cannot be read", "check the path"]),
    (&["shel"], &["`shel`", "did you mean `shell`", "Choose from: shell, ", ".toml"]),
    (&[""], &["the name is empty (scene or command)", "Choose from: shell, "]),
    (&["missing.toml"], &["missing.toml cannot be read", "check the path"]),
    (
        &["mistyped.toml", "--fullscreen"],
        &["mistyped.toml:", "`sofetning`", "did you mean `softening`"],
    ),
    (&["shell", "--count", "0"], &["count is 0", "1 or more"]),
    (&["kepler", "--count", "3"], &["count is 3", "kepler", "set count to 2"]),
    (&["--count", "many"], &["--count", "`many`"]),
    (&["--dt", "-1", "--projector"], &["dt", "-1", "greater than 0"]),
    (&["--color-map", "virids"], &["--color-map", "did you mean `viridis`"]),
    (&["--kiosk", "--faithful"], &["faithful", "shell", "leave `faithful` out"]),
    (&["shell", "--frames", "3"], &["--frames", "--help"]),
    (&["--kiosc"], &["--kiosc", "--kiosk"]),
    (&["render", "--out", "o.png"], &["SCENE"]),
    (&["scenes", "--all"], &["--all", "--help"]),
    (&["info", "--adapter", "99"], &["`99`", "choose by index", "0: "]),
    (&["info", "--adapter", ""], &["no adapter matches ``", "choose by index", "0: "]),
    // Digits are also in names of adapters.
    (
        &["bench", "reduce", "--count", "100", "--adapter", "15"],
        &["`15`", "choose by index", "0: "],
    ),
    (
        &["bench", "poisson", "--side", "1", "--kernel", "all"],
        &["points along a side is 1", "give 2 or more"],
    ),
    #[cfg(unix)]
    (
        &["bench", "spmv", "--matrix", "circle.mtx"],
        &["circle.mtx cannot be read", "check the path"],
    ),
    #[cfg(unix)]
    (
        &["bench", "tree", "--model", "circle.toml"],
        &["circle.toml cannot be read", "check the path"],
    ),
    (&["bench", "tree", "--regions", "0"], &["`0`", "`auto`"]),
    (&["bench", "tree", "--regions", "2", "--count", "0"], &["1 or more"]),
    (&["bench", "tree", "--regions", "2", "--count", "2^31"], &["2147483648", "at most"]),
    (&["bench", "gravity", "--count", "64,0"], &["1 or more"]),
    (
        &["bench", "gravity", "--count", "64,99999999999"],
        &["99999999999", "67108864", "set count to that or less"],
    ),
    (&["bench", "gravity", "--count", "-64"], &["--count", "`-64`"]),
    (&["bench", "gravity", "--kernel", "naiv"], &["`naiv`", "did you mean `naive`"]),
    (&["bench", "gravity", "--kernel", "all,naiv"], &["`naiv`", "did you mean `naive`"]),
    (&["bench", "gravity", "--count", "2^10,2^^4"], &["--count", "`2^^4`", "2^14"]),
    (
        &["bench", "gravity", "--kernel", "rung-0", "--count", "64,20000"],
        &["rung-0", "more than 16384", "fewer bodies", "another rung"],
    ),
    (&["bench", "gravity", "--adapter", "nonsense"], &["`nonsense`", "0: "]),
    (&["bench", "cpu", "--count", "64,0"], &["1 or more"]),
    (
        &["bench", "cpu", "--count", "64,99999999999"],
        &["99999999999", "use fewer bodies", "1048576"],
    ),
    (
        &["bench", "cpu", "--kernel", "simd,simd-thread"],
        &["`simd-thread`", "did you mean `simd-threaded`"],
    ),
    (
        &["bench", "cpu", "--count", "2^21", "--kernel", "simd"],
        &["2097152", "use fewer bodies", "kernel `tree`"],
    ),
    (
        &["bench", "cpu", "--count", "2^29", "--kernel", "tree"],
        &["536870912", "too many for a tree", "268435456"],
    ),
    (&["bench", "cpu", "--kernel", "tree", "--leaf", "7"], &["leaves of 7", "8 to 64"]),
    (&["bench", "cpu", "--model", "plumer"], &["`plumer`", "did you mean `plummer`"]),
    (&["bench", "cpu", "--adapter", "0"], &["--adapter"]),
    (&["bench", "frame", "--count", "0"], &["1 or more"]),
    (&["bench", "reduce", "--count", "64,0"], &["count is 0", "1 or more"]),
    (&["bench", "reduce", "--count", "2^^4"], &["--count", "`2^^4`", "2^20"]),
    (
        &["bench", "reduce", "--count", "64,2^40", "--kernel", "all"],
        &["1099511627776 elements", "fewer bodies or elements"],
    ),
    (&["bench", "reduce", "--kernel", "first-ad"], &["`first-ad`", "did you mean `first-add`"]),
    (&["bench", "reduce", "--type", "f64"], &["--type", "`f64`", "u32, f32"]),
    (&["bench", "reduce", "--adapter", "nonsense"], &["`nonsense`", "0: "]),
    (&["bench", "scan", "--count", "0", "--portable"], &["count is 0", "1 or more"]),
    (&["bench", "scan", "--kernel", "lookback"], &["`lookback`", "did you mean `look-back`"]),
    (&["bench", "scan", "--kernel", "auto", "--portable"], &["--kernel", "--portable"]),
    (
        &["bench", "scan", "--count", "64,2^22,2^23", "--kernel", "serial"],
        &["serial", "more than 4194304", "fewer elements", "auto"],
    ),
    (
        &["bench", "scan", "--tuning", "QUADS:8"],
        &["--tuning", "`QUADS:8`", "WORKGROUP=128,QUADS=8"],
    ),
    (&["bench", "reduce", "--tuning", "QUADS=1000000"], &["QUADS=1000000", "from 1 to 32"]),
    (
        &["bench", "reduce", "--tuning", "QUADS=2", "--tuning", "X=1"],
        &["no constant X", "WORKGROUP, QUADS"],
    ),
    (
        &["bench", "scan", "--tuning", "WORKGROUP=65536"],
        &["WORKGROUP=65536", "give a value from 1 to"],
    ),
    (&["bench", "scan", "--tuning", "WORKGROUP=0"], &["WORKGROUP=0", "give a value from 1 to"]),
    (&["bench", "sort", "--tuning", "WORKGROUP=100"], &["WORKGROUP=100", "not a power of two"]),
    (&["bench", "histogram", "--tuning", "QUADS=8"], &["no constant QUADS", "WORKGROUP, OWN"]),
    (
        &["bench", "monte-carlo", "--count", "256", "--options", "2^30"],
        &["1073741824 options", "price fewer"],
    ),
    (
        &["bench", "monte-carlo", "--options", "2^30", "--kernel", "cpu-serial"],
        &["1073741824 options", "price fewer"],
    ),
    (&["bench", "solve", "--count", "256", "--tolerance", "0"], &["a tolerance of 0.0", "or more"]),
    (
        &["bench", "solve", "--count", "256", "--tolerance", "1e-16"],
        &["a tolerance of 1e-16", "or more"],
    ),
    (&["bench", "solve", "--matrix", "wide.mtx"], &["1 equations in 2 unknowns", "square matrix"]),
    (&["bench", "solve", "--matrix", "rows.mtx"], &["rows.mtx", "1073741824 rows"]),
    (&["bench", "spmv", "--matrix", "columns.mtx"], &["columns.mtx", "2147483647 columns"]),
    (&["bench", "spmv", "--matrix", "large.mtx"], &["row 1", "too large for f32", "f64"]),
    (
        &["bench", "spmv", "--matrix", "zero-based.mtx"],
        &["zero-based.mtx", "line 3", "count both from 1"],
    ),
    (&["bench", "spmv", "--matrix", "folder"], &["folder", "it is a folder"]),
    (&["bench", "solve", "--matrix", "indefinite.mtx"], &["in row 2 is not positive"]),
    (&["bench", "histogram", "--bins", "0"], &["--bins", "`0`", "1 to"]),
    (
        &["bench", "sort", "--type", "u64", "--kernel", "cpu-serial"],
        &["cpu-serial", "keys of 32 bits only", "auto"],
    ),
    (&["bench", "sort", "--count", "0"], &["count is 0", "1 or more"]),
    (&["bench", "sort", "--kernel", "sweep"], &["`sweep`", "did you mean `sweep-"]),
    (
        &["bench", "sort", "--data", "random,reverse"],
        &["--data", "`reverse`", "did you mean `reversed`"],
    ),
    (
        &["bench", "sort", "--count", "64,4096", "--kernel", "one-block"],
        &["one-block", "there are 4096", "fewer keys", "auto"],
    ),
    (
        &["bench", "frame", "--picture", "plumer", "--count", "64"],
        &["plumer", "did you mean `plummer`"],
    ),
    (
        &["bench", "frame", "--picture", "plummer", "--spots", "quad"],
        &["`quad`", "did you mean `quads`"],
    ),
    (&["bench", "frame", "--count", "64", "--size", "0x64"], &["0x64", "from 1 to"]),
];

/// Each command line is rejected with exit code 2 and one sentence that contains all of `words`,
/// and leaves nothing behind.
#[track_caller]
pub fn assert_refused(folder: &Path, arguments: &[&str], words: &[&str]) -> Duration {
    let before = everything(folder);
    let Run { code, out, err, took } = starshell(folder, arguments);
    assert_eq!((code, out.as_str()), (Some(2), ""), "{arguments:?}: {err}");
    assert!(
        err.starts_with("error: ") && err.ends_with('\n') && err.lines().count() == 1,
        "{arguments:?}: {err:?}"
    );
    for word in words {
        assert!(err.contains(word), "{arguments:?}: `{word}` is not in: {err}");
    }
    assert!(
        !err.contains("'-- ") && !err.trim_end().contains(char::is_control),
        "{arguments:?}: {err:?}"
    );
    // The system's error is told in words alone.
    assert!(!err.contains("os error") && err.len() < 600, "{arguments:?}: {err}");
    assert_eq!(everything(folder), before, "{arguments:?} left files behind");
    took
}

#[test]
fn bad_input_is_refused_in_one_sentence_and_leaves_nothing_behind() {
    let folder = obstacles();
    for (arguments, words) in BAD_RENDERS {
        assert_refused(folder.path(), &[&["render"], *arguments].concat(), words);
    }
    for (arguments, words) in BAD_COMMANDS {
        assert_refused(folder.path(), arguments, words);
    }
}

#[test]
fn long_texts_are_not_repeated_whole() {
    let folder = tempdir().unwrap();
    let long = "Z".repeat(100_000);
    fs::write(folder.path().join("key.toml"), format!("title = \"x\"\n{long} = 1\n")).unwrap();
    fs::write(folder.path().join("value.toml"), format!("title = \"x\"\nduration = \"{long}\"\n"))
        .unwrap();
    fs::write(folder.path().join("syntax.toml"), format!("title = {long}\n")).unwrap();
    let options = [
        "--count",
        "--dt",
        "--size",
        "--integrator",
        "--date",
        "--follow",
        "--adapter",
        "--members",
    ];
    let with_option =
        |option: &'static str| vec!["render", "plummer", "--out", "o.png", option, &long];
    let commands = options.map(with_option).into_iter().chain([
        vec![long.as_str()],
        vec!["render", &long, "--out", "o.png"],
        vec!["render", "plummer", "--out", "o.png", &long],
        vec!["lab", &long],
        vec!["lesson", &long],
        vec!["render", "key.toml", "--out", "o.png"],
        vec!["render", "value.toml", "--out", "o.png"],
        vec!["render", "syntax.toml", "--out", "o.png"],
    ]);
    for arguments in commands {
        let Run { code, err, .. } = starshell(folder.path(), &arguments);
        let name: Vec<_> =
            arguments.iter().map(|word| word.chars().take(20).collect::<String>()).collect();
        assert_eq!((code, err.lines().count()), (Some(2), 1), "{name:?}: {err}");
        assert!(err.len() < 2500 && !err.contains(&"Z".repeat(500)), "{name:?}: {err}");
    }
}

#[test]
fn environment_variables_are_checked_before_the_work() {
    let folder = obstacles();
    let before = everything(folder.path());
    for (name, value, arguments, words) in [
        ("WGPU_BACKEND", "garbage", &["info"][..], &["WGPU_BACKEND", "`garbage`", "vulkan"][..]),
        ("WGPU_BACKEND", "vulkan,", &["bench", "gravity"], &["WGPU_BACKEND", "unset it"]),
        // Findings cannot be saved there.
        ("XDG_CACHE_HOME", "file", &["tune"], &["file is a file, not a folder"]),
    ] {
        let path = folder.path().join(value);
        let value = if name == "XDG_CACHE_HOME" { path.to_str().unwrap() } else { value };
        // Otherwise Mesa would also complain about its cache.
        let Run { code, err, .. } = run(command(folder.path(), arguments)
            .env("MESA_SHADER_CACHE_DISABLE", "1")
            .env(name, value));
        assert!(code == Some(2) && err.lines().count() == 1, "{name}={value}: {err}");
        assert!(words.iter().all(|word| err.contains(word)), "{name}={value}: {err}");
    }
    assert_eq!(everything(folder.path()), before);
}

#[cfg(target_os = "linux")]
#[test]
fn pictures_that_memory_does_not_hold_are_refused() {
    // Drivers of real GPUs reserve more address space than any limit here allows, so that no
    // adapter is left there.
    let is_software = starshell::gpu::Gpu::open(None).unwrap().is_software();
    let (ends, words) =
        if is_software { (2, ["MiB of memory", "smaller pictures"]) } else { (1, ["adapter"; 2]) };
    let folder = tempdir().unwrap();
    for (limit, arguments) in [
        (2_500_000, "--sheet 4x4 --size 4096x4096 --out o.png"),
        (1_500_000, "--frames 100 --size 8192x8192 --out frames"),
    ] {
        let script = format!(
            "ulimit -v {limit}; exec {} render shell --count 100 {arguments}",
            env!("CARGO_BIN_EXE_starshell")
        );
        let Run { code, err, .. } =
            run(Command::new("sh").current_dir(folder.path()).args(["-c", &script]));
        assert_eq!((code, err.lines().count()), (Some(ends), 1), "{arguments}: {err}");
        assert!(words.iter().all(|word| err.contains(word)), "{err}");
    }
    assert_eq!(names(folder.path()), [""; 0]);
}

#[cfg(unix)]
#[test]
fn an_argument_that_is_not_text_is_refused_in_one_sentence() {
    use std::os::unix::ffi::OsStrExt;
    let folder = tempdir().unwrap();
    let word = std::ffi::OsStr::from_bytes(b"\xff");
    for arguments in [&[][..], &["render"], &["render", "shell", "--count"]] {
        let Run { code, err, .. } = run(command(folder.path(), arguments).arg(word));
        assert!(code == Some(2) && err.lines().count() == 1, "{err}");
        assert!(err.contains("not text in UTF-8"), "{err}");
    }
}

#[cfg(target_os = "linux")]
#[test]
fn a_window_without_a_display_is_refused_in_one_sentence() {
    let folder = tempdir().unwrap();
    for arguments in [
        &[][..],
        &["galaxy", "--count", "100", "--fullscreen"],
        &["--kiosk", "--projector"],
        &["--locked", "kepler"],
    ] {
        let Run { code, out, err, .. } = starshell(folder.path(), arguments);
        assert_eq!((code, out.as_str(), err.lines().count()), (Some(1), "", 1), "{err}");
        assert!(
            err.starts_with("error: no window can be opened (neither WAYLAND_DISPLAY"),
            "{err}"
        );
        assert!(
            err.contains("start it on a desktop") && err.contains("`starshell render`"),
            "{err}"
        );
    }
    assert_eq!(names(folder.path()), [""; 0]);
}

#[test]
fn a_count_past_the_adapter_is_refused_before_bodies_are_made() {
    let folder = obstacles();
    let limits = starshell::gpu::Gpu::open_with(None, |_, _| ()).unwrap().limits().clone();
    let most = limits.max_storage_buffer_binding_size.min(limits.max_buffer_size) / 16;
    let count = (most + 1).to_string();
    let words = if most < starshell::physics::initial::MAX_COUNT as u64 {
        [&count, "use fewer bodies"]
    } else {
        [&count, "at most"]
    };
    let took = assert_refused(
        folder.path(),
        &["render", "shell", "--count", &count, "--out", "new/folder", "--frames", "3"],
        &words,
    );
    // A tree takes more than the bodies; the sentence says how many fit.
    let count = (most - 1).to_string();
    let arguments =
        ["render", "shell", "--gravity", "tree", "--count", &count, "--out", "tree.png"];
    if most < starshell::physics::initial::MAX_COUNT as u64 {
        assert_refused(folder.path(), &arguments, &[&count, "bodies fit", "direct sum"]);
    }
    // This many bodies would take longer to generate, and gigabytes of memory.
    assert!(took.as_secs_f64() < 4.0, "it took {took:?}");
}

#[cfg(target_os = "linux")]
#[test]
fn places_of_the_system_are_neither_written_nor_replaced() {
    let folder = obstacles();
    for (arguments, word) in [
        (&["render", "shell", "--out", "/proc/o.png"][..], "/proc/o.png"),
        (&["render", "shell", "--frames", "3", "--out", "/proc/frames"], "/proc/frames"),
        (&["render", "shell", "--out", "o.png", "--log", "/dev/full"], "/dev/full"),
        (&["render", "shell", "--out", "o.png", "--log", "/dev/null"], "/dev/null"),
    ] {
        assert_refused(folder.path(), arguments, &[word, "another place"]);
    }
    let long = format!("{}.starshell", "n".repeat(300));
    let saved =
        |options: &[&'static str]| [&["render", "shell", "--out", "o.png"][..], options].concat();
    assert_refused(
        folder.path(),
        &[&saved(&["--save"])[..], &[&long]].concat(),
        &["nnn.starshell", "another place"],
    );
    let detour = saved(&["--save", "new/s.starshell", "--log", "new/../new/s.starshell"]);
    assert_refused(folder.path(), &detour, &["--log and --save are both new/s.starshell"]);
    assert!(
        Command::new("mkfifo").arg(folder.path().join("pipe.toml")).status().unwrap().success()
    );
    assert_refused(
        folder.path(),
        &["render", "pipe.toml", "--out", "o.png"],
        &["pipe.toml cannot be read", "it is a device or a pipe"],
    );
    use std::os::unix::fs::FileTypeExt;
    assert!(fs::metadata("/dev/null").unwrap().file_type().is_char_device());
}

#[test]
fn a_failed_run_keeps_finished_files_and_no_partial_ones() {
    let folder = tempdir().unwrap();
    fs::create_dir_all(folder.path().join("f/frame_000002.png")).unwrap();
    let arguments = ["shell", "--frames", "40", "--steps-per-frame", "1", "--out", "f"];
    let others = ["--log", "log.csv", "--save", "run.starshell"];
    let Run { code, out, err, .. } = render(folder.path(), &[&arguments[..], &others].concat());
    assert_eq!((code, out.as_str(), err.lines().count()), (Some(1), "", 1), "{err}");
    assert!(err.contains("frame_000002.png cannot be written (it is a folder)"), "{err}");
    assert!(err.contains("what was done by then is in log.csv, run.starshell"), "{err}");
    let left = names(folder.path());
    assert!(left.iter().all(|name| !name.contains("partial")), "{left:?}");
    Checkpoint::read(&folder.path().join("run.starshell")).unwrap();
    // Its first line, and the row of the start at least, whole.
    let log = fs::read_to_string(folder.path().join("log.csv")).unwrap();
    let columns = |line: &str| line.split(',').count();
    let head = columns(log.lines().next().unwrap());
    assert!(
        log.lines().count() > 1
            && log.ends_with('\n')
            && log.lines().all(|line| columns(line) == head),
        "{log}"
    );
    Png::read(&folder.path().join("f/frame_000000.png"));
}
