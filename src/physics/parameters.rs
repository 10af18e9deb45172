//! The parameters of a run and their valid ranges.

use super::{
    ExternalField, ForceKernel, ForceLaw, Gravity, Integrator, MeshSettings, Precision, Softening,
};
use crate::gpu::{Gpu, GpuError};
use crate::name::Named;
use crate::words::{Text, say, within};

/// How a simulation advances. Units are those of the scene, with G = 1.
#[derive(Clone, Copy, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Parameters {
    /// The method of integration.
    #[serde(default)]
    pub integrator: Integrator,
    /// Time step; greater than 0.
    pub time_step: f64,
    /// Softening length: with Plummer's law, the pull of a mass m at distance r is m r / (r² +
    /// softening²)^(3/2). 0 makes point masses.
    pub softening: f64,
    /// The law by which pairs of bodies attract each other.
    #[serde(default, skip_serializing_if = "is_default")]
    pub law: ForceLaw,
    /// Factor by which a whole step multiplies every velocity: 1 is no damping, 0 stops every body
    /// at each step. What that makes per unit of time depends on the time step;
    /// [`Parameters::drag`] does not.
    #[serde(default = "no_damping")]
    pub damping: f64,
    /// Rate per unit of time at which every velocity decays, as exp(−drag t), whatever the time
    /// step; 0 is no drag. Adaptive steps have none. Kernels get it with the damping, as one factor
    /// ([`Parameters::slowdown`]).
    #[serde(default, skip_serializing_if = "is_zero")]
    pub drag: f64,
    /// The precision of forces, positions and velocities.
    #[serde(default)]
    pub precision: Precision,
    /// Accuracy η of adaptive steps, if any. Each step is η √(softening / a), with a the largest
    /// acceleration in the force pass before it, and at most the time step. All bodies share one
    /// step. 0.1 to 0.5 is usual; `None` means fixed steps.
    ///
    /// With [symmetric integrators](Integrator::mirrored_step), the steps are symmetric in time,
    /// and the energy of regular orbits does not drift.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub adaptive: Option<f64>,
    /// How the forces are summed.
    #[serde(default, skip_serializing_if = "is_default")]
    pub gravity: Gravity,
    /// An external field that pulls on all bodies.
    #[serde(default, skip_serializing_if = "is_default")]
    pub external: ExternalField,
}

fn is_default<T: Default + PartialEq>(part: &T) -> bool {
    *part == T::default()
}

fn is_zero(number: &f64) -> bool {
    *number == 0.0
}

fn no_damping() -> f64 {
    1.0
}

