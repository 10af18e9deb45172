//! What every kind of initial state provides, and the checks of its parameters.

use super::random::Random;
use crate::physics::Body;
use crate::words::{Text, say};

/// What each kind of initial state provides.
pub trait Generator {
    /// The number of bodies, if the state has a fixed one.
    fn fixed_count(&self) -> Option<usize> {
        None
    }

    /// The name of each component, by its number; none if there is only one.
    fn components(&self) -> &'static [&'static str] {
        &[]
    }

    /// Checks every parameter.
    fn check(&self) -> Result<(), InitialError>;

    /// Makes `count` bodies: at least 1, and the fixed number if there is one. Parameters have
    /// passed `check`.
    fn draw(&self, count: usize, random: &mut Random) -> Vec<Body>;
}

/// The largest number of bodies in a state: 2^30, 64 GiB of [`Body`]. What an adapter holds is far
/// less, unless a run is in [regions](crate::physics::Regions).
pub const MAX_COUNT: usize = 1 << 30;

/// Why bodies could not be made.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[error("{}", self.text())]
#[non_exhaustive]
pub enum InitialError {
    /// No bodies were asked for.
    Empty,
    /// More bodies than are possible.
    TooMany {
        /// How many were asked for.
        count: usize,
        /// How many are possible.
        most: usize,
    },
    /// A state with a fixed number of bodies was asked for another number.
    FixedCount {
        /// The kind of state.
        kind: &'static str,
        /// How many bodies it has.
        fixed: usize,
        /// How many were asked for.
        count: usize,
    },
    /// A parameter is outside its range.
    Parameter {
        /// The parameter, as a scene file names it.
        key: &'static str,
        /// Its value.
        value: f64,
        /// The permitted range, in words.
        range: Text,
    },
}

impl InitialError {
    /// The sentence, in whatever language it is shown.
    pub fn text(&self) -> Text {
        match self {
            Self::Empty => say!("error-count-zero"),
            Self::TooMany { count, most } => say!("error-count-too-many", count, most),
            Self::FixedCount { kind, fixed, count } => {
                say!("error-count-fixed", count, kind, fixed)
            }
            Self::Parameter { key, value, range } => {
                say!("error-initial-parameter", key, value, range)
            }
        }
    }
}

/// Checks a length, mass or other positive scale. The bounds keep products of several within single
/// precision.
pub fn check_positive(key: &'static str, value: f64) -> Result<(), InitialError> {
    if (1e-6..=1e6).contains(&value) {
        return Ok(());
    }
    Err(InitialError::Parameter { key, value, range: say!("range-scale") })
}

/// Checks that a value lies from `least` to `most`.
pub fn check_within(
    key: &'static str,
    value: f64,
    least: f64,
    most: f64,
) -> Result<(), InitialError> {
    if (least..=most).contains(&value) {
        return Ok(());
    }
    Err(InitialError::Parameter { key, value, range: say!("range-within", least, most) })
}
