//! Walking the tree: the pull of near bodies and far cells on each group of bodies.

use std::ops::Range;
use std::sync::Arc;

use super::build::{Nodes, TreeParams};
use super::settings::TreeSettings;
use crate::gpu::{Bound, Buffer, Gpu, GpuError, Kernel, KernelSource, Part, Tuning, tuned};
use crate::{named, wgsl};

const WALK: Part = wgsl!("tree/walk.wgsl");
const REGION: Part = wgsl!("tree/from_region.wgsl");
const SORTED: Part = wgsl!("tree/from_sorted.wgsl");
const UNSORTED: Part = wgsl!("tree/from_unsorted.wgsl");
const TURNS: Part = wgsl!("tree/from_turns.wgsl");
const NO_TURNS: Part = wgsl!("tree/from_no_turns.wgsl");
const ALONE: Part = wgsl!("tree/walk_alone.wgsl");
const RANKS: Part = wgsl!("tree/ranks.wgsl");
const RANKS_BY_SUBGROUPS: Part = wgsl!("tree/ranks_by_subgroups.wgsl");
const MONOPOLES: Part = wgsl!("tree/from_monopoles.wgsl");
const QUADRUPOLES: Part = wgsl!("tree/from_quadrupoles.wgsl");
const TO_REGION: Part = wgsl!("tree/to_region.wgsl");
const TO_ROWS: Part = wgsl!("tree/to_rows.wgsl");
const TO_WORK: Part = wgsl!("tree/to_work.wgsl");
const REAL: Part = wgsl!("real_f32.wgsl");

/// Groups of 32 and of 64 bodies on GPUs.
const BY_32_THREADS: [Tuning; 2] =
    [&[("THREADS", 32), ("BODIES", 1)], &[("THREADS", 32), ("BODIES", 2)]];
/// Groups of 32 and of 64 bodies on software adapters, where a thread is a lane of a vector.
const BY_8_THREADS: [Tuning; 2] =
    [&[("THREADS", 8), ("BODIES", 4)], &[("THREADS", 8), ("BODIES", 8)]];
const TUNINGS: &[Tuning] =
    &[BY_32_THREADS[0], BY_32_THREADS[1], BY_8_THREADS[0], BY_8_THREADS[1], SHARED];
/// Four workgroups share a long walk, where few groups walk on a GPU. No cell pulls on the centre
/// of a group: at 131,072 bodies a step then takes as long, and at 16,384 it takes 2 % less.
const SHARED: Tuning = &[("THREADS", 32), ("BODIES", 1), ("PARTS", 4), ("EXPAND", 0)];
/// Up to this many groups all walk at the same time on a large GPU, so the longest walk sets the
/// pace. With twice as many, the work that shares repeat costs more than sharing gains.
const FEW_GROUPS: u32 = 1 << 12;
/// At most one walk in this many is shared. In a Plummer sphere, fewer are long.
const SHARE: u32 = 8;
/// Up to this many groups, walks above the mean count as long (`tree/ladder.wgsl`) and half of them
/// may be shared, because most of a large GPU is idle.
const FEWER_GROUPS: u32 = 1 << 9;

/// The walk with these parts.
macro_rules! walk {
    ($($part:ident)*) => {
        KernelSource::trusted("tree/walk", &[WALK, $($part,)* REAL], TUNINGS)
    };
}

/// The walk of each body alone, with these parts.
macro_rules! alone {
    ($($part:ident)*) => {
        KernelSource::trusted("tree/walk_alone", &[ALONE, $($part,)* REAL], &[&[]])
    };
}

/// The walk for monopoles and for quadrupoles, each in core WGSL and by subgroups.
pub const TREE_WALKS: [[KernelSource; 2]; 2] = [
    [
        walk!(MONOPOLES RANKS SORTED TURNS TO_ROWS),
        walk!(MONOPOLES RANKS_BY_SUBGROUPS SORTED TURNS TO_ROWS),
    ],
    [
        walk!(QUADRUPOLES RANKS SORTED TURNS TO_ROWS),
        walk!(QUADRUPOLES RANKS_BY_SUBGROUPS SORTED TURNS TO_ROWS),
    ],
];

/// The walks of the bodies of a region, for monopoles and for quadrupoles, each in core WGSL and by
/// subgroups.
pub const TREE_REGION_WALKS: [[KernelSource; 2]; 2] = [
    [
        walk!(MONOPOLES RANKS REGION NO_TURNS TO_REGION),
        walk!(MONOPOLES RANKS_BY_SUBGROUPS REGION NO_TURNS TO_REGION),
    ],
    [
        walk!(QUADRUPOLES RANKS REGION NO_TURNS TO_REGION),
        walk!(QUADRUPOLES RANKS_BY_SUBGROUPS REGION NO_TURNS TO_REGION),
    ],
];

/// The walk for monopoles and for quadrupoles that counts its work, in core WGSL.
pub const TREE_WORK: [KernelSource; 2] = [
    walk!(MONOPOLES RANKS SORTED NO_TURNS TO_WORK),
    walk!(QUADRUPOLES RANKS SORTED NO_TURNS TO_WORK),
];

