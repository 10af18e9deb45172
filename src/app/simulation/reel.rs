//! A film on the thread that reads its files. A stage asks for one moment at a time and shows it
//! when it has arrived, so that frames never wait for files.

use std::sync::Arc;
use std::sync::mpsc::{Receiver, Sender, TryRecvError, channel};

use starshell::gpu::Gpu;
use starshell::physics::{Precision, Snapshot};
use starshell::render::{ColorBy, Look};
use starshell::scene::{Dimension, Scene, SceneError};
use starshell::session::{Pace, Session, SessionError};
use starshell::snapshot::{Film, Shown};
use starshell::words::{self, t};

use crate::app::shell::numbers::Numbers;
use crate::app::simulation::history::Branch;

/// Seconds after which the window says that a moment is being read.
const LATE: f32 = 0.5;

/// What a stage shows of a film, if it has one. Both halves of a comparison share its thread.
#[derive(Debug, Default)]
pub struct Reel {
    film: Option<Threaded>,
    /// The time to show; none while something else is on stage.
    pub time: Option<f64>,
    asked: Option<(Wish, Receiver<Answer>)>,
    /// Seconds since then.
    waited: f32,
    /// What was asked for last and has been answered; none if that is no longer on stage.
    pub shown: Option<Wish>,
}

/// A film on its thread, which answers whoever asks.
#[derive(Clone, Debug)]
struct Threaded {
    wishes: Sender<(Wish, Sender<Answer>)>,
    about: Arc<About>,
}

/// What is known of a film.
#[derive(Debug)]
pub struct About {
    /// The times of its snapshots, or their expansion factors.
    pub times: Vec<f64>,
    pub is_comoving: bool,
    /// The first and the last moment.
    pub ends: [Snapshot; 2],
}

/// What is to be shown.
#[derive(Clone, Debug, PartialEq)]
pub struct Wish {
    pub time: f64,
    /// Whether the bodies are, too, not only what pictures show of them.
    pub has_bodies: bool,
    pub precision: Precision,
    /// The column that colours show; an empty name for the first.
    pub column: Option<String>,
}

/// What the thread found.
#[derive(Debug)]
pub struct Answer {
    pub shown: Result<Shown, SceneError>,
    /// What is odd about the series and has not been told.
    pub notes: Vec<String>,
}

/// A film, and its stage.
impl Reel {
    /// Lets a thread read `film`.
    ///
    /// # Errors
    /// [`SceneError`] if the first or the last snapshot fails.
    pub fn begin(mut film: Film) -> Result<Self, SceneError> {
        let precision = film.scene().physics.precision;
        let (times, [start, last]) = (film.times(), film.span());
        let mut end = |time| film.at(time, &Look::default(), precision);
        // The film has just read the last one, and begins with the first.
        let last = end(last)?.snapshot;
        let ends = [end(start)?.snapshot, last];
        let is_comoving = film.series().is_comoving();
        let about = Arc::new(About { times, is_comoving, ends });
        let (wishes, asked) = channel();
        std::thread::spawn(move || answer(film, &asked));
        Ok(Self { film: Some(Threaded { wishes, about }), ..Self::default() })
    }

    /// The same film for another stage, which shows nothing of it yet.
    pub fn beside(&self) -> Self {
        Self { film: self.film.clone(), ..Self::default() }
    }

    /// A session of `scene` at the beginning of the film; without one, at that of the scene.
    ///
    /// # Errors
    /// As [`Session::new`].
    pub fn session(&self, gpu: &Gpu, scene: Scene, pace: Pace) -> Result<Session, SessionError> {
        match self.about() {
            Some(about) => Session::resume(gpu, scene, &about.ends[0], pace),
            None => Session::new(gpu, scene, pace),
        }
    }

    /// What is known of the film, if there is one.
    pub fn about(&self) -> Option<&About> {
        self.film.as_ref().map(|film| &*film.about)
    }

    /// The times of the first and the last snapshot.
    pub fn span(&self) -> Option<[f64; 2]> {
        Some(self.about()?.ends.each_ref().map(|end| end.time))
    }

