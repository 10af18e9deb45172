//! What a class meets in the lessons on Kepler and on galaxies, in the projector's mode.

use super::{cards::window, *};
use crate::lesson::Setting;

/// The card of the lesson whose setting has that property, set up in a window of a projector.
fn card(is_it: impl Fn(&Setting) -> bool) -> Rig {
    let mut rig = window(true);
    rig.classroom.shelf.wait();
    rig.begin_lesson("kepler-and-newton");
    let cards = rig.classroom.lesson.clone().unwrap().cards;
    rig.go_to_card(cards.iter().position(|card| is_it(&card.setting)).unwrap());
    rig
}

fn highlights(key: &str) -> impl Fn(&Setting) -> bool {
    move |setting| setting.highlight.iter().any(|marked| marked == key)
}

/// The card on which speeds are multiplied.
fn energies() -> Rig {
    let rig = card(highlights("hands-multiply"));
    assert!(!rig.is_playing());
    rig
}

fn multiply(rig: &mut Rig, factor: f64) {
    rig.ask(Command::Edit(Edit::Accelerate(factor)));
    rig.until("speeds are multiplied", |rig| rig.next_undo().is_some());
}

#[test]
fn undo_goes_back_to_how_the_card_was_set_up_and_no_further() {
    let mut rig = energies();
    let speed = |rig: &Rig| rig.marks().bodies()[0].velocity.length();
    rig.until("bodies have come", |rig| rig.marks().bodies().len() == 2);
    let before = speed(&rig);
    multiply(&mut rig, 2.0);
    rig.until("they are faster", |rig| speed(rig) > 1.5 * before);
    rig.key(Key::Z, Modifiers::COMMAND);
    rig.until("they are as fast as before", |rig| speed(rig) == before);
    for _ in 0..3 {
        rig.key(Key::Z, Modifiers::COMMAND);
        rig.until("it is done", |rig| !rig.is_loading() && !rig.interaction().is_waiting());
        rig.frames(3);
        assert_eq!((rig.scene_name(), speed(&rig)), (Some("kepler"), before));
    }
    // What was done on one card, the next does not take back, with a scene of its own or without.
    multiply(&mut rig, 2.0);
    let place = rig.classroom.place;
    for next in [place + 1, place + 2] {
        rig.go_to_card(next);
        assert!(rig.next_undo().is_none(), "on card {}", next + 1);
    }
    // After the lesson, undo goes back as far as it can.
    rig.perform(Command::EndLesson);
    assert!(rig.next_undo().is_some());
}

#[test]
fn bodies_that_escape_stay_in_the_picture_and_undo_brings_the_camera_back() {
    let mut rig = energies();
    let before = rig.camera().distance;
    multiply(&mut rig, 3.0);
    rig.play_by(10);
    while rig.time() < 8.0 {
        rig.frame();
        let size = rig.size();
        for body in rig.marks().bodies() {
            let at = rig.camera().project(body.position.as_vec3(), size);
            let (at, _) = at.expect("it is before the camera");
            let is_inside = |at: f32, side: u32| (0.0..side as f32).contains(&at);
            assert!(is_inside(at.x, size[0]) && is_inside(at.y, size[1]), "{at} in {size:?}");
        }
    }
    assert!(rig.camera().distance > 3.0 * before, "they have gone far");
    rig.pause();
    rig.key(Key::Z, Modifiers::COMMAND);
    rig.until("the camera is back", |rig| (rig.camera().distance - before).abs() < 1e-3 * before);
}

/// Waits until the total energy is this.
#[track_caller]
fn wait_for_energy(rig: &mut Rig, wanted: f64) {
    rig.until("it is measured", |rig| {
        rig.measured().is_some_and(|now| (now.diagnostics.energy() - wanted).abs() < 1e-4)
    });
}

#[test]
fn energies_are_in_view_and_measured_again_while_it_is_paused() {
    let mut rig = energies();
    rig.frames(30);
    for symbol in ["K", "W", "E"] {
        let is_seen =
            |(text, place): &(String, Rect)| text == symbol && rig.window().contains_rect(*place);
        assert!(rig.painted().iter().any(is_seen), "{symbol} is not seen");
    }
    wait_for_energy(&mut rig, -0.125);
    multiply(&mut rig, 2.0);
    wait_for_energy(&mut rig, 0.0);
    assert_eq!(rig.steps(), 0);
    rig.frames(30);
    let painted = rig.painted();
    // The nearest text right of a symbol. What is zero to rounding reads zero.
    let number = |symbol: &str| {
        let is_symbol = |(text, place): &&(String, Rect)| text == symbol && place.left() > 600.0;
        let (_, place) = painted.iter().find(is_symbol).expect("it is in view");
        let beside = painted.iter().filter(|(_, other)| {
            other.y_range().contains(place.center().y) && other.left() > place.right()
        });
        let nearest = beside.min_by(|one, other| one.1.left().total_cmp(&other.1.left()));
        nearest.map(|(text, _)| text.as_str())
    };
    assert_eq!([number("E"), number("K")], [Some("0.000"), Some("0.1667")], "{painted:?}");
}

