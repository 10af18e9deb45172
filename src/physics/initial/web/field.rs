//! The displacement of the bodies: a Gaussian random field with a given spectrum.

use super::fft::{Complex, sum_waves};
use super::spectrum::Spectrum;
use crate::physics::initial::Random;
use glam::DVec3;
use rayon::prelude::*;
use std::f64::consts::PI;

/// Cells along a side of the cube, at most: 256 MiB for each of two cubes. More than 8 million
/// bodies get no shorter waves.
const MAX_CELLS: usize = 256;
/// Random numbers of the stream for each line of waves along z: two for each wave.
const LINE: u64 = 2 * MAX_CELLS as u64;

/// The displacement at redshift 0 by linear theory, in a periodic cube around the unit ball.
/// Lengths in its radius.
pub(super) struct Field {
    side: usize,
    /// Along x and y, as real and imaginary part.
    along_x_y: Vec<Complex>,
    /// Along z, as real part.
    along_z: Vec<Complex>,
}

impl Field {
    /// `radius` is that of the ball in Mpc/h, `distance` the mean distance of bodies in its radius:
    /// no wave is shorter than two of it. The amplitude of each wave depends on the seed and on the
    /// wave alone, not on the number of cells.
    pub fn new(spectrum: &Spectrum, radius: f64, distance: f64, random: &Random) -> Self {
        let side = ((2.0 / distance) as usize + 1).next_power_of_two().clamp(8, MAX_CELLS);
        let waves = Waves::new(spectrum, 2.0 * radius, 1.0 / (distance * distance), side, random);
        let [mut along_x_y, mut along_z] =
            [0, 1].map(|_| vec![Complex::default(); side * side * side]);
        along_x_y.par_chunks_mut(side).zip(along_z.par_chunks_mut(side)).enumerate().for_each(
            |(index, (x_y, z))| {
                let line = [index / side, index % side].map(|place| waves.number(place));
                waves.fill(line, x_y, z);
            },
        );
        sum_waves(&mut along_x_y, side);
        sum_waves(&mut along_z, side);
        Self { side, along_x_y, along_z }
    }

    /// The displacement at a point, linear between cells. The cube is periodic.
    pub fn displacement(&self, point: DVec3) -> DVec3 {
        let place = (0.5 * point + 0.5) * self.side as f64;
        let (corner, t) = (place.floor(), place - place.floor());
        // On each axis, the cells before and after the point, and their weights.
        let cells = [0, 1, 2].map(|axis| {
            let before = (corner[axis] as i64).rem_euclid(self.side as i64) as usize;
            [(before, 1.0 - t[axis]), ((before + 1) % self.side, t[axis])]
        });
        let mut sum = DVec3::ZERO;
        for (x, x_weight) in cells[0] {
            for (y, y_weight) in cells[1] {
                for (z, z_weight) in cells[2] {
                    let cell = (x * self.side + y) * self.side + z;
                    let value = DVec3::new(
                        self.along_x_y[cell].re,
                        self.along_x_y[cell].im,
                        self.along_z[cell].re,
                    );
                    sum += value * (x_weight * y_weight * z_weight);
                }
            }
        }
        sum
    }
}

/// The waves of a cube of `side`³ cells that contains the unit ball, with tables of what many of
/// them share.
struct Waves<'a> {
    side: usize,
    random: &'a Random,
    /// Standard deviation of the waves of the density contrast δ, √(P / volume), by the square of
    /// the wave number, in waves per edge. There are no waves beyond its end.
    density: Vec<f64>,
    /// Undoes the weakening of short waves by linear interpolation between cells: a factor for each
    /// axis, by wave number.
    sharpening: Vec<f64>,
}

