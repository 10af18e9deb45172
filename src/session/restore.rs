//! Restores a run from a state it reached, in a new session or in place.

use super::instruments::Instruments;
use super::{Clock, Pace, Session, SessionError, check_frame};
use crate::gpu::Gpu;
use crate::physics::{Simulation, SimulationError, Snapshot};
use crate::scene::Scene;

impl Session {
    /// Continues a run of `scene` from a state that it reached: bodies, time and step number come
    /// from `snapshot`, and the next frame is one frame interval away. The scene keeps its own
    /// count and initial state, for a later restart.
    ///
    /// With all integrators except Hermite, the run has the same bits as one that was never
    /// interrupted. Hermite takes its accelerations and jerks once from the corrected state instead
    /// of the predicted one.
    ///
    /// # Errors
    /// [`SessionError`] if a number in the scene is out of range, the snapshot is empty, or the GPU
    /// cannot hold it.
    pub fn resume(
        gpu: &Gpu,
        scene: Scene,
        snapshot: &Snapshot,
        pace: Pace,
    ) -> Result<Self, SessionError> {
        check_frame(&scene, &scene.physics).map_err(SimulationError::from)?;
        scene.physics.check_storage(gpu, snapshot.state.len())?;
        let simulation = Simulation::resume(gpu, snapshot, scene.physics)?;
        let clock = Clock::after(snapshot.steps, pace, scene.physics.time_step);
        Ok(Self::from_simulation(gpu, scene, simulation, clock))
    }

    /// Continues from `snapshot` in place. The number of bodies may differ; pace, budget, force
    /// kernel and canvas stay. Copies and measurements in flight are dropped, trails start again,
    /// and no body is watched. Does not wait.
    ///
    /// # Errors
    /// As [`Session::resume`]; nothing changes in that case.
    pub fn restore(&mut self, snapshot: &Snapshot) -> Result<(), SessionError> {
        self.scene.physics.check_storage(self.gpu(), snapshot.state.len())?;
        let Self { scene, computing, pictures, .. } = self;
        let count = computing.simulation.bodies().count();
        computing.simulation.restore(snapshot)?;
        let bodies = computing.simulation.bodies();
        let have_moved = bodies.count() != count;
        pictures.set_bodies(&computing.gpu, bodies, have_moved);
        let is_another = scene.initial.fixed_count() != Some(bodies.count() as usize);
        if pictures.forget_columns(bodies.count()) || is_another {
            scene.initial.forget_columns();
        }
        self.instruments = Instruments::default();
        self.copies.clear();
        match have_moved {
            true => self.watches.clear(),
            false => self.watches.renew(),
        }
        self.set_pace(self.clock.pace());
        self.computing.choose_members();
        Ok(())
    }
}
