//! What to try first, at the top of the left panel, until the first action.

use egui::{Align, Button, Label, Layout, RichText, Ui, vec2};
use starshell::words::{self, t};

use crate::app::commands;
use crate::app::icons;
use crate::app::shell::{state::Shell, theme, widgets};

/// Width of an icon.
const ICON: f32 = 28.0;

/// Draws what to try: to look around, to throw something, to take a picture, to learn. The simple
/// mode has two of these.
pub fn welcome_ui(ui: &mut Ui, shell: &mut Shell) {
    // The button in the corner is higher than the title.
    ui.add_space(theme::GRID);
    if widgets::heading(ui, &t!("welcome-title"), "welcome-close") {
        shell.settings.hint_seen = true;
    }
    ui.add_space(theme::GRID);
    let is_simple = shell.is_simple();
    item_ui(ui, shell, "welcome-look", None);
    if !is_simple {
        item_ui(ui, shell, "welcome-throw", Some("tool-body"));
        item_ui(ui, shell, "welcome-picture", Some("transport-screenshot"));
    }
    item_ui(ui, shell, "welcome-learn", Some("transport-classroom"));
    if !is_simple {
        widgets::note(ui, t!("welcome-keys"));
    }
}

/// Draws the offer to go on with the run of the window that was closed last.
pub fn go_on_ui(ui: &mut Ui, shell: &mut Shell) {
    widgets::button_of(ui, shell, "welcome-go-on", true);
    let about = shell.settings.collection.left_off.clone();
    about.into_iter().for_each(|about| widgets::note(ui, about));
}

/// Draws one thing to try: its name, which asks for the command of `words` if there is one, and how
/// it is done.
fn item_ui(ui: &mut Ui, shell: &mut Shell, key: &str, words: Option<&str>) {
    let palette = theme::palette(ui);
    let offer = words.and_then(commands::offer);
    let icon = offer.map_or(icons::CURSOR, |offer| offer.icon);
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
            match offer {
                Some(offer) if ui.add(Button::new(title.clone())).clicked() => {
                    shell.ask((offer.command)());
                }
                Some(_) => {}
                None => {
                    ui.label(title);
                }
            }
            let how =
                RichText::new(words::tip(key).unwrap_or_default()).small().color(palette.muted);
            ui.add(Label::new(how).wrap());
        });
    });
}
