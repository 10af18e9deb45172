//! Recording in the window: each frame of the video is a fixed number of steps after the last,
//! whatever the window does.

use std::fs;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use starshell::capture::{CaptureError, FrameSink, Headless, Note, Picture, Recipe, read_notes};
use starshell::render::{Format, Target};
use starshell::session::{Pace, Session};

use super::{
    video::{Mp4, psnr},
    *,
};

/// Steps from frame to frame.
const STEPS: u32 = 3;

fn rig() -> Rig {
    Rig::with("plummer", [900.0, 600.0], |app| {
        let video = &mut app.settings_mut().video;
        (video.height, video.rate) = (Some(90), 24);
        app.ask(Command::StepsPerFrame(STEPS));
    })
}

/// Begins to record.
fn begin(rig: &mut Rig) {
    rig.press(Key::R);
    assert!(rig.film().is_some());
}

/// Begins to record and plays until there are so many frames.
fn record(rig: &mut Rig, count: u64) {
    begin(rig);
    rig.click("transport-play");
    rig.until("there are frames", |rig| frames(rig) >= count);
}

/// The video, once it is written.
fn written(rig: &mut Rig) -> Mp4 {
    assert!(rig.film().is_none());
    rig.finish();
    Mp4::parse(&fs::read(rig.file("plummer_000000.mp4")).unwrap())
}

/// Ends the recording and waits for the file.
fn end(rig: &mut Rig) -> Mp4 {
    rig.press(Key::R);
    written(rig)
}

/// Frames of the video so far.
fn frames(rig: &Rig) -> u64 {
    rig.film().expect("a recording").frames()
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

    fn finish(&self) -> Result<PathBuf, CaptureError> {
        Ok(PathBuf::new())
    }
}

/// The pictures that rendering without a window makes of the same steps.
fn rendered(rig: &Rig, count: usize) -> Vec<Vec<u8>> {
    let (gpu, mut scene) = (gpu(), scene("plummer"));
    scene.camera = rig.camera();
    let session = Session::new(&gpu, scene, Pace::StepsPerFrame(STEPS)).unwrap();
    let kept = Arc::new(Kept::default());
    let target = Target::new(&gpu, [160, 90], Format::default()).unwrap();
    let mut headless = Headless::new(&gpu, session, target, kept.clone()).unwrap();
    for _ in 0..count {
        headless.frame(&mut |_| true).unwrap();
    }
    headless.finish(|_| ()).unwrap();
    kept.0.lock().unwrap().clone()
}

#[test]
fn a_recording_has_every_frame_once_and_each_is_the_steps_after_the_last() {
    let mut rig = rig();
    begin(&mut rig);
    rig.assert_told(["plummer_000000.mp4"]);
    rig.click("transport-play");
    rig.until("there are 15 frames", |rig| frames(rig) >= 15);
    let count = frames(&rig) as usize;
    let shown = end(&mut rig);
    let decoded = shown.decode();
    assert_eq!((decoded.len(), shown.outline[1].as_str()), (count, "moov"), "{:?}", shown.outline);
    assert!(decoded.windows(2).all(|pair| pair[0] != pair[1]), "a frame is doubled");

    let expected = rendered(&rig, count);
    for frame in [0, count / 2, count - 1] {
        let like = |other: usize| psnr(&decoded[frame], &expected[other]);
        let (own, other) = (like(frame), like((frame + count / 2) % count));
        assert!(own > 36.0, "frame {frame}: {own} dB");
        assert!(own > other + 1.0, "frame {frame} is as much like another: {own} and {other} dB");
    }
    // The file says how it was made; the text beside it, how each frame was.
    let notes = read_notes(&rig.file("plummer_000000.mp4")).unwrap();
    assert!(notes.iter().any(|note| note.keyword == Recipe::KEYWORD));
    let recipe = Recipe::read(&rig.file("plummer_000000.mp4")).unwrap();
    assert_eq!((recipe.altered, recipe.shots.frames().count()), (None, count));
}

#[test]
fn a_recording_of_a_chosen_length_ends_by_itself() {
    let mut rig = rig();
    rig.settings_mut().video.length = Some(1);
    begin(&mut rig);
    rig.click("transport-play");
    rig.until("it has ended", |rig| rig.film().is_none());
    let count = written(&mut rig).decode().len();
    assert_eq!(count, 24, "a second at 24 frames per second");
}

