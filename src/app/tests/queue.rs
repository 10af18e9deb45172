//! The queue of large pictures: they wait for their turn with what they show, the run goes on, and
//! whatever becomes of one, the others are made.

use std::fs;
use std::time::Duration;

use starshell::capture::{Recipe, picture_size};
use starshell::render::{ColorBy, Look};

use super::{
    pictures::{begin, files, rig, take, tiled},
    *,
};
use crate::app::shell::settings::{Aspect, Videos};

/// A window with a picture of twelve parts being drawn. Those after it have four.
fn drawing() -> Rig {
    let mut rig = rig(tiled);
    rig.tab("page-render");
    let side = rig.settings_mut().picture.side.replace(2400);
    begin(&mut rig);
    rig.settings_mut().picture.side = side;
    rig
}

/// Bytes that the bodies of another picture would take.
fn copied(rig: &Rig) -> u64 {
    rig.session().pictures().copied_bytes(&rig.scene().look, rig.session().simulation())
}

#[test]
fn a_second_picture_waits_with_its_moment_and_the_run_goes_on() {
    let mut rig = drawing();
    let first = rig.camera();
    assert_eq!(copied(&rig), 0, "another picture of this moment has the same bodies");
    rig.set_camera(|camera| camera.azimuth += 40.0);
    rig.settings_mut().picture.aspect = Aspect::Square;
    rig.press(Key::F12);
    rig.frame();
    let second = rig.camera();
    rig.click("transport-play");
    // What the user does meanwhile changes neither.
    rig.set_physics(|physics| physics.softening = 0.3);
    rig.until("the run goes on", |rig| rig.steps() >= 1 && rig.physics().softening == 0.3);
    assert_eq!(rig.queue(), ["plummer_000000.png", "plummer_000000-2.png"]);
    let side = starshell::words::grouped(1200);
    rig.assert_writes_part([
        "plummer_000000.png",
        "plummer_000000-2.png",
        &format!("{side} × {side}"),
    ]);
    assert!(copied(&rig) > 0, "the bodies have moved");
    rig.until("both are drawn", |rig| rig.still().is_none());
    assert!(!rig.has_button("queue-drop"));
    rig.finish();
    let pictures = files(&rig);
    let made: Vec<_> = pictures.iter().map(|path| Recipe::read(path).unwrap()).collect();
    // `-2` is sorted before the ending.
    let [two, one] = &made[..] else { panic!("{pictures:?}") };
    assert_eq!((one.scene.camera, two.scene.camera), (first, second));
    assert!(made.iter().all(|recipe| recipe.altered.is_none() && recipe.edits.is_empty()));
    let sizes = [1, 0].map(|place| picture_size(&pictures[place]).unwrap());
    assert_eq!(sizes, [[4267, 2400], [1200, 1200]]);
}

#[test]
fn trails_and_colors_in_a_picture_are_those_of_its_moment() {
    let mut rig = drawing();
    rig.perform(Command::DropPicture(rig.file("plummer_000000.png")));
    let look = Look { trails: 0.5, color_by: ColorBy::Acceleration, ..rig.scene().look.clone() };
    rig.perform(Command::Look(Box::new(look)));
    rig.select(3);
    rig.settings_mut().picture.body_trail = true;
    rig.make(30);
    let resting = take(&mut rig);
    begin(&mut rig);
    rig.click("transport-play");
    let steps = rig.steps();
    rig.until("the second is drawn", |rig| rig.still().is_none());
    assert!(rig.steps() > steps, "the bodies moved meanwhile");
    rig.finish();
    let moving = files(&rig).into_iter().find(|path| *path != resting).unwrap();
    let pixels = |path: &Path| image::open(path).unwrap().to_rgb8();
    let (resting, moving) = (pixels(&resting), pixels(&moving));
    assert!(resting.pixels().any(|pixel| pixel.0 != resting.get_pixel(0, 0).0), "it is empty");
    assert!(resting == moving, "the pictures differ");
}

#[test]
fn what_is_drawn_and_what_waits_can_be_removed() {
    let mut rig = drawing();
    (0..2).for_each(|_| rig.press(Key::F12));
    rig.frame();
    rig.assert_writes_part([text("queue-title").as_str()]);
    assert_eq!(rig.queue().len(), 3);
    rig.called(Role::Button, "queue-drop").nth(1).unwrap().scroll_to_me();
    rig.draw(3);
    let second = rig.called(Role::Button, "queue-drop").nth(1).unwrap().rect().center();
    rig.click_at(second);
    rig.frame();
    assert_eq!(rig.queue(), ["plummer_000000.png", "plummer_000000-3.png"]);
    // The next one begins.
    rig.click("queue-drop");
    rig.frame();
    assert_eq!(rig.queue(), ["plummer_000000-3.png"]);
    rig.finish();
    rig.until("the others leave nothing", |rig| files(rig) == [rig.file("plummer_000000-3.png")]);
}

