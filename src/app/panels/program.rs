//! The program itself: adapter, frames, panels, screenshots.

use std::sync::mpsc::{Receiver, channel};

use egui::Ui;

use crate::app::action::Action;
use crate::app::desk::Desk;
use crate::app::words::{self, t};
use crate::app::{icons, widgets};

/// The adapters of this machine by name, which a thread asks for: it takes a tenth of a second.
#[derive(Debug, Default)]
pub struct Adapters {
    names: Vec<String>,
    asked: Option<Receiver<Vec<String>>>,
}

impl Adapters {
    /// The names, as far as they are known; asks for them at the first call.
    fn names(&mut self) -> &[String] {
        let asked = self.asked.get_or_insert_with(|| {
            let (sender, receiver) = channel();
            std::thread::spawn(move || {
                // Where the program has ended meanwhile, nobody wants to know.
                let _ = sender.send(starshell::gpu::adapters().iter().map(|adapter| adapter.get_info().name).collect());
            });
            receiver
        });
        if let Ok(names) = asked.try_recv() {
            self.names = names;
        }
        &self.names
    }
}

/// Draws the settings of the program.
pub fn program_ui(ui: &mut Ui, desk: &mut Desk) {
    widgets::section(ui, "program-title", false, |ui| {
        let names = desk.adapters.names().to_vec();
        let wanted = desk.settings.adapter.clone();
        widgets::row(ui, "program-adapter", |ui| {
            let best = t!("program-best");
            let shown = wanted.clone().unwrap_or_else(|| best.clone());
            let combo = egui::ComboBox::from_id_salt("program-adapter").selected_text(shown).width(148.0).truncate();
            combo
                .show_ui(ui, |ui| {
                    let all = std::iter::once(None).chain(names.into_iter().map(Some));
                    for name in all {
                        let text = name.clone().unwrap_or_else(|| best.clone());
                        if ui.selectable_label(name == wanted, text).clicked() && name != wanted {
                            desk.ask(Action::Adapter(name));
                        }
                    }
                })
                .response
        });
        match &desk.tuner {
            None => {
                if widgets::button(ui, icons::FAST_FORWARD, "program-tune", false).clicked() {
                    desk.ask(Action::Tune);
                }
            }
            Some(tuner) => {
                let text = t!("program-tuning", count = words::grouped(tuner.count().into()));
                widgets::note(ui, text);
                if widgets::button(ui, icons::X, "program-tune-stop", false).clicked() {
                    desk.ask(Action::Tune);
                }
            }
        }
        widgets::switch(ui, "program-vsync", &mut desk.settings.vsync);
        widgets::switch(ui, "program-light", &mut desk.settings.light);
        let heights = [(None, "window"), (Some(1080), "1080"), (Some(2160), "2160"), (Some(4320), "4320")];
        let height = desk.settings.screenshot_height;
        if let Some(height) = widgets::choice(ui, "program-screenshot", "screenshot", height, &heights) {
            desk.settings.screenshot_height = height;
        }
    });
}
