//! The steps of a session, with points of the trails on the way, and points in frames.

use std::num::NonZeroU64;
use std::time::{Duration, Instant};

use super::Session;
use super::clock::Clock;
use super::computing::{Computing, WAIT};
use crate::gpu::GpuError;
use crate::physics::Simulation;
use crate::render::{ColorBy, Look, Renderer};

/// Most points of the trails on the way to a frame that has a budget. A fast run then has coarser
/// trails rather than fewer frames.
const MAX_POINTS: u64 = 64;

/// What steps are recorded with.
pub(super) struct Stepping<'a> {
    computing: &'a mut Computing,
    renderer: &'a mut Renderer,
    look: &'a Look,
    /// Whether what is shown needs accelerations.
    shows_forces: bool,
    clock: &'a Clock,
    budget: Option<Duration>,
}

impl Session {
    pub(super) fn stepping(&mut self) -> Stepping<'_> {
        let shows_forces = shows_forces(self);
        let Self { computing, pictures, scene, clock, budget, .. } = self;
        let renderer = &mut pictures.renderer;
        Stepping { computing, renderer, look: &scene.look, shows_forces, clock, budget: *budget }
    }
}

/// Whether pictures show accelerations, or a body is watched at the start. There are none yet then,
/// and methods that begin with a drift leave those of mid-step.
pub(super) fn shows_forces(session: &Session) -> bool {
    let is_watched = session.watches.body.is_some() && session.simulation().steps() == 0;
    is_watched || session.scene.look.color_by == ColorBy::Acceleration
}

impl Clock {
    /// The time of the next frame, if it cannot be expressed in steps of `simulation`.
    fn time_towards(&self, simulation: &Simulation) -> Option<f64> {
        simulation.parameters().adaptive?;
        self.time_due()
    }

    /// Number of steps of `simulation` that the next frame waits for.
    pub(super) fn steps_due(&self, simulation: &Simulation) -> u64 {
        match self.time_towards(simulation) {
            Some(time) => simulation.elapsed().steps_towards(time),
            None => self.due(simulation.steps()),
        }
    }

    /// Whether the next frame waits for steps, for the forces that it shows, or for the time.
    pub(super) fn is_due(&self, simulation: &Simulation, shows_forces: bool) -> bool {
        let is_unknown =
            self.time_towards(simulation).is_some() && !simulation.elapsed().is_known();
        is_unknown || self.steps_due(simulation) > 0 || shows_forces && !simulation.has_forces()
    }
}