#[test]
fn a_sector_is_computed_before_its_area_is_shown() {
    let mut rig = card(|setting| setting.lock.contains(&"view-areas".to_owned()));
    rig.press(Key::A);
    assert!(!rig.settings().guides.swept_areas);
    let cards = rig.classroom.lesson.clone().unwrap().cards;
    let mut earlier = cards[..=rig.classroom.place].iter();
    assert!(!earlier.any(|card| highlights("view-areas")(&card.setting)));
}

#[test]
fn no_guide_stands_over_another() {
    let mut rig = card(highlights("view-areas"));
    let guides = &mut rig.settings_mut().guides;
    (guides.velocities, guides.accelerations, guides.swept_areas) = (true, true, true);
    rig.play_by(16);
    let (mut named, mut swept) = (0, 0);
    while rig.time() < 8.0 {
        rig.frame();
        let texts = rig.painted_on_picture();
        assert_apart(&texts, 1.0, &format!("at {:.2}", rig.time()));
        named = named.max(texts.iter().filter(|(text, _)| text == "First body").count());
        // The middle of the ellipses is swept all the time, once a turn is complete.
        let (size, picture, areas) = (rig.size(), rig.picture(), &rig.marks().areas);
        let scale = picture.width() / size[0] as f32;
        for sector in areas.sectors().filter(|sector| sector.is_whole) {
            let middle = areas.focus() + 0.5 * sector.edge[sector.edge.len() / 2];
            let Some((at, _)) = rig.camera().project(middle.as_vec3(), size) else { continue };
            swept += 1;
            let at = picture.min + scale * vec2(at.x, at.y);
            let is_name =
                |(text, rect): &&(String, Rect)| text.ends_with(" body") && rect.contains(at);
            assert_eq!(texts.iter().find(is_name), None, "a name stands over a sector");
        }
    }
    assert!(swept > 0, "no sector was complete");
    assert!(named > 1, "names stand beside bodies, too, where there is room");
}

#[test]
fn the_tabs_of_plots_take_one_row_in_projector_mode() {
    let rig = energies();
    let tabs = rig.nodes().filter(|node| node.accesskit_node().role() == Role::Tab);
    let tops: Vec<_> = tabs.map(|node| node.rect().top()).collect();
    assert!(tops.len() == 8 && tops.iter().all(|top| *top == tops[0]), "{tops:?}");
}

/// Lengths of the arrows over the picture, as shares of its height.
fn arrows(rig: &Rig) -> Vec<f32> {
    let (picture, width) = (rig.picture(), 2.5);
    let shapes = rig.harness.output().shapes.iter().map(|clipped| &clipped.shape);
    let lines = shapes.filter_map(|shape| match shape {
        egui::Shape::LineSegment { points, stroke } if stroke.width == width => Some(points),
        _ => None,
    });
    // Each has a shaft and two short lines at its tip; the key has one, too, in the lower left
    // corner.
    let corner = picture.lerp_inside(vec2(0.25, 0.7));
    let lines = lines
        .filter(|[from, _]| picture.contains(*from) && (from.x > corner.x || from.y < corner.y));
    let mut lengths: Vec<_> =
        lines.map(|[from, to]| from.distance(*to) / picture.height()).collect();
    lengths.sort_by(f32::total_cmp);
    lengths.split_off(2 * lengths.len() / 3)
}

#[test]
fn arrows_of_two_bodies_are_long_enough_to_be_compared() {
    let mut rig = card(highlights("view-velocities"));
    rig.settings_mut().guides.velocities = true;
    rig.play_by(10);
    let mut seen: Vec<f32> = Vec::new();
    // From the second closest approach to the third: the scale is that of the fastest then.
    while rig.steps() < 1300 {
        rig.frame();
        if rig.steps() > 760 {
            let lengths = arrows(&rig);
            assert_eq!(lengths.len(), 2, "{lengths:?}");
            seen.extend(lengths);
        }
    }
    let [shortest, longest] =
        [f32::min, f32::max].map(|of| seen.iter().copied().reduce(of).unwrap());
    assert!(shortest > 0.05 && longest > 0.15, "from {shortest} to {longest} of the height");
}

