//! Gravity on the GPU: force passes by any method.

mod check;
mod choice;
mod force_kernel;
mod kernels;
mod levels;
mod meetings;
mod mesh;
mod method;
mod plan;
mod resident;
mod stored;
mod summation;
mod symmetric;
mod tiles;
mod tree;
mod tuned;
mod tunings;

use std::ops::Range;
use std::sync::Arc;

pub(super) use check::check;
pub use force_kernel::ForceKernel;
pub use levels::TreeLevels;
pub(crate) use meetings::Meetings;
#[cfg(feature = "lab")]
pub(crate) use mesh::periodic_spectrum;
pub use mesh::{
    ARRANGE, BLOCKS, CONVOLVE, DEPOSIT, DEPOSIT_CUBIC, FIELD, FRAME, MASSES, MERGE, MULTIPLY, Mesh,
    MeshRequest, MeshSettings, NEAR, PULL,
};
#[cfg(test)]
pub use mesh::{FrameParams, MeshParams, MeshPlace, NearParams};
pub(super) use method::Leap;
pub use method::Output;
pub(super) use method::row_bytes;
pub(crate) use method::{Method, Request};
pub use plan::{Plan, Shape};
pub use resident::RESIDENT;
pub use stored::StoredPlan;
pub use summation::{Gravity, GravityMethod};
#[cfg(test)]
pub use symmetric::SymmetricParams;
pub use symmetric::{
    ATOMIC_CLEAR, GATHER, GATHER_F64, GatherRowsParams, SYMMETRIC, SYMMETRIC_F64, UNORDERED,
};
pub use tiles::{
    ALL_PAIRS, ALL_PAIRS_F64, ALL_PAIRS_JERK, ALL_PAIRS_JERK_F64, AllPairsParams, LEAP, NAIVE,
    NAIVE_F64, SUMMED, SUMMED_F64,
};
#[cfg(test)]
pub use tree::{CellsParams, TreeParams};
pub use tree::{
    INNER, Multipoles, Opening, TREE_CELL_KEYS, TREE_CELLS, TREE_EXTENT, TREE_LADDER, TREE_LEAVES,
    TREE_NODES, TREE_REGION_WALKS, TREE_STARTS, TREE_VARIANTS, TREE_WALKS, TREE_WORK, Tree,
    TreeError, TreeSettings, TreeStage, TreeWalk, TreeWork, WalkPlan,
};
pub(super) use tree::{RegionRows, RegionTree, RegionTrees};
pub use tuned::Tuned;

use mesh::MeshMethod;

use super::{Bodies, Portion, Rows, Softening};
use crate::gpu::{Bound, Buffer, Gpu, GpuError};
use crate::words::say;

/// A force pass, prepared for a set of bodies. Its result is `shares` rows of partial sums. The
/// pass is a sequence of units, each computed by one workgroup. It may be recorded whole or in
/// slices of consecutive units, with the same result.
///
/// Clones are the same pass, with the same buffers.
#[derive(Clone, Debug)]
pub struct ForcePass {
    method: Arc<dyn Method>,
    count: u32,
}

impl ForcePass {
    /// Prepares the pass with the default plan for the adapter and the number of bodies, or the one
    /// measured here.
    ///
    /// # Errors
    /// [`GpuError`] if a kernel does not compile or memory runs out.
    pub fn new(
        gpu: &Gpu,
        bodies: &Bodies,
        softening: impl Into<Softening>,
        output: Output,
    ) -> Result<Self, GpuError> {
        Self::with_plan(gpu, bodies, softening, output, Plan::for_count(gpu, bodies.count()))
    }

    /// Prepares the pass with the caller's plan. For bodies in double precision, uses the plan's
    /// counterpart.
    ///
    /// # Errors
    /// [`GpuError::Unsupported`] if the adapter cannot run its kernel; [`GpuError`] if a kernel
    /// does not compile or memory runs out.
    pub fn with_plan(
        gpu: &Gpu,
        bodies: &Bodies,
        softening: impl Into<Softening>,
        output: Output,
        plan: Plan,
    ) -> Result<Self, GpuError> {
        let plan = plan.in_precision(gpu, bodies.count(), bodies.precision());
        let plan = if plan.shape == Shape::Resident { Plan::few() } else { plan };
        let softening = softening.into();
        let request = Request { gpu: gpu.clone(), bodies: bodies.clone(), softening, output };
        let method = method(request, plan)?;
        Ok(Self { method, count: bodies.count() })
    }