#[test]
fn a_paused_run_is_recorded_while_the_view_changes() {
    let mut rig = rig();
    begin(&mut rig);
    rig.until("the first frame is there", |rig| frames(rig) == 1);
    rig.frames(5);
    assert_eq!(frames(&rig), 1, "nothing moves");
    for number in 2..5 {
        rig.set_camera(|camera| camera.azimuth += 10.0);
        rig.until("the frame is there", |rig| frames(rig) == number);
    }
    assert_eq!((end(&mut rig).frames.len(), rig.steps()), (4, 0));
}

#[test]
fn steps_spread_over_several_frames_of_the_window_lead_to_one_of_the_video() {
    let mut rig = rig();
    // More than one frame of the window holds with so small a budget.
    rig.perform(Command::StepsPerFrame(100));
    begin(&mut rig);
    rig.set_budget(Some(Duration::from_nanos(1)));
    rig.click("transport-play");
    rig.until("there are 4 frames", |rig| frames(rig) == 4);
    assert_eq!((rig.steps(), end(&mut rig).decode().len()), (300, 4));
}

#[test]
fn a_step_that_takes_several_frames_of_the_window_is_one_frame_of_the_video() {
    let mut rig = rig();
    rig.set_count(12_288);
    rig.until("they are there", |rig| rig.scene().count == 12_288);
    rig.perform(Command::StepsPerFrame(1));
    // The camera moves in every frame of the window, whether or not a step is done.
    rig.command("view-rotate");
    begin(&mut rig);
    rig.set_budget(Some(Duration::from_nanos(1)));
    rig.command("keys-play");
    let begun = rig.shell().frames;
    rig.until("there are 5 frames", |rig| frames(rig) == 5);
    assert!(rig.shell().frames - begun > 10, "no step took several frames of the window");
    assert_eq!((rig.steps(), end(&mut rig).decode().len()), (4, 5));
}

#[test]
fn the_speed_of_a_video_is_the_same_before_and_while_it_is_recorded() {
    let mut rig = rig();
    let steps = |rig: &Rig| rig.viewer().steps_per_video_frame(rig.stage(), 24.0);
    rig.perform(Command::Speed(8.0));
    let before = steps(&rig);
    rig.command("keys-play");
    (0..10).for_each(|_| rig.elapse(0.5));
    assert_ne!(rig.transport().steps_per_frame, before, "the window is drawn slowly");
    assert_eq!(steps(&rig), before, "it does not depend on that");
    rig.command("keys-play");
    begin(&mut rig);
    assert_eq!((steps(&rig), rig.transport().steps_per_frame), (before, before));
}

#[test]
fn a_recording_ends_complete_when_the_run_moves_to_another_device() {
    let mut rig = rig();
    record(&mut rig, 5);
    let count = frames(&rig) as usize;
    rig.recover(&gpu().sibling().unwrap(), None).unwrap();
    assert_eq!(written(&mut rig).decode().len(), count);
}

#[test]
fn a_closed_window_completes_the_file_and_names_get_numbers() {
    let mut rig = rig();
    fs::write(rig.file("plummer_000000.mp4"), "mine").unwrap();
    rig.click("transport-record");
    rig.until("there is a frame", |rig| frames(rig) > 0);
    rig.assert_writes_part(["160 × 90"]);
    assert!(rig.has_button("transport-record-end"));
    rig.finish();
    assert_eq!(fs::read(rig.file("plummer_000000.mp4")).unwrap(), b"mine");
    let bytes = fs::read(rig.file("plummer_000000-2.mp4")).unwrap();
    assert_eq!(Mp4::parse(&bytes).frames.len(), 1);
}

#[test]
fn the_lamp_of_a_recording_covers_no_figures_and_no_legend() {
    // As narrow as panels leave a picture, and as wide as a window.
    for size in [[280.0, 480.0], [560.0, 480.0], [900.0, 600.0], USUAL] {
        let mut rig = Rig::with("solar-system", size, |app| {
            let settings = app.settings_mut();
            settings.video.height = Some(90);
            (settings.panels.left_open, settings.panels.right_open) = (false, false);
        });
        begin(&mut rig);
        let check = |rig: &mut Rig| {
            rig.frames(4);
            rig.shell_mut().notices = Default::default();
            rig.frame();
            let texts = rig.painted().into_iter().filter(|(text, _)| !text.is_empty());
            let (lamps, others): (Vec<_>, Vec<_>) =
                texts.partition(|(text, _)| text.contains(" MB"));
            let lamp = lamps.first().expect("the recording has a lamp");
            // The whole window: in a narrow comparison, the sign is wider than a half.
            assert!(rig.window().contains_rect(lamp.1) && others.len() > 1, "{others:?}");
            let under = others.iter().find(|(_, rect)| rect.intersects(lamp.1));
            assert_eq!(under, None, "{size:?}: it is below {lamp:?}");
        };
        check(&mut rig);
        rig.press(Key::D);
        rig.until("there are two halves", |rig| rig.halves().is_some());
        check(&mut rig);
        rig.key(Key::D, Modifiers::SHIFT);
        check(&mut rig);
        rig.press(Key::R);
        rig.finish();
    }
}

