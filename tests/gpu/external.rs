//! The external field of a scene, beside the same field on the host: in all precisions, by all
//! integrators, with trees whose errors stay what they were, and in the measured energies.

use std::f64::consts::TAU;

use glam::DVec3;
use starshell::capture::BodyTable;
use starshell::exchange::Contents;
use starshell::exchange::snapshots::write::Parameter;
use starshell::gpu::Gpu;
use starshell::name::Named;
use starshell::physics::reference::{self, Reference};
use starshell::physics::{
    Body, Diagnostics, ExternalField, ForceErrors, Gravity, Integrator, MeshSettings,
    ParameterError, Parameters, Precision, Simulation, State, Survey, TreeSettings, field,
};
use starshell::scene::Scene;
use starshell::session::{Pace, Session};

use crate::common::{cluster, gpu};

const FIELD: ExternalField = ExternalField {
    uniform_x: 0.1,
    uniform_y: -0.2,
    uniform_z: 0.3,
    point_mass: 0.5,
    halo_speed: 1.2,
    halo_core: 0.2,
    halo_flattening: 0.8,
    disk_mass: 2.0,
    disk_length: 0.7,
    disk_height: 0.1,
};
const SOFTENING: f64 = 0.1;

fn parameters(integrator: Integrator) -> Parameters {
    Parameters { external: FIELD, ..Parameters::new(integrator, 1.0 / 128.0, SOFTENING) }
}

fn measured(gpu: &Gpu, simulation: &Simulation) -> Diagnostics {
    Survey::new(gpu, simulation).unwrap().measure(simulation).unwrap()
}

#[test]
fn every_integrator_and_precision_moves_bodies_as_the_reference_does() {
    let gpu = gpu();
    let bodies: Vec<Body> = cluster(40);
    for &integrator in
        Integrator::ALL.iter().filter(|integrator| **integrator != Integrator::Hermite4)
    {
        let parameters = parameters(integrator);
        let mut exact = Reference::new(bodies.clone(), parameters);
        exact.advance(64);
        for &precision in Precision::ALL.iter().filter(|precision| precision.check(&gpu).is_ok()) {
            if integrator.is_hosted() && precision == Precision::Single {
                continue; // the same steps, of rounded bodies
            }
            let parameters = Parameters { precision, ..parameters };
            let mut simulation = Simulation::new(&gpu, &bodies, parameters).unwrap();
            simulation.advance(64).unwrap();
            let state = simulation.state().unwrap();
            let off = state
                .bodies()
                .zip(exact.bodies())
                .map(|(one, other)| one.position.distance(other.position))
                .fold(0.0, f64::max);
            let most = match precision {
                Precision::Single | Precision::Pair => 2e-5,
                Precision::Double => 1e-11,
            };
            assert!(off < most, "{integrator:?}, {precision:?}: {off:e}");
        }
    }
}

#[test]
fn energies_are_those_of_the_host_and_stay() {
    let gpu = gpu();
    for (count, precision, most) in [
        (300, Precision::Single, 2e-6),
        (300, Precision::Pair, 1e-12),
        (1100, Precision::Pair, 2e-6),
        (300, Precision::Double, 1e-12),
    ] {
        if precision.check(&gpu).is_err() {
            continue;
        }
        let bodies = cluster(count);
        let parameters = Parameters { precision, ..parameters(Integrator::LeapfrogKdk) };
        let mut simulation = Simulation::new(&gpu, &bodies, parameters).unwrap();
        let start = measured(&gpu, &simulation);
        let own = reference::diagnostics(&bodies, SOFTENING);
        let expected = own.potential + FIELD.energy(&bodies, SOFTENING);
        let off = (start.potential / expected - 1.0).abs();
        assert!(off < most, "{count}, {precision:?}: {off:e}");
        simulation.advance(256).unwrap();
        let drift = measured(&gpu, &simulation).change_since(&start);
        assert!(drift.abs() < 2e-3, "{count}, {precision:?}: {drift:e}");
    }
}

