//! The CPU's tree against direct sums: awkward bodies, every instruction set, errors that fall as
//! they should, the same bits.

use crate::common::tree::{awkward, rounded};
use crate::common::tree_cell::TreeCell;
use crate::common::{cluster, cube};
use glam::DVec3;
use starshell::cpu::{CpuError, CpuSimulation, Formulation, Hardware, InstructionSet};
use starshell::lab::TreeModel;
use starshell::name::Named;
use starshell::physics::{
    Body, Integrator, Multipoles, Opening, Parameters, TreeError, TreeSettings, reference,
};

/// All cells open.
const EXACT: TreeSettings = TreeSettings { leaf: 8, ..TreeSettings::with_accuracy(0.0) };

fn hardware(instruction_set: InstructionSet) -> Hardware {
    Hardware { instruction_set, threads: 2 }
}

fn new(
    bodies: &[Body],
    parameters: Parameters,
    settings: TreeSettings,
    hardware: Hardware,
) -> CpuSimulation {
    let simulation = CpuSimulation::new(bodies, parameters, Formulation::Tree, hardware).unwrap();
    simulation.with_tree_settings(settings).unwrap()
}

/// Bodies that stand still, so that every step sums the same accelerations again, each compared
/// with the last.
fn still(
    bodies: &[Body],
    softening: f64,
    settings: TreeSettings,
    hardware: Hardware,
) -> CpuSimulation {
    let resting: Vec<Body> =
        bodies.iter().map(|body| Body { velocity: DVec3::ZERO, ..*body }).collect();
    new(&resting, Parameters::new(Integrator::LeapfrogKdk, 1e-30, softening), settings, hardware)
}

fn accelerations(
    bodies: &[Body],
    softening: f64,
    settings: TreeSettings,
    times: u32,
    hardware: Hardware,
) -> Vec<DVec3> {
    let mut simulation = still(bodies, softening, settings, hardware);
    simulation.advance(times - 1);
    simulation.accelerations()
}

/// Largest difference, relative to the largest expected acceleration; infinite if one is not a
/// number.
fn difference(got: &[DVec3], expected: &[DVec3]) -> f64 {
    assert_eq!(got.len(), expected.len());
    let scale = expected.iter().map(|a| a.length()).fold(1e-37, f64::max);
    let off = got.iter().zip(expected).map(|(got, expected)| (*got - *expected).length());
    off.map(|d| if d.is_nan() { f64::INFINITY } else { d }).fold(0.0, f64::max) / scale
}

/// The direct sum of the finite bodies. Without softening, bodies closer than 1e-10 do not pull on
/// each other.
fn sum(bodies: &[Body], softening: f64) -> Vec<DVec3> {
    let pull = |from: &Body, at: DVec3| {
        let separation = from.position - at;
        let squared = separation.length_squared() + softening * softening;
        if squared > 1e-20 {
            separation * (from.mass / (squared * squared.sqrt()))
        } else {
            DVec3::ZERO
        }
    };
    let finite = || bodies.iter().filter(|body| body.position.is_finite());
    let of = |body: &Body| finite().map(|from| pull(from, body.position)).sum();
    bodies
        .iter()
        .map(|body| if body.position.is_finite() { of(body) } else { DVec3::ZERO })
        .collect()
}

fn sets() -> impl Iterator<Item = InstructionSet> {
    InstructionSet::ALL.iter().copied().filter(|set| set.is_available())
}

/// Errors of about 500 bodies.
fn errors(
    bodies: &[Body],
    softening: f64,
    settings: TreeSettings,
    times: u32,
) -> reference::ErrorQuantiles {
    let got = accelerations(bodies, softening, settings, times, Hardware::best());
    let sample = || (0..bodies.len()).step_by(bodies.len().div_ceil(500));
    let expected: Vec<DVec3> =
        sample().map(|index| reference::acceleration_of(bodies, softening, index)).collect();
    reference::relative_errors(&sample().map(|index| got[index]).collect::<Vec<_>>(), &expected)
}

