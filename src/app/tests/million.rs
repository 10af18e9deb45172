//! Everything that a window does, with so many bodies that a tree sums their forces. `cargo test
//! --release --bin starshell million -- --ignored --nocapture` runs it with a million bodies on a
//! GPU, and tells how long each thing takes.

use std::time::{Duration, Instant};

use starshell::physics::{Gravity, TreeSettings};
use starshell::session::Members;

use super::{
    lost::{device, lose},
    *,
};
use crate::app::commands::Throw;
use crate::app::window::offscreen::Offscreen;

/// A galaxy in a window, and when the current part began.
struct Show {
    window: Offscreen,
    longest: Duration,
}

impl std::ops::Deref for Show {
    type Target = App;

    fn deref(&self) -> &App {
        &self.window.app
    }
}

impl std::ops::DerefMut for Show {
    fn deref_mut(&mut self) -> &mut App {
        &mut self.window.app
    }
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
}

/// Returns how long the longest frame took.
fn everything_works_with(count: u32) -> Duration {
    // A separate device, since it is to be lost.
    let gpu = device();
    let mut scene = Scene::load("galaxy").unwrap();
    scene.count = count as usize;
    scene.physics.gravity = Gravity::Tree(TreeSettings::default());
    scene.look.trails = 0.2;
    let begin = Instant::now();
    let mut show =
        Show { window: Offscreen::new(&gpu, scene, [1280, 720]).unwrap(), longest: Duration::ZERO };
    println!("{count} bodies in a window: {:.3} s", begin.elapsed().as_secs_f64());
    let folder = tempdir().unwrap();
    folder.path().clone_into(&mut show.shell_mut().folder);

    // What tests are compiled to makes the processor slow.
    show.ask(Command::Members(Members::Gpu));
    show.until("it runs", |app| app.steps() >= 4);
    show.until("energies and errors are measured", |app| {
        !app.surveys().is_empty() && app.errors().is_some()
    });
    let errors = show.errors().unwrap();
    assert!(errors.p99 < 0.02, "{errors:?}");
    show.until("states are stored", |app| app.moments().len() >= 3);
    show.ask(Command::TogglePlay);
    show.until("it pauses", |app| !app.transport().is_playing);

    let middle = show.size().map(|side| 0.5 * side as f32);
    show.ask(Command::Pick(middle.into(), false));
    show.until("a body is picked and watched", |app| app.is_watched());
    let distance = show.camera().distance;
    show.ask(Command::Fit);
    show.until("all is in view", |app| app.camera().distance != distance);

    let before = show.state();
    let from = show.camera().target;
    show.ask(Command::Tool(Tool::Body));
    show.ask(Command::Throw(Throw { from, to: from + 0.1 }));
    show.until("a body is thrown in", |app| app.count() == count + 1);
    show.ask(Command::Steps(2));
    show.until("it moves", |app| app.steps() == before.steps + 2);
    show.ask(Command::Undo);
    show.until("that is undone", |app| app.count() == count && app.steps() == before.steps);
    assert!(show.state() == before, "the state is another");

    let first = show.moments()[0].time();
    show.ask(Command::LookBack(first));
    show.until("the start is shown", |app| app.time() == first);
    show.ask(Command::Newest);
    show.until("the present is shown", |app| app.steps() == before.steps);
    assert!(show.state() == before, "the state is another");

    let path = folder.path().join("run.starshell");
    show.ask(Command::Save(path.clone()));
    show.until("the run is saved", |_| path.exists());
    show.ask(Command::Steps(1));
    show.until("a step is made", |app| app.steps() == before.steps + 1);
    show.ask(Command::Open(path));
    show.until("the run is opened", |app| app.steps() == before.steps);
    assert!(show.state() == before, "the state is another");
    show.ask(Command::TogglePlay);
    show.until("it goes on", |app| app.steps() > before.steps + 2);

    show.until("a copy is kept", |app| app.newest().is_some_and(|copy| copy.steps >= before.steps));
    let cause = lose(&mut show);
    let begin = Instant::now();
    show.recover(&device(), Some(&cause)).unwrap();
    println!("recovered from a lost device: {:.3} s", begin.elapsed().as_secs_f64());
    let steps = show.steps();
    while show.steps() == steps {
        show.frame(FRAME).unwrap();
        show.gpu().wait().unwrap();
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
