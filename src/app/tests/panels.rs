//! Every panel, operated by the names of its controls.

use starshell::physics::{Body, ForceKernel, Gravity, Integrator, Precision};
use starshell::render::{Camera, ColorBy, ColorMap};
use starshell::scene::embedded;

use super::*;

/// Chooses each of these in turn, after which `read` must have it.
fn choose_each<T: Named + Copy + PartialEq + std::fmt::Debug>(
    rig: &mut Rig,
    [control, items]: [&str; 2],
    all: impl IntoIterator<Item = T>,
    read: impl Fn(&Rig) -> T,
) {
    for one in all {
        rig.choose(control, &format!("{items}-{}", one.name()));
        assert_eq!(read(rig), one);
    }
}

#[test]
fn the_transport_plays_steps_and_restarts() {
    let mut rig = Rig::new("plummer");
    assert_eq!(rig.steps(), 0);
    rig.click("transport-play");
    assert!(rig.is_playing());
    rig.until("it plays", |rig| rig.steps() > 3);
    rig.click("transport-pause");
    let before = rig.steps();
    rig.frames(3);
    assert_eq!(rig.steps(), before, "it rests");
    rig.set("transport-steps-count", "7");
    for (button, steps) in [("transport-step", 1), ("transport-steps", 8)] {
        rig.click(button);
        rig.until("the steps are done", |rig| rig.transport().remaining == 0);
        assert_eq!(rig.steps(), before + steps);
    }
    for (share, speed) in [(1.0, 64.0), (0.0, 1.0 / 16.0)] {
        rig.slide("transport-speed", share);
        assert_eq!(rig.transport().speed, Some(speed));
    }
    rig.set("transport-frame-steps", "7");
    assert_eq!((rig.transport().speed, rig.transport().steps_per_frame), (None, 7));
    rig.set("transport-frame-steps", "1");
    rig.click("transport-restart");
    rig.until("the run starts over", |rig| rig.steps() == 0);
    rig.click("transport-fullscreen");
    assert_eq!(rig.requests(), [Request::ToggleFullscreen]);
}

#[test]
fn a_typed_number_out_of_range_is_replaced_and_reported() {
    let mut rig = Rig::new("plummer");
    rig.open("tool-body");
    let told = ["2\u{a0}000\u{a0}000 is out of range", "so 1\u{a0}000 is used"];
    for (key, typed, used, told) in [
        ("hands-mass", "5000", 100.0, ["5000", "100"]),
        ("transport-frame-steps", "2000000", 1000.0, told),
    ] {
        rig.set(key, typed);
        assert_eq!(rig.number(key), used);
        rig.assert_told(told);
        assert!(rig.notice().unwrap().starts_with(&text(key)), "{:?}", rig.notice());
    }
    assert_eq!((rig.viewer().tools.mass, rig.transport().steps_per_frame), (Some(100.0), 1000));
    rig.elapse(60.0);
    rig.set("transport-frame-steps", "20");
    assert_eq!((rig.transport().steps_per_frame, rig.notice()), (20, None));
}

#[test]
fn a_classic_scene_with_another_number_of_bodies_keeps_its_mass() {
    let mut rig = Rig::new("classic-1");
    let total = |rig: &Rig| rig.bodies().iter().map(|body| body.mass).sum::<f64>();
    let before = total(&rig);
    for count in [64, 256] {
        // Enter applies it.
        rig.set("bodies-count", &count.to_string());
        rig.until("they are there", |rig| rig.count() == count);
        assert!((total(&rig) - before).abs() < 1e-6 * before);
        rig.assert_told([&words::number(before / f64::from(count))]);
        assert!(!rig.drafts().differ_from(rig.scene()));
    }
}

#[test]
fn reversed_leapfrog_runs_back_to_where_it_came_from() {
    let mut rig = Rig::new("kepler");
    let begin = rig.bodies();
    for _ in 0..2 {
        rig.make(40);
        rig.open("transport-reverse");
        rig.until("it is reversed", |rig| !rig.interaction().reverses);
    }
    assert_eq!(rig.steps(), 80);
    for (a, b) in begin.iter().zip(rig.bodies()) {
        let off = a.position.distance(b.position).max(a.velocity.distance(b.velocity));
        assert!(off < 1e-4, "{a:?}, {b:?}");
    }
}

