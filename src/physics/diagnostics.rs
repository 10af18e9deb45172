//! Measurements of a system as a whole, from the GPU or the host.

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
    /// Potential energy W with softening, each pair once.
    pub potential: f64,
    /// Largest distance of a body from the origin.
    pub radius_max: f64,
    /// Largest speed.
    pub speed_max: f64,
    /// Number of bodies whose position or velocity is not finite; the sums leave them out.
    pub invalid: u32,
}

impl Diagnostics {
    /// Total energy, E = K + W.
    pub fn energy(&self) -> f64 {
        self.kinetic + self.potential
    }

    /// Virial ratio Q = K / |W|: 0.5 in equilibrium, 0 at rest, above 1 unbound. NaN if W is 0.
    pub fn virial_ratio(&self) -> f64 {
        self.kinetic / self.potential.abs()
    }

    /// Relative change of the energy since `start`.
    pub fn energy_drift(&self, start: &Self) -> f64 {
        (self.energy() - start.energy()) / start.energy().abs()
    }
}

impl Diagnostics {
    /// Column names of tables, in the order of [`Diagnostics::values`].
    pub const COLUMNS: [&str; 17] = [
        "kinetic",
        "potential",
        "energy",
        "energy_drift",
        "virial_ratio",
        "momentum_x",
        "momentum_y",
        "momentum_z",
        "angular_momentum_x",
        "angular_momentum_y",
        "angular_momentum_z",
        "center_of_mass_x",
        "center_of_mass_y",
        "center_of_mass_z",
        "radius_max",
        "speed_max",
        "invalid",
    ];

    /// The values for the columns of a table. `None` if a ratio has no denominator: the virial
    /// ratio without potential energy, and `drift` (see [`Diagnostics::drift_since`]) if the start
    /// is unknown or had no energy.
    pub fn values(&self, drift: Option<f64>) -> [Option<f64>; 17] {
        let virial = (self.potential != 0.0).then(|| self.virial_ratio());
        let [px, py, pz] = self.momentum.to_array().map(Some);
        let [lx, ly, lz] = self.angular_momentum.to_array().map(Some);
        let [x, y, z] = self.center_of_mass.to_array().map(Some);
        let [kinetic, potential, energy] = [self.kinetic, self.potential, self.energy()].map(Some);
        let [radius, speed, invalid] =
            [self.radius_max, self.speed_max, self.invalid.into()].map(Some);
        [
            kinetic, potential, energy, drift, virial, px, py, pz, lx, ly, lz, x, y, z, radius,
            speed, invalid,
        ]
    }

    /// Relative change of the energy since `start`; `None` if that had none.
    pub fn drift_since(&self, start: &Self) -> Option<f64> {
        (start.energy() != 0.0).then(|| self.energy_drift(start))
    }
}

/// Relative change of the energy between two measurements from which on it is not worth computing
/// what follows.
const BREAK: f64 = 0.5;

impl Diagnostics {
    /// Change of the energy relative to its parts, because the energy itself may be near zero.
    pub fn change_since(&self, start: &Self) -> f64 {
        (self.energy() - start.energy())
            / (start.kinetic + start.potential.abs()).max(f64::MIN_POSITIVE)
    }

    /// The change of the energy since the measurement `last`, relative to the sum of its parts at
    /// the `start`, if it is so large that a run whose energy should stay the same is not worth
    /// going on with.
    pub fn break_since(&self, last: &Self, start: &Self) -> Option<f64> {
        let change = self.change_since(start) - last.change_since(start);
        (change.abs() > BREAK).then_some(change)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_run_breaks_if_its_energy_changes_by_half_between_two_measurements() {
        let start = Diagnostics { kinetic: 1.0, potential: -2.0, ..Diagnostics::default() };
        let [cooler, hotter] = [-0.2, 1.4].map(|more| Diagnostics { kinetic: 1.0 + more, ..start });
        // A part of 3: from -0.2 to 1.4, and from 0 to 1.4.
        let change = hotter.break_since(&cooler, &start).unwrap();
        assert!((change - 1.6 / 3.0).abs() < 1e-12, "{change}");
        assert_eq!(hotter.break_since(&start, &start), None);
    }
}
