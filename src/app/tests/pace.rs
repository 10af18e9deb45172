//! How fast time passes in the window: the scene's pace, times a speed, whatever the frame rate.

use std::time::Duration;

use starshell::scene::embedded;
use starshell::session::Members;

use super::*;
use crate::app::shell::painter::Painter;
use crate::app::simulation::auto_count::SMOOTH;

/// A rig that plays with the scene's own speed.
fn rig(scene: &str) -> Rig {
    let mut rig = Rig::sized(scene, [900.0, 600.0]);
    rig.ask(Command::Speed(1.0));
    rig.command("keys-play");
    rig
}

/// Simulated time per second over frames of so many seconds each.
fn pace_over(rig: &mut Rig, seconds: &[f32]) -> f64 {
    let begin = rig.time();
    seconds.iter().for_each(|seconds| rig.elapse(*seconds));
    (rig.time() - begin) / f64::from(seconds.iter().sum::<f32>())
}

/// Waits for the first step: a thread compiles the kernels of measurements before, however busy
/// the machine is.
fn warm_up(rig: &mut Rig) {
    rig.until("steps are made", |rig| rig.steps() > 0);
}

#[test]
fn a_scene_keeps_its_pace_at_any_frame_rate() {
    for (scene, seconds) in
        [("pythagorean", FRAME), ("pythagorean", 0.05), ("figure-8", FRAME), ("kepler", 0.05)]
    {
        let mut rig = rig(scene);
        // As if this machine were fast enough for any number of steps.
        rig.set_budget(None);
        warm_up(&mut rig);
        pace_over(&mut rig, &[seconds; 20]);
        let measured = pace_over(&mut rig, &[seconds; 20]);
        let wanted = rig.scene().pace;
        // Steps per frame are whole, and change only if they are off by more than half a step.
        let off = 0.6 * rig.physics().time_step / f64::from(seconds) + 0.01 * wanted;
        assert!((measured - wanted).abs() <= off, "{scene}: {measured} instead of {wanted}");
    }
}

#[test]
fn few_bodies_take_as_many_steps_per_frame_as_time_allows() {
    let mut rig = rig("solar-system");
    // Its speed is measured in the first frames, by passes that grow.
    pace_over(&mut rig, &[0.1; 10]);
    let before = rig.steps();
    pace_over(&mut rig, &[0.1; 10]);
    let made = rig.steps() - before;
    assert!(made > 100, "{made} steps in ten frames, in each of which there is time for a hundred");
}

#[test]
fn planets_keep_their_pace_where_frames_are_slow_and_uneven() {
    let mut rig = rig("solar-system");
    let frames = |count| [0.15, 0.24, 0.19, 0.22, 0.2].repeat(count);
    // Until kernels are compiled and speeds are known.
    warm_up(&mut rig);
    pace_over(&mut rig, &frames(4));
    let (measured, wanted) = (pace_over(&mut rig, &frames(8)), rig.scene().pace);
    // Frames with a measurement may have no steps.
    assert!((0.6..1.1).contains(&(measured / wanted)), "{measured} instead of {wanted}");
}

#[test]
fn keys_double_and_halve_the_speed_within_bounds() {
    let mut rig = rig("figure-8");
    let speed = |rig: &Rig| rig.transport().speed.unwrap();
    rig.press_all([Key::Plus, Key::Equals]);
    assert_eq!(speed(&rig), 4.0);
    rig.press_all([Key::Minus; 9]);
    assert_eq!(speed(&rig), 1.0 / 16.0);
    rig.press_all([Key::Plus; 20]);
    assert_eq!(speed(&rig), 64.0);
    rig.perform(Command::StepsPerFrame(3));
    assert_eq!((rig.transport().speed, rig.transport().steps_per_frame), (None, 3));
    // From here on, as fast as these steps are.
    rig.press(Key::Plus);
    let per_second = rig.physics().time_step / f64::from(FRAME);
    let expected = 2.0 * 3.0 * per_second / rig.scene().pace;
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
    let mut rig = rig("figure-8");
    rig.press(Key::C);
    assert!(rig.viewer().flight.rotates);
    let title = rig.scene().title.clone();
    // Its 63 units of time take 30 s at its pace.
    (0..2).for_each(|_| rig.elapse(10.0));
    assert!(!rig.is_loading());
    (0..2).for_each(|_| rig.elapse(10.0));
    rig.until("the next scene is there", |rig| rig.scene().title != title);
    rig.frame();
    let caption = rig.origin().description.split_inclusive(". ").next().unwrap().trim();
    assert!(caption.len() > 20);
    rig.assert_paints([&rig.origin().title, caption]);
    rig.press(Key::C);
    assert!(!rig.viewer().flight.rotates);
}

