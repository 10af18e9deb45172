//! Pictures in the window: any size and format, drawn over several frames from one state, and made
//! again from their recipe.

use std::fs;
use std::sync::Arc;
use std::time::Duration;

use starshell::capture::{Captions, Headless, Recipe, SinglePng, picture_size, read_notes};
use starshell::physics::{Integrator, Parameters};
use starshell::render::{Format, Print, Projection};
use starshell::session::{Clock, Pace, Session};

use super::*;
use crate::app::shell::settings::{Aspect, PictureFormat};

/// A height that, with two samples, takes two tiles.
const TILED: u32 = 1200;

pub(super) fn rig(change: impl FnOnce(&mut App)) -> Rig {
    Rig::with("plummer", [900.0, 600.0], |app| {
        let picture = &mut app.settings_mut().picture;
        (picture.side, picture.aspect) = (Some(90), Aspect::Wide);
        change(app);
    })
}

pub(super) fn tiled(app: &mut App) {
    let picture = &mut app.settings_mut().picture;
    (picture.side, picture.samples) = (Some(TILED), 2);
}

/// Begins a picture.
pub(super) fn begin(rig: &mut Rig) {
    rig.press(Key::F12);
    rig.until("drawing has begun", |rig| rig.still().is_some());
}

/// The files of pictures, sorted by name.
pub(super) fn files(rig: &Rig) -> Vec<PathBuf> {
    let all = fs::read_dir(rig.folder.path()).unwrap().map(|entry| entry.unwrap().path());
    let is_recipe = |path: &PathBuf| path.extension().is_some_and(|ending| ending == "toml");
    let mut files: Vec<_> = all.filter(|path| !is_recipe(path)).collect();
    files.sort();
    files
}

/// Takes a picture, and waits for its file.
pub(super) fn take(rig: &mut Rig) -> PathBuf {
    let before = files(rig);
    rig.press(Key::F12);
    rig.until("the picture is drawn", |rig| !rig.is_asked() && rig.still().is_none());
    rig.finish();
    let new: Vec<_> = files(rig).into_iter().filter(|path| !before.contains(path)).collect();
    assert_eq!(new.len(), 1, "{new:?}");
    new[0].clone()
}

/// The bytes of the file that rendering without a window makes of a picture's recipe, as `render
/// --again` does. They include its notes.
fn again(path: &Path, print: Print, captions: &Captions) -> Vec<u8> {
    let (gpu, folder) = (gpu(), tempdir().unwrap());
    let name = folder.path().join(path.file_name().unwrap());
    let sink = captions.before(Arc::new(SinglePng::new(&name).unwrap()));
    let recipe = Recipe::read(path).unwrap();
    let words = recipe.command.iter();
    let steps = words.filter_map(|word| word.strip_prefix("--steps-per-frame=")).next();
    let time_step = recipe.scene.physics.time_step;
    let time = steps.unwrap_or("0").parse::<f64>().unwrap() * time_step;
    let clock = Clock::new(Pace::Span { time, frames: 1 }, time_step);
    let mut session = Session::with_clock(&gpu, recipe.scene.clone(), clock).unwrap();
    let plan = recipe.plan.find(&gpu, session.simulation().bodies().count()).unwrap();
    session.computing_mut().set_plan(plan).unwrap();
    let headless = match print.needs_tiles(&gpu) {
        true => Headless::of_tiles(&gpu, session, print, sink),
        false => Headless::new(&gpu, session, print.target(&gpu).unwrap(), sink).unwrap(),
    };
    let mut headless = headless.with_recipe(&recipe);
    headless.frame(&mut |_| true).unwrap();
    fs::read(headless.finish(|_| ()).unwrap()).unwrap()
}