#[test]
fn the_physics_is_typed_dragged_and_chosen() {
    let mut rig = Rig::on(Page::Build, "plummer");
    for (key, number) in [
        ("physics-time-step", "0.0125"),
        ("physics-softening", "0,25"),
        ("physics-damping", "0.95"),
        ("physics-drag", "0.35"),
    ] {
        rig.set(key, number);
    }
    let now = rig.physics();
    let found = [now.time_step, now.softening, now.damping, now.drag];
    assert_eq!((found, rig.notice()), ([0.0125, 0.25, 0.95, 0.35], None));
    rig.slide("physics-softening", 0.0);
    assert_eq!(rig.physics().softening, 0.0);
    // Every choice can be clicked without scrolling.
    for integrator in [Integrator::Hermite4, Integrator::SymplecticEuler] {
        rig.press_on(Role::ComboBox, "physics-integrator");
        rig.pick_item(&format!("integrator-{}", integrator.name()));
        rig.frame();
        assert_eq!(rig.physics().integrator, integrator);
    }
    let integrators = Integrator::ALL.iter().rev().copied();
    choose_each(&mut rig, ["physics-integrator", "integrator"], integrators, |rig| {
        rig.physics().integrator
    });
    rig.set("physics-softening", "0.05");
    rig.reach(Role::Switch, "physics-adaptive");
    assert!(!rig.is_enabled(Role::Switch, "physics-adaptive"), "drag needs fixed steps");
    rig.set("physics-drag", "0");
    rig.flip("physics-adaptive");
    assert!(!rig.is_enabled(Role::Slider, "physics-drag"));
    rig.set("physics-accuracy", "0.3");
    assert_eq!(rig.physics().adaptive, Some(0.3));
    rig.make(2);
    rig.until("the step is known", |rig| rig.session().simulation().elapsed().step().is_some());
    rig.flip("physics-adaptive");
    assert_eq!(rig.physics().adaptive, None);
    let precisions = [Precision::Double, Precision::Pair, Precision::Single];
    for (precision, word) in precisions.into_iter().zip(["f64", "f32-plus", "f32"]) {
        rig.choose("physics-precision", &format!("precision-{word}"));
        let now = rig.session().simulation().bodies().precision();
        assert_eq!((rig.physics().precision, now), (precision, precision));
        rig.frames(2);
    }
    assert_eq!(rig.notice(), None);
    let (gpu, count) = (rig.gpu().clone(), rig.count());
    let fits = |kernel: &ForceKernel| kernel.plan(&gpu, count).is_ok();
    let kernels = ForceKernel::ALL.iter().rev().copied().filter(fits);
    choose_each(&mut rig, ["physics-kernel", "gravity"], kernels, |rig| {
        let Gravity::Direct(kernel) = rig.physics().gravity else { panic!("no direct sum") };
        kernel
    });
    rig.click("physics-reset");
    assert_eq!(rig.physics(), rig.origin().physics);
    assert!(!rig.is_enabled(Role::Button, "physics-reset"), "there is nothing to reset");
}

#[test]
fn new_bodies_appear_when_they_are_applied() {
    let mut rig = Rig::on(Page::Build, "plummer");
    rig.slide("bodies-count", 0.5);
    assert_eq!(rig.count(), 256, "not yet");
    rig.click("bodies-discard");
    assert!(!rig.is_enabled(Role::Button, "bodies-apply"));
    // Enter applies a number that was typed.
    rig.set("bodies-count", "300");
    rig.until("the bodies are there", |rig| rig.count() == 300);
    rig.set("bodies-seed", "41");
    rig.click("bodies-dice");
    rig.click("bodies-apply");
    rig.until("the seed is another", |rig| rig.scene().seed == 42);
    assert!(!rig.is_loading());
    let at_rest = |x| Body {
        position: glam::DVec3::X * x,
        velocity: glam::DVec3::ZERO,
        mass: 1e-3,
        component: 0,
    };
    let new = [1.0, 2.0, 3.0, 4.0, 5.0].map(at_rest).to_vec();
    rig.ask(Command::Edit(Edit::Add(new)));
    rig.until("they are thrown in", |rig| rig.count() == 305);
    rig.frame();
    // The number in the field is that of the scene.
    rig.assert_writes_part(["305 bodies now"]);
    rig.slide("bodies-count", 0.1);
    assert!((2.0..20.0).contains(&rig.number("bodies-count")), "{}", rig.number("bodies-count"));
}

#[test]
fn a_step_that_would_take_hours_needs_confirmation() {
    let mut rig = Rig::new("plummer");
    rig.click("transport-play");
    rig.until("steps are timed", |rig| rig.forecast(256).is_some());
    let asks = |rig: &Rig| {
        assert!(!rig.is_loading());
        ["bodies-apply", "bodies-apply-slow"].map(|key| rig.has_button(key))
    };
    rig.set("bodies-count", "4194304");
    rig.frame();
    assert_eq!(asks(&rig), [false, true], "Enter asks");
    // Another number is asked about again.
    rig.slide("bodies-count", 0.97);
    assert_eq!(asks(&rig), [true, false]);
    rig.click("bodies-apply");
    assert_eq!(asks(&rig), [false, true]);
    rig.click("bodies-discard");
    assert_eq!(asks(&rig), [true, false]);
}

