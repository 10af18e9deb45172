//! Numbers that are no longer measured, and controls that stay where they are while lines above
//! them come and go.

use std::collections::BTreeMap;

use egui::{Rect, Role};
use egui_kittest::kittest::NodeT;
use starshell::physics::initial::InitialState;
use starshell::physics::{Gravity, TreeSettings};
use starshell::scene::Scene;
use starshell::words;

use crate::app::commands::Command;
use crate::app::shell::theme;
use crate::app::simulation::{acts, acts::start::Start};
use crate::app::tests::{Rig, gpu, text};
use crate::app::window::app::App;
use crate::lesson::Plot;

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
    for node in rig.harness.root().children_recursive() {
        let (role, label) = (node.accesskit_node().role(), node.accesskit_node().label());
        if !CONTROLS.contains(&role) {
            continue;
        }
        let rect = node.rect();
        if (theme::SIDE..1280.0 - theme::SIDE).contains(&rect.left()) || rect.top() > 4000.0 {
            continue;
        }
        let name = format!("{role:?} {}", label.unwrap_or_default());
        let number =
            (1..).find(|number| !places.contains_key(&format!("{name} {number}"))).unwrap();
        places.insert(format!("{name} {number}"), rect);
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
        let off = (now.left() - place.left()).abs().min((now.right() - place.right()).abs());
        assert!(
            (now.top() - place.top()).abs().max(off) < 0.5,
            "{what}: {name} moved from {place} to {now}"
        );
    }
}

/// A window so high that panels do not scroll, with all of these sections open.
fn tall(scene: &str, open: &[&str]) -> Rig {
    let mut rig =
        Rig::with(scene, [1280.0, 4400.0], |app| app.desk.shell.settings.panels.left_open = true);
    rig.frame();
    open.iter().for_each(|section| rig.fold(section));
    (0..40).for_each(|_| rig.harness.step());
    rig
}

/// A run with more bodies than can be measured in time, some steps after its last measurement.
fn unmeasured() -> Rig {
    let mut rig = tall("plummer", &[]);
    rig.until("it is measured", |app| app.desk.run.stage.statistics.readout().measured.is_some());
    rig.app_mut().desk.run.stage.statistics.pacing.longest = 0.0;
    rig.click("transport-step");
    rig.until("a step is done", |app| app.desk.run.stage.session.simulation().steps() == 1);
    (0..3).for_each(|_| rig.frame());
    rig
}

#[test]
fn numbers_of_the_past_are_dim_with_their_time_until_measured_again_by_a_click() {
    let mut rig = unmeasured();
    let before = places(&rig);
    let end = |rig: &Rig| rig.app().desk.run.stage.statistics.ended(Plot::Energies);
    assert_eq!(
        (end(&rig), rig.app().desk.run.stage.statistics.ended(Plot::Radii)),
        (Some(0.0), None),
        "radii go on"
    );
    let said = |rig: &Rig, words: &str| rig.writing().iter().any(|line| line.starts_with(words));
    assert!(said(&rig, "As of t = 0.000. Measuring takes"), "{:?}", rig.writing());
    let brightness = |rig: &Rig, key: &str| {
        let symbol =
            rig.painted().into_iter().find(|(painted, _)| *painted == text(key)).unwrap().1;
        let is_number = |place: &Rect| {
            (place.center().y - symbol.center().y).abs() < 3.0 && place.left() > symbol.right()
        };
        let painted = crate::app::tests::colors(&rig.harness.output().shapes);
        let number = painted
            .into_iter()
            .filter(|(place, _)| is_number(place))
            .min_by(|a, b| a.0.left().total_cmp(&b.0.left()));
        number.map(|(_, color)| color.r()).unwrap()
    };
    assert!(
        brightness(&rig, "science-energy") < 150 && brightness(&rig, "science-half-mass") > 180
    );

    rig.click("science-measure");
    rig.until("it is measured", |app| app.desk.run.stage.statistics.surveys().len() == 2);
    rig.until("the statistics arrive", |app| !app.desk.run.stage.statistics.is_waiting());
    rig.frame();
    assert_eq!((end(&rig), rig.app().desk.run.stage.statistics.surveys()[1].steps), (None, 1));
    assert!(said(&rig, "At t = 0.01"), "{:?}", rig.writing());
    assert!(brightness(&rig, "science-energy") > 180);
    assert_still(&rig, &before, "a measurement");
    // Just once.
    rig.click("transport-step");
    rig.until("a step is done", |app| app.desk.run.stage.session.simulation().steps() == 2);
    (0..20).for_each(|_| rig.frame());
    assert!(end(&rig).is_some_and(|time| time > 0.0));
    assert_eq!(rig.app().desk.run.stage.statistics.surveys().len(), 2);
    assert!(
        rig.painted().iter().any(|(line, _)| line.contains("measured until 0.01")),
        "the plot says where it ends"
    );
}

