//! Shared by several tests: an adapter, bodies to try, and the comparisons that kernels must pass.
#![allow(dead_code, reason = "each test binary uses a part of it")]

pub mod breadth;
pub mod chance;
pub mod compact;
pub mod edits;
pub mod extrapolation;
pub mod fft;
pub mod force;
pub mod laboratory;
pub mod ladders;
pub mod mesh;
pub mod monoids;
pub mod mutation;
pub mod orbits;
pub mod pictures;
pub mod poisson;
pub mod profile;
pub mod program;
pub mod random;
pub mod reduction;
pub mod rungs;
pub mod sorts;
pub mod sparse;
pub mod spots;
pub mod states;
pub mod tree;
pub mod tree_cell;
pub mod update;
pub mod video;

use std::sync::{Mutex, OnceLock};

use glam::DVec3;
pub use random::Random;
use starshell::gpu::Gpu;
use starshell::physics::Body;

/// The adapter for the tests of this binary. Having none is a failure, never a reason to skip.
pub fn gpu() -> Gpu {
    gpus()[0].clone()
}

/// The same adapter with wgpu's run-time checks in every kernel.
pub fn checked_gpu() -> Gpu {
    gpus()[1].clone()
}

/// The adapter without and with run-time checks, always on the same device for one thread and so within one test.
///
/// Software compiles the kernels of a device one after the other, and many tests do little else, so there is one device for
/// every two tests that run in parallel. Whatever one device has compiled, the others find in Mesa's cache.
fn gpus() -> &'static [Gpu; 2] {
    static DEVICES: [OnceLock<[Gpu; 2]>; 2] = [const { OnceLock::new() }; 2];
    static USERS: Mutex<[usize; 2]> = Mutex::new([0; 2]);
    struct Place(usize);
    impl Place {
        fn least_used() -> Self {
            let mut users = USERS.lock().unwrap();
            let device = usize::from(users[1] < users[0]);
            users[device] += 1;
            Self(device)
        }
    }
    impl Drop for Place {
        fn drop(&mut self) {
            USERS.lock().unwrap()[self.0] -= 1;
        }
    }
    thread_local!(static PLACE: Place = Place::least_used());
    let open = || {
        let gpu = Gpu::open_with(None, |_, _| ()).expect("the tests need an adapter: ./test installs a software one");
        [gpu.clone(), gpu.with_runtime_checks()]
    };
    let first = DEVICES[0].get_or_init(open);
    if first[0].is_software() { DEVICES[PLACE.with(|place| place.0)].get_or_init(open) } else { first }
}

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

/// Largest distance between positions, or velocities, of the same body; infinite if one is not a number.
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
