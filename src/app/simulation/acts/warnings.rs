//! Warns of a run whose energy is off or whose bodies are lost, with the cause once that is known,
//! and pauses one whose energy breaks.

use std::sync::Arc;

use starshell::name::Named;
use starshell::physics::Precision;
use starshell::scene::Dimension;
use starshell::words::{self, t};

use crate::app::shell::state::Shell;
use crate::app::simulation::history::Moment;
use crate::app::simulation::{
    run::Run,
    statistics::{ALARMING, Break},
    viewer::Viewer,
};
use crate::diagnosis::{Diagnosis, Remedy};

/// Pauses once if the energy has changed so much that it is not worth going on, as `render`
/// ends. Returns whether it did. The attractor is meant to change it. Lessons, the simple mode,
/// the tour and trials go on whatever happens.
pub fn pause_if_broken(shell: &Shell, run: &mut Run, viewer: &mut Viewer) -> bool {
    let Some(found) = run.stage.statistics.breaks().take() else { return false };
    let goes_on =
        shell.is_teaching || shell.is_simple() || run.is_tour() || run.trials.under_way.is_some();
    if goes_on || run.stage.interaction.attraction.is_some() {
        return false;
    }
    run.stage.statistics.breaks().tell(found);
    (viewer.transport.is_playing, viewer.transport.remaining) = (false, 0);
    true
}

/// What there is to say of the break that has paused the run, with its cause once that is
/// known.
pub fn break_warning(run: &Run, broken: Break) -> String {
    let numbers = run.stage.numbers();
    let [time, good] = [broken.time, broken.good].map(|time| numbers.text(Dimension::Time, time));
    let share = words::short(100.0 * broken.change.abs());
    let (text, causes) = (
        t!("notice-broken", time = time, good = good, share = share),
        &run.stage.statistics.causes,
    );
    match causes.of(&run.stage.session.scene().physics) {
        Some(diagnosis) => {
            format!("{text} {}", t!("notice-cause", cause = diagnosis.told(remedy_name)))
        }
        None if causes.is_testing() => format!("{text} {}", t!("notice-testing")),
        None => text,
    }
}

/// The time of the last stored state from before the break that has paused the run, unless it
/// is shown.
pub fn time_before_break(run: &Run) -> Option<f64> {
    let (good, present) = (run.stage.statistics.told_break()?.good, run.times()[1]);
    let times = run.line()?.moments().iter().map(|moment| moment.time());
    times.take_while(|time| *time <= good).last().filter(|time| *time < present)
}

/// Warns if the energy is off, with its cause once that is known, until it is right again; and
/// if rounding swallows the motion. Lessons discuss it themselves, and the simple mode has no
/// control that would help.
pub fn warn_of_energy(shell: &mut Shell, run: &mut Run, viewer: &mut Viewer) {
    let statistics = &mut run.stage.statistics;
    let (is_new, lost, alarm) =
        (statistics.causes.collect(), statistics.causes.lost(), statistics.alarm());
    let is_broken = pause_if_broken(shell, run, viewer);
    if !shell.is_teaching && !shell.is_simple() {
        if let Some(lost) = lost {
            shell.notices.warn(t!("notice-rounding", cause = lost.told(remedy_name)));
        }
        test_start(shell, run);
        explain_lost_bodies(shell, run, is_new);
        let worst = run.stage.statistics.measurements().worst();
        let is_alarming = alarm.is_some() && energy_warning(run, worst.unwrap_or(0.0)).is_some();
        if is_broken || is_alarming {
            find_cause(shell, run);
        }
        let of_break = run.stage.statistics.told_break().map(|broken| break_warning(run, broken));
        if is_broken {
            shell.notices.end_alarm();
        }
        match of_break.or_else(|| energy_warning(run, worst?)) {
            Some(text) if is_broken || is_alarming => shell.notices.alarm(text),
            Some(text) => shell.notices.renew_alarm(&text),
            None => {}
        }
    }
    // Such as after a restart, or in another scene.
    if run.stage.statistics.is_right() {
        shell.notices.end_alarm();
    }
}

