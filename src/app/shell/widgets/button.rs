//! Buttons. Those of commands have their words, icon and shortcut from the table of commands.

use std::sync::Arc;

use egui::{
    Align, Button, Galley, Label, Layout, Rect, Response, RichText, TextStyle, TextWrapMode, Ui,
    WidgetText, vec2,
};
use starshell::words;

use crate::app::commands::{self, Offer};
use crate::app::icons;
use crate::app::shell::{
    guidance,
    state::Shell,
    theme::{self, GRID, ROW},
    widgets::{ARROW, guided, tip, tooltip, with_tip},
};

/// A row of the table of commands.
fn offer(key: &str) -> &'static Offer {
    commands::offer(key).unwrap_or_else(|| panic!("no command has the words {key}"))
}

/// Asks for the command of a button that was clicked.
fn ask_if(response: &Response, shell: &mut Shell, offer: &Offer) {
    if response.clicked() {
        shell.ask((offer.command)());
    }
}

/// The icon button of a command.
pub fn icon_button_of(ui: &mut Ui, shell: &mut Shell, key: &str, on: bool) {
    let offer = offer(key);
    ask_if(&icon_button(ui, offer.icon, key, on), shell, offer);
}

/// The icon button of a command, whose tooltip says `what` it would act on. Without, it is grey.
pub fn icon_button_on(ui: &mut Ui, shell: &mut Shell, key: &str, what: Option<&str>) {
    let offer = offer(key);
    let response =
        ui.add_enabled_ui(what.is_some(), |ui| icon_button_for(ui, offer.icon, key, what));
    ask_if(&response.inner, shell, offer);
}

/// The icon button of a command at the height of a slim strip.
pub fn slim_button_of(ui: &mut Ui, shell: &mut Shell, key: &str, on: bool) {
    let offer = offer(key);
    ask_if(&slim_button(ui, offer.icon, key, on), shell, offer);
}

/// The narrow arrow of a command, which opens what can be set for the button on its left.
pub fn arrow_button_of(ui: &mut Ui, shell: &mut Shell, key: &str, on: bool) {
    ask_if(&arrow_button(ui, key, on), shell, offer(key));
}

/// The button with text of a command.
pub fn button_of(ui: &mut Ui, shell: &mut Shell, key: &str, main: bool) {
    let offer = offer(key);
    ask_if(&button(ui, offer.icon, key, main), shell, offer);
}

/// A button with only an icon; its text serves as tooltip and for assistive technology.
pub fn icon_button(ui: &mut Ui, icon: &str, key: &str, on: bool) -> Response {
    guided(ui, key, Response::clicked, |ui| plain_icon_button(ui, icon, key, on, None))
}

/// An icon button whose tooltip says what it would act on.
pub fn icon_button_for(ui: &mut Ui, icon: &str, key: &str, what: Option<&str>) -> Response {
    guided(ui, key, Response::clicked, |ui| plain_icon_button(ui, icon, key, false, what))
}

fn plain_icon_button(ui: &mut Ui, icon: &str, key: &str, on: bool, what: Option<&str>) -> Response {
    let palette = theme::palette(ui);
    let color = if on { palette.accent } else { palette.text };
    let width = ui.spacing().interact_size.x;
    let button = Button::new(RichText::new(icon).size(theme::ICON.min(width)).color(color))
        .frame_when_inactive(false)
        .min_size(vec2(width, theme::BUTTON));
    let response = ui.add(button);
    let name = words::text(key, &[]);
    response.widget_info(|| egui::WidgetInfo::selected(egui::Role::Button, true, on, &name));
    guidance::take_focus(&response, key);
    if !response.hovered() && !response.has_focus() {
        return response;
    }
    let title = what.map_or_else(|| name.clone(), |what| format!("{name}: {what}"));
    match tip(key) {
        Some(tip) => tooltip(response, format!("{title}\n{tip}")),
        None => tooltip(response, title),
    }
}

