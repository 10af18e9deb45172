//! The keys of the workbench.

use egui::{Event, Key, KeyboardShortcut, Modifiers, Ui};

use crate::app::commands::Command;
use crate::app::shell::state::Shell;
use crate::app::workbench::{Cursor, Workbench};

/// Digits take out parts of a kernel.
const DIGITS: [Key; 9] = [
    Key::Num1,
    Key::Num2,
    Key::Num3,
    Key::Num4,
    Key::Num5,
    Key::Num6,
    Key::Num7,
    Key::Num8,
    Key::Num9,
];

/// Handles the keys of the workbench, and dropped files. Returns the other keys that were pressed.
pub fn pressed(ui: &Ui, shell: &mut Shell, workbench: &mut Workbench) -> Vec<(Key, Modifiers)> {
    let mut left = Vec::new();
    for file in ui.input(|input| input.raw.dropped_files.clone()) {
        shell.ask(Command::OpenKernel(file.path().to_owned()));
    }
    let is_typing = ui.ctx().text_edit_focused();
    let was_typing = is_typing || workbench.is_typing;
    let is_free = ui.ctx().memory(|memory| memory.focused().is_none());
    editing_keys(ui, shell, workbench);
    for event in ui.input(|input| input.events.clone()) {
        let Event::Key { key, modifiers, pressed: true, .. } = event else { continue };
        // The same press has taken the focus away from the editor.
        if is_typing
            || was_typing && key == Key::Escape
            || key == Key::Escape && egui::Popup::is_any_open(ui.ctx())
        {
            continue;
        }
        let digit = DIGITS.iter().position(|digit| *digit == key).filter(|_| modifiers.is_none());
        match (key, digit) {
            (Key::ArrowUp, _) if is_free => workbench.step(-1),
            (Key::ArrowDown, _) if is_free => workbench.step(1),
            (_, Some(number)) => workbench.sheet_mut().take_out(number),
            (Key::Backspace, _) => workbench.sheet_mut().reset(),
            (Key::T, _) if modifiers.is_none() => workbench.sheet_mut().next_hint(),
            _ => {
                if key == Key::Escape {
                    ui.input_mut(|input| input.consume_key(modifiers, key));
                }
                left.push((key, modifiers));
            }
        }
    }
    left
}

/// Handles the keys that hold in the editor too: run, undo, redo, the next fault; and the one that
/// begins to edit.
pub fn editing_keys(ui: &Ui, shell: &mut Shell, workbench: &mut Workbench) {
    // Redo first: undo would take its keys.
    let shortcut = |modifiers: Modifiers, key| {
        ui.input_mut(|input| input.consume_shortcut(&KeyboardShortcut::new(modifiers, key)))
    };
    let sheet = workbench.sheet_mut();
    if shortcut(Modifiers::COMMAND.plus(Modifiers::SHIFT), Key::Z)
        || shortcut(Modifiers::COMMAND, Key::Y)
    {
        sheet.undo(true);
    }
    if shortcut(Modifiers::COMMAND, Key::Z) {
        sheet.undo(false);
    }
    if shortcut(Modifiers::NONE, Key::F8) {
        sheet.go_to_fault();
    }
    if !ui.ctx().text_edit_focused() && shortcut(Modifiers::NONE, Key::E) {
        sheet.cursor = Some(Cursor { place: sheet.body(), has_focus: true });
        // The letter itself is not typed.
        ui.input_mut(|input| input.events.retain(|event| !matches!(event, Event::Text(_))));
    }
    if shortcut(Modifiers::COMMAND, Key::Enter) {
        shell.ask(if workbench.is_running() { Command::StopKernel } else { Command::RunKernel });
    }
}
