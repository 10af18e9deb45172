//! The stage: one session and everything that belongs to it alone. Two stages can coexist.

mod following;
pub mod frame;
mod timeline;
mod travel;

use std::sync::Arc;
use std::time::Duration;

use starshell::capture::CaptureError;
use starshell::gpu::{Gpu, GpuError};
use starshell::physics::{
    Attraction, Gravity, Integrator, Parameters, Snapshot, milliseconds_per_step,
};
use starshell::render::{Format, Target, TargetError};
use starshell::scene::Scene;
use starshell::session::{History, Moment, Pace, Session, SessionError};
use starshell::snapshot::Curves;

use crate::app::simulation::{
    action::Action,
    auto_count::smooth_count,
    filming::Filming,
    flight::{Flight, Travel},
    interaction::{Follow, Interaction, Purpose},
    marks::Marks,
    numbers::Numbers,
    rates::Rates,
    screenshot::Drawing,
    statistics::Statistics,
    transport::{MAX_STEPS, NEWEST, SPEEDS, Transport},
};

/// Most time that the simulation may take per frame: including the picture, the window then
/// responds within 100 ms.
pub const BUDGET: Duration = Duration::from_millis(40);
/// Minimum seconds between two copies of the whole state, and most bytes copied per second, which
/// keeps the cost on the host below one percent of a core.
const COPY_INTERVAL: f32 = 0.25;
const COPIED: f32 = 8e6;
/// Minimum frames between two copies, to spare slow machines.
const COPY_FRAMES: f32 = 8.0;
/// Frames per second below which the dear parts of the light are left out, after this many seconds.
const SLOW: f64 = 10.0;
const PATIENCE: f32 = 4.0;
/// Why pictures of a run cannot be reproduced.
pub const BY_HAND: &str = "bodies or physics were changed by hand in the window";
pub const ELSEWHERE: &str = "the run began on another adapter";
const ANEW: &str =
    "the run went on from a stored state, which Hermite steps do not repeat bit for bit";
/// Seconds between two copies if the history needs none, for a few thousand bodies.
const KEPT: f32 = 2.0;

/// A session with its picture, the user's edits and its statistics.
pub struct Stage {
    pub session: Session,
    pub target: Target,
    /// Size of the picture in pixels: what the panels leave.
    pub size: [u32; 2],
    pub interaction: Interaction,
    pub statistics: Statistics,
    /// What the guides show of single bodies.
    pub marks: Marks,
    pub transport: Transport,
    pub flight: Flight,
    pub rates: Rates,
    /// Seconds for which frames have been slow; `None` if the user has chosen how much light is
    /// drawn.
    pub slow_for: Option<f32>,
    /// The values at the two ends of the colour map, if known.
    pub color_range: Option<[f64; 2]>,
    /// Where it is in the desk's history.
    pub cursor: HistoryCursor,
    /// The camera on the scene's path.
    pub travel: Travel,
    /// How far the camera has moved back for a picture beside a card, as a factor.
    pub zoom_out: f32,
    /// Why its pictures cannot be reproduced from the scene alone; `None` if they can.
    pub altered: Option<&'static str>,
}

/// Results of captures in a frame. Their failures do not end the session.
pub struct Captured {
    pub filmed: Result<(), CaptureError>,
    pub pictured: Result<(), CaptureError>,
}

/// Position of a stage in the history.
#[derive(Clone, Debug)]
pub struct HistoryCursor {
    /// Number of the branch that it records; 0 before the first moment.
    pub branch: u32,
    /// The past moment that it shows; `None` for the present.
    pub shown: Option<Arc<Moment>>,
    /// Whether the newest moment of its branch is exactly the present state.
    pub is_stored: bool,
    /// The action to repeat once the present is stored.
    pub waiting: Option<Action>,
    /// Seconds since the whole state was last copied.
    pub since_kept: f32,
    /// Whether the stage is the half of a comparison without the focus.
    pub is_beside: bool,
}

impl Default for HistoryCursor {
    fn default() -> Self {
        Self {
            branch: 0,
            shown: None,
            is_stored: false,
            waiting: None,
            since_kept: f32::INFINITY,
            is_beside: false,
        }
    }
}