#[test]
fn the_model_generator_makes_other_initial_states() {
    let mut rig = Rig::new("plummer");
    rig.tab("page-build");
    rig.choose("model-kind", "initial-uniform-sphere");
    rig.click("bodies-apply");
    rig.until("they are there", |rig| rig.scene().initial.kind() == "uniform-sphere");
    rig.choose("model-kind", "initial-figure-8");
    assert!(rig.writes(&words::t!("bodies-fixed", count = 3)));
    rig.click("bodies-apply");
    rig.until("three bodies are there", |rig| rig.count() == 3);
}

#[test]
fn scenes_of_ones_own_come_first_by_their_names_then_favourites() {
    let mut rig = Rig::new("plummer");
    rig.click("scene-choose");
    rig.frames(2);
    assert!(["gallery-clusters", "gallery-start"].iter().all(|key| rig.paints(&text(key))));
    // The star of the first card.
    rig.click("gallery-favourite");
    assert_eq!(rig.settings().collection.favourites, ["shell"]);
    assert!(rig.paints(&text("gallery-favourites")));
    rig.ask(Command::KeepScene("My cluster".to_owned()));
    rig.until("it is kept", |rig| {
        ["toml", "png"].iter().all(|end| rig.file(&format!("scenes/my-cluster.{end}")).exists())
    });
    rig.harness.input_mut().time = Some(100.0);
    rig.frames(3);
    let top = |rig: &Rig, title: &str| rig.rect(Role::Button, title).top();
    let favourite = Scene::load("shell").unwrap().title;
    assert!(top(&rig, "My cluster") < top(&rig, &favourite));
    rig.click("My cluster");
    rig.until("it has come", |rig| rig.origin().title == "My cluster");
    assert_eq!(rig.view(), View::Simulation);
}

#[test]
fn a_scene_of_ones_own_is_edited_reloaded_renamed_and_deleted_after_one_question() {
    let mut rig = Rig::new("plummer");
    rig.ask(Command::KeepScene("My cluster".to_owned()));
    let path = rig.file("scenes/my-cluster.toml");
    rig.until("it is kept", |rig| path.exists() && rig.file("scenes/my-cluster.png").exists());
    rig.finish();
    rig.open("scene-choose");
    rig.frames(2);
    rig.click("My cluster");
    rig.until("it has come", |rig| rig.origin().title == "My cluster" && !rig.is_loading());
    // Another program writes its file.
    let text_now = std::fs::read_to_string(&path).unwrap();
    std::fs::write(&path, text_now.replace("count = 256", "count = 128")).unwrap();
    let later = std::time::SystemTime::now() + std::time::Duration::from_secs(5);
    std::fs::File::options().write(true).open(&path).unwrap().set_modified(later).unwrap();
    rig.elapse(1.5);
    rig.until("it begins again", |rig| rig.count() == 128 && !rig.is_loading());
    rig.open("scene-choose");
    rig.frames(2);
    rig.click("gallery-edit");
    rig.frame();
    assert_eq!(rig.requests().last(), Some(&Request::Show(path.clone())));
    rig.click("gallery-rename");
    rig.frames(2);
    rig.retype("Two rings");
    rig.press(Key::Enter);
    rig.until("it is renamed", |rig| rig.file("scenes/two-rings.toml").exists());
    assert!(!path.exists() && rig.file("scenes/two-rings.png").exists());
    rig.harness.input_mut().time = Some(200.0);
    rig.frames(3);
    assert!(rig.paints("Two rings"), "{:?}", rig.painted());
    rig.click("gallery-delete");
    rig.frames(2);
    assert!(rig.file("scenes/two-rings.toml").exists(), "it asks first");
    rig.click("gallery-delete-sure");
    rig.until("it is deleted", |rig| !rig.file("scenes/two-rings.toml").exists());
    assert!(!rig.file("scenes/two-rings.png").exists());
}

