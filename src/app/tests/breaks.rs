//! Runs whose energy breaks: the window pauses them once, says why, and leads back to before.

use super::*;
use crate::app::simulation::acts::warnings::time_before_break;

/// A run that plays by steps that are so long that the first changes the energy by more than half.
fn playing(drag: f64) -> Rig {
    let mut rig = Rig::with("plummer", [1024.0, 640.0], |app| {
        app.set_physics(|physics| {
            (physics.time_step, physics.softening, physics.drag) = (20.0, 0.0, drag);
        });
    });
    rig.until("there is an energy to compare with", |rig| !rig.surveys().is_empty());
    rig.until("the start is stored", |rig| !rig.moments().is_empty());
    rig.click("transport-play");
    rig
}

fn is_told(rig: &Rig) -> bool {
    rig.warnings("so the run is paused") > 0
}

#[test]
fn a_run_whose_energy_breaks_pauses_once_and_leads_back_to_before() {
    let mut rig = playing(0.0);
    rig.until("it pauses", |rig| !rig.is_playing());
    assert!(is_told(&rig), "{:?}", rig.notice());
    rig.until("its cause is told", |rig| rig.tells("The cause: "));

    // Whoever goes on is not stopped again.
    let steps = rig.steps();
    rig.click("transport-play");
    rig.until("it goes on", |rig| rig.steps() > steps + 100);
    assert!(rig.is_playing());

    let before = time_before_break(rig.run()).expect("a state from before is stored");
    let good = rig.statistics().told_break().expect("it is known").good;
    rig.click("notice-go-back");
    rig.until("it is back", |rig| rig.is_past());
    assert_eq!(rig.time(), before);
    assert!(before <= good && !rig.is_playing());
    rig.frame();
    assert!(is_told(&rig) && !rig.has_button("notice-go-back"), "there is nowhere to go");

    // On the branch from there, it breaks anew.
    rig.click("transport-play");
    rig.until("a branch begins", |rig| rig.statistics().told_break().is_none());
    rig.until("it pauses", |rig| !rig.is_playing());
    assert!(is_told(&rig) && rig.has_button("notice-go-back"));
    assert_eq!(rig.history().branches().len(), 2);
}

#[test]
fn a_run_that_loses_energy_on_purpose_goes_on() {
    let mut rig = playing(0.01);
    rig.until("it goes on", |rig| rig.steps() > 100);
    assert!(rig.is_playing() && !is_told(&rig));
}
