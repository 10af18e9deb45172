//! One moment in memory.

use super::error::WriteError;
use crate::exchange::snapshots::error::Error;
use crate::exchange::snapshots::header::{Column, Moment, Units};
use crate::exchange::snapshots::names;
use crate::exchange::snapshots::reader::Reader;
use crate::exchange::snapshots::values::Values;

/// A moment with its columns.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Snapshot {
    /// Time, counts and groups.
    pub moment: Moment,
    /// The edges of the periodic box.
    pub box_size: Option<[f64; 3]>,
    /// Units of length, velocity and mass.
    pub units: Units,
    /// The columns and all their values.
    pub columns: Vec<(Column, Values)>,
    /// What is known of the run by name: numbers are in those of the columns.
    pub parameters: Vec<(&'static str, Parameter)>,
}

/// A parameter of a run.
#[derive(Clone, Debug, PartialEq)]
pub enum Parameter {
    /// A number.
    Number(f64),
    /// A name.
    Text(String),
}

impl std::fmt::Display for Parameter {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Number(number) => write!(f, "{number:?}"),
            Self::Text(text) => f.write_str(text),
        }
    }
}

impl Snapshot {
    /// Reads one moment of a file, whole.
    ///
    /// # Errors
    /// If the file has no such moment, or fails.
    pub fn from_reader(reader: &mut dyn Reader, moment: usize) -> Result<Self, Error> {
        let header = reader.header().clone();
        let Some(at) = header.moments.get(moment) else {
            // The reader names its file.
            reader.read(moment, names::POSITION, 0..0)?;
            return Ok(Self::default());
        };
        let mut columns = Vec::new();
        for column in header.columns {
            match reader.read(moment, &column.name, 0..at.bodies) {
                Ok(values) => columns.push((column, values)),
                Err(Error::NoColumn { .. }) => {}
                Err(cause) => return Err(cause),
            }
        }
        let (moment, box_size) = (at.clone(), header.box_size);
        Ok(Self { moment, box_size, units: header.units, columns, parameters: Vec::new() })
    }

    /// A column by its name.
    #[must_use]
    pub fn column(&self, name: &str) -> Option<&(Column, Values)> {
        self.columns.iter().find(|(column, _)| column.name == name)
    }

    /// The parameters, one per line.
    pub(super) fn parameter_lines(&self) -> impl Iterator<Item = String> {
        let line = |(name, value): &(&str, Parameter)| {
            format!("{name} = {}", value.to_string().replace(char::is_control, " "))
        };
        self.parameters.iter().map(line)
    }

    /// How many bodies there are.
    pub(super) fn bodies(&self) -> usize {
        usize::try_from(self.moment.bodies).unwrap_or(usize::MAX)
    }

    /// The group of each row, by its place in the list; rows of none are of the first.
    pub(super) fn group_of_rows(&self) -> Vec<u8> {
        let mut groups = vec![0; self.bodies()];
        for (k, group) in self.moment.groups.iter().enumerate() {
            let [start, end] =
                [group.rows.start, group.rows.end].map(|row| usize::try_from(row).unwrap_or(0));
            if let Some(rows) = groups.get_mut(start..end) {
                rows.fill(u8::try_from(k).unwrap_or(u8::MAX));
            }
        }
        groups
    }

    /// Fails if there are no bodies, or if a column is too short or too long.
    pub(super) fn check(&self) -> Result<(), WriteError> {
        let fine = self.column(names::POSITION).is_some_and(|(column, _)| column.components == 3);
        if self.moment.bodies == 0 || !fine {
            return Err(WriteError::Empty);
        }
        for (column, values) in &self.columns {
            let wanted = self.bodies().saturating_mul(column.components);
            let three = [names::VELOCITY, names::ACCELERATION].contains(&column.name.as_str());
            if values.len() != wanted || three && column.components != 3 {
                let (column, found) = (column.name.clone(), values.len());
                return Err(WriteError::Lengths { column, found, wanted });
            }
        }
        Ok(())
    }
}

/// What a group's name makes it: Gadget's type, 0 to 5.
pub(super) fn kind(group: &str) -> usize {
    match group {
        "gas" | "gas and dust" => 0,
        "disk" => 2,
        "bulge" => 3,
        "star" => 4,
        "boundary" | "black hole" | "sink" => 5,
        _ => 1,
    }
}

/// A name without spaces, for formats that split at them.
pub(super) fn joined(name: &str) -> String {
    let keep = |c: char| if c.is_ascii_alphanumeric() { c } else { '_' };
    name.chars().map(keep).collect()
}
