//! The search for this adapter's fastest kernels, on a background thread.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};
use std::sync::mpsc::{Receiver, TryRecvError, channel};
use std::time::Duration;

use starshell::gpu::Gpu;
use starshell::lab::{self, TUNING_TIME};
use starshell::name::Named;
use starshell::physics::{ForceKernel, Parameters, Precision, Tuned};
use starshell::session::{Members, SessionError};

use crate::explained::explained;

/// The kernels of this machine, and the search for the fastest.
#[derive(Debug)]
pub struct Tuning {
    /// The search, during which the simulation is suspended.
    pub search: Option<Tuner>,
    /// Its time limit.
    pub time: Duration,
    pub kernels: Kernels,
    /// What computes the forces of all runs.
    pub members: Members,
    /// Measures which of them is faster.
    pub timing: Option<TimingMembers>,
}

impl Default for Tuning {
    fn default() -> Self {
        Self {
            search: None,
            time: TUNING_TIME,
            kernels: Kernels::default(),
            members: Members::Auto,
            timing: None,
        }
    }
}

/// A search in progress. If dropped, it ends at the next number of bodies.
#[derive(Debug)]
pub struct Tuner {
    arrives: Receiver<Result<Vec<Tuned>, String>>,
    stop: Arc<AtomicBool>,
    count: Arc<AtomicU32>,
}

impl Tuner {
    /// Starts a search with this time limit, on its own device, so that its failures do not reach
    /// the window.
    pub fn begin(gpu: &Gpu, time: Duration) -> Self {
        let (sender, arrives) = channel();
        let (stop, count) = (Arc::new(AtomicBool::new(false)), Arc::new(AtomicU32::new(0)));
        let (gpu, is_stopped, at) = (gpu.clone(), Arc::clone(&stop), Arc::clone(&count));
        std::thread::spawn(move || {
            let progress = |count| {
                at.store(count, Ordering::Relaxed);
                !is_stopped.load(Ordering::Relaxed)
            };
            // Candidates that do not run, or give wrong results, are skipped: others take their
            // place.
            let table = gpu
                .sibling()
                .map_err(lab::LabError::from)
                .and_then(|gpu| lab::tune(&gpu, time, progress, |_, _| {}));
            // Fails only if the window has closed meanwhile.
            let _ = sender.send(table.map_err(|error| explained(&error)));
        });
        Self { arrives, stop, count }
    }

    /// The number of bodies being measured.
    pub fn count(&self) -> u32 {
        self.count.load(Ordering::Relaxed)
    }

    /// The result, once the search has finished.
    pub fn found(&self) -> Option<Result<Vec<Tuned>, String>> {
        match self.arrives.try_recv() {
            Ok(found) => Some(found),
            Err(TryRecvError::Empty) => None,
            // The thread ended without a result.
            Err(TryRecvError::Disconnected) => Some(Ok(Vec::new())),
        }
    }
}

impl Drop for Tuner {
    fn drop(&mut self) {
        self.stop.store(true, Ordering::Relaxed);
    }
}

/// A short measurement of adapter and processor, on a separate thread and device.
#[derive(Debug)]
pub struct TimingMembers(Option<Receiver<Result<(), SessionError>>>);

impl TimingMembers {
    /// Starts measuring forces like those of `count` bodies with these parameters.
    pub fn begin(gpu: &Gpu, physics: Parameters, count: usize) -> Self {
        let (sender, arrives) = channel();
        let gpu = gpu.clone();
        std::thread::spawn(move || {
            let timed = gpu
                .sibling()
                .map_err(SessionError::from)
                .and_then(|gpu| Members::time(&gpu, &physics, count));
            // Fails only if the window has closed meanwhile.
            let _ = sender.send(timed);
        });
        Self(Some(arrives))
    }

    /// Whether it has ended since the last call. What cannot be measured is presumed.
    pub fn has_just_ended(&mut self) -> bool {
        self.0.take_if(|arrives| !matches!(arrives.try_recv(), Err(TryRecvError::Empty))).is_some()
    }
}

/// The gravity kernels available here, with their names. Checking each one means planning it, so
/// the list is kept until something changes.
#[derive(Debug, Default)]
pub struct Kernels {
    of: Option<(u32, Precision)>,
    named: Vec<(ForceKernel, &'static str)>,
}

impl Kernels {
    /// The kernels for `count` bodies in `precision`. Start with an empty list if `gpu` changes or
    /// was tuned.
    pub fn offered(
        &mut self,
        gpu: &Gpu,
        count: u32,
        precision: Precision,
    ) -> &[(ForceKernel, &'static str)] {
        if self.of != Some((count, precision)) {
            let runs_here = |kernel: &&ForceKernel| {
                let plan =
                    kernel.plan(gpu, count).map(|plan| plan.in_precision(gpu, count, precision));
                plan.is_ok_and(|plan| plan.shape.kernel(precision).is_some())
            };
            self.named = ForceKernel::ALL
                .iter()
                .filter(runs_here)
                .map(|kernel| (*kernel, kernel.name()))
                .collect();
            self.of = Some((count, precision));
        }
        &self.named
    }
}

#[cfg(test)]
mod tests {
    use std::time::Instant;

    use super::*;

    #[test]
    fn a_search_and_the_window_do_not_share_a_lost_device() {
        let gpu = Gpu::open_with(None, |_, _| ())
            .expect("the tests need an adapter: ./test installs a software one");
        gpu.device().destroy();
        let tuner = Tuner::begin(&gpu, Duration::from_millis(500));
        let begin = Instant::now();
        let found = loop {
            match tuner.found() {
                Some(found) => break found,
                None => {
                    assert!(begin.elapsed() < Duration::from_secs(60), "the search does not end")
                }
            }
            std::thread::sleep(Duration::from_millis(10));
        };
        assert!(!found.unwrap().is_empty());
    }
}
