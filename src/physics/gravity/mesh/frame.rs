//! Where a grid lies: around all bodies, or in a periodic cube.

use super::kernels::{FRAME, FrameParams, MeshParams, MeshPlace};
use crate::gpu::{Bound, Buffer, Gpu, GpuError};
use crate::physics::gravity::tree::{TREE_EXTENT, TreeParams};
use crate::primitives::{Bounds, JOIN_BOUNDS, Reduce};
use crate::wgsl;

/// Blocks per side by which the bodies of a grid alone are sorted.
const BLOCKS: u32 = 32;
/// Nodes per side of a block where pairs of near bodies are summed.
pub(super) const BLOCK: u32 = wgsl!("mesh/rows.wgsl").constant("BLOCK");
/// The least distance of nodes where pairs are summed, in softening lengths: what softening changes
/// beyond the pairs then follows from its square, but for 6e-4 of a force at the reach of pairs,
/// and less beyond.
pub(super) const LEAST: f64 = 1.0;

/// The size and the kind of a grid.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Layout {
    /// Nodes per side.
    pub side: usize,
    /// The length of a periodic cube.
    pub period: Option<f64>,
    /// The softening of pairs of near bodies, if these are summed.
    pub near: Option<f64>,
}

impl Layout {
    /// Nodes per side that are transformed.
    pub fn whole(self) -> usize {
        if self.period.is_some() { self.side } else { 2 * self.side }
    }

    /// Nodes before the first body, and their distances across all bodies, in a grid that is alone.
    /// Pairs leave room for the nodes among which a body is divided, and for the differences of
    /// their potential.
    pub fn across(self) -> [f64; 2] {
        let side = self.side as f64;
        if self.near.is_some() { [1.0, side - 7.0] } else { [0.0, side - 1.0] }
    }

    /// Blocks per side by which bodies are sorted.
    pub fn blocks(self) -> u32 {
        if self.near.is_some() { self.side as u32 / BLOCK } else { BLOCKS }
    }

    /// The least distance of nodes.
    pub fn least(self) -> f64 {
        LEAST * self.near.unwrap_or(0.0)
    }

    /// The parameters for so many bodies.
    pub fn parameters(self, count: u32) -> MeshParams {
        let [before, across] = self.across();
        // A little beyond the last body, so that rounding leaves none out.
        let beyond = if self.near.is_some() { 1.0 } else { 0.0 };
        MeshParams {
            count,
            side: self.side as u32,
            whole: self.whole() as u32,
            blocks: self.blocks(),
            least: before as f32,
            end: (before + across + beyond) as f32,
            is_without_own: u32::from(self.period.is_none()),
        }
    }

    /// Rejects grids that are too coarse.
    pub fn check(self) -> Result<(), GpuError> {
        let side = self.side;
        let message = match self.near {
            None if side < 4 || !side.is_multiple_of(2) => {
                format!(
                    "a grid with {side} nodes per side is too coarse: give it an even number from 4"
                )
            }
            Some(_) if side < 16 || !side.is_multiple_of(4) => {
                format!(
                    "a grid with {side} nodes per side has no room for pairs: give it a multiple of 4 from 16"
                )
            }
            _ => return Ok(()),
        };
        Err(GpuError::Mismatch(message))
    }
}

/// Places the grid.
#[derive(Debug)]
pub(super) struct Frame {
    extent: Bound,
    boxes: u32,
    join: Reduce<Bounds>,
    frame: Bound,
}

impl Frame {
    pub fn new(
        gpu: &Gpu,
        layout: Layout,
        position: &Buffer<[f32; 4]>,
        places: &Buffer<MeshPlace>,
    ) -> Result<Self, GpuError> {
        let count = position.len() as u32;
        let boxes = count.div_ceil(8).clamp(1, 1 << 16);
        let extents = gpu.storage::<Bounds>("mesh/boxes", boxes as usize)?;
        let params = TreeParams { count, boxes, ..bytemuck::Zeroable::zeroed() };
        let tree = gpu.uniform("mesh/extent", &params)?;
        let buffers =
            [("tree_of", tree.raw()), ("position", position.raw()), ("boxes", extents.raw())];
        let extent = gpu.kernel(&TREE_EXTENT, &[])?.bind(gpu.device(), &buffers)?;
        let join = Reduce::new(gpu, &JOIN_BOUNDS, &extents)?;
        let [before, across] = layout.across().map(|nodes| nodes as f32);
        let params = FrameParams {
            side: layout.side as u32,
            count,
            period: layout.period.unwrap_or(0.0) as f32,
            before,
            across,
            softening: layout.near.unwrap_or(0.0) as f32,
            least: LEAST as f32,
        };
        let params = gpu.uniform("mesh/frame", &params)?;
        let buffers =
            [("frame_of", params.raw()), ("joined", join.result().raw()), ("places", places.raw())];
        let frame = gpu.kernel(&FRAME, &[])?.bind(gpu.device(), &buffers)?;
        Ok(Self { extent, boxes, join, frame })
    }

    pub fn encode(&self, pass: &mut wgpu::ComputePass) {
        self.extent.dispatch_threads(pass, self.boxes);
        self.join.encode(pass);
        self.frame.dispatch_groups(pass, 1);
    }
}
