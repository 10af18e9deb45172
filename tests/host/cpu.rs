//! The CPU's gravity kernels against the f64 sum and the f64 stepper, with every instruction set
//! available here.

use crate::common::{cluster, cube, distance};
use glam::DVec3;
use starshell::cpu::{CpuError, CpuSimulation, Formulation, Hardware, InstructionSet, Processor};
use starshell::lab::{CpuKernel, LoopSimulation, TextbookLoop};
use starshell::name::Named;
use starshell::physics::{
    Body, Exchanged, ForceKernel, ForceLaw, Gravity, Integrator, Member, Opening, Output,
    ParameterError, Parameters, Portion, Pull, Sources, Sums, TreeSettings, reference,
};
use std::sync::atomic::AtomicBool;

/// Largest error of an acceleration that rounding explains, relative to the largest acceleration.
const TOLERANCE: f64 = 3e-6;

fn parameters(softening: f64) -> Parameters {
    Parameters::new(Integrator::LeapfrogKdk, 0.01, softening)
}

/// Every kernel: the vectorized ones with every instruction set of this CPU, the threaded ones with
/// several numbers of threads.
fn variants() -> Vec<(CpuKernel, Hardware)> {
    let loops = TextbookLoop::ALL.iter().flat_map(|kernel| {
        let threads: &[usize] = if *kernel == TextbookLoop::SseThreaded { &[1, 3] } else { &[1] };
        threads.iter().map(|&threads| ((*kernel).into(), Hardware { threads, ..Hardware::best() }))
    });
    let runs = runs().into_iter().map(|(formulation, hardware)| (formulation.into(), hardware));
    loops.chain(runs).collect()
}

/// Those that programs use.
fn runs() -> Vec<(Formulation, Hardware)> {
    let sets = InstructionSet::ALL.iter().copied().filter(|set| set.is_available());
    let vectors = sets.flat_map(|instruction_set| {
        let with = move |threads| Hardware { instruction_set, threads };
        let threaded = [Formulation::SimdThreaded, Formulation::Pairs];
        let threaded = threaded
            .into_iter()
            .flat_map(move |formulation| [1, 3].map(|threads| (formulation, with(threads))));
        std::iter::once((Formulation::Simd, with(1))).chain(threaded)
    });
    vectors.collect()
}

fn accelerations(
    bodies: &[Body],
    softening: f64,
    (kernel, hardware): (CpuKernel, Hardware),
) -> Vec<DVec3> {
    match kernel {
        CpuKernel::Textbook(kernel) => {
            LoopSimulation::new(bodies, kernel, 0.01, softening, hardware.threads)
                .unwrap()
                .accelerations()
        }
        CpuKernel::Run(formulation) => {
            CpuSimulation::new(bodies, parameters(softening), formulation, hardware)
                .unwrap()
                .accelerations()
        }
    }
}

/// Largest difference, relative to the largest expected acceleration; infinite if one is not a
/// number.
fn difference(got: &[DVec3], expected: &[DVec3]) -> f64 {
    assert_eq!(got.len(), expected.len());
    let scale = expected.iter().map(|a| a.length()).fold(1e-12, f64::max);
    let off = got.iter().zip(expected).map(|(got, expected)| (*got - *expected).length());
    off.map(|d| if d.is_nan() { f64::INFINITY } else { d }).fold(0.0, f64::max) / scale
}

#[test]
fn accelerations_agree_with_the_reference_for_every_formulation_and_count() {
    for count in [1, 2, 3, 31, 33, 63, 64, 65, 255, 257, 1000, 4099] {
        let bodies = cube(count);
        for softening in [0.05, 0.0] {
            let expected = reference::accelerations(&bodies, softening);
            for variant in variants() {
                let off = difference(&accelerations(&bodies, softening, variant), &expected);
                assert!(
                    off < TOLERANCE,
                    "n = {count}, softening {softening}, {variant:?}: off by {off:e}"
                );
            }
        }
    }
}

