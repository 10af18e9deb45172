//! Pictures in the window: any size and format, drawn over several frames from one state, and made
//! again from their recipe.

use std::fs;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use egui::{Key, Modifiers, Role};
use starshell::capture::{
    Captioned, Captions, Headless, Recipe, SinglePng, picture_size, read_notes,
};
use starshell::physics::{Integrator, Parameters};
use starshell::render::{Camera, Format, Print, Projection};
use starshell::session::{Clock, Pace, Session};

use crate::app::commands::{Command, Edit, View};
use crate::app::shell::{
    settings::{Aspect, PictureFormat},
    state::Request,
};
use crate::app::simulation::acts;
use crate::app::tests::{Rig, gpu, text};
use crate::app::window::app::App;

/// A height that, with two samples, takes two tiles.
const TILED: u32 = 1200;

fn rig(change: impl FnOnce(&mut App)) -> Rig {
    Rig::with("plummer", [900.0, 600.0], |app| {
        (app.desk.shell.settings.picture.side, app.desk.shell.settings.picture.aspect) =
            (Some(90), Aspect::Wide);
        change(app);
    })
}

fn tiled(app: &mut App) {
    (app.desk.shell.settings.picture.side, app.desk.shell.settings.picture.samples) =
        (Some(TILED), 2);
}

/// Plays this many steps.
fn play(rig: &mut Rig, steps: u32) {
    let end = rig.steps() + u64::from(steps);
    rig.app_mut().ask(Command::Steps(steps));
    rig.until("the steps are made", |app| app.desk.run.stage.session.simulation().steps() == end);
}

/// The files of pictures, sorted by name.
fn files(rig: &Rig) -> Vec<PathBuf> {
    let all = fs::read_dir(rig.folder.path()).unwrap().map(|entry| entry.unwrap().path());
    let mut files: Vec<_> =
        all.filter(|path| path.extension().is_some_and(|ending| ending != "toml")).collect();
    files.sort();
    files
}

/// Takes a picture, and waits for its file.
fn take(rig: &mut Rig) -> PathBuf {
    let before = files(rig);
    rig.key(Key::F12, Modifiers::NONE);
    rig.until("the picture is drawn", |app| {
        !app.is_asked() && app.desk.run.captures.still.is_none()
    });
    assert!(rig.app_mut().finish_writing(Duration::from_secs(60)).is_empty());
    let new: Vec<_> = files(rig).into_iter().filter(|path| !before.contains(path)).collect();
    assert_eq!(new.len(), 1, "{new:?}");
    new[0].clone()
}

/// The file that rendering without a window makes of a recipe, as `render --again` does.
fn again(
    recipe: &Recipe,
    print: Print,
    captions: &Captions,
    name: &str,
) -> (tempfile::TempDir, PathBuf) {
    let gpu = gpu();
    let folder = tempfile::tempdir().unwrap();
    let sink =
        Captioned::before(Arc::new(SinglePng::new(&folder.path().join(name)).unwrap()), captions);
    let steps = recipe
        .command
        .iter()
        .find_map(|word| word.strip_prefix("--steps-per-frame="))
        .unwrap_or("0");
    let scene = recipe.scene.clone();
    let time_step = scene.physics.time_step;
    let clock = Clock::new(
        Pace::Span { time: steps.parse::<f64>().unwrap() * time_step, frames: 1 },
        time_step,
    );
    let mut session = Session::with_clock(&gpu, scene, clock).unwrap();
    let plan = recipe.plan.find(&gpu, session.simulation().bodies().count()).unwrap();
    session.computing_mut().set_plan(plan).unwrap();
    let headless = match print.needs_tiles(&gpu) {
        true => Headless::of_tiles(&gpu, session, print, sink),
        false => Headless::new(&gpu, session, print.target(&gpu).unwrap(), sink).unwrap(),
    };
    let mut headless = headless.with_recipe(recipe);
    headless.frame(&mut |_| true).unwrap();
    let path = headless.finish(|_| ()).unwrap();
    (folder, path)
}

