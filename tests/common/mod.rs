//! What several tests share: an adapter, bodies to try, and the comparisons that kernels have to pass.
#![allow(dead_code, reason = "each test binary uses a part of it")]

pub mod compact;
pub mod force;
pub mod ladders;
pub mod monoids;
pub mod mutation;
pub mod profile;
pub mod reduction;
pub mod sorts;
pub mod update;

use std::sync::OnceLock;

use glam::DVec3;
use starshell::gpu::Gpu;
use starshell::physics::Body;

/// The adapter that all tests of this binary run on. Having none is a failure, never a reason to skip.
pub fn gpu() -> Gpu {
    static GPU: OnceLock<Gpu> = OnceLock::new();
    GPU.get_or_init(|| Gpu::open(None).expect("the tests need an adapter: ./test installs a software one")).clone()
}

/// The same adapter with wgpu's run-time checks in every kernel.
pub fn checked_gpu() -> Gpu {
    static GPU: OnceLock<Gpu> = OnceLock::new();
    GPU.get_or_init(|| gpu().with_runtime_checks()).clone()
}

/// Numbers in 0 .. 1 that are the same in every run (PCG, as the seed says).
pub struct Random(u64);

impl Random {
    /// A sequence of its own for each seed.
    pub fn new(seed: u64) -> Self {
        Self(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) ^ 0x5851_F42D_4C95_7F2D)
    }

    /// The next number.
    pub fn number(&mut self) -> f64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 11) as f64 / (1_u64 << 53) as f64
    }

    /// A point of the unit cube about the origin.
    pub fn point(&mut self) -> DVec3 {
        DVec3::new(self.number(), self.number(), self.number()) * 2.0 - 1.0
    }
}

/// Bodies of unequal masses in a cube, exactly as single precision holds them.
pub fn cube(count: usize) -> Vec<Body> {
    let mut random = Random::new(count as u64);
    let single = |v: DVec3| v.as_vec3().as_dvec3();
    (0..count)
        .map(|index| Body {
            position: single(random.point()),
            velocity: single(random.point()),
            mass: f64::from((random.number() + 0.5) as f32),
            component: index as u32 % 3,
        })
        .collect()
}

/// The same with a total mass of about 1: bodies that cross the cube in about one unit of time.
pub fn cluster(count: usize) -> Vec<Body> {
    let mass = |body: &Body| f64::from((body.mass / count as f64) as f32);
    cube(count).iter().map(|body| Body { mass: mass(body), ..*body }).collect()
}

/// Largest distance between the positions, or the velocities, of the same body; infinite where one is not a number.
pub fn distance(left: &[Body], right: &[Body]) -> f64 {
    assert_eq!(left.len(), right.len());
    let apart = |(l, r): (&Body, &Body)| [(l.position - r.position).length(), (l.velocity - r.velocity).length()];
    let number = |d: f64| if d.is_nan() { f64::INFINITY } else { d };
    left.iter().zip(right).flat_map(apart).map(number).fold(0.0, f64::max)
}

/// The total of `rows` rows of partial sums, each of `count` vectors.
pub fn total(partial: &[[f64; 4]], count: usize) -> Vec<[f64; 4]> {
    let mut sums = vec![[0.0; 4]; count];
    for (index, row) in partial.iter().enumerate() {
        for (sum, term) in sums[index % count].iter_mut().zip(row) {
            *sum += *term;
        }
    }
    sums
}
