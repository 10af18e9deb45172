//! What is not measured, why, and how to measure it all the same.

use crate::app::simulation::statistics::{Plot, Statistics};

/// Why energies are not measured.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TooMany {
    /// How long one measurement would take.
    pub seconds: f64,
    /// Number of bodies that could be measured in time.
    pub most: u64,
}

impl TooMany {
    /// Whether a measurement of `cost` seconds is longer than `longest`, in which `most` bodies could be measured. The answer
    /// `before` stays unless the cost has changed a lot, so that neither the panel nor its numbers flicker with the clock.
    pub(super) fn of(cost: f64, longest: f64, most: u64, before: Option<Self>) -> Option<Self> {
        let stays = |before: &Self| cost > 0.7 * longest && (0.7..1.4).contains(&(cost / before.seconds));
        before.filter(stays).or_else(|| (cost > longest).then_some(Self { seconds: cost, most }))
    }
}

impl Statistics {
    /// Why energies are not measured, if they are not.
    pub fn too_many(&self) -> Option<TooMany> {
        self.too_many
    }

    /// Gives up measuring in this run, because a measurement could not be recorded.
    pub fn forgo(&mut self) {
        self.profiles.let_go();
        self.is_slicing = false;
        (self.is_refused, self.is_asked) = (true, false);
    }

    /// Asks for one survey of the present state, however long it takes. Where measuring has failed, tries again.
    pub fn ask(&mut self) {
        (self.is_refused, self.is_asked) = (false, true);
    }

    /// Whether a survey that was asked for is still to be recorded or to arrive.
    pub fn is_asked(&self) -> bool {
        self.is_asked || self.too_many.is_some() && !self.under_way.is_empty()
    }

    /// Whether a measurement is due, but the bodies are in the middle of a step.
    pub fn awaits_step(&self) -> bool {
        self.awaits_step
    }

    /// Whether measuring has failed in this run.
    pub fn is_refused(&self) -> bool {
        self.is_refused
    }

    /// Whether what `plot` shows is no longer measured, and the time of the last measurement if that is not the present state.
    pub fn ended(&self, plot: Plot) -> Option<f64> {
        let (surveys, radii) = (&self.surveys, &self.profiles.radii);
        let (last, recorded, is_measured) = match plot {
            Plot::Radii => (radii.samples().last().map(|last| last.time), self.profiled, true),
            Plot::Density | Plot::Speeds => (self.profiles.newest.as_ref().map(|last| last.time), self.profiled, true),
            _ => (surveys.samples().last().map(|last| last.time), self.surveyed, self.too_many.is_none()),
        };
        let is_present = recorded == Some((self.now.1, self.era));
        last.filter(|_| !is_present && (self.is_refused || !is_measured))
    }
}