/// A parameter outside its range.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[error("{}", self.text())]
#[non_exhaustive]
pub enum ParameterError {
    /// The time step is not a positive number that single precision can hold.
    TimeStep(f64),
    /// The softening length is negative or not finite.
    Softening(f64),
    /// The damping factor is outside 0 to 1.
    Damping(f64),
    /// The drag is negative or not finite.
    Drag(f64),
    /// Drag with adaptive steps.
    DragAdaptive,
    /// The accuracy of adaptive steps is not a positive number.
    Adaptive(f64),
    /// Adaptive steps without softening.
    AdaptiveSoftening,
    /// A tree is set up in a way that is not possible.
    Tree(Gravity),
    /// A grid with a number of nodes per side that is not on offer.
    MeshSide(u32),
    /// A periodic cube without a length.
    MeshPeriod(f64),
    /// A grid with another law than Plummer's.
    MeshLaw(ForceLaw),
    /// A tree in double precision.
    TreePrecision,
    /// A tree with an integrator that needs direct sums.
    TreeIntegrator,
    /// A number of the external field is out of range: its key, the number, and the range.
    External(&'static str, f64, [f64; 2]),
    /// An external field with an integrator that has to know how it changes.
    ExternalIntegrator(Integrator),
    /// An external field for bodies that are computed relative to a moving point.
    ExternalFrame,
    /// An external field in periodic space.
    ExternalPeriod,
    /// Adaptive steps with an integrator that divides steps itself.
    AdaptiveIntegrator(Integrator),
}

impl ParameterError {
    /// The sentence, in whatever language it is shown.
    pub fn text(&self) -> Text {
        match self {
            Self::TimeStep(value) => say!("error-time-step", value = format!("{value:?}")),
            Self::Softening(value) => say!("error-softening", value = format!("{value:?}")),
            Self::Damping(value) => say!("error-damping", value = format!("{value:?}")),
            Self::Drag(value) => say!("error-drag", value = format!("{value:?}")),
            Self::DragAdaptive => say!("error-drag-adaptive"),
            Self::Adaptive(value) => say!("error-adaptive", value = format!("{value:?}")),
            Self::AdaptiveSoftening => say!("error-adaptive-softening"),
            Self::Tree(gravity) => {
                gravity.check().err().map(|error| error.text()).unwrap_or_default()
            }
            Self::MeshSide(side) => say!("error-mesh-side", side),
            Self::MeshLaw(law) => say!("error-mesh-law", law = law.name()),
            Self::MeshPeriod(value) => say!("error-mesh-period", value = format!("{value:?}")),
            Self::TreePrecision => say!("error-tree-precision"),
            Self::TreeIntegrator => say!("error-tree-integrator"),
            Self::External(key, value, range) => say!(
                "error-external-range",
                key,
                value = format!("{value:?}"),
                range = within(*range)
            ),
            Self::ExternalIntegrator(integrator) => {
                say!("error-external", integrator = integrator.name())
            }
            Self::ExternalFrame => say!("error-external-frame"),
            Self::ExternalPeriod => say!("error-external-period"),
            Self::AdaptiveIntegrator(integrator) => {
                say!("error-adaptive-integrator", integrator = integrator.name())
            }
        }
    }
}

impl Parameters {
    /// The shortest and the longest time step; the shortest is above 0.
    pub const TIME_STEP: [f64; 2] = [f32::MIN_POSITIVE as f64, f32::MAX as f64];
    /// The least and the greatest softening, whose square single precision holds.
    pub const SOFTENING: [f64; 2] = [0.0, 1.8e19];
    /// The least and the greatest drag.
    pub const DRAG: [f64; 2] = [0.0, f32::MAX as f64];
    /// The least and the greatest accuracy of adaptive steps; the least is above 0.
    pub const ADAPTIVE: [f64; 2] = [f32::MIN_POSITIVE as f64, f32::MAX as f64];

    /// These values, without damping and drag, in single precision.
    pub const fn new(integrator: Integrator, time_step: f64, softening: f64) -> Self {
        let gravity = Gravity::Direct(ForceKernel::Auto);
        let precision = Precision::Single;
        Self {
            integrator,
            time_step,
            softening,
            law: ForceLaw::Plummer,
            damping: 1.0,
            drag: 0.0,
            precision,
            adaptive: None,
            gravity,
            external: ExternalField::NONE,
        }
    }

    /// The law of pairs with its length.
    pub fn softened(&self) -> Softening {
        Softening { law: self.law, length: self.softening }
    }

    /// The factor by which a whole step multiplies every velocity: that of damping and drag
    /// together.
    pub fn slowdown(&self) -> f64 {
        self.damping * (-self.drag * self.time_step).exp()
    }

    /// Whether damping or drag take energy away.
    pub fn is_damped(&self) -> bool {
        self.damping != 1.0 || self.drag != 0.0
    }

    /// Whether the energy of the bodies should stay the same: not with damping or drag, nor on a
    /// grid without pairs, whose energy depends on its cube.
    pub fn conserve_energy(&self) -> bool {
        !self.is_damped()
            && !matches!(self.gravity, Gravity::Mesh(MeshSettings { near: false, .. }))
    }

    /// These values with another integrator, and with what it needs: on the processor, fixed steps,
    /// direct sums, and rows that keep more digits than single precision.
    #[must_use]
    pub fn with_integrator(self, integrator: Integrator) -> Self {
        let mut with = Self { integrator, ..self };
        if integrator.is_hosted() {
            with.adaptive = None;
            if with.precision == Precision::Single {
                with.precision = Precision::Pair;
            }
        }
        if with.gravity.is_approximate() && !with.allow_tree() {
            with.gravity = Gravity::default();
        }
        with
    }

    /// Whether precision and integrator allow a tree.
    pub fn allow_tree(&self) -> bool {
        self.precision != Precision::Double && !self.integrator.needs_direct_sums()
    }

