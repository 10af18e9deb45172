//! Trails: past positions of bodies, as fading lines of light.

use std::collections::VecDeque;

use super::Look;
use super::parameters::TrailParams;
use super::trail_points::{TrailCopy, TrailPoints};
use crate::gpu::{Bound, Buffer, Gpu, GpuError, KernelSource, Readbacks};
use crate::physics::{Bodies, Precision, State};
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
        /// Rows per body: 1 for the position, 2 with the velocity.
        pub rows: u32,
    }
}

/// Records the positions of the bodies with a trail.
pub const TRAIL_RECORD: KernelSource =
    KernelSource::trusted("draw/trail_record", &[wgsl!("draw/trail_record.wgsl")], &[&[]]);

/// Moves on to the next slot.
pub const TRAIL_ADVANCE: KernelSource =
    KernelSource::trusted("draw/trail_advance", &[wgsl!("draw/trail_advance.wgsl")], &[&[]]);

/// Most bodies with a trail. With more bodies, only every second, third ... has one.
const MAX_TRAILS: u32 = 16_384;
/// Points per trail of many bodies, and of the followed body.
const POINTS: u32 = 256;
const BODY_POINTS: u32 = 1024;
/// Most bodies whose trails are curves through many points. A step of so few takes one workgroup
/// some microseconds, so that points between frames cost little, and the eye follows each line.
/// Among more, the lines make a texture.
const FEW: u32 = 64;
/// Points per trail of few bodies: as many as [`FEW_POINTS`] in all allow, within these bounds.
const FEW_POINTS: u32 = 1 << 16;
const MAX_POINTS: u32 = 4096;
const MIN_POINTS: u32 = 1024;
/// Straight pieces of a curve between two points, at most; as many as keep all trails within
/// [`FEW_POINTS`] pieces.
const PIECES: u32 = 8;

/// Light of a whole trail, relative to the light of the bodies that it stands for. It bounds how
/// much light all trails together add to a picture, however crowded they are.
const LIGHT_OF_TRAIL: f32 = 1.5;
/// The power of (1 - x) with which a trail's light fades, where x runs from 0 to 1 in time.
const FADING: f32 = 1.5;
/// The power of (1 - x) with which the trails of few bodies fade. These bodies are slow where they
/// turn back, so that the last moments of a trail are one place, which must be dark by then.
const FEW_FADING: f32 = 2.5;
/// Light in the middle of a line in addition to that which depends on the body's speed, relative to
/// the light of a body. It keeps lines visible that are seen from close by or drawn by a fast body.
const FLOOR: f32 = 2e-4;
/// Light in the middle of the lines of few bodies, relative to the light of a body. These lines
/// have no other light: they are equally bright wherever the body was fast or slow.
const FEW_FLOOR: f32 = 1e-3;
/// Width of a line in widths of a body's spot. A line is never narrower than the narrowest spot.
const WIDTH: f32 = 0.35;
/// Width of the lines of few bodies at the head, in widths of a body's spot, and the share by which
/// a line narrows towards its end.
const FEW_WIDTH: f32 = 0.28;
const TAPER: f32 = 0.75;
/// The followed body's line: its colour in linear light, and its light.
const ACCENT: [f32; 4] = [0.15, 1.0, 0.55, 1.0];
const ACCENT_LIGHT: f32 = 1.2;

/// All trails of a set of bodies. Memory is allocated with the first point.
#[derive(Debug)]
pub(super) struct Trails {
    bodies: Bodies,
    /// Length of a step.
    step: f64,
    pub(super) all: Option<Ring>,
    body: Option<u32>,
    pub(super) one: Option<Ring>,
}

/// The recent positions of some of the bodies.
#[derive(Debug)]
pub(super) struct Ring {
    record: Bound,
    advance: Bound,
    /// The slot of the newest point and the number of slots, for the kernels.
    newest: Buffer<u32>,
    pub(super) points: Buffer<[f32; 4]>,
    /// For each point, the newest first, the share of the trail that has passed since, and the
    /// time.
    pub(super) moments: Buffer<[f32; 2]>,
    /// Parameters, except those that depend on the look.
    trail: TrailParams,
    /// Times of the points, the newest first, and the step number of the newest.
    times: VecDeque<f64>,
    steps: Option<u64>,
}