    /// A pass by a method that is made elsewhere, for `count` bodies.
    pub(crate) fn from_method(method: impl Method + 'static, count: u32) -> Self {
        Self { method: Arc::new(method), count }
    }

    /// Prepares the pass of a run: a direct sum by `plan`, or the tree of its gravity, which is
    /// [resolved](Gravity::resolved) and whose settings are possible.
    ///
    /// # Errors
    /// As [`ForcePass::with_plan`].
    pub(super) fn by(
        gpu: &Gpu,
        bodies: &Bodies,
        softening: Softening,
        output: Output,
        gravity: Gravity,
        plan: Plan,
    ) -> Result<Self, GpuError> {
        match gravity {
            Gravity::Tree(settings) => {
                let walk = WalkPlan::new(gpu, bodies.count() as usize, settings.group);
                let tree =
                    Tree::with_checked(gpu, bodies, softening, output, settings, walk, None)?;
                Ok(Self { method: Arc::new(tree), count: bodies.count() })
            }
            Gravity::Mesh(settings) => Ok(Self::from_method(
                MeshMethod::new(gpu, bodies, settings, softening.length, output)?,
                bodies.count(),
            )),
            Gravity::Auto(_) | Gravity::Direct(_) => {
                Self::with_plan(gpu, bodies, softening, output, plan)
            }
        }
    }

    /// Prepares a member's portion of a pass, each pair once if `pairs` says how, to be recorded in
    /// slices, and the bodies whose sums are in its rows: some targets, or all bodies if it adds
    /// something to the sums of each. A tree leaves the rows of other groups as they are.
    ///
    /// # Errors
    /// As [`ForcePass::with_plan`].
    pub(super) fn of_portion(
        gpu: &Gpu,
        bodies: &Bodies,
        softening: Softening,
        output: Output,
        gravity: Gravity,
        pairs: Option<Plan>,
        portion: Portion,
    ) -> Result<(Self, Range<usize>), GpuError> {
        let count = bodies.count();
        let request = || Request { gpu: gpu.clone(), bodies: bodies.clone(), softening, output };
        let (method, rows): (Arc<dyn Method>, _) = match (gravity, pairs) {
            (Gravity::Tree(settings), _) => {
                let walk = WalkPlan::new(gpu, count as usize, settings.group);
                let tree =
                    Tree::with_checked(gpu, bodies, softening, output, settings, walk, None)?;
                (Arc::new(tree.of_portion(portion)?), 0..count as usize)
            }
            (Gravity::Mesh(_), _) => {
                let missing = say!("missing-mesh-portions");
                return Err(GpuError::unsupported(
                    "mesh",
                    gpu.adapter_name(),
                    missing,
                    say!("remedy-mesh-alone"),
                ));
            }
            (Gravity::Auto(_) | Gravity::Direct(_), Some(plan)) => {
                check(gpu, &plan, count)?;
                (
                    Arc::new(symmetric::SymmetricPairs::of_portion(request(), plan, portion)?),
                    0..count as usize,
                )
            }
            (Gravity::Auto(_) | Gravity::Direct(_), None) => {
                let plan = Plan::for_count(gpu, count);
                let plan = if plan.shape == Shape::Tiles { plan } else { Plan::tiles(gpu, count) };
                let plan = plan.in_precision(gpu, count, bodies.precision());
                (
                    Arc::new(tiles::Tiles::new(request(), plan)?.of_portion(portion)?),
                    portion.of(count as usize),
                )
            }
        };
        Ok((Self { method, count }, rows))
    }

    /// A pass of the same kind that computes other numbers for `bodies`, equally many, in rows of
    /// its own. It shares the rest of the memory: only one of the two may be in progress, unless
    /// each is recorded in slices that begin anew. `None` if the method has no such pass.
    ///
    /// # Errors
    /// [`GpuError`] if a kernel does not compile or memory runs out.
    pub(super) fn with_output(
        &self,
        bodies: &Bodies,
        output: Output,
    ) -> Result<Option<Self>, GpuError> {
        let count = bodies.count();
        Ok(self.method.with_output(bodies, output)?.map(|method| Self { method, count }))
    }

    /// Prepares this pass for another set of equally many bodies, with its sums in the same
    /// buffers.
    ///
    /// # Errors
    /// [`GpuError`] if memory runs out.
    pub fn for_bodies(&self, bodies: &Bodies) -> Result<Self, GpuError> {
        Ok(Self { method: self.method.for_bodies(bodies)?, count: self.count })
    }

