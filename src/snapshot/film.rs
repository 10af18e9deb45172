//! A series of snapshots as a film: what pictures show at any of its times.

use crate::exchange::series::Series;
use crate::exchange::{ImportError, Measures};
use crate::physics::{Precision, Snapshot, State};
use crate::render::{Appearance, Look};
use crate::scene::{Scene, SceneError};

/// A series of snapshots in the units and the frame of a scene. Nothing is computed between them.
#[derive(Debug)]
pub struct Film {
    series: Series,
    measures: Option<Measures>,
    scene: Scene,
}

/// What pictures show at a moment of a film.
#[derive(Clone, Debug)]
pub struct Shown {
    /// The bodies. No steps lead to them.
    pub snapshot: Snapshot,
    /// What else is shown of them.
    pub appearance: Appearance,
}

impl Film {
    /// The film of a series whose numbers measure `measures`, or are in units in which G = 1.
    ///
    /// # Errors
    /// [`ImportError`] as [`Scene::of_series`].
    pub fn new(mut series: Series, measures: Option<Measures>) -> Result<Self, ImportError> {
        let scene = Scene::of_series(&mut series, measures.as_ref())?;
        Ok(Self { series, measures, scene })
    }

    /// The scene that the film is shown in: its units, camera and look, and as bodies those of the
    /// first snapshot.
    pub fn scene(&self) -> &Scene {
        &self.scene
    }

    /// The snapshots.
    pub fn series(&self) -> &Series {
        &self.series
    }

    /// What the numbers of the files measure.
    pub fn measures(&self) -> Option<&Measures> {
        self.measures.as_ref()
    }

    /// The times of the snapshots in their order, in the units of the scene; or expansion factors.
    pub fn times(&self) -> Vec<f64> {
        let per_time = self.per_time();
        self.series.times().map(|time| per_time * time).collect()
    }

    /// The times at its two ends, as [`Film::times`].
    pub fn span(&self) -> [f64; 2] {
        self.series.span().map(|time| self.per_time() * time)
    }

    /// What is shown at a time of the scene, or the nearest within the film, of a look that shows a
    /// column or not.
    ///
    /// # Errors
    /// [`SceneError::Import`] if a file fails or a run cannot hold a body.
    pub fn at(
        &mut self,
        time: f64,
        look: &Look,
        precision: Precision,
    ) -> Result<Shown, SceneError> {
        let [start, end] = self.series.span();
        let of_files = (time / self.per_time()).clamp(start, end);
        let (bodies, appearance) = self.series.shown_at(of_files, look)?;
        let bodies = self.scene.bodies_of(&self.series, &bodies, self.measures.as_ref(), of_files);
        let state = State::new(&bodies, precision).map_err(|error| ImportError::Invalid {
            file: self.series.first().file.clone(),
            message: error.to_string().into(),
        })?;
        let time = self.per_time() * of_files;
        Ok(Shown { snapshot: Snapshot { time, steps: 0, state }, appearance })
    }

    /// A time of the scene over that of the files.
    fn per_time(&self) -> f64 {
        self.scene.time_of(&self.series, self.measures.as_ref(), 1.0)
    }
}
