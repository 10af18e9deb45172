//! The controls that make up panels. Each has a label from the interface texts, which assistive
//! technology and tests use too, and a tooltip with its meaning and unit.

mod button;
mod choice;
mod idle;
mod ring;
mod scale;
mod small_print;
mod tab;

use std::cell::Cell;

use egui::{
    Align, Color32, CursorIcon, DragValue, Frame, Id, Layout, Margin, Order, Rect, RectAlign,
    Response, RichText, Sense, Tooltip, Ui, vec2,
};
use starshell::words::{self, t};

use crate::app::commands;
use crate::app::icons;
use crate::app::shell::{
    guidance,
    theme::{self, GRID, ROW},
};
use crate::lesson::Value;
pub use button::{
    arrow_button_of, button, button_of, heading, icon_button, icon_button_for, icon_button_of,
    icon_button_on, line_beside, row_text, slim_button, slim_button_of,
};
pub use choice::{choice, choice_if, choice_of, choose, segments};
pub use idle::{Idle, closed, idle};
pub use ring::ring_ui;
#[cfg(test)]
pub use ring::{GAP as RING_GAP, WIDTH as RING_WIDTH};
pub use scale::Scale;
use scale::formatted;
pub use small_print::{kept_note, kept_note_beside, kept_warning, note};
pub use tab::{parts_ui, tab};

/// Most letters of a name.
const NAME: usize = 40;
/// Height of a slider with its label.
pub const SLIDER: f32 = ROW + RAIL + GRID;
const RAIL: f32 = 16.0;
/// Width of an arrow beside an icon button.
pub const ARROW: f32 = 14.0;

/// Adds the tooltip of `key`, if it has one.
pub fn with_tip(response: Response, key: &str) -> Response {
    // Most controls are not hovered, so skip the look-up.
    if !response.hovered() && !response.has_focus() {
        return response;
    }
    match tip(key) {
        Some(tip) => tooltip(response, tip),
        None => response,
    }
}

/// What a control does, and its shortcut.
fn tip(key: &str) -> Option<String> {
    let shortcuts = commands::offer(key).map(|offer| commands::names(offer.shortcuts));
    let parts = [words::tip(key), shortcuts.filter(|names| !names.is_empty())];
    let parts: Vec<_> = parts.into_iter().flatten().collect();
    (!parts.is_empty()).then(|| parts.join(" "))
}

/// Shows `text` while the pointer rests on a control of a panel or list: beside the whole column,
/// so that it covers none of the controls that follow.
pub fn tooltip(response: Response, text: impl Into<String>) -> Response {
    let text = text.into();
    let mut tooltip = Tooltip::for_enabled(&response);
    if let Some((anchor, align)) = beside(&response, response.ctx.content_rect()) {
        tooltip.popup = tooltip.popup.anchor(anchor).align(align);
    }
    tooltip.show(|ui| {
        ui.set_max_width(ui.spacing().tooltip_width);
        ui.label(text);
    });
    response
}

/// What the tooltip of a control in a column is aligned with, and how. `None` for controls that are
/// in no column.
fn beside(response: &Response, screen: Rect) -> Option<(Rect, RectAlign)> {
    let rect = response.rect;
    match response.layer_id.order {
        // A list of choices.
        Order::Foreground => Some((rect, RectAlign::RIGHT_START)),
        Order::Background if rect.bottom() > screen.bottom() - theme::BAR - theme::STRIP => None,
        Order::Background if rect.right() <= screen.left() + theme::SIDE => {
            Some((rect.with_max_x(screen.left() + theme::SIDE), RectAlign::RIGHT_START))
        }
        Order::Background if rect.left() >= screen.right() - theme::SIDE => {
            Some((rect.with_min_x(screen.right() - theme::SIDE), RectAlign::LEFT_START))
        }
        _ => None,
    }
}

/// A row: the label on the left, and whatever `control` adds on the right. The label names the
/// control.
pub fn row<R>(ui: &mut Ui, key: &str, control: impl FnOnce(&mut Ui) -> R) -> R {
    ui.horizontal(|ui| {
        ui.set_min_height(ROW);
        let palette = theme::palette(ui);
        let label =
            with_tip(ui.label(RichText::new(words::text(key, &[])).color(palette.muted)), key);
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            ui.label_inputs_by(label.id, control)
        })
        .inner
    })
    .inner
}

