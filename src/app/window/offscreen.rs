//! The window without a window: the same frames, painted into a texture. Used by benchmarks and
//! long tests.

use std::time::Instant;

use egui::{Event, Pos2, RawInput, Rect, vec2};
use starshell::gpu::{Gpu, GpuError};
use starshell::scene::Scene;
use starshell::session::SessionError;

use crate::app::commands::Command;
use crate::app::shell::{painter::Painter, settings::Settings, theme};
use crate::app::simulation::acts::start::Start;
use crate::app::window::{app::App, layout};

const FORMAT: wgpu::TextureFormat = wgpu::TextureFormat::Rgba8Unorm;

/// The features, their panels, and the texture they are painted on.
pub struct Offscreen {
    context: egui::Context,
    painter: Painter,
    surface: wgpu::Texture,
    begin: Instant,
    pub app: App,
    /// Input events for the next frame.
    pub events: Vec<Event>,
}

impl Offscreen {
    /// Plays `scene` in a window of `size` pixels, as on the first start.
    ///
    /// # Errors
    /// [`SessionError`] if the scene cannot be built.
    pub fn new(gpu: &Gpu, scene: Scene, size: [u32; 2]) -> Result<Self, SessionError> {
        let context = egui::Context::default();
        theme::install(&context);
        let settings = Settings { hint_seen: true, ..Settings::default() };
        Ok(Self {
            context,
            painter: Painter::new(gpu, FORMAT),
            surface: surface(gpu, size),
            begin: Instant::now(),
            app: App::new(gpu, scene, settings, &Start::default())?,
            events: Vec::new(),
        })
    }

    /// Sets the steps per frame.
    pub fn set_speed(&mut self, steps_per_frame: u32) {
        self.app.ask(Command::StepsPerFrame(steps_per_frame));
    }

    /// Resizes the window.
    #[cfg(test)]
    pub fn resize(&mut self, size: [u32; 2]) {
        self.surface = surface(self.app.gpu(), size);
    }

    /// Runs one frame of `elapsed` seconds: interface if due, steps and picture, all painted.
    /// Returns the last submission.
    ///
    /// # Errors
    /// [`GpuError`] if the device is lost.
    pub fn frame(&mut self, elapsed: f32) -> Result<wgpu::SubmissionIndex, GpuError> {
        let size = [self.surface.width(), self.surface.height()];
        let pictures = self.painter.pictures(self.app.targets());
        if self.painter.layout_due(size).is_zero() || !self.events.is_empty() {
            let input = RawInput {
                screen_rect: Some(Rect::from_min_size(
                    Pos2::ZERO,
                    vec2(size[0] as f32, size[1] as f32),
                )),
                events: std::mem::take(&mut self.events),
                time: Some(self.begin.elapsed().as_secs_f64()),
                ..RawInput::default()
            };
            let output = self.context.run_ui(input, |ui| layout::ui(ui, &mut self.app, pictures));
            self.painter.lay_out(&self.context, size, output);
        }
        self.app.frame(elapsed)?;
        // The panels may have resized the picture.
        self.painter.pictures(self.app.targets());
        let view = self.surface.create_view(&wgpu::TextureViewDescriptor::default());
        let gpu = self.app.gpu();
        let mut encoder = gpu.encoder("interface");
        self.painter.paint(&mut encoder, &view);
        Ok(gpu.submit(encoder))
    }
}

/// A texture instead of a window's. If there is no memory for it, the next frame reports that.
fn surface(gpu: &Gpu, [width, height]: [u32; 2]) -> wgpu::Texture {
    gpu.device().create_texture(&wgpu::TextureDescriptor {
        label: Some("window"),
        size: wgpu::Extent3d { width, height, depth_or_array_layers: 1 },
        mip_level_count: 1,
        sample_count: 1,
        dimension: wgpu::TextureDimension::D2,
        format: FORMAT,
        usage: wgpu::TextureUsages::RENDER_ATTACHMENT,
        view_formats: &[],
    })
}
