//! Steps whose forces come from a member.

use std::num::NonZeroU64;
use std::time::Duration;

use super::engine::{Engine, MAX_STEPS};
use crate::gpu::GpuError;
use crate::physics::State;
use crate::physics::motion::{Points, Task};

/// Longest wait for a member per call. A longer wait is repeated.
const PATIENCE: Duration = Duration::from_secs(3600);

impl Engine {
    /// Encodes the end of completed steps or forces. Then begins as many of `steps` as take about
    /// `work`, or the forces, for [`Engine::start_member`] to start. Abandons a batch under way
    /// that has more than `steps` steps.
    pub(super) fn encode_hosted(
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
            // A tree's steps run as several tasks: its errors are judged in between.
            let (before, spent) = self.timed.unwrap_or_default();
            self.timed = Some((before + work, spent + time));
            match task {
                Task::Steps(done) => {
                    self.elapsed.add(done.into());
                    left -= done;
                    self.encode_control(pass, true);
                }
                Task::Forces => self.judge_pass_before(pass),
            }
        }
        if self.motion.under_way().is_some() {
            return Ok(());
        }
        if self.has_passes_before() && (left > 0 || with_forces) {
            self.begin_pass_before()?;
        } else if left > 0 {
            let [next, later] = self.motion.work();
            let fitting =
                1 + ((work - next) / later).round().clamp(0.0, f64::from(MAX_STEPS - 1)) as u32;
            self.motion.begin(Task::Steps(fitting.min(left).min(self.steps_to_control())))?;
        } else if with_forces && !self.motion.has_forces() {
            self.motion.begin(Task::Forces)?;
        }
        Ok(())
    }

    /// If steps have begun whose forces come from a member, starts the member, which computes while
    /// the caller does other things. Returns whether it did. Submit what has been recorded before.
    pub fn start_member(&mut self) -> bool {
        self.motion.start_member(Points { begun: self.elapsed.steps(), every: self.points })
    }

    /// Lets the processor keep the states after every so many steps of its batches, counted from
    /// the start of the run, or none.
    pub(crate) fn keep_points(&mut self, every: Option<NonZeroU64>) {
        self.points = every;
    }

    /// Takes the states kept in a batch that is done, before its end is recorded: steps, time and
    /// state of each.
    pub(crate) fn take_points(&mut self) -> Vec<(u64, f64, State)> {
        let points = self.motion.take_points().into_iter();
        points.map(|(steps, state)| (steps, self.elapsed.time_of_fixed(steps), state)).collect()
    }

    /// Waits at most `longest` for the member. Returns whether its steps are done or there are
    /// none; the next [`encode_within`](super::Simulation::encode_within) then records their end.
    pub fn wait_for_member(&mut self, longest: Duration) -> bool {
        self.motion.is_done_within(longest)
    }

    /// Has the member compute the forces of the bodies as they are, and does not use them: to
    /// measure its speed.
    ///
    /// # Errors
    /// [`GpuError`] if it cannot.
    pub fn rehearse(&mut self) -> Result<(), GpuError> {
        self.motion.rehearse()
    }

    /// Takes the work and the time of the force passes that a member has computed since the last
    /// call.
    pub(crate) fn take_timed(&mut self) -> Option<(f64, Duration)> {
        self.timed.take()
    }

    /// As [`Engine::advance`].
    pub(super) fn advance_hosted(&mut self, steps: u32) -> Result<(), GpuError> {
        let end = self.elapsed.steps() + u64::from(steps);
        loop {
            let mut encoder = self.gpu.encoder("simulation/advance");
            let mut pass = encoder.begin_compute_pass(&wgpu::ComputePassDescriptor::default());
            self.encode_hosted(
                &mut pass,
                (end - self.elapsed.steps()) as u32,
                false,
                f64::INFINITY,
            )?;
            drop(pass);
            if self.elapsed.steps() == end {
                self.elapsed.encode(&mut encoder)?;
            }
            self.gpu.submit(encoder);
            self.start_member();
            if self.elapsed.steps() == end {
                break;
            }
            self.wait_for_member(PATIENCE);
        }
        self.gpu.wait()?;
        self.elapsed.wait()
    }
}
