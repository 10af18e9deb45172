//! Files as other programs read and write them: h5py, pynbody, yt and rebound, where Python has
//! them. `STARSHELL_PYTHON` names an interpreter, and with `STARSHELL_PEERS=1` a missing package is
//! a failure. `peers.py` compares.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use tempfile::tempdir;

use crate::common::program::*;

/// The exit code of the script if a package is missing.
const MISSING: i32 = 77;

/// Compares by a task of the script. False where Python or a package is missing.
fn agrees(folder: &Path, task: &[&str]) -> bool {
    let python = std::env::var("STARSHELL_PYTHON").unwrap_or_else(|_| "python3".to_owned());
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/program/peers.py");
    let output = Command::new(&python).arg(script).args(task).current_dir(folder).output();
    let missing = match output {
        Err(_) => format!("no {python}"),
        Ok(output) => {
            let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).trim().to_owned();
            let [out, err] = [text(&output.stdout), text(&output.stderr)];
            match output.status.code() {
                Some(0) => {
                    eprintln!("{out}");
                    return true;
                }
                Some(MISSING) => out,
                _ => panic!("{task:?}: {out}\n{err}"),
            }
        }
    };
    let is_wanted = std::env::var("STARSHELL_PEERS").is_ok_and(|wanted| wanted == "1");
    assert!(!is_wanted, "{task:?}: {missing}");
    eprintln!("skipped: {missing}");
    false
}

fn done(folder: &Path, arguments: &[&str]) -> String {
    let Run { code, err, .. } = starshell(folder, arguments);
    assert_eq!(code, Some(0), "{arguments:?}: {err}");
    err
}

/// Bodies in a cloud, in parsecs: yt needs some in all directions.
fn cloud() -> String {
    let mut text = "# units: pc km/s Msun\nx,y,z,vx,vy,vz,m\n".to_owned();
    for number in 1..=40_u32 {
        let [x, y, z] = [2.7, 1.3, 3.1].map(|step| (step * f64::from(number)).sin());
        let (u, v) = (0.1 * y, -0.1 * x);
        text += &format!("{x},{y},{z},{u},{v},0.01,{}\n", 1.0 + f64::from(number) / 7.0);
    }
    text
}

#[test]
fn others_read_what_runs_write() {
    let folder = tempdir().unwrap();
    let folder = folder.path();
    fs::write(folder.join("own.csv"), cloud()).unwrap();
    let run = ["render", "own.csv", "--time", "0.1Myr", "--size", "64x48", "--out", "o.png"];
    let files = ["--table", "snap.hdf5", "--every", "0.05Myr", "--save", "run.starshell"];
    done(folder, &[&run[..], &files[..]].concat());
    for name in ["run.npz", "run.hdf5", "run.tipsy"] {
        done(folder, &["convert", "run.starshell", name]);
    }
    for task in ["h5py_reads", "pynbody_reads", "yt_reads"] {
        // What the run wrote on the way, and what its last state was converted to.
        for file in ["snap_0002.hdf5", "run.hdf5"] {
            agrees(folder, &[task, file, "run.npz"]);
        }
    }
    agrees(folder, &["tipsy", "run.tipsy", "run.npz"]);
}

#[test]
fn comoving_snapshots_stay_what_they_are() {
    let folder = tempdir().unwrap();
    let folder = folder.path();
    if agrees(folder, &["make_comoving", "box.hdf5"]) {
        done(folder, &["convert", "box.hdf5", "own.hdf5"]);
        agrees(folder, &["comoving", "box.hdf5", "own.hdf5"]);
    }
}

#[test]
fn archives_of_rebound_have_the_same_numbers() {
    let folder = tempdir().unwrap();
    let folder = folder.path();
    if agrees(folder, &["make_archive", "run.bin"]) {
        for number in ["1", "4", "11"] {
            done(folder, &["convert", "run.bin", "one.npz", "--at", number]);
            agrees(folder, &["archive", "run.bin", number, "one.npz"]);
        }
    }
}

#[test]
fn real_snapshots_are_read_as_by_others() {
    let beside = Path::new(env!("CARGO_MANIFEST_DIR")).join("../shared/data/snapshots");
    let real = std::env::var_os("STARSHELL_SNAPSHOTS").map_or(beside, PathBuf::from);
    let Ok(real) = real.canonicalize() else {
        eprintln!("skipped: no {}", real.display());
        return;
    };
    let folder = tempdir().unwrap();
    for name in [
        "galaxy_20K.bin",
        "king_soft.bin",
        "gadget_snapshot",
        "gassphere_littleendian.dat",
        "plummer128.nemo",
        "gmc.amuse",
        "glassCube_8.hdf5",
        "ss.bin",
    ] {
        let path = real.join(name);
        let path = path.to_str().unwrap();
        // Two of them name no units.
        let units: &[&str] = match name {
            "galaxy_20K.bin" | "gassphere_littleendian.dat" => &["--units", "none"],
            _ => &[],
        };
        done(folder.path(), &[&["convert", path, "real.npz"][..], units].concat());
        agrees(folder.path(), &["real", path, "real.npz"]);
    }
}
