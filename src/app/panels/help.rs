//! The overlay that lists every key.

use egui::{Id, Modal, RichText, Ui};

use crate::app::desk::Desk;
use crate::app::keys::{self, Binding};
use crate::app::words::{self, t};
use crate::app::{icons, theme, widgets};

/// Draws the overlay, where it is open.
pub fn help_ui(ui: &mut Ui, desk: &mut Desk) {
    if !desk.help_open {
        return;
    }
    let shown = Modal::new(Id::unique("help")).show(ui.ctx(), |ui| {
        let palette = theme::palette(ui);
        ui.set_width(720.0_f32.min(ui.ctx().content_rect().width() - 64.0));
        ui.horizontal(|ui| {
            ui.label(RichText::new(t!("keys-title")).heading());
            ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), |ui| {
                if widgets::icon_button(ui, icons::X, "keys-close", false).clicked() {
                    desk.help_open = false;
                }
            });
        });
        ui.add_space(theme::GRID);
        // As high as the window allows: by itself an overlay is 400 points.
        let room = ui.ctx().content_rect().height() - 160.0;
        egui::ScrollArea::vertical().max_height(room).min_scrolled_height(room).show(ui, |ui| {
            ui.columns(2, |columns| {
                for (place, (title, bindings)) in keys::GROUPS.iter().enumerate() {
                    let ui = &mut columns[place % 2];
                    ui.label(RichText::new(words::text(title, &[])).family(theme::strong()).color(palette.accent));
                    bindings.iter().for_each(|binding| line(ui, &names(binding), &words::text(binding.words, &[])));
                    if *title == "keys-view" {
                        line(ui, "F2 … F8", &t!("keys-bookmarks"));
                        line(ui, "W A S D Q E", &t!("keys-flying"));
                    }
                    ui.add_space(3.0 * theme::GRID);
                }
                let ui = &mut columns[1];
                ui.label(RichText::new(t!("keys-mouse")).family(theme::strong()).color(palette.accent));
                line(ui, &t!("mouse-drag"), &t!("mouse-orbit"));
                line(ui, &t!("mouse-right-drag"), &t!("mouse-pan"));
                line(ui, &t!("mouse-wheel"), &t!("mouse-zoom"));
                line(ui, &t!("mouse-double"), &t!("mouse-center"));
            });
        });
    });
    if shown.should_close() {
        desk.help_open = false;
    }
}

fn names(binding: &Binding) -> String {
    let name = |keys: &egui::KeyboardShortcut| match keys.logical_key {
        // Symbols, as they stand on the keys.
        egui::Key::OpenBracket => "[".to_owned(),
        egui::Key::CloseBracket => "]".to_owned(),
        egui::Key::Backtick => "`".to_owned(),
        egui::Key::Period if keys.modifiers.shift => ">".to_owned(),
        egui::Key::Period => ".".to_owned(),
        _ => keys.format(&egui::ModifierNames::NAMES, cfg!(target_os = "macos")),
    };
    binding.keys.iter().map(name).collect::<Vec<_>>().join(" · ")
}

fn line(ui: &mut Ui, keys: &str, words: &str) {
    let palette = theme::palette(ui);
    ui.horizontal(|ui| {
        ui.add_sized(
            [112.0, theme::ROW - 4.0],
            egui::Label::new(RichText::new(keys).color(palette.text)).halign(egui::Align::LEFT),
        );
        ui.label(RichText::new(words).color(palette.muted));
    });
}
