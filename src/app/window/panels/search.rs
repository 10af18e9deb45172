//! The overlay that finds actions, scenes, settings and lessons by name.

use std::sync::Arc;

use egui::{
    Align2, Button, Id, Key, Modal, Modifiers, RichText, ScrollArea, TextEdit, Ui, WidgetInfo, vec2,
};
use starshell::words::t;

use crate::app::commands::View;
use crate::app::icons;
use crate::app::shell::{theme, widgets};
use crate::app::window::{
    app::App,
    search::{Find, Goal, found},
};

/// Width of the overlay, most height of its list, and its distance from the upper edge.
const WIDTH: f32 = 520.0;
const LIST: f32 = 360.0;
const TOP: f32 = 64.0;

/// What is typed, what it finds, and the number of the find that Enter chooses.
#[derive(Clone, Default)]
struct Search {
    typed: String,
    /// Made when what is typed changes, or the lessons that can be found.
    finds: Arc<[Find]>,
    made: Option<(String, usize)>,
    chosen: usize,
    /// Whether the field has had the focus.
    has_begun: bool,
}

/// Draws the overlay, if open.
pub fn search_ui(ui: &Ui, app: &mut App) {
    let id = Id::unique("search");
    if app.desk.shell.view != View::Search {
        return ui.data_mut(|data| data.remove::<Search>(id));
    }
    let mut search = ui.data_mut(|data| std::mem::take(data.get_temp_mut_or_default::<Search>(id)));
    let wanted = (search.typed.clone(), app.classroom.shelf.lessons.len());
    if search.made.as_ref() != Some(&wanted) {
        (search.finds, search.made) = (found(app, &search.typed).into(), Some(wanted));
    }
    let finds = Arc::clone(&search.finds);
    let pressed = |key, modifiers| ui.input_mut(|input| input.consume_key(modifiers, key));
    let is_closed = pressed(Key::Escape, Modifiers::NONE)
        || search.has_begun && pressed(Key::K, Modifiers::COMMAND);
    let is_entered = pressed(Key::Enter, Modifiers::NONE);
    let by = i32::from(pressed(Key::ArrowDown, Modifiers::NONE))
        - i32::from(pressed(Key::ArrowUp, Modifiers::NONE));
    search.chosen =
        search.chosen.saturating_add_signed(by as isize).min(finds.len().saturating_sub(1));
    let mut goal = finds.get(search.chosen).filter(|_| is_entered).map(|find| find.goal.clone());
    let screen = ui.ctx().content_rect();
    let area = Modal::default_area(id)
        .anchor(Align2::CENTER_TOP, vec2(0.0, TOP.min(0.1 * screen.height())));
    let shown = Modal::new(id).area(area).show(ui.ctx(), |ui| {
        ui.set_width(WIDTH.min(screen.width() - 48.0));
        field_ui(ui, &mut search);
        ui.add_space(theme::GRID);
        if finds.is_empty() {
            widgets::note(ui, t!("search-nothing"));
        }
        ui.spacing_mut().scroll = theme::bar();
        let height = LIST.min(screen.height() - 160.0).max(80.0);
        ScrollArea::vertical().max_height(height).show(ui, |ui| {
            ui.spacing_mut().item_spacing.y = 2.0;
            for (number, find) in finds.iter().enumerate() {
                let is_chosen = number == search.chosen;
                let row = find_ui(ui, find, is_chosen);
                if is_chosen && by != 0 {
                    row.scroll_to_me(None);
                }
                if row.clicked() {
                    goal = Some(find.goal.clone());
                }
            }
        });
    });
    if is_closed || goal.is_some() || shown.backdrop_response.clicked() {
        app.desk.shell.view = View::Simulation;
    } else {
        ui.data_mut(|data| data.insert_temp(id, search));
    }
    match goal {
        Some(Goal::Ask(command)) => app.ask(command),
        Some(Goal::Open(place, control)) => place.open(ui.ctx(), &mut app.desk.shell, control),
        None => {}
    }
}

fn field_ui(ui: &mut Ui, search: &mut Search) {
    let name = t!("search-name");
    ui.horizontal(|ui| {
        ui.label(
            RichText::new(icons::MAGNIFYING_GLASS)
                .size(theme::ICON)
                .color(theme::palette(ui).muted),
        );
        let field = TextEdit::singleline(&mut search.typed).id_salt("search").hint_text(&name);
        let field =
            ui.add(field.desired_width(ui.available_width()).font(egui::TextStyle::Heading));
        field.widget_info(|| WidgetInfo::labeled(egui::Role::TextInput, true, &name));
        if !field.has_focus() {
            field.request_focus();
        }
        search.has_begun = true;
        if field.changed() {
            search.chosen = 0;
        }
    });
}

/// Draws a find: its name and, on the right, its key or where it is.
fn find_ui(ui: &mut Ui, find: &Find, is_chosen: bool) -> egui::Response {
    let palette = theme::palette(ui);
    let [strong, weak] =
        if is_chosen { [palette.on_accent; 2] } else { [palette.text, palette.muted] };
    let text = RichText::new(format!("{}  {}", find.icon, find.name)).color(strong);
    let row = Button::selectable(is_chosen, text)
        .right_text(RichText::new(&find.note).small().color(weak));
    let row = ui.add(row.min_size(vec2(ui.available_width(), theme::ROW + theme::GRID)));
    row.widget_info(|| WidgetInfo::selected(egui::Role::Button, true, is_chosen, &find.name));
    row
}
