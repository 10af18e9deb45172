//! Every panel, operated by the names of its controls. Add tests for new panels at the end of this
//! file.

use std::time::Duration;

use egui::{Key, Modifiers, Role};
use egui_kittest::kittest::NodeT;
use starshell::name::Named;
use starshell::physics::{ForceKernel, Gravity, Integrator, Parameters, Precision};
use starshell::render::{ColorBy, ColorMap};
use starshell::scene::embedded;

use crate::app::commands::{Command, Edit, Follow, View};
use crate::app::shell::state::Request;
use crate::app::tests::{Rig, advanced, text};

#[test]
fn the_transport_plays_steps_and_restarts() {
    let mut rig = Rig::new("plummer");
    rig.frame();
    assert_eq!(rig.steps(), 0);
    rig.click("transport-play");
    assert!(rig.app().desk.viewer.transport.is_playing);
    rig.until("it plays", |app| app.desk.run.stage.session.simulation().steps() > 3);
    rig.click("transport-pause");
    let before = rig.steps();
    (0..3).for_each(|_| rig.frame());
    assert_eq!(rig.steps(), before, "it rests");
    rig.click("transport-step");
    rig.until("one step is done", |app| app.desk.viewer.transport.remaining == 0);
    assert_eq!(rig.steps(), before + 1);
    rig.set("transport-steps-count", "7");
    rig.click("transport-steps");
    rig.until("seven steps are done", |app| app.desk.viewer.transport.remaining == 0);
    assert_eq!(rig.steps(), before + 8);

    rig.slide("transport-speed", 1.0);
    assert_eq!(rig.app().desk.viewer.transport.speed, Some(64.0));
    rig.slide("transport-speed", 0.0);
    assert_eq!(rig.app().desk.viewer.transport.speed, Some(1.0 / 16.0));
    rig.set("transport-frame-steps", "7");
    assert_eq!(
        (rig.app().desk.viewer.transport.speed, rig.app().desk.viewer.transport.steps_per_frame),
        (None, 7)
    );
    rig.set("transport-frame-steps", "1");
    rig.click("transport-restart");
    rig.until("the run starts over", |app| app.desk.run.stage.session.simulation().steps() == 0);
    rig.click("transport-fullscreen");
    assert_eq!(rig.app_mut().requests(), [Request::ToggleFullscreen]);
}

#[test]
fn a_typed_number_out_of_range_is_replaced_and_reported() {
    let mut rig = Rig::new("plummer");
    let told = |rig: &Rig, key: &str, numbers: [&str; 2]| {
        let notice = rig.notice().unwrap_or_default();
        assert!(
            notice.starts_with(&text(key)) && numbers.iter().all(|number| notice.contains(number)),
            "{notice}"
        );
    };
    rig.click("tool-body");
    // A card opens a frame late, when its size is known.
    rig.frame();
    rig.set("hands-mass", "5000");
    assert_eq!(rig.app().desk.viewer.tools.mass, 1.0);
    told(&rig, "hands-mass", ["5000", "100"]);
    rig.set("transport-frame-steps", "2000000");
    assert_eq!(rig.app().desk.viewer.transport.steps_per_frame, 1000);
    told(
        &rig,
        "transport-frame-steps",
        ["2\u{a0}000\u{a0}000 is out of range", "so 1\u{a0}000 is used"],
    );
    rig.app_mut().desk.shell.notices.advance(60.0);
    rig.set("transport-frame-steps", "20");
    assert_eq!((rig.app().desk.viewer.transport.steps_per_frame, rig.notice()), (20, None));
}

#[test]
fn a_classic_scene_with_another_number_of_bodies_keeps_its_mass() {
    let mut rig = Rig::new("classic-1");
    let total = |rig: &Rig| {
        rig.app()
            .desk
            .run
            .stage
            .session
            .simulation()
            .state()
            .unwrap()
            .bodies()
            .map(|body| body.mass)
            .sum::<f64>()
    };
    let before = total(&rig);
    for (count, mass) in [(64, before / 64.0), (256, before / 256.0)] {
        // Enter applies it.
        rig.set("bodies-count", &count.to_string());
        rig.until("they are there", |app| {
            app.desk.run.stage.session.simulation().bodies().count() == count
        });
        assert!((total(&rig) - before).abs() < 1e-6 * before);
        assert!(
            rig.notice().is_some_and(|notice| notice.contains(&starshell::words::number(mass))),
            "{:?}",
            rig.notice()
        );
        assert!(!rig.app().desk.drafts.differ_from(rig.app().desk.run.stage.session.scene()));
    }
}

