//! How large, fast and heavy bodies are.

use glam::DVec3;

use crate::physics::Body;

/// Sizes of a set of bodies, in their own units.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Spread {
    /// Their centre of mass, and its velocity.
    pub center: DVec3,
    /// The velocity of the centre of mass.
    pub drift: DVec3,
    /// Radii about the centre within which are half, nine tenths and all of the bodies.
    pub radii: [f64; 3],
    /// The root mean square of the speeds relative to the centre, and the highest.
    pub speeds: [f64; 2],
    /// The mass of all.
    pub mass: f64,
}

impl Spread {
    /// Measures `bodies`, of which there is at least one. Without mass, all count alike.
    pub fn of(bodies: &[Body]) -> Self {
        let mass: f64 = bodies.iter().map(|body| body.mass).sum();
        let count = bodies.len() as f64;
        let weight = |body: &Body| if mass > 0.0 { body.mass / mass } else { 1.0 / count };
        let center: DVec3 = bodies.iter().map(|body| body.position * weight(body)).sum();
        let drift: DVec3 = bodies.iter().map(|body| body.velocity * weight(body)).sum();
        let mut distances: Vec<f64> = bodies.iter().map(|body| body.position.distance(center)).collect();
        let last = bodies.len() - 1;
        let radii = [bodies.len() / 2, last * 9 / 10, last].map(|place| {
            let place = place.min(last);
            *distances.select_nth_unstable_by(place, f64::total_cmp).1
        });
        let squares = bodies.iter().map(|body| body.velocity.distance_squared(drift));
        let (sum, most) = squares.fold((0.0, 0.0_f64), |(sum, most), square| (sum + square, most.max(square)));
        Self { center, drift, radii, speeds: [f64::sqrt(sum / count), most.sqrt()], mass }
    }
}
