//! Paints the interface, including the picture, into any texture: a window's surface or a test's
//! texture.

use std::time::{Duration, Instant};

use starshell::gpu::Gpu;
use starshell::render::Target;

use crate::app::shell::triangles::Triangles;

/// The pictures of the stage and of the one beside it, if they are painted.
pub type Pictures = [Option<egui::TextureId>; 2];

/// Minimum time between two layouts of the interface, unless there is input: just under a frame at
/// 120 Hz. Frames in between show new pictures in the same panels.
const LAYOUT: Duration = Duration::from_millis(8);

/// What paints the interface, and the pictures that it shows.
pub struct Painter {
    triangles: Triangles,
    pictures: [Option<(Target, egui::TextureId)>; 2],
    layout: Option<Layout>,
}

/// The latest layout of the interface.
struct Layout {
    primitives: Vec<egui::ClippedPrimitive>,
    /// Width and height in pixels.
    size: [u32; 2],
    pixels_per_point: f32,
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
        Self { triangles: Triangles::new(gpu, format), pictures: [None, None], layout: None }
    }

    /// Time until the interface must be laid out again for a texture of `size` pixels.
    pub fn layout_due(&self, size: [u32; 2]) -> Duration {
        let layout = self.layout.as_ref().filter(|layout| layout.size == size);
        layout.map_or(Duration::ZERO, |layout| LAYOUT.saturating_sub(layout.at.elapsed()))
    }

    /// The texture ids under which the interface shows the targets.
    pub fn pictures(&mut self, targets: [Option<&Target>; 2]) -> Pictures {
        let mut slots = self.pictures.iter_mut();
        targets.map(|target| {
            let (slot, target) = (slots.next()?, target?);
            if let Some((shown, id)) = slot
                && shown == target
            {
                return Some(*id);
            }
            // Most pixels map one to one, and filtering leaves those as they are. The picture of a
            // slow machine is stretched.
            let id = self.triangles.show(target.view(), slot.as_ref().map(|(_, id)| *id));
            *slot = Some((target.clone(), id));
            Some(id)
        })
    }

    /// Takes a new layout by `context`, for a texture of `size` pixels.
    pub fn lay_out(&mut self, context: &egui::Context, size: [u32; 2], output: egui::FullOutput) {
        for id in self.layout.take().into_iter().flat_map(|layout| layout.outgoing) {
            self.triangles.free(id);
        }
        let egui::FullOutput { shapes, pixels_per_point, mut textures_delta, .. } = output;
        for (id, deltas) in &textures_delta.set {
            for delta in deltas {
                self.triangles.change(*id, delta);
            }
        }
        self.layout = Some(Layout {
            primitives: context.tessellate(shapes, pixels_per_point),
            size,
            pixels_per_point,
            at: Instant::now(),
            is_uploaded: false,
            outgoing: textures_delta.free.drain().collect(),
        });
        textures_delta.clear();
    }

    /// Records the latest layout into `view`, a texture of its size.
    pub fn paint(&mut self, encoder: &mut wgpu::CommandEncoder, view: &wgpu::TextureView) {
        let Some(Layout { primitives, size, pixels_per_point, is_uploaded, .. }) = &mut self.layout
        else {
            return;
        };
        if !std::mem::replace(is_uploaded, true) {
            self.triangles.send(primitives, size.map(|side| side as f32 / *pixels_per_point));
        }
        let descriptor = wgpu::RenderPassDescriptor {
            label: Some("interface"),
            color_attachments: &[Some(wgpu::RenderPassColorAttachment {
                view,
                depth_slice: None,
                resolve_target: None,
                ops: wgpu::Operations {
                    load: wgpu::LoadOp::Clear(wgpu::Color::BLACK),
                    store: wgpu::StoreOp::Store,
                },
            })],
            ..Default::default()
        };
        self.triangles.draw(
            &mut encoder.begin_render_pass(&descriptor),
            primitives,
            *size,
            *pixels_per_point,
        );
    }
}
