//! The timeline: looking back, going on from there, branches.

use egui::{Key, Modifiers, Role, pos2, vec2};
use egui_kittest::kittest::Queryable;
use starshell::physics::Snapshot;

use crate::app::commands::{Command, Edit};
use crate::app::simulation::acts::{self, timeline::branch_name};
use crate::app::tests::{Rig, scene};
use crate::app::window::app::App;

/// A run that has been played until the history holds this many states, then paused.
fn played(states: usize) -> Rig {
    let mut rig = Rig::new("plummer");
    rig.click("transport-play");
    rig.until("states are stored", |app| {
        app.desk.run.line().is_some_and(|line| line.moments().len() >= states)
    });
    rig.click("transport-pause");
    rig
}

/// Clicks the rail at a share of its length.
fn look(rig: &mut Rig, share: f32) {
    let rail = rig.control(Role::Slider, "timeline-rail").rect();
    let place = pos2(rail.left() + share * rail.width(), rail.center().y);
    rig.click_at(place, Modifiers::NONE);
}

fn times(rig: &Rig) -> Vec<f64> {
    rig.app().desk.run.line().unwrap().moments().iter().map(|moment| moment.time()).collect()
}

/// The state on the GPU.
fn present(rig: &Rig) -> Snapshot {
    let simulation = rig.app().desk.run.stage.session.simulation();
    Snapshot {
        time: simulation.time(),
        steps: simulation.steps(),
        state: simulation.state().unwrap(),
    }
}

fn is_past(rig: &Rig) -> bool {
    rig.app().desk.run.stage.cursor.shown.is_some()
}

#[test]
fn the_start_is_stored_and_shown_again_bit_for_bit_and_the_present_comes_back() {
    let mut rig = played(4);
    let (now, physics) = (present(&rig), rig.app().desk.run.stage.session.scene().physics);
    assert_eq!(times(&rig)[0], 0.0, "the run is covered from its start");
    look(&mut rig, 0.0);
    rig.until("the start is shown", |app| app.desk.run.stage.session.simulation().steps() == 0);
    let start = scene("plummer").bodies().unwrap();
    assert_eq!(
        present(&rig).state,
        starshell::physics::State::new(&start, physics.precision).unwrap()
    );
    assert!(is_past(&rig));
    assert_eq!(*times(&rig).last().unwrap(), now.time, "the present is stored before it is left");

    rig.key(Key::ArrowRight, Modifiers::NONE);
    assert_eq!(present(&rig).time, times(&rig)[1]);
    rig.key(Key::ArrowLeft, Modifiers::NONE);
    assert_eq!(present(&rig).time, 0.0);
    rig.click("timeline-newest");
    assert_eq!(present(&rig), now);
    assert!(!is_past(&rig) && rig.app().desk.run.history.branches().len() == 1);
}

#[test]
fn stored_states_are_played_backwards_and_forwards_to_their_ends() {
    let mut rig = played(4);
    let now = present(&rig);
    rig.key(Key::Home, Modifiers::SHIFT);
    rig.until("the start is shown", |app| app.desk.run.stage.session.simulation().steps() == 0);
    let seen = std::cell::RefCell::new(vec![0.0]);
    rig.key(Key::End, Modifiers::SHIFT);
    rig.until("the last state is shown", |app| {
        let time = app.desk.run.stage.session.simulation().time();
        let mut seen = seen.borrow_mut();
        if seen.last() != Some(&time) {
            seen.push(time);
        }
        time == now.time
    });
    assert_eq!(seen.into_inner(), times(&rig), "every state is shown, in its order");
    assert_eq!(present(&rig).state, now.state);
}

