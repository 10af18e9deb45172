//! Scans: Hillis and Steele's rounds (the text's figure 8.8.8), Blelloch's tree, and blocks.

use super::{Arrow, Drawing, Line, Paint, Step, elements};
use crate::words::{Text, say};

pub const HILLIS_STEELE: Drawing = Drawing {
    experiment: "scan",
    name: "hillis-steele",
    unit: "elements",
    sizes: &[8, 16, 32],
    steps: hillis_steele,
};

fn hillis_steele(count: usize) -> Vec<Step> {
    let first = elements(count);
    let mut lines = vec![Line::from_label(say!("line-elements"), &first, |_| Paint::Still)];
    let mut arrows: Vec<Arrow> = Vec::new();
    let mut steps = vec![Step {
        caption: say!("step-hillis-steele", count = count),
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
            arrows.push(Arrow {
                from: [above, place - stride],
                to: [above + 1, place],
                is_new: true,
            });
        }
        lines.push(Line::from_label(say!("line-round", round = round), &values, |place| {
            if place >= stride { Paint::Changed } else { Paint::Still }
        }));
        let end = (round == rounds).then(|| say!("step-all-summed", additions = count - 1));
        let caption = say!("step-round", round = round, rounds = rounds, stride = stride).and(end);
        steps.push(Step { caption, lines: lines.clone(), arrows: arrows.clone() });
        stride *= 2;
    }
    steps
}

pub const TREE: Drawing = Drawing {
    experiment: "scan",
    name: "blelloch",
    unit: "elements",
    sizes: &[8, 16, 32],
    steps: tree,
};

fn tree(count: usize) -> Vec<Step> {
    let mut values = elements(count);
    let mut lines = vec![Line::from_label(say!("line-elements"), &values, |_| Paint::Still)];
    let mut arrows: Vec<Arrow> = Vec::new();
    let mut steps = vec![Step {
        caption: say!("step-blelloch", count = count),
        lines: lines.clone(),
        arrows: Vec::new(),
    }];
    let mut show =
        |caption: Text, label: Text, values: &[u32], changed: &[usize], new: Vec<Arrow>| {
            arrows.iter_mut().for_each(|arrow| arrow.is_new = false);
            arrows.extend(new);
            lines.push(Line::from_label(label, values, |place| {
                if changed.contains(&place) { Paint::Changed } else { Paint::Still }
            }));
            steps.push(Step { caption, lines: lines.clone(), arrows: arrows.clone() });
            lines.len()
        };
    let (mut stride, mut above) = (1, 0);
    while stride < count {
        let right: Vec<usize> = (2 * stride - 1..count).step_by(2 * stride).collect();
        right.iter().for_each(|&place| values[place] += values[place - stride]);
        let new = right.iter().map(|&place| Arrow {
            from: [above, place - stride],
            to: [above + 1, place],
            is_new: true,
        });
        let caption = say!("step-up", threads = right.len(), stride = stride);
        above = show(caption, say!("line-up"), &values, &right, new.collect()) - 1;
        stride *= 2;
    }
    values[count - 1] = 0;
    above = show(say!("step-zero"), say!("line-zero"), &values, &[count - 1], Vec::new()) - 1;
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
        let caption = say!("step-down").and((stride == 1).then(|| say!("step-exclusive")));
        above = show(caption, say!("line-down"), &values, &changed, new) - 1;
    }
    steps
}

pub const BLOCKS: Drawing = Drawing {
    experiment: "scan",
    name: "blocks",
    unit: "elements",
    sizes: &[8, 16, 32],
    steps: blocks,
};

fn blocks(count: usize) -> Vec<Step> {
    let length = if count > 16 { 8 } else { 4 };
    let first = elements(count);
    let mut lines = vec![Line::from_label(say!("line-elements"), &first, |_| Paint::Still)];
    let mut steps = vec![Step {
        caption: say!("step-blocks", count = count, length = length),
        lines: lines.clone(),
        arrows: Vec::new(),
    }];
    let mut values = first;
    for block in values.chunks_mut(length) {
        (1..block.len()).for_each(|place| block[place] += block[place - 1]);
    }
    lines.push(Line::from_label(say!("line-in-blocks"), &values, |_| Paint::Changed));
    let caption = say!("step-in-blocks");
    steps.push(Step { caption, lines: lines.clone(), arrows: Vec::new() });

    let totals: Vec<u32> = values.chunks(length).map(|block| block[block.len() - 1]).collect();
    let to = |block: usize| block * length + length - 1;
    let arrows: Vec<Arrow> = (0..totals.len())
        .map(|block| Arrow { from: [1, to(block)], to: [2, block], is_new: true })
        .collect();
    lines.push(Line::from_label(say!("line-totals"), &totals, |_| Paint::Changed));
    let caption = say!("step-totals");
    steps.push(Step { caption, lines: lines.clone(), arrows: arrows.clone() });

    let mut sum = 0;
    let before: Vec<u32> = totals
        .iter()
        .map(|total| {
            sum += total;
            sum - total
        })
        .collect();
    lines.push(Line::from_label(say!("line-scanned"), &before, |_| Paint::Changed));
    let old = |arrows: &[Arrow]| {
        arrows.iter().map(|arrow| Arrow { is_new: false, ..*arrow }).collect::<Vec<_>>()
    };
    let caption = say!("step-scanned");
    steps.push(Step { caption, lines: lines.clone(), arrows: old(&arrows) });

    values
        .chunks_mut(length)
        .zip(&before)
        .for_each(|(block, before)| block.iter_mut().for_each(|value| *value += before));
    lines.push(Line::from_label(say!("line-result"), &values, |place| {
        if place >= length { Paint::Changed } else { Paint::Still }
    }));
    let mut all = old(&arrows);
    all.extend((length..count).map(|place| Arrow {
        from: [3, place / length],
        to: [4, place],
        is_new: true,
    }));
    let caption = say!("step-result");
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
        assert!(steps.iter().all(|step| !step.caption.to_string().contains("17")));
    }
}
