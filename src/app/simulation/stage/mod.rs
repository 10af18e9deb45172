//! The stage: one session and everything that belongs to it alone. Two stages can coexist.

pub mod course;
pub mod forecast;
pub mod frame;
pub mod preview;
pub mod task;
mod timeline;

use std::cell::Cell;
use std::sync::Arc;
use std::time::Duration;

use starshell::capture::CaptureError;
use starshell::gpu::{Gpu, GpuError};
use starshell::physics::{Attraction, Gravity, Integrator, Simulation, Snapshot};
use starshell::render::{Followed, Format, Look, Target, TargetError};
use starshell::session::{Course, Edit, Pace, Session, SessionError, Setup};
use starshell::snapshot::Curves;

use crate::app::commands::Command;
use crate::app::shell::numbers::Numbers;
use crate::app::simulation::history::{History, Moment};
use crate::app::simulation::{
    filming::Filming,
    interaction::{Interaction, Purpose},
    marks::Marks,
    rates::Rates,
    reel::Reel,
    stage::{forecast::Forecast, preview::Preview, task::Task},
    statistics::Statistics,
    transport::{MAX_STEPS, Transport},
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
/// Why pictures of a run cannot be reproduced.
pub const OTHERS: &str = "other kernels or members have computed the forces since it began";
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
    pub rates: Rates,
    /// The values at the two ends of the colour map, if known.
    pub color_range: Option<[f64; 2]>,
    /// The film that it shows, or from which its run began.
    pub reel: Reel,
    /// Where it is in the desk's history.
    pub cursor: HistoryCursor,
    /// How much of its light the next picture has.
    pub preview: Preview,
    /// The time that what stands over the picture was drawn for, if it shows bodies, before the picture
    /// was; and whether the picture is drawn.
    pub foretold: Cell<Option<f64>>,
    pub is_drawn: bool,
    /// How its run has come about: what pictures need to be made again.
    pub course: Course,
    /// The look that returns when the scene's own has been shown for comparison.
    pub look_after: Option<Box<Look>>,
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
    /// The command to repeat once the present is stored.
    pub waiting: Option<Command>,
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
    /// A stage for a session, playing.
    ///
    /// # Errors
    /// [`SessionError`] if the GPU has no room for a picture.
    pub fn from_session(gpu: &Gpu, mut session: Session) -> Result<Self, SessionError> {
        session.set_budget(Some(BUDGET));
        let mut stage = Self {
            session,
            target: first_target(gpu)?,
            size: [64, 64],
            interaction: Interaction::default(),
            statistics: Statistics::new(gpu),
            marks: Marks::default(),
            rates: Rates::default(),
            color_range: None,
            reel: Reel::default(),
            cursor: HistoryCursor::default(),
            preview: Preview::default(),
            foretold: Cell::new(None),
            is_drawn: false,
            course: Course::default(),
            look_after: None,
        };
        if let Some(Followed::Body(index)) = stage.session.scene().follow {
            stage.pick(Some(index));
        }
        Ok(stage)
    }

    /// How long steps take on this machine.
    pub fn forecast(&self) -> Forecast<'_> {
        Forecast(&self.session)
    }

    /// Whether the next frame will differ from the last without any input.
    pub fn is_moving(&self) -> bool {
        self.session.is_due()
            || self.session.pictures().awaits_color_range()
            || self.statistics.is_waiting()
            || self.interaction.is_busy()
            || self.is_reading()
            || self.marks.is_waiting()
            || self.reel.is_busy()
            || self.preview.is_waiting()
    }

    /// Whether the run has left its start.
    pub fn has_begun(&self) -> bool {
        let simulation = self.session.simulation();
        simulation.steps() > 0 || simulation.engine().progress().is_some()
    }

    /// Whether nothing that the user moves does so until the processor has computed the next steps.
    /// A camera that follows the bodies waits with them.
    pub fn is_computing(&mut self) -> bool {
        !self.interaction.is_awaited() && self.session.computing_mut().is_busy()
    }

    /// Whether the values of the picked body come with a later frame.
    fn is_reading(&self) -> bool {
        let is_there = |index: u32| index < self.session.simulation().bodies().count();
        self.interaction.watched.is_none() && self.interaction.picked.is_some_and(is_there)
    }

    /// Sets how many steps are due before the next frame: none while the bodies must not move; in a
    /// comparison, those up to its `goal`.
    pub fn set_pace(&mut self, task: &Task, is_resting: bool) {
        let Task { transport, goal, is_filmed, .. } = *task;
        let rests = is_resting || self.interaction.is_waiting() || self.statistics.holds_steps();
        let due = match goal {
            None => transport.due(),
            Some(goal) => goal.map_or(0, |goal| steps_to(self.session.simulation(), goal)),
        };
        // Otherwise a slow machine would measure after all steps of a frame, which may take
        // minutes. Steps that a member has begun are completed first. The frames of a video keep
        // their steps.
        let begun = self.session.simulation().engine().steps_under_way();
        // A frame that turns out to be shorter than it was taken for shows them all.
        let is_ahead = transport.is_playing && goal.is_none() && !is_filmed;
        let due = if is_ahead { due.max(begun) } else { due };
        let due =
            if self.statistics.awaits_step() && !is_filmed { due.min(begun.max(1)) } else { due };
        let pace = Pace::StepsPerFrame(if rests { 0 } else { due });
        // A goal counts from the current step, steps per frame from the last frame.
        if self.session.clock().pace() != pace || goal.is_some() {
            self.session.set_pace(pace);
        }
    }

    /// Sets how many steps are due before the next frame if a member may begin them now, after
    /// [`Stage::draw`], and returns whether it may: nothing else is to happen to the bodies before.
    pub fn set_pace_ahead(&mut self, due: u32) -> bool {
        if !self.session.simulation().is_hosted()
            || self.interaction.is_waiting()
            || self.reel.is_awaited()
            || self.statistics.holds_state()
        {
            return false;
        }
        // A frame that was measured had no steps.
        let pace = Pace::StepsPerFrame(due);
        if self.session.clock().pace() != pace {
            self.session.set_pace(pace);
        }
        true
    }

    /// Whether no further step brings it nearer to the simulated time `goal`.
    pub fn is_at(&self, goal: f64) -> bool {
        self.session.simulation().elapsed().is_known()
            && steps_to(self.session.simulation(), goal) == 0
    }

    /// Records the due steps, the picture and the frame of `filming`, and submits `encoder`. Updates
    /// the rates with the work of the last frame. Returns what became of the frame of `filming`,
    /// whose failure does not end the session.
    ///
    /// # Errors
    /// As [`Session::frame`].
    pub fn draw(
        &mut self,
        mut encoder: wgpu::CommandEncoder,
        task: &Task,
        mut filming: Option<&mut Filming>,
    ) -> Result<Result<(), CaptureError>, GpuError> {
        let before = self.session.simulation().steps();
        // The steps of a member are done all at once, and those of the next frame begin before it.
        let parts = |session: &Session| {
            if session.simulation().is_hosted() {
                0.0
            } else {
                session.simulation().engine().progress().unwrap_or(0.0)
            }
        };
        let parts_before = parts(&self.session);
        if let Some(filming) = &mut filming
            && self.session.pictures().has_plain_light()
        {
            filming.see(task.elapsed);
        }
        let drawn = self
            .encode_frame(&mut encoder, filming.as_ref().is_some_and(|filming| filming.is_unseen));
        let filmed = match &mut filming {
            Some(filming) if self.reel.is_awaited() => {
                filming.wait();
                Ok(())
            }
            Some(filming) => {
                filming.encode(&mut self.session, &self.course, &mut encoder, &task.transport)
            }
            None => Ok(()),
        };
        self.session.submit(encoder);
        let done = self.session.simulation().steps() - before;
        self.rates.done_last = done as u32;
        self.cursor.is_stored &= done == 0;
        // Ignore progress lost by restarting a step.
        let parts = f64::from(parts(&self.session) - parts_before);
        self.rates.count(task.elapsed, (done as f64 + parts).max(0.0));
        drawn.map(|()| filmed)
    }

    /// Encodes the due steps, what is measured between them, and the picture unless nobody sees it.
    fn encode_frame(
        &mut self,
        encoder: &mut wgpu::CommandEncoder,
        is_unseen: bool,
    ) -> Result<(), GpuError> {
        // The past has been measured.
        if self.cursor.shown.is_none() {
            self.statistics
                .encode_steps(&mut self.session, encoder)
                .inspect_err(|_| self.statistics.forgo())?;
        }
        if is_unseen {
            self.session.frame_without_picture(encoder)
        } else {
            self.session.frame(encoder, &self.target)
        }
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
            let before = self.session.computing().setup();
            self.session.encode_reverse(encoder)?;
            self.marks.renew();
            note(self, Edit::Reverse {}, &before);
            self.cursor.since_kept = f32::INFINITY;
            self.interaction.newest.is_touched = true;
            self.cursor.is_stored = false;
        }
        if let Some(attraction) = self.interaction.attraction {
            let impulse = attraction.impulse * elapsed;
            let (attraction, before) =
                (Attraction { impulse, ..attraction }, self.session.computing().setup());
            self.session.encode_attraction(encoder, attraction)?;
            note(self, Edit::Attract(attraction), &before);
            self.interaction.newest.is_touched = true;
            self.cursor.is_stored = false;
        }
        Ok(())
    }

    /// Watches the body with this number and gives it a trail, or stops watching.
    pub fn pick(&mut self, picked: Option<u32>) {
        self.session.viewing().watch(picked);
        self.session.pictures_mut().set_body_trail(picked);
        if picked != self.interaction.picked || picked.is_none() {
            self.interaction.watched = None;
            if self.interaction.draft.take().is_some() {
                self.interaction.guest = None;
            }
        }
        self.interaction.picked = picked;
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

    /// The simulated time that the next picture will show, as far as can be foreseen; of one that is
    /// drawn, exactly.
    pub fn time_shown(&self, transport: &Transport) -> f64 {
        let simulation = self.session.simulation();
        if self.is_drawn {
            return simulation.time();
        }
        let rests = self.interaction.is_waiting() || self.statistics.holds_steps();
        let steps = match self.session.simulation().engine().progress() {
            // The steps of a member are done all at once.
            Some(share) if simulation.is_hosted() && share >= 1.0 => {
                simulation.engine().steps_under_way()
            }
            // A slow machine does fewer than are due.
            None if !rests => transport.due().min(self.rates.done_last),
            _ => 0,
        };
        let step = simulation.elapsed().step().unwrap_or(0.0);
        let time = simulation.time() + f64::from(steps) * step;
        self.foretold.set(Some(time));
        time
    }
}

/// Takes note of an edit at the present step, for whoever makes the run again. `before` is what computed
/// it until then.
pub fn note(stage: &mut Stage, edit: Edit, before: &Setup) {
    let now = stage.session.computing().present();
    stage.course.add(stage.session.simulation().steps(), edit, before, &now);
}

/// Steps to the simulated time `goal`, or as near as possible.
fn steps_to(simulation: &Simulation, goal: f64) -> u32 {
    match simulation.parameters().adaptive {
        Some(_) => simulation.elapsed().steps_towards(goal).min(MAX_STEPS) as u32,
        None => ((goal - simulation.time()) / simulation.parameters().time_step)
            .round()
            .clamp(0.0, MAX_STEPS as f64) as u32,
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
