//! Scans: Hillis and Steele's rounds (the text's figure 8.8.8), Blelloch's tree, and blocks.

use super::{Arrow, Drawing, Line, Paint, Step, elements};

pub const HILLIS_STEELE: Drawing =
    Drawing { experiment: "scan", title: "Hillis and Steele", unit: "elements", sizes: &[8, 16, 32], steps: hillis_steele };

fn hillis_steele(count: usize) -> Vec<Step> {
    let first = elements(count);
    let mut lines = vec![Line::of("elements", &first, |_| Paint::Still)];
    let mut arrows: Vec<Arrow> = Vec::new();
    let mut steps = vec![Step {
        caption: format!("{count} elements. Each is to become the sum of all up to and including itself."),
        lines: lines.clone(),
        arrows: Vec::new(),
    }];
    let (mut values, mut stride) = (first, 1);
    let rounds = count.ilog2();
    for round in 1..=rounds {
        let before = values.clone();
        arrows.iter_mut().for_each(|arrow| arrow.is_new = false);
        let above = lines.len() - 1;
        for place in stride..count {
            values[place] += before[place - stride];
            arrows.push(Arrow { from: [above, place - stride], to: [above + 1, place], is_new: true });
        }
        lines.push(Line::of(
            format!("round {round}"),
            &values,
            |place| if place >= stride { Paint::Changed } else { Paint::Still },
        ));
        let end = if round == rounds {
            format!(" All is summed; a loop needs {} additions, but one after the other.", count - 1)
        } else {
            String::new()
        };
        let places = if stride == 1 { "place" } else { "places" };
        let caption = format!("Round {round} of {rounds}: each thread adds the element {stride} {places} to its left.{end}");
        steps.push(Step { caption, lines: lines.clone(), arrows: arrows.clone() });
        stride *= 2;
    }
    steps
}

pub const TREE: Drawing =
    Drawing { experiment: "scan", title: "Blelloch's tree", unit: "elements", sizes: &[8, 16, 32], steps: tree };

fn tree(count: usize) -> Vec<Step> {
    let mut values = elements(count);
    let mut lines = vec![Line::of("elements", &values, |_| Paint::Still)];
    let mut arrows: Vec<Arrow> = Vec::new();
    let mut steps = vec![Step {
        caption: format!("{count} elements. First a tree of sums goes up, then sums of what lies to the left come down."),
        lines: lines.clone(),
        arrows: Vec::new(),
    }];
    let mut show = |caption: String, label: &str, values: &[u32], changed: &[usize], new: Vec<Arrow>| {
        arrows.iter_mut().for_each(|arrow| arrow.is_new = false);
        arrows.extend(new);
        lines.push(Line::of(label, values, |place| if changed.contains(&place) { Paint::Changed } else { Paint::Still }));
        steps.push(Step { caption, lines: lines.clone(), arrows: arrows.clone() });
        lines.len()
    };
    let (mut stride, mut above) = (1, 0);
    while stride < count {
        let right: Vec<usize> = (2 * stride - 1..count).step_by(2 * stride).collect();
        right.iter().for_each(|&place| values[place] += values[place - stride]);
        let new = right.iter().map(|&place| Arrow { from: [above, place - stride], to: [above + 1, place], is_new: true });
        let caption = match right.len() {
            1 => format!("Up: one thread adds the pair that stands {stride} apart."),
            threads => format!("Up: {threads} threads add pairs that stand {stride} apart."),
        };
        above = show(caption, "up", &values, &right, new.collect()) - 1;
        stride *= 2;
    }
    values[count - 1] = 0;
    let caption = "The last sum, that of all, makes way for a zero: nothing lies to the left of the whole.".to_owned();
    above = show(caption, "zero", &values, &[count - 1], Vec::new()) - 1;
    while stride > 1 {
        stride /= 2;
        let right: Vec<usize> = (2 * stride - 1..count).step_by(2 * stride).collect();
        let mut new = Vec::new();
        for &place in &right {
            let left = values[place - stride];
            values[place - stride] = values[place];
            values[place] += left;
            new.push(Arrow { from: [above, place], to: [above + 1, place - stride], is_new: true });
            new.push(Arrow { from: [above, place - stride], to: [above + 1, place], is_new: true });
        }
        let changed: Vec<usize> = right.iter().flat_map(|&place| [place - stride, place]).collect();
        let end = if stride == 1 { " Each holds the sum of all before it (exclusive)." } else { "" };
        let caption = format!("Down: the left of each pair takes the right's value, the right the sum of both.{end}");
        above = show(caption, "down", &values, &changed, new) - 1;
    }
    steps
}