#[test]
fn open_trees_are_direct_sums_for_every_count_and_instruction_set() {
    for count in [1, 2, 31, 32, 33, 63, 65, 1000, 5000] {
        let bodies = cube(count);
        for softening in [0.05, 0.0] {
            let expected = reference::accelerations(&bodies, softening);
            for set in sets() {
                for (group, order) in [(32, Multipoles::Quadrupole), (64, Multipoles::Monopole)] {
                    let settings = TreeSettings { group, order, ..EXACT };
                    let off = difference(
                        &accelerations(&bodies, softening, settings, 2, hardware(set)),
                        &expected,
                    );
                    assert!(
                        off < 3e-6,
                        "n = {count}, softening {softening}, {set:?}, {settings:?}: off by {off:e}"
                    );
                }
            }
        }
    }
}

#[test]
fn open_trees_are_direct_sums_for_awkward_bodies() {
    for (what, bodies, softening) in awkward() {
        let expected = sum(&bodies, softening);
        for set in sets() {
            for order in [Multipoles::Quadrupole, Multipoles::Monopole] {
                let got = accelerations(
                    &bodies,
                    softening,
                    TreeSettings { order, ..EXACT },
                    2,
                    hardware(set),
                );
                let off = difference(&got, &expected);
                assert!(off < 5e-6, "{what}, {set:?}, {order:?}: off by {off:e}");
            }
        }
    }
}

#[test]
fn usual_trees_have_small_errors_for_awkward_bodies() {
    for (what, bodies, softening) in awkward() {
        let expected = sum(&bodies, softening);
        if ["a tiny box", "a huge box", "the largest box"].contains(&what) {
            // Their accelerations leave the range of single precision.
            continue;
        }
        for settings in [
            TreeSettings { leaf: 8, ..TreeSettings::default() },
            TreeSettings { leaf: 8, ..TreeSettings::with_angle(0.25) },
        ] {
            for set in sets() {
                let off = difference(
                    &accelerations(&bodies, softening, settings, 3, hardware(set)),
                    &expected,
                );
                assert!(off < 4e-3, "{what}, {set:?}, {settings:?}: off by {off:e}");
            }
        }
    }
}

#[test]
fn huge_boxes_are_scaled_down() {
    // Masses that keep the accelerations in the range of single precision.
    let bodies = rounded(&TreeModel::Plummer.bodies(3000));
    let huge: Vec<Body> = bodies
        .iter()
        .map(|b| Body {
            position: b.position * 2_f64.powi(60),
            mass: b.mass * 2_f64.powi(20),
            ..*b
        })
        .collect();
    let settings = TreeSettings::with_angle(0.5);
    let expected = accelerations(&bodies, 0.0, settings, 1, Hardware::best());
    let got = accelerations(&huge, 0.0, settings, 1, Hardware::best());
    for (got, expected) in got.iter().zip(expected) {
        assert!(
            (*got * 2_f64.powi(100) - expected).length() < 1e-6 * expected.length(),
            "{got} {expected}"
        );
    }
}

#[test]
fn bodies_at_one_place_do_not_cost_their_square() {
    let place = DVec3::new(0.3, -0.2, 0.1).as_vec3().as_dvec3();
    let mut bodies =
        vec![Body { position: place, velocity: DVec3::ZERO, mass: 0.5, component: 0 }; 200_000];
    bodies[7].position = place + DVec3::X;
    let mut simulation = still(&bodies, 0.0, TreeSettings::default(), Hardware::best());
    let got = simulation.accelerations();
    let pull = f64::from(1.0_f32 + 0.3_f32 - 0.3_f32).powi(-2);
    assert!(
        (got[7].x / (-0.5 * 199_999.0 * pull) - 1.0).abs() < 1e-5
            && (got[8].x / (0.5 * pull) - 1.0).abs() < 1e-5,
        "{} {}",
        got[7],
        got[8]
    );
    assert!(got[199_999] == got[8]);
    let work = simulation.tree().unwrap().work_of_groups();
    assert!(
        work.iter().all(|[bodies, cells, nodes]| bodies + cells < 100 && *nodes < 100),
        "{:?}",
        work[0]
    );
}

