//! The ring around the control that has the keyboard's focus.

use egui::{Event, Id, Key, Stroke, StrokeKind, Ui};

use crate::app::shell::theme;

/// Points between a control and its ring, and the width of that.
pub const GAP: f32 = 2.0;
pub const WIDTH: f32 = 2.0;

/// Draws the ring over everything in the layer of the control, if keys have moved the focus since the
/// last click: whoever clicks knows where.
pub fn ring_ui(ui: &Ui) {
    let context = ui.ctx();
    let is_way = |key: Key| {
        use Key::{ArrowDown, ArrowLeft, ArrowRight, ArrowUp, Tab};
        matches!(key, ArrowDown | ArrowLeft | ArrowRight | ArrowUp | Tab)
    };
    let newest = context.input(|input| {
        input.raw.events.iter().rev().find_map(|event| match event {
            Event::Key { key, pressed: true, .. } if is_way(*key) => Some(true),
            Event::PointerButton { pressed: true, .. } => Some(false),
            _ => None,
        })
    });
    let id = Id::unique("focus by keys");
    let before = context.data(|data| data.get_temp(id)).unwrap_or(false);
    let is_by_keys = newest.unwrap_or(before);
    context.data_mut(|data| data.insert_temp(id, is_by_keys));
    let focused = context.memory(|memory| memory.focused()).filter(|_| is_by_keys);
    let Some(control) = focused.and_then(|id| context.read_response(id)) else { return };
    if control.interact_rect.is_positive() {
        context.layer_painter(control.layer_id).rect_stroke(
            control.interact_rect.expand(GAP),
            6.0,
            Stroke::new(WIDTH, theme::palette(ui).accent),
            StrokeKind::Outside,
        );
    }
}
