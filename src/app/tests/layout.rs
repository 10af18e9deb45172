//! What stands where: nothing over anything else, and every control in view, in small windows and
//! in every language.

use std::time::Duration;

use egui::{Key, Modifiers, Rect, Role};
use egui_kittest::kittest::NodeT;
use starshell::render::ColorBy;
use starshell::words::{self, LANGUAGES, t};

use crate::app::commands::Command;
use crate::app::shell::theme;
use crate::app::tests::{Rig, advanced, text};

/// The smallest window that shows both side panels well, and a usual one.
const SIZES: [[f32; 2]; 2] = [[1024.0, 640.0], [1280.0, 720.0]];
/// The controls of the transport.
const TRANSPORT: [(Role, &str); 19] = [
    (Role::Button, "transport-left"),
    (Role::Button, "transport-restart"),
    (Role::Button, "transport-reverse"),
    (Role::Button, "transport-play"),
    (Role::Button, "transport-step"),
    (Role::Button, "transport-steps"),
    (Role::SpinButton, "transport-steps-count"),
    (Role::Slider, "transport-speed"),
    (Role::SpinButton, "transport-frame-steps"),
    (Role::Button, "transport-record"),
    (Role::Button, "transport-video"),
    (Role::Button, "transport-screenshot"),
    (Role::Button, "transport-pictures"),
    (Role::Button, "transport-projector"),
    (Role::Button, "transport-classroom"),
    (Role::Button, "transport-laboratory"),
    (Role::Button, "transport-frame"),
    (Role::Button, "transport-fullscreen"),
    (Role::Button, "transport-help"),
];

/// Asserts that no two of these overlap.
#[track_caller]
fn assert_apart(all: &[(String, Rect)], what: &str) {
    for (number, (text, rect)) in all.iter().enumerate() {
        for (other, place) in &all[..number] {
            assert!(
                !place.shrink(0.5).intersects(rect.shrink(0.5)),
                "{what}: {text:?} at {rect} is over {other:?} at {place}"
            );
        }
    }
}

/// All text on the bar along the bottom.
fn bar(rig: &Rig, height: f32) -> Vec<(String, Rect)> {
    let is_on_bar =
        |(text, rect): &(String, Rect)| rect.center().y > height - theme::BAR && !text.is_empty();
    rig.painted().into_iter().filter(is_on_bar).collect()
}

/// So many bodies that a step is spread over several frames, playing faster than any machine
/// reaches.
fn slow(size: [f32; 2]) -> Rig {
    let mut rig = Rig::with("plummer", size, |app| {
        app.desk.run.stage.session.set_budget(Some(Duration::from_nanos(1)))
    });
    let initial = rig.app().desk.run.stage.session.scene().initial.clone();
    rig.app_mut().ask(Command::Bodies(6_144, 1, initial));
    rig.until("they are there", |app| app.desk.run.stage.session.scene().count == 6_144);
    let app = rig.app_mut();
    app.desk.run.stage.session.set_budget(Some(Duration::from_nanos(1)));
    app.desk.viewer.transport.speed = Some(64.0);
    app.desk.viewer.transport.is_playing = true;
    rig.until("a step is spread and the speed is known", |app| {
        app.desk.run.stage.session.simulation().engine().progress().is_some()
            && app.desk.viewer.slow_speed(&app.desk.run.stage).is_some()
    });
    rig.harness.step();
    rig
}

/// Ten bodies for thousands of years.
fn distant(size: [f32; 2]) -> Rig {
    let mut rig =
        Rig::with("solar-system", size, |app| app.desk.viewer.transport.is_playing = true);
    rig.frame();
    rig
}

