//! Gravity on a grid with the pairs of near bodies against sums in double precision.

use std::f64::consts::{PI, TAU};

use glam::DVec3;
use starshell::gpu::Gpu;
use starshell::physics::reference::{acceleration_of, potential_of};
use starshell::physics::{Body, Mesh, MeshRequest};

use super::mesh::cube;
use super::{Random, cluster};

/// Where pulls cancel, errors are relative to this part of the sum of their magnitudes, as in the
/// promise of a tree.
const LEAST: f64 = 1.0 / 32.0;
/// Images and waves of Ewald's sums to either side, and what divides the two.
const IMAGES: i32 = 2;
const WAVES: i32 = 4;
const SPLIT: f64 = 2.0;

/// Accelerations and potentials, as rows.
fn by(
    gpu: &Gpu,
    mesh: impl FnOnce(&[&starshell::gpu::Buffer<[f32; 4]>; 2]) -> Mesh,
    bodies: &[Body],
) -> Vec<[f32; 4]> {
    let row = |body: &Body| body.position.as_vec3().extend(body.mass as f32).to_array();
    let position =
        gpu.storage_from("position", &bodies.iter().map(row).collect::<Vec<_>>()).unwrap();
    let acceleration =
        gpu.storage_from("acceleration", &vec![[777.0_f32; 4]; bodies.len()]).unwrap();
    let mesh = mesh(&[&position, &acceleration]);
    let mut encoder = gpu.encoder("mesh");
    mesh.encode(&mut encoder.begin_compute_pass(&wgpu::ComputePassDescriptor::default()));
    gpu.submit(encoder);
    gpu.read(&acceleration).unwrap()
}

/// On a grid around all bodies.
pub fn around(gpu: &Gpu, side: usize, softening: f64, bodies: &[Body]) -> Vec<[f32; 4]> {
    by(
        gpu,
        |[position, acceleration]| {
            Mesh::around(gpu, side, Some(softening), position, acceleration).unwrap()
        },
        bodies,
    )
}

/// In a given cube.
pub fn within(gpu: &Gpu, request: MeshRequest, bodies: &[Body]) -> Vec<[f32; 4]> {
    by(
        gpu,
        |[position, acceleration]| Mesh::new(gpu, request, position, acceleration).unwrap(),
        bodies,
    )
}

/// The errors of accelerations and of potentials of every `stride`th body, sorted.
pub fn errors(bodies: &[Body], softening: f64, found: &[[f32; 4]], stride: usize) -> [Vec<f64>; 2] {
    let error = |index: usize| {
        let expected = acceleration_of(bodies, softening, index);
        let size = |other: &Body| {
            let squared = other.position.distance_squared(bodies[index].position);
            if squared > 0.0 {
                other.mass * squared.sqrt() / (squared + softening * softening).powf(1.5)
            } else {
                0.0
            }
        };
        let size = expected.length().max(LEAST * bodies.iter().map(size).sum::<f64>());
        let [x, y, z, w] = found[index].map(f64::from);
        let potential = potential_of(bodies, softening, index);
        [(DVec3::new(x, y, z) - expected).length() / size, (w / potential - 1.0).abs()]
    };
    let all: Vec<[f64; 2]> = (0..bodies.len()).step_by(stride).map(error).collect();
    [0, 1].map(|which| {
        let mut sorted: Vec<f64> = all.iter().map(|errors| errors[which]).collect();
        sorted.sort_by(f64::total_cmp);
        sorted
    })
}

/// The error that 99 of 100 are below.
pub fn p99(errors: &[f64]) -> f64 {
    errors[errors.len() * 99 / 100]
}

/// The acceleration and the potential due to a unit mass at `offset` and its images, in a space of
/// period 1 with a mean density of zero; at 0 those of the images alone. By Ewald's sums.
pub fn ewald(offset: DVec3) -> (DVec3, f64) {
    let all = |reach: i32| {
        let axis = move || -reach..=reach;
        axis().flat_map(move |x| {
            axis().flat_map(move |y| axis().map(move |z| DVec3::new(x.into(), y.into(), z.into())))
        })
    };
    let offset = offset - offset.round();
    let (mut pull, mut potential) = (DVec3::ZERO, PI / (SPLIT * SPLIT));
    for image in all(IMAGES) {
        let away = offset - image;
        let r = away.length();
        if r == 0.0 {
            potential += 2.0 * SPLIT / PI.sqrt();
            continue;
        }
        let rest = libm::erfc(SPLIT * r);
        potential -= rest / r;
        pull +=
            away / r.powi(3) * (rest + 2.0 * SPLIT * r / PI.sqrt() * (-(SPLIT * r).powi(2)).exp());
    }
    for wave in all(WAVES).filter(|wave| *wave != DVec3::ZERO) {
        let square = wave.length_squared();
        let part = (-(PI / SPLIT).powi(2) * square).exp() / (PI * square);
        potential -= part * (TAU * wave.dot(offset)).cos();
        pull += part * TAU * (TAU * wave.dot(offset)).sin() * wave;
    }
    (pull, potential)
}

