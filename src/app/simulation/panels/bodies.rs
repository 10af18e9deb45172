//! Number and choice of bodies. They take effect when applied, because that restarts the scene.

use egui::{Color32, Ui};
use starshell::physics::initial::MAX_COUNT;
use starshell::words::{self, t};

use crate::app::commands::Command;
use crate::app::icons;
use crate::app::shell::{
    state::Shell,
    theme::{self, Palette},
    widgets::{self, Scale},
};
use crate::app::simulation::{auto_count::is_too_slow, drafts::Drafts, run::Run};
use crate::explained::explained;

/// Milliseconds per step above which the program asks before it begins.
const SLOW: f64 = 5000.0;

/// Draws the number of bodies, the predicted time per step, and the seed.
pub fn bodies_ui(ui: &mut Ui, shell: &mut Shell, run: &Run, drafts: &mut Drafts) {
    widgets::section(ui, "bodies-title", true, |ui| {
        count_ui(ui, shell, run, drafts);
        seed_ui(ui, drafts);
        apply_ui(ui, shell, run, drafts);
    });
}

/// Draws the seed. Where no body is drawn by chance, only its room is there, so that another
/// initial state does not move what follows.
pub fn seed_ui(ui: &mut Ui, drafts: &mut Drafts) {
    ui.horizontal(|ui| {
        ui.set_min_height(theme::BUTTON);
        if drafts.initial.fixed_count().is_some() {
            return;
        }
        if widgets::icon_button(ui, icons::DICE_FIVE, "bodies-dice", false).clicked() {
            drafts.seed = (drafts.seed + 1.0).min(1e15);
        }
        widgets::field(ui, "bodies-seed", &mut drafts.seed, Scale::linear(0.0, 1e15).step(1.0));
    });
}

/// Draws the number of bodies.
pub fn count_ui(ui: &mut Ui, shell: &mut Shell, run: &Run, drafts: &mut Drafts) {
    match drafts.initial.fixed_count() {
        // As high as the slider, so that another initial state does not move what follows.
        Some(count) => drop(ui.scope(|ui| {
            ui.set_min_height(widgets::SLIDER);
            widgets::note(ui, t!("bodies-fixed", count = count));
        })),
        None => {
            let most = (1_u64 << 22) as f64;
            let scale = Scale::logarithmic(1.0, most).step(1.0);
            let count = &mut drafts.free_count;
            let is_entered = widgets::marked(ui, "bodies-count", |ui| {
                widgets::slider_with_enter(ui, "bodies-count", count, scale)
            });
            drafts.free_count = drafts.free_count.clamp(1.0, MAX_COUNT as f64);
            if is_entered
                && drafts.differ_from(run.stage.session.scene())
                && drafts.fault().is_none()
            {
                apply(shell, run, drafts);
            }
        }
    }
}

/// How many bodies run smoothly, if those of the drafts are too many.
fn smooth_count(run: &Run, drafts: &Drafts) -> Option<usize> {
    let is_slow = run.stage.forecast().of(drafts.count()).is_some_and(is_too_slow);
    run.stage
        .forecast()
        .smooth_count()
        .filter(|_| is_slow && drafts.initial.fixed_count().is_none())
}

/// How many bodies there are, if not as many as the scene has, and how long steps take.
fn forecast(run: &Run, time: Option<f64>, smooth: Option<usize>) -> String {
    let (scene, running) =
        (run.stage.session.scene(), run.stage.session.simulation().bodies().count() as usize);
    let running = (running != scene.count)
        .then(|| t!("bodies-running", count = words::grouped(running as u64)));
    let time = time.map(|milliseconds| t!("bodies-forecast", time = words::duration(milliseconds)));
    let smooth = smooth.map(|count| t!("bodies-smooth", count = words::grouped(count as u64)));
    running.into_iter().chain(time).chain(smooth).collect::<Vec<_>>().join(" ")
}

/// Draws what there is to say about the drafts, and the buttons that apply or discard them.
pub fn apply_ui(ui: &mut Ui, shell: &mut Shell, run: &Run, drafts: &mut Drafts) {
    let is_loading = run.loading().is_some();
    let do_differ = drafts.differ_from(run.stage.session.scene()) && !is_loading;
    let is_asked = do_differ && drafts.asked == Some(drafts.count());
    let smooth = smooth_count(run, drafts);
    let text = note(run, drafts, smooth, do_differ, is_asked, &theme::palette(ui));
    widgets::kept_note_beside(ui, 3, text, |ui| {
        if is_loading {
            ui.spinner();
        } else if let Some(count) = smooth
            && widgets::icon_button(ui, icons::CHECK, "bodies-use-smooth", false).clicked()
        {
            let (seed, initial) = (drafts.seed as u64, drafts.initial.clone());
            shell.ask(Command::Bodies(count, seed, initial));
        }
    });
    let can_apply = do_differ && drafts.fault().is_none();
    ui.horizontal(|ui| {
        let key = if is_asked { "bodies-apply-slow" } else { "bodies-apply" };
        if ui
            .add_enabled_ui(can_apply, |ui| widgets::button(ui, icons::CHECK, key, can_apply))
            .inner
            .clicked()
        {
            apply(shell, run, drafts);
        }
        let discard =
            |ui: &mut Ui| widgets::button(ui, icons::ARROW_U_UP_LEFT, "bodies-discard", false);
        if ui.add_enabled_ui(do_differ, discard).inner.clicked() {
            *drafts = Drafts::new(run.stage.session.scene());
        }
    });
}

/// What there is to say about the drafts, and its colour: what is being made, what speaks against
/// them, how long steps take.
fn note(
    run: &Run,
    drafts: &Drafts,
    smooth: Option<usize>,
    do_differ: bool,
    is_asked: bool,
    palette: &Palette,
) -> (String, Color32) {
    if let Some(title) = run.loading() {
        return (t!("bodies-making", title = title), palette.muted);
    }
    if let Some(fault) = drafts.fault().filter(|_| do_differ) {
        return (explained(&fault), palette.warning);
    }
    match run.stage.forecast().of(drafts.count()) {
        Some(milliseconds) if is_asked => {
            (t!("bodies-slow", time = words::duration(milliseconds)), palette.warning)
        }
        time => (forecast(run, time, smooth), palette.muted),
    }
}

/// Restarts the scene with the drafts. If a step would take very long, asks first.
fn apply(shell: &mut Shell, run: &Run, drafts: &mut Drafts) {
    let count = drafts.count();
    let is_slow = run.stage.forecast().of(count).is_some_and(|milliseconds| milliseconds > SLOW);
    if is_slow && drafts.asked != Some(count) {
        drafts.asked = Some(count);
        return;
    }
    let (seed, initial) = (drafts.seed as u64, drafts.initial.clone());
    shell.ask(Command::Bodies(count, seed, initial));
}