impl<'a> Waves<'a> {
    /// The edge of the cube is in Mpc/h; `most` is the square of the largest wave number.
    fn new(spectrum: &Spectrum, edge: f64, most: f64, side: usize, random: &'a Random) -> Self {
        // Farther from the axes than the corners of the cube of wave numbers is nothing.
        let most = (most as usize).min(3 * side * side / 4);
        let deviation = |square: usize| {
            let k = 2.0 * PI / edge * (square as f64).sqrt();
            (spectrum.power(k) / (edge * edge * edge)).sqrt()
        };
        let sharpening = |number: usize| {
            let x = PI * number as f64 / side as f64;
            if number == 0 { 1.0 } else { (x / libm::sin(x)) * (x / libm::sin(x)) }
        };
        let density = (0..=most).into_par_iter().map(deviation).collect();
        Self { side, random, density, sharpening: (0..=side / 2).map(sharpening).collect() }
    }

    /// Wave number of a place along an axis, in waves per edge: the second half of the places has
    /// the negative ones.
    fn number(&self, place: usize) -> i64 {
        if place < self.side / 2 { place as i64 } else { place as i64 - self.side as i64 }
    }

    /// Fills the lines along z of both cubes with the waves that have these numbers along x and y.
    /// The displacement ψ, with -∇·ψ = δ, has the waves i k/k² δ. Opposite waves have conjugate
    /// amplitudes, so that the fields are real.
    fn fill(&self, [x, y]: [i64; 2], along_x_y: &mut [Complex], along_z: &mut [Complex]) {
        let half = self.side as i64 / 2;
        // The opposite of a wave of half the number of cells is itself: it has no place for a
        // direction.
        if x == -half || y == -half || (x * x + y * y) as usize >= self.density.len() {
            return;
        }
        let is_mirror = x < 0 || (x == 0 && y < 0);
        let sign = if is_mirror { -1 } else { 1 };
        let line = (sign * x) as u64 * MAX_CELLS as u64 + zigzag(sign * y);
        let mut random = self.random.at(self.random.position() + line * LINE);
        let mut last = Complex::default();
        // 0, 1, -1, 2, -2 and so on: more cells continue the list.
        let is_needed = |z: &i64| ((x * x + y * y + z * z) as usize) < self.density.len();
        for z in (0..half).flat_map(|z| [z, -z]).skip(1).take_while(is_needed) {
            let amplitude =
                if (x, y) == (0, 0) && z < 0 { last.conjugate() } else { normal(&mut random) };
            last = amplitude;
            let (z, amplitude) =
                if is_mirror { (-z, amplitude.conjugate()) } else { (z, amplitude) };
            let square = (x * x + y * y + z * z) as usize;
            if square == 0 {
                continue;
            }
            let sharpening: f64 = [x, y, z]
                .map(|number| self.sharpening[number.unsigned_abs() as usize])
                .iter()
                .product();
            // The edge has the length 2, so k is π times the wave number.
            let wave =
                amplitude.turned() * (self.density[square] * sharpening / (PI * square as f64));
            let place = z.rem_euclid(self.side as i64) as usize;
            along_x_y[place] = wave * x as f64 + wave.turned() * y as f64;
            along_z[place] = wave * z as f64;
        }
    }
}

/// 0, 1, -1, 2, -2 and so on are numbered from 0.
fn zigzag(number: i64) -> u64 {
    if number > 0 { 2 * number as u64 - 1 } else { 2 * number.unsigned_abs() }
}