#[test]
fn other_laws_agree_with_the_reference_for_every_formulation_and_tree() {
    for law in [ForceLaw::Spline, ForceLaw::CutOff] {
        for count in [3, 65, 700] {
            let bodies = cube(count);
            let physics = Parameters { law, ..parameters(0.15) };
            let expected = reference::accelerations(&bodies, physics.softened());
            for (formulation, hardware) in runs() {
                let mut run = CpuSimulation::new(&bodies, physics, formulation, hardware).unwrap();
                let off = difference(&run.accelerations(), &expected);
                assert!(
                    off < TOLERANCE,
                    "{law:?}, {count}, {formulation:?}, {hardware:?}: {off:e}"
                );
            }
            let opening = Opening::Accuracy(1e-4);
            let tree = TreeSettings { opening, ..TreeSettings::default() };
            let physics = Parameters { gravity: Gravity::Tree(tree), ..physics };
            let mut run =
                CpuSimulation::new(&bodies, physics, Formulation::SimdThreaded, Hardware::best())
                    .unwrap();
            // The first walk has no accelerations to go by.
            run.advance(1);
            let bodies = run.bodies();
            let expected = reference::accelerations(&bodies, physics.softened());
            let off = difference(&run.accelerations(), &expected);
            assert!(off < 2e-3, "{law:?}, {count} by a tree: {off:e}");
        }
    }
}

#[test]
fn four_lanes_err_by_less_than_a_millionth() {
    let bodies = cube(1000);
    let got = accelerations(&bodies, 0.05, (TextbookLoop::Sse.into(), Hardware::best()));
    let errors = reference::relative_errors(&got, &reference::accelerations(&bodies, 0.05));
    // The estimate alone would err by a thousandth.
    assert!(errors.median < 1e-6 && errors.p99 < 3e-6, "{errors:?}");
    let threaded = accelerations(
        &bodies,
        0.05,
        (TextbookLoop::SseThreaded.into(), Hardware { threads: 3, ..Hardware::best() }),
    );
    assert!(got == threaded, "threads divide the bodies, not the sums");
}

#[test]
fn vectors_err_by_less_than_a_millionth_and_no_more_with_more_bodies() {
    for count in [300, 4099] {
        let bodies = cube(count);
        let expected = reference::accelerations(&bodies, 0.05);
        for variant in
            variants().into_iter().filter(|(kernel, _)| *kernel == Formulation::Simd.into())
        {
            let errors =
                reference::relative_errors(&accelerations(&bodies, 0.05, variant), &expected);
            assert!(
                errors.median < 3e-7 && errors.p99 < 1.5e-6,
                "n = {count}, {variant:?}: {errors:?}"
            );
        }
    }
}

#[test]
fn coincident_bodies_stay_finite() {
    let mut bodies = cube(300);
    for body in &mut bodies[..100] {
        body.position = DVec3::splat(0.25);
    }
    for softening in [0.05, 1e-6, 1e-11, 1e-13, 1e-18, 1e-30, 0.0] {
        let expected = reference::accelerations(&bodies, softening);
        for variant in variants() {
            let off = difference(&accelerations(&bodies, softening, variant), &expected);
            assert!(off < TOLERANCE, "softening {softening}, {variant:?}: off by {off:e}");
        }
    }
}

/// Even and odd numbers of blocks; the last block is whole, has whole vectors, or neither.
#[test]
fn pairs_evaluated_once_agree_with_the_reference_for_equal_and_other_masses_and_coincident_bodies()
{
    for (count, is_equal, softening) in
        [(8192, false, 0.05), (8195, true, 0.0), (8704, true, 0.05), (8800, false, 0.0)]
    {
        let mut bodies = cube(count);
        bodies
            .iter_mut()
            .skip(50)
            .step_by(7)
            .take(100)
            .for_each(|body| body.position = DVec3::splat(0.25));
        if is_equal {
            bodies.iter_mut().for_each(|body| body.mass = 0.75);
        }
        // Some bodies of each block, and the last.
        let sample: Vec<usize> = (0..count).step_by(37).chain([count - 1]).collect();
        let expected: Vec<DVec3> = sample
            .iter()
            .map(|&index| reference::acceleration_of(&bodies, softening, index))
            .collect();
        for (_, hardware) in
            runs().into_iter().filter(|(formulation, _)| *formulation == Formulation::Pairs)
        {
            let got = accelerations(&bodies, softening, (Formulation::Pairs.into(), hardware));
            let off =
                difference(&sample.iter().map(|&index| got[index]).collect::<Vec<_>>(), &expected);
            assert!(
                off < TOLERANCE,
                "n = {count}, softening {softening}, {hardware:?}: off by {off:e}"
            );
        }
    }
}

