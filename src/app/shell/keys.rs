//! Key bindings: tables for the keyboard and the overlay, one of each feature.

use egui::{Key, KeyboardShortcut, Modifiers};
use starshell::words::t;

use crate::app::shell::{
    action::Action,
    files::Intent,
    view::{Tab, View},
};

/// Keys of one group, and the key of its title.
pub type Group<A> = (&'static str, &'static [Binding<A>]);

/// A key and its action.
pub struct Binding<A> {
    /// The keys that trigger it.
    pub keys: &'static [KeyboardShortcut],
    /// Its text in the overlay.
    pub words: &'static str,
    /// Its action.
    pub action: fn() -> A,
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

/// The bindings of a group: the key of its text, the keys, and the action of each.
macro_rules! bindings {
    ($($words:literal: [$($key:expr),+] => $action:expr;)*) => {
        &[$($crate::app::shell::keys::Binding { keys: &[$($key),+], words: $words, action: || $action }),*]
    };
}

pub(crate) use bindings;

/// The keys of the window, grouped as in the overlay.
pub const KEYS: &[Group<Action>] = &[
    (
        "keys-scenes",
        bindings! {
            "keys-save": [command(Key::S)] => Action::Files(Some(Intent::Save));
            "keys-open": [command(Key::O)] => Action::Files(Some(Intent::Open));
        },
    ),
    (
        "keys-view",
        bindings! {
            "keys-projector": [plain(Key::B)] => Action::ToggleProjector;
            "keys-light": [plain(Key::N)] => Action::ToggleLight;
        },
    ),
    (
        "keys-window",
        bindings! {
            "keys-panels": [plain(Key::Tab), plain(Key::Backtick)] => Action::TogglePanels;
            "keys-measure-tab": [command(Key::Num1)] => Action::ShowTab(Tab::Measure);
            "keys-look-tab": [command(Key::Num2)] => Action::ShowTab(Tab::Look);
            "keys-camera-tab": [command(Key::Num3)] => Action::ShowTab(Tab::Camera);
            "keys-export-tab": [command(Key::Num4)] => Action::ShowTab(Tab::Export);
            "keys-hud": [plain(Key::G)] => Action::ToggleHud;
            "keys-pictures": [shift(Key::F12)] => Action::ToggleView(View::Framing);
            "keys-video": [command_shift(Key::R)] => Action::ToggleView(View::Filming);
            "keys-laboratory": [plain(Key::Y)] => Action::ToggleView(View::Laboratory);
            "keys-workbench": [plain(Key::W)] => Action::ToggleView(View::Workbench);
            "keys-classroom": [plain(Key::Comma)] => Action::ToggleView(View::Classroom);
            "keys-search": [command(Key::K)] => Action::ToggleView(View::Search);
            "keys-larger": [command(Key::Plus), command(Key::Equals)] => Action::Scale(1);
            "keys-smaller": [command(Key::Minus)] => Action::Scale(-1);
            "keys-usual": [command(Key::Num0)] => Action::Scale(0);
            "keys-fullscreen": [plain(Key::F11)] => Action::ToggleFullscreen;
            "keys-help": [plain(Key::H), plain(Key::F1)] => Action::ToggleView(View::Keys);
            "keys-escape": [plain(Key::Escape)] => Action::Escape;
            "keys-quit": [command(Key::Q)] => Action::Quit;
        },
    ),
];

/// Removes Tab from `input` before egui moves the focus with it, and returns whether it was
/// pressed. Left alone where no panels are hidden by it, while a text has the focus, and while an
/// overlay is open.
pub fn take_tab(input: &mut egui::RawInput, context: &egui::Context, view: View) -> bool {
    let has_panels = !matches!(view, View::Laboratory | View::Workbench | View::Classroom);
    if !has_panels
        || context.text_edit_focused()
        || context.memory(|memory| memory.top_modal_layer().is_some())
    {
        return false;
    }
    let is_tab = |event: &egui::Event| matches!(event, egui::Event::Key { key: Key::Tab, pressed: true, modifiers, .. } if modifiers.is_none());
    let before = input.events.len();
    input.events.retain(|event| !is_tab(event));
    input.events.len() < before
}

/// Whether a key takes part in typing a number.
pub fn is_of_number(key: Key) -> bool {
    use Key::{
        Backspace, Comma, Enter, Equals, Minus, Num0, Num1, Num2, Num3, Num4, Num5, Num6, Num7,
        Num8, Num9, Period, Plus,
    };
    let is_digit =
        matches!(key, Num0 | Num1 | Num2 | Num3 | Num4 | Num5 | Num6 | Num7 | Num8 | Num9);
    is_digit || matches!(key, Backspace | Comma | Enter | Equals | Minus | Period | Plus)
}

/// Moves key events after a click or Tab to `held`, for the next frame: only then is it known what
/// has the focus. If a frame takes a second, a click and the number typed after it arrive together,
/// and its digits must not act as shortcuts.
pub fn hold_back(input: &mut egui::RawInput, held: &mut Vec<egui::Event>) {
    input.events.splice(0..0, held.drain(..));
    let is_click = |event: &egui::Event| {
        matches!(
            event,
            egui::Event::PointerButton { pressed: false, .. }
                | egui::Event::Key { key: Key::Tab, pressed: true, .. }
        )
    };
    let is_typed = |event: &egui::Event| {
        matches!(
            event,
            egui::Event::Key { .. }
                | egui::Event::Text(_)
                | egui::Event::Paste(_)
                | egui::Event::Ime(_)
        )
    };
    if let Some(click) = input.events.iter().position(is_click)
        && input.events[click..].iter().any(is_typed)
    {
        *held = input.events.split_off(click + 1);
    }
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
