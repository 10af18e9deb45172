//! The timeline: looking back, going on from there, branches.

use starshell::physics::State;

use super::*;
use crate::app::simulation::acts::timeline::branch_name;

/// A run that has been played until the history holds this many states, then paused.
pub fn played(states: usize) -> Rig {
    let mut rig = Rig::new("plummer");
    rig.click("transport-play");
    rig.until("states are stored", |rig| rig.moments().len() >= states);
    rig.click("transport-pause");
    rig
}

/// Clicks the rail at a share of its length.
pub fn look(rig: &mut Rig, share: f32) {
    let rail = rig.rect(Role::Slider, "timeline-rail");
    rig.click_at(rail.left_center().lerp(rail.right_center(), share));
}

/// Shows the start of the run.
pub fn look_at_start(rig: &mut Rig) {
    look(rig, 0.0);
    rig.until("the start is shown", |rig| rig.steps() == 0);
}

/// Plays from the start, with another softening if there is one, until the branch has states.
pub fn branch_off(rig: &mut Rig, softening: Option<&str>) {
    look_at_start(rig);
    softening.into_iter().for_each(|number| rig.set("physics-softening", number));
    rig.click("transport-play");
    rig.until("the branch has states", |rig| rig.moments().len() > 2);
    rig.click("transport-pause");
}

pub fn times(rig: &Rig) -> Vec<f64> {
    rig.moments().iter().map(|moment| moment.time()).collect()
}

/// The numbers of bodies in the stored states of the present branch.
fn counts(rig: &Rig) -> Vec<usize> {
    rig.moments().iter().map(|moment| moment.count()).collect()
}

#[test]
fn the_start_is_stored_and_shown_again_bit_for_bit_and_the_present_comes_back() {
    let mut rig = played(4);
    let now = rig.state();
    assert_eq!(times(&rig)[0], 0.0, "the run is covered from its start");
    look_at_start(&mut rig);
    let start = scene("plummer").bodies().unwrap();
    assert_eq!(rig.state().state, State::new(&start, rig.physics().precision).unwrap());
    assert!(rig.is_past());
    assert_eq!(*times(&rig).last().unwrap(), now.time, "the present is stored before it is left");

    for (key, time) in [(Key::ArrowRight, times(&rig)[1]), (Key::ArrowLeft, 0.0)] {
        rig.press(key);
        assert_eq!(rig.time(), time);
    }
    rig.click("timeline-newest");
    assert_eq!(rig.state(), now);
    assert!(!rig.is_past() && rig.history().branches().len() == 1);
}

#[test]
fn stored_states_are_played_backwards_and_forwards_to_their_ends() {
    let mut rig = played(4);
    let now = rig.state();
    rig.key(Key::Home, Modifiers::SHIFT);
    rig.until("the start is shown", |rig| rig.steps() == 0);
    let seen = std::cell::RefCell::new(vec![0.0]);
    rig.key(Key::End, Modifiers::SHIFT);
    rig.until("the last state is shown", |rig| {
        let mut seen = seen.borrow_mut();
        if seen.last() != Some(&rig.time()) {
            seen.push(rig.time());
        }
        rig.time() == now.time
    });
    assert_eq!(seen.into_inner(), times(&rig), "every state is shown, in its order");
    assert_eq!(rig.state(), now);
}

#[test]
fn the_past_is_not_recorded_and_dragging_shows_state_after_state() {
    let mut rig = played(4);
    let now = rig.state();
    let rail = rig.rect(Role::Slider, "timeline-rail");
    rig.harness.drag_at(rail.right_center());
    rig.frame();
    rig.harness.hover_at(rail.center());
    rig.until("a state on the way is shown", |rig| {
        rig.is_past() && rig.steps() > 0 && rig.steps() < now.steps
    });
    // Copies that were under way have arrived by now, since they arrive in order, and the present
    // is the last of them.
    let count = rig.history().count();
    assert_eq!(*times(&rig).last().unwrap(), now.time);
    rig.harness.hover_at(rail.left_center());
    rig.until("the start is shown", |rig| rig.steps() == 0);
    rig.harness.drop_at(rail.left_center());
    // More than a second: states of a present would be copied four times.
    rig.frames(80);
    assert_eq!((rig.history().count(), rig.is_playing()), (count, false));
}