#[test]
fn pictures_of_every_kind_can_be_reproduced_byte_for_byte() {
    let mut rig = rig(|app| {
        let picture = &mut app.settings_mut().picture;
        picture.caption = "t = {time}, {steps} steps".to_owned();
        picture.credit = " A. Author ".to_owned();
    });
    rig.make(7);
    rig.set_camera(|camera| {
        camera.azimuth += 31.7;
        camera.distance *= 0.77;
    });
    rig.frame();
    let camera = rig.camera();
    // A camera path is part of the scene, though pictures do not follow it.
    rig.press(Key::J);
    let kinds = [
        (PictureFormat::Png8, false, 1, "plummer_000007.png", "--size=160x90 --caption"),
        (PictureFormat::Png16, true, 1, "plummer_000007-2.png", "--depth=16 --transparent"),
        (PictureFormat::Exr, false, 2, "plummer_000007.exr", "--samples=2"),
    ];
    for (format, transparent, samples, name, words) in kinds {
        let picture = &mut rig.settings_mut().picture;
        (picture.format, picture.transparent, picture.samples) = (format, transparent, samples);
        let path = take(&mut rig);
        assert!(path.ends_with(name), "{path:?}");
        let recipe = Recipe::read(&path).unwrap();
        assert_eq!(recipe, Recipe::read(&path.with_added_extension("toml")).unwrap());
        assert_eq!((recipe.altered.as_ref(), recipe.scene.camera), (None, camera));
        let command = recipe.command.join(" ");
        let end = "--credit=A. Author --steps-per-frame=7";
        let is_whole = command.starts_with("render --size=160x90 --") && command.ends_with(end);
        assert!(is_whole && command.contains(words), "{command}");
        let (print, captions) = (rig.print(), rig.captions().unwrap());
        let bytes = fs::read(&path).unwrap();
        assert!(bytes == again(&path, print, &captions), "{name} differs");
        // Neither captions nor samples are left out.
        let plain = again(&path, Print { samples: 1, ..print }, &Captions::default());
        assert!(bytes != plain, "{name}");
    }
}

#[test]
fn domes_spheres_and_pairs_have_their_shape_and_can_be_reproduced() {
    let mut rig = rig(|app| {
        app.settings_mut().picture.caption = "flat pictures only".to_owned();
        app.settings_mut().video.height = Some(90);
    });
    rig.make(2);
    let kinds = [
        (Projection::Perspective, true, [320, 90], [320, 90]),
        (Projection::Fisheye, false, [170, 170], [90, 90]),
        (Projection::Equirectangular, false, [160, 80], [160, 80]),
        (Projection::Equirectangular, true, [320, 80], [320, 80]),
    ];
    for (projection, stereo, size, video) in kinds {
        rig.set_camera(|camera| camera.projection = projection);
        rig.settings_mut().picture.stereo = stereo;
        rig.frame();
        assert_eq!((rig.print().size, rig.video().size), (size, video), "{projection:?}");
        let path = take(&mut rig);
        assert_eq!(picture_size(&path).unwrap(), size);
        let command = Recipe::read(&path).unwrap().command.join(" ");
        let is_pair = command.contains("--stereo=side-by-side --eye-separation=");
        let start = format!("render --size={}x{} --", size[0] / (1 + u32::from(stereo)), size[1]);
        let is_right = is_pair == stereo && command.starts_with(&start);
        assert!(is_right && !command.contains("--caption"), "{command}");
        let says_pair = read_notes(&path).unwrap().iter().any(|note| note.text == "side-by-side");
        assert_eq!(says_pair, stereo);
        let same = again(&path, rig.print(), &Captions::default());
        assert!(fs::read(&path).unwrap() == same, "{projection:?} differs");
        if stereo {
            let picture = image::open(&path).unwrap().to_rgb8();
            let [left, right] = [0, size[0] / 2].map(|left| {
                image::imageops::crop_imm(&picture, left, 0, size[0] / 2, size[1]).to_image()
            });
            assert!(left != right, "the eyes see the same");
        }
    }
}

#[test]
fn a_large_picture_is_drawn_from_one_state_while_the_run_goes_on() {
    let mut rig = rig(tiled);
    rig.make(3);
    let (print, azimuth) = (rig.print(), rig.camera().azimuth);
    begin(&mut rig);
    rig.click("transport-play");
    rig.set_physics(|physics| physics.softening = 0.3);
    let (steps, mut shares) = (rig.steps(), Vec::new());
    let percent = text("queue-making").split(':').next().unwrap_or_default().to_owned();
    while let Some(still) = rig.still() {
        shares.push(still.progress());
        rig.set_camera(|camera| camera.azimuth += 5.0);
        rig.frame();
        let is_lit = rig.writing().iter().any(|line| line.starts_with(&percent));
        assert!(is_lit || rig.still().is_none(), "{:?}", rig.writing());
    }
    assert!(shares.len() >= 3 && shares.is_sorted(), "{shares:?}");
    assert!(rig.camera().azimuth > azimuth + 9.0, "the camera moved meanwhile");
    rig.until("the bodies move", |rig| rig.steps() > steps);
    assert_eq!(rig.physics().softening, 0.3);
    rig.finish();

    let path = files(&rig)[0].clone();
    assert_eq!(picture_size(&path).unwrap(), [2133, TILED]);
    let recipe = Recipe::read(&path).unwrap();
    assert_eq!((recipe.altered.as_ref(), recipe.scene.camera.azimuth), (None, azimuth));
    assert!(fs::read(&path).unwrap() == again(&path, print, &Captions::default()));
}