/// A field for a number, which takes what is typed once that is complete, and nothing if the field is
/// left as it was or by Escape. A typed number out of range is replaced by the nearest in it, which
/// [`taken`] then tells.
pub fn number_field(
    ui: &mut Ui,
    key: &str,
    value: &mut f64,
    scale: Scale,
    field: impl FnOnce(DragValue) -> DragValue,
) -> Response {
    let (typed, before) = (Cell::new(None), *value);
    let parse = |text: &str| {
        // The text has fewer digits than the number.
        if text == formatted(before, scale) {
            return Some(before);
        }
        typed.set(words::parsed(text).map(|number| number / scale.factor()));
        typed.get()
    };
    let drag = DragValue::new(value)
        .range(scale.range.0..=scale.range.1)
        .suffix(scale.suffix())
        .custom_formatter(move |value, _| formatted(value, scale))
        .custom_parser(parse);
    let response = edited(ui, key, field(drag));
    guidance::takes_typing(&response);
    let id = response.id.with("typed");
    if let Some(typed) = typed.get() {
        ui.data_mut(|data| data.insert_temp::<f64>(id, typed));
    }
    if response.lost_focus()
        && let Some(typed) = ui.data_mut(|data| data.remove_temp::<f64>(id))
        && !typed.is_nan()
        && !(scale.range.0..=scale.range.1).contains(&typed)
    {
        let (least, most) = scale.range;
        let used = typed.clamp(least, most);
        let [typed, used, least, most] =
            [typed, used, least, most].map(|number| formatted(number, scale));
        let text = t!(
            "field-taken",
            name = words::text(key, &[]),
            typed = typed,
            used = used,
            least = least,
            most = most
        );
        ui.data_mut(|data| data.insert_temp(Id::unique(TAKEN), text));
    }
    response
}

/// Adds a field for a number that is changed once its text is complete. After Escape it is another
/// one: egui would take the text that was given up in the frame after.
pub fn edited(ui: &mut Ui, key: &str, drag: DragValue) -> Response {
    let id = Id::unique("given up").with(key);
    let given_up = ui.data(|data| data.get_temp::<u64>(id)).unwrap_or_default();
    let field = |ui: &mut Ui| ui.add(drag.update_while_editing(false));
    let response = ui.push_id(given_up, field).inner;
    if response.lost_focus() && ui.input(|input| input.key_pressed(egui::Key::Escape)) {
        ui.data_mut(|data| data.insert_temp(id, given_up + 1));
    }
    response
}

/// Where the text of [`taken`] waits.
const TAKEN: &str = "taken";

/// What was taken in place of a typed number that is out of range, once.
pub fn taken(ui: &Ui) -> Option<String> {
    ui.data_mut(|data| data.remove_temp(Id::unique(TAKEN)))
}

/// Draws a control as the card of a lesson wants it: locked, marked, and noted when it is used.
fn guided<R>(
    ui: &mut Ui,
    key: &str,
    is_used: impl Fn(&R) -> bool,
    draw: impl FnOnce(&mut Ui) -> R,
) -> R {
    let (is_locked, is_marked) = (guidance::is_locked(ui, key), guidance::is_marked(ui, key));
    if !is_locked && !is_marked {
        let drawn = draw(ui);
        if is_used(&drawn) {
            guidance::note(ui, key);
        }
        return drawn;
    }
    let drawn = ui.scope(|ui| {
        if is_locked {
            ui.disable();
        }
        draw(ui)
    });
    if guidance::comes_into_view(ui, key) {
        drawn.response.scroll_to_me(None);
    }
    if is_marked {
        let stroke = egui::Stroke::new(2.0, theme::palette(ui).accent);
        ui.painter().rect_stroke(
            drawn.response.rect.expand(GRID),
            6.0,
            stroke,
            egui::StrokeKind::Outside,
        );
    }
    if is_used(&drawn.inner) {
        guidance::note(ui, key);
    }
    drawn.inner
}

/// Draws what a card may lead to and mark although nothing in it is used.
pub fn marked<R>(ui: &mut Ui, key: &str, draw: impl FnOnce(&mut Ui) -> R) -> R {
    guided(ui, key, |_| false, draw)
}

/// A label and a number over a slim rail. Returns whether the value changed.
pub fn slider(ui: &mut Ui, key: &str, value: &mut f64, scale: Scale) -> bool {
    let before = *value;
    guided(
        ui,
        key,
        |is_changed| *is_changed,
        |ui| {
            slider_with_enter(ui, key, value, scale);
            guidance::shows(ui, key, || Value::Number(*value));
            *value != before
        },
    )
}

