//! What each key does, in all features.

use egui::{Key, KeyboardShortcut, Modifiers};

use crate::app::shell::{
    keys::{self, Group},
    settings::BOOKMARKS,
};
use crate::app::window::action::Action;
use crate::app::{laboratory, simulation};

/// A line of the overlay: its group, its text, its keys and their action.
pub struct Row {
    pub group: &'static str,
    pub words: &'static str,
    pub keys: &'static [KeyboardShortcut],
    pub action: Action,
}

/// The lines of a feature.
fn rows_of<A: Into<Action> + 'static>(groups: &'static [Group<A>]) -> impl Iterator<Item = Row> {
    let rows = groups
        .iter()
        .flat_map(|(group, bindings)| bindings.iter().map(|binding| (*group, binding)));
    rows.map(|(group, binding)| Row {
        group,
        words: binding.words,
        keys: binding.keys,
        action: (binding.action)().into(),
    })
}

/// All lines. Those of a group need not follow each other.
pub fn rows() -> impl Iterator<Item = Row> {
    rows_of(simulation::keys::KEYS)
        .chain(rows_of(keys::KEYS))
        .chain(rows_of(laboratory::keys::KEYS))
}

/// The keys of the camera bookmarks: F2 to F8, and with Shift to store one.
const BOOKMARK_KEYS: [Key; BOOKMARKS] =
    [Key::F2, Key::F3, Key::F4, Key::F5, Key::F6, Key::F7, Key::F8];

/// The action of a key press.
pub fn action(key: Key, modifiers: Modifiers) -> Option<Action> {
    if let Some(number) = BOOKMARK_KEYS.iter().position(|bookmark| *bookmark == key) {
        use simulation::Action::{RecallBookmark, StoreBookmark};
        return Some(
            if modifiers.shift { StoreBookmark(number) } else { RecallBookmark(number) }.into(),
        );
    }
    let found = |modifiers: Modifiers| {
        let is_pressed = |keys: &KeyboardShortcut| {
            keys.logical_key == key && modifiers.matches_exact(keys.modifiers)
        };
        rows().find(|row| row.keys.iter().any(is_pressed)).map(|row| row.action)
    };
    // Some signs need Shift on some keyboards.
    found(modifiers).or_else(|| found(Modifiers { shift: false, ..modifiers }))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::app::shell;

    #[test]
    fn no_key_has_two_meanings() {
        let all: Vec<_> = rows().flat_map(|row| row.keys).collect();
        for (place, keys) in all.iter().enumerate() {
            assert!(!all[..place].contains(keys), "{keys:?} stands twice");
            assert!(!BOOKMARK_KEYS.contains(&keys.logical_key));
        }
    }

    #[test]
    fn keys_trigger_the_actions_of_the_table() {
        assert!(matches!(
            action(Key::Space, Modifiers::NONE),
            Some(Action::Simulation(simulation::Action::TogglePlay))
        ));
        assert!(matches!(
            action(Key::Period, Modifiers::SHIFT),
            Some(Action::Simulation(simulation::Action::Steps(50)))
        ));
        assert!(matches!(
            action(Key::F3, Modifiers::SHIFT),
            Some(Action::Simulation(simulation::Action::StoreBookmark(1)))
        ));
        assert!(action(Key::Z, Modifiers::NONE).is_none());
        let control = Modifiers::COMMAND | Modifiers::CTRL;
        assert!(matches!(
            action(Key::Z, control),
            Some(Action::Simulation(simulation::Action::Undo))
        ));
        assert!(matches!(
            action(Key::Z, control | Modifiers::SHIFT),
            Some(Action::Simulation(simulation::Action::Redo))
        ));
        assert!(matches!(
            action(Key::Y, control),
            Some(Action::Simulation(simulation::Action::Redo))
        ));
        assert!(matches!(
            action(Key::Q, Modifiers::COMMAND | Modifiers::CTRL),
            Some(Action::Shell(shell::Action::Quit))
        ));
    }
}
