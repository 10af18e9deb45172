//! Gravity on a grid against direct sums.

use glam::DVec3;
use starshell::gpu::Gpu;
use starshell::physics::{
    Body, ForceErrors, Gravity, Integrator, Mesh, MeshRequest, MeshSettings, Parameters, Simulation,
};

use super::Random;
use super::tree::check_forces;

/// Bodies of unequal masses in the inner half of a cube from 0 to 1; their total mass is below 1.
pub fn bodies(count: usize) -> Vec<[f32; 4]> {
    let mut random = Random::new(5);
    let mut body = || {
        let place = random.point() * 0.25 + DVec3::splat(0.5);
        [
            place.x as f32,
            place.y as f32,
            place.z as f32,
            ((0.5 + random.number()) / (2 * count) as f64) as f32,
        ]
    };
    (0..count).map(|_| body()).collect()
}

/// The cube of these bodies.
pub fn cube(side: usize, is_periodic: bool) -> MeshRequest {
    MeshRequest { side, low: [0.0; 3], length: 1.0, is_periodic, mass: 1.0, near: None }
}

/// Accelerations and potentials on a grid, or on one of 16 nodes per side around the bodies, and
/// the same once more.
pub fn on_grid(
    gpu: &Gpu,
    request: Option<MeshRequest>,
    bodies: &[[f32; 4]],
) -> Result<Vec<[f32; 4]>, String> {
    let position = gpu.storage_from("position", bodies).unwrap();
    let acceleration =
        gpu.storage_from("acceleration", &vec![[777.0_f32; 4]; bodies.len()]).unwrap();
    let mesh = match request {
        Some(request) => Mesh::new(gpu, request, &position, &acceleration).unwrap(),
        None => Mesh::around(gpu, 16, None, &position, &acceleration).unwrap(),
    };
    let run = || {
        let mut encoder = gpu.encoder("mesh");
        mesh.encode(&mut encoder.begin_compute_pass(&wgpu::ComputePassDescriptor::default()));
        gpu.submit(encoder);
        gpu.read(&acceleration).unwrap()
    };
    let (first, second) = (run(), run());
    if bytemuck::cast_slice::<_, u32>(&first) == bytemuck::cast_slice::<_, u32>(&second) {
        return Ok(first);
    }
    Err("two runs differ".to_owned())
}

fn place(body: &[f32; 4]) -> DVec3 {
    DVec3::new(f64::from(body[0]), f64::from(body[1]), f64::from(body[2]))
}

/// The direct sum of point masses at a body.
fn direct(bodies: &[[f32; 4]], own: usize) -> DVec3 {
    let others = bodies.iter().enumerate().filter(|(other, _)| *other != own);
    others
        .map(|(_, other)| {
            let offset = place(other) - place(&bodies[own]);
            offset * f64::from(other[3]) / offset.length().powi(3)
        })
        .sum()
}

/// Few bodies, far apart, in a cube that is alone, against direct sums; and many, whose forces must
/// add up to zero.
pub fn compare_isolated(gpu: &Gpu) -> Result<(), String> {
    let corners: Vec<[f32; 4]> = (0..8_u8)
        .map(|corner| {
            let side = |axis: u8| {
                if (corner >> axis) & 1 == 1 {
                    0.71 + 0.03 * f32::from(corner)
                } else {
                    0.13 + 0.02 * f32::from(corner)
                }
            };
            [side(0), side(1), side(2), 0.03 + 0.01 * f32::from(corner)]
        })
        .collect();
    // The same, three times as large and elsewhere, where a grid is put around them.
    let moved: Vec<[f32; 4]> = corners
        .iter()
        .map(|[x, y, z, mass]| [3.0 * x - 7.0, 3.0 * y + 5.0, 3.0 * z, *mass])
        .collect();
    compare_with_sums(&corners, &on_grid(gpu, Some(cube(16, false)), &corners)?)?;
    compare_with_sums(&moved, &on_grid(gpu, None, &moved)?)?;
    add_up(gpu, Some(cube(16, false)))?;
    add_up(gpu, None)
}

/// Accelerations and potentials of few bodies against direct sums.
fn compare_with_sums(corners: &[[f32; 4]], found: &[[f32; 4]]) -> Result<(), String> {
    for (own, found) in found.iter().enumerate() {
        let expected = direct(corners, own);
        let apart = (place(found) - expected).length() / expected.length();
        // Nodes are a fifteenth apart, and bodies at least seven nodes.
        if apart.is_nan() || apart > 0.05 {
            return Err(format!("body {own}: {:?} in place of {expected}", place(found)));
        }
        let potential: f64 = corners
            .iter()
            .enumerate()
            .filter(|(other, _)| *other != own)
            .map(|(_, other)| -f64::from(other[3]) / (place(other) - place(&corners[own])).length())
            .sum();
        let apart = (f64::from(found[3]) - potential).abs() / potential.abs();
        if apart.is_nan() || apart > 0.01 {
            return Err(format!("body {own}: potential {} in place of {potential}", found[3]));
        }
    }
    Ok(())
}

