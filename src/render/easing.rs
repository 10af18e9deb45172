//! Moves a camera after a goal that changes, without jerks.

use glam::DVec3;

use super::Camera;

/// Rate at which the camera closes on its goal, per second: it is half way after 0.6 s.
const RATE: f64 = 2.8;
/// Off by less than this, in distances, it has arrived.
const ARRIVED: f64 = 1e-4;

/// The state of a camera that eases towards a goal: target and logarithm of the distance as
/// critically damped springs, so that speeds never jump and nothing swings back. Directions are the
/// goal's.
#[derive(Clone, Copy, Debug, Default, PartialEq, serde::Serialize, serde::Deserialize)]
pub struct Easing {
    /// Velocity of the target, in world units per second.
    target: DVec3,
    /// Rate of the logarithm of the distance, per second.
    distance: f64,
    is_moving: bool,
}

impl Easing {
    /// The camera after `seconds` on its way from `camera` to `goal`.
    pub fn advance(&mut self, camera: &Camera, goal: &Camera, seconds: f32) -> Camera {
        let seconds = f64::from(seconds.max(0.0));
        let left = (-RATE * seconds).exp();
        let way = camera.target.as_dvec3() - goal.target.as_dvec3();
        let push = (self.target + RATE * way) * seconds;
        let target = goal.target.as_dvec3() + (way + push) * left;
        self.target = (self.target - RATE * push) * left;

        let way = (f64::from(camera.distance) / f64::from(goal.distance)).ln();
        let push = (self.distance + RATE * way) * seconds;
        let apart = (way + push) * left;
        self.distance = (self.distance - RATE * push) * left;

        let reach = f64::from(goal.distance);
        let off = (target - goal.target.as_dvec3()).length() / reach + apart.abs();
        let speed = self.target.length() / reach + self.distance.abs();
        self.is_moving = off > ARRIVED || speed > ARRIVED;
        if !self.is_moving {
            *self = Self::default();
            return *goal;
        }
        Camera { target: target.as_vec3(), distance: (reach * apart.exp()) as f32, ..*goal }
    }

    /// Whether it has not arrived yet.
    pub fn is_moving(&self) -> bool {
        self.is_moving
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use glam::Vec3;

    #[test]
    fn the_camera_arrives_without_overshoot_at_any_frame_rate() {
        let goal = Camera {
            target: Vec3::new(3.0, -2.0, 1.0),
            distance: 40.0,
            azimuth: 77.0,
            ..Camera::default()
        };
        let after_a_second = [10_u16, 60, 240].map(|rate| {
            let (mut easing, mut camera) = (Easing::default(), Camera::default());
            let mut middle = camera;
            for frame in 0..8 * rate {
                let before = camera;
                camera = easing.advance(&camera, &goal, 1.0 / f32::from(rate));
                assert!(
                    (before.distance..=40.0).contains(&camera.distance) && camera.azimuth == 77.0
                );
                if frame + 1 == rate {
                    middle = camera;
                }
            }
            assert!(camera == goal && !easing.is_moving());
            middle
        });
        assert!(
            after_a_second
                .iter()
                .all(|camera| (camera.distance - after_a_second[0].distance).abs() < 1e-3)
        );
        assert!(
            (20.0..36.0).contains(&after_a_second[0].distance),
            "{}",
            after_a_second[0].distance
        );
    }

    #[test]
    fn the_speed_of_the_camera_never_jumps() {
        let goals = [8.0, 80.0, 2.0].map(|distance| Camera {
            target: Vec3::X * distance,
            distance,
            ..Camera::default()
        });
        let (mut easing, mut camera) = (Easing::default(), goals[0]);
        let mut logarithms = Vec::new();
        for frame in 0..600 {
            camera = easing.advance(&camera, &goals[1 + frame / 150 % 2], 1.0 / 60.0);
            logarithms.push(camera.distance.ln());
        }
        let bends = logarithms.windows(3).map(|near| (near[2] - 2.0 * near[1] + near[0]).abs());
        assert!(bends.fold(0.0, f32::max) < 0.01);
    }
}
