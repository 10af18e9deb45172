//! How many tasks of a tree's activities can run at the same time.

use std::iter::successors;

use super::barnes_hut::{MAX, activities, duration, lasting, shared};
use crate::gpu::Gpu;
use crate::lab::experiment::{Case, Experiment, Topic};
use crate::lab::rate::RateUnit;
use crate::lab::shared::Shared;
use crate::lab::{LabError, Measurement, TreeBench, TreeModel, TreeShape};
use crate::physics::{TreeSettings, TreeStage};
use crate::words::say;

/// The activities of a step, round by round: what runs in a round needs what ran before it.
pub const PARALLELISM: Experiment = Experiment::new(
    "barnes-hut-parallelism",
    Topic::Tree,
    "Burtscher, CUDA Optimization Tutorial, part II: parallelism available round by round",
    [&[8192], &[5000, 50_000, 500_000, MAX]],
    parallelism,
)
.along("round");

/// Digits by which keys of 64 bits are sorted, one after the other.
const DIGITS: usize = 8;

/// What can run at the same time in a round.
#[derive(Clone, Copy)]
enum Tasks {
    /// So many tasks.
    Known(usize),
    /// A task for each node.
    Nodes,
    /// For each node without children.
    Leaves,
    /// For each cell of a level.
    Cells(usize),
    /// For each cell from this level down: several rounds.
    CellsFrom(usize),
}

impl Tasks {
    /// Their number in a tree.
    fn number(self, shape: &TreeShape) -> usize {
        let cells = |[_, inner]: &[u32; 2]| *inner as usize;
        match self {
            Self::Known(number) => number,
            Self::Nodes => shape.levels.iter().map(|[all, _]| *all as usize).sum(),
            Self::Leaves => shape.levels.iter().map(|[all, inner]| (all - inner) as usize).sum(),
            Self::Cells(level) => shape.levels.get(level).map_or(0, cells),
            Self::CellsFrom(level) => shape.levels.iter().skip(level).map(cells).sum(),
        }
    }
}

/// The rounds of an activity with this many bodies; the last stage moves them.
fn rounds(stage: Option<TreeStage>, count: usize) -> Vec<Tasks> {
    match stage {
        // Boxes around bodies are joined in pairs.
        Some(TreeStage::Box) => {
            successors(Some(count), |left| (*left > 1).then(|| left.div_ceil(2)))
                .map(|left| Tasks::Known(left / 2))
                .filter(|tasks| !matches!(tasks, Tasks::Known(0)))
                .collect()
        }
        Some(TreeStage::Sort) => vec![Tasks::Known(count); DIGITS],
        // Each body knows which nodes begin with it, and then each node its first child.
        Some(TreeStage::Build) => vec![Tasks::Known(count), Tasks::Nodes],
        Some(TreeStage::Summarise) => {
            let last = last_level(count);
            let above = (0..last).rev().map(Tasks::Cells);
            [Tasks::Leaves, Tasks::CellsFrom(last)].into_iter().chain(above).collect()
        }
        Some(TreeStage::Force) | None => vec![Tasks::Known(count)],
    }
}

/// A level below which there are few cells: under one with enough cells for all leaves, a cluster
/// has a few more.
fn last_level(count: usize) -> usize {
    let leaves = count as f64 / f64::from(TreeSettings::default().leaf);
    (leaves.max(1.0).log2() / 3.0).ceil() as usize + 5
}

fn parallelism(_: &Gpu, count: usize) -> Vec<Case> {
    let mut cases = Vec::new();
    let (tree, bench) = (Shared::default(), TreeBench::new(TreeModel::Plummer, count));
    for (stage, name) in activities() {
        for (tasks, at) in rounds(stage, count).into_iter().zip(1..) {
            let name = match tasks {
                Tasks::CellsFrom(_) => format!("{name}, deepest levels"),
                _ => name.to_owned(),
            };
            let case = shared(&bench, &tree).then(move |whole| round(whole, stage, tasks));
            cases.push(case.named(name).at(f64::from(at)));
        }
    }
    cases
}

/// The row of a round: its tasks, and the time of all rounds of its activity.
fn round(
    whole: Measurement,
    stage: Option<TreeStage>,
    tasks: Tasks,
) -> Result<Measurement, LabError> {
    let number =
        tasks.number(&whole.tree.as_ref().map(|tree| tree.shape.clone()).unwrap_or_default());
    if number == 0 {
        return Err(LabError::NoCounterpart(say!("reason-no-cells")));
    }
    let milliseconds = duration(&whole, stage)?;
    let row = lasting(whole, milliseconds);
    Ok(Measurement { rate: number as f64, unit: RateUnit::Tasks, ..row })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rounds_follow_from_the_number_of_bodies_and_the_shape() {
        let shape =
            TreeShape { levels: vec![[1, 1], [8, 3], [20, 2], [12, 0]], ..TreeShape::default() };
        let numbers = |stage: Option<TreeStage>| -> Vec<usize> {
            rounds(stage, 5).into_iter().map(|tasks| tasks.number(&shape)).collect()
        };
        assert_eq!(numbers(Some(TreeStage::Box)), [2, 1, 1], "five, three and two boxes");
        assert_eq!(numbers(Some(TreeStage::Sort)), [5; 8]);
        assert_eq!(numbers(Some(TreeStage::Build)), [5, 41]);
        let summed = numbers(Some(TreeStage::Summarise));
        assert_eq!((summed[0], summed[1]), (35, 0), "leaves, and no cells from level 5 down");
        assert_eq!(summed[2..], [0, 0, 2, 3, 1], "up to the root");
        assert_eq!([numbers(Some(TreeStage::Force)), numbers(None)], [[5], [5]]);
    }
}
