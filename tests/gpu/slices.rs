//! Force passes, steps and measurements in slices give the same bits as whole ones.

use std::ops::Range;
use std::time::Duration;

use crate::common::breadth::cases;
use crate::common::force::{plan_of, tunings};
use crate::common::{cluster, cube, gpu};
use starshell::gpu::Gpu;
use starshell::name::Named;
use starshell::physics::kernels::{ALL_PAIRS, ALL_PAIRS_F64, NAIVE, SYMMETRIC, SYMMETRIC_F64};
use starshell::physics::{
    Bodies, Body, ForceKernel, ForcePass, Gravity, Integrator, Output, Parameters, Plan, Precision,
    Shape, Simulation, TreeSettings,
};
use starshell::render::{Format, Target};
use starshell::scene::Scene;
use starshell::session::{Pace, Session};

fn parameters(integrator: Integrator, precision: Precision) -> Parameters {
    Parameters { damping: 0.99, precision, ..Parameters::new(integrator, 0.01, 0.1) }
}

/// Records into a pass and submits it.
fn submit<R>(gpu: &Gpu, record: impl FnOnce(&mut wgpu::ComputePass) -> R) -> R {
    let mut encoder = gpu.encoder("test");
    let result = record(&mut encoder.begin_compute_pass(&wgpu::ComputePassDescriptor::default()));
    gpu.submit(encoder);
    result
}

/// Every bit of the state, and of its rounding to single precision.
fn bits(gpu: &Gpu, bodies: &Bodies) -> ([Vec<u8>; 3], Vec<u64>) {
    let single = [bodies.position(), bodies.velocity(), bodies.acceleration()]
        .map(|buffer| bytemuck::cast_slice(&gpu.read(buffer).unwrap()).to_vec());
    let state = bodies.download(gpu).unwrap();
    let vectors = state
        .iter()
        .flat_map(|body| [body.position, body.velocity])
        .chain(bodies.accelerations(gpu).unwrap());
    (single, vectors.flat_map(|vector| vector.to_array().map(f64::to_bits)).collect())
}

/// A simulation whose force pass has several shares, and several units even with few bodies.
fn simulation(
    gpu: &Gpu,
    bodies: &[Body],
    integrator: Integrator,
    precision: Precision,
) -> Simulation {
    let plan = match Plan::for_count(gpu, bodies.len() as u32) {
        plan if plan.shares > 1 => plan,
        _ => Plan::new(Shape::Tiles, &[], 3),
    };
    Simulation::with_plan(gpu, bodies, parameters(integrator, precision), plan).unwrap()
}

#[test]
fn a_force_pass_in_slices_leaves_the_same_bits() {
    let narrow =
        Gpu::open_with(None, |_, limits| limits.max_compute_workgroups_per_dimension = 20).unwrap();
    for gpu in [gpu(), narrow] {
        for count in [1, 33, 257, 1000] {
            for (precision, kernel, output) in [
                (Precision::Single, &ALL_PAIRS, Output::Acceleration),
                (Precision::Single, &ALL_PAIRS, Output::Potential),
                (Precision::Single, &NAIVE, Output::Acceleration),
                (Precision::Single, &ALL_PAIRS, Output::Jerk),
                (Precision::Single, &SYMMETRIC, Output::Acceleration),
                (Precision::Single, &SYMMETRIC, Output::Potential),
                (Precision::Double, &ALL_PAIRS_F64, Output::Acceleration),
                (Precision::Double, &ALL_PAIRS_F64, Output::Jerk),
                (Precision::Double, &SYMMETRIC_F64, Output::Potential),
            ] {
                let tuning = match kernel.label == SYMMETRIC.label {
                    true => tunings(&gpu, kernel)[0],
                    false => &[],
                };
                let bodies = Bodies::with_precision(&gpu, &cube(count), precision).unwrap();
                let plan = plan_of(kernel, tuning, 3);
                let gravity = ForcePass::with_plan(&gpu, &bodies, 0.05, output, plan).unwrap();
                let sums = |record: &dyn Fn(&mut wgpu::ComputePass)| {
                    let sums = [Some(gravity.partial()), gravity.partial_jerk()];
                    sums.iter().flatten().for_each(|rows| rows.fill(&gpu, [f64::NAN; 4]));
                    submit(&gpu, record);
                    sums.map(|rows| {
                        rows.map(|rows| {
                            bytemuck::cast_slice::<_, u64>(&rows.read(&gpu).unwrap()).to_vec()
                        })
                    })
                };
                let whole = sums(&|pass| gravity.encode(pass));
                for slice in [1, 2, 7, gravity.units()] {
                    let slices = || {
                        (0..gravity.units())
                            .step_by(slice as usize)
                            .map(|begin| begin..begin + slice)
                    };
                    let record =
                        |pass: &mut wgpu::ComputePass,
                         slices: &mut dyn Iterator<Item = Range<u32>>| {
                            slices.for_each(|units| gravity.encode_slice(pass, units).unwrap());
                        };
                    let what = format!(
                        "{}, {precision:?}, {output:?}, n = {count}, slices of {slice}",
                        kernel.label
                    );
                    assert!(sums(&|pass| record(pass, &mut slices())) == whole, "{what}");
                    let backward: Vec<_> = slices().collect();
                    assert!(
                        sums(&|pass| record(pass, &mut backward.iter().cloned().rev())) == whole,
                        "{what}, backward"
                    );
                }
            }
        }
    }
}

