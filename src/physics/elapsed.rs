//! Simulated time: that of fixed steps is known, that of adaptive ones is computed on the GPU and
//! reported to the host.

use std::collections::VecDeque;
use std::mem::offset_of;
use std::ops::Range;

use super::Parameters;
use super::motion::StepState;
use crate::gpu::{Buffer, Gpu, GpuError, Readbacks};

/// Number of step numbers with their times to remember: measurements and snapshots may lag behind
/// by this many.
const REMEMBERED: usize = 256;

/// The part of a [`StepState`] that a change from outside makes void: the last steps, and the
/// largest acceleration.
const FORGOTTEN: Range<u64> = offset_of!(StepState, step) as u64..size_of::<StepState>() as u64;

/// The time, and the length of the last step (0 before the first).
pub(super) fn time_and_step(state: &StepState) -> (f64, f64) {
    let number = |[high, low]: [f32; 2]| f64::from(high) + f64::from(low);
    (number(state.time), number(state.step))
}

/// The steps and the simulated time since the start of a run. See
/// [`Simulation::elapsed`](super::Simulation::elapsed).
#[derive(Debug)]
pub struct Elapsed {
    steps: u64,
    /// The time (of fixed steps) and the step number since which the current parameters hold.
    pub(super) since: (f64, u64),
    time_step: f64,
    is_adaptive: bool,
    /// The time of adaptive steps, once there have been any.
    pub(super) adaptive: Option<AdaptiveTime>,
}

impl Elapsed {
    /// So much time after so many steps, which go on with these parameters.
    pub(super) fn new(parameters: &Parameters, time: f64, steps: u64) -> Self {
        let (time_step, is_adaptive) = (parameters.time_step, parameters.adaptive.is_some());
        Self { steps, since: (time, steps), time_step, is_adaptive, adaptive: None }
    }

    /// Prepares to go on with the steps of `parameters`. Returns the state of adaptive ones, which
    /// continue from earlier ones.
    pub(super) fn prepare(
        &mut self,
        gpu: &Gpu,
        parameters: &Parameters,
    ) -> Result<Option<Buffer<StepState>>, GpuError> {
        if parameters.adaptive.is_none() {
            return Ok(None);
        }
        let adaptive = match &mut self.adaptive {
            Some(adaptive) => adaptive,
            none => none.insert(AdaptiveTime::new(gpu, self.steps)?),
        };
        adaptive.begin_anew(gpu);
        Ok(Some(adaptive.state.clone()))
    }

    /// Goes on with the steps of these parameters.
    pub(super) fn set_parameters(&mut self, parameters: &Parameters) {
        self.since = (self.time_of_fixed(self.steps), self.steps);
        (self.time_step, self.is_adaptive) = (parameters.time_step, parameters.adaptive.is_some());
    }

    /// Counts steps.
    pub(super) fn add(&mut self, steps: u64) {
        self.steps += steps;
    }

    /// The state of adaptive steps.
    pub(super) fn state(&self) -> Option<Buffer<StepState>> {
        self.adaptive.as_ref().filter(|_| self.is_adaptive).map(|adaptive| adaptive.state.clone())
    }

    /// Encodes forgetting the last steps, because the bodies have changed.
    pub(super) fn encode_change(&self, encoder: &mut wgpu::CommandEncoder) {
        self.adaptive.iter().for_each(|adaptive| adaptive.encode_change(encoder));
    }

    /// Steps since the start of the run.
    pub fn steps(&self) -> u64 {
        self.steps
    }

    /// Steps since the parameters changed.
    pub(super) fn steps_since_change(&self) -> u64 {
        self.steps - self.since.1
    }

    /// The time that fixed steps have taken after so many of all steps.
    pub(super) fn time_of_fixed(&self, steps: u64) -> f64 {
        let (time, since) = self.since;
        // Multiplied, not added up, so that a thousand steps of 0.001 make exactly 1.
        if self.is_adaptive { time } else { time + self.time_step * (steps - since) as f64 }
    }

    /// Simulated time. With adaptive steps, the newest that has arrived: see [`Elapsed::encode`].
    pub fn time(&self) -> f64 {
        self.time_of_fixed(self.steps) + self.adaptive.as_ref().map_or(0.0, |time| time.newest().1)
    }

    /// The simulated time, as far as it can be known without waiting: with adaptive steps, those
    /// whose times have not arrived are taken to be as long as the last one that has.
    pub fn estimated(&self) -> f64 {
        let Some(adaptive) = self.adaptive.as_ref().filter(|_| self.is_adaptive) else {
            return self.time();
        };
        let (steps, _, step) = adaptive.newest();
        self.time()
            + self.steps.saturating_sub(steps) as f64
                * if step > 0.0 { step } else { self.time_step }
    }

    /// Whether [`Elapsed::time`] is that of the current state: always with fixed steps.
    pub fn is_known(&self) -> bool {
        !self.is_adaptive
            || self.adaptive.as_ref().is_none_or(|adaptive| adaptive.newest().0 == self.steps)
    }

    /// The time after `steps` adaptive steps, if it has arrived and is recent.
    pub fn at(&self, steps: u64) -> Option<f64> {
        let adaptive = self.adaptive.as_ref().filter(|_| self.is_adaptive)?;
        adaptive.at(steps).map(|time| self.since.0 + time)
    }

