//! Edits: tools, picking, following, changing bodies and undo.

use glam::Vec2;
use starshell::physics::{Attraction, Snapshot};
use starshell::scene::Dimension;
use starshell::session::{Edit, Setup};
use starshell::words::{self, t};

use crate::app::commands::{Command, Effect, Follow, Throw, Tool};
use crate::app::shell::{numbers::Numbers, state::Shell};
use crate::app::simulation::{
    acts::{loading, perform, timeline},
    interaction::Purpose,
    run::Run,
    stage::note,
    undo::{Change, Goal, Panel, Past},
    viewer::Viewer,
};

pub fn follow(shell: &mut Shell, run: &Run, viewer: &mut Viewer, follow: Follow) {
    let is_possible = follow != Follow::Picked || run.stage.interaction.picked.is_some();
    viewer.follow(if is_possible { follow } else { Follow::Nothing });
    if !is_possible {
        shell.notices.tell(t!("notice-none-picked"));
    }
}

/// Selects a tool and ends whatever the last one was doing.
pub fn take_tool(run: &mut Run, viewer: &mut Viewer, tool: Tool) {
    viewer.tool = tool;
    let interaction = &mut run.stage.interaction;
    (interaction.throw, interaction.ruler) = (None, None);
    interaction.orbits &= matches!(tool, Tool::Body | Tool::Cluster);
    attract(run, None);
}

/// Throws into orbits about the selected body from now on, or freely again.
pub fn toggle_orbits(shell: &mut Shell, run: &mut Run, viewer: &mut Viewer) {
    let orbits = !run.stage.interaction.orbits;
    if orbits && run.stage.interaction.picked.is_none() {
        return shell.notices.tell(t!("notice-none-picked"));
    }
    take_tool(run, viewer, if orbits { Tool::Body } else { Tool::Look });
    run.stage.interaction.orbits = orbits;
}

/// Requests the state in which to find the body at a pixel of the picture.
pub fn pick_at(run: &mut Run, pixel: Vec2, follow: bool) {
    let (camera, size) = (run.stage.session.scene().camera, run.stage.size);
    run.stage.interaction.wanted.push(Purpose::Pick { camera, size, pixel, follow });
}

/// Selects the body this many places after the selected one or, without one, the first or the
/// last.
pub fn step_body(run: &mut Run, by: i32) {
    let count = i64::from(run.stage.session.simulation().bodies().count());
    let from = match run.stage.interaction.picked {
        Some(picked) => i64::from(picked),
        None if by > 0 => -1,
        None => 0,
    };
    run.stage.pick(Some((from + i64::from(by)).rem_euclid(count) as u32));
}

pub fn delete_picked(shell: &mut Shell, run: &mut Run) {
    match run.stage.interaction.picked {
        Some(index) => edit(shell, run, Edit::Delete(index)),
        None => shell.notices.tell(t!("notice-none-picked")),
    }
}

pub fn throw(shell: &mut Shell, run: &mut Run, viewer: &mut Viewer, throw: Throw) {
    let (tool, scene) = (viewer.tool, run.stage.session.scene());
    let guest = viewer.tools.guest(tool, scene);
    let of = (viewer.tools.mass(tool, &run.stage), guest.component);
    let bodies = viewer.tools.thrown(tool, &run.stage.interaction, throw, of);
    viewer.tools.name.clear();
    (run.stage.interaction.throw, run.stage.interaction.guest) = (None, Some(guest));
    edit(shell, run, Edit::Add(bodies));
}

/// Requests the state to edit. If another edit is in progress, the request is repeated.
pub fn edit(shell: &mut Shell, run: &mut Run, edit: Edit) {
    if run.stage.interaction.is_waiting() {
        shell.ask(Command::Edit(edit));
    } else {
        run.stage.interaction.wanted.push(Purpose::Edit(edit));
    }
}

/// Turns the attractor on or off.
pub fn attract(run: &mut Run, attraction: Option<Attraction>) {
    let attraction = attraction.filter(Attraction::is_valid);
    match (run.stage.interaction.attraction, attraction) {
        (None, Some(_)) => run.stage.interaction.wanted.push(Purpose::Mark),
        (Some(_), None) => run.stage.statistics.rebase(),
        _ => {}
    }
    run.stage.interaction.attraction = attraction;
}

