//! How gravity is summed: the direct sum by one of its kernels, or a tree with its accuracy.

use egui::{Id, Ui, vec2};
use starshell::lab::chart::Scale as Ticks;
use starshell::name::Named;
use starshell::physics::{
    Gravity, GravityMethod, MeshSettings, Multipoles, Opening, Parameters, TreeSettings,
};
use starshell::words::{self, t};

use crate::app::commands::Command;
use crate::app::icons;
use crate::app::shell::{
    chart::{Axis, Chart, Curve},
    state::Shell,
    theme,
    widgets::{self, Scale},
};
use crate::app::simulation::{
    panels::setting::why_not,
    run::Run,
    statistics::{Figures, asked, is_too_coarse},
    tuning::Tuning,
};

/// How the cells of a tree open, and its name in text keys.
pub const OPENINGS: [(bool, &str); 2] = [(true, "accuracy"), (false, "angle")];
/// Sizes of leaves and groups on offer.
pub const LEAVES: [(u32, &str); 6] =
    [(8, "8"), (16, "16"), (32, "32"), (40, "40"), (48, "48"), (64, "64")];
pub const GROUPS: [(u32, &str); 2] = [(32, "32"), (64, "64")];
/// Nodes per side of a grid on offer.
pub const SIDES: [(u32, &str); 5] =
    [(16, "16"), (32, "32"), (64, "64"), (128, "128"), (256, "256")];
/// The angle when the user first chooses to open cells by one.
const ANGLE: f64 = 0.5;
/// Height of the histogram of errors.
const HEIGHT: f32 = 110.0;

/// Draws the method, and the kernel of the direct sum, the settings of the tree or the nodes of the
/// grid.
pub fn gravity_ui(
    ui: &mut Ui,
    shell: &mut Shell,
    run: &Run,
    tuning: &mut Tuning,
    physics: &mut Parameters,
) {
    let methods: Vec<_> =
        GravityMethod::ALL.iter().map(|method| (*method, method.name())).collect();
    let (before, now) = (*physics, physics.gravity.method());
    let why = |method: &GravityMethod| {
        why_not(run, &Parameters { gravity: before.gravity.by(*method), ..before })
    };
    if let Some(method) =
        widgets::choice_if(ui, "physics-gravity", "gravity-by", now, &methods, why)
    {
        let is_new = method != physics.gravity.method();
        physics.gravity = physics.gravity.by(method);
        // As many nodes as the bodies of the scene need.
        if let (Gravity::Mesh(settings), true) = (&mut physics.gravity, is_new)
            && let Ok(bodies) = run.stage.session.scene().bodies()
        {
            *settings = settings.suited_to(&bodies, physics.softening);
        }
    }
    match &mut physics.gravity {
        Gravity::Direct(_) if physics.integrator.is_hosted() => {
            widgets::note(ui, t!("physics-hosted"))
        }
        Gravity::Direct(kernel) => {
            let count = run.stage.session.simulation().bodies().count();
            let gpu = shell.gpu.clone();
            let offered = tuning.kernels.offered(&gpu, count, physics.precision);
            widgets::choose(ui, "physics-kernel", "gravity", kernel, offered);
        }
        Gravity::Auto(accuracy) => {
            accuracy_ui(ui, accuracy);
            errors_ui(ui, run);
            let now = match run.stage.session.simulation().gravity() {
                Gravity::Tree(_) => t!("physics-auto-tree"),
                _ => t!("physics-auto-direct"),
            };
            widgets::kept_note(ui, 1, now);
        }
        Gravity::Tree(settings) => {
            opening_ui(ui, settings);
            // Right below what they depend on.
            errors_ui(ui, run);
            cells_ui(ui, settings);
        }
        Gravity::Mesh(settings) => {
            widgets::choose(ui, "physics-mesh-side", "mesh-side", &mut settings.side, &SIDES);
            widgets::switch(ui, "physics-mesh-near", &mut settings.near);
            let with = MeshSettings { period: Some(settings.period.unwrap_or(1.0)), ..*settings };
            let with = Parameters { gravity: Gravity::Mesh(with), ..before };
            widgets::closed(ui, why_not(run, &with), |ui| period_ui(ui, run, settings));
            errors_ui(ui, run);
        }
    }
    forecasts_ui(ui, run, physics);
    if run.stage.session.simulation().gravity().is_approximate() {
        histogram_ui(ui, shell, run);
    }
}

/// Draws whether space repeats, and after which length: at first about twice the size of the
/// system, to one digit.
fn period_ui(ui: &mut Ui, run: &Run, settings: &mut MeshSettings) {
    let mut is_periodic = settings.period.is_some();
    if widgets::switch(ui, "physics-mesh-periodic", &mut is_periodic) {
        let radius = run
            .stage
            .interaction
            .newest
            .system
            .as_ref()
            .map_or(1.0, |system| system.radius.max(1e-30));
        let unit = 10_f64.powf((4.0 * radius).log10().floor());
        settings.period = is_periodic.then(|| (4.0 * radius / unit).ceil() * unit);
    }
    if let Some(period) = &mut settings.period {
        widgets::slider(ui, "physics-mesh-period", period, Scale::logarithmic(1e-2, 1e4).rough());
    }
}

