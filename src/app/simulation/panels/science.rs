//! Measurements of the run, as numbers and as plots over time.

use egui::{Align, Button, Color32, Id, Layout, Modal, RichText, Ui, vec2};
use starshell::name::Named;
use starshell::physics::Diagnostics;
use starshell::physics::initial::InitialState;
use starshell::scene::Dimension;
use starshell::words::{self, t};

use crate::app::icons;
use crate::app::shell::{
    chart::Curve,
    guidance,
    state::Shell,
    theme::{self, GRID, Palette},
    widgets,
};
use crate::app::simulation::{
    acts,
    numbers::Numbers,
    panels::{
        curves::{chart, convert, in_units, kept_curves},
        kept::kept_ui,
    },
    run::Run,
    statistics::{ALARMING, Kept, Measured, Statistics, key_of},
    viewer::Viewer,
};
use crate::lesson::Plot;

/// Height of a plot in a lesson's panel; the least and the most in the right panel, and what its
/// legend and the controls below it take.
const HEIGHT: f32 = 188.0;
const HEIGHTS: [f32; 2] = [112.0, 360.0];
const BELOW: f32 = 160.0;
/// Its share of the window's height where a card leads to it.
const LED: f32 = 0.27;
/// What rounding leaves of a sum that is zero, relative to what it sums: in single precision, and
/// in double.
const ROUNDING: [f64; 2] = [1e-6, 1e-14];
/// Brightness of what is no longer measured.
const DIM: f32 = 0.45;
/// The symbol of a plot, the same in every language.
fn symbol(plot: Plot) -> &'static str {
    match plot {
        Plot::Energies => "E",
        Plot::Drift => "ΔE",
        Plot::Momentum => "P",
        Plot::AngularMomentum => "L",
        Plot::Virial => "Q",
        Plot::Radii => "r",
        Plot::Density => "ρ",
        Plot::Speeds => "v",
    }
}

/// Draws numbers, plots, and their controls, as a part of a lesson's panel.
pub fn science_ui(ui: &mut Ui, shell: &mut Shell, run: &mut Run, viewer: &mut Viewer) {
    widgets::section(ui, "science-title", true, |ui| measurements_ui(ui, shell, run, viewer, None));
}

/// Draws numbers, plots, and their controls. If all of it has so much `room`, the plot takes what
/// the rest leaves.
pub fn measurements_ui(
    ui: &mut Ui,
    shell: &mut Shell,
    run: &mut Run,
    viewer: &mut Viewer,
    room: Option<f32>,
) {
    let top = ui.cursor().top();
    let (numbers, values) = (run.stage.numbers(), values(&run.stage.statistics));
    ui.scope(|ui| {
        ui.spacing_mut().item_spacing = vec2(6.0 * GRID, 0.0);
        ui.columns(2, |columns| {
            for (place, value) in values.iter().enumerate() {
                value_ui(&mut columns[place / 4], numbers, value);
            }
        });
    });
    // A card that leads to the plot needs the room.
    if !guidance::is_led_to(ui, guidance::PLOT) {
        notes_ui(ui, run);
    }
    ui.add_space(GRID);
    // The plot has a spacing of its own.
    let plot = ui.scope(|ui| {
        // A card that leads to one plot leaves it room beside the control that it marks. Names as
        // large as those of a projector would take five rows.
        let is_led = guidance::is_led_to(ui, guidance::PLOT);
        let by_symbol = shell.settings.panels.symbols || is_led || shell.is_projector();
        tabs_ui(ui, &mut viewer.plot, by_symbol);
        let is_large_asked =
            header_ui(ui, shell, run, viewer, icons::ARROWS_OUT, "science-enlarge");
        viewer.is_enlarged |= is_large_asked;
        let left =
            |room: f32| (room - (ui.cursor().top() - top) - BELOW).clamp(HEIGHTS[0], HEIGHTS[1]);
        let height = room.map_or(HEIGHT, left);
        let height =
            if is_led { height.min(LED * ui.ctx().content_rect().height()) } else { height };
        let size = vec2(ui.available_width(), height);
        chart_ui(ui, run, viewer, size, false);
    });
    if guidance::comes_into_view(ui, guidance::PLOT) {
        plot.response.scroll_to_me(None);
    }
    kept_ui(ui, shell, run);
}

