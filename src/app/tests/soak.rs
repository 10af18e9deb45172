//! The window over a long time: frames, resizes, scenes, edits, pauses, panels, painted as in the
//! window. `cargo test --release --bin starshell soak -- --ignored` runs the long version.

use std::collections::VecDeque;

use glam::DVec3;
use starshell::physics::Body;

use super::{random::Random, *};
use crate::app::commands::Throw;
use crate::app::window::offscreen::Offscreen;

/// Frames by which the host may run ahead of the GPU.
const AHEAD: usize = 3;
/// Frames after which all one-time work is done.
const BEGINNING: u32 = 500;
/// Scenes with few bodies, or reduced to few.
const SCENES: &[&str] = &["plummer", "kepler", "shell", "figure-8", "encounter"];

/// A window in use.
struct Soak {
    window: Offscreen,
    under_way: VecDeque<wgpu::SubmissionIndex>,
    random: Random,
}

impl Soak {
    fn new() -> Self {
        let mut window = Offscreen::new(&gpu(), scene("plummer"), [800, 500]).unwrap();
        // So little that it is soon full, and memory no longer grows.
        window.app.set_history_budget(4 << 20);
        Self { window, under_way: VecDeque::new(), random: Random::new(1) }
    }

    /// Does something that a user might do now and then.
    fn do_something(&mut self) {
        let Self { window, random, .. } = self;
        let app = &mut window.app;
        match random.below(400) {
            0..4 => {
                let size = [500 + random.below(400), 300 + random.below(300)];
                return window.resize(size);
            }
            4..6 => {
                let scene = scene(SCENES[random.below(SCENES.len() as u32) as usize]);
                let (count, seed) =
                    (scene.initial.fixed_count().unwrap_or(64 + random.below(448) as usize), 1);
                app.ask(Command::Bodies(count, seed, scene.initial));
            }
            6 => app.ask(Command::Restart),
            7..9 => app.ask(Command::TogglePlay),
            9 => app.ask(Command::Steps(random.below(20))),
            10 => app.settings_mut().panels.left_open ^= true,
            11 => app.settings_mut().panels.right_open ^= true,
            12 => app.ask(Command::ToggleView(View::Keys)),
            13 => app.shell_mut().toggle_view(View::Gallery),
            14 => app.ask(Command::TogglePanels),
            15 => app.ask(Command::Reverse),
            16..18 => {
                let from = random.point().as_vec3();
                app.ask(Command::Tool(Tool::Body));
                app.ask(Command::Throw(Throw { from, to: from + 0.1 }));
            }
            18 => {
                let (position, velocity) = (DVec3::splat(random.number()), DVec3::ZERO);
                let body = Body { position, velocity, mass: 0.01, component: 0 };
                app.ask(Command::Edit(Edit::Replace(0, body)));
            }
            19 => app.ask(Command::Undo),
            20 => app.ask(Command::Fit),
            21..23 => {
                let middle = app.size().map(|side| 0.5 * side as f32);
                app.ask(Command::Pick(middle.into(), false));
            }
            23 => app.ask(Command::NextColor),
            24 => {
                app.set_look(|look| look.trails = if look.trails == 0.0 { 0.3 } else { 0.0 });
            }
            25 => app.ask(Command::ToggleProjector),
            26 => app.ask(Command::ToggleLight),
            27 => app.ask(Command::ToggleHud),
            28 => app.ask(Command::DeletePicked),
            29..60 => {
                let place =
                    egui::pos2(800.0 * random.number() as f32, 500.0 * random.number() as f32);
                window.events.push(Event::PointerMoved(place));
            }
            _ => {}
        }
        // Nobody reads the requests to the window.
        window.app.requests();
    }

    /// Makes a frame as the window does.
    fn frame(&mut self) {
        self.under_way.push_back(self.window.frame(FRAME).unwrap());
        if self.under_way.len() > AHEAD
            && let Some(oldest) = self.under_way.pop_front()
        {
            gpu().wait_for(oldest).unwrap();
        }
    }
}

/// Resident memory of this process in MiB.
#[cfg(target_os = "linux")]
fn resident() -> f64 {
    let statm = std::fs::read_to_string("/proc/self/statm").unwrap();
    let pages: f64 = statm.split(' ').nth(1).unwrap().parse().unwrap();
    pages * 4096.0 / (1024.0 * 1024.0)
}

#[test]
fn a_short_soak_ends_without_an_error() {
    let mut soak = Soak::new();
    for _ in 0..100 {
        soak.do_something();
        soak.frame();
    }
    assert_eq!(soak.window.app.shell().frames, 100);
}

/// Runs ten thousand frames, after which the process is no larger than after the first 500. On
/// systems without /proc only the frames themselves are tested.
#[test]
#[ignore = "takes minutes: cargo test --release --bin starshell soak -- --ignored"]
fn a_long_soak_ends_without_an_error_and_without_growth() {
    let frames: u32 = std::env::var("STARSHELL_SOAK_FRAMES")
        .ok()
        .and_then(|frames| frames.parse().ok())
        .unwrap_or(10_000);
    let mut soak = Soak::new();
    let mut sizes = Vec::new();
    for frame in 0..frames {
        soak.do_something();
        soak.frame();
        #[cfg(target_os = "linux")]
        if frame >= BEGINNING && frame.is_multiple_of(100) {
            sizes.push(resident());
        }
        if frame.is_multiple_of(1000) {
            println!("{frame} frames, {:.1} MiB", sizes.last().copied().unwrap_or(f64::NAN));
        }
    }
    assert_eq!(soak.window.app.shell().frames, u64::from(frames));
    if cfg!(not(target_os = "linux")) {
        println!("resident memory is not measured on this system");
        return;
    }
    // Scenes and window sizes vary, so compare the maximum of the first part with that of the last.
    let part = sizes.len() / 5;
    let most = |sizes: &[f64]| sizes.iter().copied().fold(0.0, f64::max);
    let (first, last) = (most(&sizes[..part]), most(&sizes[sizes.len() - part..]));
    let growth = 100.0 * (last / first - 1.0);
    println!("{first:.1} MiB at first, {last:.1} MiB at last: {growth:+.1} %");
    assert!(last <= 1.05 * first, "resident memory grows from {first:.1} to {last:.1} MiB");
}