#[test]
fn scenes_are_chosen_in_the_gallery_and_one_by_one() {
    let mut rig = Rig::new("plummer");
    rig.open("scene-choose");
    assert_eq!(rig.view(), View::Gallery);
    rig.click("gallery-close");
    assert_eq!(rig.view(), View::Simulation);
    rig.open("scene-choose");
    let place = embedded().iter().position(|scene| scene.name == "kepler").unwrap();
    let kepler = &embedded()[place].scene;
    rig.click(&kepler.title);
    assert_eq!(rig.view(), View::Simulation);
    rig.until("the scene has come", |rig| rig.scene_name() == Some("kepler"));
    assert!(rig.writes(&kepler.title), "the panel shows its title");
    let next = embedded()[(place + 1) % embedded().len()].name;
    for (button, name) in [("scene-next", next), ("scene-previous", "kepler")] {
        rig.click(button);
        rig.until("the scene has come", |rig| rig.scene_name() == Some(name));
    }
    rig.click("scene-copy");
    let requests = rig.requests();
    let [Request::Copy(copied)] = requests.as_slice() else { panic!("{requests:?}") };
    let copied = Scene::parse(copied, "the clipboard").unwrap();
    assert_eq!((copied.count, copied.title), (2, kepler.title.clone()));
}

#[test]
fn the_look_follows_its_controls() {
    let mut rig = Rig::new("plummer");
    rig.fold("view-advanced");
    // Only files have columns.
    let quantities = ColorBy::ALL.iter().rev().copied().filter(|by| *by != ColorBy::Column);
    choose_each(&mut rig, ["view-color-by", "color-by"], quantities, |rig| rig.look().color_by);
    let maps = ColorMap::ALL.iter().rev().copied();
    choose_each(&mut rig, ["view-color-map", "color-map"], maps, |rig| rig.look().color_map);
    let numbers = [
        ("view-exposure", "−1.5"),
        ("view-bloom", "0.75"),
        ("view-point", "3"),
        ("view-size", "0.125"),
        ("view-trails", "2.5"),
        ("view-magnitudes", "2"),
    ];
    numbers.iter().for_each(|(key, number)| rig.set(key, number));
    let look = rig.look();
    let found =
        [look.exposure, look.bloom, look.min_pixels, look.size, look.trails, look.magnitude_spread];
    assert_eq!(found, [-1.5, 0.75, 3.0, 0.125, 2.5, 2.0]);
    for key in numbers.iter().map(|(key, _)| *key).chain(["view-sky"]) {
        let before = rig.look().clone();
        rig.slide(key, 0.9);
        assert_ne!(*rig.look(), before, "{key}");
    }
}

#[test]
fn the_camera_follows_its_controls() {
    let mut rig = Rig::new("plummer");
    rig.until("a copy has arrived", |rig| rig.newest().is_some());
    rig.fold("view-camera");
    rig.set("view-field", "20");
    rig.set("view-roll", "-15");
    assert_eq!((rig.camera().field_of_view, rig.camera().roll), (20.0, -15.0));
    for (item, follow) in [("center-of-mass", Follow::CenterOfMass), ("nothing", Follow::Nothing)] {
        rig.choose("view-follow", &format!("follow-{item}"));
        assert_eq!(rig.followed(), follow);
    }
    let before = rig.camera();
    rig.flip("view-rotate");
    rig.frames(5);
    assert_ne!(rig.camera().azimuth, before.azimuth);
    rig.flip("view-rotate");
    rig.flip("view-fly");
    assert!(rig.viewer().flight.flies);
    rig.flip("view-fly");

    rig.set_camera(|camera| camera.distance = 5000.0);
    rig.frame();
    rig.click("view-fit");
    rig.until("the camera is near again", |rig| rig.camera().distance < 500.0);
    let rest = |rig: &mut Rig| rig.until("the camera rests", |rig| !rig.is_moving());
    rest(&mut rig);

    // A click stores the first view, Shift and a click replace it with another, a click goes there.
    let stored = |rig: &Rig| rig.settings().bookmarks["F3"];
    rig.click("F3");
    assert_eq!(stored(&rig), rig.camera());
    rig.click("view-reset");
    rest(&mut rig);
    assert_eq!(rig.camera(), rig.origin().camera);
    rig.click("F3");
    rest(&mut rig);
    assert_eq!(rig.camera(), stored(&rig));
    rig.set("view-field", "60");
    let place = rig.reach(Role::Button, "F3").center();
    rig.click_with(place, egui::PointerButton::Primary, Modifiers::SHIFT);
    let Camera { field_of_view, .. } = stored(&rig);
    assert_eq!(field_of_view, 60.0);
}