impl Trails {
    pub(super) fn new(bodies: &Bodies) -> Self {
        Self { bodies: bodies.clone(), step: 0.0, all: None, body: None, one: None }
    }

    /// Takes the same bodies as pictures show them.
    pub(super) fn show(&mut self, bodies: &Bodies) {
        self.bodies = bodies.clone();
    }

    pub(super) fn bodies(&self) -> &Bodies {
        &self.bodies
    }

    /// Gives one body a long trail in its own colour, starting now.
    pub(super) fn set_body(&mut self, body: Option<u32>) {
        let body = body.filter(|body| *body < self.bodies.count());
        if body != self.body {
            (self.body, self.one) = (body, None);
        }
    }

    /// Simulated time from one point to the next, in whole steps, so that a trail of the look's
    /// length fits. `None` without trails.
    pub(super) fn spacing(&self, look: &Look) -> Option<f64> {
        // The newest point is nearer than that to the one before it, and the last segment ends
        // beyond the length.
        let between = points(self.bodies.count()) - 3;
        let least = f64::from(look.trails) / f64::from(between);
        let whole =
            if self.step > 0.0 { (least / self.step).ceil().max(1.0) * self.step } else { least };
        (look.trails > 0.0).then_some(whole)
    }

    /// Makes room for the trails that `look` has, in a run with steps of this length, and forgets
    /// those that it has not.
    pub(super) fn prepare(&mut self, gpu: &Gpu, look: &Look, step: f64) -> Result<(), GpuError> {
        self.step = step;
        if look.trails <= 0.0 {
            self.all = None;
        } else if self.all.is_none() {
            self.all = Some(self.ring_of_all(gpu)?);
        }
        if let (Some(first), None) = (self.body, &self.one) {
            let values = TrailRecordParams { first, stride: 1, count: 1, rows: 2 };
            self.one = Some(Ring::new(gpu, &self.bodies, values, BODY_POINTS)?);
        }
        Ok(())
    }

    /// Encodes the newest points of a frame that has done `steps` steps and reached `time`, if
    /// there are none of this step.
    pub(super) fn encode(
        &mut self,
        pass: &mut wgpu::ComputePass,
        look: &Look,
        steps: u64,
        time: f64,
    ) {
        self.encode_between(pass, look, steps, time);
        if let Some(ring) = &mut self.one {
            ring.encode(pass, steps, time, 0.0);
        }
    }

    /// Encodes points of all bodies on the way to a frame.
    pub(super) fn encode_between(
        &mut self,
        pass: &mut wgpu::ComputePass,
        look: &Look,
        steps: u64,
        time: f64,
    ) {
        let spacing = self.spacing(look).unwrap_or_default();
        if let Some(ring) = &mut self.all {
            ring.encode(pass, steps, time, spacing);
        }
    }

    /// Encodes points of all bodies that the host knows: steps, time and state of each.
    pub(super) fn encode_states(
        &mut self,
        gpu: &Gpu,
        encoder: &mut wgpu::CommandEncoder,
        look: &Look,
        points: &[(u64, f64, State)],
    ) -> Result<(), GpuError> {
        let spacing = self.spacing(look).unwrap_or_default();
        match &mut self.all {
            Some(ring) if !points.is_empty() => ring.encode_states(gpu, encoder, points, spacing),
            _ => Ok(()),
        }
    }

    /// Encodes when the points were recorded, for drawing them as the look says.
    pub(super) fn encode_moments(
        &self,
        gpu: &Gpu,
        encoder: &mut wgpu::CommandEncoder,
        look: &Look,
    ) -> Result<(), GpuError> {
        if let Some(ring) = &self.all {
            let length = f64::from(look.trails);
            ring.encode_moments(gpu, encoder, |_, since| since / length)?;
        }
        if let Some(ring) = &self.one {
            ring.encode_moments(gpu, encoder, |age, _| age as f64 / f64::from(BODY_POINTS))?;
        }
        Ok(())
    }

