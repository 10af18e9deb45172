//! A frame: what has arrived, the camera, what hands do, the steps that are due, the picture. Never waits for the GPU.

use std::sync::Arc;
use std::sync::mpsc::TryRecvError;

use starshell::gpu::GpuError;
use starshell::physics::{Attraction, Snapshot};
use starshell::render::{Target, TargetError};
use starshell::session::{Pace, Session};

use super::{Desk, Request};
use crate::app::bounds;
use crate::app::hands::{Edit, Follow, Kept, Purpose};
use crate::app::words::t;

/// Seconds between two copies of the whole state, for a few thousand bodies.
const KEPT: f32 = 2.0;
/// Seconds that the tour stays with a scene.
const TOUR: f32 = 40.0;
/// Pixels from a click within which a body is meant.
const REACH: f32 = 24.0;
impl Desk {
    /// Does what was asked for, then what is due by `elapsed` seconds: camera, steps, picture. Never waits for the GPU.
    ///
    /// # Errors
    /// [`GpuError`] where the device is lost; lesser failures become notices.
    pub fn frame(&mut self, elapsed: f32) -> Result<(), GpuError> {
        self.frames += 1;
        self.notices.advance(elapsed);
        // Those that are there now: an edit that must wait for another is asked for again.
        for action in std::mem::take(&mut self.actions) {
            self.perform(action);
        }
        self.receive();
        self.receive_tuning();
        self.tour_on(elapsed);
        self.collect()?;
        self.move_camera(elapsed);
        self.fit_target()?;

        let transport = self.transport;
        let due = if self.hands.is_waiting() || self.tuner.is_some() {
            0
        } else if transport.is_playing {
            transport.steps_a_frame
        } else {
            transport.remaining.min(transport.steps_a_frame)
        };
        if self.session.pace() != Pace::StepsAFrame(due) {
            self.session.set_pace(Pace::StepsAFrame(due));
        }
        let before = self.session.simulation().steps();
        let parts_before = self.session.progress().unwrap_or(0.0);
        let mut encoder = self.gpu.encoder("frame");
        self.measure(&mut encoder, elapsed)?;
        self.touch(&mut encoder, elapsed)?;
        let drawn = self.session.frame(&mut encoder, &self.target);
        self.session.submit(encoder);
        drawn.or_else(|error| self.tell(error))?;
        let done = self.session.simulation().steps() - before;
        self.transport.remaining = transport.remaining.saturating_sub(if transport.is_playing { 0 } else { done as u32 });
        // A step that was begun anew counts nothing.
        let parts = f64::from(self.session.progress().unwrap_or(0.0) - parts_before);
        self.rates.count(elapsed, (done as f64 + parts).max(0.0));
        self.gpu.poll().or_else(|error| self.tell(error))?;
        self.statistics.collect(&mut self.session)
    }

    /// Records what the statistics want measured in this frame.
    pub(super) fn measure(&mut self, encoder: &mut wgpu::CommandEncoder, elapsed: f32) -> Result<(), GpuError> {
        match self.statistics.record(&mut self.session, encoder, elapsed) {
            Ok(true) => self.hands.wanted.push(Purpose::Measure),
            Ok(false) => {}
            Err(error) => {
                self.statistics.forgo();
                self.tell(error)?;
            }
        }
        Ok(())
    }

    /// Moves the camera: by inertia, by itself, with what it follows.
    pub(super) fn move_camera(&mut self, elapsed: f32) {
        let mut camera = self.session.scene().camera;
        self.flight.advance(&mut camera, elapsed);
        let target = match self.hands.follow {
            Follow::Nothing => None,
            Follow::CenterOfMass => self.hands.kept.as_ref().map(|kept| kept.center_at(self.session.simulation().time())),
            Follow::Picked => self.hands.watched.map(|watched| watched.body.position),
        };
        if let Some(target) = target.filter(|target| target.is_finite()) {
            // Catches up within a few frames, so that beginning to follow is no jump.
            let share = 1.0 - (-elapsed / 0.08).exp();
            let way = target.as_vec3() - camera.target;
            camera.target += if way.length() > 1e-3 * camera.distance { share.max(0.3) * way } else { way };
        }
        let bounded = bounds::camera(&camera, &self.origin.camera);
        if bounded != camera {
            // At the end of the world, or lost: there is nowhere to glide on to.
            self.flight.stop();
        }
        *self.session.camera_mut() = bounded;
    }

    /// Records what hands do to the simulation.
    pub(super) fn touch(&mut self, encoder: &mut wgpu::CommandEncoder, elapsed: f32) -> Result<(), GpuError> {
        self.since_kept += elapsed;
        let count = self.session.simulation().bodies().count();
        // Copying a million bodies takes a moment, and so is seldom.
        let is_old = self.since_kept > KEPT * (1.0 + count as f32 / 65_536.0);
        if is_old && (self.hands.kept.is_none() || self.transport.is_playing) && self.hands.under_way.is_empty() {
            self.since_kept = 0.0;
            self.hands.wanted.push(Purpose::Keep);
        }
        for purpose in std::mem::take(&mut self.hands.wanted) {
            match self.session.record_snapshot(encoder) {
                Ok(()) => self.hands.under_way.push_back(purpose),
                Err(error) => self.tell(error)?,
            }
        }
        if std::mem::take(&mut self.hands.reverses) {
            self.session.record_reverse(encoder)?;
            self.since_kept = f32::INFINITY;
        }
        if let Some(attraction) = self.hands.attraction {
            let impulse = attraction.impulse * elapsed;
            self.session.record_attraction(encoder, Attraction { impulse, ..attraction })?;
        }
        Ok(())
    }

