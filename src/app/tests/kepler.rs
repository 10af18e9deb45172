//! What a class meets in the lessons on Kepler and on galaxies, in the projector's mode.

use egui::{Key, Modifiers, Rect, Role};
use egui_kittest::kittest::NodeT;

use crate::app::commands::{Command, Edit};
use crate::app::tests::Rig;
use crate::app::window::app::App;
use crate::lesson::Shelf;

/// The card of a lesson whose setting has that property, set up in a window of a projector.
fn card(lesson: &str, is_it: impl Fn(&crate::lesson::Card) -> bool) -> Rig {
    let mut rig = Rig::with("plummer", [1280.0, 720.0], |_| ());
    rig.key(Key::B, Modifiers::NONE);
    rig.app_mut().classroom.shelf.wait();
    rig.app_mut().ask(Command::BeginLesson(lesson.to_owned()));
    rig.frame();
    let place = Shelf::new(None).lesson(lesson).unwrap().cards.iter().position(is_it).unwrap();
    go_to(&mut rig, place);
    rig
}

fn go_to(rig: &mut Rig, place: usize) {
    rig.app_mut().classroom.go_to(place);
    rig.frame();
    rig.until("the scene is made", |app| app.desk.run.loading().is_none());
    (0..3).for_each(|_| rig.frame());
}

/// The card on which speeds are multiplied.
fn energies() -> Rig {
    let rig = card("kepler-and-newton", |card| {
        card.setting.highlight.contains(&"hands-multiply".to_owned())
    });
    assert!(!rig.app().desk.viewer.transport.is_playing);
    rig
}

fn multiply(rig: &mut Rig, factor: f64) {
    rig.app_mut().ask(Command::Edit(Edit::Accelerate(factor)));
    rig.until("speeds are multiplied", |app| {
        app.desk.run.stage.interaction.undo_stack.next(false).is_some()
    });
}

#[test]
fn undo_goes_back_to_how_the_card_was_set_up_and_no_further() {
    let mut rig = energies();
    let speed = |rig: &Rig| rig.app().desk.run.stage.marks.bodies()[0].velocity.length();
    rig.until("bodies have come", |app| app.desk.run.stage.marks.bodies().len() == 2);
    let before = speed(&rig);
    multiply(&mut rig, 2.0);
    rig.until("they are faster", |app| {
        app.desk.run.stage.marks.bodies()[0].velocity.length() > 1.5 * before
    });
    rig.key(Key::Z, Modifiers::COMMAND);
    rig.until("they are as fast as before", |app| {
        app.desk.run.stage.marks.bodies()[0].velocity.length() == before
    });
    for _ in 0..3 {
        rig.key(Key::Z, Modifiers::COMMAND);
        rig.until("it is done", |app| {
            app.desk.run.loading().is_none() && !app.desk.run.stage.interaction.is_waiting()
        });
        (0..3).for_each(|_| rig.frame());
        assert_eq!((rig.app().desk.run.origin.name, speed(&rig)), (Some("kepler"), before));
    }
    // What was done on one card, the next does not take back, with a scene of its own or without.
    multiply(&mut rig, 2.0);
    let place = rig.app().classroom.place;
    for next in [place + 1, place + 2] {
        go_to(&mut rig, next);
        assert!(
            rig.app().desk.run.stage.interaction.undo_stack.next(false).is_none(),
            "on card {}",
            next + 1
        );
    }
    // After the lesson, undo goes back as far as it can.
    rig.app_mut().ask(Command::EndLesson);
    rig.frame();
    assert!(rig.app().desk.run.stage.interaction.undo_stack.next(false).is_some());
}

