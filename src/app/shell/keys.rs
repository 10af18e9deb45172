//! Key bindings: one table for the keyboard and the overlay.

use egui::{Key, KeyboardShortcut, Modifiers};
use starshell::words::t;

use crate::app::shell::{action::Action, settings::BOOKMARKS, view::View};
use crate::app::simulation::{
    files::Intent,
    hands::{Follow, Tool},
    marks::Mark,
};

/// A key and its action.
pub struct Binding {
    /// The keys that trigger it.
    pub keys: &'static [KeyboardShortcut],
    /// Its text in the overlay.
    pub words: &'static str,
    /// Its action.
    pub action: fn() -> Action,
}

const fn plain(key: Key) -> KeyboardShortcut {
    KeyboardShortcut::new(Modifiers::NONE, key)
}

const fn shift(key: Key) -> KeyboardShortcut {
    KeyboardShortcut::new(Modifiers::SHIFT, key)
}

const fn command(key: Key) -> KeyboardShortcut {
    KeyboardShortcut::new(Modifiers::COMMAND, key)
}

const fn command_shift(key: Key) -> KeyboardShortcut {
    KeyboardShortcut::new(Modifiers::COMMAND.plus(Modifiers::SHIFT), key)
}

macro_rules! bindings {
    ($($words:literal: [$($key:expr),+] => $action:expr;)*) => {
        &[$(Binding { keys: &[$($key),+], words: $words, action: || $action }),*]
    };
}

/// Every key, grouped as in the overlay. Keys of the classic demo do the same here.
pub const GROUPS: &[(&str, &[Binding])] = &[
    (
        "keys-transport",
        bindings! {
            "keys-play": [plain(Key::Space)] => Action::TogglePlay;
            "keys-step": [plain(Key::Period)] => Action::Steps(1);
            "keys-steps": [shift(Key::Period), plain(Key::PageDown)] => Action::Steps(50);
            "keys-slower": [plain(Key::Minus)] => Action::ScaleSpeed(0.5);
            "keys-faster": [plain(Key::Plus), plain(Key::Equals)] => Action::ScaleSpeed(2.0);
            "keys-restart": [shift(Key::R)] => Action::Restart;
            "keys-reverse": [plain(Key::Backspace)] => Action::Reverse;
            "keys-earlier": [plain(Key::ArrowLeft)] => Action::StepState(-1);
            "keys-later": [plain(Key::ArrowRight)] => Action::StepState(1);
            "keys-newest": [plain(Key::End)] => Action::Newest;
            "keys-compare": [plain(Key::D)] => Action::Compare(None);
            "keys-other-half": [shift(Key::D)] => Action::OtherHalf;
        },
    ),
    (
        "keys-scenes",
        bindings! {
            "keys-shell": [plain(Key::Num1)] => Action::Scene("shell".to_owned());
            "keys-ball": [plain(Key::Num2)] => Action::Scene("random-ball".to_owned());
            "keys-expanding": [plain(Key::Num3)] => Action::Scene("expanding-ball".to_owned());
            "keys-previous": [plain(Key::OpenBracket)] => Action::NextScene(-1);
            "keys-next": [plain(Key::CloseBracket)] => Action::NextScene(1);
            "keys-tour": [plain(Key::C)] => Action::ToggleTour;
            "keys-copy": [plain(Key::O)] => Action::CopyScene;
            "keys-save": [command(Key::S)] => Action::Files(Some(Intent::Save));
            "keys-open": [command(Key::O)] => Action::Files(Some(Intent::Open));
        },
    ),
    (
        "keys-view",
        bindings! {
            "keys-color": [plain(Key::P)] => Action::NextColor;
            "keys-velocities": [shift(Key::V)] => Action::ToggleMark(Mark::Velocities);
            "keys-accelerations": [shift(Key::A)] => Action::ToggleMark(Mark::Accelerations);
            "keys-areas": [plain(Key::A)] => Action::ToggleMark(Mark::Areas);
            "keys-fit": [plain(Key::F)] => Action::Fit;
            "keys-frame": [shift(Key::F)] => Action::Follow(Follow::Light);
        "keys-follow": [plain(Key::L)] => Action::Follow(Follow::Picked);
        "keys-follow-mass": [plain(Key::M)] => Action::Follow(Follow::CenterOfMass);
        "keys-reset-view": [plain(Key::Home)] => Action::ResetView;
            "keys-set-key": [plain(Key::J), plain(Key::Insert)] => Action::SetKey;
            "keys-drive": [shift(Key::J)] => Action::ToggleDrive;
            "keys-rotate": [plain(Key::U)] => Action::ToggleRotation;
            "keys-fly": [plain(Key::V)] => Action::ToggleFly;
            "keys-projector": [plain(Key::B)] => Action::ToggleProjector;
            "keys-light": [plain(Key::N)] => Action::ToggleLight;
        },
    ),
    (
        "keys-hands",
        bindings! {
            "keys-look": [plain(Key::Q)] => Action::Tool(Tool::Look);
            "keys-body": [plain(Key::I)] => Action::Tool(Tool::Body);
            "keys-cluster": [plain(Key::K)] => Action::Tool(Tool::Cluster);
            "keys-attract": [plain(Key::T)] => Action::Tool(Tool::Attract);
            "keys-delete": [plain(Key::Delete), plain(Key::X)] => Action::DeletePicked;
            "keys-undo": [command(Key::Z)] => Action::Undo;
            "keys-redo": [command_shift(Key::Z), command(Key::Y)] => Action::Redo;
        },
    ),
    (
        "keys-window",
        bindings! {
            "keys-panels": [plain(Key::Tab), plain(Key::Backtick)] => Action::TogglePanels;
            "keys-hud": [plain(Key::G)] => Action::ToggleHud;
            "keys-screenshot": [plain(Key::F12)] => Action::Screenshot;
            "keys-pictures": [shift(Key::F12)] => Action::ToggleView(View::Framing);
            "keys-record": [plain(Key::R)] => Action::Record;
            "keys-laboratory": [plain(Key::Y)] => Action::ToggleView(View::Laboratory);
            "keys-workbench": [plain(Key::W)] => Action::ToggleView(View::Workbench);
            "keys-classroom": [plain(Key::Comma)] => Action::ToggleView(View::Classroom);
            "keys-measure": [command(Key::Enter)] => Action::Measure(Vec::new());
            "keys-fullscreen": [plain(Key::F11)] => Action::ToggleFullscreen;
            "keys-help": [plain(Key::H), plain(Key::F1)] => Action::ToggleView(View::Keys);
            "keys-escape": [plain(Key::Escape)] => Action::Escape;
            "keys-quit": [command(Key::Q)] => Action::Quit;
        },
    ),
];

