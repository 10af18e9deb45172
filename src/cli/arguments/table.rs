//! Options that say how a file of bodies is meant, and which of them are taken.

use clap::Args;
use starshell::exchange::{Condition, Moment, Part, Properties, Reading};

use super::examples::SCENE;
use super::parse::{Names, Sphere, Units, columns, condition, moment, sphere, units};

/// How a file of bodies is meant, where it does not say so or can be read in more than one way, and
/// which of its bodies are taken.
#[derive(Default, Clone, Debug, Args)]
pub struct Table {
    /// Columns of a table of bodies, in their order: x, y, z, vx, vy, vz and m, with - for one to
    /// leave out
    #[arg(long, value_name = "NAMES", value_parser = columns, help_heading = SCENE)]
    pub columns: Option<Names>,
    /// Moment of a file of several: last, its number from 1, or all if every line of a table is a
    /// body
    #[arg(long, value_name = "MOMENT", value_parser = moment, help_heading = SCENE)]
    pub at: Option<Moment>,
    /// Units of length, speed and mass of a file of bodies, such as "AU km/s Msun", or none for G
    /// = 1
    #[arg(long, value_name = "UNITS", value_parser = units, help_heading = SCENE)]
    pub units: Option<Units>,
    /// Take one of so many bodies of a file, with the mass of all that it stands for
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..), help_heading = SCENE)]
    pub thin: Option<u64>,
    /// Take the bodies of a file within a distance of a point: X,Y,Z,RADIUS in the file's numbers
    #[arg(long, value_name = "X,Y,Z,RADIUS", value_parser = sphere, allow_hyphen_values = true, help_heading = SCENE)]
    pub within: Option<Sphere>,
    /// Take one type of bodies of a snapshot, such as gas, dark or star; repeat it for several
    #[arg(long, value_name = "TYPE", help_heading = SCENE)]
    pub component: Vec<String>,
    /// Take the bodies of a file that meet a condition on a column, in the file's numbers, such as
    /// "density>1e-3"; repeat it for several conditions, all of which must hold
    #[arg(long = "where", value_name = "COLUMN>NUMBER", value_parser = condition, help_heading = SCENE)]
    pub conditions: Vec<Condition>,
}

impl Table {
    /// How to read the file.
    pub fn reading(&self) -> Reading {
        Reading {
            columns: self.columns.as_ref().map(|names| names.0.clone()),
            moment: self.at,
            part: Part {
                every: self.thin,
                within: self.within.map(|sphere| sphere.0),
                types: self.component.clone(),
                conditions: self.conditions.clone(),
            },
            properties: Properties::First,
        }
    }

    /// One of these options that is given, if any.
    pub fn given(&self) -> Option<&'static str> {
        let all = [
            ("columns", self.columns.is_some()),
            ("at", self.at.is_some()),
            ("units", self.units.is_some()),
            ("thin", self.thin.is_some()),
            ("within", self.within.is_some()),
            ("component", !self.component.is_empty()),
            ("where", !self.conditions.is_empty()),
        ];
        all.into_iter().find_map(|(name, is_given)| is_given.then_some(name))
    }
}
