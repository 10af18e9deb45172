//! Gravity on a grid against direct sums and closed forms.

use crate::common::mesh::{
    bodies, compare_images, compare_isolated, compare_periodic, cube, on_grid,
};
use crate::common::{checked_gpu, cluster, gpu};
use glam::DVec3;
use starshell::gpu::GpuError;
use starshell::physics::{
    Body, Gravity, Integrator, Mesh, MeshRequest, MeshSettings, Parameters, Precision, Simulation,
};

/// Gravity on a grid around all bodies.
fn on(side: u32) -> Gravity {
    Gravity::Mesh(MeshSettings { side, period: None, near: false })
}

#[test]
fn a_cube_that_is_alone_agrees_with_direct_sums() {
    compare_isolated(&gpu()).unwrap();
    compare_isolated(&checked_gpu()).unwrap();
}

#[test]
fn a_periodic_cube_agrees_with_waves() {
    compare_periodic(&gpu()).unwrap();
}

#[test]
fn a_periodic_cube_has_no_edges() {
    let gpu = gpu();
    let inside = bodies(50);
    let moved: Vec<[f32; 4]> =
        inside.iter().map(|[x, y, z, mass]| [x + 0.5, y - 1.0, z + 2.25, *mass]).collect();
    let [here, there] =
        [&inside, &moved].map(|bodies| on_grid(&gpu, Some(cube(8, true)), bodies).unwrap());
    for (here, there) in here.iter().zip(&there) {
        let apart = here.iter().zip(there).map(|(a, b)| (a - b).abs()).fold(0.0, f32::max);
        assert!(apart < 1e-4, "{here:?} and {there:?}");
    }
}

#[test]
fn bodies_outside_take_no_part() {
    let gpu = gpu();
    let mut all = bodies(40);
    let alone = on_grid(&gpu, Some(cube(8, false)), &all).unwrap();
    all.extend([[1.5, 0.5, 0.5, 0.1], [0.5, -0.1, 0.5, 0.1], [f32::NAN, 0.5, 0.5, 0.1]]);
    let found = on_grid(&gpu, Some(cube(8, false)), &all).unwrap();
    assert_eq!(found[..40], alone);
    assert_eq!(found[40..], [[0.0; 4]; 3]);
}

#[test]
fn a_run_by_a_grid_follows_the_direct_sum_and_repeats_its_bits() {
    let gpu = gpu();
    let bodies = cluster(1500);
    let run = |gravity| {
        let parameters =
            Parameters { gravity, ..Parameters::new(Integrator::LeapfrogKdk, 0.01, 0.05) };
        let mut simulation = Simulation::new(&gpu, &bodies, parameters).unwrap();
        simulation.advance(20).unwrap();
        simulation.bodies().download(&gpu).unwrap()
    };
    let [grid, again, direct] = [on(32), on(32), Gravity::default()].map(run);
    assert_eq!(grid, again);
    let moved = |to: &[Body]| {
        bodies.iter().zip(to).map(|(from, to)| to.velocity - from.velocity).collect::<Vec<_>>()
    };
    let (found, expected) = (moved(&grid), moved(&direct));
    let apart: f64 =
        found.iter().zip(&expected).map(|(found, expected)| (*found - *expected).length()).sum();
    let all: f64 = expected.iter().map(|change| change.length()).sum();
    println!("velocities change by {:.1e} of what they should", apart / all);
    assert!(apart < 0.1 * all, "{apart} of {all}");
}

#[test]
fn a_run_in_a_periodic_cube_agrees_with_images() {
    compare_images(&gpu()).unwrap();
}