/// The forces of many bodies must add up to zero.
pub fn add_up(gpu: &Gpu, request: Option<MeshRequest>) -> Result<(), String> {
    let many = bodies(500);
    let found = on_grid(gpu, request, &many)?;
    let forces = || many.iter().zip(&found).map(|(body, found)| place(found) * f64::from(body[3]));
    let (sum, all): (DVec3, f64) = (forces().sum(), forces().map(DVec3::length).sum());
    if sum.length() < 1e-5 * all { Ok(()) } else { Err(format!("forces of {all} add up to {sum}")) }
}

/// A sheet of mass that varies as a wave, in a periodic cube, has the acceleration of that wave.
pub fn compare_periodic(gpu: &Gpu) -> Result<(), String> {
    const SIDE: usize = 16;
    let turn = std::f64::consts::TAU / SIDE as f64;
    // A body on every node: the grid adds nothing but its difference over two nodes.
    let all = (0..SIDE * SIDE * SIDE).map(|node| {
        let [x, y, z] = [node % SIDE, node / SIDE % SIDE, node / SIDE / SIDE];
        let mass = (1.0 + 0.5 * (turn * (x + 2 * z) as f64).cos()) / (SIDE * SIDE * SIDE) as f64;
        [x as f32 / SIDE as f32, y as f32 / SIDE as f32, z as f32 / SIDE as f32, mass as f32]
    });
    let all: Vec<[f32; 4]> = all.collect();
    let found = on_grid(gpu, Some(cube(SIDE, true)), &all)?;
    // The potential is -4 pi rho / k^2 with k = 2 pi (1, 0, 2).
    let amplitude = -4.0 * std::f64::consts::PI * 0.5 / (std::f64::consts::TAU.powi(2) * 5.0);
    for (node, found) in found.iter().enumerate() {
        let phase = turn * (node % SIDE + 2 * (node / SIDE / SIDE)) as f64;
        let slope = |waves: f64| amplitude * phase.sin() * (turn * waves).sin() * SIDE as f64;
        let expected = DVec3::new(slope(1.0), 0.0, slope(2.0));
        let apart = (place(found) - expected).length()
            + (f64::from(found[3]) - amplitude * phase.cos()).abs();
        if apart.is_nan() || apart > 1e-4 {
            return Err(format!("node {node}: {found:?} in place of {expected}"));
        }
    }
    add_up(gpu, Some(cube(SIDE, true)))
}

/// The accelerations of a run in a periodic cube against those of masses and all their images, as
/// the run itself finds them. Two bodies across an edge are neighbours.
pub fn compare_images(gpu: &Gpu) -> Result<(), String> {
    const PERIOD: f64 = 4.0;
    let place = [[-1.9, 0.1, 0.3], [1.8, 0.2, 0.2], [0.3, -1.2, 1.0], [-0.6, 1.1, -1.3]];
    let body = |(index, place): (usize, [f64; 3])| {
        let (position, mass) =
            (DVec3::from(place) + DVec3::Y * PERIOD * index as f64, 0.1 * (1.0 + index as f64));
        Body { position, velocity: DVec3::ZERO, mass, component: 0 }
    };
    let bodies: Vec<Body> = place.into_iter().enumerate().map(body).collect();
    let gravity = Gravity::Mesh(MeshSettings { side: 64, period: Some(PERIOD), near: false });
    let parameters = Parameters { gravity, ..Parameters::new(Integrator::LeapfrogKdk, 1e-6, 0.0) };
    let mut simulation = Simulation::new(gpu, &bodies, parameters).unwrap();
    simulation.advance(1).unwrap();
    let mut checks = ForceErrors::new(gpu, &simulation).unwrap().unwrap();
    let reading = check_forces(gpu, &simulation, &mut checks, 4);
    // At the nearest two, five nodes apart, a grid errs by a hundredth.
    match reading.errors.iter().find(|(_, error)| error.is_nan() || *error > 0.03) {
        Some((body, error)) => Err(format!("body {body} errs by {error}")),
        None if reading.errors.len() == bodies.len() => Ok(()),
        None => Err(format!("{} bodies were compared", reading.errors.len())),
    }
}