#[test]
fn the_number_of_bodies_that_runs_smoothly_is_known_after_some_steps() {
    let mut rig = rig("plummer");
    rig.until("steps have been timed", |rig| rig.smooth_count().is_some());
    let count = rig.smooth_count().unwrap();
    assert!(rig.forecast(count).unwrap() <= SMOOTH);
    assert!(count == 1 << 22 || rig.forecast(2 * count).unwrap() > SMOOTH);
}

#[test]
fn slow_frames_drop_expensive_effects_until_they_are_requested() {
    let mut rig = rig("plummer");
    let previews =
        |rig: &Rig| rig.find(|line| line.contains(&text("preview-no-diffuse"))).is_some();
    let is_plain = |rig: &mut Rig, seconds: f32| {
        (0..25).for_each(|_| rig.elapse(seconds));
        rig.session().pictures().has_plain_light()
    };
    assert!(!is_plain(&mut rig, 0.05), "20 frames per second are not slow");
    assert!(is_plain(&mut rig, 0.3));
    assert!(rig.look().diffuse > 0.0, "the scene's look, which pictures use, stays");
    rig.frame();
    assert!(previews(&rig));
    // A picture that rests is complete within two seconds, and says so.
    rig.pause();
    let rests = (0..20).find(|_| {
        rig.elapse(0.1);
        !rig.session().pictures().has_plain_light()
    });
    assert!(rests.is_some(), "it is refined");
    rig.frame();
    assert!(!previews(&rig));
    rig.command("keys-play");
    assert!(is_plain(&mut rig, 0.3), "until it changes");
    rig.ask(Command::FullLight(true));
    assert!(!is_plain(&mut rig, 0.3), "the user has the last word");
}

/// A rig that starts as the program does, with nobody's choice of bodies.
fn suiting(count: usize) -> Rig {
    let scene = Scene { count, ..Scene::load("plummer").unwrap() };
    let start = Start { suits_machine: true, ..Start::default() };
    // What tests are compiled to makes the processor slow.
    Rig::started(scene, &start, |settings| settings.members = Members::Gpu)
}

#[test]
fn a_scene_that_is_too_slow_begins_with_as_many_bodies_as_run_smoothly() {
    // A second per step on any software adapter.
    let mut rig = suiting(65_536);
    rig.until("it has fewer bodies", |rig| rig.scene().count < 65_536);
    let count = rig.scene().count;
    assert!(count.is_power_of_two() && (512..=32_768).contains(&count), "{count}");
    rig.assert_told([&words::grouped(count as u64), &words::grouped(65_536)]);
    // Undo has nothing to bring back.
    rig.command("hands-undo");
    assert_eq!(rig.scene().count, count);
    // What is known of the speed counts for the next scene.
    rig.until("it is timed", |rig| rig.session().computing().work_per_second().is_some());
    rig.open_scene("galaxy");
    assert!(rig.scene().count < 65_536);
    // What was chosen stays for the session.
    rig.open_scene("plummer");
    assert_eq!(rig.scene().count, count);
    (0..30).for_each(|_| rig.elapse(0.2));
    assert_eq!(rig.scene().count, count);
}

#[test]
fn a_number_of_bodies_that_was_chosen_stays() {
    let mut rig = suiting(64);
    rig.set_count(32_768);
    rig.until("they are there", |rig| rig.scene().count == 32_768);
    (0..30).for_each(|_| rig.elapse(0.2));
    assert_eq!(rig.scene().count, 32_768);
}

#[test]
fn frames_between_layouts_show_the_same_panels() {
    const FORMAT: wgpu::TextureFormat = wgpu::TextureFormat::Rgba8Unorm;
    let (gpu, context) = (gpu(), egui::Context::default());
    let mut painter = Painter::new(&gpu, FORMAT);
    let size = [64, 32];
    assert!(painter.layout_due(size).is_zero(), "there is nothing to paint");
    let screen_rect = Some(Rect::from_min_size(egui::Pos2::ZERO, vec2(64.0, 32.0)));
    let input = egui::RawInput { screen_rect, ..Default::default() };
    let output = context.run_ui(input, |ui| _ = ui.button("words"));
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
