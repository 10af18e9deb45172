//! Keeps runs in the plots, and tries two integrators on the same start.

use starshell::file::{self, free_path};
use starshell::name::Named;
use starshell::physics::Integrator;
use starshell::words::{self, t};

use crate::app::simulation::{
    acts::files::plain,
    desk::Desk,
    statistics::{Kept, MAX_KEPT},
    trial::{LONGEST, STEPS, Trial},
};
use crate::lesson::Plot;

/// The text of an integrator.
pub fn integrator_name(integrator: Integrator) -> String {
    words::text(&format!("integrator-{}", integrator.name()), &[])
}

impl Desk {
    /// Keeps what has been measured in this run in the plots, under its integrator, time step and
    /// softening.
    pub fn keep_curve(&mut self) {
        if self.stage.statistics.surveys().is_empty() {
            return self.shell.notices.tell(t!("kept-nothing"));
        }
        let physics = self.stage.session.scene().physics;
        let (step, softening) = (words::short(physics.time_step), words::short(physics.softening));
        let name = t!(
            "kept-name",
            integrator = integrator_name(physics.integrator),
            step = step,
            softening = softening
        );
        if self.trials.kept.len() == MAX_KEPT {
            self.trials.kept.remove(0);
        }
        self.trials.kept.push(Kept::new(
            name,
            self.stage.statistics.measurements(),
            &self.trials.kept,
        ));
    }

    /// Writes the measurements of a kept run into a new file.
    pub fn save_kept(&mut self, place: usize) {
        let Some(kept) = self.trials.kept.get(place) else { return };
        let path = free_path(
            &self.shell.folder,
            &format!("{}-{}", self.file_name(), plain(&kept.name)),
            "csv",
        );
        match file::write(&path, kept.table().as_bytes()) {
            Ok(()) => self.shell.notices.tell(t!("science-saved", path = path.display())),
            Err(error) => self.shell.notices.warn(t!(
                "science-not-saved",
                path = error.path.display(),
                cause = error.source
            )),
        }
    }

    /// The integrator that the present one is compared with: the one chosen last, if it is another.
    pub fn other_integrator(&self) -> Integrator {
        let present = self
            .trials
            .under_way
            .map_or(self.stage.session.scene().physics.integrator, |trial| trial.integrators[0]);
        let other = [self.trials.other, Integrator::RungeKutta4, Integrator::LeapfrogKdk];
        other.into_iter().find(|other| *other != present).unwrap_or(self.trials.other)
    }

    /// Begins to run the present integrator and then `other` from the start of the scene or,
    /// without one, ends that.
    pub fn try_integrator(&mut self, other: Option<Integrator>) {
        let physics = self.stage.session.scene().physics;
        let Some(other) = other else {
            if let Some(trial) = self.trials.under_way.take() {
                self.leave_trial(trial);
            }
            return;
        };
        if other == physics.integrator {
            return self.shell.notices.tell(t!("trial-same", integrator = integrator_name(other)));
        }
        let until = (self.trials.time.as_secs_f64() * self.stage.session.scene().pace)
            .max(STEPS * physics.time_step);
        self.viewer.plot = Plot::Drift;
        let integrators = [physics.integrator, other];
        self.run_trial(Trial {
            integrators,
            original: physics,
            place: 0,
            until,
            goal: until,
            seconds: 0.0,
            parts: 0,
        });
    }

    fn run_trial(&mut self, trial: Trial) {
        self.trials.under_way = None;
        self.reload(|scene| scene.physics = trial.physics());
        self.viewer.transport.is_playing = true;
        // Loading anything else ends it.
        self.trials.under_way = Some(Trial { seconds: 0.0, parts: 0, ..trial });
    }

