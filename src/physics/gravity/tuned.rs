//! Measured plans: the fastest one for each number of bodies.

use super::plan::Plan;
use super::stored::StoredPlan;
use crate::gpu::Gpu;

/// The fastest plan measured for a number of bodies: a row of the table that `starshell tune` writes.
#[derive(Clone, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
pub struct Tuned {
    /// Number of bodies.
    pub count: u32,
    /// The plan.
    #[serde(flatten)]
    pub plan: StoredPlan,
    /// Milliseconds per step.
    pub milliseconds: f64,
}

impl Tuned {
    /// The name under which the GPU keeps the table, a list of rows.
    pub const NAME: &'static str = "gravity";

    /// The row for a plan.
    pub fn new(plan: &Plan, count: u32, milliseconds: f64) -> Self {
        Self { count, plan: plan.into(), milliseconds }
    }

    /// The plan of the row with the nearest count; `None` if there is no table, none is near, or that plan no longer exists.
    pub(super) fn plan(gpu: &Gpu, count: u32) -> Option<Plan> {
        let rows: Vec<Self> = gpu.recall(Self::NAME)?;
        let ratio = |row: &Self| (f64::from(row.count.max(1)) / f64::from(count.max(1))).ln().abs();
        let nearest = rows.iter().min_by(|left, right| ratio(left).total_cmp(&ratio(right)))?;
        // An octave and a half: halfway to where there are no measurements.
        let is_near = ratio(nearest) <= 1.5 * 2.0_f64.ln();
        let is_it = |plan: &Plan| StoredPlan::from(plan).is_alike(&nearest.plan);
        let candidates = || Plan::candidates(gpu, count).into_iter().filter(is_it);
        // The shares are for the count that was measured. Here there may be as many, or the number that suits this count.
        let same = || candidates().find(|plan| plan.shares == nearest.plan.shares);
        is_near.then(|| same().or_else(|| candidates().next())).flatten()
    }
}
