//! The GPU's profiles, compared with the host's.

use std::f64::consts::PI;

use glam::DVec3;
use starshell::gpu::Gpu;
use starshell::physics::initial::{InitialState, Plummer};
use starshell::physics::{Bodies, Body, Precision, Profile, ProfileSurvey, SHELLS};

use super::Random;

/// A Plummer sphere with random or equal masses.
pub fn plummer(count: usize, is_equal: bool) -> Vec<Body> {
    let mut bodies = InitialState::Plummer(Plummer { mass_cut: 0.999, ..Plummer::default() })
        .bodies(count, 5)
        .unwrap();
    let mut random = Random::new(count as u64);
    if !is_equal {
        bodies.iter_mut().for_each(|body| body.mass *= 0.2 + random.number().powi(4));
    }
    bodies
}

/// A thin shell around a point, rotating about an axis: all bodies are at nearly the same distance
/// from the centre.
pub fn shell(count: usize) -> Vec<Body> {
    let mut random = Random::new(count as u64 + 1);
    let mut body = || {
        let way = random.point().normalize();
        let position = DVec3::new(3.0, -2.0, 1.0) + (1.0 + 0.1 * random.number()) * way;
        Body { position, velocity: way.cross(DVec3::Z), mass: 1.0 / count as f64, component: 0 }
    };
    (0..count).map(|_| body()).collect()
}

/// The bodies as the kernels see them.
fn rounded(bodies: &[Body]) -> Vec<Body> {
    let single = |v: DVec3| v.as_vec3().as_dvec3();
    let round = |body: &Body| Body {
        position: single(body.position),
        velocity: single(body.velocity),
        mass: f64::from(body.mass as f32),
        component: body.component,
    };
    bodies.iter().map(round).collect()
}

/// The profiles of `times` measurements of `bodies` in one submission.
pub fn measure(gpu: &Gpu, bodies: &[Body], precision: Precision, times: usize) -> Vec<Profile> {
    let bodies = Bodies::with_precision(gpu, bodies, precision).unwrap();
    let mut survey = ProfileSurvey::new(gpu, &bodies).unwrap();
    let mut encoder = gpu.encoder("test");
    for index in 0..times {
        survey.encode(&mut encoder, 0.5 * index as f64, index as u64).unwrap();
    }
    gpu.submit(encoder);
    let mut profiles = Vec::new();
    while profiles.len() < times {
        gpu.wait().unwrap();
        while let Some(reading) = survey.collect().unwrap() {
            assert_eq!(
                (reading.time, reading.steps),
                (0.5 * profiles.len() as f64, profiles.len() as u64)
            );
            profiles.push(reading.profile);
        }
        std::thread::yield_now();
    }
    profiles
}

/// The GPU's profile.
pub fn profile(gpu: &Gpu, bodies: &[Body]) -> Profile {
    measure(gpu, bodies, Precision::Single, 1).remove(0)
}

/// Compares the GPU's profile with the host's for the same bodies.
pub fn compare(got: &Profile, bodies: &[Body]) -> Result<(), String> {
    let bodies = rounded(bodies);
    let expected = Profile::new(&bodies);
    let check = |what: &str, got: f64, expected: f64, tolerance: f64| {
        let is_near = (got - expected).abs() <= tolerance;
        if is_near {
            Ok(())
        } else {
            Err(format!("{what}: {got:e}, not {expected:e} ± {tolerance:e}"))
        }
    };
    if got.count != expected.count {
        return Err(format!("{} bodies, not {}", got.count, expected.count));
    }
    check("mass", got.mass, expected.mass, 1e-6 * expected.mass)?;
    check("largest speed", got.speed_max, expected.speed_max, 1e-6 * expected.speed_max)?;
    // Coordinates are in single precision, so their magnitude determines the error.
    let is_finite = |body: &&Body| {
        body.position.is_finite() && body.velocity.is_finite() && body.mass.is_finite()
    };
    let finite: Vec<&Body> = bodies.iter().filter(is_finite).collect();
    let most = if expected.mass > 0.0 { 2.0 * expected.lagrangian[3] } else { f64::INFINITY };
    let inner = finite.iter().filter(|body| body.position.distance(expected.center) <= most);
    let reach = inner.map(|body| body.position.length()).fold(0.0, f64::max);
    let off = 3e-6 * reach;
    check("centre", got.center.distance(expected.center), 0.0, off)?;
    for (place, (got, expected)) in got.lagrangian.iter().zip(expected.lagrangian).enumerate() {
        check(&format!("Lagrangian radius {place}"), *got, expected, 2.0 * off)?;
    }
    compare_shells(got, &expected, &finite, off)?;
    compare_speeds(got, &expected, &finite)
}

