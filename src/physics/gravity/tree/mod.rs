//! Gravity by a tree (Barnes & Hut, Nature 324 (1986) 446): far groups of bodies pull as a whole.

mod build;
mod moments;
mod region;
mod settings;
mod walk;

pub use build::{TREE_CELL_KEYS, TREE_EXTENT, TREE_LADDER, TREE_NODES, TREE_STARTS, TreeParams};
#[cfg(test)]
pub use moments::CellsParams;
pub use moments::{INNER, TREE_CELLS, TREE_LEAVES};
pub(in crate::physics) use region::{RegionRows, RegionTree, RegionTrees};
pub use settings::{Multipoles, Opening, TreeError, TreeSettings};
pub use walk::{TREE_REGION_WALKS, TREE_VARIANTS, TREE_WALKS, TREE_WORK, TreeWalk, WalkPlan};

use std::ops::Range;
use std::sync::Arc;

use super::levels::TreeLevels;
use super::method::{Method, Output};
use crate::gpu::{Buffer, Gpu, GpuError};
use crate::name::Named;
use crate::named;
use crate::physics::{Bodies, Portion, Precision, Rows, Softening};
use crate::words::say;
use build::Build;
use walk::Walk;

named! {
    /// What a tree does, in this order.
    pub enum TreeStage: "stage of a tree" {
        /// Finds the box around all bodies.
        Box = "box",
        /// Computes keys, and sorts the bodies by them.
        Sort = "sort",
        /// Finds the nodes.
        Build = "build",
        /// Sums masses, centres and second moments.
        Summarise = "summarise",
        /// Walks the tree and sums the pulls.
        Force = "force",
    }
}

