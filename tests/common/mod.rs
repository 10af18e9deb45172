//! Shared by several tests: an adapter, bodies to try, and the comparisons that kernels must pass.
#![allow(dead_code, reason = "each test binary uses a part of it")]

pub mod breadth;
pub mod chance;
pub mod compact;
pub mod devices;
pub mod edits;
pub mod extrapolation;
pub mod fft;
pub mod force;
pub mod laboratory;
pub mod ladders;
pub mod mesh;
pub mod mesh_near;
pub mod monoids;
pub mod mutation;
pub mod orbits;
pub mod pictures;
pub mod poisson;
pub mod profile;
pub mod program;
pub mod random;
pub mod reduction;
pub mod regions;
pub mod rungs;
pub mod sorts;
pub mod sparse;
pub mod spots;
pub mod states;
pub mod systems;
pub mod tree;
pub mod tree_cell;
pub mod update;
pub mod video;

#[allow(unused_imports, reason = "each test binary uses a part of it")]
pub use devices::{checked_gpu, gpu};
use glam::DVec3;
pub use random::Random;
use starshell::physics::Body;

/// Bodies of unequal masses in a cube, exactly representable in single precision.
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

/// The same with a total mass of about 1, so that bodies cross the cube in about one unit of time.
pub fn cluster(count: usize) -> Vec<Body> {
    let mass = |body: &Body| f64::from((body.mass / count as f64) as f32);
    cube(count).iter().map(|body| Body { mass: mass(body), ..*body }).collect()
}

/// Largest distance between positions, or velocities, of the same body; infinite if one is not a
/// number.
pub fn distance(left: &[Body], right: &[Body]) -> f64 {
    assert_eq!(left.len(), right.len());
    let apart = |(l, r): (&Body, &Body)| {
        [(l.position - r.position).length(), (l.velocity - r.velocity).length()]
    };
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