#[test]
fn a_video_of_five_seconds_takes_three_clicks_and_the_window_frames_it() {
    let mut rig = Rig::with("kepler", USUAL, |app| app.settings_mut().video.height = Some(90));
    rig.open("transport-video");
    rig.frame();
    let [width, height] = rig.size().map(f64::from);
    assert!((width / height - 16.0 / 9.0).abs() < 0.02, "{width} x {height}");
    rig.press_on(Role::RadioButton, "video-length-5");
    rig.click("video-record");
    assert_eq!(rig.film().map(|film| film.most_seconds()), Some(Some(5.0)));
    rig.finish();
}

/// Puts a video of ten frames into the queue.
fn draw(rig: &mut Rig) {
    let video = &mut rig.settings_mut().video;
    (video.rate, video.length) = (10, Some(1));
    rig.click("video-draw");
    rig.until("it is in the queue", |rig| !rig.films().is_empty());
}

#[test]
fn a_video_is_drawn_in_the_background_while_the_run_goes_on() {
    let mut rig = rig();
    rig.make(2);
    let path = rig.file("plummer_000002.mp4");
    draw(&mut rig);
    assert!(rig.has_button("queue-end"));
    let frames = rig.films()[0].plan.steps_per_frame;
    // What the user does meanwhile changes nothing of it.
    rig.set_physics(|physics| physics.softening = 0.3);
    rig.make(1);
    rig.until("it is written", |rig| rig.films().is_empty());
    rig.assert_told([path.to_string_lossy().as_ref()]);
    assert_eq!(Mp4::parse(&fs::read(&path).unwrap()).decode().len(), 10);
    let recipe = Recipe::read(&path.with_extension("mp4.toml")).unwrap();
    let steps: Vec<_> = recipe.shots.frames().map(|frame| frame.steps).collect();
    let expected: Vec<_> = (0..10).map(|number| 2 + number * u64::from(frames)).collect();
    assert_eq!((steps, recipe.altered), (expected, None));
    // It leads back to its moment.
    let before = rig.steps();
    rig.perform(Command::Open(path));
    rig.until("its first frame is there", |rig| rig.steps() == 2);
    assert_ne!(before, 2);
}

#[test]
fn a_sequence_along_the_path_is_a_folder_of_numbered_pictures() {
    let mut rig = rig();
    rig.command("path-set");
    rig.make(30);
    rig.set_camera(|camera| camera.azimuth += 60.0);
    rig.frame();
    rig.command("path-set");
    rig.command("transport-restart");
    rig.load();
    rig.settings_mut().video.frames = true;
    draw(&mut rig);
    rig.until("it is written", |rig| rig.films().is_empty());
    let folder = rig.file("plummer_000000");
    let is_picture = |path: &PathBuf| path.extension().is_some_and(|ending| ending == "png");
    let mut pictures: Vec<_> = fs::read_dir(&folder)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .filter(is_picture)
        .collect();
    pictures.sort();
    assert_eq!(pictures.len(), 10, "{:?}", rig.notice());
    let recipe = Recipe::read(&folder).unwrap();
    let azimuths: Vec<_> =
        recipe.shots.frames().filter_map(|frame| Some(frame.camera?.azimuth)).collect();
    assert!(
        azimuths.windows(2).all(|pair| pair[0] < pair[1]) && azimuths.len() > 5,
        "{azimuths:?}"
    );
    assert!(fs::read(&pictures[0]).unwrap() != fs::read(&pictures[9]).unwrap());
}

#[test]
fn a_video_in_the_background_ends_with_the_frames_that_it_has() {
    let mut rig = rig();
    draw(&mut rig);
    rig.settings_mut().video.length = Some(600);
    rig.click("video-draw");
    rig.until("two are in the queue", |rig| rig.films().len() == 2);
    rig.until("the long one is drawn", |rig| {
        rig.films().len() == 1 && rig.films()[0].progress() > 0.0
    });
    let path = rig.films()[0].plan.path.clone();
    // A window that closes says so first.
    assert!(!rig.may_close() && rig.may_close());
    rig.click("queue-end");
    rig.until("it has ended", |rig| rig.films().is_empty());
    let count = Mp4::parse(&fs::read(&path).unwrap()).decode().len();
    assert!((1..6000).contains(&count), "{count}");
}