#[test]
fn reversed_leapfrog_runs_back_to_where_it_came_from() {
    let mut rig = Rig::new("kepler");
    let state = |rig: &Rig| rig.app().desk.run.stage.session.simulation().state().unwrap();
    let begin = state(&rig);
    for _ in 0..2 {
        rig.set("transport-steps-count", "40");
        rig.click("transport-steps");
        rig.until("the steps are done", |app| app.desk.viewer.transport.remaining == 0);
        rig.click("transport-reverse");
        rig.frame();
        rig.until("it is reversed", |app| !app.desk.run.stage.interaction.reverses);
    }
    assert_eq!(rig.steps(), 80);
    for (a, b) in begin.bodies().zip(state(&rig).bodies()) {
        assert!(
            a.position.distance(b.position) < 1e-4 && a.velocity.distance(b.velocity) < 1e-4,
            "{a:?}, {b:?}"
        );
    }
}

#[test]
fn the_physics_is_typed_dragged_and_chosen() {
    let mut rig = advanced("plummer");
    let file = rig.app().desk.run.origin.scene.physics;
    for (key, number, value) in [
        ("physics-time-step", "0.0125", 0.0125),
        ("physics-softening", "0,25", 0.25),
        ("physics-damping", "0.95", 0.95),
        ("physics-drag", "0.35", 0.35),
    ] {
        rig.set(key, number);
        let now = *rig.app().desk.run.stage.session.simulation().parameters();
        let found = [now.time_step, now.softening, now.damping, now.drag];
        assert!(found.contains(&value), "{key}: {found:?}");
    }
    assert_eq!(rig.notice(), None);
    rig.slide("physics-softening", 0.0);
    assert_eq!(rig.app().desk.run.stage.session.simulation().parameters().softening, 0.0);
    // Every choice can be clicked without scrolling.
    for integrator in [Integrator::Hermite4, Integrator::SymplecticEuler] {
        rig.press_on(Role::ComboBox, "physics-integrator");
        let item = format!("integrator-{}", integrator.name());
        let place = rig.called(Role::Button, &item).last().unwrap().rect().center();
        rig.click_at(place, Modifiers::NONE);
        rig.frame();
        assert_eq!(
            rig.app().desk.run.stage.session.simulation().parameters().integrator,
            integrator
        );
    }
    for integrator in Integrator::ALL.iter().rev() {
        rig.choose("physics-integrator", &format!("integrator-{}", integrator.name()));
        assert_eq!(
            rig.app().desk.run.stage.session.simulation().parameters().integrator,
            *integrator
        );
    }
    rig.set("physics-softening", "0.05");
    rig.flip("physics-adaptive");
    assert!(
        rig.notice().is_some_and(|notice| notice.contains("drag needs fixed steps")),
        "{:?}",
        rig.notice()
    );
    rig.app_mut().desk.shell.notices.close(0);
    rig.set("physics-drag", "0");
    rig.flip("physics-adaptive");
    assert!(rig.control(Role::Slider, "physics-drag").accesskit_node().is_disabled());
    rig.set("physics-accuracy", "0.3");
    assert_eq!(rig.app().desk.run.stage.session.simulation().parameters().adaptive, Some(0.3));
    rig.app_mut().ask(Command::Steps(2));
    rig.until("the step is known", |app| app.desk.run.stage.session.simulation().step().is_some());
    rig.flip("physics-adaptive");
    assert_eq!(rig.app().desk.run.stage.session.simulation().parameters().adaptive, None);
    for (precision, word) in
        [(Precision::Double, "f64"), (Precision::Pair, "f32-plus"), (Precision::Single, "f32")]
    {
        rig.choose("physics-precision", &format!("precision-{word}"));
        let simulation = rig.app().desk.run.stage.session.simulation();
        assert_eq!(
            (simulation.parameters().precision, simulation.bodies().precision()),
            (precision, precision)
        );
        rig.frame();
        rig.frame();
    }
    assert_eq!(rig.notice(), None);
    let count = rig.app().desk.run.stage.session.simulation().bodies().count();
    let gpu = rig.app().gpu().clone();
    for kernel in ForceKernel::ALL.iter().rev().filter(|kernel| kernel.plan(&gpu, count).is_ok()) {
        rig.choose("physics-kernel", &format!("gravity-{}", kernel.name()));
        assert_eq!(
            rig.app().desk.run.stage.session.simulation().parameters().gravity,
            Gravity::Direct(*kernel)
        );
    }
    rig.click("physics-reset");
    assert_eq!(*rig.app().desk.run.stage.session.simulation().parameters(), file);
    assert!(
        rig.control(Role::Button, "physics-reset").accesskit_node().is_disabled(),
        "there is nothing to reset"
    );
}

