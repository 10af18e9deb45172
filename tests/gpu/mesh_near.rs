//! The errors of gravity on a grid with the pairs of near bodies, for bodies of any kind.

use std::f64::consts::{PI, TAU};

use glam::DVec3;
use starshell::gpu::Gpu;
use starshell::physics::{
    Body, Gravity, Integrator, MeshRequest, MeshSettings, Parameters, Simulation, Survey,
};

use crate::common::mesh::cube;
use crate::common::mesh_near::{around, compare_ewald, compare_near, errors, p99, within};
use crate::common::systems::systems;
use crate::common::{checked_gpu, cluster, gpu};

const SOFTENING: f64 = 0.01;
/// What 99 of 100 errors are below: what `MeshSettings` promises.
const MOST: f64 = MeshSettings::ERROR;

/// Gravity on a grid with pairs.
fn on(side: u32, period: Option<f64>) -> Gravity {
    Gravity::Mesh(MeshSettings { side, period, near: true })
}

/// Compares every 16th acceleration of these systems, on grids of these sides and of the one that
/// suits them.
fn check(gpu: &Gpu, names: &[&str], sides: &[usize]) {
    let mut broken = Vec::new();
    for (name, bodies) in
        systems().into_iter().filter(|(name, _)| names.is_empty() || names.contains(name))
    {
        let suited = MeshSettings::default().suited_to(&bodies, SOFTENING).side as usize;
        for side in [sides, &[suited]].concat() {
            let [accelerations, potentials] =
                errors(&bodies, SOFTENING, &around(gpu, side, SOFTENING, &bodies), 16);
            let (error, depth) = (p99(&accelerations), p99(&potentials));
            let line = format!(
                "{name}, {side} nodes per side: {error:.1e} at 99 of 100, potentials {depth:.1e}"
            );
            println!("{line}");
            broken.extend((!(error < MOST && depth < MOST)).then_some(line));
        }
    }
    assert!(broken.is_empty(), "99 of 100 errors should be below {MOST}:\n{}", broken.join("\n"));
}

#[test]
fn pairs_and_grid_are_direct_sums() {
    compare_near(&gpu()).unwrap();
    compare_near(&checked_gpu()).unwrap();
}

#[test]
fn periodic_grids_with_pairs_are_sums_over_images() {
    compare_ewald(&gpu(), &[16, 32, 64]).unwrap();
}

#[test]
fn a_grid_keeps_its_error() {
    check(&gpu(), &["plummer", "cusp", "line", "500 at one place"], &[]);
}

#[test]
#[ignore = "takes minutes"]
fn a_grid_keeps_its_error_for_ten_kinds_of_systems() {
    check(&gpu(), &[], &[16, 32, 64]);
}

#[test]
fn a_softening_of_many_nodes_makes_the_grid_coarser_or_is_on_it() {
    let (gpu, bodies) = (gpu(), cluster(1500));
    for softening in [0.02, 0.1, 0.5, 3.0] {
        let [error, _] = errors(&bodies, softening, &around(&gpu, 64, softening, &bodies), 10)
            .map(|errors| p99(&errors));
        println!("softening {softening}: {error:.1e}");
        assert!(error < MOST, "{error} with a softening of {softening}");
    }
    // In a periodic cube so much larger than the bodies that images hardly matter: half a node, and
    // seven.
    let small: Vec<Body> =
        bodies.iter().map(|body| Body { position: 0.05 * body.position + 0.5, ..*body }).collect();
    let small: Vec<Body> = small
        .iter()
        .map(|body| Body { position: body.position.as_vec3().as_dvec3(), mass: 1e-3, ..*body })
        .collect();
    for softening in [0.008, 0.03, 0.12] {
        let found = within(
            &gpu,
            MeshRequest { near: Some(softening), mass: 2.0, ..cube(64, true) },
            &small,
        );
        let mean: f64 = small.iter().map(|body| body.mass).sum();
        // The background pulls back towards nothing in particular: its own field about the middle
        // of the bodies is subtracted.
        let middle = small.iter().map(|body| body.mass * body.position).sum::<DVec3>() / mean;
        let found: Vec<[f32; 4]> = found
            .iter()
            .zip(&small)
            .map(|([x, y, z, w], body)| {
                let back = 4.0 / 3.0 * PI * mean * (body.position - middle);
                [x - back.x as f32, y - back.y as f32, z - back.z as f32, *w]
            })
            .collect();
        let [error, _] = errors(&small, softening, &found, 10).map(|errors| p99(&errors));
        println!("periodic, softening {softening}: {error:.1e}");
        assert!(error < 2.0 * MOST, "{error} with a softening of {softening}");
    }
}

