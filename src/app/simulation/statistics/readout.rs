//! The numbers of the table.

use starshell::physics::HALF_MASS;

use crate::app::simulation::statistics::measurements::{Measured, Measurements};

/// Seconds for which a number in the table stays unchanged, so that it can be read.
pub const INTERVAL: f64 = 0.25;

/// The numbers of the table, as last updated.
#[derive(Clone, Copy, Debug, Default)]
pub struct Readout {
    pub measured: Option<Measured>,
    /// The time of `measured`.
    pub time: Option<f64>,
    pub half_mass_radius: Option<f64>,
}

/// Updates the numbers of the table.
#[derive(Debug)]
pub struct Table {
    pub readout: Readout,
    /// Whether nothing was measured after them.
    pub is_shown: bool,
    /// Seconds since they changed.
    pub since: f64,
}

impl Default for Table {
    fn default() -> Self {
        // The first numbers are due at once.
        Self { readout: Readout::default(), is_shown: true, since: f64::INFINITY }
    }
}

impl Table {
    /// Updates the numbers if they have stood long enough.
    pub fn show(&mut self, measured: &Measurements) {
        if self.is_shown || self.since < INTERVAL {
            return;
        }
        let last = measured.surveys.samples().last();
        let half_mass_radius =
            measured.radii.samples().last().map(|sample| sample.value[HALF_MASS]);
        let readout = Readout {
            measured: last.map(|sample| sample.value),
            time: last.map(|sample| sample.time),
            half_mass_radius,
        };
        *self = Self { readout, is_shown: true, since: 0.0 };
    }
}
