//! Measurements of a system as a whole, from the GPU or the host.

use std::fmt;

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

/// A body beyond this many times the largest distance at the start counts as thrown out.
const ESCAPE: f64 = 100.0;
/// Relative change of the energy that makes a run doubtful.
const DRIFT: f64 = 0.05;
/// Relative change of the energy between two measurements from which on it is not worth computing
/// what follows.
const BREAK: f64 = 0.5;

/// A sign that a run is not to be trusted. [`Diagnosis`](super::Diagnosis) finds out why.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub enum Trouble {
    /// Positions or velocities that are not finite.
    NotFinite {
        /// Simulated time.
        time: f64,
        /// Number of such bodies.
        invalid: u32,
    },
    /// An energy too large for the precision in which it is summed.
    EnergyNotFinite {
        /// Simulated time.
        time: f64,
    },
    /// A body far outside.
    Escaped {
        /// Simulated time.
        time: f64,
        /// The body's distance, or less.
        distance: f64,
    },
    /// Energy that is not conserved, without damping to explain it.
    EnergyDrift {
        /// Simulated time.
        time: f64,
        /// Change of the energy, relative to the sum of its parts at the start.
        drift: f64,
    },
}

impl Trouble {
    /// In words, with times written by `moment` and distances by `length`, for example with units.
    pub fn told(&self, moment: impl Fn(f64) -> String, length: impl Fn(f64) -> String) -> String {
        match *self {
            Self::NotFinite { time, invalid } => {
                format!(
                    "at t = {}, {invalid} of the bodies are no longer finite numbers",
                    moment(time)
                )
            }
            Self::EnergyNotFinite { time } => {
                format!("at t = {}, the energy is too large to add up", moment(time))
            }
            Self::Escaped { time, distance } => format!(
                "at t = {}, a body is {} from the centre of mass, over {ESCAPE} times as far as any was at the start",
                moment(time),
                // Its square in single precision is infinite beyond 10¹⁹.
                if distance.is_finite() {
                    length(distance)
                } else {
                    "more than 10¹⁹".to_owned()
                }
            ),
            Self::EnergyDrift { time, drift } => {
                format!("at t = {}, the energy has changed by {:.1} %", moment(time), drift * 100.0)
            }
        }
    }
}

impl std::error::Error for Trouble {}

impl fmt::Display for Trouble {
    /// In the units in which G = 1, in English.
    fn fmt(&self, formatter: &mut fmt::Formatter) -> fmt::Result {
        formatter.write_str(&self.told(|time| format!("{time:.4}"), words::english_number))
    }
}

impl Diagnostics {
    /// What is wrong at `time` with a run that started as `start`, the worst first; `None` if
    /// nothing is.
    pub fn trouble(&self, start: &Self, time: f64, parameters: &Parameters) -> Option<Trouble> {
        if self.invalid > 0 {
            return Some(Trouble::NotFinite { time, invalid: self.invalid });
        }
        if !self.energy().is_finite() {
            return Some(Trouble::EnergyNotFinite { time });
        }
        // Both from the centre of mass: at least now, and at most at the start. Bodies that move
        // together stay together.
        let distance = self.radius_max - self.center_of_mass.length();
        if distance
            > ESCAPE * (start.radius_max + start.center_of_mass.length()).max(f64::MIN_POSITIVE)
        {
            return Some(Trouble::Escaped { time, distance });
        }
        let drift = self.change_since(start);
        (!parameters.is_damped() && drift.abs() > DRIFT)
            .then_some(Trouble::EnergyDrift { time, drift })
    }

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
    use crate::physics::Integrator;

    #[test]
    fn trouble_is_seen() {
        let parameters = Parameters::new(Integrator::LeapfrogKdk, 0.08, 0.01);
        let start = Diagnostics {
            kinetic: 1.0,
            potential: -2.0,
            radius_max: 1.0,
            ..Diagnostics::default()
        };
        let seen = |now: &Diagnostics| now.trouble(&start, 1.0, &parameters);
        assert_eq!(seen(&start), None);
        assert_eq!(
            seen(&Diagnostics { invalid: 3, ..start }),
            Some(Trouble::NotFinite { time: 1.0, invalid: 3 })
        );
        assert_eq!(
            seen(&Diagnostics { kinetic: f64::INFINITY, ..start }),
            Some(Trouble::EnergyNotFinite { time: 1.0 })
        );
        assert!(matches!(
            seen(&Diagnostics { radius_max: 101.0, ..start }),
            Some(Trouble::Escaped { .. })
        ));
        let gone = seen(&Diagnostics { radius_max: f64::INFINITY, ..start }).unwrap().to_string();
        assert!(gone.contains("a body is more than 10¹⁹ from the centre of mass"), "{gone}");
        let heated = Diagnostics { kinetic: 1.2, ..start };
        assert!(matches!(seen(&heated), Some(Trouble::EnergyDrift { .. })));
        assert_eq!(heated.trouble(&start, 1.0, &Parameters { damping: 0.99, ..parameters }), None);
    }

    #[test]
    fn a_run_breaks_if_its_energy_changes_by_half_between_two_measurements() {
        let start = Diagnostics { kinetic: 1.0, potential: -2.0, ..Diagnostics::default() };
        let [cooler, hotter] = [-0.2, 1.4].map(|more| Diagnostics { kinetic: 1.0 + more, ..start });
        // A part of 3: from -0.2 to 1.4, and from 0 to 1.4.
        let change = hotter.break_since(&cooler, &start).unwrap();
        assert!((change - 1.6 / 3.0).abs() < 1e-12, "{change}");
        assert_eq!(hotter.break_since(&start, &start), None);
    }

    #[test]
    fn bodies_that_move_together_have_not_escaped() {
        let parameters = Parameters::new(Integrator::LeapfrogKdk, 0.08, 0.01);
        let start = Diagnostics {
            kinetic: 5e5,
            potential: -0.5,
            radius_max: 1.0,
            ..Diagnostics::default()
        };
        let far = Diagnostics { center_of_mass: DVec3::X * 1e4, radius_max: 1e4 + 1.0, ..start };
        assert_eq!(far.trouble(&start, 10.0, &parameters), None);
        let one = Diagnostics { radius_max: 2e4, ..far };
        assert_eq!(
            one.trouble(&start, 10.0, &parameters),
            Some(Trouble::Escaped { time: 10.0, distance: 1e4 })
        );
    }
}
