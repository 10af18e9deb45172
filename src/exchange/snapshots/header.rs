//! What a snapshot says before its bodies are read.

use std::fmt;
use std::ops::Range;

/// Everything known about a file but the values of its columns.
#[derive(Clone, Debug, PartialEq)]
pub struct Header {
    /// The format in words, such as `Tipsy standard, 32-byte header`.
    pub format: String,
    /// Whether positions and box are comoving.
    pub comoving: bool,
    /// The edges of the periodic box in units of the file.
    pub box_size: Option<[f64; 3]>,
    /// The Hubble parameter h, in 100 km/s/Mpc.
    pub hubble: Option<f64>,
    /// The gravitational constant in units of the file, where it tells.
    pub gravity: Option<f64>,
    /// Units of length, velocity and mass.
    pub units: Units,
    /// The columns of all moments; positions come first.
    pub columns: Vec<Column>,
    /// The snapshots within the file, in its order.
    pub moments: Vec<Moment>,
    /// What is odd, or was assumed, in sentences.
    pub notes: Vec<String>,
}

impl Header {
    /// The time of a snapshot in lengths over velocities of the file; `None` if it has none.
    pub fn time(&self, moment: usize) -> Option<f64> {
        let time = self.moments.get(moment)?.time?;
        let Units { length, velocity, time: unit, .. } = self.units;
        Some(match (length, velocity, unit) {
            (Some(length), Some(velocity), Some(unit)) => time * unit.si * velocity.si / length.si,
            _ => time,
        })
    }
}

/// One snapshot within a file.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Moment {
    /// Time in units of the file; for cosmological runs see `expansion`.
    pub time: Option<f64>,
    /// The expansion factor a, 1 today.
    pub expansion: Option<f64>,
    /// Redshift.
    pub redshift: Option<f64>,
    /// The model of the expansion, if the file has one.
    pub cosmology: Option<Cosmology>,
    /// How many bodies there are.
    pub bodies: u64,
    /// Bodies by type, in the order of rows; empty groups are left out.
    pub groups: Vec<Group>,
}

impl Moment {
    /// A moment whose groups follow each other, leaving out empty ones.
    pub(super) fn from_counts(counts: &[(&str, u64)]) -> Self {
        let mut moment = Self::default();
        for &(name, count) in counts {
            if count > 0 {
                let end = moment.bodies.saturating_add(count);
                let rows = moment.bodies..end;
                moment.groups.push(Group { name: name.into(), rows });
                moment.bodies = end;
            }
        }
        moment
    }

    /// The same moment at a time.
    pub(super) fn with_time(mut self, time: f64) -> Self {
        self.time = Some(time);
        self
    }
}

/// How space expands.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Cosmology {
    /// The Hubble parameter h, in 100 km/s/Mpc.
    pub hubble: f64,
    /// The density of matter today, relative to the critical density.
    pub matter: f64,
    /// The same for the cosmological constant.
    pub lambda: f64,
}

impl Cosmology {
    /// Whether the numbers can describe a model.
    pub(super) fn is_sound(&self) -> bool {
        let all = [self.hubble, self.matter, self.lambda];
        all.iter().all(|number| number.is_finite()) && self.hubble > 0.0
    }
}

/// Bodies of one type.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Group {
    /// `gas`, `dark`, `disk`, `bulge`, `star`, `boundary`, `black hole`, or the file's own name.
    pub name: String,
    /// The rows they take in every column.
    pub rows: Range<u64>,
}

/// One property of bodies.
#[derive(Clone, Debug, PartialEq)]
pub struct Column {
    /// A standard name of [`names`](super::names), else the file's own.
    pub name: String,
    /// Values per body: 1, or 3 for a vector.
    pub components: usize,
    /// The type that reading yields.
    pub scalar: Scalar,
    /// The unit as text; empty where nothing is known.
    pub unit: String,
    /// What one unit is in SI, where known.
    pub si: Option<Unit>,
    /// The groups that have it; empty if all have. Elsewhere floats read as NaN, integers as
    /// `u64::MAX`.
    pub groups: Vec<String>,
}