#[test]
fn a_slow_machine_measures_between_the_steps_of_a_frame() {
    // No software adapter makes so many steps in a frame of the window, and most frames end in the
    // middle of one.
    let mut rig = Rig::with("plummer", [1280.0, 720.0], |app| {
        let scene = Scene { count: 8192, ..Scene::load("plummer").unwrap() };
        let (settings, folder) = (app.desk.shell.settings.clone(), app.desk.shell.folder.clone());
        *app = App::new(&gpu(), scene, settings, &Start::default()).unwrap();
        app.desk.shell.folder = folder;
        (app.desk.viewer.transport.speed, app.desk.viewer.transport.steps_per_frame) = (None, 1000);
        app.desk.run.stage.statistics.pacing.longest = 10.0;
    });
    let measured = |rig: &Rig| {
        rig.app()
            .desk
            .run
            .stage
            .statistics
            .surveys()
            .len()
            .min(rig.app().desk.run.stage.statistics.radii().len())
    };
    for _ in 0..600 {
        if measured(&rig) > 1 {
            break;
        }
        rig.app_mut().frame(0.3).unwrap();
        std::thread::sleep(std::time::Duration::from_millis(5));
    }
    assert!(measured(&rig) > 1, "energies and radii are measured");
    if gpu().is_software() {
        assert!(rig.steps() < 1000, "before all steps of the first frame are done");
    }
}

#[test]
fn an_empty_plot_has_a_message_and_no_axes() {
    let mut rig = tall("plummer", &[]);
    rig.until("it is measured", |app| app.desk.run.stage.statistics.readout().measured.is_some());
    rig.frame();
    assert!(rig.writing().contains(&text("science-empty")));
    assert!(
        rig.painted().iter().all(|(painted, _)| painted != "0.4" && painted != "t"),
        "{:?}",
        rig.painted()
    );
    rig.click("transport-play");
    rig.until("there is a curve", |app| app.desk.run.stage.statistics.surveys().len() > 2);
    rig.frame();
    assert!(!rig.writing().contains(&text("science-empty")) && rig.paints("t"));
}

#[test]
fn lines_that_come_and_go_move_no_control() {
    let mut rig = tall("plummer", &["physics-advanced", "model-title", "program-title"]);
    let before = places(&rig);
    rig.click("transport-play");
    rig.until("steps are timed", |app| {
        app.desk.run.stage.forecast().smooth_count().is_some()
            && app.desk.run.stage.statistics.surveys().len() > 2
    });
    rig.frame();
    let forecast = rig.app().desk.run.stage.forecast().of(256).unwrap();
    assert!(
        rig.writing().iter().any(|line| line.contains(&words::duration(forecast))),
        "the panel says how long a step takes"
    );
    assert_still(&rig, &before, "an estimate");
    rig.app_mut().desk.viewer.transport.is_playing = false;

    // More bodies than run smoothly.
    rig.app_mut().desk.drafts.free_count = 4_194_304.0;
    (0..3).for_each(|_| rig.frame());
    assert!(rig.has(Role::Button, "bodies-use-smooth"));
    assert_still(&rig, &before, "what runs smoothly");
    // A fault of the drafts, then other bodies while they are made.
    let initial = rig.app().desk.drafts.initial.clone();
    let InitialState::Plummer(mut faulty) = initial.clone() else { panic!("{initial:?}") };
    faulty.mass_cut = -3.0;
    rig.app_mut().desk.drafts.initial = InitialState::Plummer(faulty);
    rig.frame();
    assert!(rig.writing().contains(&rig.app().desk.drafts.fault().unwrap().to_string()));
    assert_still(&rig, &before, "a fault");
    (rig.app_mut().desk.drafts.free_count, rig.app_mut().desk.drafts.initial) = (255.0, initial);
    rig.frame();
    rig.click("bodies-apply");
    assert!(rig.app().desk.run.loading().is_some());
    assert_still(&rig, &before, "the making of bodies");
    rig.until("they are there", |app| {
        app.desk.run.loading().is_none()
            && app.desk.run.stage.statistics.readout().measured.is_some()
    });
    rig.frame();
    assert_still(&rig, &before, "other bodies");

    // A warning of the energy.
    let step = rig.app().desk.run.stage.session.scene().physics.time_step;
    rig.set("physics-time-step", &(20.0 * step).to_string());
    rig.click("transport-play");
    rig.until("the energy is off", |app| {
        app.desk
            .run
            .stage
            .statistics
            .readout()
            .measured
            .and_then(|now| now.drift)
            .is_some_and(|drift| drift.abs() > 0.01)
    });
    rig.app_mut().desk.viewer.transport.is_playing = false;
    rig.frame();
    assert_still(&rig, &before, "a warning");

    // A caption that cannot be drawn, and a picture in the making.
    rig.tab("dock-export");
    let before = places(&rig);
    rig.app_mut().desk.shell.settings.picture.caption = "{nothing}".to_owned();
    rig.frame();
    assert!(
        {
            let desk = &rig.app().desk;
            acts::picture::captions(&desk.shell, &desk.run)
        }
        .is_err()
    );
    assert_still(&rig, &before, "a fault of the caption");
}

