//! Compares runs in regions with direct sums, straight motion and sums by the host. The real kernels
//! pass; deliberately wrong ones must not.

use glam::DVec3;
use starshell::gpu::Gpu;
use starshell::lab::TreeModel;
use starshell::physics::{
    Body, Gravity, Integrator, Multipoles, Opening, Parameters, Regions, Simulation, TreeSettings,
    reference,
};

use super::tree::{awkward, direct, rounded, run};
use super::{Random, cluster, cube};

/// A leapfrog by a tree.
pub fn parameters(settings: TreeSettings, time_step: f64, softening: f64) -> Parameters {
    Parameters {
        gravity: Gravity::Tree(settings),
        ..Parameters::new(Integrator::LeapfrogKdk, time_step, softening)
    }
}

/// A tree all of whose cells open.
pub fn exact() -> TreeSettings {
    TreeSettings { leaf: 8, ..TreeSettings::with_accuracy(0.0) }
}

/// Everything that the kernels of regions must do, most telling first.
///
/// # Errors
/// A sentence about the first mismatch.
pub fn compare_regions(gpu: &Gpu) -> Result<(), String> {
    compare_sums(gpu, "a cube", &cube(900), 0.05, 3)?;
    compare_motion(gpu)?;
    compare_places(gpu)?;
    compare_steps(gpu, Integrator::LeapfrogKdk)?;
    compare_errors(gpu)?;
    for (number, (name, bodies, softening)) in awkward().into_iter().enumerate() {
        compare_sums(gpu, name, &bodies, softening, [2, 3, 8][number % 3])?;
    }
    compare_openings(gpu)
}

/// Whether accelerations and the potential energy are those of direct sums.
pub fn compare_sums(
    gpu: &Gpu,
    name: &str,
    bodies: &[Body],
    softening: f64,
    number: usize,
) -> Result<(), String> {
    let is_finite = |body: &Body| body.position.is_finite();
    let lost = bodies.iter().filter(|body| !is_finite(body)).count();
    let given: Vec<Body> = bodies.iter().copied().filter(is_finite).collect();
    let mut regions =
        Regions::new(gpu, &given, parameters(exact(), 1e-3, softening), number).unwrap();
    let (expected, potentials) = direct(&given, softening);
    // By the angle, by the accuracy, and from other regions.
    for round in ["at first", "again", "cut anew"] {
        regions.forget_forces();
        regions.forces().unwrap();
        let found = regions.accelerations().unwrap();
        let scale = expected.iter().map(|a| a.length()).fold(1e-12, f64::max);
        let off = found.iter().zip(&expected).map(|(found, expected)| found.distance(*expected));
        let off = off.map(|off| if off.is_nan() { f64::INFINITY } else { off / scale });
        let off = off.fold(0.0, f64::max);
        if off > 5e-6 {
            return Err(format!("{name} in {number} regions, {round}: off by {off:e}"));
        }
        regions.cut().unwrap();
        let count: u32 = regions.counts().iter().sum();
        if count as usize != given.len() {
            return Err(format!("{name}: {count} of {} bodies", given.len()));
        }
    }
    let accelerations = regions.accelerations().unwrap();
    let found = regions.measure().unwrap();
    if regions.accelerations().unwrap() != accelerations {
        return Err(format!("{name}: a measurement changes the accelerations"));
    }
    let expected = reference::diagnostics(&given, softening);
    let potential: f64 =
        0.5 * potentials.iter().zip(&given).map(|(depth, body)| depth * body.mass).sum::<f64>();
    let off = |found: f64, expected: f64, scale: f64| {
        (found - expected).abs() > 2e-5 * scale.abs() && expected.abs() < 1e30
    };
    if off(found.potential, potential, potential)
        || off(found.kinetic, expected.kinetic, expected.kinetic)
        || found.invalid != 0
        || found.momentum.distance(expected.momentum) > 1e-4 * (1.0 + expected.momentum.length())
    {
        return Err(format!(
            "{name}: {found:?}, not {expected:?} with {potential}; {lost} left out"
        ));
    }
    Ok(())
}

/// Bodies that hardly pull on each other move straight ahead, from region to region. Some that begin
/// side by side leave the range of single precision, so that their region has room for others; until
/// then, the others have one key.
fn compare_motion(gpu: &Gpu) -> Result<(), String> {
    let mut random = Random::new(5);
    let single = |v: DVec3| v.as_vec3().as_dvec3();
    let is_lost = |number: usize| number % 20 == 3;
    let bodies: Vec<Body> = (0..1000)
        .map(|number| {
            let (position, velocity) = (random.point(), random.point());
            let (position, velocity) = match is_lost(number) {
                true => (0.1 * position + DVec3::ONE, DVec3::X * -3.3e38),
                false => (position, velocity),
            };
            Body {
                position: single(position),
                velocity: single(velocity),
                mass: f64::from(1e-20 * (number + 1) as f32),
                component: number as u32 % 7,
            }
        })
        .collect();
    let (steps, time_step) = (40_u32, 0.0625);
    let mut regions = Regions::new(gpu, &bodies, parameters(exact(), time_step, 0.05), 4).unwrap();
    regions.advance(steps).unwrap();
    regions.cut().unwrap();
    let counts = regions.counts();
    if counts.iter().sum::<u32>() != 950 || counts.iter().any(|count| count.abs_diff(237) > 2) {
        return Err(format!("regions of {counts:?} bodies"));
    }
    for (number, (found, start)) in regions.bodies().unwrap().iter().zip(&bodies).enumerate() {
        let expected = start.position + start.velocity * f64::from(steps) * time_step;
        let off = found.position.distance(expected);
        if !is_lost(number)
            && (off.is_nan()
                || off > 1e-5
                || found.velocity.distance(start.velocity) > 1e-6
                || (found.mass, found.component) != (start.mass, start.component))
        {
            return Err(format!("body {number}: {found:?}, not at {expected} as {start:?}"));
        }
    }
    Ok(())
}

