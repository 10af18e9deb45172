//! Measurements of the run, as numbers and as plots over time.

use egui::{
    Align, Button, Color32, Id, Label, Layout, Panel, Popup, Response, RichText, TextStyle, Ui,
    vec2,
};
use starshell::name::Named;
use starshell::physics::Diagnostics;
use starshell::physics::initial::InitialState;
use starshell::scene::Dimension;
use starshell::words::{self, t};

use crate::app::commands::Export;
use crate::app::icons;
use crate::app::shell::{
    chart::{Chart, Curve},
    export::{ExportError, save_plot},
    guidance,
    numbers::Numbers,
    state::Shell,
    theme::{self, GRID, Palette},
    widgets,
};
use crate::app::simulation::{
    acts,
    panels::{
        curves::{self, convert, in_units, kept_curves},
        kept::kept_ui,
    },
    run::Run,
    statistics::{ALARMING, Kept, Measured, Statistics, key_of},
    viewer::Viewer,
};
use crate::lesson::Plot;

/// Height of a plot in a lesson's panel, and the least on the page *Measure*.
const HEIGHT: f32 = 188.0;
const LEAST: f32 = 120.0;
/// What the name, the legend and the axis of a plot take beside its height.
const AROUND: f32 = 84.0;
/// Room of a symbol beside its name.
const SYMBOL: f32 = 44.0;
/// Its share of the window's height where a card leads to it, and where it is enlarged.
const LED: f32 = 0.27;
const ENLARGED: f32 = 0.52;
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

/// Draws numbers, a plot, and their controls, as a part of a lesson's panel.
pub fn science_ui(ui: &mut Ui, shell: &mut Shell, run: &mut Run, viewer: &mut Viewer) {
    widgets::section(ui, "science-title", true, |ui| {
        // A card that leads to the plot needs the room.
        let is_led = guidance::is_led_to(ui, guidance::PLOT);
        values_ui(ui, run);
        if !is_led {
            notes_ui(ui, run);
        }
        ui.add_space(GRID);
        // The plot has a spacing of its own.
        let plot = ui.scope(|ui| {
            // A card that leads to one plot leaves it room beside the control that it marks. Names
            // as large as those of a projector would take five rows.
            let by_symbol = shell.settings.panels.symbols || is_led || shell.is_projector();
            let shown = viewer.plots[0];
            tabs_ui(ui, &[shown], by_symbol).into_iter().for_each(|plot| viewer.show_plot(plot));
            let height =
                if is_led { HEIGHT.min(LED * ui.ctx().content_rect().height()) } else { HEIGHT };
            plot_ui(ui, shell, run, viewer, viewer.plots[0], height);
        });
        if guidance::comes_into_view(ui, guidance::PLOT) {
            plot.response.scroll_to_me(None);
        }
        kept_ui(ui, shell, run);
    });
}

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

/// Draws the plots that are shown, one below the other, each as high as there is room for.
pub fn plots_ui(ui: &mut Ui, shell: &mut Shell, run: &Run, viewer: &mut Viewer) {
    let (top, bottom) = (ui.cursor().top(), ui.clip_rect().bottom());
    ui.scope(|ui| {
        let chosen = tabs_ui(ui, &viewer.plots, shell.settings.panels.symbols);
        chosen.into_iter().for_each(|plot| viewer.toggle_plot(plot));
    });
    let room = bottom - top - (ui.cursor().top() - top);
    let each = (room / viewer.plots.len() as f32 - AROUND).max(LEAST);
    for plot in viewer.plots.clone() {
        ui.scope(|ui| plot_ui(ui, shell, run, viewer, plot, each));
    }
}

/// Draws a plot with its name and buttons.
fn plot_ui(
    ui: &mut Ui,
    shell: &mut Shell,
    run: &Run,
    viewer: &mut Viewer,
    plot: Plot,
    height: f32,
) {
    if header_ui(ui, shell, run, plot, icons::ARROWS_OUT, "science-enlarge") {
        viewer.enlarged = Some(plot);
    }
    let size = vec2(ui.available_width(), height);
    chart_ui(ui, run, plot, size, false);
}

