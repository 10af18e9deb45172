//! Numbers that are no longer measured, and controls that stay where they are while lines above
//! them come and go.

use std::collections::BTreeMap;

use starshell::physics::initial::InitialState;
use starshell::physics::{Gravity, TreeSettings};

use super::*;

/// Roles of what can be clicked.
const CONTROLS: [Role; 7] = [
    Role::Button,
    Role::Slider,
    Role::SpinButton,
    Role::Switch,
    Role::ComboBox,
    Role::DisclosureTriangle,
    Role::Tab,
];

/// Where every control of the side panels is, by role, name and number among those of that name.
fn places(rig: &Rig) -> BTreeMap<String, Rect> {
    let mut places = BTreeMap::new();
    for node in rig.nodes() {
        let (role, label) = (node.accesskit_node().role(), node.accesskit_node().label());
        if !CONTROLS.contains(&role) {
            continue;
        }
        let rect = node.rect();
        let is_between = (theme::SIDE..1280.0 - theme::SIDE).contains(&rect.left());
        if !is_between && rect.top() <= 4000.0 {
            let name = format!("{role:?} {}", label.unwrap_or_default());
            let free = (1..).map(|number| format!("{name} {number}"));
            let name = free.into_iter().find(|name| !places.contains_key(name)).unwrap();
            places.insert(name, rect);
        }
    }
    places
}

/// Asserts that all controls that were there are where they were.
#[track_caller]
fn assert_still(rig: &Rig, before: &BTreeMap<String, Rect>, what: &str) {
    let after = places(rig);
    for (name, place) in before {
        let now = after.get(name).unwrap_or_else(|| panic!("{what}: {name} is gone"));
        // A longer number widens its field to the left.
        let across = (now.left() - place.left()).abs().min((now.right() - place.right()).abs());
        let off = (now.top() - place.top()).abs().max(across);
        assert!(off < 0.5, "{what}: {name} moved from {place} to {now}");
    }
}

/// A window so high that panels do not scroll, with this page.
fn tall(scene: &str, page: Page) -> Rig {
    let mut rig = Rig::with(scene, [1280.0, 4400.0], |app| app.settings_mut().panels.page = page);
    rig.draw(40);
    rig
}

/// The same, once it is measured.
fn measured(scene: &str) -> Rig {
    let mut rig = tall(scene, Page::Measure);
    rig.until("it is measured", |rig| rig.measured().is_some());
    rig
}

/// How bright the number right of a symbol is.
fn brightness(rig: &Rig, key: &str) -> u8 {
    let symbol = rig.place_of(&text(key)).unwrap();
    let numbers = galleys(&rig.harness.output().shapes).filter(|(_, place)| {
        (place.center().y - symbol.center().y).abs() < 3.0 && place.left() > symbol.right()
    });
    let in_panel = numbers.filter(|(_, place)| place.right() < theme::SIDE);
    let last = in_panel.max_by(|a, b| a.1.left().total_cmp(&b.1.left())).unwrap().0;
    let own = last.galley.job.sections.first().map(|section| section.format.color);
    let own = own.filter(|color| *color != egui::Color32::PLACEHOLDER);
    let color = own.unwrap_or(last.fallback_color);
    last.override_text_color.unwrap_or(color).r()
}

