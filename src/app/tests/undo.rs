//! Undo and redo of restarts and of other scenes: the run comes back with its plots.

use super::*;

/// A run with a few measurements, the last of the present, paused.
fn measured() -> Rig {
    let mut rig = Rig::new("plummer");
    rig.until("its start is measured", |rig| !rig.surveys().is_empty());
    measure_after(&mut rig, 24);
    rig
}

/// Makes steps, and waits until their end is measured.
fn measure_after(rig: &mut Rig, steps: u32) {
    let end = rig.steps() + u64::from(steps);
    rig.ask(Command::Steps(steps));
    rig.until("its end is measured", |rig| surveyed(rig).last() == Some(&end));
}

/// The steps after which energies were measured.
fn surveyed(rig: &Rig) -> Vec<u64> {
    rig.surveys().iter().map(|survey| survey.steps).collect()
}

/// Asks for the commands with these words at once, and waits until there are so many bodies.
#[track_caller]
fn ask_for(rig: &mut Rig, commands: &[Command], count: u32) {
    commands.iter().for_each(|command| rig.ask(command.clone()));
    rig.until(&format!("there are {count} bodies"), |rig| rig.count() == count);
}

#[test]
fn a_restart_is_undone_and_redone_with_the_plots() {
    let mut rig = measured();
    let (before, plot, physics) = (rig.state(), surveyed(&rig), rig.physics());
    rig.key(Key::R, Modifiers::SHIFT);
    rig.until("it starts", |rig| rig.steps() == 0 && rig.surveys().len() == 1);
    rig.set("physics-softening", "0.3");
    rig.key(Key::Z, Modifiers::COMMAND);
    rig.frame();
    assert_eq!(rig.physics(), physics, "the control comes first");
    rig.key(Key::Z, Modifiers::COMMAND);
    rig.until("the run is back", |rig| rig.steps() == 24);
    assert_eq!((rig.state(), rig.physics()), (before, physics));
    assert_eq!(surveyed(&rig)[..plot.len()], plot);
    assert!(!rig.is_altered(), "its pictures can be made again");
    measure_after(&mut rig, 8);
    let error = rig.drift();
    assert!(error.is_some_and(|error| error != 0.0), "it still refers to the start: {error:?}");

    rig.key(Key::Y, Modifiers::COMMAND);
    rig.until("the restarted run is back", |rig| rig.steps() == 0);
    // Twice at the start where the changed softening was measured before it was undone.
    let steps = surveyed(&rig);
    assert!(!steps.is_empty() && steps.iter().all(|&step| step == 0), "{steps:?}");
}

#[test]
fn a_run_comes_back_from_another_scene() {
    let mut rig = measured();
    ask_for(&mut rig, &[Command::Edit(Edit::Delete(9))], 255);
    let (before, plot) = (rig.state(), surveyed(&rig));
    let time = words::number(rig.time());
    rig.set_camera(|camera| camera.distance = 3.25);
    rig.open_scene("kepler");
    rig.ask(Command::Undo);
    rig.until("the run is back", |rig| rig.scene_name() == Some("plummer"));
    assert_eq!((rig.state(), rig.camera().distance), (before, 3.25));
    let now = surveyed(&rig);
    assert!(now.starts_with(&plot) && plot.len() >= 2, "{now:?} of {plot:?}");
    assert_eq!(rig.origin().title, rig.scene().title);
    let what = words::text("undo-back", &[("what", text("undo-scene")), ("time", time)]);
    rig.assert_told([&what]);
    // The edit before can be undone as well.
    ask_for(&mut rig, &[Command::Undo], 256);
    ask_for(&mut rig, &[Command::Redo], 255);
    ask_for(&mut rig, &[Command::Redo], 2);
    assert_eq!(rig.scene_name(), Some("kepler"));
}

#[test]
fn controls_are_undone_and_redone() {
    let mut rig = Rig::new("plummer");
    let (physics, look) = (rig.physics(), rig.look().clone());
    rig.set("physics-softening", "0.3");
    rig.command("keys-color");
    let colored = rig.look().clone();
    assert!(colored != look);
    rig.key(Key::Z, Modifiers::COMMAND);
    rig.frame();
    assert_eq!(*rig.look(), look);
    rig.open("hands-undo");
    assert_eq!(rig.physics(), physics);
    (0..2).for_each(|_| rig.ask(Command::Redo));
    rig.frame();
    assert_eq!((rig.physics().softening, rig.look()), (0.3, &colored));
    // Another scene has settings of its own.
    rig.open_scene("kepler");
    assert!(rig.next_undo().is_none(), "no run was left, so nothing leads back to that scene");
}

#[test]
fn several_undos_at_once_are_done_one_after_the_other() {
    let mut rig = Rig::new("plummer");
    let delete = Command::Edit(Edit::Delete(0));
    for count in [255, 254, 253] {
        ask_for(&mut rig, std::slice::from_ref(&delete), count);
    }
    ask_for(&mut rig, &[Command::Undo, Command::Undo, Command::Undo], 256);
    ask_for(&mut rig, &[Command::Redo, Command::Redo], 254);
    ask_for(&mut rig, &[delete], 253);
    assert!(rig.interaction().undo_stack.next(true).is_none(), "a new edit ends redo");
}

#[test]
fn undo_says_what_it_takes_back_and_that_it_goes_back_in_time() {
    let mut rig = measured();
    rig.pause();
    ask_for(&mut rig, &[Command::Edit(Edit::Delete(9))], 255);
    ask_for(&mut rig, &[Command::Undo], 256);
    rig.assert_told([&words::text("notice-undone", &[("what", text("undo-delete"))])]);
    ask_for(&mut rig, &[Command::Redo], 255);
    rig.make(5);
    let there = rig.interaction().undo_stack.next(false).cloned().unwrap();
    ask_for(&mut rig, &[Command::Undo], 256);
    let time = words::number(rig.time());
    let what = words::text("undo-back", &[("what", text(there.key)), ("time", time)]);
    rig.assert_told([&what]);
}

#[test]
fn what_was_said_of_an_act_goes_when_it_is_undone() {
    let mut rig = Rig::new("plummer");
    rig.shell_mut().notices.tell_long("It has grown.".to_owned());
    rig.shell_mut().notices.warn("It is broken.".to_owned());
    rig.shell_mut().notices.tell_written("a.png".to_owned());
    rig.set("physics-softening", "0.3");
    rig.command("hands-undo");
    rig.frame();
    assert!(!rig.tells("It has grown.") && rig.tells("It is broken.") && rig.tells("a.png"));
}
