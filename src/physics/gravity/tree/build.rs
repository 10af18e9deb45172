//! Building the tree: box, keys, sort, nodes.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use super::super::levels::TreeLevels;
use super::moments::Moments;
use super::settings::TreeSettings;
use crate::gpu::{Bound, Buffer, Gpu, GpuError, KernelSource, Part};
use crate::physics::Bodies;
use crate::primitives::{
    Bounds, Gather, JOIN_BOUNDS, RadixSort, Reduce, SUM_U32, Scan, ScanKind, ScanRequest,
    SortRequest,
};
use crate::{mirrored, wgsl};

mirrored! {
    /// Parameters of the kernels of a tree.
    pub struct TreeParams {
        /// Number of bodies, including those that are not finite.
        pub count: u32,
        /// Most bodies in a leaf.
        pub leaf: u32,
        /// Nodes that the buffers hold.
        pub capacity: u32,
        /// Number of boxes that enclose all bodies.
        pub boxes: u32,
        /// Square of the softening length.
        pub softening_squared: f32,
        /// Square of the opening angle: radius of a cell over its distance.
        pub theta_squared: f32,
        /// 1: cells open by accuracy, as soon as there is a last acceleration.
        pub is_relative: u32,
        /// The first group of bodies to walk for.
        pub first_group: u32,
        /// The end of the groups (exclusive).
        pub end_group: u32,
        /// 1: groups walk in the order of their turns, which suits walks of all groups alone.
        pub by_turns: u32,
        /// Long walks that several workgroups share, at most.
        pub shared_walks: u32,
        /// 1: the bodies to walk for are those of the tree.
        pub is_own: u32,
    }
}

const BOUNDS: Part = wgsl!("monoid/bounds.wgsl");

/// Boxes around parts of the bodies.
pub const TREE_EXTENT: KernelSource =
    KernelSource::trusted("tree/extent", &[wgsl!("tree/extent.wgsl"), BOUNDS], &[&[]]);
/// The key of each body.
pub const TREE_CELL_KEYS: KernelSource =
    KernelSource::trusted("tree/cell_keys", &[wgsl!("tree/cell_keys.wgsl"), BOUNDS], &[&[]]);
/// The levels at which nodes start with each body.
pub const TREE_STARTS: KernelSource =
    KernelSource::trusted("tree/starts", &[wgsl!("tree/starts.wgsl")], &[&[]]);
/// Where the nodes of each level begin.
pub const TREE_LADDER: KernelSource =
    KernelSource::trusted("tree/ladder", &[wgsl!("tree/ladder.wgsl")], &[&[]]);
/// The first body and child of each node.
pub const TREE_NODES: KernelSource =
    KernelSource::trusted("tree/nodes", &[wgsl!("tree/nodes.wgsl")], &[&[]]);

/// Numbers of `Turns` before those of each group, with padding.
const TURNS: usize = 6;
/// Levels at which nodes can start.
pub(super) const LEVELS: usize = 32;
/// Bodies per block whose nodes are counted together.
const BLOCK: usize = 256;
/// Most boxes: 2 MiB.
const BOXES: usize = 1 << 16;

/// The tree of a set of bodies, and everything that building it needs.
#[derive(Debug)]
pub(super) struct Build {
    pub(super) nodes: Arc<Nodes>,
    extent: Bound,
    keys: Bound,
    pub(super) gather: Gather,
    /// Which of the trees that share the nodes this one is.
    number: u64,
}

/// What a tree is built in. Trees of equally many bodies may share it: the last one that was built
/// is in it.
#[derive(Debug)]
pub(super) struct Nodes {
    pub(super) params: TreeParams,
    pub(super) levels: Buffer<TreeLevels>,
    pub(super) order: Buffer<u32>,
    pub(super) sorted: Buffer<[f32; 4]>,
    /// As `Turns` in `tree/tree.wgsl`.
    pub(super) turns: Buffer<u32>,
    pub(super) moments: Moments,
    all: Buffer<TreeParams>,
    boxes: Buffer<Bounds>,
    pub(super) key_of: Buffer<u64>,
    pub(super) join: Reduce<Bounds>,
    sort: RadixSort,
    passes: Passes,
    pub(super) bytes: u64,
    /// Trees that share it, and the one recorded last.
    trees: AtomicU64,
    newest: AtomicU64,
}

/// What finds the nodes among the sorted bodies.
#[derive(Debug)]
struct Passes {
    starts: Bound,
    scan: Scan,
    ladder: Bound,
    nodes: Bound,
    blocks: u32,
}

impl Build {
    /// Prepares to build a tree of `bodies`, at least one, with the usual room for nodes or with
    /// this much.
    pub(super) fn new(
        gpu: &Gpu,
        bodies: &Bodies,
        softening_squared: f32,
        settings: &TreeSettings,
        room: Option<u32>,
    ) -> Result<Self, GpuError> {
        let params = TreeParams::new(bodies.count(), softening_squared, settings, room);
        let nodes = Arc::new(Nodes::new(gpu, params)?);
        gpu.write(&nodes.levels, &[settings.levels()]);
        Self::of_rows(gpu, &bodies.position, &nodes.order, nodes.join.result(), &nodes)
    }

