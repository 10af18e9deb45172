//! Runs that pause, so that another process can go on with them.

use std::time::Instant;

use serde::{Deserialize, Serialize};

use super::headless::{Film, Headless};
use super::observer::Watched;
use super::{Begun, CaptureError, Measurement};
use crate::render::Easing;
use crate::session::Clock;
use crate::snapshot::Checkpoint;

/// How far a run of pictures is, besides the state of its bodies and its output.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Paused {
    /// Frames drawn.
    pub frames: u64,
    /// Whether the camera has followed before, and how it moves.
    has_begun: bool,
    easing: Easing,
    clock: Clock,
    watched: Watched,
}

impl Headless {
    /// Frames drawn, with those of an earlier process.
    pub fn frames(&self) -> u64 {
        match &self.film {
            Film::Whole(_, recorder) => recorder.frames(),
            Film::Tiles(_, _, frames) => *frames,
        }
    }

    /// Has the run pause after the first whole step from this moment on, unless a frame comes
    /// first:
    /// [`Headless::frame`] and [`Headless::advance`] then return false, and go on when they are
    /// called again.
    pub fn pause_at(&mut self, moment: Option<Instant>) {
        self.pause = moment;
    }

    /// The run between two calls, as another process needs it to go on: bodies, how far the run is,
    /// and its output, which is flushed to disk. Waits for all pictures and measurements; `last`
    /// gets these. `None` within a step, a measurement or a picture.
    ///
    /// # Errors
    /// [`CaptureError`].
    #[doc(hidden)]
    pub fn paused(
        &mut self,
        mut last: impl FnMut(Measurement),
    ) -> Result<Option<(Checkpoint, Paused, Begun)>, CaptureError> {
        if self.session.simulation().engine().progress().is_some() || self.is_within {
            return Ok(None);
        }
        let (frames, begun) = match &mut self.film {
            Film::Whole(_, recorder) => {
                recorder.flush()?;
                let frames = recorder.frames();
                (frames, recorder.sink().begun(frames)?)
            }
            Film::Tiles(_, sink, frames) => (*frames, sink.begun(*frames)?),
        };
        let run = self.session.checkpoint()?;
        while let Some(reading) = self.session.measuring().last_reading()? {
            self.observer.hear(reading, self.session.scene())?;
        }
        while let Some(measurement) = self.observer.next() {
            last(measurement);
        }
        let (clock, watched) = (self.session.clock(), self.observer.watched());
        let (has_begun, easing) = (self.has_begun, self.easing.unwrap_or_default().0);
        Ok(Some((run, Paused { frames, has_begun, easing, clock, watched }, begun)))
    }

    /// Goes on from where another process was. The session is that of its checkpoint.
    #[must_use]
    #[doc(hidden)]
    pub fn after(mut self, paused: &Paused) -> Self {
        let Paused { frames, has_begun, easing, clock, watched } = *paused;
        self.film = match self.film {
            Film::Whole(target, recorder) => {
                Film::Whole(target, Box::new((*recorder).after(frames)))
            }
            Film::Tiles(print, sink, _) => Film::Tiles(print, sink, frames),
        };
        self.has_begun = has_begun;
        self.easing = self.easing.map(|(_, seconds)| (easing, seconds));
        self.session.set_clock(clock);
        self.observer.go_on(&watched);
        self
    }
}