#[test]
fn new_bodies_appear_when_they_are_applied() {
    let mut rig = advanced("plummer");
    rig.slide("bodies-count", 0.5);
    assert_eq!(rig.app().desk.run.stage.session.simulation().bodies().count(), 256, "not yet");
    rig.click("bodies-discard");
    assert!(rig.control(Role::Button, "bodies-apply").accesskit_node().is_disabled());
    // Enter applies a number that was typed.
    rig.set("bodies-count", "300");
    rig.until("the bodies are there", |app| {
        app.desk.run.stage.session.simulation().bodies().count() == 300
    });
    rig.set("bodies-seed", "41");
    rig.click("bodies-dice");
    rig.click("bodies-apply");
    rig.until("the seed is another", |app| app.desk.run.stage.session.scene().seed == 42);
    assert_eq!(rig.app().desk.run.stage.session.scene().seed, 42);
    assert_eq!(rig.app().desk.run.loading(), None);
    let at_rest = |x| starshell::physics::Body {
        position: glam::DVec3::X * x,
        velocity: glam::DVec3::ZERO,
        mass: 1e-3,
        component: 0,
    };
    let new = [1.0, 2.0, 3.0, 4.0, 5.0].map(at_rest).to_vec();
    rig.app_mut().ask(Command::Edit(Edit::Add(new)));
    rig.until("they are thrown in", |app| {
        app.desk.run.stage.session.simulation().bodies().count() == 305
    });
    rig.frame();
    assert!(
        rig.writing().iter().any(|line| line.starts_with("305 bodies now")),
        "the number in the field is that of the scene"
    );
    rig.slide("bodies-count", 0.1);
    assert!((2..20).contains(&rig.app().desk.drafts.count()), "{}", rig.app().desk.drafts.count());
}

#[test]
fn a_step_that_would_take_hours_needs_confirmation() {
    let mut rig =
        Rig::with("plummer", [1280.0, 720.0], |app| app.desk.viewer.transport.is_playing = true);
    rig.until("steps are timed", |app| app.desk.run.stage.forecast().of(256).is_some());
    rig.set("bodies-count", "4194304");
    assert_eq!(
        (rig.app().desk.run.loading(), rig.app().desk.drafts.asked),
        (None, Some(4_194_304)),
        "Enter asks"
    );
    rig.frame();
    assert!(rig.has(Role::Button, "bodies-apply-slow"));
    // Another number is asked about again.
    rig.slide("bodies-count", 0.97);
    assert!(rig.has(Role::Button, "bodies-apply") && !rig.has(Role::Button, "bodies-apply-slow"));
    rig.click("bodies-apply");
    assert_eq!(rig.app().desk.run.loading(), None);
    rig.click("bodies-discard");
    assert_eq!(rig.app().desk.drafts.asked, None);
}

#[test]
fn the_model_generator_makes_other_initial_states() {
    let mut rig = Rig::new("plummer");
    rig.frame();
    rig.fold("model-title");
    rig.choose("model-kind", "initial-uniform-sphere");
    rig.click("bodies-apply");
    rig.until("the bodies are there", |app| {
        app.desk.run.stage.session.scene().initial.kind() == "uniform-sphere"
    });
    rig.choose("model-kind", "initial-figure-8");
    assert!(
        rig.writing()
            .contains(&starshell::words::text("bodies-fixed", &[("count", "3".to_owned())]))
    );
    rig.click("bodies-apply");
    rig.until("three bodies are there", |app| {
        app.desk.run.stage.session.simulation().bodies().count() == 3
    });
}

