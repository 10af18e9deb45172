//! Pictures and videos of runs that were edited by hand, made again by the command line.

use std::fs;

use glam::{DVec3, Vec3};
use starshell::capture::Recipe;
use starshell::physics::{Attraction, Body, Gravity, Integrator, TreeSettings};

use super::{
    pictures::{rig, take},
    video::Mp4,
    *,
};
use crate::cli::run_words;

/// The file that the command line makes of a picture or video again.
fn again(path: &Path) -> PathBuf {
    let name = path.file_stem().unwrap().to_string_lossy();
    let ending = path.extension().unwrap().to_string_lossy();
    let made = path.with_file_name(format!("{name}-again.{ending}"));
    run_words(&["render", "--again", &path.display().to_string()]).unwrap();
    made
}

#[track_caller]
fn assert_made_again(path: &Path, what: &str) {
    let pixels = |path: &Path| image::open(path).unwrap().to_rgb8();
    let (first, second) = (pixels(path), pixels(&again(path)));
    assert!(first.pixels().any(|pixel| pixel.0 != first.get_pixel(0, 0).0), "{what}: it is empty");
    assert!(first == second, "{what}: the pixels differ");
}

/// Asks for something, and waits until it is done.
#[track_caller]
fn edit(rig: &mut Rig, command: Command) {
    rig.ask(command);
    rig.until("it is done", |rig| !rig.is_asked() && !rig.interaction().is_busy());
}

fn body(x: f64) -> Body {
    let (position, velocity) = (DVec3::new(x, 0.4, 0.1), DVec3::new(0.0, -0.7, 0.3));
    Body { position, velocity, mass: 0.2, component: 0 }
}

/// A run with every kind of edit, at several steps and several at one.
fn edit_in_all_ways(rig: &mut Rig) {
    rig.make(3);
    rig.set_physics(|physics| physics.softening = 0.07);
    rig.make(2);
    edit(rig, Command::Edit(Edit::Add(vec![body(0.9), body(-1.3)])));
    edit(rig, Command::Edit(Edit::Replace(7, body(0.2))));
    rig.make(2);
    edit(rig, Command::Reverse);
    rig.make(1);
    edit(rig, Command::Edit(Edit::Delete(12)));
    edit(rig, Command::Edit(Edit::Accelerate(0.9)));
    let pull = Attraction { at: Vec3::new(0.5, 0.2, 0.0), radius: 0.6, impulse: 2.0 };
    rig.ask(Command::Attract(Some(pull)));
    rig.ask(Command::Steps(4));
    rig.frames(6);
    edit(rig, Command::Attract(None));
    rig.set_physics(|physics| physics.time_step *= 0.5);
    rig.make(3);
}

#[test]
fn pictures_of_a_run_that_was_edited_in_all_ways_are_made_again() {
    let tree = Gravity::Tree(TreeSettings::default());
    for (integrator, gravity, what) in [
        (Integrator::LeapfrogKdk, None, "leapfrog"),
        (Integrator::Hermite4, None, "Hermite"),
        (Integrator::LeapfrogKdk, Some(tree), "tree"),
    ] {
        let mut rig = rig(|_| ());
        rig.set_physics(|physics| {
            physics.integrator = integrator;
            physics.gravity = gravity.unwrap_or(physics.gravity);
        });
        let plain = take(&mut rig);
        edit_in_all_ways(&mut rig);
        let path = take(&mut rig);
        let recipe = Recipe::read(&path).unwrap();
        assert!(recipe.altered.is_none() && recipe.edits.len() >= 10, "{what}: {recipe:?}");
        assert_made_again(&path, what);
        assert_made_again(&plain, what);
    }
}

#[test]
fn what_was_undone_or_left_in_another_branch_is_not_in_the_recipe() {
    let mut rig = rig(|_| ());
    rig.make(4);
    edit(&mut rig, Command::Edit(Edit::Add(vec![body(0.7)])));
    rig.make(4);
    edit(&mut rig, Command::Edit(Edit::Delete(3)));
    rig.make(2);
    let edits = |path: &Path| Recipe::read(path).unwrap().edits.len();
    let both = take(&mut rig);
    assert_eq!(edits(&both), 2);
    edit(&mut rig, Command::Undo);
    rig.make(3);
    let one = take(&mut rig);
    assert_eq!((edits(&one), rig.steps()), (1, 11));
    // To before the first edit, and on with another softening.
    edit(&mut rig, Command::LookBack(0.0));
    rig.until("it looks back", |rig| rig.steps() == 0);
    rig.make(5);
    rig.set_physics(|physics| physics.softening = 0.2);
    rig.make(2);
    let other = take(&mut rig);
    assert_eq!(edits(&other), 1);
    for (path, what) in [(both, "both edits"), (one, "one is undone"), (other, "another branch")] {
        assert_made_again(&path, what);
    }
}

