//! Integrators: updates of the bodies, and the acts that make up steps.

use std::fmt::Debug;

use super::adaptive::Settings;
use crate::gpu::{Bound, Gpu, GpuError};
use crate::physics::gravity::Leap;
use crate::physics::precision::Wide;
use crate::physics::{Bodies, ForcePass, Precision};

/// One operation of a step, as recorded.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Act {
    /// A force pass: the only act that takes long and can be divided.
    Forces,
    /// An update of the bodies, by its index among those that the integrator binds.
    Update(usize),
    /// An update that makes whole steps with all their forces: its index, and the number of steps.
    Steps(usize, u32),
    /// So many whole steps by the processor.
    Host(u32),
    /// Rounds the new state to single precision; does nothing if that is the state.
    Round,
    /// Finds the largest acceleration of the preceding force pass; does nothing with fixed steps,
    /// like the next act.
    Largest,
    /// Chooses the length of the step that starts.
    Choose,
}

impl Act {
    /// Whether the host waits for it if it computes anything of a step.
    pub(super) fn is_hosted(&self) -> bool {
        matches!(self, Self::Forces | Self::Host(_))
    }
}

/// The update that every integrator binds first: it copies the accelerations of a force pass, and
/// nothing moves.
pub(super) const REST: Act = Act::Update(0);

/// An integrator: its updates of the bodies, and the order of updates and force passes in a step.
pub(super) trait Scheme: Debug + Send + Sync {
    /// Binds the updates to `bodies`, whose forces come from `gravity`, with parameters in
    /// `settings`. Memory that carries values from one step to the next belongs to the scheme,
    /// whatever the bodies.
    fn bind(
        &self,
        gpu: &Gpu,
        bodies: &Bodies,
        gravity: &ForcePass,
        settings: &mut Settings,
    ) -> Result<Vec<Update>, GpuError>;

    /// Binds the updates, except the first, to force passes that end with them: from the bodies'
    /// positions to other buffers, and back. `None` if there are no such passes. For fixed steps
    /// only.
    fn bind_leaps(
        &self,
        _gpu: &Gpu,
        _bodies: &Bodies,
        _gravity: &ForcePass,
    ) -> Result<Option<Leaps>, GpuError> {
        Ok(None)
    }

    /// The acts of `steps` steps. `is_current` says whether the forces are those of the current
    /// positions, before and, when this returns, after the acts. Each step has one [`Act::Choose`],
    /// before the first of its times is needed.
    fn acts(&self, steps: u32, is_current: &mut bool) -> Vec<Act>;

    /// The memory that carries values from one step to the next, with its name.
    fn kept(&self) -> Option<(&'static str, &wgpu::Buffer)> {
        None
    }

    /// Whether its forces depend on velocities too, as the jerk does, and not on positions alone.
    fn knows_velocities(&self) -> bool {
        false
    }
}

/// An update of the bodies, bound to their buffers.
#[derive(Debug)]
pub(super) struct Update {
    pub(super) bound: Bound,
    pub(super) threads: u32,
}

impl Update {
    /// An update with one thread per body.
    pub(super) fn each(bound: Bound, bodies: &Bodies) -> Self {
        Self { bound, threads: bodies.count() }
    }
}

/// Force passes that end with an update, indexed by the update: to other buffers and back.
#[derive(Debug)]
pub(super) struct Leaps {
    pub(super) there: Vec<Leap>,
    pub(super) back: Vec<Leap>,
}

/// Allocates one row of state per body.
pub(super) fn rows(gpu: &Gpu, label: &str, bodies: &Bodies) -> Result<wgpu::Buffer, GpuError> {
    let count = bodies.count() as usize;
    Ok(match bodies.precision() {
        Precision::Single => gpu.storage::<[f32; 4]>(label, count)?.raw().clone(),
        Precision::Pair | Precision::Double => gpu.storage::<Wide>(label, count)?.raw().clone(),
    })
}
