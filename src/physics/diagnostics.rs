//! What is measured of a system as a whole, whichever machine measured it.

use glam::DVec3;

/// Sums over all bodies, in the units of the scene (G = 1).
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Diagnostics {
    /// Total mass.
    pub mass: f64,
    /// Centre of mass.
    pub center_of_mass: DVec3,
    /// Total momentum.
    pub momentum: DVec3,
    /// Total angular momentum about the origin.
    pub angular_momentum: DVec3,
    /// Kinetic energy, K.
    pub kinetic: f64,
    /// Potential energy with softening, each pair once, W.
    pub potential: f64,
    /// Largest distance of a body from the origin.
    pub radius_max: f64,
    /// Largest speed.
    pub speed_max: f64,
    /// Bodies whose position or velocity is not a finite number; the sums leave them out.
    pub invalid: u32,
}

impl Diagnostics {
    /// Total energy, E = K + W.
    pub fn energy(&self) -> f64 {
        self.kinetic + self.potential
    }

    /// Virial ratio Q = K / |W|: 0.5 in equilibrium, 0 at rest, above 1 unbound. Not a number where W is 0.
    pub fn virial_ratio(&self) -> f64 {
        self.kinetic / self.potential.abs()
    }

    /// Relative change of the energy since `start`.
    pub fn energy_drift(&self, start: &Self) -> f64 {
        (self.energy() - start.energy()) / start.energy().abs()
    }
}
