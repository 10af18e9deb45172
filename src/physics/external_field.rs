//! An external field that pulls on all bodies: uniform, a point mass, a halo and a disk.

use glam::DVec3;

use super::Body;
use crate::mirrored;

mirrored! {
    /// The field in the kernels' WGSL. Second parts of numbers are for double precision.
    pub struct ExternalParams {
        /// The uniform acceleration; the mass of the point.
        pub uniform_point: [f32; 4],
        /// Their second parts.
        pub uniform_point_low: [f32; 4],
        /// The halo's speed², core² and 1 / flattening²; the square of the point's softening.
        pub halo: [f32; 4],
        /// Their second parts.
        pub halo_low: [f32; 4],
        /// The disk's mass, length and height²; unused.
        pub disk: [f32; 4],
        /// Their second parts.
        pub disk_low: [f32; 4],
    }
}

/// A constant field that pulls on all bodies in addition to their own gravity: `[physics.external]` in a
/// scene file. Its four parts add up, and a part of strength 0 is none. All but the uniform one are
/// centred on the origin, which nothing moves. Units are those of the scene, with G = 1.
///
/// With R² = x² + y²:
///
/// | part | potential | source |
/// | --- | --- | --- |
/// | uniform | −g·x | |
/// | point mass | −M / √(r² + softening²), softened like the bodies | |
/// | logarithmic halo | v²/2 ln(core² + R² + z² / flattening²) | Binney & Tremaine, Galactic Dynamics (2008), eq. 2.71a |
/// | disk | −M / √(R² + (length + √(z² + height²))²) | Miyamoto & Nagai, PASJ 27 (1975) 533 |
///
/// ```
/// use glam::DVec3;
/// use starshell::physics::ExternalField;
///
/// let halo = ExternalField { halo_speed: 220.0, halo_core: 0.0, ..ExternalField::default() };
/// // The speed of circular orbits is the same at all radii.
/// for radius in [1.0, 8.0, 50.0] {
///     let (pull, _) = halo.at(DVec3::X * radius, 0.0);
///     assert!(((-pull.x * radius).sqrt() - 220.0).abs() < 1e-9);
/// }
/// ```
#[derive(Clone, Copy, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct ExternalField {
    /// Uniform acceleration along x.
    pub uniform_x: f64,
    /// Uniform acceleration along y.
    pub uniform_y: f64,
    /// Uniform acceleration along z.
    pub uniform_z: f64,
    /// Mass of the point.
    pub point_mass: f64,
    /// Speed of circular orbits in the halo, far outside of its core.
    pub halo_speed: f64,
    /// Radius of the halo's core.
    pub halo_core: f64,
    /// Axis ratio of the halo's equipotentials along z: 1 is a sphere, less is flat.
    pub halo_flattening: f64,
    /// Mass of the disk.
    pub disk_mass: f64,
    /// Scale length of the disk.
    pub disk_length: f64,
    /// Scale height of the disk; 0 is infinitely thin.
    pub disk_height: f64,
}

impl Default for ExternalField {
    fn default() -> Self {
        Self::NONE
    }
}

impl ExternalField {
    /// No field, with the lengths of parts that are given a strength later.
    pub const NONE: Self = Self {
        uniform_x: 0.0,
        uniform_y: 0.0,
        uniform_z: 0.0,
        point_mass: 0.0,
        halo_speed: 0.0,
        halo_core: 0.1,
        halo_flattening: 1.0,
        disk_mass: 0.0,
        disk_length: 1.0,
        disk_height: 0.1,
    };
    /// The least and the greatest uniform acceleration.
    pub const UNIFORM: [f64; 2] = [f32::MIN as f64, f32::MAX as f64];
    /// The least and the greatest mass.
    pub const MASS: [f64; 2] = [0.0, f32::MAX as f64];
    /// The least and the greatest speed, core, length and height, whose squares single precision
    /// holds.
    pub const SQUARED: [f64; 2] = [0.0, 1.8e19];
    /// The least and the greatest flattening; densities below 0.7 are negative on the axis.
    pub const FLATTENING: [f64; 2] = [0.5, 2.0];

