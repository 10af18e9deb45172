//! How many times as fast one thing is as another, or that nobody can tell.

use serde::{Deserialize, Serialize};

use crate::words::Text;

/// Times that differ by less than this share, with a spread below it, are the same as far as one
/// can measure.
pub const NOISE: f64 = 0.1;

/// A comparison of two times. In JSON it is a number, or the text `unsteady: run again`.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub enum SpeedUp {
    /// The spread of the times exceeds their difference, and [`NOISE`] of the shorter one.
    #[serde(rename = "unsteady: run again")]
    Unsteady,
    /// How many times as fast.
    #[serde(untagged)]
    Times(f64),
}

impl SpeedUp {
    /// What files have in place of a number.
    pub const UNSTEADY: &str = "unsteady: run again";

    /// What is said in place of a number.
    pub fn unsteady() -> Text {
        Text::Named("speed-up-unsteady".to_owned(), Self::UNSTEADY.into())
    }

    /// Compares medians of times; `spread` is the larger one of their spreads between the
    /// quartiles.
    pub fn new(own: f64, other: f64, spread: f64) -> Self {
        let limit = (own - other).abs().max(NOISE * own.min(other));
        if spread <= limit { Self::Times(other / own) } else { Self::Unsteady }
    }

    /// The number, if there is one.
    pub fn times(self) -> Option<f64> {
        match self {
            Self::Times(times) => Some(times),
            Self::Unsteady => None,
        }
    }
}

/// The quartiles of sorted samples. Nobody knows how far off a single one is: perhaps by a quarter
/// to either side.
pub(super) fn quartiles(sorted: &[f64]) -> [f64; 2] {
    match sorted {
        [one] => [0.75 * one, 1.25 * one],
        _ => [sorted[sorted.len() / 4], sorted[(3 * sorted.len() / 4).min(sorted.len() - 1)]],
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_difference_within_the_spread_is_not_a_result() {
        assert_eq!(
            [SpeedUp::new(1.0, 2.0, 0.9), SpeedUp::new(2.0, 1.0, 1.0)].map(SpeedUp::times),
            [Some(2.0), Some(0.5)]
        );
        assert_eq!(SpeedUp::new(2.0, 2.0, 0.19), SpeedUp::Times(1.0), "known to be the same");
        assert_eq!(
            [SpeedUp::new(1.0, 2.0, 1.1), SpeedUp::new(2.0, 2.0, 0.3)],
            [SpeedUp::Unsteady; 2],
            "noise"
        );
    }

    #[test]
    fn a_speed_up_in_json_is_a_number_or_unsteady() {
        for (value, json) in
            [(SpeedUp::Times(1.5), "1.5"), (SpeedUp::Unsteady, "\"unsteady: run again\"")]
        {
            assert_eq!(serde_json::to_string(&value).unwrap(), json);
            assert_eq!(serde_json::from_str::<SpeedUp>(json).unwrap(), value);
        }
        assert_eq!(serde_json::to_value(SpeedUp::Unsteady).unwrap(), SpeedUp::UNSTEADY);
    }

    #[test]
    fn half_of_the_samples_lie_between_the_quartiles() {
        let nine: Vec<f64> = (1..=9).map(f64::from).collect();
        assert_eq!(
            (quartiles(&nine), quartiles(&nine[..3]), quartiles(&[4.0])),
            ([3.0, 7.0], [1.0, 3.0], [3.0, 5.0])
        );
    }
}
