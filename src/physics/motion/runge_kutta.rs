//! The classical fourth-order Runge-Kutta method.

use super::composition::bind_rest;
use crate::gpu::{Bound, Gpu, GpuError, KernelSource};
use crate::physics::{Bodies, Gravity, Parameters};
use crate::{mirrored, wgsl};

mirrored! {
    /// Parameters of one stage.
    pub struct Stage {
        /// Bodies.
        pub count: u32,
        /// Rows of partial sums.
        pub shares: u32,
        /// Weight of the stage's slopes, in time.
        pub weight: f32,
        /// Time from the begin of the step to the next stage.
        pub next: f32,
        /// Factor on the velocities at the end of the step.
        pub damping: f32,
        /// Whether this is the first stage.
        pub is_first: u32,
        /// Whether this is the last stage.
        pub is_last: u32,
        /// Unused.
        pub padding: u32,
    }
}

/// One stage.
pub const RUNGE_KUTTA: KernelSource =
    KernelSource::trusted("motion/runge_kutta", &[wgsl!("motion/runge_kutta.wgsl"), wgsl!("grid.wgsl")], &[&[]]);

#[derive(Debug)]
pub(in crate::physics) struct RungeKuttaMotion {
    pub(super) gravity: Gravity,
    stages: [Bound; 4],
    /// The pass that only sums up the acceleration.
    rest: Bound,
    count: u32,
}

impl RungeKuttaMotion {
    pub(super) fn new(gpu: &Gpu, bodies: &Bodies, gravity: Gravity, parameters: &Parameters) -> Result<Self, GpuError> {
        let kernel = gpu.kernel(&RUNGE_KUTTA, &[])?;
        let count = bodies.count();
        let scratch = |label: &str| gpu.storage::<[f32; 4]>(label, count as usize);
        let origin_position = scratch("runge_kutta/origin_position")?;
        let origin_velocity = scratch("runge_kutta/origin_velocity")?;
        let sum_velocity = scratch("runge_kutta/sum_velocity")?;
        let sum_acceleration = scratch("runge_kutta/sum_acceleration")?;
        let dt = parameters.time_step;
        let stage = |index: usize| -> Result<Bound, GpuError> {
            let values = Stage {
                count,
                shares: gravity.shares(),
                weight: ([1.0, 2.0, 2.0, 1.0][index] * dt / 6.0) as f32,
                next: ([0.5, 0.5, 1.0, 0.0][index] * dt) as f32,
                damping: parameters.damping as f32,
                is_first: u32::from(index == 0),
                is_last: u32::from(index == 3),
                padding: 0,
            };
            let uniform = gpu.uniform("motion/runge_kutta", &values)?;
            let buffers = [
                ("stage", uniform.raw()),
                ("partial", gravity.partial().raw()),
                ("position", bodies.position.raw()),
                ("velocity", bodies.velocity.raw()),
                ("acceleration", bodies.acceleration.raw()),
                ("origin_position", origin_position.raw()),
                ("origin_velocity", origin_velocity.raw()),
                ("sum_velocity", sum_velocity.raw()),
                ("sum_acceleration", sum_acceleration.raw()),
            ];
            Ok(kernel.bind(gpu.device(), &buffers))
        };
        let stages = [stage(0)?, stage(1)?, stage(2)?, stage(3)?];
        let rest = bind_rest(gpu, bodies, &gravity)?;
        Ok(Self { gravity, stages, rest, count })
    }

    /// Records the forces of the present positions; nothing moves.
    pub(super) fn record_forces(&self, pass: &mut wgpu::ComputePass) {
        self.gravity.record(pass);
        self.rest.dispatch_threads(pass, self.count);
    }

    pub(super) fn record(&self, pass: &mut wgpu::ComputePass, steps: u32) {
        for _ in 0..steps {
            for stage in &self.stages {
                self.gravity.record(pass);
                stage.dispatch_threads(pass, self.count);
            }
        }
    }
}
