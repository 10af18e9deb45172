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
use crate::app::simulation::panels::{
    bodies, date, looks, model, path, physics, pictures, scene, science, tools, video, view,
};
use crate::app::window::{app::App, panels::program};

/// Height of the row of tabs.
const TABS: f32 = 44.0;

/// Draws the left panel.
pub fn left_ui(ui: &mut Ui, app: &mut App) {
    side(ui, Panel::left("left"), |ui| {
        ui.spacing_mut().item_spacing.y = theme::GRID;
        let desk = &mut app.desk;
        scene::dock_ui(ui, desk);
        date::date_ui(ui, desk);
        bodies::count_ui(ui, desk);
        bodies::apply_ui(ui, desk);
        physics::essentials_ui(ui, desk);
        section(ui, "physics-advanced", false, |ui| {
            scene::units_ui(ui, desk);
            bodies::seed_ui(ui, desk);
            physics::advanced_ui(ui, desk);
            tools::speeds_ui(ui, desk);
        });
        model::model_ui(ui, desk);
        program::program_ui(ui, desk, &mut app.adapters);
    });
}

/// Draws the right panel.
pub fn right_ui(ui: &mut Ui, app: &mut App) {
    let desk = &mut app.desk;
    let tab = desk.shell.settings.panels.tab;
    let room = ui.available_height() - TABS - 4.0 * theme::GRID;
    let mut chosen = None;
    side_below(
        ui,
        Panel::right("right"),
        |ui| chosen = tabs_ui(ui, tab),
        |ui| {
            ui.spacing_mut().item_spacing.y = theme::GRID;
            match tab {
                Tab::Measure => science::measurements_ui(ui, desk, Some(room)),
                Tab::Look => {
                    view::look_ui(ui, desk);
                    view::guides_ui(ui, desk, false);
                    section(ui, "view-advanced", false, |ui| {
                        looks::looks_ui(ui, desk);
                        view::light_ui(ui, desk);
                    });
                }
                Tab::Camera => {
                    view::camera_ui(ui, desk);
                    section(ui, "view-path", false, |ui| path::key_editor_ui(ui, desk));
                }
                Tab::Export => {
                    pictures::pictures_ui(ui, desk);
                    ui.add_space(2.0 * theme::GRID);
                    video::video_ui(ui, desk);
                    ui.add_space(theme::GRID);
                    section(ui, "export-advanced", false, |ui| pictures::advanced_ui(ui, desk));
                }
            }
        },
    );
    chosen.into_iter().for_each(|tab| desk.shell.show_tab(tab));
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
