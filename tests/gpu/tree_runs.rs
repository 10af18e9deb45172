//! Runs whose forces come from a tree.

use starshell::gpu::Gpu;
use starshell::name::Named;
use starshell::physics::initial::InitialState;
use starshell::physics::{
    Body, ForceErrors, ForceKernel, Gravity, GravityMethod, Integrator, Output, ParameterError,
    Parameters, Precision, Simulation, SimulationError, Snapshot, Survey, Tree, TreeSettings,
};

use crate::common::tree::{check_forces, compare_force_errors};
use crate::common::{cluster, gpu};

const TREE: Gravity = Gravity::Tree(TreeSettings::with_accuracy(Gravity::ACCURACY));

fn parameters(gravity: Gravity) -> Parameters {
    Parameters { gravity, ..Parameters::new(Integrator::LeapfrogKdk, 0.01, 0.05) }
}

fn plummer(count: usize) -> Vec<Body> {
    InitialState::named("plummer").unwrap().bodies(count, 3).unwrap()
}

fn submit<R>(gpu: &Gpu, record: impl FnOnce(&mut wgpu::CommandEncoder) -> R) -> R {
    let mut encoder = gpu.encoder("test");
    let result = record(&mut encoder);
    gpu.submit(encoder);
    result
}

fn pass<R>(gpu: &Gpu, record: impl FnOnce(&mut wgpu::ComputePass) -> R) -> R {
    submit(gpu, |encoder| {
        record(&mut encoder.begin_compute_pass(&wgpu::ComputePassDescriptor::default()))
    })
}

#[test]
fn probes_and_measurements_between_slices_change_no_bit() {
    let (gpu, bodies) = (gpu(), cluster(3000));
    for integrator in [Integrator::LeapfrogKdk, Integrator::LeapfrogDkd, Integrator::RungeKutta4] {
        let new = || {
            Simulation::new(&gpu, &bodies, Parameters { integrator, ..parameters(TREE) }).unwrap()
        };
        let mut whole = new();
        whole.advance(4).unwrap();
        let mut sliced = new();
        let mut survey = Survey::new(&gpu, &sliced).unwrap();
        let part = 0.2 * sliced.force_pass().work();
        let mut measured = 0;
        while sliced.steps() < 4 {
            if sliced.engine().progress().is_none() {
                pass(&gpu, |pass| sliced.engine_mut().encode_probe(pass, part)).unwrap();
            }
            let left = 4 - sliced.steps() as u32;
            let before = sliced.steps();
            pass(&gpu, |pass| sliced.encode_within(pass, left, false, part)).unwrap();
            if sliced.steps() > before {
                survey.restart();
            }
            // Slices of a measurement and of a step take turns in the same memory.
            let (_, is_complete) =
                pass(&gpu, |pass| survey.encode_slice(pass, &sliced, part)).unwrap();
            if is_complete {
                submit(&gpu, |encoder| survey.encode_result(encoder, &sliced)).unwrap();
                gpu.wait().unwrap();
                let reading = survey.wait().unwrap().unwrap();
                let alone = Survey::new(&gpu, &sliced).unwrap().measure(&sliced).unwrap();
                assert_eq!(
                    reading.diagnostics,
                    alone,
                    "{}, step {}",
                    integrator.name(),
                    sliced.steps()
                );
                measured += 1;
            }
        }
        assert!(measured > 0);
        assert_eq!(sliced.state().unwrap(), whole.state().unwrap(), "{}", integrator.name());
    }
}

#[test]
fn energies_by_the_tree_are_those_of_the_direct_sum() {
    let (gpu, bodies) = (gpu(), plummer(4000));
    let direct = Simulation::new(&gpu, &bodies, parameters(Gravity::default())).unwrap();
    let mut tree = Simulation::new(&gpu, &bodies, parameters(TREE)).unwrap();
    let expected = Survey::new(&gpu, &direct).unwrap().measure(&direct).unwrap();
    let mut survey = Survey::new(&gpu, &tree).unwrap();
    let begin = survey.measure(&tree).unwrap();
    assert!(
        (begin.potential / expected.potential - 1.0).abs() < 2e-4,
        "{} not {}",
        begin.potential,
        expected.potential
    );
    assert_eq!((begin.kinetic, begin.mass), (expected.kinetic, expected.mass));
    tree.advance(100).unwrap();
    let drift = survey.measure(&tree).unwrap().energy_drift(&begin);
    assert!(drift.abs() < 1e-3, "the energy is off by {drift:e}");
}

