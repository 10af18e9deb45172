//! Steps whose forces come from a member.

use std::time::Duration;

use super::{MAX_STEPS, Simulation};
use crate::gpu::GpuError;
use crate::physics::motion::Task;

/// How long one call waits for a member: as long as anybody may want to wait.
const PATIENCE: Duration = Duration::from_secs(3600);

impl Simulation {
    /// Records the end of the steps that are done, or of the forces, and begins as many of `steps` as take about `work`, or the
    /// forces, for [`Simulation::set_off`]. Steps on their way that are more than `steps` are abandoned.
    pub(super) fn record_hosted(
        &mut self,
        pass: &mut wgpu::ComputePass,
        steps: u32,
        with_forces: bool,
        work: f64,
    ) -> Result<(), GpuError> {
        if matches!(self.motion.under_way(), Some((Task::Steps(begun), _)) if begun > steps) {
            self.motion.abandon();
        }
        let mut left = steps;
        if let Some((task, work, time)) = self.motion.fulfil(pass)? {
            self.timed = Some((work, time));
            if let Task::Steps(done) = task {
                self.steps += u64::from(done);
                left -= done;
            }
        }
        if self.motion.under_way().is_some() {
            return Ok(());
        }
        if left > 0 {
            let [next, later] = self.motion.work();
            let fitting = 1 + ((work - next) / later).clamp(0.0, f64::from(MAX_STEPS - 1)) as u32;
            self.motion.begin(Task::Steps(fitting.min(left)))?;
        } else if with_forces && !self.motion.has_forces() {
            self.motion.begin(Task::Forces)?;
        }
        Ok(())
    }

    /// Submits what is recorded in `encoder`, and puts a new one in its place, if steps have begun whose forces come from a member;
    /// these are then on their way, while whatever else is recorded and submitted. Otherwise does nothing.
    ///
    /// # Errors
    /// [`GpuError`] if no thread can be started.
    pub fn set_off(&mut self, encoder: &mut wgpu::CommandEncoder) -> Result<(), GpuError> {
        if !self.motion.is_to_set_off() {
            return Ok(());
        }
        let recorded = std::mem::replace(encoder, self.gpu.encoder("after steps"));
        self.gpu.submit(recorded);
        self.motion.set_off()
    }

    /// Waits at most so long for the steps on their way. Returns whether none are left to wait for: the next
    /// [`Simulation::record_within`] then records their end.
    pub fn wait_for_member(&mut self, longest: Duration) -> bool {
        self.motion.is_done_within(longest)
    }

    /// The work and the time of the force passes of the last steps that a member computed, once.
    pub(crate) fn take_timed(&mut self) -> Option<(f64, Duration)> {
        self.timed.take()
    }

    /// As [`Simulation::advance`].
    pub(super) fn advance_hosted(&mut self, steps: u32) -> Result<(), GpuError> {
        let end = self.steps + u64::from(steps);
        loop {
            let mut encoder = self.gpu.encoder("simulation/advance");
            let mut pass = encoder.begin_compute_pass(&wgpu::ComputePassDescriptor::default());
            self.record_hosted(&mut pass, (end - self.steps) as u32, false, f64::INFINITY)?;
            drop(pass);
            if self.steps == end {
                self.record_time(&mut encoder)?;
            }
            self.set_off(&mut encoder)?;
            self.gpu.submit(encoder);
            if self.steps == end {
                break;
            }
            self.wait_for_member(PATIENCE);
        }
        self.gpu.wait()?;
        self.wait_for_time()
    }
}
