//! The bar along the top: the names of the pages, and what belongs to none of them.

use egui::{Align, Button, Layout, Panel, RichText, Ui, vec2};
use starshell::name::Named;
use starshell::words;

use crate::app::commands::{self, Page, View};
use crate::app::shell::{
    state::Shell,
    theme::{self, GRID},
    widgets,
};

/// Buttons on the right, from the right.
const BUTTONS: [&str; 4] =
    ["transport-fullscreen", "transport-help", "program-title", "transport-projector"];
/// Width of the field that leads to the search.
const SEARCH: f32 = 168.0;

/// Whether the bar is there: not in the simple mode, with hidden panels, or while a lesson is given.
pub fn are_shown(shell: &Shell, is_taught: bool) -> bool {
    let is_lesson = is_taught && shell.view == View::Classroom;
    !shell.is_simple() && !is_lesson && (shell.view.is_whole() || !shell.panels_hidden)
}

/// Draws the bar. Buttons without room are left out; keys and the search reach them.
pub fn pages_ui(ui: &mut Ui, shell: &mut Shell) {
    let frame = widgets::panel_frame(ui);
    let slim = frame.inner_margin(egui::Margin::symmetric(frame.inner_margin.left, 0));
    Panel::top("pages").exact_size(theme::BAR - GRID).resizable(false).frame(slim).show(ui, |ui| {
        ui.horizontal_centered(|ui| {
            ui.spacing_mut().item_spacing.x = 0.0;
            let shown = shell.page();
            for page in Page::ALL.iter().copied() {
                let key = format!("page-{}", page.name());
                let words = words::text(&key, &[]);
                let response = widgets::tab(ui, &words, page == shown);
                if response.clicked() {
                    shell.show_page(page);
                }
                widgets::with_tip(response, &key);
            }
            ui.with_layout(Layout::right_to_left(Align::Center), |ui| buttons_ui(ui, shell));
        });
    });
}

/// Draws what belongs to no page, as far as there is room.
fn buttons_ui(ui: &mut Ui, shell: &mut Shell) {
    // The search has a button too, and a gap beside it.
    let room = ui.available_width() - theme::BUTTON - 2.0 * GRID;
    let count = ((room / theme::BUTTON).max(0.0) as usize).min(BUTTONS.len());
    for key in &BUTTONS[..count] {
        let is_on = match *key {
            "transport-projector" => shell.is_projector(),
            "transport-help" => shell.view == View::Keys,
            "program-title" => shell.view == View::Program,
            _ => false,
        };
        widgets::icon_button_of(ui, shell, key, is_on);
    }
    ui.add_space(2.0 * GRID);
    if ui.available_width() < SEARCH {
        return widgets::icon_button_of(ui, shell, "scene-search", false);
    }
    let palette = theme::palette(ui);
    if let Some(offer) = commands::offer("scene-search") {
        let name = words::text("scene-search", &[]);
        let text = RichText::new(format!("{}  {name}", offer.icon)).color(palette.muted);
        let keys = RichText::new(commands::names(offer.shortcuts)).small().color(palette.muted);
        let field = Button::new(text).right_text(keys).fill(palette.field);
        let field = ui.add(field.min_size(vec2(SEARCH, theme::ROW + GRID)));
        field.widget_info(|| egui::WidgetInfo::labeled(egui::Role::Button, true, &name));
        if field.clicked() {
            shell.ask((offer.command)());
        }
        widgets::with_tip(field, "scene-search");
    }
}
