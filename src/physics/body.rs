//! A body as the host sees it: in double precision, before it is rounded for the GPU.

use glam::DVec3;

/// One point mass. Units are those of the scene, with the gravitational constant G = 1.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Body {
    /// Position.
    pub position: DVec3,
    /// Velocity.
    pub velocity: DVec3,
    /// Mass.
    pub mass: f64,
    /// Which part of the system the body belongs to (disk, bulge, halo; first or second galaxy), counted from 0.
    pub component: u32,
}

/// The centre of mass of positions with their masses; their mean where there is no mass, and the origin where there are none.
pub(crate) fn center_of_mass(points: &[(DVec3, f64)]) -> DVec3 {
    let (sum, mass) = points.iter().fold((DVec3::ZERO, 0.0), |(sum, mass), (x, m)| (sum + *x * *m, mass + m));
    if mass > 0.0 { sum / mass } else { points.iter().map(|(x, _)| *x).sum::<DVec3>() / points.len().max(1) as f64 }
}

/// Shifts `bodies` so that their centre of mass rests at the origin.
pub fn move_to_center_of_mass(bodies: &mut [Body]) {
    let mass: f64 = bodies.iter().map(|body| body.mass).sum();
    if mass <= 0.0 {
        return;
    }
    let position = bodies.iter().map(|body| body.position * body.mass).sum::<DVec3>() / mass;
    let velocity = bodies.iter().map(|body| body.velocity * body.mass).sum::<DVec3>() / mass;
    for body in bodies {
        body.position -= position;
        body.velocity -= velocity;
    }
}
