//! Gravity by direct summation on the GPU: a force pass, whatever the method behind it.

mod historical;
pub(super) mod plan;
mod symmetric;
mod tiles;

use std::fmt::Debug;
use std::ops::Range;

pub use historical::{
    ATOMIC_CLEAR, ATOMIC_COLLECT, ATOMIC_PAIRS, Batch, MOST_FOR_ONE_THREAD, ONE_THREAD, SHUFFLE, SOA, SPLIT, STAGE, THREADS,
    TILE, UNIFORM_BATCHES,
};
pub use plan::{ForceKernel, Plan, Tuned};
pub use symmetric::{GATHER, Gather, SYMMETRIC, Symmetric, UNORDERED};
pub use tiles::{ALL_PAIRS, ALL_PAIRS_JERK, AllPairs, LEAP, NAIVE};

use super::Bodies;
use crate::gpu::{Bound, Buffer, Gpu, GpuError};

/// Bytes that the partial sums of one force pass take at most.
const SCRATCH: u64 = 256 << 20;
/// Softening lengths below this are taken for none: the cube of their inverse, times a mass, would leave single precision,
/// and a body's pull on itself would be infinity times zero.
const LEAST_SOFTENING: f64 = 1e-10;

/// Whether there is any softening, and its square.
pub(super) fn softened(softening: f64) -> (bool, f32) {
    let is_softened = softening >= LEAST_SOFTENING;
    (is_softened, if is_softened { (softening * softening) as f32 } else { 0.0 })
}

/// What a force pass leaves behind.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Output {
    /// Accelerations.
    Acceleration,
    /// Accelerations, and the potential in w.
    Potential,
    /// Accelerations and jerks.
    Jerk,
}

/// What is asked of a force pass.
#[derive(Clone, Debug)]
struct Request {
    gpu: Gpu,
    bodies: Bodies,
    softening: f64,
    output: Output,
}

impl Request {
    fn count(&self) -> u32 {
        self.bodies.count()
    }

    fn softening_squared(&self) -> f32 {
        softened(self.softening).1
    }

    /// The switches that every force kernel has.
    fn switches(&self) -> [(&'static str, u32); 2] {
        [("SOFTENED", u32::from(softened(self.softening).0)), ("POTENTIAL", u32::from(self.output == Output::Potential))]
    }

    /// The switch of the kernels that leave equal masses out of their inner loop.
    fn equal(&self) -> (&'static str, u32) {
        ("EQUAL", u32::from(self.bodies.mass.is_some() && self.output == Output::Acceleration))
    }

    fn mass(&self) -> f32 {
        self.bodies.mass.unwrap_or(0.0)
    }

    /// Bytes that partial sums may take here.
    fn scratch(&self) -> u64 {
        SCRATCH.min(self.gpu.storage_limit())
    }
}

/// A method of summing up the forces of a set of bodies: dispatches that do the units of the work, and what comes before,
/// between and after them.
trait Method: Debug + Send + Sync {
    /// Units of the pass, all of about the same time.
    fn units(&self) -> u32;

    /// Records all of them; their parameters are at hand.
    fn record(&self, pass: &mut wgpu::ComputePass);

    /// Records some of the units, with parameters of their own. The pass is done when all of them have run, in this order.
    fn record_slice(&self, pass: &mut wgpu::ComputePass, units: Range<u32>) -> Result<(), GpuError>;

    /// The rows of one vector a body that the pass leaves, to be added up; there may be more in the buffer than count.
    fn partial(&self) -> &Buffer<[f32; 4]>;

    /// How many rows there are to be added up.
    fn shares(&self) -> u32;

    /// The same for the jerk, where it was asked for.
    fn partial_jerk(&self) -> Option<&Buffer<[f32; 4]>> {
        None
    }

    /// The pass for bodies at `position` with another ending, which moves them at once; `ending` are its buffers. `None` where
    /// the method has no such pass.
    fn leap(&self, _position: &Buffer<[f32; 4]>, _ending: &[(&str, &wgpu::Buffer)]) -> Result<Option<Leap>, GpuError> {
        Ok(None)
    }

