//! What came of a run: a sentence, times beside the original's, all results in colour, and the
//! first wrong ones in numbers.

use std::sync::Arc;

use egui::{
    Align, Color32, Frame, Galley, Grid, Label, Layout, Rect, RichText, ScrollArea, Sense,
    TextStyle, TextWrapMode, Ui, vec2,
};
use starshell::lab::workbench::{Bench, Ended, Ran};
use starshell::lab::{NOISE, SpeedUp};
use starshell::words::{self, t};

use crate::app::icons;
use crate::app::shell::{sides, theme};
use crate::app::workbench::{
    Workbench,
    panels::field::{colors, error_text, field_ui, values_text},
    panels::list::model,
};

/// Least width of results of an input in one line.
const INPUTS: f32 = 480.0;
/// Highest field in points, beside the editor.
const HIGHEST: f32 = 260.0;
/// Height of the bars of times.
const BAR: f32 = 6.0;

/// Draws what came of the last run of the kernel that is shown: from top to bottom, or from left to
/// right.
pub fn results_ui(ui: &mut Ui, workbench: &Workbench, is_beside: bool) {
    let palette = theme::palette(ui);
    let size = ui.available_size();
    Frame::new().fill(palette.panel).corner_radius(8).inner_margin(12).show(ui, |ui| {
        ui.set_min_size(size - vec2(24.0, 24.0));
        ui.spacing_mut().scroll = theme::bar();
        ScrollArea::vertical().id_salt("kernel results").auto_shrink(false).show(ui, |ui| {
            sides::scroll_by_keys(ui);
            if workbench.is_running() {
                return running_ui(ui, workbench);
            }
            let sheet = workbench.sheet();
            let Some(verdict) = &sheet.verdict else {
                ui.label(
                    RichText::new(t!("workbench-empty"))
                        .size(theme::title_size(ui))
                        .color(palette.muted),
                );
                ui.add_space(theme::GRID);
                ui.add(
                    Label::new(RichText::new(t!("workbench-empty-note")).color(palette.muted))
                        .wrap(),
                );
                return;
            };
            let is_old = verdict.text != sheet.text();
            let Ended::Ran(ran) = &verdict.ended else {
                return sentence_ui(ui, &verdict.ended, is_old);
            };
            // A wrong result's time does not count, and inputs take the room.
            let has_times = ran.is_timed && (ran.is_right() || !sheet.bench.is_written());
            let times_ui = |ui: &mut Ui| {
                if has_times {
                    times_ui(ui, sheet.bench, ran, verdict.is_model);
                }
            };
            if is_beside || sheet.bench.is_written() {
                sentence_ui(ui, &verdict.ended, is_old);
                times_ui(ui);
                if sheet.bench.is_written() {
                    let is_narrow = is_beside || ui.available_width() < INPUTS;
                    return inputs_ui(ui, sheet.bench, ran, is_narrow);
                }
                let width = ui.available_width();
                field_ui(ui, sheet.bench, ran, vec2(width, HIGHEST.min(width)));
                legend_ui(ui, ran);
                wrong_ui(ui, sheet.bench, ran);
                return;
            }
            let height = (ui.available_height() - 2.0 * theme::ROW).max(60.0);
            ui.columns(2, |columns| {
                sentence_ui(&mut columns[0], &verdict.ended, is_old);
                times_ui(&mut columns[0]);
                wrong_ui(&mut columns[0], sheet.bench, ran);
                let width = columns[1].available_width();
                field_ui(&mut columns[1], sheet.bench, ran, vec2(width, height));
                legend_ui(&mut columns[1], ran);
            });
        });
    });
}

fn running_ui(ui: &mut Ui, workbench: &Workbench) {
    let palette = theme::palette(ui);
    let seconds = workbench.run.as_ref().map_or(0, |run| run.since.elapsed().as_secs());
    ui.horizontal_wrapped(|ui| {
        ui.add(egui::Spinner::new().size(theme::ICON).color(palette.accent));
        ui.label(
            RichText::new(t!("workbench-running", seconds = seconds))
                .size(theme::title_size(ui))
                .color(palette.text),
        );
    });
    let limit = workbench.limits.kernel.as_secs();
    ui.add(
        Label::new(
            RichText::new(t!("workbench-running-note", seconds = limit)).color(palette.muted),
        )
        .wrap(),
    );
}

