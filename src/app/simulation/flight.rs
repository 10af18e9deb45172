//! Camera motion: dragging with inertia, flight, automatic rotation, transitions to another view.

use std::collections::BTreeSet;

use egui::Key;
use glam::{Vec2, Vec3};
use starshell::render::{Camera, Easing};

/// Seconds in which inertia decays to 1/e after release.
const GLIDE: f32 = 0.16;
/// Seconds in which the distance to another view decays to 1/e.
const APPROACH: f32 = 0.13;
/// Degrees per point of dragging.
const DEGREES_A_POINT: f32 = 0.25;
/// Automatic rotation in degrees per second: one turn in 72 s.
const ROTATION: f32 = 5.0;
/// Distances flown per second.
const FLIGHT: f32 = 0.6;

/// The keys that fly, by their place: forwards, left, back, right, down and up.
pub const FLYING: [Key; 6] = [Key::W, Key::A, Key::S, Key::D, Key::Q, Key::E];

/// What moves the camera from frame to frame.
#[derive(Clone, Debug, Default)]
pub struct Flight {
    /// Azimuth and elevation, in degrees per second.
    turn: Vec2,
    /// Movement of the target in the picture plane, in distances per second.
    pan: Vec2,
    /// Whether the user is dragging the camera, which suspends inertia.
    is_held: bool,
    /// The view that the camera is moving to.
    goal: Option<Camera>,
    /// Whether the camera rotates automatically.
    pub rotates: bool,
    /// Whether keys fly and dragging looks around.
    pub flies: bool,
    /// The keys that are held, by their place.
    pub held: BTreeSet<Key>,
    /// How the camera follows the light; `None` to begin with the light in the middle.
    pub easing: Option<Easing>,
}

/// State of the camera on the scene's path.
#[derive(Clone, Debug, Default)]
pub struct Travel {
    /// Whether the strip of keys is open.
    pub is_open: bool,
    /// Index of the key being edited, from 0.
    pub selected: Option<usize>,
    /// Whether the camera follows the path at the simulated time.
    pub drives: bool,
    /// The time on the path that a preview shows.
    pub preview: Option<f64>,
    /// Exposure and colour range before the path set them.
    pub before: Option<(f32, Option<[f32; 2]>)>,
}

impl Travel {
    /// Whether the path moves the camera.
    pub fn is_on(&self) -> bool {
        self.drives || self.preview.is_some()
    }
}

impl Flight {
    /// Drags the camera by `points` within `seconds`.
    pub fn turn_by(&mut self, camera: &mut Camera, points: Vec2, seconds: f32) {
        self.hold();
        // Looking around turns the picture the opposite way from orbiting.
        let degrees =
            if self.flies { points * 0.5 * DEGREES_A_POINT } else { -points * DEGREES_A_POINT };
        // The picture's axes lean with the camera; the angles do not.
        let degrees =
            Vec2::from_angle(-camera.roll.to_radians()).rotate(Vec2::new(degrees.x, -degrees.y));
        turn(camera, degrees, self.flies);
        self.turn = 0.5 * (self.turn + degrees / seconds.max(1e-3));
    }

    /// Pans the picture by `points`; it is `height` points high.
    pub fn pan_by(&mut self, camera: &mut Camera, points: Vec2, height: f32, seconds: f32) {
        self.hold();
        let moved = Vec2::new(-points.x, points.y) / camera.pixels_per_unit(height);
        pan(camera, moved);
        self.pan = 0.5 * (self.pan + moved / seconds.max(1e-3));
    }

    /// Divides the distance by `factor`, keeping the point at offset `off` (in distances, in the
    /// picture plane) in place. Without inertia: egui smooths wheels already.
    pub fn zoom_by(&mut self, camera: &mut Camera, factor: f32, off: Vec2) {
        self.goal = None;
        let factor = factor.clamp(0.2, 5.0);
        let before = camera.distance;
        camera.distance = (camera.distance / factor).clamp(1e-4, 1e7);
        let kept = 1.0 - camera.distance / before;
        let (right, up) = axes(camera);
        camera.target += before * kept * (off.x * right + off.y * up);
    }