#[test]
fn pictures_of_every_kind_can_be_reproduced_byte_for_byte() {
    let mut rig = rig(|app| {
        app.desk.shell.settings.picture.caption = "t = {time}, {steps} steps".to_owned();
        app.desk.shell.settings.picture.credit = " A. Author ".to_owned();
    });
    play(&mut rig, 7);
    let mut camera = rig.app().desk.run.stage.session.scene().camera;
    (camera.azimuth, camera.distance) = (camera.azimuth + 31.7, 0.77 * camera.distance);
    rig.app_mut().ask(Command::Camera(camera));
    rig.frame();
    // A camera path is part of the scene, though pictures do not follow it.
    rig.key(Key::J, Modifiers::NONE);
    let kinds = [
        (PictureFormat::Png8, false, 1, "plummer_000007.png", "--size=160x90 --caption"),
        (PictureFormat::Png16, true, 1, "plummer_000007-2.png", "--depth=16 --transparent"),
        (PictureFormat::Exr, false, 2, "plummer_000007.exr", "--samples=2"),
    ];
    for (format, transparent, samples, name, words) in kinds {
        let settings = &mut rig.app_mut().desk.shell.settings;
        (settings.picture.format, settings.picture.transparent, settings.picture.samples) =
            (format, transparent, samples);
        let path = take(&mut rig);
        assert!(path.ends_with(name), "{path:?}");
        let recipe = Recipe::read(&path).unwrap();
        assert_eq!(recipe, Recipe::read(&path.with_added_extension("toml")).unwrap());
        assert_eq!((recipe.altered.as_ref(), recipe.scene.camera), (None, camera));
        let command = recipe.command.join(" ");
        assert!(command.starts_with("render --size=160x90 --"), "{command}");
        assert!(
            command.contains(words) && command.ends_with("--credit=A. Author --steps-per-frame=7"),
            "{command}"
        );
        let print = {
            let desk = &rig.app().desk;
            acts::picture::print(&desk.shell, &desk.run)
        };
        let (_folder, other) = again(
            &recipe,
            print,
            &{
                let desk = &rig.app().desk;
                acts::picture::captions(&desk.shell, &desk.run)
            }
            .unwrap(),
            name,
        );
        assert_eq!(read_notes(&path).unwrap(), read_notes(&other).unwrap());
        assert!(fs::read(&path).unwrap() == fs::read(&other).unwrap(), "{name} differs");
        // Neither captions nor samples are left out.
        let (_folder, plain) =
            again(&recipe, Print { samples: 1, ..print }, &Captions::default(), name);
        assert!(fs::read(&path).unwrap() != fs::read(&plain).unwrap(), "{name}");
    }
}

#[test]
fn domes_spheres_and_pairs_have_their_shape_and_can_be_reproduced() {
    let mut rig = rig(|app| {
        app.desk.shell.settings.picture.caption = "flat pictures only".to_owned();
        app.desk.shell.settings.video.height = Some(90);
    });
    play(&mut rig, 2);
    let kinds = [
        (Projection::Perspective, true, [320, 90], [320, 90]),
        (Projection::Fisheye, false, [170, 170], [90, 90]),
        (Projection::Equirectangular, false, [160, 80], [160, 80]),
        (Projection::Equirectangular, true, [320, 80], [320, 80]),
    ];
    for (projection, stereo, size, video) in kinds {
        let camera = Camera { projection, ..rig.app().desk.run.stage.session.scene().camera };
        rig.app_mut().ask(Command::Camera(camera));
        rig.app_mut().desk.shell.settings.picture.stereo = stereo;
        rig.frame();
        assert_eq!(
            (
                {
                    let desk = &rig.app().desk;
                    acts::picture::print(&desk.shell, &desk.run)
                }
                .size,
                {
                    let desk = &rig.app().desk;
                    acts::film::video_settings(&desk.shell, &desk.run)
                }
                .size
            ),
            (size, video),
            "{projection:?}"
        );
        let path = take(&mut rig);
        assert_eq!(picture_size(&path).unwrap(), size);
        let recipe = Recipe::read(&path).unwrap();
        let command = recipe.command.join(" ");
        assert_eq!(
            command.contains("--stereo=side-by-side --eye-separation="),
            stereo,
            "{command}"
        );
        assert!(
            command.starts_with(&format!(
                "render --size={}x{} --",
                size[0] / (1 + u32::from(stereo)),
                size[1]
            )),
            "{command}"
        );
        assert!(!command.contains("--caption"), "{command}");
        let says_pair = read_notes(&path).unwrap().iter().any(|note| note.text == "side-by-side");
        assert_eq!(says_pair, stereo);
        let print = {
            let desk = &rig.app().desk;
            acts::picture::print(&desk.shell, &desk.run)
        };
        let (_folder, other) = again(&recipe, print, &Captions::default(), "again.png");
        assert!(fs::read(&path).unwrap() == fs::read(&other).unwrap(), "{projection:?} differs");
        if stereo {
            let picture = image::open(&path).unwrap().to_rgb8();
            let eye = |left| {
                image::imageops::crop_imm(&picture, left, 0, size[0] / 2, size[1]).to_image()
            };
            assert!(eye(0) != eye(size[0] / 2), "the eyes see the same");
        }
    }
}