#[test]
fn the_processor_as_a_member_evaluates_the_pairs_of_a_whole_pass_once() {
    let bodies = cube(8200);
    let hardware = Hardware { threads: 2, ..Hardware::best() };
    let processor = Processor::new(hardware).unwrap();
    let (gravity, output) = (Gravity::Direct(ForceKernel::Auto), Output::Acceleration);
    let pull = Pull { gravity, softening: (0.05).into(), output, mass: None, pairs: None };
    let mut sources = Sources::default();
    sources.position = bodies
        .iter()
        .map(|body| body.position.as_vec3().extend(body.mass as f32).to_array())
        .collect();
    let mut sums = Sums::default();
    let stop = AtomicBool::new(false);
    processor.begin(&pull, Portion::WHOLE, Exchanged::Single(&sources, &mut sums), &stop).unwrap()(
    )
    .unwrap();
    let got: Vec<DVec3> = sums
        .acceleration
        .iter()
        .map(|[x, y, z, _]| DVec3::new((*x).into(), (*y).into(), (*z).into()))
        .collect();
    assert!(got == accelerations(&bodies, 0.05, (Formulation::Pairs.into(), hardware)));
}

#[test]
fn two_bodies_pull_by_the_inverse_square_at_any_distance() {
    for exponent in -9..=9 {
        let distance = f64::from(10_f32.powi(exponent));
        let at = |x: f64| Body {
            position: DVec3::new(x, 0.0, 0.0),
            velocity: DVec3::ZERO,
            mass: 2.0,
            component: 0,
        };
        let expected = 2.0 / (distance * distance);
        for variant in variants() {
            let got = accelerations(&[at(0.0), at(distance)], 0.0, variant);
            // AVX2's estimate with one Newton step may be off by a millionth.
            assert!(
                (got[0].x / expected - 1.0).abs() < 1.2e-6,
                "{variant:?} at {distance}: {} not {expected}",
                got[0].x
            );
            assert!(
                (got[1].x / expected + 1.0).abs() < 1.2e-6,
                "{variant:?} at {distance}: {} not -{expected}",
                got[1].x
            );
        }
    }
}

#[test]
fn the_symmetric_sum_keeps_the_momentum() {
    for softening in [0.05, 0.0] {
        let bodies = cube(1000);
        let got = accelerations(
            &bodies,
            softening,
            (TextbookLoop::SymmetricSerial.into(), Hardware::best()),
        );
        let force: DVec3 = got.iter().zip(&bodies).map(|(a, body)| *a * body.mass).sum();
        let scale: f64 = got.iter().zip(&bodies).map(|(a, body)| a.length() * body.mass).sum();
        assert!(force.length() < 1e-7 * scale, "a force of {force} in {scale}");
    }
}

#[test]
fn any_number_of_threads_computes_the_same_bits() {
    for instruction_set in InstructionSet::ALL.iter().copied().filter(|set| set.is_available()) {
        for (count, softening) in [(100, 0.05), (1000, 0.05), (1000, 0.0)] {
            let run = |formulation, threads| {
                let hardware = Hardware { instruction_set, threads };
                let mut simulation = CpuSimulation::new(
                    &cluster(count),
                    parameters(softening),
                    formulation,
                    hardware,
                )
                .unwrap();
                simulation.advance(5);
                assert_eq!(simulation.threads(), threads);
                (simulation.bodies(), simulation.accelerations())
            };
            let one = run(Formulation::Simd, 1);
            for threads in [1, 2, 3, 7] {
                assert!(
                    run(Formulation::SimdThreaded, threads) == one,
                    "{instruction_set:?}, n = {count}, {threads} threads"
                );
            }
        }
        let bodies = cube(8300);
        let pairs = |threads| {
            accelerations(
                &bodies,
                0.05,
                (Formulation::Pairs.into(), Hardware { instruction_set, threads }),
            )
        };
        let one = pairs(1);
        for threads in [2, 3, 7] {
            assert!(pairs(threads) == one, "{instruction_set:?}, pairs, {threads} threads");
        }
    }
}

