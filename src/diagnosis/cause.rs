//! What may be wrong with a run.

use starshell::words::{self, t};

/// What is wrong with a run.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Cause {
    /// The speeds are this many times what these masses and distances make with G = 1: the units do
    /// not belong together.
    Units {
        /// Root of the ratio of kinetic to potential energy.
        ratio: f64,
    },
    /// Positions or speeds too large for single precision to hold their squares.
    Range {
        /// The largest of them.
        largest: f64,
    },
    /// Positions have too few digits.
    Precision {
        /// Distance between neighbouring numbers, the median over all bodies.
        spacing: f64,
        /// How far a step moves a body, likewise.
        moved: f64,
    },
    /// Steps are too long.
    TimeStep,
    /// Bodies come closer to each other than any affordable step resolves.
    Encounter,
    /// The integrator is not good enough.
    Integrator,
    /// The forces of the tree or the grid are not accurate enough: direct sums keep the energy.
    Forces,
    /// Nothing that was tried helps.
    Unknown,
    /// The test kept the energy.
    NotReproduced,
    /// Steps are too many to be tested.
    Untested,
}

impl Cause {
    /// It in words, in the language of this thread.
    pub(super) fn told(self) -> String {
        let number = words::short;
        match self {
            Self::Units { ratio } => t!("cause-units", ratio = number(ratio)),
            Self::Range { largest } => t!("cause-range", largest = number(largest)),
            Self::Precision { spacing, moved } => {
                t!("cause-precision", spacing = number(spacing), moved = number(moved))
            }
            Self::TimeStep => t!("cause-time-step"),
            Self::Encounter => t!("cause-encounter"),
            Self::Integrator => t!("cause-integrator"),
            Self::Forces => t!("cause-forces"),
            Self::Unknown => t!("cause-unknown"),
            Self::NotReproduced => t!("cause-not-reproduced"),
            Self::Untested => t!("cause-untested"),
        }
    }
}
