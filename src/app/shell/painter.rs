//! Paints the interface, including the picture, into any texture: a window's surface or a test's texture.

use std::time::{Duration, Instant};

use egui_wgpu::{Renderer, RendererOptions, ScreenDescriptor};
use starshell::gpu::Gpu;
use starshell::render::Target;

/// The pictures of the stage and of the one beside it, if they are painted.
pub type Pictures = [Option<egui::TextureId>; 2];

/// Minimum time between two layouts of the interface, unless there is input: just under a frame at 120 Hz. Frames in between show new
/// pictures in the same panels.
const LAYOUT: Duration = Duration::from_millis(8);

/// egui's renderer, and the picture that it shows.
pub struct Painter {
    gpu: Gpu,
    renderer: Renderer,
    pictures: [Option<(Target, egui::TextureId)>; 2],
    layout: Option<Layout>,
}

/// The latest layout of the interface.
struct Layout {
    primitives: Vec<egui::ClippedPrimitive>,
    screen: ScreenDescriptor,
    /// When it was laid out.
    at: Instant,
    /// Whether its triangles are on the GPU.
    is_uploaded: bool,
    /// Textures to free at the next layout.
    outgoing: Vec<egui::TextureId>,
}

impl Painter {
    /// A painter for textures of `format`.
    pub fn new(gpu: &Gpu, format: wgpu::TextureFormat) -> Self {
        let options = RendererOptions { dithering: false, ..RendererOptions::default() };
        Self { gpu: gpu.clone(), renderer: Renderer::new(gpu.device(), format, options), pictures: [None, None], layout: None }
    }

    /// Time until the interface must be laid out again for a texture of `size` pixels.
    pub fn layout_due(&self, size: [u32; 2]) -> Duration {
        let layout = self.layout.as_ref().filter(|layout| layout.screen.size_in_pixels == size);
        layout.map_or(Duration::ZERO, |layout| LAYOUT.saturating_sub(layout.at.elapsed()))
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

    /// Takes a new layout by `context`, for a texture of `size` pixels.
    pub fn lay_out(&mut self, context: &egui::Context, size: [u32; 2], output: egui::FullOutput) {
        for id in self.layout.take().into_iter().flat_map(|layout| layout.outgoing) {
            self.renderer.free_texture(&id);
        }
        let egui::FullOutput { shapes, pixels_per_point, mut textures_delta, .. } = output;
        for (id, deltas) in &textures_delta.set {
            for delta in deltas {
                self.renderer.update_texture(self.gpu.device(), self.gpu.queue(), *id, delta);
            }
        }
        self.layout = Some(Layout {
            primitives: context.tessellate(shapes, pixels_per_point),
            screen: ScreenDescriptor { size_in_pixels: size, pixels_per_point },
            at: Instant::now(),
            is_uploaded: false,
            outgoing: textures_delta.free.drain().collect(),
        });
        textures_delta.clear();
    }

    /// Records the latest layout into `view`, a texture of its size.
    pub fn paint(&mut self, encoder: &mut wgpu::CommandEncoder, view: &wgpu::TextureView) {
        let Some(Layout { primitives, screen, is_uploaded, .. }) = &mut self.layout else { return };
        if !std::mem::replace(is_uploaded, true) {
            let (device, queue) = (self.gpu.device(), self.gpu.queue());
            let others = self.renderer.update_buffers(device, queue, encoder, primitives, screen);
            debug_assert!(others.is_empty(), "no paint callbacks are used");
        }
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
        self.renderer.render(&mut pass, primitives, screen);
    }
}
