//! Runs whose forces the processor computes, against the adapter's and the reference in double
//! precision.

use std::sync::Arc;
use std::time::Duration;

use crate::common::breadth::cases;
use crate::common::{cluster, distance, gpu};
use starshell::cpu::{Hardware, Processor};
use starshell::gpu::{Gpu, Part, adapters};
use starshell::name::Named;
use starshell::physics::reference::Reference;
use starshell::physics::{
    Body, External, Gravity, Integrator, Member, Parameters, Precision, Simulation, State,
    TreeSettings,
};
use starshell::render::{Format, Target};
use starshell::scene::Scene;
use starshell::session::{Clock, MemberTimes, Members, Pace, Session};
use starshell::snapshot::Checkpoint;

const COUNTS: [usize; 5] = [1, 2, 64, 65, 500];
const TREE: Gravity = Gravity::Tree(TreeSettings::with_accuracy(Gravity::ACCURACY));

fn processor(threads: usize) -> Arc<dyn Member> {
    Arc::new(Processor::new(Hardware { threads, ..Hardware::best() }).unwrap())
}

fn parameters(integrator: Integrator, precision: Precision) -> Parameters {
    Parameters { damping: 0.99, precision, ..Parameters::new(integrator, 1.0 / 64.0, 0.1) }
}

/// A run on the processor, or on the adapter.
fn run(
    gpu: &Gpu,
    bodies: &[Body],
    parameters: Parameters,
    member: Option<Arc<dyn Member>>,
) -> Simulation {
    let mut simulation = Simulation::new(gpu, bodies, parameters).unwrap();
    simulation.set_member(member).unwrap();
    simulation
}

#[test]
fn every_integrator_follows_the_reference_in_every_precision() {
    let (gpu, processor) = (gpu(), processor(2));
    for count in COUNTS {
        let bodies = cluster(count);
        for (&integrator, &precision) in
            Integrator::ALL.iter().flat_map(|one| Precision::ALL.iter().map(move |two| (one, two)))
        {
            // The counts differ in how single precision divides them.
            if precision != Precision::Single && count != 65 {
                continue;
            }
            let parameters = parameters(integrator, precision);
            let [mut hosted, mut own] = [Some(Arc::clone(&processor)), None]
                .map(|member| run(&gpu, &bodies, parameters, member));
            hosted.advance(4).unwrap();
            own.advance(4).unwrap();
            let mut expected = Reference::new(bodies.clone(), parameters);
            expected.advance(4);
            let [hosted, own] = [hosted, own]
                .map(|simulation| simulation.state().unwrap().bodies().collect::<Vec<_>>());
            let off = [distance(&hosted, expected.bodies()), distance(&hosted, &own)];
            let most = match precision {
                Precision::Single => 2e-6,
                Precision::Pair => 5e-7,
                Precision::Double => 1e-13,
            };
            assert!(
                off.iter().all(|off| *off < most),
                "{}, {precision:?}, n = {count}: {off:?}",
                integrator.name()
            );
        }
    }
}

#[test]
fn trees_of_the_processor_give_what_its_direct_sums_give() {
    let (gpu, processor) = (gpu(), processor(2));
    for count in [1, 2, 64, 65, 1000, 5000] {
        let bodies = cluster(count);
        for precision in [Precision::Single, Precision::Pair] {
            let integrators = [
                Integrator::LeapfrogKdk,
                Integrator::LeapfrogDkd,
                Integrator::Yoshida6,
                Integrator::RungeKutta4,
            ];
            for integrator in cases(if count < 1000 { 1 } else { 4 }, integrators) {
                let state = |gravity| {
                    let parameters = Parameters { gravity, ..parameters(integrator, precision) };
                    let mut simulation =
                        run(&gpu, &bodies, parameters, Some(Arc::clone(&processor)));
                    simulation.advance(4).unwrap();
                    simulation.state().unwrap().bodies().collect::<Vec<_>>()
                };
                let (tree, direct) = (state(TREE), state(Gravity::default()));
                let off = distance(&tree, &direct);
                // Four steps with errors of some thousandths of accelerations of about 1.
                assert!(off < 1e-4, "{}, {precision:?}, n = {count}: {off:e}", integrator.name());
                assert!(count < 5000 || off > 0.0, "a tree of so many bodies cannot be exact");
            }
        }
    }
}