    /// Flies for `seconds`: forward, right and up, each from -1 to 1.
    pub fn fly(&mut self, camera: &mut Camera, direction: Vec3, seconds: f32) {
        self.goal = None;
        let (right, up) = axes(camera);
        let forward = (camera.target - camera.position()).normalize_or_zero();
        camera.target += FLIGHT
            * seconds
            * camera.distance
            * (direction.x * forward + direction.y * right + direction.z * up);
    }

    fn hold(&mut self) {
        self.is_held = true;
        self.goal = None;
        self.pan = Vec2::ZERO;
    }

    /// Starts a transition to `camera`.
    pub fn go_to(&mut self, camera: Camera) {
        *self = Self {
            goal: Some(camera),
            rotates: self.rotates,
            flies: self.flies,
            ..Self::default()
        };
    }

    /// Ends a transition in progress at the target and distance of `goal`.
    pub fn lead(&mut self, goal: &Camera) {
        if let Some(own) = &mut self.goal {
            (own.target, own.distance) = (goal.target, goal.distance);
        }
    }

    /// Whether a transition to another view is in progress.
    pub fn is_in_transition(&self) -> bool {
        self.goal.is_some()
    }

    /// Stops all motion.
    pub fn stop(&mut self) {
        *self = Self { rotates: self.rotates, flies: self.flies, ..Self::default() };
    }

    /// Moves the camera by `seconds` of inertia, rotation and transition.
    pub fn advance(&mut self, camera: &mut Camera, seconds: f32) {
        let seconds = seconds.clamp(0.0, 0.1);
        if let Some(goal) = self.goal {
            let share = 1.0 - (-seconds / APPROACH).exp();
            let turned = short_way(camera.azimuth, goal.azimuth);
            let leaned = short_way(camera.roll, goal.roll);
            camera.target += share * (goal.target - camera.target);
            camera.azimuth += share * turned;
            camera.roll += share * leaned;
            camera.elevation += share * (goal.elevation - camera.elevation);
            camera.field_of_view += share * (goal.field_of_view - camera.field_of_view);
            camera.distance *= (goal.distance / camera.distance).powf(share);
            let off = camera.target.distance(goal.target) / goal.distance
                + (camera.distance / goal.distance).ln().abs()
                + ((turned.abs() + leaned.abs()) * (1.0 - share)
                    + (goal.elevation - camera.elevation).abs())
                    * 0.01;
            if off < 1e-4 {
                *camera = goal;
                self.goal = None;
            }
        }
        if !self.is_held {
            turn(camera, self.turn * seconds, self.flies);
            pan(camera, self.pan * seconds);
        }
        if self.rotates && !self.is_held {
            turn(camera, Vec2::new(ROTATION * seconds, 0.0), false);
        }
        let left = if self.is_held { (-seconds / 0.05).exp() } else { (-seconds / GLIDE).exp() };
        self.turn *= left;
        self.pan *= left;
        if self.turn.length() < 0.05 && self.pan.length() < 1e-4 {
            (self.turn, self.pan) = (Vec2::ZERO, Vec2::ZERO);
        }
        self.is_held = false;
        camera.azimuth = camera.azimuth.rem_euclid(360.0);
    }

    /// Whether the camera moves without being dragged.
    pub fn is_moving(&self) -> bool {
        self.rotates || self.goal.is_some() || self.turn != Vec2::ZERO || self.pan != Vec2::ZERO
    }
}

/// The shorter rotation from one angle to another, in degrees.
fn short_way(from: f32, to: f32) -> f32 {
    let turned = (to - from) % 360.0;
    turned - 360.0 * (turned / 360.0).round()
}

