//! Reductions: which threads add which elements, and Brent's count of work and steps.

use super::{Arrow, Cell, Drawing, Line, Paint, Step, elements};
use crate::words::{Text, say};

pub const INTERLEAVED: Drawing = Drawing {
    experiment: "reduction",
    name: "interleaved",
    unit: "elements",
    sizes: &[8, 16, 32],
    steps: interleaved,
};

pub const SEQUENTIAL: Drawing = Drawing {
    experiment: "reduction",
    name: "sequential",
    unit: "elements",
    sizes: &[8, 16, 32],
    steps: sequential,
};

pub const CASCADED: Drawing = Drawing {
    experiment: "reduction",
    name: "cascaded",
    unit: "elements",
    sizes: &[16, 32],
    steps: cascaded,
};

/// A tree of additions. `pairs` are the places that a round adds: the left is the thread, and gets
/// the sum.
fn tree(
    count: usize,
    about: Text,
    strides: Vec<usize>,
    pairs: impl Fn(usize) -> Vec<[usize; 2]>,
) -> Vec<Step> {
    let mut values = elements(count);
    let mut lines = vec![Line::from_label(say!("line-elements"), &values, |_| Paint::Still)];
    let mut arrows: Vec<Arrow> = Vec::new();
    let mut steps = vec![Step { caption: about, lines: lines.clone(), arrows: Vec::new() }];
    let rounds = strides.len();
    for (round, stride) in strides.into_iter().enumerate() {
        let pairs = pairs(stride);
        arrows.iter_mut().for_each(|arrow| arrow.is_new = false);
        for &[left, right] in &pairs {
            values[left] += values[right];
            arrows.push(Arrow { from: [round, right], to: [round + 1, left], is_new: true });
        }
        let lefts: Vec<usize> = pairs.iter().map(|pair| pair[0]).collect();
        let cell = |(place, value): (usize, &u32)| match lefts.contains(&place) {
            true => Cell::new(value, Paint::Changed),
            false => Cell::new(value, Paint::Waiting),
        };
        lines.push(Line::new(
            say!("line-stride", stride = stride),
            values.iter().enumerate().map(cell).collect(),
        ));
        let last = lefts.last().copied().unwrap_or(0);
        let threads = match lefts.len() {
            1 => say!("step-thread-adds"),
            _ if last + 1 == lefts.len() => say!("step-threads-add", last = last),
            _ => say!("step-some-threads-add", second = lefts[1], last = last),
        };
        let end = (round + 1 == rounds).then(|| say!("step-first-is-sum", sum = values[0]));
        let waiting = count - lefts.len();
        let caption =
            say!("step-adds", threads = threads, stride = stride, waiting = waiting, count = count)
                .and(end);
        steps.push(Step { caption, lines: lines.clone(), arrows: arrows.clone() });
    }
    steps
}

fn interleaved(count: usize) -> Vec<Step> {
    let strides = (0..count.ilog2()).map(|round| 1 << round).collect();
    tree(count, say!("step-interleaved"), strides, |stride| {
        (0..count).step_by(2 * stride).map(|left| [left, left + stride]).collect()
    })
}

fn sequential(count: usize) -> Vec<Step> {
    let strides = (0..count.ilog2()).rev().map(|round| 1 << round).collect();
    tree(count, say!("step-sequential"), strides, |stride| {
        (0..stride).map(|left| [left, left + stride]).collect()
    })
}

/// Brent: log n elements for each of n / log n threads cost no more than one thread does alone.
fn cascaded(count: usize) -> Vec<Step> {
    let values = elements(count);
    let each = count.ilog2() as usize;
    let threads = count.div_ceil(each);
    let mut lines = vec![Line::from_label(say!("line-elements"), &values, |_| Paint::Still)];
    let rounds = count.ilog2();
    let mut steps = vec![Step {
        caption: say!(
            "step-cascaded",
            count = count,
            rounds = rounds,
            additions = count - 1,
            threads = count / 2,
            cost = count as u32 / 2 * rounds,
        ),
        lines: lines.clone(),
        arrows: Vec::new(),
    }];
    let (mut sums, mut arrows) = (vec![0; threads], Vec::new());
    for step in 0..each {
        arrows.clear();
        for (thread, sum) in sums.iter_mut().enumerate() {
            // Neighbouring threads read neighbouring elements.
            let place = step * threads + thread;
            if let Some(value) = values.get(place) {
                *sum += value;
                arrows.push(Arrow { from: [0, place], to: [1, thread], is_new: true });
            }
        }
        lines.truncate(1);
        let read = |place: usize| if place / threads == step { Paint::Read } else { Paint::Still };
        lines[0] = Line::from_label(say!("line-elements"), &values, read);
        lines.push(Line::from_label(say!("line-threads"), &sums, |_| Paint::Changed));
        let caption = say!("step-alone", threads = threads, each = each, step = step + 1);
        steps.push(Step { caption, lines: lines.clone(), arrows: arrows.clone() });
    }
    lines[0] = Line::from_label(say!("line-elements"), &values, |_| Paint::Still);
    let mut left = threads;
    while left > 1 {
        let half = left.div_ceil(2);
        let above = lines.len() - 1;
        let mut new: Vec<Arrow> = Vec::new();
        for place in half..left {
            sums[place - half] += sums[place];
            new.push(Arrow { from: [above, place], to: [above + 1, place - half], is_new: true });
        }
        let paint =
            |place: usize| if place < left - half { Paint::Changed } else { Paint::Waiting };
        lines.push(Line::from_label(say!("line-tree"), &sums[..half.max(1)], paint));
        left = half;
        let steps_in_all = each as u32 + (threads as f64).log2().ceil() as u32;
        let cost = steps_in_all as usize * threads;
        let end = (left == 1).then(|| {
            say!("step-cost", sum = sums[0], steps = steps_in_all, threads = threads, cost = cost)
        });
        steps.push(Step {
            caption: say!("step-then-tree", sums = 2 * half).and(end),
            lines: lines.clone(),
            arrows: new,
        });
    }
    steps
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_order_ends_with_the_sum() {
        for drawing in [INTERLEAVED, SEQUENTIAL, CASCADED] {
            for &size in drawing.sizes {
                let sum = elements(size).iter().sum::<u32>().to_string();
                let steps = (drawing.steps)(size);
                assert_eq!(
                    steps.last().unwrap().lines.last().unwrap().cells[0].text,
                    sum,
                    "{} of {size}",
                    drawing.name
                );
            }
        }
    }
}
