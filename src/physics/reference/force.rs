//! Accelerations, jerks, potentials and the sums over all bodies, pair by pair.

use glam::DVec3;

use crate::physics::{Body, Diagnostics, Roster, Softening};

/// Accelerations of all `bodies`: with Plummer's law, a_i = Σ m_j r_ij / (r_ij² + softening²)^(3/2),
/// with r_ij from body i to body j.
///
/// A body does not pull itself. If `softening` is 0, two bodies at the same place do not pull each
/// other either. n (n - 1) interactions for n bodies. A position that is not finite spoils every
/// acceleration.
pub fn accelerations(bodies: &[Body], softening: impl Into<Softening>) -> Vec<DVec3> {
    let softening = softening.into();
    (0..bodies.len()).map(|index| acceleration_of(bodies, softening, index)).collect()
}

/// Acceleration of the body at `index`, the same bits as [`accelerations`] gives. For samples of
/// large systems.
///
/// # Panics
/// If `index` is not below the number of bodies.
pub fn acceleration_of(bodies: &[Body], softening: impl Into<Softening>, index: usize) -> DVec3 {
    let (here, softening) = (bodies[index].position, softening.into());
    let mut acceleration = DVec3::ZERO;
    for (j, source) in bodies.iter().enumerate() {
        let separation = source.position - here;
        if j != index {
            acceleration +=
                separation * softening.strength(source.mass, separation.length_squared());
        }
    }
    acceleration
}

/// Accelerations of all `bodies` and their jerks, the rates at which the accelerations change as
/// the bodies move.
///
/// With r from body i to body j, v its rate of change and s² = r² + softening²: j_i = Σ m_j (v /
/// s³ - 3 (r·v) r / s⁵) (Makino & Aarseth, PASJ 44 (1992) 141, eq. 2). The same pairs contribute
/// nothing as in [`accelerations`].
pub fn accelerations_and_jerks(
    bodies: &[Body],
    softening: impl Into<Softening>,
) -> (Vec<DVec3>, Vec<DVec3>) {
    let softening = softening.into();
    (0..bodies.len()).map(|index| acceleration_and_jerk_of(bodies, softening, index)).unzip()
}

/// Acceleration and jerk of the body at `index`: see [`accelerations_and_jerks`].
///
/// # Panics
/// If `index` is not below the number of bodies.
pub fn acceleration_and_jerk_of(
    bodies: &[Body],
    softening: impl Into<Softening>,
    index: usize,
) -> (DVec3, DVec3) {
    let (here, softening) = (bodies[index], softening.into());
    let (mut acceleration, mut jerk) = (DVec3::ZERO, DVec3::ZERO);
    for (j, source) in bodies.iter().enumerate() {
        let separation = source.position - here.position;
        let velocity = source.velocity - here.velocity;
        if j == index {
            continue;
        }
        let squared = separation.length_squared();
        let strength = softening.strength(source.mass, squared);
        let fall = softening.fall(separation.dot(velocity), squared);
        acceleration += separation * strength;
        jerk += (velocity - separation * fall) * strength;
    }
    (acceleration, jerk)
}

/// Potentials (energy per unit mass) at all `bodies`: φ_i = -Σ m_j / (r_ij² + softening²)^(1/2),
/// without the body itself.
///
/// If `softening` is 0, bodies at the same place are excluded too.
pub fn potentials(bodies: &[Body], softening: impl Into<Softening>) -> Vec<f64> {
    let softening = softening.into();
    (0..bodies.len()).map(|index| potential_of(bodies, softening, index)).collect()
}

/// Potential at the body at `index`: see [`potentials`].
///
/// # Panics
/// If `index` is not below the number of bodies.
pub fn potential_of(bodies: &[Body], softening: impl Into<Softening>, index: usize) -> f64 {
    let (here, softening) = (bodies[index].position, softening.into());
    let mut potential = 0.0;
    for (j, source) in bodies.iter().enumerate() {
        if j != index {
            potential -= softening.depth(source.mass, (source.position - here).length_squared());
        }
    }
    potential
}

/// Acceleration and potential at a `point`, by all `bodies`; without softening, by those elsewhere.
///
/// ```
/// use starshell::glam::DVec3;
/// use starshell::physics::{Body, reference};
///
/// let sun = Body { position: DVec3::ZERO, velocity: DVec3::ZERO, mass: 2.0, component: 0 };
/// assert_eq!(reference::field_at(&[sun], 0.0, DVec3::X * 2.0), (DVec3::X * -0.5, -1.0));
/// assert_eq!(reference::field_at(&[sun], 0.0, DVec3::ZERO), (DVec3::ZERO, 0.0));
/// ```
pub fn field_at(
    bodies: &(impl Roster + ?Sized),
    softening: impl Into<Softening>,
    point: DVec3,
) -> (DVec3, f64) {
    let softening = softening.into();
    let (mut acceleration, mut potential) = (DVec3::ZERO, 0.0);
    for body in bodies.each() {
        let separation = body.position - point;
        let squared = separation.length_squared();
        acceleration += separation * softening.strength(body.mass, squared);
        potential -= softening.depth(body.mass, squared);
    }
    (acceleration, potential)
}

/// The sums over all `bodies`. Bodies that are not finite are counted but otherwise left out, also
/// as sources of the potential.
///
/// The centre of mass of a system without mass is the origin.
pub fn diagnostics(bodies: &[Body], softening: impl Into<Softening>) -> Diagnostics {
    let softening = softening.into();
    let valid: Vec<Body> = bodies
        .iter()
        .filter(|body| body.position.is_finite() && body.velocity.is_finite())
        .copied()
        .collect();
    let mut sums =
        Diagnostics { invalid: (bodies.len() - valid.len()) as u32, ..Diagnostics::default() };
    let mut mass_position = DVec3::ZERO;
    for (index, body) in valid.iter().enumerate() {
        sums.mass += body.mass;
        mass_position += body.position * body.mass;
        sums.momentum += body.velocity * body.mass;
        sums.angular_momentum += body.position.cross(body.velocity) * body.mass;
        sums.kinetic += 0.5 * body.mass * body.velocity.length_squared();
        // Half, because each pair appears in the potentials of both its bodies.
        sums.potential += 0.5 * body.mass * potential_of(&valid, softening, index);
        sums.radius_max = sums.radius_max.max(body.position.length());
        sums.speed_max = sums.speed_max.max(body.velocity.length());
    }
    if sums.mass != 0.0 {
        sums.center_of_mass = mass_position / sums.mass;
    }
    sums
}