/// Bodies in one place are divided anew when those of one region are lost.
fn compare_places(gpu: &Gpu) -> Result<(), String> {
    let body = |number: usize| Body {
        position: DVec3::new(0.5, 0.25, 0.125),
        velocity: if number < 25 { DVec3::X * 3.3e38 } else { DVec3::ZERO },
        mass: 1e-20,
        component: 0,
    };
    let bodies: Vec<Body> = (0..100).map(body).collect();
    let mut regions = Regions::new(gpu, &bodies, parameters(exact(), 1.0, 0.05), 4).unwrap();
    regions.advance(3).unwrap();
    regions.cut().unwrap();
    let counts = regions.counts();
    if counts.iter().sum::<u32>() != 75 || counts.iter().any(|count| count.abs_diff(18) > 1) {
        return Err(format!("one place in regions of {counts:?} bodies"));
    }
    Ok(())
}

/// Whether steps are those of a simulation.
pub fn compare_steps(gpu: &Gpu, integrator: Integrator) -> Result<(), String> {
    let bodies = cluster(300);
    let parameters = Parameters { integrator, damping: 0.999, ..parameters(exact(), 0.01, 0.1) };
    let mut regions = Regions::new(gpu, &bodies, parameters, 2).unwrap();
    let mut simulation = Simulation::new(gpu, &bodies, parameters).unwrap();
    regions.advance(20).unwrap();
    simulation.advance(20).unwrap();
    let found = regions.bodies().unwrap();
    for (found, expected) in found.iter().zip(simulation.state().unwrap().bodies()) {
        let off = found.position.distance(expected.position);
        if off.is_nan() || off > 1e-5 {
            return Err(format!("{integrator:?}: {found:?}, not {expected:?}"));
        }
    }
    if regions.steps() != 20 || (regions.time() - 0.2).abs() > 1e-12 {
        return Err(format!("{} steps, t = {}", regions.steps(), regions.time()));
    }
    Ok(())
}

/// Whether the errors that regions find are those of their accelerations.
fn compare_errors(gpu: &Gpu) -> Result<(), String> {
    let bodies = rounded(&TreeModel::Plummer.bodies(1500));
    let settings = TreeSettings { leaf: 8, ..TreeSettings::with_angle(0.8) };
    let mut regions = Regions::new(gpu, &bodies, parameters(settings, 1e-3, 0.02), 3).unwrap();
    let found = regions.errors(5000).unwrap().ok_or("no errors")?;
    let accelerations = regions.accelerations().unwrap();
    let error = |(here, found): (&Body, &DVec3)| {
        let (mut sum, mut magnitudes) = (DVec3::ZERO, 0.0);
        for body in &bodies {
            let apart = body.position - here.position;
            let squared = apart.length_squared() + 0.02 * 0.02;
            let pull = apart * (body.mass / (squared * squared.sqrt()));
            sum += pull;
            magnitudes += pull.length();
        }
        found.distance(sum) / sum.length().max(magnitudes / 32.0)
    };
    let mut expected: Vec<f64> = bodies.iter().zip(&accelerations).map(error).collect();
    expected.sort_by(f64::total_cmp);
    if found.len() != expected.len() {
        return Err(format!("{} errors of {} bodies", found.len(), expected.len()));
    }
    for (found, expected) in found.iter().zip(&expected) {
        if (f64::from(*found) - expected).abs() > 1e-5 + 1e-2 * expected {
            return Err(format!("an error of {found}, not {expected}"));
        }
    }
    // A sample is of different bodies.
    let sample = regions.errors(500).unwrap().ok_or("no errors")?;
    let apart = sample.windows(2).filter(|pair| pair[0] != pair[1]).count();
    if sample.len() != 500 || apart < 490 {
        return Err(format!("{} errors of 500 bodies, {apart} apart", sample.len()));
    }
    Ok(())
}

/// Whether cells open for the bodies of other regions as in one tree.
fn compare_openings(gpu: &Gpu) -> Result<(), String> {
    let bodies = rounded(&TreeModel::Disk.bodies(3000));
    let (expected, _) = direct(&bodies, 0.02);
    for (order, opening) in [
        (Multipoles::Quadrupole, Opening::Angle(0.4)),
        (Multipoles::Monopole, Opening::Angle(0.4)),
        (Multipoles::Quadrupole, Opening::Accuracy(1.0 / 512.0)),
    ] {
        let settings = TreeSettings { opening, order, leaf: 16, group: 32 };
        let mut regions = Regions::new(gpu, &bodies, parameters(settings, 1e-3, 0.02), 3).unwrap();
        regions.leave_accuracy();
        for _ in 0..2 {
            regions.forget_forces();
            regions.forces().unwrap();
        }
        let found = reference::relative_errors(&regions.accelerations().unwrap(), &expected);
        let tree = run(gpu, &bodies, 0.02, settings, 2)?.rows;
        let tree: Vec<DVec3> = tree.iter().map(|row| DVec3::new(row[0], row[1], row[2])).collect();
        let tree = reference::relative_errors(&tree, &expected);
        let is_like = |found: f64, tree: f64| (0.5..1.25).contains(&(found / tree));
        if !is_like(found.median, tree.median) || !is_like(found.p99, tree.p99) {
            return Err(format!("{opening:?}, {order:?}: {found:?}, of one tree {tree:?}"));
        }
    }
    Ok(())
}