    /// Prepares to build a tree of other bodies, equally many, in the same memory.
    pub(super) fn for_bodies(&self, gpu: &Gpu, bodies: &Bodies) -> Result<Self, GpuError> {
        let nodes = &self.nodes;
        Self::of_rows(gpu, &bodies.position, &nodes.order, nodes.join.result(), nodes)
    }

    /// Prepares to build a tree of the bodies in these rows in `order`, with keys in the box `extent`.
    pub(super) fn of_rows(
        gpu: &Gpu,
        position: &Buffer<[f32; 4]>,
        order: &Buffer<u32>,
        extent: &Buffer<Bounds>,
        nodes: &Arc<Nodes>,
    ) -> Result<Self, GpuError> {
        let gather = Gather::new(gpu, order, position, &nodes.sorted, None)?;
        let keys = nodes.bind_keys(gpu, position, extent)?;
        let buffers = [
            ("tree_of", nodes.all.raw()),
            ("position", position.raw()),
            ("boxes", nodes.boxes.raw()),
        ];
        let extent = gpu.kernel(&TREE_EXTENT, &[])?.bind(gpu.device(), &buffers)?;
        let number = nodes.trees.fetch_add(1, Ordering::Relaxed) + 1;
        Ok(Self { nodes: Arc::clone(nodes), extent, keys, gather, number })
    }

    /// Whether no other tree was built in the same memory since this one.
    pub(super) fn is_there(&self) -> bool {
        self.nodes.newest.load(Ordering::Relaxed) == self.number
    }

    /// Whether any tree was built in this memory.
    pub(super) fn is_any_there(&self) -> bool {
        self.nodes.newest.load(Ordering::Relaxed) > 0
    }

    /// Encodes the box around all bodies.
    pub(super) fn encode_box(&self, pass: &mut wgpu::ComputePass) {
        self.nodes.newest.store(self.number, Ordering::Relaxed);
        self.extent.dispatch_threads(pass, self.nodes.params.boxes);
        self.nodes.join.encode(pass);
    }

    /// Encodes the keys, and the order that sorts the bodies by them.
    pub(super) fn encode_order(&self, pass: &mut wgpu::ComputePass) {
        self.keys.dispatch_threads(pass, self.nodes.params.count);
        self.nodes.sort.encode(pass);
    }

    /// Encodes the keys, and sorting the bodies by them.
    pub(super) fn encode_sort(&self, pass: &mut wgpu::ComputePass) {
        self.encode_order(pass);
        self.gather.encode(pass);
    }

    /// Encodes the nodes.
    pub(super) fn encode_nodes(&self, pass: &mut wgpu::ComputePass) {
        let Passes { starts, scan, ladder, nodes, blocks } = &self.nodes.passes;
        starts.dispatch_groups(pass, *blocks);
        scan.encode(pass);
        ladder.dispatch_groups(pass, 1);
        nodes.dispatch_groups(pass, *blocks);
    }

    /// Bytes allocated.
    pub(super) fn bytes(&self) -> u64 {
        self.nodes.bytes
    }
}

impl TreeParams {
    /// A tree of `count` bodies, at least one, with the usual room for nodes or with this much.
    pub(super) fn new(
        count: u32,
        softening_squared: f32,
        settings: &TreeSettings,
        room: Option<u32>,
    ) -> Self {
        let params = Self {
            count,
            leaf: settings.leaf,
            capacity: room.unwrap_or_else(|| capacity(count as usize, settings.leaf) as u32),
            boxes: (count as usize).div_ceil(8).min(BOXES) as u32,
            softening_squared,
            theta_squared: 0.0,
            is_relative: 0,
            first_group: 0,
            end_group: count.div_ceil(settings.group),
            by_turns: 1,
            shared_walks: 0,
            is_own: 1,
        };
        params.opened(settings)
    }

    /// The same tree, whose cells open by these settings.
    pub(super) fn opened(self, settings: &TreeSettings) -> Self {
        let (theta_squared, _, is_relative) = settings.criterion();
        Self { theta_squared, is_relative: u32::from(is_relative), ..self }
    }
}

impl Nodes {
    /// Binds the keys of the bodies in these rows, in the box `extent`.
    pub(super) fn bind_keys(
        &self,
        gpu: &Gpu,
        position: &Buffer<[f32; 4]>,
        extent: &Buffer<Bounds>,
    ) -> Result<Bound, GpuError> {
        let buffers = [
            ("tree_of", self.all.raw()),
            ("position", position.raw()),
            ("extent", extent.raw()),
            ("keys", self.key_of.raw()),
        ];
        gpu.kernel(&TREE_CELL_KEYS, &[])?.bind(gpu.device(), &buffers)
    }

