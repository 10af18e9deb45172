//! What stands where: nothing over anything else, and every control in view, in small windows and
//! in every language.

use std::time::Duration;

use starshell::render::ColorBy;
use starshell::scene::embedded;
use starshell::words::t;

use super::*;

/// The smallest window that shows both side panels well, and a usual one.
const SIZES: [[f32; 2]; 2] = [[1024.0, 640.0], USUAL];
/// Those, and as many points as projector mode leaves of the smallest.
const WITH_SMALL: [[f32; 2]; 3] = [SIZES[0], SIZES[1], [758.0, 474.0]];
/// The controls of the transport by role, without the word before the hyphen.
const TRANSPORT: [(Role, &str); 3] = [
    (Role::Button, "left restart reverse play step steps record video screenshot pictures frame"),
    (Role::SpinButton, "steps-count frame-steps"),
    (Role::Slider, "speed"),
];

/// Their roles and keys.
fn transport() -> impl Iterator<Item = (Role, String)> {
    let keys = |(role, words): (Role, &'static str)| {
        words.split(' ').map(move |word| (role, format!("transport-{word}")))
    };
    TRANSPORT.into_iter().flat_map(keys)
}

/// All text on the bar along the bottom.
fn bar(rig: &Rig) -> Vec<(String, Rect)> {
    let top = rig.window().bottom() - theme::BAR;
    let is_on_bar = |(text, rect): &(String, Rect)| rect.center().y > top && !text.is_empty();
    rig.painted().into_iter().filter(is_on_bar).collect()
}

/// So many bodies that a step is spread over several frames, playing faster than any machine
/// reaches.
fn slow(size: [f32; 2]) -> Rig {
    let mut rig = Rig::sized("plummer", size);
    rig.set_count(6_144);
    rig.until("they are there", |rig| rig.scene().count == 6_144);
    rig.set_budget(Some(Duration::from_nanos(1)));
    rig.ask(Command::Speed(64.0));
    rig.command("keys-play");
    rig.until("a step is spread and the speed is known", |rig| {
        rig.session().simulation().engine().progress().is_some()
            && rig.viewer().slow_speed(rig.stage()).is_some()
    });
    rig.draw(1);
    rig
}

/// Ten bodies for thousands of years.
fn distant(size: [f32; 2]) -> Rig {
    let mut rig = Rig::sized("solar-system", size);
    rig.command("keys-play");
    rig
}

#[test]
fn the_transport_has_all_controls_apart_in_every_language() {
    for size in SIZES {
        for mut rig in [slow(size), distant(size)] {
            let scene = rig.scene_name().unwrap_or_default().to_owned();
            in_every_language(|language| {
                rig.draw(2);
                let what = format!("{scene} in {} at {size:?}", language.code);
                for (role, key) in transport() {
                    // It plays.
                    let key = key.replace("-play", "-pause");
                    let is_in_view = rig.window().contains_rect(rig.rect(role, &key));
                    assert!(is_in_view, "{what}: {key} is out of view");
                }
                let bar = bar(&rig);
                assert!(bar.iter().any(|(text, _)| text.starts_with("t = ")), "{what}: no time");
                assert_apart(&bar, 0.5, &what);
            });
        }
    }
}

#[test]
fn the_transport_of_a_projector_separates_its_main_controls() {
    for size in SIZES {
        let rig = slow(size.map(|side| side / theme::PROJECTOR_ZOOM));
        for (role, key) in [
            (Role::Slider, "transport-speed"),
            (Role::Button, "transport-record"),
            (Role::Button, "transport-screenshot"),
        ] {
            assert!(rig.has(role, key), "{key} at {size:?}");
        }
        assert_apart(&bar(&rig), 0.5, &format!("{size:?}"));
    }
}

#[test]
fn the_progress_of_a_step_moves_no_control() {
    for size in SIZES {
        let mut rig = slow(size);
        let places = |rig: &Rig| {
            let others = transport().filter(|(_, key)| key != "transport-play");
            let place = |role, key: &str| rig.called(role, key).next().map(|node| node.rect().min);
            others.map(|(role, key)| (place(role, &key), key)).collect::<Vec<_>>()
        };
        let before = places(&rig);
        rig.set_budget(None);
        rig.ask(Command::Speed(0.0625));
        rig.frames(12);
        assert_eq!(places(&rig), before, "{size:?}");
    }
}

