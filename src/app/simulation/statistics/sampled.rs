//! Measurements between the steps of a frame, where bodies are so few that these cost nothing: the
//! closest approach of an orbit lasts for some tens of steps, which a slow machine does in one
//! frame.

use starshell::gpu::GpuError;
use starshell::session::Session;

use crate::app::simulation::statistics::Statistics;

/// Maximum number of bodies that are measured this way.
const FEW: u32 = 64;
/// Steps between measurements.
const STEPS: u64 = 8;
/// Maximum number of measurements per frame, and in flight. If more steps are due, measurements are
/// spaced more widely.
const MAX: u64 = 32;
const MAX_UNDER_WAY: usize = 128;

impl Statistics {
    /// Encodes the steps of a frame up to the last that is measured, and the measurements. The
    /// moments do not depend on the frames: they are those at multiples of [`STEPS`].
    ///
    /// # Errors
    /// [`GpuError`] if memory runs out; see [`Statistics::forgo`].
    pub fn encode_steps(
        &mut self,
        session: &mut Session,
        encoder: &mut wgpu::CommandEncoder,
    ) -> Result<(), GpuError> {
        let is_measured = !self.limits.is_refused && self.limits.too_many.is_none();
        let is_few = session.simulation().bodies().count() <= FEW
            && session.scene().physics.adaptive.is_none();
        // The window must not wait for steps whose forces a member computes.
        let is_between = session.steps_due() > 0
            && session.simulation().engine().progress().is_none()
            && !session.simulation().is_hosted();
        if !is_measured || !is_few || !is_between || !session.measuring().prepare_survey()? {
            return Ok(());
        }
        let spacing = STEPS * session.steps_due().div_ceil(STEPS * MAX);
        loop {
            let steps = session.simulation().steps();
            self.recorded.now = (session.simulation().time(), steps);
            let state = Some(self.recorded.state());
            let is_new = steps.is_multiple_of(spacing) && self.recorded.surveyed != state;
            if is_new && self.recorded.under_way.len() < MAX_UNDER_WAY {
                session.measuring().encode_survey(encoder)?;
                self.recorded.surveyed = state;
                self.recorded.under_way.extend(state);
            }
            let next = spacing - steps % spacing;
            // The last are recorded, and timed, with the picture.
            if next >= session.steps_due() {
                return Ok(());
            }
            session.encode_steps(encoder, next as u32)?;
        }
    }
}
