//! The integrators on the GPU against the reference in double precision: trajectories, orders of
//! convergence, reversibility, and independence of how a run is divided.

use std::f64::consts::TAU;

use crate::common::breadth::cases;
use crate::common::extrapolation::integrate;
use crate::common::update::{SIZES, compare_advance};
use crate::common::{checked_gpu, cluster, distance, gpu};
use glam::DVec3;
use starshell::gpu::Gpu;
use starshell::name::Named;
use starshell::physics::kernels::ADVANCE;
use starshell::physics::kernels::RESIDENT;
use starshell::physics::reference::Reference;
use starshell::physics::{
    Body, Gravity, Integrator, Parameters, Plan, Precision, Shape, Simulation, State, TreeSettings,
};

fn parameters(integrator: Integrator, time_step: f64) -> Parameters {
    Parameters::new(integrator, time_step, 0.1)
}

/// The bodies after `steps` steps on the GPU.
fn run(gpu: &Gpu, bodies: &[Body], parameters: Parameters, steps: u32) -> Vec<Body> {
    let mut simulation = Simulation::new(gpu, bodies, parameters).unwrap();
    simulation.advance(steps).unwrap();
    simulation.bodies().download(gpu).unwrap()
}

/// The same by the reference.
fn reference(bodies: &[Body], parameters: Parameters, steps: u64) -> Vec<Body> {
    let mut reference = Reference::new(bodies.to_vec(), parameters);
    reference.advance(steps);
    reference.bodies().to_vec()
}

#[test]
fn every_integrator_follows_the_reference() {
    for (count, steps) in [(64, 50), (1, 20), (2, 20), (257, 10)] {
        let bodies = cluster(count);
        for &integrator in Integrator::ALL {
            for (damping, drag) in [(1.0, 0.0), (0.99, 0.0), (0.0, 0.0), (0.99, 2.0)] {
                let parameters = Parameters { damping, drag, ..parameters(integrator, 1.0 / 64.0) };
                let off = distance(
                    &run(&gpu(), &bodies, parameters, steps),
                    &reference(&bodies, parameters, u64::from(steps)),
                );
                // Each of up to 50 x 8 drifts rounds a position of about 1 by 6e-8 at most, either
                // way.
                assert!(
                    off < 6e-6,
                    "{}, n = {count}, damping {damping}, drag {drag}: off by {off:e}",
                    integrator.name()
                );
            }
        }
    }
}

#[test]
fn run_time_checks_change_nothing() {
    for &integrator in crate::on_adapter() {
        let run = |gpu: &Gpu| run(gpu, &cluster(257), parameters(integrator, 1.0 / 64.0), 20);
        let off = distance(&run(&gpu()), &run(&checked_gpu()));
        assert!(off < 1e-6, "{}: off by {off:e}", integrator.name());
    }
}

#[test]
fn a_body_alone_flies_straight_and_two_at_rest_stay_in_the_middle() {
    let alone = [Body {
        position: DVec3::X,
        velocity: DVec3::new(0.25, -0.5, 1.0),
        mass: 3.0,
        component: 7,
    }];
    let at =
        |x: f64| Body { position: DVec3::X * x, velocity: DVec3::ZERO, mass: 1.0, component: 0 };
    for &integrator in crate::on_adapter() {
        for softening in [0.1, 0.0] {
            let parameters = Parameters { softening, ..parameters(integrator, 1.0 / 16.0) };
            let [end] = run(&gpu(), &alone, parameters, 32)[..] else { panic!("one body") };
            // Each of up to 32 x 8 drifts rounds positions by up to 6e-8, always in the same
            // direction if the velocity is constant.
            assert!(
                (end.position - DVec3::new(1.5, -1.0, 2.0)).length() < 1.5e-5,
                "{}: {end:?}",
                integrator.name()
            );
            assert_eq!(
                (end.velocity, end.mass, end.component),
                (alone[0].velocity, 3.0, 7),
                "{}",
                integrator.name()
            );
            let pair = run(&gpu(), &[at(-1.0), at(1.0)], parameters, 8);
            assert_eq!(pair[0].position, -pair[1].position, "{}: {pair:?}", integrator.name());
        }
    }
}

