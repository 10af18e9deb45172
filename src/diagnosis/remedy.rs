//! What may help a run.

use starshell::physics::{ForceKernel, Gravity, Integrator, Parameters, Precision};

use super::cause::Cause;
use super::scales::Scales;

/// A change that helps.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Remedy {
    /// More digits.
    Precision(Precision),
    /// Another integrator.
    Integrator(Integrator),
    /// Direct sums.
    DirectSums,
    /// Steps of another length.
    TimeStep(f64),
    /// Adaptive steps of this accuracy.
    Adaptive(f64),
    /// Another softening, which is other physics.
    Softening(f64),
}

impl Remedy {
    /// The parameters with this change.
    pub fn applied(self, physics: &Parameters) -> Parameters {
        let mut changed = *physics;
        match self {
            Self::Precision(precision) => changed.precision = precision,
            Self::Integrator(integrator) => changed = changed.with_integrator(integrator),
            Self::DirectSums => changed.gravity = Gravity::Direct(ForceKernel::Auto),
            Self::TimeStep(time_step) => changed.time_step = time_step,
            Self::Adaptive(eta) => changed.adaptive = Some(eta),
            Self::Softening(softening) => changed.softening = softening,
        }
        changed
    }

    /// Its place among remedies that are good enough: first those that neither cost much nor change
    /// the physics.
    pub(super) fn rank(self) -> u8 {
        match self {
            Self::Integrator(integrator) if integrator.is_hosted() => 3,
            Self::DirectSums | Self::Integrator(_) => 0,
            Self::Precision(Precision::Single | Precision::Pair) => 1,
            Self::TimeStep(_) => 2,
            Self::Adaptive(_) => 3,
            Self::Softening(_) => 4,
            Self::Precision(Precision::Double) => 5,
        }
    }

    /// What is wrong if it helps.
    pub(super) fn cause(self, scales: &Scales, physics: &Parameters) -> Cause {
        match self {
            Self::Precision(_) => scales.coarse(physics),
            // Where shorter steps do not help.
            Self::Integrator(integrator) if integrator.is_hosted() => Cause::Encounter,
            Self::Integrator(_) => Cause::Integrator,
            Self::DirectSums => Cause::Forces,
            Self::TimeStep(_) | Self::Adaptive(_) => Cause::TimeStep,
            Self::Softening(_) => Cause::Encounter,
        }
    }
}
