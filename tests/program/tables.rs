//! Tables on the command line: of bodies, where what is in doubt is asked about, and what was read
//! is said; and those that runs write.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use crate::bad_input::assert_refused;
use crate::common::program::*;
use glam::DVec3;
use starshell::exchange::{self, Contents, Moment, Reading};
use starshell::physics::Body;
use starshell::scene::{Dimension, Scene};
use starshell::snapshot::Checkpoint;
use tempfile::tempdir;

const MASS_FIRST: &str = "0.5 1 0 0 0 0.5 0\n0.5 -1 0 0 0 -0.5 0\n";
const ORBIT: &str = "step,id,x,y,z,vx,vy,vz,mass\n0,0,0,0,0,0,0,0,1\n0,1,1,0,0,0,1,0,1e-6\n1,0,0,0,0,0,0,0,1\n1,1,0.9,0.3,0,0.3,0.9,0,1e-6\n";
const PLANETS: &str =
    "name,m,x,y,z,vx,vy,vz\nSun,1.989e30,0,0,0,0,0,0\nEarth,6e24,1,0,0,0,0.0172,0\n";

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
            [
                "first.txt: 2 bodies; columns m, x, y, z, vx, vy, vz; no units: G = 1",
                "first.txt: integrator ias15 in f32+: it follows so few bodies",
            ],
        ),
        (
            "orbit.csv",
            ORBIT,
            ["the column `step` has 2 different times or steps", "--at last"],
            &["--at", "last"],
            [
                "2 bodies; moment 2 of 2; columns x, y, z, vx, vy, vz, mass (left out: step, id); no units: G = 1",
                "softening",
            ],
        ),
        (
            "planets.csv",
            PLANETS,
            ["they would in \"AU AU/d kg\"", "--units none"],
            &["--units", "AU AU/d kg"],
            [
                "2 bodies; columns m, x, y, z, vx, vy, vz (left out: name); units AU AU/d kg",
                "planets.csv: integrator wisdom-holman in f32+: one body outweighs",
            ],
        ),
    ] {
        fs::write(folder.path().join(table), text).unwrap();
        let picture = [&["render", table][..], &PICTURE].concat();
        assert_refused(folder.path(), &picture, &doubt);
        let Run { code, err, .. } = starshell(folder.path(), &[&picture[..], options].concat());
        assert_eq!(code, Some(0), "{err}");
        let said: Vec<&str> = err.lines().collect();
        assert!(
            said.len() == 2 && said[0].contains(lines[0]) && said[1].contains(lines[1]),
            "{err}"
        );
        fs::remove_file(folder.path().join("o.png")).unwrap();
        fs::remove_file(folder.path().join("o.png.toml")).unwrap();
    }
    for (options, words) in [
        (
            &["render", "kepler", "--at", "last", "--out", "o.png"][..],
            &["--at is for files of bodies", "kepler"][..],
        ),
        (
            &["render", "orbit.csv", "--at", "0", "--out", "o.png"],
            &["`0` is neither `last`, `all`"],
        ),
        (&["render", "orbit.csv", "--at", "3", "--out", "o.png"], &["no moment 3", "from 1 to 2"]),
        (
            &["render", "orbit.csv", "--columns", "x,y,z", "--out", "o.png"],
            &["--columns", "missing: `vx, vy, vz, m`"],
        ),
        (
            &["render", "planets.csv", "--units", "AU kg", "--out", "o.png"],
            &["--units", "AU km/s Msun"],
        ),
    ] {
        assert_refused(folder.path(), options, words);
    }
}

