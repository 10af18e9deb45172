//! Measurements of a run as a saved run holds them.

use starshell::physics::Reading;
use starshell::snapshot::Curves;

use crate::app::simulation::statistics::{Measured, Measurements, Sample, Series, Statistics};

impl Measurements {
    /// What a saved run keeps of them.
    pub fn curves(&self) -> Curves {
        let survey = |sample: &Sample<Measured>| {
            let Sample { time, steps, value: Measured { diagnostics, drift } } = *sample;
            (Reading { time, steps, diagnostics }, drift)
        };
        let radii = |sample: &Sample<[f64; 4]>| (sample.time, sample.steps, sample.value);
        Curves {
            surveys: self.surveys.samples().iter().map(survey).collect(),
            radii: self.radii.samples().iter().map(radii).collect(),
            marks: self.marks.clone(),
            reference: self.reference,
        }
    }
}

impl Statistics {
    /// Goes on with the curves of a saved run at a moment.
    pub fn reopen(&mut self, curves: Curves, time: f64, steps: u64) {
        let Curves { surveys, radii, marks, reference } = curves;
        let survey = |(reading, drift): (Reading, Option<f64>)| {
            let Reading { time, steps, diagnostics } = reading;
            Sample { time, steps, value: Measured { diagnostics, drift } }
        };
        let radii = radii.into_iter().map(|(time, steps, value)| Sample { time, steps, value });
        let surveys: Series<_> = surveys.into_iter().map(survey).collect();
        let measured = Measurements {
            surveys,
            radii: radii.collect(),
            marks,
            reference,
            run: self.measured.run,
            ..Measurements::default()
        };
        self.restore(measured, time, steps);
    }
}
