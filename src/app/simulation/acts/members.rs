//! What computes the forces: the adapter, the processor, or whichever is faster.

use starshell::session::{MemberTimes, Members, SessionError};
use starshell::words::t;

use crate::app::shell::state::Shell;
use crate::app::simulation::{
    run::Run,
    stage::OTHERS,
    tuning::{TimingMembers, Tuning},
};
use crate::explained::explained;

/// Steps after which the speeds of adapter and processor may be measured: the first frames are not
/// delayed.
const SETTLED: u64 = 50;

/// Lets the adapter, the processor or whichever is faster compute the forces of all runs.
pub fn change_members(shell: &mut Shell, run: &mut Run, tuning: &mut Tuning, members: Members) {
    shell.settings.members = members.clone();
    tuning.members = members;
    choose_members(shell, run, tuning);
}

/// Applies the choice to the runs on stage.
fn choose_members(shell: &mut Shell, run: &mut Run, tuning: &Tuning) {
    let (has_begun, members, before) =
        (run.stage.has_begun(), tuning.members.clone(), run.stage.session.computing().present());
    let stages = [Some(&mut run.stage), run.other_view.as_mut().map(|beside| &mut beside.stage)];
    let chosen: Result<(), SessionError> = stages
        .into_iter()
        .flatten()
        .try_for_each(|stage| stage.session.computing_mut().set_members(members.clone()));
    if let Err(error) = chosen {
        shell.notices.warn(explained(&error));
    }
    // Members round differently.
    if has_begun && run.stage.session.computing().present() != before {
        run.stage.course.alter(OTHERS);
    }
}

/// The name of what computes the forces, or whole steps with them.
pub fn computing(shell: &Shell, run: &Run) -> String {
    let session = &run.stage.session;
    let is_processor = session.scene().physics.integrator.is_hosted()
        || session.computing().present() == Members::Processor;
    if is_processor { t!("members-processor") } else { shell.gpu.adapter_name().to_owned() }
}

/// Measures whether adapter or processor is faster for this run, if the choice is automatic and
/// not measured yet: once per window.
pub fn time_members(shell: &mut Shell, run: &mut Run, tuning: &mut Tuning) {
    if tuning.timing.as_mut().is_some_and(TimingMembers::has_just_ended) {
        choose_members(shell, run, tuning);
    }
    for notice in run.stage.session.computing().member_notices() {
        shell.notices.warn(notice.to_string());
        run.stage.course.alter(OTHERS);
    }
    let session = &run.stage.session;
    let is_open =
        tuning.members == Members::Auto && session.computing().present() == Members::Processor;
    if !is_open || tuning.timing.is_some() || session.simulation().steps() < SETTLED {
        return;
    }
    let (physics, count) =
        (session.scene().physics, session.simulation().bodies().count() as usize);
    if MemberTimes::are_missing(&shell.gpu, &physics, count) {
        tuning.timing = Some(TimingMembers::begin(&shell.gpu, physics, count));
    }
}