    /// Room for the trails of all bodies.
    fn ring_of_all(&self, gpu: &Gpu) -> Result<Ring, GpuError> {
        let bodies = self.bodies.count();
        let stride = bodies.div_ceil(MAX_TRAILS).max(1);
        let rows = if bodies <= FEW { 2 } else { 1 };
        let values = TrailRecordParams { first: 0, stride, count: bodies.div_ceil(stride), rows };
        Ring::new(gpu, &self.bodies, values, points(bodies))
    }

    /// The same trails of `bodies`, a copy of these, as they are at this point in `encoder`.
    pub(super) fn copy(
        &self,
        gpu: &Gpu,
        encoder: &mut wgpu::CommandEncoder,
        bodies: &Bodies,
    ) -> Result<Self, GpuError> {
        let mut copy = |ring: &Option<Ring>| {
            ring.as_ref().map(|ring| ring.copy(gpu, encoder, bodies)).transpose()
        };
        let (all, one) = (copy(&self.all)?, copy(&self.one)?);
        Ok(Self { bodies: bodies.clone(), step: self.step, all, body: self.body, one })
    }

    /// Bytes of all points.
    pub(super) fn bytes(&self) -> u64 {
        let rings = self.all.iter().chain(&self.one);
        rings.map(|ring| ring.points.bytes() + ring.moments.bytes()).sum()
    }

    /// Encodes a copy of the trails of all bodies; `None` if there are none.
    pub(super) fn encode_copy(
        &self,
        gpu: &Gpu,
        encoder: &mut wgpu::CommandEncoder,
    ) -> Result<Option<TrailCopy>, GpuError> {
        self.all
            .as_ref()
            .filter(|ring| !ring.times.is_empty())
            .map(|ring| ring.encode_copy(gpu, encoder))
            .transpose()
    }

    /// Continues the trails of all bodies from earlier points, the last of which is that after
    /// `steps` steps. Points of another number of bodies are left out.
    pub(super) fn restore(
        &mut self,
        gpu: &Gpu,
        earlier: &TrailPoints,
        steps: u64,
    ) -> Result<(), GpuError> {
        let mut ring = self.ring_of_all(gpu)?;
        let (moments, row) = (earlier.times.len(), ring.row());
        if earlier.count == ring.trail.count && moments > 0 && earlier.points.len() == moments * row
        {
            ring.restore(gpu, earlier, steps);
            self.all = Some(ring);
        }
        Ok(())
    }

    /// Parameters for drawing the trails of all bodies, and that of the followed body. `flux` is
    /// the light of a body, and `scale` the picture's height relative to the one that the light
    /// refers to.
    pub(super) fn params(&self, look: &Look, flux: f32, scale: f32) -> [TrailParams; 2] {
        let all = self.all.as_ref().map(|ring| {
            let stride = ring.trail.stride as f32;
            let floor = stride * flux / (scale * scale);
            if ring.is_curved() {
                let pieces = ring.pieces(Some(look));
                let (floor, fading) = (FEW_FLOOR * floor, FEW_FADING);
                return TrailParams {
                    pieces,
                    floor,
                    width: FEW_WIDTH,
                    taper: TAPER,
                    fading,
                    ..ring.trail
                };
            }
            let light = stride * LIGHT_OF_TRAIL * (FADING + 1.0) / look.trails;
            TrailParams {
                pieces: 1,
                light,
                floor: FLOOR * floor,
                width: WIDTH,
                fading: FADING,
                ..ring.trail
            }
        });
        let one = self.one.as_ref().map(|ring| {
            let pieces = ring.pieces(None);
            TrailParams {
                pieces,
                floor: ACCENT_LIGHT,
                accent: ACCENT,
                width: WIDTH,
                fading: FADING,
                ..ring.trail
            }
        });
        [all, one].map(|params| params.unwrap_or(bytemuck::Zeroable::zeroed()))
    }
}

