//! What the panels at the sides of the picture hold: on the left the essentials of a run, on the
//! right measurements, look, camera and export in tabs. What few change is in closed sections.

use egui::{Align, Button, Layout, Panel, RichText, Ui, WidgetInfo, vec2};
use starshell::name::Named;
use starshell::words;

use crate::app::commands::Tab;
use crate::app::icons;
use crate::app::shell::{
    sides::{side, side_below},
    theme,
    widgets::{self, section},
};
use crate::app::simulation::{
    desk::Desk,
    panels::{
        bodies, date, looks, model, path, physics, pictures, scene, science, tools, video, view,
    },
};
use crate::app::window::{app::App, panels::program};

/// Height of the row of tabs.
const TABS: f32 = 44.0;

/// Draws the left panel.
pub fn left_ui(ui: &mut Ui, app: &mut App) {
    let App { desk: Desk { shell, run, tuning, drafts, .. }, adapters, .. } = app;
    side(ui, Panel::left("left"), |ui| {
        ui.spacing_mut().item_spacing.y = theme::GRID;
        scene::dock_ui(ui, shell, run);
        date::date_ui(ui, shell, run);
        bodies::count_ui(ui, shell, run, drafts);
        bodies::apply_ui(ui, shell, run, drafts);
        physics::essentials_ui(ui, shell, run);
        section(ui, "physics-advanced", false, |ui| {
            scene::units_ui(ui, shell, run);
            bodies::seed_ui(ui, drafts);
            physics::advanced_ui(ui, shell, run, tuning);
            tools::speeds_ui(ui, shell, run);
        });
        model::model_ui(ui, shell, run, drafts);
        program::program_ui(ui, shell, run, tuning, adapters);
    });
}

/// Draws the right panel.
pub fn right_ui(ui: &mut Ui, app: &mut App) {
    let Desk { shell, run, viewer, .. } = &mut app.desk;
    let tab = shell.settings.panels.tab;
    let room = ui.available_height() - TABS - 4.0 * theme::GRID;
    let mut chosen = None;
    side_below(
        ui,
        Panel::right("right"),
        |ui| chosen = tabs_ui(ui, tab),
        |ui| {
            ui.spacing_mut().item_spacing.y = theme::GRID;
            match tab {
                Tab::Measure => science::measurements_ui(ui, shell, run, viewer, Some(room)),
                Tab::Look => {
                    view::look_ui(ui, shell, run);
                    view::guides_ui(ui, shell, false);
                    section(ui, "view-advanced", false, |ui| {
                        looks::looks_ui(ui, shell, run);
                        view::light_ui(ui, shell, run);
                    });
                }
                Tab::Camera => {
                    view::camera_ui(ui, shell, run, viewer);
                    section(ui, "view-path", false, |ui| {
                        path::key_editor_ui(ui, shell, run, viewer)
                    });
                }
                Tab::Export => {
                    pictures::pictures_ui(ui, shell, run);
                    ui.add_space(2.0 * theme::GRID);
                    video::video_ui(ui, shell, run, viewer);
                    ui.add_space(theme::GRID);
                    section(ui, "export-advanced", false, |ui| pictures::advanced_ui(ui, shell));
                }
            }
        },
    );
    chosen.into_iter().for_each(|tab| shell.show_tab(tab));
}

/// Draws the row of tabs, each an icon above its name. Returns the one that was clicked.
fn tabs_ui(ui: &mut Ui, shown: Tab) -> Option<Tab> {
    let palette = theme::palette(ui);
    let mut chosen = None;
    ui.horizontal(|ui| {
        ui.spacing_mut().item_spacing.x = 2.0;
        ui.spacing_mut().button_padding = vec2(0.0, 2.0);
        let count = Tab::ALL.len() as f32;
        let width = (ui.available_width() - 3.0 * theme::GRID - 2.0 * (count - 1.0)) / count;
        for tab in Tab::ALL.iter().copied() {
            let key = format!("dock-{}", tab.name());
            let name = words::text(&key, &[]);
            let is_shown = tab == shown;
            let color = if is_shown { palette.accent } else { palette.muted };
            let size = vec2(width, TABS - 2.0 * theme::GRID);
            let response = ui.add_sized(size, Button::new("").frame_when_inactive(is_shown));
            ui.scope_builder(
                egui::UiBuilder::new().max_rect(response.rect.shrink2(vec2(0.0, 2.0))),
                |ui| {
                    ui.spacing_mut().item_spacing.y = 0.0;
                    ui.with_layout(Layout::top_down(Align::Center), |ui| {
                        let label = |text: RichText| {
                            egui::Label::new(text.color(color)).selectable(false).truncate()
                        };
                        ui.add(label(RichText::new(icon(tab)).size(theme::ICON)));
                        ui.add(label(RichText::new(&name).small()));
                    });
                },
            );
            response.widget_info(|| WidgetInfo::selected(egui::Role::Tab, true, is_shown, &name));
            if response.clicked() {
                chosen = Some(tab);
            }
            widgets::with_tip(response, &key);
        }
    });
    ui.add_space(theme::GRID);
    chosen
}

fn icon(tab: Tab) -> &'static str {
    match tab {
        Tab::Measure => icons::CHART_LINE,
        Tab::Look => icons::PALETTE,
        Tab::Camera => icons::VIDEO_CAMERA,
        Tab::Export => icons::EXPORT,
    }
}
