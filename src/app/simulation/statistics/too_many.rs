//! Why energies are not measured, so that it does not flicker.

/// Why energies are not measured.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TooMany {
    /// How long one measurement would take.
    pub seconds: f64,
    /// Number of bodies that could be measured in time.
    pub most: u64,
}

impl TooMany {
    /// Whether a measurement of `cost` seconds is longer than `longest`, in which `most` bodies could be measured. The answer
    /// `before` stays unless the cost has changed a lot, so that neither the panel nor its numbers flicker with the clock.
    pub fn of(cost: f64, longest: f64, most: u64, before: Option<Self>) -> Option<Self> {
        let stays = |before: &Self| cost > 0.7 * longest && (0.7..1.4).contains(&(cost / before.seconds));
        before.filter(stays).or_else(|| (cost > longest).then_some(Self { seconds: cost, most }))
    }
}