#[test]
fn a_large_picture_is_drawn_from_one_state_while_the_window_goes_on() {
    let mut rig = rig(tiled);
    play(&mut rig, 3);
    rig.app_mut().desk.viewer.transport.is_playing = true;
    rig.key(Key::F12, Modifiers::NONE);
    rig.until("drawing has begun", |app| app.desk.run.captures.still.is_some());
    let (steps, mut shares) = (rig.steps(), Vec::new());
    let print = {
        let desk = &rig.app().desk;
        acts::picture::print(&desk.shell, &desk.run)
    };
    let physics = Parameters { softening: 0.3, ..rig.app().desk.run.stage.session.scene().physics };
    rig.app_mut().ask(Command::Physics(physics));
    let azimuth = rig.app().desk.run.stage.session.scene().camera.azimuth;
    rig.key(Key::F12, Modifiers::NONE);
    assert_eq!(rig.notice(), Some(text("notice-picture-busy").as_str()));
    while let Some(still) = &rig.app().desk.run.captures.still {
        shares.push(still.progress());
        assert_eq!(rig.steps(), steps, "the bodies stand still");
        assert_ne!(rig.app().desk.run.stage.session.scene().physics.softening, 0.3, "changes wait");
        let mut camera = rig.app().desk.run.stage.session.scene().camera;
        camera.azimuth += 5.0;
        rig.app_mut().ask(Command::Camera(camera));
        rig.frame();
        let percent = text("pictures-progress").split(':').next().unwrap_or_default().to_owned();
        let is_lit = rig.writing().iter().any(|line| line.starts_with(&percent));
        assert!(is_lit || rig.app().desk.run.captures.still.is_none(), "{:?}", rig.writing());
    }
    assert!(shares.len() >= 3 && shares.windows(2).all(|pair| pair[0] <= pair[1]), "{shares:?}");
    assert!(
        rig.app().desk.run.stage.session.scene().camera.azimuth > azimuth + 9.0,
        "the camera moved meanwhile"
    );
    rig.until("it goes on", |app| app.desk.run.stage.session.simulation().steps() > steps);
    rig.until("what waited is done", |app| {
        app.desk.run.stage.session.scene().physics.softening == 0.3
    });
    assert!(rig.app_mut().finish_writing(Duration::from_secs(60)).is_empty());

    let path = files(&rig)[0].clone();
    assert_eq!(picture_size(&path).unwrap(), [2133, TILED]);
    let recipe = Recipe::read(&path).unwrap();
    assert_eq!((recipe.altered.as_ref(), recipe.scene.camera.azimuth), (None, azimuth));
    let (_folder, other) = again(&recipe, print, &Captions::default(), "again.png");
    assert!(fs::read(&path).unwrap() == fs::read(&other).unwrap());
}