/// A complex number whose square has the mean 1: real and imaginary part are independent and normal
/// (Box & Muller, Ann. Math. Stat. 29 (1958) 610), with the same number of random numbers each
/// time.
fn normal(random: &mut Random) -> Complex {
    let length = (-libm::log(1.0 - random.uniform())).sqrt();
    Complex::polar(length, 2.0 * PI * random.uniform())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Means of |δ|² over the stated power in shells of wave numbers, from the displacement at
    /// `side`³ points of a cubic lattice by plain Fourier sums.
    fn power_ratios(field: &Field, spectrum: &Spectrum, radius: f64, side: usize) -> Vec<f64> {
        let at = |index: usize| 2.0 * index as f64 / side as f64 - 1.0;
        let points: Vec<DVec3> = (0..side * side * side)
            .map(|index| {
                DVec3::new(at(index / side / side), at(index / side % side), at(index % side))
            })
            .collect();
        let moved: Vec<DVec3> = points.par_iter().map(|point| field.displacement(*point)).collect();
        let ratio = |wave: DVec3| {
            let k = PI * wave;
            let (re, im) =
                points.iter().zip(&moved).fold((0.0, 0.0), |(re, im), (point, moved)| {
                    let (sin, cos) = k.dot(*point + 1.0).sin_cos();
                    let along = k.dot(*moved);
                    (re + along * cos, im + along * sin)
                });
            let square = (re * re + im * im) / (points.len() as f64).powi(2);
            square * (2.0 * radius).powi(3) / spectrum.power(k.length() / radius)
        };
        // Waves of each shell, one of each opposite pair.
        let shells = [(1.0, 3.0), (3.0, 4.2), (4.2, 5.2), (5.2, 6.2), (6.2, 7.0)];
        let shell = |&(from, to): &(f64, f64)| {
            let range = || (-7..=7).map(f64::from);
            let waves = range().flat_map(|x| {
                range().flat_map(move |y| (0..=7).map(move |z| DVec3::new(x, y, f64::from(z))))
            });
            let is_in = |wave: &DVec3| {
                (from..to).contains(&wave.length()) && (wave.z, wave.y, wave.x) > (0.0, 0.0, 0.0)
            };
            let ratios: Vec<f64> =
                waves.filter(is_in).collect::<Vec<_>>().into_par_iter().map(ratio).collect();
            ratios.iter().sum::<f64>() / ratios.len() as f64
        };
        shells.iter().map(shell).collect()
    }

    const SEEDS: u64 = 4;

    #[test]
    fn the_field_has_the_stated_power_spectrum_on_every_scale() {
        let (spectrum, radius) = (Spectrum::new(0.21, 0.9), 50.0);
        // Beside chance, linear interpolation between the 32 cells per edge adds a little.
        let ratios: Vec<Vec<f64>> = (0..SEEDS)
            .map(|seed| {
                power_ratios(
                    &Field::new(&spectrum, radius, 1.0 / 15.0, &Random::new(seed)),
                    &spectrum,
                    radius,
                    40,
                )
            })
            .collect();
        for (shell, modes) in [52, 99, 138, 202, 212].into_iter().enumerate() {
            let ratio = ratios.iter().map(|ratios| ratios[shell]).sum::<f64>() / SEEDS as f64;
            // |δ|² of each wave scatters by its mean.
            let error = 3.0 / f64::sqrt(modes as f64 * SEEDS as f64) + 0.03;
            assert!(
                (ratio - 1.0).abs() < error,
                "shell {shell}: {ratio} of the stated power, within {error}: {ratios:?}"
            );
        }
    }

    #[test]
    fn the_same_seed_gives_the_same_large_structures_with_any_number_of_cells() {
        // Nearly all of the displacement is that of waves which both have.
        let spectrum = Spectrum::new(0.05, 0.9);
        let of = |distance: f64| Field::new(&spectrum, 500.0, distance, &Random::new(3));
        let (coarse, fine) = (of(0.1), of(0.02));
        assert!(coarse.side < fine.side);
        let mut random = Random::new(1);
        let (mut product, mut squares) = (0.0, [0.0; 2]);
        for _ in 0..2000 {
            let point = random.in_ball();
            let pair = [coarse.displacement(point), fine.displacement(point)];
            product += pair[0].dot(pair[1]);
            squares = [0, 1].map(|which| squares[which] + pair[which].length_squared());
        }
        let correlation = product / (squares[0] * squares[1]).sqrt();
        assert!(correlation > 0.9, "{correlation}");
    }
}
