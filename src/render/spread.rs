//! How the quantity that colours show is spread over the bodies, measured on the GPU in the frame that shows it.

use glam::Vec3;

use super::{ColorBy, Look};
use crate::gpu::{Bound, Buffer, Gpu, GpuError, KernelSource};
use crate::physics::Bodies;
use crate::primitives::{Monoid, Reduce};
use crate::{mirrored, wgsl};

mirrored! {
    /// Parameters of `draw/spread`.
    pub struct SpreadOf {
        /// The point from which distances are measured.
        pub center: [f32; 3],
        /// Number of the quantity.
        pub color_by: u32,
        /// Bodies.
        pub count: u32,
        /// Threads that take part.
        pub threads: u32,
        /// Unused.
        pub padding_0: u32,
        /// Unused.
        pub padding_1: u32,
    }
}

mirrored! {
    /// Sums from which mean and standard deviation follow.
    pub struct Spread {
        /// Bodies with a value.
        pub count: f32,
        /// Sum of the values (logarithms, base 2).
        pub sum: f32,
        /// Sum of their squares.
        pub sum_of_squares: f32,
        /// Largest component number.
        pub components: f32,
    }
}

/// Each body's part of the sums.
pub const SPREAD: KernelSource = KernelSource::trusted(
    "draw/spread",
    &[wgsl!("draw/spread.wgsl"), wgsl!("draw/quantity.wgsl"), wgsl!("monoid/spread.wgsl"), wgsl!("grid.wgsl")],
    &[&[]],
);

/// The sum of [`Spread`].
pub const SUM_SPREAD: Monoid<Spread> = Monoid::trusted(&[wgsl!("monoid/spread.wgsl"), wgsl!("monoid/quads.wgsl")]).commutative();

/// Partial sums at most.
const THREADS: u32 = 1 << 15;

/// The measurement, prepared for a set of bodies.
#[derive(Debug)]
pub(super) struct SpreadPass {
    bound: Bound,
    parameters: Buffer<SpreadOf>,
    count: u32,
    threads: u32,
    reduce: Reduce<Spread>,
}

impl SpreadPass {
    pub(super) fn new(gpu: &Gpu, bodies: &Bodies) -> Result<Self, GpuError> {
        let count = bodies.count();
        let threads = count.min(THREADS);
        let parameters = gpu.uniform("draw/spread", &bytemuck::Zeroable::zeroed())?;
        let spreads = gpu.storage::<Spread>("draw/spreads", threads as usize)?;
        let buffers = [
            ("spread_of", parameters.raw()),
            ("position", bodies.position.raw()),
            ("velocity", bodies.velocity.raw()),
            ("acceleration", bodies.acceleration.raw()),
            ("spreads", spreads.raw()),
        ];
        let bound = gpu.kernel(&SPREAD, &[])?.bind(gpu.device(), &buffers);
        let reduce = Reduce::new(gpu, &SUM_SPREAD, &spreads)?;
        Ok(Self { bound, parameters, count, threads, reduce })
    }

    pub(super) fn record(&self, gpu: &Gpu, encoder: &mut wgpu::CommandEncoder, look: &Look, center: Vec3) {
        let is_used = match look.color_by {
            ColorBy::Uniform => false,
            // The map is divided among the components, whatever the range.
            ColorBy::Component => true,
            _ => look.color_range.is_none(),
        };
        if !is_used {
            return;
        }
        let values = SpreadOf {
            center: center.to_array(),
            color_by: number(look.color_by),
            count: self.count,
            threads: self.threads,
            padding_0: 0,
            padding_1: 0,
        };
        gpu.write(&self.parameters, &[values]);
        let mut pass =
            encoder.begin_compute_pass(&wgpu::ComputePassDescriptor { label: Some("draw/spread"), timestamp_writes: None });
        self.bound.dispatch_threads(&mut pass, self.threads);
        self.reduce.record(&mut pass);
    }

    pub(super) fn result(&self) -> &Buffer<Spread> {
        self.reduce.result()
    }
}

/// The number by which the shaders know a quantity: its place among [`ColorBy`]'s members.
pub(super) fn number(color_by: ColorBy) -> u32 {
    color_by as u32
}