impl Stage {
    /// A stage for `scene`, playing.
    ///
    /// # Errors
    /// [`SessionError`] if the scene cannot be built.
    pub fn new(gpu: &Gpu, scene: Scene) -> Result<Self, SessionError> {
        Self::of(gpu, Session::new(gpu, scene, Pace::StepsPerFrame(1))?)
    }

    /// A stage for a session, playing.
    ///
    /// # Errors
    /// [`SessionError`] if the GPU has no room for a picture.
    pub fn of(gpu: &Gpu, mut session: Session) -> Result<Self, SessionError> {
        session.set_budget(Some(BUDGET));
        let mut stage = Self {
            session,
            target: first_target(gpu)?,
            size: [64, 64],
            interaction: Interaction::default(),
            statistics: Statistics::new(gpu),
            marks: Marks::default(),
            transport: Transport::default(),
            flight: Flight::default(),
            rates: Rates::default(),
            slow_for: Some(0.0),
            color_range: None,
            cursor: HistoryCursor::default(),
            travel: Travel::default(),
            zoom_out: 1.0,
            altered: None,
        };
        stage.follow_scene();
        Ok(stage)
    }

    /// Whether the next frame will differ from the last without any input.
    pub fn is_moving(&self) -> bool {
        self.transport.is_playing
            || self.transport.remaining > 0
            || self.session.is_due()
            || self.session.awaits_color_range()
            || self.flight.is_moving()
            || self.is_easing()
            || self.travel.preview.is_some()
            || self.statistics.is_waiting()
            || self.interaction.is_busy()
            || self.is_reading()
            || self.marks.is_waiting()
    }

    /// Whether nothing that the user moves does so until the processor has computed the next steps.
    /// A camera that follows the bodies waits with them.
    pub fn is_computing(&mut self) -> bool {
        let is_still = !self.flight.is_moving()
            && self.travel.preview.is_none()
            && !self.interaction.is_awaited();
        is_still && self.session.is_computing()
    }

    /// Whether the values of the picked body come with a later frame.
    fn is_reading(&self) -> bool {
        let is_there = |index: u32| index < self.session.simulation().bodies().count();
        self.interaction.watched.is_none() && self.interaction.picked.is_some_and(is_there)
    }

    /// Chooses the steps per frame that show the scene at the speed wanted if frames take as long
    /// as the last ones did.
    pub fn keep_pace(&mut self, elapsed: f32) {
        let transport = &mut self.transport;
        // While it rests, frames come when something is to be drawn, and say nothing about their
        // rate.
        if elapsed.is_finite() && transport.is_playing {
            // A window that was hidden for a minute must not leap ahead.
            transport.seconds_per_frame +=
                NEWEST * (elapsed.clamp(0.0, 0.5) - transport.seconds_per_frame);
        }
        let Some(speed) = transport.speed else { return };
        let now = f64::from(transport.steps_per_frame);
        let wanted = self.steps_in(speed, f64::from(self.transport.seconds_per_frame));
        // More than half a step, so that rounding does not flicker between two numbers.
        if (wanted - now).abs() > 0.6 {
            self.transport.steps_per_frame = wanted.round() as u32;
        }
    }

    /// Steps per frame of a video with `rate` frames per second. While one is recorded, the
    /// transport does as many.
    pub fn steps_per_video_frame(&self, rate: f64) -> u32 {
        let of_speed = |speed| self.steps_in(speed, 1.0 / rate).round() as u32;
        self.transport.speed.map_or(self.transport.steps_per_frame, of_speed)
    }

    /// Steps in so many seconds at a multiple of the scene's pace: at least one, at most
    /// [`MAX_STEPS`].
    fn steps_in(&self, speed: f64, seconds: f64) -> f64 {
        let scene = self.session.scene();
        let step = self.session.simulation().step().unwrap_or(scene.physics.time_step);
        (speed * scene.pace * seconds / step).clamp(1.0, MAX_STEPS as f64)
    }

    /// The multiple of the scene's pace that is wanted, or that the steps per frame amount to.
    pub fn speed(&self) -> f64 {
        let (scene, transport) = (self.session.scene(), &self.transport);
        let amounts = || {
            let seconds = f64::from(transport.seconds_per_frame) * scene.pace;
            f64::from(transport.steps_per_frame) * scene.physics.time_step / seconds
        };
        transport.speed.unwrap_or_else(amounts).clamp(SPEEDS[0], SPEEDS[1])
    }