#[test]
fn steps_follow_the_reference_with_every_composition() {
    let start = cluster(200);
    for integrator in
        Integrator::ALL.iter().copied().filter(|integrator| integrator.composition().is_some())
    {
        let parameters =
            Parameters { damping: 0.999, drag: 0.5, ..Parameters::new(integrator, 0.005, 0.05) };
        let mut expected = reference::Reference::new(start.clone(), parameters);
        expected.advance(50);
        for (formulation, hardware) in runs() {
            let mut simulation =
                CpuSimulation::new(&start, parameters, formulation, hardware).unwrap();
            for steps in [1, 20, 0, 29] {
                simulation.advance(steps);
            }
            assert!(
                simulation.steps() == 50 && (simulation.time() - expected.time()).abs() < 1e-12
            );
            let off = distance(&simulation.bodies(), expected.bodies());
            assert!(off < 1e-5, "{integrator:?}, {formulation:?}, {hardware:?}: off by {off:e}");
            let moved = distance(&simulation.bodies(), &start);
            assert!(moved > 0.1, "nothing moves");
        }
    }
}

#[test]
fn loops_of_textbooks_step_by_leapfrog() {
    let (start, parameters) = (cluster(200), Parameters::new(Integrator::LeapfrogKdk, 0.005, 0.05));
    let mut expected = reference::Reference::new(start.clone(), parameters);
    expected.advance(50);
    for kernel in TextbookLoop::ALL.iter().copied() {
        let mut simulation = LoopSimulation::new(&start, kernel, 0.005, 0.05, 2).unwrap();
        for steps in [1, 20, 0, 29] {
            simulation.advance(steps);
        }
        let off = distance(&simulation.bodies(), expected.bodies());
        assert!(off < 1e-5, "{kernel:?}: off by {off:e}");
        let forces = reference::accelerations(expected.bodies(), 0.05);
        assert!(
            difference(&simulation.accelerations(), &forces) < 1e-4,
            "{kernel:?}: the forces of other positions"
        );
    }
}

#[test]
fn the_bodies_come_back_as_they_went_in() {
    let bodies = cube(100);
    for (formulation, hardware) in runs() {
        assert_eq!(
            CpuSimulation::new(&bodies, parameters(0.0), formulation, hardware).unwrap().bodies(),
            bodies
        );
    }
    for kernel in TextbookLoop::ALL.iter().copied() {
        assert_eq!(LoopSimulation::new(&bodies, kernel, 0.01, 0.0, 1).unwrap().bodies(), bodies);
    }
}

#[test]
fn impossible_runs_are_refused() {
    let new = |bodies: &[Body], parameters| {
        CpuSimulation::new(bodies, parameters, Formulation::default(), Hardware::best())
            .err()
            .unwrap()
    };
    let bodies = cube(3);
    assert!(matches!(new(&[], parameters(0.1)), CpuError::NoBodies));
    let none = LoopSimulation::new(&[], TextbookLoop::AosSerial, 0.01, 0.1, 1).err().unwrap();
    assert!(matches!(none, CpuError::NoBodies));
    assert!(matches!(
        new(&bodies, parameters(-1.0)),
        CpuError::Parameter(ParameterError::Softening(_))
    ));
    for integrator in [Integrator::RungeKutta4, Integrator::Hermite4] {
        let error = new(&bodies, Parameters { integrator, ..parameters(0.1) });
        assert!(
            matches!(error, CpuError::Integrator(_))
                && error.to_string().contains(integrator.name()),
            "{error}"
        );
    }
}