#[test]
fn bodies_that_escape_stay_in_the_picture_and_undo_brings_the_camera_back() {
    let mut rig = energies();
    let distance = |rig: &Rig| rig.app().desk.run.stage.session.scene().camera.distance;
    let before = distance(&rig);
    multiply(&mut rig, 3.0);
    let transport = &mut rig.app_mut().desk.viewer.transport;
    (transport.is_playing, transport.speed, transport.steps_per_frame) = (true, None, 10);
    while rig.app().desk.run.stage.session.simulation().time() < 8.0 {
        rig.frame();
        let (stage, picture) =
            (&rig.app().desk.run.stage, rig.app().desk.run.stage.size.map(|side| side as f32));
        let camera = stage.session.scene().camera;
        for body in stage.marks.bodies() {
            let (at, _) = camera
                .project(body.position.as_vec3(), stage.size)
                .expect("it is before the camera");
            assert!(
                (0.0..picture[0]).contains(&at.x) && (0.0..picture[1]).contains(&at.y),
                "{at} in {picture:?}"
            );
        }
    }
    assert!(distance(&rig) > 3.0 * before, "they have gone far");
    rig.app_mut().desk.viewer.transport.is_playing = false;
    rig.key(Key::Z, Modifiers::COMMAND);
    let camera = |app: &mut App| app.desk.run.stage.session.scene().camera.distance;
    rig.until("the camera is back", |app| (camera(app) - before).abs() < 1e-3 * before);
}

#[test]
fn energies_are_measured_again_while_it_is_paused() {
    let mut rig = energies();
    let energy = |app: &mut App| {
        app.desk.run.stage.statistics.readout().measured.map(|now| now.diagnostics.energy())
    };
    rig.until("they are measured", |app| {
        energy(app).is_some_and(|energy| (energy + 0.125).abs() < 1e-4)
    });
    multiply(&mut rig, 2.0);
    rig.until("they are measured again", |app| {
        energy(app).is_some_and(|energy| energy.abs() < 1e-4)
    });
    assert_eq!(rig.steps(), 0);
}

#[test]
fn kinetic_potential_and_total_energy_are_in_view_where_speeds_are_multiplied() {
    let mut rig = energies();
    (0..30).for_each(|_| rig.frame());
    let window = rig.harness.ctx.content_rect();
    for symbol in ["K", "W", "E"] {
        let is_seen =
            |(text, place): &(String, Rect)| text == symbol && window.contains_rect(*place);
        assert!(rig.painted().iter().any(is_seen), "{symbol} is not seen");
    }
}

#[test]
fn a_sector_is_computed_before_its_area_is_shown() {
    let mut rig =
        card("kepler-and-newton", |card| card.setting.lock.contains(&"view-areas".to_owned()));
    rig.key(Key::A, Modifiers::NONE);
    assert!(!rig.app().desk.shell.settings.guides.swept_areas);
    let lesson = Shelf::new(None).lesson("kepler-and-newton").cloned().unwrap();
    let place = rig.app().classroom.place;
    assert!(
        lesson.cards[..=place]
            .iter()
            .all(|card| !card.setting.highlight.contains(&"view-areas".to_owned()))
    );
}

#[test]
fn no_guide_stands_over_another() {
    let mut rig =
        card("kepler-and-newton", |card| card.setting.highlight.contains(&"view-areas".to_owned()));
    let settings = &mut rig.app_mut().desk.shell.settings;
    (settings.guides.velocities, settings.guides.accelerations, settings.guides.swept_areas) =
        (true, true, true);
    rig.app_mut().desk.viewer.transport.is_playing = true;
    rig.app_mut().desk.viewer.transport.steps_per_frame = 16;
    let (mut named, mut swept) = (0, 0);
    while rig.app().desk.run.stage.session.simulation().time() < 8.0 {
        rig.frame();
        let picture = rig.picture();
        let texts: Vec<_> =
            rig.painted().into_iter().filter(|(_, rect)| picture.intersects(*rect)).collect();
        for (number, (text, rect)) in texts.iter().enumerate() {
            let over = texts[..number]
                .iter()
                .find(|(_, other)| other.shrink(1.0).intersects(rect.shrink(1.0)));
            assert_eq!(
                over,
                None,
                "below {text} at {:.2}",
                rig.app().desk.run.stage.session.simulation().time()
            );
        }
        named = named.max(texts.iter().filter(|(text, _)| text == "First body").count());
        // The middle of the ellipses is swept all the time, once a turn is complete.
        let stage = &rig.app().desk.run.stage;
        let camera = stage.session.scene().camera;
        let scale = picture.width() / stage.size[0] as f32;
        for sector in stage.marks.areas.sectors().filter(|sector| sector.is_whole) {
            let middle = stage.marks.areas.focus() + 0.5 * sector.edge[sector.edge.len() / 2];
            let Some((at, _)) = camera.project(middle.as_vec3(), stage.size) else { continue };
            swept += 1;
            let at = picture.min + scale * egui::vec2(at.x, at.y);
            let is_name =
                |(text, rect): &&(String, Rect)| text.ends_with(" body") && rect.contains(at);
            assert_eq!(texts.iter().find(is_name), None, "a name stands over a sector");
        }
    }
    assert!(swept > 0, "no sector was complete");
    assert!(named > 1, "names stand beside bodies, too, where there is room");
}