#[test]
fn units_orders_and_moments_that_a_table_says_in_its_own_words_are_asked_about() {
    let folder = tempdir().unwrap();
    let pair = "x,y,z,vx,vy,vz,m\n0.5,0,0,0,0.5,0,0.5\n-0.5,0,0,0,-0.5,0,0.5\n";
    for (table, text, options, words) in [
        (
            "split.csv",
            format!("# length: pc\n# velocity: km/s\n# mass: Msun\n{pair}"),
            &[][..],
            ["line 1", "--units"],
        ),
        (
            "heavy.csv",
            pair.replace(",0.5\n", ",5e29\n"),
            &[],
            ["seems to be in kilograms", "--units \"LENGTH SPEED MASS\""],
        ),
        (
            "order.txt",
            "# mass, position, velocity\n1 0.1 0.2 0.3 0.4 0.5 0.6\n2 0.3 0.1 0.2 0.1 0.3 0.2\n"
                .to_owned(),
            &[],
            ["line 1", "--columns"],
        ),
        (
            "uneven.txt",
            "# t = 0\n1 0 0 0 0.5 0 1\n-1 0 0 0 -0.5 0 1\n# t = 1\n0.9 0 0 0 0.5 0 1\n".to_owned(),
            &[],
            ["2 blocks of 1–2", "--at"],
        ),
        (
            "plain.csv",
            pair.to_owned(),
            &["--at", "last"],
            ["no sign of a series", "leave out --at"],
        ),
    ] {
        fs::write(folder.path().join(table), text).unwrap();
        assert_refused(
            folder.path(),
            &[&["render", table][..], options, &PICTURE].concat(),
            &words,
        );
    }
    let names: String = (0..20_000).map(|column| format!(",c{column}")).collect();
    let wide = pair.lines().enumerate().map(|(line, row)| {
        if line == 0 { row.to_owned() + &names } else { row.to_owned() + &",1".repeat(20_000) }
    });
    fs::write(folder.path().join("wide.csv"), wide.collect::<Vec<_>>().join("\n")).unwrap();
    let Run { code, err, .. } =
        starshell(folder.path(), &[&["render", "wide.csv"][..], &PICTURE].concat());
    assert!(
        code == Some(0) && err.contains("c10, c11 and 19988 more") && err.len() < 1000,
        "{err}"
    );
}

#[cfg(target_os = "linux")]
#[test]
fn ten_million_wrong_lines_are_told_without_a_message_each() {
    let folder = tempdir().unwrap();
    fs::write(
        folder.path().join("short.csv"),
        format!("x,y,z,vx,vy,vz,m\n{}", "1\n".repeat(10_000_000)),
    )
    .unwrap();
    // A message per line took 3.3 GB.
    let mut command = std::process::Command::new("sh");
    let program = env!("CARGO_BIN_EXE_starshell");
    let limited = format!("ulimit -v 2000000; exec '{program}' render short.csv --out o.png");
    let Run { code, err, .. } = run(command.current_dir(folder.path()).args(["-c", &limited]));
    assert_eq!(code, Some(2), "{err}");
    assert!(err.contains("short.csv:2: the number of fields is 1 in place of 7"), "{err}");
    assert!(err.contains("9999999 further lines are wrong: 3, 4, 5, 6, 7, …"), "{err}");
}

/// Runs the program in a folder, and returns its standard error.
fn made(folder: &Path, words: &str) -> String {
    let Run { code, err, .. } = starshell(folder, &words.split(' ').collect::<Vec<_>>());
    assert_eq!(code, Some(0), "{words}: {err}");
    err
}

/// The bodies of a moment of a table, counted from 1, and how many moments there are.
fn moment(folder: &Path, table: &str, number: usize) -> (Contents, usize) {
    let reading = Reading { moment: Some(Moment::Number(number)), ..Reading::default() };
    let read = exchange::read(&folder.join(table), &reading).unwrap();
    let count = read.moments.unwrap_or(1);
    (read, count)
}

/// The rows of a table by the names of their columns.
fn rows(folder: &Path, table: &str) -> Vec<BTreeMap<String, String>> {
    let text = fs::read_to_string(folder.join(table)).unwrap();
    let mut lines = text.lines().filter(|line| !line.starts_with('#'));
    let header: Vec<String> = lines.next().unwrap().split(',').map(str::to_owned).collect();
    lines
        .map(|line| header.iter().cloned().zip(line.split(',').map(str::to_owned)).collect())
        .collect()
}

/// A column of numbers.
fn column(rows: &[BTreeMap<String, String>], name: &str) -> Vec<f64> {
    rows.iter().map(|row| row[name].parse().unwrap()).collect()
}