#[test]
fn the_past_is_not_recorded_and_dragging_shows_state_after_state() {
    let mut rig = played(4);
    let now = present(&rig);
    let rail = rig.control(Role::Slider, "timeline-rail").rect();
    rig.harness.drag_at(rail.right_center());
    rig.frame();
    rig.harness.hover_at(rail.center());
    rig.until("a state on the way is shown", |app| {
        let steps = app.desk.run.stage.session.simulation().steps();
        app.desk.run.stage.cursor.shown.is_some() && steps > 0 && steps < now.steps
    });
    // Copies that were under way have arrived by now, since they arrive in order, and the present
    // is the last of them.
    let (count, newest) = (rig.app().desk.run.history.count(), *times(&rig).last().unwrap());
    assert_eq!(newest, now.time);
    rig.harness.hover_at(rail.left_center());
    rig.until("the start is shown", |app| app.desk.run.stage.session.simulation().steps() == 0);
    rig.harness.drop_at(rail.left_center());
    // More than a second: states of a present would be copied four times.
    (0..80).for_each(|_| rig.frame());
    assert_eq!(
        (rig.app().desk.run.history.count(), rig.app().desk.viewer.transport.is_playing),
        (count, false)
    );
}

#[test]
fn playing_from_the_past_keeps_the_old_future() {
    let mut rig = played(4);
    look(&mut rig, 0.0);
    rig.until("the start is shown", |app| app.desk.run.stage.session.simulation().steps() == 0);
    let ahead = times(&rig);
    let mut physics = rig.app().desk.run.stage.session.scene().physics;
    physics.softening = 0.25;
    rig.app_mut().ask(Command::Physics(physics));
    rig.frame();
    rig.click("transport-play");
    rig.until("the branch has states", |app| {
        app.desk.run.line().is_some_and(|line| line.moments().len() > 2)
    });
    let app = rig.app();
    assert_eq!(
        (
            app.desk.run.stage.cursor.branch,
            app.desk.run.history.current(),
            app.desk.run.history.branches().len()
        ),
        (2, 2, 2)
    );
    assert_eq!(
        app.desk
            .run
            .history
            .branch(1)
            .unwrap()
            .moments()
            .iter()
            .map(|moment| moment.time())
            .collect::<Vec<_>>(),
        ahead
    );
    assert_eq!(app.desk.run.line().unwrap().newest().unwrap().physics().softening, 0.25);
    assert!(
        app.desk.run.stage.statistics.surveys().iter().is_sorted_by_key(|sample| sample.time),
        "the plot has one branch"
    );
}

#[test]
fn branches_are_switched_and_discarded_by_their_names() {
    let mut rig = played(4);
    let first = present(&rig).time;
    look(&mut rig, 0.0);
    rig.until("the start is shown", |app| app.desk.run.stage.session.simulation().steps() == 0);
    let mut physics = rig.app().desk.run.stage.session.scene().physics;
    let softening = std::mem::replace(&mut physics.softening, 0.25);
    rig.app_mut().ask(Command::Physics(physics));
    rig.frame();
    rig.click("transport-play");
    rig.until("the branch has states", |app| {
        app.desk.run.line().is_some_and(|line| line.moments().len() > 2)
    });
    rig.click("transport-pause");
    let end = present(&rig);
    let name = |rig: &Rig, number| {
        branch_name(rig.app().desk.run.history.branch(number).unwrap(), &rig.app().desk.run.stage)
    };
    assert_eq!(
        (name(&rig, 1), name(&rig, 2)),
        ("Branch 1".to_owned(), "2: softening 0.25".to_owned())
    );

    let pick = |rig: &mut Rig, name: &str| {
        rig.press_on(Role::ComboBox, "timeline-branches");
        let place = rig.harness.get_all_by_label(name).last().unwrap().rect().center();
        rig.click_at(place, Modifiers::NONE);
    };
    pick(&mut rig, "Branch 1");
    rig.until("the first branch is shown", |app| app.desk.run.stage.cursor.branch == 1);
    assert_eq!(
        (present(&rig).time, rig.app().desk.run.stage.session.scene().physics.softening),
        (first, softening)
    );
    pick(&mut rig, "2: softening 0.25");
    assert_eq!(
        (present(&rig), rig.app().desk.run.stage.session.scene().physics.softening),
        (end, 0.25)
    );

    rig.press_on(Role::ComboBox, "timeline-branches");
    let place = rig.called(Role::Button, "timeline-discard").next().unwrap().rect().center();
    rig.click_at(place, Modifiers::NONE);
    assert!(
        rig.app().desk.run.history.branch(1).is_none()
            && rig.app().desk.run.history.branches().len() == 1
    );
}

