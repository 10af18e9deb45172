//! Options that say how a table of bodies is meant.

use clap::Args;
use starshell::import::{Moment, Reading};

use super::examples::SCENE;
use super::parse::{Names, Units, columns, moment, units};

/// How a table of bodies is meant, where it does not say so or can be read in more than one way.
#[derive(Default, Clone, Debug, Args)]
pub struct Table {
    /// Columns of a table of bodies, in their order: x, y, z, vx, vy, vz and m, with - for one to
    /// leave out
    #[arg(long, value_name = "NAMES", value_parser = columns, help_heading = SCENE)]
    pub columns: Option<Names>,
    /// Moment of a table of several: last, its number from 1, or all if every line is a body
    #[arg(long, value_name = "MOMENT", value_parser = moment, help_heading = SCENE)]
    pub at: Option<Moment>,
    /// Units of length, speed and mass of a table of bodies, such as "AU km/s Msun", or none for G
    /// = 1
    #[arg(long, value_name = "UNITS", value_parser = units, help_heading = SCENE)]
    pub units: Option<Units>,
}

impl Table {
    /// How to read the table.
    pub fn reading(&self) -> Reading {
        Reading { columns: self.columns.as_ref().map(|names| names.0.clone()), moment: self.at }
    }

    /// One of these options that is given, if any.
    pub fn given(&self) -> Option<&'static str> {
        let all = [
            ("columns", self.columns.is_some()),
            ("at", self.at.is_some()),
            ("units", self.units.is_some()),
        ];
        all.into_iter().find_map(|(name, is_given)| is_given.then_some(name))
    }
}
