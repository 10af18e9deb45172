//! A frame: results that have arrived, camera, tools, due steps, picture. Never waits for the GPU.

use std::sync::mpsc::TryRecvError;

use starshell::gpu::GpuError;
use starshell::physics::{Parameters, Snapshot};
use starshell::render::{Format, Target, TargetError};
use starshell::scene::Dimension;
use starshell::words::{self, t};

use crate::app::shell::desk::{Desk, Request};
use crate::app::simulation::{
    filming::Filming,
    hands::{Edit, Follow, Purpose, System},
    stage::{BY_HAND, Captured, begins_anew},
    statistics::ALARMING,
};

/// Least and most seconds that the tour spends on a scene.
const TOUR: [f64; 2] = [15.0, 120.0];
/// A click picks a body within this many pixels.
const REACH: f32 = 24.0;

impl Desk {
    /// Carries out the requests, then everything due after `elapsed` seconds: camera, steps, picture. Never waits for the GPU.
    ///
    /// # Errors
    /// [`GpuError`] if the device is lost; lesser failures become notices.
    pub fn frame(&mut self, elapsed: f32) -> Result<(), GpuError> {
        self.frames += 1;
        self.notices.advance(elapsed);
        // Only the requests present now: an edit that must wait requests itself again for the next frame.
        for action in std::mem::take(&mut self.actions) {
            let look = &self.stage.session.scene().look;
            if self.still.is_some() && action.changes_bodies(look) {
                self.actions.push_back(action);
            } else {
                self.perform(action);
            }
        }
        if self.still.is_none() {
            self.receive();
            self.receive_tuning();
        }
        self.receive_experiments();
        self.receive_kernels(elapsed);
        self.follow_lesson();
        self.tour_on(elapsed);
        self.collect()?;
        self.follow_trial(elapsed);
        let moving = self.seconds_to_move(elapsed);
        self.stage.move_camera(moving);
        self.fit_target()?;
        self.move_back();
        if self.filming.is_none() {
            self.stage.keep_pace(elapsed);
        }
        self.aim();
        self.act(elapsed)?;
        self.act_beside(elapsed)?;
        self.gpu.poll().or_else(|error| self.tell(error))?;
        self.stage.statistics.collect(&mut self.stage.session)?;
        self.warn_of_energy();
        // Over a card it would only be in the way.
        if self.still.is_none() && self.stage.spare_light(elapsed) && self.classroom.lesson.is_none() {
            let text = if self.is_simple() { t!("notice-plain-light-simple") } else { t!("notice-plain-light") };
            self.notices.tell(text);
        }
        self.suit_machine(elapsed);
        self.keep_for_rescue(elapsed);
        Ok(())
    }

    /// Warns if the energy is off, with a remedy, until it is right again. Lessons discuss it themselves, and the simple mode has no
    /// control that would help.
    fn warn_of_energy(&mut self) {
        if let Some(error) = self.stage.statistics.alarm()
            && self.classroom.lesson.is_none()
            && !self.is_simple()
            && let Some(text) = self.energy_warning(error)
        {
            self.energy_notice = Some(text.clone());
            self.notices.warn(text);
        }
        // Such as after a restart, or in another scene.
        if let Some(text) = self.energy_notice.take_if(|_| self.stage.statistics.is_right()) {
            self.notices.remove(&text);
        }
    }

    /// What helps if the relative error of the energy is `error`; `None` if that is small, or damping is meant to change it.
    pub fn energy_warning(&self, error: f64) -> Option<String> {
        let Parameters { integrator, time_step, damping, adaptive, .. } = self.stage.session.scene().physics;
        if error.is_nan() || error.abs() < ALARMING || damping != 1.0 {
            return None;
        }
        let share = words::short(100.0 * error.abs());
        let error = error.abs();
        if adaptive.is_some() {
            return Some(t!("notice-energy-adaptive", share = share));
        }
        // With this step, the error would be a tenth of what alarms.
        let factor = (0.1 * ALARMING / error).powf(1.0 / f64::from(integrator.order()));
        Some(t!("notice-energy", share = share, step = words::one_digit(factor * time_step)))
    }

