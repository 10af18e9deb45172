//! What the pairs of near bodies add to the accelerations of a grid.

use std::ops::Range;
use std::sync::Arc;

use super::frame::Layout;
use super::kernels::{ARRANGE, FIELD, MeshParams, MeshPlace, NEAR, NearParams};
use super::unit;
use crate::gpu::{Bound, Buffer, Gpu, GpuError, Kernel};
use crate::physics::Softening;
use crate::physics::gravity::method::Output;

/// Iterations of a thread beside those over bodies, at most.
const OTHERS: u32 = 512;

/// Buffers that a grid shares with the pairs of its bodies.
pub(super) struct Shared<'a> {
    pub parameters: &'a Buffer<MeshParams>,
    pub places: &'a Buffer<MeshPlace>,
    pub position: &'a Buffer<[f32; 4]>,
    /// The block of each body, which are sorted, and the bodies in that order.
    pub block_of: &'a Buffer<u32>,
    pub order: &'a Buffer<u32>,
    pub potential: &'a Buffer<f32>,
    pub acceleration: &'a Buffer<[f32; 4]>,
}

/// The grid's part of the accelerations, and the pairs.
#[derive(Debug)]
pub(super) struct Near {
    gpu: Gpu,
    arrange: Bound,
    arranged: u32,
    field: Bound,
    nodes: u32,
    kernel: Arc<Kernel>,
    buffers: Vec<(&'static str, wgpu::Buffer)>,
    of: NearParams,
    /// All bodies.
    all: Vec<Bound>,
    bytes: u64,
}

impl Near {
    pub fn new(
        gpu: &Gpu,
        layout: Layout,
        softening: f64,
        output: Output,
        shared: &Shared,
    ) -> Result<Self, GpuError> {
        let count = shared.position.len();
        let sorted = gpu.storage::<[f32; 4]>("mesh/sorted", count)?;
        let starts = gpu.storage::<u32>("mesh/starts", layout.blocks().pow(3) as usize + 1)?;
        let nodes = gpu.storage::<[f32; 4]>("mesh/nodes", layout.side.pow(3))?;
        // Along each axis, a body's nodes are up to three apart.
        let between: Vec<[f32; 2]> =
            (0..=27).map(|square| unit::between(square).map(|value| value as f32)).collect();
        let between = gpu.storage_from("mesh/between", &between)?;
        let buffers = [
            ("mesh", shared.parameters.raw()),
            ("position", shared.position.raw()),
            ("order", shared.order.raw()),
            ("block_of", shared.block_of.raw()),
            ("sorted", sorted.raw()),
            ("starts", starts.raw()),
        ];
        let arrange = gpu.kernel(&ARRANGE, &[])?.bind(gpu.device(), &buffers)?;
        let buffers = [
            ("mesh", shared.parameters.raw()),
            ("potential", shared.potential.raw()),
            ("nodes", nodes.raw()),
        ];
        let field = gpu.kernel(&FIELD, &[])?.bind(gpu.device(), &buffers)?;
        let softening = Softening::from(softening);
        let (is_softened, softening_squared) = (softening.is_some(), softening.squared() as f32);
        let switches = [
            ("SOFTENED", u32::from(is_softened)),
            ("POTENTIAL", u32::from(output == Output::Potential)),
        ];
        let buffers = [
            ("mesh", shared.parameters.raw()),
            ("sorted", sorted.raw()),
            ("order", shared.order.raw()),
            ("starts", starts.raw()),
            ("nodes", nodes.raw()),
            ("between", between.raw()),
            ("places", shared.places.raw()),
            ("acceleration", shared.acceleration.raw()),
        ];
        let most = gpu.adapter().loop_limit().saturating_sub(OTHERS).min(count as u32).max(1);
        let period = layout.period.unwrap_or(0.0) as f32;
        let on_grid_squared = if layout.period.is_some() { softening_squared } else { 0.0 };
        let mut near = Self {
            gpu: gpu.clone(),
            arrange,
            arranged: count.max(starts.len()) as u32,
            field,
            nodes: nodes.len() as u32,
            kernel: gpu.kernel(&NEAR, &switches)?,
            buffers: buffers.into_iter().map(|(name, buffer)| (name, buffer.clone())).collect(),
            of: NearParams {
                first: 0,
                end: count as u32,
                source: 0,
                most,
                softening_squared,
                on_grid_squared,
                period,
            },
            all: Vec::new(),
            bytes: sorted.bytes() + starts.bytes() + nodes.bytes(),
        };
        near.all = near.bind(0..count as u32)?;
        Ok(near)
    }

    /// Dispatches for some of the sorted bodies: as many as no thread's loops are too long for.
    fn bind(&self, bodies: Range<u32>) -> Result<Vec<Bound>, GpuError> {
        let NearParams { end: count, most, .. } = self.of;
        let bind = |turn: u32| {
            let params =
                NearParams { first: bodies.start, end: bodies.end, source: turn * most, ..self.of };
            let uniform = self.gpu.uniform("mesh/near", &params)?;
            let buffers: Vec<(&str, &wgpu::Buffer)> =
                self.buffers.iter().map(|(name, buffer)| (*name, buffer)).collect();
            self.kernel
                .bind(self.gpu.device(), &[&buffers[..], &[("near_of", uniform.raw())]].concat())
        };
        (0..count.div_ceil(most).max(1)).map(bind).collect()
    }

    /// Encodes the order of the bodies; their blocks must be sorted.
    pub fn encode_order(&self, pass: &mut wgpu::ComputePass) {
        self.arrange.dispatch_threads(pass, self.arranged);
    }

    /// Encodes the field of the nodes, from their potential.
    pub fn encode_field(&self, pass: &mut wgpu::ComputePass) {
        self.field.dispatch_threads(pass, self.nodes);
    }

    /// Encodes the accelerations of all bodies.
    pub fn encode(&self, pass: &mut wgpu::ComputePass) {
        self.all.iter().for_each(|bound| bound.dispatch_threads(pass, self.of.end));
    }

    /// Encodes those of some of the sorted bodies.
    pub fn encode_some(
        &self,
        pass: &mut wgpu::ComputePass,
        bodies: Range<u32>,
    ) -> Result<(), GpuError> {
        self.bind(bodies.clone())?
            .iter()
            .for_each(|bound| bound.dispatch_threads(pass, bodies.len() as u32));
        Ok(())
    }

    /// Bytes allocated.
    pub fn bytes(&self) -> u64 {
        self.bytes
    }
}