#[test]
fn favourites_come_first_and_scenes_of_ones_own_last_with_a_picture() {
    let mut rig = Rig::new("plummer");
    rig.frame();
    rig.click("scene-choose");
    (0..2).for_each(|_| rig.frame());
    for key in ["gallery-clusters", "gallery-start"] {
        assert!(rig.paints(&text(key)), "{key}");
    }
    // The star of the first card.
    rig.click("gallery-favourite");
    assert_eq!(rig.app().desk.shell.settings.collection.favourites, ["shell"]);
    assert!(rig.paints(&text("gallery-favourites")));
    rig.app_mut().ask(Command::KeepScene("My cluster".to_owned()));
    let folder = rig.app().desk.shell.folder.join("scenes");
    rig.until("it is kept", move |_| {
        folder.join("my-cluster.toml").exists() && folder.join("my-cluster.png").exists()
    });
    rig.harness.input_mut().time = Some(100.0);
    (0..3).for_each(|_| rig.frame());
    rig.press_button("my-cluster");
    rig.until("it has come", |app| app.desk.run.origin.scene.title == "My cluster");
    assert_eq!(rig.app().desk.shell.view, View::Simulation);
}

#[test]
fn scenes_are_chosen_in_the_gallery_and_one_by_one() {
    let mut rig = Rig::new("plummer");
    rig.frame();
    rig.click("scene-choose");
    assert!(rig.app().desk.shell.view == View::Gallery);
    // A window opens a frame late, when its size is known.
    rig.frame();
    rig.click("gallery-close");
    assert!(rig.app().desk.shell.view != View::Gallery);
    rig.click("scene-choose");
    rig.frame();
    let kepler = embedded().iter().find(|scene| scene.name == "kepler").unwrap();
    rig.click(&kepler.scene.title);
    assert!(rig.app().desk.shell.view != View::Gallery);
    rig.until("the scene has come", |app| app.desk.run.origin.name == Some("kepler"));
    assert!(rig.writing().contains(&kepler.scene.title), "the panel shows its title");

    let names: Vec<_> = embedded().iter().map(|scene| scene.name).collect();
    let place = names.iter().position(|name| *name == "kepler").unwrap();
    let next = names[(place + 1) % names.len()];
    rig.click("scene-next");
    rig.until("the next scene has come", |app| app.desk.run.origin.name == Some(next));
    rig.click("scene-previous");
    rig.until("the scene is back", |app| app.desk.run.origin.name == Some("kepler"));
    rig.click("scene-copy");
    let requests = rig.app_mut().requests();
    let [Request::Copy(copied)] = requests.as_slice() else { panic!("{requests:?}") };
    let copied = starshell::scene::Scene::parse(copied, "the clipboard").unwrap();
    assert_eq!((copied.count, copied.title), (2, kepler.scene.title.clone()));
}

#[test]
fn the_look_follows_its_controls() {
    let mut rig = Rig::new("plummer");
    rig.frame();
    rig.tab("dock-look");
    rig.fold("view-advanced");
    rig.frame();
    // Only files have columns.
    for quantity in ColorBy::ALL.iter().rev().filter(|by| **by != ColorBy::Column) {
        rig.choose("view-color-by", &format!("color-by-{}", quantity.name()));
        assert_eq!(rig.app().desk.run.stage.session.scene().look.color_by, *quantity);
    }
    for map in ColorMap::ALL.iter().rev() {
        rig.choose("view-color-map", &format!("color-map-{}", map.name()));
        assert_eq!(rig.app().desk.run.stage.session.scene().look.color_map, *map);
    }
    for (key, number) in [
        ("view-exposure", "−1.5"),
        ("view-bloom", "0.75"),
        ("view-point", "3"),
        ("view-size", "0.125"),
        ("view-trails", "2.5"),
        ("view-magnitudes", "2"),
    ] {
        rig.set(key, number);
    }
    let look = &rig.app().desk.run.stage.session.scene().look;
    assert_eq!((look.exposure, look.bloom, look.min_pixels, look.size), (-1.5, 0.75, 3.0, 0.125));
    assert_eq!((look.trails, look.magnitude_spread), (2.5, 2.0));
    for key in [
        "view-exposure",
        "view-bloom",
        "view-point",
        "view-size",
        "view-trails",
        "view-magnitudes",
        "view-sky",
    ] {
        let before = rig.app().desk.run.stage.session.scene().look.clone();
        rig.slide(key, 0.9);
        assert_ne!(rig.app().desk.run.stage.session.scene().look, before, "{key}");
    }
}

