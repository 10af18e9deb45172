//! What pictures show of a session's bodies besides what the simulation knows of them.

use super::Session;
use crate::gpu::GpuError;
use crate::physics::Column;
use crate::render::Appearance;

impl Session {
    /// What is known of the bodies besides motion and mass: the columns of their file.
    pub fn columns(&self) -> &[Column] {
        &self.appearance.columns
    }

    /// Shows the bodies so from the next picture on, in their present order: for films of states
    /// that the session does not compute.
    pub fn set_appearance(&mut self, appearance: Appearance) {
        self.appearance = appearance;
        self.renderer.forget_paint();
        self.picture = None;
    }

    /// Forgets the columns if the bodies are no longer those of the file: of edited ones, nobody
    /// knows which is which. Bodies that came later have none.
    pub(super) fn check_columns(&mut self) {
        let count = self.simulation.bodies().count() as usize;
        if self.appearance.columns.iter().any(|column| column.values.len() > count) {
            self.appearance = Appearance::default();
        }
    }

    /// Gives the bodies the colours that the look shows of them.
    pub(super) fn paint(&mut self) -> Result<(), GpuError> {
        self.renderer.paint(&self.scene.look, &self.appearance)?;
        match &mut self.canvas {
            Some(canvas) => self.renderer.adopt(canvas),
            None => Ok(()),
        }
    }
}