/// Bodies in a cube from 0 to 1, some of them beyond its sides, on periodic grids against Ewald's
/// sums.
pub fn compare_ewald(gpu: &Gpu, sides: &[usize]) -> Result<(), String> {
    let mut random = Random::new(3);
    let whole = |random: &mut Random| {
        DVec3::from_array([(); 3].map(|()| (4.0 * random.number()).floor() - 2.0))
    };
    let body = |index: usize| {
        // Half of them close together, across an edge of the cube.
        let place =
            if index.is_multiple_of(2) { 0.04 * random.point() } else { 0.5 * random.point() };
        let position = (place + whole(&mut random)).as_vec3().as_dvec3();
        Body {
            position,
            velocity: DVec3::ZERO,
            mass: f64::from(((0.5 + random.number()) / 100.0) as f32),
            component: 0,
        }
    };
    let bodies: Vec<Body> = (0..64).map(body).collect();
    let expected: Vec<(DVec3, f64)> = bodies
        .iter()
        .map(|own| {
            let part = |other: &Body| {
                let (pull, potential) = ewald(other.position - own.position);
                (other.mass * pull, other.mass * potential)
            };
            bodies
                .iter()
                .map(part)
                .fold((DVec3::ZERO, 0.0), |(pull, potential), (x, y)| (pull + x, potential + y))
        })
        .collect();
    for &side in sides {
        let found = within(gpu, MeshRequest { near: Some(0.0), ..cube(side, true) }, &bodies);
        let error = |(found, (pull, potential)): (&[f32; 4], &(DVec3, f64))| {
            let [x, y, z, w] = found.map(f64::from);
            let depth = expected.iter().map(|(_, potential)| potential.abs()).sum::<f64>()
                / expected.len() as f64;
            [(DVec3::new(x, y, z) - *pull).length() / pull.length(), (w - potential).abs() / depth]
        };
        let all: Vec<[f64; 2]> = found.iter().zip(&expected).map(error).collect();
        let largest = |which: usize| all.iter().map(|errors| errors[which]).fold(0.0, f64::max);
        println!(
            "periodic, {side} nodes per side: errors up to {:.1e}, of potentials {:.1e}",
            largest(0),
            largest(1)
        );
        if !all.iter().flatten().all(|error| *error < 2e-3) {
            return Err(format!(
                "{side} nodes per side: errors up to {} and {}",
                largest(0),
                largest(1)
            ));
        }
    }
    Ok(())
}

/// Few bodies on a grid around them, soft ones and points, in one place and far away, against
/// direct sums.
pub fn compare_near(gpu: &Gpu) -> Result<(), String> {
    let mut bodies = cluster(400);
    let twin = Body { mass: 0.01, ..bodies[0] };
    bodies.push(twin);
    for softening in [0.0, 0.05, 0.3] {
        for side in [16, 32] {
            let found = around(gpu, side, softening, &bodies);
            let errors = errors(&bodies, softening, &found, 1);
            println!(
                "softening {softening}, {side} nodes per side: {:.1e}, {:.1e}",
                p99(&errors[0]),
                p99(&errors[1])
            );
            if !errors.iter().all(|errors| p99(errors) < 1.5e-3) {
                return Err(format!(
                    "softening {softening}, {side} nodes: {:?}",
                    errors.map(|errors| p99(&errors))
                ));
            }
            let force = |(body, found): (&Body, &[f32; 4])| {
                body.mass * DVec3::new(found[0].into(), found[1].into(), found[2].into())
            };
            let forces: Vec<DVec3> = bodies.iter().zip(&found).map(force).collect();
            let all: f64 = forces.iter().map(|force| force.length()).sum();
            let sum = forces.iter().sum::<DVec3>().length();
            if sum.is_nan() || sum >= 1e-4 * all {
                return Err(format!("forces of {all} add up to {sum}"));
            }
        }
    }
    Ok(())
}
