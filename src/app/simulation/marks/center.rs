//! The centre of mass.

use glam::DVec3;
use starshell::physics::Body;

/// All bodies as one: its place, its velocity, and the mass of all. `None` if they have no mass.
pub fn center_of_mass(bodies: &[Body]) -> Option<Body> {
    let finite =
        || bodies.iter().filter(|body| body.position.is_finite() && body.velocity.is_finite());
    let mass: f64 = finite().map(|body| body.mass).sum();
    let mean = |value: fn(&Body) -> DVec3| {
        finite().map(|body| body.mass * value(body)).sum::<DVec3>() / mass
    };
    (mass > 0.0).then(|| Body {
        position: mean(|body| body.position),
        velocity: mean(|body| body.velocity),
        mass,
        component: 0,
    })
}
