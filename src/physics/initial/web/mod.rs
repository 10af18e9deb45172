//! A piece of an expanding universe, whose fluctuations grow into a web of filaments, haloes and
//! voids.

mod fft;
mod field;
mod glass;
mod spectrum;

use super::{Generator, InitialError, Random, check_positive, check_within};
use crate::physics::{Body, move_to_center_of_mass};
use field::Field;
use glam::DVec3;
use glass::{distance, glass};
use rayon::prelude::*;
use spectrum::Spectrum;

/// A sphere of mass 1 cut out of a universe of critical density (Einstein-de Sitter: matter alone,
/// flat), in physical coordinates, with vacuum around it. Without fluctuations each layer would
/// expand as r ∝ t^(2/3) for ever, from H = √(2 / radius³), as the whole universe does (Newton's
/// theorem of shells); the redshift is 0 when the sphere is (1 + redshift) times as large as at the
/// start. The centre of mass is moved to the origin and to rest.
///
/// The bodies begin as a glass: evenly spread, in no pattern. A Gaussian random field with the
/// power spectrum of cold dark matter moves them, in Zel'dovich's approximation (A&A 5 (1970) 84):
/// with the displacement ψ of the growing mode, the body of a point q of the glass is at q + ψ, and
/// its velocity is H (q + 2 ψ). The spectrum is that of Bond & Efstathiou (ApJ 285 (1984) L45) with
/// the index 1 of Harrison and Zel'dovich, as Jenkins et al. (ApJ 499 (1998) 20) use it for their
/// universe τCDM. The field has no waves longer than the sphere's diameter, and none shorter than
/// two mean distances of bodies. The same seed gives the same large structures for every number of
/// bodies; more bodies add smaller ones.
#[derive(Clone, Copy, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct CosmicWeb {
    /// Radius of the sphere at the start, greater than 0.
    pub radius: f64,
    /// Comoving radius of the sphere, the radius that it would have at redshift 0, in Mpc/h, from 1
    /// to 1000: how much of the universe it is.
    pub comoving_radius: f64,
    /// Redshift at the start, from 1 to 1000.
    pub redshift: f64,
    /// Amplitude of the fluctuations, from 0 (none) to 2: standard deviation of the mass in spheres
    /// of 8 Mpc/h, relative to its mean, by linear theory at redshift 0.
    pub sigma_8: f64,
    /// Shape parameter of the spectrum, Γ, from 0.05 to 1: its maximum is near the wave number 0.1
    /// Γ h/Mpc, so a smaller number gives more large structures.
    pub shape: f64,
}

impl Default for CosmicWeb {
    fn default() -> Self {
        Self { radius: 1.0, comoving_radius: 50.0, redshift: 24.0, sigma_8: 0.9, shape: 0.21 }
    }
}

impl Generator for CosmicWeb {
    fn check(&self) -> Result<(), InitialError> {
        check_positive("radius", self.radius)?;
        check_within("comoving_radius", self.comoving_radius, 1.0, 1000.0)?;
        check_within("redshift", self.redshift, 1.0, 1000.0)?;
        check_within("sigma_8", self.sigma_8, 0.0, 2.0)?;
        check_within("shape", self.shape, 0.05, 1.0)
    }

    fn draw(&self, count: usize, random: &mut Random) -> Vec<Body> {
        let spectrum = Spectrum::new(self.shape, self.sigma_8);
        // Lengths in units of the sphere's radius from here on; the growing mode is proportional to
        // the scale factor.
        let growth = 1.0 / (1.0 + self.redshift);
        let distance = distance(count);
        let place = DVec3::new(random.uniform(), random.uniform(), random.uniform());
        let field = Field::new(&spectrum, self.comoving_radius, distance, random);
        let rate = (2.0 / (self.radius * self.radius * self.radius)).sqrt();
        let body = |point: &DVec3| {
            let moved = field.displacement(*point) * growth;
            let (position, velocity) =
                ((*point + moved) * self.radius, (*point + 2.0 * moved) * (rate * self.radius));
            Body { position, velocity, mass: 1.0 / count as f64, component: 0 }
        };
        let mut bodies: Vec<Body> = glass(count, distance, place).par_iter().map(body).collect();
        move_to_center_of_mass(&mut bodies);
        bodies
    }
}
