//! Continuing from a snapshot.

use super::engine::Engine;
use super::{Simulation, SimulationError, begin, check_count};
use crate::gpu::Gpu;
use crate::physics::elapsed::Elapsed;
use crate::physics::{Bodies, Parameters, Snapshot};

impl Simulation {
    /// Continues from `snapshot`, in the precision of the parameters.
    ///
    /// # Errors
    /// As [`Simulation::new`].
    pub fn resume(
        gpu: &Gpu,
        snapshot: &Snapshot,
        parameters: Parameters,
    ) -> Result<Self, SimulationError> {
        let Snapshot { time, steps, ref state } = *snapshot;
        parameters.validate()?;
        let plan = parameters.gravity.kernel().plan(gpu, state.len() as u32)?;
        Self::from_parts(gpu, state, (time, steps), parameters, plan)
    }

    /// Continues from `snapshot` in place and keeps parameters, plan and external force; a step in
    /// progress is abandoned. If the number of bodies is the same, so are their buffers; otherwise
    /// [`Simulation::bodies`] returns new ones. The run has the same bits as that of
    /// [`Simulation::resume`]. Commands recorded but not yet submitted see the new state.
    ///
    /// # Errors
    /// As [`Simulation::new`]; the old state then stays.
    pub fn restore(&mut self, snapshot: &Snapshot) -> Result<(), SimulationError> {
        let Snapshot { time, steps, ref state } = *snapshot;
        state.check(self.parameters.precision)?;
        let state = state.to_precision(self.parameters.precision);
        if state.is_empty() {
            return Err(SimulationError::NoBodies);
        }
        check_count(&self.parameters, state.len())?;
        let is_same_count = state.len() == self.bodies.count() as usize;
        let is_same_mass = self.bodies.mass == state.equal_mass();
        let mut elapsed = Elapsed::new(&self.parameters, time, steps);
        let Engine { motion, .. } = &mut self.engine;
        if is_same_count && is_same_mass && self.parameters.adaptive.is_none() {
            self.bodies.put(&self.gpu, &state)?;
            motion.bodies_changed();
        } else {
            let bodies = match is_same_count {
                true => self.bodies.with_mass(state.equal_mass()),
                false => Bodies::from_state(&self.gpu, &state)?,
            };
            let kernel = self.parameters.gravity.kernel();
            let plan =
                if is_same_count { self.plan } else { kernel.plan(&self.gpu, bodies.count())? };
            let (parameters, extras) = (&self.parameters, &self.extras);
            let made =
                begin(&self.gpu, &bodies, parameters, plan, extras, &mut elapsed, Some(motion))?;
            if is_same_count {
                bodies.put(&self.gpu, &state)?;
            }
            (self.bodies, self.plan, *motion) = (bodies, plan, made);
        }
        self.engine.elapsed = elapsed;
        self.renew_control()?;
        self.engine.control.iter_mut().for_each(|control| control.reset(&self.gpu));
        Ok(())
    }
}
