//! Keeps the errors of a tree at what was asked for.

use std::sync::Arc;

use crate::gpu::{Buffer, Gpu, GpuError, Kernel, KernelSource};
use crate::physics::Bodies;
use crate::physics::comparison::{ForceErrorParams, MAX_COMPARED, compare, images, is_possible};
use crate::physics::gravity::{ForcePass, Gravity, TREE, TreeLevels, TreeSettings, softened};
use crate::{mirrored, wgsl};

mirrored! {
    /// Parameters of `tree/adjust`.
    pub struct AdjustParams {
        /// Bodies that were compared.
        pub sampled: u32,
        /// The error that 99 of 100 should be below.
        pub wanted: f32,
        /// The smallest accuracy.
        pub least: f32,
        /// The largest accuracy.
        pub most: f32,
    }
}

/// Adjusts the accuracy of a tree to the errors of its accelerations.
pub const TREE_ADJUST: KernelSource = KernelSource::trusted("tree/adjust", &[wgsl!("tree/adjust.wgsl"), TREE], &[&[]]);

/// The first steps after which errors are judged, by many bodies each. From the last of them on, some are judged each time so many steps
/// are done: together less than a hundredth of the work.
const FIRST: [u64; 10] = [1, 2, 3, 4, 6, 8, 12, 16, 24, 32];
const INTERVAL: u64 = 32;
const SAMPLED: u32 = 128;
/// How far the accuracy may move, up and down.
const RANGE: f32 = 64.0;

/// Compares accelerations with direct sums after some of the steps, and adjusts the accuracy by which the tree opens its cells.
#[derive(Debug)]
pub(super) struct Control {
    adjust: Arc<Kernel>,
    errors: Buffer<[u32; 2]>,
    levels: Buffer<TreeLevels>,
    /// Of a space that is not periodic.
    images: Buffer<[f32; 4]>,
    settings: TreeSettings,
    bodies: Bodies,
    /// Whether there is softening, and the square of its length.
    softening: (bool, f32),
}

impl Control {
    /// The control of a tree over these bodies. `None` if no accuracy decides which of its cells open, or there are more bodies than can
    /// be compared.
    pub(super) fn new(
        gpu: &Gpu,
        bodies: &Bodies,
        softening: f64,
        pass: &ForcePass,
        gravity: Gravity,
    ) -> Result<Option<Self>, GpuError> {
        let (Gravity::Tree(settings), Some(levels)) = (gravity, pass.levels()) else { return Ok(None) };
        if settings.error().is_none_or(|error| error <= 0.0) || !is_possible(gpu, bodies.count()) {
            return Ok(None);
        }
        let softening = softened(softening);
        // Compiled here, so that no step waits for them.
        for sampled in [MAX_COMPARED, SAMPLED] {
            compare(gpu, (softening.0, false), sampled.min(bodies.count()))?;
        }
        let adjust = gpu.kernel(&TREE_ADJUST, &[])?;
        let errors = gpu.storage("tree/errors", bodies.count().min(MAX_COMPARED) as usize + 1)?;
        let (bodies, levels, images) = (bodies.clone(), levels.clone(), images(gpu, false)?);
        Ok(Some(Self { adjust, errors, levels, images, settings, bodies, softening }))
    }

    /// Begins anew, as for a new run.
    pub(super) fn reset(&self, gpu: &Gpu) {
        gpu.write(&self.levels, &[self.settings.levels()]);
    }

    /// Steps until the next judgement, `done` steps after the control began.
    pub(super) fn steps_left(done: u64) -> u64 {
        FIRST.iter().copied().find(|&first| first > done).unwrap_or((done / INTERVAL + 1) * INTERVAL) - done
    }

    /// Records a judgement after `done` steps, which have left the accelerations of the current positions.
    pub(super) fn record(&self, gpu: &Gpu, pass: &mut wgpu::ComputePass, done: u64) -> Result<(), GpuError> {
        let Some(wanted) = self.settings.error() else { return Ok(()) };
        let count = self.bodies.count();
        let most = if done > FIRST[FIRST.len() - 1] { SAMPLED } else { MAX_COMPARED };
        let sampled = most.min(count);
        // Others each time, by the golden ratio.
        let first = (done as f64 * 0.618_033_988_749_895).fract() * f64::from(count);
        let params = ForceErrorParams {
            count,
            sampled,
            first: first as u32,
            stride: (count / sampled).max(1),
            softening_squared: self.softening.1,
            period: 0.0,
        };
        let (uniform, acceleration) = (gpu.uniform("tree/errors_of", &params)?, self.bodies.acceleration().raw());
        let errors = ("errors", self.errors.raw());
        let levels = ("levels", self.levels.raw());
        let position = ("position", self.bodies.position().raw());
        let images = ("images", self.images.raw());
        let buffers = [("errors_of", uniform.raw()), position, ("found", acceleration), levels, errors, images];
        let (kernel, groups) = compare(gpu, (self.softening.0, false), sampled)?;
        kernel.bind(gpu.device(), &buffers)?.dispatch_groups(pass, groups);
        let accuracy = self.settings.levels().accuracy;
        let params = AdjustParams { sampled, wanted: wanted as f32, least: accuracy / RANGE, most: accuracy * RANGE };
        let uniform = gpu.uniform("tree/adjust_of", &params)?;
        self.adjust.bind(gpu.device(), &[("adjust_of", uniform.raw()), errors, levels])?.dispatch_groups(pass, 1);
        Ok(())
    }
}