#[test]
fn steps_in_slices_leave_the_same_bits() {
    let gpu = gpu();
    let direct = Gravity::default();
    let tree = Gravity::Tree(TreeSettings::default());
    let counts = [1_usize, 33, 1025].map(|count| (count, Precision::Single, direct));
    let others = [(129, Precision::Pair, direct), (129, Precision::Double, direct)];
    let trees = [
        (1, Precision::Single, tree),
        (1000, Precision::Single, tree),
        (257, Precision::Pair, tree),
    ];
    for (count, precision, gravity) in counts.into_iter().chain(others).chain(trees) {
        let bodies = cluster(count);
        let steps = 2;
        for &integrator in cases(2, crate::on_adapter()) {
            let begin = || {
                let mut simulation = simulation(&gpu, &bodies, integrator, precision);
                let parameters = Parameters { gravity, ..*simulation.parameters() };
                parameters.validate().ok().map(|()| {
                    simulation.set_parameters(parameters).unwrap();
                    simulation
                })
            };
            let Some(mut whole) = begin() else {
                assert!(
                    gravity == tree && integrator == Integrator::Hermite4,
                    "{}",
                    integrator.name()
                );
                continue;
            };
            whole.advance(steps).unwrap();
            submit(&gpu, |pass| whole.encode_forces(pass));
            let expected = bits(&gpu, whole.bodies());
            // Shares of a force pass per submission: less than a unit, slices, whole steps and
            // parts of steps.
            for share in [0.0, 0.3, 1.0, 2.4, 9.5] {
                if (share == 0.0 || share == 0.3) && count > 1000 {
                    continue;
                }
                let mut sliced = begin().unwrap();
                let work = share * sliced.force_pass().work();
                let mut submissions = 0;
                while sliced.steps() < u64::from(steps) || !sliced.has_forces() {
                    let left = steps - sliced.steps() as u32;
                    let recorded =
                        submit(&gpu, |pass| sliced.encode_within(pass, left, true, work)).unwrap();
                    assert!(recorded <= work + sliced.force_pass().work(), "{recorded} of {work}");
                    submissions += 1;
                    assert!(submissions < 50_000, "it never ends");
                }
                let what = format!(
                    "{}, {precision:?}, {gravity:?}, n = {count}, {share} of a pass in each of {submissions}",
                    integrator.name()
                );
                assert_eq!(
                    (sliced.time(), sliced.engine().progress()),
                    (whole.time(), None),
                    "{what}"
                );
                assert!(bits(&gpu, sliced.bodies()) == expected, "{what}");
            }
        }
    }
}