#[test]
fn a_cancelled_picture_leaves_no_file_and_a_closing_window_completes_one() {
    let mut rig = rig(tiled);
    let count = |rig: &Rig| fs::read_dir(rig.folder.path()).unwrap().count();
    begin(&mut rig);
    rig.perform(Command::DropPicture(rig.file("plummer_000000.png")));
    assert!(rig.still().is_none());
    begin(&mut rig);
    assert_eq!(rig.finish_writing(Duration::ZERO).len(), 1, "it is named");
    // Another thread waits for the writer.
    rig.until("nothing is left of it", |rig| count(rig) == 0);
    begin(&mut rig);
    rig.finish();
    assert_eq!(count(&rig), 2, "the picture and its recipe");
    assert_eq!(Recipe::read(&files(&rig)[0]).unwrap().command.last().unwrap(), "--time=0");
}

#[test]
fn pictures_of_one_step_get_different_names() {
    let mut rig = rig(|_| ());
    // The first is still being written when the second begins.
    (0..3).for_each(|_| rig.ask(Command::Screenshot));
    rig.until("they are drawn", |rig| !rig.is_asked());
    rig.finish();
    assert_eq!(files(&rig).len(), 3, "{:?}", files(&rig));
}

/// Why the recipe of a picture that is taken now does not lead to it, if so.
fn altered(rig: &mut Rig) -> Option<String> {
    Recipe::read(&take(rig)).unwrap().altered.map(|why| why.to_string())
}

#[test]
fn a_picture_notes_that_its_run_continued_from_a_stored_state() {
    for (integrator, is_altered) in [(Integrator::LeapfrogKdk, false), (Integrator::Hermite4, true)]
    {
        let mut rig = rig(|_| ());
        rig.set_physics(|physics| physics.integrator = integrator);
        rig.make(4);
        rig.command("timeline-earlier");
        rig.until("it looks back", |rig| rig.is_past());
        rig.press(Key::End);
        rig.make(2);
        let altered = altered(&mut rig);
        assert_eq!(altered.is_some(), is_altered, "{integrator:?}: {altered:?}");
    }
}

#[test]
fn a_picture_notes_whether_its_run_was_edited_by_hand() {
    let mut rig = rig(|_| ());
    // Before the first step, other physics is only another scene.
    rig.set_physics(|physics| physics.softening = 0.2);
    rig.make(2);
    assert_eq!(altered(&mut rig), None);
    let other = Parameters { softening: 0.3, ..rig.physics() };
    for change in [Command::Physics(other), Command::Reverse, Command::Edit(Edit::Delete(5))] {
        let name = format!("{change:?}");
        rig.ask(change);
        rig.until("it is done", |rig| !rig.is_asked() && !rig.interaction().is_busy());
        let recipe = Recipe::read(&take(&mut rig)).unwrap();
        assert_eq!((recipe.altered, recipe.edits.len()), (None, 1), "{name}");
        rig.ask(Command::Restart);
        rig.until("it begins again", |rig| !rig.is_asked() && !rig.is_loading());
        let recipe = Recipe::read(&take(&mut rig)).unwrap();
        assert_eq!((recipe.altered, recipe.edits), (None, Vec::new()), "restarted after {name}");
        rig.make(2);
    }
    // Looking back changes nothing.
    rig.make(2);
    rig.ask(Command::LookBack(0.0));
    rig.until("it looks back", |rig| rig.steps() == 0);
    assert_eq!(altered(&mut rig), None);
    // A selected body changes no picture, unless its trail is asked for.
    rig.select(3);
    assert_eq!(altered(&mut rig), None);
    rig.settings_mut().picture.body_trail = true;
    assert!(altered(&mut rig).is_some_and(|why| why.contains("trail")));
}

#[test]
fn the_trail_of_the_selected_body_is_in_a_picture_only_on_request() {
    // In one piece, and in tiles.
    for change in [|_: &mut App| (), tiled] {
        let mut rig = rig(change);
        rig.make(2);
        let pixels = |rig: &mut Rig| image::open(take(rig)).unwrap().to_rgb8();
        let plain = pixels(&mut rig);
        rig.select(3);
        // A body moves visibly in so many steps, but the picture is of the same moment in each
        // case.
        rig.make(40);
        let picked = pixels(&mut rig);
        rig.command("body-unpick");
        let is_same = picked == pixels(&mut rig) && picked != plain;
        assert!(is_same, "the window alone shows which body is selected");
        rig.select(3);
        rig.make(40);
        let without = pixels(&mut rig);
        rig.settings_mut().picture.body_trail = true;
        assert!(without != pixels(&mut rig), "it is there if asked for");
    }
}

