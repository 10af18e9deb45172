//! What computes the forces: the adapter, the processor, or whichever is faster.

use starshell::session::{MemberTimes, Members, SessionError};
use starshell::words::t;

use crate::app::simulation::{desk::Desk, stage::BY_HAND, tuning::TimingMembers};

/// Steps after which the speeds of adapter and processor may be measured: the first frames are not
/// delayed.
const SETTLED: u64 = 50;

impl Desk {
    /// Lets the adapter, the processor or whichever is faster compute the forces of all runs.
    pub fn change_members(&mut self, members: Members) {
        self.shell.settings.members = members.clone();
        self.tuning.members = members;
        self.choose_members();
    }

    /// Applies the choice to the runs on stage.
    fn choose_members(&mut self) {
        let (has_begun, members, before) =
            (self.has_begun(), self.tuning.members.clone(), self.stage.session.computes());
        let stages =
            [Some(&mut self.stage), self.other_view.as_mut().map(|beside| &mut beside.stage)];
        let chosen: Result<(), SessionError> = stages
            .into_iter()
            .flatten()
            .try_for_each(|stage| stage.session.set_members(members.clone()));
        if let Err(error) = chosen {
            self.shell.notices.warn(error.to_string());
        }
        // Members round differently.
        if has_begun && self.stage.session.computes() != before {
            self.stage.altered = Some(BY_HAND);
        }
    }

    /// The name of what computes the forces, or whole steps with them.
    pub fn computing(&self) -> String {
        let session = &self.stage.session;
        let is_processor = session.scene().physics.integrator.is_hosted()
            || session.computes() == Members::Processor;
        if is_processor {
            t!("members-processor")
        } else {
            self.shell.gpu.adapter_name().to_owned()
        }
    }

    /// Measures whether adapter or processor is faster for this run, if the choice is automatic and
    /// not measured yet: once per window.
    pub fn time_members(&mut self) {
        if self.tuning.timing.as_mut().is_some_and(TimingMembers::has_just_ended) {
            self.choose_members();
        }
        for notice in self.stage.session.member_notices() {
            self.shell.notices.warn(notice.to_string());
            self.stage.altered = Some(BY_HAND);
        }
        let session = &self.stage.session;
        let is_open =
            self.tuning.members == Members::Auto && session.computes() == Members::Processor;
        if !is_open || self.tuning.timing.is_some() || session.simulation().steps() < SETTLED {
            return;
        }
        let (physics, count) =
            (session.scene().physics, session.simulation().bodies().count() as usize);
        if MemberTimes::are_missing(&self.shell.gpu, &physics, count) {
            self.tuning.timing = Some(TimingMembers::begin(&self.shell.gpu, physics, count));
        }
    }
}