fn arrow_button(ui: &mut Ui, key: &str, on: bool) -> Response {
    ui.scope(|ui| {
        (ui.spacing_mut().interact_size.x, ui.spacing_mut().button_padding.x) = (ARROW, 0.0);
        icon_button(ui, icons::CARET_DOWN, key, on)
    })
    .inner
}

/// An icon button at the height of a slim strip.
pub fn slim_button(ui: &mut Ui, icon: &str, key: &str, on: bool) -> Response {
    ui.scope(|ui| {
        ui.spacing_mut().button_padding.y = 0.0;
        icon_button(ui, icon, key, on)
    })
    .inner
}

/// A button with text. `main` marks a panel's primary button.
pub fn button(ui: &mut Ui, icon: &str, key: &str, main: bool) -> Response {
    guided(ui, key, Response::clicked, |ui| plain_button(ui, icon, key, main))
}

fn plain_button(ui: &mut Ui, icon: &str, key: &str, main: bool) -> Response {
    let palette = theme::palette(ui);
    let text = words::text(key, &[]);
    let color = if main { palette.on_accent } else { palette.text };
    let rich = RichText::new(format!("{icon}  {text}")).color(color);
    let mut button = Button::new(rich).min_size(vec2(0.0, ROW + GRID));
    if main {
        button = button.fill(palette.accent);
    }
    let response = ui.add(button);
    response.widget_info(|| egui::WidgetInfo::labeled(egui::Role::Button, true, &text));
    guidance::take_focus(&response, key);
    with_tip(response, key)
}

/// Width of a mark at the end of a row of a list, with the space before it.
const MARK: f32 = 28.0;

/// The text of a row of a list, in as many lines as it needs beside a mark at its end.
pub fn row_text(ui: &Ui, text: &str) -> Arc<Galley> {
    let room = ui.available_width() - 2.0 * ui.spacing().button_padding.x - MARK;
    let style = TextStyle::Button;
    WidgetText::from(text).into_galley(ui, Some(TextWrapMode::Wrap), room, style)
}

/// A line of text, and `buttons` at its right end, or below it where there is no room for both.
pub fn line_beside(ui: &mut Ui, text: RichText, buttons: impl FnOnce(&mut Ui)) {
    let id = ui.scope_id().with("line");
    let taken = ui.data(|data| data.get_temp::<f32>(id)).unwrap_or(0.0);
    let text = WidgetText::from(text);
    let style = TextStyle::Body;
    let line = text.clone().into_galley(ui, Some(TextWrapMode::Extend), f32::INFINITY, style);
    let is_beside = line.size().x + 2.0 * GRID <= ui.available_width() - taken;
    if !is_beside {
        ui.add(Label::new(text).wrap());
    }
    ui.horizontal(|ui| {
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            let right = ui.cursor().right();
            buttons(ui);
            let taken = right - ui.cursor().right();
            ui.data_mut(|data| data.insert_temp(id, taken));
            if is_beside {
                ui.with_layout(Layout::left_to_right(Align::Center), |ui| {
                    ui.add(Label::new(line));
                });
            }
        });
    });
}

/// The heading of an overlay, with a button in its upper right corner. Returns whether the overlay
/// is to be closed.
pub fn heading(ui: &mut Ui, title: &str, close: &str) -> bool {
    let top = ui.cursor().right_top().y;
    ui.label(RichText::new(title).heading());
    // As far from the right edge as from the upper one: the icon is smaller than its button.
    let inset = GRID;
    let corner = egui::pos2(ui.max_rect().right() + inset, top - inset);
    let place =
        Rect::from_min_max(corner - vec2(theme::BUTTON, 0.0), corner + vec2(0.0, theme::BUTTON));
    ui.scope_builder(egui::UiBuilder::new().max_rect(place), |ui| {
        icon_button(ui, icons::X, close, false).clicked()
    })
    .inner
}
