//! The bodies of which trees are measured.

use glam::DVec3;

use super::bodies::{plummer, uniform_cube};
use crate::named;
use crate::physics::Body;
use crate::physics::initial::Random;

named! {
    /// The bodies of a tree.
    #[derive(Default)]
    pub enum TreeModel: "model" {
        /// Plummer's model of a star cluster.
        #[default]
        Plummer = "plummer",
        /// A uniform cube.
        Uniform = "uniform",
        /// A thin exponential disk.
        Disk = "disk",
        /// Two star clusters a thousand of their radii apart.
        TwoClusters = "two-clusters",
        /// Two clumps, one with ten times the mass of the other, in which every tenth body has a
        /// hundred times the mass of the rest.
        Clumps = "clumps",
        /// A ball whose density falls as the inverse square of the radius.
        Cusp = "cusp",
        /// A straight line.
        Line = "line",
        /// A uniform cube, half of whose bodies are at one place.
        Coincident = "coincident",
        /// A fractal of dimension 2: cubes of which half of the eighths are filled, eight times
        /// over.
        Fractal = "fractal",
        /// Plummer's model, far from the origin.
        Far = "far",
    }
}

impl TreeModel {
    /// `count` bodies of total mass 1, the same in every run.
    pub fn bodies(self, count: usize) -> Vec<Body> {
        match self {
            Self::Plummer => plummer(count),
            Self::Uniform => uniform_cube(count, 1),
            Self::Disk => disk(count),
            Self::TwoClusters => {
                let mut bodies = plummer(count);
                bodies
                    .iter_mut()
                    .step_by(2)
                    .for_each(|body| body.position += DVec3::new(800.0, 500.0, 300.0));
                bodies
            }
            Self::Clumps => {
                let mut bodies = plummer(count);
                for (index, body) in bodies.iter_mut().enumerate() {
                    let is_small = index % 2 == 0;
                    let weight = if index / 2 % 10 == 0 { 100.0 } else { 1.0 };
                    body.mass *= weight * if is_small { 0.1 } else { 1.0 };
                    body.position = if is_small {
                        0.3 * body.position + DVec3::new(3.0, 1.0, 0.5)
                    } else {
                        body.position
                    };
                }
                let total: f64 = bodies.iter().map(|body| body.mass).sum();
                bodies.into_iter().map(|body| Body { mass: body.mass / total, ..body }).collect()
            }
            Self::Cusp => drawn(count, |random| random.direction() * random.uniform()),
            Self::Line => drawn(count, |random| DVec3::X * (2.0 * random.uniform() - 1.0)),
            Self::Coincident => {
                let mut bodies = uniform_cube(count, 1);
                bodies.iter_mut().step_by(2).for_each(|body| body.position = DVec3::splat(0.3));
                bodies
            }
            Self::Fractal => drawn(count, |random| {
                let mut position = DVec3::ZERO;
                let mut size = 1.0;
                for _ in 0..8 {
                    // Four of eight corners, those with an even number of ones.
                    let [x, y] = [random.uniform() < 0.5, random.uniform() < 0.5];
                    position += size * DVec3::new(f64::from(x), f64::from(y), f64::from(x != y));
                    size *= 0.5;
                }
                position
                    + 2.0 * size * DVec3::new(random.uniform(), random.uniform(), random.uniform())
                    - DVec3::ONE
            }),
            Self::Far => {
                let far = DVec3::new(600.0, -300.0, 800.0);
                plummer(count)
                    .into_iter()
                    .map(|body| Body { position: body.position + far, ..body })
                    .collect()
            }
        }
    }
}

/// Surface density falls as exp(-r), and the disk is a twentieth thick.
fn disk(count: usize) -> Vec<Body> {
    let mut random = Random::new(1);
    let mass = 1.0 / count as f64;
    let mut position = || {
        // The sum of two exponential numbers has the density r exp(-r).
        let mut exponential = || -libm::log(1.0 - random.uniform());
        let (radius, height) =
            (exponential() + exponential(), 0.05 * (exponential() - exponential()));
        let way = random.direction();
        let flat = DVec3::new(way.x, way.y, 0.0).normalize_or(DVec3::X);
        flat * radius + DVec3::Z * height
    };
    (0..count)
        .map(|_| Body { position: position(), velocity: DVec3::ZERO, mass, component: 0 })
        .collect()
}

/// `count` bodies at rest, of total mass 1, at places that are drawn.
fn drawn(count: usize, place: impl Fn(&mut Random) -> DVec3) -> Vec<Body> {
    let mut random = Random::new(1);
    let mass = 1.0 / count as f64;
    (0..count)
        .map(|_| Body { position: place(&mut random), velocity: DVec3::ZERO, mass, component: 0 })
        .collect()
}