/// Draws the enlarged plot over everything, if requested.
pub fn enlarged_ui(ui: &Ui, shell: &mut Shell, run: &mut Run, viewer: &mut Viewer) {
    if !viewer.is_enlarged {
        return;
    }
    let screen = ui.ctx().content_rect();
    let shown = Modal::new(Id::unique("science")).show(ui.ctx(), |ui| {
        let width = (screen.width() - 96.0).clamp(200.0, 1280.0);
        ui.set_width(width);
        ui.scope(|ui| {
            ui.set_max_width(width.min(if shell.settings.panels.symbols { 400.0 } else { width }));
            tabs_ui(ui, &mut viewer.plot, shell.settings.panels.symbols);
        });
        if header_ui(ui, shell, run, viewer, icons::X, "science-close") {
            viewer.is_enlarged = false;
        }
        chart_ui(ui, run, viewer, vec2(width, (screen.height() - 264.0).clamp(96.0, 760.0)), true);
        ui.add_space(GRID);
        let (numbers, values) = (run.stage.numbers(), values(&run.stage.statistics));
        ui.columns(values.len(), |columns| {
            for (ui, value) in columns.iter_mut().zip(&values) {
                tall_value_ui(ui, numbers, value);
            }
        });
        notes_ui(ui, run);
    });
    // Escape is handled by the desk.
    if shown.backdrop_response.clicked() {
        viewer.is_enlarged = false;
    }
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

fn value_text(numbers: Numbers, (_, quantity, value, _): &Value) -> String {
    words::number(numbers.factor(*quantity) * value.unwrap_or(f64::NAN))
}

/// The tooltip of a number: its meaning, and its unit.
fn value_tip(response: egui::Response, numbers: Numbers, (key, quantity, ..): &Value) {
    if response.hovered() || response.has_focus() {
        let (tip, symbol) = (words::tip(key).unwrap_or_default(), numbers.symbol(*quantity));
        widgets::tooltip(
            response,
            if symbol.is_empty() { tip } else { format!("{tip}\n{symbol}") },
        );
    }
}

/// A symbol on the left, its number on the right.
fn value_ui(ui: &mut Ui, numbers: Numbers, value: &Value) {
    let palette = theme::palette(ui);
    let key = value.0;
    ui.horizontal(|ui| {
        ui.set_min_height(theme::ROW - GRID);
        let label = ui.label(RichText::new(words::text(key, &[])).color(palette.muted));
        let id = label.id;
        value_tip(label, numbers, value);
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            let text =
                RichText::new(value_text(numbers, value)).color(value_color(&palette, value));
            value_tip(ui.label(text).labelled_by(id), numbers, value);
        });
    });
}

/// The colour of a number: a warning if the energy is far off, dim if it is not that of the present
/// state.
fn value_color(palette: &Palette, (key, _, number, is_old): &Value) -> Color32 {
    let is_alarming =
        *key == "science-error" && number.is_some_and(|error| error.abs() >= ALARMING);
    let color = if is_alarming { palette.warning } else { palette.text };
    if *is_old { color.gamma_multiply(DIM) } else { color }
}

/// A symbol above its number, in large type, and the unit below.
fn tall_value_ui(ui: &mut Ui, numbers: Numbers, value: &Value) {
    let palette = theme::palette(ui);
    let label = ui.label(RichText::new(words::text(value.0, &[])).color(palette.muted));
    let id = label.id;
    value_tip(label, numbers, value);
    let number = RichText::new(value_text(numbers, value))
        .size(theme::title_size(ui))
        .color(value_color(&palette, value));
    value_tip(ui.label(number).labelled_by(id), numbers, value);
    if numbers.0.is_some() {
        widgets::note(ui, numbers.symbol(value.1));
    }
}

/// Draws what there is to say about the numbers, and the button that measures once where they have
/// ended.
fn notes_ui(ui: &mut Ui, run: &mut Run) {
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
fn cause(statistics: &Statistics) -> String {
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

/// The tabs that choose a plot, by name or by symbol.
fn tabs_ui(ui: &mut Ui, shown: &mut Plot, by_symbol: bool) {
    let gap = 2.0;
    ui.spacing_mut().item_spacing = vec2(gap, gap);
    if by_symbol {
        ui.spacing_mut().button_padding.x = 0.0;
        let count = Plot::ALL.len() as f32;
        let width = (ui.available_width() - gap * (count - 1.0)) / count;
        ui.horizontal(|ui| {
            Plot::ALL
                .iter()
                .for_each(|plot| tab_ui(ui, shown, *plot, RichText::new(symbol(*plot)), width))
        });
    } else {
        ui.spacing_mut().button_padding.x = 1.5 * GRID;
        ui.horizontal_wrapped(|ui| {
            for plot in Plot::ALL.iter().copied() {
                let name = words::text(&format!("tab-{}", plot.name()), &[]);
                tab_ui(ui, shown, plot, RichText::new(name).small(), 0.0);
            }
        });
    }
}

/// The tab of one plot.
fn tab_ui(ui: &mut Ui, shown: &mut Plot, plot: Plot, text: RichText, width: f32) {
    let palette = theme::palette(ui);
    let is_shown = plot == *shown;
    let color = if is_shown { palette.on_accent } else { palette.text };
    let button = Button::new(text.color(color)).min_size(vec2(width, theme::ROW));
    let response = ui.add(if is_shown { button.fill(palette.accent) } else { button });
    let name = words::text(&key_of(plot), &[]);
    response.widget_info(|| egui::WidgetInfo::selected(egui::Role::Tab, true, is_shown, &name));
    if response.clicked() {
        *shown = plot;
    }
    if response.hovered() || response.has_focus() {
        let tip = words::tip(&key_of(plot)).unwrap_or_default();
        widgets::tooltip(response, format!("{name}\n{tip}"));
    }
}

/// The plot's name, the button that saves its numbers, and another one. Returns whether that other
/// one was clicked.
fn header_ui(
    ui: &mut Ui,
    shell: &mut Shell,
    run: &Run,
    viewer: &Viewer,
    icon: &str,
    key: &str,
) -> bool {
    let plot = viewer.plot;
    ui.horizontal(|ui| {
        ui.set_min_height(32.0);
        let name = RichText::new(words::text(&key_of(plot), &[])).family(theme::strong());
        widgets::with_tip(ui.label(name), &key_of(plot));
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            ui.spacing_mut().item_spacing.x = 0.0;
            let is_clicked = widgets::icon_button(ui, icon, key, false).clicked();
            if widgets::icon_button(ui, icons::DOWNLOAD_SIMPLE, "science-save", false).clicked() {
                save(shell, run, plot);
            }
            is_clicked
        })
        .inner
    })
    .inner
}

