//! Steps that the processor makes with sums by the adapter or by members, in double precision.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Instant;

use crate::common::{cluster, distance, gpu};
use starshell::cpu::{Hardware, Processor};
use starshell::glam::DVec3;
use starshell::gpu::Gpu;
use starshell::physics::reference::{Reference, accelerations};
use starshell::physics::{
    AdapterMember, Body, Exchanged, Gravity, Integrator, Member, Output, Parameters, Portion,
    Precision, Pull, Simulation, Sources, State, Sums, Team, TreeSettings,
};
use starshell::scene::Scene;
use starshell::session::{MemberTimes, Members, Pace, Session};

fn processor() -> Arc<dyn Member> {
    Arc::new(Processor::new(Hardware { threads: 2, ..Hardware::best() }).unwrap())
}

/// The adapter's device, if it has doubles.
fn gpu_with_doubles() -> Option<Gpu> {
    let gpu = gpu();
    let is_able = Precision::Double.is_supported(&gpu);
    if !is_able {
        println!("{} has no doubles: the processor sums.", gpu.adapter_name());
    }
    is_able.then_some(gpu)
}

fn parameters(integrator: Integrator, softening: f64) -> Parameters {
    Parameters {
        precision: Precision::Double,
        ..Parameters::new(integrator, 1.0 / 64.0, softening)
    }
}

/// The state after these batches of steps.
fn state(
    gpu: &Gpu,
    bodies: &[Body],
    parameters: Parameters,
    member: Option<Arc<dyn Member>>,
    batches: &[u32],
) -> State {
    let mut simulation = Simulation::new(gpu, bodies, parameters).unwrap();
    simulation.set_member(member).unwrap();
    batches.iter().for_each(|&steps| simulation.advance(steps).unwrap());
    simulation.state().unwrap()
}

fn bodies_of(state: &State) -> Vec<Body> {
    state.bodies().collect()
}

#[test]
fn adapter_and_processor_sum_to_the_last_digits() {
    let Some(gpu) = gpu_with_doubles() else { return };
    let mut bodies = cluster(1000);
    // Digits that single precision does not hold.
    bodies.iter_mut().for_each(|body| body.position *= 1.0 + 1e-9);
    bodies.iter_mut().step_by(7).for_each(|body| body.mass = 0.0);
    for softening in [0.0, 0.05] {
        let expected = accelerations(&bodies, softening);
        let mut sources = Sources::<[f64; 4]>::default();
        sources.position =
            bodies.iter().map(|body| body.position.extend(body.mass).to_array()).collect();
        let adapter = AdapterMember::new(gpu.clone());
        for (name, member) in [("adapter", &adapter as &dyn Member), ("processor", &*processor())] {
            let pull = Pull {
                gravity: Gravity::default(),
                softening: softening.into(),
                output: Output::Acceleration,
                mass: None,
                pairs: None,
            };
            let mut sums = Sums::default();
            let exchanged = Exchanged::Double(&sources, &mut sums);
            member.begin(&pull, Portion::WHOLE, exchanged, &AtomicBool::new(false)).unwrap()()
                .unwrap();
            let off = |([x, y, z, _], expected): (&[f64; 4], &DVec3)| {
                DVec3::new(*x, *y, *z).distance(*expected) / expected.length()
            };
            let off = sums.acceleration.iter().zip(&expected).map(off).fold(0.0, f64::max);
            println!("{name}, softening {softening}: {off:.1e}");
            assert!(
                sums.acceleration.len() == 1000 && off < 1e-13,
                "{name}, softening {softening}: {off:e}"
            );
        }
    }
}

#[test]
fn steps_with_the_adapters_sums_end_where_those_of_the_processor_do() {
    let Some(gpu) = gpu_with_doubles() else { return };
    for (count, batches) in [(512, &[1, 1][..]), (1024, &[1])] {
        let (bodies, parameters) = (cluster(count), parameters(Integrator::Ias15, 0.02));
        let steps = batches.iter().sum();
        let [adapter, by_processor] = [None, Some(processor())]
            .map(|member| state(&gpu, &bodies, parameters, member, &[steps]));
        let off = distance(&bodies_of(&adapter), &bodies_of(&by_processor));
        println!("{count} bodies: {off:.1e} between adapter and processor");
        // Sums in another order have other last digits: else the adapter has summed nothing.
        assert!(off < 1e-14 && adapter != by_processor, "{count} bodies: {off:e}");
        assert!(
            state(&gpu, &bodies, parameters, None, batches) == adapter,
            "the same bits again, however it is divided"
        );
    }
    let (bodies, parameters) = (cluster(256), parameters(Integrator::Ias15, 0.0));
    let mut expected = Reference::new(bodies.clone(), parameters);
    expected.advance(1);
    let off =
        distance(&bodies_of(&state(&gpu, &bodies, parameters, None, &[1])), expected.bodies());
    println!("256 bodies without softening: {off:.1e} between adapter and reference");
    assert!(off < 1e-13, "{off:e}");
}