#[test]
fn changing_gravity_keeps_the_state_to_the_bit() {
    let (gpu, bodies) = (gpu(), cluster(2000));
    let mut simulation = Simulation::new(&gpu, &bodies, parameters(Gravity::default())).unwrap();
    simulation.advance(3).unwrap();
    let state = simulation.state().unwrap();
    for gravity in [
        TREE,
        Gravity::Tree(TreeSettings::with_angle(0.5)),
        Gravity::Direct(ForceKernel::Naive),
        Gravity::Auto(0.01),
    ] {
        simulation.set_parameters(parameters(gravity)).unwrap();
        assert_eq!(simulation.state().unwrap(), state, "{gravity:?}");
        assert_eq!((simulation.steps(), simulation.time()), (3, 0.03));
    }
    // A step of each differs by no more than the tree's error.
    let step = |gravity| {
        let snapshot = Snapshot { time: 0.0, steps: 0, state: state.clone() };
        let mut simulation = Simulation::resume(&gpu, &snapshot, parameters(gravity)).unwrap();
        simulation.advance(1).unwrap();
        simulation.bodies().download(&gpu).unwrap()
    };
    let off = crate::common::distance(&step(TREE), &step(Gravity::default()));
    assert!(off > 0.0 && off < 1e-4, "off by {off:e}");
}

#[test]
fn auto_takes_the_tree_where_it_is_faster_and_possible() {
    let gpu = gpu();
    let auto = parameters(Gravity::Auto(Gravity::ACCURACY));
    assert_eq!(auto.gravity_of(&gpu, 1000), Gravity::default());
    assert_eq!(auto.gravity_of(&gpu, 1_000_000), TREE);
    // A finer tree takes more bodies to pay.
    let fine = parameters(Gravity::Auto(1e-5));
    let first = |parameters: &Parameters| {
        (1..30)
            .find(|power| parameters.gravity_of(&gpu, 1 << power).method() == GravityMethod::Tree)
    };
    assert!(first(&fine) > first(&auto), "{:?}, {:?}", first(&fine), first(&auto));
    for without_tree in [
        Parameters { precision: Precision::Double, ..auto },
        Parameters { integrator: Integrator::Hermite4, ..auto },
    ] {
        assert_eq!(without_tree.gravity_of(&gpu, 1_000_000), Gravity::default());
        without_tree.validate().unwrap();
    }
    assert!(
        auto.work(&gpu, 1_000_000) < 0.1 * parameters(Gravity::default()).work(&gpu, 1_000_000)
    );
}

#[test]
fn settings_that_exclude_trees_are_reported_in_one_sentence() {
    let gpu = gpu();
    let refused =
        |parameters: Parameters| Simulation::new(&gpu, &cluster(10), parameters).unwrap_err();
    let double = refused(Parameters { precision: Precision::Double, ..parameters(TREE) });
    assert!(
        matches!(double, SimulationError::Parameter(ParameterError::TreePrecision)),
        "{double}"
    );
    let hermite = refused(Parameters { integrator: Integrator::Hermite4, ..parameters(TREE) });
    assert!(
        matches!(hermite, SimulationError::Parameter(ParameterError::TreeIntegrator)),
        "{hermite}"
    );
    let angle = refused(parameters(Gravity::Tree(TreeSettings::with_angle(2.0))));
    assert!(angle.to_string().contains("give an angle or an accuracy from 0 to 1"), "{angle}");
    let auto = refused(parameters(Gravity::Auto(f64::NAN)));
    assert!(auto.to_string().contains("accuracy"), "{auto}");
    // The old parameters stay.
    let mut simulation = Simulation::new(&gpu, &cluster(10), parameters(TREE)).unwrap();
    simulation
        .set_parameters(Parameters { integrator: Integrator::Hermite4, ..parameters(TREE) })
        .unwrap_err();
    assert_eq!(*simulation.parameters(), parameters(TREE));
}

