//! The dialogue that saves and opens runs and scenes.

use std::path::PathBuf;

use egui::{Align, Button, Id, Key, Layout, Modal, RichText, ScrollArea, TextEdit, Ui, vec2};
use starshell::words::{printable, t};

use crate::app::commands::{Command, Intent};
use crate::app::icons;
use crate::app::shell::{
    files::{Files, Kind},
    state::Shell,
    theme, widgets,
};

/// Width of the dialogue, height of its list, and height of everything else.
const WIDTH: f32 = 440.0;
const HEIGHT: f32 = 216.0;
const BESIDE: f32 = 288.0;

/// Draws the dialogue, if open.
pub fn files_ui(ui: &Ui, shell: &mut Shell) {
    let Some(mut files) = shell.files.take() else { return };
    let (mut is_closed, mut chosen) = (false, None);
    let shown = Modal::new(Id::unique("files")).show(ui.ctx(), |ui| {
        ui.set_width(WIDTH.min(ui.ctx().content_rect().width() - 48.0));
        is_closed = heading_ui(ui, files.intent);
        if files.intent == Intent::Open {
            chosen = recent_ui(ui, &shell.settings.recent);
        }
        folder_ui(ui, &mut files);
        let is_double = list_ui(ui, &mut files);
        let is_entered = name_ui(ui, &mut files);
        if files.intent == Intent::Save && files.kind() == Kind::Run {
            widgets::switch(ui, "files-timeline", &mut shell.settings.collection.timeline);
        }
        if button_ui(ui, &files) || is_entered || is_double {
            chosen = chosen.take().or_else(|| files.path());
        }
    });
    match chosen {
        Some(path) => shell.ask(Command::with_file(files.intent, path)),
        None if is_closed || shown.backdrop_response.clicked() => {}
        None => shell.files = Some(files),
    }
}

/// Draws the title. Returns whether the dialogue was closed.
fn heading_ui(ui: &mut Ui, intent: Intent) -> bool {
    ui.horizontal(|ui| {
        let title = match intent {
            Intent::Save => t!("files-save"),
            Intent::Open => t!("files-open"),
            Intent::Compare => t!("files-compare"),
        };
        ui.label(RichText::new(title).heading());
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            widgets::icon_button(ui, icons::X, "files-close", false).clicked()
        })
        .inner
    })
    .inner
}

/// Draws the files opened or saved last. Returns the one that was clicked.
pub fn recent_ui(ui: &mut Ui, recent: &[PathBuf]) -> Option<PathBuf> {
    if recent.is_empty() {
        return None;
    }
    let mut chosen = None;
    widgets::note(ui, t!("files-recent"));
    ui.horizontal_wrapped(|ui| {
        for path in recent {
            let name = path.file_name().unwrap_or_default().to_string_lossy();
            if ui
                .button(RichText::new(printable(&name)))
                .on_hover_text(printable(&path.to_string_lossy()))
                .clicked()
            {
                chosen = Some(path.clone());
            }
        }
    });
    ui.add_space(theme::GRID);
    chosen
}

fn folder_ui(ui: &mut Ui, files: &mut Files) {
    ui.horizontal(|ui| {
        if widgets::icon_button(ui, icons::ARROW_UP, "files-up", false).clicked() {
            files.leave();
        }
        let folder = RichText::new(printable(&files.folder.to_string_lossy()))
            .color(theme::palette(ui).muted);
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            if widgets::icon_button(ui, icons::FOLDER_OPEN, "files-system", false).clicked() {
                files.wants_system = true;
            }
            ui.with_layout(Layout::left_to_right(Align::Center), |ui| {
                widgets::with_tip(ui.add(egui::Label::new(folder).truncate()), "files-folder");
            });
        });
    });
    if let Some(fault) = &files.fault {
        ui.label(RichText::new(fault).color(theme::palette(ui).warning));
    }
}

/// Draws the contents of the folder. Returns whether a file was double-clicked.
fn list_ui(ui: &mut Ui, files: &mut Files) -> bool {
    let (mut taken, mut is_double) = (None, false);
    let height = (ui.ctx().content_rect().height() - BESIDE).clamp(2.0 * theme::ROW, HEIGHT);
    ScrollArea::vertical()
        .max_height(height)
        .min_scrolled_height(height)
        .auto_shrink([false, false])
        .show(ui, |ui| {
            if files.entries.is_empty() {
                widgets::note(ui, t!("files-empty"));
            }
            for entry in &files.entries {
                let icon = if entry.is_file { icons::FILE } else { icons::FOLDER };
                let text = RichText::new(format!("{icon}  {}", printable(&entry.name)));
                let is_chosen = entry.is_file && entry.name == files.name;
                let row = Button::selectable(is_chosen, text)
                    .min_size(vec2(ui.available_width(), theme::ROW));
                let row = ui.add(row);
                row.widget_info(|| {
                    egui::WidgetInfo::selected(egui::Role::Button, true, is_chosen, &entry.name)
                });
                if row.clicked() {
                    taken = Some(entry.clone());
                }
                is_double |= entry.is_file && row.double_clicked();
            }
        });
    taken.iter().for_each(|entry| files.take(entry));
    is_double
}

/// Draws the name and what is saved. Returns whether Enter was pressed.
fn name_ui(ui: &mut Ui, files: &mut Files) -> bool {
    let mut is_entered = false;
    widgets::row_label(ui, "files-name", |ui| {
        let field = ui
            .add(TextEdit::singleline(&mut files.name).id_salt("files-name").desired_width(300.0));
        if !files.is_drawn {
            files.is_drawn = true;
            field.request_focus();
        }
        is_entered = field.lost_focus() && ui.input(|input| input.key_pressed(Key::Enter));
        field
    });
    if files.intent == Intent::Save
        && let Some(kind) =
            widgets::choice(ui, "files-kind", "files-kind", files.kind(), &Kind::ALL)
    {
        files.set_kind(kind);
    }
    is_entered
}

/// Draws the main button. Returns whether it was clicked.
fn button_ui(ui: &mut Ui, files: &Files) -> bool {
    let path = files.path();
    let exists = path.as_ref().is_some_and(|path| path.exists());
    let (icon, key) = match files.intent {
        Intent::Open | Intent::Compare => (icons::FOLDER_OPEN, "files-open-it"),
        Intent::Save if exists => (icons::FLOPPY_DISK, "files-replace"),
        Intent::Save => (icons::FLOPPY_DISK, "files-save-it"),
    };
    ui.add_space(theme::GRID);
    ui.add_enabled_ui(path.is_some(), |ui| widgets::button(ui, icon, key, true)).inner.clicked()
}