fn sentence_ui(ui: &mut Ui, ended: &Ended, is_old: bool) {
    let palette = theme::palette(ui);
    let is_right = matches!(ended, Ended::Ran(ran) if ran.is_right());
    let (icon, color) = if is_right {
        (icons::CHECK_CIRCLE, palette.plot[1])
    } else {
        (icons::X_CIRCLE, palette.warning)
    };
    ui.horizontal_top(|ui| {
        ui.label(RichText::new(icon).size(theme::ICON).color(color));
        ui.add(
            Label::new(
                RichText::new(ended.text().verbatim())
                    .size(theme::title_size(ui))
                    .family(theme::strong())
                    .color(palette.text),
            )
            .wrap(),
        );
    });
    if is_old {
        ui.add(Label::new(RichText::new(t!("workbench-old")).color(palette.accent)).wrap());
    }
    if !matches!(ended, Ended::Ran(_) | Ended::Faults(_)) {
        ui.add(Label::new(RichText::new(t!("workbench-alone")).color(palette.muted)).wrap());
    }
}

/// The time of a run as a bar below that of the original. The original itself, as after *Undo*, is
/// not compared with its own time: what differs is chance.
fn times_ui(ui: &mut Ui, bench: &Bench, ran: &Ran, is_original: bool) {
    let palette = theme::palette(ui);
    ui.add_space(theme::GRID);
    let longest = ran.milliseconds.max(ran.original_milliseconds);
    let own = if ran.is_right() { palette.accent } else { palette.muted };
    let bars = [
        ("workbench-original-time", ran.original_milliseconds, palette.muted),
        ("workbench-time", ran.milliseconds, own),
    ]
    .map(|(key, time, color)| {
        let text = words::text(key, &[("time", words::duration(time)), ("model", model(bench))]);
        let text = egui::WidgetText::from(RichText::new(text).small().color(palette.muted));
        let text =
            text.into_galley(ui, Some(TextWrapMode::Extend), f32::INFINITY, TextStyle::Small);
        (text, (time / longest) as f32, color)
    });
    // All bars begin beside the longest text.
    let width = bars.iter().map(|(text, ..)| text.size().x).fold(0.0, f32::max);
    bars.into_iter().for_each(|(text, share, color)| bar_ui(ui, text, width, share, color));
    let text = match ran.speed_up() {
        _ if !ran.is_right() => t!("workbench-no-time"),
        _ if is_original => t!("workbench-is-original", model = model(bench)),
        SpeedUp::Unsteady => t!("workbench-unsteady", spread = words::duration(ran.spread)),
        SpeedUp::Times(ratio) if (ratio - 1.0).abs() < NOISE => {
            t!("workbench-as-fast", model = model(bench))
        }
        SpeedUp::Times(ratio) => {
            let (key, ratio) = if ratio >= 1.0 {
                ("workbench-faster", ratio)
            } else {
                ("workbench-slower", 1.0 / ratio)
            };
            words::text(key, &[("ratio", words::short(rounded(ratio))), ("model", model(bench))])
        }
    };
    ui.add(Label::new(RichText::new(text).color(palette.text)).wrap())
        .on_hover_text(t!("workbench-time-tip", adapter = ran.adapter));
    ui.add_space(theme::GRID);
}

fn bar_ui(ui: &mut Ui, text: Arc<Galley>, width: f32, share: f32, color: Color32) {
    let palette = theme::palette(ui);
    ui.horizontal(|ui| {
        ui.set_max_height(theme::ROW - theme::GRID);
        ui.allocate_ui_with_layout(
            vec2(width, theme::ROW - theme::GRID),
            Layout::left_to_right(Align::Center),
            |ui| {
                ui.set_min_width(width);
                ui.add(Label::new(text));
            },
        );
        let (rect, _) = ui.allocate_exact_size(vec2(ui.available_width(), BAR), Sense::hover());
        ui.painter().rect_filled(rect, 0.5 * BAR, palette.field);
        let share = if share.is_finite() { share.clamp(0.01, 1.0) } else { 1.0 };
        ui.painter().rect_filled(
            Rect::from_min_size(rect.min, vec2(share * rect.width(), rect.height())),
            0.5 * BAR,
            color,
        );
    });
}

/// Two digits, which is as exactly as such times agree.
fn rounded(ratio: f64) -> f64 {
    let unit = 10_f64.powf(ratio.log10().floor() - 1.0);
    (ratio / unit).round() * unit
}

