//! How a pair of bodies attracts each other: a law per file, each of which also has one in
//! `shaders/gravity/law`.

mod cut_off;
mod plummer;
mod spline;

use crate::named;

named! {
    /// How gravity is softened near a body.
    #[derive(Default)]
    pub enum ForceLaw: "force law" {
        /// The potential of a mass m is -m / √(r² + softening²) at every distance: smooth, and a little
        /// weaker than Newton's law far away. Plummer, MNRAS 71 (1911) 460.
        #[default]
        Plummer = "plummer",
        /// The mass is spread by a cubic spline that ends at 2.8 times the softening, from where on the
        /// law is Newton's. The potential at the centre is that of Plummer's law. As in Gadget: Springel,
        /// MNRAS 364 (2005) 1105.
        Spline = "spline",
        /// Newton's law down to the softening, and no pull within it: the mass is spread over a shell. The
        /// force jumps there, so steps that cross it lose the order of their integrator.
        CutOff = "cut-off",
    }
}

impl ForceLaw {
    /// Its number in the kernels: `LAW` in `shaders/gravity/law.wgsl`.
    pub(crate) const fn number(self) -> u32 {
        match self {
            Self::Plummer => 0,
            Self::Spline => 1,
            Self::CutOff => 2,
        }
    }
}

/// A law and its length. A bare length softens by Plummer's law.
///
/// ```
/// use starshell::physics::{ForceLaw, Softening};
///
/// let spline = Softening { law: ForceLaw::Spline, length: 0.1 };
/// // Newton's law from 2.8 lengths on, and the same depth at the centre as Plummer's.
/// assert_eq!(spline.strength(1.0, 0.25), 8.0);
/// assert!((spline.depth(1.0, 0.0) - 10.0).abs() < 1e-12);
/// assert_eq!(Softening::from(0.1).depth(1.0, 0.0), 10.0);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, serde::Serialize, serde::Deserialize)]
pub struct Softening {
    /// How it acts.
    pub law: ForceLaw,
    /// Its length; 0 is none, whatever the law.
    pub length: f64,
}

impl From<f64> for Softening {
    fn from(length: f64) -> Self {
        Self { law: ForceLaw::Plummer, length }
    }
}

impl Softening {
    /// Lengths below this count as 0 in single precision: the cube of their inverse times a mass
    /// would overflow, and a body's pull on itself would be infinity times zero.
    pub(crate) const MIN_LENGTH: f64 = 1e-10;

    /// Whether there is any in single precision.
    pub(crate) fn is_some(self) -> bool {
        self.length >= Self::MIN_LENGTH
    }

    /// The length that the law's terms are made of: for the spline, where it ends.
    pub(crate) fn own_length(self) -> f64 {
        match self.law {
            ForceLaw::Spline => spline::END * self.length,
            ForceLaw::Plummer | ForceLaw::CutOff => self.length,
        }
    }

    /// The square of [`Softening::own_length`] for kernels; 0 if there is no softening.
    pub(crate) fn squared(self) -> f64 {
        if self.is_some() { self.own_length() * self.own_length() } else { 0.0 }
    }

    /// The constants of kernels: whether there is any, and the law.
    pub(crate) fn switches(self) -> [(&'static str, u32); 2] {
        [("SOFTENED", u32::from(self.is_some())), ("LAW", self.law.number())]
    }

    /// The pull of a mass at this squared distance, as a multiple of the offset to it. Nothing at
    /// distance 0 without softening.
    pub fn strength(self, mass: f64, squared: f64) -> f64 {
        match self.law {
            ForceLaw::Plummer => plummer::strength(mass, squared, self.length),
            ForceLaw::Spline => spline::strength(mass, squared, self.own_length()),
            ForceLaw::CutOff => cut_off::strength(mass, squared, self.length),
        }
    }

    /// By how much a mass at this squared distance lowers the potential.
    pub fn depth(self, mass: f64, squared: f64) -> f64 {
        match self.law {
            ForceLaw::Plummer => plummer::depth(mass, squared, self.length),
            ForceLaw::Spline => spline::depth(mass, squared, self.own_length()),
            ForceLaw::CutOff => cut_off::depth(mass, squared, self.length),
        }
    }

    /// The relative rate at which [`Softening::strength`] falls while the product of offset and
    /// velocity is `along`.
    pub fn fall(self, along: f64, squared: f64) -> f64 {
        match self.law {
            ForceLaw::Plummer => plummer::fall(along, squared, self.length),
            ForceLaw::Spline => spline::fall(along, squared, self.own_length()),
            ForceLaw::CutOff => plummer::fall(along, squared, 0.0),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::name::Named;

    #[test]
    fn every_pull_is_the_slope_of_its_potential_and_falls_as_it_says() {
        for &law in ForceLaw::ALL {
            let softening = Softening { law, length: 0.1 };
            for distance in [0.01_f64, 0.05, 0.09, 0.13, 0.17, 0.25, 0.4, 3.0] {
                let step = 1e-6 * distance;
                let around = [distance - step, distance + step].map(|r| r * r);
                let [less, more] = around.map(|squared| softening.depth(2.0, squared));
                let slope = (less - more) / (2.0 * step);
                let strength = softening.strength(2.0, distance * distance);
                let scale = 2.0 / (distance * distance).max(0.01);
                assert!((strength * distance - slope).abs() < 1e-6 * scale, "{law:?} {distance}");
                // Moving away at speed 1.
                let [less, more] = around.map(|squared| softening.strength(2.0, squared));
                let change = (less - more) / (2.0 * step);
                let fall = strength * softening.fall(distance, distance * distance);
                assert!((fall - change).abs() < 1e-4 * scale / 0.01, "{law:?} {distance}");
            }
        }
    }

    #[test]
    fn laws_join_that_of_newton_where_they_end() {
        for (law, end) in [(ForceLaw::Spline, 2.8), (ForceLaw::CutOff, 1.0)] {
            let softening = Softening { law, length: 0.5 };
            assert_eq!(softening.own_length(), 0.5 * end);
            let squared = (0.5 * end * (1.0 + 1e-9)).powi(2);
            let newton = Softening::from(0.0);
            assert_eq!(softening.strength(1.0, squared), newton.strength(1.0, squared));
            let inside = (0.5 * end * (1.0 - 1e-9)).powi(2);
            let [found, expected] = [softening, newton].map(|law| law.depth(1.0, inside));
            assert!((found - expected).abs() < 1e-8, "{found} is not {expected}");
            assert_eq!(softening.strength(1.0, 0.0) == 0.0, law == ForceLaw::CutOff);
        }
        let none = Softening { law: ForceLaw::Spline, length: 0.0 };
        assert_eq!((none.strength(1.0, 0.0), none.depth(1.0, 0.0)), (0.0, 0.0));
        assert_eq!(none.strength(1.0, 4.0), 0.125);
    }
}
