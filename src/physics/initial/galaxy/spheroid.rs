//! The field of the galaxy averaged over angles, and the two spheres in it: bulge and halo.

use super::Random;
use glam::DVec3;
use std::f64::consts::{PI, SQRT_2};

/// Points of the radial grid, evenly spaced in ln r.
const POINTS: usize = 800;

/// A Hernquist sphere with a smooth cutoff of its density: ρ ∝ exp(-(r/cutoff)²) / (r (r +
/// length)³).
#[derive(Clone, Copy)]
pub(super) struct Profile {
    pub mass: f64,
    pub length: f64,
    pub cutoff: f64,
}

impl Profile {
    /// Density up to a factor, its logarithmic slope d ln ρ / d ln r, and the derivative of the
    /// slope, d slope / d ln r.
    fn shape(&self, r: f64) -> (f64, f64, f64) {
        let outside = r + self.length;
        let square = (r / self.cutoff) * (r / self.cutoff);
        let density = libm::exp(-square) / (r * outside * outside * outside);
        let slope = -1.0 - 3.0 * r / outside - 2.0 * square;
        (density, slope, -3.0 * r * self.length / (outside * outside) - 4.0 * square)
    }
}

/// A sphere's density and the mass within each grid radius.
struct Sphere {
    profile: Profile,
    /// Turns the result of `Profile::shape` into a density.
    factor: f64,
    mass_within: Vec<f64>,
}

/// All spheres and the disk as one spherical field on a radial grid: mass within r, and potential.
pub(super) struct Field {
    radii: Vec<f64>,
    log_first: f64,
    log_step: f64,
    spheres: Vec<Sphere>,
    /// Mass of the spheres and of the disk within each radius.
    mass_within: Vec<f64>,
    /// The potential with its sign reversed: greater than 0.
    depth: Vec<f64>,
    disk_mass: f64,
    disk_length: f64,
}

impl Field {
    pub fn new(profiles: &[Profile], disk_mass: f64, disk_length: f64) -> Self {
        let least = profiles
            .iter()
            .map(|profile| profile.length.min(profile.cutoff))
            .fold(disk_length, f64::min);
        let most = profiles.iter().map(|profile| profile.cutoff).fold(4.0 * disk_length, f64::max);
        let (log_first, log_last) = (libm::log(1e-4 * least), libm::log(6.0 * most));
        let log_step = (log_last - log_first) / (POINTS - 1) as f64;
        let radii: Vec<f64> =
            (0..POINTS).map(|i| libm::exp(log_first + log_step * i as f64)).collect();

        let spheres: Vec<Sphere> =
            profiles.iter().map(|&profile| Sphere::new(profile, &radii, log_step)).collect();
        let mass_within: Vec<f64> = (0..POINTS)
            .map(|i| {
                // A thin exponential disk holds 1 - (1 + x) exp(-x) of its mass within the radius
                // x.
                let x = radii[i] / disk_length;
                let disk = if x < 1e-3 { x * x / 2.0 } else { 1.0 - (1.0 + x) * libm::exp(-x) };
                disk_mass * disk + spheres.iter().map(|sphere| sphere.mass_within[i]).sum::<f64>()
            })
            .collect();
        // Minus the potential is the integral of M/r² dr = M/r d ln r from r outwards. There is no
        // mass outside the grid.
        let mut depth = vec![0.0; POINTS];
        depth[POINTS - 1] = mass_within[POINTS - 1] / radii[POINTS - 1];
        for i in (0..POINTS - 1).rev() {
            let slope = |i: usize| mass_within[i] / radii[i];
            depth[i] = depth[i + 1] + 0.5 * log_step * (slope(i) + slope(i + 1));
        }
        Self { radii, log_first, log_step, spheres, mass_within, depth, disk_mass, disk_length }
    }

    /// The grid interval that holds `r`, and where in it, from 0 to 1.
    fn place(&self, r: f64) -> (usize, f64) {
        let place =
            ((libm::log(r) - self.log_first) / self.log_step).clamp(0.0, (POINTS - 1) as f64);
        let i = (place as usize).min(POINTS - 2);
        (i, place - i as f64)
    }

    /// Mass of the spheres alone within r.
    pub fn spheres_within(&self, r: f64) -> f64 {
        if r < self.radii[0] {
            return 0.0;
        }
        let (i, t) = self.place(r);
        self.spheres
            .iter()
            .map(|sphere| sphere.mass_within[i] * (1.0 - t) + sphere.mass_within[i + 1] * t)
            .sum()
    }

    /// Square of the escape speed at r.
    pub fn escape_speed_squared(&self, r: f64) -> f64 {
        let (i, t) = self.place(r.max(self.radii[0]));
        2.0 * (self.depth[i] * (1.0 - t) + self.depth[i + 1] * t)
    }

    /// d²ρ/dψ² of a sphere at grid point i, where ψ is the depth of the field: dψ/dr = -M/r².
    fn curvature(&self, sphere: &Sphere, i: usize) -> f64 {
        let (r, mass) = (self.radii[i], self.mass_within[i]);
        let (density, slope, slope_change) = sphere.profile.shape(r);
        let density = density * sphere.factor;
        // With s = d ln ρ/d ln r: ρ' = ρ s/r and ρ'' = ρ (s² - s + ds/d ln r)/r².
        let first = density * slope / r;
        let second = density * (slope * slope - slope + slope_change) / (r * r);
        let disk = self.disk_mass * r / (self.disk_length * self.disk_length)
            * libm::exp(-r / self.disk_length);
        let mass_slope =
            self.spheres.iter().map(|other| 4.0 * PI * r * r * other.density(r)).sum::<f64>()
                + disk;
        // dρ/dψ = -ρ' r²/M; then the same once more.
        let change =
            -(second * r * r + 2.0 * r * first) / mass + first * r * r * mass_slope / (mass * mass);
        -change * r * r / mass
    }
}

