//! Walking the tree: the pull of near bodies and far cells on each group of bodies.

use std::ops::Range;
use std::sync::Arc;

use super::build::{Nodes, OPAQUE, TREE, TreeParams};
use super::settings::{Multipoles, TreeSettings};
use crate::gpu::{Bound, Buffer, Gpu, GpuError, Kernel, KernelSource, Part, Tuning, tuned};
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
    gpu: Gpu,
    kernel: Arc<Kernel>,
    params: TreeParams,
    /// The buffers of the kernel, except its parameters.
    buffers: Vec<(&'static str, wgpu::Buffer)>,
    whole: Bound,
}

impl Walk {
    /// Prepares the walk that writes to `rows` and compares with the `last` accelerations; with `work`, a walk that counts what
    /// that walk does.
    pub(super) fn new(
        gpu: &Gpu,
        nodes: &Nodes,
        settings: &TreeSettings,
        plan: WalkPlan,
        switches: [(&'static str, u32); 2],
        [rows, last]: [&wgpu::Buffer; 2],
        work: Option<&Buffer<[u32; 4]>>,
    ) -> Result<Self, GpuError> {
        let order = usize::from(settings.order == Multipoles::Quadrupole);
        let kernel = match work {
            None => &TREE_WALKS[order][usize::from(plan.is_by_subgroups)],
            Some(_) => &TREE_WORK[order],
        };
        let kernel = gpu.kernel(kernel, &[plan.tuning, &switches].concat())?;
        let ending = work.map_or(("rows", rows), |work| ("work_of", work.raw()));
        let buffers = vec![
            ("levels", nodes.levels.raw()),
            ("nodes", nodes.moments.nodes.raw()),
            ("moments", nodes.moments.sums.raw()),
            ("sorted", nodes.sorted.raw()),
            ("order", nodes.order.raw()),
            ("last", last),
            ending,
        ];
        let buffers: Vec<_> = buffers.into_iter().map(|(name, buffer)| (name, buffer.clone())).collect();
        let whole = bind(gpu, &kernel, &nodes.params, &buffers)?;
        Ok(Self { gpu: gpu.clone(), kernel, params: nodes.params, buffers, whole })
    }

    /// Number of groups.
    pub(super) fn groups(&self) -> u32 {
        self.params.end_group
    }

    /// Records the walk.
    pub(super) fn record(&self, pass: &mut wgpu::ComputePass) {
        self.whole.dispatch_groups(pass, self.groups());
    }

    /// Records the walk for some groups.
    pub(super) fn record_groups(&self, pass: &mut wgpu::ComputePass, groups: Range<u32>) -> Result<(), GpuError> {
        let params = TreeParams { first_group: groups.start, end_group: groups.end, ..self.params };
        bind(&self.gpu, &self.kernel, &params, &self.buffers)?.dispatch_groups(pass, groups.end - groups.start);
        Ok(())
    }
}

fn bind(
    gpu: &Gpu,
    kernel: &Arc<Kernel>,
    params: &TreeParams,
    buffers: &[(&'static str, wgpu::Buffer)],
) -> Result<Bound, GpuError> {
    let params = gpu.uniform("tree/tree_of", params)?;
    let buffers = buffers.iter().map(|(name, buffer)| (*name, buffer)).chain([("tree_of", params.raw())]);
    Ok(kernel.bind(gpu.device(), &buffers.collect::<Vec<_>>()))
}
