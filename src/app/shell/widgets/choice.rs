//! Lists of choices, each below a button that shows the present one. They work by keyboard as by
//! mouse: a list that opens has the focus on the present choice, and gives it back to the button
//! when it closes. Few choices with short names stand in a row.

use egui::{
    Align, Button, ComboBox, IdSalt, Key, Layout, Response, RichText, Role, Ui, WidgetInfo, vec2,
};

use crate::app::shell::{
    guidance, theme,
    widgets::{guided, row_label, tooltip, with_tip},
};
use crate::lesson::Value;
use starshell::words;

/// Most points that a list is high: all choices at once where the window has room.
const HEIGHT: f32 = 480.0;
/// Width of a list with wide texts.
const WIDTH: f32 = 168.0;

/// A choice among named values, each with its text `<family>-<name>` and tooltip. Returns the new
/// choice, if any.
pub fn choice<T: Copy + PartialEq>(
    ui: &mut Ui,
    key: &str,
    family: &str,
    now: T,
    all: &[(T, &str)],
) -> Option<T> {
    choice_if(ui, key, family, now, all, |_| None)
}

/// A choice among named values, of which those are grey that `why` has a reason against.
pub fn choice_if<T: Copy + PartialEq>(
    ui: &mut Ui,
    key: &str,
    family: &str,
    now: T,
    all: &[(T, &str)],
    why: impl Fn(&T) -> Option<String>,
) -> Option<T> {
    let key_of = |name: &str| format!("{family}-{name}");
    let name = all.iter().find(|(value, _)| *value == now).map_or("", |(_, name)| name);
    guidance::shows(ui, key, || Value::Choice(key_of(name)));
    let items = all
        .iter()
        .map(|(value, name)| (*value, words::text(&key_of(name), &[]), Some(key_of(name))));
    one_of(ui, key, &now, items.collect(), &why)
}

/// Draws a choice among named values and stores a new one in `value`. Returns whether it has
/// changed.
pub fn choose<T: Copy + PartialEq>(
    ui: &mut Ui,
    key: &str,
    family: &str,
    value: &mut T,
    all: &[(T, &str)],
) -> bool {
    choice(ui, key, family, *value, all).inspect(|chosen| *value = *chosen).is_some()
}

/// Draws a choice among values with their texts, some of which have the key of a tooltip. Returns
/// the new choice, if any.
pub fn choice_of<T: PartialEq>(
    ui: &mut Ui,
    key: &str,
    now: &T,
    all: Vec<(T, String, Option<String>)>,
) -> Option<T> {
    one_of(ui, key, now, all, &|_| None)
}

fn one_of<T: PartialEq>(
    ui: &mut Ui,
    key: &str,
    now: &T,
    all: Vec<(T, String, Option<String>)>,
    why: &dyn Fn(&T) -> Option<String>,
) -> Option<T> {
    guided(ui, key, Option::is_some, |ui| {
        let mut chosen = None;
        row_label(ui, key, |ui| {
            let (response, found) = list(ui, key, now, all, why);
            chosen = found;
            response
        });
        chosen
    })
}

/// A choice among few values, all in sight: each a button with a short name, its text
/// `<family>-<name>` and its tooltip. The new choice takes the place of `value`. Returns whether it
/// has changed.
pub fn segments<T: Copy + PartialEq>(
    ui: &mut Ui,
    key: &str,
    family: &str,
    value: &mut T,
    all: &[(T, &str, &str)],
) -> bool {
    let before = *value;
    let is_chosen = |_: &()| false;
    guided(ui, key, is_chosen, |ui| {
        ui.horizontal(|ui| {
            ui.set_min_height(theme::ROW);
            let palette = theme::palette(ui);
            with_tip(ui.label(RichText::new(words::text(key, &[])).color(palette.muted)), key);
            ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
                ui.spacing_mut().item_spacing.x = 2.0;
                ui.spacing_mut().button_padding.x = theme::GRID;
                for (choice, name, short) in all.iter().rev() {
                    let is_now = *choice == before;
                    let color = if is_now { palette.on_accent } else { palette.text };
                    let button = Button::new(RichText::new(*short).color(color))
                        .min_size(vec2(theme::ROW, theme::ROW));
                    let response =
                        ui.add(if is_now { button.fill(palette.accent) } else { button });
                    let text = words::text(&format!("{family}-{name}"), &[]);
                    response.widget_info(|| {
                        WidgetInfo::selected(Role::RadioButton, true, is_now, &text)
                    });
                    if response.clicked() {
                        *value = *choice;
                    }
                    tooltip(response, text);
                }
            });
        });
    });
    if *value != before {
        guidance::note(ui, key);
    }
    *value != before
}

fn list<T: PartialEq>(
    ui: &mut Ui,
    key: &str,
    now: &T,
    all: Vec<(T, String, Option<String>)>,
    why: &dyn Fn(&T) -> Option<String>,
) -> (Response, Option<T>) {
    let mut chosen = None;
    let id = ui.make_persistent_id(IdSalt::new(key));
    let was_open = ComboBox::is_open(ui.ctx(), id);
    let text = all
        .iter()
        .find(|(value, ..)| value == now)
        .map(|(_, text, _)| text.clone())
        .unwrap_or_default();
    // A long text takes the room that its name leaves, and goes on in a second line.
    let shown = ComboBox::from_id_salt(key)
        .selected_text(text)
        .wrap()
        .width(ui.available_width().min(ui.spacing().combo_width))
        .height(HEIGHT)
        .show_ui(ui, |ui| {
            ui.set_min_width(WIDTH);
            let is_entered = ui.memory(|memory| memory.has_focus(id));
            for (value, text, tip) in all {
                let is_now = value == *now;
                let why = why(&value).filter(|_| !is_now);
                let item = ui.add_enabled(why.is_none(), Button::selectable(is_now, text));
                if is_now && is_entered {
                    item.request_focus();
                }
                let item = match (why, tip) {
                    (Some(why), _) => item.on_disabled_hover_text(why),
                    (None, Some(tip)) => with_tip(item, &tip),
                    (None, None) => item,
                };
                if item.clicked() {
                    chosen = Some(value).filter(|_| !is_now);
                    // A key closes the list as a click does.
                    ui.close();
                }
            }
        });
    let is_by_key = ui.input(|input| {
        [Key::Enter, Key::Space, Key::Escape].iter().any(|key| input.key_pressed(*key))
    });
    if was_open && is_by_key && !ComboBox::is_open(ui.ctx(), id) {
        shown.response.request_focus();
    }
    (shown.response, chosen)
}