/// The keys of the camera bookmarks: F2 to F8, and with Shift to store one.
const BOOKMARK_KEYS: [Key; BOOKMARKS] = [Key::F2, Key::F3, Key::F4, Key::F5, Key::F6, Key::F7, Key::F8];

/// The action of a key press.
pub fn action(key: Key, modifiers: Modifiers) -> Option<Action> {
    if let Some(number) = BOOKMARK_KEYS.iter().position(|bookmark| *bookmark == key) {
        return Some(if modifiers.shift { Action::StoreBookmark(number) } else { Action::RecallBookmark(number) });
    }
    let matches = |shortcut: &KeyboardShortcut| shortcut.logical_key == key && modifiers.matches_exact(shortcut.modifiers);
    let all = || GROUPS.iter().flat_map(|(_, bindings)| bindings.iter());
    let shifted = modifiers.shift && !all().any(|binding| binding.keys.iter().any(matches));
    let without_shift = Modifiers { shift: false, ..modifiers };
    let matches_plain =
        |shortcut: &KeyboardShortcut| shortcut.logical_key == key && without_shift.matches_exact(shortcut.modifiers);
    let binding =
        all().find(|binding| binding.keys.iter().any(|keys| if shifted { matches_plain(keys) } else { matches(keys) }))?;
    Some((binding.action)())
}

/// Removes Tab from `input` before egui moves the focus with it, and returns whether it was pressed. Left alone where no panels
/// are hidden by it, while a text has the focus, and while an overlay is open.
pub fn take_tab(input: &mut egui::RawInput, context: &egui::Context, view: View) -> bool {
    let has_panels = !matches!(view, View::Laboratory | View::Workbench | View::Classroom);
    if !has_panels || context.text_edit_focused() || context.memory(|memory| memory.top_modal_layer().is_some()) {
        return false;
    }
    let is_tab = |event: &egui::Event| matches!(event, egui::Event::Key { key: Key::Tab, pressed: true, modifiers, .. } if modifiers.is_none());
    let before = input.events.len();
    input.events.retain(|event| !is_tab(event));
    input.events.len() < before
}

/// Moves key events after a click to `held`, for the next frame: only then is it known what the click focused. If a frame takes
/// a second, a click and the number typed after it arrive together, and its digits must not act as shortcuts.
pub fn hold_back(input: &mut egui::RawInput, held: &mut Vec<egui::Event>) {
    input.events.splice(0..0, held.drain(..));
    let is_click = |event: &egui::Event| matches!(event, egui::Event::PointerButton { pressed: false, .. });
    let is_typed = |event: &egui::Event| {
        matches!(event, egui::Event::Key { .. } | egui::Event::Text(_) | egui::Event::Paste(_) | egui::Event::Ime(_))
    };
    if let Some(click) = input.events.iter().position(is_click)
        && input.events[click..].iter().any(is_typed)
    {
        *held = input.events.split_off(click + 1);
    }
}

/// Keys as people say them: `Shift+F`, or `Umschalt+F` in German. Symbols are as printed on the keys.
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
    let held = [(modifiers.command || modifiers.ctrl).then_some(ctrl), modifiers.shift.then(|| t!("key-shift"))];
    held.into_iter().flatten().chain([own]).collect::<Vec<_>>().join("+")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_key_has_two_meanings() {
        let all: Vec<_> = GROUPS.iter().flat_map(|(_, bindings)| bindings.iter().flat_map(|binding| binding.keys)).collect();
        for (place, keys) in all.iter().enumerate() {
            assert!(!all[..place].contains(keys), "{keys:?} stands twice");
            assert!(!BOOKMARK_KEYS.contains(&keys.logical_key));
        }
    }

    #[test]
    fn keys_do_what_the_table_says() {
        assert!(matches!(action(Key::Space, Modifiers::NONE), Some(Action::TogglePlay)));
        assert!(matches!(action(Key::Period, Modifiers::SHIFT), Some(Action::Steps(50))));
        assert!(matches!(action(Key::F3, Modifiers::SHIFT), Some(Action::StoreBookmark(1))));
        assert!(action(Key::Z, Modifiers::NONE).is_none());
        let control = Modifiers::COMMAND | Modifiers::CTRL;
        assert!(matches!(action(Key::Z, control), Some(Action::Undo)));
        assert!(matches!(action(Key::Z, control | Modifiers::SHIFT), Some(Action::Redo)));
        assert!(matches!(action(Key::Y, control), Some(Action::Redo)));
        assert!(matches!(action(Key::Q, Modifiers::COMMAND | Modifiers::CTRL), Some(Action::Quit)));
    }
}