    /// The same method for as many other bodies, with the sums in the same place.
    fn of(&self, bodies: &Bodies) -> Result<Box<dyn Method>, GpuError>;
}

/// A force pass and the update after it, in one dispatch.
#[derive(Debug)]
pub(super) struct Leap {
    bound: Bound,
    groups: [u32; 3],
}

impl Leap {
    pub(super) fn record(&self, pass: &mut wgpu::ComputePass) {
        self.bound.dispatch(pass, self.groups);
    }
}

/// A force pass, prepared for a set of bodies. It leaves `shares` rows of partial sums. The pass is a run of units, each the work
/// of one workgroup; it may be recorded whole, or in slices of neighbouring units with the same result.
#[derive(Debug)]
pub struct Gravity {
    method: Box<dyn Method>,
    count: u32,
}

impl Gravity {
    /// Prepares the pass with the plan that suits the adapter and the number of bodies.
    ///
    /// # Errors
    /// [`GpuError`] where a kernel does not compile or memory is short.
    pub fn new(gpu: &Gpu, bodies: &Bodies, softening: f64, output: Output) -> Result<Self, GpuError> {
        Self::with_plan(gpu, bodies, softening, output, Plan::for_count(gpu, bodies.count()))
    }

    /// Prepares the pass with a plan of the caller's.
    ///
    /// # Errors
    /// [`GpuError::Unsupported`] where the adapter cannot run its kernel; [`GpuError`] where a kernel does not compile or memory
    /// is short.
    pub fn with_plan(gpu: &Gpu, bodies: &Bodies, softening: f64, output: Output, plan: Plan) -> Result<Self, GpuError> {
        let plan = if plan.is_resident() { Plan::few() } else { plan };
        let request = Request { gpu: gpu.clone(), bodies: bodies.clone(), softening, output };
        let is_symmetric = plan.is_symmetric() && output != Output::Jerk;
        let method: Box<dyn Method> = if is_symmetric {
            Box::new(symmetric::SymmetricPairs::new(request, plan)?)
        } else if let Some(method) = historical::method(&request, plan)? {
            method
        } else {
            Box::new(tiles::Tiles::new(request, plan)?)
        };
        Ok(Self { method, count: bodies.count() })
    }

    /// The same pass for as many other bodies. Its sums go to the same place.
    ///
    /// # Errors
    /// [`GpuError`] where memory is short.
    pub fn of(&self, bodies: &Bodies) -> Result<Self, GpuError> {
        Ok(Self { method: self.method.of(bodies)?, count: self.count })
    }

    /// Records the pass.
    pub fn record(&self, pass: &mut wgpu::ComputePass) {
        self.method.record(pass);
    }

    /// Records some units of the pass, which is done when all of them have run. A slice brings its own parameters, so that a
    /// submission may hold any number of them.
    ///
    /// # Errors
    /// [`GpuError::OutOfMemory`].
    pub fn record_slice(&self, pass: &mut wgpu::ComputePass, units: Range<u32>) -> Result<(), GpuError> {
        let units = units.start..units.end.min(self.units());
        if units == (0..self.units()) {
            self.method.record(pass);
            return Ok(());
        }
        self.method.record_slice(pass, units)
    }

    /// Binds the pass with an ending that moves the bodies, where its method has one.
    pub(super) fn leap(&self, position: &Buffer<[f32; 4]>, ending: &[(&str, &wgpu::Buffer)]) -> Result<Option<Leap>, GpuError> {
        self.method.leap(position, ending)
    }

    /// Units of the pass. All take about the same time.
    pub fn units(&self) -> u32 {
        self.method.units()
    }

    /// Interactions that the pass computes: each body with every body.
    pub fn interactions(&self) -> f64 {
        f64::from(self.count).powi(2)
    }

    /// The units whose interactions come nearest to `interactions`.
    pub(super) fn units_of(&self, interactions: f64) -> u32 {
        (interactions / self.interactions_of(1)).round() as u32
    }

    /// Interactions of so many units.
    pub(super) fn interactions_of(&self, units: u32) -> f64 {
        self.interactions() / f64::from(self.units()) * f64::from(units)
    }

    /// Rows of partial sums.
    pub fn shares(&self) -> u32 {
        self.method.shares()
    }

    /// The partial sums: `shares` rows of one vector a body. Behind them the buffer may hold more.
    pub fn partial(&self) -> &Buffer<[f32; 4]> {
        self.method.partial()
    }

    /// The partial sums of the jerk, where it was asked for.
    pub fn partial_jerk(&self) -> Option<&Buffer<[f32; 4]>> {
        self.method.partial_jerk()
    }
}
