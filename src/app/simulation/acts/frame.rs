//! A frame: results that have arrived, camera, tools, due steps, picture. Never waits for the GPU.

use std::sync::Arc;
use std::sync::mpsc::TryRecvError;

use starshell::gpu::GpuError;
use starshell::name::Named;
use starshell::physics::{Diagnosis, Precision, Remedy, Snapshot};
use starshell::session::Moment;
use starshell::words::{self, t};

use crate::app::commands::{Edit, Follow};
use crate::app::shell::{settings::Videos, state::Request};
use crate::app::simulation::{
    desk::{Captures, Desk},
    filming::Filming,
    interaction::Purpose,
    stage::{Captured, Stage, task::Task},
    statistics::ALARMING,
};

/// Least and most seconds that the tour spends on a scene.
const TOUR: [f64; 2] = [15.0, 120.0];
/// A click picks a body within this many pixels.
const REACH: f32 = 24.0;

impl Desk {
    /// Takes what has arrived from the GPU and from threads.
    ///
    /// # Errors
    /// [`GpuError`] if the device is lost; lesser failures become notices.
    pub fn take_arrivals(&mut self, elapsed: f32) -> Result<(), GpuError> {
        if self.captures.still.is_none() {
            self.receive();
            self.receive_preview();
            self.receive_tuning();
            self.time_members();
        }
        self.tour_on(elapsed);
        self.collect()
    }

    /// Carries out everything due after `elapsed` seconds: camera, steps, picture. Never waits for
    /// the GPU.
    ///
    /// # Errors
    /// [`GpuError`] if the device is lost; lesser failures become notices.
    pub fn frame(&mut self, elapsed: f32) -> Result<(), GpuError> {
        self.follow_trial(elapsed);
        let moving = self.seconds_to_move(elapsed);
        self.viewer.move_camera(&mut self.stage, moving);
        let (stage, mut around) = self.on_stage();
        stage.fit_target(&mut around)?;
        if self.captures.filming.is_none() {
            self.viewer.keep_pace(&self.stage, elapsed);
        }
        self.keep_states(elapsed);
        self.aim();
        self.act(elapsed)?;
        self.act_beside(elapsed)?;
        self.shell.gpu.poll().or_else(|error| self.shell.tell(error))?;
        self.stage.statistics.collect(&mut self.stage.session)?;
        self.warn_of_energy();
        // Over a card it would only be in the way.
        if self.captures.still.is_none()
            && self.viewer.drop_effects_if_slow(&mut self.stage, elapsed)
            && !self.shell.is_teaching
        {
            self.tell_plain();
        }
        self.suit_machine(elapsed);
        self.keep_for_rescue(elapsed);
        Ok(())
    }

    /// Begins with plain light and small videos, because the adapter is software. Sizes chosen
    /// before stay.
    pub fn begin_plain(&mut self, tells: bool) {
        self.stage.session.set_plain_light(true);
        let settings = &mut self.shell.settings;
        if !settings.hint_seen && settings.video == Videos::default() {
            settings.video = Videos::SMALL;
        }
        if tells {
            self.tell_plain();
        }
    }

    fn tell_plain(&mut self) {
        let text = if self.shell.is_simple() {
            t!("notice-plain-light-simple")
        } else {
            t!("notice-plain-light")
        };
        self.shell.notices.tell(text);
    }

    /// Requests the copies of the whole state that are due. The halves of a comparison are copied
    /// together when both have reached the same time, so that the timeline can show both as they
    /// were then.
    fn keep_states(&mut self, elapsed: f32) {
        let is_due = self.stage.is_copy_due(elapsed, &self.history);
        let other = self.other_view.as_mut().map(|beside| &mut beside.stage);
        let is_other_due = other.is_some_and(|other| other.is_copy_due(elapsed, &self.history));
        if (is_due || is_other_due) && self.are_together() {
            let other = self.other_view.as_mut().map(|beside| &mut beside.stage);
            [&mut self.stage]
                .into_iter()
                .chain(other)
                .filter(|stage| stage.can_be_copied())
                .for_each(Stage::keep_state);
        }
    }

