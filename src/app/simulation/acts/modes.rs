//! What the escape key and the simple mode leave.

use starshell::words::t;

use crate::app::commands::{Tool, View};
use crate::app::shell::state::{Mode, Shell};
use crate::app::simulation::{
    acts::{compare, edits},
    desk::Desk,
    run::Run,
};

impl Desk {
    /// Drops the tool, the selection, the comparison or the card of the first start, one at a time.
    /// Returns whether there was any.
    pub fn escape(&mut self) -> bool {
        if self.viewer.tool != Tool::Look || self.run.stage.interaction.throw.is_some() {
            edits::take_tool(&mut self.run, &mut self.viewer, Tool::Look);
        } else if self.run.stage.interaction.picked.is_some() {
            self.run.stage.pick(None);
        } else if self.run.other_view.is_some() {
            compare::end_comparison(&mut self.shell, &mut self.run, &mut self.drafts);
        } else if is_welcoming(&self.shell, &self.run) {
            self.shell.settings.hint_seen = true;
        } else {
            return false;
        }
        true
    }

    /// Enters or leaves the simple mode.
    pub fn toggle_simple(&mut self) {
        let shell = &mut self.shell;
        shell.mode = match shell.mode {
            Mode::Full => Mode::Simple,
            Mode::Simple => Mode::Full,
            Mode::Locked => return shell.notices.tell(t!("notice-locked")),
        };
        shell.settings.panels.simple = shell.mode == Mode::Simple;
        // What has no control there must not stay on.
        edits::take_tool(&mut self.run, &mut self.viewer, Tool::Look);
        self.viewer.flight.flies = false;
        compare::end_comparison(&mut self.shell, &mut self.run, &mut self.drafts);
    }
}

/// Whether the card of the first start is shown.
pub fn is_welcoming(shell: &Shell, run: &Run) -> bool {
    let Shell { view, settings, .. } = &shell;
    *view == View::Simulation && !settings.hint_seen && !shell.is_projector() && !run.is_tour()
}