/// Draws the enlarged plot below the picture, if there is one.
pub fn enlarged_ui(ui: &mut Ui, shell: &mut Shell, run: &mut Run, viewer: &mut Viewer) {
    let Some(plot) = viewer.enlarged else { return };
    let height = ENLARGED * ui.ctx().content_rect().height();
    let frame = widgets::panel_frame(ui);
    Panel::bottom("science").exact_size(height).resizable(false).frame(frame).show(ui, |ui| {
        if header_ui(ui, shell, run, plot, icons::X, "science-close") {
            viewer.enlarged = None;
        }
        let size = vec2(ui.available_width(), ui.available_height() - AROUND);
        chart_ui(ui, run, plot, size, true);
    });
}

/// Draws the numbers in two columns, by their symbols alone.
fn values_ui(ui: &mut Ui, run: &Run) {
    let (numbers, values) = (run.stage.numbers(), values(&run.stage.statistics));
    ui.scope(|ui| {
        ui.spacing_mut().item_spacing = vec2(6.0 * GRID, 0.0);
        ui.columns(2, |columns| {
            for (place, value) in values.iter().enumerate() {
                value_ui(&mut columns[place / 4], numbers, value, false);
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

/// The tabs of the plots, by name or by symbol. Returns the one that was clicked.
fn tabs_ui(ui: &mut Ui, shown: &[Plot], by_symbol: bool) -> Option<Plot> {
    let gap = 2.0;
    ui.spacing_mut().item_spacing = vec2(gap, gap);
    let mut chosen = None;
    let mut tab = |ui: &mut Ui, plot: Plot, text: RichText, width: f32| {
        if tab_ui(ui, shown.contains(&plot), plot, text, width).clicked() {
            chosen = Some(plot);
        }
    };
    if by_symbol {
        ui.spacing_mut().button_padding.x = 0.0;
        let count = Plot::ALL.len() as f32;
        let width = (ui.available_width() - gap * (count - 1.0)) / count;
        ui.horizontal(|ui| {
            Plot::ALL.iter().for_each(|plot| tab(ui, *plot, RichText::new(symbol(*plot)), width));
        });
    } else {
        ui.spacing_mut().button_padding.x = 1.5 * GRID;
        ui.horizontal_wrapped(|ui| {
            for plot in Plot::ALL.iter().copied() {
                let name = words::text(&format!("tab-{}", plot.name()), &[]);
                tab(ui, plot, RichText::new(name).small(), 0.0);
            }
        });
    }
    chosen
}

/// The tab of one plot.
fn tab_ui(ui: &mut Ui, is_shown: bool, plot: Plot, text: RichText, width: f32) -> Response {
    let palette = theme::palette(ui);
    let color = if is_shown { palette.on_accent } else { palette.text };
    let button = Button::new(text.color(color)).min_size(vec2(width, theme::ROW));
    let response = ui.add(if is_shown { button.fill(palette.accent) } else { button });
    let name = words::text(&key_of(plot), &[]);
    response.widget_info(|| egui::WidgetInfo::selected(egui::Role::Tab, true, is_shown, &name));
    if response.hovered() || response.has_focus() {
        let tip = words::tip(&key_of(plot)).unwrap_or_default();
        return widgets::tooltip(response, format!("{name}\n{tip}"));
    }
    response
}

/// The plot's name, the button that saves its numbers, and another one. Returns whether that other
/// one was clicked.
fn header_ui(ui: &mut Ui, shell: &mut Shell, run: &Run, plot: Plot, icon: &str, key: &str) -> bool {
    ui.horizontal(|ui| {
        ui.set_min_height(32.0);
        let name = RichText::new(words::text(&key_of(plot), &[])).family(theme::strong());
        widgets::with_tip(ui.label(name), &key_of(plot));
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            ui.spacing_mut().item_spacing.x = 0.0;
            let is_clicked = widgets::icon_button(ui, icon, key, false).clicked();
            save_ui(ui, shell, run, plot);
            is_clicked
        })
        .inner
    })
    .inner
}

/// Draws the button that saves a plot, and what it can be saved as.
fn save_ui(ui: &mut Ui, shell: &mut Shell, run: &Run, plot: Plot) {
    let button = widgets::icon_button(ui, icons::DOWNLOAD_SIMPLE, "science-save", false);
    Popup::menu(&button).show(|ui| {
        for kind in [Export::Csv, Export::Png, Export::Svg] {
            let key = format!("laboratory-export-{}", kind.ending());
            if ui.button(words::text(&key, &[])).clicked() {
                save(shell, run, plot, kind);
            }
        }
    });
}

/// Writes a plot into a new file.
fn save(shell: &mut Shell, run: &Run, plot: Plot, kind: Export) {
    let (statistics, scene) = (&run.stage.statistics, run.file_name());
    let written = if kind == Export::Csv {
        let units = run.stage.numbers();
        statistics.save(plot, &shell.folder, &scene, units.0.as_ref()).map_err(ExportError::File)
    } else {
        let Whole { mut chart, mut kept } = whole(run, plot, &theme::LIGHT);
        chart.curves.append(&mut kept);
        let title = words::text(&key_of(plot), &[]);
        let Some(picture) = chart.picture(title, run.stage.session.scene().spoken_title()) else {
            return shell.notices.warn(t!("science-empty"));
        };
        let stem = format!("{scene}-{}-{}", plot.name(), run.stage.session.simulation().steps());
        save_plot(&picture, kind, &shell.folder, &stem)
    };
    match written {
        Ok(path) => shell.notices.tell_written(t!("science-saved", path = path.display())),
        Err(ExportError::File(error)) => shell.notices.warn(t!(
            "science-not-saved",
            path = error.path.display(),
            cause = error.source
        )),
        Err(error) => shell.notices.warn(error.to_string()),
    }
}

/// All that a plot shows.
struct Whole {
    /// The run, and the other half of a comparison.
    chart: Chart<'static>,
    /// The runs that are kept.
    kept: Vec<Curve>,
}

fn whole(run: &Run, plot: Plot, palette: &Palette) -> Whole {
    let statistics = &run.stage.statistics;
    let is_plummer = matches!(run.stage.session.scene().initial, InitialState::Plummer(_));
    let numbers = run.stage.numbers();
    let mut chart = in_units(curves::chart(statistics, plot, is_plummer, palette), plot, numbers);
    let (mut kept, mut beside) =
        (kept_curves(run, plot, palette), curve_beside(run, plot, palette));
    convert(&mut kept, plot, numbers);
    convert(beside.as_mut_slice(), plot, numbers);
    if !kept.is_empty() || beside.is_some() {
        // Only the quantity for which the plot is named: the others have the colours of kept runs.
        chart.curves.retain(|curve| curve.color == palette.plot[0] && !curve.points.is_empty());
        let name = |curve: &Curve| match beside {
            Some(_) => acts::compare::branch_names(run)[0].clone(),
            None => format!("{}: {}", t!("kept-present"), curve.name),
        };
        chart.curves.iter_mut().for_each(|curve| curve.name = name(curve));
    }
    if let Some(time) = statistics.ended(plot) {
        chart.curves.iter_mut().for_each(|curve| curve.color = curve.color.gamma_multiply(DIM));
        chart.note = t!("science-until", time = numbers.text(Dimension::Time, time));
    }
    chart.curves.extend(beside);
    Whole { chart, kept }
}

fn chart_ui(ui: &mut Ui, run: &Run, plot: Plot, size: egui::Vec2, is_large: bool) {
    let statistics = &run.stage.statistics;
    let Whole { mut chart, mut kept } = whole(run, plot, &theme::palette(ui));
    // A slow run that is kept may have a single point, which is worth showing.
    let is_seen = |point: &[f64; 2]| chart.up.scale.place(point[1]).is_some();
    let others = kept.iter().chain(chart.curves.get(1).filter(|_| run.other_view.is_some()));
    if !others.flat_map(|curve| &curve.points).any(is_seen) {
        chart.words = nothing(statistics, plot);
    }
    ui.spacing_mut().item_spacing.y = GRID;
    // In the panel, the list of kept runs is their legend.
    if is_large {
        chart.curves.append(&mut kept);
    }
    chart
        .legend_ui(ui, theme::legible(ui.ctx(), if is_large { theme::BODY } else { theme::SMALL }));
    chart.curves.append(&mut kept);
    // Each run starts with a fresh view.
    let unit = run.stage.numbers().symbol(Dimension::Length);
    let id = Id::unique("plot").with((plot, is_large, statistics.measurements().run, unit));
    guidance::hold_axes(ui, plot, &mut chart);
    let name = words::text(&key_of(plot), &[]);
    chart.show(ui, id, size, is_large, &name);
}

/// The curve of the other half of a comparison.
fn curve_beside(run: &Run, plot: Plot, palette: &Palette) -> Option<Curve> {
    let points = run.other_view.as_ref()?.stage.statistics.measurements().curve(plot)?;
    let [_, name] = acts::compare::branch_names(run);
    let color = palette.plot[1 + Kept::free_color(run.kept())];
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
