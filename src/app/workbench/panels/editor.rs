//! The editor: WGSL in colours, numbers of lines, marks at what is wrong and at what differs from
//! the original.

use std::ops::Range;
use std::sync::Arc;

use egui::text::{CCursor, CCursorRange, LayoutJob, TextFormat};
use egui::text_edit::{TextEditOutput, TextEditState};
use egui::{
    Align2, Color32, Event, FontId, Frame, Galley, Id, Key, Margin, Modifiers, Rect, ScrollArea,
    Shape, Stroke, TextBuffer, TextEdit, Ui, pos2, vec2,
};
use starshell::lab::workbench::Fault;
use starshell::words::t;

use crate::app::shell::theme::{self, Palette};
use crate::app::workbench::{
    Cursor, Sheet, Workbench,
    highlight::{Class, parts},
};

/// Size of letters.
const CODE: f32 = 12.0;
/// Width of the numbers beside the text.
const GUTTER: i8 = 44;
/// Points around the text.
const MARGIN: i8 = 8;
/// What Tab types.
const TAB: &str = "    ";
/// Most characters of a text.
const MAX: usize = 100_000;

/// Draws the editor in the whole space.
pub fn editor_ui(ui: &mut Ui, workbench: &mut Workbench) {
    let palette = theme::palette(ui);
    let size = ui.available_size();
    ui.spacing_mut().scroll = theme::bar();
    Frame::new().fill(palette.panel).corner_radius(8).show(ui, |ui| {
        ui.set_min_size(size);
        let name = workbench.sheet().bench.name;
        ScrollArea::vertical().id_salt(("kernel", name)).auto_shrink(false).show(ui, |ui| {
            let sheet = workbench.sheet_mut();
            let id = Id::unique("kernel").with(name);
            type_with_indent(ui, id, sheet.text());
            // The click of this frame would take the focus away again.
            let cursor = sheet.cursor.filter(|_| !ui.input(|input| input.pointer.any_click()));
            match cursor {
                Some(cursor) => put_cursor(ui, id, cursor),
                None if sheet.cursor.is_some() => ui.ctx().request_repaint(),
                None => {}
            }
            let before = sheet.text().to_owned();
            let faults = sheet.faults.clone();
            let mut layout = |ui: &Ui, text: &dyn TextBuffer, width: f32| {
                galley(ui, &palette, text.as_str(), &faults, width)
            };
            let margin = Margin { left: GUTTER, ..Margin::same(MARGIN) };
            let edit = TextEdit::multiline(sheet.text_mut())
                .id(id)
                .code_editor()
                .font(FontId::monospace(code_size(ui)))
                .frame(Frame::new().inner_margin(margin))
                .char_limit(MAX)
                .desired_width(f32::INFINITY)
                .layouter(&mut layout);
            let output = edit.min_size(vec2(0.0, ui.available_height() - 4.0)).show(ui);
            let (response, time) = (&output.response.response, ui.input(|input| input.time));
            ui.ctx()
                .accesskit_node_builder(response.id, |node| node.set_label(t!("workbench-editor")));
            let (has_focus, is_changed) = (response.has_focus(), response.changed());
            if is_changed && before != *sheet.text() {
                sheet.typed(before, time);
            }
            if let Some(cursor) = cursor {
                sheet.cursor = None;
                let at =
                    cursor.place.map(|place| output.galley.pos_from_cursor(CCursor::new(place)));
                at.into_iter().for_each(|at| {
                    ui.scroll_to_rect(
                        at.translate(output.galley_pos.to_vec2()).expand2(vec2(0.0, 60.0)),
                        None,
                    );
                });
            }
            // What somebody works on stays in view when the room changes: results appear below.
            let room = ui.clip_rect().height();
            let before = ui.data_mut(|data| {
                std::mem::replace(data.get_temp_mut_or_default::<f32>(id.with("room")), room)
            });
            if std::mem::take(&mut sheet.shows_change) || before != room {
                let changed = first_change(sheet).map(|line| line_begin(sheet.text(), line));
                let typed = output
                    .cursor_range
                    .filter(|_| has_focus)
                    .map(|range| range.primary.index.into());
                let at = typed
                    .or(changed)
                    .map(|place| output.galley.pos_from_cursor(CCursor::new(place)));
                let seen =
                    at.map(|at| at.translate(output.galley_pos.to_vec2()).expand2(vec2(0.0, 30.0)));
                seen.into_iter().for_each(|seen| ui.scroll_to_rect(seen, None));
            }
            margin_ui(ui, &palette, &output, sheet);
            workbench.is_typing = has_focus;
        });
    });
}