/// Draws a label and a number over a slim rail. Returns whether Enter ended typing.
pub fn slider_with_enter(ui: &mut Ui, key: &str, value: &mut f64, scale: Scale) -> bool {
    let mut is_entered = false;
    ui.push_id(key, |ui| {
        ui.spacing_mut().item_spacing.y = 0.0;
        let label = row_label(ui, key, |ui| {
            let (least, most) = scale.range;
            let speed = if scale.logarithmic {
                (*value).abs().max(least.abs().max(1e-6)) * 0.01
            } else {
                (most - least) / 400.0
            };
            let speed = speed.max(scale.step * 0.2);
            let field = number_field(ui, key, value, scale, |field| {
                field.speed(speed).clamp_existing_to_range(false)
            });
            is_entered =
                field.lost_focus() && ui.input(|input| input.key_pressed(egui::Key::Enter));
            field
        });
        reset(&label, value, scale.usual);
        let width = ui.available_width();
        ui.spacing_mut().slider_width = width;
        ui.spacing_mut().interact_size.y = RAIL;
        let rail = egui::Slider::new(value, scale.range.0..=scale.range.1)
            .show_value(false)
            .logarithmic(scale.logarithmic)
            .clamping(egui::SliderClamping::Never)
            .smart_aim(false)
            .step_by(if scale.logarithmic { 0.0 } else { scale.step });
        let rail = ui.add(rail).labelled_by(label.id);
        guidance::takes_typing(&rail);
        with_tip(rail, key);
        ui.add_space(GRID);
    });
    if scale.step > 0.0 {
        *value = (*value / scale.step).round() * scale.step;
    }
    is_entered
}

/// Gives a number back what is usual, if its name was clicked twice.
pub fn reset(label: &Response, value: &mut f64, usual: Option<f64>) {
    if let Some(usual) = usual.filter(|_| label.double_clicked()) {
        *value = usual;
    }
}

/// A row whose field carries the label. Returns the response of the label.
pub fn row_label(ui: &mut Ui, key: &str, field: impl FnOnce(&mut Ui) -> Response) -> Response {
    ui.horizontal(|ui| {
        ui.set_min_height(ROW);
        let palette = theme::palette(ui);
        let name = RichText::new(words::text(key, &[])).color(palette.muted);
        // It takes clicks and no focus.
        let label =
            with_tip(ui.add(egui::Label::new(name).selectable(false).sense(Sense::CLICK)), key);
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            let field = field(ui).labelled_by(label.id);
            guidance::take_focus(&field, key);
            with_tip(field, key);
        });
        label
    })
    .inner
}

/// A label and a number field. Returns whether the value changed.
pub fn field(ui: &mut Ui, key: &str, value: &mut f64, scale: Scale) -> bool {
    let before = *value;
    guided(
        ui,
        key,
        |is_changed| *is_changed,
        |ui| {
            let label = row_label(ui, key, |ui| {
                let speed = if scale.step > 0.0 {
                    scale.step * 0.2
                } else {
                    (*value).abs().max(0.01) * 0.01
                };
                number_field(ui, key, value, scale, |field| field.speed(speed))
            });
            reset(&label, value, scale.usual);
            guidance::shows(ui, key, || Value::Number(*value));
            *value != before
        },
    )
}

/// A label and a field for a line of text.
pub fn text_field(ui: &mut Ui, key: &str, text: &mut String) {
    let field =
        |ui: &mut Ui| ui.add(egui::TextEdit::singleline(text).id_salt(key).desired_width(148.0));
    marked(ui, key, |ui| row_label(ui, key, field));
}

/// A label and a field for a name, which shows what is taken if it stays empty.
pub fn hinted_field(ui: &mut Ui, key: &str, text: &mut String, hint: String) {
    let field = |ui: &mut Ui| {
        let edit = egui::TextEdit::singleline(text).id_salt(key).hint_text(hint).char_limit(NAME);
        ui.add(edit.desired_width(116.0))
    };
    marked(ui, key, |ui| row_label(ui, key, field));
}

/// A switch with its label. Returns whether it was flipped.
pub fn switch(ui: &mut Ui, key: &str, on: &mut bool) -> bool {
    guided(ui, key, |is_flipped| *is_flipped, |ui| flip(ui, key, on))
}

