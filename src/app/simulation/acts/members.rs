//! What computes the forces: the adapter, the processor, or whichever is faster.

use starshell::session::{Members, SessionError, Weighed};

use crate::app::simulation::{desk::Desk, stage::BY_HAND, tuning::Weighing};

/// Steps after which the speeds of adapter and processor may be measured: the first frames are not delayed.
const SETTLED: u64 = 50;

impl Desk {
    /// Lets the adapter, the processor or whichever is faster compute the forces of all runs.
    pub fn change_members(&mut self, members: Members) {
        self.shell.settings.members = members;
        self.tuning.members = members;
        self.choose_members();
    }

    /// Applies the choice to the runs on stage.
    fn choose_members(&mut self) {
        let (has_begun, members, before) = (self.has_begun(), self.tuning.members, self.stage.session.computes());
        let stages = [Some(&mut self.stage), self.other_view.as_mut().map(|beside| &mut beside.stage)];
        let chosen: Result<(), SessionError> =
            stages.into_iter().flatten().try_for_each(|stage| stage.session.set_members(members));
        if let Err(error) = chosen {
            self.shell.notices.warn(error.to_string());
        }
        // Whoever computes rounds in another way.
        if has_begun && self.stage.session.computes() != before {
            self.stage.altered = Some(BY_HAND);
        }
    }

    /// Measures which computes the forces of this run faster, if that is to decide and is not known: once in the life of a window.
    pub fn weigh(&mut self) {
        if self.tuning.weighing.as_mut().is_some_and(Weighing::has_just_ended) {
            self.choose_members();
        }
        let session = &self.stage.session;
        let is_open = self.tuning.members == Members::Auto && session.computes() == Members::Processor;
        if !is_open || self.tuning.weighing.is_some() || session.simulation().steps() < SETTLED {
            return;
        }
        let (physics, count) = (session.scene().physics, session.simulation().bodies().count() as usize);
        if Weighed::of(&self.shell.gpu, &physics, count).is_none() {
            self.tuning.weighing = Some(Weighing::begin(&self.shell.gpu, physics, count));
        }
    }
}
