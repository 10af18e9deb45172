//! What carries out the steps of a simulation: whole ones, slices of one, and how long they take.

use std::num::NonZeroU64;
use std::time::Duration;

use super::control::Control;
use crate::gpu::{Gpu, GpuError};
use crate::physics::Integrator;
use crate::physics::elapsed::Elapsed;
use crate::physics::motion::{Motion, Task};

/// Most steps that one call of [`Simulation::encode_steps`](super::Simulation::encode_steps) records: each takes one or two
/// kilobytes in the encoder.
pub const MAX_STEPS: u32 = 1 << 16;
/// Steps per submission of [`Simulation::advance`].
const BATCH: u32 = 1 << 12;

/// What carries out the steps of a simulation, whole or in parts, on the adapter or by a member. See
/// [`Simulation::engine`](super::Simulation::engine).
#[derive(Debug)]
pub struct Engine {
    pub(super) gpu: Gpu,
    pub(super) motion: Motion,
    pub(super) elapsed: Elapsed,
    /// Keeps the errors of a tree at what was asked for, as long as no external force acts.
    pub(super) control: Option<Control>,
    /// The work and the time of a member's latest force passes.
    pub(super) timed: Option<(f64, Duration)>,
    /// After how many steps of the processor's batches a state is kept.
    pub(super) points: Option<NonZeroU64>,
}

impl Engine {
    pub(super) fn new(gpu: &Gpu, motion: Motion, elapsed: Elapsed) -> Self {
        Self { gpu: gpu.clone(), motion, elapsed, control: None, timed: None, points: None }
    }

    /// Encodes `steps` whole steps, up to [`MAX_STEPS`], and returns how many.
    pub(super) fn encode_steps(&mut self, pass: &mut wgpu::ComputePass, steps: u32) -> u32 {
        if self.motion.is_hosted() {
            return 0;
        }
        let all = steps.min(MAX_STEPS).max(u32::from(self.is_mid_step()));
        if all > 0 {
            self.encode_passes_before(pass);
        }
        let mut left = all;
        loop {
            let begun = u32::from(self.is_mid_step());
            let next = left.min(self.steps_to_control());
            self.motion.encode(pass, next.saturating_sub(begun));
            self.elapsed.add(next.into());
            left -= next;
            self.encode_control(pass, next > 0);
            if left == 0 {
                return all;
            }
        }
    }

    /// Steps until errors are judged the next time.
    pub(super) fn steps_to_control(&self) -> u32 {
        let done = self.elapsed.steps_since_change();
        self.control.as_ref().map_or(u32::MAX, |control| control.steps_left(done) as u32)
    }

    /// Judges the errors of the accelerations, if that is due after a step that is now done. Where
    /// there is no memory for it, the accuracy stays as it is; the next submission reports that.
    pub(super) fn encode_control(&self, pass: &mut wgpu::ComputePass, is_done: bool) {
        let done = self.elapsed.steps_since_change();
        if let Some(control) = &self.control
            && is_done
            && control.steps_left(done.saturating_sub(1)) == 1
            && self.motion.has_forces()
        {
            let _ = control.encode(&self.gpu, pass, done);
        }
    }

    /// Whether force passes are left by which the accuracy of a tree is adjusted before the first
    /// step.
    pub(super) fn has_passes_before(&self) -> bool {
        self.control.as_ref().is_some_and(Control::has_passes_left)
    }

    /// Lets the next force pass be one of those.
    pub(super) fn begin_pass_before(&mut self) -> Result<(), GpuError> {
        self.motion.forget_forces();
        self.motion.begin(Task::Forces)
    }

    /// Encodes all of those that are left.
    fn encode_passes_before(&mut self, pass: &mut wgpu::ComputePass) {
        while self.has_passes_before() {
            if self.motion.under_way().is_none() {
                self.motion.forget_forces();
            }
            self.motion.encode_forces(pass);
            self.judge_pass_before(pass);
        }
    }

    /// Judges the errors of one of those, which is now done, if there is one; as for
    /// [`Self::encode_control`].
    pub(super) fn judge_pass_before(&mut self, pass: &mut wgpu::ComputePass) {
        if let Some(control) = &mut self.control {
            let _ = control.encode_before(&self.gpu, pass);
        }
    }

    /// Encodes a force pass if the accelerations are not those of the current positions; at the
    /// start of a run by a tree, several.
    pub(super) fn encode_forces(&mut self, pass: &mut wgpu::ComputePass) {
        if !self.motion.is_hosted() {
            self.encode_passes_before(pass);
            self.motion.encode_forces(pass);
        }
    }

