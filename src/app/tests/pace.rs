//! How fast time passes in the window: the scene's pace, times a speed, whatever the frame rate.

use std::time::Duration;

use egui::{Key, Modifiers};
use starshell::scene::{Scene, embedded};
use starshell::session::Members;
use starshell::words;

use crate::app::commands::Command;
use crate::app::shell::{painter::Painter, settings::Settings};
use crate::app::simulation::{acts::start::Start, auto_count::SMOOTH};
use crate::app::tests::{FRAME, Rig, gpu};
use crate::app::window::app::App;

/// A playing rig with a speed.
fn rig(scene: &str, speed: f64) -> Rig {
    Rig::with(scene, [900.0, 600.0], |app| {
        app.desk.viewer.transport.is_playing = true;
        app.desk.viewer.transport.speed = Some(speed);
    })
}

/// Simulated time per second over some frames of so many seconds each.
fn pace(rig: &mut Rig, frames: u32, seconds: f32) -> f64 {
    let time = |rig: &Rig| rig.app().desk.run.stage.session.simulation().time();
    // As if this machine were fast enough for any number of steps.
    rig.app_mut().desk.run.stage.session.set_budget(None);
    // Steps wait until a thread has compiled the kernels of measurements, however busy the machine
    // is.
    rig.until("steps are made", |app| app.desk.run.stage.session.simulation().steps() > 0);
    let frame = |rig: &mut Rig| rig.app_mut().frame(seconds).unwrap();
    (0..20).for_each(|_| frame(rig));
    let begin = time(rig);
    (0..frames).for_each(|_| frame(rig));
    (time(rig) - begin) / f64::from(frames) / f64::from(seconds)
}

#[test]
fn a_scene_keeps_its_pace_at_any_frame_rate() {
    for (scene, seconds) in
        [("pythagorean", FRAME), ("pythagorean", 0.05), ("figure-8", FRAME), ("kepler", 0.05)]
    {
        let mut rig = rig(scene, 1.0);
        let wanted = rig.app().desk.run.stage.session.scene().pace;
        let step = rig.app().desk.run.stage.session.scene().physics.time_step;
        // Steps per frame are whole, and change only if they are off by more than half a step.
        let off = 0.6 * step / f64::from(seconds);
        let measured = pace(&mut rig, 20, seconds);
        assert!(
            (measured - wanted).abs() <= off + 0.01 * wanted,
            "{scene}: {measured} instead of {wanted}"
        );
    }
}

#[test]
fn few_bodies_take_as_many_steps_per_frame_as_time_allows() {
    let mut rig = rig("solar-system", 1.0);
    let steps = |rig: &mut Rig| {
        let before = rig.steps();
        (0..10).for_each(|_| rig.app_mut().frame(0.1).unwrap());
        rig.steps() - before
    };
    // Its speed is measured in the first frames, by passes that grow.
    steps(&mut rig);
    let made = steps(&mut rig);
    assert!(made > 100, "{made} steps in ten frames, in each of which there is time for a hundred");
}

#[test]
fn planets_keep_their_pace_where_frames_are_slow_and_uneven() {
    let mut rig = rig("solar-system", 1.0);
    let wanted = rig.app().desk.run.stage.session.scene().pace;
    let play = |rig: &mut Rig, frames: u32| {
        let begin = rig.app().desk.run.stage.session.simulation().time();
        let seconds = (0..frames).map(|frame| [0.15, 0.24, 0.19, 0.22, 0.2][frame as usize % 5]);
        let seconds = seconds
            .inspect(|seconds| rig.app_mut().frame(*seconds).unwrap())
            .map(f64::from)
            .sum::<f64>();
        (rig.app().desk.run.stage.session.simulation().time() - begin) / seconds
    };
    // Until kernels are compiled and speeds are known.
    rig.until("steps are made", |app| app.desk.run.stage.session.simulation().steps() > 0);
    play(&mut rig, 20);
    let measured = play(&mut rig, 40);
    // Frames with a measurement may have no steps.
    assert!((0.6..1.1).contains(&(measured / wanted)), "{measured} instead of {wanted}");
}

