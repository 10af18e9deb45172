//! Performs commands by calling the functions in their table.

use starshell::words::t;

use crate::app::commands::{Command, Scope, commands};
use crate::app::shell::state::{Mode, Request};
use crate::app::simulation::{
    acts::{
        collection, compare, edits, files, film, loading, members, modes, path, perform, picture,
        preview, queue, timeline, trial, view,
    },
    desk::Desk,
    interaction::Purpose,
    rescue::Rescue,
};
use crate::app::window::app::App;

impl App {
    /// Performs the queued commands in order.
    pub fn perform_all(&mut self) {
        let Desk { shell, run, rescue, .. } = &mut self.desk;
        // What was asked for before the first frame came from the command line.
        if !shell.commands.is_empty() && shell.frames > 1 {
            shell.settings.hint_seen |= modes::is_welcoming(shell, run);
            let goes_on = |command: &Command| matches!(command, Command::GoOn);
            if !shell.commands.iter().any(goes_on) {
                rescue.iter_mut().for_each(Rescue::pass);
            }
        }
        for command in std::mem::take(&mut self.desk.shell.commands) {
            self.perform(command);
        }
    }

    /// Performs one command, if the mode has it. What a control changes can be undone.
    pub fn perform(&mut self, command: Command) {
        let shell = &mut self.desk.shell;
        if shell.is_simple() && !command.is_in(Scope::Simple) {
            // A click on the picture needs no notice.
            if !matches!(command, Command::Pick(..)) {
                shell.notices.tell(if shell.mode == Mode::Locked {
                    t!("notice-locked")
                } else {
                    t!("notice-simple")
                });
            }
            return;
        }
        view::show_before(&mut self.desk.shell, &mut self.desk.run, false);
        let before = edits::panel_of(&self.desk.run, command.effect());
        self.call(command);
        before.into_iter().for_each(|before| edits::mark_setting(&mut self.desk.run, before));
    }
}

/// A part of the window, as a row of the table names it.
macro_rules! part {
    ($app:ident, app) => {
        $app
    };
    ($app:ident, laboratory) => {
        &mut $app.laboratory
    };
    ($app:ident, workbench) => {
        &mut $app.workbench
    };
    ($app:ident, classroom) => {
        &mut $app.classroom
    };
    ($app:ident, $part:ident) => {
        &mut $app.desk.$part
    };
}

macro_rules! call {
    ($($group:literal { $(
        $(#[$doc:meta])*
        $name:ident $(($($field:ident: $type:ty),+))? [$($scope:ident $(if $when:expr)?),*]
            $effect:expr => ($($part:ident),+) $function:expr,
        $($words:literal $icon:ident [$($keys:expr),*] = $asked:ident $(($($with:expr),+))?;)*
    )* })*) => {
        impl App {
            /// Calls the function of a command with the parts of the window that it takes.
            #[allow(clippy::too_many_lines, reason = "the table of commands")]
            fn call(&mut self, command: Command) {
                match command {
                    $($(Command::$name $(($($field),+))? => {
                        $(let $part = part!(self, $part);)+
                        $function
                    })*)*
                }
            }
        }
    };
}

commands!(call);
