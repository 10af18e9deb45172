//! Steps whose forces come from a member: a thread performs the acts up to the last force pass, one
//! submission after another, and waits for the member between them.

use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};
use std::sync::{Arc, mpsc};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use super::acts::Acts;
use super::host::{Made, Points};
use super::scheme::Act;
use crate::gpu::{Gpu, GpuError};
use crate::physics::State;

/// Acts that the worker performs. Dropping it cancels them.
#[derive(Debug)]
pub(super) struct HostedTask {
    flags: Arc<Flags>,
    result: mpsc::Receiver<Result<Made, GpuError>>,
    /// The result, once it has arrived.
    arrived: Option<Result<Made, GpuError>>,
}

/// State shared by the worker and whoever waits for it.
#[derive(Debug, Default)]
struct Flags {
    stop: AtomicBool,
    /// Finished force passes.
    passes: AtomicU32,
}

impl HostedTask {
    /// Number of finished force passes.
    pub fn passes(&self) -> u32 {
        self.flags.passes.load(Ordering::Relaxed)
    }

    /// Waits at most `longest`, and returns whether all acts are done.
    pub fn is_done_within(&mut self, longest: Duration) -> bool {
        if self.arrived.is_none() {
            self.arrived = match self.result.recv_timeout(longest) {
                Ok(result) => Some(result),
                Err(mpsc::RecvTimeoutError::Timeout) => None,
                Err(mpsc::RecvTimeoutError::Disconnected) => Some(Err(gone())),
            };
        }
        self.arrived.is_some()
    }

    /// Takes the states that were kept on the way, once [`HostedTask::is_done_within`] returned
    /// true.
    pub fn take_points(&mut self) -> Vec<(u64, State)> {
        self.arrived
            .as_mut()
            .and_then(|made| made.as_mut().ok())
            .map_or_else(Vec::new, |made| std::mem::take(&mut made.points))
    }

    /// The time that the force passes took, once [`HostedTask::is_done_within`] returned true.
    pub fn result(mut self) -> Result<Duration, GpuError> {
        self.arrived.take().unwrap_or_else(|| Err(gone())).map(|made| made.time)
    }
}

impl Drop for HostedTask {
    fn drop(&mut self) {
        self.flags.stop.store(true, Ordering::Relaxed);
    }
}

fn gone() -> GpuError {
    GpuError::Lost("the thread that computes the steps has ended".to_owned())
}

/// The thread that performs hosted tasks, one after another. It lives as long as the run's motion.
#[derive(Debug)]
pub(super) struct Worker {
    jobs: Option<mpsc::Sender<Job>>,
    thread: Option<JoinHandle<()>>,
}

/// A task as sent to the thread.
struct Job {
    acts: Arc<Acts>,
    list: Vec<Act>,
    points: Points,
    flags: Arc<Flags>,
    result: mpsc::Sender<Result<Made, GpuError>>,
}

impl Worker {
    /// Starts the thread.
    pub fn start(gpu: &Gpu) -> Result<Self, GpuError> {
        let gpu = gpu.clone();
        let (jobs, received) = mpsc::channel::<Job>();
        let work = move || {
            for job in received {
                let result = gpu.attempt(|| perform(&gpu, &job));
                // Nobody receives the result of a cancelled task.
                let _ = job.result.send(result);
            }
        };
        let thread = std::thread::Builder::new().name("members".to_owned()).spawn(work);
        let thread = thread.map_err(|error| GpuError::Lost(error.to_string()))?;
        Ok(Self { jobs: Some(jobs), thread: Some(thread) })
    }

    /// Starts a list of acts that ends with a force pass, or the processor's steps, some states of
    /// which are kept.
    pub fn send(&self, acts: &Arc<Acts>, list: Vec<Act>, points: Points) -> HostedTask {
        let flags = Arc::new(Flags::default());
        let (sender, result) = mpsc::channel();
        let job =
            Job { acts: Arc::clone(acts), list, points, flags: Arc::clone(&flags), result: sender };
        if let Some(jobs) = &self.jobs {
            // If the thread has ended, the result channel reports it.
            let _ = jobs.send(job);
        }
        HostedTask { flags, result, arrived: None }
    }
}

impl Drop for Worker {
    /// Waits for the thread, whose task has been cancelled: whatever follows may use the same rows.
    fn drop(&mut self) {
        self.jobs = None;
        if let Some(thread) = self.thread.take() {
            // If it panicked, the result channel has reported it.
            let _ = thread.join();
        }
    }
}

/// Performs the acts and returns the time that their force passes, or the processor's steps, took.
fn perform(gpu: &Gpu, job: &Job) -> Result<Made, GpuError> {
    let Job { acts, list, flags, .. } = job;
    let mut made = Made::default();
    let mut rest = &list[..];
    let mut is_first = true;
    while !rest.is_empty() && !flags.stop.load(Ordering::Relaxed) {
        let next = rest.iter().position(Act::is_hosted).unwrap_or(rest.len());
        let mut encoder = gpu.encoder("members");
        let mut pass = encoder.begin_compute_pass(&wgpu::ComputePassDescriptor::default());
        if !is_first {
            acts.encode_external(&mut pass);
        }
        rest[..next].iter().for_each(|&act| acts.encode(&mut pass, act));
        made.time += match (rest.get(next), &acts.host) {
            (Some(Act::Host(steps)), Some(host)) => {
                drop(pass);
                let Made { time, points } = host.make(encoder, *steps, job.points, &flags.stop)?;
                made.points = points;
                time
            }
            (Some(_), _) if acts.extras.member.is_none() => {
                acts.encode(&mut pass, Act::Forces);
                drop(pass);
                let begin = Instant::now();
                gpu.wait_for(gpu.submit(encoder))?;
                begin.elapsed()
            }
            _ => {
                acts.encode_sources(&mut pass);
                drop(pass);
                let begin = Instant::now();
                let waited = acts.pull(encoder, &flags.stop)?;
                // The bodies wait in the adapter's queue, for example behind a picture.
                begin.elapsed() - waited
            }
        };
        flags.passes.fetch_add(1, Ordering::Relaxed);
        is_first = false;
        rest = rest.get(next + 1..).unwrap_or_default();
    }
    Ok(made)
}
