//! Tables of bodies, from a user's point of view.

use std::collections::BTreeMap;
use std::fmt::Write;
use std::fs;
use std::path::Path;

use glam::DVec3;
use starshell::physics::initial::InitialState;
use tempfile::tempdir;

use crate::common::program::*;

/// A table of a small cluster whose coordinates single precision holds, moved by `far`.
fn table(far: DVec3) -> String {
    let mut text = "x,y,z,vx,vy,vz,m\n".to_owned();
    for body in InitialState::named("plummer").unwrap().bodies(257, 1).unwrap() {
        let exact = |vector: DVec3| (vector * 1048576.0).round() / 1048576.0;
        let ([x, y, z], [u, v, w]) = (
            (exact(body.position.clamp_length_max(8.0)) + far).to_array(),
            exact(body.velocity).to_array(),
        );
        let _ = writeln!(text, "{x},{y},{z},{u},{v},{w},{}", body.mass);
    }
    text
}

/// Renders two frames, and returns the rows of the log and the last frame.
fn logged(folder: &Path, name: &str, arguments: &[&str]) -> (Vec<BTreeMap<String, f64>>, Vec<u8>) {
    let log = format!("{name}.log.csv");
    let common =
        ["--size", "32x24", "--frames", "2", "--time", "0.5", "--out", name, "--log", &log];
    let run = starshell(folder, &[&["render"], arguments, &common[..]].concat());
    assert_eq!(run.code, Some(0), "{}", run.err);
    assert!(!run.err.contains("warning"), "{}", run.err);
    let text = fs::read_to_string(folder.join(&log)).unwrap();
    let (header, rows) = text.split_once('\n').unwrap();
    let row = |line: &str| {
        let cells = line.split(',').map(|cell| cell.parse().unwrap());
        header.split(',').map(str::to_owned).zip(cells).collect()
    };
    let picture = Png::read(&folder.join(name).join("frame_000001.png"));
    (rows.lines().map(row).collect(), picture.pixels)
}

#[test]
fn bodies_far_from_the_origin_move_as_at_the_origin_and_are_told_in_their_own_coordinates() {
    let folder = tempdir().unwrap();
    let far = [1e5, -1e6, 0.0];
    fs::write(folder.path().join("near.csv"), table(DVec3::ZERO)).unwrap();
    fs::write(folder.path().join("far.csv"), table(DVec3::from_array(far))).unwrap();
    let target = ["--target", "100000,-999999,0", "--save", "far.starshell"];
    let (near, expected) = logged(folder.path(), "here", &["near.csv", "--target", "0,1,0"]);
    let (moved, picture) = logged(folder.path(), "there", &[&["far.csv"], &target[..]].concat());
    assert!(picture == expected, "the same picture");
    for (here, there) in near.iter().zip(&moved) {
        for (column, value) in here {
            let axis =
                ["x", "y", "z"].iter().position(|axis| *column == format!("center_of_mass_{axis}"));
            let expected = value + axis.map_or(0.0, |axis| far[axis]);
            assert!(
                (there[column] - expected).abs() <= 1e-9 * expected.abs(),
                "{column}: {} {expected}",
                there[column]
            );
        }
    }
    assert!(
        near.len() == moved.len() && near.last().unwrap()["energy_drift"].abs() < 1e-4,
        "{near:?}"
    );
    let run = starshell(
        folder.path(),
        &["render", "far.starshell", "--size", "32x24", "--out", "o.png", "--log", "o.csv"],
    );
    assert_eq!(run.code, Some(0), "{}", run.err);
    let text = fs::read_to_string(folder.path().join("o.csv")).unwrap();
    let place = text
        .lines()
        .next()
        .unwrap()
        .split(',')
        .position(|column| column == "center_of_mass_y")
        .unwrap();
    let center: f64 = text.lines().last().unwrap().split(',').nth(place).unwrap().parse().unwrap();
    let expected = moved.last().unwrap()["center_of_mass_y"];
    assert!((center - expected).abs() < 1e-4, "a saved run keeps the frame: {center}, {expected}");
}
