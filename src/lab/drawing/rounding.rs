//! Why sums depend on their order: arithmetic with three decimal digits.

use super::{Arrow, Cell, Drawing, Line, Paint, Step};
use crate::words::say;

pub const ORDERS: Drawing = Drawing {
    experiment: "one-sum",
    name: "three-digits",
    unit: "numbers",
    sizes: &[8, 16],
    steps: orders,
};

/// Rounds to three significant decimal digits, halves to even, as a machine with such numbers
/// would.
fn rounded(value: u64) -> u64 {
    let mut unit = 1;
    while value / unit >= 1000 {
        unit *= 10;
    }
    let (whole, rest) = (value / unit, value % unit);
    let up = 2 * rest > unit || 2 * rest == unit && whole % 2 == 1;
    (whole + u64::from(up)) * unit
}

fn orders(count: usize) -> Vec<Step> {
    // One large number, and small ones that are lost beside it.
    let values: Vec<u64> = std::iter::once(1000)
        .chain([4, 3, 4, 2, 4, 3, 4].into_iter().cycle())
        .take(count)
        .collect();
    let exact: u64 = values.iter().sum();
    let first = Line::from_label(say!("line-numbers"), &values, |_| Paint::Still);
    let mut steps = vec![Step {
        caption: say!("step-three-digits", count = count, exact = exact),
        lines: vec![first.clone()],
        arrows: Vec::new(),
    }];
    let mut sum = values[0];
    let mut partial = vec![Cell::new(sum, Paint::Still)];
    for (place, value) in values.iter().enumerate().skip(1) {
        let next = rounded(sum + value);
        let caption = match next == sum {
            true => say!(
                "step-rounded-back",
                sum = sum,
                value = *value,
                whole = sum + value,
                next = next
            ),
            false => say!("step-from-left", sum = sum, value = *value, next = next),
        };
        sum = next;
        partial.iter_mut().for_each(|cell| cell.paint = Paint::Still);
        partial.push(Cell::new(sum, Paint::Changed));
        let arrows = vec![Arrow { from: [0, place], to: [1, place], is_new: true }];
        steps.push(Step {
            caption,
            lines: vec![first.clone(), Line::new(say!("line-from-the-left"), partial.clone())],
            arrows,
        });
    }
    let from_left = sum;
    let mut lines = vec![first];
    let mut level = values;
    let mut arrows: Vec<Arrow> = Vec::new();
    while level.len() > 1 {
        let above = lines.len() - 1;
        arrows.iter_mut().for_each(|arrow| arrow.is_new = false);
        for place in 0..level.len() {
            arrows.push(Arrow { from: [above, place], to: [above + 1, place / 2], is_new: true });
        }
        level = level.chunks(2).map(|pair| rounded(pair.iter().sum())).collect();
        lines.push(Line::from_label(say!("line-in-pairs"), &level, |_| Paint::Changed));
        let end = match level.len() {
            1 => Some(say!("step-sums", sum = level[0], left = from_left, exact = exact)),
            _ => None,
        };
        let caption = say!("step-in-pairs").and(end);
        steps.push(Step { caption, lines: lines.clone(), arrows: arrows.clone() });
    }
    steps
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_have_three_digits() {
        assert_eq!(
            [999, 1004, 1005, 1006, 1015, 12_345].map(rounded),
            [999, 1000, 1000, 1010, 1020, 12_300]
        );
    }

    #[test]
    fn a_tree_loses_less_than_a_loop() {
        for &size in ORDERS.sizes {
            let caption = orders(size).pop().unwrap().caption.to_string();
            let numbers: Vec<i64> = caption
                .split(|c: char| !c.is_ascii_digit())
                .filter_map(|word| word.parse().ok())
                .collect();
            let [tree, left, exact] = numbers[..] else { panic!("{caption}") };
            assert!((tree - exact).abs() < (left - exact).abs(), "{caption}");
        }
    }
}
