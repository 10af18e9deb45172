//! What the laboratory is asked for.

use starshell::words::t;
use std::path::PathBuf;

use crate::app::laboratory::Export;
use crate::app::shell::{desk::Desk, view::View};

impl Desk {
    /// Measures experiments by name or, without names, the one that is shown, unless measurements are under way.
    pub fn measure_experiments(&mut self, names: &[&'static str]) {
        if self.laboratory.measuring.is_some() {
            return;
        }
        let shown = [self.laboratory.shown.name];
        let names = if names.is_empty() { &shown } else { names };
        if let Err(typed) = self.laboratory.begin(names) {
            self.notices.warn(t!("laboratory-no-count", typed = typed));
        }
    }

    pub fn stop_measuring(&mut self) {
        if let Some(measuring) = &self.laboratory.measuring {
            measuring.stop();
        }
    }

    /// Takes the rows that have been measured.
    pub fn receive_experiments(&mut self) {
        if let Some(failure) = self.laboratory.receive() {
            self.notices.warn(failure);
        }
    }

    pub fn export_results(&mut self, kind: Export) {
        match self.laboratory.export(kind, &self.folder) {
            Ok(Some(path)) => self.notices.tell_written(t!("notice-written", path = path.display())),
            Ok(None) => self.notices.warn(t!("laboratory-nothing")),
            Err(error) => self.notices.warn(error.to_string()),
        }
    }

    /// Puts another machine's results beside this one's.
    pub fn compare_results(&mut self, path: Option<PathBuf>) {
        match self.laboratory.compare(path.as_deref()) {
            Ok(()) if path.is_some() => self.view = View::Laboratory,
            Ok(()) => {}
            Err(error) => self.notices.warn(error.to_string()),
        }
    }

    /// Whether measurements suspend the simulation.
    pub fn rests_for_measurements(&self) -> bool {
        self.laboratory.measuring.is_some() && !self.laboratory.keeps_turning
    }
}
