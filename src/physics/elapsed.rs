//! The time that steps of changing length have taken: the GPU knows it, and the host hears of it.

use std::collections::VecDeque;

use super::motion::StepState;
use crate::gpu::{Buffer, Gpu, GpuError, Readbacks};

/// Moments that are remembered: as many as measurements and snapshots may lag behind.
const REMEMBERED: usize = 256;

/// Where adaptive steps stand, on the GPU and as far as the host has heard.
#[derive(Debug)]
pub(super) struct Elapsed {
    /// On the GPU.
    pub(super) state: Buffer<StepState>,
    /// Copies on their way, with the steps at which they were taken.
    copies: Readbacks<StepState, u64>,
    /// Steps of the last copy that was recorded.
    recorded: Option<u64>,
    /// Steps, time and step that have arrived, the oldest first; at first those of the begin.
    known: VecDeque<(u64, f64, f64)>,
}

impl Elapsed {
    /// No time yet, after `steps` steps of another kind.
    pub(super) fn new(gpu: &Gpu, steps: u64) -> Result<Self, GpuError> {
        let copies = Readbacks::new(gpu, "motion/step_state", 1);
        Ok(Self { state: gpu.storage("motion/step_state", 1)?, copies, recorded: Some(steps), known: [(steps, 0.0, 0.0)].into() })
    }

    /// The same after so many steps before.
    pub(super) fn after(self, steps: u64) -> Self {
        Self { recorded: Some(steps), known: [(steps, 0.0, 0.0)].into(), ..self }
    }

    /// Forgets the largest acceleration: other parameters hold from here on.
    pub(super) fn begin_anew(&self, gpu: &Gpu) {
        let offset = std::mem::offset_of!(StepState, largest) as u64;
        gpu.queue().write_buffer(self.state.raw(), offset, bytemuck::bytes_of(&0_u32));
    }

    /// Records a copy of where the steps stand after so many, unless that has been done.
    pub(super) fn record(&mut self, encoder: &mut wgpu::CommandEncoder, steps: u64) -> Result<(), GpuError> {
        if self.recorded != Some(steps) {
            self.copies.begin(steps)?.record(encoder, &self.state);
            self.recorded = Some(steps);
        }
        Ok(())
    }

    pub(super) fn request(&mut self) {
        self.copies.request();
    }

    /// Takes in what has arrived. Never waits.
    pub(super) fn collect(&mut self) -> Result<(), GpuError> {
        while let Some((steps, states)) = self.copies.collect()? {
            self.hear(steps, &states[0]);
        }
        Ok(())
    }

    /// Takes in all that was requested, once [`Gpu::wait`] has returned.
    pub(super) fn wait(&mut self) -> Result<(), GpuError> {
        while let Some((steps, states)) = self.copies.wait()? {
            self.hear(steps, &states[0]);
        }
        Ok(())
    }

    fn hear(&mut self, steps: u64, state: &StepState) {
        let number = |[high, low]: [f32; 2]| f64::from(high) + f64::from(low);
        self.known.push_back((steps, number(state.time), number(state.step)));
        if self.known.len() > REMEMBERED {
            self.known.pop_front();
        }
    }

    /// The newest that has arrived: steps, time, and the length of the last step (0 before the first).
    pub(super) fn newest(&self) -> (u64, f64, f64) {
        self.known.back().copied().unwrap_or_default()
    }

    /// The time after so many steps, where that has arrived.
    pub(super) fn at(&self, steps: u64) -> Option<f64> {
        self.known.iter().rev().find(|known| known.0 == steps).map(|known| known.1)
    }
}