    /// Encodes up to `steps` steps and then, if `with_forces`, the forces at the final positions,
    /// as far as `work` allows.
    pub(super) fn encode_within(
        &mut self,
        pass: &mut wgpu::ComputePass,
        steps: u32,
        with_forces: bool,
        work: f64,
    ) -> Result<f64, GpuError> {
        if self.motion.is_hosted() {
            return self.encode_hosted(pass, steps, with_forces, work).map(|()| 0.0);
        }
        let done_before = self.elapsed.steps();
        let mut recorded = self.proceed(pass, work, true)?;
        while self.has_passes_before() && (steps > 0 || with_forces) {
            if self.motion.under_way().is_some() || recorded >= work && recorded > 0.0 {
                return Ok(recorded);
            }
            self.begin_pass_before()?;
            recorded += self.proceed(pass, work - recorded, recorded == 0.0)?;
        }
        let steps_left = |engine: &Self| {
            u64::from(steps).saturating_sub(engine.elapsed.steps() - done_before) as u32
        };
        if self.motion.under_way().is_none() && steps_left(self) > 0 {
            let [next, later] = self.motion.work();
            if recorded + next <= work {
                let fitting = 1 + ((work - recorded - next) / later) as u32;
                let whole = fitting.min(steps_left(self)).min(MAX_STEPS);
                self.encode_steps(pass, whole);
                recorded += next + later * f64::from(whole - 1);
            } else if next > work {
                self.motion.begin(Task::Steps(1))?;
                recorded += self.proceed(pass, work - recorded, recorded == 0.0)?;
            }
        }
        if with_forces
            && self.motion.under_way().is_none()
            && steps_left(self) == 0
            && !self.motion.has_forces()
        {
            self.motion.begin(Task::Forces)?;
            recorded += self.proceed(pass, work - recorded, recorded == 0.0)?;
        }
        Ok(recorded)
    }

    /// Encodes force passes or a slice of one, of about this much work but at least the smallest
    /// slice, and returns how much work it is. Use it to measure speed. It has no lasting effect:
    /// the sums that it computes are there already, or are computed again before they are read. No
    /// step may be in progress.
    ///
    /// # Errors
    /// [`GpuError::OutOfMemory`].
    pub fn encode_probe(
        &mut self,
        pass: &mut wgpu::ComputePass,
        work: f64,
    ) -> Result<f64, GpuError> {
        self.motion.encode_probe(pass, work)
    }

    /// Records a slice of the step in progress.
    fn proceed(
        &mut self,
        pass: &mut wgpu::ComputePass,
        work: f64,
        is_first: bool,
    ) -> Result<f64, GpuError> {
        let (recorded, done) = self.motion.proceed(pass, work, is_first)?;
        self.elapsed.add(u64::from(done == Some(Task::Steps(1))));
        self.encode_control(pass, done == Some(Task::Steps(1)));
        if done == Some(Task::Forces) {
            self.judge_pass_before(pass);
        }
        Ok(recorded)
    }

    /// Whether a step is in progress that [`encode_within`](super::Simulation::encode_within) has spread over several
    /// calls.
    pub fn is_mid_step(&self) -> bool {
        matches!(self.motion.under_way(), Some((Task::Steps(_), _)))
    }

    /// Number of steps in progress: one that is spread over several calls, or a member's batch.
    pub fn steps_under_way(&self) -> u32 {
        match self.motion.under_way() {
            Some((Task::Steps(steps), _)) => steps,
            _ => 0,
        }
    }

    /// The finished share of the step (or of the forces) in progress, in 0 .. 1; `None` if there is
    /// none.
    pub fn progress(&self) -> Option<f32> {
        self.motion.under_way().map(|(_, share)| share)
    }

    /// Whether the processor makes the steps and also sums their accelerations: with an integrator
    /// of its own for few bodies, or where neither a member nor the adapter can sum in double
    /// precision.
    pub fn is_on_host(&self) -> bool {
        self.motion.is_on_host()
    }

    /// Abandons the step in progress. The bodies are at the last whole step, as they have been all
    /// along.
    pub fn abandon_step(&mut self) {
        self.motion.abandon();
    }

    /// Advances by any number of steps and waits.
    pub(super) fn advance(&mut self, steps: u32) -> Result<(), GpuError> {
        if self.motion.is_hosted() {
            return self.advance_hosted(steps);
        }
        let mut left = steps;
        let mut last = None;
        loop {
            let mut encoder = self.gpu.encoder("simulation/advance");
            let mut pass = encoder.begin_compute_pass(&wgpu::ComputePassDescriptor::default());
            left = left.saturating_sub(self.encode_steps(&mut pass, left.min(BATCH)));
            drop(pass);
            if left == 0 {
                self.elapsed.encode(&mut encoder)?;
            }
            // One batch runs while the next is recorded. More would only take memory.
            if let Some(last) = last.replace(self.gpu.submit(encoder)) {
                self.gpu.wait_for(last)?;
            }
            if left == 0 {
                break;
            }
        }
        self.gpu.wait()?;
        self.elapsed.wait()
    }
}

/// Milliseconds for launching a force pass and the update after it, however few bodies there are.
const LAUNCHES: f64 = 0.01;

/// Estimates the milliseconds per step whose force passes are this much
/// [work](crate::physics::ForcePass::work) each, at a speed of `work_per_second`. A speed measured
/// with few bodies is below that for many, so an estimate for more bodies errs on the long side.
/// Infinite if the speed is 0.
pub fn milliseconds_per_step(work: f64, integrator: Integrator, work_per_second: f64) -> f64 {
    let forces = f64::from(integrator.forces_per_step());
    forces * (work / work_per_second * 1e3 + LAUNCHES)
}