    /// Whether it pulls at all.
    pub fn is_some(&self) -> bool {
        self.uniform() != DVec3::ZERO
            || [self.point_mass, self.halo_speed, self.disk_mass].iter().any(|part| *part > 0.0)
    }

    fn uniform(&self) -> DVec3 {
        DVec3::new(self.uniform_x, self.uniform_y, self.uniform_z)
    }

    /// The first key whose number is out of range, with the number and the range.
    pub(super) fn out_of_range(&self) -> Option<(&'static str, f64, [f64; 2])> {
        [
            ("uniform_x", self.uniform_x, Self::UNIFORM),
            ("uniform_y", self.uniform_y, Self::UNIFORM),
            ("uniform_z", self.uniform_z, Self::UNIFORM),
            ("point_mass", self.point_mass, Self::MASS),
            ("halo_speed", self.halo_speed, Self::SQUARED),
            ("halo_core", self.halo_core, Self::SQUARED),
            ("halo_flattening", self.halo_flattening, Self::FLATTENING),
            ("disk_mass", self.disk_mass, Self::MASS),
            ("disk_length", self.disk_length, Self::SQUARED),
            ("disk_height", self.disk_height, Self::SQUARED),
        ]
        .into_iter()
        .find(|(_, value, [least, most])| !(least..=most).contains(&value))
    }

    /// Acceleration and potential at a place, where bodies have this softening.
    pub fn at(&self, place: DVec3, softening: f64) -> (DVec3, f64) {
        // 0 of 0: no direction is preferred.
        let inverse = |squared: f64| if squared > 0.0 { 1.0 / squared.sqrt() } else { 0.0 };
        let (mut pull, mut potential) = (self.uniform(), -self.uniform().dot(place));
        if self.point_mass > 0.0 {
            let inverse = inverse(place.length_squared() + softening * softening);
            pull -= place * (self.point_mass * inverse.powi(3));
            potential -= self.point_mass * inverse;
        }
        if self.halo_speed > 0.0 {
            let way = place * DVec3::new(1.0, 1.0, self.halo_flattening.powi(-2));
            let squared = self.halo_core * self.halo_core + way.dot(place);
            let strength = self.halo_speed * self.halo_speed;
            pull -= way * (strength * inverse(squared).powi(2));
            potential += 0.5 * strength * squared.max(f64::from(f32::MIN_POSITIVE)).ln();
        }
        if self.disk_mass > 0.0 {
            let height = place.z.hypot(self.disk_height);
            let reach = self.disk_length + height;
            let inverse = inverse(place.x * place.x + place.y * place.y + reach * reach);
            let steep = if height > 0.0 { reach / height } else { 0.0 };
            let way = place * DVec3::new(1.0, 1.0, steep);
            pull -= way * (self.disk_mass * inverse.powi(3));
            potential -= self.disk_mass * inverse;
        }
        (pull, potential)
    }

    /// Adds the accelerations at these places.
    pub(super) fn pull(&self, place: &[DVec3], softening: f64, acceleration: &mut [DVec3]) {
        if self.is_some() {
            for (acceleration, place) in acceleration.iter_mut().zip(place) {
                *acceleration += self.at(*place, softening).0;
            }
        }
    }

    /// The rate at which its acceleration changes for a moving body, by a central difference: to
    /// about half of the digits.
    pub(super) fn rate(&self, place: DVec3, velocity: DVec3, softening: f64) -> DVec3 {
        let speed = velocity.length();
        if speed == 0.0 {
            return DVec3::ZERO;
        }
        let time = 1e-5 * place.length().max(softening).max(f64::MIN_POSITIVE) / speed;
        let [ahead, behind] =
            [time, -time].map(|time| self.at(place + velocity * time, softening).0);
        (ahead - behind) / (2.0 * time)
    }

    /// The potential energy of the bodies in it; those that are not finite have none.
    pub fn energy(&self, bodies: &[Body], softening: f64) -> f64 {
        if !self.is_some() {
            return 0.0;
        }
        let finite =
            bodies.iter().filter(|body| body.position.is_finite() && body.velocity.is_finite());
        finite.map(|body| body.mass * self.at(body.position, softening).1).sum()
    }

