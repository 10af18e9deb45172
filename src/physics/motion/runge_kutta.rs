//! The classical fourth-order Runge-Kutta method.

use super::adaptive::{Of, Settings};
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
    fn bind(&self, gpu: &Gpu, bodies: &Bodies, gravity: &Gravity, settings: &mut Settings) -> Result<Vec<Update>, GpuError> {
        let rest = bind_rest(gpu, bodies, gravity, settings);
        let dt = self.time_step;
        let stages = (0..4).map(|index: usize| {
            let (weight, next) = ([1.0, 2.0, 2.0, 1.0][index] / 6.0, [0.5, 0.5, 1.0, 0.0][index]);
            let values = Stage {
                count: bodies.count(),
                shares: gravity.shares(),
                weight: parts(weight * dt),
                next: parts(next * dt),
                damping: parts(self.damping),
                is_first: u32::from(index == 0),
                is_last: u32::from(index == 3),
                zero: 0,
                padding: 0,
            };
            let times = [("weight", weight, Of::Present), ("next", next, Of::Present)];
            let uniform = settings.uniform("motion/runge_kutta", &values, &times)?;
            let [position, velocity] = bodies.moved();
            let buffers = [
                ("partial", gravity.partial().raw()),
                ("position", position),
                ("velocity", velocity),
                ("acceleration", bodies.forces()),
                ("origin_position", &self.origin_position),
                ("origin_velocity", &self.origin_velocity),
                ("sum_velocity", &self.sum_velocity),
                ("sum_acceleration", &self.sum_acceleration),
            ];
            Ok(Update::each(uniform.bind(gpu, RUNGE_KUTTA.of(bodies.precision()), &[], "stage", &buffers)?, bodies))
        });
        std::iter::once(rest).chain(stages).collect()
    }

    fn acts(&self, steps: u32, is_current: &mut bool) -> Vec<Act> {
        // Every step begins with forces of its own, and its last ones are of the predicted positions, not the final ones.
        *is_current &= steps == 0;
        let step = [
            &[Act::Forces, Act::Largest, Act::Choose, Act::Update(1)][..],
            &[Act::Forces, Act::Update(2), Act::Forces, Act::Update(3), Act::Forces, Act::Update(4)],
        ];
        step.concat().repeat(steps as usize)
    }
}
