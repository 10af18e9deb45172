//! Every drawing.

use super::{Drawing, machine, memory, rounding, scan, sort, sum};

/// Every drawing, in the order of the experiments.
pub const DRAWINGS: &[&Drawing] = &[
    &sum::INTERLEAVED,
    &sum::SEQUENTIAL,
    &sum::CASCADED,
    &scan::HILLIS_STEELE,
    &scan::TREE,
    &scan::BLOCKS,
    &sort::PARTITION,
    &machine::DIVERGENCE,
    &memory::COALESCING,
    &memory::BANKS,
    &machine::OCCUPANCY,
    &machine::BLOCKS,
    &machine::ATOMICS,
    &machine::LAUNCHES,
    &machine::COPIES,
    &rounding::ORDERS,
];

/// The drawings of an experiment.
pub fn drawings(experiment: &str) -> impl Iterator<Item = &'static Drawing> {
    DRAWINGS.iter().copied().filter(move |drawing| drawing.experiment == experiment)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_drawing_moves_and_its_arrows_end_at_cells() {
        for drawing in DRAWINGS {
            for &size in drawing.sizes {
                let steps = (drawing.steps)(size);
                assert!(steps.len() >= 2, "{} of {size}", drawing.name);
                for step in &steps {
                    assert!(
                        !step.caption.is_empty() && !step.lines.is_empty(),
                        "{} of {size}",
                        drawing.name
                    );
                    let is_cell = |[line, cell]: [usize; 2]| {
                        cell < step.lines.get(line).map_or(0, |line| line.cells.len())
                    };
                    assert!(
                        step.arrows.iter().all(|arrow| is_cell(arrow.from) && is_cell(arrow.to)),
                        "{} of {size}",
                        drawing.name
                    );
                }
            }
        }
    }
}