#[test]
fn a_wave_of_four_nodes_pulls_as_it_should() {
    // Sheets of bodies, 16 per wave, so that they pull as a continuum does; with a softening that
    // smooths what is left of the lattice.
    const ALONG: usize = 64;
    const ACROSS: usize = 24;
    const AMPLITUDE: f64 = 1e-3;
    const SOFT: f64 = 0.04;
    let gpu = gpu();
    let number = TAU * 4.0;
    let body = |index: usize| {
        let [x, y, z] = [index % ALONG, index / ALONG % ACROSS, index / ALONG / ACROSS];
        let at = |node: usize, of: usize| (node as f64 + 0.5) / of as f64 - 0.5;
        let place = DVec3::new(at(x, ALONG), at(y, ACROSS), at(z, ACROSS));
        let position = place + DVec3::X * AMPLITUDE * (number * place.x).sin();
        Body {
            position,
            velocity: DVec3::ZERO,
            mass: 1.0 / (ALONG * ACROSS * ACROSS) as f64,
            component: 0,
        }
    };
    let bodies: Vec<Body> = (0..ALONG * ACROSS * ACROSS).map(body).collect();
    let pull = |near: bool| {
        let gravity = Gravity::Mesh(MeshSettings { side: 16, period: Some(1.0), near });
        let parameters =
            Parameters { gravity, ..Parameters::new(Integrator::LeapfrogKdk, 1e-6, SOFT) };
        let mut simulation = Simulation::new(&gpu, &bodies, parameters).unwrap();
        simulation.advance(1).unwrap();
        let found = simulation.bodies().accelerations(&gpu).unwrap();
        let part = |(index, found): (usize, &DVec3)| {
            found.x * (number * ((index % ALONG) as f64 + 0.5) / ALONG as f64 - 0.5 * number).sin()
        };
        2.0 * found.iter().enumerate().map(part).sum::<f64>() / bodies.len() as f64 / AMPLITUDE
    };
    // 4 pi G rho for points; a softening e multiplies that by x K1(x) with x = k e, which is
    // 0.59967 at 1.00531.
    let expected = 4.0 * PI * 0.599_67;
    let [alone, with_pairs] = [false, true].map(pull);
    println!(
        "a wave of four nodes: {alone:.3} by the grid alone, {with_pairs:.3} with pairs, of {expected:.3}"
    );
    assert!((with_pairs / expected - 1.0).abs() < 0.01, "{with_pairs} in place of {expected}");
    assert!((alone / (4.0 * PI)).sqrt() < 0.7, "the grid alone should be weak: {alone}");
}

#[test]
fn the_potential_energy_of_a_cluster_is_that_of_direct_sums() {
    let gpu = gpu();
    let bodies = systems().swap_remove(0).1;
    let measure = |gravity: Gravity| {
        let parameters =
            Parameters { gravity, ..Parameters::new(Integrator::LeapfrogKdk, 0.001, SOFTENING) };
        let simulation = Simulation::new(&gpu, &bodies, parameters).unwrap();
        Survey::new(&gpu, &simulation).unwrap().measure(&simulation).unwrap().potential
    };
    let [grid, direct] = [on(32, None), Gravity::default()].map(measure);
    println!("potential energy {grid}, by direct sums {direct}");
    assert!((grid / direct - 1.0).abs() < 3e-4, "{grid} is not {direct}");
}

#[test]
fn a_run_with_pairs_has_the_same_bits_however_it_is_divided() {
    let gpu = gpu();
    let bodies = cluster(1500);
    for gravity in [on(16, None), on(32, Some(2.5))] {
        let new = || {
            let parameters =
                Parameters { gravity, ..Parameters::new(Integrator::LeapfrogKdk, 0.01, 0.05) };
            Simulation::new(&gpu, &bodies, parameters).unwrap()
        };
        let (mut whole, mut again, mut sliced) = (new(), new(), new());
        whole.advance(6).unwrap();
        again.advance(6).unwrap();
        assert_eq!(whole.state().unwrap(), again.state().unwrap());
        let part = 0.2 * sliced.force_pass().work();
        let mut slices = 0;
        while sliced.steps() < 6 {
            let mut encoder = gpu.encoder("slices");
            let mut pass = encoder.begin_compute_pass(&wgpu::ComputePassDescriptor::default());
            if sliced.engine().progress().is_none() {
                sliced.engine_mut().encode_probe(&mut pass, part).unwrap();
            }
            let left = 6 - sliced.steps() as u32;
            sliced.encode_within(&mut pass, left, false, part).unwrap();
            drop(pass);
            gpu.submit(encoder);
            slices += 1;
        }
        assert!(slices > 6, "a step takes more than a slice");
        assert_eq!(sliced.state().unwrap(), whole.state().unwrap());
    }
}

