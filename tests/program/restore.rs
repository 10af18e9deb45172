//! A throw into a large system: how long it blocks the window's thread.

use std::time::{Duration, Instant};

use crate::common::gpu;
use crate::common::program::alone;
use glam::DVec3;
use starshell::physics::Body;
use starshell::render::{Format, Target};
use starshell::scene::Scene;
use starshell::session::{Pace, Session};

const COUNT: usize = 65_536;
/// Twenty times the expected time: the machine may be busy.
const LONGEST: Duration = Duration::from_millis(100);

#[test]
fn a_throw_blocks_the_thread_only_briefly() {
    let _alone = alone();
    let gpu = gpu();
    let scene = Scene { count: COUNT, ..Scene::load("plummer").unwrap() };
    let begin = Instant::now();
    let mut session = Session::new(&gpu, scene, Pace::StepsPerFrame(0)).unwrap();
    let made = begin.elapsed();
    let target = Target::new(&gpu, [640, 360], Format::default()).unwrap();
    let frame = |session: &mut Session| {
        let mut encoder = gpu.encoder("test");
        session.frame(&mut encoder, &target).unwrap();
        session.encode_snapshot(&mut encoder).unwrap();
        session.submit(encoder);
        gpu.wait().unwrap();
        // A thread reads copies as large as this one.
        std::iter::repeat_with(|| session.snapshot().unwrap()).flatten().next().unwrap().1
    };
    let mut snapshot = frame(&mut session);
    let thrown = Body { position: DVec3::X, velocity: DVec3::Y, mass: 0.01, component: 0 };
    let mut times = [Vec::new(), Vec::new(), Vec::new()];
    for _ in 0..5 {
        let begin = Instant::now();
        let resumed =
            Session::resume(&gpu, session.scene().clone(), &snapshot, Pace::StepsPerFrame(0))
                .unwrap();
        times[0].push(begin.elapsed());
        drop(resumed);
        snapshot.state.push(&thrown).unwrap();
        let begin = Instant::now();
        session.restore(&snapshot).unwrap();
        times[1].push(begin.elapsed());
        snapshot = frame(&mut session);
        snapshot.state.replace(7, &thrown).unwrap();
        let begin = Instant::now();
        session.restore(&snapshot).unwrap();
        times[2].push(begin.elapsed());
        snapshot = frame(&mut session);
    }
    println!("made in {made:.1?}; resumed, one body more, one changed: {times:.1?}");
    for times in &mut times[1..] {
        times.sort_unstable();
        assert!(times[0] < LONGEST, "{times:.1?}");
    }
}