#[test]
fn restarting_keeps_the_run_and_another_scene_clears_the_history() {
    let mut rig = played(3);
    rig.click("transport-restart");
    rig.until("it starts again", |app| app.desk.run.history.branches().len() == 2);
    assert_eq!(times(&rig), [0.0]);
    rig.app_mut().ask(Command::Scene("figure-8".to_owned()));
    rig.until("the other scene is stored", |app| {
        app.desk.run.line().is_some_and(|line| line.moments()[0].snapshot().state.len() == 3)
    });
    assert_eq!(rig.app().desk.run.history.branches().len(), 1);
}

#[test]
fn an_undone_edit_leaves_the_history_as_it_was() {
    let mut rig = Rig::new("kepler");
    rig.until("the start is stored", |app| app.desk.run.line().is_some());
    rig.app_mut().ask(Command::Edit(Edit::Delete(1)));
    rig.until("the body is gone", |app| {
        app.desk.run.stage.session.simulation().bodies().count() == 1
    });
    let counts = |rig: &Rig| {
        rig.app()
            .desk
            .run
            .line()
            .unwrap()
            .moments()
            .iter()
            .map(|m| m.snapshot().state.len())
            .collect::<Vec<_>>()
    };
    assert_eq!(counts(&rig), [2, 1]);
    rig.key(Key::Z, Modifiers::COMMAND);
    rig.until("the body is back", |app| {
        app.desk.run.stage.session.simulation().bodies().count() == 2
    });
    assert_eq!((counts(&rig), rig.app().desk.run.history.branches().len()), (vec![2], 1));
    assert!(!is_past(&rig));
}

#[test]
fn an_edit_of_the_past_begins_a_branch() {
    let mut rig = played(4);
    look(&mut rig, 0.0);
    rig.until("the start is shown", |app| app.desk.run.stage.session.simulation().steps() == 0);
    rig.app_mut().ask(Command::Edit(Edit::Delete(7)));
    rig.until("a branch has begun", |app| app.desk.run.history.branches().len() == 2);
    assert_eq!(rig.app().desk.run.stage.session.simulation().bodies().count(), 255);
    assert_eq!(rig.app().desk.run.line().unwrap().newest().unwrap().snapshot().state.len(), 255);
    assert_eq!(
        rig.app().desk.run.history.branch(1).unwrap().newest().unwrap().snapshot().state.len(),
        256
    );
}

#[test]
fn a_history_without_memory_stays_empty_and_is_labelled() {
    let mut rig =
        Rig::with("plummer", [1280.0, 720.0], |app| app.desk.run.history.set_budget(1000));
    (0..3).for_each(|_| rig.frame());
    assert!(rig.app().desk.run.line().is_none());
    look(&mut rig, 0.0);
    rig.key(Key::ArrowLeft, Modifiers::NONE);
    rig.until("the notice appears", |app| {
        app.desk.shell.notices.iter().any(|notice| notice.is_warning)
    });
}

/// The times of the half with the focus and of the other one.
fn halves(app: &App) -> [f64; 2] {
    let beside = app.desk.run.other_view.as_ref().unwrap();
    [&app.desk.run.stage, &beside.stage].map(|stage| stage.session.simulation().time())
}

