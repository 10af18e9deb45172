//! A series of snapshots on stage: any moment of it, as far as the branch on stage is the film.

use std::sync::Arc;

use starshell::physics::Watched;
use starshell::render::ColorBy;
use starshell::snapshot::Shown;
use starshell::words::t;

use crate::app::commands::Command;
use crate::app::shell::state::Shell;
use crate::app::simulation::history::{History, Moment};
use crate::app::simulation::{
    around::Around,
    reel::{Reel, Wish},
    run::Run,
    stage::Stage,
    viewer::Viewer,
};
use crate::explained::explained;

/// Why pictures of a film cannot be made again from its scene.
const OF_FILM: &str = "it shows snapshots of another program";

/// Puts a film on stage, at its beginning. Its ends are stored, so that a run that goes on from a
/// moment between them is a branch.
pub fn begin(stage: &mut Stage, history: &mut History, mut reel: Reel) {
    let Some(about) = reel.about() else { return };
    let physics = stage.session.scene().physics;
    let ends = about.ends.clone().map(|end| Moment::given(end, physics));
    reel.time = Some(ends[0].time());
    stage.cursor.shown = Some(Arc::new(ends[0].clone()));
    stage.recall(history, ends);
    stage.course.alter(OF_FILM);
    stage.reel = reel;
}

/// Takes what has been read of the film, and asks for what is to be shown next.
pub fn follow(stage: &mut Stage, around: &mut Around, elapsed: f32) {
    // A copy of the bodies, as they are, is on its way for an edit.
    if stage.interaction.is_waiting() {
        return;
    }
    if let Some((wish, answer)) = stage.reel.answer(elapsed) {
        answer.notes.into_iter().for_each(|note| around.shell.notices.tell_long(note));
        match answer.shown {
            Ok(shown) => take(stage, around, wish, shown),
            Err(error) => {
                around.shell.notices.warn(explained(&error));
                around.shell.ask(Command::Replay(0));
            }
        }
    }
    // A run that goes on from the film has the columns of the moment where it began.
    let (has_bodies, end) = (stage.reel.time.is_some(), stage.reel.end(stage.line(around.history)));
    let Some(time) = stage.reel.time.or(end) else { return };
    let (look, precision) = (&stage.session.scene().look, stage.session.scene().physics.precision);
    let column = (look.color_by == ColorBy::Column).then(|| look.color_column.clone());
    stage.reel.ask(Wish { time, has_bodies, precision, column });
}

/// Shows what has arrived, if it is still wanted.
fn take(stage: &mut Stage, around: &mut Around, wish: Wish, shown: Shown) {
    let Shown { snapshot, appearance } = shown;
    let time = stage.reel.time;
    if wish.has_bodies != time.is_some() {
        return;
    }
    if wish.has_bodies {
        let known = &stage.session.pictures().appearance().identities;
        let picked = stage.interaction.picked.and_then(|picked| known.get(picked as usize));
        let is_it = |identity: &u32| Some(identity) == picked;
        let index = appearance.identities.iter().position(is_it).map(|index| index as u32);
        if !stage.put(around, &snapshot, index) {
            return;
        }
        (stage.reel.time, stage.reel.shown) = (time, Some(wish));
        stage.interaction.watched = index.map(|index| Watched::of(&snapshot, index));
        stage.interaction.attraction = None;
        let moment = Moment::given(snapshot, stage.session.scene().physics);
        (stage.cursor.shown, stage.cursor.is_stored) = (Some(Arc::new(moment)), true);
    } else if appearance.shares.len() != stage.session.simulation().bodies().count() as usize {
        return; // bodies were added or removed since
    }
    stage.session.pictures_mut().set_appearance(appearance);
}

/// Pauses where something would go on from a film whose times are none, and says so.
pub fn stop_comoving(shell: &mut Shell, run: &mut Run, viewer: &mut Viewer) {
    let interaction = &mut run.stage.interaction;
    let goes_on =
        !viewer.transport.is_resting() || interaction.reverses || interaction.attraction.is_some();
    if goes_on && run.stage.reel.is_comoving() {
        (interaction.reverses, interaction.attraction) = (false, None);
        shell.notices.tell_long(t!("notice-comoving"));
        viewer.pause();
    }
}
