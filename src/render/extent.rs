//! Where the light of a system is, and the camera that fills the picture with it.

use glam::{DMat3, DVec3, Vec3};

use super::{Camera, Look};

/// Share of the light that a framed picture shows in its circle.
const SHARE: f64 = 0.9;
/// Diameter of that circle, relative to the shorter side of the picture.
const FILLED: f64 = 0.8;
/// Rounds in which the centre drops the light farthest from it.
const ROUNDS: usize = 3;
/// Least width of a framed system, relative to its length: a galaxy is wider than the line that
/// joins it with another.
const MIN_WIDTH: f64 = 0.5;

/// Where something is and how far it reaches: a sphere, and the ellipsoid in it that is drawn out
/// as the system is.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Extent {
    /// Its centre.
    pub center: DVec3,
    /// Its radius; 0 for a point.
    pub radius: f64,
    /// The squares of the ellipsoid's axes as a matrix, relative to the sphere's: `x` is on its
    /// surface if xᵀ · shape⁻¹ · x = radius².
    shape: DMat3,
}

impl Extent {
    /// A point.
    pub fn point(center: DVec3) -> Self {
        Self::sphere(center, 0.0)
    }

    /// A sphere.
    pub fn sphere(center: DVec3, radius: f64) -> Self {
        Self { center, radius, shape: DMat3::IDENTITY }
    }

    /// The sphere that holds 90 % of the light of bodies, each given by its position and component.
    /// Luminous bodies count alike. The centre is that of the 90 % nearest to it, so that neither
    /// escapers nor one core of several pull it away. `None` if no body is luminous.
    pub fn of_light(look: &Look, bodies: impl IntoIterator<Item = (Vec3, u32)>) -> Option<Self> {
        let is_shown =
            |(position, component): &(Vec3, u32)| position.is_finite() && !look.is_dark(*component);
        let mut lit: Vec<DVec3> =
            bodies.into_iter().filter(is_shown).map(|(position, _)| position.as_dvec3()).collect();
        let kept = (SHARE * lit.len() as f64).ceil() as usize;
        let mean = |lit: &[DVec3]| lit.iter().sum::<DVec3>() / lit.len() as f64;
        let mut center = if lit.is_empty() { return None } else { mean(&lit) };
        let mut radius = 0.0;
        for round in 0..=ROUNDS {
            let from_center = |position: &DVec3| position.distance_squared(center);
            let (_, last, _) = lit
                .select_nth_unstable_by(kept - 1, |a, b| from_center(a).total_cmp(&from_center(b)));
            radius = from_center(last).sqrt();
            if round < ROUNDS {
                center = mean(&lit[..kept]);
            }
        }
        Some(Self { center, radius, shape: shape(&lit[..kept], center) })
    }
}

/// How bodies are drawn out: their mean squares about `center`, relative to the largest in any
/// direction, and at least [`MIN_WIDTH`] wide.
fn shape(positions: &[DVec3], center: DVec3) -> DMat3 {
    let square = |position: &DVec3| {
        let off = *position - center;
        DMat3::from_cols(off * off.x, off * off.y, off * off.z)
    };
    let squares = positions.iter().map(square).fold(DMat3::ZERO, |sum, square| sum + square);
    let largest = largest_eigenvalue(squares);
    let least = MIN_WIDTH * MIN_WIDTH;
    if largest > 0.0 {
        squares * ((1.0 - least) / largest) + DMat3::IDENTITY * least
    } else {
        DMat3::IDENTITY
    }
}

/// The largest eigenvalue of a symmetric matrix without negative ones. Smith, Communications of the
/// ACM 4 (1961) 168.
fn largest_eigenvalue(matrix: DMat3) -> f64 {
    let mean = (matrix.x_axis.x + matrix.y_axis.y + matrix.z_axis.z) / 3.0;
    let rest = matrix - DMat3::IDENTITY * mean;
    let scale = (rest.to_cols_array().iter().map(|entry| entry * entry).sum::<f64>() / 6.0).sqrt();
    if scale <= 1e-12 * mean {
        return mean;
    }
    let half = 0.5 * (rest * (1.0 / scale)).determinant();
    mean + 2.0 * scale * libm::cos(libm::acos(half.clamp(-1.0, 1.0)) / 3.0)
}

impl Camera {
    /// The distance from which all of `extent` is in the middle 80 % of a picture of `size` pixels:
    /// a sphere appears as a circle that fills 80 % of the shorter side. `None` for a point.
    pub fn framed_distance(&self, extent: &Extent, [width, height]: [u32; 2]) -> Option<f64> {
        let [right, up, backward] = self.axes().map(|axis| axis.as_dvec3());
        let slope = FILLED * (0.5 * f64::from(self.field_of_view).to_radians()).tan();
        let aspect = f64::from(width.max(1)) / f64::from(height.max(1));
        // The planes through the lens and the sides of that part of the picture. They touch the
        // ellipsoid.
        let sides = [right / (slope * aspect), -right / (slope * aspect), up / slope, -up / slope];
        let touching =
            sides.map(|side| (backward + side).dot(extent.shape * (backward + side)).sqrt());
        let distance = extent.radius * touching.into_iter().fold(0.0, f64::max);
        (distance.is_finite() && distance > 0.0).then_some(distance)
    }