#[test]
fn a_run_is_the_same_bit_for_bit_however_it_is_divided() {
    let gpu = gpu();
    let bodies = cluster(100);
    // Each list is a submission of this many calls, each of this many steps.
    let divisions: [Vec<Vec<u32>>; 7] = [
        vec![vec![24]],
        vec![vec![1; 24]],
        vec![vec![1]; 24],
        vec![vec![7], vec![17]],
        vec![vec![7, 17]],
        vec![vec![0, 8], vec![], vec![0], vec![15, 0, 1]],
        vec![vec![24]],
    ];
    // The adapter's own plan; a dispatch per step; whole steps in one workgroup; each pair once.
    let few = Plan::new(Shape::Tiles, &[], 1);
    let resident = Plan::new(Shape::Resident, RESIDENT.tunings[2], 1);
    let plans = [Plan::for_count(&gpu, 100), few, resident, Plan::symmetric(&gpu, 100).unwrap()];
    for &integrator in cases(2, crate::on_adapter()) {
        // Damping is independent of precision and plan.
        let singles = [1.0, 0.99, 0.99, 1.0]
            .into_iter()
            .zip(plans)
            .map(|(damping, plan)| (Precision::Single, damping, plan));
        let others =
            [Precision::Pair, Precision::Double].map(|precision| (precision, 0.99, plans[0]));
        for (precision, damping, plan) in singles.chain(others) {
            let parameters = Parameters { damping, precision, ..parameters(integrator, 0.01) };
            let mut first: Option<([Vec<u8>; 3], Vec<Body>)> = None;
            for division in &divisions {
                let mut simulation =
                    Simulation::with_plan(&gpu, &bodies, parameters, plan).unwrap();
                for submission in division {
                    let mut encoder = gpu.encoder("test");
                    let mut pass =
                        encoder.begin_compute_pass(&wgpu::ComputePassDescriptor::default());
                    for &steps in submission {
                        simulation.encode_steps(&mut pass, steps);
                    }
                    drop(pass);
                    gpu.submit(encoder);
                }
                assert_eq!(
                    (simulation.steps(), simulation.time()),
                    (24, 24.0 * 0.01),
                    "{division:?}"
                );
                let on_gpu = simulation.bodies();
                let state = [on_gpu.position(), on_gpu.velocity(), on_gpu.acceleration()];
                let single =
                    state.map(|buffer| bytemuck::cast_slice(&gpu.read(buffer).unwrap()).to_vec());
                let bits = (single, on_gpu.download(&gpu).unwrap());
                let same = first.get_or_insert_with(|| bits.clone()) == &bits;
                assert!(
                    same,
                    "{}, {precision:?}, {}, damping {damping}: {division:?} is not {:?}",
                    integrator.name(),
                    plan.shape.label(),
                    divisions[0]
                );
            }
        }
    }
}

#[test]
fn whole_steps_of_the_processor_have_the_same_bits_however_they_are_divided() {
    let (gpu, bodies) = (gpu(), cluster(20));
    for integrator in [Integrator::WisdomHolman, Integrator::Ias15] {
        for precision in
            Precision::ALL.iter().copied().filter(|precision| precision.is_supported(&gpu))
        {
            let parameters = Parameters { precision, ..parameters(integrator, 0.01) };
            let states = [vec![6], vec![1, 5], vec![2, 0, 3, 1]].map(|batches| {
                let mut simulation = Simulation::new(&gpu, &bodies, parameters).unwrap();
                batches.iter().for_each(|steps| simulation.advance(*steps).unwrap());
                assert_eq!((simulation.steps(), simulation.time()), (6, 6.0 * 0.01));
                simulation.state().unwrap()
            });
            assert_ne!(states[0], State::new(&bodies, precision).unwrap());
            assert!(
                states.iter().all(|state| *state == states[0]),
                "{}, {precision:?}",
                integrator.name()
            );
        }
    }
}

