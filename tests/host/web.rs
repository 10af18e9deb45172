//! The cosmic web: expansion, growth of fluctuations. `src/physics/initial/web` tests the spectrum
//! of its field.

use crate::common::states::*;
use glam::DVec3;
use starshell::cpu::{CpuSimulation, Formulation, Hardware};
use starshell::physics::initial::{CosmicWeb, InitialState};
use starshell::physics::{Body, Integrator, Parameters};
use starshell::scene::{Dimension, Scene, UnitSystem};

fn web(web: CosmicWeb, count: usize) -> Vec<Body> {
    bodies(&InitialState::CosmicWeb(web), count)
}

/// The slope of `b` over `a`, by least squares through the origin.
fn slope(pairs: impl Iterator<Item = (DVec3, DVec3)>) -> f64 {
    let (product, square) =
        pairs.fold((0.0, 0.0), |(product, square), (a, b)| (product + a.dot(b), square + a.dot(a)));
    product / square
}

#[test]
fn a_web_is_an_even_ball_that_expands_at_the_rate_of_critical_density() {
    for (radius, count) in [(1.0, 1000), (0.3, 4097), (20.0, 9999)] {
        let rate = (2.0 / f64::powi(radius, 3)).sqrt();
        let smooth = web(CosmicWeb { radius, sigma_8: 0.0, ..CosmicWeb::default() }, count);
        assert!(smooth.iter().all(|body| (body.velocity - rate * body.position).length() < 1e-12 * rate * radius));
        let half = quantile(smooth.iter().map(|body| body.position.length()), 0.5);
        assert_near("half-mass radius", half, radius * 0.5_f64.cbrt(), 0.01 * radius);
        // K/|W| of a ball that just escapes, within what separate bodies differ from a smooth ball.
        assert_near("K/|W|", virial_ratio(&smooth, 1000), 1.0, 0.03);

        let bodies = web(CosmicWeb { radius, ..CosmicWeb::default() }, count);
        let hubble = slope(bodies.iter().map(|body| (body.position, body.velocity)));
        assert_near("Hubble's constant", hubble, rate, 0.05 * rate);
        // Of the growing mode, the displacement from the place in a smooth ball makes as much
        // velocity again.
        let moved = smooth.iter().zip(&bodies).map(|(smooth, body)| {
            let (position, velocity) =
                (body.position - smooth.position, body.velocity - smooth.velocity);
            (position, velocity)
        });
        assert_near("velocity over displacement", slope(moved), 2.0 * rate, 1e-9 * rate);
    }
}

#[test]
fn fluctuations_grow_as_the_universe_does() {
    // The inner half, since waves of the outer one lack their neighbours.
    let model =
        CosmicWeb { sigma_8: 0.3, shape: 0.05, comoving_radius: 200.0, ..CosmicWeb::default() };
    let (smooth, bodies) = (web(CosmicWeb { sigma_8: 0.0, ..model }, 4000), web(model, 4000));
    // r ∝ (1 + 3/2 H t)^(2/3): three times as large.
    let growth = 3.0_f64;
    let time = (growth.powf(1.5) - 1.0) / (1.5 * 2.0_f64.sqrt());
    let steps = 200;
    let parameters = Parameters::new(Integrator::LeapfrogKdk, time / f64::from(steps), 0.05);
    let run = |bodies: &[Body]| {
        let mut run = CpuSimulation::new(bodies, parameters, Formulation::Simd, Hardware::best())
            .expect("it runs");
        run.advance(steps);
        run.bodies()
    };
    let (smooth_end, end) = (run(&smooth), run(&bodies));
    let radius =
        quantile(smooth_end.iter().map(|body| body.position.length()), 0.5) / 0.5_f64.cbrt();
    assert_near("the radius", radius, growth, 0.03 * growth);
    let inner = (0..smooth.len()).filter(|&index| smooth[index].position.length() < 0.6);
    let pairs = inner.map(|index| {
        let before = bodies[index].position - smooth[index].position;
        (before, (end[index].position - smooth_end[index].position) / growth)
    });
    assert_near("growth of the comoving displacement", slope(pairs), growth, 0.12 * growth);
}

#[test]
fn the_units_of_the_scene_are_those_of_its_universe() {
    let scene = Scene::load("cosmic-web").expect("it is embedded");
    let InitialState::CosmicWeb(model) = scene.initial else { panic!("{:?}", scene.initial) };
    let units = scene.units.expect("it has units").in_system(UnitSystem::ParsecMyr);
    // With h = 0.65: lengths in Mpc, H0 in km/s/Mpc, critical density 2.775e11 h² Msun/Mpc³.
    let h = 0.65;
    let radius = model.comoving_radius / h / (1.0 + model.redshift);
    assert_near(
        "unit of length",
        units.factor(Dimension::Length),
        1e6 * radius / model.radius,
        1e3 * radius,
    );
    let volume = 4.0 / 3.0 * std::f64::consts::PI * (model.comoving_radius / h).powi(3);
    let mass = 2.775e11 * h * h * volume;
    assert_near("unit of mass", units.factor(Dimension::Mass), mass, 2e-3 * mass);
    // The end is today, at the age 2/3 H0, less that at the start.
    let age = 2.0 / 3.0 / (h * 100.0 / 3.0857e19) / (1e6 * 365.25 * 86_400.0);
    let expected = age * (1.0 - (1.0 + model.redshift).powf(-1.5));
    assert_near(
        "duration in Myr",
        scene.duration * units.factor(Dimension::Time),
        expected,
        5e-3 * expected,
    );
}
