//! Sums over all bodies: reduced on the GPU in single or double precision, and on their way to the host.

use std::collections::VecDeque;
use std::fmt::Debug;
use std::mem::offset_of;

use glam::DVec3;

use super::{Diagnostics, Precision};
use crate::gpu::{Gpu, GpuError, Mirrored, Readback};
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
        /// Largest distance from the origin, largest speed.
        pub largest: [f32; 2],
        /// Bodies that are not finite.
        pub invalid: u32,
        /// Unused.
        pub padding: u32,
    }
}

/// The same in double precision: the twin of WGSL's `Moments` where `real` is `f64`.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, bytemuck::Pod, bytemuck::Zeroable)]
pub struct MomentsF64 {
    /// Σ m x (x, y, z) and Σ m (w).
    pub mass_position: [f64; 4],
    /// Σ m v and the kinetic energy.
    pub momentum_kinetic: [f64; 4],
    /// Σ m x × v and the potential energy.
    pub angular_potential: [f64; 4],
    /// Largest distance from the origin, largest speed.
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
            center_of_mass: if mass > 0.0 { vector(moments.mass_position) / mass } else { DVec3::ZERO },
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

/// The sum of [`Moments`].
pub const SUM_MOMENTS: Monoid<Moments> =
    Monoid::trusted(&[wgsl!("monoid/moments.wgsl"), wgsl!("monoid/quads.wgsl"), wgsl!("real_f32.wgsl")]).commutative();

/// The sum of [`MomentsF64`].
pub const SUM_MOMENTS_F64: Monoid<MomentsF64> =
    Monoid::trusted(&[wgsl!("monoid/moments.wgsl"), wgsl!("monoid/quads.wgsl"), wgsl!("real_f64.wgsl")]).commutative();

/// What is measured at a moment: time, steps, sums.
pub(super) type Note = (f64, u64, MomentsF64);

/// A reduction of moments, and its results on their way to the host: record, submit, request; later, collect.
pub(super) trait Totals: Debug + Send {
    /// Where the moments to be summed go.
    fn moments(&self) -> &wgpu::Buffer;

    /// Records the reduction.
    fn record(&self, pass: &mut wgpu::ComputePass);

    /// Records that its result is to be copied to the host.
    fn record_result(&mut self, encoder: &mut wgpu::CommandEncoder, time: f64, steps: u64) -> Result<(), GpuError>;

    /// Asks for what was recorded.
    fn request(&mut self);

    /// The oldest result under way, if it has arrived.
    fn collect(&mut self) -> Result<Option<Note>, GpuError>;

    /// A result under way, once [`Gpu::wait`] has returned: the oldest, or the newest.
    fn wait(&mut self, is_newest: bool) -> Result<Option<Note>, GpuError>;
}

/// Room for `count` moments in the precision of the forces, and their reduction.
pub(super) fn totals(gpu: &Gpu, count: usize, precision: Precision) -> Result<Box<dyn Totals>, GpuError> {
    Ok(match precision {
        Precision::Single | Precision::Pair => Box::new(TotalsOf::new(gpu, count, &SUM_MOMENTS)?),
        Precision::Double => Box::new(TotalsOf::new(gpu, count, &SUM_MOMENTS_F64)?),
    })
}

#[derive(Debug)]
struct TotalsOf<M> {
    gpu: Gpu,
    moments: wgpu::Buffer,
    reduce: Reduce<M>,
    free: Vec<Readback<M>>,
    /// Results under way, the oldest first: time, steps, and where the result will be.
    pending: VecDeque<(f64, u64, Readback<M>)>,
}

impl<M: bytemuck::Pod> TotalsOf<M> {
    fn new(gpu: &Gpu, count: usize, monoid: &Monoid<M>) -> Result<Self, GpuError> {
        let moments = gpu.storage::<M>("diagnostics/moments", count)?;
        let reduce = Reduce::new(gpu, monoid, &moments)?;
        Ok(Self { gpu: gpu.clone(), moments: moments.raw().clone(), reduce, free: Vec::new(), pending: VecDeque::new() })
    }
}

impl<M: bytemuck::Pod + Into<MomentsF64> + Debug + Send> Totals for TotalsOf<M> {
    fn moments(&self) -> &wgpu::Buffer {
        &self.moments
    }

    fn record(&self, pass: &mut wgpu::ComputePass) {
        self.reduce.record(pass);
    }

    fn record_result(&mut self, encoder: &mut wgpu::CommandEncoder, time: f64, steps: u64) -> Result<(), GpuError> {
        let readback = match self.free.pop() {
            Some(readback) => readback,
            None => Readback::new(&self.gpu, "diagnostics/readback", 1)?,
        };
        readback.record(encoder, self.reduce.result());
        self.pending.push_back((time, steps, readback));
        Ok(())
    }

    fn request(&mut self) {
        for (_, _, readback) in self.pending.iter_mut().filter(|(_, _, readback)| !readback.is_pending()) {
            readback.request();
        }
    }

    fn collect(&mut self) -> Result<Option<Note>, GpuError> {
        let Some((_, _, readback)) = self.pending.front_mut() else { return Ok(None) };
        let Some(moments) = readback.collect()? else { return Ok(None) };
        let Some((time, steps, readback)) = self.pending.pop_front() else { return Ok(None) };
        self.free.push(readback);
        Ok(Some((time, steps, moments[0].into())))
    }

    fn wait(&mut self, is_newest: bool) -> Result<Option<Note>, GpuError> {
        let pending = if is_newest { self.pending.pop_back() } else { self.pending.pop_front() };
        let Some((time, steps, mut readback)) = pending else { return Ok(None) };
        let moments = readback.wait()?;
        self.free.push(readback);
        Ok(Some((time, steps, moments[0].into())))
    }
}
