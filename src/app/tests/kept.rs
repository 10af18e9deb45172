//! Runs kept in the plots, and the comparison of two integrators.

use starshell::physics::Integrator;

use super::*;
use crate::app::simulation::{acts::trial::other_integrator, statistics::Kept};

/// A run that has been measured.
fn measured(name: &str) -> Rig {
    let mut rig = Rig::on(Page::Measure, name);
    rig.until("it is measured", |rig| !rig.surveys().is_empty());
    rig
}

/// A run of which two integrators are compared for so many seconds each.
fn comparing(seconds: u64) -> Rig {
    let mut rig = measured("kepler");
    rig.set_trial_time(seconds);
    rig
}

/// Waits until the first integrator runs.
#[track_caller]
fn wait_for_first(rig: &mut Rig) {
    rig.until("it runs", |rig| {
        rig.trial().is_some() && !rig.is_loading() && !rig.surveys().is_empty()
    });
}

/// Lets it end after frames of so many seconds, on a slow machine.
fn end_first(rig: &mut Rig, seconds: f32) {
    while rig.trial().is_some_and(|trial| trial.place == 0) {
        rig.elapse(seconds);
        rig.draw(1);
    }
}

/// Waits for the end of both, and returns what was kept.
#[track_caller]
fn both(rig: &mut Rig) -> [Kept; 2] {
    rig.until("both have run", |rig| {
        rig.trial().is_none() && !rig.is_loading() && rig.kept().len() == 2
    });
    rig.kept().to_vec().try_into().unwrap()
}

fn name_of(integrator: Integrator) -> String {
    text(&format!("integrator-{}", integrator.name()))
}

#[test]
fn a_curve_is_kept_while_another_run_follows_and_is_renamed_hidden_saved_and_removed() {
    let mut rig = measured("plummer");
    rig.click("kept-keep");
    rig.choose("physics-integrator", "integrator-runge-kutta-4");
    rig.click("transport-restart");
    rig.until("it starts anew and is measured", |rig| {
        !rig.is_loading() && !rig.surveys().is_empty()
    });
    rig.click("kept-keep");
    let [one, two] = rig.kept() else { panic!("two are kept") };
    let parts = [name_of(Integrator::LeapfrogKdk), "0.01".to_owned()];
    assert!(parts.iter().all(|part| one.name.contains(part)), "{one:?}");
    assert!(two.name.contains(&name_of(Integrator::RungeKutta4)), "{two:?}");
    assert_ne!(one.color, two.color);
    assert_eq!(one.curve(Plot::Energies).map(|curve| curve.len()), Some(1));

    rig.write("kept-rename", "the first");
    assert_eq!(rig.kept()[0].name, "the first");
    rig.click("kept-show");
    let shown: Vec<_> = rig.kept().iter().map(|kept| kept.is_shown).collect();
    assert_eq!(shown, [false, true]);
    rig.click("kept-save");
    let saved = std::fs::read_dir(rig.file("")).unwrap().map(|entry| entry.unwrap().path());
    let mut saved = saved.filter(|path| path.to_string_lossy().ends_with("_the-first.csv"));
    let table = std::fs::read_to_string(saved.next().expect("it is saved")).unwrap();
    assert_eq!(table.lines().count(), 2, "{table}");
    rig.click("kept-remove");
    assert_eq!(rig.kept().len(), 1);
}

#[test]
fn two_integrators_run_from_the_same_start_to_the_same_time_by_one_click() {
    let mut rig = comparing(1);
    let first = rig.physics().integrator;
    rig.choose("trial-other", "integrator-hermite-4");
    rig.set("transport-frame-steps", "50");
    rig.click("trial-begin");
    rig.until("it has begun", |rig| rig.trial().is_some());
    assert!(rig.has_button("trial-stop"));
    let kept = both(&mut rig);
    for (kept, integrator) in kept.iter().zip([first, Integrator::Hermite4]) {
        assert!(kept.name.contains(&name_of(integrator)), "{}", kept.name);
    }
    let [one, two] = kept.each_ref().map(|kept| kept.last().unwrap());
    assert!((one.time - two.time).abs() < 1e-9 && one.steps > 0, "{one:?} {two:?}");
    assert_ne!(one.value.drift, two.value.drift);
    assert_eq!(rig.viewer().plots[0], Plot::Drift);
    rig.assert_told([&name_of(Integrator::Hermite4)]);
    assert_eq!(rig.physics().integrator, first, "the integrator is the one from before");
    let other = other_integrator(rig.run());
    assert_eq!((other, rig.steps()), (Integrator::Hermite4, 0), "the button compares again");
    assert!(!rig.is_playing());
}