    /// Everything that the GPU does for the stage in this frame, in one submission.
    pub fn act(&mut self, elapsed: f32) -> Result<(), GpuError> {
        let mut encoder = self.gpu.encoder("frame");
        self.go_on();
        self.measure(&mut encoder, elapsed)?;
        let goal = self.beside.as_ref().map(|beside| beside.goal).or_else(|| self.trial_goal().map(Some));
        let rests = self.tuner.is_some() || self.still.is_some() || self.rests_for_measurements();
        self.stage.set_pace(rests, self.filming.is_some(), goal);
        // Captures show the half with the focus.
        let is_captured = self.beside.as_ref().is_none_or(|beside| !beside.is_acting);
        if is_captured {
            self.follow_film();
        }
        self.copy_states(&mut encoder, elapsed)?;
        let moving = self.seconds_to_move(elapsed);
        if self.still.is_none() {
            self.stage.touch(&mut encoder, moving)?;
        }
        let filming = self.filming.as_mut().filter(|_| is_captured);
        let still = self.still.as_mut().filter(|_| is_captured);
        let drawn = self.stage.draw(encoder, elapsed, filming, still);
        self.request_saving();
        match drawn {
            Ok(Captured { filmed, pictured }) => {
                if let Err(error) = filmed {
                    self.stop_filming(&error);
                }
                if self.filming.as_ref().is_some_and(Filming::is_complete) {
                    self.end_filming();
                }
                if is_captured {
                    self.follow_picture(pictured);
                }
                Ok(())
            }
            Err(error) => self.tell(error),
        }
    }

    /// Records what the statistics want to measure in this frame.
    pub fn measure(&mut self, encoder: &mut wgpu::CommandEncoder, elapsed: f32) -> Result<(), GpuError> {
        if self.stage.course.shown.is_some() {
            return Ok(()); // the past has been measured
        }
        match self.stage.statistics.record(&mut self.stage.session, encoder, elapsed) {
            Ok(true) => self.stage.hands.wanted.push(Purpose::Measure),
            Ok(false) => {}
            Err(error) => {
                self.stage.statistics.forgo();
                self.tell(error)?;
            }
        }
        Ok(())
    }

    /// Records the requested copies of the whole state.
    fn copy_states(&mut self, encoder: &mut wgpu::CommandEncoder, elapsed: f32) -> Result<(), GpuError> {
        self.stage.keep_state(elapsed, &self.history);
        let stage = &mut self.stage;
        if let Err(error) = stage.marks.record(&mut stage.session, encoder, &self.settings) {
            self.tell(error)?;
        }
        for purpose in std::mem::take(&mut self.stage.hands.wanted) {
            if let Purpose::Save(path) = &purpose
                && let Err(error) = self.record_saving(encoder, path)
            {
                self.tell(error)?;
                continue;
            }
            match self.stage.session.record_snapshot(encoder) {
                Ok(ticket) => drop(self.stage.hands.under_way.insert(ticket, purpose)),
                Err(error) => self.tell(error)?,
            }
        }
        Ok(())
    }

