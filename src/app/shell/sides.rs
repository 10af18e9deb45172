//! The panels at the sides of the picture, as far as the window has room for them.

use egui::{Event, Key, Margin, Modifiers, Panel, ScrollArea, Ui, vec2};

use crate::app::icons;
use crate::app::shell::{state::Shell, theme, widgets};

/// Minimum width of the picture between panels: that of the tools with a card beside them.
const PICTURE: f32 = 312.0;

/// Points between a panel's scroll bar and its edge.
const BAR_MARGIN: i8 = 4;

/// How many side panels the window has room for beside the picture.
pub fn room_for_sides(ui: &Ui) -> usize {
    ((ui.ctx().content_rect().width() - PICTURE) / theme::SIDE).clamp(0.0, 2.0) as usize
}

/// Whether the left and right panels are shown: those that are open, as far as the window has room
/// for them.
pub fn sides(ui: &Ui, shell: &Shell) -> [bool; 2] {
    let is_right_first = shell.settings.panels.right_first;
    match (room_for_sides(ui), shell.sides()) {
        (0, _) => [false; 2],
        (1, [true, true]) => [!is_right_first, is_right_first],
        (_, open) => open,
    }
}

/// A button that folds or opens the left (0) or right (1) panel. If there is room for only one, it
/// takes the other's place.
pub fn side_button(ui: &mut Ui, shell: &mut Shell, side: usize, key: &str) {
    let (room, mut open) = (room_for_sides(ui), sides(ui, shell));
    let button = ui
        .add_enabled_ui(room > 0, |ui| {
            widgets::icon_button(ui, icons::SIDEBAR_SIMPLE, key, open[side])
        })
        .inner;
    if button.clicked() {
        open[side] = !open[side];
        open[1 - side] &= room > 1 || !open[side];
        shell.set_sides(open);
    }
}

/// Share of what is seen that a key scrolls.
const PAGE: f32 = 0.8;

/// Scrolls the contents of a panel by Ctrl+Page Down and Ctrl+Page Up: what takes no focus is not
/// reached by Tab.
pub fn scroll_by_keys(ui: &Ui) {
    let pages = |event: &Event| match event {
        Event::Key { key, pressed: true, modifiers, .. }
            if modifiers.matches_exact(Modifiers::COMMAND) =>
        {
            match key {
                Key::PageDown => 1.0,
                Key::PageUp => -1.0,
                _ => 0.0,
            }
        }
        _ => 0.0,
    };
    let by: f32 = ui.input(|input| input.events.iter().map(pages).sum());
    if by != 0.0 {
        ui.scroll_with_delta(vec2(0.0, -by * PAGE * ui.clip_rect().height()));
    }
}

/// A side panel with scrolling contents.
pub fn side(ui: &mut Ui, panel: Panel, contents: impl FnOnce(&mut Ui)) {
    side_of(ui, panel, theme::SIDE, contents);
}

/// A side panel of this width with scrolling contents.
pub fn side_of(ui: &mut Ui, panel: Panel, width: f32, contents: impl FnOnce(&mut Ui)) {
    // The scroll bar has the margin to itself, so it never overlaps a number.
    let frame = widgets::panel_frame(ui);
    let frame = frame.inner_margin(Margin { right: BAR_MARGIN, ..frame.inner_margin });
    panel.exact_size(width).resizable(false).frame(frame).show(ui, |ui| {
        ScrollArea::vertical().auto_shrink(false).show(ui, |ui| {
            scroll_by_keys(ui);
            ui.set_max_width(ui.available_width() - 4.0 * theme::GRID);
            contents(ui);
        });
    });
}
