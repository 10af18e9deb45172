//! A film on the thread that reads its files. A stage asks for one moment at a time and shows it
//! when it has arrived, so that frames never wait for files.

use std::sync::Arc;
use std::sync::mpsc::{Receiver, Sender, TryRecvError, channel};

use starshell::physics::{Precision, Snapshot};
use starshell::render::{ColorBy, Look};
use starshell::scene::{Scene, SceneError};
use starshell::snapshot::{Film, Shown};

/// Seconds after which the window says that a moment is being read.
const LATE: f32 = 0.5;

/// What a stage shows of a film. Each half of a comparison has one, and both share the thread.
#[derive(Debug)]
pub struct Reel {
    wishes: Sender<(Wish, Sender<Answer>)>,
    pub about: Arc<About>,
    /// The time to show; none while something else is on stage.
    pub goal: Option<f64>,
    asked: Option<(Wish, Receiver<Answer>)>,
    /// Seconds since then.
    waited: f32,
    /// What was asked for last and has been answered; none if that is no longer on stage.
    pub shown: Option<Wish>,
}

/// What is known of a film.
#[derive(Debug)]
pub struct About {
    pub scene: Scene,
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

/// What a thread found at a time.
#[derive(Debug)]
pub struct Answer {
    pub shown: Result<Shown, SceneError>,
    /// What is odd about the series and has not been told.
    pub notes: Vec<String>,
}

impl Reel {
    /// Lets a thread read `film`.
    ///
    /// # Errors
    /// [`SceneError`] if the first or the last snapshot fails.
    pub fn begin(mut film: Film) -> Result<Self, SceneError> {
        let mut scene = film.scene().clone();
        let (times, [start, last]) = (film.times(), film.span());
        let mut end = |time| film.at(time, &Look::default(), scene.physics.precision);
        let ends = [end(start)?.snapshot, end(last)?.snapshot];
        // Ids and columns are those of the first snapshot, whose bodies may not be the others'.
        scene.initial.forget_columns();
        let is_comoving = film.series().is_comoving();
        let about = Arc::new(About { scene, times, is_comoving, ends });
        let (wishes, asked) = channel();
        std::thread::spawn(move || answer(film, &asked));
        Ok(Self::on(wishes, about))
    }

    fn on(wishes: Sender<(Wish, Sender<Answer>)>, about: Arc<About>) -> Self {
        Self { wishes, about, goal: None, asked: None, waited: 0.0, shown: None }
    }

    /// The same film for another stage, which shows nothing of it yet.
    pub fn beside(&self) -> Self {
        Self::on(self.wishes.clone(), Arc::clone(&self.about))
    }

    /// The times of the first and the last snapshot.
    pub fn span(&self) -> [f64; 2] {
        self.about.ends.each_ref().map(|end| end.time)
    }

    /// Asks for something, unless it is shown or an answer is on its way.
    pub fn ask(&mut self, wish: Wish) {
        if self.asked.is_none() && self.shown.as_ref() != Some(&wish) {
            let (sender, arrives) = channel();
            // If the thread is gone, so is the sender, which [`Reel::answer`] finds out.
            let _ = self.wishes.send((wish.clone(), sender));
            (self.asked, self.waited) = (Some((wish, arrives)), 0.0);
        }
    }

    /// What has arrived, and what had been asked for.
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
        let is_there = |shown: &Wish| shown.has_bodies && Some(shown.time) == self.goal;
        self.goal.is_some() && !self.shown.as_ref().is_some_and(is_there)
    }

    /// Whether an answer is on its way.
    pub fn is_asked(&self) -> bool {
        self.asked.is_some()
    }

    /// Whether the window should say that files are being read.
    pub fn is_late(&self) -> bool {
        self.is_asked() && self.waited > LATE
    }

    /// The time of the snapshot after `time` or, if `by` is negative, before it.
    pub fn beyond(&self, time: f64, by: i32) -> Option<f64> {
        let times = &self.about.times;
        match by < 0 {
            true => times[..times.partition_point(|at| *at < time)].last(),
            false => times.get(times.partition_point(|at| *at <= time)),
        }
        .copied()
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
