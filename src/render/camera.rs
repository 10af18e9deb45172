//! The camera. The world is right-handed; the camera looks at a target from a distance.

use std::f64::consts::FRAC_PI_2;

use glam::camera::rh;
use glam::{DMat3, DQuat, DVec3, Mat3, Mat4, Vec2, Vec3};

use super::Projection;

/// Sine of the angle from a pole below which the azimuth is not defined.
const POLE: f64 = 1e-9;

/// A camera on an orbit about its target.
#[derive(Clone, Copy, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Camera {
    /// The point at the centre of the picture.
    pub target: Vec3,
    /// Distance from the target, in world units.
    pub distance: f32,
    /// Angle about the world's z axis, in degrees; at 0 the camera is on the -y side and sees x to
    /// the right.
    pub azimuth: f32,
    /// Height above the xy plane, in degrees from -90 to 90; at 90 the camera looks down the z
    /// axis.
    pub elevation: f32,
    /// Angle between the upper and the lower edge of the picture, in degrees. Only a perspective
    /// has one.
    pub field_of_view: f32,
    /// Angle by which the camera leans to its right about the line of sight, in degrees; the
    /// picture turns to the left.
    #[serde(skip_serializing_if = "is_upright")]
    pub roll: f32,
    /// How directions become places in the picture.
    #[serde(skip_serializing_if = "is_usual")]
    pub projection: Projection,
}

#[allow(clippy::trivially_copy_pass_by_ref, reason = "serde passes a reference")]
fn is_upright(roll: &f32) -> bool {
    *roll == 0.0
}

#[allow(clippy::trivially_copy_pass_by_ref, reason = "serde passes a reference")]
fn is_usual(projection: &Projection) -> bool {
    *projection == Projection::Perspective
}

impl Default for Camera {
    fn default() -> Self {
        let projection = Projection::Perspective;
        Self {
            target: Vec3::ZERO,
            distance: 10.0,
            azimuth: 0.0,
            elevation: 20.0,
            field_of_view: 45.0,
            roll: 0.0,
            projection,
        }
    }
}

impl Camera {
    /// The least and the greatest of each coordinate of a target.
    pub const COORDINATE: [f64; 2] = [-1e9, 1e9];
    /// The least and the greatest distance.
    pub const DISTANCE: [f64; 2] = [1e-9, 1e9];
    /// The least and the greatest azimuth and roll, in degrees.
    pub const TURN: [f64; 2] = [-360.0, 360.0];
    /// The least and the greatest elevation, in degrees.
    pub const ELEVATION: [f64; 2] = [-90.0, 90.0];
    /// The least and the greatest field of view, in degrees.
    pub const FIELD_OF_VIEW: [f64; 2] = [1.0, 170.0];

    /// The valid camera nearest to this one. Azimuth and roll are taken into 0 to 360 degrees if
    /// they are beyond 360. Values that are not finite are taken from `fallback`.
    #[must_use]
    pub fn bounded(&self, fallback: &Self) -> Self {
        let bounded = |wanted: f32, fallback: f32, [least, most]: [f64; 2]| {
            if wanted.is_finite() { wanted.clamp(least as f32, most as f32) } else { fallback }
        };
        let mut target = self.target;
        for axis in 0..3 {
            target[axis] = bounded(self.target[axis], fallback.target[axis], Self::COORDINATE);
        }
        let turned = |wanted: f32, fallback: f32| {
            let angle = if wanted.is_finite() { wanted } else { fallback };
            if (Self::TURN[0]..=Self::TURN[1]).contains(&angle.into()) {
                angle
            } else {
                angle.rem_euclid(360.0)
            }
        };
        Self {
            target,
            distance: bounded(self.distance, fallback.distance, Self::DISTANCE),
            azimuth: turned(self.azimuth, fallback.azimuth),
            elevation: bounded(self.elevation, fallback.elevation, Self::ELEVATION),
            field_of_view: bounded(self.field_of_view, fallback.field_of_view, Self::FIELD_OF_VIEW),
            roll: turned(self.roll, fallback.roll),
            projection: self.projection,
        }
    }

    /// The camera's position.
    pub fn position(&self) -> Vec3 {
        self.target + self.distance * self.backward()
    }

