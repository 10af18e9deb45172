//! The exponential disk: its exact gravity, and the velocities that keep it in equilibrium.

use super::{Field, Random};
use glam::DVec3;
use std::f64::consts::PI;

/// Points of the radial grid, evenly spaced in the root of the radius.
const POINTS: usize = 128;
/// Radius at which the disk ends, in scale lengths; the mass outside would be 0.05 %.
const EDGE: f64 = 10.0;
/// The grid reaches farther, so that slopes at the edge can be taken.
const GRID_EDGE: f64 = 12.0;

/// Averages over height at one radius.
#[derive(Clone, Copy, Default)]
struct Motion {
    /// Mean velocity in the direction of rotation.
    rotation: f64,
    /// Dispersions of velocity: outwards, along the rotation, across the plane.
    sigma: DVec3,
}

/// A disk with surface density exp(-R/length) and density sech²(z/height) across the plane.
///
/// Gravity of the disk alone: with w the density across the plane, the potential averaged over w is
/// Φ(R) = -2πG ∫ J0(kR) S(k) P(k) dk. Here S(k) = Σ0 length² / (1 + (k length)²)^(3/2) is the
/// Hankel transform of the surface density (Binney & Tremaine, section 2.6.1), and P(k) the mean of
/// exp(-k |z - z'|) over two bodies. The pull inwards has k J1(kR) instead of J0(kR). By the virial
/// theorem across the plane, σ_z² is the mean of z |F_z|. The disk's part of it is 2πG ∫ k J0(kR)
/// S(k) V(k) dk, with V the mean of |z - z'| exp(-k |z - z'|) / 2: for a broad disk, Spitzer's π G
/// Σ height.
pub(super) struct Disk {
    length: f64,
    height: f64,
    grid: Vec<Motion>,
}

/// Spiral arms: bodies are moved around the centre towards the nearest of `count` logarithmic
/// spirals that trail the rotation.
#[derive(Clone, Copy)]
pub(super) struct Arms {
    pub count: u32,
    /// How far bodies are moved: 0 leaves the disk even, 1 empties the space between the arms.
    pub contrast: f64,
    /// Angle between an arm and a circle, in radians.
    pub pitch: f64,
    /// Angle by which the crowds lag behind the spirals, in radians.
    pub lag: f64,
}

impl Arms {
    /// Where a body at this angle is moved. `x` is its distance from the centre in scale lengths.
    fn moved(&self, angle: f64, x: f64) -> f64 {
        if self.count == 0 || x <= 0.0 {
            return angle;
        }
        // The centre stays even.
        let inner = ((x - 0.3) / 0.9).clamp(0.0, 1.0);
        let contrast = self.contrast * inner * inner * (3.0 - 2.0 * inner);
        let spiral = -libm::log(x) / libm::tan(self.pitch) - self.lag;
        let count = f64::from(self.count);
        angle - contrast / count * libm::sin(count * (angle - spiral))
    }
}

impl Disk {
    /// `thickness` is the height in units of the length.
    pub fn new(field: &Field, mass: f64, length: f64, thickness: f64, toomre_q: f64) -> Self {
        let height = thickness * length;
        // Heights at the middles of 32 layers of equal mass.
        let layers: Vec<f64> =
            (0..32).map(|layer| height * libm::atanh((f64::from(layer) + 0.5) / 32.0)).collect();
        let alone = thick_disk(thickness);
        let radius = |i: usize| length * grid_radius(i);

        let mut grid = vec![Motion::default(); POINTS];
        // Squares of the speed of a circular orbit.
        let mut circular = vec![0.0; POINTS];
        for (i, motion) in grid.iter_mut().enumerate() {
            let r = radius(i);
            let (mut inward, mut across) = (0.0, 0.0);
            for &z in &layers {
                let distance = (r * r + z * z).sqrt();
                let pull = field.spheres_within(distance)
                    / (distance * distance * distance)
                    / layers.len() as f64;
                inward += r * pull;
                across += z * z * pull;
            }
            let (disk_inward, disk_across) = alone[i];
            circular[i] = r * (inward + disk_inward * mass / (length * length));
            motion.sigma.z = (across + disk_across * mass / length).max(0.0).sqrt();
        }

        // Squares of the angular speed and of the epicyclic frequency, κ² = 2 V²/R² + (dV²/dR)/R.
        // The centre copies the next point.
        let frequencies = |i: usize| {
            let i = i.clamp(1, POINTS - 2);
            let slope = (circular[i + 1] - circular[i - 1]) / (radius(i + 1) - radius(i - 1));
            let angular = circular[i] / (radius(i) * radius(i));
            (angular, (2.0 * angular + slope / radius(i)).max(angular))
        };
        let frequencies: Vec<(f64, f64)> = (0..POINTS).map(frequencies).collect();

        // σ_R² is proportional to the surface density (van der Kruit & Searle 1981). Q has its
        // minimum somewhere from 0.5 to 5 lengths.
        let surface = |i: usize| mass / (2.0 * PI * length * length) * libm::exp(-grid_radius(i));
        let fall = |i: usize| libm::exp(-0.5 * grid_radius(i));
        let least = (1..POINTS)
            .filter(|&i| (0.5..=5.0).contains(&grid_radius(i)))
            .map(|i| fall(i) * frequencies[i].1.sqrt() / (3.36 * surface(i)))
            .fold(f64::INFINITY, f64::min);
        for (i, motion) in grid.iter_mut().enumerate() {
            let (angular, epicyclic) = frequencies[i];
            let outward = toomre_q / least * fall(i);
            // Jeans' equation along the radius: the mean square along the rotation is V² + σ_R²
            // (1 + d ln(Σ σ_R²)/d ln R). The epicycles' share of it is σ_R² κ²/(4 Ω²); the rest is
            // mean rotation, slower than a circular orbit.
            let square = (circular[i] + outward * outward * (1.0 - 2.0 * grid_radius(i))).max(0.0);
            let random_share = (outward * outward * epicyclic / (4.0 * angular)).min(square);
            motion.rotation = (square - random_share).sqrt();
            motion.sigma.x = outward;
            motion.sigma.y = random_share.sqrt();
        }
        Self { length, height, grid }
    }

