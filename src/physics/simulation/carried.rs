//! What a run carries from one step to the next besides its bodies, so that one that is continued has
//! the bits of one that was never interrupted.

use serde::{Deserialize, Serialize};

use super::Simulation;
use super::engine::Engine;
use crate::gpu::{GpuError, Readbacks};
use crate::physics::Parameters;
use crate::physics::elapsed::time_and_step;
use crate::physics::motion::StepState;

/// What a run carries from step to step besides its bodies: accelerations and jerks, the errors by which
/// a tree is adjusted, and the length of adaptive steps.
///
/// Only the run that it comes from can go on with it: the same scene on the same kind of adapter.
#[derive(Clone, Debug, PartialEq)]
pub struct Carried {
    pub(crate) head: CarriedHead,
    /// The bytes of each of the buffers in the head.
    pub(crate) buffers: Vec<Vec<u8>>,
}

/// Names and sizes of what is carried, and what is no buffer.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct CarriedHead {
    names: Vec<String>,
    pub(crate) sizes: Vec<u64>,
    known: [bool; 2],
    /// Force passes that have been judged before the first step.
    passes: usize,
    /// The step at which this is so, and the parameters by which it came about.
    steps: u64,
    parameters: Parameters,
    /// The time and the step number since which the parameters hold.
    since: (f64, u64),
    /// The time and the length of the last of adaptive steps.
    elapsed: Option<(f64, f64)>,
}

/// The buffer with the length of adaptive steps.
const STEP: &str = "step";

/// What a run carries, on its way to the host: [record](Simulation::encode_carried) it, submit, and
/// later collect.
#[derive(Debug)]
pub struct CarriedCopy {
    head: CarriedHead,
    copies: Readbacks<u32, ()>,
}

impl CarriedCopy {
    /// What the run carried, if it has arrived. Never waits.
    ///
    /// # Errors
    /// [`GpuError::Lost`].
    pub fn collect(&mut self) -> Result<Option<Carried>, GpuError> {
        let arrived = self.copies.collect()?;
        Ok(arrived.map(|((), words)| Carried::from_words(self.head.clone(), &words)))
    }

    /// Waits for what the run carried.
    fn wait(mut self) -> Result<Carried, GpuError> {
        let words = self.copies.wait()?.map(|((), words)| words).unwrap_or_default();
        Ok(Carried::from_words(self.head, &words))
    }
}

impl Carried {
    /// What is carried, from the words of all buffers.
    fn from_words(mut head: CarriedHead, words: &[u32]) -> Self {
        let mut rest: &[u8] = bytemuck::cast_slice(words);
        let buffers: Vec<Vec<u8>> = head
            .sizes
            .iter()
            .map(|size| {
                let (buffer, after) = rest.split_at((*size as usize).min(rest.len()));
                rest = after;
                buffer.to_vec()
            })
            .collect();
        let step = head.names.iter().position(|name| name == STEP).map(|place| &buffers[place]);
        // Buffers are longer than what is in them.
        head.elapsed = step
            .and_then(|bytes| bytes.get(..size_of::<StepState>()))
            .map(|bytes| time_and_step(&bytemuck::pod_read_unaligned(bytes)));
        Self { head, buffers }
    }
}

impl Simulation {
    /// What the next step begins with besides the bodies; none within a step, or if a caller's force
    /// acts. Waits for the GPU.
    ///
    /// # Errors
    /// [`GpuError`] if memory runs out or the device is lost.
    #[doc(hidden)]
    pub fn carried(&self) -> Result<Option<Carried>, GpuError> {
        let mut encoder = self.gpu.encoder("carried");
        let copy = self.encode_carried(&mut encoder)?;
        self.gpu.submit(encoder);
        copy.map(CarriedCopy::wait).transpose()
    }

    /// Encodes a copy of it at this point in `encoder`.
    ///
    /// # Errors
    /// [`GpuError`] if memory runs out.
    #[doc(hidden)]
    pub fn encode_carried(
        &self,
        encoder: &mut wgpu::CommandEncoder,
    ) -> Result<Option<CarriedCopy>, GpuError> {
        if self.extras.external.is_some() {
            return Ok(None);
        }
        let Engine { motion, elapsed, control, .. } = &self.engine;
        let Some(kept) = motion.kept() else { return Ok(None) };
        let mut all = kept.buffers;
        if let Some(control) = control {
            all.push(("errors", control.errors().raw()));
        }
        if let Some(adaptive) = &elapsed.adaptive {
            all.push((STEP, adaptive.state.raw()));
        }
        let sizes: Vec<u64> = all.iter().map(|(_, buffer)| buffer.size()).collect();
        let words = (sizes.iter().sum::<u64>() / size_of::<u32>() as u64) as usize;
        let together = self.gpu.storage::<u32>("carried", words)?;
        let mut at = 0;
        for ((_, buffer), size) in all.iter().zip(&sizes) {
            encoder.copy_buffer_to_buffer(buffer, 0, together.raw(), at, Some(*size));
            at += size;
        }
        let mut copies = Readbacks::new(&self.gpu, "carried", words);
        copies.encode(encoder, &together, ())?;
        let head = CarriedHead {
            names: all.iter().map(|(name, _)| (*name).to_owned()).collect(),
            sizes,
            known: kept.known,
            passes: control.as_ref().map_or(0, |control| control.passes()),
            steps: elapsed.steps(),
            parameters: self.parameters,
            since: elapsed.since,
            elapsed: None,
        };
        Ok(Some(CarriedCopy { head, copies }))
    }

    /// Goes on with what a run carried at the same step with the same parameters, right after
    /// [`Simulation::resume`]. Returns whether it fits; nothing changes otherwise.
    #[doc(hidden)]
    pub fn carry_on(&mut self, carried: &Carried) -> bool {
        let Carried { head, buffers } = carried;
        let Engine { motion, elapsed, control, .. } = &mut self.engine;
        let Some(kept) = motion.kept() else { return false };
        let mut all = kept.buffers;
        if let Some(control) = control {
            all.push(("errors", control.errors().raw()));
        }
        if let Some(adaptive) = &elapsed.adaptive {
            all.push((STEP, adaptive.state.raw()));
        }
        let fits = (head.steps, head.parameters) == (elapsed.steps(), self.parameters)
            && all.len() == buffers.len()
            && head.names.len() == all.len()
            && all.iter().zip(&head.names).zip(buffers).all(|(((name, buffer), of), bytes)| {
                name == of && buffer.size() == bytes.len() as u64
            })
            && head.elapsed.is_some() == elapsed.adaptive.is_some();
        if !fits {
            return false;
        }
        for ((_, buffer), bytes) in all.iter().zip(buffers) {
            self.gpu.queue().write_buffer(buffer, 0, bytes);
        }
        motion.set_known(head.known);
        elapsed.since = head.since;
        if let Some(control) = control {
            control.set_passes(head.passes);
        }
        if let (Some(adaptive), Some((time, step))) = (&mut elapsed.adaptive, head.elapsed) {
            adaptive.go_on(head.steps, time, step);
        }
        true
    }
}