#[test]
fn bodies_that_are_not_finite_are_left_out() {
    let mut bodies = cube(500);
    let kept: Vec<Body> =
        bodies.iter().enumerate().filter(|(k, _)| k % 5 != 2).map(|(_, body)| *body).collect();
    let broken = [DVec3::new(0.0, f64::NAN, 0.0), DVec3::INFINITY, DVec3::new(1e300, 0.0, 0.0)];
    bodies
        .iter_mut()
        .skip(2)
        .step_by(5)
        .zip(broken.iter().cycle())
        .for_each(|(body, place)| body.position = *place);
    let mut simulation = still(&bodies, 0.05, EXACT, Hardware::best());
    let got = simulation.accelerations();
    assert_eq!(simulation.tree().unwrap().bodies(), 400);
    assert!(got.iter().skip(2).step_by(5).all(|a| *a == DVec3::ZERO));
    let got: Vec<DVec3> =
        got.into_iter().enumerate().filter(|(k, _)| k % 5 != 2).map(|(_, a)| a).collect();
    assert!(difference(&got, &reference::accelerations(&kept, 0.05)) < 3e-6);
    // None of them at all.
    bodies.iter_mut().for_each(|body| body.position = DVec3::NAN);
    assert!(
        accelerations(&bodies, 0.05, EXACT, 3, Hardware::best()).iter().all(|a| *a == DVec3::ZERO)
    );
}

#[test]
fn errors_fall_with_the_angle_and_the_accuracy() {
    for model in [TreeModel::Plummer, TreeModel::Uniform, TreeModel::Disk, TreeModel::TwoClusters] {
        let bodies = rounded(&model.bodies(6000));
        let of = |order, opening| {
            let errors = errors(
                &bodies,
                0.02,
                TreeSettings { opening, order, ..TreeSettings::default() },
                2,
            );
            println!("{} {} {opening:?}: {errors:?}", model.name(), order.name());
            errors
        };
        for (order, least) in [(Multipoles::Monopole, 2.0), (Multipoles::Quadrupole, 4.0)] {
            let [coarse, fine] = [0.6, 0.3].map(|angle| of(order, Opening::Angle(angle)));
            assert!(
                coarse.median / fine.median > least && coarse.p99 / fine.p99 > least,
                "{model:?}: {coarse:?} {fine:?}"
            );
        }
        let [coarse, fine] =
            [-7, -11].map(|power| of(Multipoles::Quadrupole, Opening::Accuracy(2_f64.powi(power))));
        assert!(
            coarse.median / fine.median > 2.0 && coarse.p99 / fine.p99 > 2.0,
            "{model:?}: {coarse:?} {fine:?}"
        );
        assert!(fine.p99 < 1e-3, "{model:?}: {fine:?}");
    }
}

#[test]
fn errors_are_those_of_plain_recursion() {
    let bodies = rounded(&TreeModel::Plummer.bodies(4000));
    let cells = TreeCell::new(&bodies, 16);
    let sample = || (0..4000).step_by(8);
    let expected: Vec<DVec3> =
        sample().map(|index| reference::acceleration_of(&bodies, 0.02, index)).collect();
    for order in [Multipoles::Monopole, Multipoles::Quadrupole] {
        let settings = TreeSettings { order, leaf: 16, ..TreeSettings::with_angle(0.5) };
        let got = errors(&bodies, 0.02, settings, 1);
        let has_moments = order == Multipoles::Quadrupole;
        let plain: Vec<DVec3> = sample()
            .map(|index| cells.acceleration_of(&bodies, index, 0.02, 0.5, has_moments))
            .collect();
        let plain = reference::relative_errors(&plain, &expected);
        println!("{}: plain {plain:?}, shared {got:?}", order.name());
        assert!(got.median < 1.1 * plain.median && got.p99 < 1.1 * plain.p99, "{plain:?} {got:?}");
        assert!(got.median > 0.1 * plain.median, "cells open too early: {plain:?} {got:?}");
    }
}

#[test]
fn work_grows_far_slower_than_the_square() {
    let mean = |count: usize| {
        let mut simulation = still(
            &TreeModel::Plummer.bodies(count),
            0.05,
            TreeSettings::default(),
            Hardware::best(),
        );
        simulation.advance(1);
        let work = simulation.tree().unwrap().work_of_groups();
        assert_eq!(work.len(), count.div_ceil(32));
        work.iter().map(|[bodies, cells, _]| f64::from(bodies + cells)).sum::<f64>()
            / work.len() as f64
    };
    let [few, many] = [4000, 32_000].map(mean);
    assert!(many < 2.0 * few && many < 4000.0, "{few} {many}");
}

