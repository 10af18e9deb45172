//! Finds the body at a pixel.

use std::borrow::Borrow;

use glam::{DVec2, Vec2};

use super::{Camera, Look};
use crate::physics::Body;

/// Bodies are equally near if their distances from the pixel differ by less than this many pixels.
const TIE: f64 = 1.5;

impl Camera {
    /// The index of the body at `pixel`, counted from the upper left corner of a picture of `size`
    /// pixels: the one that appears nearest to it, at most `reach` pixels away; of several about
    /// equally near, the one closest to the camera. Dark components are invisible and cannot be
    /// picked.
    pub fn pick(
        &self,
        look: &Look,
        size: [u32; 2],
        pixel: Vec2,
        bodies: impl IntoIterator<Item: Borrow<Body>>,
        reach: f32,
    ) -> Option<usize> {
        let [right, up, backward] = self.axes().map(|axis| axis.as_dvec3());
        let (target, distance, near) =
            (self.target.as_dvec3(), f64::from(self.distance), f64::from(self.near()));
        let scale = f64::from(self.pixels_per_unit(size[1] as f32));
        let middle = 0.5 * DVec2::new(f64::from(size[0]), f64::from(size[1]));
        // The pixel as a point at depth 1.
        let meant = (pixel.as_dvec2() - middle) / scale * DVec2::new(1.0, -1.0);
        let reach = f64::from(reach) / scale;

        let mut within = Vec::new();
        for (index, body) in bodies.into_iter().enumerate() {
            let body = body.borrow();
            let offset = body.position - target;
            let depth = distance - offset.dot(backward);
            let off = DVec2::new(offset.dot(right), offset.dot(up)) - meant * depth;
            // Compares without a division. NaN is never within reach.
            if depth > near
                && off.length_squared() <= (reach * depth).powi(2)
                && !look.is_dark(body.component)
            {
                within.push((index, off.length() / depth, depth));
            }
        }
        let nearest = within.iter().map(|(_, off, _)| *off).fold(f64::INFINITY, f64::min);
        let tied = within.iter().filter(|(_, off, _)| *off <= nearest + TIE / scale);
        tied.min_by(|(_, _, a), (_, _, b)| a.total_cmp(b)).map(|(index, _, _)| *index)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use glam::{DVec3, Vec3};

    const SIZE: [u32; 2] = [640, 360];

    fn body(position: Vec3, component: u32) -> Body {
        Body { position: position.as_dvec3(), velocity: DVec3::ZERO, mass: 1.0, component }
    }

    #[test]
    fn the_nearest_on_the_screen_is_picked_and_of_equals_the_one_in_front() {
        let camera = Camera {
            azimuth: 30.0,
            elevation: 40.0,
            target: Vec3::new(1.0, -2.0, 0.5),
            ..Camera::default()
        };
        let look = Look { dark_components: vec![3], ..Look::default() };
        let pixel = Vec2::new(400.0, 100.0);
        let (origin, _) = camera.world_ray(pixel, SIZE);
        let at = |x: f32, y: f32, depth: f32, component| {
            body(origin + camera.world_ray(pixel + Vec2::new(x, y), SIZE).1 * depth, component)
        };
        let bodies = [
            at(8.0, 0.0, 3.0, 0),
            at(0.0, -4.0, 12.0, 0),
            at(3.5, 0.0, 9.0, 1),
            at(0.0, 0.0, -5.0, 0), // behind the camera
            at(0.5, 0.0, 6.0, 3),  // dark
            body(Vec3::NAN, 0),
        ];
        let pick = |bodies: &[Body], reach| camera.pick(&look, SIZE, pixel, bodies, reach);
        assert_eq!(pick(&bodies, 10.0), Some(2), "4 and 3.5 pixels away: the one in front");
        assert_eq!(pick(&bodies[..2], 10.0), Some(1), "8 is not near a tie with 4");
        assert_eq!(pick(&bodies[..1], 10.0), Some(0));
        assert_eq!(pick(&bodies, 3.0), None);
        assert_eq!(pick(&[], 3.0), None);
    }
}