#[test]
fn a_table_of_bodies_is_the_run_at_each_of_its_moments_and_is_read_back() {
    let folder = tempdir().unwrap();
    let folder = folder.path();
    let run = "render plummer --count 40 --size 32x24 --precision f64";
    made(
        folder,
        &format!("{run} --time 0.5 --table t.csv --every 0.2 --save end.starshell --out a.png"),
    );
    // In a video, whose frames are at other times; and as numbers of NumPy.
    made(
        folder,
        "record plummer --count 40 --precision f64 --size 32x24 --fps 10 --speed 1.5 --duration 0.4s --table v.csv --every 0.2 --out v.gif",
    );
    made(folder, &format!("{run} --time 0.5 --table t.npy --every 20steps --out b.png"));
    let times: Vec<f64> = column(&rows(folder, "t.csv"), "time").into_iter().step_by(40).collect();
    assert_eq!(times, [0.0, 0.2, 0.4]);
    let start = Scene { count: 40, ..Scene::load("plummer").unwrap() }.bodies().unwrap();
    let (first, count) = moment(folder, "t.csv", 1);
    assert!(count == 3 && first.doubts.is_empty() && first.state.bodies().eq(start), "bit for bit");
    assert_eq!(moment(folder, "v.csv", 3).0.state.len(), 40);
    // The last moment leads to where the run went.
    let on = made(
        folder,
        "render t.csv --at last --precision f64 --integrator leapfrog-kdk --softening 0.02 --dt 0.01 --size 32x24 --time 0.1 --save on.starshell --out c.png",
    );
    assert!(on.contains("40 bodies; moment 3 of 3") && on.contains("no units: G = 1"), "{on}");
    let end = |name: &str| {
        Checkpoint::read(&folder.join(name)).unwrap().snapshot.state.bodies().collect::<Vec<_>>()
    };
    let [whole, parts] = ["end.starshell", "on.starshell"].map(end);
    let off = whole
        .iter()
        .zip(&parts)
        .map(|(one, other)| one.position.distance(other.position))
        .fold(0.0, f64::max);
    assert!(off < 1e-12, "{off:e}");
    // 320 bytes, then time, number and seven numbers of each body of each moment.
    let bytes = fs::read(folder.join("t.npy")).unwrap();
    assert!(
        String::from_utf8_lossy(&bytes[..320]).contains("'shape': (3, 40)")
            && bytes.len() == 320 + 3 * 40 * 72
    );
    let x = |row: usize| f64::from_le_bytes(bytes[320 + row * 72 + 16..][..8].try_into().unwrap());
    let (second, _) = moment(folder, "t.csv", 2);
    assert!((0..40).all(|body| x(40 + body) == second.state.position(body).x));
    // Nobody else's file is replaced, and what a run wrote is.
    made(folder, &format!("{run} --time 0.1 --table t.csv --every 0.1 --out a.png"));
    assert_eq!(moment(folder, "t.csv", 2).1, 2);
}