/// Walks for comparison, for monopoles and for quadrupoles, each with results and with counts of
/// work: groups of bodies as they come, each body alone, and each body alone as they come.
pub const TREE_VARIANTS: [[[KernelSource; 2]; 2]; 3] = [
    [
        [
            walk!(MONOPOLES RANKS UNSORTED NO_TURNS TO_ROWS),
            walk!(MONOPOLES RANKS UNSORTED NO_TURNS TO_WORK),
        ],
        [
            walk!(QUADRUPOLES RANKS UNSORTED NO_TURNS TO_ROWS),
            walk!(QUADRUPOLES RANKS UNSORTED NO_TURNS TO_WORK),
        ],
    ],
    [
        [alone!(MONOPOLES SORTED TO_ROWS), alone!(MONOPOLES SORTED TO_WORK)],
        [alone!(QUADRUPOLES SORTED TO_ROWS), alone!(QUADRUPOLES SORTED TO_WORK)],
    ],
    [
        [alone!(MONOPOLES UNSORTED TO_ROWS), alone!(MONOPOLES UNSORTED TO_WORK)],
        [alone!(QUADRUPOLES UNSORTED TO_ROWS), alone!(QUADRUPOLES UNSORTED TO_WORK)],
    ],
];

named! {
    /// Who walks a tree together. All but the first are for comparison: they need finite bodies,
    /// and sum no potentials.
    #[derive(Default)]
    pub enum TreeWalk: "walk of a tree" {
        /// Groups of neighbours in the sorted order.
        #[default]
        Shared = "shared",
        /// Groups of bodies as they come.
        Unsorted = "unsorted",
        /// Each body by a thread of its own, neighbours in neighbouring threads.
        Alone = "alone",
        /// Each body by a thread of its own, as they come.
        AloneUnsorted = "alone-unsorted",
    }
}

/// Which kernel walks, and how.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct WalkPlan {
    /// Threads and bodies of a group.
    pub tuning: Tuning,
    /// Whether a workgroup is one subgroup, whose threads exchange numbers directly.
    pub is_by_subgroups: bool,
    /// Who walks together.
    pub walk: TreeWalk,
}

impl WalkPlan {
    /// The plan for `count` bodies in groups of this size on this adapter.
    pub fn new(gpu: &Gpu, count: usize, group: u32) -> Self {
        let is_shared = !gpu.is_software() && group == 32 && count <= (FEW_GROUPS * group) as usize;
        let [small, large] = if gpu.is_software() { BY_8_THREADS } else { BY_32_THREADS };
        let tuning = match group {
            _ if is_shared => SHARED,
            ..=32 => small,
            _ => large,
        };
        Self {
            tuning,
            is_by_subgroups: gpu.subgroup_size() == tuned(tuning, "THREADS"),
            walk: TreeWalk::Shared,
        }
    }

    /// Every plan for groups of this size that runs on this adapter.
    pub fn all(gpu: &Gpu, group: u32) -> Vec<Self> {
        let has_size = |tuning: &&Tuning| {
            ["THREADS", "BODIES"].iter().filter_map(|name| tuned(tuning, name)).product::<u32>()
                == group
        };
        let plans = TUNINGS.iter().filter(has_size).flat_map(|&tuning| {
            let by_subgroups = gpu.subgroup_size() == tuned(tuning, "THREADS");
            [Some(false), by_subgroups.then_some(true)]
                .into_iter()
                .flatten()
                .map(move |is| (tuning, is))
        });
        plans
            .map(|(tuning, is_by_subgroups)| Self {
                tuning,
                is_by_subgroups,
                walk: TreeWalk::Shared,
            })
            .collect()
    }

    /// The plan for so many groups that none of their walks is shared.
    pub(super) fn of_many(gpu: &Gpu, group: u32) -> Self {
        Self::new(gpu, usize::MAX, group)
    }

    /// Workgroups that share a long walk.
    fn parts(&self) -> u32 {
        tuned(self.tuning, "PARTS").unwrap_or(1)
    }

    /// Whether threads walk by themselves.
    fn is_alone(&self) -> bool {
        matches!(self.walk, TreeWalk::Alone | TreeWalk::AloneUnsorted)
    }
}