#[test]
fn steps_by_every_kernel_in_slices_and_between_probes_leave_the_same_bits() {
    let (gpu, bodies) = (gpu(), cluster(1000));
    let plans = ForceKernel::ALL
        .iter()
        .filter_map(|kernel| Some((kernel.name(), kernel.plan(&gpu, 1000).ok()?)));
    for (name, plan) in plans {
        let is_ordered = name != ForceKernel::SymmetricUnordered.name();
        let new = || {
            Simulation::with_plan(
                &gpu,
                &bodies,
                parameters(Integrator::LeapfrogKdk, Precision::Single),
                plan,
            )
            .unwrap()
        };
        let mut whole = new();
        whole.advance(3).unwrap();
        let mut sliced = new();
        while sliced.steps() < 3 {
            if sliced.engine().progress().is_none() {
                // A probe of part of a pass, to which other parts add, has no lasting effect.
                submit(&gpu, |pass| sliced.engine_mut().encode_probe(pass, 3e5)).unwrap();
            }
            let left = 3 - sliced.steps() as u32;
            submit(&gpu, |pass| sliced.encode_within(pass, left, false, 4e5)).unwrap();
        }
        let off = crate::common::distance(
            &sliced.bodies().download(&gpu).unwrap(),
            &whole.bodies().download(&gpu).unwrap(),
        );
        assert!(off < 1e-6, "{name}: off by {off:e}");
        assert!(!is_ordered || bits(&gpu, sliced.bodies()) == bits(&gpu, whole.bodies()), "{name}");
    }
}

#[test]
fn in_the_middle_of_a_step_the_bodies_are_at_the_last_whole_one() {
    let (gpu, bodies) = (gpu(), cluster(1000));
    let beyond =
        [Precision::Pair, Precision::Double].map(|precision| (Integrator::LeapfrogKdk, precision));
    for (integrator, precision) in cases(2, crate::on_adapter())
        .map(|integrator| (*integrator, Precision::Single))
        .chain(beyond)
    {
        let mut expected = simulation(&gpu, &bodies, integrator, precision);
        expected.advance(2).unwrap();
        let two = bits(&gpu, expected.bodies());
        expected.advance(1).unwrap();
        let three = bits(&gpu, expected.bodies());

        let half_way = || {
            let mut simulation = simulation(&gpu, &bodies, integrator, precision);
            simulation.advance(2).unwrap();
            for part in 1..4 {
                submit(&gpu, |pass| simulation.encode_within(pass, 1, false, 2e5)).unwrap();
                let progress = simulation.engine().progress().unwrap();
                assert!(
                    simulation.engine().is_mid_step() && progress > 0.0 && progress < 1.0,
                    "{part}: {progress}"
                );
            }
            assert!(
                bits(&gpu, simulation.bodies()) == two && simulation.steps() == 2,
                "{}",
                integrator.name()
            );
            simulation
        };
        // Finished, whether more steps are requested or not.
        for steps in [0, 1] {
            let mut simulation = half_way();
            submit(&gpu, |pass| simulation.encode_steps(pass, steps));
            assert!(
                !simulation.engine().is_mid_step()
                    && simulation.steps() == 3
                    && bits(&gpu, simulation.bodies()) == three
            );
            let mut simulation = half_way();
            while simulation.engine().is_mid_step() {
                submit(&gpu, |pass| simulation.encode_within(pass, steps, false, 2e5)).unwrap();
            }
            assert!(
                simulation.steps() == 3 && bits(&gpu, simulation.bodies()) == three,
                "{}",
                integrator.name()
            );
        }
        // Or abandoned, explicitly or by a change of what it was computed with.
        let begin_anew = |change: &dyn Fn(&mut Simulation)| {
            let mut simulation = half_way();
            change(&mut simulation);
            assert!(!simulation.engine().is_mid_step() && bits(&gpu, simulation.bodies()) == two);
            simulation.advance(1).unwrap();
            assert_eq!(simulation.steps(), 3);
            simulation.bodies().download(&gpu).unwrap()
        };
        let anew = begin_anew(&|simulation| simulation.engine_mut().abandon_step());
        assert_eq!(
            anew,
            begin_anew(&|simulation| simulation
                .set_parameters(parameters(integrator, precision))
                .unwrap())
        );
        let off = crate::common::distance(&anew, &expected.bodies().download(&gpu).unwrap());
        assert!(off < 1e-6, "{}: off by {off:e}", integrator.name());
        let naive = begin_anew(&|simulation| {
            let gravity = Gravity::Direct(ForceKernel::Naive);
            simulation
                .set_parameters(Parameters { gravity, ..parameters(integrator, precision) })
                .unwrap();
            assert_eq!((simulation.gravity(), simulation.plan().shape), (gravity, Shape::Naive));
        });
        let off = crate::common::distance(&anew, &naive);
        assert!(off < 1e-6, "{}: off by {off:e}", integrator.name());
    }
}