    /// The gravity of these parameters for `count` bodies on this adapter: the direct sum or a
    /// tree.
    pub fn gravity_of(&self, gpu: &Gpu, count: u32) -> Gravity {
        self.gravity.resolved(gpu, count, self.allow_tree())
    }

    /// The [work](super::ForcePass::work) of a force pass over `count` bodies on this adapter.
    pub fn work(&self, gpu: &Gpu, count: usize) -> f64 {
        let count = u32::try_from(count).unwrap_or(u32::MAX);
        self.gravity_of(gpu, count).work(gpu, count)
    }

    /// Checks that this adapter's buffers can hold this many bodies, and their tree if there is
    /// one, before anything is allocated.
    ///
    /// # Errors
    /// [`GpuError::TooLarge`]; [`GpuError::Unsupported`], with the most bodies whose tree fits.
    pub fn check_storage(&self, gpu: &Gpu, count: usize) -> Result<(), GpuError> {
        self.precision.check_storage(gpu, count)?;
        match self.gravity_of(gpu, u32::try_from(count).unwrap_or(u32::MAX)) {
            Gravity::Tree(settings) => settings.check_storage(gpu, count),
            Gravity::Mesh(settings) => settings.check_storage(gpu),
            Gravity::Auto(_) | Gravity::Direct(_) => Ok(()),
        }
    }

    /// Checks that every parameter is within its range.
    ///
    /// # Errors
    /// [`ParameterError`] for the first that is not. Ranges are those of single precision, in which
    /// the GPU computes.
    pub fn validate(&self) -> Result<(), ParameterError> {
        let finite = |value: f64| (value as f32).is_finite();
        if !(finite(self.time_step) && self.time_step as f32 > 0.0) {
            return Err(ParameterError::TimeStep(self.time_step));
        }
        if !(finite(self.softening * self.softening) && self.softening >= 0.0) {
            return Err(ParameterError::Softening(self.softening));
        }
        if !(0.0..=1.0).contains(&self.damping) {
            return Err(ParameterError::Damping(self.damping));
        }
        if !(finite(self.drag) && self.drag >= 0.0) {
            return Err(ParameterError::Drag(self.drag));
        }
        self.gravity.check().map_err(|_| ParameterError::Tree(self.gravity))?;
        if let Gravity::Mesh(MeshSettings { side, period, .. }) = self.gravity {
            if !MeshSettings::SIDES.contains(&side) {
                return Err(ParameterError::MeshSide(side));
            }
            if let Some(period) =
                period.filter(|period| !(finite(period * period) && *period as f32 > 0.0))
            {
                return Err(ParameterError::MeshPeriod(period));
            }
        }
        if matches!(self.gravity, Gravity::Mesh(_)) && self.law != ForceLaw::Plummer {
            return Err(ParameterError::MeshLaw(self.law));
        }
        if self.gravity.is_approximate() && !self.allow_tree() {
            let is_double = self.precision == Precision::Double;
            return Err(if is_double {
                ParameterError::TreePrecision
            } else {
                ParameterError::TreeIntegrator
            });
        }
        if let Some((key, value, range)) = self.external.out_of_range() {
            return Err(ParameterError::External(key, value, range));
        }
        if self.external.is_some() {
            if self.integrator == Integrator::Hermite4 {
                return Err(ParameterError::ExternalIntegrator(self.integrator));
            }
            if self.gravity.period().is_some() {
                return Err(ParameterError::ExternalPeriod);
            }
        }
        if let Some(eta) = self.adaptive {
            if self.integrator.is_hosted() {
                return Err(ParameterError::AdaptiveIntegrator(self.integrator));
            }
            if self.drag != 0.0 {
                return Err(ParameterError::DragAdaptive);
            }
            if !(finite(eta) && eta > 0.0) {
                return Err(ParameterError::Adaptive(eta));
            }
            // A step that single precision rounds to zero would not advance time.
            let vanishes =
                |eta: f64| eta as f32 * self.softening.sqrt() as f32 * 1e-19 <= f32::MIN_POSITIVE;
            if vanishes(eta) {
                let is_softening = vanishes(1.0);
                return Err(if is_softening {
                    ParameterError::AdaptiveSoftening
                } else {
                    ParameterError::Adaptive(eta)
                });
            }
        }
        Ok(())
    }
}