impl Sphere {
    fn new(profile: Profile, radii: &[f64], log_step: f64) -> Self {
        let shell = |r: f64| 4.0 * PI * r * r * r * profile.shape(r).0;
        // Inside the grid, the density is proportional to 1/r.
        let mut mass_within = vec![shell(radii[0]) / 2.0];
        for pair in radii.windows(2) {
            let sum = mass_within[mass_within.len() - 1]
                + 0.5 * log_step * (shell(pair[0]) + shell(pair[1]));
            mass_within.push(sum);
        }
        let factor = profile.mass / mass_within[mass_within.len() - 1];
        mass_within.iter_mut().for_each(|mass| *mass *= factor);
        Self { profile, factor, mass_within }
    }

    fn density(&self, r: f64) -> f64 {
        self.factor * self.profile.shape(r).0
    }
}

/// One of the field's spheres with its distribution of energies.
pub(super) struct Spheroid {
    index: usize,
    /// The distribution function at the energies of bodies at rest at each grid point, in arbitrary
    /// units.
    distribution: Vec<f64>,
    /// The largest value of speed² times the distribution function at each grid point.
    peak: Vec<f64>,
}

impl Spheroid {
    /// Eddington's formula, f(E) ∝ ∫ d²ρ/dψ² / √(E - ψ) dψ from 0 to E. The second derivative is
    /// linear in ψ between grid points, and the integral of that is exact. (Its boundary term
    /// vanishes, as the density does outside.)
    pub fn new(field: &Field, index: usize) -> Self {
        let sphere = &field.spheres[index];
        let depth = &field.depth;
        let curvature: Vec<f64> = (0..POINTS).map(|i| field.curvature(sphere, i)).collect();
        let distribution: Vec<f64> = (0..POINTS)
            .map(|energy| {
                let mut sum = 0.0;
                let (mut near, mut root_near) = (0.0_f64, 0.0_f64);
                for i in energy..POINTS - 1 {
                    let far = depth[energy] - depth[i + 1];
                    let root_far = far.sqrt();
                    let slope = (curvature[i + 1] - curvature[i]) / (far - near);
                    sum += 2.0 * (curvature[i] - slope * near) * (root_far - root_near)
                        + 2.0 / 3.0 * slope * (far * root_far - near * root_near);
                    (near, root_near) = (far, root_far);
                }
                // A distribution cannot be negative. Where the formula is, no isotropic equilibrium
                // exists, and 0 comes closest.
                sum.max(0.0)
            })
            .collect();
        let peak = (0..POINTS)
            .map(|i| {
                (i..POINTS)
                    .map(|j| 2.0 * (depth[i] - depth[j]) * distribution[j])
                    .fold(0.0, f64::max)
            })
            .collect();
        Self { index, distribution, peak }
    }

    /// Position and velocity of one body.
    pub fn draw(&self, field: &Field, random: &mut Random) -> (DVec3, DVec3) {
        let mass_within = &field.spheres[self.index].mass_within;
        let mass = random.uniform() * mass_within[POINTS - 1];
        let i = mass_within.partition_point(|&within| within <= mass);
        let radius = if i == 0 {
            field.radii[0] * (mass / mass_within[0]).sqrt()
        } else {
            let t = (mass - mass_within[i - 1]) / (mass_within[i] - mass_within[i - 1]);
            field.radii[i - 1] + (field.radii[i] - field.radii[i - 1]) * t
        };
        let position = random.direction() * radius;
        (position, random.direction() * self.speed(field, radius, random))
    }

    /// A speed at r, by rejection sampling of v² f(ψ - v²/2).
    fn speed(&self, field: &Field, r: f64, random: &mut Random) -> f64 {
        let (i, t) = field.place(r.max(field.radii[0]));
        let depth = field.depth[i] * (1.0 - t) + field.depth[i + 1] * t;
        let height = 1.1 * self.peak[i].max(self.peak[i + 1]);
        let limit = SQRT_2 * depth.sqrt();
        // About one in ten is accepted. The bound is for a field in which almost no body can stay
        // at this radius.
        for _ in 0..if height > 0.0 { 10_000 } else { 0 } {
            let speed = random.between(0.0, limit);
            let distribution = self.at_energy(field, depth - 0.5 * speed * speed);
            if random.between(0.0, height) < speed * speed * distribution {
                return speed;
            }
        }
        0.0
    }

    /// The distribution function at a (positive) binding energy, linear between grid points.
    fn at_energy(&self, field: &Field, energy: f64) -> f64 {
        let i = field.depth.partition_point(|&depth| depth > energy);
        match i {
            0 => self.distribution[0],
            POINTS => 0.0,
            _ => {
                let t = (energy - field.depth[i]) / (field.depth[i - 1] - field.depth[i]);
                self.distribution[i] + (self.distribution[i - 1] - self.distribution[i]) * t
            }
        }
    }
}