/// What the colours mean, and how large the errors are.
fn legend_ui(ui: &mut Ui, ran: &Ran) {
    let palette = theme::palette(ui);
    let counts = [ran.cells.len() - ran.wrong, ran.wrong];
    ui.horizontal_wrapped(|ui| {
        for ((color, key), count) in colors(&palette)
            .into_iter()
            .zip(["workbench-legend-right", "workbench-legend-wrong"])
            .zip(counts)
        {
            let (rect, _) = ui.allocate_exact_size(vec2(11.0, 11.0), Sense::hover());
            ui.painter().rect_filled(rect, 2.0, color);
            ui.label(
                RichText::new(words::text(key, &[("count", words::grouped(count as u64))]))
                    .color(palette.text),
            );
        }
    });
    let text = match ran.tolerance > 0.0 {
        true => t!(
            "workbench-error",
            error = error_text(ran.largest_error),
            most = error_text(ran.tolerance)
        ),
        false => t!("workbench-exact"),
    };
    ui.add(Label::new(RichText::new(text).small().color(palette.muted)).wrap());
}

/// Every input with a mark, those that fail first, and what was expected: beside what was found,
/// where that is wrong, or below it where the space is narrow.
fn inputs_ui(ui: &mut Ui, bench: &Bench, ran: &Ran, is_narrow: bool) {
    let palette = theme::palette(ui);
    ui.add_space(theme::GRID);
    Grid::new("inputs").striped(true).num_columns(2).spacing(vec2(12.0, 4.0)).show(ui, |ui| {
        let is_wrong = |place: &usize| ran.cells[*place].error > ran.tolerance;
        let (wrong, right): (Vec<_>, Vec<_>) = (0..ran.cells.len()).partition(is_wrong);
        for place in wrong.into_iter().chain(right) {
            let (cell, is_wrong) = (&ran.cells[place], is_wrong(&place));
            let (icon, color) = match is_wrong {
                true => (icons::X_CIRCLE, palette.warning),
                false => (icons::CHECK_CIRCLE, palette.plot[1]),
            };
            ui.horizontal(|ui| {
                ui.label(RichText::new(icon).color(color));
                let name = bench.result(place, ran.cells.len()).spoken();
                ui.label(RichText::new(name).color(palette.text));
            });
            let [found, expected] = [&cell.found, &cell.expected].map(|it| values_text(it));
            let layout = if is_narrow {
                Layout::top_down(Align::Min)
            } else {
                Layout::left_to_right(Align::Center)
            };
            ui.with_layout(layout, |ui| {
                if is_wrong {
                    let found = t!("workbench-was-found", value = found);
                    ui.label(RichText::new(found).color(palette.warning));
                }
                let expected = t!("workbench-was-expected", value = expected);
                ui.label(RichText::new(expected).color(palette.text));
            });
            ui.end_row();
        }
    });
}

/// The first wrong results, with what they should be.
fn wrong_ui(ui: &mut Ui, bench: &Bench, ran: &Ran) {
    let palette = theme::palette(ui);
    if ran.is_right() {
        return;
    }
    ui.add_space(2.0 * theme::GRID);
    ui.label(
        RichText::new(t!("workbench-first-wrong")).family(theme::strong()).color(palette.accent),
    );
    Grid::new("first wrong results").striped(true).spacing(vec2(12.0, 4.0)).show(ui, |ui| {
        let head = |ui: &mut Ui, key: &str| {
            ui.label(RichText::new(words::text(key, &[])).small().color(palette.muted));
        };
        // What was found stands above what was expected, however narrow it is.
        head(ui, "workbench-what");
        ui.vertical(|ui| {
            ["workbench-found", "workbench-expected"].iter().for_each(|key| head(ui, key));
        });
        head(ui, "workbench-off");
        ui.end_row();
        for place in &ran.first_wrong {
            let cell = &ran.cells[*place];
            ui.label(
                RichText::new(bench.result(*place, ran.cells.len()).spoken()).color(palette.text),
            );
            ui.vertical(|ui| {
                for (values, color) in
                    [(&cell.found, palette.warning), (&cell.expected, palette.text)]
                {
                    ui.label(RichText::new(length_text(values)).color(color))
                        .on_hover_text(values_text(values));
                }
            });
            ui.label(RichText::new(error_text(cell.error)).color(palette.text));
            ui.end_row();
        }
    });
}

/// A result in one number.
fn length_text(values: &[f64]) -> String {
    match values {
        [_] => values_text(values),
        parts if parts.iter().all(|part| part.is_finite()) => {
            words::number(parts.iter().map(|part| part * part).sum::<f64>().sqrt())
        }
        _ => t!("workbench-nothing"),
    }
}
