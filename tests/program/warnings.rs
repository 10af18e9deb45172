//! What the program warns of, and whether it helps to obey.

use std::fs;
use std::path::Path;

use crate::common::program::*;

/// Two bodies at rest, which fall towards each other and meet at t = 2.22.
const HEAD_ON: &str = "x,y,z,vx,vy,vz,m\n1,0,0,0,0,0,1\n-1,0,0,0,0,0,1\n";

/// What a picture of these bodies says on standard error.
fn told(folder: &Path, bodies: &str, options: &str) -> String {
    told_with(folder, bodies, options, 0)
}

/// The same if it ends with `code`.
fn told_with(folder: &Path, bodies: &str, options: &str, code: i32) -> String {
    fs::write(folder.join("own.csv"), bodies).unwrap();
    let words = format!("render own.csv --size 32x24 --out own.png {options}");
    let run = starshell(folder, &words.split(' ').collect::<Vec<_>>());
    assert_eq!(run.code, Some(code), "{words}: {}", run.err);
    run.err
}

/// The percentage in front of this place.
fn share(text: &str) -> f64 {
    let number = text.split(" %").next().and_then(|before| before.rsplit(' ').next()).unwrap();
    number.trim_start_matches('-').parse().unwrap()
}

#[test]
fn points_that_meet_head_on_are_told_what_helps_and_obeying_helps() {
    let folder = tempfile::tempdir().unwrap();
    let options = "--integrator pefrl --dt 0.01 --steps-per-frame 300 --softening";
    let err = told_with(folder.path(), HEAD_ON, &format!("{options} 0 --save own.starshell"), 1);
    assert!(
        err.contains("so the run stops there") && !folder.path().join("own.png").exists(),
        "{err}"
    );
    // What was saved is the last state that was right: the bodies have not met yet.
    let again = "render own.starshell --size 32x24 --steps-per-frame 1 --out then.png --table then.csv --every 1steps";
    assert_eq!(starshell(folder.path(), &again.split(' ').collect::<Vec<_>>()).code, Some(0));
    let then = fs::read_to_string(folder.path().join("then.csv")).unwrap();
    let x: Vec<f64> = then
        .lines()
        .nth(then.lines().count() - 4)
        .unwrap()
        .split(',')
        .map(|field| field.parse().unwrap())
        .collect();
    assert!(x[2].abs() > 0.05 && x[2].abs() < 1.0 && x[0] < 2.22, "{then}");
    assert!(
        err.contains("the energy has changed by")
            && err.contains("bodies come closer to each other"),
        "{err}"
    );
    assert!(
        err.contains("--softening ") && !err.contains("--dt "),
        "shorter steps make it worse: {err}"
    );
    let before = share(err.split("the energy has changed by ").last().unwrap());
    let worst = err.matches("at its worst").count();
    assert!(before > 5.0 && worst <= 1, "{err}");
    let softening = err.split("--softening ").nth(1).unwrap().split(' ').next().unwrap();
    let err = told(folder.path(), HEAD_ON, &format!("{options} {softening}"));
    assert!(!err.contains("energy"), "{err}");
}

#[test]
fn points_that_meet_head_on_end_a_run_that_divides_its_steps_by_default() {
    let folder = tempfile::tempdir().unwrap();
    let err = told_with(folder.path(), HEAD_ON, "--time 3 --save own.starshell", 1);
    assert!(err.contains("integrator ias15 in f32+: it follows so few bodies"), "{err}");
    assert!(err.contains("softening 0: none") && err.contains("collide"), "{err}");
    // Adaptive steps and trees are for other integrators.
    for options in ["--softening 0.1 --adaptive 0.1", "--gravity tree", "--gravity mesh"] {
        let err = told(folder.path(), HEAD_ON, &format!("--steps-per-frame 3 {options}"));
        assert!(err.contains("integrator pefrl in f32+"), "{options}: {err}");
    }
}

#[test]
fn moments_and_remedies_are_in_the_units_of_the_bodies() {
    let folder = tempfile::tempdir().unwrap();
    let bodies = format!("# units: AU km/s Msun\n{HEAD_ON}");
    let options = "--integrator pefrl --dt 0.01 --softening 0 --steps-per-frame 300";
    let err = told_with(folder.path(), &bodies, options, 1);
    // They meet after 2.22 units of time, of which a year has 2π.
    assert!(err.contains("at t = 0.3") && err.contains(" yr, the energy has changed by"), "{err}");
    let remedy = err.split("--softening ").nth(1).unwrap();
    let number = remedy.split(' ').next().unwrap();
    assert!(number.parse::<f64>().is_ok() && remedy.contains(" AU) lowered"), "{err}");
}

#[test]
fn a_classic_preset_runs_on_though_its_first_collapse_breaks_the_energy() {
    let folder = tempfile::tempdir().unwrap();
    let run = starshell(
        folder.path(),
        &"render classic-1 --size 32x24 --out classic.png".split(' ').collect::<Vec<_>>(),
    );
    assert_eq!(run.code, Some(0), "{}", run.err);
    assert!(
        run.err.contains("the energy has changed by")
            && !run.err.contains("so the run stops there"),
        "{}",
        run.err
    );
}

#[test]
fn bodies_that_move_together_have_not_been_thrown_out() {
    let folder = tempfile::tempdir().unwrap();
    let pair = "x,y,z,vx,vy,vz,m\n0.5,0,0,1000,0.5,0,0.5\n-0.5,0,0,1000,-0.5,0,0.5\n";
    let err = told(folder.path(), pair, "--dt 0.01 --softening 0 --steps-per-frame 500");
    assert!(!err.contains("centre of mass") && !err.contains("threw"), "{err}");
}

#[test]
fn tables_have_neither_infinities_nor_nans() {
    let folder = tempfile::tempdir().unwrap();
    let words = "render plummer --count 64 --dt 1e25 --steps-per-frame 5 --size 32x24 --out a.png --log a.csv";
    let run = starshell(folder.path(), &words.split(' ').collect::<Vec<_>>());
    assert_eq!(run.code, Some(0), "{}", run.err);
    let table = fs::read_to_string(folder.path().join("a.csv")).unwrap();
    assert!(table.contains(",,") && !table.contains("inf") && !table.contains("NaN"), "{table}");
}