#[test]
#[ignore = "measures times; build it as the program is built"]
fn how_long_a_step_takes() {
    let gpu = gpu();
    for count in [256, 512, 1024, 2048, 4096, 8192] {
        // The step need not be divided.
        let (bodies, parameters) =
            (cluster(count), Parameters { time_step: 1e-3, ..parameters(Integrator::Ias15, 0.05) });
        let mut reference = Reference::new(bodies.clone(), parameters);
        let begin = Instant::now();
        reference.advance(1);
        let (own, evaluations) = (begin.elapsed().as_secs_f64() * 1e3, reference.evaluations());
        let all: Arc<dyn Member> = Arc::new(Processor::new(Hardware::best()).unwrap());
        let [adapter, processor] = [None, Some(all)].map(|member| {
            let mut simulation = Simulation::new(&gpu, &bodies, parameters).unwrap();
            simulation.set_member(member).unwrap();
            simulation.advance(2).unwrap();
            let milliseconds = (0..5).map(|_| {
                let begin = Instant::now();
                simulation.advance(1).unwrap();
                begin.elapsed().as_secs_f64() * 1e3
            });
            milliseconds.fold(f64::INFINITY, f64::min)
        });
        println!(
            "{count} bodies, {evaluations} sums: {adapter:.3} ms with {}, {processor:.3} with the processor, {own:.3} alone",
            gpu.adapter_name()
        );
    }
}

#[test]
fn a_team_shares_the_sums_and_few_bodies_stay_with_the_processor() {
    let Some(gpu) = gpu_with_doubles() else { return };
    let team = || -> Option<Arc<dyn Member>> {
        let adapter: Arc<dyn Member> = Arc::new(AdapterMember::new(gpu.clone()));
        Some(Arc::new(Team::new(vec![(adapter, 2.0), (processor(), 1.0)])))
    };
    let (bodies, parameters) = (cluster(300), parameters(Integrator::Ias15, 0.02));
    let mut expected = Reference::new(bodies.clone(), parameters);
    expected.advance(2);
    let shared = state(&gpu, &bodies, parameters, team(), &[2]);
    let off = distance(&bodies_of(&shared), expected.bodies());
    assert!(off < 1e-13, "{off:e}");
    assert!(
        state(&gpu, &bodies, parameters, team(), &[1, 1]) == shared,
        "the same bits however it is divided"
    );
    // So few have the bits of the processor's own sums, whoever was chosen.
    let bodies = cluster(100);
    let mut expected = Reference::new(bodies.clone(), parameters);
    expected.advance(2);
    let expected = State::new(expected.bodies(), Precision::Double).unwrap();
    for member in [None, team(), Some(processor())] {
        assert!(state(&gpu, &bodies, parameters, member, &[2]) == expected);
    }
}

#[test]
fn the_map_of_planets_takes_the_adapters_sums_where_many_pull() {
    let Some(gpu) = gpu_with_doubles() else { return };
    // A disk about a star.
    let disk = |mass: f64| {
        let mut bodies = cluster(400);
        for (index, body) in bodies.iter_mut().enumerate() {
            let (sine, cosine) = (index as f64 * 2.4).sin_cos();
            let radius = 1.0 + index as f64 / 100.0;
            body.position = DVec3::new(cosine, sine, 0.0) * radius;
            body.velocity = DVec3::new(-sine, cosine, 0.0) / radius.sqrt();
            body.mass = mass;
        }
        bodies[0] = Body { position: DVec3::ZERO, velocity: DVec3::ZERO, mass: 1.0, component: 0 };
        bodies
    };
    let parameters = Parameters { time_step: 0.01, ..parameters(Integrator::WisdomHolman, 0.0) };
    for (mass, is_by_adapter) in [(1e-12, true), (0.0, false)] {
        let bodies = disk(mass);
        let found = state(&gpu, &bodies, parameters, None, &[50]);
        let mut expected = Reference::new(bodies, parameters);
        expected.advance(50);
        let off = distance(&bodies_of(&found), expected.bodies());
        println!("masses {mass}: {off:.1e}");
        assert!(off < 1e-13, "masses {mass}: {off:e}");
        // Bodies without mass pull nobody, so there is little to sum.
        assert_eq!(
            found != State::new(expected.bodies(), Precision::Double).unwrap(),
            is_by_adapter,
            "masses {mass}"
        );
    }
}