#[test]
fn numbers_of_the_past_are_dim_with_their_time_until_measured_again_by_a_click() {
    // More bodies than can be measured in time, some steps after their last measurement.
    let mut rig = measured("plummer");
    rig.set_longest_measurement(0.0);
    let step = |rig: &mut Rig| {
        let steps = rig.steps();
        rig.click("transport-step");
        rig.until("a step is done", |rig| rig.steps() == steps + 1);
        rig.frames(3);
    };
    step(&mut rig);
    let before = places(&rig);
    let end = |rig: &Rig, plot| rig.statistics().ended(plot);
    assert_eq!([Plot::Energies, Plot::Radii].map(|plot| end(&rig, plot)), [Some(0.0), None]);
    let said = |rig: &Rig, words: &str| rig.writing().iter().any(|line| line.starts_with(words));
    assert!(said(&rig, "As of t = 0.000. Measuring takes"), "{:?}", rig.writing());
    let [energy, radius] = ["science-energy", "science-half-mass"].map(|key| brightness(&rig, key));
    assert!(energy < 150 && radius > 180, "radii go on: {energy}, {radius}");

    rig.click("science-measure");
    rig.until("it is measured", |rig| rig.surveys().len() == 2);
    rig.until("the statistics arrive", |rig| !rig.statistics().is_waiting());
    rig.frame();
    assert_eq!((end(&rig, Plot::Energies), rig.surveys()[1].steps), (None, 1));
    assert!(said(&rig, "At t = 0.01"), "{:?}", rig.writing());
    assert!(brightness(&rig, "science-energy") > 180);
    assert_still(&rig, &before, "a measurement");
    // Just once.
    step(&mut rig);
    rig.frames(17);
    assert!(end(&rig, Plot::Energies).is_some_and(|time| time > 0.0));
    assert_eq!(rig.surveys().len(), 2);
    // The plot says where it ends.
    rig.assert_paints_part(["measured until 0.01"]);
}

#[test]
fn a_slow_machine_measures_between_the_steps_of_a_frame() {
    // No software adapter makes so many steps in a frame of the window, and most frames end in the
    // middle of one.
    let scene = Scene { count: 8192, ..Scene::load("plummer").unwrap() };
    let mut rig = Rig::started(scene, &Start::default(), |_| ());
    rig.play_by(1000);
    rig.set_longest_measurement(10.0);
    let measured = |rig: &Rig| rig.surveys().len().min(rig.statistics().radii().len());
    for _ in 0..600 {
        if measured(&rig) <= 1 {
            rig.elapse(0.3);
            std::thread::sleep(std::time::Duration::from_millis(5));
        }
    }
    assert!(measured(&rig) > 1, "energies and radii are measured");
    if gpu().is_software() {
        assert!(rig.steps() < 1000, "before all steps of the first frame are done");
    }
}

#[test]
fn an_empty_plot_has_a_message_and_no_axes() {
    let mut rig = measured("plummer");
    rig.frame();
    assert!(rig.writes(&text("science-empty")));
    rig.assert_lacks(["0.4", "t"]);
    rig.click("transport-play");
    rig.until("there is a curve", |rig| rig.surveys().len() > 2);
    rig.frame();
    assert!(!rig.writes(&text("science-empty")) && rig.paints("t"));
}

#[test]
fn lines_that_come_and_go_move_no_control() {
    let mut rig = tall("plummer", Page::Build);
    let before = places(&rig);
    rig.click("transport-play");
    rig.until("steps are timed", |rig| rig.smooth_count().is_some() && rig.surveys().len() > 2);
    rig.frame();
    // The panel says how long a step takes.
    rig.assert_writes_part([&words::duration(rig.forecast(256).unwrap())]);
    assert_still(&rig, &before, "an estimate");
    rig.pause();

    // More bodies than run smoothly.
    rig.drafts_mut().free_count = 4_194_304.0;
    rig.frames(3);
    assert!(rig.has_button("bodies-use-smooth"));
    assert_still(&rig, &before, "what runs smoothly");
    // A fault of the drafts, then other bodies while they are made.
    let initial = rig.drafts().initial.clone();
    let InitialState::Plummer(mut faulty) = initial.clone() else { panic!("{initial:?}") };
    faulty.mass_cut = -3.0;
    rig.drafts_mut().initial = InitialState::Plummer(faulty);
    rig.frame();
    assert!(rig.writes(&rig.drafts().fault().unwrap().to_string()));
    assert_still(&rig, &before, "a fault");
    (rig.drafts_mut().free_count, rig.drafts_mut().initial) = (255.0, initial);
    rig.frame();
    rig.click("bodies-apply");
    assert!(rig.is_loading());
    assert_still(&rig, &before, "the making of bodies");
    rig.until("they are there", |rig| !rig.is_loading() && rig.measured().is_some());
    rig.frame();
    assert_still(&rig, &before, "other bodies");

    // A warning of the energy.
    rig.tab("page-measure");
    rig.frames(3);
    let before = places(&rig);
    rig.set_physics(|physics| physics.time_step *= 20.0);
    rig.click("transport-play");
    rig.until("the energy is off", |rig| {
        let drift = rig.measured().and_then(|now| now.drift);
        drift.is_some_and(|drift| drift.abs() > 0.01)
    });
    rig.pause();
    rig.frame();
    assert_still(&rig, &before, "a warning");

    // A caption that cannot be drawn, and a picture in the making.
    rig.tab("page-render");
    rig.frames(3);
    let before = places(&rig);
    rig.settings_mut().picture.caption = "{nothing}".to_owned();
    rig.frame();
    assert!(rig.captions().is_err());
    assert_still(&rig, &before, "a fault of the caption");
}