    /// The length of a step. With adaptive steps, that of the newest one known to the host; `None`
    /// before the first.
    pub fn step(&self) -> Option<f64> {
        match &self.adaptive {
            Some(adaptive) if self.is_adaptive => {
                Some(adaptive.newest().2).filter(|step| *step > 0.0)
            }
            _ => Some(self.time_step),
        }
    }

    /// A number of adaptive steps that cannot overshoot `time`, even if all are as long as the time
    /// step; near the end 1, if the current time is known and a step as long as the last ends
    /// nearer to `time`. Otherwise 0.
    pub fn steps_towards(&self, time: f64) -> u64 {
        let Some(adaptive) = &self.adaptive else { return 0 };
        let (known, _, step) = adaptive.newest();
        let unknown = (self.steps - known) as f64 * self.time_step;
        let left = time - self.time();
        let safe = ((left - unknown) / self.time_step).floor();
        if safe >= 1.0 {
            return safe as u64;
        }
        // As far as is known, the first step is as long as the time step.
        let is_nearer = if step > 0.0 { left > 0.5 * step } else { left >= 0.5 * self.time_step };
        u64::from(self.is_known() && is_nearer)
    }

    /// Encodes a copy of the time that adaptive steps have taken up to this point in `encoder`;
    /// does nothing with fixed steps. Submit it, and [collect](Elapsed::collect) it later.
    ///
    /// # Errors
    /// [`GpuError::OutOfMemory`].
    pub fn encode(&mut self, encoder: &mut wgpu::CommandEncoder) -> Result<(), GpuError> {
        match &mut self.adaptive {
            Some(adaptive) if self.is_adaptive => adaptive.encode(encoder, self.steps),
            _ => Ok(()),
        }
    }

    /// Waits for the times that were submitted, and takes them in.
    ///
    /// # Errors
    /// [`GpuError::Lost`].
    pub fn wait(&mut self) -> Result<(), GpuError> {
        self.adaptive.as_mut().map_or(Ok(()), AdaptiveTime::wait)
    }

    /// Takes in the times that have arrived. Never waits.
    ///
    /// # Errors
    /// [`GpuError::Lost`].
    pub fn collect(&mut self) -> Result<(), GpuError> {
        self.adaptive.as_mut().map_or(Ok(()), AdaptiveTime::collect)
    }
}

/// The time and length of adaptive steps, on the GPU and as last known to the host.
#[derive(Debug)]
pub(super) struct AdaptiveTime {
    /// On the GPU.
    pub state: Buffer<StepState>,
    /// Copies in flight, each with its step number.
    copies: Readbacks<StepState, u64>,
    /// Step number of the last copy that was recorded.
    recorded: Option<u64>,
    /// Step number, time and step length of the copies that have arrived, the oldest first;
    /// initially those of the start.
    known: VecDeque<(u64, f64, f64)>,
}

impl AdaptiveTime {
    /// No time yet, after `steps` steps of another kind.
    fn new(gpu: &Gpu, steps: u64) -> Result<Self, GpuError> {
        let copies = Readbacks::new(gpu, "motion/step_state", 1);
        Ok(Self {
            state: gpu.storage("motion/step_state", 1)?,
            copies,
            recorded: Some(steps),
            known: [(steps, 0.0, 0.0)].into(),
        })
    }

    /// Goes on at a time after so many steps, the last of which had this length.
    pub fn go_on(&mut self, steps: u64, time: f64, step: f64) {
        (self.recorded, self.known) = (Some(steps), [(steps, time, step)].into());
    }

    /// Forgets the steps and the largest acceleration, because the parameters have changed.
    fn begin_anew(&self, gpu: &Gpu) {
        gpu.queue().write_buffer(
            self.state.raw(),
            FORGOTTEN.start,
            &[0; (FORGOTTEN.end - FORGOTTEN.start) as usize],
        );
    }

    /// Encodes forgetting them, because the bodies have changed.
    fn encode_change(&self, encoder: &mut wgpu::CommandEncoder) {
        encoder.clear_buffer(
            self.state.raw(),
            FORGOTTEN.start,
            Some(FORGOTTEN.end - FORGOTTEN.start),
        );
    }

    /// Encodes a copy of the state after this many steps, unless there is one already.
    fn encode(&mut self, encoder: &mut wgpu::CommandEncoder, steps: u64) -> Result<(), GpuError> {
        if self.recorded != Some(steps) {
            self.copies.encode(encoder, &self.state, steps)?;
            self.recorded = Some(steps);
        }
        Ok(())
    }

    /// Takes in copies that have arrived. Never waits.
    fn collect(&mut self) -> Result<(), GpuError> {
        while let Some((steps, states)) = self.copies.collect()? {
            self.hear(steps, &states[0]);
        }
        Ok(())
    }

    /// Waits for everything that was submitted, and takes it in.
    fn wait(&mut self) -> Result<(), GpuError> {
        while let Some((steps, states)) = self.copies.wait()? {
            self.hear(steps, &states[0]);
        }
        Ok(())
    }

    fn hear(&mut self, steps: u64, state: &StepState) {
        let (time, step) = time_and_step(state);
        self.known.push_back((steps, time, step));
        if self.known.len() > REMEMBERED {
            self.known.pop_front();
        }
    }

    /// The newest known step number, time, and length of the last step (0 before the first).
    pub fn newest(&self) -> (u64, f64, f64) {
        self.known.back().copied().unwrap_or_default()
    }

    /// The time after this many steps, if it is known.
    fn at(&self, steps: u64) -> Option<f64> {
        self.known.iter().rev().find(|known| known.0 == steps).map(|known| known.1)
    }
}
