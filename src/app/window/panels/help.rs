//! The overlay that lists every key.

use egui::{Align, Id, Key, Label, Layout, Modal, Modifiers, RichText, Ui, vec2};
use starshell::words::{self, t};

use crate::app::commands::{BEFORE, OFFERS, Offer, View, letter, name, names};
use crate::app::shell::{state::Shell, theme, widgets};
use crate::app::simulation::flight::FLYING;

/// Width of a column.
const COLUMN: f32 = 336.0;

/// The groups of keys, in their order.
const GROUPS: [&str; 5] =
    ["keys-transport", "keys-scenes", "keys-view", "keys-hands", "keys-window"];

/// Draws the overlay, if open.
pub fn help_ui(ui: &Ui, shell: &mut Shell) {
    if shell.view != View::Keys {
        return;
    }
    let screen = ui.ctx().content_rect();
    let columns = ((screen.width() - 96.0) / COLUMN).floor().clamp(1.0, 3.0) as usize;
    let shown = Modal::new(Id::unique("help")).show(ui.ctx(), |ui| {
        let palette = theme::palette(ui);
        ui.set_width(COLUMN * columns as f32);
        if widgets::heading(ui, &t!("keys-title"), "keys-close") {
            shell.view = View::Simulation;
        }
        ui.spacing_mut().scroll = theme::bar();
        ui.add_space(theme::GRID);
        let heading = |ui: &mut Ui, key: &str| {
            ui.label(
                RichText::new(words::text(key, &[])).family(theme::strong()).color(palette.accent),
            );
        };
        egui::ScrollArea::vertical()
            .max_height(screen.height() - 120.0)
            .min_scrolled_height(screen.height() - 140.0)
            .show(ui, |ui| {
                ui.columns(columns, |columns| {
                    let count = columns.len();
                    for (place, title) in GROUPS.iter().enumerate() {
                        let ui = &mut columns[place % count];
                        heading(ui, title);
                        let has_keys = |offer: &&Offer| !offer.shortcuts.is_empty();
                        let own = OFFERS.iter().filter(|offer| offer.group == *title);
                        own.filter(has_keys).for_each(|offer| {
                            line(ui, &names(offer.shortcuts), &words::name(offer.words));
                        });
                        if *title == "keys-window" {
                            let page = |key| name(key, Modifiers::COMMAND);
                            let keys = format!("{} · {}", page(Key::PageDown), page(Key::PageUp));
                            line(ui, &keys, &t!("keys-scroll"));
                        }
                        if *title == "keys-view" {
                            line(ui, "F2 … F8", &t!("keys-bookmarks"));
                            line(ui, &letter(BEFORE), &t!("keys-before"));
                            line(ui, &FLYING.map(letter).join(" "), &t!("keys-flying"));
                        }
                        ui.add_space(3.0 * theme::GRID);
                    }
                    let ui = &mut columns[GROUPS.len() % count];
                    heading(ui, "keys-mouse");
                    line(ui, &t!("mouse-drag"), &t!("mouse-orbit"));
                    line(ui, &t!("mouse-right-drag"), &t!("mouse-pan"));
                    line(ui, &t!("mouse-wheel"), &t!("mouse-zoom"));
                    line(ui, &t!("mouse-double"), &t!("mouse-center"));
                    line(ui, &t!("mouse-name"), &t!("mouse-reset"));
                });
            });
    });
    if shown.backdrop_response.clicked() {
        shell.view = View::Simulation;
    }
}

fn line(ui: &mut Ui, keys: &str, words: &str) {
    let palette = theme::palette(ui);
    ui.horizontal(|ui| {
        let size = vec2(116.0, theme::ROW - theme::GRID);
        ui.allocate_ui_with_layout(size, Layout::left_to_right(Align::Center), |ui| {
            ui.set_min_size(size);
            ui.label(RichText::new(keys).color(palette.text));
        });
        // Wrap what is too long for the column instead of widening the overlay.
        ui.add(Label::new(RichText::new(words).color(palette.muted)).wrap());
    });
}