    /// Whether expansion factors stand in place of times.
    pub fn is_comoving(&self) -> bool {
        self.about().is_some_and(|about| about.is_comoving)
    }

    /// A time in words, or the expansion factor that stands in its place.
    pub fn moment(&self, time: f64, numbers: Numbers) -> String {
        match self.is_comoving() {
            true => t!("transport-expansion", factor = words::fixed(time, 4)),
            false => t!("transport-time", time = numbers.text(Dimension::Time, time)),
        }
    }

    /// The time until which a branch is the film, if it is one. Without stored states, for which
    /// the memory may be too small, it is.
    pub fn end(&self, line: Option<&Branch>) -> Option<f64> {
        let [_, end] = self.span()?;
        line.map_or(Some(end), |line| line.last_given().map(|moment| moment.time()))
    }

    /// Shows the moment at `time`, when it has been read. Returns whether the branch on stage is
    /// the film there.
    pub fn show(&mut self, line: Option<&Branch>, time: f64) -> bool {
        let (Some([start, _]), Some(end)) = (self.span(), self.end(line)) else { return false };
        if time <= end {
            self.time = Some(time.max(start));
        }
        time <= end
    }

    /// Shows something else from now on.
    pub fn leave(&mut self) {
        (self.time, self.shown) = (None, None);
    }

    /// The time of the snapshot after the moment on show or, if `by` is negative, before it.
    pub fn beyond(&self, by: i32) -> Option<f64> {
        let (times, time) = (&self.about()?.times, self.time?);
        match by < 0 {
            true => times[..times.partition_point(|at| *at < time)].last(),
            false => times.get(times.partition_point(|at| *at <= time)),
        }
        .copied()
    }
}

/// Wishes and answers.
impl Reel {
    /// Asks for something, unless it is shown or an answer is on its way.
    pub fn ask(&mut self, wish: Wish) {
        let Some(film) = &self.film else { return };
        if self.asked.is_none() && self.shown.as_ref() != Some(&wish) {
            let (sender, arrives) = channel();
            // If the thread is gone, so is the sender, which [`Reel::answer`] finds out.
            let _ = film.wishes.send((wish.clone(), sender));
            (self.asked, self.waited) = (Some((wish, arrives)), 0.0);
        }
    }

    /// What has arrived after `elapsed` seconds, and what had been asked for.
    pub fn answer(&mut self, elapsed: f32) -> Option<(Wish, Answer)> {
        self.waited += elapsed;
        let arrived = self.asked.as_ref()?.1.try_recv();
        if matches!(arrived, Err(TryRecvError::Empty)) {
            return None;
        }
        let (wish, _) = self.asked.take()?;
        // A failure is not asked for again. A thread that is gone has said why.
        self.shown = Some(wish.clone());
        arrived.ok().map(|answer| (wish, answer))
    }

    /// Whether the moment to show is not on stage yet.
    pub fn is_awaited(&self) -> bool {
        let is_there = |shown: &Wish| shown.has_bodies && Some(shown.time) == self.time;
        self.time.is_some() && !self.shown.as_ref().is_some_and(is_there)
    }

    /// Whether frames are to come because something is read or to be shown.
    pub fn is_busy(&self) -> bool {
        self.asked.is_some() || self.is_awaited()
    }

    /// Whether the window should say that files are being read.
    pub fn is_late(&self) -> bool {
        self.asked.is_some() && self.waited > LATE
    }
}

/// Answers what stages ask, until all are gone.
fn answer(mut film: Film, asked: &Receiver<(Wish, Sender<Answer>)>) {
    let mut told = 0;
    for (Wish { time, precision, column, .. }, sender) in asked {
        let look = match column {
            Some(color_column) => {
                Look { color_by: ColorBy::Column, color_column, ..Look::default() }
            }
            None => Look::default(),
        };
        let shown = film.at(time, &look, precision);
        let notes = film.series().notes()[told..].to_vec();
        told += notes.len();
        // Fails only if the stage is gone.
        let _ = sender.send(Answer { shown, notes });
    }
}