#[test]
fn the_transport_has_all_controls_apart_in_every_language() {
    for size in SIZES {
        for (scene, mut rig) in [("plummer", slow(size)), ("solar-system", distant(size))] {
            for language in LANGUAGES {
                words::speak(Some(language));
                (0..2).for_each(|_| rig.harness.step());
                let what = format!("{scene} in {} at {size:?}", language.code);
                let window = Rect::from_min_size(egui::Pos2::ZERO, size.into());
                for (role, key) in TRANSPORT {
                    // It plays.
                    let key = if key == "transport-play" { "transport-pause" } else { key };
                    assert!(rig.has(role, key), "{what}: there is no {key}");
                    assert!(
                        window.contains_rect(rig.control(role, key).rect()),
                        "{what}: {key} is out of view"
                    );
                }
                assert!(
                    bar(&rig, size[1]).iter().any(|(text, _)| text.starts_with("t = ")),
                    "{what}: no time"
                );
                assert_apart(&bar(&rig, size[1]), &what);
            }
            words::speak(None);
        }
    }
}

#[test]
fn the_transport_of_a_projector_separates_its_main_controls() {
    for size in SIZES {
        let size = size.map(|side| side / theme::PROJECTOR_ZOOM);
        let rig = slow(size);
        for (role, key) in [
            (Role::Slider, "transport-speed"),
            (Role::Button, "transport-record"),
            (Role::Button, "transport-help"),
        ] {
            assert!(rig.has(role, key), "{key} at {size:?}");
        }
        assert_apart(&bar(&rig, size[1]), &format!("{size:?}"));
    }
}

#[test]
fn the_progress_of_a_step_moves_no_control() {
    for size in SIZES {
        let mut rig = slow(size);
        let places = |rig: &Rig| {
            TRANSPORT
                .map(|(role, key)| rig.called(role, key).next().map(|node| node.rect().left_top()))
        };
        let before = places(&rig);
        rig.app_mut().desk.run.stage.session.set_budget(None);
        rig.app_mut().desk.viewer.transport.speed = Some(0.0625);
        (0..12).for_each(|_| rig.frame());
        let (after, play) = (places(&rig), 3);
        for (number, (_, key)) in TRANSPORT.iter().enumerate().filter(|(number, _)| *number != play)
        {
            assert_eq!(after[number], before[number], "{key} at {size:?}");
        }
    }
}

/// Where names of the legend are, which are painted once where bodies have no names.
fn legend(rig: &Rig, names: &[&str]) -> Vec<(String, Rect)> {
    rig.painted().into_iter().filter(|(text, _)| names.contains(&text.as_str())).collect()
}

#[test]
fn notices_cover_neither_legend_nor_scale() {
    let names = ["First disk", "First bulge", "Second disk", "Second bulge"];
    for size in [[1024.0, 640.0], [1280.0, 720.0], [758.0, 474.0]] {
        for color_by in [ColorBy::Component, ColorBy::Speed] {
            let mut rig = Rig::with("encounter", size, |app| {
                app.desk.run.stage.session.viewing().look_mut().color_by = color_by;
                app.desk.shell.settings.guides.velocities = true;
            });
            (0..3).for_each(|_| rig.frame());
            let swatches = legend(&rig, &names);
            let color = text("color-by-speed");
            let rail: Vec<_> = rig
                .painted()
                .into_iter()
                .filter(|(text, place)| *text == color && place.top() > 0.5 * size[1])
                .collect();
            let picture = rig.picture();
            let near_bottom =
                |rect: &Rect| picture.contains_rect(*rect) && rect.top() > picture.bottom() - 110.0;
            let before: Vec<_> =
                rig.painted().into_iter().filter(|(_, rect)| near_bottom(rect)).collect();
            assert!(!swatches.is_empty() || !rail.is_empty(), "there is a legend at {size:?}");
            let notice = "A long notice about nothing that takes several lines in a narrow picture, as notices do.";
            rig.app_mut().desk.shell.notices.warn(notice.to_owned());
            rig.app_mut().desk.shell.notices.tell_long("Another one.".to_owned());
            (0..3).for_each(|_| rig.frame());
            let shown = rig
                .painted()
                .into_iter()
                .filter(|(text, _)| text == notice || text == "Another one.");
            let all: Vec<_> = shown.collect();
            assert_eq!(all.len(), 2, "at {size:?}");
            for (text, rect) in &all {
                let card = rect.expand(8.0);
                for (other, place) in before.iter().chain(&swatches) {
                    assert!(
                        !card.intersects(*place),
                        "at {size:?}, {color_by:?}: {text:?} at {card} is over {other:?} at {place}"
                    );
                }
                assert!(picture.contains_rect(*rect), "{text:?} is cut");
            }
        }
    }
}

