//! Where the energy of a run has changed so much that it is not worth going on.

use starshell::physics::{Diagnostics, Reading};

/// Such a change between two measurements.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Break {
    /// Simulated time of the measurement that shows it, and of the one before.
    pub time: f64,
    pub good: f64,
    /// Change of the energy, relative to the sum of its parts at the start.
    pub change: f64,
}

/// The break of a run, if there is one.
#[derive(Clone, Copy, Debug, Default)]
pub struct Breaks {
    /// Whether the energy should stay the same.
    pub is_constant: bool,
    /// The latest measurement with which the next can be compared.
    last: Option<Reading>,
    /// One that has just been found.
    found: Option<Break>,
    /// The one that has paused the run. No other does.
    told: Option<Break>,
}

impl Breaks {
    /// Takes a measurement of a run whose energy is compared with that of `start`.
    pub fn see(&mut self, reading: &Reading, start: &Diagnostics) {
        let Some(last) =
            self.last.replace(*reading).filter(|_| self.told.is_none() && self.is_constant)
        else {
            return;
        };
        if let Some(change) = reading.diagnostics.break_since(&last.diagnostics, start) {
            self.found = Some(Break { time: reading.time, good: last.time, change });
        }
    }

    /// Continues from an earlier moment, before which `last` was measured. From before the break,
    /// the run may break again.
    pub fn go_back(&mut self, time: f64, last: Option<Reading>) {
        *self = Self {
            is_constant: self.is_constant,
            last,
            found: None,
            told: self.told.filter(|told| time > told.good),
        };
    }

    /// The break that has just been found, once.
    pub fn take(&mut self) -> Option<Break> {
        self.found.take()
    }

    /// Keeps the break that has paused the run.
    pub fn tell(&mut self, told: Break) {
        self.told = Some(told);
    }

    /// The break that has paused the run.
    pub fn told(&self) -> Option<Break> {
        self.told
    }
}