#[test]
fn any_number_of_threads_and_any_division_gives_the_same_bits() {
    let gpu = gpu();
    let bodies = cluster(1000);
    for (integrator, precision, gravity) in [
        (Integrator::LeapfrogKdk, Precision::Single, Gravity::default()),
        (Integrator::LeapfrogDkd, Precision::Single, TREE),
        (Integrator::Yoshida6, Precision::Pair, Gravity::default()),
        (Integrator::Hermite4, Precision::Single, Gravity::default()),
        (Integrator::Hermite4, Precision::Double, Gravity::default()),
        (Integrator::RungeKutta4, Precision::Double, Gravity::default()),
    ] {
        for adaptive in [None, Some(0.05)] {
            let parameters = Parameters { gravity, adaptive, ..parameters(integrator, precision) };
            let state = |threads: usize, parts: &[u32]| -> State {
                let mut simulation = run(&gpu, &bodies, parameters, Some(processor(threads)));
                parts.iter().for_each(|&steps| simulation.advance(steps).unwrap());
                assert_eq!(simulation.steps(), 6);
                simulation.state().unwrap()
            };
            let whole = state(1, &[6]);
            for (threads, parts) in [(2, &[6][..]), (5, &[1, 2, 3]), (2, &[1, 1, 1, 1, 1, 1])] {
                let what = format!(
                    "{}, {precision:?}, {gravity:?}, {adaptive:?}, {threads} threads",
                    integrator.name()
                );
                assert!(state(threads, parts) == whole, "{what}, {parts:?}");
            }
        }
    }
}

/// Frames of a session until this many steps are done, without waiting for the processor. Returns
/// how many frames there were.
fn play(gpu: &Gpu, session: &mut Session, target: &Target, steps: u64) -> u32 {
    let mut frames = 0;
    while session.simulation().steps() < steps {
        let mut encoder = gpu.encoder("frame");
        session.frame(&mut encoder, target).unwrap();
        session.submit(encoder);
        frames += 1;
        assert!(frames < 1_000_000, "the steps never end");
    }
    frames
}

fn scene(count: usize) -> Scene {
    let mut scene = Scene { count, ..Scene::load("plummer").unwrap() };
    scene.look.trails = (30.0 * scene.physics.time_step) as f32;
    scene
}

#[test]
fn steps_that_span_many_frames_have_the_bits_of_steps_in_one_go_and_pictures_show_whole_ones() {
    let (gpu, scene) = (gpu(), scene(4000));
    let target = Target::new(&gpu, [64, 36], Format::default()).unwrap();
    let mut whole = Simulation::new(&gpu, &scene.bodies().unwrap(), scene.physics).unwrap();
    whole.set_member(Some(processor(2))).unwrap();
    let mut session = Session::new(&gpu, scene, Pace::StepsPerFrame(1)).unwrap();
    session.computing_mut().set_members(Members::Processor).unwrap();
    assert_eq!(
        (session.computing().members(), session.computing().present()),
        (Members::Processor, Members::Processor)
    );
    session.set_budget(Some(Duration::from_millis(40)));
    for steps in 1..=4 {
        play(&gpu, &mut session, &target, steps);
        whole.advance(1).unwrap();
        assert!(
            session.simulation().state().unwrap() == whole.state().unwrap(),
            "after {steps} steps"
        );
        // While the next step is on its way, the bodies stay where they are.
        let mut encoder = gpu.encoder("frame");
        session.frame(&mut encoder, &target).unwrap();
        session.submit(encoder);
        if session.simulation().steps() == steps {
            assert!(
                session.simulation().state().unwrap() == whole.state().unwrap(),
                "during step {}",
                steps + 1
            );
        } else {
            whole.advance(1).unwrap();
        }
    }
    assert!(
        session.computing().work_per_second().is_some_and(|speed| speed > 0.0),
        "the processor's speed is known"
    );
}