#[test]
fn the_page_of_pictures_has_their_controls() {
    let mut rig = rig(|_| ());
    rig.key(Key::F12, Modifiers::SHIFT);
    rig.frames(3);
    let controls = [
        (Role::ComboBox, "pictures-aspect"),
        (Role::ComboBox, "pictures-format"),
        (Role::ComboBox, "pictures-samples"),
        (Role::TextInput, "pictures-caption"),
        (Role::TextInput, "pictures-credit"),
        (Role::RadioButton, "pictures-size-2160"),
        (Role::Switch, "pictures-transparent"),
        (Role::Button, "pictures-take"),
    ];
    let has_all = |rig: &Rig| controls.iter().all(|(role, key)| rig.has(*role, key));
    assert!(rig.is_on(Role::Tab, "page-render") && has_all(&rig));
    rig.tab("page-measure");
    rig.frames(3);
    assert!(!has_all(&rig));
    rig.tab("page-render");
    rig.press_on(Role::RadioButton, "pictures-size-9216");
    rig.choose("pictures-format", "pictures-format-exr");
    rig.choose("pictures-samples", "pictures-samples-3");
    rig.flip("pictures-transparent");
    let Print { size, format, samples, has_alpha, .. } = rig.print();
    assert_eq!((size, format), ([16_384, 9216], Format::HalfFloat));
    assert_eq!((samples, has_alpha), (3, true));
    rig.press_on(Role::TextInput, "pictures-caption");
    rig.type_text("at {when}");
    rig.assert_writes_part(["{when}"]);
    rig.press(Key::F12);
    rig.command("transport-screenshot");
    rig.assert_told(["{when}"]);
    assert_eq!(files(&rig), Vec::<PathBuf>::new());
}

/// Asserts that a size has this shape to within a pixel.
#[track_caller]
fn assert_shape([width, height]: [u32; 2], shape: [u32; 2], what: &str) {
    let ratio = |[width, height]: [u32; 2]| f64::from(width) / f64::from(height);
    let off = (ratio([width, height]) - ratio(shape)).abs();
    assert!(off < 2.0 / f64::from(height), "{what}: {width} x {height}");
}

#[test]
fn the_window_frames_the_area_of_the_picture() {
    let mut rig = Rig::new("plummer");
    let whole = rig.size();
    rig.open("transport-pictures");
    for (choice, shape) in
        [("square", [1, 1]), ("tall", [9, 16]), ("cinema", [239, 100]), ("window", [16, 9])]
    {
        rig.choose("pictures-aspect", &format!("pictures-aspect-{choice}"));
        rig.frame();
        let framed = rig.size();
        assert_shape(framed, shape, choice);
        assert!(framed[0] <= whole[0] && framed[1] <= whole[1], "{choice}: {framed:?}");
        assert_shape(rig.print().size, shape, choice);
    }
    // Of a pair, the picture of one eye is framed.
    let [width, height] = rig.print().size;
    rig.flip("pictures-stereo");
    rig.frame();
    assert_eq!(rig.print().size, [2 * width, height]);
    rig.flip("pictures-stereo");
    rig.set_camera(|camera| camera.projection = Projection::Fisheye);
    rig.press_on(Role::RadioButton, "pictures-size-2160");
    rig.frames(2);
    assert_eq!((rig.print().size, rig.video().size), ([4096; 2], [1080; 2]));
    assert_shape(rig.size(), [1, 1], "a dome");
    rig.tab("page-explore");
    rig.frame();
    assert_eq!(rig.size(), whole);
}

#[test]
fn a_4k_picture_takes_three_clicks_and_its_folder_one() {
    let mut rig = Rig::with("plummer", [1280.0, 648.0], |app| {
        app.settings_mut().panels.right_open = false;
    });
    rig.open("transport-pictures");
    rig.press_on(Role::RadioButton, "pictures-size-2160");
    assert_eq!(rig.print().size, [3840, 2160]);
    rig.click("pictures-take");
    rig.until("the picture is drawn", |rig| !rig.is_asked() && rig.still().is_none());
    let is_written = |rig: &mut Rig| rig.notices().iter().any(|notice| notice.is_written);
    rig.until("it is written", is_written);
    assert_eq!(picture_size(&files(&rig)[0]).unwrap(), [3840, 2160]);
    rig.press(Key::Escape);
    rig.frame();
    rig.open("pictures-folder");
    let folder = rig.folder.path().to_owned();
    assert_eq!(rig.requests().last(), Some(&Request::Show(folder)));
}
