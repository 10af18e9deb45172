//! The card of the first start: what to try, until it is closed.

use egui::{Align, Button, Label, Layout, RichText, Ui, vec2};
use starshell::words::{self, t};

use crate::app::shell::{self, icons, theme, view::View, widgets};
use crate::app::simulation::{action::Action, desk::Desk, interaction::Tool};

/// Width of the card.
pub const WIDTH: f32 = 340.0;
/// Width of an icon.
const ICON: f32 = 28.0;

/// Draws what to try: to look around, to throw something, to take a picture, to learn. The simple
/// mode has two of these.
pub fn welcome_ui(ui: &mut Ui, desk: &mut Desk) {
    ui.set_width(WIDTH.min(ui.available_width()));
    if widgets::heading(ui, &t!("welcome-title"), "welcome-close") {
        desk.shell.settings.hint_seen = true;
    }
    ui.add_space(theme::GRID);
    let is_simple = desk.shell.is_simple();
    item_ui(ui, icons::CURSOR, "welcome-look", false);
    if !is_simple {
        if item_ui(ui, icons::PLUS_CIRCLE, "welcome-throw", true) {
            desk.ask(Action::Tool(Tool::Body));
        }
        if item_ui(ui, icons::CAMERA, "welcome-picture", true) {
            desk.ask(Action::Screenshot);
        }
    }
    if item_ui(ui, icons::GRADUATION_CAP, "welcome-learn", true) {
        desk.shell.ask(shell::Action::ToggleView(View::Classroom));
    }
    if !is_simple {
        widgets::note(ui, t!("welcome-keys"));
    }
}

/// Draws one thing to try: its name and how it is done. Returns whether it was clicked.
fn item_ui(ui: &mut Ui, icon: &str, key: &str, is_button: bool) -> bool {
    let palette = theme::palette(ui);
    let name = words::text(key, &[]);
    ui.horizontal(|ui| {
        ui.allocate_ui_with_layout(
            vec2(ICON, theme::BUTTON),
            Layout::left_to_right(Align::Center),
            |ui| {
                ui.set_min_size(vec2(ICON, theme::BUTTON));
                ui.label(RichText::new(icon).size(theme::ICON).color(palette.accent));
            },
        );
        ui.vertical(|ui| {
            ui.spacing_mut().item_spacing.y = 1.0;
            let title = RichText::new(&name).family(theme::strong()).color(palette.text);
            let is_clicked = is_button && ui.add(Button::new(title.clone())).clicked();
            if !is_button {
                ui.label(title);
            }
            let how =
                RichText::new(words::tip(key).unwrap_or_default()).small().color(palette.muted);
            ui.add(Label::new(how).wrap());
            is_clicked
        })
        .inner
    })
    .inner
}
