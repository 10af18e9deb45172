//! Shortcuts: how the table writes them, and how people say them. Letters are meant as printed,
//! digits and signs by their place on a keyboard of the United States: other keyboards have other
//! signs there, or need Shift or AltGr for the same.

use std::cell::RefCell;
use std::collections::BTreeMap;

use egui::{Event, Key, KeyboardShortcut, Modifiers};
use starshell::words::t;

/// The key that shows the scene's own look while it is held.
pub const BEFORE: Key = Key::Backslash;

/// Keys that are known by their place.
#[rustfmt::skip]
const PLACES: [Key; 18] = {
    use Key::{
        Backslash, Backtick, CloseBracket, Comma, Equals, Minus, Num0, Num1, Num2, Num3, Num4, Num5, Num6,
        Num7, Num8, Num9, OpenBracket, Period,
    };
    [
        Num0, Num1, Num2, Num3, Num4, Num5, Num6, Num7, Num8, Num9, Minus, Equals, OpenBracket,
        CloseBracket, Comma, Period, Backtick, Backslash,
    ]
};

thread_local! {
    /// What this keyboard has at the places of keys, as far as they have been pressed.
    static LETTERS: RefCell<BTreeMap<Key, String>> = RefCell::default();
}

/// Learns what is printed on the key at a place.
pub fn learn(place: Key, letter: char) {
    LETTERS.with_borrow_mut(|letters| letters.insert(place, letter.to_string()));
}

/// What is printed on the key at a place.
pub fn letter(place: Key) -> String {
    match LETTERS.with_borrow(|letters| letters.get(&place).cloned()) {
        Some(letter) if letter != "," => letter,
        Some(_) => t!("key-comma"),
        None => sign(place),
    }
}

/// The key at the place of the one that was pressed, whatever is printed there.
pub fn placed(key: Key, physical: Option<Key>) -> Key {
    physical.unwrap_or(key)
}

/// Makes events of digits and signs those of their places. With Ctrl, signs are what is printed:
/// so are they in every program.
pub fn by_place(events: &mut [Event]) {
    for event in events {
        let Event::Key { key, physical_key: Some(place), modifiers, .. } = event else { continue };
        let is_sign = matches!(key, Key::Plus | Key::Minus | Key::Equals | Key::Comma);
        if PLACES.contains(place) && !(modifiers.command && is_sign) {
            *key = *place;
        }
    }
}

pub const fn plain(key: Key) -> KeyboardShortcut {
    KeyboardShortcut::new(Modifiers::NONE, key)
}

pub const fn shift(key: Key) -> KeyboardShortcut {
    KeyboardShortcut::new(Modifiers::SHIFT, key)
}

pub const fn command(key: Key) -> KeyboardShortcut {
    KeyboardShortcut::new(Modifiers::COMMAND, key)
}

pub const fn command_shift(key: Key) -> KeyboardShortcut {
    KeyboardShortcut::new(Modifiers::COMMAND.plus(Modifiers::SHIFT), key)
}

/// Shortcuts as people say them: `F1 · H`.
pub fn names(keys: &[KeyboardShortcut]) -> String {
    // A sign that this keyboard has at the place of another shortcut means that one.
    let is_other = |key: Key| {
        LETTERS.with_borrow(|letters| letters.values().any(|letter| *letter == sign(key)))
    };
    let own = keys.iter().filter(|keys| {
        let KeyboardShortcut { logical_key, modifiers } = **keys;
        logical_key != Key::Plus || !modifiers.is_none() || !is_other(logical_key)
    });
    let names = own.map(|keys| name(keys.logical_key, keys.modifiers));
    names.collect::<Vec<_>>().join(" · ")
}

/// Keys as people say them: `Shift+F`, or `Umschalt+F` in German. Symbols are as printed on the
/// keys.
pub fn name(key: Key, modifiers: Modifiers) -> String {
    let is_command = modifiers.command || modifiers.ctrl;
    let own = if PLACES.contains(&key) && !is_command { letter(key) } else { sign(key) };
    let ctrl = if cfg!(target_os = "macos") { "Cmd".to_owned() } else { t!("key-ctrl") };
    let held = [is_command.then_some(ctrl), modifiers.shift.then(|| t!("key-shift"))];
    held.into_iter().flatten().chain([own]).collect::<Vec<_>>().join("+")
}

/// What is printed on a key in the United States.
fn sign(key: Key) -> String {
    match key {
        Key::OpenBracket => "[".to_owned(),
        Key::CloseBracket => "]".to_owned(),
        Key::Backtick => "`".to_owned(),
        Key::Backslash => "\\".to_owned(),
        Key::Minus => "−".to_owned(),
        Key::Plus => "+".to_owned(),
        Key::Equals => "=".to_owned(),
        Key::Period => ".".to_owned(),
        Key::Space => t!("key-space"),
        Key::Backspace => t!("key-backspace"),
        Key::ArrowLeft => t!("key-left"),
        Key::ArrowRight => t!("key-right"),
        Key::Home => t!("key-home"),
        Key::End => t!("key-end"),
        Key::Insert => t!("key-insert"),
        Key::Delete => t!("key-delete"),
        Key::PageUp => t!("key-page-up"),
        Key::PageDown => t!("key-page-down"),
        Key::Enter => t!("key-enter"),
        Key::Escape => t!("key-escape"),
        Key::Tab => t!("key-tab"),
        Key::Comma => t!("key-comma"),
        key => key.name().to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pressed(key: Key, place: Key, modifiers: Modifiers) -> Key {
        let physical_key = Some(place);
        let mut events =
            [Event::Key { key, physical_key, pressed: true, repeat: false, modifiers }];
        by_place(&mut events);
        let [Event::Key { key, .. }] = events else { panic!("{events:?}") };
        key
    }

    #[test]
    fn digits_and_signs_are_known_by_their_place_and_letters_by_what_is_printed() {
        let (none, ctrl) = (Modifiers::NONE, Modifiers::COMMAND);
        for (key, place, modifiers, meant) in [
            // France: Period is a colon and 3 a quotation mark, unless Shift is held.
            (Key::Colon, Key::Period, none, Key::Period),
            (Key::Quote, Key::Num3, none, Key::Num3),
            (Key::Quote, Key::Num3, ctrl, Key::Num3),
            (Key::A, Key::Q, none, Key::A),
            // Germany: a plus is at the place of a bracket, and Z at that of Y.
            (Key::Plus, Key::CloseBracket, none, Key::CloseBracket),
            (Key::Plus, Key::CloseBracket, ctrl, Key::Plus),
            (Key::Minus, Key::Slash, none, Key::Minus),
            (Key::Z, Key::Y, ctrl, Key::Z),
        ] {
            assert_eq!(pressed(key, place, modifiers), meant, "{key:?} at {place:?}");
        }
    }

    #[test]
    fn keys_have_the_letters_of_this_keyboard_once_they_are_known() {
        let next = [plain(Key::CloseBracket)];
        let faster = [plain(Key::Plus), plain(Key::Equals)];
        assert_eq!([names(&next), names(&faster)], ["]", "+ · ="]);
        for (place, printed) in [(Key::CloseBracket, '+'), (Key::Equals, '´'), (Key::W, 'Z')] {
            learn(place, printed);
        }
        assert_eq!([names(&next), names(&faster)], ["+", "´"]);
        assert_eq!(names(&[plain(Key::W)]), "W", "letters are as printed");
        assert_eq!((letter(Key::W), letter(Key::A)), ("Z".to_owned(), "A".to_owned()));
        LETTERS.take();
    }
}
