//! What is not measured, why, and how to measure it all the same.

use crate::app::simulation::statistics::{Plot, Statistics, TooMany};

impl Statistics {
    /// Why energies are not measured, if they are not.
    pub fn too_many(&self) -> Option<TooMany> {
        self.limits.too_many
    }

    /// Says the same as another half of how many are too many.
    pub fn share_reach(&mut self, other: &Self) {
        self.limits.reach.clone_from(&other.limits.reach);
    }

    /// Gives up measuring in this run, because a measurement could not be recorded.
    pub fn forgo(&mut self) {
        self.profiles.let_go();
        self.phase.is_slicing = false;
        (self.limits.is_refused, self.limits.is_asked) = (true, false);
    }

    /// Asks for one survey of the present state, however long it takes. Where measuring has failed,
    /// tries again.
    pub fn ask(&mut self) {
        (self.limits.is_refused, self.limits.is_asked) = (false, true);
    }

    /// Whether a survey that was asked for is still to be recorded or to arrive.
    pub fn is_asked(&self) -> bool {
        self.limits.is_asked
            || self.limits.too_many.is_some() && !self.recorded.under_way.is_empty()
    }

    /// Whether a measurement is due, but the bodies are in the middle of a step.
    pub fn awaits_step(&self) -> bool {
        self.phase.awaits_step
    }

    /// Whether measuring has failed in this run.
    pub fn is_refused(&self) -> bool {
        self.limits.is_refused
    }

    /// Whether what `plot` shows is no longer measured, and the time of the last measurement if
    /// that is not the present state.
    pub fn ended(&self, plot: Plot) -> Option<f64> {
        let (surveys, radii) = (&self.measured.surveys, &self.measured.radii);
        let (last, recorded, is_measured) = match plot {
            Plot::Radii => {
                (radii.samples().last().map(|last| last.time), self.recorded.profiled, true)
            }
            Plot::Density | Plot::Speeds => {
                (self.profiles.newest.as_ref().map(|last| last.time), self.recorded.profiled, true)
            }
            _ => (
                surveys.samples().last().map(|last| last.time),
                self.recorded.surveyed,
                self.limits.too_many.is_none(),
            ),
        };
        let is_present = recorded == Some(self.recorded.state());
        last.filter(|_| !is_present && (self.limits.is_refused || !is_measured))
    }
}
