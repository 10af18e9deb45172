//! The classical fourth-order Runge-Kutta method.

use super::adaptive::{Of, Settings, parts};
use super::composition::bind_rest;
use super::scheme::{Act, Scheme, Update, rows};
use crate::gpu::{Gpu, GpuError};
use crate::mirrored;
use crate::physics::precision::{Variants, variants};
use crate::physics::{Bodies, ForcePass, Parameters};

mirrored! {
    /// Parameters of one stage.
    pub struct StageParams {
        /// Number of bodies.
        pub count: u32,
        /// Rows of partial sums.
        pub shares: u32,
        /// 1 for the first stage, otherwise 0.
        pub is_first: u32,
        /// 1 for the last stage, otherwise 0.
        pub is_last: u32,
        /// Weight of the stage's slopes, in time; in two parts, like the two that follow.
        pub weight: [f32; 2],
        /// Time from the start of the step to the next stage.
        pub next: [f32; 2],
        /// Factor on the velocities at the end of the step.
        pub damping: [f32; 2],
        /// Always 0, which no compiler can know.
        pub zero: u32,
        /// Unused.
        pub padding: u32,
    }
}

/// Makes one stage.
pub const RUNGE_KUTTA: Variants =
    variants!("motion/runge_kutta", "motion/runge_kutta.wgsl", "opaque.wgsl", "grid.wgsl");

/// The method with the parameters of a run, and the sums that it keeps.
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
    pub(super) fn new(
        gpu: &Gpu,
        bodies: &Bodies,
        parameters: &Parameters,
    ) -> Result<Self, GpuError> {
        let scratch = |label: &str| rows(gpu, label, bodies);
        Ok(Self {
            time_step: parameters.time_step,
            damping: parameters.slowdown(),
            origin_position: scratch("runge_kutta/origin_position")?,
            origin_velocity: scratch("runge_kutta/origin_velocity")?,
            sum_velocity: scratch("runge_kutta/sum_velocity")?,
            sum_acceleration: scratch("runge_kutta/sum_acceleration")?,
        })
    }
}

impl Scheme for RungeKutta {
    fn bind(
        &self,
        gpu: &Gpu,
        bodies: &Bodies,
        gravity: &ForcePass,
        settings: &mut Settings,
    ) -> Result<Vec<Update>, GpuError> {
        let rest = bind_rest(gpu, bodies, gravity, settings);
        let dt = self.time_step;
        let stages = (0..4).map(|index: usize| {
            let (weight, next) = ([1.0, 2.0, 2.0, 1.0][index] / 6.0, [0.5, 0.5, 1.0, 0.0][index]);
            let values = StageParams {
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
            Ok(Update::each(
                uniform.bind(gpu, RUNGE_KUTTA.of(bodies.precision()), &[], "stage", &buffers)?,
                bodies,
            ))
        });
        std::iter::once(rest).chain(stages).collect()
    }

    fn acts(&self, steps: u32, is_current: &mut bool) -> Vec<Act> {
        // Every step starts with its own forces. Its last ones belong to predicted positions, not
        // to the final ones.
        *is_current &= steps == 0;
        let step = [
            &[Act::Forces, Act::Largest, Act::Choose, Act::Update(1)][..],
            &[
                Act::Forces,
                Act::Update(2),
                Act::Forces,
                Act::Update(3),
                Act::Forces,
                Act::Update(4),
            ],
        ];
        step.concat().repeat(steps as usize)
    }
}