#[test]
fn what_the_processor_cannot_move_is_refused_with_a_remedy() {
    let gpu = gpu();
    let parameters = Parameters::new(Integrator::Ias15, 0.01, 0.1);
    let many = Simulation::new(&gpu, &cluster(8193), parameters).unwrap_err().to_string();
    assert!(many.contains("up to 8192") && many.contains("choose another integrator"), "{many}");
    let adaptive =
        Parameters { adaptive: Some(0.1), ..parameters }.validate().unwrap_err().to_string();
    assert!(adaptive.contains("leave adaptive out"), "{adaptive}");
    // The window and the command line ask for what goes together.
    let tree = Parameters {
        adaptive: Some(0.1),
        gravity: Gravity::Tree(TreeSettings::default()),
        ..parameters
    };
    let together = Parameters { integrator: Integrator::LeapfrogKdk, ..tree }
        .with_integrator(Integrator::Ias15);
    assert_eq!(together.validate(), Ok(()));
    assert_eq!((together.precision, together.adaptive), (Precision::Pair, None));
    // Two that fall onto each other without softening stop the run where it was.
    let body =
        |x: f64| Body { position: DVec3::X * x, velocity: DVec3::ZERO, mass: 0.5, component: 0 };
    let fall = Parameters { softening: 0.0, time_step: 2.0, ..parameters };
    let mut falling = Simulation::new(&gpu, &[body(-0.5), body(0.5)], fall).unwrap();
    let stopped = falling.advance(1).unwrap_err().to_string();
    assert!(
        stopped.contains("bodies 1 and 2 collide") && stopped.contains("softening"),
        "{stopped}"
    );
    assert_eq!(falling.steps(), 0);
    assert_eq!(falling.state().unwrap().position(0).x, -0.5);
}

#[test]
fn leapfrogs_come_back() {
    let (gpu, start) = (gpu(), cluster(64));
    for integrator in [Integrator::LeapfrogKdk, Integrator::LeapfrogDkd] {
        let mut simulation =
            Simulation::new(&gpu, &start, parameters(integrator, 1.0 / 64.0)).unwrap();
        let turn = |simulation: &mut Simulation| {
            let bodies = simulation.bodies().download(&gpu).unwrap();
            let mut encoder = gpu.encoder("turn");
            simulation
                .encode_reverse(
                    &mut encoder.begin_compute_pass(&wgpu::ComputePassDescriptor::default()),
                )
                .unwrap();
            gpu.submit(encoder);
            bodies
        };
        simulation.advance(100).unwrap();
        let away = distance(&turn(&mut simulation), &start);
        simulation.advance(100).unwrap();
        turn(&mut simulation);
        let back = distance(&simulation.bodies().download(&gpu).unwrap(), &start);
        assert!(
            away > 0.5 && back < 3e-6,
            "{}: {away} away, then {back:e} from the start",
            integrator.name()
        );
    }
}

#[test]
fn parameters_can_change_under_way() {
    let (gpu, bodies) = (gpu(), cluster(64));
    for (index, &first) in Integrator::ALL.iter().enumerate() {
        let second = Integrator::ALL[(index + 1) % Integrator::ALL.len()];
        let changes = [
            Parameters::new(first, 1.0 / 64.0, 0.1),
            Parameters { damping: 0.98, ..Parameters::new(second, 1.0 / 96.0, 0.2) },
            Parameters::new(second, 1.0 / 128.0, 0.15),
            Parameters { damping: 0.99, ..Parameters::new(first, 1.0 / 64.0, 0.1) },
        ];
        let mut simulation = Simulation::new(&gpu, &bodies, changes[0]).unwrap();
        let mut expected = bodies.clone();
        for (change, &parameters) in changes.iter().enumerate() {
            if change > 0 {
                let wrong = Parameters { time_step: -1.0, ..parameters };
                assert!(simulation.set_parameters(wrong).is_err());
                assert_eq!(
                    *simulation.parameters(),
                    changes[change - 1],
                    "a wrong change changes nothing"
                );
                simulation.set_parameters(parameters).unwrap();
            }
            simulation.advance(12).unwrap();
            expected = reference(&expected, parameters, 12);
        }
        let off = distance(&simulation.bodies().download(&gpu).unwrap(), &expected);
        assert!(off < 6e-6, "{} and {}: off by {off:e}", first.name(), second.name());
        let time = 12.0 * (2.0 / 64.0 + 1.0 / 96.0 + 1.0 / 128.0);
        assert!(
            simulation.steps() == 48 && (simulation.time() - time).abs() < 1e-12,
            "time {}",
            simulation.time()
        );
    }
}