#[test]
fn playing_from_the_past_keeps_the_old_future() {
    let mut rig = played(4);
    look_at_start(&mut rig);
    let ahead = times(&rig);
    branch_off(&mut rig, Some("0.25"));
    let (current, count) = (rig.history().current(), rig.history().branches().len());
    assert_eq!((rig.branch(), current, count), (2, 2, 2));
    let old = rig.moments_of(1).iter().map(|moment| moment.time());
    assert_eq!(old.collect::<Vec<_>>(), ahead);
    assert_eq!(rig.moments().last().unwrap().physics().softening, 0.25);
    let is_sorted = rig.surveys().iter().is_sorted_by_key(|sample| sample.time);
    assert!(is_sorted, "the plot has one branch");
}

#[test]
fn branches_are_switched_and_discarded_by_their_names() {
    let mut rig = played(4);
    let (first, softening) = (rig.time(), rig.physics().softening);
    branch_off(&mut rig, Some("0.25"));
    let end = rig.state();
    let [one, two] =
        [1, 2].map(|number| branch_name(rig.history().branch(number).unwrap(), rig.stage()));
    assert_eq!([&*one, &*two], ["Branch 1", "2: softening 0.25"]);
    let pick = |rig: &mut Rig, item: &str| {
        rig.press_on(Role::ComboBox, "timeline-branches");
        rig.pick_item(item);
    };
    pick(&mut rig, &one);
    rig.until("the first branch is shown", |rig| rig.branch() == 1);
    assert_eq!((rig.time(), rig.physics().softening), (first, softening));
    pick(&mut rig, &two);
    assert_eq!((rig.state(), rig.physics().softening), (end, 0.25));
    rig.press_on(Role::ComboBox, "timeline-branches");
    let first = rig.rect(Role::Button, "timeline-discard").center();
    rig.click_at(first);
    assert_eq!((rig.moments_of(1).len(), rig.history().branches().len()), (0, 1));
}

#[test]
fn restarting_keeps_the_run_and_another_scene_clears_the_history() {
    let mut rig = played(3);
    rig.click("transport-restart");
    rig.until("it starts again", |rig| rig.history().branches().len() == 2);
    assert_eq!(times(&rig), [0.0]);
    rig.ask(Command::Scene("figure-8".to_owned()));
    rig.until("the other scene is stored", |rig| counts(rig).first() == Some(&3));
    assert_eq!(rig.history().branches().len(), 1);
}

#[test]
fn an_undone_edit_leaves_the_history_as_it_was() {
    let mut rig = Rig::new("kepler");
    rig.until("the start is stored", |rig| !rig.moments().is_empty());
    rig.ask(Command::Edit(Edit::Delete(1)));
    rig.until("the body is gone", |rig| rig.count() == 1);
    assert_eq!(counts(&rig), [2, 1]);
    rig.key(Key::Z, Modifiers::COMMAND);
    rig.until("the body is back", |rig| rig.count() == 2);
    assert_eq!((counts(&rig), rig.history().branches().len()), (vec![2], 1));
    assert!(!rig.is_past());
}

#[test]
fn an_edit_of_the_past_begins_a_branch() {
    let mut rig = played(4);
    look_at_start(&mut rig);
    rig.ask(Command::Edit(Edit::Delete(7)));
    rig.until("a branch has begun", |rig| rig.history().branches().len() == 2);
    assert_eq!((rig.count(), counts(&rig).last()), (255, Some(&255)));
    assert_eq!(rig.moments_of(1).last().unwrap().count(), 256);
}

#[test]
fn a_history_without_memory_stays_empty_and_is_labelled() {
    let mut rig = Rig::with("plummer", USUAL, |app| app.set_history_budget(1000));
    rig.frames(2);
    assert!(rig.moments().is_empty());
    look(&mut rig, 0.0);
    rig.press(Key::ArrowLeft);
    rig.until("the notice appears", |rig| rig.warnings("") > 0);
}
