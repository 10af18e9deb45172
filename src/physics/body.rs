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