    /// Unit vector from the target to the camera.
    fn backward(&self) -> Vec3 {
        let (azimuth, elevation) = (self.azimuth.to_radians(), self.elevation.to_radians());
        Vec3::new(
            azimuth.sin() * elevation.cos(),
            -azimuth.cos() * elevation.cos(),
            elevation.sin(),
        )
    }

    /// Unit vectors towards the right and the upper edge of the picture. They follow from the
    /// angles, so that "up" is defined even when looking straight down.
    fn right_and_up(&self) -> (Vec3, Vec3) {
        let (azimuth, elevation) = (self.azimuth.to_radians(), self.elevation.to_radians());
        let up = Vec3::new(
            -azimuth.sin() * elevation.sin(),
            azimuth.cos() * elevation.sin(),
            elevation.cos(),
        );
        let right = Vec3::new(azimuth.cos(), azimuth.sin(), 0.0);
        let (sin, cos) = self.roll.to_radians().sin_cos();
        (cos * right - sin * up, cos * up + sin * right)
    }

    /// The camera's axes in the world: right, up, backward.
    pub fn axes(&self) -> [Vec3; 3] {
        let (right, up) = self.right_and_up();
        [right, up, self.backward()]
    }

    /// The rotation that takes x, y and z to the camera's right, up and backward.
    pub(crate) fn orientation(&self) -> DQuat {
        let [azimuth, elevation, roll] =
            [self.azimuth, self.elevation, self.roll].map(|angle| f64::from(angle).to_radians());
        DQuat::from_rotation_z(azimuth)
            * DQuat::from_rotation_x(FRAC_PI_2 - elevation)
            * DQuat::from_rotation_z(-roll)
    }

    /// The camera in this [orientation](Camera::orientation), with an azimuth from 0 to 360
    /// degrees. At the poles, where azimuth and roll are one, the azimuth stays.
    #[must_use]
    pub(crate) fn oriented(&self, orientation: DQuat) -> Self {
        let DMat3 { x_axis: right, z_axis: backward, .. } = DMat3::from_quat(orientation);
        let across = backward.x.hypot(backward.y);
        let azimuth = if across > POLE {
            backward.x.atan2(-backward.y)
        } else {
            f64::from(self.azimuth).to_radians()
        };
        let elevation = backward.z.atan2(across);
        let (sin, cos) = azimuth.sin_cos();
        let level_up = DVec3::new(-sin * elevation.sin(), cos * elevation.sin(), elevation.cos());
        let roll = (-right.dot(level_up)).atan2(right.dot(DVec3::new(cos, sin, 0.0))).to_degrees();
        Self {
            // Round first: an angle that rounds up to a whole turn becomes 0.
            azimuth: (azimuth.to_degrees() as f32).rem_euclid(360.0) % 360.0,
            elevation: elevation.to_degrees() as f32,
            // Remove the rounding error of a zero roll.
            roll: if roll.abs() < 1e-9 { 0.0 } else { roll as f32 },
            ..*self
        }
    }

    /// Transforms world coordinates to the camera's axes: right (x), up (y), backward (z).
    pub fn view_from_world(&self) -> Mat4 {
        rh::view::look_to_mat4(self.position(), -self.backward(), self.right_and_up().1)
    }

    /// Depth along the line of sight below which nothing is drawn.
    pub fn near(&self) -> f32 {
        1e-3 * self.distance
    }

    /// Transforms world coordinates to clip space, for a perspective picture of this aspect ratio.
    /// Depth is reversed, without a far plane.
    pub fn clip_from_world(&self, aspect: f32) -> Mat4 {
        let field_of_view = self.field_of_view.to_radians();
        rh::proj::directx::perspective_infinite_reverse(field_of_view, aspect, self.near())
            * self.view_from_world()
    }

    /// Transforms world coordinates to clip space for an eye that is `eye` to the right of the
    /// camera, in a perspective picture of this aspect ratio. What is as far as the target stays
    /// where it is.
    pub(super) fn clip_from_world_of(&self, eye: f32, aspect: f32) -> Mat4 {
        let clip_from_world = self.clip_from_world(aspect);
        if eye == 0.0 {
            return clip_from_world;
        }
        let across = eye * self.pixels_per_unit(2.0) / aspect;
        let mut shifted = Mat4::IDENTITY;
        shifted.w_axis.x = across / self.distance;
        let moved = Mat4::from_translation(-eye * self.axes()[0]);
        shifted * clip_from_world * moved
    }

