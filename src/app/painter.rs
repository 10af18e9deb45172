//! Paints the interface, with the picture in it, into any texture: a window's surface or one of a test's own.

use egui_wgpu::{Renderer, RendererOptions, ScreenDescriptor};
use starshell::gpu::Gpu;
use starshell::render::Target;

/// egui's renderer, and the picture that it shows.
pub struct Painter {
    gpu: Gpu,
    renderer: Renderer,
    picture: Option<(Target, egui::TextureId)>,
}

impl Painter {
    /// A painter for textures of `format`.
    pub fn new(gpu: &Gpu, format: wgpu::TextureFormat) -> Self {
        let options = RendererOptions { dithering: false, ..RendererOptions::default() };
        Self { gpu: gpu.clone(), renderer: Renderer::new(gpu.device(), format, options), picture: None }
    }

    /// The name under which the interface shows `target`.
    pub fn picture(&mut self, target: &Target) -> egui::TextureId {
        // Pixel upon pixel: nothing is filtered.
        let filter = wgpu::FilterMode::Nearest;
        match &mut self.picture {
            Some((shown, id)) if shown == target => *id,
            Some((shown, id)) => {
                self.renderer.update_egui_texture_from_wgpu_texture(self.gpu.device(), target.view(), filter, *id);
                *shown = target.clone();
                *id
            }
            None => {
                let id = self.renderer.register_native_texture(self.gpu.device(), target.view(), filter);
                self.picture = Some((target.clone(), id));
                id
            }
        }
    }

    /// Takes in egui's textures without painting: for a frame that has nowhere to go.
    pub fn update(&mut self, output: egui::FullOutput) {
        self.take_textures(&output.textures_delta);
        self.free_textures(&output.textures_delta);
    }

    fn take_textures(&mut self, deltas: &egui::TexturesDelta) {
        for (id, deltas) in &deltas.set {
            for delta in deltas {
                self.renderer.update_texture(self.gpu.device(), self.gpu.queue(), *id, delta);
            }
        }
    }

    fn free_textures(&mut self, deltas: &egui::TexturesDelta) {
        for id in &deltas.free {
            self.renderer.free_texture(id);
        }
    }

    /// Records the interface into `view`, a texture of `size` pixels.
    pub fn paint(
        &mut self,
        encoder: &mut wgpu::CommandEncoder,
        view: &wgpu::TextureView,
        size: [u32; 2],
        context: &egui::Context,
        output: egui::FullOutput,
    ) {
        let screen = ScreenDescriptor { size_in_pixels: size, pixels_per_point: output.pixels_per_point };
        let primitives = context.tessellate(output.shapes, output.pixels_per_point);
        self.take_textures(&output.textures_delta);
        let (device, queue) = (self.gpu.device(), self.gpu.queue());
        let others = self.renderer.update_buffers(device, queue, encoder, &primitives, &screen);
        debug_assert!(others.is_empty(), "no paint callbacks are used");
        let descriptor = wgpu::RenderPassDescriptor {
            label: Some("interface"),
            color_attachments: &[Some(wgpu::RenderPassColorAttachment {
                view,
                depth_slice: None,
                resolve_target: None,
                ops: wgpu::Operations { load: wgpu::LoadOp::Clear(wgpu::Color::BLACK), store: wgpu::StoreOp::Store },
            })],
            ..Default::default()
        };
        let mut pass = encoder.begin_render_pass(&descriptor).forget_lifetime();
        self.renderer.render(&mut pass, &primitives, &screen);
        drop(pass);
        self.free_textures(&output.textures_delta);
    }
}
