//! Trails: past positions of bodies in recent frames, as fading lines of light.

use std::sync::Arc;

use super::Look;
use super::parameters::{Parameters, TrailParams};
use super::splat::{ADD, light_resources};
use super::spread::SpreadPass;
use super::target::LIGHT;
use super::trail_points::{TrailCopy, TrailPoints};
use crate::gpu::{Bound, Buffer, Draw, DrawTarget, Gpu, GpuError, KernelSource, Readbacks};
use crate::physics::Bodies;
use crate::{mirrored, wgsl};

mirrored! {
    /// Parameters of `draw/trail_record`.
    pub struct TrailRecordParams {
        /// The first body with a trail.
        pub first: u32,
        /// Step from one body with a trail to the next.
        pub stride: u32,
        /// Number of bodies with a trail.
        pub count: u32,
        /// Unused.
        pub padding: u32,
    }
}

/// Records the positions of the bodies with a trail.
pub const TRAIL_RECORD: KernelSource =
    KernelSource::trusted("draw/trail_record", &[wgsl!("draw/trail_record.wgsl"), wgsl!("grid.wgsl")], &[&[]]);

/// Draws trails as lines of light.
pub const TRAIL: KernelSource = KernelSource::trusted(
    "draw/trail",
    &[
        wgsl!("draw/trail.wgsl"),
        wgsl!("draw/light.wgsl"),
        wgsl!("draw/color.wgsl"),
        wgsl!("draw/quantity.wgsl"),
        wgsl!("monoid/spread.wgsl"),
    ],
    &[&[]],
);

/// Most points per trail.
pub const MOST_POINTS: u32 = 256;
/// Most bodies with a trail. With more bodies, only every second, third ... has one.
pub const MOST_TRAILS: u32 = 16_384;
/// Points in the trail of the followed body.
const BODY_POINTS: u32 = 1024;

/// Light of a whole trail, relative to the light of the bodies that it stands for. It bounds how much light all trails together
/// add to a picture, however crowded they are.
const LIGHT_OF_TRAIL: f32 = 1.5;
/// Integral of the fading along a trail: of (1 - x)^(3/2) from 0 to 1.
const FADING: f32 = 0.4;
/// Light in the middle of a line in addition to that which depends on the body's speed, relative to the light of a body. It
/// keeps lines visible that are seen from close by or drawn by a fast body.
const FLOOR: f32 = 2e-4;
/// Width of a line in widths of a body's spot. A line is never narrower than the narrowest spot.
const WIDTH: f32 = 0.35;
/// The followed body's line: its colour in linear light, and its light.
const ACCENT: [f32; 4] = [0.15, 1.0, 0.55, 1.0];
const ACCENT_LIGHT: f32 = 1.2;

/// All trails of a set of bodies. Memory is allocated with the first point.
#[derive(Debug)]
pub(super) struct Trails {
    bodies: Bodies,
    all: Option<Ring>,
    body: Option<u32>,
    one: Option<Ring>,
}

/// The recent positions of some of the bodies.
#[derive(Debug)]
struct Ring {
    record: Bound,
    now: Buffer<[f32; 4]>,
    points: Buffer<[f32; 4]>,
    /// Parameters, except those that depend on the look.
    trail: TrailParams,
    /// Number of points recorded, and the step number of the last.
    recorded: u32,
    steps: Option<u64>,
}

impl Trails {
    pub(super) fn new(bodies: &Bodies) -> Self {
        Self { bodies: bodies.clone(), all: None, body: None, one: None }
    }

    /// Gives one body a long trail in its own colour, starting now.
    pub(super) fn set_body(&mut self, body: Option<u32>) {
        let body = body.filter(|body| *body < self.bodies.count());
        if body != self.body {
            (self.body, self.one) = (body, None);
        }
    }

    /// Records the newest points, if `steps` differs from that of the last ones.
    pub(super) fn record(
        &mut self,
        gpu: &Gpu,
        encoder: &mut wgpu::CommandEncoder,
        look: &Look,
        steps: u64,
    ) -> Result<(), GpuError> {
        if look.trail_length == 0 {
            self.all = None;
        } else if self.all.is_none() {
            self.all = Some(self.ring_of_all(gpu)?);
        }
        if let (Some(first), None) = (self.body, &self.one) {
            let values = TrailRecordParams { first, stride: 1, count: 1, padding: 0 };
            self.one = Some(Ring::new(gpu, &self.bodies, values, BODY_POINTS)?);
        }
        for ring in [&mut self.all, &mut self.one].into_iter().flatten() {
            ring.record(encoder, steps);
        }
        Ok(())
    }