    /// Pixels per unit of length at a distance of 1, in a picture of this height.
    pub fn pixels_per_unit(&self, height: f32) -> f32 {
        if self.projection != Projection::Perspective {
            return Projection::pixels_per_radian(height);
        }
        0.5 * height / (0.5 * self.field_of_view.to_radians()).tan()
    }

    /// The world vector from the centre of a picture of `size` pixels to `pixel`, at depth 1.
    fn across(&self, pixel: Vec2, [width, height]: [u32; 2]) -> Vec3 {
        let (right, up) = self.right_and_up();
        let from_middle = (pixel - 0.5 * Vec2::new(width as f32, height as f32))
            / self.pixels_per_unit(height as f32);
        right * from_middle.x - up * from_middle.y
    }

    /// The ray of light that reaches `pixel` (x to the right, y down, from the upper left corner of
    /// a picture of `size` pixels): the camera's position and a unit vector.
    pub fn world_ray(&self, pixel: Vec2, size: [u32; 2]) -> (Vec3, Vec3) {
        if self.projection != Projection::Perspective {
            let from_middle = pixel - 0.5 * Vec2::from(size.map(|side| side as f32));
            let angles = from_middle * Vec2::new(1.0, -1.0) / self.pixels_per_unit(size[1] as f32);
            let [right, up, backward] = self.axes();
            return (
                self.position(),
                Mat3::from_cols(right, up, backward) * self.projection.direction(angles),
            );
        }
        (self.position(), (self.across(pixel, size) - self.backward()).normalize())
    }

    /// Where the ray through `pixel` meets the plane through the target that faces the camera.
    pub fn plane_point(&self, pixel: Vec2, size: [u32; 2]) -> Vec3 {
        if self.projection != Projection::Perspective {
            let (origin, ray) = self.world_ray(pixel, size);
            // Rays along the plane or away from it never meet it.
            return origin + ray * (self.distance / (-ray.dot(self.backward())).max(0.05));
        }
        self.target + self.distance * self.across(pixel, size)
    }

