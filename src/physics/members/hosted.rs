//! A force pass whose sums come from the host.

use std::sync::Arc;

use super::{Member, Pull};
use crate::gpu::{Buffer, Gpu, GpuError};
use crate::physics::gravity::{Method, TreeLevels, row_bytes};
use crate::physics::{Bodies, ForcePass, Gravity, Output, Plan, Rows};

/// Rows of sums, which a member's results are written to: one per body, and a second one if a
/// member computes on the same device. Recording the pass does nothing.
#[derive(Clone, Debug)]
pub(in crate::physics) struct Hosted {
    gpu: Gpu,
    pull: Pull,
    /// How the adapter would sum, for measurements.
    plan: Plan,
    acceleration: Rows,
    jerk: Option<Rows>,
    shares: u32,
    /// What is known about a tree: the number of its bodies, and the accuracy that the run adjusts.
    levels: Option<Buffer<TreeLevels>>,
}

impl Hosted {
    pub fn new(
        gpu: &Gpu,
        bodies: &Bodies,
        pull: Pull,
        plan: Plan,
        member: &dyn Member,
    ) -> Result<Self, GpuError> {
        let bytes = 2 * u64::from(bodies.count()) * row_bytes(bodies.precision());
        // Without room for two rows, such a member takes copies like all others.
        let shares = if member.is_on(gpu) && bytes <= gpu.storage_limit() { 2 } else { 1 };
        let rows = |label: &str| {
            Rows::new(gpu, label, (shares * bodies.count()) as usize, bodies.precision())
        };
        let jerk = if pull.output == Output::Jerk { Some(rows("members/jerk")?) } else { None };
        let levels = match pull.gravity {
            Gravity::Tree(settings) => {
                Some(gpu.storage_from("members/levels", &[settings.levels()])?)
            }
            Gravity::Auto(_) | Gravity::Direct(_) | Gravity::Mesh(_) => None,
        };
        Ok(Self {
            gpu: gpu.clone(),
            pull,
            plan,
            acceleration: rows("members/acceleration")?,
            jerk,
            shares,
            levels,
        })
    }
}

impl Method for Hosted {
    fn work(&self, all_pairs: f64) -> f64 {
        match self.pull.gravity {
            Gravity::Tree(_) => {
                self.pull.gravity.work(&self.gpu, self.acceleration.len() as u32 / self.shares)
            }
            Gravity::Auto(_) | Gravity::Direct(_) | Gravity::Mesh(_) => all_pairs,
        }
    }

    fn encode(&self, _pass: &mut wgpu::ComputePass) {}

    fn partial(&self) -> &Rows {
        &self.acceleration
    }

    fn shares(&self) -> u32 {
        self.shares
    }

    fn partial_jerk(&self) -> Option<&Rows> {
        self.jerk.as_ref()
    }

    fn levels(&self) -> Option<&Buffer<TreeLevels>> {
        self.levels.as_ref()
    }

    /// Other numbers come from the adapter, by a tree if the run has one.
    fn with_output(
        &self,
        bodies: &Bodies,
        output: Output,
    ) -> Result<Option<Arc<dyn Method>>, GpuError> {
        let Pull { gravity, softening, .. } = self.pull;
        let gravity = match gravity {
            Gravity::Tree(settings) => Gravity::Tree(settings.of_output(output)),
            other => other,
        };
        ForcePass::by(&self.gpu, bodies, softening, output, gravity, self.plan)
            .map(|pass| Some(pass.into_method()))
    }

    fn for_bodies(&self, _bodies: &Bodies) -> Result<Arc<dyn Method>, GpuError> {
        Ok(Arc::new(self.clone()))
    }
}