    /// Room for the trails of all bodies.
    fn ring_of_all(&self, gpu: &Gpu) -> Result<Ring, GpuError> {
        let bodies = self.bodies.count();
        let stride = bodies.div_ceil(MOST_TRAILS).max(1);
        let values = TrailRecordParams { first: 0, stride, count: bodies.div_ceil(stride), padding: 0 };
        Ring::new(gpu, &self.bodies, values, MOST_POINTS)
    }

    /// Records a copy of the trails of all bodies; `None` if there are none.
    pub(super) fn record_copy(&self, gpu: &Gpu, encoder: &mut wgpu::CommandEncoder) -> Result<Option<TrailCopy>, GpuError> {
        self.all.as_ref().filter(|ring| ring.recorded > 0).map(|ring| ring.record_copy(gpu, encoder)).transpose()
    }

    /// Continues the trails of all bodies from earlier points, the last of which is that after `steps` steps. Points of another
    /// number of bodies are left out.
    pub(super) fn restore(&mut self, gpu: &Gpu, earlier: &TrailPoints, steps: u64) -> Result<(), GpuError> {
        let mut ring = self.ring_of_all(gpu)?;
        if earlier.count == ring.trail.count && !earlier.points.is_empty() {
            ring.restore(gpu, &earlier.points, steps);
            self.all = Some(ring);
        }
        Ok(())
    }

    /// Parameters for drawing the trails of all bodies, and that of the followed body. `flux` is the light of a body, and
    /// `scale` the picture's height relative to the one that the light refers to.
    pub(super) fn params(&self, look: &Look, flux: f32, scale: f32) -> [TrailParams; 2] {
        let all = self.all.as_ref().map(|ring| {
            let (length, stride) = (shown(look) as f32, ring.trail.stride as f32);
            let light = stride * LIGHT_OF_TRAIL / (FADING * length);
            TrailParams { length, light, floor: stride * FLOOR * flux / (scale * scale), width: WIDTH, ..ring.trail }
        });
        let one = self.one.as_ref().map(|ring| {
            let length = BODY_POINTS as f32;
            TrailParams { length, floor: ACCENT_LIGHT, accent: ACCENT, width: WIDTH, ..ring.trail }
        });
        [all, one].map(|params| params.unwrap_or(bytemuck::Zeroable::zeroed()))
    }
}

/// Number of segments of each trail that the look shows.
fn shown(look: &Look) -> u32 {
    look.trail_length.min(MOST_POINTS)
}

impl Ring {
    fn new(gpu: &Gpu, bodies: &Bodies, values: TrailRecordParams, slots: u32) -> Result<Self, GpuError> {
        let TrailRecordParams { first, stride, count, .. } = values;
        let now = gpu.storage("draw/trail_now", count as usize)?;
        let points = gpu.storage("draw/trail_points", count as usize * slots as usize)?;
        let uniform = gpu.uniform("draw/trail_record", &values)?;
        let buffers = [("record_of", uniform.raw()), ("position", bodies.position().raw()), ("now", now.raw())];
        let record = gpu.kernel(&TRAIL_RECORD, &[])?.bind(gpu.device(), &buffers);
        let trail = TrailParams { first, stride, count, slots, ..bytemuck::Zeroable::zeroed() };
        Ok(Self { record, now, points, trail, recorded: 0, steps: None })
    }

    fn record(&mut self, encoder: &mut wgpu::CommandEncoder, steps: u64) {
        if self.steps == Some(steps) {
            return;
        }
        self.steps = Some(steps);
        let mut pass =
            encoder.begin_compute_pass(&wgpu::ComputePassDescriptor { label: Some("draw/trail_record"), timestamp_writes: None });
        self.record.dispatch_threads(&mut pass, self.trail.count);
        drop(pass);
        // The copy selects the slot, not a parameter, because a submission may hold several points.
        if self.recorded > 0 {
            self.trail.newest = (self.trail.newest + 1) % self.trail.slots;
        }
        let at = u64::from(self.trail.newest) * self.now.bytes();
        encoder.copy_buffer_to_buffer(self.now.raw(), 0, self.points.raw(), at, self.now.bytes());
        self.recorded = (self.recorded + 1).min(self.trail.slots);
    }