/// Draws the errors of approximate forces as they are found, in words.
fn errors_ui(ui: &mut Ui, run: &Run) {
    let gravity = run.stage.session.simulation().gravity();
    if !gravity.is_approximate() {
        return;
    }
    let errors = &run.stage.statistics.errors;
    let percent = |error: f64| words::short(100.0 * error);
    let told = |figures: Figures| {
        let [median, p99, largest] = [figures.median, figures.p99, figures.largest].map(percent);
        t!(
            "physics-errors",
            count = words::grouped(figures.count as u64),
            median = median,
            p99 = p99,
            largest = largest
        )
    };
    let text = errors.figures().map_or_else(String::new, told);
    widgets::marked(ui, "physics-errors", |ui| widgets::kept_note(ui, 3, text));
    let warning = match errors.figures().filter(|figures| is_too_coarse(figures, gravity)) {
        _ if errors.unfinished() > 0 => {
            t!("physics-unfinished", count = words::grouped(errors.unfinished().into()))
        }
        Some(figures) => {
            let asked = asked(gravity).map_or_else(String::new, percent);
            t!("physics-too-coarse", found = percent(figures.p99), asked = asked)
        }
        None => String::new(),
    };
    widgets::kept_warning(ui, 3, warning);
}

/// Draws the errors of approximate forces as a histogram, and the button that shows the direct sum
/// beside it.
fn histogram_ui(ui: &mut Ui, shell: &mut Shell, run: &Run) {
    let errors = &run.stage.statistics.errors;
    let color = theme::palette(ui).plot[0];
    let name = t!("physics-errors-plot");
    let curve = Curve {
        name: name.clone(),
        color,
        is_model: false,
        is_filled: true,
        points: errors.histogram(),
    };
    let across = Axis { symbol: "δ", scale: Ticks::Decades };
    let chart = Chart {
        curves: vec![curve],
        across,
        included: vec![0.0],
        // What 99 of 100 bodies are asked to stay below.
        marks: asked(run.stage.session.simulation().gravity()).into_iter().collect(),
        words: t!("physics-errors-coming"),
        ..Chart::default()
    };
    chart.show(ui, Id::unique("force-errors"), vec2(ui.available_width(), HEIGHT), false, &name);
    let button =
        |ui: &mut Ui| widgets::button(ui, icons::SPLIT_HORIZONTAL, "physics-beside", false);
    // Without the images, the direct sum is another gravity.
    let is_periodic = run.stage.session.simulation().gravity().period().is_some();
    let why = match (run.other_view.is_some(), is_periodic) {
        (true, _) => Some(t!("idle-compared")),
        (false, true) => Some(t!("idle-periodic")),
        (false, false) => None,
    };
    if widgets::closed(ui, why, button).clicked() {
        shell.ask(Command::CompareGravity);
    }
}

fn accuracy_ui(ui: &mut Ui, accuracy: &mut f64) {
    widgets::slider(ui, "physics-tree-accuracy", accuracy, Scale::logarithmic(1e-5, 0.1).rough());
    if let Some(error) = asked(Gravity::Auto(*accuracy)) {
        widgets::kept_note(ui, 2, t!("physics-tree-error", percent = words::short(100.0 * error)));
    }
}

/// Draws which cells of a tree are opened.
fn opening_ui(ui: &mut Ui, settings: &mut TreeSettings) {
    let is_by_accuracy = matches!(settings.opening, Opening::Accuracy(_));
    if let Some(by_accuracy) =
        widgets::choice(ui, "physics-opening", "opening", is_by_accuracy, &OPENINGS)
    {
        settings.opening =
            if by_accuracy { Opening::Accuracy(Gravity::ACCURACY) } else { Opening::Angle(ANGLE) };
    }
    match &mut settings.opening {
        Opening::Accuracy(accuracy) => accuracy_ui(ui, accuracy),
        Opening::Angle(angle) => {
            widgets::slider(ui, "physics-tree-angle", angle, Scale::linear(0.1, 1.0));
        }
    }
}

/// Draws what else a tree can be asked for.
fn cells_ui(ui: &mut Ui, settings: &mut TreeSettings) {
    let orders: Vec<_> = Multipoles::ALL.iter().map(|order| (*order, order.name())).collect();
    widgets::choose(ui, "physics-order", "order", &mut settings.order, &orders);
    widgets::choose(ui, "physics-leaf", "leaf", &mut settings.leaf, &LEAVES);
    widgets::choose(ui, "physics-group", "group", &mut settings.group, &GROUPS);
}

/// Draws how long a step takes with the direct sum and with a tree, before either is chosen.
fn forecasts_ui(ui: &mut Ui, run: &Run, physics: &Parameters) {
    let methods = [
        ("physics-direct-forecast", GravityMethod::Direct),
        ("physics-tree-forecast", GravityMethod::Tree),
    ];
    for (key, method) in methods {
        let physics = Parameters { gravity: physics.gravity.by(method), ..*physics };
        let count = run.stage.session.simulation().bodies().count() as usize;
        let is_possible = method == GravityMethod::Direct || physics.allow_tree();
        let forecast = run.stage.forecast().with(&physics, count).filter(|_| is_possible);
        let is_unknown =
            method == GravityMethod::Tree && run.stage.forecast().is_tree_unknown(&physics, count);
        let text = |milliseconds| match is_unknown {
            true => t!("physics-tree-unknown"),
            false => words::text(key, &[("time", words::duration(milliseconds))]),
        };
        widgets::kept_note(ui, 1, forecast.map_or_else(String::new, text));
    }
}