#[test]
fn the_camera_follows_its_controls() {
    let mut rig = Rig::new("plummer");
    rig.until("a copy has arrived", |app| app.desk.run.stage.interaction.newest.kept.is_some());
    rig.tab("dock-camera");
    let camera = |rig: &Rig| rig.app().desk.run.stage.session.scene().camera;
    rig.set("view-field", "20");
    assert_eq!(camera(&rig).field_of_view, 20.0);
    rig.set("view-roll", "-15");
    assert_eq!(camera(&rig).roll, -15.0);
    rig.choose("view-follow", "follow-center-of-mass");
    assert_eq!(rig.app().desk.viewer.follow, Follow::CenterOfMass);
    rig.choose("view-follow", "follow-nothing");
    assert_eq!(rig.app().desk.viewer.follow, Follow::Nothing);

    let before = camera(&rig);
    rig.flip("view-rotate");
    (0..5).for_each(|_| rig.frame());
    assert_ne!(camera(&rig).azimuth, before.azimuth);
    rig.flip("view-rotate");
    rig.flip("view-fly");
    assert!(rig.app().desk.viewer.flight.flies);
    rig.flip("view-fly");

    let far = starshell::render::Camera { distance: 5000.0, ..camera(&rig) };
    rig.app_mut().ask(Command::Camera(far));
    rig.frame();
    rig.click("view-fit");
    rig.until("the camera is near again", |app| {
        app.desk.run.stage.session.scene().camera.distance < 500.0
    });
    rig.until("the camera rests", |app| !app.is_moving());

    // A click stores the first view, Shift and a click replace it with another, a click goes there.
    let place = rig.reach_button("F3");
    rig.click_at(place, Modifiers::NONE);
    assert_eq!(rig.app().desk.shell.settings.bookmarks["F3"], camera(&rig));
    rig.click("view-reset");
    rig.until("the camera is where the scene has it", |app| !app.is_moving());
    assert_eq!(camera(&rig), rig.app().desk.run.origin.scene.camera);
    rig.click_at(place, Modifiers::NONE);
    rig.until("the camera is at the bookmark", |app| !app.is_moving());
    assert_eq!(camera(&rig), rig.app().desk.shell.settings.bookmarks["F3"]);
    rig.set("view-field", "60");
    let place = rig.reach_button("F3");
    rig.click_at(place, Modifiers::SHIFT);
    assert_eq!(rig.app().desk.shell.settings.bookmarks["F3"].field_of_view, 60.0);
}

#[test]
fn switches_toggle_the_overlays_of_the_picture() {
    let mut rig = Rig::new("plummer");
    rig.frame();
    rig.tab("dock-look");
    rig.fold("view-guides");
    let state = |rig: &Rig| {
        let settings = &rig.app().desk.shell.settings;
        let marks = [
            settings.guides.names,
            settings.guides.velocities,
            settings.guides.accelerations,
            settings.guides.center_of_mass,
            settings.guides.swept_areas,
        ];
        let guides = [
            settings.guides.hud,
            settings.guides.hud_details,
            settings.guides.axes,
            settings.guides.grid,
            settings.guides.scale_bar,
            settings.guides.legend,
        ];
        [&guides[..], &marks].concat()
    };
    let guides =
        ["view-hud", "view-hud-details", "view-axes", "view-grid", "view-scale", "view-legend"];
    let marks =
        ["view-names", "view-velocities", "view-accelerations", "view-center", "view-areas"];
    let keys = [&guides[..], &marks].concat();
    for (place, key) in keys.iter().enumerate() {
        let before = state(&rig);
        rig.flip(key);
        let after = state(&rig);
        let flipped: Vec<_> =
            (0..keys.len()).filter(|place| before[*place] != after[*place]).collect();
        assert_eq!(flipped, [place], "{key}");
    }
    let has = |rig: &Rig, end: &str| rig.writing().iter().any(|line| line.ends_with(end));
    assert!(
        has(&rig, "frames/s") && has(&rig, "FLOP/s at 20 flop"),
        "bodies and frame rate, with details"
    );
    // G shows less, nothing, then more again.
    let mut shown = Vec::new();
    for _ in 0..3 {
        rig.key(Key::G, Modifiers::NONE);
        shown.push((has(&rig, "frames/s"), has(&rig, "FLOP/s at 20 flop")));
    }
    assert_eq!(shown, [(false, false), (true, false), (true, true)]);
    rig.fold("program-title");
    rig.flip("program-light");
    rig.frame();
    assert!(
        !rig.harness.ctx.style_of(rig.harness.ctx.theme()).visuals.dark_mode,
        "the panels are light"
    );
    rig.click("transport-screenshot");
    rig.until("the picture is written", |app| {
        app.desk.shell.notices.iter().any(|notice| notice.text.ends_with("plummer_000000.png"))
    });
    let wide = image::image_dimensions(rig.app().desk.shell.folder.join("plummer_000000.png"))
        .expect("a picture");
    let window = rig.harness.ctx.content_rect().size();
    assert_eq!(
        [wide.0, wide.1],
        [window.x as u32, window.y as u32],
        "as wide as the window, panels or not"
    );
}

