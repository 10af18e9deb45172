//! An independent program agrees: a Plummer sphere after 1,000 leapfrog steps of REBOUND 5.2.2 (`tests/rebound/make.py`).

use std::fs;
use std::path::Path;

use crate::common::gpu;
use glam::DVec3;
use starshell::physics::{Body, Integrator, Parameters, Simulation, reference::Reference};

const STEPS: u32 = 1000;

/// The bodies before and after, from REBOUND.
fn rebound() -> (Vec<Body>, Vec<Body>) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/rebound/plummer_256.csv");
    let text = fs::read_to_string(path).unwrap();
    let rows: Vec<Vec<f64>> =
        text.lines().skip(1).map(|line| line.split(',').map(|number| number.parse().unwrap()).collect()).collect();
    assert!(rows.len() == 256 && rows.iter().all(|row| row.len() == 12));
    let bodies = |first: usize| {
        let vector = |row: &[f64]| DVec3::new(row[0], row[1], row[2]);
        let body = |row: &Vec<f64>| Body {
            position: vector(&row[first..]),
            velocity: vector(&row[first + 3..]),
            mass: 1.0 / 256.0,
            component: 0,
        };
        rows.iter().map(body).collect()
    };
    (bodies(0), bodies(6))
}

/// As in REBOUND, whose leapfrog is drift-kick-drift.
fn parameters(integrator: Integrator) -> Parameters {
    Parameters::new(integrator, 1.0 / 256.0, 0.05)
}

/// Differences of final positions: the median over bodies of |x - x_REBOUND| / |x_REBOUND|, each relative to the body's own
/// distance from the centre of mass, and the largest |x - x_REBOUND| relative to the root mean square of those distances.
/// Infinite if one is NaN.
fn differences(what: &str, got: &[Body], expected: &[Body]) -> (f64, f64) {
    assert_eq!(got.len(), expected.len());
    let rms = (expected.iter().map(|body| body.position.length_squared()).sum::<f64>() / expected.len() as f64).sqrt();
    let number = |difference: f64| if difference.is_nan() { f64::INFINITY } else { difference };
    let off = got.iter().zip(expected).map(|(got, body)| (number((got.position - body.position).length()), body.position));
    let largest = off.clone().map(|(off, _)| off).fold(0.0, f64::max) / rms;
    let mut relative: Vec<f64> = off.map(|(off, position)| off / position.length()).collect();
    relative.sort_by(f64::total_cmp);
    let median = relative[relative.len() / 2];
    println!("{what}: median {median:.1e} of the distance, at most {largest:.1e} of the rms radius ({rms:.3})");
    (median, largest)
}

#[test]
fn the_reference_ends_where_rebound_ends() {
    let (start, end) = rebound();
    let mut reference = Reference::new(start, parameters(Integrator::LeapfrogDkd));
    reference.advance(u64::from(STEPS));
    // Double precision against double precision: only the order of summation differs.
    let (median, largest) = differences("f64 reference", reference.bodies(), &end);
    assert!(median < 1e-12 && largest < 1e-12, "{median:e}, {largest:e}");
}

#[test]
fn the_gpu_ends_where_rebound_ends() {
    let (start, end) = rebound();
    let mut simulation = Simulation::new(&gpu(), &start, parameters(Integrator::LeapfrogDkd)).unwrap();
    simulation.advance(STEPS).unwrap();
    let (median, largest) = differences("GPU", &simulation.bodies().download(&gpu()).unwrap(), &end);
    assert!(median < 1e-4 && largest < 1e-4, "{median:e}, {largest:e}");
    // The bodies have moved by more than the size of the system.
    let (_, moved) = differences("the start", &start, &end);
    assert!(moved > 0.5, "{moved}");
}

#[test]
fn the_other_leapfrog_ends_nearby_and_a_wrong_softening_does_not() {
    let (start, end) = rebound();
    let run = |parameters| {
        let mut reference = Reference::new(start.clone(), parameters);
        reference.advance(u64::from(STEPS));
        differences(&format!("{parameters:?}"), reference.bodies(), &end)
    };
    let (median, largest) = run(parameters(Integrator::LeapfrogKdk));
    assert!(median < 1e-3 && largest < 1e-2, "{median:e}, {largest:e}");
    // The check notices a softening that is off by a tenth.
    let (median, _) = run(Parameters { softening: 0.055, ..parameters(Integrator::LeapfrogDkd) });
    assert!(median > 1e-3, "{median:e}");
}