/// Where names of the legend are, which are painted once where bodies have no names.
fn legend(rig: &Rig, names: &[&str]) -> Vec<(String, Rect)> {
    rig.painted().into_iter().filter(|(text, _)| names.contains(&text.as_str())).collect()
}

#[test]
fn notices_cover_neither_legend_nor_scale() {
    let names = ["First disk", "First bulge", "Second disk", "Second bulge"];
    for (size, color_by) in
        WITH_SMALL.into_iter().flat_map(|size| [(size, ColorBy::Component), (size, ColorBy::Speed)])
    {
        let what = format!("at {size:?}, {color_by:?}");
        let mut rig = Rig::with("encounter", size, |app| {
            app.set_look(|look| look.color_by = color_by);
            app.settings_mut().guides.velocities = true;
        });
        rig.frames(2);
        let picture = rig.picture();
        let near_bottom =
            |rect: Rect| picture.contains_rect(rect) && rect.top() > picture.bottom() - 110.0;
        let mut before = legend(&rig, &names);
        let color = text("color-by-speed");
        let is_rail =
            |(text, place): &(String, Rect)| *text == color && place.top() > 0.5 * size[1];
        let has_rail = rig.painted().iter().any(is_rail);
        assert!(!before.is_empty() || has_rail, "{what}: there is no legend");
        before.extend(rig.painted().into_iter().filter(|(_, rect)| near_bottom(*rect)));
        let long = "A long notice about nothing that takes several lines in a narrow picture, as \
            notices do.";
        let notices = &mut rig.shell_mut().notices;
        notices.tell_long(long.to_owned());
        notices.tell_long("Another one.".to_owned());
        rig.frames(3);
        for text in [long, "Another one."] {
            let place = rig.place_of(text).unwrap_or_else(|| panic!("{what}: no {text:?}"));
            let card = place.expand(8.0);
            let under = before.iter().find(|(_, place)| card.intersects(*place));
            assert_eq!(under, None, "{what}: {text:?} at {card} is over it");
            assert!(picture.contains_rect(place), "{what}: {text:?} is cut");
        }
    }
}

#[test]
fn the_legend_covers_no_body_that_has_a_name() {
    for size in WITH_SMALL {
        let mut rig = Rig::with("solar-system", size, |app| {
            // The inner planets drift from their orbits, which are far from the legend.
            app.set_physics(|physics| physics.time_step *= 6.0);
        });
        rig.until("the bodies have come", |rig| rig.marks().bodies().len() == 10);
        rig.play_by(333);
        let mut seen = 0;
        // Through more than a quarter of Neptune's year.
        while rig.time() < 300.0 {
            rig.frames(3);
            let picture = rig.picture();
            // A name of the legend stands in a column of its own, at the right edge.
            let names = legend(&rig, &["Mercury", "Venus", "Earth", "Mars"]).into_iter();
            let column = names.filter(|(_, place)| place.left() > picture.right() - 90.0);
            let legend =
                column.fold(Rect::NOTHING, |all, (_, place)| all.union(place)).expand(12.0);
            let shown = rig.stage().time_shown(&rig.transport());
            for body in rig.marks().arrows(shown) {
                let pixel = rig.camera().project(body.position.as_vec3(), rig.size());
                let Some((pixel, _)) = pixel else { continue };
                seen += 1;
                let place = picture.min + vec2(pixel.x, pixel.y);
                let what = format!("body {} at {}, {size:?}", body.component, rig.time());
                assert!(!legend.contains(place), "{what}: {place} is under {legend}");
            }
        }
        assert!(seen >= 10, "{seen} bodies were seen in {size:?}");
    }
}

#[test]
fn the_tooltip_of_a_plot_goes_when_a_dialogue_opens() {
    let mut rig = Rig::on(Page::Measure, "plummer");
    rig.click("transport-play");
    rig.until("there are curves", |rig| rig.surveys().len() > 2);
    rig.click("transport-pause");
    rig.frames(3);
    let plot = rig.rect(Role::Image, "science-energies");
    let tooltip = |rig: &Rig| rig.find(|text| text.contains("\nt = "));
    // Along the plot, until the pointer is at a curve.
    let mut y = plot.top();
    while tooltip(&rig).is_none() && y < plot.bottom() {
        y += 4.0;
        rig.harness.hover_at(egui::pos2(plot.left() + 0.7 * plot.width(), y));
        rig.draw(1);
    }
    assert!(tooltip(&rig).is_some(), "a curve tells its value");
    rig.press(Key::H);
    rig.frame();
    assert!(rig.paints(&text("keys-title")));
    assert_eq!(tooltip(&rig), None, "nothing lies over the keys");
}