    /// Warns if the energy is off, with its cause once that is known, until it is right again; and
    /// if rounding swallows the motion. Lessons discuss it themselves, and the simple mode has no
    /// control that would help.
    fn warn_of_energy(&mut self) {
        let statistics = &mut self.stage.statistics;
        let (is_new, lost, alarm) =
            (statistics.causes.collect(), statistics.causes.lost(), statistics.alarm());
        let is_broken = self.pause_if_broken();
        if !self.shell.is_teaching && !self.shell.is_simple() {
            if let Some(lost) = lost {
                self.shell.notices.warn(t!("notice-rounding", cause = lost.told(remedy_name)));
            }
            self.test_start();
            self.explain_lost_bodies(is_new);
            let worst = self.stage.statistics.worst();
            let is_alarming =
                alarm.is_some() && self.energy_warning(worst.unwrap_or(0.0)).is_some();
            if is_broken || is_alarming {
                self.find_cause();
            }
            let of_break =
                self.stage.statistics.told_break().map(|broken| self.break_warning(broken));
            if is_broken {
                self.shell.notices.end_alarm();
            }
            match of_break.or_else(|| self.energy_warning(worst?)) {
                Some(text) if is_broken || is_alarming => self.shell.notices.alarm(text),
                Some(text) => self.shell.notices.renew_alarm(&text),
                None => {}
            }
        }
        // Such as after a restart, or in another scene.
        if self.stage.statistics.is_right() {
            self.shell.notices.end_alarm();
        }
    }

    /// Finds out why bodies are no longer finite, and says so once.
    fn explain_lost_bodies(&mut self, is_new: bool) {
        let (statistics, physics) = (&self.stage.statistics, self.stage.session.scene().physics);
        if statistics.surveys().last().is_none_or(|last| last.value.diagnostics.invalid == 0) {
            return;
        }
        match statistics.causes.of(&physics) {
            Some(cause) if is_new => {
                self.shell.notices.warn(t!("notice-cause", cause = cause.told(remedy_name)))
            }
            None if !statistics.causes.has_begun(&physics) => self.find_cause(),
            _ => {}
        }
    }

    /// Tests once per run whether its start can be moved at all.
    fn test_start(&mut self) {
        if self.stage.statistics.causes.is_start_tested() {
            return;
        }
        let Some(first) = self.line().and_then(|line| line.moments().first().cloned()) else {
            return;
        };
        let has_double = Precision::Double.is_supported(&self.shell.gpu);
        self.stage.statistics.causes.begin_at_start(first.snapshot(), *first.physics(), has_double);
    }

    /// Begins to find out why the energy is off, from the latest stored state in which it was
    /// right.
    fn find_cause(&mut self) {
        let statistics = &self.stage.statistics;
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
        let moments = self.line().map_or(&[][..], |line| line.moments());
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
            (self.stage.session.scene().physics, Precision::Double.is_supported(&self.shell.gpu));
        self.stage.statistics.causes.begin(state, physics, steps, has_double);
    }