#[test]
fn keys_double_and_halve_the_speed_within_bounds() {
    let mut rig = rig("figure-8", 1.0);
    let speed = |rig: &Rig| rig.app().desk.viewer.transport.speed.unwrap();
    rig.key(Key::Plus, Modifiers::NONE);
    rig.key(Key::Equals, Modifiers::NONE);
    assert_eq!(speed(&rig), 4.0);
    (0..9).for_each(|_| rig.key(Key::Minus, Modifiers::NONE));
    assert_eq!(speed(&rig), 1.0 / 16.0);
    (0..20).for_each(|_| rig.key(Key::Plus, Modifiers::NONE));
    assert_eq!(speed(&rig), 64.0);
    rig.app_mut().ask(Command::StepsPerFrame(3));
    rig.frame();
    assert_eq!(
        (rig.app().desk.viewer.transport.speed, rig.app().desk.viewer.transport.steps_per_frame),
        (None, 3)
    );
    // From here on, as fast as these steps are.
    rig.key(Key::Plus, Modifiers::NONE);
    let scene = rig.app().desk.run.stage.session.scene();
    let expected = 2.0 * 3.0 * scene.physics.time_step / f64::from(FRAME) / scene.pace;
    assert!((speed(&rig) / expected - 1.0).abs() < 0.3, "{} instead of {expected}", speed(&rig));
}

#[test]
fn every_scene_plays_for_at_most_two_minutes() {
    for scene in embedded() {
        let seconds = scene.scene.duration / scene.scene.pace;
        assert!((9.0..=120.0).contains(&seconds), "{}: {seconds} s", scene.name);
    }
}

#[test]
fn the_tour_turns_the_camera_and_moves_on_at_the_end_of_a_scene() {
    let mut rig = rig("figure-8", 1.0);
    rig.frame();
    rig.key(Key::C, Modifiers::NONE);
    assert!(rig.app().desk.viewer.flight.rotates);
    let title = rig.app().desk.run.stage.session.scene().title.clone();
    // Its 63 units of time take 30 s at its pace.
    (0..2).for_each(|_| rig.app_mut().frame(10.0).unwrap());
    assert!(rig.app().desk.run.loading().is_none());
    (0..2).for_each(|_| rig.app_mut().frame(10.0).unwrap());
    rig.until("the next scene is there", |app| app.desk.run.stage.session.scene().title != title);
    rig.frame();
    let scene = rig.app().desk.run.origin.scene.clone();
    let sentence = scene.description.split_inclusive(". ").next().unwrap().trim();
    assert!(
        sentence.len() > 20 && rig.paints(&scene.title) && rig.paints(sentence),
        "the caption of {}",
        scene.title
    );
    rig.key(Key::C, Modifiers::NONE);
    assert!(!rig.app().desk.viewer.flight.rotates);
}

#[test]
fn the_number_of_bodies_that_runs_smoothly_is_known_after_some_steps() {
    let mut rig = rig("plummer", 1.0);
    rig.until("steps have been timed", |app| {
        app.desk.run.stage.forecast().smooth_count().is_some()
    });
    let (stage, count) =
        (&rig.app().desk.run.stage, rig.app().desk.run.stage.forecast().smooth_count().unwrap());
    assert!(stage.forecast().of(count).unwrap() <= SMOOTH);
    assert!(count == 1 << 22 || stage.forecast().of(2 * count).unwrap() > SMOOTH);
}

#[test]
fn slow_frames_drop_expensive_effects_until_they_are_requested() {
    let mut rig = rig("plummer", 1.0);
    let is_plain = |rig: &Rig| rig.app().desk.run.stage.session.pictures().has_plain_light();
    let frames =
        |rig: &mut Rig, seconds: f32| (0..25).for_each(|_| rig.app_mut().frame(seconds).unwrap());
    frames(&mut rig, 0.05);
    assert!(!is_plain(&rig), "20 frames per second are not slow");
    frames(&mut rig, 0.3);
    assert!(is_plain(&rig));
    assert!(
        rig.app().desk.run.stage.session.scene().look.diffuse > 0.0,
        "the scene's look, which pictures use, stays"
    );
    rig.app_mut().ask(Command::FullLight(true));
    frames(&mut rig, 0.3);
    assert!(!is_plain(&rig), "the user has the last word");
}

