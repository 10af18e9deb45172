//! Moments at equal distances in a run.

use crate::physics::Simulation;

/// How far apart moments are. They are counted from the start of a run, which is one of them.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Every {
    /// This much simulated time, greater than 0. A moment is the step nearest to its time.
    Time(f64),
    /// This many steps, at least 1.
    Steps(u64),
}

/// The moments that are still to come.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Moments {
    every: Every,
    /// The number of the next one.
    next: u64,
}

impl Moments {
    /// The first is not before the present state, which a saved run has reached.
    pub(super) fn from(every: Every, simulation: &Simulation) -> Self {
        let next = match every {
            Every::Time(time) => {
                ((simulation.time() - 0.5 * step(simulation)) / time).ceil().max(0.0) as u64
            }
            Every::Steps(steps) => simulation.steps().div_ceil(steps),
        };
        Self { every, next }
    }

    /// The number of the next one.
    pub(super) fn next(&self) -> u64 {
        self.next
    }

    /// Makes this the number of the next one.
    pub(super) fn skip_to(&mut self, next: u64) {
        self.next = next;
    }

    /// Steps that do not lead beyond the next moment. 0 if that is now, or the time of adaptive
    /// steps has to be known first.
    pub(super) fn steps_left(&self, simulation: &Simulation) -> u64 {
        match self.every {
            Every::Steps(steps) => {
                self.next.saturating_mul(steps).saturating_sub(simulation.steps())
            }
            Every::Time(time) if simulation.parameters().adaptive.is_some() => {
                simulation.elapsed().steps_towards(self.next as f64 * time)
            }
            Every::Time(time) => {
                let left = self.next as f64 * time - simulation.time();
                (left / simulation.parameters().time_step).round().max(0.0) as u64
            }
        }
    }

    /// Whether the present state is the next moment, which is then counted.
    pub(super) fn take(&mut self, simulation: &Simulation) -> bool {
        let is_now = simulation.elapsed().is_known() && self.steps_left(simulation) == 0;
        if is_now {
            self.next = match self.every {
                Every::Steps(steps) => simulation.steps() / steps + 1,
                // Several fall on a step that is longer than the time between them.
                Every::Time(time) => {
                    (((simulation.time() + 0.5 * step(simulation)) / time).floor() as u64)
                        .max(self.next)
                        + 1
                }
            };
        }
        is_now
    }
}

/// The length of the last step, as far as it is known.
fn step(simulation: &Simulation) -> f64 {
    simulation.elapsed().step().unwrap_or(simulation.parameters().time_step)
}
