//! Where the picture is taken from. Right-handed world; the camera looks at a target from a distance.

use glam::camera::rh;
use glam::{Mat4, Vec3};

/// A perspective camera on an orbit about its target.
#[derive(Clone, Copy, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Camera {
    /// The point at the centre of the picture.
    pub target: Vec3,
    /// Distance from the target, in world units.
    pub distance: f32,
    /// Angle about the world's z axis, in degrees; at 0 the camera stands on the -y side and sees x to the right.
    pub azimuth: f32,
    /// Height above the xy plane, in degrees from -90 to 90; at 90 the camera looks down the z axis.
    pub elevation: f32,
    /// Angle between the upper and the lower edge of the picture, in degrees.
    pub field_of_view: f32,
}

impl Default for Camera {
    fn default() -> Self {
        Self { target: Vec3::ZERO, distance: 10.0, azimuth: 0.0, elevation: 20.0, field_of_view: 45.0 }
    }
}

impl Camera {
    /// Where the camera stands.
    pub fn position(&self) -> Vec3 {
        self.target + self.distance * self.backward()
    }

    /// Unit vector from the target to the camera.
    fn backward(&self) -> Vec3 {
        let (azimuth, elevation) = (self.azimuth.to_radians(), self.elevation.to_radians());
        Vec3::new(azimuth.sin() * elevation.cos(), -azimuth.cos() * elevation.cos(), elevation.sin())
    }

    /// The camera's axes in the world: right (x), up (y), backward (z).
    pub fn view_from_world(&self) -> Mat4 {
        // Derived from the angles, so that looking straight down has an upper edge too.
        let (azimuth, elevation) = (self.azimuth.to_radians(), self.elevation.to_radians());
        let up = Vec3::new(-azimuth.sin() * elevation.sin(), azimuth.cos() * elevation.sin(), elevation.cos());
        rh::view::look_to_mat4(self.position(), -self.backward(), up)
    }

    /// From the world to clip space, for a picture of this width over height. Depth is reversed, without a far plane.
    pub fn clip_from_world(&self, aspect: f32) -> Mat4 {
        let near = 1e-3 * self.distance;
        rh::proj::directx::perspective_infinite_reverse(self.field_of_view.to_radians(), aspect, near) * self.view_from_world()
    }

    /// Pixels that a length of 1 covers at a distance of 1, in a picture of this height.
    pub fn pixels_a_unit(&self, height: f32) -> f32 {
        0.5 * height / (0.5 * self.field_of_view.to_radians()).tan()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_target_is_in_the_middle_and_the_axes_point_the_right_way() {
        for (azimuth, elevation) in [(0.0, 0.0), (30.0, 20.0), (200.0, -70.0), (0.0, 90.0), (10.0, -90.0)] {
            let camera = Camera { target: Vec3::new(1.0, 2.0, 3.0), azimuth, elevation, ..Camera::default() };
            let middle = camera.clip_from_world(1.5).project_point3(camera.target);
            assert!(middle.truncate().length() < 1e-5, "{azimuth} {elevation}: {middle}");
        }
        let camera = Camera { elevation: 0.0, ..Camera::default() };
        let place = |point| camera.clip_from_world(1.0).project_point3(point);
        assert!(place(Vec3::X).x > 0.05 && place(Vec3::X).y.abs() < 1e-5);
        assert!(place(Vec3::Z).y > 0.05 && place(Vec3::Z).x.abs() < 1e-5);
        let from_above = Camera { elevation: 90.0, ..Camera::default() };
        let place = |point| from_above.clip_from_world(1.0).project_point3(point);
        assert!(place(Vec3::X).x > 0.05 && place(Vec3::Y).y > 0.05);
    }

    #[test]
    fn the_edge_of_the_field_of_view_is_the_edge_of_the_picture() {
        let camera = Camera { elevation: 0.0, field_of_view: 60.0, distance: 5.0, ..Camera::default() };
        let edge = Vec3::Z * 5.0 * 30_f32.to_radians().tan();
        assert!((camera.clip_from_world(2.0).project_point3(edge).y - 1.0).abs() < 1e-5);
        assert!((camera.pixels_a_unit(100.0) * edge.z / 5.0 - 50.0).abs() < 1e-3);
    }
}