/// Points per trail of so many bodies.
fn points(bodies: u32) -> u32 {
    if bodies <= FEW { (FEW_POINTS / bodies.max(1)).clamp(MIN_POINTS, MAX_POINTS) } else { POINTS }
}

impl Ring {
    fn new(
        gpu: &Gpu,
        bodies: &Bodies,
        values: TrailRecordParams,
        slots: u32,
    ) -> Result<Self, GpuError> {
        let TrailRecordParams { first, stride, count, rows } = values;
        let points = gpu.storage("draw/trail_points", (count * rows) as usize * slots as usize)?;
        let moments = gpu.storage("draw/trail_moments", slots as usize)?;
        let newest = gpu.storage_from("draw/trail_newest", &[slots - 1, slots])?;
        let uniform = gpu.uniform("draw/trail_record", &values)?;
        let buffers = [
            ("record_of", uniform.raw()),
            ("newest", newest.raw()),
            ("position", bodies.position().raw()),
            ("velocity", bodies.velocity().raw()),
            ("ring", points.raw()),
        ];
        let record = gpu.kernel(&TRAIL_RECORD, &[])?.bind(gpu.device(), &buffers)?;
        let advance =
            gpu.kernel(&TRAIL_ADVANCE, &[])?.bind(gpu.device(), &[("newest", newest.raw())])?;
        // `pieces` above 1 tells that there are velocities.
        let trail = TrailParams {
            first,
            stride,
            count,
            slots,
            newest: slots - 1,
            pieces: rows,
            ..bytemuck::Zeroable::zeroed()
        };
        Ok(Self {
            record,
            advance,
            newest,
            points,
            moments,
            trail,
            times: VecDeque::new(),
            steps: None,
        })
    }

    /// The same points for `bodies`, as they are at this point in `encoder`.
    fn copy(
        &self,
        gpu: &Gpu,
        encoder: &mut wgpu::CommandEncoder,
        bodies: &Bodies,
    ) -> Result<Self, GpuError> {
        let TrailParams { first, stride, count, slots, pieces: rows, .. } = self.trail;
        let values = TrailRecordParams { first, stride, count, rows };
        let copy = Self::new(gpu, bodies, values, slots)?;
        copy.points.encode_copy(encoder, &self.points);
        copy.newest.encode_copy(encoder, &self.newest);
        let (times, steps) = (self.times.clone(), self.steps);
        Ok(Self { trail: self.trail, times, steps, ..copy })
    }

    fn is_curved(&self) -> bool {
        self.trail.pieces > 1
    }

    /// Encodes a point.
    fn encode(&mut self, pass: &mut wgpu::ComputePass, steps: u64, time: f64, spacing: f64) {
        if self.steps == Some(steps) {
            return;
        }
        if self.advances(steps, time, spacing) {
            self.advance.dispatch_groups(pass, 1);
        }
        self.record.dispatch_threads(pass, self.trail.count);
    }

    /// Takes in the moment of the next point, and returns whether that has a slot of its own. It
    /// replaces the newest one if the point before that is at most `spacing` earlier.
    fn advances(&mut self, steps: u64, time: f64, spacing: f64) -> bool {
        self.steps = Some(steps);
        let replaces =
            self.times.get(1).is_some_and(|fixed| (time - fixed).abs() <= spacing * (1.0 + 1e-6));
        if replaces {
            self.times.pop_front();
        } else {
            self.trail.newest = (self.trail.newest + 1) % self.trail.slots;
        }
        self.times.push_front(time);
        self.times.truncate(self.trail.slots as usize);
        !replaces
    }

