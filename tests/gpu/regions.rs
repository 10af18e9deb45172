//! Runs in regions: the forces of direct sums, the energies of one region, the same bits.

use starshell::gpu::Gpu;
use starshell::physics::{
    Body, ExternalField, ForceKernel, Gravity, Integrator, MeshSettings, Parameters, Precision,
    Regions, Simulation, SimulationError, Survey, TreeSettings,
};
use starshell::scene::Scene;

use crate::common::breadth::is_thorough;
use crate::common::regions::{compare_regions, compare_steps, parameters};
use crate::common::systems::systems;
use crate::common::{checked_gpu, cluster, gpu};

#[test]
fn forces_motion_and_errors_are_those_of_direct_sums() {
    compare_regions(&gpu()).unwrap();
}

#[test]
fn regions_agree_with_checks() {
    compare_regions(&checked_gpu()).unwrap();
}

/// 99 of 100 errors of all bodies.
fn p99(regions: &mut Regions) -> f32 {
    let errors = regions.errors(u32::MAX).unwrap().unwrap();
    errors[errors.len() * 99 / 100]
}

#[test]
fn errors_are_kept_in_any_number_of_regions() {
    let gpu = gpu();
    for (index, (name, bodies)) in systems().into_iter().enumerate() {
        for (turn, number) in [2, 3, 8].into_iter().enumerate() {
            if !is_thorough() && (index % 3 != turn || index > 4) {
                continue;
            }
            let settings = TreeSettings::default();
            let mut regions =
                Regions::new(&gpu, &bodies, parameters(settings, 0.001, 0.01), number).unwrap();
            // In the steps between, the few bodies that decide may all fall at once.
            for (steps, most) in
                [(1, 1.02e-3), if is_thorough() { (69, 1.1e-3) } else { (8, 2.5e-3) }]
            {
                regions.advance(steps).unwrap();
                let error = p99(&mut regions);
                println!("{name}, {number} regions, step {}: {error:.3e}", regions.steps());
                assert!(error <= most, "{name}, {number} regions: {error:e}");
            }
            assert!(regions.levels().unwrap().iter().all(|levels| levels.unfinished == 0));
        }
    }
}

#[test]
fn a_run_has_the_same_bits_each_time_and_however_it_is_divided() {
    let (gpu, bodies) = (gpu(), cluster(1500));
    let run = |batches: &[u32], measured: bool| {
        let parameters = parameters(TreeSettings::default(), 0.01, 0.05);
        let mut regions = Regions::new(&gpu, &bodies, parameters, 3).unwrap();
        for &steps in batches {
            regions.advance(steps).unwrap();
            if measured {
                regions.measure().unwrap();
                regions.errors(100).unwrap();
            }
        }
        let bits = |body: Body| {
            [body.position, body.velocity].map(|vector| vector.to_array().map(f64::to_bits))
        };
        regions.bodies().unwrap().into_iter().map(bits).collect::<Vec<_>>()
    };
    let whole = run(&[40], false);
    assert!(whole == run(&[40], false));
    assert!(whole == run(&[1, 2, 13, 24], true));
}

/// The largest change of the energy in a run, of which it measures this many moments.
fn drift(gpu: &Gpu, scene: &Scene, regions: usize, steps: u32, moments: u32) -> f64 {
    let bodies = scene.bodies().unwrap();
    let mut drift = 0.0_f64;
    if regions == 1 {
        let mut run = Simulation::new(gpu, &bodies, scene.physics).unwrap();
        let mut survey = Survey::new(gpu, &run).unwrap();
        let start = survey.measure(&run).unwrap();
        for _ in 0..moments {
            run.advance(steps / moments).unwrap();
            drift = drift.max(survey.measure(&run).unwrap().energy_drift(&start).abs());
        }
    } else {
        let mut run = Regions::new(gpu, &bodies, scene.physics, regions).unwrap();
        let start = run.measure().unwrap();
        for _ in 0..moments {
            run.advance(steps / moments).unwrap();
            drift = drift.max(run.measure().unwrap().energy_drift(&start).abs());
        }
    }
    drift
}

