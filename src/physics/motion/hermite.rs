//! The fourth-order Hermite method, predict-evaluate-correct with one evaluation per step. Makino &
//! Aarseth, PASJ 44 (1992).

use super::adaptive::{Of, Settings, parts};
use super::scheme::{Act, REST, Scheme, Update, rows};
use crate::gpu::{Gpu, GpuError};
use crate::mirrored;
use crate::physics::precision::{Variants, variants};
use crate::physics::{Bodies, ForcePass, Parameters, Rows};

mirrored! {
    /// Parameters of the prediction and of the correction.
    pub struct HermiteParams {
        /// Number of bodies.
        pub count: u32,
        /// Rows of partial sums.
        pub shares: u32,
        /// Always 0, which no compiler can know.
        pub zero: u32,
        /// Unused.
        pub padding: u32,
        /// The time step in two parts. 0 only copies the accelerations and jerks.
        pub time_step: [f32; 2],
        /// Factor on the velocities at the end of the step, in two parts.
        pub damping: [f32; 2],
    }
}

/// Predicts.
pub const HERMITE_PREDICT: Variants = variants!(
    "motion/hermite_predict",
    "motion/hermite_predict.wgsl",
    "motion/hermite.wgsl",
    "grid.wgsl"
);

/// Corrects.
pub const HERMITE_CORRECT: Variants = variants!(
    "motion/hermite_correct",
    "motion/hermite_correct.wgsl",
    "opaque.wgsl",
    "motion/hermite.wgsl",
    "grid.wgsl"
);

/// The method with the parameters of a run, and the jerks that it keeps.
#[derive(Debug)]
pub(super) struct HermiteScheme {
    time_step: f64,
    damping: f64,
    /// The jerks of the last step, with which the next one starts.
    jerk: Rows,
    origin_position: wgpu::Buffer,
    origin_velocity: wgpu::Buffer,
}

impl HermiteScheme {
    pub(super) fn new(
        gpu: &Gpu,
        bodies: &Bodies,
        parameters: &Parameters,
    ) -> Result<Self, GpuError> {
        Ok(Self {
            time_step: parameters.time_step,
            damping: parameters.slowdown(),
            jerk: Rows::new(gpu, "hermite/jerk", bodies.count() as usize, bodies.precision())?,
            origin_position: rows(gpu, "hermite/origin_position", bodies)?,
            origin_velocity: rows(gpu, "hermite/origin_velocity", bodies)?,
        })
    }
}

/// The update that predicts, and the one that corrects.
const PREDICT: Act = Act::Update(1);
const CORRECT: Act = Act::Update(2);

impl Scheme for HermiteScheme {
    fn bind(
        &self,
        gpu: &Gpu,
        bodies: &Bodies,
        gravity: &ForcePass,
        settings: &mut Settings,
    ) -> Result<Vec<Update>, GpuError> {
        let values = |time_step: f64| HermiteParams {
            count: bodies.count(),
            shares: gravity.shares(),
            zero: 0,
            padding: 0,
            time_step: parts(time_step),
            damping: parts(self.damping),
        };
        let step = settings.uniform(
            "motion/hermite",
            &values(self.time_step),
            &[("time_step", 1.0, Of::Present)],
        )?;
        let nothing = settings.uniform("motion/hermite", &values(0.0), &[])?;
        let [position, velocity] = bodies.moved();
        let state = [
            ("acceleration", bodies.forces()),
            ("jerk", self.jerk.raw()),
            ("position", position),
            ("velocity", velocity),
            ("origin_position", &self.origin_position),
            ("origin_velocity", &self.origin_velocity),
        ];
        let mut forces = vec![("partial", gravity.partial().raw())];
        forces.extend(gravity.partial_jerk().map(|jerk| ("partial_jerk", jerk.raw())));
        let correct = HERMITE_CORRECT.of(bodies.precision());
        let of_both = [&forces[..], &state[..]].concat();
        let predict =
            step.bind(gpu, HERMITE_PREDICT.of(bodies.precision()), &[], "step", &state)?;
        let updates = [
            nothing.bind(gpu, correct, &[], "step", &of_both)?,
            predict,
            step.bind(gpu, correct, &[], "step", &of_both)?,
        ];
        Ok(updates.map(|bound| Update::each(bound, bodies)).into())
    }

    fn acts(&self, steps: u32, is_current: &mut bool) -> Vec<Act> {
        let mut acts = Vec::new();
        if steps > 0 && !*is_current {
            acts.extend([Act::Forces, Act::Largest, REST]);
            *is_current = true;
        }
        acts.extend(
            (0..steps).flat_map(|_| [Act::Choose, PREDICT, Act::Forces, Act::Largest, CORRECT]),
        );
        acts
    }

    fn kept(&self) -> Option<(&'static str, &wgpu::Buffer)> {
        Some(("jerk", self.jerk.raw()))
    }

    fn knows_velocities(&self) -> bool {
        true
    }
}