#[test]
fn the_present_integrator_is_not_offered_against_itself() {
    let mut rig = measured("kepler");
    rig.choose("physics-integrator", "integrator-runge-kutta-4");
    rig.frame();
    assert_eq!(other_integrator(rig.run()), Integrator::LeapfrogKdk);
    rig.press_on(Role::ComboBox, "trial-other");
    let offered = ["runge-kutta-4", "hermite-4"]
        .map(|name| rig.called(Role::Button, &format!("integrator-{name}")).count());
    assert_eq!(offered, [0, 1]);
}

#[test]
fn a_comparison_that_would_take_too_long_ends_early_and_says_when_and_why() {
    let mut rig = comparing(20);
    let first = rig.physics().integrator;
    let wanted = words::number(20.0 * rig.scene().pace);
    rig.click("trial-begin");
    wait_for_first(&mut rig);
    // Frames of a slow machine: no run takes longer than 40 s.
    end_first(&mut rig, 0.5);
    let is_said = |rig: &Rig| {
        let mut notices = rig.notices().iter();
        notices.any(|notice| notice.text.contains(&wanted) && notice.text.contains("40 s"))
    };
    assert!(is_said(&rig), "{:?}", rig.notice());
    let [one, two] = both(&mut rig).map(|kept| kept.last().unwrap().time);
    assert!(is_said(&rig), "the result says so too: {:?}", rig.notice());
    assert!((one - two).abs() < 1e-9 && one > 0.0, "{one} {two}");
    assert_eq!(rig.physics().integrator, first);
}

/// Asserts that the error of each has more points than this.
#[track_caller]
fn assert_curves(kept: &[Kept; 2], count: usize) {
    for kept in kept {
        let points = kept.curve(Plot::Drift).unwrap();
        let seen = points.iter().filter(|[_, error]| *error > 0.0).count();
        assert!(seen > count, "{}: {points:?}", kept.name);
    }
}

#[test]
fn a_comparison_of_more_bodies_than_are_measured_still_has_curves() {
    let mut rig = comparing(1);
    rig.set_longest_measurement(1e-12);
    rig.set("transport-frame-steps", "5");
    rig.click("trial-begin");
    assert_curves(&both(&mut rig), 4);
}

#[test]
fn a_comparison_that_is_cut_short_has_its_own_curves() {
    let mut rig = comparing(2000);
    rig.set_longest_measurement(1e-12);
    rig.click("trial-begin");
    wait_for_first(&mut rig);
    // Frames of a machine that reaches but a small part of the time that was wanted.
    end_first(&mut rig, 0.4);
    assert_curves(&both(&mut rig), 3);
    rig.frame();
    // The plot has axes.
    rig.assert_paints(["t"]);
}

#[test]
fn names_of_kept_runs_are_shown_whole() {
    let mut rig = measured("plummer");
    rig.choose("physics-integrator", "integrator-symplectic-euler");
    rig.frame();
    rig.click("kept-keep");
    let field = rig.reach(Role::TextInput, "kept-rename");
    let name = &rig.kept()[0].name;
    let place = rig.place_of(name).expect("it is painted");
    assert!(field.contains_rect(place), "{name} at {place} in {field}");
}

#[test]
fn a_comparison_of_integrators_ends_when_something_else_happens() {
    let mut rig = measured("kepler");
    rig.click("trial-begin");
    rig.until("it has begun", |rig| rig.trial().is_some() && !rig.is_loading());
    rig.click("trial-stop");
    assert!(rig.trial().is_none() && !rig.is_loading());
    rig.click("trial-begin");
    rig.until("it has begun", |rig| rig.trial().is_some() && rig.steps() > 0);
    rig.click("transport-restart");
    assert!(rig.trial().is_none() && rig.kept().is_empty());
    rig.assert_told(["The comparison of integrators ended"]);
}
