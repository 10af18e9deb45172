//! Walking the tree: the pull of near bodies and far cells on each group of bodies.

use super::build::{Build, OPAQUE, TREE, TreeParams};
use super::settings::{Multipoles, TreeSettings};
use crate::gpu::{Bound, Buffer, Gpu, GpuError, KernelSource, Part, Tuning, tuned};
use crate::wgsl;

const WALK: Part = wgsl!("tree/walk.wgsl");
const STACK: Part = wgsl!("tree/stack.wgsl");
const PULLS: Part = wgsl!("tree/pulls.wgsl");
const REACH: Part = wgsl!("tree/reach.wgsl");
const RANKS: Part = wgsl!("tree/ranks.wgsl");
const RANKS_BY_SUBGROUPS: Part = wgsl!("tree/ranks_by_subgroups.wgsl");
const MONOPOLES: Part = wgsl!("tree/from_monopoles.wgsl");
const QUADRUPOLES: Part = wgsl!("tree/from_quadrupoles.wgsl");
const TO_ROWS: Part = wgsl!("tree/to_rows.wgsl");
const TO_WORK: Part = wgsl!("tree/to_work.wgsl");
const LAW: Part = wgsl!("gravity/inverse_distance.wgsl");
const REAL: Part = wgsl!("real_f32.wgsl");

/// Groups of 32 and of 64 bodies on GPUs, then on software adapters, where a thread is a lane of a vector.
const TUNINGS: &[Tuning] = &[
    &[("THREADS", 32), ("BODIES", 1)],
    &[("THREADS", 32), ("BODIES", 2)],
    &[("THREADS", 8), ("BODIES", 4)],
    &[("THREADS", 8), ("BODIES", 8)],
];

/// The walk with these parts.
macro_rules! walk {
    ($($part:ident)*) => { KernelSource::trusted("tree/walk", &[WALK, STACK, PULLS, REACH, $($part,)* TREE, OPAQUE, LAW, REAL], TUNINGS) };
}

/// The walk for monopoles and for quadrupoles, each in core WGSL and by subgroups.
pub const TREE_WALKS: [[KernelSource; 2]; 2] = [
    [walk!(MONOPOLES RANKS TO_ROWS), walk!(MONOPOLES RANKS_BY_SUBGROUPS TO_ROWS)],
    [walk!(QUADRUPOLES RANKS TO_ROWS), walk!(QUADRUPOLES RANKS_BY_SUBGROUPS TO_ROWS)],
];

/// The same, for counting what they do.
pub const TREE_WORK: [KernelSource; 2] = [walk!(MONOPOLES RANKS TO_WORK), walk!(QUADRUPOLES RANKS TO_WORK)];

/// Which kernel walks, and how.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct WalkPlan {
    /// Threads and bodies of a group.
    pub tuning: Tuning,
    /// Whether a workgroup is one subgroup, whose threads exchange numbers directly.
    pub is_by_subgroups: bool,
}

impl WalkPlan {
    /// The plan for groups of this size on this adapter.
    pub fn new(gpu: &Gpu, group: u32) -> Self {
        let tuning = TUNINGS[2 * usize::from(gpu.is_software()) + usize::from(group > 32)];
        Self { tuning, is_by_subgroups: gpu.subgroup_size() == tuned(tuning, "THREADS") }
    }

    /// Every plan for groups of this size that runs on this adapter.
    pub fn all(gpu: &Gpu, group: u32) -> Vec<Self> {
        let has_size = |tuning: &&Tuning| tuning.iter().map(|(_, value)| value).product::<u32>() == group;
        let plans = TUNINGS.iter().filter(has_size).flat_map(|&tuning| {
            let by_subgroups = gpu.subgroup_size() == tuned(tuning, "THREADS");
            [Some(false), by_subgroups.then_some(true)].into_iter().flatten().map(move |is| (tuning, is))
        });
        plans.map(|(tuning, is_by_subgroups)| Self { tuning, is_by_subgroups }).collect()
    }
}

/// A walk for all groups of bodies.
#[derive(Debug)]
pub(super) struct Walk {
    bound: Bound,
    groups: u32,
}

impl Walk {
    /// Prepares the walk that writes to `rows`; with `work`, a walk that counts what that walk does next.
    pub(super) fn new(
        gpu: &Gpu,
        build: &Build,
        settings: &TreeSettings,
        plan: WalkPlan,
        switches: [(&'static str, u32); 2],
        rows: &wgpu::Buffer,
        work: Option<&Buffer<[u32; 4]>>,
    ) -> Result<Self, GpuError> {
        let order = usize::from(settings.order == Multipoles::Quadrupole);
        let kernel = match work {
            None => &TREE_WALKS[order][usize::from(plan.is_by_subgroups)],
            Some(_) => &TREE_WORK[order],
        };
        let kernel = gpu.kernel(kernel, &[plan.tuning, &switches].concat())?;
        let params: &TreeParams = &build.params;
        let all = gpu.uniform("tree/tree_of", params)?;
        let mut buffers = vec![
            ("tree_of", all.raw()),
            ("levels", build.levels.raw()),
            ("nodes", build.moments.nodes.raw()),
            ("moments", build.moments.sums.raw()),
            ("sorted", build.sorted.raw()),
            ("order", build.order.raw()),
            ("rows", rows),
        ];
        buffers.extend(work.map(|work| ("work_of", work.raw())));
        Ok(Self { bound: kernel.bind(gpu.device(), &buffers), groups: params.end_group - params.first_group })
    }

    /// Records the walk.
    pub(super) fn record(&self, pass: &mut wgpu::ComputePass) {
        self.bound.dispatch_groups(pass, self.groups);
    }
}
