//! Which part of a picture is drawn, and with how many samples.

use glam::{DMat4, DVec4, Mat4};

use super::{Camera, Projection};

/// A part of a picture, in pixels from its upper left corner.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Region {
    /// Column and row of its upper left pixel.
    pub origin: [u32; 2],
    /// Width and height.
    pub size: [u32; 2],
}

/// A part of a picture for drawing light: it may extend beyond the edges, and have several samples
/// per pixel along each axis.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Framing {
    /// Size of the whole picture in pixels.
    pub(super) whole: [u32; 2],
    /// Upper left pixel of the part.
    pub(super) origin: [i32; 2],
    /// Size of the part in pixels.
    pub(super) size: [u32; 2],
    /// Samples per pixel along each axis.
    pub(super) samples: u32,
    /// How far the eye is to the right of the camera, in world units.
    pub(super) eye: f32,
}

impl Framing {
    /// A whole picture of `size` pixels.
    pub(super) fn whole(size: [u32; 2]) -> Self {
        Self { whole: size, origin: [0, 0], size, samples: 1, eye: 0.0 }
    }

    /// Height of the whole picture in samples.
    pub(super) fn height(&self) -> f32 {
        (self.whole[1] * self.samples) as f32
    }

    /// Width and height of the part in samples.
    pub(super) fn viewport(&self) -> [f32; 2] {
        self.size.map(|side| (side * self.samples) as f32)
    }

    /// The whole picture that this is a part of.
    pub(super) fn of_whole(&self) -> Self {
        Self { eye: self.eye, ..Self::whole(self.whole) }
    }

    /// From places in the whole picture to those in the part, where both run from -1 to 1: factors,
    /// then what is added.
    pub(super) fn part(&self) -> [f64; 4] {
        let [width, height] =
            [0, 1].map(|axis| f64::from(self.whole[axis]) / f64::from(self.size[axis]));
        let [left, top] =
            [0, 1].map(|axis| 2.0 * f64::from(self.origin[axis]) / f64::from(self.size[axis]));
        [width, height, width - left - 1.0, 1.0 - height + top]
    }

    /// Half-sides of the whole picture per radian, if it shows directions.
    pub(super) fn per_radian(&self) -> [f32; 2] {
        let [width, height] = self.whole.map(|side| side as f32);
        let up = 2.0 / std::f32::consts::PI;
        [up * height / width, up]
    }

    /// Transforms world coordinates to clip space, whose corners are those of the part; for
    /// pictures that show directions, to the camera's axes.
    pub(super) fn clip_from_world(&self, camera: &Camera) -> Mat4 {
        if camera.projection != Projection::Perspective {
            return camera.view_from_world();
        }
        let clip_from_world =
            camera.clip_from_world_of(self.eye, self.whole[0] as f32 / self.whole[1] as f32);
        if (self.size, self.origin) == (self.whole, [0, 0]) {
            return clip_from_world;
        }
        let [width, height, right, up] = self.part();
        let part_from_whole = DMat4::from_cols(
            DVec4::new(width, 0.0, 0.0, 0.0),
            DVec4::new(0.0, height, 0.0, 0.0),
            DVec4::Z,
            DVec4::new(right, up, 0.0, 1.0),
        );
        (part_from_whole * clip_from_world.as_dmat4()).as_mat4()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use glam::{Vec2, Vec3};

    #[test]
    fn a_part_of_a_picture_matches_the_whole() {
        let camera =
            Camera { azimuth: 30.0, target: Vec3::new(1.0, -2.0, 0.5), ..Camera::default() };
        let part = Framing {
            whole: [1000, 700],
            origin: [-32, 400],
            size: [264, 328],
            samples: 2,
            eye: 0.0,
        };
        let pixel_in = |framing: &Framing, point: Vec3| {
            let clip = framing.clip_from_world(&camera) * point.extend(1.0);
            let [width, height] = framing.size.map(|side| side as f32);
            (Vec2::new(clip.x, -clip.y) / clip.w + 1.0) * 0.5 * Vec2::new(width, height)
        };
        for point in [camera.target, Vec3::X, Vec3::new(-3.0, 1.0, 2.0)] {
            let in_whole = pixel_in(&Framing::whole([1000, 700]), point);
            let in_part = pixel_in(&part, point);
            assert!(
                (in_whole - Vec2::new(-32.0, 400.0) - in_part).length() < 2e-3,
                "{in_whole}, {in_part}"
            );
        }
        assert_eq!((part.height(), part.viewport()), (1400.0, [528.0, 656.0]));
    }
}
