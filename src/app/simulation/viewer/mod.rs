//! The viewer: how a run is played and looked at, and what the pointer does. The halves of a
//! comparison share it, so nothing moves when the focus does.

mod following;
mod pace;
pub mod tools;
mod travel;

use crate::app::commands::{Follow, Tool};
use crate::app::simulation::{
    flight::{Flight, Travel},
    stage::Stage,
    transport::Transport,
};
use crate::lesson::Plot;

pub use tools::Tools;

/// Frames per second below which slow parts of the light are left out, after this many seconds.
const SLOW: f64 = 10.0;
const PATIENCE: f32 = 4.0;

/// Seconds for which each state is shown where stored states follow each other.
const REPLAY: f32 = 1.0 / 12.0;

/// Most seconds of a film that are passed at once, where files are read slowly.
const LEAP: f32 = 0.25;

/// A film or stored states that are shown one after the other.
#[derive(Clone, Debug)]
struct Replay {
    /// 1, or −1 for backwards.
    by: i32,
    /// Seconds since the last state or moment.
    waited: f32,
}

/// How a run is played and looked at. Camera and look are those of its scene.
#[derive(Clone, Debug)]
pub struct Viewer {
    pub transport: Transport,
    pub flight: Flight,
    replay: Option<Replay>,
    /// The camera on the scene's path.
    pub travel: Travel,
    pub follow: Follow,
    pub tool: Tool,
    pub tools: Tools,
    /// The plots that are shown, from the top: at least one. A lesson's panel shows the first.
    pub plots: Vec<Plot>,
    /// The one that is enlarged.
    pub enlarged: Option<Plot>,
    /// Whether pictures that change are drawn without the parts of their light that take long.
    pub spares_light: bool,
    /// Seconds for which frames have been slow; `None` if the user has chosen how much light is
    /// drawn.
    pub slow_for: Option<f32>,
    /// How far the camera has moved back for a picture beside a card, as a factor.
    pub zoom_out: f32,
}

impl Viewer {
    /// Shows this plot first.
    pub fn show_plot(&mut self, plot: Plot) {
        self.plots.retain(|shown| *shown != plot);
        self.plots.insert(0, plot);
    }

    /// Shows this plot below the others, or no longer. One is always shown.
    pub fn toggle_plot(&mut self, plot: Plot) {
        let before = self.plots.len();
        self.plots.retain(|shown| *shown != plot);
        if self.plots.len() == before || self.plots.is_empty() {
            self.plots.push(plot);
        }
    }

    /// A viewer that plays `stage` and follows what its scene's camera follows.
    pub fn new(stage: &mut Stage) -> Self {
        let mut viewer = Self {
            transport: Transport::default(),
            flight: Flight::default(),
            replay: None,
            travel: Travel::default(),
            follow: Follow::Nothing,
            tool: Tool::Look,
            tools: Tools::default(),
            plots: vec![Plot::Energies, Plot::Radii],
            enlarged: None,
            spares_light: false,
            slow_for: Some(0.0),
            zoom_out: 1.0,
        };
        viewer.follow_scene(stage);
        viewer
    }

    /// Whether the next frame will differ from the last without any input.
    pub fn is_moving(&self, stage: &Stage) -> bool {
        let Transport { is_playing, remaining, .. } = self.transport;
        is_playing
            || remaining > 0
            || self.replay.is_some()
            || !self.is_still()
            || self.is_easing(stage)
    }

    /// Whether the camera rests, unless it follows something.
    pub fn is_still(&self) -> bool {
        !self.flight.is_moving() && self.travel.preview.is_none()
    }

    /// Shows a film or stored states one after the other from now on, or stops if it does so this
    /// way already.
    pub fn replay(&mut self, by: i32) {
        self.pause();
        let by = by.signum();
        let is_on = self.replay.as_ref().is_some_and(|replay| replay.by == by);
        self.replay = (by != 0 && !is_on).then_some(Replay { by, waited: 0.0 });
    }

    /// The direction in which a film or stored states are shown, if they are: 1, or −1 for
    /// backwards.
    pub fn replayed_by(&self) -> Option<i32> {
        self.replay.as_ref().map(|replay| replay.by)
    }

    /// Stops showing a film or stored states.
    pub fn end_replay(&mut self) {
        self.replay = None;
    }

    /// What is shown one after the other; playing or stepping ends that.
    fn replaying(&mut self) -> Option<&mut Replay> {
        if self.transport.is_playing || self.transport.remaining > 0 {
            self.replay = None;
        }
        self.replay.as_mut()
    }

    /// How much time of a film to go on by, after `elapsed` seconds, if it is shown: none while a
    /// moment is still to come.
    pub fn passed(&mut self, stage: &Stage, elapsed: f32) -> Option<f64> {
        let pace = self.speed(stage) * stage.session.scene().pace;
        let replay = self.replaying()?;
        replay.waited = (replay.waited + elapsed).clamp(0.0, LEAP);
        if stage.reel.is_awaited() {
            return None;
        }
        Some(f64::from(replay.by) * pace * f64::from(std::mem::take(&mut replay.waited)))
    }

    /// How many states to go on by after `elapsed` seconds, if stored states are shown one after
    /// the other.
    pub fn replayed(&mut self, elapsed: f32) -> Option<i32> {
        let replay = self.replaying()?;
        replay.waited += elapsed.clamp(0.0, REPLAY);
        let is_due = replay.waited >= REPLAY;
        replay.waited -= if is_due { REPLAY } else { 0.0 };
        is_due.then_some(replay.by)
    }

    /// Pauses.
    pub fn pause(&mut self) {
        (self.transport.is_playing, self.transport.remaining) = (false, 0);
    }

    /// Spares light where frames have been slow for a while.
    pub fn spare_light_if_slow(&mut self, stage: &Stage, elapsed: f32) {
        let Some(seconds) = &mut self.slow_for else { return };
        let rate = stage.rates.frames_per_second;
        let is_slow = rate > 0.0 && rate < SLOW;
        *seconds = if is_slow { *seconds + elapsed.min(1.0) } else { 0.0 };
        self.spares_light |= *seconds > PATIENCE;
    }
}