#[test]
fn a_picture_that_fails_is_told_and_the_next_one_is_made() {
    let mut rig = rig(tiled);
    let lost = rig.file("lost");
    fs::create_dir(&lost).unwrap();
    let whole = std::mem::replace(&mut rig.shell_mut().folder, lost.clone());
    begin(&mut rig);
    rig.shell_mut().folder = whole;
    rig.press(Key::F12);
    rig.frame();
    fs::remove_dir_all(&lost).unwrap();
    rig.until("the first fails", |rig| rig.warnings("plummer_000000.png") == 1);
    rig.until("the second is drawn", |rig| rig.still().is_none());
    rig.finish();
    assert_eq!(files(&rig), [rig.file("plummer_000000.png")]);
    // Where nothing can be written, nothing waits.
    rig.shell_mut().folder = rig.file("plummer_000000.png");
    rig.press(Key::F12);
    rig.frame();
    assert!(rig.still().is_none() && rig.warnings("plummer_000000.png") >= 2, "{:?}", rig.notice());
}

#[test]
fn a_full_queue_takes_no_picture_and_says_so() {
    let mut rig = drawing();
    (0..19).for_each(|_| rig.ask(Command::Screenshot));
    rig.frame();
    assert_eq!(rig.queue().len(), 20);
    assert!(!rig.is_enabled(Role::Button, "pictures-take"));
    let why = text("queue-full");
    assert!(rig.writes(&why), "{:?}", rig.writing());
    rig.press(Key::F12);
    rig.frame();
    assert_eq!((rig.notice(), rig.queue().len()), (Some(why.as_str()), 20));
    // A picture in one piece needs no turn.
    rig.settings_mut().picture.samples = 1;
    rig.frame();
    assert!(rig.is_enabled(Role::Button, "pictures-take"));
}

#[test]
fn a_closing_window_draws_what_waits_or_names_what_it_could_not() {
    let mut rig = drawing();
    rig.press(Key::F12);
    rig.frame();
    rig.finish();
    assert_eq!(files(&rig).len(), 2);
    begin(&mut rig);
    rig.press(Key::F12);
    rig.frame();
    let left = rig.finish_writing(Duration::ZERO);
    let told = left[0].to_string();
    let is_told =
        ["plummer_000000-3.png", "plummer_000000-4.png"].iter().all(|name| told.contains(name));
    assert!(left.len() == 1 && is_told, "{told}");
    rig.until("nothing is left of them", |rig| files(rig).len() == 2);
}

#[test]
fn a_recording_is_in_progress_beside_a_picture() {
    let mut rig = drawing();
    rig.settings_mut().video = Videos { height: Some(90), length: Some(5), ..Videos::default() };
    rig.press(Key::R);
    rig.until("it is recorded", |rig| rig.film().is_some_and(|film| film.frames() > 0));
    rig.frame();
    let lines = rig.writing();
    // On the page, and on the picture.
    let both = lines.iter().filter(|line| line.contains("160 × 90")).count();
    assert_eq!(both, 2, "{lines:?}");
    rig.press(Key::R);
    rig.frame();
    assert!(rig.film().is_none());
    rig.finish();
    assert_eq!(files(&rig).len(), 2);
}

#[test]
fn closing_with_pictures_in_the_queue_is_asked_for_twice() {
    let mut rig = drawing();
    rig.command("keys-quit");
    assert_eq!((rig.requests(), rig.may_close()), (Vec::new(), true));
    assert!(rig.tells("20"), "{:?}", rig.notice());
    rig.command("keys-quit");
    assert_eq!(rig.requests(), [Request::Quit]);
    rig.finish();
    // Ask again for what arrived in the meantime.
    rig.frame();
    begin(&mut rig);
    assert!(!rig.may_close());
}

#[test]
fn another_scene_leaves_the_queue_as_it_is() {
    let mut rig = drawing();
    rig.press(Key::F12);
    rig.frame();
    rig.open_scene("figure-8");
    rig.finish();
    for path in files(&rig) {
        assert_eq!(Recipe::read(&path).unwrap().scene.title, scene("plummer").title);
    }
    assert_eq!(files(&rig).len(), 2);
}
