//! Controls that change nothing now, in grey: their tooltips say why.

use egui::{Sense, Ui};

/// Opacity of a control that changes nothing now.
const DIM: f32 = 0.45;

/// Why a control changes nothing now, in a sentence.
pub enum Idle {
    /// It cannot be used.
    Closed(String),
    /// It can be used, for what comes later, such as a picture.
    Dimmed(String),
}

/// Draws a control, in grey if it is idle.
pub fn idle<R>(ui: &mut Ui, idle: Option<Idle>, control: impl FnOnce(&mut Ui) -> R) -> R {
    let (why, is_closed) = match idle {
        None => return control(ui),
        Some(Idle::Closed(why)) => (why, true),
        Some(Idle::Dimmed(why)) => (why, false),
    };
    let drawn = ui.scope(|ui| {
        match is_closed {
            true => ui.disable(),
            false => ui.multiply_opacity(DIM),
        }
        control(ui)
    });
    let place = ui.interact(drawn.response.rect, drawn.response.id.with("why"), Sense::hover());
    // What can be used has a tooltip of its own, and the pointer.
    if place.contains_pointer() {
        place.show_tooltip_text(why);
    }
    drawn.inner
}

/// Draws a control, which cannot be used if there is a reason.
pub fn closed<R>(ui: &mut Ui, why: Option<String>, control: impl FnOnce(&mut Ui) -> R) -> R {
    idle(ui, why.map(Idle::Closed), control)
}
