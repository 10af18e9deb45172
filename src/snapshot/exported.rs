//! Runs as snapshots of other programs.

use super::Checkpoint;
use crate::exchange::snapshots::write;
use crate::exchange::{Measures, convert};

impl Checkpoint {
    /// The bodies of the run for another program, in the coordinates of the file from which they came,
    /// with its types, ids and columns, and in the units of the scene.
    pub fn exported(&self) -> write::Snapshot {
        let (frame, time) = (self.scene.initial.frame(), self.snapshot.time);
        let absolute = |body| frame.absolute(&body, time);
        let bodies: Vec<_> = self.snapshot.state.bodies().map(absolute).collect();
        let initial = &self.scene.initial;
        let snapshot = convert::of_run(initial, &bodies, time, self.measures().as_ref());
        write::Snapshot { parameters: self.scene.parameters(), ..snapshot }
    }

    /// What the numbers of the scene measure.
    pub fn measures(&self) -> Option<Measures> {
        let [length, speed, gravity] = self.scene.units?.in_si();
        Measures::from_si(length, speed, gravity)
    }
}
