//! Measurements on a thread and a device of their own, so that neither their failures nor their
//! waiting reach the window.

use std::collections::BTreeSet;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, Sender, TryRecvError, channel};

use starshell::gpu::Gpu;
use starshell::lab::chart::Chart;
use starshell::lab::{Case, Experiment, Extent, LabError, Outcome, SoFar, Turn};

/// An experiment, how much of it, and the variants that are left out.
pub type Plan = (&'static Experiment, Extent, BTreeSet<String>);

/// What is being measured.
#[derive(Clone, Debug, PartialEq)]
pub struct At {
    pub experiment: &'static str,
    pub variant: String,
    pub count: usize,
    /// The number of the case, from 0, and of all cases of the experiment.
    pub number: usize,
    pub all: usize,
    /// The round of samples, from 1; 0 while the cases warm up.
    pub round: usize,
    /// The share of all experiments that is done.
    pub share: f32,
}

/// The least and the greatest of no values.
const UNSEEN: [f64; 2] = [f64::INFINITY, 0.0];

/// What the thread tells.
enum Event {
    Planned(Vec<SoFar>),
    Begun(At, Vec<SoFar>),
    Done(&'static str, Box<Outcome>),
    Failed(LabError),
}

/// Rows with their experiments, and how the measurements ended if they did.
#[derive(Debug, Default)]
pub struct Arrived {
    pub rows: Vec<(&'static str, Outcome)>,
    pub failure: Option<LabError>,
    pub is_over: bool,
}

/// Measurements in progress. If dropped, they end after the present case.
#[derive(Debug)]
pub struct Measuring {
    arrives: Receiver<Event>,
    stop: Arc<AtomicBool>,
    at: Option<At>,
    /// The cases of the present experiment, and the least and the greatest median that any of them
    /// has had.
    so_far: Vec<SoFar>,
    seen: [f64; 2],
}

impl Measuring {
    /// Starts to measure.
    pub fn begin(gpu: &Gpu, plans: Vec<Plan>) -> Self {
        let (sender, arrives) = channel();
        let stop = Arc::new(AtomicBool::new(false));
        let (gpu, is_stopped) = (gpu.clone(), Arc::clone(&stop));
        std::thread::spawn(move || measure(&gpu, plans, &sender, &is_stopped));
        Self { arrives, stop, at: None, so_far: Vec::new(), seen: UNSEEN }
    }

    /// Ends after the present case.
    pub fn stop(&self) {
        self.stop.store(true, Ordering::Relaxed);
    }

    /// Whether it was told to end.
    pub fn is_stopping(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }

    /// What is being measured, once the first case has begun.
    pub fn at(&self) -> Option<&At> {
        self.at.as_ref()
    }

    /// The chart of the present experiment, once a case has samples.
    pub fn chart(&self, experiment: &Experiment) -> Option<Chart> {
        Chart::under_way(experiment, &self.so_far, self.seen)
    }

    /// Takes a turn, and what the cases that take turns have so far. Those before them keep what
    /// they had.
    fn begin_turn(&mut self, at: At, so_far: Vec<SoFar>) {
        self.at = Some(at);
        for case in so_far {
            self.seen = case
                .median_ms
                .iter()
                .fold(self.seen, |[least, most], time| [least.min(*time), most.max(*time)]);
            let is_it = |other: &&mut SoFar| {
                (&other.variant, other.count, other.at) == (&case.variant, case.count, case.at)
            };
            self.so_far
                .iter_mut()
                .find(is_it)
                .into_iter()
                .for_each(|known| known.median_ms = case.median_ms);
        }
    }

    /// What has arrived since the last call.
    pub fn collect(&mut self) -> Arrived {
        let mut arrived = Arrived::default();
        loop {
            match self.arrives.try_recv() {
                Ok(Event::Planned(cases)) => (self.so_far, self.seen) = (cases, UNSEEN),
                Ok(Event::Begun(at, so_far)) => self.begin_turn(at, so_far),
                Ok(Event::Done(experiment, outcome)) => arrived.rows.push((experiment, *outcome)),
                Ok(Event::Failed(error)) => arrived.failure = Some(error),
                Err(TryRecvError::Empty) => return arrived,
                Err(TryRecvError::Disconnected) => return Arrived { is_over: true, ..arrived },
            }
        }
    }
}

impl Drop for Measuring {
    fn drop(&mut self) {
        self.stop();
    }
}

/// Measures one experiment after the other. Sending fails only if the window has closed meanwhile,
/// and then nobody listens.
fn measure(gpu: &Gpu, plans: Vec<Plan>, sender: &Sender<Event>, is_stopped: &AtomicBool) {
    let all_plans = plans.len();
    for (place, (experiment, extent, left_out)) in plans.into_iter().enumerate() {
        if is_stopped.load(Ordering::Relaxed) {
            return;
        }
        // A device per experiment: what one of them breaks, or leaves in memory, does not reach the
        // next.
        let gpu = match gpu.sibling() {
            Ok(gpu) => gpu,
            Err(error) => return drop(sender.send(Event::Failed(error.into()))),
        };
        for count in extent.counts.iter().flatten() {
            if let Err(error) = experiment.check(&gpu, *count) {
                return drop(sender.send(Event::Failed(error)));
            }
        }
        let mut cases = experiment.cases(&gpu, &extent);
        cases.retain(|case| !left_out.contains(&case.variant));
        if sender.send(Event::Planned(cases.iter().map(Case::so_far).collect())).is_err() {
            return;
        }
        experiment.run(
            &gpu,
            &cases,
            |turn| {
                let Turn { case, number, all, round, share, .. } = *turn;
                let (variant, count) = (case.variant.clone(), case.entry.count);
                let share = (place as f64 + share) / all_plans as f64;
                let at = At {
                    experiment: experiment.name,
                    variant,
                    count,
                    number,
                    all,
                    round,
                    share: share as f32,
                };
                sender.send(Event::Begun(at, turn.so_far())).is_ok()
                    && !is_stopped.load(Ordering::Relaxed)
            },
            |outcome| drop(sender.send(Event::Done(experiment.name, Box::new(outcome.clone())))),
        );
    }
}
