//! Motion on the GPU: the integrators as sequences of force passes and updates of the bodies.

mod composition;
mod hermite;
mod runge_kutta;

use super::{Bodies, Gravity, Integrator, Output, Parameters, gravity::Plan};
use crate::gpu::{Gpu, GpuError};

pub use composition::{ADVANCE, Advance};
pub use hermite::{HERMITE_CORRECT, HERMITE_PREDICT, Hermite};
pub use runge_kutta::{RUNGE_KUTTA, Stage};

/// An integrator, prepared for a set of bodies.
#[derive(Debug)]
pub(super) enum Motion {
    Composition(composition::CompositionMotion),
    RungeKutta(runge_kutta::RungeKuttaMotion),
    Hermite(hermite::HermiteMotion),
}

impl Motion {
    pub(super) fn new(gpu: &Gpu, bodies: &Bodies, parameters: &Parameters, plan: Plan) -> Result<Self, GpuError> {
        let output = if parameters.integrator == Integrator::Hermite4 { Output::Jerk } else { Output::Acceleration };
        let gravity = Gravity::with_plan(gpu, bodies, parameters.softening, output, plan)?;
        Ok(match parameters.integrator.composition() {
            Some(operations) => {
                Self::Composition(composition::CompositionMotion::new(gpu, bodies, gravity, operations, parameters)?)
            }
            None if output == Output::Jerk => Self::Hermite(hermite::HermiteMotion::new(gpu, bodies, gravity, parameters)?),
            None => Self::RungeKutta(runge_kutta::RungeKuttaMotion::new(gpu, bodies, gravity, parameters)?),
        })
    }

    /// Records the forces of the present positions, where they are not at hand.
    pub(super) fn record_forces(&mut self, pass: &mut wgpu::ComputePass) {
        match self {
            Self::Composition(motion) => motion.record_forces(pass),
            Self::RungeKutta(motion) => motion.record_forces(pass),
            Self::Hermite(motion) => motion.record_forces(pass),
        }
    }

    /// Records `steps` whole steps.
    pub(super) fn record(&mut self, pass: &mut wgpu::ComputePass, steps: u32) {
        match self {
            Self::Composition(motion) => motion.record(pass, steps),
            Self::RungeKutta(motion) => motion.record(pass, steps),
            Self::Hermite(motion) => motion.record(pass, steps),
        }
    }

    /// Rows of partial sums that a force pass leaves.
    pub(super) fn shares(&self) -> u32 {
        match self {
            Self::Composition(motion) => motion.gravity.shares(),
            Self::RungeKutta(motion) => motion.gravity.shares(),
            Self::Hermite(motion) => motion.gravity.shares(),
        }
    }

    /// Velocities, but not positions, were changed between two steps: what was derived from them no longer holds.
    pub(super) fn velocities_changed(&mut self) {
        // Forces depend on positions alone; only the jerk knows velocities.
        if let Self::Hermite(motion) = self {
            motion.velocities_changed();
        }
    }
}
