//! Recording in the window: each frame of the video is a fixed number of steps after the last,
//! whatever the window does.

use std::fs;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use egui::{Key, Modifiers, Pos2, Rect};
use starshell::capture::{CaptureError, FrameSink, Headless, Note, Picture, Recipe, read_notes};
use starshell::render::{Format, Target};
use starshell::session::{Pace, Session};

use crate::app::commands::Command;
use crate::app::tests::{
    Rig, gpu, scene, text,
    video::{Mp4, psnr},
};
use crate::app::window::app::App;

/// Steps from frame to frame.
const STEPS: u32 = 3;

fn rig() -> Rig {
    Rig::with("plummer", [900.0, 600.0], |app| {
        (app.desk.shell.settings.video.height, app.desk.shell.settings.video.rate) = (Some(90), 24);
        app.desk.viewer.transport.steps_per_frame = STEPS;
    })
}

/// Ends the recording and waits for the file.
fn end(rig: &mut Rig) -> Mp4 {
    rig.key(Key::R, Modifiers::NONE);
    assert!(rig.app().desk.run.captures.filming.is_none());
    assert!(rig.app_mut().finish_writing(Duration::from_secs(60)).is_empty());
    Mp4::parse(&fs::read(rig.folder.path().join("plummer.mp4")).unwrap())
}

fn frames(app: &App) -> u64 {
    app.desk.run.captures.filming.as_ref().unwrap().frames()
}

/// Keeps the pixels of every picture.
#[derive(Default)]
struct Kept(Mutex<Vec<Vec<u8>>>);

impl FrameSink for Kept {
    fn keep(&self, frame: u64, picture: Picture, _: &[Note]) -> Result<(), CaptureError> {
        let mut all = self.0.lock().unwrap();
        let length = all.len().max(frame as usize + 1);
        all.resize(length, Vec::new());
        all[frame as usize] = picture.rgb8()?.to_vec();
        Ok(())
    }

    fn finish(&self) -> Result<std::path::PathBuf, CaptureError> {
        Ok(std::path::PathBuf::new())
    }
}

#[test]
fn a_recording_has_every_frame_once_and_each_is_the_steps_after_the_last() {
    let mut rig = rig();
    rig.frame();
    rig.key(Key::R, Modifiers::NONE);
    assert!(rig.notice().unwrap().contains("plummer.mp4"));
    rig.app_mut().desk.viewer.transport.is_playing = true;
    rig.until("there are 15 frames", |app| frames(app) >= 15);
    let count = frames(rig.app()) as usize;
    let shown = end(&mut rig);
    let decoded = shown.decode();
    assert_eq!((decoded.len(), shown.outline[1].as_str()), (count, "moov"), "{:?}", shown.outline);
    assert!(decoded.windows(2).all(|pair| pair[0] != pair[1]), "a frame is doubled");

    // Each frame is the picture that rendering without a window makes of the same steps.
    let mut scene = scene("plummer");
    scene.camera = rig.app().desk.run.stage.session.scene().camera;
    let gpu = gpu();
    let session = Session::new(&gpu, scene, Pace::StepsPerFrame(STEPS)).unwrap();
    let kept = Arc::new(Kept::default());
    let target = Target::new(&gpu, [160, 90], Format::default()).unwrap();
    let mut headless = Headless::new(&gpu, session, target, kept.clone()).unwrap();
    for _ in 0..count {
        headless.frame(&mut |_| true).unwrap();
    }
    headless.finish(|_| ()).unwrap();
    let expected = kept.0.lock().unwrap();
    for frame in [0, count / 2, count - 1] {
        let likeness = psnr(&decoded[frame], &expected[frame]);
        assert!(likeness > 36.0, "frame {frame}: {likeness} dB");
        let other = psnr(&decoded[frame], &expected[(frame + count / 2) % count]);
        assert!(
            likeness > other + 1.0,
            "frame {frame} is as much like another one: {likeness} and {other} dB"
        );
    }
    // The file says how it was made, and that hands may have been at work.
    let notes = read_notes(&rig.folder.path().join("plummer.mp4")).unwrap();
    assert!(notes.iter().any(|note| note.keyword == Recipe::KEYWORD));
    let recipe = Recipe::read(&rig.folder.path().join("plummer.mp4.toml")).unwrap();
    assert!(recipe.altered.is_some());
}

