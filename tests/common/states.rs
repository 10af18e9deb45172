//! Initial states in tests: building and measuring them.

use glam::DVec3;
use starshell::physics::Body;
use starshell::physics::initial::InitialState;

pub const COUNTS: [usize; 8] = [1, 2, 3, 7, 255, 1000, 1024, 4096];

pub fn every_state() -> impl Iterator<Item = InitialState> {
    InitialState::KINDS.iter().map(|kind| InitialState::named(kind).expect("it is in the list"))
}

pub fn bodies(state: &InitialState, count: usize) -> Vec<Body> {
    state.bodies(count, 1).unwrap_or_else(|error| panic!("{}: {error}", state.kind()))
}

pub fn kinetic(bodies: &[Body]) -> f64 {
    bodies.iter().map(|body| 0.5 * body.mass * body.velocity.length_squared()).sum()
}

pub fn angular_momentum(bodies: &[Body]) -> DVec3 {
    bodies.iter().map(|body| body.position.cross(body.velocity) * body.mass).sum()
}

/// Minus the potential energy for each softening length, by direct sums. The potential is summed
/// for about `rows` bodies at most, evenly spaced in the list, which stand for the rest.
pub fn binding<const N: usize>(bodies: &[Body], softenings: [f64; N], rows: usize) -> [f64; N] {
    let stride = bodies.len().div_ceil(rows);
    let mut sums = [0.0; N];
    for (i, here) in bodies.iter().enumerate().step_by(stride) {
        for (sum, softening) in sums.iter_mut().zip(softenings) {
            let pull = |other: &Body| {
                other.mass
                    / (other.position.distance_squared(here.position) + softening * softening)
                        .sqrt()
            };
            let potential = bodies[..i].iter().map(pull).sum::<f64>()
                + bodies[i + 1..].iter().map(pull).sum::<f64>();
            *sum += 0.5 * here.mass * potential * stride as f64;
        }
    }
    sums
}

pub fn virial_ratio(bodies: &[Body], rows: usize) -> f64 {
    kinetic(bodies) / binding(bodies, [0.0], rows)[0]
}

/// The value below which this share of `values` lies.
pub fn quantile(values: impl IntoIterator<Item = f64>, share: f64) -> f64 {
    let mut values: Vec<f64> = values.into_iter().collect();
    values.sort_by(f64::total_cmp);
    values[((values.len() - 1) as f64 * share).round() as usize]
}

pub fn mean(values: impl IntoIterator<Item = f64>) -> f64 {
    let (sum, count) =
        values.into_iter().fold((0.0, 0.0), |(sum, count), value| (sum + value, count + 1.0));
    sum / count
}

#[track_caller]
pub fn assert_near(what: &str, got: f64, expected: f64, tolerance: f64) {
    assert!(
        (got - expected).abs() <= tolerance,
        "{what} is {got}, expected {expected} within {tolerance}"
    );
}