    /// Goes on with the trial: keeps the run that has reached its time, and begins the next.
    pub fn follow_trial(&mut self, elapsed: f32) {
        let Some(trial) = &mut self.trials.under_way else { return };
        if self.loading.is_some() {
            return;
        }
        let physics = self.stage.session.scene().physics;
        let is_disturbed =
            physics.integrator != trial.integrators[trial.place] || self.stage.altered.is_some();
        if is_disturbed || self.other_view.is_some() {
            return self.abandon_trial();
        }
        if self.viewer.transport.is_playing {
            trial.seconds += elapsed.min(0.5);
        }
        let (time, steps) =
            (self.stage.session.simulation().time(), self.stage.session.simulation().steps());
        let statistics = &mut self.stage.statistics;
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
        self.viewer.transport.is_playing = false;
        let is_measured = statistics.surveys().last().is_some_and(|last| last.steps == steps);
        if !is_measured && !statistics.is_refused() {
            // Both are compared at the same time.
            return statistics.ask();
        }
        let trial = Trial { until: if trial.place == 0 { time } else { trial.until }, ..*trial };
        self.keep_curve();
        if trial.place == 0 {
            if is_slow {
                self.shell.notices.tell(cut_short(trial));
            }
            self.run_trial(Trial { place: 1, ..trial });
        } else {
            self.end_trial(trial);
        }
    }

    /// Ends a trial early, because of something that the user has done, and says so.
    fn abandon_trial(&mut self) {
        let Some(trial) = self.trials.under_way.take() else { return };
        self.set_physics(trial.restored(self.stage.session.scene().physics));
        self.tell_abandoned(trial);
    }

    pub fn tell_abandoned(&mut self, trial: Trial) {
        let time = words::number(self.stage.session.simulation().time());
        self.shell.notices.tell(t!("trial-ended", time = time, goal = words::number(trial.goal)));
    }

    /// Returns to the integrator from before the trial, at the start of the scene.
    fn leave_trial(&mut self, trial: Trial) {
        let original = trial.integrators[0];
        self.viewer.transport.is_playing = false;
        if self.stage.session.scene().physics.integrator != original {
            self.reload(|scene| scene.physics = trial.restored(scene.physics));
            // Undo returns to the run before the trial.
            if let Some(loading) = &mut self.loading {
                loading.is_kept = false;
            }
        }
    }

    /// The time to which a run of the trial advances in this frame, at most its end.
    pub fn trial_goal(&self) -> Option<f64> {
        let (trial, due) = (self.trials.under_way?, self.viewer.transport.due());
        let simulation = self.stage.session.simulation();
        let step = simulation.step().unwrap_or(simulation.parameters().time_step);
        let statistics = &self.stage.statistics;
        let is_start_awaited =
            simulation.steps() == 0 && statistics.surveys().is_empty() && !statistics.is_refused();
        let ahead = if is_start_awaited { 0.0 } else { step * f64::from(due) };
        (due > 0 && self.loading.is_none()).then(|| trial.until.min(simulation.time() + ahead))
    }

    /// Tells the errors of both runs, and returns to the first integrator.
    fn end_trial(&mut self, trial: Trial) {
        self.trials.under_way = None;
        let error =
            |kept: &Kept| kept.last().and_then(|last| last.value.drift).unwrap_or(f64::NAN).abs();
        if let [.., one, two] = self.trials.kept.as_slice() {
            let [first, second] = trial.integrators.map(integrator_name);
            let [one, two] = [one, two].map(|kept| words::one_digit(error(kept)));
            let time = words::number(trial.until);
            let done =
                t!("trial-done", time = time, first = first, one = one, second = second, two = two);
            let is_short = trial.until < trial.goal * (1.0 - 1e-6);
            self.shell.notices.tell_long(if is_short {
                format!("{done} {}", cut_short(trial))
            } else {
                done
            });
        }
        self.leave_trial(trial);
    }
}

/// Why both runs end before the time that was wanted.
fn cut_short(trial: Trial) -> String {
    let (time, goal) = (words::number(trial.until), words::number(trial.goal));
    t!("trial-short", time = time, goal = goal, seconds = words::short(LONGEST.into()))
}
