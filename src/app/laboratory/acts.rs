//! Carries out what the laboratory is asked for.

use starshell::words::t;

use crate::app::laboratory::{Laboratory, action::Action};
use crate::app::shell::{state::Shell, view::View};

impl Laboratory {
    /// Carries out one request.
    pub fn perform(&mut self, shell: &mut Shell, action: Action) {
        match action {
            Action::Measure(names) => self.measure(shell, &names),
            Action::Stop => self.measuring.iter().for_each(|measuring| measuring.stop()),
            Action::Export(kind) => match self.export(kind, &shell.folder) {
                Ok(Some(path)) => {
                    shell.notices.tell_written(t!("notice-written", path = path.display()))
                }
                Ok(None) => shell.notices.warn(t!("laboratory-nothing")),
                Err(error) => shell.notices.warn(error.to_string()),
            },
            Action::Compare(path) => match self.compare(path.as_deref()) {
                Ok(()) if path.is_some() => shell.view = View::Laboratory,
                Ok(()) => {}
                Err(error) => shell.notices.warn(error.to_string()),
            },
        }
    }

    /// Measures experiments by name or, without names, the one that is shown, unless measurements
    /// are under way.
    fn measure(&mut self, shell: &mut Shell, names: &[&'static str]) {
        if self.measuring.is_some() {
            return;
        }
        let shown = [self.shown.name];
        let names = if names.is_empty() { &shown } else { names };
        if let Err(typed) = self.begin(names) {
            shell.notices.warn(t!("laboratory-no-count", typed = typed));
        }
    }

    /// Takes the rows that have been measured, and says whether the simulation rests meanwhile.
    pub fn frame(&mut self, shell: &mut Shell) {
        self.receive().into_iter().for_each(|failure| shell.notices.warn(failure));
        shell.is_measuring = self.measuring.is_some() && !self.keeps_turning;
    }
}