#[test]
fn a_circle_in_a_halo_takes_the_time_that_the_formula_says() {
    let gpu = gpu();
    let external = ExternalField { halo_speed: 2.0, halo_core: 0.3, ..ExternalField::NONE };
    let radius = 1.5_f64;
    let speed = 2.0 * radius / (radius * radius + 0.09).sqrt();
    let body =
        Body { position: DVec3::X * radius, velocity: DVec3::Y * speed, mass: 1.0, component: 0 };
    let steps = 512;
    let parameters = Parameters {
        external,
        precision: Precision::Pair,
        ..Parameters::new(Integrator::Yoshida6, TAU * radius / speed / f64::from(steps), 0.0)
    };
    let mut simulation = Simulation::new(&gpu, &[body], parameters).unwrap();
    simulation.advance(steps).unwrap();
    let end = simulation.state().unwrap().bodies().next().unwrap();
    assert!(end.position.distance(body.position) < 1e-5, "{}", end.position);
}

/// The error of the 99th of 100 accelerations, as compared by the run itself.
fn p99(gpu: &Gpu, simulation: &Simulation) -> f32 {
    let mut errors = ForceErrors::new(gpu, simulation).unwrap().unwrap();
    let mut encoder = gpu.encoder("test");
    errors.encode(&mut encoder, simulation, 1024).unwrap();
    let submission = gpu.submit(encoder);
    gpu.wait_for(submission).unwrap();
    let mut found: Vec<f32> =
        errors.collect().unwrap().unwrap().errors.iter().map(|(_, error)| *error).collect();
    found.sort_by(f32::total_cmp);
    found[found.len() * 99 / 100]
}

#[test]
fn a_tree_keeps_the_error_of_the_bodies_own_pulls() {
    let gpu = gpu();
    // The field is a hundred times as strong as the bodies' gravity in most places.
    let external = ExternalField { uniform_z: -100.0, halo_speed: 10.0, ..FIELD };
    for external in [FIELD, external] {
        let parameters = Parameters {
            external,
            gravity: Gravity::Tree(TreeSettings::default()),
            ..Parameters::new(Integrator::LeapfrogKdk, 1e-4, 0.02)
        };
        let bodies = cluster(4096);
        let mut simulation = Simulation::new(&gpu, &bodies, parameters).unwrap();
        for steps in [1, 20] {
            simulation.advance(steps).unwrap();
            let error = p99(&gpu, &simulation);
            assert!(error < 1.1e-3, "{error:e} after {steps}");
            assert!(error > 1e-4, "{error:e}: finer than asked for");
        }
    }
}

#[test]
fn a_run_in_a_field_resumes_bit_for_bit() {
    let gpu = gpu();
    for gravity in [Gravity::default(), Gravity::Tree(TreeSettings::default())] {
        let parameters = Parameters { gravity, ..parameters(Integrator::LeapfrogKdk) };
        let mut whole = Simulation::new(&gpu, &cluster(500), parameters).unwrap();
        whole.advance(7).unwrap();
        let carried = whole.carried().unwrap();
        let snapshot = starshell::physics::Snapshot {
            time: whole.time(),
            steps: whole.steps(),
            state: whole.state().unwrap(),
        };
        let mut again = Simulation::resume(&gpu, &snapshot, parameters).unwrap();
        assert!(again.carry_on(&carried.expect("a field keeps nothing of its own")));
        whole.advance(9).unwrap();
        again.advance(9).unwrap();
        assert!(whole.state().unwrap() == again.state().unwrap(), "{gravity:?}");
    }
}

#[test]
fn a_field_can_change_and_end_while_a_run_goes_on() {
    let gpu = gpu();
    let bodies = cluster(60);
    let none = Parameters { external: ExternalField::NONE, ..parameters(Integrator::LeapfrogKdk) };
    let mut simulation = Simulation::new(&gpu, &bodies, none).unwrap();
    let mut exact = Reference::new(bodies, none);
    for external in [ExternalField::NONE, FIELD, ExternalField { uniform_x: 0.0, ..FIELD }] {
        let now = Parameters { external, ..none };
        simulation.set_parameters(now).unwrap();
        exact = Reference::new(exact.bodies().to_vec(), now);
        simulation.advance(10).unwrap();
        exact.advance(10);
    }
    let state = simulation.state().unwrap();
    for (one, other) in state.bodies().zip(exact.bodies()) {
        assert!(one.position.distance(other.position) < 2e-5);
    }
}

