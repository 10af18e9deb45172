//! How a force pass is divided among members.

use std::ops::Range;

/// A member's portion of a force pass: from one fraction of the whole to another. Portions of a
/// division meet without gap or overlap, whatever is divided.
#[derive(Clone, Copy, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
pub struct Portion {
    first: f64,
    end: f64,
}

impl Portion {
    /// The whole pass.
    pub const WHOLE: Self = Self { first: 0.0, end: 1.0 };

    /// Divides this portion in proportion to `shares`, which are positive.
    ///
    /// ```
    /// use starshell::physics::Portion;
    ///
    /// let [small, large] = Portion::WHOLE.divide(&[1.0, 3.0])[..] else { unreachable!() };
    /// assert_eq!((small.of(100), large.of(100)), (0..25, 25..100));
    /// assert_eq!((small.of(1), large.of(1)), (0..0, 0..1));
    /// ```
    #[must_use]
    pub fn divide(self, shares: &[f64]) -> Vec<Self> {
        let sum: f64 = shares.iter().sum();
        let (mut first, mut before) = (self.first, 0.0);
        let portions = shares.iter().enumerate().map(|(index, share)| {
            before += share;
            // The last portion ends where this one does, whatever the rounding.
            let end = if index + 1 == shares.len() {
                self.end
            } else {
                self.first + (self.end - self.first) * (before / sum)
            };
            Self { first: std::mem::replace(&mut first, end), end }
        });
        portions.collect()
    }

    /// This portion of `count` items.
    pub fn of(self, count: usize) -> Range<usize> {
        let place = |share: f64| (share * count as f64).round() as usize;
        place(self.first)..place(self.end)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn portions_meet_without_gap_or_overlap() {
        for shares in [&[1.0][..], &[1.0; 3], &[0.1, 0.7, 1e-9, 3.0], &[1e9, 1.0, 1.0 / 3.0]] {
            for count in [0, 1, 2, 3, 7, 1000, 1 << 31] {
                let mut end = 0;
                for portion in Portion::WHOLE.divide(shares) {
                    let range = portion.of(count);
                    assert_eq!(range.start, end, "{shares:?} of {count}");
                    end = range.end;
                }
                assert_eq!(end, count, "{shares:?} of {count}");
            }
        }
    }
}
