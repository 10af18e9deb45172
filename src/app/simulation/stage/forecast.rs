//! How long steps take on this machine, from those measured so far.

use starshell::physics::{Parameters, milliseconds_per_step};
use starshell::session::Session;

use crate::app::simulation::auto_count::smooth_count;

/// What the speed of a session says of other numbers of bodies and other physics.
pub struct Forecast<'a>(pub &'a Session);

impl Forecast<'_> {
    /// The number of bodies that runs smoothly with the present physics.
    pub fn smooth_count(&self) -> Option<usize> {
        let Self(session) = self;
        smooth_count(
            session.gpu(),
            &session.scene().physics,
            session.computing().work_per_second()?,
        )
    }

    /// Estimated milliseconds per step of `count` bodies.
    pub fn of(&self, count: usize) -> Option<f64> {
        self.with(&self.0.scene().physics, count)
    }

    /// Estimated milliseconds per step of `count` bodies with other physics.
    pub fn with(&self, physics: &Parameters, count: usize) -> Option<f64> {
        let Self(session) = self;
        let gravity = physics.gravity_of(session.gpu(), u32::try_from(count).ok()?);
        let speed = session.computing().work_per_second_by(gravity)?;
        let work = gravity.work(session.gpu(), count as u32);
        Some(milliseconds_per_step(work, physics.integrator, speed))
    }

    /// Whether the forecast of a tree of `count` bodies says nothing: none has been timed, and the
    /// usual work of so few is that of the direct sum.
    pub fn is_tree_unknown(&self, physics: &Parameters, count: usize) -> bool {
        let (gpu, count) = (self.0.gpu(), count as u32);
        let is_as_direct = || physics.gravity.work(gpu, count) >= f64::from(count).powi(2);
        !self.0.computing().has_timed(physics.gravity) && is_as_direct()
    }
}
