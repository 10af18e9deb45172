//! How directions become places in a picture.

use std::f32::consts::{FRAC_PI_2, PI};

use glam::{Vec2, Vec3};

use crate::gpu::Tuning;
use crate::named;

named! {
    /// How a picture shows the directions in front of a lens.
    #[derive(Default)]
    pub enum Projection: "projection" {
        /// As an ordinary lens: straight lines stay straight.
        #[default]
        Perspective = "perspective",
        /// A dome master: the half sphere about the line of sight in a circle, with equally many
        /// pixels per angle from its middle.
        Fisheye = "fisheye",
        /// The whole sphere: longitude to the right, latitude upward. The line of sight is in the
        /// middle.
        Equirectangular = "equirectangular",
    }
}

impl Projection {
    /// Its kernels' tuning.
    pub(super) const fn tuning(self) -> Tuning {
        match self {
            Self::Perspective => &[],
            Self::Fisheye => FISHEYE,
            Self::Equirectangular => EQUIRECTANGULAR,
        }
    }

    /// Width of its pictures in heights; `None` for any.
    pub fn aspect(self) -> Option<u32> {
        match self {
            Self::Perspective => None,
            Self::Fisheye => Some(1),
            Self::Equirectangular => Some(2),
        }
    }

    /// Corners of the strip of triangles for something that it shows (`corner_around` in
    /// `draw/projection.wgsl`).
    pub(super) fn corners(self) -> std::ops::Range<u32> {
        if self == Self::Equirectangular { 0..10 } else { 0..4 }
    }

    /// Pixels per radian in the middle of a picture of this height that shows directions.
    pub(super) fn pixels_per_radian(height: f32) -> f32 {
        height / PI
    }

    /// Where the picture shows a direction along the camera's axes (right, up, backward): radians
    /// to the right and up from its middle. Not for a perspective.
    pub(super) fn place(self, direction: Vec3) -> Vec2 {
        let Vec3 { x, y, z } = direction;
        if self == Self::Fisheye {
            let across = x.hypot(y);
            return Vec2::new(x, y) / across.max(1e-20) * across.atan2(-z);
        }
        Vec2::new(x.atan2(-z), y.atan2(x.hypot(z)))
    }

    /// The direction that it shows at a place. Not for a perspective.
    pub(super) fn direction(self, place: Vec2) -> Vec3 {
        if self == Self::Fisheye {
            let angle = place.length();
            return (place * (angle.sin() / angle.max(1e-20))).extend(-angle.cos());
        }
        let latitude = place.y.clamp(-FRAC_PI_2, FRAC_PI_2);
        Vec3::new(place.x.sin() * latitude.cos(), latitude.sin(), -place.x.cos() * latitude.cos())
    }
}

/// As in `draw/projection.wgsl`.
const FISHEYE: Tuning = &[("PROJECTION", 1)];
const EQUIRECTANGULAR: Tuning = &[("PROJECTION", 2)];
/// Tunings of kernels that place bodies in a picture.
pub(super) const PROJECTIONS: &[Tuning] = &[&[], FISHEYE, EQUIRECTANGULAR];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_place_shows_the_direction_that_it_is_the_place_of() {
        for projection in [Projection::Fisheye, Projection::Equirectangular] {
            assert_eq!(
                projection.place(Vec3::NEG_Z),
                Vec2::ZERO,
                "the line of sight is in the middle"
            );
            assert!((projection.place(Vec3::X) - Vec2::new(FRAC_PI_2, 0.0)).length() < 1e-6);
            // At a pole, all longitudes are the same.
            assert!((projection.place(Vec3::Y).y - FRAC_PI_2).abs() < 1e-6);
            for direction in
                [Vec3::new(0.3, -0.5, -0.9), Vec3::new(-0.8, 0.2, 0.4), Vec3::new(1e-3, 0.9, 0.1)]
            {
                let direction = direction.normalize();
                let again = projection.direction(projection.place(direction));
                assert!(
                    (again - direction).length() < 1e-5,
                    "{projection:?}: {direction} becomes {again}"
                );
            }
        }
    }
}
