//! Every panel, worked by the names of its controls. Panels that are added have their tests at the end of this file.

use egui::{Modifiers, Role};
use starshell::name::Named;
use starshell::physics::{ForceKernel, Integrator, Precision};
use starshell::render::{ColorBy, ColorMap};
use starshell::scene::embedded;

use super::{Stage, text};
use crate::app::desk::Request;
use crate::app::hands::Follow;

#[test]
fn the_transport_plays_steps_and_begins_anew() {
    let mut stage = Stage::new("plummer");
    stage.frame();
    assert_eq!(stage.steps(), 0);
    stage.click("transport-play");
    assert!(stage.desk().transport.is_playing);
    stage.until("it plays", |desk| desk.session.simulation().steps() > 3);
    stage.click("transport-pause");
    let before = stage.steps();
    (0..3).for_each(|_| stage.frame());
    assert_eq!(stage.steps(), before, "it rests");
    stage.click("transport-step");
    stage.until("one step is done", |desk| desk.transport.remaining == 0);
    assert_eq!(stage.steps(), before + 1);
    stage.set("transport-steps-count", "7");
    stage.click("transport-steps");
    stage.until("seven steps are done", |desk| desk.transport.remaining == 0);
    assert_eq!(stage.steps(), before + 8);

    stage.slide("transport-speed", 1.0);
    assert_eq!(stage.desk().transport.steps_a_frame, 256);
    stage.slide("transport-speed", 0.0);
    assert_eq!(stage.desk().transport.steps_a_frame, 1);
    stage.click("transport-restart");
    stage.until("it begins anew", |desk| desk.session.simulation().steps() == 0);
    stage.click("transport-fullscreen");
    assert_eq!(stage.desk_mut().requests(), [Request::ToggleFullscreen]);
}

#[test]
fn reversed_leapfrog_runs_back_to_where_it_came_from() {
    let mut stage = Stage::new("kepler");
    stage.until("a copy has arrived", |desk| desk.hands.kept.is_some());
    let begin = stage.desk().hands.kept.clone().unwrap().snapshot.bodies.clone();
    for _ in 0..2 {
        stage.set("transport-steps-count", "40");
        stage.click("transport-steps");
        stage.until("the steps are done", |desk| desk.transport.remaining == 0);
        stage.click("transport-reverse");
        stage.frame();
    }
    stage.desk_mut().hands.kept = None;
    stage.until("another copy has arrived", |desk| desk.hands.kept.is_some());
    let end = &stage.desk().hands.kept.as_ref().unwrap().snapshot;
    assert_eq!(end.steps, 80);
    for (a, b) in begin.iter().zip(&end.bodies) {
        assert!(a.position.distance(b.position) < 1e-4 && a.velocity.distance(b.velocity) < 1e-4, "{a:?}, {b:?}");
    }
}

#[test]
fn the_physics_is_typed_dragged_and_chosen() {
    let mut stage = Stage::new("plummer");
    stage.frame();
    let file = stage.desk().origin.physics;
    for (key, number, value) in
        [("physics-time-step", "0.0125", 0.0125), ("physics-softening", "0,25", 0.25), ("physics-damping", "0.95", 0.95)]
    {
        stage.set(key, number);
        let now = *stage.desk().session.simulation().parameters();
        let found = [now.time_step, now.softening, now.damping];
        assert!(found.contains(&value), "{key}: {found:?}");
    }
    assert_eq!(stage.notice(), None);
    stage.slide("physics-softening", 0.0);
    assert_eq!(stage.desk().session.simulation().parameters().softening, 0.0);
    for integrator in Integrator::ALL.iter().rev() {
        stage.choose("physics-integrator", &format!("integrator-{}", integrator.name()));
        assert_eq!(stage.desk().session.simulation().parameters().integrator, *integrator);
    }
    stage.set("physics-softening", "0.05");
    stage.flip("physics-adaptive");
    stage.set("physics-accuracy", "0.3");
    assert_eq!(stage.desk().session.simulation().parameters().adaptive, Some(0.3));
    stage.desk_mut().ask(crate::app::action::Action::Steps(2));
    stage.until("a step is told", |desk| desk.session.simulation().step().is_some());
    stage.flip("physics-adaptive");
    assert_eq!(stage.desk().session.simulation().parameters().adaptive, None);
    for (precision, word) in [(Precision::Double, "f64"), (Precision::Pair, "f32-plus"), (Precision::Single, "f32")] {
        stage.choose("physics-precision", &format!("precision-{word}"));
        let simulation = stage.desk().session.simulation();
        assert_eq!((simulation.parameters().precision, simulation.bodies().precision()), (precision, precision));
        stage.frame();
        stage.frame();
    }
    assert_eq!(stage.notice(), None);
    let count = stage.desk().session.simulation().bodies().count();
    let gpu = stage.desk().gpu().clone();
    for kernel in ForceKernel::ALL.iter().rev().filter(|kernel| kernel.plan(&gpu, count).is_ok()) {
        stage.choose("physics-gravity", &format!("gravity-{}", kernel.name()));
        assert_eq!(stage.desk().session.force_kernel(), *kernel);
    }
    stage.click("physics-reset");
    assert_eq!(*stage.desk().session.simulation().parameters(), file);
    assert!(!stage.has(Role::Button, "physics-reset"), "there is nothing to set back");
}

