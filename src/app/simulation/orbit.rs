//! Throws into a circular orbit about the selected body, and lengths measured on the picture.

use glam::{DVec3, Vec2, Vec3};
use starshell::physics::{Body, Softening};
use starshell::render::Camera;

use crate::app::commands::Throw;
use crate::app::simulation::interaction::{Interaction, System};

/// An end of the ruler is at a body within this many pixels.
const REACH: f32 = 10.0;

impl Interaction {
    /// A throw of a share of the total mass that begins under `pixel`, at the depth of the selected
    /// body, and circles it. `None`
    /// without such a body, or where the pixel shows nothing at its depth.
    pub fn circling(
        &self,
        camera: &Camera,
        pixel: Vec2,
        size: [u32; 2],
        (softening, mass): (Softening, f64),
        is_clockwise: bool,
    ) -> Option<Throw> {
        let center = self.watched.filter(|watched| self.picked == Some(watched.index))?.body;
        let [_, _, backward] = camera.axes();
        let (origin, direction) = camera.world_ray(pixel, size);
        let depth = (center.position.as_vec3() - origin).dot(backward) / direction.dot(backward);
        let from = origin + depth * direction;
        let axis = if is_clockwise { -backward } else { backward };
        (depth > 0.0 && from.is_finite())
            .then(|| self.around(&center, from, (softening, mass), axis))
    }

    /// The throw from a point that circles `center`, to the left as seen from where `axis` points.
    fn around(
        &self,
        center: &Body,
        from: Vec3,
        (softening, share): (Softening, f64),
        axis: Vec3,
    ) -> Throw {
        let mass = share * self.newest.system.as_ref().map_or(1.0, |system| system.mass);
        let velocity = circular(center, from.as_dvec3(), mass, softening, axis.as_dvec3());
        let time = self.newest.system.as_ref().map_or(1.0, System::time);
        Throw { from, to: from + (0.25 * time * velocity).as_vec3() }
    }

    /// The body in the newest copy that the picture shows nearest to `pixel`, or else the point
    /// under it that is as far away as the camera's target.
    pub fn end_of_ruler(&self, camera: &Camera, pixel: Vec2, size: [u32; 2]) -> Vec3 {
        let state = self.newest.kept.as_ref().map(|kept| &kept.state);
        let bodies =
            state.into_iter().flat_map(|state| state.bodies()).map(|body| body.position.as_vec3());
        let near = bodies.filter_map(|place| {
            let (shown, depth) = camera.project(place, size)?;
            let off = shown.distance(pixel);
            (off < REACH).then_some((off, depth, place))
        });
        let nearest = near.min_by(|a, b| {
            (a.0, a.1).partial_cmp(&(b.0, b.1)).unwrap_or(std::cmp::Ordering::Equal)
        });
        nearest.map_or_else(|| camera.plane_point(pixel, size), |(_, _, place)| place)
    }
}

/// The velocity with which a body of this mass at `from` circles `center`, to the left as seen from
/// where `axis` points.
fn circular(center: &Body, from: DVec3, mass: f64, softening: Softening, axis: DVec3) -> DVec3 {
    let out = from - center.position;
    let square = out.length_squared();
    let speed = (square * softening.strength(center.mass + mass, square)).sqrt();
    let along = axis.cross(out).normalize_or_zero();
    center.velocity + if speed.is_finite() { speed * along } else { DVec3::ZERO }
}

#[cfg(test)]
mod tests {
    use starshell::physics::{Precision, Snapshot, State};

    use super::*;

    #[test]
    fn a_throw_around_a_body_stays_at_its_distance() {
        let center = Body {
            position: DVec3::new(1.0, 2.0, 3.0),
            velocity: DVec3::X,
            mass: 4.0,
            component: 0,
        };
        let interaction = Interaction::default();
        for (softening, axis) in [(0.0, Vec3::Z), (0.5, Vec3::NEG_Z)] {
            let throw = interaction.around(
                &center,
                Vec3::new(1.0, 4.0, 3.0),
                (softening.into(), 0.0),
                axis,
            );
            // Seen from above, it begins above the centre and moves to the left; the centre itself
            // moves to the right.
            let mut v = interaction.velocity(throw) - center.velocity;
            assert!(v.x * f64::from(axis.z) < 0.0 && v.y.abs() < 1e-3, "{v}");
            let mut x = throw.from.as_dvec3() - center.position;
            let (dt, pull) = (1e-3, |x: DVec3| {
                -4.0 * x / (x.length_squared() + softening * softening).powf(1.5)
            });
            for _ in 0..9000 {
                v += 0.5 * dt * pull(x);
                x += dt * v;
                v += 0.5 * dt * pull(x);
                assert!((x.length() - 2.0).abs() < 0.01, "{x}");
            }
        }
        let nobody = Interaction::default().circling(
            &Camera::default(),
            Vec2::ZERO,
            [400, 300],
            ((0.0).into(), 0.01),
            false,
        );
        assert_eq!(nobody, None);
    }

    #[test]
    fn the_ruler_begins_at_bodies() {
        let body = |x: f64| Body {
            position: DVec3::X * x,
            velocity: DVec3::ZERO,
            mass: 1.0,
            component: 0,
        };
        let mut interaction = Interaction::default();
        let (camera, size) = (Camera { elevation: 90.0, ..Camera::default() }, [400, 300]);
        let pixel = |x: f32| camera.project(Vec3::X * x, size).unwrap().0;
        assert!(interaction.end_of_ruler(&camera, pixel(2.0), size).distance(Vec3::X * 2.0) < 1e-3);
        let state = State::new(&[body(0.0), body(2.1)], Precision::Single).unwrap();
        interaction.newest.kept = Some(Snapshot { time: 0.0, steps: 0, state });
        assert_eq!(interaction.end_of_ruler(&camera, pixel(2.0), size), Vec3::X * 2.1);
        assert!(interaction.end_of_ruler(&camera, pixel(1.0), size).distance(Vec3::X) < 1e-3);
    }
}