    /// The numbers for the kernels.
    pub(super) fn params(&self, softening: f64) -> ExternalParams {
        let squared = |number: f64| number * number;
        let parts = |numbers: [f64; 4]| {
            let high = numbers.map(|number| number as f32);
            (high, std::array::from_fn(|i| (numbers[i] - f64::from(high[i])) as f32))
        };
        let Self { uniform_x, uniform_y, uniform_z, point_mass, .. } = *self;
        let (uniform_point, uniform_point_low) =
            parts([uniform_x, uniform_y, uniform_z, point_mass]);
        let (halo, halo_low) = parts([
            squared(self.halo_speed),
            squared(self.halo_core),
            squared(self.halo_flattening).recip(),
            squared(softening),
        ]);
        let (disk, disk_low) =
            parts([self.disk_mass, self.disk_length, squared(self.disk_height), 0.0]);
        ExternalParams { uniform_point, uniform_point_low, halo, halo_low, disk, disk_low }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn all() -> ExternalField {
        ExternalField {
            uniform_x: 0.1,
            uniform_y: -0.2,
            uniform_z: 0.3,
            point_mass: 0.5,
            halo_speed: 1.2,
            halo_core: 0.2,
            halo_flattening: 0.8,
            disk_mass: 2.0,
            disk_length: 0.7,
            disk_height: 0.1,
        }
    }

    #[test]
    fn the_pull_is_the_slope_of_the_potential() {
        let place = DVec3::new(0.3, -0.7, 0.4);
        for field in [
            all(),
            ExternalField { disk_height: 0.0, ..all() },
            ExternalField { halo_core: 0.0, ..all() },
        ] {
            let (pull, _) = field.at(place, 0.05);
            let slope = DVec3::AXES.map(|axis| {
                let [ahead, behind] = [1e-6, -1e-6].map(|by| field.at(place + axis * by, 0.05).1);
                (behind - ahead) / 2e-6
            });
            let off = pull - DVec3::from_array(slope);
            assert!(off.length() < 1e-8 * pull.length(), "{off}");
        }
    }

    #[test]
    fn circular_speeds_are_those_of_the_formulas() {
        // Binney & Tremaine 2008: eq. 2.71c for the halo; the disk by its derivative at z = 0.
        let speed_squared = |field: ExternalField| -field.at(DVec3::X * 2.0, 0.0).0.x * 2.0;
        let none = ExternalField::default();
        let halo = ExternalField { halo_speed: 1.5, halo_core: 0.5, ..none };
        assert!((speed_squared(halo) - 2.25 * 4.0 / 4.25).abs() < 1e-14);
        let disk = ExternalField { disk_mass: 3.0, disk_length: 0.6, disk_height: 0.1, ..none };
        assert!((speed_squared(disk) - 3.0 * 4.0 / (4.0_f64 + 0.49).powf(1.5)).abs() < 1e-14);
        assert_eq!(speed_squared(ExternalField { point_mass: 2.0, ..none }), 1.0);
        assert_eq!(ExternalField { uniform_z: -9.81, ..none }.at(DVec3::Z, 0.0).1, 9.81);
    }

    #[test]
    fn at_the_centre_nothing_is_infinite() {
        let bare = ExternalField { halo_core: 0.0, disk_length: 0.0, disk_height: 0.0, ..all() };
        let (pull, potential) = bare.at(DVec3::ZERO, 0.0);
        assert_eq!(pull, bare.uniform());
        assert!(potential.is_finite());
    }

    #[test]
    fn the_rate_is_that_of_the_acceleration() {
        let (place, velocity) = (DVec3::new(0.3, -0.7, 0.4), DVec3::new(1.0, 0.5, -0.2));
        let field = ExternalField { point_mass: 1.0, ..ExternalField::default() };
        let cubed = place.length().powi(3);
        let exact = -(velocity - place * (3.0 * place.dot(velocity) / place.length_squared()))
            * cubed.recip();
        let found = field.rate(place, velocity, 0.0);
        assert!((found - exact).length() < 1e-8 * exact.length());
    }
}