#[test]
fn other_bodies_come_when_they_are_applied() {
    let mut stage = Stage::new("plummer");
    stage.frame();
    stage.set("bodies-count", "300");
    assert_eq!(stage.desk().session.simulation().bodies().count(), 256, "not yet");
    stage.click("bodies-discard");
    assert!(!stage.has(Role::Button, "bodies-apply"));
    stage.set("bodies-count", "300");
    stage.set("bodies-seed", "41");
    stage.click("bodies-dice");
    stage.click("bodies-apply");
    stage.until("the bodies are there", |desk| desk.session.simulation().bodies().count() == 300);
    assert_eq!(stage.desk().session.scene().seed, 42);
    assert_eq!(stage.desk().loading(), None);
    stage.slide("bodies-count", 0.1);
    assert!((2..20).contains(&stage.desk().drafts.count()), "{}", stage.desk().drafts.count());
}

#[test]
fn the_model_generator_makes_other_initial_states() {
    let mut stage = Stage::new("plummer");
    stage.frame();
    stage.fold("model-title");
    stage.choose("model-kind", "initial-uniform-sphere");
    stage.click("bodies-apply");
    stage.until("the bodies are there", |desk| desk.session.scene().initial.kind() == "uniform-sphere");
    stage.choose("model-kind", "initial-figure-8");
    assert!(stage.writing().contains(&crate::app::words::text("bodies-fixed", &[("count", "3".to_owned())])));
    stage.click("bodies-apply");
    stage.until("three bodies are there", |desk| desk.session.simulation().bodies().count() == 3);
}

#[test]
fn scenes_are_chosen_in_the_gallery_and_one_by_one() {
    let mut stage = Stage::new("plummer");
    stage.frame();
    stage.click("scene-choose");
    assert!(stage.desk().gallery_open);
    // A window opens a frame late, when its size is known.
    stage.frame();
    stage.click("gallery-close");
    assert!(!stage.desk().gallery_open);
    stage.click("scene-choose");
    stage.frame();
    let kepler = embedded().iter().find(|scene| scene.name == "kepler").unwrap();
    stage.click(&kepler.scene.title);
    assert!(!stage.desk().gallery_open);
    stage.until("the scene has come", |desk| desk.name == Some("kepler"));
    assert!(stage.writing().contains(&kepler.scene.title), "its title stands in the panel");

    let names: Vec<_> = embedded().iter().map(|scene| scene.name).collect();
    let place = names.iter().position(|name| *name == "kepler").unwrap();
    let next = names[(place + 1) % names.len()];
    stage.click("scene-next");
    stage.until("the next scene has come", |desk| desk.name == Some(next));
    stage.click("scene-previous");
    stage.until("the scene is back", |desk| desk.name == Some("kepler"));
    stage.click("scene-copy");
    let requests = stage.desk_mut().requests();
    let [Request::Copy(copied)] = requests.as_slice() else { panic!("{requests:?}") };
    let copied = starshell::scene::Scene::parse(copied, "the clipboard").unwrap();
    assert_eq!((copied.count, copied.title), (2, kepler.scene.title.clone()));
}

