//! How a run puts its bodies on a grid.

use glam::DVec3;

use crate::gpu::{Gpu, GpuError};
use crate::physics::Body;

/// The grid of a run.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MeshSettings {
    /// Nodes per side: one of [`MeshSettings::SIDES`].
    pub side: u32,
    /// The length of the sides of a cube about the origin that repeats in all directions, with a uniform background that makes the mean
    /// density zero. `None`: the grid is around all bodies, which are isolated.
    pub period: Option<f64>,
}

impl Default for MeshSettings {
    fn default() -> Self {
        Self { side: 32, period: None }
    }
}

impl MeshSettings {
    /// The nodes per side that a grid may have.
    pub const SIDES: [u32; 5] = [16, 32, 64, 128, 256];

    /// The most nodes per side that [`MeshSettings::suited_to`] chooses: what every adapter can hold.
    const MOST: u32 = 128;
    /// Nodes across the radius that holds half of the bodies: with fewer, the system is blurred.
    const ACROSS: f64 = 8.0;

    /// This grid with as many nodes as these bodies need, up to 128 per side: enough across the radius that holds half of them, and as
    /// many in all as there are bodies.
    #[must_use]
    pub fn suited_to(self, bodies: &[Body]) -> Self {
        let places: Vec<DVec3> = bodies.iter().map(|body| body.position).filter(|place| place.is_finite()).collect();
        let median = |mut numbers: Vec<f64>| {
            let middle = numbers.len() / 2;
            numbers.select_nth_unstable_by(middle, f64::total_cmp).1.to_owned()
        };
        if places.is_empty() {
            return self;
        }
        let center = DVec3::from_array([0, 1, 2].map(|axis| median(places.iter().map(|place| place[axis]).collect())));
        let half = median(places.iter().map(|place| place.distance(center)).collect());
        let low = places.iter().copied().fold(DVec3::INFINITY, DVec3::min);
        let high = places.iter().copied().fold(DVec3::NEG_INFINITY, DVec3::max);
        let extent = self.period.unwrap_or((high - low).max_element());
        let needed = (Self::ACROSS * extent / half).max(libm::cbrt(places.len() as f64));
        let fitting = Self::SIDES.into_iter().find(|&side| side == Self::MOST || f64::from(side) >= needed);
        Self { side: fitting.unwrap_or(Self::MOST), ..self }
    }

    /// Nodes per side that are transformed.
    pub(super) fn transformed(self) -> u32 {
        if self.period.is_some() { self.side } else { 2 * self.side }
    }

    /// The pairs of bodies whose direct sum takes about as long as a pass over `count` bodies.
    pub(super) fn work(self, gpu: &Gpu, count: u32) -> f64 {
        // As measured on an H200 and on lavapipe (docs/results.md): per node that is transformed, and per body.
        let each = if gpu.is_software() { [1000.0, 2000.0] } else { [90.0, 1200.0] };
        each[0] * f64::from(self.transformed()).powi(3) + each[1] * f64::from(count)
    }

    /// Checks that a grid of this size can be stored.
    pub(in crate::physics) fn check_storage(self, gpu: &Gpu) -> Result<(), GpuError> {
        let whole = self.transformed() as usize;
        gpu.check_storage::<[f32; 2]>(&format!("a grid of {} nodes per side", self.side), whole * whole * (whole / 2 + 1))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_grid_has_as_many_nodes_as_the_bodies_need() {
        let at = |position: DVec3| Body { position, velocity: DVec3::ZERO, mass: 1.0, component: 0 };
        let lattice = |size: f64| {
            (0..1000).map(move |k| at(DVec3::new((k % 10).into(), (k / 10 % 10).into(), (k / 100).into()) * size)).collect()
        };
        let cube: Vec<Body> = lattice(1.0);
        let side = |bodies: &[Body]| MeshSettings::default().suited_to(bodies).side;
        assert_eq!(side(&cube), 16);
        // A second cube far away, or a body, makes the nodes of the first one coarse.
        let far = |distance: f64| [&cube[..], &[at(DVec3::X * distance)]].concat();
        assert_eq!((side(&far(30.0)), side(&far(1e6))), (64, 128));
        // Nothing to choose from.
        assert_eq!((side(&[]), side(&[at(DVec3::NAN)]), side(&[at(DVec3::ONE); 3])), (32, 32, 16));
    }
}