#[test]
fn a_cold_wave_in_a_periodic_cube_grows_as_jeans_found() {
    const SIDE: usize = 16;
    const AMPLITUDE: f64 = 1e-3;
    let gpu = gpu();
    let wave = |x: f64| (std::f64::consts::TAU * x).sin();
    let body = |node: usize| {
        let at = |node: usize| (node % SIDE) as f64 / SIDE as f64 - 0.5;
        let place = DVec3::new(at(node), at(node / SIDE), at(node / SIDE / SIDE));
        let position = place + DVec3::X * AMPLITUDE * wave(place.x);
        Body { position, velocity: DVec3::ZERO, mass: 1.0 / SIDE.pow(3) as f64, component: 0 }
    };
    let bodies: Vec<Body> = (0..SIDE.pow(3)).map(body).collect();
    let gravity = Gravity::Mesh(MeshSettings { side: 64, period: Some(1.0), near: false });
    let parameters = Parameters { gravity, ..Parameters::new(Integrator::LeapfrogKdk, 0.01, 0.0) };
    let mut simulation = Simulation::new(&gpu, &bodies, parameters).unwrap();
    simulation.advance(50).unwrap();
    // The part of the displacements that is the wave.
    let moved = simulation.bodies().download(&gpu).unwrap();
    let part = |index: usize| {
        let x = (index % SIDE) as f64 / SIDE as f64 - 0.5;
        2.0 * (moved[index].position.x - x) * wave(x) / moved.len() as f64
    };
    let grown = (0..moved.len()).map(part).sum::<f64>() / AMPLITUDE;
    // At density 1 the growth rate is sqrt(4 pi); grid and lattice change the growth by half a
    // percent.
    let expected = ((4.0 * std::f64::consts::PI).sqrt() * 0.5).cosh();
    println!("a wave has grown {grown:.4} times in place of {expected:.4}");
    assert!((grown / expected - 1.0).abs() < 0.02, "{grown} in place of {expected}");
}

#[test]
fn a_grid_that_no_run_can_have_is_refused() {
    let refused = |parameters: Parameters| parameters.validate().unwrap_err().to_string();
    let parameters =
        Parameters { gravity: on(48), ..Parameters::new(Integrator::LeapfrogKdk, 0.01, 0.05) };
    assert!(
        refused(parameters).contains("128 or 256 nodes per side, not 48"),
        "{}",
        refused(parameters)
    );
    let periodic =
        |period| Gravity::Mesh(MeshSettings { side: 32, period: Some(period), near: true });
    for period in [0.0, -1.0, f64::NAN, 1e30] {
        assert!(
            refused(Parameters { gravity: periodic(period), ..parameters })
                .contains("a finite length above 0")
        );
    }
    let parameters = Parameters { gravity: on(32), ..parameters };
    assert!(
        refused(Parameters { precision: Precision::Double, ..parameters })
            .contains("trees and grids")
    );
    assert!(
        refused(Parameters { integrator: Integrator::Hermite4, ..parameters })
            .contains("hermite-4")
    );
}

#[test]
fn an_impossible_grid_is_refused() {
    let gpu = gpu();
    let buffer = |len| gpu.storage::<[f32; 4]>("bodies", len).unwrap();
    let refused = |request: MeshRequest, accelerations| {
        Mesh::new(&gpu, request, &buffer(3), &buffer(accelerations)).unwrap_err()
    };
    let sentences = [
        (refused(cube(3, true), 3), "too coarse"),
        (refused(cube(22, true), 3), "22 nodes per side: a length of 11 cannot be transformed"),
        (
            refused(MeshRequest { near: Some(0.1), ..cube(18, true) }, 3),
            "no room for pairs: give it a multiple of 4 from 16",
        ),
        (refused(MeshRequest { mass: 0.0, ..cube(8, true) }, 3), "a mass of 0"),
        (refused(MeshRequest { length: f64::NAN, ..cube(8, true) }, 3), "length NaN"),
        (refused(cube(8, true), 2), "2 accelerations"),
    ];
    for (error, sentence) in sentences {
        assert!(
            matches!(error, GpuError::Mismatch(_)) && error.to_string().contains(sentence),
            "{error}"
        );
    }
}