    /// The multiple of the scene's pace that this machine reaches, if that is much less than what
    /// is wanted.
    pub fn slow_speed(&self) -> Option<f64> {
        let wanted = self.transport.speed.filter(|_| self.transport.is_playing)?;
        let (scene, steps) = (self.session.scene(), self.rates.steps_per_second);
        let reached = steps * self.session.simulation().step()? / scene.pace;
        (steps > 0.0 && reached < 0.7 * wanted).then_some(reached)
    }

    /// Sets how many steps are due before the next frame: none while the bodies must not move; in a
    /// comparison, those up to its `goal`.
    pub fn set_pace(&mut self, is_resting: bool, is_filming: bool, goal: Option<Option<f64>>) {
        let rests = is_resting || self.interaction.is_waiting() || self.statistics.holds_steps();
        let due = match goal {
            None => self.transport.due(),
            Some(goal) => goal.map_or(0, |goal| self.steps_to(goal)),
        };
        // Otherwise a slow machine would measure after all steps of a frame, which may take
        // minutes. Steps that a member has begun are completed first. The frames of a video keep
        // their steps.
        let begun = self.session.simulation().steps_under_way();
        // A frame that turns out to be shorter than it was taken for shows them all.
        let is_ahead = self.transport.is_playing && goal.is_none() && !is_filming;
        let due = if is_ahead { due.max(begun) } else { due };
        let due =
            if self.statistics.awaits_step() && !is_filming { due.min(begun.max(1)) } else { due };
        let pace = Pace::StepsPerFrame(if rests { 0 } else { due });
        // A goal counts from the current step, steps per frame from the last frame.
        if self.session.pace() != pace || goal.is_some() {
            self.session.set_pace(pace);
        }
    }

    /// Sets how many steps are due before the next frame if a member may begin them now, after
    /// [`Stage::draw`], and returns whether it may: nothing else is to happen to the bodies before.
    pub fn set_pace_ahead(&mut self) -> bool {
        if !self.session.simulation().is_hosted()
            || self.interaction.is_waiting()
            || self.statistics.holds_state()
        {
            return false;
        }
        // A frame that was measured had no steps.
        let pace = Pace::StepsPerFrame(self.transport.due());
        if self.session.pace() != pace {
            self.session.set_pace(pace);
        }
        true
    }

    /// Steps to the simulated time `goal`, or as near as possible.
    fn steps_to(&self, goal: f64) -> u32 {
        let simulation = self.session.simulation();
        match simulation.parameters().adaptive {
            Some(_) => simulation.steps_towards(goal).min(MAX_STEPS) as u32,
            None => ((goal - simulation.time()) / simulation.parameters().time_step)
                .round()
                .clamp(0.0, MAX_STEPS as f64) as u32,
        }
    }

    /// Whether no further step brings it nearer to the simulated time `goal`.
    pub fn is_at(&self, goal: f64) -> bool {
        self.session.simulation().knows_time() && self.steps_to(goal) == 0
    }

    /// Records the due steps, the picture, the frame of `filming` and the next part of `still`, and
    /// submits `encoder`. Updates the rates with the work of the last `elapsed` seconds.
    ///
    /// # Errors
    /// As [`Session::frame`].
    pub fn draw(
        &mut self,
        mut encoder: wgpu::CommandEncoder,
        elapsed: f32,
        mut filming: Option<&mut Filming>,
        mut still: Option<&mut Drawing>,
    ) -> Result<Captured, GpuError> {
        let before = self.session.simulation().steps();
        // The steps of a member are done all at once, and those of the next frame begin before it.
        let parts = |session: &Session| {
            if session.simulation().is_hosted() { 0.0 } else { session.progress().unwrap_or(0.0) }
        };
        let parts_before = parts(&self.session);
        if let Some(filming) = &mut filming
            && self.session.has_plain_light()
        {
            filming.see(elapsed);
        }
        let drawn = self
            .record_frame(&mut encoder, filming.as_ref().is_some_and(|filming| filming.is_unseen));
        let filmed = match &mut filming {
            Some(filming) => filming.record(&mut self.session, &mut encoder, &self.transport),
            None => Ok(()),
        };
        let pictured = match &mut still {
            Some(still) => still.record(&mut encoder, &self.session),
            None => Ok(()),
        };
        self.session.submit(encoder);
        let done = self.session.simulation().steps() - before;
        self.rates.done_last = done as u32;
        self.cursor.is_stored &= done == 0;
        if !self.transport.is_playing {
            self.transport.remaining = self.transport.remaining.saturating_sub(done as u32);
        }
        // Ignore progress lost by restarting a step.
        let parts = f64::from(parts(&self.session) - parts_before);
        self.rates.count(elapsed, (done as f64 + parts).max(0.0));
        drawn.map(|()| Captured { filmed, pictured })
    }