#[test]
fn the_legend_covers_no_body_that_has_a_name() {
    for size in [[1024.0, 640.0], [1280.0, 720.0], [758.0, 474.0]] {
        let mut rig = Rig::with("solar-system", size, |app| {
            app.desk.viewer.transport.steps_per_frame = 333;
            // The inner planets drift from their orbits, which are far from the legend.
            let mut physics = app.desk.run.stage.session.scene().physics;
            physics.time_step *= 6.0;
            app.desk.run.stage.session.set_parameters(physics).unwrap();
        });
        rig.until("the bodies have come", |app| app.desk.run.stage.marks.bodies().len() == 10);
        rig.app_mut().desk.viewer.transport.is_playing = true;
        let mut seen = 0;
        // Through more than a quarter of Neptune's year.
        while rig.app().desk.run.stage.session.simulation().time() < 300.0 {
            (0..3).for_each(|_| rig.frame());
            let picture = rig.picture();
            // A name of the legend stands in a column of its own, at the right edge.
            let column: Vec<_> = legend(&rig, &["Mercury", "Venus", "Earth", "Mars"]);
            let column =
                column.into_iter().filter(|(_, place)| place.left() > picture.right() - 90.0);
            let legend =
                column.fold(Rect::NOTHING, |all, (_, place)| all.union(place)).expand(12.0);
            let (scene, pixels) =
                (rig.app().desk.run.stage.session.scene(), rig.app().desk.run.stage.size);
            for body in rig
                .app()
                .desk
                .run
                .stage
                .marks
                .arrows(rig.app().desk.run.stage.time_shown(&rig.app().desk.viewer.transport))
            {
                let Some((pixel, _)) = scene.camera.project(body.position.as_vec3(), pixels) else {
                    continue;
                };
                seen += 1;
                let place = picture.min + egui::vec2(pixel.x, pixel.y);
                let time = rig.app().desk.run.stage.session.simulation().time();
                assert!(
                    !legend.contains(place),
                    "body {} at {place} is under {legend} at {time} in {size:?}",
                    body.component
                );
            }
        }
        assert!(seen >= 10, "{seen} bodies were seen in {size:?}");
    }
}

#[test]
fn the_tooltip_of_a_plot_goes_when_a_dialogue_opens() {
    let mut rig = Rig::new("plummer");
    rig.click("transport-play");
    rig.until("there are curves", |app| app.desk.run.stage.statistics.surveys().len() > 2);
    rig.click("transport-pause");
    (0..3).for_each(|_| rig.frame());
    let plot = rig.control(Role::Image, "science-energies").rect();
    let tooltip = |rig: &Rig| rig.painted().into_iter().find(|(text, _)| text.contains("\nt = "));
    // Along the plot, until the pointer is at a curve.
    let mut y = plot.top();
    while tooltip(&rig).is_none() && y < plot.bottom() {
        y += 4.0;
        rig.harness.hover_at(egui::pos2(plot.left() + 0.7 * plot.width(), y));
        rig.harness.step();
    }
    assert!(tooltip(&rig).is_some(), "a curve tells its value");
    rig.key(Key::H, Modifiers::NONE);
    rig.frame();
    assert!(rig.paints(&text("keys-title")));
    assert_eq!(tooltip(&rig), None, "nothing lies over the keys");
}

