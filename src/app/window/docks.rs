//! The panels of the pages, at the sides of the picture. What few change is in closed sections.

use egui::{Panel, Ui};

use crate::app::commands::{Medium, Page};
use crate::app::shell::{
    sides::{side, side_of},
    theme,
    widgets::{self, section},
};
use crate::app::simulation::{
    acts::modes::is_welcoming,
    desk::Desk,
    panels::{
        bodies, date, kept, looks, model, path, physics, pictures, queue, readout, results, scene,
        science, tools, video, view,
        welcome::{go_on_ui, welcome_ui},
    },
};

/// Width of the panel of plots as a share of the window, and its bounds in points.
const PLOTS: f32 = 0.3;
const PLOTS_WIDTH: [f32; 2] = [theme::SIDE, 560.0];

/// Draws the left panel: what the page begins with.
pub fn left_ui(ui: &mut Ui, desk: &mut Desk) {
    let Desk { shell, run, viewer, drafts, rescue, .. } = desk;
    side(ui, Panel::left("left"), |ui| {
        ui.spacing_mut().item_spacing.y = theme::GRID;
        if rescue.as_ref().is_some_and(|rescue| rescue.last().is_some()) {
            go_on_ui(ui, shell);
            ui.separator();
        }
        match shell.page() {
            Page::Explore | Page::Learn => {
                if is_welcoming(shell, run) {
                    welcome_ui(ui, shell);
                    ui.separator();
                }
                scene::dock_ui(ui, shell, run);
                date::date_ui(ui, shell, run);
                physics::essentials_ui(ui, shell, run);
            }
            Page::Build => {
                widgets::title(ui, "bodies-title");
                bodies::count_ui(ui, shell, run, drafts);
                bodies::apply_ui(ui, shell, run, drafts);
                bodies::seed_ui(ui, drafts);
                widgets::title(ui, "model-title");
                model::model_ui(ui, run, drafts);
            }
            Page::Measure => {
                readout::numbers_ui(ui, run);
                section(ui, "units-title", true, |ui| scene::units_ui(ui, shell, run));
                kept::kept_ui(ui, shell, run);
            }
            Page::Render => {
                view::shape_ui(ui, shell, run);
                section(ui, "view-path", true, |ui| path::key_editor_ui(ui, shell, run, viewer));
            }
        }
    });
}

/// Draws the right panel: what acts on the picture, or is made of it.
pub fn right_ui(ui: &mut Ui, desk: &mut Desk) {
    let Desk { shell, run, viewer, tuning, .. } = desk;
    let panel = Panel::right("right");
    match shell.page() {
        Page::Explore | Page::Learn => side(ui, panel, |ui| {
            ui.spacing_mut().item_spacing.y = theme::GRID;
            view::look_ui(ui, shell, run, viewer);
            view::guides_ui(ui, shell, false);
            section(ui, "view-advanced", false, |ui| {
                looks::looks_ui(ui, shell, run);
                view::light_ui(ui, shell, run);
            });
            section(ui, "view-camera", false, |ui| view::camera_ui(ui, shell, run, viewer));
        }),
        Page::Build => side(ui, panel, |ui| {
            ui.spacing_mut().item_spacing.y = theme::GRID;
            widgets::title(ui, "physics-computing");
            physics::advanced_ui(ui, shell, run, tuning);
            physics::external_ui(ui, shell, run);
            tools::speeds_ui(ui, shell, run);
        }),
        Page::Measure => {
            let [least, most] = PLOTS_WIDTH;
            let width = (PLOTS * ui.ctx().content_rect().width()).clamp(least, most);
            side_of(ui, panel, width, |ui| science::plots_ui(ui, shell, run, viewer));
        }
        Page::Render => side(ui, panel, |ui| {
            ui.spacing_mut().item_spacing.y = theme::GRID;
            pictures::media_ui(ui, shell);
            match shell.settings.panels.medium {
                Medium::Picture => pictures::pictures_ui(ui, shell, run),
                Medium::Video => video::video_ui(ui, shell, run, viewer),
            }
            queue::queue_ui(ui, shell, run);
            results::results_ui(ui, shell);
        }),
    }
}