    /// The method.
    pub(super) fn into_method(self) -> Arc<dyn Method> {
        self.method
    }

    /// Encodes the pass.
    pub fn encode(&self, pass: &mut wgpu::ComputePass) {
        self.method.encode(pass);
    }

    /// Encodes some units of the pass, which is complete when all of them have run. Each slice has
    /// its own parameters, so that a submission may hold any number of slices.
    ///
    /// # Errors
    /// [`GpuError::OutOfMemory`].
    pub fn encode_slice(
        &self,
        pass: &mut wgpu::ComputePass,
        units: Range<u32>,
    ) -> Result<(), GpuError> {
        let units = units.start..units.end.min(self.units());
        if units == (0..self.units()) {
            self.method.encode(pass);
            return Ok(());
        }
        self.method.encode_slice(pass, units)
    }

    /// Encodes about this many units to measure their speed, others each time. The sums then hold
    /// nothing of use, unless the method always computes the same.
    pub(super) fn encode_probe(
        &self,
        pass: &mut wgpu::ComputePass,
        units: u32,
        turn: u32,
    ) -> Result<(), GpuError> {
        self.method.encode_probe(pass, units, turn)
    }

    /// Binds the pass with an ending that also moves the bodies, if its method has one.
    pub(super) fn leap(
        &self,
        position: &wgpu::Buffer,
        ending: &[(&str, &wgpu::Buffer)],
    ) -> Result<Option<Leap>, GpuError> {
        self.method.leap(position, ending)
    }

    /// Binds the sum of all rows into the first, of accelerations and of any jerks; nothing if
    /// there is one row only.
    ///
    /// # Errors
    /// [`GpuError`] if a kernel does not compile or memory runs out.
    pub(super) fn bind_sum(&self, gpu: &Gpu) -> Result<Vec<Bound>, GpuError> {
        if self.shares() < 2 {
            return Ok(Vec::new());
        }
        let values = GatherRowsParams {
            count: self.count,
            first_row: 0,
            end_row: self.shares(),
            padding: 0,
        };
        let parameters = gpu.uniform("gravity/gather", &values)?;
        let bind = |rows: &Rows| {
            let source = if matches!(rows, Rows::Double(_)) { &GATHER_F64 } else { &GATHER };
            gpu.kernel(source, &[])?
                .bind(gpu.device(), &[("gather_of", parameters.raw()), ("partial", rows.raw())])
        };
        std::iter::once(self.partial()).chain(self.partial_jerk()).map(bind).collect()
    }

    /// Number of units in the pass. All take about the same time.
    pub fn units(&self) -> u32 {
        self.method.units()
    }

    /// The work of the pass: the pairs of bodies whose direct sum takes about as long. For a direct
    /// sum, each body with every body.
    pub fn work(&self) -> f64 {
        self.method.work(f64::from(self.count).powi(2))
    }

    /// The number of units whose work comes closest to `work`.
    pub(super) fn units_of(&self, work: f64) -> u32 {
        (work / self.work_of(1)).round() as u32
    }

    /// The work of this many units.
    pub(super) fn work_of(&self, units: u32) -> f64 {
        self.work() / f64::from(self.units()) * f64::from(units)
    }

    /// What is known about the tree, if the pass builds one.
    pub fn levels(&self) -> Option<&Buffer<TreeLevels>> {
        self.method.levels()
    }

    /// Number of rows of partial sums.
    pub fn shares(&self) -> u32 {
        self.method.shares()
    }

    /// The partial sums: `shares` rows of one vector per body. The buffer may hold more after them.
    pub fn partial(&self) -> &Rows {
        self.method.partial()
    }

    /// The partial sums of the jerk, if it was requested.
    pub fn partial_jerk(&self) -> Option<&Rows> {
        self.method.partial_jerk()
    }
}

/// The method of a plan.
fn method(request: Request, plan: Plan) -> Result<Arc<dyn Method>, GpuError> {
    // There is one kernel for jerks, whatever the plan.
    if request.output == Output::Jerk {
        return Ok(Arc::new(tiles::Tiles::new(request, plan)?));
    }
    check(&request.gpu, &plan, request.count())?;
    Ok(match plan.shape {
        Shape::Symmetric | Shape::SymmetricUnordered => {
            Arc::new(symmetric::SymmetricPairs::new(request, plan)?)
        }
        Shape::Tiles | Shape::Naive | Shape::Resident => {
            Arc::new(tiles::Tiles::new(request, plan)?)
        }
    })
}