#[test]
fn a_cancelled_picture_leaves_no_file_and_a_closing_window_completes_one() {
    let mut rig = rig(tiled);
    let begin = |rig: &mut Rig| {
        rig.key(Key::F12, Modifiers::NONE);
        rig.until("drawing has begun", |app| app.desk.run.captures.still.is_some());
    };
    begin(&mut rig);
    rig.app_mut().ask(Command::DropPicture);
    rig.frame();
    assert!(rig.app().desk.run.captures.still.is_none());
    begin(&mut rig);
    assert!(rig.app_mut().finish_writing(Duration::ZERO).is_empty());
    assert_eq!(fs::read_dir(rig.folder.path()).unwrap().count(), 0);
    begin(&mut rig);
    assert!(rig.app_mut().finish_writing(Duration::from_secs(60)).is_empty());
    assert_eq!(fs::read_dir(rig.folder.path()).unwrap().count(), 2, "the picture and its recipe");
    assert_eq!(Recipe::read(&files(&rig)[0]).unwrap().command.last().unwrap(), "--time=0");
}

#[test]
fn pictures_of_one_step_get_different_names() {
    let mut rig = rig(|_| ());
    rig.frame();
    // The first is still being written when the second begins.
    for _ in 0..3 {
        rig.app_mut().ask(Command::Screenshot);
    }
    rig.until("they are drawn", |app| !app.is_asked());
    assert!(rig.app_mut().finish_writing(Duration::from_secs(60)).is_empty());
    assert_eq!(files(&rig).len(), 3, "{:?}", files(&rig));
}

#[test]
fn a_picture_notes_that_its_run_continued_from_a_stored_state() {
    for (integrator, is_altered) in [(Integrator::LeapfrogKdk, false), (Integrator::Hermite4, true)]
    {
        let mut rig = rig(|_| ());
        let physics = Parameters { integrator, ..rig.app().desk.run.stage.session.scene().physics };
        rig.app_mut().ask(Command::Physics(physics));
        play(&mut rig, 4);
        rig.app_mut().ask(Command::StepState(-1));
        rig.until("it looks back", |app| app.desk.run.stage.cursor.shown.is_some());
        rig.key(Key::End, Modifiers::NONE);
        play(&mut rig, 2);
        let altered = Recipe::read(&take(&mut rig)).unwrap().altered;
        assert_eq!(altered.is_some(), is_altered, "{integrator:?}: {altered:?}");
    }
}

#[test]
fn a_picture_notes_whether_its_run_was_edited_by_hand() {
    let altered = |rig: &mut Rig| Recipe::read(&take(rig)).unwrap().altered;
    let mut rig = rig(|_| ());
    // Before the first step, other physics is only another scene.
    let physics = Parameters { softening: 0.2, ..rig.app().desk.run.stage.session.scene().physics };
    rig.app_mut().ask(Command::Physics(physics));
    play(&mut rig, 2);
    assert_eq!(altered(&mut rig), None);
    let changes = [
        Command::Physics(Parameters { softening: 0.3, ..physics }),
        Command::Reverse,
        Command::Edit(Edit::Delete(5)),
    ];
    for change in changes {
        let name = format!("{change:?}");
        rig.app_mut().ask(change);
        rig.until("it is done", |app| !app.is_asked() && !app.desk.run.stage.interaction.is_busy());
        assert!(altered(&mut rig).is_some_and(|why| why.contains("by hand")), "{name}");
        rig.app_mut().ask(Command::Restart);
        rig.until("it begins again", |app| !app.is_asked() && app.desk.run.loading().is_none());
        assert_eq!(altered(&mut rig), None, "restarted after {name}");
        play(&mut rig, 2);
    }
    // Looking back changes nothing.
    play(&mut rig, 2);
    rig.app_mut().ask(Command::LookBack(0.0));
    rig.until("it looks back", |app| app.desk.run.stage.session.simulation().steps() == 0);
    assert_eq!(altered(&mut rig), None);
    // A selected body changes no picture, unless its trail is asked for.
    rig.app_mut().desk.run.stage.interaction.picked = Some(3);
    assert_eq!(altered(&mut rig), None);
    rig.app_mut().desk.shell.settings.picture.body_trail = true;
    assert!(altered(&mut rig).is_some_and(|why| why.contains("trail")));
}

