//! Pictures and videos that are opened: the window returns to the moment that they show, by the steps
//! and the edits that led there.

use std::path::Path;
use std::str::FromStr;
use std::sync::Arc;

use starshell::capture::{Note, Recipe, START, START_STEPS, read_notes};
use starshell::session::{Course, Pace, Session, Setup, replay, whole_steps};
use starshell::words::{self, t};

use crate::app::shell::state::Shell;
use crate::app::simulation::{
    acts::loading,
    loading::{Arrival, Came},
    origin::Origin,
    run::Run,
};

/// Endings of what can show a moment.
const ENDINGS: [&str; 5] = ["png", "apng", "exr", "mp4", "gif"];

/// Returns to the moment of a picture, or of a video's beginning, if the file at `path` is one that
/// was made by steps. Returns whether it is.
pub fn open(shell: &mut Shell, run: &mut Run, path: &Path) -> bool {
    let ending = path.extension().unwrap_or_default().to_string_lossy().to_ascii_lowercase();
    if !ENDINGS.contains(&ending.as_str()) {
        return false;
    }
    let (Ok(mut recipe), Ok(notes)) = (Recipe::read(path), read_notes(path)) else { return false };
    let steps = number::<u64>(&notes, "Steps").or_else(|| number(&notes, START_STEPS));
    let Some(steps) = steps else { return false };
    let is_by = |name: &str| recipe.command.first().is_some_and(|command| command == name);
    // Commands for series show files.
    let is_of_steps = is_by("render") || is_by("record") || !recipe.shots.is_empty();
    let is_reversed = recipe.command.iter().any(|option| option == "--reverse");
    if steps == 0 || !is_of_steps || is_reversed {
        return false;
    }
    if recipe.altered.is_some() {
        shell.notices.tell_long(t!("notice-no-moment", path = path.display()));
        return false;
    }
    // A video with a later start reaches it by whole steps of its own length.
    if is_by("record") && recipe.shots.is_empty() {
        let physics = &mut recipe.scene.physics;
        let start = number(&notes, START).unwrap_or_default();
        let (count, length) = whole_steps(start, physics.time_step);
        if physics.adaptive.is_some() || count != steps {
            return false;
        }
        physics.time_step = length;
    }
    let told = t!("notice-moment", path = path.display(), steps = steps);
    let computing = t!("lamp-moment", steps = words::grouped(steps));
    let (gpu, alive) = (shell.gpu.clone(), Arc::new(()));
    let wanted = Arc::downgrade(&alive);
    loading::load_by(shell, run, recipe.scene.title.clone(), move || {
        let Recipe { mut edits, scene, plan, members, .. } = recipe;
        edits.retain(|edited| edited.steps <= steps);
        let origin = Origin::new(scene.clone());
        let mut session = gpu.attempt(|| Session::new(&gpu, scene, Pace::StepsPerFrame(0)))?;
        session.computing_mut().set_members(members.clone())?;
        if let Some(plan) = plan.find(&gpu, session.simulation().bodies().count()) {
            session.computing_mut().set_plan(plan)?;
        }
        let setup = Setup { physics: session.scene().physics, plan, members };
        // Nobody waits for it once something else has been opened.
        replay(&mut session, &edits, steps, &|| wanted.strong_count() > 0)?;
        let course = Box::new(Course::from_edits(setup, edits));
        Ok(Arrival { session, origin, came: Came::Moment(course, told) })
    });
    if let Some(loading) = &mut run.loading {
        (loading.alive, loading.told) = (Some(alive), Some(computing));
    }
    true
}

/// The number in the note of this keyword.
fn number<T: FromStr>(notes: &[Note], keyword: &str) -> Option<T> {
    notes.iter().find(|note| note.keyword == keyword)?.text.parse().ok()
}