    /// A camera in the same direction that frames `extent` in a picture of `size` pixels: in the
    /// middle, at [`Camera::framed_distance`]. If it is a point, keeps the distance.
    #[must_use]
    pub fn framing(&self, extent: &Extent, size: [u32; 2]) -> Self {
        let distance =
            self.framed_distance(extent, size).map_or(self.distance, |distance| distance as f32);
        Self { target: extent.center.as_vec3(), distance, ..*self }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::physics::initial::{InitialState, Plummer};
    use glam::Vec2;

    /// A Plummer model about `center`.
    fn cluster(count: usize, center: Vec3) -> Vec<(Vec3, u32)> {
        let bodies = InitialState::Plummer(Plummer::default()).bodies(count, 1).unwrap();
        bodies.iter().map(|body| (body.position.as_vec3() + center, 0)).collect()
    }

    #[test]
    fn the_sphere_holds_nine_tenths_of_the_light_despite_dark_and_escaped_bodies() {
        let look = Look { dark_components: vec![3], ..Look::default() };
        let center = Vec3::new(5.0, -3.0, 2.0);
        let mut bodies = cluster(4000, center);
        bodies.iter_mut().take(100).for_each(|body| body.0 = Vec3::new(1e5, 0.0, 0.0));
        bodies.extend((0..4000).map(|_| (Vec3::splat(-70.0), 3)));
        bodies.push((Vec3::NAN, 0));
        let extent = Extent::of_light(&look, bodies.iter().copied()).unwrap();
        assert!((extent.center - center.as_dvec3()).length() < 0.1, "{extent:?}");
        let inside = bodies
            .iter()
            .filter(|body| body.0.as_dvec3().distance(extent.center) <= extent.radius * 1.0001);
        assert_eq!(inside.count(), 3600);
    }

    #[test]
    fn the_middle_of_two_equal_cores_is_between_them() {
        let cores = [Vec3::X * 10.0, -Vec3::X * 10.0].map(|center| cluster(2000, center));
        let extent = Extent::of_light(&Look::default(), cores.concat()).unwrap();
        assert!(extent.center.length() < 1.0 && (9.0..16.0).contains(&extent.radius), "{extent:?}");
    }

    #[test]
    fn the_sphere_fills_four_fifths_of_the_shorter_side() {
        let extent = Extent::sphere(DVec3::new(1.0, 2.0, 3.0), 7.0);
        for (size, field_of_view) in [([640, 360], 45.0), ([360, 640], 45.0), ([500, 500], 100.0)] {
            let camera =
                Camera { azimuth: 70.0, field_of_view, ..Camera::default() }.framing(&extent, size);
            let [right, _, backward] = camera.axes();
            // Where the line of sight touches the sphere.
            let cosine = 7.0 / camera.distance;
            let edge =
                camera.target + 7.0 * (right * (1.0 - cosine * cosine).sqrt() + backward * cosine);
            let middle = Vec2::new(size[0] as f32, size[1] as f32) / 2.0;
            let reach = (camera.project(edge, size).unwrap().0 - middle).length();
            assert!((reach - 0.4 * size[0].min(size[1]) as f32).abs() < 0.1, "{reach} in {size:?}");
        }
    }

    #[test]
    fn few_bodies_one_and_none_have_an_extent_too() {
        let look = Look::default();
        assert_eq!(Extent::of_light(&look, []), None);
        let one = Extent::of_light(&look, [(Vec3::X, 0)]).unwrap();
        assert_eq!(one, Extent::point(DVec3::X));
        let camera = Camera::default();
        assert_eq!(camera.framing(&one, [4, 3]), Camera { target: Vec3::X, ..camera });
        let pair = Extent::of_light(&look, [(Vec3::X, 0), (Vec3::X * 3.0, 0)]).unwrap();
        assert_eq!((pair.center, pair.radius), (DVec3::X * 2.0, 1.0));
    }

    #[test]
    fn an_elongated_extent_fills_the_longer_side() {
        let bodies = [-1.0, -0.5, 0.0, 0.5, 1.0].map(|x| (Vec3::new(x, 0.2 * x, 0.0), 0));
        let extent = Extent::of_light(&Look::default(), bodies).unwrap();
        let from_above = Camera { elevation: 90.0, ..Camera::default() };
        let reach = |size: [u32; 2]| {
            let camera = from_above.framing(&extent, size);
            let seen = bodies.map(|(body, _)| {
                camera.project(body, size).unwrap().0.x * 2.0 / size[0] as f32 - 1.0
            });
            seen.into_iter().fold(0.0, f32::max)
        };
        for size in [[640, 360], [360, 360], [360, 640]] {
            assert!((0.6..0.81).contains(&reach(size)), "{} in {size:?}", reach(size));
        }
        // Seen along its length, it is not nearer than it is wide.
        let along = Camera { azimuth: -90.0, elevation: 0.0, ..Camera::default() }
            .framing(&extent, [640, 360]);
        assert!(along.distance > 1.5, "{}", along.distance);
    }

    #[test]
    fn the_largest_eigenvalue_is_that_of_the_longest_axis() {
        let turned = glam::DQuat::from_euler(glam::EulerRot::XYZ, 0.3, -1.1, 2.0);
        for axes in
            [[1.0, 2.0, 5.0], [5.0, 5.0, 0.0], [0.0, 0.0, 5.0], [5.0, 5.0, 5.0], [5.0, 1e-9, 4.999]]
        {
            let turn = DMat3::from_quat(turned);
            let matrix = turn * DMat3::from_diagonal(DVec3::from_array(axes)) * turn.transpose();
            assert!(
                (largest_eigenvalue(matrix) - 5.0).abs() < 1e-6,
                "{axes:?}: {}",
                largest_eigenvalue(matrix)
            );
        }
        assert_eq!(largest_eigenvalue(DMat3::ZERO), 0.0);
    }
}
