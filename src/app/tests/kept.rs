//! Runs kept in the plots, and the comparison of two integrators.

use egui::{Event, Key, Modifiers, Role};
use starshell::physics::Integrator;

use crate::app::simulation::acts;
use crate::app::tests::{Rig, text};
use crate::lesson::Plot;

/// A run that has been measured.
fn measured(name: &str) -> Rig {
    let mut rig = Rig::new(name);
    rig.until("it is measured", |app| !app.desk.run.stage.statistics.surveys().is_empty());
    rig
}

#[test]
fn a_curve_is_kept_while_another_run_follows_and_is_renamed_hidden_saved_and_removed() {
    let mut rig = measured("plummer");
    rig.click("kept-keep");
    let name = rig.app().desk.run.trials.kept[0].name.clone();
    assert!(name.contains(&text("integrator-leapfrog-kdk")) && name.contains("0.01"), "{name}");
    rig.choose("physics-integrator", "integrator-runge-kutta-4");
    rig.click("transport-restart");
    rig.until("it starts anew and is measured", |app| {
        app.desk.run.loading().is_none() && !app.desk.run.stage.statistics.surveys().is_empty()
    });
    rig.click("kept-keep");
    let [one, two] = rig.app().desk.run.trials.kept.as_slice() else { panic!("two are kept") };
    assert!(
        one.color != two.color && two.name.contains(&text("integrator-runge-kutta-4")),
        "{two:?}"
    );
    assert_eq!(one.curve(Plot::Energies).map(|curve| curve.len()), Some(1));

    rig.press_on(Role::TextInput, "kept-rename");
    rig.harness.key_press_modifiers(Modifiers::COMMAND, Key::A);
    rig.harness.event(Event::Text("the first".to_owned()));
    rig.frame();
    assert_eq!(rig.app().desk.run.trials.kept[0].name, "the first");
    rig.click("kept-show");
    assert_eq!(
        rig.app().desk.run.trials.kept.iter().map(|kept| kept.is_shown).collect::<Vec<_>>(),
        [false, true]
    );
    rig.click("kept-save");
    let table = std::fs::read_to_string(rig.folder.path().join("plummer-the-first.csv")).unwrap();
    assert_eq!(table.lines().count(), 2, "{table}");
    rig.click("kept-remove");
    assert_eq!(rig.app().desk.run.trials.kept.len(), 1);
}

#[test]
fn two_integrators_run_from_the_same_start_to_the_same_time_by_one_click() {
    let mut rig = measured("kepler");
    let first = rig.app().desk.run.stage.session.scene().physics.integrator;
    rig.choose("trial-other", "integrator-hermite-4");
    rig.app_mut().desk.viewer.transport.steps_per_frame = 50;
    rig.app_mut().desk.run.trials.time = std::time::Duration::from_secs(1);
    rig.click("trial-begin");
    rig.until("it has begun", |app| app.desk.run.trials.under_way.is_some());
    assert!(rig.has(Role::Button, "trial-stop"));
    rig.until("both have run", |app| app.desk.run.trials.under_way.is_none());
    let [one, two] = rig.app().desk.run.trials.kept.as_slice() else { panic!("both are kept") };
    let last = |kept: &crate::app::simulation::statistics::Kept| kept.last().unwrap().clone();
    assert!(
        one.name.contains(&text(&format!("integrator-{}", starshell::name::Named::name(first)))),
        "{}",
        one.name
    );
    assert!(two.name.contains(&text("integrator-hermite-4")), "{}", two.name);
    assert!(
        (last(one).time - last(two).time).abs() < 1e-9 && last(one).steps > 0,
        "{:?} {:?}",
        last(one),
        last(two)
    );
    assert_ne!(last(one).value.drift, last(two).value.drift);
    assert_eq!(rig.app().desk.viewer.plot, Plot::Drift);
    assert!(
        rig.notice().is_some_and(|notice| notice.contains(&text("integrator-hermite-4"))),
        "{:?}",
        rig.notice()
    );
    rig.until("the integrator is the one from before", |app| app.desk.run.loading().is_none());
    assert_eq!(rig.app().desk.run.stage.session.scene().physics.integrator, first);
    assert_eq!(
        (acts::trial::other_integrator(&rig.app().desk.run), rig.steps()),
        (Integrator::Hermite4, 0),
        "the same button compares again"
    );
    assert!(!rig.app().desk.viewer.transport.is_playing);
}

#[test]
fn the_present_integrator_is_not_offered_against_itself() {
    let mut rig = measured("kepler");
    rig.choose("physics-integrator", "integrator-runge-kutta-4");
    rig.frame();
    assert_eq!(acts::trial::other_integrator(&rig.app().desk.run), Integrator::LeapfrogKdk);
    rig.press_on(Role::ComboBox, "trial-other");
    let offered = |rig: &Rig, integrator: &str| rig.called(Role::Button, integrator).count();
    assert_eq!(
        (offered(&rig, "integrator-runge-kutta-4"), offered(&rig, "integrator-hermite-4")),
        (0, 1)
    );
}