fn save(shell: &mut Shell, run: &Run, plot: Plot) {
    let scene = run.origin.file_name();
    match run.stage.statistics.save(plot, &shell.folder, &scene) {
        Ok(path) => shell.notices.tell(t!("science-saved", path = path.display())),
        Err(error) => shell.notices.warn(t!(
            "science-not-saved",
            path = error.path.display(),
            cause = error.source
        )),
    }
}

fn chart_ui(ui: &mut Ui, run: &Run, viewer: &Viewer, size: egui::Vec2, is_large: bool) {
    let statistics = &run.stage.statistics;
    let plot = viewer.plot;
    let is_plummer = matches!(run.stage.session.scene().initial, InitialState::Plummer(_));
    let palette = theme::palette(ui);
    let numbers = run.stage.numbers();
    let mut chart = in_units(chart(statistics, plot, is_plummer, &palette), plot, numbers);
    chart.words = nothing(statistics, plot);
    if let Some(time) = statistics.ended(plot) {
        chart.curves.iter_mut().for_each(|curve| curve.color = curve.color.gamma_multiply(DIM));
        chart.note = t!("science-until", time = numbers.text(Dimension::Time, time));
    }
    ui.spacing_mut().item_spacing.y = GRID;
    let (mut kept, mut beside) =
        (kept_curves(&run.trials.kept, plot, &palette), curve_beside(run, plot, &palette));
    convert(&mut kept, plot, numbers);
    convert(beside.as_mut_slice(), plot, numbers);
    // A slow run that is kept may have a single point, which is worth showing.
    if kept
        .iter()
        .chain(&beside)
        .flat_map(|curve| &curve.points)
        .any(|point| !chart.up.is_logarithmic || point[1] > 0.0)
    {
        chart.words.clear();
    }
    if !kept.is_empty() || beside.is_some() {
        // Only the quantity for which the plot is named: the others have the colours of kept runs.
        let first = if chart.note.is_empty() {
            palette.plot[0]
        } else {
            palette.plot[0].gamma_multiply(DIM)
        };
        chart.curves.retain(|curve| curve.color == first && !curve.points.is_empty());
    }
    if let Some(beside) = beside {
        let [own, _] = acts::compare::branch_names(run);
        chart.curves.iter_mut().for_each(|curve| curve.name.clone_from(&own));
        chart.curves.push(beside);
    }
    if is_large {
        chart.curves.append(&mut kept);
    }
    chart
        .legend_ui(ui, theme::legible(ui.ctx(), if is_large { theme::BODY } else { theme::SMALL }));
    // In the panel, the list below the plot is their legend.
    chart.curves.append(&mut kept);
    // Each run starts with a fresh view.
    let unit = numbers.symbol(Dimension::Length);
    let id = Id::unique("plot").with((plot, is_large, statistics.measurements().run, unit));
    let name = words::text(&key_of(plot), &[]);
    chart.show(ui, id, size, is_large, &name);
}

/// The curve of the other half of a comparison.
fn curve_beside(run: &Run, plot: Plot, palette: &Palette) -> Option<Curve> {
    let points = run.other_view.as_ref()?.stage.statistics.measurements().curve(plot)?;
    let [_, name] = acts::compare::branch_names(run);
    let color = palette.plot[1 + Kept::free_color(&run.trials.kept)];
    Some(Curve { name, color, is_model: false, is_filled: false, points })
}

/// What stands in place of a plot without a curve.
fn nothing(statistics: &Statistics, plot: Plot) -> String {
    let is_of_profile = matches!(plot, Plot::Radii | Plot::Density | Plot::Speeds);
    let is_skipped = statistics.is_refused() || statistics.too_many().is_some() && !is_of_profile;
    match statistics.readout().measured {
        None if is_skipped => t!("science-none", cause = cause(statistics)),
        _ => t!("science-empty"),
    }
}