#[test]
fn a_measurement_in_slices_is_the_same() {
    let gpu = gpu();
    let scene = Scene { count: 10_000, ..Scene::load("plummer").unwrap() };
    let mut session = Session::new(&gpu, scene, Pace::StepsPerFrame(1)).unwrap();
    let mut encoder = gpu.encoder("test");
    session.measuring().encode_survey(&mut encoder).unwrap();
    session.submit(encoder);
    let mut submissions = 0;
    let mut is_complete = false;
    while !is_complete {
        let mut encoder = gpu.encoder("test");
        is_complete = session
            .measuring()
            .encode_survey_within(&mut encoder, Duration::from_millis(5))
            .unwrap();
        let submission = session.submit(encoder);
        session.wait_for(submission).unwrap();
        submissions += 1;
    }
    gpu.wait().unwrap();
    let readings: Vec<_> =
        std::iter::from_fn(|| session.measuring().last_reading().unwrap()).collect();
    assert!(
        submissions > 1 && readings.len() == 2 && readings[0] == readings[1],
        "{submissions}: {readings:?}"
    );
}

#[test]
fn a_change_of_physics_restarts_the_step_and_a_pause_suspends_it() {
    let gpu = gpu();
    let scene = Scene { count: 20_000, ..Scene::load("plummer").unwrap() };
    let mut session = Session::new(&gpu, scene.clone(), Pace::StepsPerFrame(1)).unwrap();
    let target = Target::new(&gpu, [64, 64], Format::default()).unwrap();
    let frame = |session: &mut Session| {
        let mut encoder = gpu.encoder("test");
        session.frame(&mut encoder, &target).unwrap();
        let submission = session.submit(encoder);
        session.wait_for(submission).unwrap();
    };
    session.set_budget(Some(Duration::from_micros(1)));
    frame(&mut session);
    frame(&mut session);
    assert!(session.simulation().engine().is_mid_step());
    session.set_parameters(Parameters { softening: 0.2, ..scene.physics }).unwrap();
    assert_eq!((session.simulation().engine().progress(), session.simulation().steps()), (None, 0));
    frame(&mut session);
    assert!(session.simulation().engine().is_mid_step());
    let gravity = Gravity::Direct(ForceKernel::Naive);
    session.set_parameters(Parameters { gravity, ..scene.physics }).unwrap();
    assert_eq!(
        (session.simulation().engine().progress(), session.simulation().gravity()),
        (None, gravity)
    );
    session.set_parameters(scene.physics).unwrap();
    frame(&mut session);
    let mut last = session.simulation().engine().progress().unwrap();
    session.set_pace(Pace::StepsPerFrame(0));
    for _ in 0..3 {
        frame(&mut session);
        // A step of a million bodies takes minutes, and a pause must not wait for it.
        assert_eq!(
            (session.simulation().engine().progress(), session.is_due()),
            (Some(last), false)
        );
    }
    session.set_pace(Pace::StepsPerFrame(1));
    frame(&mut session);
    while session.simulation().steps() == 0 {
        let progress = session.simulation().engine().progress().unwrap();
        assert!(progress > last, "{progress} after {last}");
        last = progress;
        frame(&mut session);
    }
    session.set_pace(Pace::StepsPerFrame(0));
    frame(&mut session);
    assert_eq!(session.simulation().steps(), 1);
    frame(&mut session);
    assert_eq!((session.simulation().steps(), session.is_due()), (1, false));
    // Without a budget again, a step in progress is finished at once.
    session.set_pace(Pace::StepsPerFrame(1));
    frame(&mut session);
    assert!(session.simulation().engine().is_mid_step());
    session.set_budget(None);
    frame(&mut session);
    assert_eq!((session.simulation().steps(), session.simulation().engine().progress()), (2, None));
}