#[test]
fn energies_of_a_galaxy_are_those_of_one_region() {
    let gpu = gpu();
    // A turn at two scale lengths takes 13 units of time.
    let (turns, count) = if is_thorough() { (10.0, 8192) } else { (0.25, 2048) };
    let scene = Scene::load("galaxy").unwrap();
    let mut scene = Scene { count, ..scene };
    scene.physics.gravity = Gravity::Tree(TreeSettings::default());
    let steps = (13.0 * turns / scene.physics.time_step) as u32 / 10 * 10;
    let [one, three] = [1, 3].map(|number| drift(&gpu, &scene, number, steps, 10));
    println!("{turns} turns: {one:.2e} in one region, {three:.2e} in three");
    assert!(three < 1.5 * one + 1e-4 && three < 0.02);
}

#[test]
fn every_composition_moves_bodies_as_a_simulation_does() {
    for integrator in [Integrator::SymplecticEuler, Integrator::LeapfrogDkd, Integrator::Yoshida6] {
        compare_steps(&gpu(), integrator).unwrap();
    }
}

#[test]
fn regions_may_be_without_bodies_and_bodies_may_be_lost() {
    let gpu = gpu();
    let settings = TreeSettings::default();
    for count in [1, 2, 5] {
        let bodies = cluster(count);
        let mut regions = Regions::new(&gpu, &bodies, parameters(settings, 0.01, 0.05), 8).unwrap();
        regions.advance(40).unwrap();
        assert_eq!(regions.counts().iter().sum::<u32>(), count as u32);
        assert!(regions.bodies().unwrap().iter().all(|body| body.position.is_finite()));
    }
    // One of them leaves the range of single precision.
    let mut bodies = cluster(200);
    bodies[7].velocity.x = 3e38;
    let mut regions = Regions::new(&gpu, &bodies, parameters(settings, 100.0, 0.05), 3).unwrap();
    regions.advance(1).unwrap();
    assert_eq!(regions.measure().unwrap().invalid, 1);
    regions.cut().unwrap();
    assert_eq!(regions.counts().iter().sum::<u32>(), 199);
    assert_eq!(regions.measure().unwrap().invalid, 1);
}

#[test]
fn what_regions_cannot_do_is_said_before_the_start() {
    let (gpu, bodies) = (gpu(), cluster(10));
    let usual = parameters(TreeSettings::default(), 0.01, 0.05);
    let direct = Gravity::Direct(ForceKernel::Auto);
    let external = ExternalField { uniform_z: -1.0, ..ExternalField::NONE };
    for (wrong, word) in [
        (
            Parameters { integrator: Integrator::RungeKutta4, ..usual },
            "the integrator runge-kutta-4",
        ),
        (
            Parameters { integrator: Integrator::Hermite4, gravity: direct, ..usual },
            "the gravity direct",
        ),
        (Parameters { precision: Precision::Pair, ..usual }, "the precision f32+"),
        (Parameters { adaptive: Some(0.3), ..usual }, "adaptive steps"),
        (
            Parameters { gravity: Gravity::Mesh(MeshSettings::default()), ..usual },
            "the gravity mesh",
        ),
        (Parameters { external, ..usual }, "an external field"),
    ] {
        let error = Regions::new(&gpu, &bodies, wrong, 2).unwrap_err();
        assert!(matches!(error, SimulationError::Regions(_)), "{error}");
        assert!(error.to_string().contains(word), "{error}");
    }
    let none: &[Body] = &[];
    assert!(matches!(Regions::new(&gpu, none, usual, 2), Err(SimulationError::NoBodies)));
}

#[test]
fn a_body_takes_56_bytes_and_scratch_is_shared() {
    let (gpu, bodies) = (gpu(), cluster(20_000));
    let parameters = parameters(TreeSettings::default(), 0.01, 0.05);
    let [two, eight] = [2, 8].map(|number| {
        let regions = Regions::new(&gpu, &bodies, parameters, number).unwrap();
        let [own, shared] = regions.bytes();
        assert!(own as f64 <= 1.15 * 56.0 * 20_000.0 + 56.0 * 130.0 * number as f64, "{own}");
        shared
    });
    assert!(eight < two / 2, "{eight} and {two} bytes");
}
