//! Measurements of the run as numbers, and what there is to say about them.

use egui::{Align, Color32, Label, Layout, Response, RichText, TextStyle, Ui, vec2};
use starshell::physics::Diagnostics;
use starshell::scene::Dimension;
use starshell::words::{self, t};

use crate::app::icons;
use crate::app::shell::{
    numbers::Numbers,
    theme::{self, GRID, Palette},
    widgets,
};
use crate::app::simulation::{
    acts,
    run::Run,
    statistics::{ALARMING, Measured, Statistics},
};
use crate::lesson::Plot;

/// Least width of two columns of numbers, in sizes of their letters.
const NARROW: f32 = 18.0;
/// Room of a symbol beside its name.
const SYMBOL: f32 = 44.0;
/// What rounding leaves of a sum that is zero, relative to what it sums: in single precision, and
/// in double.
const ROUNDING: [f64; 2] = [1e-6, 1e-14];
/// Brightness of what is no longer measured.
pub const DIM: f32 = 0.45;

/// Draws the numbers of the run, and what there is to say about them.
pub fn numbers_ui(ui: &mut Ui, run: &mut Run) {
    widgets::title(ui, "science-title");
    let (numbers, values) = (run.stage.numbers(), values(&run.stage.statistics));
    ui.scope(|ui| {
        ui.spacing_mut().item_spacing.y = 0.0;
        values.iter().for_each(|value| value_ui(ui, numbers, value, true));
    });
    notes_ui(ui, run);
}

/// Draws the numbers by their symbols alone, in two columns or, where these are too narrow for
/// large letters, in one.
pub fn values_ui(ui: &mut Ui, run: &Run) {
    let (numbers, values) = (run.stage.numbers(), values(&run.stage.statistics));
    let body = TextStyle::Body.resolve(ui.style()).size;
    let count = if ui.available_width() < NARROW * body { 1 } else { 2 };
    ui.scope(|ui| {
        ui.spacing_mut().item_spacing = vec2(6.0 * GRID, 0.0);
        ui.columns(count, |columns| {
            for (place, value) in values.iter().enumerate() {
                value_ui(&mut columns[place * count / values.len()], numbers, value, false);
            }
        });
    });
}

/// A number of the table: its text key, what it measures, its value in the scene's units, and
/// whether it is one of the past.
type Value = (&'static str, Dimension, Option<f64>, bool);

/// The numbers of the table.
fn values(statistics: &Statistics) -> [Value; 8] {
    let told = statistics.readout();
    let measured = |value: fn(&Measured) -> f64| told.measured.as_ref().map(value);
    let rounding = ROUNDING[usize::from(statistics.is_double())];
    // Whether a sum is zero is judged by the size of what it sums: it need not cancel exactly.
    let sum = |value: fn(&Diagnostics) -> f64, scale: fn(&Diagnostics) -> f64| {
        let now = told.measured?.diagnostics;
        Some(value(&now)).map(|sum| if sum.abs() < rounding * scale(&now) { 0.0 } else { sum })
    };
    let is_past = |plot| statistics.ended(plot).is_some();
    let (is_old, is_old_radius) = (is_past(Plot::Energies), is_past(Plot::Radii));
    [
        ("science-kinetic", Dimension::Energy, measured(|now| now.diagnostics.kinetic), is_old),
        ("science-potential", Dimension::Energy, measured(|now| now.diagnostics.potential), is_old),
        ("science-energy", Dimension::Energy, sum(Diagnostics::energy, energies), is_old),
        ("science-error", Dimension::Ratio, told.measured.and_then(|now| now.drift), is_old),
        (
            "science-total-momentum",
            Dimension::Momentum,
            sum(|now| now.momentum.length(), momenta),
            is_old,
        ),
        (
            "science-total-angular",
            Dimension::AngularMomentum,
            sum(|now| now.angular_momentum.length(), angular_momenta),
            is_old,
        ),
        (
            "science-virial-ratio",
            Dimension::Ratio,
            measured(|now| now.diagnostics.virial_ratio()),
            is_old,
        ),
        ("science-half-mass", Dimension::Length, told.half_mass_radius, is_old_radius),
    ]
}

/// The size of the energies, momenta and angular momenta whose sum is measured. No sum of momenta
/// exceeds √(2 K M).
fn energies(now: &Diagnostics) -> f64 {
    now.kinetic + now.potential.abs()
}

fn momenta(now: &Diagnostics) -> f64 {
    (2.0 * now.kinetic * now.mass).sqrt()
}

fn angular_momenta(now: &Diagnostics) -> f64 {
    now.radius_max * momenta(now)
}

fn value_text(numbers: Numbers, (_, quantity, value, _): &Value, has_unit: bool) -> String {
    let number = words::number(numbers.factor(*quantity) * value.unwrap_or(f64::NAN));
    match value {
        Some(_) if has_unit => numbers.with_unit(*quantity, number),
        _ => number,
    }
}

/// The tooltip of a number: its meaning, and its unit.
fn value_tip(response: Response, numbers: Numbers, (key, quantity, ..): &Value) {
    if response.hovered() || response.has_focus() {
        let (tip, symbol) = (words::tip(key).unwrap_or_default(), numbers.symbol(*quantity));
        widgets::tooltip(
            response,
            if symbol.is_empty() { tip } else { format!("{tip}\n{symbol}") },
        );
    }
}

/// A symbol on the left, its number on the right; if it is full with name and unit, in two lines
/// where they need them.
fn value_ui(ui: &mut Ui, numbers: Numbers, value: &Value, is_full: bool) {
    let palette = theme::palette(ui);
    let key = value.0;
    let galley = |text: String, color| {
        let text = egui::WidgetText::from(RichText::new(text).color(color));
        text.into_galley(ui, Some(egui::TextWrapMode::Extend), f32::INFINITY, TextStyle::Body)
    };
    let name = galley(words::name(key), palette.text);
    let number = galley(value_text(numbers, value, is_full), value_color(&palette, value));
    let room = ui.available_width() - SYMBOL - 2.0 * GRID;
    let is_broken = is_full && name.size().x + number.size().x > room;
    let number_ui = |ui: &mut Ui, number, id| {
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            value_tip(ui.add(Label::new(number)).labelled_by(id), numbers, value);
        });
    };
    let (number, id) = ui
        .horizontal(|ui| {
            ui.set_min_height(theme::ROW - GRID);
            let label = ui.label(RichText::new(words::text(key, &[])).color(palette.muted));
            let (id, end) = (label.id, label.rect.left() + SYMBOL);
            value_tip(label, numbers, value);
            if is_full {
                ui.add_space((end - ui.cursor().left()).max(0.0));
                value_tip(ui.add(Label::new(name)), numbers, value);
            }
            if is_broken {
                return (Some(number), id);
            }
            number_ui(ui, number, id);
            (None, id)
        })
        .inner;
    if let Some(number) = number {
        ui.horizontal(|ui| number_ui(ui, number, id));
    }
}

