//! Measured plans: the fastest one for each number of bodies.

use super::plan::Plan;
use super::stored::StoredPlan;
use crate::gpu::Gpu;

/// The fastest plan measured for a number of bodies: a row of the table that `starshell tune`
/// writes.
#[derive(Clone, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
pub struct Tuned {
    /// Number of bodies.
    pub count: u32,
    /// The plan.
    #[serde(flatten)]
    pub plan: StoredPlan,
    /// Milliseconds per step.
    pub milliseconds: f64,
    /// Milliseconds per step with a tree of the default accuracy, if it was measured.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tree_milliseconds: Option<f64>,
}

impl Tuned {
    /// The name under which the GPU keeps the table, a list of rows.
    pub const NAME: &'static str = "gravity";

    /// The row for a plan.
    pub fn new(plan: &Plan, count: u32, milliseconds: f64) -> Self {
        Self { count, plan: plan.into(), milliseconds, tree_milliseconds: None }
    }

    /// The number of bodies from which on a tree that takes `finer` times as long as one of the
    /// default accuracy is faster than the direct sum; `None` if that has not been measured.
    pub(super) fn tree_pays_from(gpu: &Gpu, finer: f64) -> Option<u32> {
        crossing(&gpu.findings().recall::<Vec<Times>>(Self::NAME)?, finer)
    }

    /// The plan of the row with the nearest count; `None` if there is no table, none is near, or
    /// that plan no longer exists.
    pub(super) fn plan(gpu: &Gpu, count: u32) -> Option<Plan> {
        let rows: Vec<Self> = gpu.findings().recall(Self::NAME)?;
        let ratio = |row: &Self| (f64::from(row.count.max(1)) / f64::from(count.max(1))).ln().abs();
        let nearest = rows.iter().min_by(|left, right| ratio(left).total_cmp(&ratio(right)))?;
        // An octave and a half: halfway to where there are no measurements.
        let is_near = ratio(nearest) <= 1.5 * 2.0_f64.ln();
        let is_it = |plan: &Plan| StoredPlan::from(plan).is_alike(&nearest.plan);
        let candidates = || Plan::candidates(gpu, count).into_iter().filter(is_it);
        // The shares are for the count that was measured. Here there may be as many, or the number
        // that suits this count.
        let same = || candidates().find(|plan| plan.shares == nearest.plan.shares);
        is_near.then(|| same().or_else(|| candidates().next())).flatten()
    }
}

/// The times of a row alone: the window asks for them in every frame.
#[derive(serde::Deserialize)]
struct Times {
    count: u32,
    milliseconds: f64,
    tree_milliseconds: Option<f64>,
}

/// The number of bodies at which `finer` times the tree's time falls below that of the direct sum.
fn crossing(rows: &[Times], finer: f64) -> Option<u32> {
    // How many times as long as the direct sum the tree takes; it falls about as the inverse of the
    // number of bodies.
    let ratios: Vec<(f64, f64)> = rows
        .iter()
        .filter_map(|row| {
            Some((f64::from(row.count), finer * row.tree_milliseconds? / row.milliseconds))
        })
        .filter(|(_, ratio)| ratio.is_finite())
        .collect();
    // From the last of the rows where the direct sum is faster, so that scatter among few bodies
    // does not count.
    let (count, ratio) = match ratios.iter().rposition(|(_, ratio)| *ratio > 1.0) {
        Some(last) => ratios[last],
        None => *ratios.first()?,
    };
    Some((count * ratio).round() as u32)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_tree_pays_from_where_the_times_cross() {
        let row = |count: u32, milliseconds, tree_milliseconds| Times {
            count,
            milliseconds,
            tree_milliseconds,
        };
        // The direct sum takes 1e-8 ms per pair, the tree 1e-4 ms per body: equal at 10,000 bodies.
        let rows = [4_000_u32, 8_000, 16_000]
            .map(|n| row(n, 1e-8 * f64::from(n).powi(2), Some(1e-4 * f64::from(n))));
        assert_eq!(crossing(&rows, 1.0), Some(10_000));
        assert_eq!(crossing(&rows, 2.0), Some(20_000), "beyond what was measured");
        assert_eq!(crossing(&rows[2..], 1.0), Some(10_000), "below what was measured");
        assert_eq!(crossing(&[row(64, 0.1, None)], 1.0), None);
        assert_eq!(crossing(&[], 1.0), None);
    }
}
