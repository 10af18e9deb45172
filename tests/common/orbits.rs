//! Bodies on known orbits, and their distance from where they should be.

use starshell::physics::{Body, Integrator, Parameters};

pub fn body(mass: f64, position: [f64; 3], velocity: [f64; 3]) -> Body {
    Body { position: position.into(), velocity: velocity.into(), mass, component: 0 }
}

/// Two bodies of total mass 1 and semi-major axis 1 (period 2π) at pericentre, in the
/// centre-of-mass frame.
pub fn kepler(eccentricity: f64) -> Vec<Body> {
    let (distance, speed) =
        (1.0 - eccentricity, ((1.0 + eccentricity) / (1.0 - eccentricity)).sqrt());
    let place =
        |mass: f64, share: f64| body(mass, [share * distance, 0.0, 0.0], [0.0, share * speed, 0.0]);
    vec![place(0.75, -0.25), place(0.25, 0.75)]
}

/// The figure-8 of Chenciner & Montgomery (Annals of Mathematics 152 (2000) 881), with Simó's 8
/// digits.
pub fn figure_8() -> Vec<Body> {
    let (x, y, u, v) = (0.970_004_36, -0.243_087_53, -0.932_407_37, -0.864_731_46);
    let outer = |sign: f64| body(1.0, [sign * x, sign * y, 0.0], [-u / 2.0, -v / 2.0, 0.0]);
    vec![outer(1.0), outer(-1.0), body(1.0, [0.0; 3], [u, v, 0.0])]
}
pub const FIGURE_8_PERIOD: f64 = 6.325_913_98;

/// Burrau's problem (Szebehely & Peters, Astronomical Journal 72 (1967) 876).
pub fn pythagorean() -> Vec<Body> {
    let at_rest = |mass, x, y| body(mass, [x, y, 0.0], [0.0; 3]);
    vec![at_rest(3.0, 1.0, 3.0), at_rest(4.0, -2.0, -1.0), at_rest(5.0, 1.0, -1.0)]
}

/// Five unequal bodies in three dimensions, slow enough that a softening of 0.5 makes every orbit
/// smooth.
pub fn cluster() -> Vec<Body> {
    vec![
        body(1.0, [0.1, 0.2, -0.3], [0.0, 0.1, 0.2]),
        body(0.5, [1.1, -0.4, 0.2], [0.3, 0.9, -0.1]),
        body(0.7, [-0.8, 0.9, 0.6], [-0.6, -0.4, 0.3]),
        body(0.2, [0.3, -1.2, 1.0], [0.8, -0.1, -0.5]),
        body(0.0, [-1.0, -0.7, -0.9], [0.2, -0.5, 0.7]),
    ]
}

pub fn parameters(integrator: Integrator, time_step: f64, softening: f64) -> Parameters {
    Parameters::new(integrator, time_step, softening)
}

pub fn turned_back(bodies: &[Body]) -> Vec<Body> {
    bodies.iter().map(|body| Body { velocity: -body.velocity, ..*body }).collect()
}

/// Largest distance between the positions, or the velocities, of the same body.
pub fn distance(left: &[Body], right: &[Body]) -> f64 {
    let apart = |(l, r): (&Body, &Body)| {
        (l.position - r.position).length().max((l.velocity - r.velocity).length())
    };
    assert_eq!(left.len(), right.len());
    left.iter().zip(right).map(apart).fold(0.0, f64::max)
}

#[track_caller]
pub fn assert_near(what: &str, got: f64, expected: f64, tolerance: f64) {
    assert!(
        (got - expected).abs() <= tolerance,
        "{what}: got {got:e}, expected {expected:e} within {tolerance:e}"
    );
}

#[track_caller]
pub fn assert_within_factor(what: &str, got: f64, expected: f64, factor: f64) {
    assert!(
        got <= expected * factor && got >= expected / factor,
        "{what}: got {got:e}, expected {expected:e} within x{factor}"
    );
}