#[test]
fn two_halves_advance_by_the_same_time_with_settings_of_their_own_and_one_camera() {
    let mut rig = played(3);
    let (before, whole) = (present(&rig), rig.picture());
    rig.click("timeline-compare");
    rig.until("there are two halves", |app| app.desk.run.other_view.is_some());
    rig.frame();
    let [new, old] =
        ["picture-name", "picture-beside"].map(|key| rig.control(Role::Image, key).rect());
    assert!(
        old.right() <= new.left() && old.left() == whole.left() && new.right() == whole.right(),
        "{old} {new}"
    );
    assert_eq!(
        (halves(rig.app()), present(&rig)),
        ([before.time; 2], before.clone()),
        "both begin with what was shown"
    );

    // The new half has the focus: panels act on it alone.
    let mut physics = rig.app().desk.run.stage.session.scene().physics;
    (physics.softening, physics.time_step) = (0.3, 0.7 * physics.time_step);
    rig.app_mut().ask(Command::Physics(physics));
    rig.click("transport-play");
    rig.until("both advance", |app| halves(app).iter().all(|time| *time > before.time + 0.2));
    rig.click("transport-pause");
    for _ in 0..20 {
        rig.frame();
    }
    let app = rig.app();
    let beside = &app.desk.run.other_view.as_ref().unwrap().stage.session;
    let [a, b] = halves(app);
    assert!((a - b).abs() <= 0.5 * beside.scene().physics.time_step + 1e-9, "{a} and {b}");
    assert_eq!(
        (app.desk.run.stage.session.scene().physics.softening, beside.scene().physics.softening),
        (0.3, 0.02)
    );
    assert!(
        acts::compare::half_names(&app.desk.run)[0].contains(" · 2: softening 0.3, step"),
        "{:?}",
        acts::compare::half_names(&app.desk.run)
    );

    rig.drag(new.center(), new.center() + vec2(60.0, 20.0));
    rig.drag(old.center(), old.center() + vec2(30.0, 20.0));
    rig.until("the camera rests", |app| !app.desk.viewer.flight.is_moving());
    rig.frame();
    let beside = &rig.app().desk.run.other_view.as_ref().unwrap().stage.session;
    assert_eq!(rig.app().desk.run.stage.session.scene().camera, beside.scene().camera);

    // A click gives the other half the focus; ending the comparison keeps that one on stage and the
    // other as a branch.
    rig.click_at(old.center(), Modifiers::NONE);
    rig.frame();
    assert_eq!(
        (rig.app().desk.run.stage.cursor.branch, rig.app().desk.run.history.current()),
        (1, 1)
    );
    assert_eq!(rig.app().desk.run.stage.session.scene().physics.softening, 0.02);
    rig.click("timeline-compare");
    assert!(
        rig.app().desk.run.other_view.is_none() && rig.app().desk.run.history.branch(2).is_some()
    );
    rig.until("the last state of the other half is stored", |app| {
        app.desk.run.history.branch(2).unwrap().newest().unwrap().time() == a
    });
    assert_eq!(rig.picture(), whole);
}

#[test]
fn looking_back_moves_both_halves_and_a_comparison_that_led_nowhere_leaves_no_branch() {
    let mut rig = played(4);
    rig.key(Key::D, Modifiers::NONE);
    rig.until("there are two halves", |app| app.desk.run.other_view.is_some());
    look(&mut rig, 0.0);
    rig.until("both show the start", |app| halves(app) == [0.0; 2]);
    rig.key(Key::End, Modifiers::NONE);
    rig.until("both are back", |app| halves(app).iter().all(|time| *time > 0.0));
    rig.key(Key::D, Modifiers::SHIFT);
    assert_eq!(rig.app().desk.run.stage.cursor.branch, 1);
    rig.key(Key::D, Modifiers::NONE);
    assert!(rig.app().desk.run.other_view.is_none());
    assert_eq!(rig.app().desk.run.history.branches().len(), 1);
}

