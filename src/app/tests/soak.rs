//! The window for a long time: frames, resizes, scenes, edits, pauses, panels, painted as the window paints them.
//! `cargo test --release --bin starshell soak -- --ignored` is the long one.

use std::collections::VecDeque;

use egui::Event;
use glam::{DVec3, Vec2, Vec3};
use starshell::physics::Body;

use super::{gpu, scene};
use crate::app::action::Action;
use crate::app::hands::{Edit, Throw, Tool};
use crate::app::offscreen::Offscreen;

/// Frames that the host may be ahead of the GPU.
const AHEAD: usize = 3;
/// Frames after which everything that is made once has been made.
const BEGINNING: u32 = 500;
/// Scenes that have few bodies, or are made to.
const SCENES: &[&str] = &["plummer", "kepler", "shell", "figure-8", "encounter"];

/// Numbers that are the same in every run (PCG).
struct Random(u64);

impl Random {
    fn below(&mut self, most: u32) -> u32 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        ((self.0 >> 33) % u64::from(most)) as u32
    }

    fn share(&mut self) -> f32 {
        self.below(1 << 20) as f32 / (1 << 20) as f32
    }
}

/// A window that somebody plays with.
struct Soak {
    window: Offscreen,
    under_way: VecDeque<wgpu::SubmissionIndex>,
    random: Random,
}

impl Soak {
    fn new() -> Self {
        let window = Offscreen::new(&gpu(), scene("plummer"), [800, 500]).unwrap();
        Self { window, under_way: VecDeque::new(), random: Random(1) }
    }

    /// What somebody might do now and then.
    fn do_something(&mut self) {
        let Self { window, random, .. } = self;
        let desk = &mut window.desk;
        match random.below(400) {
            0..4 => {
                let size = [500 + random.below(400), 300 + random.below(300)];
                return window.resize(size);
            }
            4..6 => {
                let scene = scene(SCENES[random.below(SCENES.len() as u32) as usize]);
                let (count, seed) = (scene.initial.fixed_count().unwrap_or(64 + random.below(448) as usize), 1);
                desk.ask(Action::Bodies { count, seed, initial: scene.initial });
            }
            6 => desk.ask(Action::Restart),
            7..9 => desk.ask(Action::TogglePlay),
            9 => desk.ask(Action::Steps(random.below(20))),
            10 => desk.settings.left_open = !desk.settings.left_open,
            11 => desk.settings.right_open = !desk.settings.right_open,
            12 => desk.ask(Action::ToggleHelp),
            13 => desk.gallery_open = !desk.gallery_open,
            14 => desk.ask(Action::TogglePanels),
            15 => desk.ask(Action::Reverse),
            16..18 => {
                let from = Vec3::new(random.share(), random.share(), random.share());
                desk.ask(Action::Tool(Tool::Body));
                desk.ask(Action::Throw(Throw { from, to: from + 0.1 }));
            }
            18 => {
                let position = DVec3::splat(f64::from(random.share()));
                desk.ask(Action::Edit(Edit::Replace(0, Body { position, velocity: DVec3::ZERO, mass: 0.01, component: 0 })));
            }
            19 => desk.ask(Action::Undo),
            20 => desk.ask(Action::Fit),
            21..23 => {
                let [width, height] = desk.picture_size.map(|side| side as f32);
                let pixel = Vec2::new(width, height) * 0.5;
                desk.ask(Action::Pick { pixel, follow: false });
            }
            23 => desk.ask(Action::NextColor),
            24 => {
                let mut look = desk.session.scene().look.clone();
                look.trail_length = if look.trail_length == 0 { 30 } else { 0 };
                desk.ask(Action::Look(Box::new(look)));
            }
            25 => desk.ask(Action::ToggleProjector),
            26 => desk.ask(Action::ToggleLight),
            27 => desk.ask(Action::ToggleHud),
            28 => desk.ask(Action::DeletePicked),
            29..60 => {
                let place = egui::pos2(800.0 * random.share(), 500.0 * random.share());
                window.events.push(Event::PointerMoved(place));
            }
            _ => {}
        }
        // Nobody reads what is asked of the window.
        window.desk.requests();
    }

    /// A frame as the window makes it.
    fn frame(&mut self) {
        self.under_way.push_back(self.window.frame(super::FRAME).unwrap());
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
    for _ in 0..300 {
        soak.do_something();
        soak.frame();
    }
    assert_eq!(soak.window.desk.frames, 300);
}

/// Ten thousand frames, after which the process is no larger than after the first 500. On systems without /proc the frames
/// alone are tested.
#[test]
#[ignore = "takes minutes: cargo test --release --bin starshell soak -- --ignored"]
fn a_long_soak_ends_without_an_error_and_without_growth() {
    let frames: u32 = std::env::var("STARSHELL_SOAK_FRAMES").ok().and_then(|frames| frames.parse().ok()).unwrap_or(10_000);
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
    assert_eq!(soak.window.desk.frames, u64::from(frames));
    if cfg!(not(target_os = "linux")) {
        println!("resident memory is not measured on this system");
        return;
    }
    // The scene and the window's size vary: the largest of the first part is compared with the largest of the last.
    let part = sizes.len() / 5;
    let most = |sizes: &[f64]| sizes.iter().copied().fold(0.0, f64::max);
    let (first, last) = (most(&sizes[..part]), most(&sizes[sizes.len() - part..]));
    println!("{first:.1} MiB at first, {last:.1} MiB at last: {:+.1} %", 100.0 * (last / first - 1.0));
    assert!(last <= 1.05 * first, "resident memory grows from {first:.1} to {last:.1} MiB");
}
