//! Gravity by a tree, beside the direct sum and the processor.

use std::sync::{Arc, Mutex, PoisonError};

use super::all_pairs;
use crate::gpu::Gpu;
use crate::lab::experiment::{Case, Experiment, Extent, Extra, Topic};
use crate::lab::figures::grouped;
use crate::lab::{CpuKernel, Detail, Measurement, TreeBench, TreeModel};
use crate::name::Named;
use crate::physics::{ForceKernel, TreeWalk};
use crate::words::say;

/// The crossing.
pub const CROSSING: Experiment = Experiment::whole(
    "barnes-hut",
    Topic::Tree,
    "Burtscher, CUDA Optimization Tutorial, part II",
    crossing,
)
.with(Extra::TreeWalk);

fn crossing(gpu: &Gpu, extent: &Extent) -> Vec<Case> {
    let mut cases = Vec::new();
    let race = Race::default();
    for count in extent.counts(
        gpu,
        &[1024, 4096, 16_384],
        &[5000, 16_384, 50_000, 131_072, 500_000, 5_000_000],
    ) {
        // Beyond, a direct sum takes seconds.
        if count <= if gpu.is_software() { 16_384 } else { 500_000 } {
            let race = race.clone();
            let case = all_pairs::on_gpu(ForceKernel::Auto, count).then(move |row| {
                race.direct(&row);
                Ok(row)
            });
            cases.push(case);
        }
        let race = race.clone();
        let case = Case::of(TreeBench::new(TreeModel::Plummer, count)).then(move |mut row| {
            row.details.extend(race.tree(&row));
            Ok(row)
        });
        cases.push(case.named("tree").over(ForceKernel::Auto.name()));
        cases.push(all_pairs::on_cpu(CpuKernel::TREE, count).over("tree"));
    }
    cases
}

/// The direct sum against the tree, over growing numbers of bodies.
#[derive(Clone, Default)]
struct Race(Arc<Mutex<Laps>>);

#[derive(Default)]
struct Laps {
    /// Number of bodies and milliseconds of the last direct sum.
    direct: Option<(usize, f64)>,
    /// Logarithms of the last number of bodies for which both were measured, and of the tree's
    /// speed-up.
    last: Option<[f64; 2]>,
}

impl Race {
    fn direct(&self, row: &Measurement) {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).direct =
            Some((row.count, row.median_ms));
    }

    /// Says where the tree overtakes, if it did since the last number of bodies: between the two,
    /// times are powers of the number.
    fn tree(&self, row: &Measurement) -> Option<Detail> {
        let mut laps = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let (_, direct) = laps.direct.filter(|(count, _)| *count == row.count)?;
        let now = [(row.count as f64).ln(), (direct / row.median_ms).ln()];
        let before = laps.last.replace(now)?;
        let at = crossing_of(before, now)?;
        Some(Detail::new("crossing", say!("found-crossing", bodies = grouped(at))))
    }
}

/// The number of bodies at which the speed-up is 1, to two digits; `None` if it does not get there
/// between these points.
fn crossing_of([x, y]: [f64; 2], [x_next, y_next]: [f64; 2]) -> Option<usize> {
    if y >= 0.0 || y_next < 0.0 {
        return None;
    }
    let at = (x + (x_next - x) * y / (y - y_next)).exp();
    let digit = 10_f64.powf(at.log10().floor() - 1.0);
    Some(((at / digit).round() * digit) as usize)
}

/// Single ideas of the walk.
pub const WALKS: Experiment = Experiment::new(
    "barnes-hut-walks",
    Topic::Tree,
    "Burtscher, CUDA Optimization Tutorial, part II",
    [&[8192], &[50_000, 500_000]],
    walks,
);

fn walks(_: &Gpu, count: usize) -> Vec<Case> {
    let mut cases = Vec::new();
    for walk in [TreeWalk::AloneUnsorted, TreeWalk::Alone, TreeWalk::Unsorted, TreeWalk::Shared] {
        let bench = TreeBench { walk, ..TreeBench::new(TreeModel::Plummer, count) };
        let case = Case::of(bench).named(walk.name());
        cases.push(case.over(TreeWalk::AloneUnsorted.name()));
    }
    cases
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_crossing_is_where_the_line_between_two_speed_ups_is_one() {
        let at = |count: f64, speed_up: f64| [count.ln(), speed_up.ln()];
        assert_eq!(crossing_of(at(1000.0, 0.1), at(100_000.0, 10.0)), Some(10_000));
        assert_eq!(crossing_of(at(1000.0, 0.5), at(2000.0, 1.0)), Some(2000));
        assert_eq!(crossing_of(at(1000.0, 0.5), at(2000.0, 0.9)), None);
        assert_eq!(crossing_of(at(1000.0, 1.5), at(2000.0, 2.0)), None, "it was ahead before");
    }
}
