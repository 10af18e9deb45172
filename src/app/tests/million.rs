//! Everything that a window does, with so many bodies that a tree sums their forces. `cargo test
//! --release --bin starshell million -- --ignored --nocapture` runs it with a million bodies on a
//! GPU, and tells how long each thing takes.

use std::time::{Duration, Instant};

use glam::Vec2;
use starshell::gpu::Gpu;
use starshell::physics::{Gravity, Snapshot, TreeSettings};
use starshell::scene::Scene;
use starshell::session::Members;
use tempfile::tempdir;

use crate::app::commands::{Command, Throw, Tool};
use crate::app::tests::FRAME;
use crate::app::window::{app::App, offscreen::Offscreen};

/// A galaxy in a window, and when the current part began.
struct Show {
    window: Offscreen,
    longest: Duration,
}

impl Show {
    /// Runs frames until `is_done`, and tells how long that and the longest frame took.
    #[track_caller]
    fn until(&mut self, what: &str, is_done: impl Fn(&App) -> bool) {
        let (begin, mut longest) = (Instant::now(), Duration::ZERO);
        while !is_done(&self.window.app) {
            assert!(begin.elapsed() < Duration::from_secs(120), "timed out waiting until {what}");
            let frame = Instant::now();
            let submitted = self.window.frame(FRAME).unwrap();
            self.window.app.gpu().wait_for(submitted).unwrap();
            // Nobody reads the requests to the window.
            self.window.app.requests();
            longest = longest.max(frame.elapsed());
        }
        self.longest = self.longest.max(longest);
        println!(
            "{what}: {:.3} s, longest frame {:.1} ms",
            begin.elapsed().as_secs_f64(),
            longest.as_secs_f64() * 1e3
        );
    }

    fn ask(&mut self, command: Command) {
        self.window.app.ask(command);
    }

    /// The state on the GPU.
    fn state(&self) -> Snapshot {
        let simulation = self.window.app.desk.run.stage.session.simulation();
        Snapshot {
            time: simulation.time(),
            steps: simulation.steps(),
            state: simulation.state().unwrap(),
        }
    }
}

fn count_of(app: &App) -> u32 {
    app.desk.run.stage.session.simulation().bodies().count()
}

fn steps_of(app: &App) -> u64 {
    app.desk.run.stage.session.simulation().steps()
}

/// Returns how long the longest frame took.
fn everything_works_with(count: u32) -> Duration {
    // A separate device, since it is to be lost.
    let gpu = Gpu::open_with(None, |_, _| ()).unwrap();
    let mut scene = Scene::load("galaxy").unwrap();
    scene.count = count as usize;
    scene.physics.gravity = Gravity::Tree(TreeSettings::default());
    scene.look.trails = 0.2;
    let begin = Instant::now();
    let mut show =
        Show { window: Offscreen::new(&gpu, scene, [1280, 720]).unwrap(), longest: Duration::ZERO };
    println!("{count} bodies in a window: {:.3} s", begin.elapsed().as_secs_f64());
    let folder = tempdir().unwrap();
    folder.path().clone_into(&mut show.window.app.desk.shell.folder);

    // What tests are compiled to makes the processor slow.
    show.ask(Command::Members(Members::Gpu));
    show.until("it runs", |app| steps_of(app) >= 4);
    show.until("energies and errors are measured", |app| {
        !app.desk.run.stage.statistics.surveys().is_empty()
            && app.desk.run.stage.statistics.errors.figures().is_some()
    });
    let errors = show.window.app.desk.run.stage.statistics.errors.figures().unwrap();
    assert!(errors.p99 < 0.02, "{errors:?}");
    show.until("states are stored", |app| {
        app.desk.run.line().is_some_and(|line| line.moments().len() >= 3)
    });
    show.ask(Command::TogglePlay);
    show.until("it pauses", |app| !app.desk.viewer.transport.is_playing);

    let [width, height] = show.window.app.desk.run.stage.size.map(|side| side as f32);
    show.ask(Command::Pick(Vec2::new(width, height) * 0.5, false));
    show.until("a body is picked and watched", |app| {
        app.desk.run.stage.interaction.watched.is_some()
    });
    show.ask(Command::Fit);
    let distance = show.window.app.desk.run.stage.session.scene().camera.distance;
    show.until("all is in view", |app| {
        app.desk.run.stage.session.scene().camera.distance != distance
    });

    let before = show.state();
    let target = show.window.app.desk.run.stage.session.scene().camera.target;
    show.ask(Command::Tool(Tool::Body));
    show.ask(Command::Throw(Throw { from: target, to: target + 0.1 }));
    show.until("a body is thrown in", |app| count_of(app) == count + 1);
    show.ask(Command::Steps(2));
    show.until("it moves", |app| steps_of(app) == before.steps + 2);
    show.ask(Command::Undo);
    show.until("that is undone", |app| count_of(app) == count && steps_of(app) == before.steps);
    assert!(show.state() == before, "the state is another");

    let first = show.window.app.desk.run.line().unwrap().moments()[0].time();
    show.ask(Command::LookBack(first));
    show.until("the start is shown", |app| app.desk.run.stage.session.simulation().time() == first);
    show.ask(Command::Newest);
    show.until("the present is shown", |app| steps_of(app) == before.steps);
    assert!(show.state() == before, "the state is another");

    let path = folder.path().join("run.starshell");
    show.ask(Command::Save(path.clone()));
    show.until("the run is saved", |_| path.exists());
    show.ask(Command::Steps(1));
    show.until("a step is made", |app| steps_of(app) == before.steps + 1);
    show.ask(Command::Open(path));
    show.until("the run is opened", |app| steps_of(app) == before.steps);
    assert!(show.state() == before, "the state is another");
    show.ask(Command::TogglePlay);
    show.until("it goes on", |app| steps_of(app) > before.steps + 2);

    let kept = steps_of(&show.window.app);
    show.until("a copy is kept", |app| {
        app.desk
            .run
            .stage
            .interaction
            .newest
            .kept
            .as_ref()
            .is_some_and(|copy| copy.steps >= before.steps.min(kept))
    });
    gpu.device().destroy();
    let begin = Instant::now();
    let cause = loop {
        if let Err(cause) = show.window.app.frame(FRAME) {
            break cause;
        }
        assert!(begin.elapsed() < Duration::from_secs(30), "no frame of a lost device failed");
    };
    let begin = Instant::now();
    let app = &mut show.window.app;
    app.recover(&Gpu::open_with(None, |_, _| ()).unwrap(), Some(&cause)).unwrap();
    println!("recovered from a lost device: {:.3} s", begin.elapsed().as_secs_f64());
    let steps = steps_of(app);
    while steps_of(app) == steps {
        app.frame(FRAME).unwrap();
        app.gpu().wait().unwrap();
    }
    show.longest
}

#[test]
fn everything_works_with_as_many_bodies_as_software_can() {
    everything_works_with(1_500);
}

#[test]
#[ignore = "takes a GPU: cargo test --release --bin starshell million -- --ignored --nocapture"]
fn everything_works_with_a_million_bodies() {
    let longest = everything_works_with(1 << 20);
    println!("longest frame: {:.1} ms", longest.as_secs_f64() * 1e3);
}