    /// What there is to say if the relative error of the energy is `error`; `None` if that is
    /// small, or damping is meant to change it.
    pub fn energy_warning(&self, error: f64) -> Option<String> {
        let physics = &self.stage.session.scene().physics;
        if error.is_nan() || error.abs() < ALARMING || physics.is_damped() {
            return None;
        }
        let (share, causes) = (words::short(100.0 * error.abs()), &self.stage.statistics.causes);
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

    /// What the stages are to do in this frame.
    pub fn task(&self, elapsed: f32) -> Task {
        Task {
            transport: self.viewer.transport,
            elapsed,
            moving: self.seconds_to_move(elapsed),
            is_held: self.tuning.search.is_some() || self.captures.still.is_some(),
            is_drawn: self.captures.still.is_some(),
            is_filmed: self.captures.filming.is_some(),
            goal: self
                .other_view
                .as_ref()
                .map(|beside| beside.goal)
                .or_else(|| self.trial_goal().map(Some)),
        }
    }

    /// Everything that the GPU does for the stage in this frame, in one submission.
    fn act(&mut self, elapsed: f32) -> Result<(), GpuError> {
        let task = self.task(elapsed);
        let mut encoder = self.shell.gpu.encoder("frame");
        let (stage, mut around) = self.on_stage();
        stage.prepare(&mut around, &mut encoder, task)?;
        // Captures show the half with the focus.
        self.follow_film();
        let Captures { filming, still, .. } = &mut self.captures;
        let drawn = self.stage.draw(encoder, &task, filming.as_mut(), still.as_mut());
        self.viewer.transport.advance(self.stage.rates.done_last);
        let is_free =
            task.goal.is_none() && !task.is_held && !task.is_filmed && !self.shell.is_measuring;
        if is_free && self.stage.set_pace_ahead(self.viewer.transport.due()) {
            self.stage.session.begin_ahead().or_else(|error| self.shell.tell(error))?;
        }
        match drawn {
            Ok(Captured { filmed, pictured }) => {
                if let Err(error) = filmed {
                    self.stop_filming(&error);
                }
                if self.captures.filming.as_ref().is_some_and(Filming::is_complete) {
                    self.end_filming();
                }
                self.follow_picture(pictured);
                Ok(())
            }
            Err(error) => self.shell.tell(error),
        }
    }

    /// Takes results that have arrived from the GPU and from threads.
    pub fn collect(&mut self) -> Result<(), GpuError> {
        self.collect_stage()?;
        self.collect_saving()?;
        self.receive_last_states()?;
        let notices = &mut self.shell.notices;
        self.captures.writing.retain(|writing| match writing.try_recv() {
            Ok(Ok(path)) => {
                notices.tell_written(t!("notice-written", path = path.display()));
                false
            }
            Ok(Err(error)) => {
                notices.warn(error.to_string());
                false
            }
            Err(TryRecvError::Empty) => true,
            Err(TryRecvError::Disconnected) => false,
        });
        Ok(())
    }

    /// Takes what has arrived for the stage.
    pub fn collect_stage(&mut self) -> Result<(), GpuError> {
        while let Some((snapshot, purpose)) = self.stage.arrival()? {
            self.arrive(snapshot, purpose);
        }
        let (stage, mut around) = self.on_stage();
        stage.collect(&mut around)
    }

    /// Handles a snapshot according to its purpose.
    pub fn arrive(&mut self, snapshot: Snapshot, purpose: Purpose) {
        let is_left = matches!(
            purpose,
            Purpose::Edit(_) | Purpose::Leave | Purpose::Undo(_) | Purpose::Replace
        );
        self.stage.remember(&mut self.history, &snapshot, is_left);
        let look = &self.stage.session.scene().look;
        let is_measured = matches!(purpose, Purpose::Measure);
        match purpose {
            Purpose::Keep | Purpose::Measure => {}
            Purpose::Pick { camera, size, pixel, follow } => {
                let picked = camera
                    .pick(look, size, pixel, snapshot.state.bodies(), REACH)
                    .map(|index| index as u32);
                self.stage.pick(picked);
                if follow && picked.is_some() {
                    self.viewer.follow = Follow::Picked;
                }
            }
            Purpose::Fit => {
                let camera = self.stage.session.scene().camera.fit(
                    look,
                    self.stage.size,
                    snapshot.state.bodies(),
                );
                self.viewer.take_over();
                self.viewer.flight.go_to(camera);
            }
            Purpose::Leave => {
                let (stage, mut around) = self.on_stage();
                self.stored_for = stage.leave(&mut around, snapshot);
                return;
            }
            Purpose::Save(path) => self.take_saving(&path, snapshot.clone()),
            Purpose::Reopen => self.shell.requests.push(Request::Reopen),
            Purpose::Mark => {
                let before = self.past_of(snapshot.clone());
                self.stage.interaction.undo_stack.mark(before, "tool-attract");
            }
            Purpose::Undo(is_redo) => return self.exchange(snapshot, is_redo),
            Purpose::Replace => self.leave_run(snapshot.clone()),
            Purpose::Edit(edit) => {
                let before = self.past_of(snapshot.clone());
                let mut after = snapshot;
                let key = edit.key();
                let picked = match &edit {
                    Edit::Delete(_) => None,
                    // A thrown body is picked, so that its trail shows where it goes.
                    Edit::Add(bodies) if bodies.len() == 1 => Some(after.state.len() as u32),
                    _ => self.stage.interaction.picked,
                };
                match edit.apply(&mut after.state) {
                    Ok(true) => {}
                    Ok(false) => return self.shell.notices.warn(t!("notice-last-body")),
                    Err(error) => return self.shell.notices.warn(error.to_string()),
                }
                let (stage, mut around) = self.on_stage();
                if stage.resume(&mut around, &after, picked) {
                    stage.branch_off(&mut around);
                    stage.remember(around.history, &after, true);
                    stage.cursor.is_stored = true;
                    stage.interaction.undo_stack.mark(before, key);
                }
                return;
            }
        }
        if is_measured {
            self.stage.statistics.take_snapshot(snapshot.clone());
        }
        self.stage.interaction.newest.keep(snapshot);
    }

    /// Goes on to the next scene once the scene's duration has been shown at its pace.
    pub fn tour_on(&mut self, elapsed: f32) {
        let Some(seconds) = &mut self.tour else { return };
        *seconds += elapsed;
        let scene = self.stage.session.scene();
        if f64::from(*seconds) > (scene.duration / scene.pace).clamp(TOUR[0], TOUR[1])
            && self.loading.is_none()
        {
            *seconds = 0.0;
            self.next_scene(1);
        }
    }
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
        _ => format!("{remedy:?}"),
    }
}