#[test]
fn the_trail_of_the_selected_body_is_in_a_picture_only_on_request() {
    // In one piece, and in tiles.
    for change in [|_: &mut App| (), tiled] {
        let mut rig = rig(change);
        rig.frame();
        play(&mut rig, 2);
        let pixels = |rig: &mut Rig| image::open(take(rig)).unwrap().to_rgb8();
        let plain = pixels(&mut rig);
        rig.app_mut().desk.run.stage.pick(Some(3));
        // A body moves visibly in so many steps, but the picture is of the same moment in each
        // case.
        play(&mut rig, 40);
        let picked = pixels(&mut rig);
        rig.app_mut().desk.run.stage.pick(None);
        rig.frame();
        assert!(
            picked == pixels(&mut rig) && picked != plain,
            "the window alone shows which body is selected"
        );
        rig.app_mut().desk.run.stage.pick(Some(3));
        play(&mut rig, 40);
        let without = pixels(&mut rig);
        rig.app_mut().desk.shell.settings.picture.body_trail = true;
        assert!(without != pixels(&mut rig), "it is there if asked for");
    }
}

#[test]
fn the_panel_and_the_card_have_the_same_controls() {
    let mut rig = rig(|_| ());
    rig.key(Key::F12, Modifiers::SHIFT);
    assert!(rig.app().desk.shell.view == View::Framing);
    rig.frame();
    let boxes = ["pictures-aspect", "pictures-format", "pictures-samples"];
    let fields = ["pictures-caption", "pictures-credit"];
    let has_all = |rig: &Rig| {
        boxes.iter().all(|key| rig.has(Role::ComboBox, key))
            && fields.iter().all(|key| rig.has(Role::TextInput, key))
            && rig.has(Role::RadioButton, "pictures-size-2160")
            && rig.has(Role::Switch, "pictures-transparent")
            && rig.has(Role::Button, "pictures-take")
    };
    assert!(has_all(&rig));
    rig.key(Key::Escape, Modifiers::NONE);
    (0..3).for_each(|_| rig.frame());
    assert!(rig.app().desk.shell.view != View::Framing && !has_all(&rig));

    rig.tab("dock-export");
    rig.fold("export-advanced");
    (0..30).for_each(|_| rig.frame());
    assert!(has_all(&rig));
    rig.press_on(Role::RadioButton, "pictures-size-9216");
    assert_eq!(
        {
            let desk = &rig.app().desk;
            acts::picture::print(&desk.shell, &desk.run)
        }
        .size,
        [16_384, 9216]
    );
    rig.choose("pictures-format", "pictures-format-exr");
    assert_eq!(
        {
            let desk = &rig.app().desk;
            acts::picture::print(&desk.shell, &desk.run)
        }
        .format,
        Format::HalfFloat
    );
    rig.choose("pictures-samples", "pictures-samples-3");
    rig.flip("pictures-transparent");
    assert!(
        {
            let desk = &rig.app().desk;
            acts::picture::print(&desk.shell, &desk.run)
        }
        .has_alpha
            && {
                let desk = &rig.app().desk;
                acts::picture::print(&desk.shell, &desk.run)
            }
            .samples
                == 3
    );
    rig.press_on(Role::TextInput, "pictures-caption");
    rig.harness.event(egui::Event::Text("at {when}".to_owned()));
    rig.frame();
    assert!(rig.writing().iter().any(|line| line.contains("{when}")), "{:?}", rig.writing());
    rig.key(Key::F12, Modifiers::NONE);
    rig.app_mut().ask(Command::Screenshot);
    rig.frame();
    assert!(rig.notice().is_some_and(|notice| notice.contains("{when}")), "{:?}", rig.notice());
    assert_eq!(files(&rig), Vec::<PathBuf>::new());
}

