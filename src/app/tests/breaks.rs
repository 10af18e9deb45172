//! Runs whose energy breaks: the window pauses them once, says why, and leads back to before.

use egui::Role;
use starshell::physics::Parameters;

use crate::app::simulation::acts;
use crate::app::tests::{Rig, text};

/// A run that plays by steps that are so long that the first changes the energy by more than half.
fn playing(change: impl FnOnce(Parameters) -> Parameters) -> Rig {
    let mut rig = Rig::with("plummer", [1024.0, 640.0], |app| {
        let physics = Parameters {
            time_step: 20.0,
            softening: 0.0,
            ..app.desk.run.stage.session.scene().physics
        };
        app.desk.run.stage.session.set_parameters(change(physics)).unwrap();
    });
    rig.until("there is an energy to compare with", |app| {
        !app.desk.run.stage.statistics.surveys().is_empty()
    });
    rig.until("the start is stored", |app| {
        app.desk.run.line().is_some_and(|line| !line.moments().is_empty())
    });
    rig.click("transport-play");
    rig
}

fn pauses(rig: &mut Rig) {
    rig.until("it pauses", |app| !app.desk.viewer.transport.is_playing);
}

fn is_told(rig: &Rig) -> bool {
    rig.app()
        .desk
        .shell
        .notices
        .iter()
        .any(|notice| notice.text.contains("so the run is paused") && notice.is_warning)
}

#[test]
fn a_run_whose_energy_breaks_pauses_once_and_leads_back_to_before() {
    let mut rig = playing(|physics| physics);
    pauses(&mut rig);
    assert!(is_told(&rig), "{:?}", rig.notice());
    rig.until("its cause is told", |app| {
        app.desk.shell.notices.iter().any(|notice| notice.text.contains("The cause: "))
    });

    // Whoever goes on is not stopped again.
    let steps = rig.steps();
    rig.click("transport-play");
    rig.until("it goes on", |app| app.desk.run.stage.session.simulation().steps() > steps + 100);
    assert!(rig.app().desk.viewer.transport.is_playing);

    let before = acts::warnings::time_before_break(&rig.app().desk.run)
        .expect("a state from before is stored");
    let good = rig.app().desk.run.stage.statistics.told_break().expect("it is known").good;
    rig.click("notice-go-back");
    rig.until("it is back", |app| app.desk.run.stage.cursor.shown.is_some());
    assert_eq!(rig.app().desk.run.stage.session.simulation().time(), before);
    assert!(before <= good && !rig.app().desk.viewer.transport.is_playing);
    rig.frame();
    assert!(is_told(&rig) && !rig.has(Role::Button, "notice-go-back"), "there is nowhere to go");

    // On the branch from there, it breaks anew.
    rig.click("transport-play");
    rig.until("a branch begins", |app| app.desk.run.stage.statistics.told_break().is_none());
    pauses(&mut rig);
    assert!(is_told(&rig) && rig.has(Role::Button, "notice-go-back"), "{}", text("notice-go-back"));
    assert_eq!(rig.app().desk.run.history.branches().len(), 2);
}

#[test]
fn a_run_that_loses_energy_on_purpose_goes_on() {
    let mut rig = playing(|physics| Parameters { drag: 0.01, ..physics });
    rig.until("it goes on", |app| app.desk.run.stage.session.simulation().steps() > 100);
    assert!(rig.app().desk.viewer.transport.is_playing && !is_told(&rig));
}
