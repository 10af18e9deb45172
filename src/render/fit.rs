//! Fits the camera's distance to a system, so that it fills the picture.

use std::borrow::Borrow;

use glam::DVec3;

use super::{Camera, Look};
use crate::physics::{Body, center_of_mass};

/// Share of the bodies that a fitted picture shows.
const SHOWN: f64 = 0.95;
/// Factor on the distance that leaves a margin.
const MARGIN: f64 = 1.04;
/// Rounds in which the centre drops the bodies farthest from it.
const ROUNDS: usize = 3;

impl Camera {
    /// A camera in the same direction that shows 95 % of the luminous bodies in a picture of `size`
    /// pixels. Its target is the centre of mass of the 95 % of bodies nearest to it, so that a few
    /// escapers do not pull it away. If there is nothing to show, returns this camera; if all
    /// bodies are at one point, keeps the distance.
    #[must_use]
    pub fn fit(
        &self,
        look: &Look,
        size: [u32; 2],
        bodies: impl IntoIterator<Item: Borrow<Body>>,
    ) -> Self {
        let is_shown = |body: &Body| body.position.is_finite() && !look.is_dark(body.component);
        let bodies = bodies.into_iter().map(|body| *body.borrow());
        let mut shown: Vec<(DVec3, f64)> =
            bodies.filter(is_shown).map(|body| (body.position, body.mass)).collect();
        if shown.is_empty() {
            return *self;
        }
        let kept = ((SHOWN * shown.len() as f64).ceil() as usize).clamp(1, shown.len());
        let mut target = center_of_mass(&shown);
        for _ in 0..ROUNDS {
            let from_target = |(position, _): &(DVec3, f64)| position.distance_squared(target);
            shown
                .select_nth_unstable_by(kept - 1, |a, b| from_target(a).total_cmp(&from_target(b)));
            target = center_of_mass(&shown[..kept]);
        }

        let [right, up, backward] = self.axes().map(|axis| axis.as_dvec3());
        let slope = (0.5 * f64::from(self.field_of_view).to_radians()).tan();
        let aspect = f64::from(size[0].max(1)) / f64::from(size[1].max(1));
        // Distance from the target at which a body appears on the edge of the picture.
        let needed = |(position, _): &(DVec3, f64)| {
            let offset = *position - target;
            let (x, y) = (offset.dot(right).abs() / aspect, offset.dot(up).abs());
            offset.dot(backward) + x.max(y) / slope
        };
        let mut distances: Vec<f64> = shown.iter().map(needed).collect();
        let (_, distance, _) = distances.select_nth_unstable_by(kept - 1, f64::total_cmp);
        let distance = (MARGIN * *distance) as f32;
        let distance = if distance.is_finite() && distance > 1e-6 * target.length() as f32 {
            distance
        } else {
            self.distance
        };
        Self { target: target.as_vec3(), distance, ..*self }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::physics::initial::{InitialState, Plummer};
    use glam::Vec3;

    #[test]
    fn a_picture_of_any_shape_shows_nineteen_of_twenty_bodies() {
        let mut bodies = InitialState::Plummer(Plummer::default()).bodies(2000, 1).unwrap();
        for (index, body) in bodies.iter_mut().enumerate() {
            body.position += DVec3::new(5.0, -3.0, 2.0);
            if index < 10 {
                body.position = DVec3::splat(1e4); // escapers
            }
            if index == 10 {
                body.position = DVec3::NAN;
            }
        }
        let camera = Camera { azimuth: 70.0, elevation: 35.0, ..Camera::default() };
        for size in [[640, 360], [360, 640], [500, 500]] {
            let fitted = camera.fit(&Look::default(), size, &bodies);
            assert_eq!(
                (fitted.azimuth, fitted.elevation, fitted.field_of_view),
                (70.0, 35.0, 45.0)
            );
            assert!(
                (fitted.target - Vec3::new(5.0, -3.0, 2.0)).length() < 0.1,
                "{}",
                fitted.target
            );
            let is_inside = |body: &&Body| {
                let seen = fitted.project(body.position.as_vec3(), size);
                seen.is_some_and(|(at, _)| {
                    at.cmpge(glam::Vec2::ZERO).all()
                        && at.x <= size[0] as f32
                        && at.y <= size[1] as f32
                })
            };
            let inside = bodies.iter().filter(is_inside).count();
            assert!((1890..=1960).contains(&inside), "{inside} of 2000 in {size:?}");
        }
    }

    #[test]
    fn few_bodies_and_none_have_a_picture_too() {
        let camera = Camera::default();
        let body = |x: f64, component| Body {
            position: DVec3::X * x,
            velocity: DVec3::ZERO,
            mass: 1.0,
            component,
        };
        let look = Look { dark_components: vec![1], ..Look::default() };
        assert_eq!(camera.fit(&look, [4, 3], Vec::<Body>::new()), camera);
        assert_eq!(camera.fit(&look, [4, 3], [body(3.0, 1)]), camera);
        assert_eq!(
            camera.fit(&look, [4, 3], [body(3.0, 0)]),
            Camera { target: Vec3::X * 3.0, ..camera }
        );
        let pair = camera.fit(&look, [100, 100], [body(1.0, 0), body(3.0, 0), body(900.0, 1)]);
        assert!((pair.target - Vec3::X * 2.0).length() < 1e-6);
        assert!(
            (pair.distance - 1.04 / 22.5_f32.to_radians().tan()).abs() < 1e-4,
            "{}",
            pair.distance
        );
    }
}
