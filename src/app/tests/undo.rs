//! Undo and redo of restarts and of other scenes: the run comes back with its plots.

use egui::{Key, Modifiers};
use starshell::physics::{Parameters, Snapshot};

use crate::app::commands::{Command, Edit};
use crate::app::tests::Rig;

/// A run with a few measurements, the last of the present, paused.
fn measured() -> Rig {
    let mut rig = Rig::new("plummer");
    rig.until("its start is measured", |app| !app.desk.run.stage.statistics.surveys().is_empty());
    rig.app_mut().ask(Command::Steps(24));
    rig.until("its end is measured", |app| {
        app.desk.run.stage.statistics.surveys().last().is_some_and(|last| last.steps == 24)
    });
    rig
}

fn state(rig: &Rig) -> Snapshot {
    let simulation = rig.app().desk.run.stage.session.simulation();
    Snapshot {
        time: simulation.time(),
        steps: simulation.steps(),
        state: simulation.state().unwrap(),
    }
}

fn surveyed(rig: &Rig) -> Vec<u64> {
    rig.app().desk.run.stage.statistics.surveys().iter().map(|survey| survey.steps).collect()
}

#[test]
fn a_restart_is_undone_and_redone_with_the_plots() {
    let mut rig = measured();
    let before = state(&rig);
    let plot = surveyed(&rig);
    rig.key(Key::R, Modifiers::SHIFT);
    rig.until("it starts", |app| {
        app.desk.run.stage.session.simulation().steps() == 0
            && app.desk.run.stage.statistics.surveys().len() == 1
    });
    let physics = rig.app().desk.run.stage.session.scene().physics;
    rig.app_mut().ask(Command::Physics(Parameters { softening: 0.3, ..physics }));
    rig.frame();
    rig.key(Key::Z, Modifiers::COMMAND);
    rig.frame();
    assert_eq!(
        rig.app().desk.run.stage.session.scene().physics,
        physics,
        "the control comes first"
    );
    rig.key(Key::Z, Modifiers::COMMAND);
    rig.until("the run is back", |app| app.desk.run.stage.session.simulation().steps() == 24);
    assert_eq!((state(&rig), rig.app().desk.run.stage.session.scene().physics), (before, physics));
    assert_eq!(surveyed(&rig)[..plot.len()], plot);
    assert!(rig.app().desk.run.stage.altered.is_none(), "its pictures can be made again");
    rig.app_mut().ask(Command::Steps(8));
    rig.until("it goes on", |app| {
        app.desk.run.stage.statistics.surveys().last().is_some_and(|last| last.steps == 32)
    });
    let error = rig.app().desk.run.stage.statistics.surveys().last().unwrap().value.drift;
    assert!(
        error.is_some_and(|error| error != 0.0),
        "the error still refers to the start: {error:?}"
    );

    rig.key(Key::Y, Modifiers::COMMAND);
    rig.until("the restarted run is back", |app| {
        app.desk.run.stage.session.simulation().steps() == 0
    });
    // Twice at the start where the changed softening was measured before it was undone.
    let steps = surveyed(&rig);
    assert!(!steps.is_empty() && steps.iter().all(|&step| step == 0), "{steps:?}");
}

#[test]
fn a_run_comes_back_from_another_scene() {
    let mut rig = measured();
    rig.app_mut().ask(Command::Edit(Edit::Delete(9)));
    rig.until("a body is gone", |app| {
        app.desk.run.stage.session.simulation().bodies().count() == 255
    });
    let (before, plot, distance) = (state(&rig), surveyed(&rig), 3.25);
    let mut camera = rig.app().desk.run.stage.session.scene().camera;
    camera.distance = distance;
    rig.app_mut().ask(Command::Camera(camera));
    rig.app_mut().ask(Command::Scene("kepler".to_owned()));
    rig.until("another scene is there", |app| app.desk.run.origin.name == Some("kepler"));
    rig.app_mut().ask(Command::Undo);
    rig.until("the run is back", |app| app.desk.run.origin.name == Some("plummer"));
    assert_eq!(
        (state(&rig), rig.app().desk.run.stage.session.scene().camera.distance),
        (before, distance)
    );
    assert!(
        surveyed(&rig).starts_with(&plot) && plot.len() >= 2,
        "{:?} of {plot:?}",
        surveyed(&rig)
    );
    assert_eq!(
        rig.app().desk.run.origin.scene.title,
        rig.app().desk.run.stage.session.scene().title
    );
    // The edit before can be undone as well.
    rig.app_mut().ask(Command::Undo);
    rig.until("the body is back", |app| {
        app.desk.run.stage.session.simulation().bodies().count() == 256
    });
    for count in [255, 2] {
        rig.app_mut().ask(Command::Redo);
        rig.until("it is gone again", |app| {
            app.desk.run.stage.session.simulation().bodies().count() == count
        });
    }
    assert_eq!(rig.app().desk.run.origin.name, Some("kepler"));
}

#[test]
fn controls_are_undone_and_redone() {
    let mut rig = Rig::new("plummer");
    let scene = rig.app().desk.run.stage.session.scene().clone();
    rig.app_mut().ask(Command::Physics(Parameters { softening: 0.3, ..scene.physics }));
    rig.app_mut().ask(Command::NextColor);
    rig.frame();
    let colored = rig.app().desk.run.stage.session.scene().look.clone();
    assert!(colored != scene.look);
    rig.key(Key::Z, Modifiers::COMMAND);
    rig.frame();
    assert_eq!(rig.app().desk.run.stage.session.scene().look, scene.look);
    rig.click("hands-undo");
    rig.frame();
    assert_eq!(rig.app().desk.run.stage.session.scene().physics, scene.physics);
    (0..2).for_each(|_| rig.app_mut().ask(Command::Redo));
    rig.frame();
    let now = rig.app().desk.run.stage.session.scene();
    assert_eq!((now.physics.softening, &now.look), (0.3, &colored));
    // Another scene has settings of its own.
    rig.app_mut().ask(Command::Scene("kepler".to_owned()));
    rig.until("another scene is there", |app| app.desk.run.origin.name == Some("kepler"));
    assert!(
        rig.app().desk.run.stage.interaction.undo_stack.undo.is_empty(),
        "no run was left, so nothing leads back to that scene"
    );
}

#[test]
fn several_undos_at_once_are_done_one_after_the_other() {
    let mut rig = Rig::new("plummer");
    for count in [255, 254, 253] {
        rig.app_mut().ask(Command::Edit(Edit::Delete(0)));
        rig.until("a body is gone", |app| {
            app.desk.run.stage.session.simulation().bodies().count() == count
        });
    }
    (0..3).for_each(|_| rig.app_mut().ask(Command::Undo));
    rig.until("all are back", |app| {
        app.desk.run.stage.session.simulation().bodies().count() == 256
    });
    (0..2).for_each(|_| rig.app_mut().ask(Command::Redo));
    rig.until("two are gone again", |app| {
        app.desk.run.stage.session.simulation().bodies().count() == 254
    });
    rig.app_mut().ask(Command::Edit(Edit::Delete(0)));
    rig.until("a third is gone", |app| {
        app.desk.run.stage.session.simulation().bodies().count() == 253
    });
    assert!(
        rig.app().desk.run.stage.interaction.undo_stack.redo.is_empty(),
        "a new edit ends redo"
    );
}