#[test]
fn the_errors_of_a_tree_move_no_control() {
    let mut rig = tall("plummer", Page::Build);
    rig.set_physics(|physics| physics.gravity = Gravity::Tree(TreeSettings::default()));
    rig.frames(3);
    assert!(rig.errors().is_none() && rig.writes(&text("physics-errors-coming")));
    let before = places(&rig);
    rig.click("transport-play");
    rig.until("errors are known", |rig| rig.errors().is_some());
    rig.until("steps are timed", |rig| rig.forecast(256).is_some());
    rig.frame();
    assert!(!rig.writes(&text("physics-errors-coming")));
    assert_still(&rig, &before, "errors");
}

#[test]
fn a_selected_body_and_its_new_values_move_no_control() {
    let mut rig = tall("kepler", Page::Explore);
    rig.until("the controls rest", |rig| !rig.is_moving());
    let before = places(&rig);
    rig.select(1);
    rig.until("the body is watched", |rig| rig.is_watched());
    rig.frame();
    assert!(rig.has_button("body-edit"));
    assert_still(&rig, &before, "a selected body");
    rig.open("body-edit");
    assert!(rig.picture().contains_rect(rig.rect(Role::Button, "body-apply")), "on the picture");
    assert_still(&rig, &before, "new values");
    rig.click("body-cancel");
    rig.open("body-unpick");
    assert_still(&rig, &before, "no body");
}

#[test]
fn a_comparison_of_integrators_moves_no_control_above_the_list() {
    let mut rig = measured("kepler");
    rig.frame();
    let mut before = places(&rig);
    // The list grows below these, and its button changes its name.
    let end = before[&format!("Button {} 1", text("trial-begin"))].bottom();
    before.retain(|name, place| {
        place.left() < theme::SIDE && place.bottom() < end && !name.contains(&text("trial-begin"))
    });
    assert!(before.len() > 6, "{before:?}");
    rig.set_trial_time(1);
    rig.set("transport-frame-steps", "50");
    let begin = rig.rect(Role::Button, "trial-begin");
    rig.click("trial-begin");
    rig.until("it has begun", |rig| rig.trial().is_some() && !rig.is_loading());
    assert_eq!(rig.rect(Role::Button, "trial-stop").min, begin.min);
    assert_still(&rig, &before, "a comparison");
    rig.until("both have run", |rig| rig.trial().is_none() && !rig.is_loading());
    rig.frame();
    assert_eq!(rig.kept().len(), 2);
    assert_still(&rig, &before, "its end");
}

#[test]
fn steps_per_frame_stand_still_while_paused() {
    let mut rig = Rig::with("figure-8", USUAL, |app| app.ask(Command::Speed(1.0)));
    let before = rig.transport().steps_per_frame;
    // While nothing moves, frames come seldom.
    (0..20).for_each(|_| rig.elapse(0.4));
    assert_eq!(rig.transport().steps_per_frame, before);
    rig.command("keys-play");
    (0..40).for_each(|_| rig.elapse(0.1));
    let after = rig.transport().steps_per_frame;
    assert!(after > before, "playing, it follows the rate of the frames");
}