impl Column {
    /// A column that every group has.
    pub(in crate::exchange) fn new(name: &str, components: usize, scalar: Scalar) -> Self {
        let unit = String::new();
        Self { name: name.into(), components, scalar, unit, si: None, groups: Vec::new() }
    }

    /// The unit in short: `g cm^-3` for SWIFT's `U_M U_L^-3 [ g cm^-3 ]`, and likewise for AMUSE's
    /// expressions. SWIFT's units with powers of the expansion factor stay whole.
    pub fn short_unit(&self) -> String {
        let text = &self.unit;
        let is_physical = self.si.is_none_or(|unit| unit.expansion == 0.0);
        if let Some((_, unit)) = text.split_once('[').filter(|_| is_physical) {
            return unit.trim_matches([' ', ']']).to_owned();
        }
        if !text.contains("system.get(") {
            return text.clone();
        }
        let mut unit = text.clone();
        for (base, symbol) in SYMBOLS {
            unit = unit.replace(&format!("system.get('S.I.').base('{base}')"), symbol);
        }
        unit.replace("**", "^").replace(['(', ')'], "").replace(" * ", " ")
    }

    /// The same column, of some groups alone.
    pub(super) fn with_groups(mut self, groups: &[&str]) -> Self {
        self.groups = groups.iter().map(|name| (*name).to_owned()).collect();
        self
    }
}

/// Base units of AMUSE's expressions.
const SYMBOLS: [(&str, &str); 4] =
    [("length", "m"), ("mass", "kg"), ("time", "s"), ("thermodynamic temperature", "K")];

/// The type of values that reading a column yields.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scalar {
    /// Single precision.
    F32,
    /// Double precision.
    F64,
    /// Whole numbers.
    U64,
}

/// One unit: value × `si` × a^`expansion` is physical and in SI.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Unit {
    /// Metres, metres per second, kilograms...; h is worked in.
    pub si: f64,
    /// The power of the expansion factor, 0 for physical values.
    pub expansion: f64,
}

impl Unit {
    /// A unit that does not depend on the expansion factor.
    #[must_use]
    pub const fn from_si(si: f64) -> Self {
        Self { si, expansion: 0.0 }
    }
}

/// The units of mechanics.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Units {
    /// Of positions.
    pub length: Option<Unit>,
    /// Of velocities.
    pub velocity: Option<Unit>,
    /// Of masses.
    pub mass: Option<Unit>,
    /// Of the time in [`Moment::time`], in seconds.
    pub time: Option<Unit>,
    /// Where they come from.
    pub origin: Origin,
}

/// Where units come from.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Origin {
    /// Nothing tells; G = 1 is customary.
    #[default]
    Unknown,
    /// The file tells.
    File,
    /// The format's documented default; a run may have used others.
    Default,
}

/// The order of the bytes of a number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Order {
    /// The low byte first.
    Little,
    /// The high byte first.
    Big,
}

impl fmt::Display for Order {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Little => "little-endian",
            Self::Big => "big-endian",
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn units_are_short_where_nothing_is_lost() {
        let density = "((system.get('S.I.').base('length')**-3) * system.get('S.I.').base('mass'))";
        for (text, expansion, expected) in [
            ("a^-3 h^2 U_M U_L^-3  [ g cm^-3 ]", 0.0, "g cm^-3"),
            ("a^-3 h^2 U_M U_L^-3  [ g cm^-3 ]", -3.0, "a^-3 h^2 U_M U_L^-3  [ g cm^-3 ]"),
            (density, 0.0, "m^-3 kg"),
            ("(km/s)^2", 0.0, "(km/s)^2"),
            ("", 0.0, ""),
        ] {
            let mut column = Column::new("density", 1, Scalar::F32);
            (column.unit, column.si) = (text.to_owned(), Some(Unit { si: 1.0, expansion }));
            assert_eq!(column.short_unit(), expected);
        }
    }
}