#[test]
fn a_change_under_way_abandons_the_step_and_the_run_goes_on_from_the_last_whole_one() {
    let (gpu, scene) = (gpu(), scene(2000));
    let target = Target::new(&gpu, [64, 36], Format::default()).unwrap();
    let begin = || {
        let mut session = Session::new(&gpu, scene.clone(), Pace::StepsPerFrame(1)).unwrap();
        session.computing_mut().set_members(Members::Processor).unwrap();
        session.set_budget(Some(Duration::from_millis(40)));
        play(&gpu, &mut session, &target, 3);
        session
    };
    let mut expected = begin();
    let at_three = expected.checkpoint().unwrap();
    expected.encode_steps_and_submit(&gpu, 2);
    let expected = expected.simulation().state().unwrap();
    // A step is on its way whenever a frame has just been submitted.
    let goes_on = |mut session: Session, what: &str| {
        session.encode_steps_and_submit(&gpu, (5 - session.simulation().steps()) as u32);
        assert!(session.simulation().state().unwrap() == expected, "{what}");
    };
    let mut session = begin();
    session.restore(&at_three.snapshot).unwrap();
    goes_on(session, "restored");
    let mut session = begin();
    let physics = session.scene().physics;
    session.set_parameters(Parameters { softening: 0.3, ..physics }).unwrap();
    session.set_parameters(physics).unwrap();
    goes_on(session, "with other physics for a moment");
    let mut session = begin();
    session.computing_mut().set_members(Members::Gpu).unwrap();
    assert_eq!(session.computing().present(), Members::Gpu);
    session.computing_mut().set_members(Members::Processor).unwrap();
    goes_on(session, "with the adapter for a moment");
    let mut session = begin();
    session.set_pace(Pace::StepsPerFrame(0));
    let steps = session.simulation().steps();
    for _ in 0..20 {
        let mut encoder = gpu.encoder("frame");
        session.frame(&mut encoder, &target).unwrap();
        session.submit(encoder);
    }
    assert_eq!(session.simulation().steps(), steps, "a paused run rests");
    goes_on(session, "paused");
}

/// Steps in one go, submitted.
trait InOneGo {
    fn encode_steps_and_submit(&mut self, gpu: &Gpu, steps: u32);
}

impl InOneGo for Session {
    fn encode_steps_and_submit(&mut self, gpu: &Gpu, steps: u32) {
        let mut encoder = gpu.encoder("test");
        self.encode_steps(&mut encoder, steps).unwrap();
        let submission = self.submit(encoder);
        self.wait_for(submission).unwrap();
    }
}

#[test]
fn a_saved_run_goes_on_byte_for_byte() {
    let gpu = gpu();
    for precision in Precision::ALL {
        let mut scene = scene(500);
        scene.physics.precision = *precision;
        let mut whole = Session::new(&gpu, scene.clone(), Pace::StepsPerFrame(0)).unwrap();
        whole.computing_mut().set_members(Members::Processor).unwrap();
        whole.encode_steps_and_submit(&gpu, 5);
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("run.starshell");
        whole.checkpoint().unwrap().write(&path).unwrap();
        let run = Checkpoint::read(&path).unwrap();
        let clock =
            Clock::after(run.snapshot.steps, Pace::StepsPerFrame(0), scene.physics.time_step);
        let mut resumed = Session::reopen(&gpu, &run, clock).unwrap();
        resumed.computing_mut().set_members(Members::Processor).unwrap();
        for session in [&mut whole, &mut resumed] {
            session.encode_steps_and_submit(&gpu, 5);
        }
        let [one, other] = [whole, resumed].map(|mut session| session.checkpoint().unwrap());
        assert!(one.snapshot.state == other.snapshot.state, "{precision:?}");
        assert!(
            one.trails.unwrap().points == other.trails.unwrap().points,
            "{precision:?}: one point of the trails per step"
        );
    }
}

