//! Pauses a run whose energy breaks, and leads back to where it was right.

use starshell::scene::Dimension;
use starshell::words::{self, t};

use crate::app::simulation::{acts::frame::remedy_name, desk::Desk, statistics::Break};

impl Desk {
    /// Pauses once if the energy has changed so much that it is not worth going on, as `render`
    /// ends. Returns whether it did. The attractor is meant to change it. Lessons, the simple mode,
    /// the tour and trials go on whatever happens.
    pub fn pause_if_broken(&mut self) -> bool {
        let Some(found) = self.stage.statistics.breaks().take() else { return false };
        let goes_on = self.shell.is_teaching
            || self.shell.is_simple()
            || self.is_tour()
            || self.trials.under_way.is_some();
        if goes_on || self.stage.interaction.attraction.is_some() {
            return false;
        }
        self.stage.statistics.breaks().tell(found);
        (self.viewer.transport.is_playing, self.viewer.transport.remaining) = (false, 0);
        true
    }

    /// What there is to say of the break that has paused the run, with its cause once that is
    /// known.
    pub fn break_warning(&self, broken: Break) -> String {
        let numbers = self.stage.numbers();
        let [time, good] =
            [broken.time, broken.good].map(|time| numbers.text(Dimension::Time, time));
        let share = words::short(100.0 * broken.change.abs());
        let (text, causes) = (
            t!("notice-broken", time = time, good = good, share = share),
            &self.stage.statistics.causes,
        );
        match causes.of(&self.stage.session.scene().physics) {
            Some(diagnosis) => {
                format!("{text} {}", t!("notice-cause", cause = diagnosis.told(remedy_name)))
            }
            None if causes.is_testing() => format!("{text} {}", t!("notice-testing")),
            None => text,
        }
    }

    /// The time of the last stored state from before the break that has paused the run, unless it
    /// is shown.
    pub fn time_before_break(&self) -> Option<f64> {
        let (good, present) = (self.stage.statistics.told_break()?.good, self.times()[1]);
        let times = self.line()?.moments().iter().map(|moment| moment.time());
        times.take_while(|time| *time <= good).last().filter(|time| *time < present)
    }
}
