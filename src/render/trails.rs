//! Trails: where bodies were in the last frames, as lines of light that fade.

use super::Look;
use super::splat::{LIGHT, SplatPass, add};
use crate::gpu::{Bound, Buffer, Draw, DrawTarget, Gpu, GpuError, KernelSource};
use crate::physics::Bodies;
use crate::{mirrored, wgsl};

mirrored! {
    /// Parameters of `draw/trail_record`.
    pub struct TrailRecord {
        /// The first body with a trail.
        pub first: u32,
        /// From each body with a trail to the next.
        pub stride: u32,
        /// Bodies with a trail.
        pub count: u32,
        /// Unused.
        pub padding: u32,
    }
}

mirrored! {
    /// Parameters of `draw/trail`.
    pub struct Trail {
        /// The first body with a trail.
        pub first: u32,
        /// From each body with a trail to the next.
        pub stride: u32,
        /// Bodies with a trail.
        pub count: u32,
        /// Points that the ring holds for each body.
        pub slots: u32,
        /// Slot of the newest point.
        pub newest: u32,
        /// Segments over which a trail fades.
        pub length: f32,
        /// Light of a segment that has not faded, in units of the light of a body.
        pub light: f32,
        /// Light in the middle of the line that does not depend on how fast the body moved.
        pub floor: f32,
        /// Colour in place of the bodies', where w is 1.
        pub accent: [f32; 4],
        /// Width of a line, in widths of a body's spot.
        pub width: f32,
        /// Unused.
        pub padding_0: f32,
        /// Unused.
        pub padding_1: f32,
        /// Unused.
        pub padding_2: f32,
    }
}

/// Positions of the bodies with a trail.
pub const TRAIL_RECORD: KernelSource =
    KernelSource::trusted("draw/trail_record", &[wgsl!("draw/trail_record.wgsl"), wgsl!("grid.wgsl")], &[&[]]);

/// Lines of light.
pub const TRAIL: KernelSource = KernelSource::trusted(
    "draw/trail",
    &[wgsl!("draw/trail.wgsl"), wgsl!("draw/light.wgsl"), wgsl!("draw/quantity.wgsl"), wgsl!("monoid/spread.wgsl")],
    &[&[]],
);

/// Points of a trail at most.
pub const MOST_POINTS: u32 = 256;
/// Bodies with a trail at most; of more bodies, every second, third ... has one.
pub const MOST_TRAILS: u32 = 16_384;
/// Points of the trail of the one body that is followed.
const BODY_POINTS: u32 = 1024;

/// Light of a whole trail, in units of the light of the bodies that it stands for. It bounds what all trails together add to
/// a picture, however they crowd.
const LIGHT_OF_TRAIL: f32 = 1.5;
/// Integral of the fading over a trail: of (1 - x)^(3/2) from 0 to 1.
const FADING: f32 = 0.4;
/// Light in the middle of a line beyond what the body's speed leaves there, per light of a body: lines that are seen from
/// close by, or that a fast body draws, stay visible.
const FLOOR: f32 = 2e-4;
/// Width of a line in widths of a body's spot. It is never narrower than the narrowest spot.
const WIDTH: f32 = 0.35;
/// The line of the one body: its colour in linear light, and its light.
const ACCENT: [f32; 4] = [0.15, 1.0, 0.55, 1.0];
const ACCENT_LIGHT: f32 = 1.2;

/// All trails of a picture, prepared for a set of bodies. Memory is taken with the first point.
#[derive(Debug)]
pub(super) struct Trails {
    bodies: Bodies,
    draw: Option<Draw>,
    all: Option<Ring>,
    body: Option<u32>,
    one: Option<Ring>,
}

/// The past of some of the bodies.
#[derive(Debug)]
struct Ring {
    record: Bound,
    now: Buffer<[f32; 4]>,
    points: Buffer<[f32; 4]>,
    parameters: Buffer<Trail>,
    group: wgpu::BindGroup,
    /// What the parameters are but for the look.
    trail: Trail,
    /// Points recorded, and the step number of the last.
    recorded: u32,
    steps: Option<u64>,
}

impl Trails {
    pub(super) fn new(bodies: &Bodies) -> Self {
        Self { bodies: bodies.clone(), draw: None, all: None, body: None, one: None }
    }

    /// Draws a long trail of one body in a colour of its own, which begins now.
    pub(super) fn set_body(&mut self, body: Option<u32>) {
        let body = body.filter(|body| *body < self.bodies.count());
        if body != self.body {
            (self.body, self.one) = (body, None);
        }
    }

