//! Where the picture is taken from. Right-handed world; the camera looks at a target from a distance.

use glam::camera::rh;
use glam::{Mat4, Vec2, Vec3};

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

    /// Unit vectors to the right and to the upper edge of the picture. Derived from the angles, so that looking straight down
    /// has an upper edge too.
    fn right_and_up(&self) -> (Vec3, Vec3) {
        let (azimuth, elevation) = (self.azimuth.to_radians(), self.elevation.to_radians());
        let up = Vec3::new(-azimuth.sin() * elevation.sin(), azimuth.cos() * elevation.sin(), elevation.cos());
        (Vec3::new(azimuth.cos(), azimuth.sin(), 0.0), up)
    }

    /// The camera's axes in the world: right, up, backward.
    pub fn axes(&self) -> [Vec3; 3] {
        let (right, up) = self.right_and_up();
        [right, up, self.backward()]
    }

    /// From the world to the camera's axes: right (x), up (y), backward (z).
    pub fn view_from_world(&self) -> Mat4 {
        rh::view::look_to_mat4(self.position(), -self.backward(), self.right_and_up().1)
    }

    /// Depth along the line of sight in front of which nothing is drawn.
    pub fn near(&self) -> f32 {
        1e-3 * self.distance
    }

    /// From the world to clip space, for a picture of this width over height. Depth is reversed, without a far plane.
    pub fn clip_from_world(&self, aspect: f32) -> Mat4 {
        let field_of_view = self.field_of_view.to_radians();
        rh::proj::directx::perspective_infinite_reverse(field_of_view, aspect, self.near()) * self.view_from_world()
    }

    /// Pixels that a length of 1 covers at a distance of 1, in a picture of this height.
    pub fn pixels_a_unit(&self, height: f32) -> f32 {
        0.5 * height / (0.5 * self.field_of_view.to_radians()).tan()
    }

    /// The world's vector from the middle of a picture of `size` pixels to `pixel`, at the depth 1.
    fn across(&self, pixel: Vec2, [width, height]: [u32; 2]) -> Vec3 {
        let (right, up) = self.right_and_up();
        let from_middle = (pixel - 0.5 * Vec2::new(width as f32, height as f32)) / self.pixels_a_unit(height as f32);
        right * from_middle.x - up * from_middle.y
    }

    /// The ray of light that reaches `pixel` (x to the right, y down, from the upper left corner of a picture of `size`
    /// pixels): where the camera stands, and the unit vector from there.
    pub fn world_ray(&self, pixel: Vec2, size: [u32; 2]) -> (Vec3, Vec3) {
        (self.position(), (self.across(pixel, size) - self.backward()).normalize())
    }

    /// Where the ray of `pixel` meets the plane through the target that faces the camera.
    pub fn plane_point(&self, pixel: Vec2, size: [u32; 2]) -> Vec3 {
        self.target + self.distance * self.across(pixel, size)
    }

    /// Where `point` appears in a picture of `size` pixels: the pixel, from the upper left corner and maybe outside of the
    /// picture, and the depth along the line of sight. `None` for what is behind the lens or not a number.
    pub fn project(&self, point: Vec3, [width, height]: [u32; 2]) -> Option<(Vec2, f32)> {
        let [right, up, backward] = self.axes();
        // From the target, not from the camera: near it, where one looks, the numbers are small.
        let offset = point - self.target;
        let depth = self.distance - offset.dot(backward);
        let place = Vec2::new(offset.dot(right), -offset.dot(up)) * (self.pixels_a_unit(height as f32) / depth);
        let is_seen = depth > self.near() && depth < f32::INFINITY && place.is_finite();
        is_seen.then(|| (0.5 * Vec2::new(width as f32, height as f32) + place, depth))
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
    fn pixels_and_points_belong_to_each_other() {
        let size = [320, 180];
        for (azimuth, elevation) in [(0.0, 0.0), (30.0, 20.0), (200.0, -70.0), (0.0, 90.0)] {
            let camera = Camera { target: Vec3::new(1.0, 2.0, 3.0), distance: 4.0, azimuth, elevation, field_of_view: 50.0 };
            for pixel in [Vec2::ZERO, Vec2::new(160.0, 90.0), Vec2::new(300.0, 20.0), Vec2::new(-50.0, 200.0)] {
                let on_plane = camera.plane_point(pixel, size);
                assert!((on_plane - camera.target).dot(camera.backward()).abs() < 1e-5);
                let (origin, direction) = camera.world_ray(pixel, size);
                for point in [on_plane, origin + 0.7 * direction, origin + 20.0 * direction] {
                    let (got, depth) = camera.project(point, size).unwrap();
                    assert!((got - pixel).length() < 2e-3, "{pixel} became {got}");
                    // As the picture is drawn.
                    let clip = camera.clip_from_world(320.0 / 180.0) * point.extend(1.0);
                    let drawn = (Vec2::new(clip.x, -clip.y) / clip.w + 1.0) * Vec2::new(160.0, 90.0);
                    assert!((drawn - got).length() < 2e-3 && (clip.w - depth).abs() < 1e-4, "{drawn}, {got}");
                }
                assert_eq!(camera.project(origin - direction, size), None);
            }
            assert_eq!(camera.project(Vec3::NAN, size), None);
        }
    }

    #[test]
    fn the_edge_of_the_field_of_view_is_the_edge_of_the_picture() {
        let camera = Camera { elevation: 0.0, field_of_view: 60.0, distance: 5.0, ..Camera::default() };
        let edge = Vec3::Z * 5.0 * 30_f32.to_radians().tan();
        assert!((camera.clip_from_world(2.0).project_point3(edge).y - 1.0).abs() < 1e-5);
        assert!((camera.pixels_a_unit(100.0) * edge.z / 5.0 - 50.0).abs() < 1e-3);
    }
}