#[test]
fn an_energy_that_is_zero_to_rounding_reads_zero() {
    let mut rig = energies();
    multiply(&mut rig, 2.0);
    rig.until("it is measured", |app| {
        app.desk
            .run
            .stage
            .statistics
            .readout()
            .measured
            .is_some_and(|now| now.diagnostics.energy().abs() < 1e-4)
    });
    (0..30).for_each(|_| rig.frame());
    let painted = rig.painted();
    let number = |symbol: &str| {
        let (_, place) = painted
            .iter()
            .find(|(text, place)| text == symbol && place.left() > 600.0)
            .expect("it is in view");
        let beside = painted.iter().filter(|(_, other)| {
            other.y_range().contains(place.center().y) && other.left() > place.right()
        });
        beside
            .min_by(|one, other| one.1.left().total_cmp(&other.1.left()))
            .map(|(text, _)| text.clone())
    };
    assert_eq!(
        [number("E"), number("K")],
        [Some("0.000".to_owned()), Some("0.1667".to_owned())],
        "{painted:?}"
    );
}

#[test]
fn the_tabs_of_plots_take_one_row_in_projector_mode() {
    let mut rig = energies();
    (0..3).for_each(|_| rig.frame());
    let is_tab = |node: &egui_kittest::Node| node.accesskit_node().role() == Role::Tab;
    let tops: Vec<_> = rig
        .harness
        .root()
        .children_recursive()
        .filter(is_tab)
        .map(|node| node.rect().top())
        .collect();
    assert_eq!(tops.len(), 8);
    assert!(tops.iter().all(|top| *top == tops[0]), "{tops:?}");
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
    let corner = picture.lerp_inside(egui::vec2(0.25, 0.7));
    let lines = lines
        .filter(|[from, _]| picture.contains(*from) && (from.x > corner.x || from.y < corner.y));
    let mut lengths: Vec<_> =
        lines.map(|[from, to]| from.distance(*to) / picture.height()).collect();
    lengths.sort_by(f32::total_cmp);
    lengths.split_off(2 * lengths.len() / 3)
}

#[test]
fn arrows_of_two_bodies_are_long_enough_to_be_compared() {
    let mut rig = card("kepler-and-newton", |card| {
        card.setting.highlight.contains(&"view-velocities".to_owned())
    });
    rig.app_mut().desk.shell.settings.guides.velocities = true;
    let transport = &mut rig.app_mut().desk.viewer.transport;
    (transport.is_playing, transport.speed, transport.steps_per_frame) = (true, None, 10);
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
        rig.until("the start is measured", |app| {
            app.desk.run.stage.statistics.readout().measured.is_some()
        });
        let transport = &mut rig.app_mut().desk.viewer.transport;
        (transport.is_playing, transport.speed, transport.steps_per_frame) =
            (true, None, steps_per_frame);
        while rig.steps() < 600 {
            rig.frame();
        }
        rig.app_mut().desk.viewer.transport.is_playing = false;
        let last = |app: &App| {
            app.desk.run.stage.statistics.surveys().last().is_some_and(|sample| sample.steps >= 592)
        };
        rig.until("all have arrived", |app| last(app));
        let samples = rig.app().desk.run.stage.statistics.surveys();
        let even = samples.iter().filter(|sample| sample.steps % 8 == 0 && sample.steps <= 592);
        even.map(|sample| (sample.steps, sample.value.diagnostics.kinetic)).collect::<Vec<_>>()
    };
    let [fast, slow] = [7, 150].map(measured);
    assert_eq!(fast.len(), 75, "every eighth step of more than a turn is measured");
    assert_eq!(fast, slow);
    let peak = slow.iter().map(|(_, kinetic)| *kinetic).fold(0.0, f64::max);
    assert!((peak - 0.375).abs() < 0.005, "K is 3/8 at the closest approach, not {peak}");
}
