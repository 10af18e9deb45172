//! What the window does about keys before its controls see them.

use egui::Key;

use crate::app::commands::View;

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