fn flip(ui: &mut Ui, key: &str, on: &mut bool) -> bool {
    let label = words::text(key, &[]);
    let before = *on;
    ui.horizontal(|ui| {
        ui.set_min_height(ROW);
        let palette = theme::palette(ui);
        let size = vec2(ui.available_width(), ROW);
        let (rect, mut response) = ui.allocate_exact_size(size, Sense::click());
        if response.clicked() {
            *on = !*on;
            response.mark_changed();
        }
        guidance::take_focus(&response, key);
        let is_on = *on;
        response
            .widget_info(|| egui::WidgetInfo::selected(egui::Role::Switch, true, is_on, &label));
        let visuals = ui.style().interact(&response);
        let how = ui.ctx().animate_bool_responsive(response.id, is_on);
        let text_color =
            if response.hovered() || response.has_focus() { palette.text } else { palette.muted };
        let font = egui::TextStyle::Body.resolve(ui.style());
        ui.painter().text(rect.left_center(), egui::Align2::LEFT_CENTER, &label, font, text_color);
        let track =
            egui::Rect::from_center_size(rect.right_center() - vec2(15.0, 0.0), vec2(28.0, 16.0));
        let fill = mix(visuals.bg_fill, palette.accent, how);
        ui.painter().rect_filled(track, 8.0, fill);
        let x = egui::lerp((track.left() + 8.0)..=(track.right() - 8.0), how);
        let knob = mix(palette.muted, palette.on_accent, how);
        ui.painter().circle_filled(egui::pos2(x, track.center().y), 5.0, knob);
        with_tip(response.on_hover_cursor(CursorIcon::PointingHand), key);
    });
    guidance::shows(ui, key, || Value::Switch(*on));
    *on != before
}

fn mix(a: Color32, b: Color32, how: f32) -> Color32 {
    a.lerp_to_gamma(b, how)
}

/// A part of a panel under a heading that folds it.
pub fn section(ui: &mut Ui, key: &str, open: bool, contents: impl FnOnce(&mut Ui)) {
    let title = words::text(key, &[]);
    let id = ui.make_persistent_id(key);
    let mut state =
        egui::collapsing_header::CollapsingState::load_with_default_open(ui.ctx(), id, open);
    if guidance::opens(ui, key) {
        state.set_open(true);
    }
    let is_open = state.is_open();
    let palette = theme::palette(ui);
    let (rect, response) =
        ui.allocate_exact_size(vec2(ui.available_width(), ROW + GRID), Sense::click());
    response.widget_info(|| {
        egui::WidgetInfo::selected(egui::Role::DisclosureTriangle, true, is_open, &title)
    });
    let color =
        if response.hovered() || response.has_focus() { palette.accent } else { palette.text };
    let body = egui::TextStyle::Body.resolve(ui.style());
    let font = egui::FontId::new(body.size, theme::strong());
    ui.painter().text(rect.left_center(), egui::Align2::LEFT_CENTER, &title, font, color);
    let caret = if is_open { icons::CARET_DOWN } else { icons::CARET_RIGHT };
    ui.painter().text(rect.right_center(), egui::Align2::RIGHT_CENTER, caret, body, palette.muted);
    let response = with_tip(response.on_hover_cursor(CursorIcon::PointingHand), key);
    if guidance::comes_into_view(ui, key) {
        response.scroll_to_me(None);
    }
    if response.clicked() {
        state.toggle(ui);
    }
    state.show_body_unindented(ui, |ui| {
        ui.add_space(GRID);
        contents(ui);
        ui.add_space(GRID);
    });
    let line = ui.painter().clip_rect();
    ui.painter().hline(line.x_range(), ui.cursor().top(), egui::Stroke::new(1.0, palette.line));
    ui.add_space(GRID);
}

/// The heading of a part that does not fold.
pub fn title(ui: &mut Ui, key: &str) {
    ui.label(RichText::new(words::text(key, &[])).family(theme::strong()));
}

/// The frame of a panel.
pub fn panel_frame(ui: &Ui) -> Frame {
    let palette = theme::palette(ui);
    Frame::new().fill(palette.panel).inner_margin(Margin::symmetric(16, 8))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_displayed_number_can_be_typed() {
        for value in [0.0_f64, 0.01, 16_384.0, -2.5, 1e-7, 3.2e9] {
            for scale in [Scale::linear(0.0, 1.0), Scale::linear(0.0, 1e6).step(1.0)] {
                if scale.step == 0.0 || value >= 0.0 && value.fract() == 0.0 {
                    let back = words::parsed(&formatted(value, scale)).unwrap();
                    assert!((back - value).abs() <= 5e-3 * value.abs(), "{value}: {back}");
                }
            }
        }
        assert_eq!(words::parsed("12 345"), Some(12_345.0));
        assert_eq!(words::parsed("many"), None);
    }
}