/// Finds out why bodies are no longer finite, and says so once.
fn explain_lost_bodies(shell: &mut Shell, run: &mut Run, is_new: bool) {
    let (statistics, physics) = (&run.stage.statistics, run.stage.session.scene().physics);
    if statistics.surveys().last().is_none_or(|last| last.value.diagnostics.invalid == 0) {
        return;
    }
    match statistics.causes.of(&physics) {
        Some(cause) if is_new => {
            shell.notices.warn(t!("notice-cause", cause = cause.told(remedy_name)))
        }
        None if !statistics.causes.has_begun(&physics) => find_cause(shell, run),
        _ => {}
    }
}

/// Tests once per run whether its start can be moved at all.
fn test_start(shell: &Shell, run: &mut Run) {
    if run.stage.statistics.causes.is_start_tested() {
        return;
    }
    let Some(first) = run.line().and_then(|line| line.moments().first().cloned()) else {
        return;
    };
    let has_double = Precision::Double.is_supported(&shell.gpu);
    run.stage.statistics.causes.begin_at_start(first.snapshot(), *first.physics(), has_double);
}

/// Begins to find out why the energy is off, from the latest stored state in which it was
/// right.
fn find_cause(shell: &Shell, run: &mut Run) {
    let statistics = &run.stage.statistics;
    let Some(last) = statistics.surveys().last() else { return };
    let is_right = |error: Option<f64>| error.is_none_or(|error| error.abs() < ALARMING);
    let right = statistics
        .surveys()
        .iter()
        .rev()
        .find(|sample| is_right(sample.value.drift))
        .map_or(0.0, |sample| sample.time);
    // Before that, it was another system.
    let since = statistics.marks().last().copied().unwrap_or(0.0);
    let moments = run.line().map_or(&[][..], |line| line.moments());
    let mut own =
        moments.iter().filter(|moment| moment.time() >= since && moment.steps() < last.steps);
    let first = own.clone().next();
    let can_test_all = |moment: &&Arc<Moment>| {
        last.steps - moment.steps() <= Diagnosis::affordable_steps(moment.count()) / 2
    };
    let before = || own.rfind(|moment| moment.time() <= right);
    let Some(from) = first.filter(can_test_all).or_else(before).or(first) else { return };
    // As long again after it: whatever went wrong may have gone on.
    let (state, steps) = (from.snapshot(), 2 * (last.steps - from.steps()));
    let (physics, has_double) =
        (run.stage.session.scene().physics, Precision::Double.is_supported(&shell.gpu));
    run.stage.statistics.causes.begin(state, physics, steps, has_double);
}

/// What there is to say if the relative error of the energy is `error`; `None` if that is
/// small, or damping is meant to change it.
pub fn energy_warning(run: &Run, error: f64) -> Option<String> {
    let physics = &run.stage.session.scene().physics;
    if error.is_nan() || error.abs() < ALARMING || physics.is_damped() {
        return None;
    }
    let (share, causes) = (words::short(100.0 * error.abs()), &run.stage.statistics.causes);
    Some(match causes.of(physics) {
        Some(diagnosis) => {
            t!("notice-energy-cause", share = share, cause = diagnosis.told(remedy_name))
        }
        None if causes.is_testing() => {
            format!("{} {}", t!("notice-energy", share = share), t!("notice-testing"))
        }
        None => t!("notice-energy", share = share),
    })
}

/// What helps, as the controls call it.
pub fn remedy_name(remedy: &Remedy) -> String {
    match *remedy {
        Remedy::Precision(precision) => t!("tried-precision", value = precision.name()),
        Remedy::Integrator(integrator) => t!("tried-integrator", value = integrator.name()),
        Remedy::DirectSums => t!("tried-direct-sums"),
        Remedy::TimeStep(time_step) => t!("tried-time-step", value = words::short(time_step)),
        Remedy::Adaptive(eta) => t!("tried-adaptive", value = words::short(eta)),
        Remedy::Softening(softening) => t!("tried-softening", value = words::short(softening)),
    }
}