/// The height of so many lines of text.
pub fn height_of(ui: &Ui, lines: usize) -> f32 {
    let font = FontId::monospace(code_size(ui));
    let row = ui.fonts_mut(|fonts| fonts.row_height(&font));
    lines as f32 * row + f32::from(2 * MARGIN)
}

fn code_size(ui: &Ui) -> f32 {
    theme::legible(ui.ctx(), CODE)
}

/// The number of the first line, from 0, that differs from the original.
fn first_change(sheet: &Sheet) -> Option<usize> {
    sheet.lines().iter().position(|line| line.is_new || line.lacks)
}

/// The character that begins a line, both from 0.
fn line_begin(text: &str, line: usize) -> usize {
    text.split_inclusive('\n').take(line).map(|line| line.chars().count()).sum()
}

/// Puts the cursor at a character, and gives the editor the focus if asked.
fn put_cursor(ui: &Ui, id: Id, cursor: Cursor) {
    if let Some(place) = cursor.place {
        let mut state = TextEditState::load(ui.ctx(), id).unwrap_or_default();
        state.cursor.set_char_range(Some(CCursorRange::one(CCursor::new(place))));
        state.store(ui.ctx(), id);
    }
    if cursor.has_focus {
        ui.memory_mut(|memory| memory.request_focus(id));
    }
}

/// Lets Tab type spaces, and Enter begin a line as far in as the one before.
fn type_with_indent(ui: &Ui, id: Id, text: &str) {
    if !ui.memory(|memory| memory.has_focus(id)) {
        return;
    }
    let cursor = TextEditState::load(ui.ctx(), id).and_then(|state| state.cursor.char_range());
    ui.input_mut(|input| {
        for event in &mut input.events {
            let Event::Key { key, pressed: true, modifiers: Modifiers::NONE, .. } = event else {
                continue;
            };
            match key {
                Key::Tab => *event = Event::Text(TAB.to_owned()),
                Key::Enter => {
                    let before: String = text
                        .chars()
                        .take(cursor.map_or(0, |range| range.primary.index.into()))
                        .collect();
                    let line = before.rsplit('\n').next().unwrap_or("");
                    let indent: String = line.chars().take_while(|letter| *letter == ' ').collect();
                    // A new line alone is left to the key.
                    if !indent.is_empty() {
                        *event = Event::Text(format!("\n{indent}"));
                    }
                }
                _ => {}
            }
        }
    });
}

/// Lays the text out in its colours, with lines below what is wrong.
fn galley(ui: &Ui, palette: &Palette, text: &str, faults: &[Fault], width: f32) -> Arc<Galley> {
    let mut job = LayoutJob { text: text.to_owned(), ..LayoutJob::default() };
    job.wrap.max_width = width;
    job.keep_trailing_whitespace = true;
    let font_id = FontId::monospace(code_size(ui));
    let wrong: Vec<Range<usize>> = faults.iter().filter_map(|fault| word_at(text, fault)).collect();
    let mut place = 0;
    let mut section = |range: Range<usize>, color: Color32| {
        // A part is cut where what is wrong begins and ends.
        let mut begin = range.start;
        while begin < range.end {
            let inside = wrong.iter().find(|wrong| wrong.contains(&begin));
            let cuts =
                wrong.iter().flat_map(|wrong| [wrong.start, wrong.end]).filter(|cut| *cut > begin);
            let end = cuts.min().unwrap_or(range.end).min(range.end);
            let underline =
                if inside.is_some() { Stroke::new(1.5, palette.warning) } else { Stroke::NONE };
            let format =
                TextFormat { font_id: font_id.clone(), color, underline, ..TextFormat::default() };
            job.sections.push(egui::text::LayoutSection {
                leading_space: 0.0,
                byte_range: begin.into()..end.into(),
                format,
            });
            begin = end;
        }
    };
    for (range, class) in parts(text) {
        section(place..range.start, palette.text);
        place = range.end;
        section(range, color(palette, class));
    }
    section(place..text.len(), palette.text);
    ui.fonts_mut(|fonts| fonts.layout_job(job))
}