    pub(super) fn new(gpu: &Gpu, params: TreeParams) -> Result<Self, GpuError> {
        let (count, capacity) = (params.count as usize, params.capacity as usize);
        let blocks = count.div_ceil(BLOCK);
        let boxes = gpu.storage::<Bounds>("tree/boxes", params.boxes as usize)?;
        let key_of = gpu.storage::<u64>("tree/keys", count)?;
        let order = gpu.storage::<u32>("tree/order", count)?;
        let sorted = gpu.storage::<[f32; 4]>("tree/sorted", count)?;
        let starts_of = gpu.storage::<u32>("tree/starts", count)?;
        let table = gpu.storage::<u32>("tree/table", LEVELS * blocks + 1)?;
        let scanned = gpu.storage::<u32>("tree/scanned", LEVELS * blocks + 1)?;
        let levels = gpu.storage::<TreeLevels>("tree/levels", 1)?;
        let turns = gpu.storage::<u32>("tree/turns", TURNS + 2 * params.end_group as usize)?;
        let first_of = gpu.storage::<[u32; 2]>("tree/first_of", capacity)?;

        let all = gpu.uniform("tree/tree_of", &params)?;
        let join = Reduce::new(gpu, &JOIN_BOUNDS, &boxes)?;
        let sort = RadixSort::new(gpu, &SortRequest::new(&key_of).with_indices(&order))?;
        let scan =
            Scan::new(gpu, &SUM_U32, ScanRequest::new(ScanKind::Exclusive, &table, &scanned))?;
        let bind = |kernel: &KernelSource, buffers: &[_]| {
            let buffers = [&[("tree_of", all.raw())], buffers].concat();
            gpu.kernel(kernel, &[])?.bind(gpu.device(), &buffers)
        };
        let keys_of = ("keys", key_of.raw());
        let starts = ("starts_of", starts_of.raw());
        let levels_of = ("levels", levels.raw());
        let first = ("first_of", first_of.raw());
        let turns_of = ("turns", turns.raw());
        let scanned_of = ("scanned", scanned.raw());
        let moments = Moments::new(
            gpu,
            capacity,
            &[levels_of, keys_of, starts, first, ("sorted", sorted.raw())],
        )?;
        let own = [
            boxes.bytes(),
            key_of.bytes(),
            order.bytes(),
            sorted.bytes(),
            starts_of.bytes(),
            first_of.bytes(),
            turns.bytes(),
        ];
        let scratch = [
            table.bytes(),
            scanned.bytes(),
            sort.scratch_bytes(),
            scan.scratch_bytes(),
            join.scratch_bytes(),
        ];
        let passes = Passes {
            starts: bind(&TREE_STARTS, &[keys_of, starts, ("table", table.raw()), levels_of])?,
            scan,
            ladder: bind(&TREE_LADDER, &[scanned_of, levels_of, turns_of])?,
            nodes: bind(&TREE_NODES, &[starts, scanned_of, levels_of, first, turns_of])?,
            blocks: blocks as u32,
        };
        Ok(Self {
            params,
            passes,
            bytes: own.iter().chain(&scratch).sum::<u64>() + moments.bytes(),
            all,
            boxes,
            key_of,
            levels,
            order,
            sorted,
            turns,
            moments,
            join,
            sort,
            trees: AtomicU64::new(0),
            newest: AtomicU64::new(0),
        })
    }
}

/// Nodes to make room for. A cell with children has more than `leaf` bodies, and eight children at
/// most: as many leaves as bodies times 8 / `leaf`, if all such cells are barely large enough, and
/// half as many cells for chains of them. Uniform and clustered systems have a quarter of that.
/// Beyond, leaves grow.
pub(super) fn capacity(count: usize, leaf: u32) -> usize {
    count / 2 + 8 * count / leaf as usize + 256
}

/// Nodes of the tree of a region: half of that in large ones. Systems that need more get larger
/// leaves, which only makes the walks longer.
pub(super) fn capacity_of_region(count: usize, leaf: u32) -> usize {
    capacity(count, leaf).min(count / 3 + (1 << 20))
}

/// The most bodies whose tree, with room for this many nodes, fits in the buffers of this adapter.
pub(super) fn most_bodies(gpu: &Gpu, capacity: impl Fn(usize) -> usize) -> usize {
    let limit = gpu.storage_limit();
    let row = size_of::<[f32; 4]>() as u64;
    let fits = |count: usize| {
        Moments::largest_bytes(capacity(count)) <= limit && count as u64 * row <= limit
    };
    let (mut fitting, mut beyond) = (0, u32::MAX as usize);
    while beyond - fitting > 1 {
        let middle = fitting + (beyond - fitting) / 2;
        if fits(middle) { fitting = middle } else { beyond = middle }
    }
    fitting
}
