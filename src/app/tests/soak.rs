//! The window for a long time: frames, resizes, scenes, edits, pauses, panels, painted as the window paints them.
//! `cargo test --release --bin starshell soak -- --ignored` is the long one.

use egui::{Event, vec2};
use glam::{DVec3, Vec2, Vec3};
use starshell::physics::Body;

use super::{desk, gpu, interface, scene, theme};
use crate::app::action::Action;
use crate::app::desk::Desk;
use crate::app::hands::{Edit, Throw, Tool};
use crate::app::painter::Painter;

const FORMAT: wgpu::TextureFormat = wgpu::TextureFormat::Rgba8Unorm;
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

/// A desk painted into a texture in place of a window.
struct Soak {
    context: egui::Context,
    painter: Painter,
    desk: Desk,
    surface: wgpu::Texture,
    under_way: std::collections::VecDeque<wgpu::SubmissionIndex>,
    random: Random,
    events: Vec<Event>,
}

fn surface(size: [u32; 2]) -> wgpu::Texture {
    gpu().device().create_texture(&wgpu::TextureDescriptor {
        label: Some("window"),
        size: wgpu::Extent3d { width: size[0], height: size[1], depth_or_array_layers: 1 },
        mip_level_count: 1,
        sample_count: 1,
        dimension: wgpu::TextureDimension::D2,
        format: FORMAT,
        usage: wgpu::TextureUsages::RENDER_ATTACHMENT,
        view_formats: &[],
    })
}

impl Soak {
    fn new() -> Self {
        let context = egui::Context::default();
        theme::install(&context);
        let gpu = gpu();
        Self {
            context,
            painter: Painter::new(&gpu, FORMAT),
            desk: desk(scene("plummer")),
            surface: surface([800, 500]),
            under_way: Default::default(),
            random: Random(1),
            events: Vec::new(),
        }
    }

    /// What somebody might do now and then.
    fn do_something(&mut self) {
        let Self { desk, random, .. } = self;
        match random.below(400) {
            0..4 => {
                let size = [500 + random.below(400), 300 + random.below(300)];
                self.surface = surface(size);
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
                self.events.push(Event::PointerMoved(place));
            }
            _ => {}
        }
        desk.requests();
    }

    /// A frame as the window makes it.
    fn frame(&mut self) {
        let gpu = gpu();
        let size = [self.surface.width(), self.surface.height()];
        let rect = egui::Rect::from_min_size(egui::Pos2::ZERO, vec2(size[0] as f32, size[1] as f32));
        let input = egui::RawInput {
            screen_rect: Some(rect),
            events: std::mem::take(&mut self.events),
            time: Some(f64::from(super::FRAME) * self.desk.frames as f64),
            ..Default::default()
        };
        let picture = self.painter.picture(self.desk.target());
        let output = self.context.run_ui(input, |ui| interface::ui(ui, &mut self.desk, Some(picture)));
        self.desk.frame(super::FRAME).unwrap();
        self.painter.picture(self.desk.target());
        let view = self.surface.create_view(&wgpu::TextureViewDescriptor::default());
        let mut encoder = gpu.encoder("interface");
        self.painter.paint(&mut encoder, &view, size, &self.context, output);
        self.under_way.push_back(gpu.submit(encoder));
        if self.under_way.len() > AHEAD
            && let Some(oldest) = self.under_way.pop_front()
        {
            gpu.wait_for(oldest).unwrap();
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
    assert_eq!(soak.desk.frames, 300);
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
    assert_eq!(soak.desk.frames, u64::from(frames));
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