#[test]
fn the_errors_of_a_tree_move_no_control() {
    let mut rig = tall("plummer", &["physics-advanced"]);
    let mut physics = rig.app().desk.run.stage.session.scene().physics;
    physics.gravity = Gravity::Tree(TreeSettings::default());
    rig.app_mut().ask(Command::Physics(physics));
    (0..3).for_each(|_| rig.frame());
    assert!(
        rig.app().desk.run.stage.statistics.errors.figures().is_none()
            && rig.writing().contains(&text("physics-errors-coming"))
    );
    let before = places(&rig);
    rig.click("transport-play");
    rig.until("errors are known", |app| app.desk.run.stage.statistics.errors.figures().is_some());
    rig.until("steps are timed", |app| app.desk.run.stage.forecast().of(256).is_some());
    rig.frame();
    assert!(!rig.writing().contains(&text("physics-errors-coming")));
    assert_still(&rig, &before, "errors");
}

#[test]
fn a_selected_body_and_its_new_values_move_no_control() {
    let mut rig = tall("kepler", &["program-title"]);
    rig.until("the controls rest", |app| !app.is_moving());
    let before = places(&rig);
    rig.app_mut().desk.run.stage.pick(Some(1));
    rig.until("the body is watched", |app| app.desk.run.stage.interaction.watched.is_some());
    rig.frame();
    assert!(rig.has(Role::Button, "body-edit"));
    assert_still(&rig, &before, "a selected body");
    rig.click("body-edit");
    rig.frame();
    assert!(
        rig.picture().contains_rect(rig.control(Role::Button, "body-apply").rect()),
        "on the picture"
    );
    assert_still(&rig, &before, "new values");
    rig.click("body-cancel");
    rig.click("body-unpick");
    rig.frame();
    assert_still(&rig, &before, "no body");
}

#[test]
fn a_comparison_of_integrators_moves_no_control_above_the_list() {
    let mut rig = tall("kepler", &[]);
    rig.until("it is measured", |app| app.desk.run.stage.statistics.readout().measured.is_some());
    rig.frame();
    let mut before = places(&rig);
    // The list grows below these, and its button changes its name.
    let end = before[&format!("Button {} 1", text("trial-begin"))].bottom();
    before.retain(|name, place| {
        place.left() > 900.0 && place.bottom() < end && !name.contains(&text("trial-begin"))
    });
    assert!(before.len() > 12, "{before:?}");
    rig.app_mut().desk.run.trials.time = std::time::Duration::from_secs(1);
    rig.app_mut().desk.viewer.transport.steps_per_frame = 50;
    let begin = rig.control(Role::Button, "trial-begin").rect();
    rig.click("trial-begin");
    rig.until("it has begun", |app| {
        app.desk.run.trials.under_way.is_some() && app.desk.run.loading().is_none()
    });
    assert_eq!(rig.control(Role::Button, "trial-stop").rect().min, begin.min);
    assert_still(&rig, &before, "a comparison");
    rig.until("both have run", |app| {
        app.desk.run.trials.under_way.is_none() && app.desk.run.loading().is_none()
    });
    rig.frame();
    assert_eq!(rig.app().desk.run.trials.kept.len(), 2);
    assert_still(&rig, &before, "its end");
}

#[test]
fn steps_per_frame_stand_still_while_paused() {
    let mut rig =
        Rig::with("figure-8", [1280.0, 720.0], |app| app.desk.viewer.transport.speed = Some(1.0));
    let steps = |rig: &Rig| rig.app().desk.viewer.transport.steps_per_frame;
    rig.frame();
    let before = steps(&rig);
    // While nothing moves, frames come seldom.
    (0..20).for_each(|_| rig.app_mut().frame(0.4).unwrap());
    assert_eq!(steps(&rig), before);
    rig.app_mut().desk.viewer.transport.is_playing = true;
    (0..40).for_each(|_| rig.app_mut().frame(0.1).unwrap());
    assert!(steps(&rig) > before, "playing, it follows the rate of the frames");
}
