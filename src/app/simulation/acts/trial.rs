//! Keeps runs in the plots, and tries two integrators on the same start.

use starshell::file::{self, free_path};
use starshell::name::Named;
use starshell::physics::Integrator;
use starshell::scene::Dimension;
use starshell::words::{self, t};

use crate::app::shell::state::Shell;
use crate::app::simulation::{
    acts::{loading, perform},
    origin::plain,
    run::Run,
    statistics::{Kept, MAX_KEPT},
    trial::{LONGEST, STEPS, Trial},
    viewer::Viewer,
};
use crate::lesson::Plot;

/// The text of an integrator.
pub fn integrator_name(integrator: Integrator) -> String {
    words::text(&format!("integrator-{}", integrator.name()), &[])
}

/// Keeps what has been measured in this run in the plots, under its integrator, time step and
/// softening.
pub fn keep_curve(shell: &mut Shell, run: &mut Run) {
    if run.stage.statistics.surveys().is_empty() {
        return shell.notices.tell(t!("kept-nothing"));
    }
    let (physics, numbers) = (run.stage.session.scene().physics, run.stage.numbers());
    let short = |quantity, value: f64| {
        numbers.with_unit(quantity, words::short(numbers.factor(quantity) * value))
    };
    let step = short(Dimension::Time, physics.time_step);
    let softening = short(Dimension::Length, physics.softening);
    let name = t!(
        "kept-name",
        integrator = integrator_name(physics.integrator),
        step = step,
        softening = softening
    );
    if run.kept().count() == MAX_KEPT
        && let Some(oldest) = run.trials.kept.iter().position(|kept| kept.is_of(&run.origin))
    {
        run.trials.kept.remove(oldest);
    }
    // Each has a name of its own.
    let is_taken = |name: &String| run.kept().any(|kept| kept.name == *name);
    let numbered = (2..).map(|number| format!("{name} ({number})"));
    let names = std::iter::once(name.clone()).chain(numbered);
    let name = names.into_iter().find(|name| !is_taken(name)).unwrap_or_default();
    let measured = run.stage.statistics.measurements().clone();
    let color = Kept::free_color(run.kept());
    run.trials.kept.push(Kept::new(name, color, &run.origin, measured));
}

/// Writes the measurements of a kept run into a new file.
pub fn save_kept(shell: &mut Shell, run: &Run, place: usize) {
    let Some(kept) = run.trials.kept.get(place) else { return };
    let path =
        free_path(&shell.folder, &format!("{}_{}", run.capture_name(), plain(&kept.name)), "csv");
    match file::write(&path, kept.table(run.stage.numbers().0.as_ref()).as_bytes()) {
        Ok(()) => shell.notices.tell(t!("science-saved", path = path.display())),
        Err(error) => shell.notices.warn(t!(
            "science-not-saved",
            path = error.path.display(),
            cause = error.source
        )),
    }
}

/// The integrator that the present one is compared with: the one chosen last, if it is another.
pub fn other_integrator(run: &Run) -> Integrator {
    let present = run
        .trials
        .under_way
        .map_or(run.stage.session.scene().physics.integrator, |trial| trial.integrators[0]);
    let other = [run.trials.other, Integrator::RungeKutta4, Integrator::LeapfrogKdk];
    other.into_iter().find(|other| *other != present).unwrap_or(run.trials.other)
}

/// Begins to run the present integrator and then `other` from the start of the scene or,
/// without one, ends that.
pub fn try_integrator(
    shell: &mut Shell,
    run: &mut Run,
    viewer: &mut Viewer,
    other: Option<Integrator>,
) {
    let physics = run.stage.session.scene().physics;
    let Some(other) = other else {
        if let Some(trial) = run.trials.under_way.take() {
            leave_trial(shell, run, viewer, trial);
        }
        return;
    };
    if other == physics.integrator {
        return shell.notices.tell(t!("trial-same", integrator = integrator_name(other)));
    }
    let until = span(run);
    viewer.show_plot(Plot::Drift);
    let integrators = [physics.integrator, other];
    run_trial(
        shell,
        run,
        viewer,
        Trial {
            integrators,
            original: physics,
            place: 0,
            until,
            goal: until,
            seconds: 0.0,
            parts: 0,
            is_chosen: chosen_span(run).is_some(),
        },
    );
}

/// The simulated time for which each integrator runs: the one that was chosen for this scene, or
/// ten seconds at its pace.
pub fn span(run: &Run) -> f64 {
    let step = run.stage.session.scene().physics.time_step;
    chosen_span(run).map_or_else(|| usual_span(run), |span| span.max(step))
}

fn chosen_span(run: &Run) -> Option<f64> {
    let (scene, span) = run.trials.span.as_ref()?;
    (*scene == run.origin.scene.title).then_some(*span)
}

