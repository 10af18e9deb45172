//! An independent program agrees: a Plummer sphere after 1,000 leapfrog steps of REBOUND 5.2.2 (`tests/rebound/make.py`), and few
//! bodies after long runs of its IAS15 (`tests/rebound/orbits.py`).

use std::collections::BTreeMap;
use std::f64::consts::{PI, TAU};
use std::fs;
use std::path::Path;
use std::process::Command;

use crate::common::gpu;
use glam::DVec3;
use starshell::name::Named;
use starshell::physics::{Body, Integrator, Parameters, Precision, Simulation, reference::Reference};

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

/// Seconds of arc per radian.
const ARC_SECONDS: f64 = 648_000.0 / PI;

/// A long run of few bodies.
struct Orbits {
    until: f64,
    before: Vec<Body>,
    after: Vec<Body>,
}

impl Orbits {
    /// All of them by name, out of a file as `orbits.py` writes it.
    fn read(path: &Path) -> BTreeMap<String, Self> {
        let mut all = BTreeMap::new();
        for line in fs::read_to_string(path).unwrap().lines().skip(1) {
            let (name, numbers) = line.split_once(',').unwrap();
            let row: Vec<f64> = numbers.split(',').map(|number| number.parse().unwrap()).collect();
            let vector = |from: usize| DVec3::from_slice(&row[from..]);
            let body = |from: usize| Body { position: vector(from), velocity: vector(from + 3), mass: row[1], component: 0 };
            let orbits = all.entry(name.to_owned()).or_insert_with(|| Self { until: row[0], before: vec![], after: vec![] });
            orbits.before.push(body(2));
            orbits.after.push(body(8));
        }
        all
    }

    fn stored() -> BTreeMap<String, Self> {
        Self::read(&Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/rebound/orbits.csv"))
    }

    /// The bodies after so many steps to the end.
    fn by(&self, integrator: Integrator, steps: u64) -> Vec<Body> {
        let mut run = Reference::new(self.before.clone(), Parameters::new(integrator, self.until / steps as f64, 0.0));
        run.advance(steps);
        run.bodies().to_vec()
    }

    /// The largest distance of a body from where REBOUND has it.
    fn off(&self, found: &[Body]) -> f64 {
        let apart = self.after.iter().zip(found).map(|(one, other)| one.position.distance(other.position));
        apart.fold(0.0, f64::max)
    }

    /// The largest angle between the two places of a body, seen from the first, in seconds of arc.
    fn angle(&self, found: &[Body]) -> f64 {
        let seen = |bodies: &[Body], body: usize| (bodies[body].position - bodies[0].position).normalize();
        // A chord: the arc cosine of a number near 1 has half of the digits.
        let angles = (1..found.len()).map(|body| seen(&self.after, body).distance(seen(found, body)));
        angles.fold(0.0, f64::max) * ARC_SECONDS
    }
}

#[test]
fn few_bodies_end_where_rebound_ends() {
    let all = Orbits::stored();
    // The largest distance, of orbits with a long axis of about 1.
    for (name, steps, most) in [
        ("kepler-0.0", 1000, 1e-10),
        ("kepler-0.5", 1000, 1e-10),
        ("kepler-0.9", 1000, 1e-8),
        ("kepler-0.99", 1000, 1e-6),
        ("figure-8", 100, 1e-9),
        ("pythagorean", 400, 1e-5),
    ] {
        let off = all[name].off(&all[name].by(Integrator::Ias15, steps));
        println!("{name}: {off:.1e}");
        assert!(off < most, "{name} ends {off:e} from where REBOUND has it");
    }
    // The two bodies of an orbit need no kicks.
    for (name, most) in [("kepler-0.0", 1e-9), ("kepler-0.5", 1e-9), ("kepler-0.9", 1e-7), ("kepler-0.99", 1e-5)] {
        let off = all[name].off(&all[name].by(Integrator::WisdomHolman, 5000));
        println!("{name}, mapped: {off:.1e}");
        assert!(off < most, "{name} ends {off:e} from where REBOUND has it");
    }
}

#[test]
fn planets_and_moon_are_where_rebound_has_them_after_a_century() {
    let all = Orbits::stored();
    for (name, integrator, step, most) in [
        ("planets", Integrator::Ias15, 1.0, 1e-3),
        ("planets", Integrator::WisdomHolman, 0.02, 1.0),
        ("moon", Integrator::Ias15, 0.1, 1e-2),
        ("moon", Integrator::WisdomHolman, 0.02, 1e-2),
    ] {
        let angle = all[name].angle(&all[name].by(integrator, (100.0 * TAU / step).round() as u64));
        println!("{name} by {}: {angle:.1e} seconds of arc", integrator.name());
        assert!(angle < most, "{name} by {}: {angle} seconds of arc", integrator.name());
    }
    // As the scene runs them, on any adapter.
    let Orbits { before, until, .. } = &all["planets"];
    let steps = (until / 0.02).round();
    let parameters = Parameters { precision: Precision::Pair, ..Parameters::new(Integrator::WisdomHolman, until / steps, 0.0) };
    let mut run = Simulation::new(&gpu(), before, parameters).unwrap();
    run.advance(steps as u32).unwrap();
    let angle = all["planets"].angle(&run.state().unwrap().bodies().collect::<Vec<_>>());
    println!("planets in f32+: {angle:.1e} seconds of arc");
    assert!(angle < 1.0, "{angle} seconds of arc");
}

#[test]
fn rebound_still_says_the_same_where_it_is_installed() {
    let found = Command::new("python3").args(["-c", "import rebound"]).output();
    if !found.is_ok_and(|output| output.status.success()) {
        return println!("There is no REBOUND here: its stored numbers are compared by the other tests.");
    }
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/rebound/orbits.py");
    let file = tempfile::NamedTempFile::new().unwrap();
    let output = Command::new("python3").arg(script).arg(file.path()).output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let (stored, again) = (Orbits::stored(), Orbits::read(file.path()));
    assert!(stored.keys().eq(again.keys()));
    for (name, orbits) in &stored {
        let off = orbits.off(&again[name].after);
        assert!(off < 1e-5, "{name}: {off:e} from the stored numbers");
    }
}