#[test]
fn the_window_frames_the_area_of_the_picture() {
    let mut rig = Rig::with("plummer", [1280.0, 720.0], |_| ());
    rig.frame();
    let whole = rig.app().desk.run.stage.size;
    rig.click("transport-pictures");
    rig.frame();
    for (choice, [width, height]) in
        [("square", [1, 1]), ("tall", [9, 16]), ("cinema", [239, 100]), ("window", [16, 9])]
    {
        rig.choose("pictures-aspect", &format!("pictures-aspect-{choice}"));
        rig.frame();
        let framed = rig.app().desk.run.stage.size;
        // To within a pixel.
        let off = (f64::from(framed[0]) / f64::from(framed[1])
            - f64::from(width) / f64::from(height))
        .abs();
        assert!(off < 2.0 / f64::from(framed[1]), "{choice}: {framed:?}");
        assert!(framed[0] <= whole[0] && framed[1] <= whole[1], "{choice}: {framed:?}");
        let [x, y] = {
            let desk = &rig.app().desk;
            acts::picture::print(&desk.shell, &desk.run)
        }
        .size
        .map(f64::from);
        assert!(
            (x / y - f64::from(width) / f64::from(height)).abs() < 2.0 / y,
            "{choice}: {x} x {y}"
        );
    }
    // Of a pair, the picture of one eye is framed.
    let flat = {
        let desk = &rig.app().desk;
        acts::picture::print(&desk.shell, &desk.run)
    }
    .size;
    rig.flip("pictures-stereo");
    rig.frame();
    assert_eq!(
        {
            let desk = &rig.app().desk;
            acts::picture::print(&desk.shell, &desk.run)
        }
        .size,
        [2 * flat[0], flat[1]]
    );
    rig.flip("pictures-stereo");
    let camera = Camera {
        projection: Projection::Fisheye,
        ..rig.app().desk.run.stage.session.scene().camera
    };
    rig.app_mut().ask(Command::Camera(camera));
    rig.press_on(Role::RadioButton, "pictures-size-2160");
    (0..2).for_each(|_| rig.frame());
    assert_eq!(
        (
            {
                let desk = &rig.app().desk;
                acts::picture::print(&desk.shell, &desk.run)
            }
            .size,
            {
                let desk = &rig.app().desk;
                acts::film::video_settings(&desk.shell, &desk.run)
            }
            .size
        ),
        ([4096; 2], [1080; 2])
    );
    let framed = rig.app().desk.run.stage.size;
    assert!(framed[0].abs_diff(framed[1]) <= 1, "{framed:?}");
    rig.click("transport-pictures");
    rig.frame();
    assert_eq!(rig.app().desk.run.stage.size, whole);
}

#[test]
fn a_4k_picture_takes_three_clicks_and_its_folder_one() {
    let mut rig = Rig::with("plummer", [1280.0, 648.0], |app| {
        app.desk.shell.settings.panels.right_open = false
    });
    rig.click("transport-pictures");
    rig.frame();
    rig.press_on(Role::RadioButton, "pictures-size-2160");
    assert_eq!(
        {
            let desk = &rig.app().desk;
            acts::picture::print(&desk.shell, &desk.run)
        }
        .size,
        [3840, 2160]
    );
    rig.click("pictures-take");
    rig.until("the picture is drawn", |app| {
        !app.is_asked() && app.desk.run.captures.still.is_none()
    });
    rig.until("it is written", |app| app.desk.shell.notices.iter().any(|notice| notice.is_written));
    assert_eq!(picture_size(&files(&rig)[0]).unwrap(), [3840, 2160]);
    rig.key(Key::Escape, Modifiers::NONE);
    rig.frame();
    rig.click("pictures-folder");
    rig.frame();
    let folder = rig.app().desk.shell.folder.clone();
    assert_eq!(rig.app_mut().requests().last(), Some(&Request::Show(folder)));
}