/// The colour of a number: a warning if the energy is far off, dim if it is not that of the present
/// state.
fn value_color(palette: &Palette, (key, _, number, is_old): &Value) -> Color32 {
    let is_alarming =
        *key == "science-error" && number.is_some_and(|error| error.abs() >= ALARMING);
    let color = if is_alarming { palette.warning } else { palette.text };
    if *is_old { color.gamma_multiply(DIM) } else { color }
}

/// Draws what there is to say about the numbers, and the button that measures once where they have
/// ended.
pub fn notes_ui(ui: &mut Ui, run: &mut Run) {
    let note = note(run, &theme::palette(ui));
    let statistics = &mut run.stage.statistics;
    let has_ended = statistics.too_many().is_some() || statistics.is_refused();
    // In the past, nothing is measured, and the frames of a video wait for nothing.
    let is_present = run.stage.cursor.shown.is_none() && run.captures.filming.is_none();
    let is_useful = has_ended && !statistics.is_asked() && is_present;
    widgets::kept_note_beside(ui, 2, note, |ui| {
        let button = |ui: &mut Ui| {
            widgets::icon_button(ui, icons::ARROW_COUNTER_CLOCKWISE, "science-measure", false)
        };
        if ui.add_enabled_ui(is_useful, button).inner.clicked() {
            statistics.ask();
        }
    });
}

/// What there is to say about the numbers, the most important first.
fn note(run: &Run, palette: &Palette) -> (String, Color32) {
    let statistics = &run.stage.statistics;
    let told = statistics.readout().measured;
    let invalid = told.map_or(0, |now| now.diagnostics.invalid);
    if invalid > 0 {
        return (t!("science-invalid", count = invalid), palette.warning);
    }
    if statistics.is_asked() {
        return (t!("science-measuring"), palette.muted);
    }
    if let Some(time) = statistics.ended(Plot::Energies) {
        let time = run.stage.numbers().text(Dimension::Time, time);
        return (t!("science-ended", time = time, cause = cause(statistics)), palette.warning);
    }
    if told.is_none() && (statistics.too_many().is_some() || statistics.is_refused()) {
        return (t!("science-none", cause = cause(statistics)), palette.muted);
    }
    let warning =
        told.and_then(|now| now.drift).and_then(|drift| acts::warnings::energy_warning(run, drift));
    match (warning, statistics.readout().time) {
        (Some(text), _) => (text, palette.warning),
        (None, Some(time)) => (
            t!("science-at", time = run.stage.numbers().text(Dimension::Time, time)),
            palette.muted,
        ),
        (None, None) => (t!("kept-nothing"), palette.muted),
    }
}

/// Why energies are not measured.
pub fn cause(statistics: &Statistics) -> String {
    match statistics.too_many() {
        Some(too_many) => {
            let seconds = words::short(too_many.seconds);
            match too_many.most {
                Some(most) => {
                    t!("science-too-many", seconds = seconds, most = words::grouped(most))
                }
                None => t!("science-too-long", seconds = seconds),
            }
        }
        None => t!("science-failed"),
    }
}
