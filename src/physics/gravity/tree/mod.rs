//! Gravity by a tree (Barnes & Hut, Nature 324 (1986) 446): far groups of bodies pull as a whole.

mod build;
mod moments;
mod settings;
mod walk;

pub use build::{TREE_CELL_KEYS, TREE_EXTENT, TREE_LADDER, TREE_NODES, TREE_STARTS, TreeLevels, TreeParams};
pub use moments::{CellsParams, INNER, TREE_CELLS, TREE_LEAVES};
pub use settings::{Multipoles, Opening, TreeError, TreeSettings};
pub use walk::{TREE_WALKS, TREE_WORK, WalkPlan};

use super::method::{Output, softened};
use crate::gpu::{Buffer, Gpu, GpuError};
use crate::name::Named;
use crate::named;
use crate::physics::{Bodies, Precision, Rows};
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

/// A tree of bodies and the accelerations that it gives them, prepared for a set of bodies. Built anew each time it is recorded,
/// wholly on the GPU; nothing is allocated, submitted or waited for.
///
/// Bodies are sorted by Morton keys of 63 bits. A node is a cell with bodies in at least two of its eighths, or a leaf of up to
/// [`TreeSettings::leaf`] bodies; its centre, radius and moments are those of its bodies, so the cells' own shapes matter only
/// for speed. Groups of bodies that are neighbours in the sorted order share a walk.
///
/// Bodies that are not finite pull on nobody and get an acceleration of zero: [`TreeLevels::bodies`] counts the others. With
/// bodies so close or so far that squares of their distances leave the range of single precision, all cells open, and the
/// accelerations are those of the direct sum in single precision.
///
/// The result is the same bit for bit, every time: it depends on the positions and masses, the settings and, with
/// [`Opening::Accuracy`], on the accelerations of the last time, which the rows hold. Memory is up to 150 bytes per body with
/// leaves of 32.
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
/// tree.record(&mut encoder.begin_compute_pass(&wgpu::ComputePassDescriptor::default()));
/// gpu.submit(encoder);
/// let accelerations = tree.rows().read_vectors(&gpu)?;
/// assert!(accelerations.iter().all(|a| a.length() > 0.0));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Tree {
    build: Option<Build>,
    walk: Option<Walk>,
    rows: Rows,
    settings: TreeSettings,
    plan: WalkPlan,
    switches: [(&'static str, u32); 2],
}

impl Tree {
    /// Prepares a tree of `bodies`. A softening below 1e-10 counts as none, as in the direct sum.
    ///
    /// # Errors
    /// [`TreeError`] if the settings are out of range; [`GpuError::Unsupported`] for double precision and for jerks; other
    /// [`GpuError`]s if a kernel does not compile or memory runs out.
    pub fn new(gpu: &Gpu, bodies: &Bodies, softening: f64, output: Output, settings: TreeSettings) -> Result<Self, TreeError> {
        Self::with_plan(gpu, bodies, softening, output, settings, WalkPlan::new(gpu, settings.group), None)
    }

    /// The same with the caller's plan, and with room for this many nodes.
    ///
    /// # Errors
    /// As [`Tree::new`].
    #[doc(hidden)]
    pub fn with_plan(
        gpu: &Gpu,
        bodies: &Bodies,
        softening: f64,
        output: Output,
        settings: TreeSettings,
        plan: WalkPlan,
        capacity: Option<u32>,
    ) -> Result<Self, TreeError> {
        settings.check()?;
        check(gpu, bodies, output)?;
        let (is_softened, softening_squared) = softened(softening);
        let switches = [("SOFTENED", u32::from(is_softened)), ("POTENTIAL", u32::from(output == Output::Potential))];
        let count = bodies.count() as usize;
        let rows = Rows::new(gpu, "tree/rows", count, Precision::Single)?;
        let mut tree = Self { build: None, walk: None, rows, settings, plan, switches };
        if count > 0 {
            let build = Build::new(gpu, bodies, softening_squared, &settings, capacity)?;
            tree.walk = Some(Walk::new(gpu, &build, &settings, plan, switches, tree.rows.raw(), None)?);
            tree.build = Some(build);
        }
        Ok(tree)
    }

    /// Records building the tree and summing the accelerations.
    pub fn record(&self, pass: &mut wgpu::ComputePass) {
        TreeStage::ALL.iter().for_each(|&stage| self.record_stage(pass, stage));
    }

    /// Records one stage; all have to be recorded in their order.
    pub fn record_stage(&self, pass: &mut wgpu::ComputePass, stage: TreeStage) {
        let (Some(build), Some(walk)) = (&self.build, &self.walk) else { return };
        match stage {
            TreeStage::Box => build.record_box(pass),
            TreeStage::Sort => build.record_sort(pass),
            TreeStage::Build => build.record_nodes(pass),
            TreeStage::Summarise => build.moments.record(pass),
            TreeStage::Force => walk.record(pass),
        }
    }

    /// One row per body, in the bodies' own order: its acceleration (x, y, z), and with [`Output::Potential`] its potential (w).
    ///
    /// [`Opening::Accuracy`] compares with the rows of the time before. Rows of zeros make cells open by an angle instead, as
    /// the first time.
    pub fn rows(&self) -> &Rows {
        &self.rows
    }

    /// What is known about the tree once it is built; `None` if there are no bodies.
    pub fn levels(&self) -> Option<&Buffer<TreeLevels>> {
        self.build.as_ref().map(|build| &build.levels)
    }

    /// The settings.
    pub fn settings(&self) -> TreeSettings {
        self.settings
    }

    /// Bytes allocated on the GPU, in addition to the bodies.
    pub fn bytes(&self) -> u64 {
        self.rows.len() as u64 * size_of::<[f32; 4]>() as u64 + self.build.as_ref().map_or(0, Build::bytes)
    }

    /// Prepares to count what the next walk does. `None` if there are no bodies.
    ///
    /// # Errors
    /// [`GpuError`] if a kernel does not compile or memory runs out.
    pub fn count_work(&self, gpu: &Gpu) -> Result<Option<TreeWork>, GpuError> {
        let Some(build) = &self.build else { return Ok(None) };
        let groups = build.params.end_group as usize;
        let work = gpu.storage("tree/work", groups)?;
        let plan = WalkPlan { is_by_subgroups: false, ..self.plan };
        let walk = Walk::new(gpu, build, &self.settings, plan, self.switches, self.rows.raw(), Some(&work))?;
        Ok(Some(TreeWork { walk, work }))
    }

    /// The nodes and their bodies, for tests.
    #[doc(hidden)]
    pub fn structure(&self) -> Option<TreeStructure<'_>> {
        let build = self.build.as_ref()?;
        let (nodes, moments) = (&build.moments.nodes, &build.moments.sums);
        Some(TreeStructure { nodes, moments, order: &build.order, sorted: &build.sorted, capacity: build.params.capacity })
    }
}

