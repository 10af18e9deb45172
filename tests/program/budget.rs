//! A session with a budget: no frame takes much longer, and the results are the same bits.

use std::collections::VecDeque;
use std::time::{Duration, Instant};

use crate::common::breadth::cases;
use crate::common::gpu;
use crate::common::program::alone;
use starshell::gpu::Gpu;
use starshell::physics::{Integrator, milliseconds_per_step};
use starshell::render::{ColorBy, Format, Target};
use starshell::scene::Scene;
use starshell::session::{Pace, Session};

const COUNT: usize = 20_000;

/// Draws frames of one step each until `steps` steps are done, with up to `ahead` frames unfinished
/// on the GPU, as in a window. Returns the milliseconds from each frame's end to the next, and how
/// often a step was in progress.
fn run(gpu: &Gpu, session: &mut Session, steps: u64, ahead: usize) -> (Vec<f64>, usize) {
    let target = Target::new(gpu, [64, 64], Format::default()).unwrap();
    let (mut times, mut mid_step, mut under_way) = (Vec::new(), 0, VecDeque::new());
    let mut last = Instant::now();
    let mut wait = |session: &mut Session, submission| {
        // A window does not announce that it waits: the session has to find out by itself.
        if ahead == 0 {
            session.wait_for(submission).unwrap()
        } else {
            gpu.wait_for(submission).unwrap()
        }
        times.push(last.elapsed().as_secs_f64() * 1e3);
        last = Instant::now();
    };
    while session.simulation().steps() < steps || session.simulation().engine().progress().is_some()
    {
        let mut encoder = gpu.encoder("test");
        session.frame(&mut encoder, &target).unwrap();
        under_way.push_back(session.submit(encoder));
        mid_step += usize::from(session.simulation().engine().progress().is_some());
        if under_way.len() > ahead {
            wait(session, under_way.pop_front().unwrap());
        }
    }
    under_way.into_iter().for_each(|submission| wait(session, submission));
    (times, mid_step)
}

/// Every bit of positions, velocities and accelerations.
fn bits(gpu: &Gpu, session: &Session) -> [Vec<u32>; 3] {
    let bodies = session.simulation().bodies();
    [bodies.position(), bodies.velocity(), bodies.acceleration()]
        .map(|buffer| bytemuck::cast_slice(&gpu.read(buffer).unwrap()).to_vec())
}

#[test]
fn no_frame_takes_much_longer_than_its_budget_and_the_run_is_the_same() {
    let (_alone, gpu) = (alone(), gpu());
    for (color_by, integrator) in [
        (ColorBy::Speed, Integrator::LeapfrogKdk),
        (ColorBy::Acceleration, Integrator::LeapfrogDkd),
    ] {
        let mut scene = Scene { count: COUNT, ..Scene::load("plummer").unwrap() };
        scene.physics.integrator = integrator;
        scene.look.color_by = color_by;
        let session = || Session::new(&gpu, scene.clone(), Pace::StepsPerFrame(1)).unwrap();
        // A fast adapter needs more steps for a measurement.
        let steps = if gpu.is_software() { 2 } else { 60 };
        let mut whole = session();
        let (mut whole_times, mid_step) = run(&gpu, &mut whole, steps, 0);
        assert!(mid_step == 0 && whole.computing().work_per_second().is_none());
        whole_times.sort_unstable_by(f64::total_cmp);
        let slow = whole_times.iter().copied().fold(0.0, f64::max);
        // The slowest may include compilation.
        let typical = whole_times[whole_times.len() / 2];

        for ahead in cases(2, [0, 1, 2]) {
            let mut budgeted = session();
            budgeted.set_budget(Some(Duration::from_millis(30)));
            let (mut times, mid_step) = run(&gpu, &mut budgeted, steps, ahead);
            println!(
                "{integrator:?}, {ahead} ahead: {slow} ms at once; {times:.0?}; {:?}/s",
                budgeted.computing().work_per_second()
            );
            if slow > 200.0 {
                assert!(mid_step > 3, "{slow} ms per step exceeds a budget of 30 ms");
            }
            // A few may include compilation. If the machine is busy, all take longer.
            times.sort_unstable_by(f64::total_cmp);
            assert!(
                times[times.len() * 3 / 4] < (slow / 3.0).max(100.0),
                "{slow} ms at once, {ahead} ahead: {times:.0?}"
            );
            assert!(bits(&gpu, &budgeted) == bits(&gpu, &whole), "{integrator:?}");
            let speed =
                budgeted.computing().work_per_second().expect("several parts were measured");
            let forecast = milliseconds_per_step((COUNT as f64).powi(2), integrator, speed);
            assert!(
                forecast > typical / 20.0 && forecast < typical * 20.0,
                "forecast {forecast} ms, typically {typical} ms"
            );
        }
    }
}
