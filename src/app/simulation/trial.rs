//! Runs that stay in the plots, and the trial of two integrators on the same start.

use std::time::Duration;

use starshell::physics::{Integrator, Parameters};

use crate::app::simulation::statistics::Kept;

/// How long each integrator runs at the scene's pace, and the fewest steps.
pub const TRIAL_TIME: Duration = Duration::from_secs(10);
pub const STEPS: f64 = 50.0;
/// Measurements of each where every one is asked for.
pub const PARTS: f64 = 12.0;
/// Most seconds for both on a slow machine, which then runs them to an earlier time.
pub const LONGEST: f32 = 40.0;

/// Two integrators that run one after the other from the same start.
#[derive(Clone, Copy, Debug)]
pub struct Trial {
    pub integrators: [Integrator; 2],
    /// The physics from before the trial.
    pub original: Parameters,
    /// Which of them is running.
    pub place: usize,
    /// Simulated time at which each ends, and that at which each was to end.
    pub until: f64,
    pub goal: f64,
    /// Seconds for which it has been running.
    pub seconds: f32,
    /// How many of its parts have been measured.
    pub parts: u32,
    /// Whether the user has chosen how long it is: then it takes as long as it takes.
    pub is_chosen: bool,
}

impl Trial {
    /// The physics of the present run.
    pub fn physics(&self) -> Parameters {
        self.original.with_integrator(self.integrators[self.place])
    }

    /// The physics from before the trial if `present` is that of the trial; what the user has
    /// changed stays.
    pub fn restored(&self, present: Parameters) -> Parameters {
        if present == self.physics() {
            self.original
        } else if present.integrator == self.integrators[self.place] {
            present.with_integrator(self.integrators[0])
        } else {
            present
        }
    }

    /// The seconds of the first after which both would take longer than [`LONGEST`].
    fn longest(&self) -> f32 {
        let [first, second] =
            self.integrators.map(|integrator| integrator.forces_per_step() as f32);
        LONGEST * first / (first + second)
    }

    /// Whether the first takes so long that both would take longer than [`LONGEST`].
    pub fn is_slow(&self) -> bool {
        self.place == 0 && !self.is_chosen && self.seconds > self.longest()
    }

    /// The part of the present run that has been reached at `time`: the first may end early, after
    /// its longest time.
    pub fn part(&self, time: f64) -> u32 {
        let spent = if self.place == 0 { self.seconds / self.longest() } else { 0.0 };
        (PARTS * (time / self.until).max(spent.into())) as u32
    }
}

/// The trial that is under way, what the next one compares, and the runs that stay in the plots.
pub struct Trials {
    pub under_way: Option<Trial>,
    /// The integrator with which the button compares. Read it by `Desk::other_integrator`, since it
    /// may be the present one.
    pub other: Integrator,
    /// How long each integrator runs at the scene's pace, unless a simulated time is chosen.
    pub time: Duration,
    /// The simulated time that was chosen for the scene of this title.
    pub span: Option<(String, f64)>,
    /// Runs that stay in the plots, the oldest first.
    pub kept: Vec<Kept>,
}

impl Default for Trials {
    fn default() -> Self {
        Self {
            under_way: None,
            other: Integrator::RungeKutta4,
            time: TRIAL_TIME,
            span: None,
            kept: Vec::new(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_first_run_leaves_time_for_a_second_that_costs_more() {
        let trial = |seconds| Trial {
            integrators: [Integrator::LeapfrogKdk, Integrator::RungeKutta4],
            original: Parameters::new(Integrator::LeapfrogKdk, 0.01, 0.0),
            place: 0,
            until: 1.0,
            goal: 1.0,
            seconds,
            parts: 0,
            is_chosen: false,
        };
        assert!(!trial(7.9).is_slow() && trial(8.1).is_slow());
        assert!(!Trial { place: 1, ..trial(1e3) }.is_slow());
        assert!(!Trial { is_chosen: true, ..trial(1e3) }.is_slow());
        // A first run that will be cut short is measured as often as one that comes to its end.
        assert_eq!([0.0, 4.0, 8.0].map(|seconds| trial(seconds).part(0.01)), [0, 6, 12]);
        assert_eq!([trial(0.0).part(0.5), Trial { place: 1, ..trial(9.0) }.part(0.25)], [6, 3]);
    }
}
