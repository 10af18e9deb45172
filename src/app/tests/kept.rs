//! Runs kept in the plots, and the comparison of two integrators.

use egui::{Event, Key, Modifiers, Role};
use starshell::physics::Integrator;

use super::{Rig, text};
use crate::app::statistics::Plot;

/// A run that has been measured.
fn measured(name: &str) -> Rig {
    let mut rig = Rig::new(name);
    rig.until("it is measured", |desk| !desk.stage.statistics.surveys().is_empty());
    rig
}

#[test]
fn a_curve_is_kept_while_another_run_follows_and_is_renamed_hidden_saved_and_removed() {
    let mut rig = measured("plummer");
    rig.click("kept-keep");
    let name = rig.desk().kept[0].name.clone();
    assert!(name.contains(&text("integrator-leapfrog-kdk")) && name.contains("0.01"), "{name}");
    rig.choose("physics-integrator", "integrator-runge-kutta-4");
    rig.click("transport-restart");
    rig.until("it starts anew and is measured", |desk| desk.loading().is_none() && !desk.stage.statistics.surveys().is_empty());
    rig.click("kept-keep");
    let [one, two] = rig.desk().kept.as_slice() else { panic!("two are kept") };
    assert!(one.color != two.color && two.name.contains(&text("integrator-runge-kutta-4")), "{two:?}");
    assert_eq!(one.curve(Plot::Energies).map(|curve| curve.len()), Some(1));

    rig.press_on(Role::TextInput, "kept-rename");
    rig.harness.key_press_modifiers(Modifiers::COMMAND, Key::A);
    rig.harness.event(Event::Text("the first".to_owned()));
    rig.frame();
    assert_eq!(rig.desk().kept[0].name, "the first");
    rig.click("kept-show");
    assert_eq!(rig.desk().kept.iter().map(|kept| kept.is_shown).collect::<Vec<_>>(), [false, true]);
    rig.click("kept-save");
    let table = std::fs::read_to_string(rig.folder.path().join("plummer-the-first.csv")).unwrap();
    assert_eq!(table.lines().count(), 2, "{table}");
    rig.click("kept-remove");
    assert_eq!(rig.desk().kept.len(), 1);
}

#[test]
fn two_integrators_run_from_the_same_start_to_the_same_time_by_one_click() {
    let mut rig = measured("kepler");
    let first = rig.desk().stage.session.scene().physics.integrator;
    rig.choose("trial-other", "integrator-hermite-4");
    rig.desk_mut().stage.transport.steps_per_frame = 50;
    rig.desk_mut().trial_time = std::time::Duration::from_secs(1);
    rig.click("trial-begin");
    rig.until("it has begun", |desk| desk.trial.is_some());
    assert!(rig.has(Role::Button, "trial-stop"));
    rig.until("both have run", |desk| desk.trial.is_none());
    let [one, two] = rig.desk().kept.as_slice() else { panic!("both are kept") };
    let last = |kept: &crate::app::statistics::Kept| kept.last().unwrap().clone();
    assert!(one.name.contains(&text(&format!("integrator-{}", starshell::name::Named::name(first)))), "{}", one.name);
    assert!(two.name.contains(&text("integrator-hermite-4")), "{}", two.name);
    assert!((last(one).time - last(two).time).abs() < 1e-9 && last(one).steps > 0, "{:?} {:?}", last(one), last(two));
    assert_ne!(last(one).value.drift, last(two).value.drift);
    assert_eq!(rig.desk().stage.statistics.shown, Plot::Drift);
    assert!(rig.notice().is_some_and(|notice| notice.contains(&text("integrator-hermite-4"))), "{:?}", rig.notice());
    assert_eq!(rig.desk().stage.session.scene().physics.integrator, Integrator::Hermite4);
    assert_eq!(rig.desk().other_integrator, first, "the same button compares again");
}

#[test]
fn a_comparison_of_integrators_ends_when_something_else_happens() {
    let mut rig = measured("kepler");
    rig.click("trial-begin");
    rig.until("it has begun", |desk| desk.trial.is_some() && desk.loading().is_none());
    rig.click("trial-stop");
    assert!(rig.desk().trial.is_none());
    rig.click("trial-begin");
    rig.until("it has begun", |desk| desk.trial.is_some() && desk.stage.session.simulation().steps() > 0);
    rig.click("transport-restart");
    assert!(rig.desk().trial.is_none() && rig.desk().kept.is_empty());
}
