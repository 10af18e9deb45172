//! Shortcuts: how the table writes them, and how people say them.

use egui::{Key, KeyboardShortcut, Modifiers};
use starshell::words::t;

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
    let names = keys.iter().map(|keys| name(keys.logical_key, keys.modifiers));
    names.collect::<Vec<_>>().join(" · ")
}

/// Keys as people say them: `Shift+F`, or `Umschalt+F` in German. Symbols are as printed on the
/// keys.
pub fn name(key: Key, modifiers: Modifiers) -> String {
    let own = match key {
        Key::OpenBracket => "[".to_owned(),
        Key::CloseBracket => "]".to_owned(),
        Key::Backtick => "`".to_owned(),
        Key::Minus => "−".to_owned(),
        Key::Plus => "+".to_owned(),
        Key::Equals => "=".to_owned(),
        Key::Period if modifiers.shift => return ">".to_owned(),
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
    };
    let ctrl = if cfg!(target_os = "macos") { "Cmd".to_owned() } else { t!("key-ctrl") };
    let held = [
        (modifiers.command || modifiers.ctrl).then_some(ctrl),
        modifiers.shift.then(|| t!("key-shift")),
    ];
    held.into_iter().flatten().chain([own]).collect::<Vec<_>>().join("+")
}