impl Stepping<'_> {
    /// Whether the next frame waits for anything.
    pub fn is_due(&self) -> bool {
        self.clock.is_due(&self.computing.simulation, self.shows_forces)
    }

    /// Encodes the steps that are due, or as many as fit the budget, and the forces that colours
    /// show.
    pub fn encode_due(&mut self, encoder: &mut wgpu::CommandEncoder) -> Result<(), GpuError> {
        if let Some(budget) = self.budget {
            return self.encode_within(encoder, u32::MAX, budget);
        }
        let due = self.clock.steps_due(&self.computing.simulation).min(u64::from(u32::MAX)) as u32;
        let shows_forces = self.shows_forces;
        if self.computing.simulation.is_hosted() {
            return self.make_hosted(encoder, due, shows_forces);
        }
        self.encode_steps(encoder, due)?;
        if shows_forces {
            let mut pass = encoder.begin_compute_pass(&wgpu::ComputePassDescriptor::default());
            self.computing.simulation.encode_forces(&mut pass);
        }
        Ok(())
    }

    /// Encodes at most `steps` of the steps that are due, as far as they fit.
    pub fn encode_within(
        &mut self,
        encoder: &mut wgpu::CommandEncoder,
        steps: u32,
        budget: Duration,
    ) -> Result<(), GpuError> {
        let deadline = Instant::now() + budget;
        let end = self.computing.simulation.steps().saturating_add(steps.into());
        loop {
            let left = end.saturating_sub(self.computing.simulation.steps()).min(u32::MAX.into());
            self.encode_part(encoder, left as u32, budget)?;
            // A batch may be short, and whole steps by the processor then take a fraction of a
            // frame.
            let simulation = &self.computing.simulation;
            let is_quick = simulation.parameters().integrator.is_hosted()
                && simulation.steps() < end
                && self.is_due();
            let time_left = deadline.saturating_duration_since(Instant::now());
            if !is_quick || time_left.is_zero() {
                return Ok(());
            }
            let next = self.computing.gpu.encoder("after steps");
            self.computing.submit(std::mem::replace(encoder, next));
            self.computing.simulation.engine_mut().wait_for_member(time_left);
        }
    }

    /// Encodes a part of that: what the adapter can do within `budget`, or a member's batch.
    pub fn encode_part(
        &mut self,
        encoder: &mut wgpu::CommandEncoder,
        steps: u32,
        budget: Duration,
    ) -> Result<(), GpuError> {
        self.computing.gpu.poll()?;
        self.computing.meter.collect()?;
        self.computing.simulation.elapsed_mut().collect()?;
        if !self.is_due() {
            return Ok(());
        }
        // A frame that shows nothing new would only take processors from a member.
        self.computing.simulation.engine_mut().wait_for_member(budget);
        self.computing.probe()?;
        let due = self.clock.steps_due(&self.computing.simulation);
        let steps = due.min(u64::from(steps));
        let with_forces = self.shows_forces && steps == due;
        self.prepare_trails()?;
        self.encode_points(encoder)?;
        let mut pass = self.computing.meter.begin(encoder)?;
        let fitting = self.computing.fitting(budget);
        let recorded = self.encode_to_points(&mut pass, due, steps, with_forces, fitting)?;
        drop(pass);
        self.computing.simulation.elapsed_mut().encode(encoder)?;
        self.computing.meter.end(encoder, recorded)
    }

    /// Records whole steps whose forces come from a member, and the forces at the end if asked.
    /// Waits for the member, and submits what has been recorded so far.
    fn make_hosted(
        &mut self,
        encoder: &mut wgpu::CommandEncoder,
        steps: u32,
        with_forces: bool,
    ) -> Result<(), GpuError> {
        let end = self.computing.simulation.steps() + u64::from(steps);
        self.prepare_trails()?;
        loop {
            self.encode_points(encoder)?;
            let mut pass = encoder.begin_compute_pass(&wgpu::ComputePassDescriptor {
                label: Some("steps"),
                timestamp_writes: None,
            });
            let left = end - self.computing.simulation.steps();
            self.encode_to_points(&mut pass, left, left, with_forces, f64::INFINITY)?;
            drop(pass);
            let Computing { gpu, simulation, .. } = &mut *self.computing;
            if simulation.steps() == end && (!with_forces || simulation.has_forces()) {
                return Ok(());
            }
            simulation.elapsed_mut().encode(encoder)?;
            gpu.submit(std::mem::replace(encoder, gpu.encoder("after steps")));
            self.computing.start_member();
            while !self.computing.simulation.engine_mut().wait_for_member(WAIT) {}
        }
    }

    /// Encodes whole steps, however long they take, with points of the trails on the way.
    pub fn encode_steps(
        &mut self,
        encoder: &mut wgpu::CommandEncoder,
        steps: u32,
    ) -> Result<(), GpuError> {
        if steps == 0 && !self.computing.simulation.engine().is_mid_step() {
            return Ok(());
        }
        if self.computing.simulation.is_hosted() {
            return self.make_hosted(encoder, steps, false);
        }
        self.prepare_trails()?;
        let mut pass = encoder.begin_compute_pass(&wgpu::ComputePassDescriptor {
            label: Some("steps"),
            timestamp_writes: None,
        });
        let mut left = u64::from(steps);
        self.encode_trails_between(&mut pass);
        loop {
            let next = self.steps_to_point(left);
            self.computing.simulation.encode_steps(&mut pass, next as u32);
            self.encode_trails_between(&mut pass);
            left -= next;
            if left == 0 {
                return Ok(());
            }
        }
    }

    /// Encodes at most `steps` of the `due` steps, and then the forces if asked, as far as they
    /// fit, with points of the trails on the way. Returns the number of interactions.
    fn encode_to_points(
        &mut self,
        pass: &mut wgpu::ComputePass,
        due: u64,
        steps: u64,
        with_forces: bool,
        fitting: f64,
    ) -> Result<f64, GpuError> {
        let begun = self.computing.simulation.steps();
        let mut recorded = 0.0;
        let every = self.steps_between_points(due);
        self.computing.simulation.engine_mut().keep_points(every);
        self.encode_trails_between(pass);
        loop {
            let done = self.computing.simulation.steps() - begun;
            let left = steps - done;
            let next = self.steps_to_point(due - done).min(left);
            let forces = with_forces && next == left;
            let simulation = &mut self.computing.simulation;
            let part = simulation.encode_within(pass, next as u32, forces, fitting - recorded)?;
            recorded += part;
            let is_short = simulation.steps() < begun + done + next;
            self.encode_trails_between(pass);
            if is_short || next == left || recorded + part > fitting {
                return Ok(recorded);
            }
        }
    }

    /// Makes room for points of the trails.
    fn prepare_trails(&mut self) -> Result<(), GpuError> {
        self.renderer.prepare_trails(self.look, self.time_step())
    }

    /// Encodes the current state as the newest point of all trails, unless it is already.
    pub fn encode_trails(&mut self, encoder: &mut wgpu::CommandEncoder) -> Result<(), GpuError> {
        self.prepare_trails()?;
        let mut pass = encoder.begin_compute_pass(&wgpu::ComputePassDescriptor {
            label: Some("trails"),
            timestamp_writes: None,
        });
        let simulation = &self.computing.simulation;
        let (steps, time) = (simulation.steps(), simulation.elapsed().estimated());
        self.renderer.encode_trails(&mut pass, self.look, steps, time);
        Ok(())
    }

    /// Encodes the current state as the newest point of all trails within a pass of steps, after
    /// [`Stepping::prepare_trails`].
    fn encode_trails_between(&mut self, pass: &mut wgpu::ComputePass) {
        let simulation = &self.computing.simulation;
        let (steps, time) = (simulation.steps(), simulation.elapsed().estimated());
        self.renderer.encode_trails_between(pass, self.look, steps, time);
    }

    /// Encodes the points on the way of a batch of the processor's steps that is done.
    fn encode_points(&mut self, encoder: &mut wgpu::CommandEncoder) -> Result<(), GpuError> {
        let points = self.computing.simulation.engine_mut().take_points();
        self.renderer.encode_trail_states(encoder, self.look, &points)
    }

    /// Steps from one point of the trails to the next if `due` steps lead to the next frame; `None`
    /// without trails.
    fn steps_between_points(&self, due: u64) -> Option<NonZeroU64> {
        let spacing = self.renderer.trail_spacing(self.look)?;
        let between = (spacing / self.time_step()).round() as u64;
        let least = if self.budget.is_some() { due.div_ceil(MAX_POINTS) } else { 1 };
        NonZeroU64::new(between.max(least).max(1))
    }

    /// Steps to the next point of the trails if `due` steps lead to the next frame; at most these.
    fn steps_to_point(&self, due: u64) -> u64 {
        let Some(between) = self.steps_between_points(due) else { return due };
        let simulation = &self.computing.simulation;
        let shown = (f64::from(self.look.trails) / self.time_step()).ceil() as u64;
        if due > shown {
            return due - shown; // what comes before will have faded
        }
        if simulation.parameters().integrator.is_hosted() {
            // Points on the way come with the batch: its way to the adapter and back takes longer
            // than few steps.
            return due.min(between.get().saturating_mul(MAX_POINTS));
        }
        (between.get() - simulation.steps() % between).min(due)
    }

    fn time_step(&self) -> f64 {
        self.computing.simulation.parameters().time_step
    }
}