    /// Records the due steps, what is measured between them, and the picture unless nobody sees it.
    fn record_frame(
        &mut self,
        encoder: &mut wgpu::CommandEncoder,
        is_unseen: bool,
    ) -> Result<(), GpuError> {
        // The past has been measured.
        if self.cursor.shown.is_none() {
            self.statistics
                .record_steps(&mut self.session, encoder)
                .inspect_err(|_| self.statistics.forgo())?;
        }
        if is_unseen {
            self.session.frame_without_picture(encoder)
        } else {
            self.session.frame(encoder, &self.target)
        }
    }

    /// Draws plain light where frames have been slow for a while. Returns whether it has just begun
    /// to.
    pub fn drop_effects_if_slow(&mut self, elapsed: f32) -> bool {
        let Some(seconds) = &mut self.slow_for else { return false };
        let is_slow = self.rates.frames_per_second > 0.0 && self.rates.frames_per_second < SLOW;
        *seconds = if is_slow { *seconds + elapsed.min(1.0) } else { 0.0 };
        let spares = *seconds > PATIENCE && !self.session.has_plain_light();
        if spares {
            self.session.set_plain_light(true);
        }
        spares
    }

    /// Whether a copy of the whole state is due, because the last one is old, or the history needs
    /// one. Copies are rare, because copying a million bodies takes noticeable time.
    pub fn is_copy_due(&mut self, elapsed: f32, history: &History) -> bool {
        self.cursor.since_kept += elapsed;
        let simulation = self.session.simulation();
        let count = simulation.bodies().count();
        let bytes = 2 * simulation.parameters().precision.row_bytes() as u64 * u64::from(count);
        let is_old = self.cursor.since_kept > KEPT * (1.0 + count as f32 / 65_536.0);
        let is_affordable = self.cursor.since_kept
            > COPY_INTERVAL.max(bytes as f32 / COPIED).max(COPY_FRAMES * elapsed);
        let is_wanted =
            is_old || is_affordable && history.wants(self.cursor.branch, simulation.time(), bytes);
        let is_other = self.interaction.newest.is_touched
            || self
                .interaction
                .newest
                .kept
                .as_ref()
                .is_none_or(|kept| kept.steps != simulation.steps());
        is_wanted && is_other && self.can_be_copied()
    }

    /// Whether it shows the present, and no copy is under way.
    pub fn can_be_copied(&self) -> bool {
        self.cursor.shown.is_none() && self.interaction.under_way.is_empty()
    }

    /// Requests a copy of the whole state.
    pub fn keep_state(&mut self) {
        self.cursor.since_kept = 0.0;
        self.interaction.newest.is_touched = false;
        self.interaction.wanted.push(Purpose::Keep);
    }

    /// Records the effect of the user's tools over `elapsed` seconds.
    ///
    /// # Errors
    /// [`GpuError`] if a kernel does not compile or memory runs out.
    pub fn touch(
        &mut self,
        encoder: &mut wgpu::CommandEncoder,
        elapsed: f32,
    ) -> Result<(), GpuError> {
        if std::mem::take(&mut self.interaction.reverses) {
            self.session.record_reverse(encoder)?;
            self.marks.renew();
            self.altered = Some(BY_HAND);
            self.cursor.since_kept = f32::INFINITY;
            self.interaction.newest.is_touched = true;
            self.cursor.is_stored = false;
        }
        if let Some(attraction) = self.interaction.attraction {
            let impulse = attraction.impulse * elapsed;
            self.session.record_attraction(encoder, Attraction { impulse, ..attraction })?;
            self.altered = Some(BY_HAND);
            self.interaction.newest.is_touched = true;
            self.cursor.is_stored = false;
        }
        Ok(())
    }