    /// Position and velocity of one body.
    pub fn draw(&self, field: &Field, arms: &Arms, random: &mut Random) -> (DVec3, DVec3) {
        let radius = loop {
            // The sum of two exponential numbers has the density x exp(-x), like the mass of the
            // disk by radius.
            let x = -libm::log((1.0 - random.uniform()) * (1.0 - random.uniform()));
            if x < EDGE {
                break x * self.length;
            }
        };
        // tanh(z/height) is uniform from -1 to 1.
        let level = random.between(-1.0, 1.0).clamp(-1.0 + 1e-9, 1.0 - 1e-9);
        let angle = arms.moved(2.0 * PI * random.uniform(), radius / self.length);
        let outward = DVec3::new(libm::cos(angle), libm::sin(angle), 0.0);
        let ahead = DVec3::new(-outward.y, outward.x, 0.0);
        let position = outward * radius + DVec3::Z * (self.height * libm::atanh(level));

        let motion = self.motion(radius);
        let limit = 0.9 * field.escape_speed_squared(position.length());
        // The tails of normal distributions would escape. The bound is for a disk too hot for its
        // field.
        for _ in 0..100 {
            let random = random.normal_vector() * motion.sigma;
            let velocity =
                outward * random.x + ahead * (motion.rotation + random.y) + DVec3::Z * random.z;
            if velocity.length_squared() < limit {
                return (position, velocity);
            }
        }
        (position, ahead * motion.rotation.min(limit.sqrt()))
    }

    /// Interpolates linearly between grid points.
    fn motion(&self, radius: f64) -> Motion {
        let place = (radius / self.length / GRID_EDGE).sqrt() * (POINTS - 1) as f64;
        let i = (place as usize).min(POINTS - 2);
        let t = place - i as f64;
        let (a, b) = (self.grid[i], self.grid[i + 1]);
        Motion {
            rotation: a.rotation + (b.rotation - a.rotation) * t,
            sigma: a.sigma + (b.sigma - a.sigma) * t,
        }
    }
}

/// Radius of a grid point in scale lengths.
fn grid_radius(i: usize) -> f64 {
    let place = i as f64 / (POINTS - 1) as f64;
    GRID_EDGE * place * place
}

/// The mean pull inwards and the mean of z |F_z| at each grid radius, for a disk of mass 1 and
/// scale length 1.
fn thick_disk(thickness: f64) -> Vec<(f64, f64)> {
    // Simpson's rule in k, up to 60: each oscillation of J(12 k) has ten points, and the rest of
    // the integral is below 1e-4 of it.
    const STEPS: usize = 1200;
    let step = 60.0 / STEPS as f64;
    let waves: Vec<(f64, f64, f64)> = (0..=STEPS)
        .map(|j| {
            let k = step * j as f64;
            let square = 1.0 + k * k;
            let transform = k / (square * square.sqrt()) * simpson(j, STEPS) * step;
            let (same, apart) = pair_means(k * thickness);
            (k, transform * same, transform * apart * thickness)
        })
        .collect();
    // 2πG S(k) with Σ0 = 1/2π: the factors 2π cancel.
    let at = |i: usize| {
        let r = grid_radius(i);
        waves.iter().fold((0.0, 0.0), |(inward, across), &(k, same, apart)| {
            (inward + libm::j1(k * r) * same, across + libm::j0(k * r) * apart)
        })
    };
    (0..POINTS).map(at).collect()
}

/// For two bodies of a sech²(z) layer, whose distance x has the density 2 (x coth x - 1)/sinh² x:
/// the mean of exp(-q x), and half the mean of x exp(-q x).
fn pair_means(q: f64) -> (f64, f64) {
    const STEPS: usize = 400;
    let step = 20.0 / STEPS as f64;
    (0..=STEPS).fold((0.0, 0.0), |(same, apart), i| {
        let x = step * i as f64;
        // exp(-2x) does not overflow, unlike sinh and coth.
        let fall = libm::exp(-2.0 * x);
        let density = if x < 0.05 {
            2.0 / 3.0 - 4.0 / 15.0 * x * x
        } else {
            let rest = 1.0 - fall;
            8.0 * fall * (x * (1.0 + fall) / rest - 1.0) / (rest * rest)
        };
        let weight = density * libm::exp(-q * x) * simpson(i, STEPS) * step;
        (same + weight, apart + 0.5 * x * weight)
    })
}

/// Weight of point i of Simpson's rule with an even number of steps, in steps.
fn simpson(i: usize, steps: usize) -> f64 {
    if i == 0 || i == steps {
        1.0 / 3.0
    } else if i % 2 == 1 {
        4.0 / 3.0
    } else {
        2.0 / 3.0
    }
}
