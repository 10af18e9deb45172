//! Everything that can be done in the window: [`Command`]s, in one table. Panels, keys, the search
//! and lessons ask the shell for them, and the window performs them between frames, in the order in
//! which they were asked for.

mod files;
mod shortcut;
mod table;
mod tools;
mod view;

use std::path::PathBuf;

use egui::{Key, KeyboardShortcut, Modifiers};
use glam::Vec2;
use starshell::physics::initial::InitialState;
use starshell::physics::{Attraction, Integrator, Parameters};
use starshell::render::{Camera, CameraPath, Look};
use starshell::scene::{Setting, Units, Value};
use starshell::session::{Edit, Members};

use crate::app::icons;
use crate::lesson::Answer;

pub use files::{Export, Intent, Upkeep};
pub use shortcut::{BEFORE, by_place, learn, letter, name, names, placed};
pub use tools::{Follow, Mark, Throw, Tool};
pub use view::{Medium, Page, View};

use shortcut::{command, command_shift, plain, shift};
pub(crate) use table::commands;

/// Where a command is available besides the full window with the simulation, which has all of them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scope {
    /// In the simple mode.
    Simple,
    /// By its shortcut, in every view.
    Everywhere,
    /// By its shortcut, on a card beside the simulation.
    Lesson,
    /// By its shortcut, where an experiment is shown.
    Laboratory,
}

/// What a command changes at once that undo gives back as it was.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Effect {
    Nothing,
    Physics,
    Look,
}

impl Effect {
    fn of_setting(row: &Setting) -> Self {
        match row.table() {
            "physics" => Self::Physics,
            "look" => Self::Look,
            _ => Self::Nothing,
        }
    }
}

/// How the user asks for a command.
pub struct Offer {
    /// The key of its group's title.
    pub group: &'static str,
    /// The key of its words: the name of its button, its tooltip.
    pub words: &'static str,
    pub icon: &'static str,
    pub shortcuts: &'static [KeyboardShortcut],
    pub command: fn() -> Command,
}

macro_rules! define {
    ($($group:literal { $(
        $(#[$doc:meta])*
        $name:ident $(($($field:ident: $type:ty),+))? [$($scope:ident $(if $when:expr)?),*]
            $effect:expr => ($($part:ident),+) $function:expr,
        $($words:literal $icon:ident [$($keys:expr),*] = $asked:ident $(($($with:expr),+))?;)*
    )* })*) => {
        /// A request to the window.
        #[derive(Clone, Debug)]
        pub enum Command {
            $($($(#[$doc])* $name $(($($type),+))?,)*)*
        }

        #[allow(unused_variables, reason = "few rows look at what they are called with")]
        impl Command {
            /// All commands by name.
            #[cfg(test)]
            pub const NAMES: &[&str] = &[$($(stringify!($name)),*),*];

            /// Whether it is available in a scope.
            pub fn is_in(&self, asked: Scope) -> bool {
                match self {
                    $($(Self::$name $(($($field),+))? => {
                        false $(|| asked == Scope::$scope $(&& $when)?)*
                    })*)*
                }
            }

            /// What it changes at once.
            pub fn effect(&self) -> Effect {
                use Effect::{Look, Nothing, Physics};
                match self {
                    $($(Self::$name $(($($field),+))? => $effect,)*)*
                }
            }
        }

        /// What the user can ask for by a button, a shortcut or the search.
        pub static OFFERS: &[Offer] = &[$($($(Offer {
            group: $group,
            words: $words,
            icon: icons::$icon,
            shortcuts: &[$($keys),*],
            command: || Command::$asked $(($($with),+))?,
        },)*)*)*];
    };
}

commands!(define);

impl Command {
    /// What to do with the file that was chosen in the dialogue for files.
    pub fn with_file(intent: Intent, path: PathBuf) -> Self {
        match intent {
            Intent::Save => Self::Save(path),
            Intent::Open => Self::Open(path),
            Intent::Compare => Self::CompareResults(Some(path)),
        }
    }
}

/// What the button with these words asks for.
pub fn offer(words: &str) -> Option<&'static Offer> {
    OFFERS.iter().find(|offer| offer.words == words)
}

/// The command of a shortcut.
pub fn pressed(key: Key, modifiers: Modifiers) -> Option<Command> {
    if let Some(number) = BOOKMARKS.iter().position(|bookmark| *bookmark == key) {
        return Some(match modifiers.shift {
            true => Command::StoreBookmark(number),
            false => Command::RecallBookmark(number),
        });
    }
    let found = |modifiers: Modifiers| {
        let is_pressed = |keys: &KeyboardShortcut| {
            keys.logical_key == key && modifiers.matches_exact(keys.modifiers)
        };
        OFFERS.iter().find(|offer| offer.shortcuts.iter().any(is_pressed))
    };
    // Some signs need Shift on some keyboards.
    let offer = found(modifiers).or_else(|| found(Modifiers { shift: false, ..modifiers }))?;
    Some((offer.command)())
}

/// The keys of the camera's bookmarks, which Shift stores.
const BOOKMARKS: [Key; 7] = [Key::F2, Key::F3, Key::F4, Key::F5, Key::F6, Key::F7, Key::F8];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_shortcut_and_no_words_have_two_meanings() {
        assert_eq!(BOOKMARKS.len(), crate::app::shell::settings::BOOKMARKS);
        let shortcuts: Vec<_> = OFFERS.iter().flat_map(|offer| offer.shortcuts).collect();
        assert!(shortcuts.len() > 60);
        for (place, shortcut) in shortcuts.iter().enumerate() {
            assert!(!shortcuts[..place].contains(shortcut), "{shortcut:?} stands twice");
            assert!(!BOOKMARKS.contains(&shortcut.logical_key));
        }
        for (place, offer) in OFFERS.iter().enumerate() {
            assert!(
                OFFERS[..place].iter().all(|other| other.words != offer.words),
                "{}",
                offer.words
            );
        }
    }

    #[test]
    fn shortcuts_ask_for_the_commands_of_the_table() {
        let control = Modifiers::COMMAND | Modifiers::CTRL;
        let asked = [
            (Key::Space, Modifiers::NONE, "TogglePlay"),
            (Key::Period, Modifiers::SHIFT, "Steps(50)"),
            (Key::F3, Modifiers::SHIFT, "StoreBookmark(1)"),
            (Key::Z, control, "Undo"),
            (Key::Z, control | Modifiers::SHIFT, "Redo"),
            (Key::Y, control, "Redo"),
            (Key::Q, control, "Quit"),
        ];
        for (key, modifiers, name) in asked {
            assert_eq!(format!("{:?}", pressed(key, modifiers).unwrap()), name);
        }
        assert!(pressed(Key::Z, Modifiers::NONE).is_none());
    }
}