#[test]
fn a_recording_of_a_chosen_length_ends_by_itself() {
    let mut rig = rig();
    rig.app_mut().desk.shell.settings.video.length = Some(1);
    rig.frame();
    rig.key(Key::R, Modifiers::NONE);
    rig.app_mut().desk.viewer.transport.is_playing = true;
    rig.until("it has ended", |app| app.desk.run.captures.filming.is_none());
    assert!(rig.app_mut().finish_writing(Duration::from_secs(60)).is_empty());
    let video = Mp4::parse(&fs::read(rig.folder.path().join("plummer.mp4")).unwrap());
    assert_eq!(video.decode().len(), 24, "a second at 24 frames per second");
}

#[test]
fn a_paused_run_is_recorded_while_the_view_changes() {
    let mut rig = rig();
    rig.key(Key::R, Modifiers::NONE);
    rig.until("the first frame is there", |app| frames(app) == 1);
    (0..5).for_each(|_| rig.frame());
    assert_eq!(frames(rig.app()), 1, "nothing moves");
    for number in 2..5 {
        let mut camera = rig.app().desk.run.stage.session.scene().camera;
        camera.azimuth += 10.0;
        rig.app_mut().ask(Command::Camera(camera));
        rig.until("the frame is there", |app| frames(app) == number);
    }
    assert_eq!((end(&mut rig).frames.len(), rig.steps()), (4, 0));
}

#[test]
fn steps_spread_over_several_frames_of_the_window_lead_to_one_of_the_video() {
    let mut rig = rig();
    // More than one frame of the window holds with so small a budget.
    let steps = 100;
    rig.app_mut().desk.viewer.transport.steps_per_frame = steps;
    rig.frame();
    rig.key(Key::R, Modifiers::NONE);
    rig.app_mut().desk.run.stage.session.set_budget(Some(Duration::from_nanos(1)));
    rig.app_mut().desk.viewer.transport.is_playing = true;
    rig.until("there are 4 frames", |app| frames(app) == 4);
    assert_eq!((rig.steps(), end(&mut rig).decode().len()), (3 * u64::from(steps), 4));
}

#[test]
fn a_step_that_takes_several_frames_of_the_window_is_one_frame_of_the_video() {
    let mut rig = rig();
    let initial = rig.app().desk.run.stage.session.scene().initial.clone();
    rig.app_mut().ask(Command::Bodies(12_288, 1, initial));
    rig.until("they are there", |app| app.desk.run.stage.session.scene().count == 12_288);
    rig.app_mut().desk.viewer.transport.steps_per_frame = 1;
    rig.app_mut().desk.viewer.transport.speed = None;
    // The camera moves in every frame of the window, whether or not a step is done.
    rig.app_mut().desk.viewer.flight.rotates = true;
    rig.frame();
    rig.key(Key::R, Modifiers::NONE);
    rig.app_mut().desk.run.stage.session.set_budget(Some(Duration::from_nanos(1)));
    rig.app_mut().desk.viewer.transport.is_playing = true;
    let begun = rig.app().desk.shell.frames;
    rig.until("there are 5 frames", |app| frames(app) == 5);
    assert!(rig.app().desk.shell.frames - begun > 10, "no step took several frames of the window");
    assert_eq!((rig.steps(), end(&mut rig).decode().len()), (4, 5));
}

#[test]
fn the_speed_of_a_video_is_the_same_before_and_while_it_is_recorded() {
    let mut rig = rig();
    let stage =
        |rig: &Rig| rig.app().desk.viewer.steps_per_video_frame(&rig.app().desk.run.stage, 24.0);
    rig.app_mut().desk.viewer.transport.speed = Some(8.0);
    let before = stage(&rig);
    rig.app_mut().desk.viewer.transport.steps_per_frame = 999;
    assert_eq!(stage(&rig), before, "it does not depend on how fast the window is drawn");
    rig.key(Key::R, Modifiers::NONE);
    rig.until("it is recorded", |app| app.desk.run.captures.filming.is_some());
    assert_eq!((stage(&rig), rig.app().desk.viewer.transport.steps_per_frame), (before, before));
}