#[test]
fn a_video_of_a_run_that_was_edited_while_the_camera_moved_is_made_again() {
    let mut rig = Rig::with("plummer", [900.0, 600.0], |app| {
        let video = &mut app.settings_mut().video;
        (video.height, video.rate) = (Some(90), 24);
        app.ask(Command::StepsPerFrame(3));
    });
    rig.make(2);
    edit(&mut rig, Command::Edit(Edit::Add(vec![body(0.7)])));
    rig.press(Key::R);
    rig.until("the first frame is there", |rig| rig.film().unwrap().frames() == 1);
    rig.click("transport-play");
    let frames = |rig: &mut Rig, count: u64| {
        rig.until("there are frames", |rig| rig.film().unwrap().frames() >= count);
    };
    frames(&mut rig, 4);
    rig.set_physics(|physics| physics.softening = 0.3);
    frames(&mut rig, 6);
    rig.ask(Command::Edit(Edit::Delete(5)));
    for count in 7..12 {
        rig.set_camera(|camera| camera.azimuth += 7.0);
        frames(&mut rig, count);
    }
    rig.click("transport-pause");
    rig.press(Key::R);
    rig.finish();
    let path = rig.file("plummer_000002.mp4");
    let recipe = Recipe::read(&path).unwrap();
    assert!(recipe.altered.is_none() && recipe.edits.len() == 3, "{:?}", recipe.altered);
    let decoded = |path: &Path| Mp4::parse(&fs::read(path).unwrap()).decode();
    let (first, second) = (decoded(&path), decoded(&again(&path)));
    assert!(first.len() >= 11);
    assert_eq!(first.len(), second.len());
    for (frame, (first, second)) in first.iter().zip(&second).enumerate() {
        assert!(first == second, "frame {frame} differs");
    }
    rig.open_scene("kepler");
    rig.ask(Command::Open(path.clone()));
    rig.until("the first frame is back", |rig| rig.steps() == 2 && !rig.is_loading());
    // Without the text beside it, the video alone does not know its frames.
    fs::remove_file(rig.file("plummer_000002.mp4.toml")).unwrap();
    let error = run_words(&["record", "--again", &path.display().to_string()]).unwrap_err();
    assert!(error.contains("text file"), "{error}");
}

#[test]
fn a_picture_that_is_opened_returns_to_its_moment_and_goes_on_from_there() {
    let mut rig = rig(|_| ());
    edit_in_all_ways(&mut rig);
    rig.set_camera(|camera| camera.azimuth += 21.0);
    rig.frame();
    let (then, camera, path) = (rig.state(), rig.camera(), take(&mut rig));
    rig.open_scene("kepler");
    rig.ask(Command::Open(path.clone()));
    rig.until("it is back", |rig| rig.steps() == then.steps && !rig.is_loading());
    rig.frames(3);
    assert!(rig.state() == then && rig.camera() == camera && !rig.is_playing());
    // A picture from there is one of the same run.
    rig.make(2);
    edit(&mut rig, Command::Edit(Edit::Delete(1)));
    let later = take(&mut rig);
    let edits = |path: &Path| Recipe::read(path).unwrap().edits.len();
    assert_eq!(edits(&later), edits(&path) + 1);
    assert_made_again(&later, "it went on from a picture");
}

#[test]
fn a_video_of_the_command_line_that_begins_later_opens_at_its_first_frame() {
    let mut rig = Rig::new("kepler");
    let path = rig.file("late.mp4");
    let words = "record plummer --count 256 --start 0.253 --duration 0.1 --size 64x48 --out";
    let name = path.display().to_string();
    run_words(&words.split(' ').chain([&*name]).collect::<Vec<_>>()).unwrap();
    rig.ask(Command::Open(path));
    rig.until("it is there", |rig| rig.scene_name() == Some("plummer") && !rig.is_loading());
    assert!((rig.time() - 0.253).abs() < 1e-6 && rig.steps() == 26, "{}", rig.time());
}

#[test]
fn a_run_whose_energy_an_edit_has_changed_is_made_again_to_its_end() {
    let mut rig = Rig::with("inner-planets", [900.0, 600.0], |app| {
        app.settings_mut().picture.side = Some(90);
    });
    // The points of trails come with the frames of a window.
    rig.set_look(|look| look.trails = 0.0);
    rig.make(40);
    let fast = Body { velocity: 90.0 * DVec3::X, mass: 0.01, component: 5, ..body(3.0) };
    edit(&mut rig, Command::Edit(Edit::Add(vec![fast])));
    // More steps than the command line leaves unmeasured.
    rig.make(1200);
    let path = take(&mut rig);
    assert_made_again(&path, "a body was thrown into planets");
}

#[test]
fn results_are_listed_opened_and_lead_back_to_their_moment() {
    let mut rig = Rig::with("plummer", [1280.0, 900.0], |app| {
        let settings = app.settings_mut();
        settings.picture.side = Some(90);
        settings.panels.page = Page::Render;
    });
    rig.make(5);
    let path = take(&mut rig);
    let name = path.file_name().unwrap().to_string_lossy().into_owned();
    rig.harness.input_mut().time = Some(50.0);
    rig.frames(3);
    assert!(rig.writes(&name), "{:?}", rig.writing());
    rig.click("results-open");
    rig.frame();
    assert_eq!(rig.requests().last(), Some(&Request::Show(path)));
    rig.make(4);
    rig.click("results-moment");
    rig.until("it is back", |rig| rig.steps() == 5 && !rig.is_loading());
}
