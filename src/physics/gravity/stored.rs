//! Plans as stored data.

use std::collections::BTreeMap;

use super::ForceKernel;
use super::plan::{Plan, Shape};
use crate::gpu::Gpu;
use crate::name::Named;

/// A plan in the tuner's table and in the notes of pictures.
#[derive(Clone, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
pub struct StoredPlan {
    /// The formulation.
    pub shape: Shape,
    /// Parts of the sum.
    pub shares: u32,
    /// Its tuning.
    pub tuning: BTreeMap<String, u32>,
}

impl From<&Plan> for StoredPlan {
    fn from(plan: &Plan) -> Self {
        let tuning = plan.tuning.iter().map(|(name, value)| ((*name).to_owned(), *value)).collect();
        Self { shape: plan.shape, shares: plan.shares, tuning }
    }
}

impl StoredPlan {
    /// The plan, if it is among the candidates for `count` bodies on this adapter.
    pub fn find(&self, gpu: &Gpu, count: u32) -> Option<Plan> {
        let by_name = ForceKernel::ALL.iter().filter_map(|kernel| kernel.plan(gpu, count).ok());
        Plan::candidates(gpu, count)
            .into_iter()
            .chain(by_name)
            .find(|plan| Self::from(plan) == *self)
    }

    /// Whether both have the same shape and tuning.
    pub(super) fn is_alike(&self, other: &Self) -> bool {
        self.shape == other.shape && self.tuning == other.tuning
    }
}