    /// Records the newest points, if `steps` is not that of the last ones.
    pub(super) fn record(
        &mut self,
        gpu: &Gpu,
        encoder: &mut wgpu::CommandEncoder,
        splat: &SplatPass,
        look: &Look,
        steps: u64,
    ) -> Result<(), GpuError> {
        if look.trail_length == 0 {
            self.all = None;
        } else if self.all.is_none() {
            let bodies = self.bodies.count();
            let stride = bodies.div_ceil(MOST_TRAILS).max(1);
            let values = TrailRecord { first: 0, stride, count: bodies.div_ceil(stride), padding: 0 };
            self.all = Some(self.ring(gpu, splat, values, MOST_POINTS)?);
        }
        if let (Some(first), None) = (self.body, &self.one) {
            self.one = Some(self.ring(gpu, splat, TrailRecord { first, stride: 1, count: 1, padding: 0 }, BODY_POINTS)?);
        }
        for ring in [&mut self.all, &mut self.one].into_iter().flatten() {
            ring.record(encoder, steps);
        }
        Ok(())
    }

    fn ring(&mut self, gpu: &Gpu, splat: &SplatPass, values: TrailRecord, slots: u32) -> Result<Ring, GpuError> {
        let draw = match self.draw.take() {
            Some(draw) => draw,
            None => Draw::new(gpu, &TRAIL, &DrawTarget { format: LIGHT, blend: Some(add()), vertices: &[] })?,
        };
        let draw = self.draw.insert(draw);
        let TrailRecord { first, stride, count, .. } = values;
        let now = gpu.storage("draw/trail_now", count as usize)?;
        let points = gpu.storage("draw/trail_points", count as usize * slots as usize)?;
        let uniform = gpu.uniform("draw/trail_record", &values)?;
        let buffers = [("record_of", uniform.raw()), ("position", self.bodies.position.raw()), ("now", now.raw())];
        let record = gpu.kernel(&TRAIL_RECORD, &[])?.bind(gpu.device(), &buffers);
        let trail = Trail { first, stride, count, slots, ..bytemuck::Zeroable::zeroed() };
        let parameters = gpu.storage("draw/trail", 1)?;
        let mut resources = splat.light_resources();
        resources.extend(
            [
                ("trail", parameters.raw()),
                ("ring", points.raw()),
                ("position", self.bodies.position.raw()),
                ("velocity", self.bodies.velocity.raw()),
                ("acceleration", self.bodies.acceleration.raw()),
            ]
            .map(|(name, buffer): (_, &wgpu::Buffer)| (name, buffer.as_entire_binding())),
        );
        let group = draw.bind(gpu, &resources);
        Ok(Ring { record, now, points, parameters, group, trail, recorded: 0, steps: None })
    }

    /// Records the lines into `light`, upon the spots that are there. `flux` is the light of a body and `scale` the height of the
    /// picture over that for which it is stated.
    pub(super) fn draw(
        &self,
        gpu: &Gpu,
        encoder: &mut wgpu::CommandEncoder,
        look: &Look,
        light: &wgpu::TextureView,
        flux: f32,
        scale: f32,
    ) {
        let Some(draw) = &self.draw else { return };
        if let Some(ring) = &self.all {
            let length = look.trail_length.min(MOST_POINTS);
            let stride = ring.trail.stride as f32;
            let style = Trail {
                length: length as f32,
                light: stride * LIGHT_OF_TRAIL / (FADING * length as f32),
                floor: stride * FLOOR * flux / (scale * scale),
                width: WIDTH,
                ..ring.trail
            };
            ring.draw(gpu, encoder, draw, light, length, style);
        }
        if let Some(ring) = &self.one {
            let style = Trail { length: BODY_POINTS as f32, floor: ACCENT_LIGHT, accent: ACCENT, width: WIDTH, ..ring.trail };
            ring.draw(gpu, encoder, draw, light, BODY_POINTS, style);
        }
    }
}

impl Ring {
    fn record(&mut self, encoder: &mut wgpu::CommandEncoder, steps: u64) {
        if self.steps == Some(steps) {
            return;
        }
        self.steps = Some(steps);
        let mut pass =
            encoder.begin_compute_pass(&wgpu::ComputePassDescriptor { label: Some("draw/trail_record"), timestamp_writes: None });
        self.record.dispatch_threads(&mut pass, self.trail.count);
        drop(pass);
        // The slot is in the copy, not in a parameter: a submission may hold several points.
        if self.recorded > 0 {
            self.trail.newest = (self.trail.newest + 1) % self.trail.slots;
        }
        let at = u64::from(self.trail.newest) * self.now.bytes();
        encoder.copy_buffer_to_buffer(self.now.raw(), 0, self.points.raw(), at, self.now.bytes());
        self.recorded = (self.recorded + 1).min(self.trail.slots);
    }

    fn draw(
        &self,
        gpu: &Gpu,
        encoder: &mut wgpu::CommandEncoder,
        draw: &Draw,
        light: &wgpu::TextureView,
        length: u32,
        style: Trail,
    ) {
        let segments = length.min(self.recorded.saturating_sub(1));
        if segments > 0 {
            gpu.write(&self.parameters, &[style]);
            draw.begin(encoder, light, None, &self.group).draw(0..4, 0..segments * self.trail.count);
        }
    }
}