/// Counts what a walk does, without changing its result.
#[derive(Debug)]
pub struct TreeWork {
    walk: Walk,
    work: Buffer<[u32; 4]>,
}

impl TreeWork {
    /// Records a walk of the tree as it is, by the rows as they are, that only counts.
    pub fn record(&self, pass: &mut wgpu::ComputePass) {
        self.walk.record(pass);
    }

    /// Of each group of bodies: the bodies that pull on each of its bodies, the cells that do, the nodes that were looked at,
    /// and the most runs of nodes that waited at the same time.
    pub fn of_groups(&self) -> &Buffer<[u32; 4]> {
        &self.work
    }
}

/// The buffers of a tree.
#[doc(hidden)]
#[derive(Debug)]
pub struct TreeStructure<'a> {
    /// First child or body; number of children with [`INNER`], or of bodies; as bits, 3/2 of the trace of the second moment, and
    /// the square of the radius.
    pub nodes: &'a Buffer<[u32; 4]>,
    /// Three vectors per node: see `tree/moments.wgsl`.
    pub moments: &'a Buffer<[f32; 4]>,
    /// The index of each sorted body.
    pub order: &'a Buffer<u32>,
    /// The sorted bodies.
    pub sorted: &'a Buffer<[f32; 4]>,
    /// Nodes that there is room for.
    pub capacity: u32,
}

/// Rejects what the tree cannot compute.
fn check(gpu: &Gpu, bodies: &Bodies, output: Output) -> Result<(), GpuError> {
    let unsupported = |missing: &str, remedy| {
        let (kernel, adapter, missing) = ("tree".to_owned(), gpu.adapter_name().to_owned(), missing.to_owned());
        Err(GpuError::Unsupported { kernel, adapter, missing, remedy })
    };
    match (bodies.precision(), output) {
        (Precision::Double, _) => unsupported("a tree sums in single precision", "the precision f32 or f32+, or the direct sum"),
        (_, Output::Jerk) => unsupported("a tree has no rates of change of accelerations", "another integrator than hermite-4"),
        _ => Ok(()),
    }
}
