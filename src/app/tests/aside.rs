//! A run waits while a lesson shows its scenes, and comes back as it was.

use super::*;

/// A window on the page *Measure* with a run that shows its past, and a lesson over it.
fn taught() -> Rig {
    let mut rig = Rig::on(Page::Measure, "plummer");
    rig.settings_mut().guides.velocities = true;
    rig.make(3);
    rig.set_camera(|camera| camera.azimuth += 40.0);
    rig.perform(Command::Speed(4.0));
    rig.command("timeline-earlier");
    rig.until("the past is shown", |rig| rig.is_past());
    rig
}

#[test]
fn a_lesson_gives_the_run_back_as_it_was_at_one_click() {
    let mut rig = taught();
    let shown = |rig: &Rig| (rig.state(), rig.camera(), rig.speed(), rig.is_past());
    let (before, moments) = (shown(&rig), rig.moments().to_vec());
    rig.begin_lesson("kepler-and-newton");
    assert_eq!(rig.scene_name(), Some("kepler"));
    assert!(!rig.settings().guides.velocities && !rig.has_button("classroom-end"));
    // Further scenes replace the lesson's own.
    rig.go_to_card(9);
    assert_ne!(rig.scene_name(), Some("plummer"));
    rig.click("classroom-return");
    rig.frames(3);
    assert_eq!((rig.view(), rig.scene_name()), (View::Simulation, Some("plummer")));
    assert!(rig.is_on(Role::Tab, "page-measure"));
    assert!(shown(&rig) == before, "{:?}", (rig.steps(), rig.camera(), rig.speed()));
    assert!(rig.moments().iter().zip(&moments).all(|(one, other)| Arc::ptr_eq(one, other)));
    assert_eq!(rig.moments().len(), moments.len());
    assert!(rig.settings().guides.velocities && !rig.is_playing());
    // It goes on from there.
    rig.make(1);
    assert_eq!(rig.steps(), before.0.steps + 1);
}

#[test]
fn a_lesson_that_begins_with_the_window_ends_with_the_list() {
    let mut rig = Rig::new("plummer");
    rig.begin_lesson("kepler-and-newton");
    rig.click("classroom-end");
    assert_eq!(rig.view(), View::Classroom);
    assert!(rig.classroom.lesson.is_none());
}

#[test]
fn the_run_that_waits_moves_to_another_device_too() {
    let mut rig = Rig::new("plummer");
    rig.make(2);
    rig.until("a copy is kept", |rig| rig.newest().is_some_and(|copy| copy.steps == 2));
    let before = rig.state();
    rig.begin_lesson("kepler-and-newton");
    rig.recover(&gpu().sibling().unwrap(), None).unwrap();
    rig.frames(2);
    rig.click("classroom-return");
    rig.frames(2);
    assert!(rig.state() == before, "{} steps", rig.steps());
}

#[test]
fn a_window_that_closes_in_a_lesson_keeps_the_run_and_its_settings() {
    let mut rig = taught();
    let steps = rig.steps();
    rig.begin_lesson("kepler-and-newton");
    rig.room().give_back();
    assert_eq!((rig.scene_name(), rig.steps()), (Some("plummer"), steps));
    assert!(rig.settings().guides.velocities);
}
