//! Sums over all bodies: reduced on the GPU in single or double precision and sent to the host, or
//! made there.

use std::fmt::Debug;
use std::mem::offset_of;

use glam::DVec3;

use super::reference::diagnostics;
use super::{
    Bodies, Body, Diagnostics, ExternalField, Precision, Snapshot, Snapshots, Softening, State,
};
use crate::gpu::{Gpu, GpuError, Mirrored, Readbacks};
use crate::primitives::{Monoid, Reduce};
use crate::{mirrored, wgsl};

mirrored! {
    /// Sums over bodies.
    pub struct Moments {
        /// Σ m x (x, y, z) and Σ m (w).
        pub mass_position: [f32; 4],
        /// Σ m v and the kinetic energy.
        pub momentum_kinetic: [f32; 4],
        /// Σ m x × v and the potential energy.
        pub angular_potential: [f32; 4],
        /// Largest distance from the origin; largest speed.
        pub largest: [f32; 2],
        /// Bodies that are not finite.
        pub invalid: u32,
        /// Unused.
        pub padding: u32,
    }
}

/// Sums over bodies in double precision, matching WGSL's `Moments` with `real` as `f64`.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, bytemuck::Pod, bytemuck::Zeroable)]
pub struct MomentsF64 {
    /// Σ m x (x, y, z) and Σ m (w).
    pub mass_position: [f64; 4],
    /// Σ m v and the kinetic energy.
    pub momentum_kinetic: [f64; 4],
    /// Σ m x × v and the potential energy.
    pub angular_potential: [f64; 4],
    /// Largest distance from the origin; largest speed.
    pub largest: [f64; 2],
    /// Bodies that are not finite.
    pub invalid: u32,
    /// Unused: WGSL's struct has the alignment of a vector.
    pub padding: [u32; 3],
}

impl Mirrored for MomentsF64 {
    const NAME: &'static str = Moments::NAME;
    const MEMBERS: &'static [(&'static str, usize)] = &[
        ("mass_position", offset_of!(Self, mass_position)),
        ("momentum_kinetic", offset_of!(Self, momentum_kinetic)),
        ("angular_potential", offset_of!(Self, angular_potential)),
        ("largest", offset_of!(Self, largest)),
        ("invalid", offset_of!(Self, invalid)),
        ("padding", offset_of!(Self, padding)),
    ];
}

impl From<Moments> for MomentsF64 {
    fn from(moments: Moments) -> Self {
        Self {
            mass_position: moments.mass_position.map(f64::from),
            momentum_kinetic: moments.momentum_kinetic.map(f64::from),
            angular_potential: moments.angular_potential.map(f64::from),
            largest: moments.largest.map(f64::from),
            invalid: moments.invalid,
            padding: [0; 3],
        }
    }
}

impl From<&MomentsF64> for Diagnostics {
    fn from(moments: &MomentsF64) -> Self {
        let vector = |[x, y, z, _]: [f64; 4]| DVec3::new(x, y, z);
        let mass = moments.mass_position[3];
        Self {
            mass,
            center_of_mass: if mass > 0.0 {
                vector(moments.mass_position) / mass
            } else {
                DVec3::ZERO
            },
            momentum: vector(moments.momentum_kinetic),
            angular_momentum: vector(moments.angular_potential),
            kinetic: moments.momentum_kinetic[3],
            potential: moments.angular_potential[3],
            radius_max: moments.largest[0],
            speed_max: moments.largest[1],
            invalid: moments.invalid,
        }
    }
}

/// Adds up [`Moments`].
pub const SUM_MOMENTS: Monoid<Moments> =
    Monoid::trusted(&[wgsl!("monoid/moments.wgsl"), wgsl!("real_f32.wgsl")]).commutative();

/// Adds up [`MomentsF64`].
pub const SUM_MOMENTS_F64: Monoid<MomentsF64> =
    Monoid::trusted(&[wgsl!("monoid/moments.wgsl"), wgsl!("real_f64.wgsl")]).commutative();

/// Time and steps at which something was recorded.
pub(super) type Moment = (f64, u64);

/// Sums over all bodies, with results in flight to the host: encode, submit, and later collect.
pub(super) trait Totals: Debug + Send {
    /// Encodes the part that the adapter does.
    fn encode(&self, pass: &mut wgpu::ComputePass);

    /// Encodes a copy of the result to the host.
    fn encode_result(
        &mut self,
        encoder: &mut wgpu::CommandEncoder,
        moment: Moment,
    ) -> Result<(), GpuError>;

    /// Number of results in flight.
    fn pending(&self) -> usize;

    /// The oldest result in flight, if it has arrived.
    fn collect(&mut self) -> Result<Option<(Moment, Diagnostics)>, GpuError>;

