//! Comparisons of two runs side by side.

use super::{
    timeline::{branch_off, look, played, times},
    *,
};
use crate::app::simulation::acts::compare::half_names;
use crate::app::simulation::stage::Stage;

/// The times of the half with the focus and of the other one.
fn times_of(rig: &Rig) -> [f64; 2] {
    rig.halves().expect("two halves").map(|stage| stage.session.simulation().time())
}

/// Begins a comparison.
fn compare(rig: &mut Rig) {
    rig.click("timeline-compare");
    rig.until("there are two halves", |rig| rig.halves().is_some());
}

#[test]
fn two_halves_advance_by_the_same_time_with_settings_of_their_own_and_one_camera() {
    let mut rig = played(3);
    let (before, whole) = (rig.state(), rig.picture());
    compare(&mut rig);
    rig.frame();
    let [new, old] = ["picture-name", "picture-beside"].map(|key| rig.rect(Role::Image, key));
    let is_apart = old.right() <= new.left();
    let is_whole = old.left() == whole.left() && new.right() == whole.right();
    assert!(is_apart && is_whole, "{old} {new}");
    assert_eq!(times_of(&rig), [before.time; 2], "both begin with what was shown");
    assert_eq!(rig.state(), before);

    // The new half has the focus: panels act on it alone.
    rig.set_physics(|physics| {
        physics.softening = 0.3;
        physics.time_step *= 0.7;
    });
    rig.click("transport-play");
    rig.until("both advance", |rig| times_of(rig).iter().all(|time| *time > before.time + 0.2));
    rig.click("transport-pause");
    rig.frames(20);
    let [a, b] = times_of(&rig);
    let physics = rig.halves().unwrap().map(|stage| stage.session.scene().physics);
    assert!((a - b).abs() <= 0.5 * physics[1].time_step + 1e-9, "{a} and {b}");
    assert_eq!(physics.map(|physics| physics.softening), [0.3, 0.02]);
    let names = half_names(rig.run());
    assert!(names[0].contains(" · 2: softening 0.3, step"), "{names:?}");

    rig.drag(new.center(), new.center() + vec2(60.0, 20.0));
    rig.drag(old.center(), old.center() + vec2(30.0, 20.0));
    rig.until("the camera rests", |rig| !rig.viewer().flight.is_moving());
    rig.frame();
    let [camera, beside] = rig.halves().unwrap().map(|stage| stage.session.scene().camera);
    assert_eq!(camera, beside);

    // A click gives the other half the focus; ending the comparison keeps that one on stage and the
    // other as a branch.
    rig.click_at(old.center());
    rig.frame();
    assert_eq!((rig.branch(), rig.history().current()), (1, 1));
    assert_eq!(rig.physics().softening, 0.02);
    rig.click("timeline-compare");
    assert!(rig.halves().is_none() && rig.history().branch(2).is_some());
    rig.until("the last state of the other half is stored", |rig| {
        rig.moments_of(2).last().unwrap().time() == a
    });
    assert_eq!(rig.picture(), whole);
}

#[test]
fn looking_back_moves_both_halves_and_a_comparison_that_led_nowhere_leaves_no_branch() {
    let mut rig = played(4);
    rig.press(Key::D);
    rig.until("there are two halves", |rig| rig.halves().is_some());
    look(&mut rig, 0.0);
    rig.until("both show the start", |rig| times_of(rig) == [0.0; 2]);
    rig.press(Key::End);
    rig.until("both are back", |rig| times_of(rig).iter().all(|time| *time > 0.0));
    rig.key(Key::D, Modifiers::SHIFT);
    assert_eq!(rig.branch(), 1);
    rig.press(Key::D);
    assert!(rig.halves().is_none());
    assert_eq!(rig.history().branches().len(), 1);
}

#[test]
fn halves_that_look_back_show_the_same_moment_or_say_at_which_step_they_are() {
    let mut rig = played(3);
    compare(&mut rig);
    let slower = rig.physics().time_step;
    rig.set_physics(|physics| physics.time_step *= 0.7);
    rig.click("transport-play");
    rig.until("the new half has states", |rig| rig.moments().len() > 8);
    rig.click("transport-pause");
    let are_said = |names: &[String]| names.iter().all(|name| name.contains(" at step "));
    for share in [0.0, 0.3, 0.5, 0.6, 0.7, 0.8, 0.9] {
        look(&mut rig, share);
        rig.until("it looks back", |rig| rig.is_past() && rig.stage().cursor.waiting.is_none());
        rig.frame();
        let [a, b] = times_of(&rig);
        // Each half stores its own states, as many as its frames bring: the other one shows the
        // nearest that it has.
        let [_, beside] = rig.halves().unwrap();
        let nearest = rig.moments_of(beside.cursor.branch).iter();
        let nearest = nearest.map(|moment| (moment.time() - a).abs()).fold(f64::MAX, f64::min);
        assert!((a - b).abs() <= nearest + 1e-9, "{a} and {b} at {share}");
        // Steps of different length end at different times: half a step of the one behind cannot be
        // made up.
        let half = 0.5 * if a < b { rig.physics().time_step } else { slower };
        let gap = (a - b).abs();
        // Just half a step may be rounded either way.
        if (gap - half).abs() > 1e-9 {
            let names = half_names(rig.run());
            assert_eq!(are_said(&names), gap > half, "{a} and {b} at {share}: {names:?}");
        }
    }
    // Where one lacks the moment, the names say so.
    rig.show_start_beside();
    let names = half_names(rig.run());
    assert!(are_said(&names) && names[1].contains("at step 0"), "{names:?}");
}

#[test]
fn a_comparison_with_a_branch_begins_where_both_have_been() {
    let mut rig = played(4);
    branch_off(&mut rig, None);
    rig.ask(Command::Compare(Some(1)));
    rig.until("there are two halves", |rig| rig.halves().is_some());
    rig.frame();
    let [a, b] = times_of(&rig);
    let step = rig.physics().time_step;
    let nearest = rig.history().branch(1).unwrap().nearest(a).unwrap().time();
    assert!(times(&rig).contains(&a) && b == nearest, "stored states near each other: {a} and {b}");
    rig.click("transport-play");
    rig.until("they meet", |rig| {
        let [a, b] = times_of(rig);
        (a - b).abs() < 0.1 * step && a > 0.0
    });
    rig.ask(Command::Scene("figure-8".to_owned()));
    rig.until("the other scene has begun", |rig| rig.count() == 3);
    assert!(rig.halves().is_none());
}

#[test]
fn both_halves_are_measured_and_drawn_with_the_same_light() {
    let mut rig = Rig::new("plummer");
    rig.perform(Command::FullLight(false));
    compare(&mut rig);
    let are_plain =
        |rig: &Rig| rig.halves().unwrap().map(|stage| stage.session.pictures().has_plain_light());
    assert_eq!((are_plain(&rig), rig.viewer().slow_for), ([true; 2], None));
    rig.key(Key::D, Modifiers::SHIFT);
    rig.perform(Command::FullLight(true));
    assert_eq!(are_plain(&rig), [false; 2]);
    rig.command("keys-play");
    rig.until("the half without the focus has radii", |rig| {
        let beside: &Stage = rig.halves().unwrap()[1];
        beside.statistics.readout().half_mass_radius.is_some()
    });
}
