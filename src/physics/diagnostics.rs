//! Measurements of a system as a whole, from the GPU or the host.

use glam::DVec3;

use super::Parameters;
use crate::words;

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

    /// The values for the columns of a table. `None` if a ratio has no denominator: the virial ratio without potential energy,
    /// and `drift` (see [`Diagnostics::drift_since`]) if the start is unknown or had no energy.
    pub fn values(&self, drift: Option<f64>) -> [Option<f64>; 17] {
        let virial = (self.potential != 0.0).then(|| self.virial_ratio());
        let [px, py, pz] = self.momentum.to_array().map(Some);
        let [lx, ly, lz] = self.angular_momentum.to_array().map(Some);
        let [x, y, z] = self.center_of_mass.to_array().map(Some);
        let [kinetic, potential, energy] = [self.kinetic, self.potential, self.energy()].map(Some);
        let [radius, speed, invalid] = [self.radius_max, self.speed_max, self.invalid.into()].map(Some);
        [kinetic, potential, energy, drift, virial, px, py, pz, lx, ly, lz, x, y, z, radius, speed, invalid]
    }

    /// Relative change of the energy since `start`; `None` if that had none.
    pub fn drift_since(&self, start: &Self) -> Option<f64> {
        (start.energy() != 0.0).then(|| self.energy_drift(start))
    }
}

/// A body beyond this many times the largest distance at the start counts as thrown out.
const ESCAPE: f64 = 100.0;
/// Relative change of the energy that makes a run doubtful.
const DRIFT: f64 = 0.05;

/// A sign that a run is not to be trusted.
#[derive(Clone, Copy, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum Trouble {
    /// Positions or velocities that are not finite.
    #[error(
        "at t = {time:.4}, {invalid} of the bodies are no longer finite numbers: the time step of {time_step} is too long for the softening of {softening}; try --dt {} --softening {}",
        .time_step / 8.0, advised_softening(*.softening)
    )]
    NotFinite {
        /// Simulated time.
        time: f64,
        /// Number of such bodies.
        invalid: u32,
        /// Time step of the run.
        time_step: f64,
        /// Softening of the run.
        softening: f64,
    },
    /// An energy too large for single precision.
    #[error(
        "at t = {time:.4}, the energy is no longer a finite number: the time step of {time_step} is too long for the softening of {softening}; try --dt {} --softening {}",
        .time_step / 8.0, advised_softening(*.softening)
    )]
    EnergyNotFinite {
        /// Simulated time.
        time: f64,
        /// Time step of the run.
        time_step: f64,
        /// Softening of the run.
        softening: f64,
    },
    /// A body far outside.
    #[error(
        "at t = {time:.4}, a body is {} from the origin, over {ESCAPE} times as far as any was at the start: a close encounter threw it out; if it should not, try --dt {} or --softening {}",
        distance(*.radius), .time_step / 4.0, advised_softening(*.softening)
    )]
    Escaped {
        /// Simulated time.
        time: f64,
        /// The body's distance.
        radius: f64,
        /// Time step of the run.
        time_step: f64,
        /// Softening of the run.
        softening: f64,
    },
    /// Energy that is not conserved, without damping to explain it.
    #[error(
        "at t = {time:.4}, the energy has changed by {:.1} %: the time step is too long for the closest encounters; try --dt {} or --softening {}",
        .drift * 100.0, .time_step / 4.0, advised_softening(*.softening)
    )]
    EnergyDrift {
        /// Simulated time.
        time: f64,
        /// Relative change of the energy.
        drift: f64,
        /// Time step of the run.
        time_step: f64,
        /// Softening of the run.
        softening: f64,
    },
}

/// A distance from the origin. Its square in single precision is infinite beyond 10¹⁹.
fn distance(radius: f64) -> String {
    if radius.is_finite() { words::number(radius) } else { "more than 10¹⁹".to_owned() }
}

fn advised_softening(softening: f64) -> f64 {
    if softening > 0.0 { 2.0 * softening } else { 0.01 }
}

impl Diagnostics {
    /// What is wrong at `time` with a run that started as `start`, the worst first; `None` if nothing is.
    pub fn trouble(&self, start: &Self, time: f64, parameters: &Parameters) -> Option<Trouble> {
        let Parameters { time_step, softening, damping, .. } = *parameters;
        if self.invalid > 0 {
            return Some(Trouble::NotFinite { time, invalid: self.invalid, time_step, softening });
        }
        if !self.energy().is_finite() {
            return Some(Trouble::EnergyNotFinite { time, time_step, softening });
        }
        if self.radius_max > ESCAPE * start.radius_max.max(f64::MIN_POSITIVE) {
            return Some(Trouble::Escaped { time, radius: self.radius_max, time_step, softening });
        }
        // Relative to its parts, because the energy itself may be near zero.
        let drift = (self.energy() - start.energy()) / (start.kinetic + start.potential.abs()).max(f64::MIN_POSITIVE);
        (damping == 1.0 && drift.abs() > DRIFT).then_some(Trouble::EnergyDrift { time, drift, time_step, softening })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::physics::Integrator;

    #[test]
    fn trouble_is_seen_and_comes_with_advice() {
        let parameters = Parameters::new(Integrator::LeapfrogKdk, 0.08, 0.01);
        let start = Diagnostics { kinetic: 1.0, potential: -2.0, radius_max: 1.0, ..Diagnostics::default() };
        assert_eq!(start.trouble(&start, 1.0, &parameters), None);
        let not_finite = Diagnostics { invalid: 3, ..start }.trouble(&start, 1.0, &parameters).unwrap();
        assert!(not_finite.to_string().contains("--dt 0.01 --softening 0.02"), "{not_finite}");
        let escaped = Diagnostics { radius_max: 101.0, ..start }.trouble(&start, 1.0, &parameters).unwrap();
        assert!(matches!(escaped, Trouble::Escaped { .. }), "{escaped}");
        let gone = Diagnostics { radius_max: f64::INFINITY, ..start }.trouble(&start, 1.0, &parameters).unwrap().to_string();
        assert!(gone.contains("a body is more than 10¹⁹ from the origin"), "{gone}");
        let heated = Diagnostics { kinetic: 1.2, ..start };
        assert!(matches!(heated.trouble(&start, 1.0, &parameters), Some(Trouble::EnergyDrift { .. })));
        assert_eq!(heated.trouble(&start, 1.0, &Parameters { damping: 0.99, ..parameters }), None);
    }
}
