//! The hand on the picture: orbit, zoom, pick, throw, attract, undo.

use egui::{Key, Modifiers, Pos2, Role, vec2};

use super::Stage;
use crate::app::hands::{Follow, Tool};

/// Where body `index` appears on the screen.
fn place(stage: &Stage, index: usize) -> Pos2 {
    let desk = stage.desk();
    let body = desk.hands.kept.as_ref().unwrap().snapshot.bodies[index];
    let (pixel, _) = desk.session.scene().camera.project(body.position.as_vec3(), desk.picture_size).unwrap();
    stage.picture().min + vec2(pixel.x, pixel.y) / stage.harness.ctx.pixels_per_point()
}

fn stage(name: &str) -> Stage {
    let mut stage = Stage::new(name);
    stage.until("a copy has arrived", |desk| desk.hands.kept.is_some());
    stage
}

#[test]
fn drags_orbit_and_pan_and_the_wheel_zooms() {
    let mut stage = stage("plummer");
    let camera = |stage: &Stage| stage.desk().session.scene().camera;
    let middle = stage.picture().center();
    let before = camera(&stage);
    stage.drag(middle, middle + vec2(60.0, 30.0));
    let turned = camera(&stage);
    assert!(turned.azimuth != before.azimuth && turned.elevation != before.elevation && turned.target == before.target);
    stage.until("the camera rests", |desk| !desk.flight.is_moving());
    stage.harness.hover_at(middle);
    stage.harness.event(egui::Event::MouseWheel {
        unit: egui::MouseWheelUnit::Line,
        delta: vec2(0.0, 3.0),
        phase: egui::TouchPhase::Move,
        modifiers: Modifiers::NONE,
        source: egui::MouseWheelSource::Wheel,
    });
    (0..5).for_each(|_| stage.frame());
    assert!(camera(&stage).distance < turned.distance);
}

#[test]
fn a_click_picks_a_body_which_is_followed_edited_and_deleted() {
    let mut stage = stage("kepler");
    let at = place(&stage, 1);
    stage.click_at(at, Modifiers::NONE);
    stage.until("the body is watched", |desk| desk.hands.watched.is_some());
    assert_eq!(stage.desk().hands.picked, Some(1));

    stage.click("body-follow");
    assert_eq!(stage.desk().hands.follow, Follow::Picked);
    stage.click("body-follow");
    assert_eq!(stage.desk().hands.follow, Follow::Nothing);

    stage.click("body-edit");
    stage.set("body-x", "2.5");
    stage.click("body-cancel");
    assert_eq!(stage.desk().hands.draft, None);
    stage.click("body-edit");
    stage.set("body-x", "2.5");
    stage.set("body-vy", "-0.5");
    stage.click("body-apply");
    stage.until("the body is another", |desk| desk.hands.undo.is_some());
    let bodies = |stage: &Stage| stage.desk().hands.kept.as_ref().unwrap().snapshot.bodies.clone();
    assert_eq!((bodies(&stage)[1].position.x, bodies(&stage)[1].velocity.y), (2.5, -0.5));
    assert_eq!(stage.desk().hands.picked, Some(1), "it stays picked");

    stage.until("the body is watched again", |desk| desk.hands.watched.is_some());
    stage.click("body-unpick");
    assert_eq!(stage.desk().hands.picked, None);
    let at = place(&stage, 0);
    stage.click_at(at, Modifiers::NONE);
    stage.until("the body is watched", |desk| desk.hands.watched.is_some());
    stage.click("body-delete");
    stage.until("the body is gone", |desk| desk.session.simulation().bodies().count() == 1);
    stage.click("hands-undo");
    assert_eq!(stage.desk().session.simulation().bodies().count(), 2);
}

#[test]
fn drags_throw_bodies_and_clusters_in() {
    let mut stage = stage("kepler");
    let middle = stage.picture().center();
    stage.click("tool-body");
    assert_eq!(stage.desk().hands.tool, Tool::Body);
    stage.set("hands-mass", "2");
    assert_eq!(stage.desk().hands.mass, 0.02);
    let mass = stage.desk().hands.kept.as_ref().unwrap().mass;
    stage.drag(middle, middle + vec2(80.0, 0.0));
    stage.until("the body is there", |desk| desk.session.simulation().bodies().count() == 3);
    let thrown = stage.desk().hands.kept.as_ref().unwrap().snapshot.bodies[2];
    assert!((thrown.mass - 0.02 * mass).abs() < 1e-9 * mass && thrown.velocity.length() > 0.0, "{thrown:?}");

    stage.click("tool-cluster");
    stage.set("hands-cluster-count", "50");
    stage.set("hands-cluster-radius", "0.1");
    stage.drag(middle, middle + vec2(0.0, 50.0));
    stage.until("the cluster is there", |desk| desk.session.simulation().bodies().count() == 53);
    stage.key(Key::Z, Modifiers::COMMAND);
    assert_eq!(stage.desk().session.simulation().bodies().count(), 3);
}

#[test]
fn holding_attracts() {
    let mut stage = stage("plummer");
    stage.click("transport-play");
    let middle = stage.picture().center();
    stage.click("tool-attract");
    stage.set("hands-strength", "5");
    assert_eq!(stage.desk().hands.strength, 5.0);
    stage.harness.hover_at(middle);
    stage.harness.drag_at(middle);
    (0..3).for_each(|_| stage.frame());
    assert!(stage.desk().hands.attraction.is_some_and(|attraction| attraction.impulse > 0.0));
    stage.harness.drop_at(middle);
    stage.frame();
    assert_eq!(stage.desk().hands.attraction, None);
    stage.until("there is a state to come back to", |desk| desk.hands.undo.is_some());
    stage.click("tool-look");
    assert!(!stage.has(Role::SpinButton, "hands-strength"));
}
