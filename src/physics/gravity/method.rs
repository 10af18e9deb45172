//! What a force pass must compute, and what each method of computing it provides.

use std::fmt::Debug;
use std::ops::Range;
use std::sync::Arc;

use super::levels::TreeLevels;
use super::plan::Plan;
use crate::gpu::{Bound, Buffer, Gpu, GpuError, KernelSource};
use crate::name::Named;
use crate::physics::{Bodies, Precision, Rows, Softening};
use crate::words::{Text, say};

/// Most bytes of partial sums per force pass.
pub(super) const SCRATCH: u64 = 256 << 20;
/// Bytes of one vector of the sums in this precision.
pub(in crate::physics) fn row_bytes(precision: Precision) -> u64 {
    if precision == Precision::Double {
        size_of::<[f64; 4]>() as u64
    } else {
        size_of::<[f32; 4]>() as u64
    }
}

/// What a force pass computes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Output {
    /// Accelerations.
    Acceleration,
    /// Accelerations, with the potential in w.
    Potential,
    /// Accelerations and jerks.
    Jerk,
}

/// What a force pass must do.
#[derive(Clone, Debug)]
pub(crate) struct Request {
    pub(crate) gpu: Gpu,
    pub(crate) bodies: Bodies,
    pub(crate) softening: Softening,
    pub(crate) output: Output,
}

impl Request {
    pub(crate) fn count(&self) -> u32 {
        self.bodies.count()
    }

    /// The square of the law's length as a pair: rounded to single precision, and the remainder.
    pub(super) fn softening_squared(&self) -> [f32; 2] {
        let whole = self.softening.squared();
        [whole as f32, (whole - f64::from(whole as f32)) as f32]
    }

    /// The precision of the sums, which is that of the bodies.
    pub(crate) fn precision(&self) -> Precision {
        self.bodies.precision()
    }

    /// The switches that every force kernel has.
    pub(crate) fn switches(&self) -> [(&'static str, u32); 3] {
        let [softened, law] = self.softening.switches();
        [softened, law, ("POTENTIAL", u32::from(self.output == Output::Potential))]
    }

    /// The switch of kernels that leave equal masses out of their inner loop.
    pub(super) fn equal(&self) -> (&'static str, u32) {
        (
            "EQUAL",
            u32::from(
                self.bodies.mass.is_some()
                    && self.output == Output::Acceleration
                    && self.precision() != Precision::Double,
            ),
        )
    }

    pub(super) fn mass(&self) -> f32 {
        self.bodies.mass.unwrap_or(0.0)
    }

    /// Bytes that partial sums may take on this adapter.
    pub(super) fn scratch(&self) -> u64 {
        SCRATCH.min(self.gpu.storage_limit())
    }

    /// The kernel of a plan in the precision of the bodies.
    ///
    /// # Errors
    /// [`GpuError::Unsupported`] if its shape has none.
    pub(super) fn kernel(&self, plan: &Plan) -> Result<&'static KernelSource, GpuError> {
        plan.shape.kernel(self.precision()).ok_or_else(|| {
            unsupported(
                &self.gpu,
                plan.shape,
                say!("missing-single-precision"),
                say!("remedy-precision-or-auto"),
            )
        })
    }

    /// Rejects loops that the driver would cut short, so that no sum is silently incomplete.
    ///
    /// # Errors
    /// [`GpuError::Unsupported`].
    pub(crate) fn check_loops(&self, kernel: impl Named, iterations: u32) -> Result<(), GpuError> {
        let limit = self.gpu.adapter().loop_limit();
        if iterations <= limit {
            return Ok(());
        }
        let missing = say!("missing-loops-and-memory", limit = limit);
        let remedy = match self.output {
            Output::Jerk => say!("remedy-fewer-bodies-or-integrator"),
            Output::Acceleration | Output::Potential => say!("remedy-fewer-bodies-or-auto"),
        };
        Err(unsupported(&self.gpu, kernel, missing, remedy))
    }

