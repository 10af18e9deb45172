//! The simulated time covered by adaptive steps: computed on the GPU, and reported to the host.

use std::collections::VecDeque;
use std::mem::offset_of;
use std::ops::Range;

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

/// The time and length of adaptive steps, on the GPU and as last known to the host.
#[derive(Debug)]
pub(super) struct Elapsed {
    /// On the GPU.
    pub(super) state: Buffer<StepState>,
    /// Copies in flight, each with its step number.
    copies: Readbacks<StepState, u64>,
    /// Step number of the last copy that was recorded.
    recorded: Option<u64>,
    /// Step number, time and step length of the copies that have arrived, the oldest first;
    /// initially those of the start.
    known: VecDeque<(u64, f64, f64)>,
}

impl Elapsed {
    /// No time yet, after `steps` steps of another kind.
    pub(super) fn new(gpu: &Gpu, steps: u64) -> Result<Self, GpuError> {
        let copies = Readbacks::new(gpu, "motion/step_state", 1);
        Ok(Self {
            state: gpu.storage("motion/step_state", 1)?,
            copies,
            recorded: Some(steps),
            known: [(steps, 0.0, 0.0)].into(),
        })
    }

    /// Moves the start to after this many steps.
    pub(super) fn after(self, steps: u64) -> Self {
        Self { recorded: Some(steps), known: [(steps, 0.0, 0.0)].into(), ..self }
    }

    /// Goes on at a time after so many steps, the last of which had this length.
    pub(super) fn go_on(&mut self, steps: u64, time: f64, step: f64) {
        (self.recorded, self.known) = (Some(steps), [(steps, time, step)].into());
    }

    /// Forgets the steps and the largest acceleration, because the parameters have changed.
    pub(super) fn begin_anew(&self, gpu: &Gpu) {
        gpu.queue().write_buffer(
            self.state.raw(),
            FORGOTTEN.start,
            &[0; (FORGOTTEN.end - FORGOTTEN.start) as usize],
        );
    }

    /// Encodes forgetting them, because the bodies have changed.
    pub(super) fn encode_change(&self, encoder: &mut wgpu::CommandEncoder) {
        encoder.clear_buffer(
            self.state.raw(),
            FORGOTTEN.start,
            Some(FORGOTTEN.end - FORGOTTEN.start),
        );
    }

    /// Encodes a copy of the state after this many steps, unless there is one already.
    pub(super) fn encode(
        &mut self,
        encoder: &mut wgpu::CommandEncoder,
        steps: u64,
    ) -> Result<(), GpuError> {
        if self.recorded != Some(steps) {
            self.copies.encode(encoder, &self.state, steps)?;
            self.recorded = Some(steps);
        }
        Ok(())
    }

    /// Takes in copies that have arrived. Never waits.
    pub(super) fn collect(&mut self) -> Result<(), GpuError> {
        while let Some((steps, states)) = self.copies.collect()? {
            self.hear(steps, &states[0]);
        }
        Ok(())
    }

    /// Waits for everything that was submitted, and takes it in.
    pub(super) fn wait(&mut self) -> Result<(), GpuError> {
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
    pub(super) fn newest(&self) -> (u64, f64, f64) {
        self.known.back().copied().unwrap_or_default()
    }

    /// The time after this many steps, if it is known.
    pub(super) fn at(&self, steps: u64) -> Option<f64> {
        self.known.iter().rev().find(|known| known.0 == steps).map(|known| known.1)
    }
}
