//! What commands do in the laboratory.

use std::path::Path;

use starshell::words::t;

use crate::app::commands::{Export, View};
use crate::app::laboratory::Laboratory;
use crate::app::shell::state::Shell;
use crate::explained::explained;

impl Laboratory {
    /// Measures experiments by name or, without names, the one that is shown, unless measurements
    /// are under way.
    pub fn measure(&mut self, shell: &mut Shell, names: &[&'static str]) {
        if self.measuring.is_some() {
            return;
        }
        let shown = [self.shown.name];
        let names = if names.is_empty() { &shown } else { names };
        if let Err(typed) = self.begin(names) {
            shell.notices.warn(t!("laboratory-no-count", typed = typed));
        }
    }

    /// Ends the measurements after the present case.
    pub fn stop(&self) {
        self.measuring.iter().for_each(|measuring| measuring.stop());
    }

    /// Writes the results of the experiment that is shown.
    pub fn export_results(&self, shell: &mut Shell, kind: Export) {
        match self.export(kind, &shell.folder) {
            Ok(Some(path)) => {
                shell.notices.tell_written(t!("notice-written", path = path.display()))
            }
            Ok(None) => shell.notices.warn(t!("laboratory-nothing")),
            Err(error) => shell.notices.warn(explained(&*error)),
        }
    }

    /// Puts another machine's results beside, or puts them away.
    pub fn compare_results(&mut self, shell: &mut Shell, path: Option<&Path>) {
        match self.compare(path) {
            Ok(()) if path.is_some() => shell.view = View::Laboratory,
            Ok(()) => {}
            Err(error) => shell.notices.warn(explained(&error)),
        }
    }

    /// Takes the rows that have been measured, and says whether the simulation rests meanwhile.
    pub fn frame(&mut self, shell: &mut Shell) {
        self.receive().into_iter().for_each(|failure| shell.notices.warn(failure));
        shell.is_measuring = self.measuring.is_some() && !self.keeps_turning;
    }
}