#[test]
fn side_panels_fold_and_the_overlay_lists_every_key() {
    let mut rig = Rig::new("plummer");
    rig.frame();
    let parts = [
        ("transport-left", Role::DisclosureTriangle, "physics-title"),
        ("transport-right", Role::Tab, "dock-look"),
    ];
    for (button, role, part) in parts {
        assert!(rig.has(role, part));
        let before = rig.picture().width();
        rig.click(button);
        assert!(!rig.has(role, part), "{button} folds");
        assert!(rig.picture().width() > before, "the picture fills the space");
        rig.click(button);
        assert!(rig.has(role, part), "{button} opens");
    }
    rig.click("transport-help");
    rig.frame();
    let writing = rig.writing();
    for offer in crate::app::commands::OFFERS.iter().filter(|offer| !offer.shortcuts.is_empty()) {
        assert!(
            writing.contains(&text(offer.group))
                && writing.contains(&starshell::words::name(offer.words)),
            "{}: {}",
            offer.group,
            offer.words
        );
    }
    rig.click("keys-close");
    assert!(rig.app().desk.shell.view != View::Keys);
    rig.click("transport-projector");
    assert!(rig.app().desk.shell.is_projector());
    rig.frame();
    assert!(rig.harness.ctx.zoom_factor() > 1.2, "everything is larger");
    rig.click("transport-projector");
    assert!(!rig.app().desk.shell.is_projector());
}

#[test]
fn a_window_with_room_for_one_side_shows_the_side_asked_for() {
    let mut rig = Rig::with("plummer", [800.0, 500.0], |_| ());
    rig.frame();
    let shown = |rig: &Rig| {
        [(Role::DisclosureTriangle, "physics-title"), (Role::Tab, "dock-look")]
            .map(|(role, key)| rig.has(role, key))
    };
    let lit = |rig: &Rig| {
        ["transport-left", "transport-right"].map(|key| {
            rig.control(Role::Button, key).accesskit_node().toggled()
                == Some(egui::accesskit::Toggled::True)
        })
    };
    assert_eq!((shown(&rig), lit(&rig)), ([true, false], [true, false]));
    for (button, sides) in [
        ("transport-right", [false, true]),
        ("transport-left", [true, false]),
        ("transport-left", [false, false]),
        ("transport-right", [false, true]),
    ] {
        rig.click(button);
        rig.frame();
        assert_eq!((shown(&rig), lit(&rig)), (sides, sides), "{button}");
    }
    // A key calls a tab, whose panel takes the place of the left one.
    rig.click("transport-left");
    rig.key(Key::Num2, Modifiers::COMMAND);
    rig.frame();
    assert_eq!((shown(&rig), rig.has(Role::Slider, "view-exposure")), ([false, true], true));
    rig.click("transport-left");
    assert_eq!(shown(&rig), [true, false]);
    let mut rig = Rig::with("plummer", [400.0, 400.0], |_| ());
    rig.frame();
    assert!(
        rig.control(Role::Button, "transport-left").accesskit_node().is_disabled(),
        "there is no room for any"
    );
}