/// The picture's right and up axes in the world.
fn axes(camera: &Camera) -> (Vec3, Vec3) {
    let [right, up, _] = camera.axes();
    (right, up)
}

/// Turns around the target or, in flight, around the camera itself.
fn turn(camera: &mut Camera, degrees: Vec2, around_camera: bool) {
    let position = camera.position();
    camera.azimuth += degrees.x;
    camera.elevation = (camera.elevation + degrees.y).clamp(-90.0, 90.0);
    if around_camera {
        camera.target += position - camera.position();
    }
}

/// Moves the target by `moved` distances in the picture plane.
fn pan(camera: &mut Camera, moved: Vec2) {
    let (right, up) = axes(camera);
    camera.target += camera.distance * (moved.x * right + moved.y * up);
}

#[cfg(test)]
mod tests {
    use super::*;

    fn settle(flight: &mut Flight, camera: &mut Camera) -> u32 {
        let mut frames = 0;
        while flight.is_moving() && frames < 2000 {
            flight.advance(camera, 1.0 / 60.0);
            frames += 1;
        }
        frames
    }

    #[test]
    fn the_camera_reaches_a_view_and_stays_there() {
        let goal = Camera {
            target: Vec3::new(1.0, 2.0, 3.0),
            azimuth: 350.0,
            elevation: -30.0,
            distance: 400.0,
            roll: -170.0,
            ..Camera::default()
        };
        let mut camera = Camera { azimuth: 5.0, ..Camera::default() };
        let mut flight = Flight::default();
        flight.go_to(goal);
        let frames = settle(&mut flight, &mut camera);
        assert_eq!(camera, goal);
        assert!(frames < 150, "{frames} frames");
    }

    #[test]
    fn a_drag_glides_on_and_comes_to_rest() {
        let mut camera = Camera::default();
        let mut flight = Flight::default();
        for _ in 0..5 {
            flight.turn_by(&mut camera, Vec2::new(10.0, 4.0), 1.0 / 60.0);
            flight.advance(&mut camera, 1.0 / 60.0);
        }
        let (azimuth, elevation) = (camera.azimuth, camera.elevation);
        let frames = settle(&mut flight, &mut camera);
        assert!((5..200).contains(&frames), "{frames} frames");
        assert!(camera.azimuth != azimuth && camera.elevation != elevation);
    }

    #[test]
    fn a_leaning_camera_is_dragged_along_its_own_picture() {
        let point = Vec3::new(0.0, -1.0, 0.0); // in front of the target
        for roll in [0.0, 60.0, 90.0, -140.0] {
            let mut camera = Camera { elevation: 0.0, roll, ..Camera::default() };
            let before = camera.project(point, [400, 400]).unwrap().0;
            Flight::default().turn_by(&mut camera, Vec2::new(4.0, 0.0), 0.01);
            let moved = camera.project(point, [400, 400]).unwrap().0 - before;
            assert!(
                moved.x > 0.5 && moved.y.abs() < 0.2 * moved.x,
                "at {roll} degrees it moves by {moved}"
            );
        }
    }

    #[test]
    fn flight_looks_around_from_where_it_is() {
        let mut camera = Camera::default();
        let mut flight = Flight { flies: true, ..Flight::default() };
        let position = camera.position();
        flight.turn_by(&mut camera, Vec2::new(30.0, 20.0), 0.01);
        assert!(camera.position().distance(position) < 1e-4);
    }

    #[test]
    fn zooming_keeps_the_point_under_the_pointer() {
        let mut camera = Camera { azimuth: 30.0, ..Camera::default() };
        let off = Vec2::new(0.3, -0.2);
        let (right, up) = axes(&camera);
        let point = camera.target + camera.distance * (off.x * right + off.y * up);
        let place = |camera: &Camera| camera.clip_from_world(1.5).project_point3(point);
        let before = place(&camera);
        Flight::default().zoom_by(&mut camera, 1.7, off);
        assert!((place(&camera) - before).truncate().length() < 1e-4);
    }
}