#[test]
fn the_look_follows_its_controls() {
    let mut stage = Stage::new("plummer");
    stage.frame();
    for quantity in ColorBy::ALL.iter().rev() {
        stage.choose("view-color-by", &format!("color-by-{}", quantity.name()));
        assert_eq!(stage.desk().session.scene().look.color_by, *quantity);
    }
    for map in ColorMap::ALL.iter().rev() {
        stage.choose("view-color-map", &format!("color-map-{}", map.name()));
        assert_eq!(stage.desk().session.scene().look.color_map, *map);
    }
    for (key, number) in [
        ("view-exposure", "−1.5"),
        ("view-bloom", "0.75"),
        ("view-point", "3"),
        ("view-size", "0.125"),
        ("view-trails", "12"),
        ("view-magnitudes", "2"),
    ] {
        stage.set(key, number);
    }
    let look = &stage.desk().session.scene().look;
    assert_eq!((look.exposure, look.bloom, look.min_pixels, look.size), (-1.5, 0.75, 3.0, 0.125));
    assert_eq!((look.trail_length, look.magnitude_spread), (12, 2.0));
    for key in ["view-exposure", "view-bloom", "view-point", "view-size", "view-trails", "view-magnitudes", "view-sky"] {
        let before = stage.desk().session.scene().look.clone();
        stage.slide(key, 0.9);
        assert_ne!(stage.desk().session.scene().look, before, "{key}");
    }
}

#[test]
fn the_camera_follows_its_controls() {
    let mut stage = Stage::new("plummer");
    stage.until("a copy has arrived", |desk| desk.hands.kept.is_some());
    stage.fold("view-camera");
    let camera = |stage: &Stage| stage.desk().session.scene().camera;
    stage.set("view-field", "20");
    assert_eq!(camera(&stage).field_of_view, 20.0);
    stage.choose("view-follow", "follow-center-of-mass");
    assert_eq!(stage.desk().hands.follow, Follow::CenterOfMass);
    stage.choose("view-follow", "follow-nothing");
    assert_eq!(stage.desk().hands.follow, Follow::Nothing);

    let before = camera(&stage);
    stage.flip("view-rotate");
    (0..5).for_each(|_| stage.frame());
    assert_ne!(camera(&stage).azimuth, before.azimuth);
    stage.flip("view-rotate");
    stage.flip("view-fly");
    assert!(stage.desk().flight.flies);
    stage.flip("view-fly");

    let far = starshell::render::Camera { distance: 5000.0, ..camera(&stage) };
    stage.desk_mut().ask(crate::app::action::Action::Camera(far));
    stage.frame();
    stage.click("view-fit");
    stage.until("the camera is near again", |desk| desk.session.scene().camera.distance < 500.0);
    stage.until("the camera rests", |desk| !desk.is_moving());

    // A click stores the first view, Shift and a click stores another one in its place, a click goes there.
    let place = stage.reach_button("F3");
    stage.click_at(place, Modifiers::NONE);
    assert_eq!(stage.desk().settings.bookmarks["F3"], camera(&stage));
    stage.click("view-reset");
    stage.until("the camera is where the scene has it", |desk| !desk.is_moving());
    assert_eq!(camera(&stage), stage.desk().origin.camera);
    stage.click_at(place, Modifiers::NONE);
    stage.until("the camera is at the bookmark", |desk| !desk.is_moving());
    assert_eq!(camera(&stage), stage.desk().settings.bookmarks["F3"]);
    stage.set("view-field", "60");
    let place = stage.reach_button("F3");
    stage.click_at(place, Modifiers::SHIFT);
    assert_eq!(stage.desk().settings.bookmarks["F3"].field_of_view, 60.0);
}