pub const BLOCKS: Drawing =
    Drawing { experiment: "scan", title: "Block by block", unit: "elements", sizes: &[8, 16, 32], steps: blocks };

fn blocks(count: usize) -> Vec<Step> {
    let length = if count > 16 { 8 } else { 4 };
    let first = elements(count);
    let mut lines = vec![Line::of("elements", &first, |_| Paint::Still)];
    let mut steps = vec![Step {
        caption: format!("{count} elements in blocks of {length}: one workgroup each, which cannot see the others."),
        lines: lines.clone(),
        arrows: Vec::new(),
    }];
    let mut values = first;
    for block in values.chunks_mut(length) {
        (1..block.len()).for_each(|place| block[place] += block[place - 1]);
    }
    lines.push(Line::of("in blocks", &values, |_| Paint::Changed));
    let caption = "Each workgroup scans its block in its own memory. Only the first block is right.".to_owned();
    steps.push(Step { caption, lines: lines.clone(), arrows: Vec::new() });

    let totals: Vec<u32> = values.chunks(length).map(|block| block[block.len() - 1]).collect();
    let to = |block: usize| block * length + length - 1;
    let arrows: Vec<Arrow> =
        (0..totals.len()).map(|block| Arrow { from: [1, to(block)], to: [2, block], is_new: true }).collect();
    lines.push(Line::of("totals", &totals, |_| Paint::Changed));
    let caption = "The last element of each block is its total. The totals become a list of their own.".to_owned();
    steps.push(Step { caption, lines: lines.clone(), arrows: arrows.clone() });

    let mut sum = 0;
    let before: Vec<u32> = totals
        .iter()
        .map(|total| {
            sum += total;
            sum - total
        })
        .collect();
    lines.push(Line::of("scanned", &before, |_| Paint::Changed));
    let old = |arrows: &[Arrow]| arrows.iter().map(|arrow| Arrow { is_new: false, ..*arrow }).collect::<Vec<_>>();
    let caption = "That short list is scanned, exclusively: how much lies before each block.".to_owned();
    steps.push(Step { caption, lines: lines.clone(), arrows: old(&arrows) });

    values.chunks_mut(length).zip(&before).for_each(|(block, before)| block.iter_mut().for_each(|value| *value += before));
    lines.push(Line::of("result", &values, |place| if place >= length { Paint::Changed } else { Paint::Still }));
    let mut all = old(&arrows);
    all.extend((length..count).map(|place| Arrow { from: [3, place / length], to: [4, place], is_new: true }));
    let caption = "Each workgroup adds that to its block. Three launches in place of one, and any length.".to_owned();
    steps.push(Step { caption, lines, arrows: all });
    steps
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lab::drawing::tests::last;

    #[test]
    fn the_scans_end_with_the_sums_of_the_text() {
        let inclusive = ["3", "4", "11", "11", "15", "16", "22", "25"];
        assert_eq!(last(&HILLIS_STEELE, 8), inclusive);
        assert_eq!(last(&BLOCKS, 8), inclusive);
        assert_eq!(last(&TREE, 8), ["0", "3", "4", "11", "11", "15", "16", "22"]);
        for size in [16, 32] {
            assert_eq!(last(&HILLIS_STEELE, size), last(&BLOCKS, size));
            assert_eq!(last(&TREE, size)[1..], last(&BLOCKS, size)[..size - 1]);
        }
    }

    #[test]
    fn figure_8_8_8_has_17_references_in_three_rounds() {
        let steps = hillis_steele(8);
        let new = |step: &Step| step.arrows.iter().filter(|arrow| arrow.is_new).count();
        assert_eq!(steps.iter().map(new).collect::<Vec<_>>(), [0, 7, 6, 4]);
        // A lesson has them counted.
        assert!(steps.iter().all(|step| !step.caption.contains("17")));
    }
}