/// A walk for all groups of bodies.
#[derive(Debug)]
pub(super) struct Walk {
    gpu: Gpu,
    kernel: Arc<Kernel>,
    params: TreeParams,
    plan: WalkPlan,
    /// The buffers of the kernel, except its parameters.
    buffers: Vec<(&'static str, wgpu::Buffer)>,
    whole: Bound,
}

impl Walk {
    /// Prepares the walk that writes to `rows` and compares with the `last` accelerations; with
    /// `work`, a walk that counts what that walk does.
    pub(super) fn new(
        gpu: &Gpu,
        nodes: &Nodes,
        settings: &TreeSettings,
        plan: WalkPlan,
        switches: [(&'static str, u32); 3],
        [rows, last, position]: [&wgpu::Buffer; 3],
        work: Option<&Buffer<[u32; 5]>>,
    ) -> Result<Self, GpuError> {
        let order = settings.kernel();
        let kernel = match (plan.walk, work) {
            (TreeWalk::Shared, None) => &TREE_WALKS[order][usize::from(plan.is_by_subgroups)],
            (TreeWalk::Shared, Some(_)) => &TREE_WORK[order],
            (walk, work) => &TREE_VARIANTS[walk as usize - 1][order][usize::from(work.is_some())],
        };
        let kernel = match plan.is_alone() {
            true => gpu.kernel(kernel, &switches[..2])?,
            false => gpu.kernel(kernel, &[plan.tuning, &switches].concat())?,
        };
        let ending = work.map_or(("rows", rows), |work| ("work_of", work.raw()));
        let mut buffers = vec![("order", nodes.order.raw()), ("last", last), ending];
        if matches!(plan.walk, TreeWalk::Unsorted | TreeWalk::AloneUnsorted) {
            buffers.push(("position", position));
        }
        let has_turns = plan.walk == TreeWalk::Shared && work.is_none();
        if has_turns {
            buffers.push(("turns", nodes.turns.raw()));
        }
        let groups = nodes.params.end_group;
        let share = if groups <= FEWER_GROUPS { 2 } else { SHARE };
        let shared_walks = if has_turns && plan.parts() > 1 { groups.div_ceil(share) } else { 0 };
        let params = TreeParams { shared_walks, ..nodes.params.opened(settings) };
        Self::bound(gpu, kernel, params, plan, nodes, &buffers)
    }

    /// Prepares the walk of the bodies of a region, whose `buffers` these are: of their own tree, or of
    /// another's in the same memory.
    pub(super) fn of_region(
        gpu: &Gpu,
        nodes: &Nodes,
        settings: &TreeSettings,
        switches: [(&'static str, u32); 3],
        buffers: &[(&'static str, &wgpu::Buffer)],
        is_own: bool,
    ) -> Result<Self, GpuError> {
        let plan = WalkPlan::of_many(gpu, settings.group);
        let kernel = &TREE_REGION_WALKS[settings.kernel()][usize::from(plan.is_by_subgroups)];
        let kernel = gpu.kernel(kernel, &[plan.tuning, &switches].concat())?;
        let params =
            TreeParams { by_turns: 0, is_own: u32::from(is_own), ..nodes.params.opened(settings) };
        Self::bound(gpu, kernel, params, plan, nodes, buffers)
    }

    /// Binds the walk of a tree to `buffers`.
    fn bound(
        gpu: &Gpu,
        kernel: Arc<Kernel>,
        params: TreeParams,
        plan: WalkPlan,
        nodes: &Nodes,
        buffers: &[(&'static str, &wgpu::Buffer)],
    ) -> Result<Self, GpuError> {
        let tree = [
            ("levels", nodes.levels.raw()),
            ("nodes", nodes.moments.nodes.raw()),
            ("moments", nodes.moments.sums.raw()),
            ("sorted", nodes.sorted.raw()),
        ];
        let buffers: Vec<_> =
            tree.iter().chain(buffers).map(|&(name, buffer)| (name, buffer.clone())).collect();
        let whole = bind(gpu, &kernel, &params, &buffers)?;
        Ok(Self { gpu: gpu.clone(), kernel, params, plan, buffers, whole })
    }

    /// The groups of bodies, each of which shares a walk.
    pub(super) fn groups(&self) -> Range<u32> {
        self.params.first_group..self.params.end_group
    }

    /// Leaves out all other groups.
    pub(super) fn limit(&mut self, groups: Range<u32>) -> Result<(), GpuError> {
        self.params = TreeParams {
            first_group: groups.start,
            end_group: groups.end,
            by_turns: 0,
            shared_walks: 0,
            ..self.params
        };
        self.whole = bind(&self.gpu, &self.kernel, &self.params, &self.buffers)?;
        Ok(())
    }

    /// Number of walks.
    pub(super) fn walks(&self) -> u32 {
        if self.plan.is_alone() { self.params.count } else { self.groups().len() as u32 }
    }

    /// Encodes the walk.
    pub(super) fn encode(&self, pass: &mut wgpu::ComputePass) {
        match self.plan.is_alone() {
            true => self.whole.dispatch_threads(pass, self.params.count),
            false => self.whole.dispatch_groups(
                pass,
                self.groups().len() as u32 + (self.plan.parts() - 1) * self.params.shared_walks,
            ),
        }
    }

    /// Encodes the walk for some groups.
    pub(super) fn encode_groups(
        &self,
        pass: &mut wgpu::ComputePass,
        groups: Range<u32>,
    ) -> Result<(), GpuError> {
        let params = TreeParams {
            first_group: groups.start,
            end_group: groups.end,
            by_turns: 0,
            ..self.params
        };
        bind(&self.gpu, &self.kernel, &params, &self.buffers)?
            .dispatch_groups(pass, groups.end - groups.start);
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
    let buffers =
        buffers.iter().map(|(name, buffer)| (*name, buffer)).chain([("tree_of", params.raw())]);
    kernel.bind(gpu.device(), &buffers.collect::<Vec<_>>())
}