#[test]
fn a_restored_run_has_the_bits_of_a_resumed_one() {
    let (gpu, bodies) = (gpu(), cluster(1500));
    let mut simulation = Simulation::new(&gpu, &bodies, parameters(TREE)).unwrap();
    simulation.advance(3).unwrap();
    let snapshot =
        Snapshot { time: simulation.time(), steps: 3, state: simulation.state().unwrap() };
    let mut resumed = Simulation::resume(&gpu, &snapshot, parameters(TREE)).unwrap();
    resumed.advance(3).unwrap();
    simulation.advance(5).unwrap();
    simulation.restore(&snapshot).unwrap();
    simulation.advance(3).unwrap();
    assert_eq!(simulation.state().unwrap(), resumed.state().unwrap());
}

#[test]
fn a_check_of_a_wide_tree_reports_no_walk_as_cut_short() {
    let (gpu, bodies) = (gpu(), plummer(6000));
    let settings = TreeSettings { leaf: 8, ..TreeSettings::default() };
    let mut simulation =
        Simulation::new(&gpu, &bodies, parameters(Gravity::Tree(settings))).unwrap();
    simulation.advance(1).unwrap();
    let tree = Tree::new(&gpu, simulation.bodies(), 0.05, Output::Acceleration, settings).unwrap();
    pass(&gpu, |pass| tree.encode(pass));
    let levels = gpu.read(tree.levels().unwrap()).unwrap()[0];
    assert!(levels.wide > 0, "levels that do not suit the test: {levels:?}");
    let mut checks = ForceErrors::new(&gpu, &simulation).unwrap().unwrap();
    let reading = check_forces(&gpu, &simulation, &mut checks, 64);
    assert_eq!((reading.finite, reading.unfinished), (6000, 0));
}

#[test]
fn checks_find_the_errors_that_the_forces_have() {
    let (gpu, bodies) = (gpu(), plummer(3000));
    for integrator in [Integrator::LeapfrogKdk, Integrator::LeapfrogDkd] {
        let mut simulation =
            Simulation::new(&gpu, &bodies, Parameters { integrator, ..parameters(TREE) }).unwrap();
        simulation.advance(2).unwrap();
        let before = simulation.state().unwrap();
        let mut checks = ForceErrors::new(&gpu, &simulation).unwrap().unwrap();
        let reading = check_forces(&gpu, &simulation, &mut checks, u32::MAX);
        assert_eq!(
            (reading.steps, reading.errors.len(), reading.finite, reading.unfinished),
            (2, 1024, 3000, 0)
        );
        assert_eq!(simulation.state().unwrap(), before, "a check changes nothing");

        let mut sorted: Vec<f32> = reading.errors.iter().map(|(_, error)| *error).collect();
        sorted.sort_by(f32::total_cmp);
        let (median, p99) = (sorted[512], sorted[1013]);
        assert!(
            (1e-4..7e-4).contains(&median) && (5e-4..3e-3).contains(&p99),
            "median {median:e}, p99 {p99:e}"
        );
        // Others have their turn the next time, and in the end all.
        let mut seen: std::collections::BTreeSet<u32> = std::collections::BTreeSet::new();
        for _ in 0..12 {
            seen.extend(
                check_forces(&gpu, &simulation, &mut checks, 1000)
                    .errors
                    .iter()
                    .map(|(index, _)| *index),
            );
        }
        assert_eq!(seen.len(), 3000, "all bodies have had their turn");
    }
}

#[test]
fn checks_leave_out_bodies_without_numbers_and_direct_sums() {
    let (gpu, bodies) = (gpu(), plummer(200));
    let direct = Simulation::new(&gpu, &bodies, parameters(Gravity::default())).unwrap();
    assert!(ForceErrors::new(&gpu, &direct).unwrap().is_none());
    for count in [1, 2, 3] {
        let mut few = Simulation::new(&gpu, &bodies[..count], parameters(TREE)).unwrap();
        few.advance(1).unwrap();
        let reading =
            check_forces(&gpu, &few, &mut ForceErrors::new(&gpu, &few).unwrap().unwrap(), 256);
        assert!(
            reading.errors.len() == count && reading.errors.iter().all(|(_, error)| *error < 1e-5),
            "{reading:?}"
        );
    }
    compare_force_errors(&gpu).unwrap();
}