/// A body on a bound, or within rounding of it, may count on either side.
fn compare_shells(
    got: &Profile,
    expected: &Profile,
    finite: &[&Body],
    off: f64,
) -> Result<(), String> {
    let radii =
        |profile: &Profile| profile.density.iter().map(|(radius, _)| *radius).collect::<Vec<_>>();
    if got.density.len() != expected.density.len() {
        return Err(format!("shells: {:?}, not {:?}", radii(got), radii(expected)));
    }
    let (Some(first), Some(last)) = (expected.density.first(), expected.density.last()) else {
        return Ok(());
    };
    let ratio = (last.0 / first.0).powf(1.0 / (SHELLS as f64 - 1.5));
    for (&(radius, density), &(expected_radius, expected_density)) in
        got.density.iter().zip(&expected.density)
    {
        if (radius - expected_radius).abs() > 2.0 * off + 3e-6 * expected_radius {
            return Err(format!("radius of a shell: {radius:e}, not {expected_radius:e}"));
        }
        let (below, bound) = if radius == got.density[0].0 {
            (0.0, radius)
        } else {
            (radius / ratio.sqrt(), radius * ratio.sqrt())
        };
        let volume = 4.0 / 3.0 * PI * (bound.powi(3) - below.powi(3));
        let is_at_a_bound = |body: &&&Body| {
            let r = body.position.distance(expected.center);
            (r - below).abs() < 4.0 * off + 1e-5 * below
                || (r - bound).abs() < 4.0 * off + 1e-5 * bound
        };
        let doubtful: f64 = finite.iter().filter(is_at_a_bound).map(|body| body.mass).sum();
        // Sums up to the shell's bounds in single precision, and the volume of a thin shell.
        let tolerance = (doubtful + 1e-6 * expected.mass) / volume
            + expected_density * (1e-5 + 10.0 * off / (bound - below));
        if (density - expected_density).abs() > tolerance {
            return Err(format!(
                "density at {radius:e}: {density:e}, not {expected_density:e} ± {tolerance:e}"
            ));
        }
    }
    Ok(())
}

/// A body whose speed is at the bound of a bin may count on either side.
fn compare_speeds(got: &Profile, expected: &Profile, finite: &[&Body]) -> Result<(), String> {
    let width = expected.speed_bin();
    let (mut before, mut expected_before) = (0, 0);
    for (bin, (found, expected)) in got.speeds.iter().zip(&expected.speeds).enumerate() {
        (before, expected_before) = (before + found, expected_before + expected);
        let bound = (bin + 1) as f64 * width;
        let doubtful = finite
            .iter()
            .filter(|body| (body.velocity.length() - bound).abs() <= 1e-6 * bound)
            .count() as u32;
        if before.abs_diff(expected_before) > doubtful {
            return Err(format!(
                "{before} bodies slower than {bound:e}, not {expected_before} ± {doubtful}"
            ));
        }
    }
    if got.speeds.len() != expected.speeds.len() || before != expected_before {
        return Err(format!("{before} bodies in speed bins, not {expected_before}"));
    }
    Ok(())
}
