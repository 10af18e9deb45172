//! The fourth-order Hermite method, predict-evaluate-correct with one evaluation a step. Makino & Aarseth, PASJ 44 (1992).

use super::{Act, REST, Scheme, Update};
use crate::gpu::{Buffer, Gpu, GpuError, KernelSource};
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

/// The method with the parameters of a run, and its memory.
#[derive(Debug)]
pub(super) struct HermiteScheme {
    time_step: f64,
    damping: f64,
    /// Of the last step: the next one begins with it.
    jerk: Buffer<[f32; 4]>,
    origin_position: Buffer<[f32; 4]>,
    origin_velocity: Buffer<[f32; 4]>,
}

impl HermiteScheme {
    pub(super) fn new(gpu: &Gpu, count: u32, parameters: &Parameters) -> Result<Self, GpuError> {
        let scratch = |label: &str| gpu.storage(label, count as usize);
        Ok(Self {
            time_step: parameters.time_step,
            damping: parameters.damping,
            jerk: scratch("hermite/jerk")?,
            origin_position: scratch("hermite/origin_position")?,
            origin_velocity: scratch("hermite/origin_velocity")?,
        })
    }
}

/// The update that predicts and the one that corrects.
const PREDICT: Act = Act::Update(1);
const CORRECT: Act = Act::Update(2);

impl Scheme for HermiteScheme {
    fn bind(&self, gpu: &Gpu, bodies: &Bodies, gravity: &Gravity) -> Result<Vec<Update>, GpuError> {
        let values = |time_step: f64| Hermite {
            count: bodies.count(),
            shares: gravity.shares(),
            time_step: time_step as f32,
            damping: self.damping as f32,
        };
        let step = gpu.uniform("motion/hermite", &values(self.time_step))?;
        let nothing = gpu.uniform("motion/hermite", &values(0.0))?;
        let state = [
            ("acceleration", bodies.acceleration.raw()),
            ("jerk", self.jerk.raw()),
            ("position", bodies.position.raw()),
            ("velocity", bodies.velocity.raw()),
            ("origin_position", self.origin_position.raw()),
            ("origin_velocity", self.origin_velocity.raw()),
        ];
        let mut forces = vec![("partial", gravity.partial().raw())];
        forces.extend(gravity.partial_jerk().map(|jerk| ("partial_jerk", jerk.raw())));
        let correct = gpu.kernel(&HERMITE_CORRECT, &[])?;
        let correction =
            |uniform: &wgpu::Buffer| correct.bind(gpu.device(), &[&[("step", uniform)][..], &forces[..], &state[..]].concat());
        let predict = gpu.kernel(&HERMITE_PREDICT, &[])?;
        let predict = predict.bind(gpu.device(), &[&[("step", step.raw())][..], &state[..]].concat());
        let updates = [correction(nothing.raw()), predict, correction(step.raw())];
        Ok(updates.map(|bound| Update::each(bound, bodies)).into())
    }

    fn acts(&self, steps: u32, is_current: &mut bool) -> Vec<Act> {
        let mut acts = Vec::new();
        if steps > 0 && !*is_current {
            acts.extend([Act::Forces, REST]);
            *is_current = true;
        }
        acts.extend((0..steps).flat_map(|_| [PREDICT, Act::Forces, CORRECT]));
        acts
    }

    fn knows_velocities(&self) -> bool {
        true
    }
}