#[test]
fn tables_are_in_the_units_of_the_scene_and_so_are_flags() {
    let folder = tempdir().unwrap();
    let folder = folder.path();
    let scene = Scene::load("solar-system").unwrap();
    let year = scene.units.unwrap().factor(Dimension::Time);
    made(
        folder,
        "render solar-system --size 32x24 --time 0.5yr --dt 1d --table t.csv --every 0.25yr --log l.csv --log-every 30d --save s.starshell --out a.png",
    );
    let saved = Checkpoint::read(&folder.join("s.starshell")).unwrap();
    assert!(
        (saved.scene.physics.time_step * year * 365.25 - 1.0).abs() < 1e-12,
        "{}",
        saved.scene.physics.time_step
    );
    assert!((saved.snapshot.time * year - 0.5).abs() < 0.6 / 365.25, "{}", saved.snapshot.time);
    let times: Vec<f64> =
        column(&rows(folder, "t.csv"), "time [yr]").into_iter().step_by(scene.count).collect();
    assert!(
        times.len() == 3
            && times
                .iter()
                .zip([0.0, 0.25, 0.5])
                .all(|(time, due)| (time - due).abs() < 0.6 / 365.25),
        "{times:?}"
    );
    let (first, _) = moment(folder, "t.csv", 1);
    assert_eq!(first.measures.as_ref().map(ToString::to_string).as_deref(), Some("AU km/s Msun"));
    let earth = first.state.body(3);
    assert!((0.9..1.1).contains(&(earth.position - first.state.position(0)).length()), "{earth:?}");
    assert!((28.0..32.0).contains(&earth.velocity.length()), "in km/s: {earth:?}");
    let log = rows(folder, "l.csv");
    let spaced = column(&log, "time [yr]")
        .windows(2)
        .all(|two| ((two[1] - two[0]) * 365.25 - 30.0).abs() < 1e-6);
    assert!(spaced && log.len() == 7, "{log:?}");
    assert!(
        log[0]["kinetic [Msun (km/s)^2]"].parse::<f64>().unwrap() > 0.0
            && log[0].contains_key("lagrangian_radius_50 [AU]")
    );
    let told = made(
        folder,
        "render solar-system --size 32x24 --time 10d --table t.npy --every 5d --out a.png",
    );
    assert_eq!(told, "note: the numbers in t.npy are in yr, AU, km/s and Msun\n");
}

#[test]
fn bodies_computed_in_a_moving_frame_are_written_where_the_file_has_them() {
    let folder = tempdir().unwrap();
    let folder = folder.path();
    let body = |x: f64, v: f64| format!("{},{},0,{},{},0,0.5\n", 1e6 + x, 2e6, 300.0, v);
    fs::write(
        folder.join("far.csv"),
        format!("x,y,z,vx,vy,vz,m\n{}{}", body(0.5, 0.5), body(-0.5, -0.5)),
    )
    .unwrap();
    made(
        folder,
        "render far.csv --size 32x24 --dt 0.01 --time 3 --table t.csv --every 1 --save s.starshell --out a.png",
    );
    let center = |table: &str, number: usize| {
        let state = moment(folder, table, number).0.state;
        let mean = |of: fn(&Body) -> DVec3| (of(&state.body(0)) + of(&state.body(1))) / 2.0;
        [mean(|body| body.position), mean(|body| body.velocity)]
    };
    for (number, time) in [(1, 0.0), (2, 1.0), (4, 3.0)] {
        let [position, velocity] = center("t.csv", number);
        let expected = DVec3::new(1e6 + 300.0 * time, 2e6, 0.0);
        assert!(
            position.distance(expected) < 1e-5 && velocity.distance(DVec3::X * 300.0) < 1e-5,
            "{position} {velocity}"
        );
    }
    // Back to the start, in the coordinates of the file, too.
    made(
        folder,
        "render s.starshell --size 32x24 --reverse --time 6 --table r.csv --every 3 --out b.png",
    );
    let [position, velocity] = center("r.csv", 2);
    assert!(
        position.distance(DVec3::new(1e6, 2e6, 0.0)) < 1e-4
            && velocity.distance(DVec3::X * -300.0) < 1e-4,
        "{position} {velocity}"
    );
}