#[test]
fn halves_that_look_back_show_the_same_moment_or_say_at_which_step_they_are() {
    let mut rig = played(3);
    rig.click("timeline-compare");
    rig.until("there are two halves", |app| app.desk.run.other_view.is_some());
    let mut physics = rig.app().desk.run.stage.session.scene().physics;
    physics.time_step *= 0.7;
    rig.app_mut().ask(Command::Physics(physics));
    rig.click("transport-play");
    rig.until("the new half has states", |app| {
        app.desk.run.line().is_some_and(|line| line.moments().len() > 8)
    });
    rig.click("transport-pause");
    for share in [0.0, 0.3, 0.5, 0.6, 0.7, 0.8, 0.9] {
        look(&mut rig, share);
        rig.until("it looks back", |app| {
            app.desk.run.stage.cursor.shown.is_some() && app.desk.run.stage.cursor.waiting.is_none()
        });
        rig.frame();
        let [a, b] = halves(rig.app());
        // Each half stores its own states, as many as its frames bring: the other one shows the
        // nearest that it has.
        let desk = &mut rig.app_mut().desk;
        let (beside, around) = desk.run.on_other_view(&mut desk.shell).unwrap();
        let nearest = beside
            .stage
            .line(around.history)
            .unwrap()
            .moments()
            .iter()
            .map(|moment| (moment.time() - a).abs());
        assert!((a - b).abs() <= nearest.fold(f64::MAX, f64::min) + 1e-9, "{a} and {b} at {share}");
        let names = acts::compare::half_names(&desk.run);
        let is_said = names.iter().all(|name| name.contains(" at step "));
        // Steps of different length end at different times: half a step of the one behind cannot be
        // made up.
        let behind = if a < b { physics.time_step } else { physics.time_step / 0.7 };
        let (gap, half) = ((a - b).abs(), 0.5 * behind);
        // Just half a step may be rounded either way.
        if (gap - half).abs() > 1e-9 {
            assert_eq!(is_said, gap > half, "{a} and {b} at {share}: {names:?}");
        }
    }
    // Where one lacks the moment, the names say so.
    let desk = &mut rig.app_mut().desk;
    let (beside, mut around) = desk.run.on_other_view(&mut desk.shell).unwrap();
    let first = beside.stage.line(around.history).unwrap().moments()[0].clone();
    beside.stage.go_to(&mut around, first);
    let names = acts::compare::half_names(&desk.run);
    assert!(
        names.iter().all(|name| name.contains(" at step ")) && names[1].contains("at step 0"),
        "{names:?}"
    );
}

#[test]
fn a_comparison_with_a_branch_begins_where_both_have_been() {
    let mut rig = played(4);
    look(&mut rig, 0.0);
    rig.until("the start is shown", |app| app.desk.run.stage.session.simulation().steps() == 0);
    rig.click("transport-play");
    rig.until("the branch has states", |app| {
        app.desk.run.line().is_some_and(|line| line.moments().len() > 2)
    });
    rig.click("transport-pause");
    rig.app_mut().ask(Command::Compare(Some(1)));
    rig.until("there are two halves", |app| app.desk.run.other_view.is_some());
    rig.frame();
    let [a, b] = halves(rig.app());
    let step = rig.app().desk.run.stage.session.scene().physics.time_step;
    let nearest = rig.app().desk.run.history.branch(1).unwrap().nearest(a).unwrap().time();
    assert!(times(&rig).contains(&a) && b == nearest, "stored states near each other: {a} and {b}");
    rig.click("transport-play");
    rig.until("they meet", |app| {
        let [a, b] = halves(app);
        (a - b).abs() < 0.1 * step && a > 0.0
    });
    rig.app_mut().ask(Command::Scene("figure-8".to_owned()));
    rig.until("the other scene has begun", |app| {
        app.desk.run.stage.session.simulation().bodies().count() == 3
    });
    assert!(rig.app().desk.run.other_view.is_none());
}

#[test]
fn both_halves_are_measured_and_drawn_with_the_same_light() {
    let mut rig = Rig::new("plummer");
    rig.app_mut().ask(Command::FullLight(false));
    rig.frame();
    rig.key(Key::D, Modifiers::NONE);
    rig.until("there are two halves", |app| app.desk.run.other_view.is_some());
    let lights = |app: &App| {
        let beside = app.desk.run.other_view.as_ref().unwrap();
        [&app.desk.run.stage, &beside.stage].map(|stage| stage.session.has_plain_light())
    };
    assert_eq!((lights(rig.app()), rig.app().desk.viewer.slow_for), ([true; 2], None));
    rig.key(Key::D, Modifiers::SHIFT);
    rig.app_mut().ask(Command::FullLight(true));
    rig.frame();
    assert_eq!(lights(rig.app()), [false; 2]);
    rig.app_mut().ask(Command::TogglePlay);
    rig.until("the half without the focus has radii", |app| {
        let beside = app.desk.run.other_view.as_ref().unwrap();
        beside.stage.statistics.readout().half_mass_radius.is_some()
    });
}
