//! Tables of bodies on the command line: what is in doubt is asked about, and what was read is said.

use std::fs;

use crate::bad_input::assert_refused;
use crate::common::program::*;
use tempfile::tempdir;

const MASS_FIRST: &str = "0.5 1 0 0 0 0.5 0\n0.5 -1 0 0 0 -0.5 0\n";
const ORBIT: &str =
    "step,id,x,y,z,vx,vy,vz,mass\n0,0,0,0,0,0,0,0,1\n0,1,1,0,0,0,1,0,1e-6\n1,0,0,0,0,0,0,0,1\n1,1,0.9,0.3,0,0.3,0.9,0,1e-6\n";
const PLANETS: &str = "name,m,x,y,z,vx,vy,vz\nSun,1.989e30,0,0,0,0,0,0\nEarth,6e24,1,0,0,0,0.0172,0\n";

/// A picture of a table.
const PICTURE: [&str; 6] = ["--size", "64x48", "--steps-per-frame", "1", "--out", "o.png"];

#[test]
fn what_is_in_doubt_is_refused_with_the_flag_that_decides_and_what_was_read_is_said() {
    let folder = tempdir().unwrap();
    for (table, text, doubt, options, lines) in [
        (
            "first.txt",
            MASS_FIRST,
            ["usually the mass, is 0 in every line", "--columns m,x,y,z,vx,vy,vz"],
            &["--columns", "m,x,y,z,vx,vy,vz"][..],
            ["first.txt: 2 bodies; columns m, x, y, z, vx, vy, vz; no units: G = 1", "first.txt: softening 0: none"],
        ),
        (
            "orbit.csv",
            ORBIT,
            ["the column `step` has 2 different times or steps", "--at last"],
            &["--at", "last"],
            ["2 bodies; moment 2 of 2; columns x, y, z, vx, vy, vz, mass (left out: step, id); no units: G = 1", "softening"],
        ),
        (
            "planets.csv",
            PLANETS,
            ["they would in \"AU AU/d kg\"", "--units none"],
            &["--units", "AU AU/d kg"],
            ["2 bodies; columns m, x, y, z, vx, vy, vz (left out: name); units AU AU/d kg", "planets.csv: softening 0 AU: none"],
        ),
    ] {
        fs::write(folder.path().join(table), text).unwrap();
        let picture = [&["render", table][..], &PICTURE].concat();
        assert_refused(folder.path(), &picture, &doubt);
        let Run { code, err, .. } = starshell(folder.path(), &[&picture[..], options].concat());
        assert_eq!(code, Some(0), "{err}");
        let said: Vec<&str> = err.lines().collect();
        assert!(said.len() == 2 && said[0].contains(lines[0]) && said[1].contains(lines[1]), "{err}");
        fs::remove_file(folder.path().join("o.png")).unwrap();
        fs::remove_file(folder.path().join("o.png.toml")).unwrap();
    }
    for (options, words) in [
        (&["render", "kepler", "--at", "last", "--out", "o.png"][..], &["--at is for tables of bodies", "kepler"][..]),
        (&["render", "orbit.csv", "--at", "0", "--out", "o.png"], &["`0` is neither `last`, `all`"]),
        (&["render", "orbit.csv", "--at", "3", "--out", "o.png"], &["no moment 3", "from 1 to 2"]),
        (&["render", "orbit.csv", "--columns", "x,y,z", "--out", "o.png"], &["--columns", "missing: `vx, vy, vz, m`"]),
        (&["render", "planets.csv", "--units", "AU kg", "--out", "o.png"], &["--units", "AU km/s Msun"]),
    ] {
        assert_refused(folder.path(), options, words);
    }
}

#[cfg(target_os = "linux")]
#[test]
fn ten_million_wrong_lines_are_told_without_a_message_each() {
    let folder = tempdir().unwrap();
    fs::write(folder.path().join("short.csv"), format!("x,y,z,vx,vy,vz,m\n{}", "1\n".repeat(10_000_000))).unwrap();
    // A message per line took 3.3 GB.
    let mut command = std::process::Command::new("sh");
    let program = env!("CARGO_BIN_EXE_starshell");
    let limited = format!("ulimit -v 2000000; exec '{program}' render short.csv --out o.png");
    let Run { code, err, .. } = run(command.current_dir(folder.path()).args(["-c", &limited]));
    assert_eq!(code, Some(2), "{err}");
    assert!(err.contains("short.csv:2: the number of fields is 1 in place of 7"), "{err}");
    assert!(err.contains("9999999 further lines are wrong: 3, 4, 5, 6, 7, …"), "{err}");
}