#[test]
fn rows_of_a_log_are_as_far_apart_as_asked_and_tell_the_largest_error_between_them() {
    let folder = tempdir().unwrap();
    let folder = folder.path();
    // An orbit of eccentricity 0.9 has its errors in a small part of its period of 2 pi, which rows
    // at its multiples never see.
    fs::write(
        folder.join("orbit.csv"),
        "x,y,z,vx,vy,vz,m\n0.95,0,0,0,0.11470787,0,0.5\n-0.95,0,0,0,-0.11470787,0,0.5\n",
    )
    .unwrap();
    let run = "render orbit.csv --size 32x24 --integrator leapfrog-kdk --precision f64 --dt 0.0031415926535";
    made(folder, &format!("{run} --time 12.6 --log l.csv --log-every 6.283185307 --out a.png"));
    let log = rows(folder, "l.csv");
    assert_eq!(column(&log, "steps"), [0.0, 2000.0, 4000.0]);
    // So few bodies are measured after every step.
    assert_eq!(column(&log, "measurements"), [1.0, 2000.0, 2000.0]);
    let errors = ["energy_drift", "energy_drift_max"]
        .map(|name| column(&log, name).iter().map(|error| error.abs()).fold(0.0, f64::max));
    assert!(errors[1] > 3.0 * errors[0], "{errors:?}");
    // Rows by steps. With more bodies, every fourth step is measured on average.
    let many = "render plummer --count 300 --size 32x24";
    made(folder, &format!("{many} --time 0.32 --log s.csv --log-every 8steps --out a.png"));
    let log = rows(folder, "s.csv");
    assert_eq!(column(&log, "steps"), [0.0, 8.0, 16.0, 24.0, 32.0]);
    let measured = column(&log, "measurements");
    assert!(measured[1..].iter().all(|count| (2.0..=4.0).contains(count)), "{measured:?}");
    for adaptive in ["--adaptive 0.2", "--integrator hermite-4"] {
        made(
            folder,
            &format!(
                "render plummer --count 64 --size 32x24 {adaptive} --time 1 --log a.csv --log-every 0.25 --out a.png"
            ),
        );
        let times = column(&rows(folder, "a.csv"), "time");
        assert!(
            times.len() == 5
                && times
                    .iter()
                    .enumerate()
                    .all(|(row, time)| (time - 0.25 * row as f64).abs() < 0.006),
            "{times:?}"
        );
    }
}

#[test]
fn a_saved_run_goes_on_with_the_error_since_its_start() {
    let folder = tempdir().unwrap();
    let folder = folder.path();
    let run = |begin: &str, rest: &str| {
        made(folder, &format!("render {begin} --size 32x24 --log-every 0.25 {rest}"))
    };
    run("plummer --count 64", "--time 1 --log whole.csv --out a.png");
    run("plummer --count 64", "--time 0.5 --log first.csv --save run.starshell --out a.png");
    made(
        folder,
        "render plummer --count 64 --size 32x24 --time 0.5 --save unlogged.starshell --out a.png",
    );
    let errors = |table: &str| column(&rows(folder, table), "energy_drift");
    let whole = errors("whole.csv");
    for saved in ["run.starshell", "unlogged.starshell"] {
        run(saved, "--time 0.75 --log second.csv --save run.starshell --out a.png");
        assert!(
            errors("second.csv") == whole[2..4] && whole[2] != 0.0,
            "{:?} {whole:?}",
            errors("second.csv")
        );
    }
    run("run.starshell", "--time 1 --log third.csv --out a.png");
    assert_eq!(errors("third.csv"), whole[3..5]);
    // With another softening, the energy is another one.
    run("run.starshell", "--softening 0.1 --time 1 --log other.csv --out a.png");
    assert_eq!(errors("other.csv")[0], 0.0);
}

#[test]
fn a_reversed_run_goes_back_and_is_made_again() {
    let folder = tempdir().unwrap();
    let folder = folder.path();
    let plummer = "render plummer --count 40 --precision f64 --size 32x24";
    made(
        folder,
        &format!(
            "{plummer} --time 0.5 --table there.csv --every 0.5 --save half.starshell --out a.png"
        ),
    );
    made(
        folder,
        "render half.starshell --size 32x24 --reverse --time 1 --table back.csv --every 0.5 --out b.png",
    );
    let ends = |table, number| moment(folder, table, number).0.state.bodies().collect::<Vec<_>>();
    let off = ends("there.csv", 1)
        .into_iter()
        .zip(ends("back.csv", 2))
        .map(|(one, other)| one.position.distance(other.position));
    assert!(off.fold(0.0, f64::max) < 1e-10, "back at the start");
    made(folder, &format!("{plummer} --reverse --time 0.5 --out reversed.png"));
    made(folder, &format!("{plummer} --time 0.5 --out plain.png"));
    made(folder, "render --again reversed.png");
    let pixels = |name: &str| Png::read(&folder.join(name)).pixels;
    assert!(
        pixels("reversed-again.png") == pixels("reversed.png")
            && pixels("plain.png") != pixels("reversed.png")
    );
}