#[test]
fn a_comparison_that_would_take_too_long_ends_early_and_says_when_and_why() {
    let mut rig = measured("kepler");
    let first = rig.app().desk.run.stage.session.scene().physics.integrator;
    let wanted = starshell::words::number(20.0 * rig.app().desk.run.stage.session.scene().pace);
    rig.app_mut().desk.run.trials.time = std::time::Duration::from_secs(20);
    rig.click("trial-begin");
    rig.until("it runs", |app| {
        app.desk.run.trials.under_way.is_some()
            && app.desk.run.loading().is_none()
            && !app.desk.run.stage.statistics.surveys().is_empty()
    });
    // Frames of a slow machine: no run takes longer than 40 s.
    while rig.app().desk.run.trials.under_way.is_some_and(|trial| trial.place == 0) {
        rig.app_mut().frame(0.5).unwrap();
        rig.harness.step();
    }
    let said = |rig: &Rig| {
        rig.app()
            .desk
            .shell
            .notices
            .iter()
            .any(|notice| notice.text.contains(&wanted) && notice.text.contains("40 s"))
    };
    assert!(said(&rig), "{:?}", rig.notice());
    rig.until("both have run", |app| {
        app.desk.run.trials.under_way.is_none() && app.desk.run.loading().is_none()
    });
    assert!(said(&rig), "the result says so too: {:?}", rig.notice());
    let [one, two] = rig.app().desk.run.trials.kept.as_slice() else { panic!("both are kept") };
    let time = |kept: &crate::app::simulation::statistics::Kept| kept.last().unwrap().time;
    assert!((time(one) - time(two)).abs() < 1e-9 && time(one) > 0.0, "{} {}", time(one), time(two));
    assert_eq!(rig.app().desk.run.stage.session.scene().physics.integrator, first);
}

#[test]
fn a_comparison_of_more_bodies_than_are_measured_still_has_curves() {
    let mut rig = measured("kepler");
    rig.app_mut().desk.run.stage.statistics.pacing.longest = 1e-12;
    rig.app_mut().desk.run.trials.time = std::time::Duration::from_secs(1);
    rig.app_mut().desk.viewer.transport.steps_per_frame = 5;
    rig.click("trial-begin");
    rig.until("both have run", |app| {
        app.desk.run.trials.under_way.is_none()
            && app.desk.run.loading().is_none()
            && app.desk.run.trials.kept.len() == 2
    });
    for kept in &rig.app().desk.run.trials.kept {
        let points = kept.curve(Plot::Drift).unwrap();
        let seen = points.iter().filter(|[_, error]| *error > 0.0).count();
        assert!(seen > 4, "{}: {points:?}", kept.name);
    }
}

#[test]
fn a_comparison_that_is_cut_short_has_its_own_curves() {
    let mut rig = measured("kepler");
    rig.app_mut().desk.run.stage.statistics.pacing.longest = 1e-12;
    rig.app_mut().desk.run.trials.time = std::time::Duration::from_secs(2000);
    rig.click("trial-begin");
    rig.until("it runs", |app| {
        app.desk.run.trials.under_way.is_some()
            && app.desk.run.loading().is_none()
            && !app.desk.run.stage.statistics.surveys().is_empty()
    });
    // Frames of a machine that reaches but a small part of the time that was wanted.
    while rig.app().desk.run.trials.under_way.is_some_and(|trial| trial.place == 0) {
        rig.app_mut().frame(0.4).unwrap();
        rig.harness.step();
    }
    rig.until("both have run", |app| {
        app.desk.run.trials.under_way.is_none()
            && app.desk.run.loading().is_none()
            && app.desk.run.trials.kept.len() == 2
    });
    for kept in &rig.app().desk.run.trials.kept {
        let points = kept.curve(Plot::Drift).unwrap();
        let seen = points.iter().filter(|[_, error]| *error > 0.0).count();
        assert!(seen > 3, "{}: {points:?}", kept.name);
    }
    rig.frame();
    assert!(rig.paints("t"), "the plot has axes: {:?}", rig.painted());
}

#[test]
fn names_of_kept_runs_are_shown_whole() {
    let mut rig = measured("plummer");
    rig.choose("physics-integrator", "integrator-symplectic-euler");
    rig.frame();
    rig.click("kept-keep");
    let name = rig.app().desk.run.trials.kept[0].name.clone();
    rig.reach(Role::TextInput, "kept-rename");
    let (_, place) =
        rig.painted().into_iter().find(|(text, _)| *text == name).expect("it is painted");
    let field = rig.control(Role::TextInput, "kept-rename").rect();
    assert!(field.contains_rect(place), "{name} at {place} in {field}");
}

#[test]
fn a_comparison_of_integrators_ends_when_something_else_happens() {
    let mut rig = measured("kepler");
    rig.click("trial-begin");
    rig.until("it has begun", |app| {
        app.desk.run.trials.under_way.is_some() && app.desk.run.loading().is_none()
    });
    rig.click("trial-stop");
    assert!(
        rig.app().desk.run.trials.under_way.is_none() && rig.app().desk.run.loading().is_none()
    );
    rig.click("trial-begin");
    rig.until("it has begun", |app| {
        app.desk.run.trials.under_way.is_some()
            && app.desk.run.stage.session.simulation().steps() > 0
    });
    rig.click("transport-restart");
    assert!(
        rig.app().desk.run.trials.under_way.is_none() && rig.app().desk.run.trials.kept.is_empty()
    );
    assert!(
        rig.notice()
            .is_some_and(|notice| notice.starts_with("The comparison of integrators ended")),
        "{:?}",
        rig.notice()
    );
}
