//! Simulated time, which adaptive steps know only once it arrives.

use super::Simulation;
use crate::gpu::GpuError;
use crate::physics::elapsed::Elapsed;

impl Simulation {
    /// Simulated time since the start of the run. With adaptive steps, the newest time that has
    /// arrived: see [`Simulation::encode_time`].
    pub fn time(&self) -> f64 {
        self.fixed_time() + self.elapsed.as_ref().map_or(0.0, |elapsed| elapsed.newest().1)
    }

    /// The simulated time, as far as it can be known without waiting: with adaptive steps, those
    /// whose times have not arrived are taken to be as long as the last one that has.
    pub fn estimated_time(&self) -> f64 {
        let (Some(_), Some(elapsed)) = (self.parameters.adaptive, &self.elapsed) else {
            return self.time();
        };
        let (steps, _, step) = elapsed.newest();
        self.time()
            + self.steps.saturating_sub(steps) as f64
                * if step > 0.0 { step } else { self.parameters.time_step }
    }

    /// The time taken by fixed steps.
    pub(super) fn fixed_time(&self) -> f64 {
        let (time, steps) = self.since;
        match self.parameters.adaptive {
            Some(_) => time,
            // Multiplied, not added up, so that a thousand steps of 0.001 make exactly 1.
            None => time + self.parameters.time_step * (self.steps - steps) as f64,
        }
    }

    /// Whether [`Simulation::time`] is that of the current state: always with fixed steps.
    pub fn knows_time(&self) -> bool {
        self.parameters.adaptive.is_none()
            || self.elapsed.as_ref().is_none_or(|elapsed| elapsed.newest().0 == self.steps)
    }

    /// The time after `steps` adaptive steps, if it has arrived and is recent.
    pub fn time_at(&self, steps: u64) -> Option<f64> {
        self.parameters.adaptive?;
        self.elapsed.as_ref()?.at(steps).map(|time| self.since.0 + time)
    }

    /// The length of a step. With adaptive steps, that of the newest one known to the host; `None`
    /// before the first.
    pub fn step(&self) -> Option<f64> {
        match (self.parameters.adaptive, &self.elapsed) {
            (Some(_), Some(elapsed)) => Some(elapsed.newest().2).filter(|step| *step > 0.0),
            _ => Some(self.parameters.time_step),
        }
    }

    /// A number of adaptive steps that cannot overshoot `time`, even if all are as long as the time
    /// step; near the end 1, if the current time is known and a step as long as the last ends
    /// nearer to `time`. Otherwise 0.
    pub fn steps_towards(&self, time: f64) -> u64 {
        let Some(elapsed) = &self.elapsed else { return 0 };
        let (known, _, step) = elapsed.newest();
        let unknown = (self.steps - known) as f64 * self.parameters.time_step;
        let left = time - self.time();
        let safe = ((left - unknown) / self.parameters.time_step).floor();
        if safe >= 1.0 {
            return safe as u64;
        }
        // As far as is known, the first step is as long as the time step.
        let is_nearer =
            if step > 0.0 { left > 0.5 * step } else { left >= 0.5 * self.parameters.time_step };
        u64::from(self.knows_time() && is_nearer)
    }

    /// Encodes a copy of the time that adaptive steps have taken up to this point in `encoder`;
    /// does nothing with fixed steps. Submit it, and [collect](Simulation::collect_time) it later.
    ///
    /// # Errors
    /// [`GpuError::OutOfMemory`].
    pub fn encode_time(&mut self, encoder: &mut wgpu::CommandEncoder) -> Result<(), GpuError> {
        match &mut self.elapsed {
            Some(elapsed) if self.parameters.adaptive.is_some() => {
                elapsed.encode(encoder, self.steps)
            }
            _ => Ok(()),
        }
    }

    /// Waits for the times that were submitted, and takes them in.
    ///
    /// # Errors
    /// [`GpuError::Lost`].
    pub fn wait_for_time(&mut self) -> Result<(), GpuError> {
        self.elapsed.as_mut().map_or(Ok(()), Elapsed::wait)
    }

    /// Takes in the times that have arrived. Never waits.
    ///
    /// # Errors
    /// [`GpuError::Lost`].
    pub fn collect_time(&mut self) -> Result<(), GpuError> {
        self.elapsed.as_mut().map_or(Ok(()), Elapsed::collect)
    }
}