#[test]
fn a_recording_ends_complete_when_the_run_moves_to_another_device() {
    let mut rig = rig();
    rig.frame();
    rig.key(Key::R, Modifiers::NONE);
    rig.app_mut().desk.viewer.transport.is_playing = true;
    rig.until("there are 5 frames", |app| frames(app) >= 5);
    let count = frames(rig.app()) as usize;
    rig.app_mut().recover(&gpu().sibling().unwrap(), None).unwrap();
    assert!(rig.app().desk.run.captures.filming.is_none());
    assert!(rig.app_mut().finish_writing(Duration::from_secs(60)).is_empty());
    let bytes = fs::read(rig.folder.path().join("plummer.mp4")).unwrap();
    assert_eq!(Mp4::parse(&bytes).decode().len(), count);
}

#[test]
fn a_closed_window_completes_the_file_and_names_get_numbers() {
    let mut rig = rig();
    fs::write(rig.folder.path().join("plummer.mp4"), "mine").unwrap();
    rig.click("transport-record");
    rig.until("there is a frame", |app| frames(app) > 0);
    assert!(rig.writing().iter().any(|text| text.contains("160 × 90")), "{:?}", rig.writing());
    assert!(
        rig.has(egui::Role::Button, "transport-record-end"),
        "{}",
        text("transport-record-end")
    );
    assert!(rig.app_mut().finish_writing(Duration::from_secs(60)).is_empty());
    assert_eq!(fs::read(rig.folder.path().join("plummer.mp4")).unwrap(), b"mine");
    let bytes = fs::read(rig.folder.path().join("plummer-2.mp4")).unwrap();
    assert_eq!(Mp4::parse(&bytes).frames.len(), 1);
}

#[test]
fn the_lamp_of_a_recording_covers_no_figures_and_no_legend() {
    // As narrow as panels leave a picture, and as wide as a window.
    for size in [[280.0, 480.0], [560.0, 480.0], [900.0, 600.0], [1280.0, 720.0]] {
        let mut rig = Rig::with("solar-system", size, |app| {
            app.desk.shell.settings.video.height = Some(90);
            (app.desk.shell.settings.panels.left_open, app.desk.shell.settings.panels.right_open) =
                (false, false);
            app.desk.shell.settings.hint_seen = true;
        });
        rig.frame();
        rig.key(Key::R, Modifiers::NONE);
        let check = |rig: &mut Rig| {
            (0..4).for_each(|_| rig.frame());
            rig.app_mut().desk.shell.notices = Default::default();
            rig.frame();
            // The whole window: in a narrow comparison, the sign is wider than a half.
            let area = Rect::from_min_size(Pos2::ZERO, size.into());
            let texts: Vec<_> =
                rig.painted().into_iter().filter(|(text, _)| !text.is_empty()).collect();
            let lamp = texts
                .iter()
                .find(|(text, _)| text.contains(" MB"))
                .expect("the recording has a lamp");
            assert!(area.contains_rect(lamp.1) && texts.len() > 2, "{texts:?}");
            for (text, rect) in texts.iter().filter(|(text, _)| *text != lamp.0) {
                assert!(!rect.intersects(lamp.1), "{size:?}: {text} is below {lamp:?}");
            }
        };
        check(&mut rig);
        rig.key(Key::D, Modifiers::NONE);
        rig.until("there are two halves", |app| app.desk.run.other_view.is_some());
        check(&mut rig);
        rig.key(Key::D, Modifiers::SHIFT);
        check(&mut rig);
        rig.key(Key::R, Modifiers::NONE);
        assert!(rig.app_mut().finish_writing(Duration::from_secs(60)).is_empty());
    }
}

#[test]
fn a_video_of_five_seconds_takes_three_clicks_and_the_window_frames_it() {
    let mut rig =
        Rig::with("kepler", [1280.0, 720.0], |app| app.desk.shell.settings.video.height = Some(90));
    rig.frame();
    rig.click("transport-video");
    (0..2).for_each(|_| rig.frame());
    let [width, height] = rig.app().desk.run.stage.size.map(f64::from);
    assert!((width / height - 16.0 / 9.0).abs() < 0.02, "{width} x {height}");
    rig.press_on(egui::Role::RadioButton, "video-length-5");
    rig.click("video-record");
    assert_eq!(
        rig.app().desk.run.captures.filming.as_ref().map(|filming| filming.most_seconds()),
        Some(Some(5.0))
    );
    assert!(rig.app_mut().finish_writing(Duration::from_secs(60)).is_empty());
    // The key closes the settings as it opens them.
    rig.key(Key::R, Modifiers::COMMAND | Modifiers::SHIFT);
    rig.frame();
    assert!(!rig.has(egui::Role::RadioButton, "video-length-5"));
}