#[test]
fn switches_flip_what_stands_over_the_picture() {
    let mut stage = Stage::new("plummer");
    stage.frame();
    stage.fold("view-guides");
    let state = |stage: &Stage| {
        let settings = &stage.desk().settings;
        [settings.hud, settings.axes, settings.grid, settings.scale_bar, settings.legend]
    };
    let keys = ["view-hud", "view-axes", "view-grid", "view-scale", "view-legend"];
    for (place, key) in keys.into_iter().enumerate() {
        let before = state(&stage);
        stage.flip(key);
        let after = state(&stage);
        let flipped: Vec<_> = (0..keys.len()).filter(|place| before[*place] != after[*place]).collect();
        assert_eq!(flipped, [place], "{key}");
    }
    assert!(stage.writing().iter().any(|line| line.ends_with("frames/s")), "the speeds are there");
    stage.fold("program-title");
    stage.flip("program-light");
    stage.frame();
    assert!(!stage.harness.ctx.style_of(stage.harness.ctx.theme()).visuals.dark_mode, "the panels are light");
    stage.choose("program-screenshot", "screenshot-2160");
    assert_eq!(stage.desk().settings.screenshot_height, Some(2160));
    stage.choose("program-screenshot", "screenshot-window");
    stage.click("transport-screenshot");
    stage.until("the picture is written", |desk| desk.notices.iter().any(|notice| notice.text.ends_with("plummer_000000.png")));
    let wide = image::image_dimensions(stage.desk().folder.join("plummer_000000.png")).expect("a picture");
    let window = stage.harness.ctx.content_rect().size();
    assert_eq!([wide.0, wide.1], [window.x as u32, window.y as u32], "as wide as the window, panels or not");
}

#[test]
fn sides_fold_and_the_overlay_lists_every_key() {
    let mut stage = Stage::new("plummer");
    stage.frame();
    for (button, section) in [("transport-left", "physics-title"), ("transport-right", "view-look")] {
        assert!(stage.has(Role::DisclosureTriangle, section));
        let before = stage.picture().width();
        stage.click(button);
        assert!(!stage.has(Role::DisclosureTriangle, section), "{button} folds");
        assert!(stage.picture().width() > before, "the picture takes the place");
        stage.click(button);
        assert!(stage.has(Role::DisclosureTriangle, section), "{button} opens");
    }
    stage.click("transport-help");
    stage.frame();
    let writing = stage.writing();
    for (title, bindings) in crate::app::keys::GROUPS {
        assert!(writing.contains(&text(title)), "{title}");
        for binding in *bindings {
            assert!(writing.contains(&text(binding.words)), "{}", binding.words);
        }
    }
    stage.click("keys-close");
    assert!(!stage.desk().help_open);
    stage.click("transport-projector");
    assert!(stage.desk().is_projector());
    stage.frame();
    assert!(stage.harness.ctx.zoom_factor() > 1.2, "everything is larger");
    stage.click("transport-projector");
    assert!(!stage.desk().is_projector());
}

#[test]
fn sections_fold() {
    let mut stage = Stage::new("plummer");
    stage.frame();
    assert!(stage.has(Role::SpinButton, "physics-softening"));
    stage.fold("physics-title");
    stage.frame();
    assert!(!stage.has(Role::SpinButton, "physics-softening"));
}

#[test]
fn warnings_stay_until_they_are_closed_and_news_go_by_themselves() {
    let mut stage = Stage::new("plummer");
    stage.desk_mut().notices.tell("news".to_owned());
    stage.desk_mut().notices.warn("first".to_owned());
    stage.desk_mut().notices.warn("second".to_owned());
    stage.frame();
    for line in ["news", "first", "second"] {
        assert!(stage.writing().contains(&line.to_owned()), "{line}");
    }
    (0..300).for_each(|_| stage.desk_mut().notices.advance(super::FRAME));
    stage.frame();
    stage.click("notice-close");
    let left: Vec<_> = stage.desk().notices.iter().map(|notice| notice.text.clone()).collect();
    assert_eq!(left, ["second"]);
    stage.click("notice-close");
    assert!(stage.desk().notices.is_empty());
}

#[test]
fn impossible_physics_is_refused_in_words() {
    let mut stage = Stage::new("plummer");
    stage.frame();
    let before = *stage.desk().session.simulation().parameters();
    let physics = starshell::physics::Parameters { softening: -1.0, ..before };
    stage.desk_mut().ask(crate::app::action::Action::Physics(physics));
    stage.frame();
    assert!(stage.notice().is_some_and(|text| text.contains("softening")), "{:?}", stage.notice());
    assert_eq!(*stage.desk().session.simulation().parameters(), before);
}
