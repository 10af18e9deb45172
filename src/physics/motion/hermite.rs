//! The fourth-order Hermite method, predict-evaluate-correct with one evaluation a step. Makino & Aarseth, PASJ 44 (1992).

use crate::gpu::{Bound, Gpu, GpuError, KernelSource};
use crate::physics::{Bodies, Gravity, Parameters};
use crate::{mirrored, wgsl};

mirrored! {
    /// Parameters of the prediction and of the correction.
    pub struct Hermite {
        /// Bodies.
        pub count: u32,
        /// Rows of partial sums.
        pub shares: u32,
        /// The time step; 0 only takes over the accelerations and jerks.
        pub time_step: f32,
        /// Factor on the velocities at the end of the step.
        pub damping: f32,
    }
}

/// The prediction.
pub const HERMITE_PREDICT: KernelSource = KernelSource::trusted(
    "motion/hermite_predict",
    &[wgsl!("motion/hermite_predict.wgsl"), wgsl!("motion/hermite.wgsl"), wgsl!("grid.wgsl")],
    &[&[]],
);

/// The correction.
pub const HERMITE_CORRECT: KernelSource = KernelSource::trusted(
    "motion/hermite_correct",
    &[wgsl!("motion/hermite_correct.wgsl"), wgsl!("motion/hermite.wgsl"), wgsl!("grid.wgsl")],
    &[&[]],
);

#[derive(Debug)]
pub(in crate::physics) struct HermiteMotion {
    pub(super) gravity: Gravity,
    begin: Bound,
    predict: Bound,
    correct: Bound,
    is_current: bool,
    count: u32,
}

impl HermiteMotion {
    pub(super) fn new(gpu: &Gpu, bodies: &Bodies, gravity: Gravity, parameters: &Parameters) -> Result<Self, GpuError> {
        let count = bodies.count();
        let scratch = |label: &str| gpu.storage::<[f32; 4]>(label, count as usize);
        let jerk = scratch("hermite/jerk")?;
        let origin_position = scratch("hermite/origin_position")?;
        let origin_velocity = scratch("hermite/origin_velocity")?;
        let values = |time_step: f64| Hermite {
            count,
            shares: gravity.shares(),
            time_step: time_step as f32,
            damping: parameters.damping as f32,
        };
        let step = gpu.uniform("motion/hermite", &values(parameters.time_step))?;
        let nothing = gpu.uniform("motion/hermite", &values(0.0))?;
        let state = [
            ("acceleration", bodies.acceleration.raw()),
            ("jerk", jerk.raw()),
            ("position", bodies.position.raw()),
            ("velocity", bodies.velocity.raw()),
            ("origin_position", origin_position.raw()),
            ("origin_velocity", origin_velocity.raw()),
        ];
        let mut forces = vec![("partial", gravity.partial().raw())];
        forces.extend(gravity.partial_jerk().map(|jerk| ("partial_jerk", jerk.raw())));
        let correct = gpu.kernel(&HERMITE_CORRECT, &[])?;
        let correction =
            |uniform: &wgpu::Buffer| correct.bind(gpu.device(), &[&[("step", uniform)][..], &forces[..], &state[..]].concat());
        let predict = gpu.kernel(&HERMITE_PREDICT, &[])?;
        let predict = predict.bind(gpu.device(), &[&[("step", step.raw())][..], &state[..]].concat());
        let (begin, correct) = (correction(nothing.raw()), correction(step.raw()));
        Ok(Self { gravity, begin, predict, correct, is_current: false, count })
    }

    /// Records the accelerations and jerks of the present positions, unless they are at hand; nothing moves.
    pub(super) fn record_forces(&mut self, pass: &mut wgpu::ComputePass) {
        if !self.is_current {
            self.gravity.record(pass);
            self.begin.dispatch_threads(pass, self.count);
            self.is_current = true;
        }
    }

    /// The jerk no longer is that of the velocities.
    pub(super) fn velocities_changed(&mut self) {
        self.is_current = false;
    }

    pub(super) fn record(&mut self, pass: &mut wgpu::ComputePass, steps: u32) {
        if steps > 0 {
            self.record_forces(pass);
        }
        for _ in 0..steps {
            self.predict.dispatch_threads(pass, self.count);
            self.gravity.record(pass);
            self.correct.dispatch_threads(pass, self.count);
        }
    }
}
