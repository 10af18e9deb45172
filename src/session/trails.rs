//! Steps with points of the trails on the way, and points in frames.

use std::num::NonZeroU64;

use super::Session;
use crate::gpu::GpuError;

/// Most points of the trails on the way to a frame that has a budget. A fast run then has coarser
/// trails rather than fewer frames.
const MAX_POINTS: u64 = 64;

impl Session {
    /// Gives one body a trail of up to 1,024 points in its own colour, from the next frame on,
    /// whatever the look. `None`, or an index that no body has, ends it. Only [`Session::frame`]
    /// draws it, and canvases that are [asked](crate::render::Canvas::set_body_trail) to.
    pub fn set_body_trail(&mut self, body: Option<u32>) {
        self.picture = None;
        self.renderer.set_body_trail(body);
    }

    /// Makes room for points of the trails.
    pub(super) fn prepare_trails(&mut self) -> Result<(), GpuError> {
        self.renderer.prepare_trails(&self.scene.look, self.scene.physics.time_step)
    }

    /// Encodes the current state as the newest point of all trails, unless it is already.
    pub(super) fn encode_trails(
        &mut self,
        encoder: &mut wgpu::CommandEncoder,
    ) -> Result<(), GpuError> {
        self.prepare_trails()?;
        let mut pass = encoder.begin_compute_pass(&wgpu::ComputePassDescriptor {
            label: Some("trails"),
            timestamp_writes: None,
        });
        let (steps, time) = (self.simulation.steps(), self.simulation.estimated_time());
        self.renderer.encode_trails(&mut pass, &self.scene.look, steps, time);
        Ok(())
    }

    /// Encodes the current state as the newest point of all trails within a pass of steps, after
    /// [`Session::prepare_trails`].
    pub(super) fn encode_trails_between(&mut self, pass: &mut wgpu::ComputePass) {
        let (steps, time) = (self.simulation.steps(), self.simulation.estimated_time());
        self.renderer.encode_trails_between(pass, &self.scene.look, steps, time);
    }

    /// Encodes the points on the way of a batch of the processor's steps that is done.
    pub(super) fn encode_points(
        &mut self,
        encoder: &mut wgpu::CommandEncoder,
    ) -> Result<(), GpuError> {
        let points = self.simulation.take_points();
        self.renderer.encode_trail_states(encoder, &self.scene.look, &points)
    }

    /// Steps from one point of the trails to the next if `due` steps lead to the next frame; `None`
    /// without trails.
    fn steps_between_points(&self, due: u64) -> Option<NonZeroU64> {
        let spacing = self.renderer.trail_spacing(&self.scene.look)?;
        let between = (spacing / self.scene.physics.time_step).round() as u64;
        let least = if self.budget.is_some() { due.div_ceil(MAX_POINTS) } else { 1 };
        NonZeroU64::new(between.max(least).max(1))
    }

    /// Steps to the next point of the trails if `due` steps lead to the next frame; at most these.
    fn steps_to_point(&self, due: u64) -> u64 {
        let Some(between) = self.steps_between_points(due) else { return due };
        let shown =
            (f64::from(self.scene.look.trails) / self.scene.physics.time_step).ceil() as u64;
        if due > shown {
            return due - shown; // what comes before will have faded
        }
        if self.scene.physics.integrator.is_hosted() {
            // Points on the way come with the batch: its way to the adapter and back takes longer
            // than few steps.
            return due.min(between.get().saturating_mul(MAX_POINTS));
        }
        (between.get() - self.simulation.steps() % between).min(due)
    }

    /// Encodes whole steps without a picture, however long they take. A step in progress counts as
    /// the first. If a member computes the forces, submits what has been recorded so far, and waits
    /// until only the end of the last step is left to record.
    ///
    /// # Errors
    /// [`GpuError`] if a shader does not compile or memory runs out.
    pub fn encode_steps(
        &mut self,
        encoder: &mut wgpu::CommandEncoder,
        steps: u32,
    ) -> Result<(), GpuError> {
        if steps == 0 && !self.simulation.is_mid_step() {
            return Ok(());
        }
        if self.simulation.is_hosted() {
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
            self.simulation.encode_steps(&mut pass, next as u32);
            self.encode_trails_between(&mut pass);
            left -= next;
            if left == 0 {
                return Ok(());
            }
        }
    }

    /// Encodes at most `steps` of the `due` steps, and then the forces if asked, as far as they
    /// fit, with points of the trails on the way. Returns the number of interactions.
    pub(super) fn encode_to_points(
        &mut self,
        pass: &mut wgpu::ComputePass,
        due: u64,
        steps: u64,
        with_forces: bool,
        fitting: f64,
    ) -> Result<f64, GpuError> {
        let begun = self.simulation.steps();
        let mut recorded = 0.0;
        self.simulation.keep_points(self.steps_between_points(due));
        self.encode_trails_between(pass);
        loop {
            let done = self.simulation.steps() - begun;
            let left = steps - done;
            let next = self.steps_to_point(due - done).min(left);
            let forces = with_forces && next == left;
            let part =
                self.simulation.encode_within(pass, next as u32, forces, fitting - recorded)?;
            recorded += part;
            self.encode_trails_between(pass);
            let is_short = self.simulation.steps() < begun + done + next;
            if is_short || next == left || recorded + part > fitting {
                return Ok(recorded);
            }
        }
    }
}
