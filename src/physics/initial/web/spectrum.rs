//! The power spectrum of cold dark matter.

use std::f64::consts::PI;

/// Power as a function of the wave number, by linear theory at redshift 0. Lengths in Mpc/h.
pub(super) struct Spectrum {
    shape: f64,
    factor: f64,
}

/// Radius of the spheres in which the amplitude is stated.
const SPHERE: f64 = 8.0;

impl Spectrum {
    /// `sigma` is the standard deviation of the mass in spheres of 8 Mpc/h, relative to its mean.
    pub fn new(shape: f64, sigma: f64) -> Self {
        let unscaled = Self { shape, factor: 1.0 };
        let factor = sigma * sigma / unscaled.variance(SPHERE);
        Self { shape, factor }
    }

    /// Power at a wave number in h/Mpc, in (Mpc/h)³: k T²(k), with the transfer function of Bond &
    /// Efstathiou (1984), T = (1 + (a k + (b k)^(3/2) + (c k)²)^ν)^(-1/ν), with a, b, c = 6.4, 3
    /// and 1.7 over Γ, and ν = 1.13.
    pub fn power(&self, k: f64) -> f64 {
        const EXPONENT: f64 = 1.13;
        let q = k / self.shape;
        let sum = 6.4 * q + libm::pow(3.0 * q, 1.5) + 2.89 * q * q;
        self.factor * k * libm::pow(1.0 + libm::pow(sum, EXPONENT), -2.0 / EXPONENT)
    }

    /// Variance of the mass in spheres of this radius, relative to its mean: ∫ P W² k³ / 2π² d ln
    /// k, by the trapezoidal rule.
    pub fn variance(&self, radius: f64) -> f64 {
        const STEPS: usize = 2000;
        let (first, last) = (libm::log(1e-5 / radius), libm::log(1e3 / radius));
        let step = (last - first) / STEPS as f64;
        let term = |index: usize| {
            let k = libm::exp(first + step * index as f64);
            let x = k * radius;
            // The Fourier transform of a homogeneous ball; its series where the terms cancel.
            let window = if x < 1e-2 {
                1.0 - x * x / 10.0
            } else {
                3.0 * (libm::sin(x) - x * libm::cos(x)) / (x * x * x)
            };
            self.power(k) * window * window * k * k * k / (2.0 * PI * PI)
        };
        (0..=STEPS).map(term).sum::<f64>() * step
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_spectrum_has_the_slopes_and_the_amplitude_of_cold_dark_matter() {
        let spectrum = Spectrum::new(0.21, 0.6);
        assert!((spectrum.variance(8.0).sqrt() - 0.6).abs() < 1e-12);
        let slope = |k: f64| (spectrum.power(k * 1.01) / spectrum.power(k)).ln() / 1.01_f64.ln();
        // 1 on the largest scales; the maximum near 0.1 Γ h/Mpc; towards -3 on small ones.
        assert!((slope(1e-5) - 1.0).abs() < 0.02, "{}", slope(1e-5));
        assert!(slope(0.01) > 0.0 && slope(0.04) < 0.0);
        assert!((-2.9..-2.4).contains(&slope(10.0)), "{}", slope(10.0));
        // Clusters of galaxies form from spheres of 8 Mpc/h, galaxies from spheres ten times as
        // small.
        let ratio = (spectrum.variance(0.8) / spectrum.variance(8.0)).sqrt();
        assert!((3.0..6.0).contains(&ratio), "{ratio}");
    }
}