fn color(palette: &Palette, class: Class) -> Color32 {
    match class {
        Class::Comment => palette.muted,
        Class::Keyword => palette.accent,
        Class::Type => palette.plot[1],
        Class::Number => palette.plot[3],
        Class::Attribute => palette.plot[4],
        Class::Function => palette.plot[2],
    }
}

/// The bytes of the word, or of the sign, at a fault; `None` at the end of a line.
fn word_at(text: &str, fault: &Fault) -> Option<Range<usize>> {
    let line_begin: usize = text.split_inclusive('\n').take(fault.line - 1).map(str::len).sum();
    let line = text.get(line_begin..)?.split('\n').next()?;
    let begin = line.char_indices().nth(fault.column - 1)?.0;
    let word = line[begin..]
        .chars()
        .take_while(|letter| letter.is_alphanumeric() || *letter == '_')
        .map(char::len_utf8)
        .sum();
    let length = if word == 0 { line[begin..].chars().next()?.len_utf8() } else { word };
    Some(line_begin + begin..line_begin + begin + length)
}

/// Draws the numbers of the lines with their marks, beside the text as it is wrapped.
fn margin_ui(ui: &Ui, palette: &Palette, output: &TextEditOutput, sheet: &Sheet) {
    let (origin, clip, painter) = (output.galley_pos, ui.clip_rect(), ui.painter());
    let left = output.response.response.rect.left();
    let (mut line, mut begins) = (0, true);
    for row in &output.galley.rows {
        let rect = Rect::from_min_size(origin + row.pos.to_vec2(), vec2(0.0, row.row.size.y));
        let is_seen = rect.bottom() >= clip.top() && rect.top() <= clip.bottom();
        if is_seen {
            let fault = sheet.faults.iter().any(|fault| fault.line == line + 1);
            if fault {
                let band = Rect::from_x_y_ranges(
                    left..=output.response.response.rect.right(),
                    rect.y_range(),
                );
                painter.rect_filled(band, 0.0, palette.warning.gamma_multiply(0.13));
            }
            let change = sheet.lines().get(line).copied().unwrap_or_default();
            if change.is_new {
                let bar = Rect::from_x_y_ranges(left + 2.0..=left + 5.0, rect.y_range());
                painter.rect_filled(bar, 0.0, palette.plot[1]);
            }
            if change.lacks && begins {
                let tip = pos2(left + 9.0, rect.top());
                let corners =
                    vec![pos2(left + 2.0, tip.y - 4.0), tip, pos2(left + 2.0, tip.y + 4.0)];
                painter.add(Shape::convex_polygon(corners, palette.warning, Stroke::NONE));
            }
            if begins {
                let color = if fault { palette.warning } else { palette.muted };
                let place = pos2(origin.x - 12.0, rect.center().y);
                painter.text(
                    place,
                    Align2::RIGHT_CENTER,
                    line + 1,
                    FontId::monospace(theme::legible(ui.ctx(), CODE - 1.0)),
                    color,
                );
            }
        }
        begins = row.ends_with_newline;
        line += usize::from(begins);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use starshell::words::Text;

    #[test]
    fn a_fault_is_the_word_at_its_place() {
        let text = "let é = a_b;\n\nx + 1";
        let at = |line, column| {
            word_at(text, &Fault { line, column, message: Text::default() })
                .map(|range| &text[range])
        };
        assert_eq!(
            [at(1, 5), at(1, 9), at(1, 12), at(1, 13)],
            [Some("é"), Some("a_b"), Some(";"), None]
        );
        assert_eq!([at(2, 1), at(3, 3), at(3, 9), at(9, 1)], [None, Some("+"), None, None]);
    }
}