/// Requests the present state, to which redo or undo will return, and then undoes the last
/// change, or redoes it.
pub fn undo(shell: &mut Shell, run: &mut Run, is_redo: bool) {
    let interaction = &mut run.stage.interaction;
    if interaction.is_waiting() || run.loading.is_some() {
        shell.ask(if is_redo { Command::Redo } else { Command::Undo });
        return;
    }
    match interaction.undo_stack.next(is_redo).map(|change| &change.to) {
        None => shell.notices.tell(if is_redo {
            t!("notice-nothing-to-redo")
        } else {
            t!("notice-nothing-to-undo")
        }),
        Some(Goal::Run(_)) => interaction.wanted.push(Purpose::Undo(is_redo)),
        Some(Goal::Panel(..)) => exchange_setting(shell, run, is_redo),
    }
}

/// The panel that a command of this effect changes, as it is now.
pub fn panel_of(run: &Run, effect: Effect) -> Option<Panel> {
    let scene = run.stage.session.scene();
    match effect {
        Effect::Physics => Some(Panel::Physics(scene.physics)),
        Effect::Look => Some(Panel::Look(Box::new(scene.look.clone()))),
        Effect::Nothing => None,
    }
}

/// Remembers a panel that a control has changed.
pub fn mark_setting(run: &mut Run, before: Panel) {
    let scene = run.stage.session.scene();
    if before.of(scene) != before {
        run.stage.interaction.undo_stack.mark_setting(before, scene);
    }
}

/// Gives a setting back what it was before the last change, or before that was undone.
fn exchange_setting(shell: &mut Shell, run: &mut Run, is_redo: bool) {
    let Some(Change { key, to: Goal::Panel(before, _) }) =
        run.stage.interaction.undo_stack.next(is_redo)
    else {
        return;
    };
    let (key, now) = (*key, before.of(run.stage.session.scene()));
    match run.stage.interaction.undo_stack.exchange_setting(is_redo, now) {
        Some(Panel::Physics(physics)) => perform::set_physics(shell, run, physics),
        Some(Panel::Look(look)) => *run.stage.session.viewing().look_mut() = *look,
        None => return,
    }
    tell_of(shell, is_redo, words::text(key, &[]));
}

/// What undo or redo takes back, and where in time it goes if that is another moment.
pub fn told_of(run: &Run, change: &Change) -> String {
    let what = words::text(change.key, &[]);
    match &change.to {
        Goal::Run(past) if past.snapshot.steps != run.stage.session.simulation().steps() => {
            let numbers = Numbers(past.scene.units);
            t!("undo-back", what = what, time = numbers.text(Dimension::Time, past.snapshot.time))
        }
        _ => what,
    }
}

/// Says what was undone or redone, in place of what was said of it when it was done.
fn tell_of(shell: &mut Shell, is_redo: bool, what: String) {
    shell.notices.forget_news();
    shell.notices.end_alarm();
    shell.notices.tell(if is_redo {
        t!("notice-redone", what = what)
    } else {
        t!("notice-undone", what = what)
    });
}

/// Exchanges the present for the state to which undo or redo returns.
pub fn exchange(
    shell: &mut Shell,
    run: &mut Run,
    viewer: &mut Viewer,
    present: Snapshot,
    is_redo: bool,
) {
    let present = run.past_of(present);
    let next = run.stage.interaction.undo_stack.next(is_redo);
    let Some(what) = next.map(|change| told_of(run, change)) else { return };
    let Some(past) = run.stage.interaction.undo_stack.exchange(present, is_redo) else {
        return;
    };
    if !past.is_of(&run.origin, run.stage.session.scene()) {
        loading::load_past(shell, run, past);
        return tell_of(shell, is_redo, what);
    }
    let Past { snapshot, scene, course, measured, picked, .. } = past;
    if measured.run != run.stage.statistics.measurements().run {
        // Edits are undone under the present physics, but another run has its own.
        let (stage, mut around) = run.on_stage(shell);
        stage.set_known_physics(&mut around, scene.physics);
    }
    run.stage.session.viewing().set_guests(scene.guests.clone());
    let physics = run.stage.session.scene().physics;
    let moment = (snapshot.time, snapshot.steps);
    viewer.transport.remaining = 0;
    let setup = Setup { physics: scene.physics, ..run.stage.session.computing().setup() };
    let before = std::mem::replace(&mut run.stage.course, course);
    let (stage, mut around) = run.on_stage(shell);
    if !stage.put(&mut around, &snapshot, picked) {
        run.stage.course = before;
        return;
    }
    if physics != scene.physics {
        note(&mut run.stage, Edit::Physics(Box::new(physics)), &setup);
    }
    timeline::go_back_to(shell, run, snapshot);
    run.stage.statistics.restore(measured, moment.0, moment.1);
    tell_of(shell, is_redo, what);
}

/// Takes the copy of the run on stage before a new one begins.
pub fn leave_run(run: &mut Run, snapshot: Snapshot) {
    let left = run.past_of(snapshot);
    if let Some(loading) = &mut run.loading {
        loading.left = Some(left);
    }
}
