//! The simple mode: scenes, play and pause, speed, and a few sliders. It can be locked, for classes
//! and exhibitions.

use crate::app::shell::{
    sides::{room_for_sides, side},
    state::{Mode, Shell},
    theme, widgets,
};
use crate::app::simulation::{
    acts::modes::is_welcoming,
    drafts::Drafts,
    panels::{
        bodies, scene,
        setting::setting_ui,
        timeline::replay_ui,
        transport::{self, Words},
        welcome::welcome_ui,
    },
    run::Run,
    viewer::Viewer,
};
use egui::{Align, Layout, Panel, TextStyle, Ui};

/// Least width of a bar with the name of the speed, and of one with buttons at its end.
const WORDS: f32 = 520.0;
const BUTTONS: f32 = 400.0;

/// Draws the bar along the bottom, and the side panel if there is room.
pub fn simple_ui(ui: &mut Ui, shell: &mut Shell, run: &Run, viewer: &Viewer, drafts: &mut Drafts) {
    let frame = widgets::panel_frame(ui);
    Panel::bottom("transport")
        .exact_size(theme::BAR)
        .resizable(false)
        .frame(frame)
        .show(ui, |ui| bar_ui(ui, shell, run, viewer));
    if room_for_sides(ui) > 0 {
        side(ui, Panel::left("left"), |ui| {
            if is_welcoming(shell, run) {
                welcome_ui(ui, shell);
                ui.separator();
            }
            scene::card_ui(ui, shell, run);
            controls_ui(ui, shell, run, drafts);
        });
    }
}

pub fn bar_ui(ui: &mut Ui, shell: &mut Shell, run: &Run, viewer: &Viewer) {
    // Large letters need more.
    let room = ui.available_width() * theme::BODY / TextStyle::Body.resolve(ui.style()).size;
    ui.horizontal_centered(|ui| {
        ui.spacing_mut().item_spacing.x = theme::GRID;
        widgets::icon_button_of(ui, shell, "transport-restart", false);
        transport::play_ui(ui, shell, viewer);
        if run.stage.reel.about().is_some() {
            replay_ui(ui, shell, viewer);
        }
        ui.add_space(4.0 * theme::GRID);
        transport::speed_ui(
            ui,
            shell,
            run,
            viewer,
            match room {
                ..WORDS => Words::Few,
                ..720.0 => Words::Named,
                _ => Words::All,
            },
            104.0,
        );
        // Beside a card there may be room for the speed alone: keys reach the rest.
        if room < BUTTONS {
            return;
        }
        ui.add_space(4.0 * theme::GRID);
        let rest = ui.available_width() - 2.0 * theme::BUTTON - 2.0 * theme::GRID;
        transport::time_ui(ui, run, rest);
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            widgets::icon_button_of(ui, shell, "transport-fullscreen", false);
            transport::camera_ui(ui, shell, run);
        });
    });
}

fn controls_ui(ui: &mut Ui, shell: &mut Shell, run: &Run, drafts: &mut Drafts) {
    bodies::count_ui(ui, shell, run, drafts);
    bodies::apply_ui(ui, shell, run, drafts);
    setting_ui(ui, shell, run, "look.exposure");
    setting_ui(ui, shell, run, "look.trails");
    widgets::switch(ui, "view-velocities", &mut shell.settings.guides.velocities);
    widgets::switch(ui, "view-areas", &mut shell.settings.guides.swept_areas);
    if shell.mode != Mode::Locked {
        ui.add_space(2.0 * theme::GRID);
        widgets::button_of(ui, shell, "simple-leave", false);
    }
}