    /// Records a copy of its points, the oldest first.
    fn record_copy(&self, gpu: &Gpu, encoder: &mut wgpu::CommandEncoder) -> Result<TrailCopy, GpuError> {
        let TrailParams { count, newest, slots, .. } = self.trail;
        let [of, newest, slots] = [count, newest, slots].map(|number| number as usize);
        let recorded = self.recorded as usize;
        let mut copies = Readbacks::new(gpu, "draw/trail_copy", recorded * of);
        let copy = copies.begin(())?;
        // A full ring begins behind its newest point.
        let older = if recorded == slots { newest + 1..slots } else { 0..0 };
        copy.record_range(encoder, &self.points, older.start * of..older.end * of, 0);
        copy.record_range(encoder, &self.points, 0..(newest + 1) * of, older.len() * of);
        Ok(TrailCopy { count, copies })
    }

    /// Takes over earlier points, the oldest first, of which it keeps as many as it holds.
    fn restore(&mut self, gpu: &Gpu, points: &[[f32; 4]], steps: u64) {
        let of = self.trail.count as usize;
        let recorded = (points.len() / of).min(self.trail.slots as usize);
        gpu.write(&self.points, &points[points.len() - recorded * of..]);
        (self.recorded, self.trail.newest) = (recorded as u32, (recorded as u32).saturating_sub(1));
        self.steps = Some(steps);
    }
}

/// Draws trails in one view.
#[derive(Debug, Default)]
pub(super) struct Lines {
    all: Option<Line>,
    one: Option<Line>,
}

/// Draws one ring.
#[derive(Debug)]
struct Line {
    draw: Arc<Draw>,
    group: wgpu::BindGroup,
    /// The ring's points, which identify it.
    points: wgpu::Buffer,
}

impl Lines {
    /// Records the lines into `light`, on top of the spots.
    #[allow(clippy::too_many_arguments, reason = "what the pass draws, its bindings and its destination")]
    pub(super) fn record(
        &mut self,
        gpu: &Gpu,
        encoder: &mut wgpu::CommandEncoder,
        trails: &Trails,
        look: &Look,
        light: &wgpu::TextureView,
        parameters: &Parameters,
        spread: &SpreadPass,
    ) -> Result<(), GpuError> {
        let (all, one) = (parameters.trails(), parameters.body_trail());
        for (line, ring, params, length) in
            [(&mut self.all, &trails.all, all, shown(look)), (&mut self.one, &trails.one, one, BODY_POINTS)]
        {
            let Some(ring) = ring else {
                *line = None;
                continue;
            };
            let segments = length.min(ring.recorded.saturating_sub(1));
            if segments == 0 {
                continue;
            }
            if line.as_ref().is_none_or(|line| line.points != *ring.points.raw()) {
                let mut resources = light_resources(parameters, spread).to_vec();
                resources.push(("trail", params));
                *line = Some(Line::new(gpu, &trails.bodies, ring, resources)?);
            }
            if let Some(Line { draw, group, .. }) = line {
                draw.begin(encoder, light, None, group).draw(0..4, 0..segments * ring.trail.count);
            }
        }
        Ok(())
    }
}

impl Line {
    fn new<'a>(
        gpu: &Gpu,
        bodies: &'a Bodies,
        ring: &'a Ring,
        mut resources: Vec<(&'a str, wgpu::BindingResource<'a>)>,
    ) -> Result<Self, GpuError> {
        let draw = gpu.draw(&TRAIL, &DrawTarget { format: LIGHT, blend: Some(ADD), vertices: &[] })?;
        let buffers = [
            ("ring", &ring.points),
            ("position", bodies.position()),
            ("velocity", bodies.velocity()),
            ("acceleration", bodies.acceleration()),
        ];
        resources.extend(buffers.map(|(name, buffer)| (name, buffer.raw().as_entire_binding())));
        let group = draw.bind(gpu, &resources);
        Ok(Self { draw, group, points: ring.points.raw().clone() })
    }
}
