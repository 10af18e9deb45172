//! Everything measured over time in a run, and the error of its energy.

use starshell::physics::{Diagnostics, HALF_MASS, Parameters, Reading};

use crate::app::simulation::statistics::{
    breaks::Breaks,
    series::{Sample, Series, curve},
};
use crate::lesson::Plot;

/// Relative error of the energy from which on the user is warned.
pub const ALARMING: f64 = 0.01;
/// Share of the potential energy below which the total is a mere remainder, as where bodies just
/// escape: no error is relative to it.
const REMAINDER: f64 = 1e-3;

/// Diagnostics, with the change in energy.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Measured {
    pub diagnostics: Diagnostics,
    /// Relative to the first measurement of the run, or the first after a change that legitimately
    /// altered the energy.
    pub drift: Option<f64>,
}

/// Everything measured over time in a run, so that it can be shown again.
#[derive(Clone, Debug, Default)]
pub struct Measurements {
    pub surveys: Series<Measured>,
    /// Radii that hold 1, 10, 50 and 90 % of the mass.
    pub radii: Series<[f64; 4]>,
    /// Times at which the physics changed, or the bodies were edited.
    pub marks: Vec<f64>,
    /// Number of the run, so that a plot's view is reset for each.
    pub run: u64,
    /// What the error of the energy is relative to.
    pub reference: Option<Diagnostics>,
    /// The largest error of the energy that [`Measurements::alarm`] has returned since the last
    /// reset.
    pub alarmed: f64,
    pub breaks: Breaks,
    pub physics: Option<Parameters>,
}

impl Measurements {
    /// The quantity for which the plot is named, over time. Plots of the current state have none.
    pub fn curve(&self, plot: Plot) -> Option<Vec<[f64; 2]>> {
        let value: fn(&Measured) -> f64 = match plot {
            Plot::Energies => |now| now.diagnostics.energy(),
            Plot::Drift => |now| now.drift.map_or(f64::NAN, f64::abs),
            Plot::Momentum => |now| now.diagnostics.momentum.length(),
            Plot::AngularMomentum => |now| now.diagnostics.angular_momentum.length(),
            Plot::Virial => |now| now.diagnostics.virial_ratio(),
            Plot::Radii => return Some(self.radius(HALF_MASS)),
            Plot::Density | Plot::Speeds => return None,
        };
        Some(self.over_time(value))
    }

    /// A value of the surveys over time, interrupted where none was made.
    pub fn over_time(&self, value: impl Fn(&Measured) -> f64) -> Vec<[f64; 2]> {
        curve(self.surveys.samples(), &self.changes(), value)
    }

    /// One of the radii over time, likewise.
    pub fn radius(&self, place: usize) -> Vec<[f64; 2]> {
        curve(self.radii.samples(), &self.changes(), |radii| radii[place])
    }

    /// When the run changed, or broke.
    fn changes(&self) -> Vec<f64> {
        let broken = self.breaks.told().map(|told| told.good);
        self.marks.iter().copied().chain(broken).collect()
    }

    /// The relative error of the energy, as measured last.
    pub fn error(&self) -> Option<f64> {
        self.surveys.samples().last()?.value.drift.map(f64::abs)
    }

    /// The largest relative error of the energy since it was right.
    pub fn worst(&self) -> Option<f64> {
        let errors = self
            .surveys
            .samples()
            .iter()
            .rev()
            .map(|sample| sample.value.drift.map_or(0.0, f64::abs));
        errors.take_while(|error| *error >= ALARMING).reduce(f64::max)
    }

    /// The relative error of the energy, once it reaches [`ALARMING`], and again whenever it is ten
    /// times what was returned before.
    pub fn alarm(&mut self) -> Option<f64> {
        let error = self.error().filter(|error| error.is_finite())?;
        let is_new = error >= ALARMING.max(10.0 * self.alarmed);
        is_new.then(|| {
            self.alarmed = error;
            error
        })
    }

    /// Adds a survey. One from before the energy changed has no meaningful error.
    pub fn add(&mut self, reading: &Reading, is_comparable: bool) {
        let Reading { time, steps, diagnostics } = *reading;
        let reference = is_comparable.then(|| *self.reference.get_or_insert(diagnostics));
        if let Some(start) = reference {
            self.breaks.see(reading, &start);
        }
        let has_scale =
            |start: &Diagnostics| start.energy().abs() > REMAINDER * start.potential.abs();
        let drift = reference.filter(has_scale).map(|start| diagnostics.energy_drift(&start));
        self.surveys.push(Sample { time, steps, value: Measured { diagnostics, drift } });
    }
}
