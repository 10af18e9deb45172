//! An axis of a chart: its ends, and where values stand between them.

/// An axis, logarithmic unless it measures shares of a whole.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Axis {
    /// The values at its ends.
    pub ends: [f64; 2],
    /// Whether equal distances are equal factors.
    pub is_logarithmic: bool,
}

impl Axis {
    /// From 0 to 1.
    pub const SHARES: Self = Self { ends: [0.0, 1.0], is_logarithmic: false };

    /// An axis of whole decades that holds all positive `values`, but none beyond all measure;
    /// `None` if there are none.
    pub fn around(values: impl Iterator<Item = f64>) -> Option<Self> {
        let [least, most] = values
            .filter(|value| (1e-100..1e100).contains(value))
            .fold([f64::INFINITY, 0.0_f64], |[a, b], value| [a.min(value), b.max(value)]);
        let decades = [least.log10().floor(), most.log10().ceil()];
        // A single value on a whole decade needs some room, too.
        let decades =
            if decades[0] < decades[1] { decades } else { [decades[0] - 1.0, decades[1] + 1.0] };
        (most > 0.0).then_some(Self {
            ends: decades.map(|decade| 10_f64.powf(decade)),
            is_logarithmic: true,
        })
    }

    /// Where a value stands: 0 at the beginning, which is also the place of what has no logarithm,
    /// and 1 at the end.
    pub fn place(&self, value: f64) -> f64 {
        let scaled = |value: f64| if self.is_logarithmic { value.log10() } else { value };
        let [from, to] = self.ends.map(scaled);
        ((scaled(value) - from) / (to - from)).max(0.0)
    }

    /// Every decade, or every quarter.
    pub fn ticks(&self) -> Vec<f64> {
        let [from, to] = self.ends.map(|value| value.log10().round() as i32);
        if self.is_logarithmic {
            (from..=to).map(|decade| 10_f64.powi(decade)).collect()
        } else {
            vec![0.0, 0.25, 0.5, 0.75, 1.0]
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_stand_between_whole_decades() {
        let axis = Axis::around([0.0, 2.0, 50.0, f64::NAN].into_iter()).unwrap();
        assert_eq!((axis.ends, axis.ticks()), ([1.0, 100.0], vec![1.0, 10.0, 100.0]));
        assert_eq!(
            [1.0, 10.0, 100.0, 0.0, 0.1].map(|value| axis.place(value)),
            [0.0, 0.5, 1.0, 0.0, 0.0]
        );
        assert_eq!(Axis::around([10.0].into_iter()).unwrap().ends, [1.0, 100.0]);
        assert_eq!(Axis::around([0.0].into_iter()), None);
        assert_eq!([0.0, 0.25, 1.0].map(|value| Axis::SHARES.place(value)), [0.0, 0.25, 1.0]);
    }
}