#[test]
fn the_time_leaves_room_for_the_buttons_beside_it() {
    // Points that projector mode leaves at 1280 x 720, and others; a slow machine, and a long unit.
    for width in [600.0, 700.0, 880.0, 900.0, 948.0, 1000.0, 1060.0, 1280.0] {
        let mut rig = Rig::with("asteroid-flyby", [width, 533.0], |app| {
            app.desk.viewer.transport.speed = Some(64.0)
        });
        rig.frame();
        let (time, place) =
            rig.painted().into_iter().find(|(text, _)| text.starts_with("t = ")).unwrap();
        let button = rig.control(Role::Button, "transport-record").rect();
        assert!(place.right() < button.left(), "{time} at {place} reaches {button} in {width}");
    }
}

#[test]
fn tooltips_stand_beside_their_column() {
    let mut rig = Rig::new("plummer");
    rig.frame();
    rig.tab("dock-look");
    for (role, key) in [(Role::Slider, "physics-softening"), (Role::Slider, "view-exposure")] {
        let place = rig.reach(role, key);
        rig.harness.hover_at(place.center());
        (0..8).for_each(|_| rig.harness.step());
        let tip = starshell::words::tip(key).unwrap();
        let (_, shown) = rig
            .painted()
            .into_iter()
            .find(|(text, _)| *text == tip)
            .unwrap_or_else(|| panic!("{key} has none"));
        let column = if place.left() < 400.0 { 0.0..=288.0 } else { 992.0..=1280.0 };
        assert!(
            !column.contains(&shown.left()) && !column.contains(&shown.right()),
            "{key}: {shown}"
        );
    }
}

#[test]
fn sections_fold() {
    let mut rig = Rig::new("plummer");
    rig.frame();
    assert!(rig.has(Role::SpinButton, "physics-softening"));
    rig.fold("physics-title");
    rig.frame();
    assert!(!rig.has(Role::SpinButton, "physics-softening"));
}

#[test]
fn warnings_stay_until_closed_and_news_expire() {
    let mut rig = Rig::new("plummer");
    rig.app_mut().desk.shell.notices.tell("news".to_owned());
    rig.app_mut().desk.shell.notices.warn("first".to_owned());
    rig.app_mut().desk.shell.notices.warn("second".to_owned());
    rig.frame();
    for line in ["news", "first", "second"] {
        assert!(rig.writing().contains(&line.to_owned()), "{line}");
    }
    (0..300).for_each(|_| rig.app_mut().desk.shell.notices.advance(crate::app::tests::FRAME));
    rig.frame();
    rig.click("notice-close");
    let left: Vec<_> =
        rig.app().desk.shell.notices.iter().map(|notice| notice.text.clone()).collect();
    assert_eq!(left, ["second"]);
    rig.click("notice-close");
    assert!(rig.app().desk.shell.notices.is_empty());
}

#[test]
fn impossible_physics_is_refused_with_a_message() {
    let mut rig = Rig::new("plummer");
    rig.frame();
    let before = *rig.app().desk.run.stage.session.simulation().parameters();
    let physics = Parameters { softening: -1.0, ..before };
    rig.app_mut().ask(Command::Physics(physics));
    rig.frame();
    assert!(rig.notice().is_some_and(|text| text.contains("softening")), "{:?}", rig.notice());
    assert_eq!(*rig.app().desk.run.stage.session.simulation().parameters(), before);
}

#[test]
fn measurements_go_on_while_panels_are_hidden() {
    let mut rig = Rig::with("plummer", [1280.0, 720.0], |app| {
        app.desk.shell.panels_hidden = true;
        app.desk.viewer.transport.is_playing = true;
    });
    rig.until("several are there", |app| app.desk.run.stage.statistics.surveys().len() > 3);
    let surveys = rig.app().desk.run.stage.statistics.surveys();
    assert_eq!(
        (surveys[0].steps, surveys[0].value.drift),
        (0, Some(0.0)),
        "errors count from the start"
    );
    assert!(!rig.app().desk.run.stage.statistics.radii().is_empty());
}

