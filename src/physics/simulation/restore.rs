//! Continuing from a snapshot.

use super::{Simulation, SimulationError, begin, check_count};
use crate::gpu::Gpu;
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
        let simulation = Self::from_parts(
            gpu,
            state,
            parameters,
            parameters.gravity.kernel().plan(gpu, state.len() as u32)?,
        )?;
        let elapsed = simulation.elapsed.map(|elapsed| elapsed.after(steps));
        Ok(Self { since: (time, steps), steps, elapsed, ..simulation })
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
        if is_same_count && is_same_mass && self.parameters.adaptive.is_none() {
            self.bodies.put(&self.gpu, &state)?;
            self.motion.bodies_changed();
            self.elapsed = None;
        } else {
            let bodies = match is_same_count {
                true => self.bodies.with_mass(state.equal_mass()),
                false => Bodies::from_state(&self.gpu, &state)?,
            };
            let kernel = self.parameters.gravity.kernel();
            let plan =
                if is_same_count { self.plan } else { kernel.plan(&self.gpu, bodies.count())? };
            let mut elapsed = None;
            let before = Some(&self.motion);
            let motion = begin(
                &self.gpu,
                &bodies,
                &self.parameters,
                plan,
                &self.extras,
                &mut elapsed,
                steps,
                before,
            )?;
            if is_same_count {
                bodies.put(&self.gpu, &state)?;
            }
            (self.bodies, self.motion, self.plan, self.elapsed) = (bodies, motion, plan, elapsed);
        }
        (self.since, self.steps) = ((time, steps), steps);
        self.renew_control()?;
        self.control.iter_mut().for_each(|control| control.reset(&self.gpu));
        Ok(())
    }
}