/// A rig that starts as the program does, with nobody's choice of bodies.
fn suiting(scene: &str, count: usize) -> Rig {
    let scene = Scene { count, ..Scene::load(scene).unwrap() };
    Rig::with("plummer", [900.0, 600.0], |app| {
        // What tests are compiled to makes the processor slow.
        let settings = Settings { members: Members::Gpu, ..app.desk.shell.settings.clone() };
        let folder = app.desk.shell.folder.clone();
        *app =
            App::new(&gpu(), scene, settings, &Start { suits_machine: true, ..Start::default() })
                .unwrap();
        app.desk.shell.folder = folder;
    })
}

#[test]
fn a_scene_that_is_too_slow_begins_with_as_many_bodies_as_run_smoothly() {
    // A second per step on any software adapter.
    let mut rig = suiting("plummer", 65_536);
    rig.until("it has fewer bodies", |app| app.desk.run.stage.session.scene().count < 65_536);
    let count = rig.app().desk.run.stage.session.scene().count;
    assert!(count.is_power_of_two() && (512..=32_768).contains(&count), "{count}");
    let told = rig.notice().unwrap().to_owned();
    assert!(
        told.contains(&words::grouped(count as u64)) && told.contains(&words::grouped(65_536)),
        "{told}"
    );
    // Undo has nothing to bring back.
    rig.app_mut().ask(Command::Undo);
    rig.frame();
    assert_eq!(rig.app().desk.run.stage.session.scene().count, count);
    // What is known of the speed counts for the next scene.
    rig.until("it is timed", |app| {
        app.desk.run.stage.session.computing().work_per_second().is_some()
    });
    rig.app_mut().ask(Command::Scene("galaxy".to_owned()));
    rig.until("the galaxy is there", |app| app.desk.run.origin.name == Some("galaxy"));
    assert!(rig.app().desk.run.stage.session.scene().count < 65_536);
}

#[test]
fn a_number_of_bodies_that_was_chosen_stays() {
    let mut rig = suiting("plummer", 64);
    let initial = rig.app().desk.run.stage.session.scene().initial.clone();
    rig.app_mut().ask(Command::Bodies(32_768, 1, initial));
    rig.until("they are there", |app| app.desk.run.stage.session.scene().count == 32_768);
    (0..30).for_each(|_| rig.app_mut().frame(0.2).unwrap());
    assert_eq!(rig.app().desk.run.stage.session.scene().count, 32_768);
}

#[test]
fn frames_between_layouts_show_the_same_panels() {
    const FORMAT: wgpu::TextureFormat = wgpu::TextureFormat::Rgba8Unorm;
    let (gpu, context) = (gpu(), egui::Context::default());
    let mut painter = Painter::new(&gpu, FORMAT);
    let size = [64, 32];
    assert!(painter.layout_due(size).is_zero(), "there is nothing to paint");
    let screen_rect = Some(egui::Rect::from_min_size(egui::Pos2::ZERO, egui::vec2(64.0, 32.0)));
    let output = context
        .run_ui(egui::RawInput { screen_rect, ..Default::default() }, |ui| _ = ui.button("words"));
    painter.lay_out(&context, size, output);
    assert!(painter.layout_due([64, 33]).is_zero(), "the window has another size");

    let texture = gpu.device().create_texture(&wgpu::TextureDescriptor {
        label: None,
        size: wgpu::Extent3d { width: size[0], height: size[1], depth_or_array_layers: 1 },
        mip_level_count: 1,
        sample_count: 1,
        dimension: wgpu::TextureDimension::D2,
        format: FORMAT,
        usage: wgpu::TextureUsages::RENDER_ATTACHMENT | wgpu::TextureUsages::COPY_SRC,
        view_formats: &[],
    });
    let pixels = gpu.storage::<u32>("pixels", 64 * 32).unwrap();
    let mut paint = || {
        let mut encoder = gpu.encoder("test");
        painter.paint(&mut encoder, &texture.create_view(&wgpu::TextureViewDescriptor::default()));
        let layout = wgpu::TexelCopyBufferLayout { bytes_per_row: Some(256), ..Default::default() };
        let buffer = wgpu::TexelCopyBufferInfo { buffer: pixels.raw(), layout };
        encoder.copy_texture_to_buffer(texture.as_image_copy(), buffer, texture.size());
        gpu.submit(encoder);
        gpu.read(&pixels).unwrap()
    };
    let first = paint();
    assert!(first == paint() && first.iter().any(|pixel| *pixel != first[0]));
    std::thread::sleep(Duration::from_millis(9));
    assert!(painter.layout_due(size).is_zero(), "the panels are old");
}
