//! Snapshots of other programs as runs, and runs as snapshots.

use super::{Checkpoint, WindowState};
use crate::exchange::series::Series;
use crate::exchange::snapshots::write;
use crate::exchange::{ImportError, Measures, convert};
use crate::physics::Snapshot;
use crate::scene::{Scene, SceneError};
use crate::words::say;

impl Checkpoint {
    /// A run at the last snapshot of a series, whose timeline holds those before it: all of them, or as
    /// many at even distances as `max_bytes` hold. It is paused.
    ///
    /// # Errors
    /// [`SceneError::Import`] if a file fails or a run cannot hold a body.
    pub fn from_series(
        series: &mut Series,
        measures: Option<&Measures>,
        max_bytes: u64,
    ) -> Result<Self, SceneError> {
        if series.is_comoving() {
            let message = say!("import-comoving-series");
            return Err(ImportError::Invalid { file: series.first().file.clone(), message }.into());
        }
        let mut scene = Scene::of_series(series, measures)?;
        let times: Vec<f64> = series.times().collect();
        let bytes = scene.count as u64 * scene.physics.precision.row_bytes() as u64 * 2;
        let most = usize::try_from(max_bytes / bytes.max(1)).unwrap_or(usize::MAX).max(1);
        let stride = times.len().div_ceil(most);
        let file = series.first().file.clone();
        let mut states = Vec::new();
        // From the last one back.
        let kept = (0..times.len()).rev().step_by(stride).collect::<Vec<_>>();
        for place in kept.into_iter().rev() {
            let bodies = series.at(times[place])?;
            let state =
                scene.snapshot_of(series, &bodies, measures, times[place]).map_err(|error| {
                    ImportError::Invalid { file: file.clone(), message: error.to_string().into() }
                })?;
            states.push(Snapshot { steps: place as u64, ..state });
        }
        // Ids and columns are those of the first snapshot, whose bodies may not be the others'.
        scene.initial.forget_columns();
        let Some(snapshot) = states.pop() else { unreachable!("a series has two snapshots") };
        let timeline = states.into_iter().map(|state| (state, scene.physics)).collect();
        let window = Some(WindowState { paused: true, ..WindowState::default() });
        Ok(Self { timeline, window, ..Self::new(scene, snapshot) })
    }

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