#[test]
fn peaks_of_the_energy_do_not_depend_on_the_frames() {
    let measured = |steps_per_frame: u32| {
        let mut rig = Rig::new("kepler");
        rig.until("the start is measured", |rig| rig.measured().is_some());
        rig.play_by(steps_per_frame);
        while rig.steps() < 600 {
            rig.frame();
        }
        rig.pause();
        rig.until("all have arrived", |rig| {
            rig.surveys().last().is_some_and(|sample| sample.steps >= 592)
        });
        let samples = rig.surveys().iter();
        let even = samples.filter(|sample| sample.steps % 8 == 0 && sample.steps <= 592);
        even.map(|sample| (sample.steps, sample.value.diagnostics.kinetic)).collect::<Vec<_>>()
    };
    let [fast, slow] = [7, 150].map(measured);
    assert_eq!(fast.len(), 75, "every eighth step of more than a turn is measured");
    assert_eq!(fast, slow);
    let peak = slow.iter().map(|(_, kinetic)| *kinetic).fold(0.0, f64::max);
    assert!((peak - 0.375).abs() < 0.005, "K is 3/8 at the closest approach, not {peak}");
}

#[test]
fn the_orbit_is_drawn_while_an_encounter_is_edited_and_the_title_follows_what_is_built() {
    let mut rig = Rig::new("plummer");
    let (pericenter, title) = (text("orbit-pericenter"), rig.scene().title.clone());
    rig.tab("page-build");
    rig.frame();
    let has_any = |rig: &Rig| rig.painted_on_picture().iter().any(|(name, _)| *name == pericenter);
    assert!(!has_any(&rig), "a cluster has no orbit");
    rig.choose("model-kind", "initial-encounter");
    rig.set_camera(|camera| (camera.distance, camera.elevation) = (60.0, 90.0));
    rig.frames(2);
    let place = |rig: &Rig| {
        let over = rig.painted_on_picture();
        over.into_iter().find(|(name, _)| *name == pericenter).map(|(_, place)| place.center())
    };
    let before = place(&rig).expect("the orbit is drawn");
    rig.set("model-pericenter", "12");
    rig.frames(2);
    assert!(place(&rig).unwrap().x > before.x + 20.0, "it moves outwards");
    rig.set("model-mass-ratio", "0.25");
    rig.set("model-separation", "5");
    rig.frame();
    assert!(!has_any(&rig), "an impossible orbit is not drawn");
    rig.double_click_name("model-separation");
    rig.set("model-inclination-2", "45");
    rig.frame();
    assert!(has_any(&rig));
    assert_eq!(rig.scene().title, title, "nothing is built yet");
    rig.click("bodies-apply");
    rig.until("they are built", |rig| rig.scene().initial.kind() == "encounter");
    rig.tab("page-explore");
    rig.frames(2);
    assert!(!has_any(&rig), "other pages do not show it");
    let built = rig.scene().title.clone();
    assert!(built.starts_with(&text("initial-encounter")) && built.contains("0.25"), "{built}");
    rig.assert_writes_part([built.as_str()]);
    // So do the names of files.
    rig.ask(Command::Restart);
    rig.load();
    assert_eq!(rig.scene().title, built);
}

#[test]
fn an_orbit_that_is_edited_is_seen_whole_below_the_legend_and_beside_the_tools() {
    let mut rig = Rig::sized("plummer", [1024.0, 640.0]);
    rig.tab("page-build");
    rig.choose("model-kind", "initial-encounter");
    for separation in ["60", "12"] {
        rig.set("model-separation", separation);
        rig.until("the camera rests", |rig| rig.viewer().is_still());
        rig.frames(2);
        let (orbit, size) = (rig.drafts().initial.orbit().unwrap(), rig.size());
        let middle = glam::Vec2::from(size.map(|side| 0.5 * side as f32));
        let reach = |place: &glam::DVec3| {
            let (pixel, _) = rig.camera().project(place.as_vec3(), size).expect("it is in front");
            ((pixel - middle) / middle).abs().max_element()
        };
        let share = orbit.paths.iter().flatten().map(reach).fold(0.0, f32::max);
        assert!((0.2..1.0).contains(&share), "{separation}: it fills {share} of the picture");
    }
    let order = rig.painted_on_picture();
    let place = |part: &str| order.iter().position(|(text, _)| text.contains(part));
    let [orbit, legend] = ["orbit-pericenter", "star-cool"].map(|key| place(&text(key)));
    assert!(orbit.is_some() && orbit < legend, "{orbit:?}, {legend:?} in {order:?}");
    let tools = rig.rect(Role::Button, "tool-look");
    assert!(tools.right() <= rig.picture().left(), "{tools} over {}", rig.picture());
}
