//! Paints the interface, including the picture, into any texture: a window's surface or a test's texture.

use egui_wgpu::{Renderer, RendererOptions, ScreenDescriptor};
use starshell::gpu::Gpu;
use starshell::render::Target;

/// The pictures of the stage and of the one beside it, if they are painted.
pub type Pictures = [Option<egui::TextureId>; 2];

/// egui's renderer, and the picture that it shows.
pub struct Painter {
    gpu: Gpu,
    renderer: Renderer,
    pictures: [Option<(Target, egui::TextureId)>; 2],
}

impl Painter {
    /// A painter for textures of `format`.
    pub fn new(gpu: &Gpu, format: wgpu::TextureFormat) -> Self {
        let options = RendererOptions { dithering: false, ..RendererOptions::default() };
        Self { gpu: gpu.clone(), renderer: Renderer::new(gpu.device(), format, options), pictures: [None, None] }
    }

    /// The texture ids under which the interface shows the targets.
    pub fn pictures(&mut self, targets: [Option<&Target>; 2]) -> Pictures {
        // Most pixels map one to one, and filtering leaves those as they are. The picture of a slow machine is stretched.
        let filter = wgpu::FilterMode::Linear;
        let (renderer, device) = (&mut self.renderer, self.gpu.device());
        let mut slots = self.pictures.iter_mut();
        targets.map(|target| {
            let (slot, target) = (slots.next()?, target?);
            let id = match slot {
                Some((shown, id)) if shown == target => return Some(*id),
                Some((_, id)) => {
                    renderer.update_egui_texture_from_wgpu_texture(device, target.view(), filter, *id);
                    *id
                }
                None => renderer.register_native_texture(device, target.view(), filter),
            };
            *slot = Some((target.clone(), id));
            Some(id)
        })
    }

    /// Updates egui's textures without painting, for a frame that cannot be shown.
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