    /// As many of `shares` non-empty parts of the sum as the number of tiles and memory allow, and
    /// the tiles in each.
    pub(crate) fn fitted(&self, shares: u32, tile: u32) -> (u32, u32) {
        let tiles = self.count().div_ceil(tile).max(1);
        let row = u64::from(self.count().max(1)) * row_bytes(self.precision());
        let most = (self.scratch() / row).clamp(1, u64::from(tiles)) as u32;
        let tiles_per_share = tiles.div_ceil(shares.clamp(1, most));
        (tiles.div_ceil(tiles_per_share), tiles_per_share)
    }
}

/// The error for a kernel that cannot run: what is missing, and the remedy.
pub(super) fn unsupported(gpu: &Gpu, kernel: impl Named, missing: Text, remedy: Text) -> GpuError {
    let (kernel, adapter) = (kernel.name().to_owned(), gpu.adapter_name().to_owned());
    GpuError::unsupported(kernel, adapter, missing, remedy)
}

/// A method of summing the forces on a set of bodies: dispatches that compute units of the work,
/// and any dispatches before, between and after them.
pub(crate) trait Method: Debug + Send + Sync {
    /// Number of units in the pass. All take about the same time. A method that cannot be divided
    /// is one unit.
    fn units(&self) -> u32 {
        1
    }

    /// The number of pairs of bodies whose direct sum takes about as long as the pass; `all_pairs`
    /// if this is one.
    fn work(&self, all_pairs: f64) -> f64 {
        all_pairs
    }

    /// Encodes all units, with parameters prepared in advance.
    fn encode(&self, pass: &mut wgpu::ComputePass);

    /// Encodes some units, with their own parameters. The pass is complete when all units have run,
    /// in order.
    fn encode_slice(
        &self,
        pass: &mut wgpu::ComputePass,
        units: Range<u32>,
    ) -> Result<(), GpuError> {
        if !units.is_empty() {
            self.encode(pass);
        }
        Ok(())
    }

    /// Encodes about this many units to measure their speed, others each time. The rows then hold
    /// nothing of use.
    fn encode_probe(
        &self,
        pass: &mut wgpu::ComputePass,
        units: u32,
        _turn: u32,
    ) -> Result<(), GpuError> {
        self.encode_slice(pass, 0..units)
    }

    /// The partial sums: rows of one vector per body, to be added up. The buffer may hold more rows
    /// than [`Method::shares`].
    fn partial(&self) -> &Rows;

    /// Number of rows to be added up.
    fn shares(&self) -> u32;

    /// Returns the partial sums of the jerk, if it was requested.
    fn partial_jerk(&self) -> Option<&Rows> {
        None
    }

    /// The pass for bodies at `position` with another ending, which also moves them; `ending` holds
    /// its buffers. `None` if the method has no such pass.
    fn leap(
        &self,
        _position: &wgpu::Buffer,
        _ending: &[(&str, &wgpu::Buffer)],
    ) -> Result<Option<Leap>, GpuError> {
        Ok(None)
    }

    /// What is known about the tree, if the method builds one.
    fn levels(&self) -> Option<&Buffer<TreeLevels>> {
        None
    }

    /// Prepares this method for `bodies`, equally many, with other numbers in separate buffers.
    /// `None` if the caller should choose a method again.
    fn with_output(
        &self,
        _bodies: &Bodies,
        _output: Output,
    ) -> Result<Option<Arc<dyn Method>>, GpuError> {
        Ok(None)
    }

    /// Prepares this method for another set of equally many bodies, with its sums in the same
    /// buffers.
    fn for_bodies(&self, bodies: &Bodies) -> Result<Arc<dyn Method>, GpuError>;
}

/// A force pass and the update after it in one dispatch.
#[derive(Debug)]
pub(crate) struct Leap {
    pub(super) bound: Bound,
    pub(super) groups: [u32; 3],
}

impl Leap {
    pub(in crate::physics) fn encode(&self, pass: &mut wgpu::ComputePass) {
        self.bound.dispatch(pass, self.groups);
    }
}
