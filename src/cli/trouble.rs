//! Signs that a run is not to be trusted.

use starshell::physics::{Body, Diagnostics, Parameters, State};

/// A body beyond this many times the largest distance at the start counts as thrown out.
const ESCAPE: f64 = 100.0;
/// Relative change of the energy that makes a run doubtful.
const DRIFT: f64 = 0.05;

/// A sign that a run is not to be trusted. [`Diagnosis`](crate::diagnosis::Diagnosis) finds out why.
#[derive(Clone, Copy, Debug, PartialEq)]
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
    /// What is wrong at `time` with a run that started as `start` and is measured as `now`, the worst
    /// first; `None` if nothing is.
    pub fn new(
        now: &Diagnostics,
        start: &Diagnostics,
        time: f64,
        parameters: &Parameters,
    ) -> Option<Self> {
        if now.invalid > 0 {
            return Some(Self::NotFinite { time, invalid: now.invalid });
        }
        if !now.energy().is_finite() {
            return Some(Self::EnergyNotFinite { time });
        }
        // Both from the centre of mass: at least now, and at most at the start. Bodies that move
        // together stay together.
        let distance = now.radius_max - now.center_of_mass.length();
        if distance
            > ESCAPE * (start.radius_max + start.center_of_mass.length()).max(f64::MIN_POSITIVE)
        {
            return Some(Self::Escaped { time, distance });
        }
        let drift = now.change_since(start);
        (!parameters.is_damped() && drift.abs() > DRIFT)
            .then_some(Self::EnergyDrift { time, drift })
    }

    /// The trouble of bodies that are not finite, if there are any.
    pub fn of_state(state: &State, time: f64) -> Option<Self> {
        let is_finite = |body: &Body| body.position.is_finite() && body.velocity.is_finite();
        let invalid = state.bodies().filter(|body| !is_finite(body)).count() as u32;
        (invalid > 0).then_some(Self::NotFinite { time, invalid })
    }

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

#[cfg(test)]
mod tests {
    use glam::DVec3;
    use starshell::physics::Integrator;

    use super::*;

    #[test]
    fn trouble_is_seen() {
        let parameters = Parameters::new(Integrator::LeapfrogKdk, 0.08, 0.01);
        let start = Diagnostics {
            kinetic: 1.0,
            potential: -2.0,
            radius_max: 1.0,
            ..Diagnostics::default()
        };
        let seen = |now: &Diagnostics| Trouble::new(now, &start, 1.0, &parameters);
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
        let gone = seen(&Diagnostics { radius_max: f64::INFINITY, ..start }).unwrap();
        let gone = gone.told(|_| String::new(), |length| length.to_string());
        assert!(gone.contains("a body is more than 10¹⁹ from the centre of mass"), "{gone}");
        let heated = Diagnostics { kinetic: 1.2, ..start };
        assert!(matches!(seen(&heated), Some(Trouble::EnergyDrift { .. })));
        let damped = Parameters { damping: 0.99, ..parameters };
        assert_eq!(Trouble::new(&heated, &start, 1.0, &damped), None);
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
        assert_eq!(Trouble::new(&far, &start, 10.0, &parameters), None);
        let one = Diagnostics { radius_max: 2e4, ..far };
        assert_eq!(
            Trouble::new(&one, &start, 10.0, &parameters),
            Some(Trouble::Escaped { time: 10.0, distance: 1e4 })
        );
    }
}
