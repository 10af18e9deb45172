//! How the run of a stage comes about: its edits are noted, and those before a stored moment come back
//! with it.

use starshell::session::{Edit, Setup};

use crate::app::simulation::history::Moment;
use crate::app::simulation::{
    interaction::Copied,
    stage::{Stage, begins_anew, note},
};

/// What holds now, for a copy of the state that is recorded now.
pub fn copied(stage: &Stage) -> Copied {
    Copied { physics: stage.session.scene().physics, edits: stage.course.edits().len() }
}

/// Goes on as the run came to a moment, which is shown now: perhaps under other physics, which `before`
/// has, too. What altered the run so far still computes it.
pub fn take_course(
    stage: &mut Stage,
    moment: &Moment,
    altered: Option<&'static str>,
    before: &Setup,
) {
    stage.course = moment.course().clone();
    let anew = begins_anew(&stage.session, &moment.snapshot());
    altered.into_iter().chain(anew).for_each(|why| stage.course.alter(why));
    let now = stage.session.scene().physics;
    if now != *moment.physics() && moment.steps() > 0 {
        let before = Setup { physics: *moment.physics(), ..before.clone() };
        note(stage, Edit::Physics(Box::new(now)), &before);
    }
}