    /// Waits for the oldest result in flight.
    fn wait(&mut self) -> Result<Option<(Moment, Diagnostics)>, GpuError>;

    /// Reads the sums of what was encoded last. Waits for the GPU.
    fn read(&self, gpu: &Gpu) -> Result<Diagnostics, GpuError>;
}

/// Allocates `count` moments in the precision of the forces, and prepares their reduction.
pub(super) fn totals(
    gpu: &Gpu,
    count: usize,
    precision: Precision,
) -> Result<(wgpu::Buffer, Box<dyn Totals>), GpuError> {
    Ok(match precision {
        Precision::Single | Precision::Pair => reduced(gpu, count, &SUM_MOMENTS)?,
        Precision::Double => reduced(gpu, count, &SUM_MOMENTS_F64)?,
    })
}

fn reduced<M: bytemuck::Pod + Into<MomentsF64> + Debug + Send + 'static>(
    gpu: &Gpu,
    count: usize,
    monoid: &Monoid<M>,
) -> Result<(wgpu::Buffer, Box<dyn Totals>), GpuError> {
    let moments = gpu.storage::<M>("diagnostics/moments", count)?;
    let reduce = Reduce::new(gpu, monoid, &moments)?;
    let results = Readbacks::new(gpu, "diagnostics/readback", 1);
    Ok((moments.raw().clone(), Box::new(Reduced { reduce, results })))
}

/// A reduction by the adapter.
#[derive(Debug)]
struct Reduced<M> {
    reduce: Reduce<M>,
    results: Readbacks<M, Moment>,
}

impl<M: bytemuck::Pod + Into<MomentsF64> + Debug + Send> Totals for Reduced<M> {
    fn encode(&self, pass: &mut wgpu::ComputePass) {
        self.reduce.encode(pass);
    }

    fn encode_result(
        &mut self,
        encoder: &mut wgpu::CommandEncoder,
        moment: Moment,
    ) -> Result<(), GpuError> {
        self.results.encode(encoder, self.reduce.result(), moment)
    }

    fn pending(&self) -> usize {
        self.results.pending()
    }

    fn collect(&mut self) -> Result<Option<(Moment, Diagnostics)>, GpuError> {
        Ok(self.results.collect()?.map(|(moment, moments)| (moment, sums(moments[0]))))
    }

    fn wait(&mut self) -> Result<Option<(Moment, Diagnostics)>, GpuError> {
        Ok(self.results.wait()?.map(|(moment, moments)| (moment, sums(moments[0]))))
    }

    fn read(&self, gpu: &Gpu) -> Result<Diagnostics, GpuError> {
        Ok(sums(gpu.read(self.reduce.result())?[0]))
    }
}

fn sums(moments: impl Into<MomentsF64>) -> Diagnostics {
    Diagnostics::from(&moments.into())
}

/// Sums by the host, in double precision, over copies of the bodies with all their digits.
#[derive(Debug)]
pub(super) struct Exact {
    bodies: Bodies,
    softening: Softening,
    external: ExternalField,
    copies: Snapshots,
}

impl Exact {
    pub(super) fn new(
        gpu: &Gpu,
        bodies: &Bodies,
        softening: Softening,
        external: ExternalField,
    ) -> Self {
        Self { bodies: bodies.clone(), softening, external, copies: Snapshots::new(gpu, bodies) }
    }

    fn sums(&self, ((), snapshot): ((), Snapshot)) -> (Moment, Diagnostics) {
        ((snapshot.time, snapshot.steps), self.of(&snapshot.state))
    }

    fn of(&self, state: &State) -> Diagnostics {
        let bodies: Vec<Body> = state.bodies().collect();
        let own = diagnostics(&bodies, self.softening);
        let outer = self.external.energy(&bodies, self.softening.length);
        Diagnostics { potential: own.potential + outer, ..own }
    }
}

impl Totals for Exact {
    fn encode(&self, _: &mut wgpu::ComputePass) {}

    fn encode_result(
        &mut self,
        encoder: &mut wgpu::CommandEncoder,
        (time, steps): Moment,
    ) -> Result<(), GpuError> {
        self.copies.encode(encoder, time, steps, ())
    }

    fn pending(&self) -> usize {
        self.copies.pending()
    }

    fn collect(&mut self) -> Result<Option<(Moment, Diagnostics)>, GpuError> {
        Ok(self.copies.collect()?.map(|copy| self.sums(copy)))
    }

    fn wait(&mut self) -> Result<Option<(Moment, Diagnostics)>, GpuError> {
        Ok(self.copies.wait()?.map(|copy| self.sums(copy)))
    }

    fn read(&self, gpu: &Gpu) -> Result<Diagnostics, GpuError> {
        Ok(self.of(&self.bodies.state(gpu)?))
    }
}