#[test]
fn what_does_not_go_with_a_field_is_refused() {
    let gpu = gpu();
    let refused = |parameters: Parameters| {
        Simulation::new(&gpu, &cluster(10), parameters).unwrap_err().to_string()
    };
    let hermite = refused(parameters(Integrator::Hermite4));
    assert!(hermite.contains("hermite-4 does not work with an external force"), "{hermite}");
    let gravity = Gravity::Mesh(MeshSettings { period: Some(4.0), ..MeshSettings::default() });
    let periodic = refused(Parameters { gravity, ..parameters(Integrator::LeapfrogKdk) });
    assert!(periodic.contains("periodic space"), "{periodic}");
    for (external, key) in [
        (ExternalField { halo_flattening: 0.1, ..FIELD }, "halo_flattening"),
        (ExternalField { disk_mass: -1.0, ..FIELD }, "disk_mass"),
        (ExternalField { uniform_z: f64::NAN, ..FIELD }, "uniform_z"),
        (ExternalField { halo_core: f64::INFINITY, ..FIELD }, "halo_core"),
    ] {
        let parameters = Parameters { external, ..parameters(Integrator::LeapfrogKdk) };
        let found = parameters.validate().unwrap_err();
        assert!(matches!(found, ParameterError::External(found, ..) if found == key), "{found}");
        assert!(found.to_string().contains(key), "{found}");
    }
}

#[test]
fn a_field_acts_about_the_origin_of_a_file_however_far_its_bodies_are() {
    let gpu = gpu();
    // A cluster on a circle far from the origin, which the scene would compute about a moving point.
    let away = |body: &Body| Body {
        position: body.position * 0.01 + DVec3::X * 100.0,
        velocity: body.velocity * 0.01 + DVec3::Y,
        mass: body.mass * 1e-6,
        ..*body
    };
    let imported = Contents {
        file: "own.csv".to_owned(),
        state: State::exact(cluster(100).iter().map(away).collect::<Vec<_>>()),
        ..Contents::default()
    };
    let mut scene = Scene::of_imported(&imported, None).unwrap();
    assert!(!scene.initial.frame().is_file(), "the bodies are far away");
    let seen = scene.initial.frame().origin + scene.camera.target.as_dvec3();
    let without = Session::new(&gpu, scene.clone(), Pace::default()).unwrap();
    scene.physics = Parameters {
        integrator: Integrator::LeapfrogKdk,
        time_step: TAU * 100.0 / 4096.0,
        softening: 1e-3,
        external: ExternalField { halo_speed: 1.0, halo_core: 0.0, ..ExternalField::NONE },
        ..scene.physics
    };
    // Not within a run that has begun there.
    let mut begun = without;
    let error = begun.set_parameters(scene.physics).unwrap_err().to_string();
    assert!(error.contains("start the run with the field"), "{error}");
    let mut session = Session::new(&gpu, scene, Pace::default()).unwrap();
    assert!(session.scene().initial.frame().is_file());
    assert!(session.scene().camera.target.as_dvec3().distance(seen) < 1e-3, "it looks there");
    let mut encoder = gpu.encoder("test");
    session.encode_steps(&mut encoder, 1024).unwrap();
    let submission = gpu.submit(encoder);
    gpu.wait_for(submission).unwrap();
    let bodies: Vec<Body> = session.simulation().state().unwrap().bodies().collect();
    let center = bodies.iter().map(|body| body.position).sum::<DVec3>() / 100.0;
    assert!(center.distance(DVec3::Y * 100.0) < 1.0, "a quarter of a turn: {center}");
}

#[test]
fn accelerations_that_are_asked_for_include_the_field_or_are_refused() {
    let gpu = gpu();
    let bodies = cluster(50);
    let simulation = Simulation::new(&gpu, &bodies, parameters(Integrator::LeapfrogKdk)).unwrap();
    let rows = field(&gpu, &simulation).unwrap();
    for (index, (body, row)) in bodies.iter().zip(&rows).enumerate() {
        let (pull, potential) = FIELD.at(body.position, SOFTENING);
        let own = reference::acceleration_of(&bodies, SOFTENING, index);
        let expected =
            (own + pull).extend(reference::potential_of(&bodies, SOFTENING, index) + potential);
        let off = glam::DVec4::from_array(*row).distance(expected);
        assert!(off < 1e-5 * expected.length(), "{index}: {off:e}");
    }
    // Files for other programs say that there is one, and do not give the forces of the rest.
    let scene = Scene::load("stream").unwrap();
    let folder = tempfile::tempdir().unwrap();
    let error = BodyTable::with_forces(&folder.path().join("run.hdf5"), &scene).unwrap_err();
    assert!(error.to_string().contains("external field"), "{error}");
    let told = scene.parameters();
    assert!(told.iter().any(|(name, value)| *name == "ExternalField"
        && matches!(value, Parameter::Text(text) if text.contains("halo_speed = 4"))));
}