    /// Takes results that have arrived from the GPU and from threads.
    pub fn collect(&mut self) -> Result<(), GpuError> {
        self.collect_stage()?;
        self.collect_saving()?;
        self.receive_last_states()?;
        let notices = &mut self.notices;
        self.writing.retain(|writing| match writing.try_recv() {
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

    /// Takes the results that belong to the stage.
    pub fn collect_stage(&mut self) -> Result<(), GpuError> {
        while let Some((ticket, snapshot)) = self.stage.session.snapshot()? {
            let (physics, picked) = (self.stage.session.scene().physics, self.stage.hands.picked);
            let Some(snapshot) = self.stage.marks.take(ticket, snapshot, physics, picked) else { continue };
            if let Some(purpose) = self.stage.hands.under_way.remove(&ticket) {
                self.arrive(snapshot, purpose);
            }
        }
        if let Some(watched) = self.stage.session.watched()? {
            self.stage.hands.watched = Some(watched);
        }
        if let Some(light) = self.stage.session.light()? {
            self.stage.hands.light = Some(light);
        }
        self.stage.color_range = self.stage.session.color_range()?;
        let numbers = self.stage.numbers();
        if let Some(System { snapshot, invalid, .. }) = self.stage.hands.newest.collect() {
            let time = numbers.text(Dimension::Time, snapshot.time);
            self.notices.warn(t!("notice-not-finite", time = time, count = invalid));
        }
        Ok(())
    }

    /// Handles a snapshot according to its purpose.
    pub fn arrive(&mut self, snapshot: Snapshot, purpose: Purpose) {
        let is_left = matches!(purpose, Purpose::Edit(_) | Purpose::Leave | Purpose::Undo(_) | Purpose::Replace);
        self.remember(&snapshot, is_left);
        let look = &self.stage.session.scene().look;
        let is_measured = matches!(purpose, Purpose::Measure);
        match purpose {
            Purpose::Keep | Purpose::Measure => {}
            Purpose::Pick { camera, size, pixel, follow } => {
                let picked = camera.pick(look, size, pixel, snapshot.state.bodies(), REACH).map(|index| index as u32);
                self.stage.pick(picked);
                if follow && picked.is_some() {
                    self.stage.hands.follow = Follow::Picked;
                }
            }
            Purpose::Fit => {
                let camera = self.stage.session.scene().camera.fit(look, self.stage.size, snapshot.state.bodies());
                self.stage.take_over();
                self.stage.flight.go_to(camera);
            }
            Purpose::Leave => return self.leave(snapshot),
            Purpose::Save(path) => self.take_saving(&path, snapshot.clone()),
            Purpose::Reopen => self.requests.push(Request::Reopen),
            Purpose::Mark => {
                let before = self.past_of(snapshot.clone());
                self.stage.hands.pasts.mark(before, "tool-attract");
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
                    _ => self.stage.hands.picked,
                };
                match edit.apply(&mut after.state) {
                    Ok(true) => {}
                    Ok(false) => return self.notices.warn(t!("notice-last-body")),
                    Err(error) => return self.notices.warn(error.to_string()),
                }
                if self.resume(&after, picked) {
                    self.branch_off();
                    self.remember(&after, true);
                    self.stage.course.is_stored = true;
                    self.stage.hands.pasts.mark(before, key);
                }
                return;
            }
        }
        if is_measured {
            self.stage.statistics.take_snapshot(snapshot.clone());
        }
        self.stage.hands.newest.keep(snapshot);
    }

    /// Continues from `snapshot`, whose energy differs from that of the run so far. Returns whether that was possible.
    pub fn resume(&mut self, snapshot: &Snapshot, picked: Option<u32>) -> bool {
        let is_resumed = self.put(snapshot, picked);
        if is_resumed {
            self.stage.altered = Some(BY_HAND);
            self.stage.statistics.rebase();
        }
        is_resumed
    }

    /// Replaces the state by `snapshot`. Returns whether that was possible.
    pub fn put(&mut self, snapshot: &Snapshot, picked: Option<u32>) -> bool {
        match self.stage.session.restore(snapshot) {
            Ok(()) => {
                self.stage.statistics.let_go();
                // Requests about the old bodies will not be answered.
                self.stage.hands.under_way.clear();
                self.stage.marks.renew();
                (self.stage.course.waiting, self.stage.course.is_stored) = (None, false);
                self.stage.altered = self.stage.altered.or(begins_anew(&self.stage.session, snapshot));
                self.stage.hands.newest.keep(snapshot.clone());
                self.stage.pick(picked);
                true
            }
            Err(error) => {
                self.notices.warn(error.to_string());
                false
            }
        }
    }

    /// Turns a failure that does not end the session into a notice.
    pub fn tell(&mut self, error: GpuError) -> Result<(), GpuError> {
        if matches!(error, GpuError::Lost(_)) {
            return Err(error);
        }
        self.notices.warn(error.to_string());
        Ok(())
    }

    /// Resizes the target to the space that the panels leave.
    pub fn fit_target(&mut self) -> Result<(), GpuError> {
        let limit = self.gpu.limits().max_texture_dimension_2d;
        let size = self.stage.size.map(|side| side.clamp(1, limit));
        if size == self.stage.target.size() {
            return Ok(());
        }
        match Target::new(&self.gpu, size, Format::default()) {
            Ok(target) => self.stage.target = target,
            Err(TargetError::Gpu(error)) => return self.tell(error),
            Err(error) => self.notices.warn(error.to_string()),
        }
        Ok(())
    }

    /// Goes on to the next scene once the scene's duration has been shown at its pace.
    pub fn tour_on(&mut self, elapsed: f32) {
        let Some(seconds) = &mut self.tour else { return };
        *seconds += elapsed;
        let scene = self.stage.session.scene();
        if f64::from(*seconds) > (scene.duration / scene.pace).clamp(TOUR[0], TOUR[1]) && self.loading.is_none() {
            *seconds = 0.0;
            self.next_scene(1);
        }
    }
}