/// The figure-8 of Chenciner & Montgomery (Annals of Mathematics 152 (2000) 881), to Simó's 8
/// digits, and its period.
fn figure_8() -> (Vec<Body>, f64) {
    let (x, v) = (
        DVec3::new(0.970_004_36, -0.243_087_53, 0.0),
        DVec3::new(-0.932_407_37, -0.864_731_46, 0.0),
    );
    let body = |position, velocity| Body { position, velocity, mass: 1.0, component: 0 };
    (vec![body(x, -v / 2.0), body(-x, -v / 2.0), body(DVec3::ZERO, v)], 6.325_913_98)
}

#[test]
fn the_figure_8_closes() {
    let (bodies, period) = figure_8();
    for &integrator in Integrator::ALL.iter().filter(|integrator| integrator.order() >= 4) {
        // About 2,000 force passes per period: in double precision, all of these then close to
        // within 3e-7. The rest is rounding.
        let steps = 2000 / integrator.forces_per_step().max(2);
        let parameters =
            Parameters { softening: 0.0, ..parameters(integrator, period / f64::from(steps)) };
        let off = distance(&run(&gpu(), &bodies, parameters, steps), &bodies);
        assert!(off < 5e-5, "{}: open by {off:e}", integrator.name());
    }
}

#[test]
fn errors_fall_with_the_order_of_the_method() {
    // Two bodies of mass 1/2 on an orbit of eccentricity 0.3 and period 2 pi, followed for a third
    // of it.
    let (distance_now, speed) = (0.7, (1.3_f64 / 0.7).sqrt());
    let body = |side: f64| Body {
        position: DVec3::X * (side * distance_now / 2.0),
        velocity: DVec3::Y * (side * speed / 2.0),
        mass: 0.5,
        component: 0,
    };
    let bodies = [body(1.0), body(-1.0)];
    let truth = integrate(&bodies, 0.0, TAU / 3.0, 1e-12).unwrap();
    for &integrator in crate::on_adapter() {
        // So coarse that the errors of the first two of three runs far exceed rounding.
        let coarse = match integrator.order() {
            1 => 128,
            2 => 32,
            4 => 8,
            _ => 6,
        };
        let errors = [1, 2, 4].map(|factor| {
            let steps = coarse * factor;
            let parameters = Parameters {
                softening: 0.0,
                ..parameters(integrator, TAU / 3.0 / f64::from(steps))
            };
            let error = distance(&run(&gpu(), &bodies, parameters, steps), &truth);
            let expected = distance(&reference(&bodies, parameters, u64::from(steps)), &truth);
            assert!(
                (error - expected).abs() < 3e-6,
                "{}, {steps} steps: {error:e}, not {expected:e}",
                integrator.name()
            );
            (error, expected)
        });
        for pair in errors.windows(2).filter(|pair| pair[1].1 > 1e-5) {
            // Compared with the reference at these very steps: with such coarse ones, Yoshida 6 has
            // yet to reach its order of 6.
            let (order, expected) =
                ((pair[0].0 / pair[1].0).log2(), (pair[0].1 / pair[1].1).log2());
            assert!(
                (order - expected).abs() < 0.2,
                "{}: errors {errors:?} fall with order {order}",
                integrator.name()
            );
            let nominal = f64::from(integrator.order());
            assert!(
                (expected - nominal).abs() < 0.5,
                "{}: {expected} is not near {nominal}",
                integrator.name()
            );
        }
        assert!(
            errors[1].1 > 1e-5,
            "{}: the steps are too fine to show an order",
            integrator.name()
        );
    }
}

#[test]
fn more_bodies_than_one_row_of_workgroups_holds() {
    // More threads than one dimension of a dispatch holds are numbered over two.
    let gpu =
        Gpu::open_with(None, |_, limits| limits.max_compute_workgroups_per_dimension = 30).unwrap();
    let sizes = [30 * 64, 30 * 64 + 1, 30 * 64 * 2 + 77].map(|count| (count, 1));
    compare_advance(&gpu, Precision::Single, &ADVANCE.single, &sizes).unwrap();
}

#[test]
fn updates_agree_with_double_precision() {
    for gpu in [gpu(), checked_gpu()] {
        for &precision in Precision::ALL {
            compare_advance(&gpu, precision, ADVANCE.of(precision), SIZES).unwrap();
        }
    }
}