#[test]
fn switches_toggle_the_overlays_of_the_picture() {
    let mut rig = Rig::new("plummer");
    rig.fold("view-guides");
    let words = "hud hud-details axes grid scale legend names velocities accelerations center \
        areas";
    let keys: Vec<_> = words.split(' ').map(|word| format!("view-{word}")).collect();
    let is_on = |rig: &Rig, key: &String| rig.is_on(Role::Switch, key);
    let state = |rig: &Rig| keys.iter().map(|key| is_on(rig, key)).collect::<Vec<_>>();
    for (place, key) in keys.iter().enumerate() {
        let mut expected = state(&rig);
        expected[place] ^= true;
        rig.flip(key);
        assert_eq!(state(&rig), expected, "{key}");
    }
    // Bodies and frame rate, with details. G shows less, nothing, then more again.
    let figures = ["frames/s", "FLOP/s at 20 flop"];
    let shown = |rig: &Rig| figures.map(|end| rig.writing().iter().any(|line| line.ends_with(end)));
    assert_eq!(shown(&rig), [true, true]);
    for expected in [[false, false], [true, false], [true, true]] {
        rig.press(Key::G);
        assert_eq!(shown(&rig), expected);
    }
    rig.command("program-title");
    rig.frames(2);
    rig.flip("program-light");
    rig.frame();
    let style = rig.harness.ctx.style_of(rig.harness.ctx.theme());
    assert!(!style.visuals.dark_mode, "the panels are light");
    rig.press(Key::Escape);
    rig.click("transport-screenshot");
    rig.until("the picture is written", |rig| rig.tells("plummer_000000.png"));
    let picture = image::image_dimensions(rig.file("plummer_000000.png")).expect("a picture");
    let window = rig.window().size();
    assert_eq!(picture, (window.x as u32, window.y as u32), "as wide as the window, panels or not");
}

#[test]
fn warnings_stay_until_closed_and_news_expire() {
    let mut rig = Rig::new("plummer");
    let notices = &mut rig.shell_mut().notices;
    notices.tell("news".to_owned());
    ["first", "second"].iter().for_each(|warning| notices.warn((*warning).to_owned()));
    rig.frame();
    rig.assert_writes_part(["news", "first", "second"]);
    rig.elapse(5.0);
    rig.frame();
    for left in [vec!["second"], vec![]] {
        rig.close_notice();
        let told: Vec<_> = rig.notices().iter().map(|notice| notice.text.as_str()).collect();
        assert_eq!(told, left);
    }
}

#[test]
fn impossible_physics_is_refused_with_a_message() {
    let mut rig = Rig::new("plummer");
    let before = rig.physics();
    rig.set_physics(|physics| physics.softening = -1.0);
    rig.frame();
    rig.assert_told(["softening"]);
    assert_eq!(rig.physics(), before);
}

#[test]
fn measurements_go_on_while_panels_are_hidden() {
    let mut rig = Rig::new("plummer");
    rig.command("keys-panels");
    rig.command("keys-play");
    rig.until("several are there", |rig| rig.surveys().len() > 3);
    let first = &rig.surveys()[0];
    assert_eq!((first.steps, first.value.drift), (0, Some(0.0)), "errors count from the start");
    assert!(!rig.statistics().radii().is_empty());
}

#[test]
fn bodies_stand_still_while_a_long_measurement_is_recorded() {
    // However short, this measurement is too long for a frame.
    let mut rig = Rig::unseen("plummer", USUAL, |app| {
        app.slice_measurements();
        app.ask(Command::TogglePlay);
    });
    let (mut frames_with_slices, mut frames) = (0, 0);
    while rig.surveys().len() < 3 {
        let before = rig.steps();
        rig.frame();
        if rig.statistics().holds_steps() {
            frames_with_slices += 1;
            assert_eq!(rig.steps(), before);
        }
        frames += 1;
        assert!(frames < 5000, "no measurement arrives");
    }
    assert!(frames_with_slices >= 3 && rig.steps() > 0, "{frames_with_slices}");
}

#[test]
fn the_energy_warning_disappears_when_the_energy_is_right_again() {
    let mut rig = Rig::with("plummer", USUAL, |app| {
        app.set_physics(|physics| (physics.time_step, physics.softening) = (0.5, 0.0));
    });
    rig.until("there is an energy to compare with", |rig| !rig.surveys().is_empty());
    rig.ask(Command::Steps(40));
    rig.until("the notice appears", |rig| rig.tells("energy"));
    rig.until("its cause is told", |rig| rig.tells("lowered the error from"));
    let of_another = "a warning of another kind";
    rig.shell_mut().notices.warn(of_another.to_owned());
    rig.ask(Command::Restart);
    rig.until("it is gone", |rig| !rig.tells("energy"));
    assert_eq!(rig.notice(), Some(of_another));
}
