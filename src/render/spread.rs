//! How the coloured quantity is spread over the bodies: measured on the GPU in the frame that shows
//! it, and read back for legends.

use glam::Vec3;

use super::parameters::{Parameters, SpreadParams};
use super::{ColorBy, Look};
use crate::gpu::{Bound, Buffer, Gpu, GpuError, KernelSource, Readbacks};
use crate::physics::Bodies;
use crate::primitives::{Monoid, Reduce};
use crate::{mirrored, wgsl};

mirrored! {
    /// Sums that give the mean and the standard deviation.
    pub struct Spread {
        /// Bodies that have a value.
        pub count: f32,
        /// Sum of the values (logarithms, base 2).
        pub sum: f32,
        /// Sum of their squares.
        pub sum_of_squares: f32,
        /// Largest component number.
        pub components: f32,
    }
}

impl Spread {
    /// The values at the two ends of the colour map: the mean logarithm minus and plus two standard
    /// deviations, as in `draw/light.wgsl`. `None` if no body has a value.
    fn range(&self) -> Option<[f64; 2]> {
        let [count, sum, squares] = [self.count, self.sum, self.sum_of_squares].map(f64::from);
        let mean = sum / count;
        let deviation = (squares / count - mean * mean).max(0.0).sqrt();
        (count > 0.0)
            .then(|| [-1.0, 1.0].map(|side| (mean + side * (2.0 * deviation).max(1e-3)).exp2()))
    }
}

/// Each thread's part of the sums.
pub const SPREAD: KernelSource = KernelSource::trusted(
    "draw/spread",
    &[wgsl!("draw/spread.wgsl"), wgsl!("monoid/spread.wgsl")],
    &[&[]],
);

/// Adds up spreads.
pub const SUM_SPREAD: Monoid<Spread> =
    Monoid::trusted(&[wgsl!("monoid/spread.wgsl")]).commutative();

/// Largest number of partial sums.
const THREADS: u32 = 1 << 15;

/// The measurement of a set of bodies.
#[derive(Debug)]
pub(super) struct SpreadPass {
    bound: Bound,
    count: u32,
    threads: u32,
    reduce: Reduce<Spread>,
    /// Copies of the result in flight to the host, each with its quantity; one at a time.
    copies: Readbacks<Spread, ColorBy>,
    newest: Option<(ColorBy, Spread)>,
}

impl SpreadPass {
    pub(super) fn new(
        gpu: &Gpu,
        bodies: &Bodies,
        parameters: &Parameters,
    ) -> Result<Self, GpuError> {
        let count = bodies.count();
        let threads = count.min(THREADS);
        let spreads = gpu.storage::<Spread>("draw/spreads", threads as usize)?;
        let resources = [
            ("spread_of", parameters.spread()),
            ("position", bodies.position().raw().as_entire_binding()),
            ("velocity", bodies.velocity().raw().as_entire_binding()),
            ("acceleration", bodies.acceleration().raw().as_entire_binding()),
            ("spreads", spreads.raw().as_entire_binding()),
        ];
        let bound = gpu.kernel(&SPREAD, &[])?.bind_resources(gpu.device(), &resources)?;
        let reduce = Reduce::new(gpu, &SUM_SPREAD, &spreads)?;
        let copies = Readbacks::new(gpu, "draw/spread", 1);
        Ok(Self { bound, count, threads, reduce, copies, newest: None })
    }

    /// Parameters for a picture whose camera looks at `center`.
    pub(super) fn params(&self, look: &Look, center: Vec3) -> SpreadParams {
        SpreadParams {
            center: center.to_array(),
            color_by: number(look.color_by),
            count: self.count,
            threads: self.threads,
            padding_0: 0,
            padding_1: 0,
        }
    }

    /// Encodes the measurement, if the look needs one.
    ///
    /// # Errors
    /// [`GpuError::OutOfMemory`].
    pub(super) fn encode(
        &mut self,
        encoder: &mut wgpu::CommandEncoder,
        look: &Look,
    ) -> Result<(), GpuError> {
        let is_used = match look.color_by {
            ColorBy::Uniform | ColorBy::Stars | ColorBy::Column => false,
            // The map is divided among the components, whatever the range.
            ColorBy::Component => true,
            _ => look.color_range.is_none(),
        };
        if !is_used {
            return Ok(());
        }
        let mut pass = encoder.begin_compute_pass(&wgpu::ComputePassDescriptor {
            label: Some("draw/spread"),
            timestamp_writes: None,
        });
        self.bound.dispatch_threads(&mut pass, self.threads);
        self.reduce.encode(&mut pass);
        drop(pass);
        if self.copies.pending() == 0 {
            self.copies.encode(encoder, self.reduce.result(), look.color_by)?;
        }
        Ok(())
    }

    /// Whether a copy is in flight.
    pub(super) fn is_pending(&self) -> bool {
        self.copies.pending() > 0
    }

    /// The values at the two ends of the colour map in the newest picture that has arrived, if it
    /// shows `color_by`. Never waits.
    ///
    /// # Errors
    /// [`GpuError::Lost`].
    pub(super) fn range(&mut self, color_by: ColorBy) -> Result<Option<[f64; 2]>, GpuError> {
        while let Some((quantity, spreads)) = self.copies.collect()? {
            self.newest = spreads.first().map(|spread| (quantity, *spread));
        }
        let shown = self.newest.filter(|(quantity, _)| *quantity == color_by);
        Ok(shown.and_then(|(_, spread)| spread.range()))
    }

    pub(super) fn result(&self) -> &Buffer<Spread> {
        self.reduce.result()
    }
}

/// The number that shaders use for a quantity: its place among [`ColorBy`]'s members.
pub(super) fn number(color_by: ColorBy) -> u32 {
    color_by as u32
}