#[test]
fn timeline_and_camera_path_share_scale_and_ticks() {
    let mut rig = Rig::new("shell");
    rig.app_mut().ask(Command::Steps(40));
    rig.frame();
    rig.until("the steps are made", |app| app.desk.viewer.transport.remaining == 0);
    rig.click("path-open");
    (0..3).for_each(|_| rig.frame());
    let rail = rig.control(Role::Slider, "timeline-rail").rect();
    let ticks: Vec<_> = rig
        .painted()
        .into_iter()
        .filter(|(text, rect)| {
            text.parse::<f64>().is_ok()
                && (rail.top()..rail.bottom() + theme::STRIP).contains(&rect.center().y)
        })
        .collect();
    let strip = |is_lower: bool| {
        let of_strip =
            ticks.iter().filter(|(_, rect)| (rect.center().y > rail.bottom()) == is_lower);
        of_strip.map(|(text, rect)| (text.clone(), rect.center().x)).collect::<Vec<_>>()
    };
    let (upper, lower) = (strip(false), strip(true));
    assert!(upper.len() > 3 && upper == lower, "{upper:?} and {lower:?}");
    // A key at the present stands below the handle of the timeline.
    rig.key(Key::J, Modifiers::NONE);
    rig.frame();
    let now = rig.app().desk.run.stage.session.simulation().time();
    let path = rig.app().desk.run.stage.session.scene().path.clone().unwrap();
    let number = path.keys().iter().position(|key| key.at == now).unwrap();
    let key = t!(
        "path-key",
        number = number + 1,
        time = rig.app().desk.run.stage.numbers().text(starshell::scene::Dimension::Time, now)
    );
    let key = rig.control(Role::Button, &key).rect().center().x;
    let [first, last] = [rail.left() + 8.0, rail.right() - 8.0];
    let end = path.span()[1].max(rig.app().desk.run.stage.session.scene().duration);
    let expected = f64::from(first) + now / end * f64::from(last - first);
    assert!((f64::from(key) - expected).abs() < 1.0, "{key} and {expected}");
}

#[test]
fn panels_fit_their_width_in_every_language() {
    for language in LANGUAGES {
        words::speak(Some(language));
        for size in SIZES {
            let mut rig = Rig::with("galaxy", size, |_| ());
            (0..3).for_each(|_| rig.frame());
            for node in rig.harness.root().children_recursive() {
                let role = node.accesskit_node().role();
                if matches!(
                    role,
                    Role::Button | Role::Switch | Role::SpinButton | Role::ComboBox | Role::Tab
                ) {
                    let rect = node.rect();
                    let is_in_window = rect.left() >= -0.5 && rect.right() <= size[0] + 0.5;
                    let is_in_side =
                        rect.right() <= theme::SIDE || rect.left() >= size[0] - theme::SIDE;
                    let is_between =
                        rect.left() >= theme::SIDE && rect.right() <= size[0] - theme::SIDE;
                    let is_below = rect.top() >= size[1] - theme::BAR - 2.0 * theme::STRIP;
                    let label = node.accesskit_node().label();
                    assert!(
                        is_in_window && (is_in_side || is_between || is_below),
                        "{label:?} at {rect} in {}",
                        language.code
                    );
                }
            }
        }
    }
    words::speak(None);
}

#[test]
fn only_bodies_drawn_by_chance_have_a_seed_and_its_room_stays() {
    let mut rig = advanced("kepler");
    assert!(!rig.has(Role::SpinButton, "bodies-seed") && !rig.has(Role::Button, "bodies-dice"));
    let below = |rig: &Rig| rig.control(Role::Switch, "physics-adaptive").rect().top();
    let before = below(&rig);
    rig.app_mut().desk.drafts.initial =
        starshell::physics::initial::InitialState::named("plummer").unwrap();
    (0..2).for_each(|_| rig.frame());
    assert!(rig.has(Role::SpinButton, "bodies-seed"));
    assert!((below(&rig) - before).abs() < 0.5);
}

#[test]
fn descriptions_name_no_number_of_bodies_that_the_window_may_change() {
    for language in LANGUAGES {
        words::speak(Some(language));
        for scene in starshell::scene::embedded().iter().map(|embedded| &embedded.scene) {
            let digits = scene.count.to_string();
            let plain: String = scene
                .spoken_description()
                .chars()
                .filter(|letter| !",. \u{a0}".contains(*letter))
                .collect();
            assert!(
                scene.initial.fixed_count().is_some() || !plain.contains(&digits),
                "{} in {}",
                scene.title,
                language.code
            );
        }
        assert!(
            !language.tables[0].contains(" …"),
            "{}: a space before an ellipsis",
            language.code
        );
    }
    words::speak(None);
}
