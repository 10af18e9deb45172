//! What an integrator carries from one step to the next besides the bodies.

use super::{Known, Motion};

/// Buffers by their names, and what is known about them.
pub(in crate::physics) struct Kept<'a> {
    pub buffers: Vec<(&'static str, &'a wgpu::Buffer)>,
    /// Whether the forces in them are those of the current positions, and whether the largest
    /// acceleration is known.
    pub known: [bool; 2],
}

impl Motion {
    /// What the next step begins with besides the bodies; none while a task is in progress.
    ///
    /// Direct sums and grids have the same bits however often they are computed, so their forces are
    /// not kept. A tree opens its cells by the accelerations before, and Hermite's method goes on with
    /// those of the predicted positions.
    pub(in crate::physics) fn kept(&self) -> Option<Kept<'_>> {
        if self.under_way.is_some() {
            return None;
        }
        let (gravity, bodies) = (&self.acts.gravity, &self.bodies);
        let mut buffers = vec![("acceleration", bodies.acceleration().raw())];
        if bodies.forces() != bodies.acceleration().raw() {
            buffers.push(("forces", bodies.forces()));
        }
        buffers.extend(self.scheme.kept());
        let has_memory = self.scheme.kept().is_some();
        if let Some(levels) = gravity.levels() {
            buffers.extend([("levels", levels.raw()), ("partial", gravity.partial().raw())]);
        }
        let is_current = self.known.is_current && (has_memory || gravity.levels().is_some());
        Some(Kept { buffers, known: [is_current, self.known.has_largest] })
    }

    /// Goes on with what was kept, whose buffers have been written.
    pub(in crate::physics) fn set_known(&mut self, [is_current, has_largest]: [bool; 2]) {
        self.known = Known { is_current, has_largest };
    }
}