#[test]
fn any_number_of_threads_computes_the_same_bits() {
    let bodies = rounded(&TreeModel::Plummer.bodies(5000));
    for instruction_set in sets() {
        let run = |threads, steps: &[u32]| {
            let parameters = Parameters::new(Integrator::LeapfrogKdk, 0.01, 0.02);
            let mut simulation = new(
                &bodies,
                parameters,
                TreeSettings::default(),
                Hardware { instruction_set, threads },
            );
            assert_eq!(simulation.threads(), threads);
            steps.iter().for_each(|&steps| simulation.advance(steps));
            (simulation.bodies(), simulation.accelerations())
        };
        let one = run(1, &[4]);
        assert!(one.0 != bodies, "nothing moves");
        assert!(run(2, &[4]) == one && run(5, &[1, 0, 3]) == one, "{instruction_set:?}");
    }
}

#[test]
fn instruction_sets_agree() {
    let bodies = rounded(&TreeModel::Disk.bodies(5000));
    let of = |set| accelerations(&bodies, 0.02, TreeSettings::default(), 3, hardware(set));
    let portable = of(InstructionSet::Portable);
    for set in sets() {
        // Rounding changes which of the cells at the limit open, for a few bodies.
        let errors = reference::relative_errors(&of(set), &portable);
        assert!(errors.median < 2e-6 && errors.max < 1e-2, "{set:?}: {errors:?}");
    }
}

#[test]
fn energy_is_conserved_as_by_the_direct_sum() {
    let bodies = rounded(&TreeModel::Plummer.bodies(2000));
    let energy = |bodies: &[Body]| {
        let sums = reference::diagnostics(bodies, 0.05);
        sums.kinetic + sums.potential
    };
    let drift = |formulation| {
        let parameters = Parameters::new(Integrator::LeapfrogKdk, 0.01, 0.05);
        let mut simulation =
            CpuSimulation::new(&bodies, parameters, formulation, Hardware::best()).unwrap();
        simulation.advance(100);
        (energy(&simulation.bodies()) / energy(&bodies) - 1.0).abs()
    };
    let [tree, sum] = [Formulation::Tree, Formulation::SimdThreaded].map(drift);
    println!("energy: tree {tree:e}, direct sum {sum:e}");
    assert!(sum < 1e-4 && tree < 2e-4, "{tree:e} {sum:e}");
}

#[test]
fn steps_keep_the_order_of_the_bodies_and_follow_the_reference() {
    let start = cluster(300);
    let parameters =
        Parameters { damping: 0.999, ..Parameters::new(Integrator::Yoshida6, 0.005, 0.05) };
    let mut expected = reference::Reference::new(start.clone(), parameters);
    expected.advance(20);
    let mut simulation = new(&start, parameters, EXACT, Hardware::best());
    assert_eq!(simulation.bodies(), start);
    simulation.advance(20);
    let off = crate::common::distance(&simulation.bodies(), expected.bodies());
    assert!(off < 1e-5, "off by {off:e}");
    let components = |bodies: &[Body]| {
        bodies.iter().map(|body| (body.component, body.mass.to_bits())).collect::<Vec<_>>()
    };
    assert_eq!(components(&simulation.bodies()), components(&start));
}

#[test]
fn settings_that_no_tree_can_have_are_refused() {
    let new = |formulation, settings| {
        let parameters = Parameters::new(Integrator::LeapfrogKdk, 0.01, 0.05);
        let simulation =
            CpuSimulation::new(&cube(10), parameters, formulation, Hardware::best()).unwrap();
        simulation.with_tree_settings(settings)
    };
    let wrong = TreeSettings { leaf: 7, ..TreeSettings::default() };
    assert!(matches!(new(Formulation::Tree, wrong), Err(CpuError::Tree(TreeError::Leaf(7)))));
    let angle = TreeSettings::with_angle(0.25);
    assert_eq!(new(Formulation::Tree, angle).unwrap().tree().unwrap().settings(), angle);
    assert!(new(Formulation::Simd, angle).unwrap().tree().is_none());
}
