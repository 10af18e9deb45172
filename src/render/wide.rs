//! Spots that are too wide to be summed as integers, drawn as quads on top of the sums: those of
//! bodies near the lens, in a look in which bodies have a size.

use std::sync::Arc;

use super::diffuse::Shading;
use super::parameters::Parameters;
use super::splat::{ADD, SPLATS};
use super::target::LIGHT;
use crate::gpu::{Buffer, Draw, DrawTarget, Gpu, GpuError};
use crate::physics::Bodies;
use crate::primitives::Compact;

/// What spots are made of, and where they are drawn.
pub(super) struct SpotSources<'a> {
    pub(super) bodies: &'a Bodies,
    pub(super) shading: &'a Shading,
    pub(super) parameters: &'a Parameters,
    pub(super) light: &'a wgpu::TextureView,
}

/// The list of bodies with wide spots, in the order of their numbers, so that they blend in the
/// same order each time.
#[derive(Debug)]
pub(super) struct WideSpots {
    /// Each body's number from 1, or 0 if its spot is narrow.
    marks: Buffer<u32>,
    /// Number of the last one with a wide spot: the compaction looks no further.
    last: Buffer<u32>,
    compact: Compact,
    arguments: Buffer<u32>,
    draw: Arc<Draw>,
    group: wgpu::BindGroup,
}

impl WideSpots {
    pub(super) fn new(gpu: &Gpu, of: &SpotSources) -> Result<Self, GpuError> {
        let count = of.bodies.count() as usize;
        let marks = gpu.storage::<u32>("draw/wide", count)?;
        let list = gpu.storage::<u32>("draw/wide_list", count)?;
        let last = gpu.storage::<u32>("draw/last_wide", 1)?;
        let compact = Compact::new(gpu, &marks, &marks, &list, Some(&last))?;
        // Corners, instances, and the first of each. The number of instances follows from the list.
        let arguments = Buffer::draw_arguments(gpu, "draw/wide_arguments", [4, 0, 0, 0])?;
        let draw = gpu.draw(
            &SPLATS[1],
            &[],
            &DrawTarget { format: LIGHT, blend: Some(ADD), vertices: &[] },
        )?;
        let resources = [
            ("view", of.parameters.view()),
            ("list", list.raw().as_entire_binding()),
            ("position", of.bodies.position().raw().as_entire_binding()),
            ("shine", of.shading.shine().raw().as_entire_binding()),
        ];
        let group = draw.bind(gpu.device(), &resources)?;
        Ok(Self { marks, last, compact, arguments, draw, group })
    }

    /// What `draw/to_wide` writes.
    pub(super) fn resources(&self) -> [(&'static str, wgpu::BindingResource<'_>); 2] {
        [
            ("wide", self.marks.raw().as_entire_binding()),
            ("last_wide", self.last.raw().as_entire_binding()),
        ]
    }

    /// Records clearing what a pass of `draw/to_wide` adds to.
    pub(super) fn clear(&self, encoder: &mut wgpu::CommandEncoder) {
        encoder.clear_buffer(self.last.raw(), 0, None);
    }

    /// Records making the list.
    pub(super) fn gather(&self, pass: &mut wgpu::ComputePass) {
        self.compact.encode(pass);
    }

    /// Records drawing the bodies of the list over `light`.
    pub(super) fn draw(&self, encoder: &mut wgpu::CommandEncoder, light: &wgpu::TextureView) {
        const INSTANCES: u64 = 4;
        encoder.copy_buffer_to_buffer(
            self.compact.number().raw(),
            0,
            self.arguments.raw(),
            INSTANCES,
            4,
        );
        self.draw.begin(encoder, light, None, &self.group).draw_indirect(self.arguments.raw(), 0);
    }
}