#[test]
fn bodies_stand_still_while_a_long_measurement_is_recorded() {
    let mut rig = Rig::with("plummer", [1280.0, 720.0], |app| {
        // However short, this measurement is too long for a frame.
        app.desk.run.stage.statistics.pacing.slice = Duration::ZERO;
        app.desk.viewer.transport.is_playing = true;
    });
    let mut frames_with_slices = 0;
    while rig.app().desk.run.stage.statistics.surveys().len() < 3 {
        let before = rig.app().desk.run.stage.session.simulation().steps();
        rig.frame();
        if rig.app().desk.run.stage.statistics.holds_steps() {
            frames_with_slices += 1;
            assert_eq!(rig.app().desk.run.stage.session.simulation().steps(), before);
        }
        assert!(rig.app().desk.shell.frames < 5000, "no measurement arrives");
    }
    assert!(
        frames_with_slices >= 3 && rig.app().desk.run.stage.session.simulation().steps() > 0,
        "{frames_with_slices}"
    );
}

#[test]
fn the_energy_warning_disappears_when_the_energy_is_right_again() {
    let mut rig = Rig::with("plummer", [1280.0, 720.0], |app| {
        let physics = Parameters {
            time_step: 0.5,
            softening: 0.0,
            ..app.desk.run.stage.session.scene().physics
        };
        app.desk.run.stage.session.set_parameters(physics).unwrap();
    });
    rig.until("there is an energy to compare with", |app| {
        !app.desk.run.stage.statistics.surveys().is_empty()
    });
    rig.app_mut().ask(Command::Steps(40));
    rig.until("the notice appears", |app| {
        app.desk.shell.notices.iter().any(|notice| notice.text.contains("energy"))
    });
    let is_cause = |text: &str| text.contains("lowered the error from");
    rig.until("its cause is told", |app| {
        app.desk.shell.notices.iter().any(|notice| is_cause(&notice.text))
    });
    let of_another = "a warning of another kind";
    rig.app_mut().desk.shell.notices.warn(of_another.to_owned());
    rig.app_mut().ask(Command::Restart);
    rig.until("it is gone", |app| {
        !app.desk.shell.notices.iter().any(|notice| notice.text.contains("energy"))
    });
    assert_eq!(rig.notice(), Some(of_another));
}

#[test]
fn a_click_counts_however_slow_frames_are() {
    let mut rig = Rig::new("kepler");
    let place = rig.reach_button("transport-play");
    let press = |pressed| egui::Event::PointerButton {
        pos: place,
        button: egui::PointerButton::Primary,
        pressed,
        modifiers: Modifiers::NONE,
    };
    rig.harness.input_mut().time = Some(1.0);
    rig.harness.event(egui::Event::PointerMoved(place));
    rig.harness.event(press(true));
    rig.frame();
    rig.harness.input_mut().time = Some(4.0);
    rig.harness.event(press(false));
    rig.frame();
    assert!(rig.app().desk.viewer.transport.is_playing);
}

#[test]
fn every_tab_fits_a_usual_window_in_every_language_without_scrolling() {
    // The last control of each.
    let tabs = [
        (Key::Num1, "dock-measure", Role::Button, "trial-begin"),
        (Key::Num2, "dock-look", Role::DisclosureTriangle, "view-advanced"),
        (Key::Num3, "dock-camera", Role::DisclosureTriangle, "view-path"),
        (Key::Num4, "dock-export", Role::DisclosureTriangle, "export-advanced"),
    ];
    for language in starshell::words::LANGUAGES {
        starshell::words::speak(Some(language));
        let mut rig = Rig::new("galaxy");
        rig.frame();
        assert!(
            rig.control(Role::ComboBox, "physics-integrator").rect().bottom()
                <= rig.picture().bottom()
        );
        for (key, tab, role, last) in tabs {
            rig.key(key, Modifiers::COMMAND);
            (0..2).for_each(|_| rig.frame());
            let is_shown = rig.control(Role::Tab, tab).accesskit_node().toggled()
                == Some(egui::accesskit::Toggled::True);
            assert!(is_shown, "{tab}");
            let (lowest, bottom) =
                (rig.control(role, last).rect().bottom(), rig.picture().bottom());
            assert!(lowest <= bottom, "{tab} in {}: {lowest} of {bottom}", language.code);
        }
    }
    starshell::words::speak(None);
}