    /// Encodes points that the host knows.
    fn encode_states(
        &mut self,
        gpu: &Gpu,
        encoder: &mut wgpu::CommandEncoder,
        points: &[(u64, f64, State)],
        spacing: f64,
    ) -> Result<(), GpuError> {
        let TrailParams { first, stride, count, .. } = self.trail;
        for (steps, time, state) in points {
            if self.steps.is_some_and(|last| *steps <= last) {
                continue;
            }
            self.advances(*steps, *time, spacing);
            let state = state.to_precision(Precision::Single);
            let [positions, velocities] = state.columns().map(bytemuck::cast_slice::<u8, [f32; 4]>);
            let bodies = (0..count).map(|trail| (first + trail * stride) as usize);
            let rows: Vec<_> = match self.is_curved() {
                true => bodies.flat_map(|body| [positions[body], velocities[body]]).collect(),
                false => bodies.map(|body| positions[body]).collect(),
            };
            let first = self.trail.newest as usize * self.row();
            self.points.encode_write(gpu, encoder, first, &rows)?;
        }
        self.newest.encode_write(gpu, encoder, 0, &[self.trail.newest, self.trail.slots])
    }

    /// Encodes a copy of its points, the oldest first.
    fn encode_copy(
        &self,
        gpu: &Gpu,
        encoder: &mut wgpu::CommandEncoder,
    ) -> Result<TrailCopy, GpuError> {
        let TrailParams { count, newest, slots, .. } = self.trail;
        let (of, slots, recorded) = (self.row(), slots as usize, self.times.len());
        let oldest = (newest as usize + slots + 1 - recorded) % slots;
        let mut copies = Readbacks::new(gpu, "draw/trail_copy", recorded * of);
        // The ring may go round its end.
        let first = recorded.min(slots - oldest);
        let ranges = [oldest * of..(oldest + first) * of, 0..(recorded - first) * of];
        copies.encode_ranges(encoder, &ranges.map(|range| (&self.points, range)), ())?;
        Ok(TrailCopy { count, times: self.times.iter().rev().copied().collect(), copies })
    }

    /// Takes over earlier points, of which it keeps as many as it holds.
    fn restore(&mut self, gpu: &Gpu, earlier: &TrailPoints, steps: u64) {
        let (of, slots) = (self.row(), self.trail.slots as usize);
        let recorded = earlier.times.len().min(slots);
        let dropped = earlier.times.len() - recorded;
        gpu.write(&self.points, &earlier.points[dropped * of..]);
        self.times = earlier.times[dropped..].iter().rev().copied().collect();
        self.trail.newest = recorded as u32 - 1;
        gpu.write(&self.newest, &[self.trail.newest, self.trail.slots]);
        self.steps = Some(steps);
    }

    /// Rows of a moment's points.
    fn row(&self) -> usize {
        (self.trail.count * if self.is_curved() { 2 } else { 1 }) as usize
    }

    /// Encodes the moments of the points: `share` tells how much of the trail has passed from the
    /// index and the time since.
    fn encode_moments(
        &self,
        gpu: &Gpu,
        encoder: &mut wgpu::CommandEncoder,
        share: impl Fn(usize, f64) -> f64,
    ) -> Result<(), GpuError> {
        let Some(now) = self.times.front() else { return Ok(()) };
        let moment =
            |(age, time): (usize, &f64)| [share(age, now - time) as f32, (time - now) as f32];
        let moments: Vec<_> = self.times.iter().enumerate().map(moment).collect();
        self.moments.encode_write(gpu, encoder, 0, &moments)
    }

    /// Number of segments per trail that are not wholly faded; without a look, all.
    fn segments(&self, look: Option<&Look>) -> u32 {
        let Some(now) = self.times.front() else { return 0 };
        let length = look.map_or(f64::INFINITY, |look| f64::from(look.trails));
        let shown = self.times.iter().take_while(|time| now - **time < length).count();
        shown.min(self.times.len() - 1) as u32
    }

    /// Straight pieces of each segment.
    fn pieces(&self, look: Option<&Look>) -> u32 {
        let all = self.segments(look) * self.trail.count;
        if self.is_curved() { (FEW_POINTS / all.max(1)).clamp(2, PIECES) } else { 1 }
    }

    /// Number of pieces to draw in all; without a look, of whole trails.
    pub(super) fn drawn(&self, look: Option<&Look>) -> u32 {
        self.segments(look) * self.trail.count * self.pieces(look)
    }
}