#[test]
fn an_external_force_is_added_to_what_the_processor_sums() {
    const FIELD: External = External::new(&[Part {
        path: "field.wgsl",
        source: "fn external_acceleration(position: real3, velocity: real3, mass: real) -> real3 {
            return real3(real(1.0), real(), real()) - position;
        }",
    }]);
    let (gpu, bodies) = (gpu(), cluster(300));
    for integrator in [Integrator::LeapfrogKdk, Integrator::RungeKutta4] {
        let state = |member| {
            let simulation =
                Simulation::new(&gpu, &bodies, parameters(integrator, Precision::Single)).unwrap();
            let mut simulation = simulation.with_external(FIELD).unwrap();
            simulation.set_member(member).unwrap();
            simulation.advance(5).unwrap();
            simulation.state().unwrap().bodies().collect::<Vec<_>>()
        };
        let off = distance(&state(Some(processor(2))), &state(None));
        assert!(off < 2e-6, "{}: {off:e}", integrator.name());
    }
}

#[test]
fn what_is_faster_is_measured_once_and_only_where_there_is_a_choice() {
    let gpu = gpu();
    let physics = parameters(Integrator::LeapfrogKdk, Precision::Single);
    let hosted = Arc::new(Processor::new(Hardware::best()).unwrap());
    assert_eq!(
        MemberTimes::measure(&gpu, &hosted, &physics, 1000).unwrap(),
        None,
        "so few stay on the adapter"
    );
    assert_eq!(Members::Auto.resolved(&gpu, &physics, 1000), Members::Gpu);
    if !gpu.is_software() {
        assert_eq!(
            MemberTimes::measure(&gpu, &hosted, &physics, 5000).unwrap(),
            None,
            "a real GPU is never measured"
        );
        assert_eq!(Members::Auto.resolved(&gpu, &physics, 5000), Members::Gpu);
        return;
    }
    assert_eq!(
        Members::Auto.resolved(&gpu, &physics, 1500),
        Members::Processor,
        "as long as nothing is known"
    );
    let row = MemberTimes::measure(&gpu, &hosted, &physics, 1500).unwrap().unwrap();
    assert!(row.count == 1024 && row.adapter > 0.0 && row.processor > 0.0, "{row:?}");
    assert_eq!(MemberTimes::recalled(&gpu, &physics, 2000), Some(row.clone()));
    assert_eq!(Members::Auto.resolved(&gpu, &physics, 2000), row.fastest());
    assert_eq!(
        MemberTimes::recalled(&gpu, &Parameters { gravity: TREE, ..physics }, 2000),
        None,
        "trees are another matter"
    );
    for (adapter, processor, fastest) in [(1.0, 2.0, Members::Gpu), (2.0, 1.0, Members::Processor)]
    {
        let mut row = row.clone();
        (row.adapter, row.processor) = (adapter, processor);
        gpu.findings().remember(MemberTimes::NAME, &[row]).unwrap();
        assert_eq!(Members::Auto.resolved(&gpu, &physics, 1024), fastest);
    }
    gpu.findings().forget(MemberTimes::NAME).unwrap();
    for wanted in [Members::Gpu, Members::Processor] {
        assert_eq!(wanted.resolved(&gpu, &physics, 3), wanted, "what was asked for counts");
    }
    let own =
        adapters().iter().position(|adapter| adapter.get_info() == *gpu.adapter().info()).unwrap();
    let of = |list: &str| list.parse::<Members>().unwrap().resolved(&gpu, &physics, 3);
    assert_eq!(
        (of(&own.to_string()), of("processor=2")),
        (Members::Gpu, Members::Processor),
        "teams of one"
    );
    assert!(
        matches!(of(&format!("{own},{own}")), Members::Team(_))
            && matches!(of("77=1"), Members::Team(_))
    );
}
