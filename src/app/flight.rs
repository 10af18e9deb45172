//! How the camera moves: dragged with inertia, flown, turned by itself, on its way to another view.

use glam::{Vec2, Vec3};
use starshell::render::Camera;

/// Time in seconds in which inertia, once let go, falls to 1/e.
const GLIDE: f32 = 0.16;
/// Time in seconds in which the way to another view falls to 1/e.
const APPROACH: f32 = 0.13;
/// Degrees a point of dragging.
const DEGREES_A_POINT: f32 = 0.25;
/// Degrees a second of the rotation by itself: a turn in 72 s.
const ROTATION: f32 = 5.0;
/// Distances flown a second.
const FLIGHT: f32 = 0.6;

/// What moves the camera from frame to frame.
#[derive(Clone, Debug, Default)]
pub struct Flight {
    /// Azimuth and elevation, degrees a second.
    turn: Vec2,
    /// Movement of the target in its picture plane, in distances a second.
    pan: Vec2,
    /// Logarithm of the distance, a second.
    zoom: f32,
    /// Whether the user holds the camera: inertia waits.
    is_held: bool,
    /// Where the camera is on its way to.
    goal: Option<Camera>,
    /// Whether the camera turns by itself.
    pub rotates: bool,
    /// Whether keys fly, and dragging looks around.
    pub flies: bool,
}

impl Flight {
    /// The camera is dragged by `points`, within `seconds`.
    pub fn turn_by(&mut self, camera: &mut Camera, points: Vec2, seconds: f32) {
        self.hold();
        // Looking around turns the picture the other way than turning what is looked at.
        let degrees = if self.flies { points * 0.5 * DEGREES_A_POINT } else { -points * DEGREES_A_POINT };
        let degrees = Vec2::new(degrees.x, -degrees.y);
        turn(camera, degrees, self.flies);
        self.turn = 0.5 * (self.turn + degrees / seconds.max(1e-3));
    }

    /// The picture is moved by `points`, of a picture `height` points high.
    pub fn pan_by(&mut self, camera: &mut Camera, points: Vec2, height: f32, seconds: f32) {
        self.hold();
        let moved = Vec2::new(-points.x, points.y) / camera.pixels_a_unit(height);
        pan(camera, moved);
        self.pan = 0.5 * (self.pan + moved / seconds.max(1e-3));
    }

    /// The distance shrinks by `factor`; the point that stands `off` (in distances, in the picture plane) stays in place.
    pub fn zoom_by(&mut self, camera: &mut Camera, factor: f32, off: Vec2) {
        self.goal = None;
        let factor = factor.clamp(0.2, 5.0);
        let before = camera.distance;
        camera.distance = (camera.distance / factor).clamp(1e-4, 1e7);
        let kept = 1.0 - camera.distance / before;
        let (right, up) = axes(camera);
        camera.target += before * kept * (off.x * right + off.y * up);
        self.zoom = 0.5 * (self.zoom - factor.ln() / 0.1);
    }

    /// Flies by a second's share: forward, to the right and up, each from -1 to 1.
    pub fn fly(&mut self, camera: &mut Camera, direction: Vec3, seconds: f32) {
        self.goal = None;
        let (right, up) = axes(camera);
        let forward = (camera.target - camera.position()).normalize_or_zero();
        camera.target += FLIGHT * seconds * camera.distance * (direction.x * forward + direction.y * right + direction.z * up);
    }

    fn hold(&mut self) {
        self.is_held = true;
        self.goal = None;
        (self.pan, self.zoom) = (Vec2::ZERO, 0.0);
    }

    /// Goes to `camera` instead.
    pub fn go_to(&mut self, camera: Camera) {
        *self = Self { goal: Some(camera), rotates: self.rotates, flies: self.flies, ..Self::default() };
    }

    /// Stands still.
    pub fn stop(&mut self) {
        *self = Self { rotates: self.rotates, flies: self.flies, ..Self::default() };
    }

    /// Moves the camera by `seconds` of inertia, of turning by itself, of its way to another view.
    pub fn advance(&mut self, camera: &mut Camera, seconds: f32) {
        let seconds = seconds.clamp(0.0, 0.1);
        if let Some(goal) = self.goal {
            let share = 1.0 - (-seconds / APPROACH).exp();
            let mut turned = (goal.azimuth - camera.azimuth) % 360.0;
            turned -= 360.0 * (turned / 360.0).round();
            camera.target += share * (goal.target - camera.target);
            camera.azimuth += share * turned;
            camera.elevation += share * (goal.elevation - camera.elevation);
            camera.field_of_view += share * (goal.field_of_view - camera.field_of_view);
            camera.distance *= (goal.distance / camera.distance).powf(share);
            let off = camera.target.distance(goal.target) / goal.distance
                + (camera.distance / goal.distance).ln().abs()
                + (turned.abs() * (1.0 - share) + (goal.elevation - camera.elevation).abs()) * 0.01;
            if off < 1e-4 {
                *camera = goal;
                self.goal = None;
            }
        }
        if !self.is_held {
            turn(camera, self.turn * seconds, self.flies);
            pan(camera, self.pan * seconds);
            camera.distance = (camera.distance * (self.zoom * seconds).exp()).clamp(1e-4, 1e7);
        }
        if self.rotates && !self.is_held {
            turn(camera, Vec2::new(ROTATION * seconds, 0.0), false);
        }
        let left = if self.is_held { (-seconds / 0.05).exp() } else { (-seconds / GLIDE).exp() };
        self.turn *= left;
        self.pan *= left;
        self.zoom *= left;
        if self.turn.length() < 0.05 && self.pan.length() < 1e-4 && self.zoom.abs() < 1e-3 {
            (self.turn, self.pan, self.zoom) = (Vec2::ZERO, Vec2::ZERO, 0.0);
        }
        self.is_held = false;
        camera.azimuth = camera.azimuth.rem_euclid(360.0);
    }

    /// Whether the camera moves without being dragged.
    pub fn is_moving(&self) -> bool {
        self.rotates || self.goal.is_some() || self.turn != Vec2::ZERO || self.pan != Vec2::ZERO || self.zoom != 0.0
    }
}

/// The picture's axes in the world: right and up.
fn axes(camera: &Camera) -> (Vec3, Vec3) {
    let [right, up, _] = camera.axes();
    (right, up)
}

/// Turns about the target, or, in flight, about the camera itself.
fn turn(camera: &mut Camera, degrees: Vec2, around_camera: bool) {
    let position = camera.position();
    camera.azimuth += degrees.x;
    camera.elevation = (camera.elevation + degrees.y).clamp(-90.0, 90.0);
    if around_camera {
        camera.target += position - camera.position();
    }
}

/// Moves the target by so many distances in the picture plane.
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
    fn a_view_is_reached_and_kept() {
        let goal =
            Camera { target: Vec3::new(1.0, 2.0, 3.0), azimuth: 350.0, elevation: -30.0, distance: 400.0, ..Camera::default() };
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
