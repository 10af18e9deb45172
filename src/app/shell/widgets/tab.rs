//! Names in a row, of which one is shown: pages, and the parts of the page *Learn*.

use egui::{Button, Color32, FontFamily, FontId, Response, RichText, Stroke, TextStyle, Ui, vec2};
use starshell::words::{self, t};

use crate::app::commands::{Command, View};
use crate::app::shell::{
    state::Shell,
    theme::{self, GRID},
    widgets::{heading, with_tip},
};

/// Points at each side of a name, and the height of the line below the one that is shown.
const PADDING: f32 = 3.0 * GRID;
const LINE: f32 = 2.0;

/// The parts of the page *Learn*, with the keys of their names.
const PARTS: [(View, &str); 3] = [
    (View::Classroom, "transport-classroom"),
    (View::Laboratory, "transport-laboratory"),
    (View::Workbench, "transport-workbench"),
];

/// Draws a name that shows something when it is clicked.
pub fn tab(ui: &mut Ui, name: &str, is_shown: bool) -> Response {
    let palette = theme::palette(ui);
    let color = if is_shown { palette.text } else { palette.muted };
    let font = if is_shown { theme::strong() } else { FontFamily::Proportional };
    // As wide as in strong letters, so that no name moves when another one is shown.
    let wide = FontId::new(TextStyle::Body.resolve(ui.style()).size, theme::strong());
    let width = ui.painter().layout_no_wrap(name.to_owned(), wide, Color32::WHITE).size().x;
    let text = RichText::new(name).family(font).color(color);
    let button = Button::new(text).frame_when_inactive(false);
    let response = ui.add_sized(vec2(width + 2.0 * PADDING, theme::BUTTON), button);
    if is_shown {
        let line = response.rect.shrink2(vec2(PADDING, 0.0));
        let stroke = Stroke::new(LINE, palette.accent);
        ui.painter().hline(line.x_range(), line.bottom() - LINE, stroke);
    }
    response.widget_info(|| egui::WidgetInfo::selected(egui::Role::Tab, true, is_shown, name));
    response
}

/// Draws the parts of the page *Learn*. The simple mode has only lessons.
pub fn parts_ui(ui: &mut Ui, shell: &mut Shell) {
    if shell.is_simple() {
        if heading(ui, &t!("classroom-title"), "classroom-close") {
            shell.ask(Command::ToggleView(shell.view));
        }
        return;
    }
    ui.horizontal(|ui| {
        ui.spacing_mut().item_spacing.x = 0.0;
        for (view, key) in PARTS {
            let is_shown = view == shell.view;
            let response = tab(ui, &words::text(key, &[]), is_shown);
            if response.clicked() && !is_shown {
                shell.ask(Command::ToggleView(view));
            }
            with_tip(response, key);
        }
    });
    ui.add_space(GRID);
}