/// A tree of bodies and the accelerations that it gives them, prepared for a set of bodies. Built
/// anew each time it is recorded, wholly on the GPU; nothing is allocated, submitted or waited for.
///
/// Bodies are sorted by Morton keys of 63 bits. A node is a cell with bodies in at least two of its
/// eighths, or a leaf of up to [`TreeSettings::leaf`] bodies; its centre, radius and moments are
/// those of its bodies, so the cells' own shapes matter only for speed. Groups of bodies that are
/// neighbours in the sorted order share a walk.
///
/// Bodies that are not finite pull on nobody and get an acceleration of zero:
/// [`TreeLevels::bodies`] counts the others. With bodies so close or so far that squares of their
/// distances leave the range of single precision, all cells open, and the accelerations are those
/// of the direct sum in single precision.
///
/// The result is the same bit for bit, every time: it depends on the positions and masses, the
/// settings and, with [`Opening::Accuracy`], on [`Bodies::acceleration`], that of the last pass
/// that moved the bodies. Where those are zero, as at the start, cells open by an angle of
/// [`Opening::FIRST`]. Memory is up to 150 bytes per body with the default leaves.
///
/// ```
/// use starshell::gpu::Gpu;
/// use starshell::physics::{Bodies, Output, Tree, TreeSettings, initial::InitialState};
///
/// let gpu = Gpu::open(None)?;
/// let bodies = InitialState::named("plummer")?.bodies(1000, 1)?;
/// let bodies = Bodies::new(&gpu, &bodies)?;
/// let tree = Tree::new(&gpu, &bodies, 0.01, Output::Acceleration, TreeSettings::default())?;
/// let mut encoder = gpu.encoder("example");
/// tree.encode(&mut encoder.begin_compute_pass(&wgpu::ComputePassDescriptor::default()));
/// gpu.submit(encoder);
/// let accelerations = tree.rows().read_vectors(&gpu)?;
/// assert!(accelerations.iter().all(|a| a.length() > 0.0));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Tree {
    gpu: Gpu,
    /// None if there are no bodies.
    parts: Option<Parts>,
    rows: Rows,
    /// The accelerations of the last pass that moved the bodies.
    last: Buffer<[f32; 4]>,
    position: wgpu::Buffer,
    settings: TreeSettings,
    plan: WalkPlan,
    switches: [(&'static str, u32); 3],
}

#[derive(Debug)]
struct Parts {
    build: Build,
    walk: Walk,
}

/// Most units of a whole walk, so that a slice is neither a launch per group nor all of a long
/// walk.
const MAX_UNITS: u32 = 1024;
/// Building takes about as long as this share of the walk.
const BUILD_SHARE: u32 = 5;
/// The stages before the walk.
const BUILD: [TreeStage; 4] =
    [TreeStage::Box, TreeStage::Sort, TreeStage::Build, TreeStage::Summarise];

impl Tree {
    /// Prepares a tree of `bodies`. A softening below 1e-10 counts as none, as in the direct sum.
    ///
    /// # Errors
    /// [`TreeError`] if the settings are out of range; [`GpuError::Unsupported`] for double
    /// precision and for jerks; other [`GpuError`]s if a kernel does not compile or memory runs
    /// out.
    pub fn new(
        gpu: &Gpu,
        bodies: &Bodies,
        softening: impl Into<Softening>,
        output: Output,
        settings: TreeSettings,
    ) -> Result<Self, TreeError> {
        Self::with_plan(
            gpu,
            bodies,
            softening,
            output,
            settings,
            WalkPlan::new(gpu, bodies.count() as usize, settings.group),
            None,
        )
    }

    /// Prepares a tree of `bodies` with the caller's plan, and with room for this many nodes.
    ///
    /// # Errors
    /// As [`Tree::new`].
    #[doc(hidden)]
    pub fn with_plan(
        gpu: &Gpu,
        bodies: &Bodies,
        softening: impl Into<Softening>,
        output: Output,
        settings: TreeSettings,
        plan: WalkPlan,
        capacity: Option<u32>,
    ) -> Result<Self, TreeError> {
        settings.check()?;
        Ok(Self::with_checked(gpu, bodies, softening.into(), output, settings, plan, capacity)?)
    }

    /// As [`Tree::with_plan`], with settings that are known to be possible.
    pub(super) fn with_checked(
        gpu: &Gpu,
        bodies: &Bodies,
        softening: Softening,
        output: Output,
        settings: TreeSettings,
        plan: WalkPlan,
        capacity: Option<u32>,
    ) -> Result<Self, GpuError> {
        check(gpu, bodies, output, &settings)?;
        let [softened, law] = softening.switches();
        let switches = [softened, law, ("POTENTIAL", u32::from(output == Output::Potential))];
        let softening_squared = softening.squared() as f32;
        let build = match bodies.count() {
            0 => None,
            _ => Some(Build::new(gpu, bodies, softening_squared, &settings, capacity)?),
        };
        let rows = Rows::new(gpu, "tree/rows", bodies.count() as usize, Precision::Single)?;
        Self::of_build(gpu, bodies, build, rows, settings, plan, switches)
    }

    fn of_build(
        gpu: &Gpu,
        bodies: &Bodies,
        build: Option<Build>,
        rows: Rows,
        settings: TreeSettings,
        plan: WalkPlan,
        switches: [(&'static str, u32); 3],
    ) -> Result<Self, GpuError> {
        let (last, position) = (bodies.acceleration().clone(), bodies.position().raw().clone());
        let parts = build.map(|build| {
            let walk = Walk::new(
                gpu,
                &build.nodes,
                &settings,
                plan,
                switches,
                [rows.raw(), last.raw(), bodies.position().raw()],
                None,
            )?;
            Ok::<_, GpuError>(Parts { build, walk })
        });
        Ok(Self {
            gpu: gpu.clone(),
            parts: parts.transpose()?,
            rows,
            last,
            position,
            settings,
            plan,
            switches,
        })
    }

    /// A tree of other bodies, equally many, in the same memory: whichever of the two is recorded
    /// builds its own.
    fn sharing(
        &self,
        bodies: &Bodies,
        rows: Rows,
        settings: TreeSettings,
        switches: [(&'static str, u32); 3],
    ) -> Result<Self, GpuError> {
        let build = self
            .parts
            .as_ref()
            .map(|parts| parts.build.for_bodies(&self.gpu, bodies))
            .transpose()?;
        Self::of_build(&self.gpu, bodies, build, rows, settings, self.plan, switches)
    }

    /// A tree in the same memory that gives other numbers for `bodies`, equally many, in rows of
    /// its own.
    pub(super) fn with_output(&self, bodies: &Bodies, output: Output) -> Result<Self, GpuError> {
        let rows = Rows::new(&self.gpu, "tree/rows", bodies.count() as usize, Precision::Single)?;
        let [softened, law, _] = self.switches;
        let switches = [softened, law, ("POTENTIAL", u32::from(output == Output::Potential))];
        self.sharing(bodies, rows, self.settings.of_output(output), switches)
    }

    /// Encodes building the tree and summing the accelerations.
    pub fn encode(&self, pass: &mut wgpu::ComputePass) {
        TreeStage::ALL.iter().for_each(|&stage| self.encode_stage(pass, stage));
    }

    /// Encodes one stage; all have to be recorded in their order.
    #[doc(hidden)]
    pub fn encode_stage(&self, pass: &mut wgpu::ComputePass, stage: TreeStage) {
        let Some(Parts { build, walk }) = &self.parts else { return };
        match stage {
            TreeStage::Box => build.encode_box(pass),
            TreeStage::Sort => build.encode_sort(pass),
            TreeStage::Build => build.encode_nodes(pass),
            TreeStage::Summarise => build.nodes.moments.encode(pass),
            TreeStage::Force => walk.encode(pass),
        }
    }

    /// Encodes a copy of the rows to [`Bodies::acceleration`], with which [`Opening::Accuracy`]
    /// compares the next time. The integrators of a [`Simulation`](crate::physics::Simulation) do
    /// this by themselves.
    pub fn encode_last(&self, encoder: &mut wgpu::CommandEncoder) {
        encoder.copy_buffer_to_buffer(
            self.rows.raw(),
            0,
            self.last.raw(),
            0,
            Some(self.last.bytes()),
        );
    }

    /// One row per body, in the bodies' own order: its acceleration (x, y, z), and with
    /// [`Output::Potential`] its potential (w).
    pub fn rows(&self) -> &Rows {
        &self.rows
    }

    /// What is known about the tree once it is built; `None` if there are no bodies.
    #[doc(hidden)]
    pub fn levels(&self) -> Option<&Buffer<TreeLevels>> {
        self.parts.as_ref().map(|parts| &parts.build.nodes.levels)
    }

    /// The settings.
    pub fn settings(&self) -> TreeSettings {
        self.settings
    }

    /// Bytes allocated on the GPU, in addition to the bodies.
    pub fn bytes(&self) -> u64 {
        self.rows.len() as u64 * size_of::<[f32; 4]>() as u64
            + self.parts.as_ref().map_or(0, |parts| parts.build.bytes())
    }

    /// Prepares to count what the next walk does. `None` if there are no bodies.
    ///
    /// # Errors
    /// [`GpuError`] if a kernel does not compile or memory runs out.
    #[doc(hidden)]
    pub fn count_work(&self, gpu: &Gpu) -> Result<Option<TreeWork>, GpuError> {
        let Some(Parts { build, walk }) = &self.parts else { return Ok(None) };
        let work = gpu.storage("tree/work", walk.walks() as usize)?;
        let plan = WalkPlan { is_by_subgroups: false, ..self.plan };
        let buffers = [self.rows.raw(), self.last.raw(), &self.position];
        let walk = Walk::new(
            gpu,
            &build.nodes,
            &self.settings,
            plan,
            self.switches,
            buffers,
            Some(&work),
        )?;
        Ok(Some(TreeWork { walk, work }))
    }

    /// The nodes and their bodies, for tests.
    #[doc(hidden)]
    pub fn structure(&self) -> Option<TreeStructure<'_>> {
        let nodes = &self.parts.as_ref()?.build.nodes;
        let (order, sorted, turns, capacity) =
            (&nodes.order, &nodes.sorted, &nodes.turns, nodes.params.capacity);
        Some(TreeStructure {
            nodes: &nodes.moments.nodes,
            moments: &nodes.moments.sums,
            order,
            sorted,
            turns,
            capacity,
        })
    }

    /// The pass for a portion of the groups. The rows of other bodies stay as they are.
    pub(super) fn of_portion(mut self, portion: Portion) -> Result<Self, GpuError> {
        if let Some(parts) = &mut self.parts {
            let groups = portion.of(parts.walk.groups().len());
            parts.walk.limit(groups.start as u32..groups.end as u32)?;
        }
        Ok(self)
    }

    /// Units of the walk, and groups per unit.
    fn walk_units(&self) -> [u32; 2] {
        let groups = self.parts.as_ref().map_or(0, |parts| parts.walk.groups().len() as u32);
        let groups_per_unit = groups.div_ceil(MAX_UNITS).max(1);
        [groups.div_ceil(groups_per_unit), groups_per_unit]
    }

    /// Units that each stage before the walk counts as, so that all units take about the same time.
    /// The first of them records the whole stage.
    fn stage_units(&self) -> u32 {
        self.walk_units()[0].div_ceil(BUILD_SHARE * BUILD.len() as u32).max(1)
    }
}

impl Method for Tree {
    fn units(&self) -> u32 {
        BUILD.len() as u32 * self.stage_units() + self.walk_units()[0]
    }

    fn work(&self, _all_pairs: f64) -> f64 {
        work(&self.gpu, self.rows.len() as u32, &self.settings)
    }

    fn encode(&self, pass: &mut wgpu::ComputePass) {
        Self::encode(self, pass);
    }

    fn encode_slice(
        &self,
        pass: &mut wgpu::ComputePass,
        units: Range<u32>,
    ) -> Result<(), GpuError> {
        let Some(Parts { build, walk }) = &self.parts else { return Ok(()) };
        let each = self.stage_units();
        // If another tree was built in the same memory since the last slice, this one has to be
        // built again.
        let built = if build.is_there() { units.start } else { 0 };
        for (stage, first) in BUILD.into_iter().zip((0..).step_by(each as usize)) {
            if (built..units.end).contains(&first) {
                self.encode_stage(pass, stage);
            }
        }
        let before = BUILD.len() as u32 * each;
        let [_, groups] = self.walk_units();
        let own = walk.groups();
        let group = |unit: u32| (own.start + unit.saturating_sub(before) * groups).min(own.end);
        let (first, end) = (group(units.start), group(units.end));
        if first < end { walk.encode_groups(pass, first..end) } else { Ok(()) }
    }

    /// Portion of a walk, of the newest tree in this memory: the stages before the walk take other
    /// times than their share of units.
    fn encode_probe(
        &self,
        pass: &mut wgpu::ComputePass,
        units: u32,
        turn: u32,
    ) -> Result<(), GpuError> {
        let Some(Parts { build, walk }) = &self.parts else { return Ok(()) };
        if !build.is_any_there() {
            BUILD.iter().for_each(|&stage| self.encode_stage(pass, stage));
        }
        let [all, groups] = self.walk_units();
        let units = units.clamp(1, all);
        // Crowds take longer than the outskirts, so each probe begins elsewhere.
        let moved = (f64::from(turn) * 0.618_033_988_749_895).fract() * f64::from(all - units + 1);
        let first = walk.groups().start + moved as u32 * groups;
        walk.encode_groups(pass, first..(first + units * groups).min(walk.groups().end))
    }

    fn partial(&self) -> &Rows {
        &self.rows
    }

    fn shares(&self) -> u32 {
        1
    }

    fn levels(&self) -> Option<&Buffer<TreeLevels>> {
        Self::levels(self)
    }

    fn for_bodies(&self, bodies: &Bodies) -> Result<Arc<dyn Method>, GpuError> {
        Ok(Arc::new(self.sharing(bodies, self.rows.clone(), self.settings, self.switches)?))
    }

    fn with_output(
        &self,
        bodies: &Bodies,
        output: Output,
    ) -> Result<Option<Arc<dyn Method>>, GpuError> {
        Ok(Some(Arc::new(Self::with_output(self, bodies, output)?)))
    }
}

/// The pairs of bodies whose direct sum takes about as long as a tree of `count` bodies: 1e4 per
/// body of a million with the default accuracy, as measured on an H200 (docs/tries/trees.md), and
/// 1.6e4 on lavapipe, whose threads are lanes of one vector. The time rises as the logarithm of the
/// count, and by 40 % where the error is halved.
pub(in crate::physics) fn work(gpu: &Gpu, count: u32, settings: &TreeSettings) -> f64 {
    let count = f64::from(count);
    let finer = match settings.opening {
        Opening::Accuracy(accuracy) => (512.0 * accuracy.max(1e-7)).powf(-0.3),
        // As measured for 0.5; the number of cells rises as the cube of the inverse.
        Opening::Angle(angle) => 2.2 * (0.5 / angle.max(0.05)).powi(2),
    };
    let order = if settings.order == Multipoles::Monopole { 0.7 } else { 1.0 };
    // As measured with a million bodies and more (docs/tries/trees.md). With fewer, launches take
    // most of the time on large GPUs.
    let usual = if gpu.is_software() { 800.0 } else { 320.0 };
    count * (usual * count.max(2.0).log2() * finer * order).min(count)
}

/// Counts what a walk does, without changing its result.
#[derive(Debug)]
pub struct TreeWork {
    walk: Walk,
    work: Buffer<[u32; 5]>,
}

impl TreeWork {
    /// Encodes a walk of the tree as it is, by the accelerations as they are, that only counts.
    pub fn encode(&self, pass: &mut wgpu::ComputePass) {
        self.walk.encode(pass);
    }

    /// Of each walk, which a group of bodies shares: the bodies that pull on each of its bodies,
    /// the cells that do, the nodes that were looked at, the most runs of nodes that waited at the
    /// same time, and the cells that pull on the group's centre instead.
    pub fn of_groups(&self) -> &Buffer<[u32; 5]> {
        &self.work
    }
}

/// The buffers of a tree.
#[doc(hidden)]
#[derive(Debug)]
#[non_exhaustive]
pub struct TreeStructure<'a> {
    /// First child or body; number of children with [`INNER`], or of bodies; as bits, 3/2 of the
    /// trace of the second moment, and the square of the radius.
    pub nodes: &'a Buffer<[u32; 4]>,
    /// Three vectors per node: see `tree/moments.wgsl`.
    pub moments: &'a Buffer<[f32; 4]>,
    /// The index of each sorted body.
    pub order: &'a Buffer<u32>,
    /// The sorted bodies.
    pub sorted: &'a Buffer<[f32; 4]>,
    /// As `Turns` in `tree/tree.wgsl`.
    pub turns: &'a Buffer<u32>,
    /// Nodes that there is room for.
    pub capacity: u32,
}

/// Rejects what the tree cannot compute.
fn check(
    gpu: &Gpu,
    bodies: &Bodies,
    output: Output,
    settings: &TreeSettings,
) -> Result<(), GpuError> {
    let unsupported = |missing, remedy| {
        let (kernel, adapter) = ("tree".to_owned(), gpu.adapter_name().to_owned());
        Err(GpuError::unsupported(kernel, adapter, missing, remedy))
    };
    match (bodies.precision(), output) {
        (Precision::Double, _) => {
            unsupported(say!("missing-tree-in-double"), say!("remedy-precision-or-direct"))
        }
        (_, Output::Jerk) => unsupported(say!("missing-tree-jerks"), say!("remedy-integrator")),
        _ => settings.check_storage(gpu, bodies.count() as usize),
    }
}

impl TreeSettings {
    /// Checks that this adapter's buffers can hold a tree of this many bodies, before anything is
    /// allocated.
    ///
    /// # Errors
    /// [`GpuError::Unsupported`], with the most bodies that fit.
    pub fn check_storage(&self, gpu: &Gpu, count: usize) -> Result<(), GpuError> {
        let most = build::most_bodies(gpu, |count| build::capacity(count, self.leaf));
        if count <= most {
            return Ok(());
        }
        let missing = say!("missing-tree-room", count = count, most = most);
        let remedy = say!("remedy-tree-size");
        Err(GpuError::unsupported("tree".to_owned(), gpu.adapter_name(), missing, remedy))
    }
}