#[test]
fn timeline_and_camera_path_share_scale_and_ticks() {
    let mut rig = Rig::new("shell");
    rig.make(40);
    rig.click("path-open");
    rig.frames(3);
    let rail = rig.rect(Role::Slider, "timeline-rail");
    let is_tick = |(text, rect): &(String, Rect)| {
        let strips = rail.top()..rail.bottom() + theme::STRIP;
        text.parse::<f64>().is_ok() && strips.contains(&rect.center().y)
    };
    let ticks = rig.painted().into_iter().filter(is_tick);
    let (lower, upper): (Vec<_>, Vec<_>) =
        ticks.partition(|(_, rect)| rect.center().y > rail.bottom());
    let [upper, lower] = [upper, lower].map(|ticks| {
        ticks.into_iter().map(|(text, rect)| (text, rect.center().x)).collect::<Vec<_>>()
    });
    assert!(upper.len() > 3 && upper == lower, "{upper:?} and {lower:?}");
    // A key at the present stands below the handle of the timeline.
    rig.press(Key::J);
    rig.frame();
    let (now, path) = (rig.time(), rig.path());
    let number = path.keys().iter().position(|key| key.at == now).unwrap();
    let moment = rig.stage().reel.moment(now, rig.stage().numbers());
    let key = t!("path-key", number = number + 1, moment = moment);
    let key = rig.rect(Role::Button, &key).center().x;
    let [first, last] = [rail.left() + 8.0, rail.right() - 8.0];
    let end = path.span()[1].max(rig.scene().duration);
    let expected = f64::from(first) + now / end * f64::from(last - first);
    assert!((f64::from(key) - expected).abs() < 1.0, "{key} and {expected}");
}

#[test]
fn panels_fit_their_width_in_every_language() {
    let roles = [Role::Button, Role::Switch, Role::SpinButton, Role::ComboBox, Role::Tab];
    in_every_language(|language| {
        for [width, height] in SIZES {
            let mut rig = Rig::sized("galaxy", [width, height]);
            rig.frames(2);
            for node in rig.nodes().filter(|node| roles.contains(&node.accesskit_node().role())) {
                let rect = node.rect();
                let is_in_window = rect.left() >= -0.5 && rect.right() <= width + 0.5;
                let [left, right] = [theme::SIDE, width - theme::SIDE];
                let is_in_side = rect.right() <= left || rect.left() >= right;
                let is_between = rect.left() >= left && rect.right() <= right;
                let is_below = rect.top() >= height - theme::BAR - 2.0 * theme::STRIP
                    || rect.bottom() <= theme::BAR;
                let label = node.accesskit_node().label();
                assert!(
                    is_in_window && (is_in_side || is_between || is_below),
                    "{label:?} at {rect} in {}",
                    language.code
                );
            }
        }
    });
}

#[test]
fn only_bodies_drawn_by_chance_have_a_seed_and_its_room_stays() {
    let mut rig = Rig::on(Page::Build, "kepler");
    assert!(!rig.has(Role::SpinButton, "bodies-seed") && !rig.has_button("bodies-dice"));
    let below = |rig: &Rig| rig.rect(Role::Switch, "physics-adaptive").top();
    let before = below(&rig);
    rig.drafts_mut().initial = starshell::physics::initial::InitialState::named("plummer").unwrap();
    rig.frames(2);
    assert!(rig.has(Role::SpinButton, "bodies-seed"));
    assert!((below(&rig) - before).abs() < 0.5);
}

#[test]
fn descriptions_name_no_number_of_bodies_that_the_window_may_change() {
    in_every_language(|language| {
        for scene in embedded().iter().map(|embedded| &embedded.scene) {
            let mut plain = scene.spoken_description();
            plain.retain(|letter| !",. \u{a0}".contains(letter));
            let is_named = plain.contains(&scene.count.to_string());
            let is_fixed = scene.initial.fixed_count().is_some();
            assert!(is_fixed || !is_named, "{} in {}", scene.title, language.code);
        }
        let has_space = language.tables[0].contains(" …");
        assert!(!has_space, "{}: a space before an ellipsis", language.code);
    });
}