    /// Where `point` appears in a picture of `size` pixels: the pixel, counted from the upper left
    /// corner and possibly outside the picture, and the depth along the line of sight. `None` if
    /// the point is behind the lens or NaN.
    pub fn project(&self, point: Vec3, [width, height]: [u32; 2]) -> Option<(Vec2, f32)> {
        let [right, up, backward] = self.axes();
        // Relative to the target, not the camera: the numbers are small near the target, where
        // precision shows.
        let offset = point - self.target;
        if self.projection != Projection::Perspective {
            let sight =
                Vec3::new(offset.dot(right), offset.dot(up), offset.dot(backward) - self.distance);
            let place = self.projection.place(sight)
                * Vec2::new(1.0, -1.0)
                * self.pixels_per_unit(height as f32);
            let depth = sight.length();
            let is_seen = depth > self.near() && depth < f32::INFINITY;
            return is_seen.then(|| (place + 0.5 * Vec2::new(width as f32, height as f32), depth));
        }
        let depth = self.distance - offset.dot(backward);
        let place = Vec2::new(offset.dot(right), -offset.dot(up))
            * (self.pixels_per_unit(height as f32) / depth);
        let is_seen = depth > self.near() && depth < f32::INFINITY && place.is_finite();
        is_seen.then(|| (0.5 * Vec2::new(width as f32, height as f32) + place, depth))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_target_is_in_the_middle_and_the_axes_point_the_right_way() {
        for (azimuth, elevation) in
            [(0.0, 0.0), (30.0, 20.0), (200.0, -70.0), (0.0, 90.0), (10.0, -90.0)]
        {
            let camera = Camera {
                target: Vec3::new(1.0, 2.0, 3.0),
                azimuth,
                elevation,
                ..Camera::default()
            };
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
        let angles = [
            (0.0, 0.0, 0.0),
            (30.0, 20.0, 0.0),
            (200.0, -70.0, 0.0),
            (0.0, 90.0, 0.0),
            (30.0, 20.0, 75.0),
        ];
        for (azimuth, elevation, roll) in angles {
            let camera = Camera {
                target: Vec3::new(1.0, 2.0, 3.0),
                distance: 4.0,
                azimuth,
                elevation,
                field_of_view: 50.0,
                roll,
                ..Camera::default()
            };
            for pixel in [
                Vec2::ZERO,
                Vec2::new(160.0, 90.0),
                Vec2::new(300.0, 20.0),
                Vec2::new(-50.0, 200.0),
            ] {
                let on_plane = camera.plane_point(pixel, size);
                assert!((on_plane - camera.target).dot(camera.backward()).abs() < 1e-5);
                let (origin, direction) = camera.world_ray(pixel, size);
                for point in [on_plane, origin + 0.7 * direction, origin + 20.0 * direction] {
                    let (got, depth) = camera.project(point, size).unwrap();
                    assert!((got - pixel).length() < 2e-3, "{pixel} became {got}");
                    // As in the shader.
                    let clip = camera.clip_from_world(320.0 / 180.0) * point.extend(1.0);
                    let drawn =
                        (Vec2::new(clip.x, -clip.y) / clip.w + 1.0) * Vec2::new(160.0, 90.0);
                    assert!(
                        (drawn - got).length() < 2e-3 && (clip.w - depth).abs() < 1e-4,
                        "{drawn}, {got}"
                    );
                }
                assert_eq!(camera.project(origin - direction, size), None);
            }
            assert_eq!(camera.project(Vec3::NAN, size), None);
        }
    }

    #[test]
    fn a_camera_that_leans_to_the_right_turns_the_picture_to_the_left() {
        let level = Camera { elevation: 30.0, azimuth: 50.0, ..Camera::default() };
        let point = level.target + level.axes()[0];
        let place = |roll| {
            let leaning = Camera { roll, ..level };
            let [right, up, backward] = leaning.axes();
            assert!((right.cross(up) - backward).length() < 1e-6);
            let clip = leaning.clip_from_world(1.0).project_point3(point);
            let (pixel, _) = leaning.project(point, [200, 200]).unwrap();
            assert!(
                (pixel - Vec2::new(1.0 + clip.x, 1.0 - clip.y) * 100.0).length() < 1e-3,
                "the shader agrees"
            );
            pixel - 100.0
        };
        let reach = place(0.0).x;
        assert!(reach > 5.0 && place(0.0).y.abs() < 1e-3);
        assert!(
            (place(90.0) - Vec2::new(0.0, -reach)).length() < 1e-2,
            "what was on the right is above"
        );
        assert!((place(-90.0) - Vec2::new(0.0, reach)).length() < 1e-2);
        assert!((place(450.0) - place(90.0)).length() < 1e-2);
        assert_eq!(Camera { roll: 400.0, ..level }.bounded(&level).roll, 40.0);
        assert_eq!(Camera { roll: f32::NAN, ..level }.bounded(&level).roll, 0.0);
    }

    #[test]
    fn orientations_and_angles_belong_to_each_other() {
        for azimuth in [0.0, 33.0, 170.0, 359.0] {
            for elevation in [-90.0, -89.9, -20.0, 0.0, 25.0, 89.0, 90.0] {
                for roll in [0.0, -100.0, 7.0, 179.0] {
                    let camera = Camera { azimuth, elevation, roll, ..Camera::default() };
                    let orientation = camera.orientation();
                    let axes =
                        [DVec3::X, DVec3::Y, DVec3::Z].map(|axis| (orientation * axis).as_vec3());
                    assert!(
                        axes.into_iter().zip(camera.axes()).all(|(a, b)| a.distance(b) < 1e-6),
                        "{axes:?}: {camera:?}"
                    );
                    let again = Camera { azimuth, ..Camera::default() }.oriented(orientation);
                    let off = [
                        (again.azimuth - azimuth + 180.0).rem_euclid(360.0) - 180.0,
                        again.elevation - elevation,
                        again.roll - roll,
                    ];
                    assert!(off.iter().all(|off| off.abs() < 1e-4), "{again:?}: {camera:?}");
                }
            }
        }
    }

    #[test]
    fn the_edge_of_the_field_of_view_is_the_edge_of_the_picture() {
        let camera =
            Camera { elevation: 0.0, field_of_view: 60.0, distance: 5.0, ..Camera::default() };
        let edge = Vec3::Z * 5.0 * 30_f32.to_radians().tan();
        assert!((camera.clip_from_world(2.0).project_point3(edge).y - 1.0).abs() < 1e-5);
        assert!((camera.pixels_per_unit(100.0) * edge.z / 5.0 - 50.0).abs() < 1e-3);
    }
}
