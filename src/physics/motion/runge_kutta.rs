//! The classical fourth-order Runge-Kutta method.

use super::composition::bind_rest;
use super::{Act, Scheme, Update, parts, rows};
use crate::gpu::{Gpu, GpuError};
use crate::mirrored;
use crate::physics::precision::variants;
use crate::physics::{Bodies, Gravity, Parameters, Variants};

mirrored! {
    /// Parameters of one stage.
    pub struct Stage {
        /// Bodies.
        pub count: u32,
        /// Rows of partial sums.
        pub shares: u32,
        /// Whether this is the first stage.
        pub is_first: u32,
        /// Whether this is the last stage.
        pub is_last: u32,
        /// Weight of the stage's slopes, in time, in two parts as the two that follow.
        pub weight: [f32; 2],
        /// Time from the begin of the step to the next stage.
        pub next: [f32; 2],
        /// Factor on the velocities at the end of the step.
        pub damping: [f32; 2],
        /// 0, which no compiler can know.
        pub zero: u32,
        /// Unused.
        pub padding: u32,
    }
}

/// One stage.
pub const RUNGE_KUTTA: Variants = variants!("motion/runge_kutta", "motion/runge_kutta.wgsl", "grid.wgsl");

/// The method with the parameters of a run, and its memory.
#[derive(Debug)]
pub(super) struct RungeKutta {
    time_step: f64,
    damping: f64,
    origin_position: wgpu::Buffer,
    origin_velocity: wgpu::Buffer,
    sum_velocity: wgpu::Buffer,
    sum_acceleration: wgpu::Buffer,
}

impl RungeKutta {
    pub(super) fn new(gpu: &Gpu, bodies: &Bodies, parameters: &Parameters) -> Result<Self, GpuError> {
        let scratch = |label: &str| rows(gpu, label, bodies);
        Ok(Self {
            time_step: parameters.time_step,
            damping: parameters.damping,
            origin_position: scratch("runge_kutta/origin_position")?,
            origin_velocity: scratch("runge_kutta/origin_velocity")?,
            sum_velocity: scratch("runge_kutta/sum_velocity")?,
            sum_acceleration: scratch("runge_kutta/sum_acceleration")?,
        })
    }
}

impl Scheme for RungeKutta {
    fn bind(&self, gpu: &Gpu, bodies: &Bodies, gravity: &Gravity) -> Result<Vec<Update>, GpuError> {
        let kernel = gpu.kernel(RUNGE_KUTTA.of(bodies.precision()), &[])?;
        let dt = self.time_step;
        let stages = (0..4).map(|index: usize| {
            let values = Stage {
                count: bodies.count(),
                shares: gravity.shares(),
                weight: parts([1.0, 2.0, 2.0, 1.0][index] * dt / 6.0),
                next: parts([0.5, 0.5, 1.0, 0.0][index] * dt),
                damping: parts(self.damping),
                is_first: u32::from(index == 0),
                is_last: u32::from(index == 3),
                zero: 0,
                padding: 0,
            };
            let uniform = gpu.uniform("motion/runge_kutta", &values)?;
            let [position, velocity] = bodies.moved();
            let buffers = [
                ("stage", uniform.raw()),
                ("partial", gravity.partial().raw()),
                ("position", position),
                ("velocity", velocity),
                ("acceleration", bodies.forces()),
                ("origin_position", &self.origin_position),
                ("origin_velocity", &self.origin_velocity),
                ("sum_velocity", &self.sum_velocity),
                ("sum_acceleration", &self.sum_acceleration),
            ];
            Ok(Update::each(kernel.bind(gpu.device(), &buffers), bodies))
        });
        std::iter::once(bind_rest(gpu, bodies, gravity)).chain(stages).collect()
    }

    fn acts(&self, steps: u32, is_current: &mut bool) -> Vec<Act> {
        // Every step begins with forces of its own, and its last ones are of the predicted positions, not the final ones.
        *is_current &= steps == 0;
        (0..steps).flat_map(|_| (1..=4).flat_map(|stage| [Act::Forces, Act::Update(stage)])).collect()
    }
}
