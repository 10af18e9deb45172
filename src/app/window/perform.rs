//! Performs commands by calling the functions in their table.

use starshell::words::t;

use crate::app::commands::{Command, Scope, commands};
use crate::app::shell::state::{Mode, Request};
use crate::app::simulation::interaction::Purpose;
use crate::app::window::app::App;

impl App {
    /// Performs the queued commands in order. One that must wait is queued again for the next
    /// frame.
    pub fn perform_all(&mut self) {
        for command in std::mem::take(&mut self.desk.shell.commands) {
            // The picture that is being drawn shows the bodies as they are.
            let look = &self.desk.stage.session.scene().look;
            if self.desk.captures.still.is_some() && command.effect().changes_bodies(look) {
                self.ask(command);
            } else {
                self.perform(command);
            }
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
        let before = self.desk.panel_of(command.effect());
        self.call(command);
        before.into_iter().for_each(|before| self.desk.mark_setting(before));
    }
}

macro_rules! call {
    ($($group:literal { $(
        $(#[$doc:meta])*
        $name:ident $(($($field:ident: $type:ty),+))? [$($scope:ident $(if $when:expr)?),*]
            $effect:expr => $function:expr,
        $($words:literal $icon:ident [$($keys:expr),*] = $asked:ident $(($($with:expr),+))?;)*
    )* })*) => {
        impl App {
            /// Calls the function of a command.
            #[allow(clippy::too_many_lines, reason = "the table of commands")]
            fn call(&mut self, command: Command) {
                match command {
                    $($(Command::$name $(($($field),+))? => self.run($function),)*)*
                }
            }

            fn run(&mut self, function: impl FnOnce(&mut Self)) {
                function(self);
            }
        }
    };
}

commands!(call);