#[test]
fn bodies_at_one_place_and_bodies_that_are_not_finite_spoil_nothing() {
    let gpu = gpu();
    let at = |position: DVec3| Body { position, velocity: DVec3::ZERO, mass: 1.0, component: 0 };
    // All together pull on nobody, and have the potential of the softening.
    for (softening, depth) in [(0.5, -2.0 * 299.0), (0.0, 0.0)] {
        for row in around(&gpu, 16, softening, &[at(DVec3::splat(0.3)); 300]) {
            assert!(row[..3].iter().all(|part| part.abs() < 1e-2), "{row:?}");
            assert!((f64::from(row[3]) - depth).abs() < 0.5, "{row:?}, not {depth}");
        }
    }
    let mut bodies = cluster(200);
    let alone = around(&gpu, 16, 0.05, &bodies);
    bodies.insert(50, at(DVec3::NAN));
    bodies.push(at(DVec3::new(0.0, f64::INFINITY, 0.0)));
    let found = around(&gpu, 16, 0.05, &bodies);
    assert_eq!((found[50], found[201]), ([0.0; 4], [0.0; 4]));
    let others = [&found[..50], &found[51..201]].concat();
    // More bodies have coarser units of mass.
    let is_as_before = |(found, alone): (&[f32; 4], &[f32; 4])| {
        found.iter().zip(alone).all(|(a, b)| (a - b).abs() < 1e-5)
    };
    assert!(others.iter().zip(&alone).all(is_as_before));
    // Two bodies, each alone at one end, and one.
    let pair = [at(DVec3::X), at(-DVec3::X)];
    let found = around(&gpu, 16, 0.0, &pair);
    assert!((found[0][0] + 0.25).abs() < 1e-3 && (found[1][0] - 0.25).abs() < 1e-3, "{found:?}");
    assert!((found[0][3] + 0.5).abs() < 1e-3, "{found:?}");
    let one = around(&gpu, 16, 0.0, &pair[..1])[0];
    assert!(one.iter().all(|part| part.abs() < 1e-4), "{one:?}");
}

#[test]
fn bodies_outside_a_given_cube_take_no_part() {
    let gpu = gpu();
    let request = MeshRequest { near: Some(0.05), ..cube(16, false) };
    let mut bodies: Vec<Body> = cluster(100)
        .iter()
        .map(|body| Body { position: (0.4 * body.position + 0.5).as_vec3().as_dvec3(), ..*body })
        .collect();
    let alone = within(&gpu, request, &bodies);
    let [error, _] = errors(&bodies, 0.05, &alone, 1).map(|errors| p99(&errors));
    assert!(error < 2.0 * MOST, "{error}");
    bodies.extend(
        [DVec3::new(1.5, 0.5, 0.5), DVec3::new(0.5, -0.1, 0.5)]
            .map(|position| Body { position, ..bodies[0] }),
    );
    let found = within(&gpu, request, &bodies);
    assert_eq!((&found[..100], &found[100..]), (&alone[..], &[[0.0; 4]; 2][..]));
}

#[test]
#[ignore = "takes a minute"]
fn more_pairs_than_a_thread_may_loop_over_are_summed() {
    let gpu = gpu();
    let mut bodies =
        vec![
            Body { position: DVec3::ZERO, velocity: DVec3::ZERO, mass: 1.0 / 7e4, component: 0 };
            70_000
        ];
    bodies[123].position = DVec3::X;
    let found = around(&gpu, 16, 0.01, &bodies);
    assert!((found[123][0] + 0.99985).abs() < 2e-3, "{:?}", found[123]);
    let pull = f64::from(found[0][0]) * 7e4;
    assert!((pull - 1.0).abs() < 0.2, "{pull}");
}
