//! Where the picture is taken from. Right-handed world; the camera looks at a target from a distance.

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
