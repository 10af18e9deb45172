//! What a run carries from one step to the next besides its bodies, so that one that is continued has
//! the bits of one that was never interrupted.

use serde::{Deserialize, Serialize};

use super::Simulation;
use super::engine::Engine;
use crate::gpu::GpuError;
use crate::physics::Parameters;
use crate::physics::motion::carried::bytes;

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

impl Simulation {
    /// What the next step begins with besides the bodies; none within a step, or if a caller's force
    /// acts. Waits for the GPU.
    ///
    /// # Errors
    /// [`GpuError`] if memory runs out or the device is lost.
    pub fn carried(&mut self) -> Result<Option<Carried>, GpuError> {
        let Engine { motion, elapsed, control, .. } = &mut self.engine;
        elapsed.wait()?;
        if self.extras.external.is_some() || !elapsed.is_known() {
            return Ok(None);
        }
        let Some(kept) = motion.kept() else { return Ok(None) };
        let mut all = kept.buffers;
        if let Some(control) = control {
            all.push(("errors", control.errors().raw()));
        }
        if let Some(adaptive) = &elapsed.adaptive {
            all.push(("step", adaptive.state.raw()));
        }
        let buffers = all.iter().map(|(_, buffer)| bytes(&self.gpu, buffer));
        let buffers = buffers.collect::<Result<Vec<_>, _>>()?;
        let head = CarriedHead {
            names: all.iter().map(|(name, _)| (*name).to_owned()).collect(),
            sizes: buffers.iter().map(|buffer| buffer.len() as u64).collect(),
            known: kept.known,
            passes: control.as_ref().map_or(0, |control| control.passes()),
            steps: elapsed.steps(),
            parameters: self.parameters,
            since: elapsed.since,
            elapsed: elapsed.adaptive.as_ref().map(|adaptive| {
                let (_, time, step) = adaptive.newest();
                (time, step)
            }),
        };
        Ok(Some(Carried { head, buffers }))
    }

    /// Goes on with what a run carried at the same step with the same parameters, right after
    /// [`Simulation::resume`]. Returns whether it fits; nothing changes otherwise.
    pub fn carry_on(&mut self, carried: &Carried) -> bool {
        let Carried { head, buffers } = carried;
        let Engine { motion, elapsed, control, .. } = &mut self.engine;
        let Some(kept) = motion.kept() else { return false };
        let mut all = kept.buffers;
        if let Some(control) = control {
            all.push(("errors", control.errors().raw()));
        }
        if let Some(adaptive) = &elapsed.adaptive {
            all.push(("step", adaptive.state.raw()));
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