/// The simulated time for which each integrator runs unless another is chosen.
pub fn usual_span(run: &Run) -> f64 {
    let scene = run.stage.session.scene();
    (run.trials.time.as_secs_f64() * scene.pace).max(STEPS * scene.physics.time_step)
}

fn run_trial(shell: &mut Shell, run: &mut Run, viewer: &mut Viewer, trial: Trial) {
    run.trials.under_way = None;
    loading::reload(shell, run, |scene| scene.physics = trial.physics());
    viewer.transport.is_playing = true;
    // Loading anything else ends it.
    run.trials.under_way = Some(Trial { seconds: 0.0, parts: 0, ..trial });
}

/// Goes on with the trial: keeps the run that has reached its time, and begins the next.
pub fn follow_trial(shell: &mut Shell, run: &mut Run, viewer: &mut Viewer, elapsed: f32) {
    let Some(trial) = &mut run.trials.under_way else { return };
    if run.loading.is_some() {
        return;
    }
    let physics = run.stage.session.scene().physics;
    let is_disturbed =
        physics.integrator != trial.integrators[trial.place] || run.stage.course.is_edited();
    if is_disturbed || run.other_view.is_some() {
        return abandon_trial(shell, run);
    }
    if viewer.transport.is_playing {
        trial.seconds += elapsed.min(0.5);
    }
    let (time, steps) =
        (run.stage.session.simulation().time(), run.stage.session.simulation().steps());
    let statistics = &mut run.stage.statistics;
    // However long that takes, errors count from the start.
    if steps == 0 && statistics.surveys().is_empty() && !statistics.is_refused() {
        return statistics.ask();
    }
    // Where energies are not measured by themselves, often enough for a curve.
    let part = trial.part(time);
    if part > trial.parts && statistics.too_many().is_some() {
        trial.parts = part;
        statistics.ask();
    }
    let is_slow = trial.is_slow() && steps > 0;
    // Time is a multiple of the step, give or take its rounding.
    if time < trial.until - 0.5 * physics.time_step && !is_slow {
        return;
    }
    viewer.transport.is_playing = false;
    let is_measured = statistics.surveys().last().is_some_and(|last| last.steps == steps);
    if !is_measured && !statistics.is_refused() {
        // Both are compared at the same time.
        return statistics.ask();
    }
    let trial = Trial { until: if trial.place == 0 { time } else { trial.until }, ..*trial };
    keep_curve(shell, run);
    if trial.place == 0 {
        if is_slow {
            shell.notices.tell(cut_short(run, trial));
        }
        run_trial(shell, run, viewer, Trial { place: 1, ..trial });
    } else {
        end_trial(shell, run, viewer, trial);
    }
}

/// Ends a trial early, because of something that the user has done, and says so.
fn abandon_trial(shell: &mut Shell, run: &mut Run) {
    let Some(trial) = run.trials.under_way.take() else { return };
    perform::set_physics(shell, run, trial.restored(run.stage.session.scene().physics));
    loading::tell_abandoned(shell, run, trial);
}

/// Returns to the integrator from before the trial, at the start of the scene.
fn leave_trial(shell: &mut Shell, run: &mut Run, viewer: &mut Viewer, trial: Trial) {
    let original = trial.integrators[0];
    viewer.transport.is_playing = false;
    if run.stage.session.scene().physics.integrator != original {
        loading::reload(shell, run, |scene| scene.physics = trial.restored(scene.physics));
        // Undo returns to the run before the trial.
        if let Some(loading) = &mut run.loading {
            loading.is_kept = false;
        }
    }
}

/// Tells the errors of both runs, and returns to the first integrator.
fn end_trial(shell: &mut Shell, run: &mut Run, viewer: &mut Viewer, trial: Trial) {
    run.trials.under_way = None;
    let error =
        |kept: &Kept| kept.last().and_then(|last| last.value.drift).unwrap_or(f64::NAN).abs();
    if let [.., one, two] = run.trials.kept.as_slice() {
        let [first, second] = trial.integrators.map(integrator_name);
        let [one, two] = [one, two].map(|kept| words::one_digit(error(kept)));
        let time = run.stage.numbers().text(Dimension::Time, trial.until);
        let done =
            t!("trial-done", time = time, first = first, one = one, second = second, two = two);
        let is_short = trial.until < trial.goal * (1.0 - 1e-6);
        shell.notices.tell_long(if is_short {
            format!("{done} {}", cut_short(run, trial))
        } else {
            done
        });
    }
    leave_trial(shell, run, viewer, trial);
}

/// Why both runs end before the time that was wanted.
fn cut_short(run: &Run, trial: Trial) -> String {
    let time = |time| run.stage.numbers().text(Dimension::Time, time);
    let (time, goal) = (time(trial.until), time(trial.goal));
    t!("trial-short", time = time, goal = goal, seconds = words::short(LONGEST.into()))
}