#[test]
fn a_collision_is_named_when_the_adapter_sums() {
    let Some(gpu) = gpu_with_doubles() else { return };
    let mut bodies = cluster(300);
    for (index, body) in bodies.iter_mut().enumerate() {
        *body = Body {
            position: DVec3::X * (100.0 + 10.0 * index as f64),
            velocity: DVec3::ZERO,
            mass: 1e-9,
            component: 0,
        };
    }
    (bodies[4].position, bodies[4].mass) = (DVec3::X * 0.5, 1.0);
    (bodies[9].position, bodies[9].mass) = (DVec3::X * -0.5, 1.0);
    let parameters = Parameters { time_step: 2.0, ..parameters(Integrator::Ias15, 0.0) };
    let mut simulation = Simulation::new(&gpu, &bodies, parameters).unwrap();
    assert!(!simulation.engine().is_on_host());
    let error = simulation.advance(1).unwrap_err().to_string();
    assert!(error.contains('5') && error.contains("10"), "{error}");
    assert!(
        simulation.state().unwrap() == State::new(&bodies, Precision::Double).unwrap(),
        "nothing has moved"
    );
}

#[test]
fn a_session_says_who_sums() {
    let gpu = gpu();
    let has_doubles = Precision::Double.is_supported(&gpu);
    let session = |count: usize, members: Members| {
        let mut scene = Scene { count, ..Scene::load("plummer").unwrap() };
        scene.physics = scene.physics.with_integrator(Integrator::Ias15);
        let mut session = Session::new(&gpu, scene, Pace::StepsPerFrame(1)).unwrap();
        session.computing_mut().set_members(members).unwrap();
        session
    };
    for members in [Members::Auto, Members::Gpu, Members::Processor] {
        assert_eq!(
            session(100, members).computing().present(),
            Members::Processor,
            "so few are the processor's"
        );
    }
    let expected = if has_doubles { Members::Gpu } else { Members::Processor };
    assert_eq!(session(600, Members::Gpu).computing().present(), expected);
    assert_eq!(session(600, Members::Processor).computing().present(), Members::Processor);
    let physics = *session(600, Members::Gpu).simulation().parameters();
    assert_eq!(
        Members::Auto.resolved(&gpu, &physics, 600),
        Members::Processor,
        "as long as nothing is known"
    );
    assert!(!MemberTimes::are_missing(&gpu, &physics, 100));
    assert_eq!(MemberTimes::are_missing(&gpu, &physics, 600), has_doubles);
    if has_doubles {
        let hosted = Arc::new(Processor::new(Hardware::best()).unwrap());
        let row = MemberTimes::measure(&gpu, &hosted, &physics, 600).unwrap().unwrap();
        println!("{row:?}");
        assert!(row.count == 512 && row.adapter > 0.0 && row.processor > 0.0, "{row:?}");
        assert!(!MemberTimes::are_missing(&gpu, &physics, 600));
        assert_eq!(Members::Auto.resolved(&gpu, &physics, 600), row.fastest());
        assert_eq!(session(600, Members::Auto).computing().present(), row.fastest());
        let leapfrog = Parameters {
            integrator: Integrator::LeapfrogKdk,
            precision: Precision::Double,
            ..physics
        };
        assert_eq!(
            MemberTimes::recalled(&gpu, &leapfrog, 600),
            None,
            "steps of the adapter are another matter"
        );
        // A tree's first steps run as several tasks. If only the last were timed, this would never
        // end.
        let gravity = Gravity::Tree(TreeSettings::default());
        let tree = Parameters { gravity, ..Parameters::new(Integrator::LeapfrogKdk, 0.001, 0.05) };
        if let Some(row) = MemberTimes::measure(&gpu, &hosted, &tree, 1024).unwrap() {
            assert!(row.count == 1024 && row.processor > 0.0, "{row:?}");
        }
        gpu.findings().forget(MemberTimes::NAME).unwrap();
    }
}
