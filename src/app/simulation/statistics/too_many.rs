//! Why energies are not measured, so that it does not flicker.

use starshell::physics::{Gravity, Precision};

/// Why energies are not measured.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TooMany {
    /// How long one measurement would take.
    pub seconds: f64,
    /// Number of bodies that could be measured in time, once steps have been timed.
    pub most: Option<u64>,
}

impl TooMany {
    /// Whether a measurement of `cost` seconds is longer than `longest`, in which `most` bodies
    /// could be measured. The answer `before` stays unless the cost has changed a lot, so that
    /// neither the panel nor its numbers flicker with the clock.
    pub fn from_cost(
        cost: f64,
        longest: f64,
        most: Option<u64>,
        before: Option<Self>,
    ) -> Option<Self> {
        let stays =
            |before: &Self| cost > 0.7 * longest && (0.7..1.4).contains(&(cost / before.seconds));
        let kept = before.filter(stays).map(|before| Self { most: most.or(before.most), ..before });
        kept.or_else(|| (cost > longest).then_some(Self { seconds: cost, most }))
    }
}

/// How many bodies can be measured in time by each way of summing forces on this adapter. Speeds
/// vary with the clock and with what was timed before; what has been said of them stays.
#[derive(Clone, Debug, Default)]
pub struct Reach(Vec<((Gravity, Precision), u64)>);

impl Reach {
    /// The number that was found first or, if none is known or as many as `count` can no longer be
    /// measured, `most`, rounded down to two digits.
    pub fn of(&mut self, summed: (Gravity, Precision), count: u64, most: u64) -> u64 {
        if let Some((_, known)) =
            self.0.iter().find(|(other, known)| *other == summed && *known < count)
        {
            return *known;
        }
        let unit = 10_u64.pow(most.max(1).ilog10().saturating_sub(1));
        let rounded = most / unit * unit;
        self.0.retain(|(other, _)| *other != summed);
        self.0.push((summed, rounded));
        rounded
    }
}