    /// Watches the body with this number and gives it a trail, or stops watching.
    pub fn pick(&mut self, picked: Option<u32>) {
        self.session.watch(picked);
        self.travel.forget_watch();
        self.session.set_body_trail(picked);
        if picked != self.interaction.picked || picked.is_none() {
            self.interaction.watched = None;
            self.interaction.draft = None;
        }
        self.interaction.picked = picked;
        if picked.is_none() && self.interaction.follow == Follow::Picked {
            self.interaction.follow = Follow::Nothing;
        }
    }

    /// Goes on with what was measured before the run on stage was saved.
    pub fn reopen_curves(&mut self, curves: Curves) {
        let (time, steps) = (self.session.simulation().time(), self.session.simulation().steps());
        self.statistics.reopen(curves, time, steps);
    }

    /// How numbers are shown.
    pub fn numbers(&self) -> Numbers {
        Numbers(self.session.scene().units)
    }

    /// The finished share of a step that takes several frames.
    pub fn step_progress(&self) -> Option<f32> {
        // Where a member computes, steps are under way between all frames.
        let is_quick = self.session.simulation().is_hosted() && self.rates.steps_per_second > 1.0;
        self.session.progress().filter(|_| !is_quick)
    }

    /// The simulated time that the next picture will show, as far as can be foreseen.
    pub fn time_shown(&self) -> f64 {
        let simulation = self.session.simulation();
        let rests = self.interaction.is_waiting() || self.statistics.holds_steps();
        let steps = match self.session.progress() {
            // The steps of a member are done all at once.
            Some(share) if simulation.is_hosted() && share >= 1.0 => simulation.steps_under_way(),
            // A slow machine does fewer than are due.
            None if !rests => self.transport.due().min(self.rates.done_last),
            _ => 0,
        };
        simulation.time() + f64::from(steps) * simulation.step().unwrap_or(0.0)
    }

    /// The largest power of two of bodies whose steps take at most [`SMOOTH`] milliseconds on this
    /// machine.
    pub fn smooth_count(&self) -> Option<usize> {
        smooth_count(
            self.session.gpu(),
            &self.session.scene().physics,
            self.session.work_per_second()?,
        )
    }

    /// Estimated milliseconds per step of `count` bodies on this machine, from the steps measured
    /// so far.
    pub fn forecast(&self, count: usize) -> Option<f64> {
        self.forecast_of(&self.session.scene().physics, count)
    }

    /// The same with other physics.
    pub fn forecast_of(&self, physics: &Parameters, count: usize) -> Option<f64> {
        let gravity = physics.gravity_of(self.session.gpu(), u32::try_from(count).ok()?);
        let speed = self.session.work_per_second_by(gravity)?;
        Some(milliseconds_per_step(
            gravity.work(self.session.gpu(), count as u32),
            physics.integrator,
            speed,
        ))
    }

    /// Whether the forecast of a tree of `count` bodies says nothing: none has been timed, and the
    /// usual work of so few is that of the direct sum.
    pub fn is_tree_unknown(&self, physics: &Parameters, count: usize) -> bool {
        let (gpu, count) = (self.session.gpu(), count as u32);
        let is_as_direct = || physics.gravity.work(gpu, count) >= f64::from(count).powi(2);
        !self.session.has_timed(physics.gravity) && is_as_direct()
    }
}

/// Why a run that goes on from `snapshot` differs in its bits from one that was never interrupted,
/// if it does.
pub fn begins_anew(session: &Session, snapshot: &Snapshot) -> Option<&'static str> {
    // Hermite carries jerks from step to step, and a tree the accelerations by which it opens its
    // cells.
    let simulation = session.simulation();
    let is_tree = matches!(simulation.gravity(), Gravity::Tree(_));
    let carries = simulation.parameters().integrator == Integrator::Hermite4 || is_tree;
    (carries && snapshot.steps > 0).then_some(ANEW)
}

/// An initial target, until the panels have determined the size of the picture.
pub fn first_target(gpu: &Gpu) -> Result<Target, SessionError> {
    Target::new(gpu, [64, 64], Format::default()).map_err(|error| match error {
        TargetError::Gpu(error) => SessionError::Gpu(error),
        _ => unreachable!("64 pixels are possible everywhere"),
    })
}
