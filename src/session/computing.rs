//! The choice of what computes the forces of a session.

use std::sync::Arc;
use std::time::Duration;

use super::{MemberTimes, Members, Session, SessionError};
use crate::cpu::Processor;
use crate::gpu::Gpu;
use crate::physics::{Member, Parameters};

impl Session {
    /// Chooses what computes the forces from the last whole step on. A step in progress starts again if that changes.
    /// [`Members::Auto`] chooses again whenever the physics or the number of bodies changes.
    ///
    /// # Errors
    /// [`SessionError`] if the processor's threads cannot be started or memory runs out; the old choice then stays.
    pub fn set_members(&mut self, members: Members) -> Result<(), SessionError> {
        let count = self.simulation.bodies().count() as usize;
        let is_processor = members.resolved(&self.gpu, &self.scene.physics, count) == Members::Processor;
        if is_processor != self.simulation.is_hosted() {
            let processor = if is_processor { Some(Processor::shared()?) } else { None };
            self.set_member(processor.map(|processor| processor as Arc<dyn Member>))?;
        }
        self.members = members;
        Ok(())
    }

    /// What was chosen to compute the forces.
    pub fn members(&self) -> Members {
        self.members
    }

    /// Whether the processor is computing steps. Until they are done, frames show nothing new.
    pub fn is_computing(&mut self) -> bool {
        !self.simulation.wait_for_member(Duration::ZERO)
    }

    /// What computes the forces at present: the adapter or the processor.
    pub fn computes(&self) -> Members {
        if self.simulation.is_hosted() { Members::Processor } else { Members::Gpu }
    }

    /// Chooses again, because the physics or the bodies have changed. If that fails, the present member continues, which is only slower.
    pub(super) fn choose_members(&mut self) {
        if self.members == Members::Auto {
            let _ = self.set_members(Members::Auto);
        }
    }

    /// Measures whether the adapter or the processor is faster for forces like those of `count` bodies with these parameters, and
    /// remembers the result, unless that is known or there is nothing to choose.
    ///
    /// # Errors
    /// [`SessionError`] if either cannot run them.
    pub fn time_members(gpu: &Gpu, physics: &Parameters, count: usize) -> Result<(), SessionError> {
        if MemberTimes::of(gpu, physics, count).is_none() {
            MemberTimes::measure(gpu, &Processor::shared()?, physics, count)?;
        }
        Ok(())
    }
}