    /// Takes what has arrived from the GPU and from threads.
    pub(super) fn collect(&mut self) -> Result<(), GpuError> {
        while let Some(snapshot) = self.session.snapshot()? {
            if let Some(purpose) = self.hands.under_way.pop_front() {
                self.arrive(snapshot, purpose);
            }
        }
        if let Some(watched) = self.session.watched()? {
            self.hands.watched = Some(watched);
        }
        let notices = &mut self.notices;
        self.writing.retain(|writing| match writing.try_recv() {
            Ok(Ok(path)) => {
                notices.tell(t!("notice-written", path = path.display()));
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

    /// Does what a snapshot was asked for.
    pub(super) fn arrive(&mut self, snapshot: Snapshot, purpose: Purpose) {
        let look = &self.session.scene().look;
        let is_measured = matches!(purpose, Purpose::Measure);
        match purpose {
            Purpose::Keep | Purpose::Measure => {}
            Purpose::Pick { camera, size, pixel, follow } => {
                let picked = camera.pick(look, size, pixel, &snapshot.bodies, REACH).map(|index| index as u32);
                self.pick(picked);
                if follow && picked.is_some() {
                    self.hands.follow = Follow::Picked;
                }
            }
            Purpose::Fit => {
                let camera = self.session.scene().camera.fit(look, self.picture_size, &snapshot.bodies);
                self.flight.go_to(camera);
            }
            Purpose::Reopen => self.requests.push(Request::Reopen),
            Purpose::Mark => self.hands.undo = Some(snapshot.clone()),
            Purpose::Edit(edit) => {
                let before = snapshot.clone();
                let mut after = snapshot;
                let picked = match &edit {
                    Edit::Delete(_) => None,
                    _ => self.hands.picked,
                };
                if !edit.apply(&mut after.bodies) {
                    return self.notices.warn(t!("notice-last-body"));
                }
                if self.resume(&after, picked) {
                    self.hands.undo = Some(before);
                }
                return;
            }
        }
        let kept = self.hands.kept.insert(Kept::new(snapshot));
        if is_measured {
            self.statistics.take_snapshot(Arc::clone(&kept.snapshot));
        }
    }

    /// Goes on from `snapshot`. Whether that was possible.
    pub(super) fn resume(&mut self, snapshot: &Snapshot, picked: Option<u32>) -> bool {
        let scene = self.session.scene().clone();
        match Session::resume(&self.gpu, scene, snapshot, Pace::StepsAFrame(0)) {
            Ok(mut session) => {
                self.prepare(&mut session);
                self.session = session;
                self.statistics.let_go();
                self.statistics.rebase();
                // What was asked of the old bodies is not answered any more.
                self.hands.under_way.clear();
                self.hands.kept = Some(Kept::new(snapshot.clone()));
                self.pick(picked);
                true
            }
            Err(error) => {
                self.notices.warn(error.to_string());
                false
            }
        }
    }

    pub(super) fn pick(&mut self, picked: Option<u32>) {
        self.session.watch(picked);
        self.session.set_body_trail(picked);
        if picked != self.hands.picked || picked.is_none() {
            self.hands.watched = None;
            self.hands.draft = None;
        }
        self.hands.picked = picked;
        if picked.is_none() && self.hands.follow == Follow::Picked {
            self.hands.follow = Follow::Nothing;
        }
    }

    /// Turns a failure that does not end the session into a notice.
    pub(super) fn tell(&mut self, error: GpuError) -> Result<(), GpuError> {
        if matches!(error, GpuError::Lost(_)) {
            return Err(error);
        }
        self.notices.warn(error.to_string());
        Ok(())
    }

    /// Gives the target the size of the place that the panels leave.
    pub(super) fn fit_target(&mut self) -> Result<(), GpuError> {
        let limit = self.gpu.limits().max_texture_dimension_2d;
        let size = self.picture_size.map(|side| side.clamp(1, limit));
        if size == self.target.size() {
            return Ok(());
        }
        match Target::new(&self.gpu, size) {
            Ok(target) => self.target = target,
            Err(TargetError::Gpu(error)) => return self.tell(error),
            Err(error) => self.notices.warn(error.to_string()),
        }
        Ok(())
    }

    pub(super) fn tour_on(&mut self, elapsed: f32) {
        let Some(seconds) = &mut self.tour else { return };
        *seconds += elapsed;
        if *seconds > TOUR && self.loading.is_none() {
            *seconds = 0.0;
            self.next_scene(1);
        }
    }
}
