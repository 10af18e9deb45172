//! Error bars side by side, where they would be drawn over each other.

use super::Series;

/// Least share by which the ends of error bars differ to be told apart.
const SAME: f64 = 0.005;

/// For each measured point of each series, how many widths of an error bar its own moves to the
/// right, so that none lies over another at the same place; `None` for a bar without length, and
/// for one that another has drawn already.
pub fn dodged(all: &[Series]) -> Vec<Vec<Option<i32>>> {
    let mut taken: Vec<(f64, [f64; 2], i32)> = Vec::new();
    let mut place = |[x, _]: [f64; 2], [low, high]: [f64; 2]| {
        let is_same = |a: f64, b: f64| (a - b).abs() <= SAME * b.abs();
        if is_same(low, high) {
            return None;
        }
        let at_x = || taken.iter().filter(|(other, ..)| *other == x);
        if at_x().any(|(_, [a, b], _)| is_same(*a, low) && is_same(*b, high)) {
            return None;
        }
        let is_free =
            |slot: &i32| !at_x().any(|(_, [a, b], other)| other == slot && *a <= high && low <= *b);
        // In the middle, then right and left by turns.
        let slot = (0..)
            .map(|number: i32| if number % 2 == 0 { -number / 2 } else { (number + 1) / 2 })
            .find(is_free)?;
        taken.push((x, [low, high], slot));
        Some(slot)
    };
    all.iter()
        .map(|series| series.measured().map(|(at, spread)| place(at, spread)).collect())
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lab::chart::Kind;
    use crate::words::Text;

    #[test]
    fn error_bars_stand_side_by_side_and_equal_ones_once() {
        let series = |spread: [f64; 2]| Series {
            name: Text::default(),
            kind: Kind::Curve,
            points: vec![[256.0, 2.0], [512.0, 2.0]],
            spreads: vec![spread, [4.0 * spread[0], 4.0 * spread[0]]],
            is_unsteady: false,
            published: Vec::new(),
        };
        let all = [[1.0, 3.0], [2.0, 4.0], [1.0, 3.001], [2.5, 2.7], [5.0, 6.0]].map(series);
        let slots: Vec<_> = dodged(&all).into_iter().map(|slots| slots[0]).collect();
        assert_eq!(slots, [Some(0), Some(1), None, Some(-1), Some(0)]);
        assert!(dodged(&all).iter().all(|slots| slots[1].is_none()), "no bar without length");
    }
}
