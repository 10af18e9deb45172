//! Measurements of the run as plots over time.

use egui::{Align, Button, Id, Layout, Panel, Popup, Response, RichText, Ui, vec2};
use starshell::file::FileError;
use starshell::name::Named;
use starshell::physics::initial::InitialState;
use starshell::scene::Dimension;
use starshell::words::{self, t};

use crate::app::commands::Export;
use crate::app::icons;
use crate::app::shell::{
    chart::{Chart, Curve},
    export::save_plot,
    guidance,
    state::Shell,
    theme::{self, GRID, Palette},
    widgets,
};
use crate::app::simulation::{
    acts,
    panels::{
        curves::{self, convert, in_units, kept_curves},
        kept::kept_ui,
        readout::{DIM, cause, notes_ui, values_ui},
    },
    run::Run,
    statistics::{Kept, Statistics, key_of},
    viewer::Viewer,
};
use crate::explained::explained;
use crate::lesson::Plot;

/// Height of a plot in a lesson's panel, and the least on the page *Measure*.
const HEIGHT: f32 = 188.0;
const LEAST: f32 = 120.0;
/// What the name, the legend and the axis of a plot take beside its height.
const AROUND: f32 = 84.0;
/// Its share of the window's height where a card leads to it, and where it is enlarged.
const LED: f32 = 0.27;
const ENLARGED: f32 = 0.52;

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
    let (statistics, stem) = (&run.stage.statistics, run.capture_name());
    let written = if kind == Export::Csv {
        let units = run.stage.numbers();
        statistics.save(plot, &shell.folder, &stem, units.0.as_ref()).map_err(Into::into)
    } else {
        let Whole { mut chart, mut kept } = whole(run, plot, &theme::LIGHT);
        chart.curves.append(&mut kept);
        let title = words::text(&key_of(plot), &[]);
        let Some(picture) = chart.picture(title, run.stage.session.scene().spoken_title()) else {
            return shell.notices.warn(t!("science-empty"));
        };
        save_plot(&picture, kind, &shell.folder, &format!("{stem}_{}", plot.name()))
    };
    match written {
        Ok(path) => shell.notices.tell_written(t!("science-saved", path = path.display())),
        Err(error) => shell.notices.warn(match error.downcast_ref() {
            Some(FileError { path, source, .. }) => {
                t!("science-not-saved", path = path.display(), cause = source)
            }
            None => explained(&*error),
        }),
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
