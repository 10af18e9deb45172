//! Steps whose forces come from a member: a thread carries out the acts up to the last force pass, submission by submission, and
//! waits for the member between them.

use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};
use std::sync::{Arc, mpsc};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use super::acts::Acts;
use super::scheme::Act;
use crate::gpu::{Gpu, GpuError};

/// Acts on their way. Dropping it calls them off.
#[derive(Debug)]
pub(super) struct Errand {
    flags: Arc<Flags>,
    result: mpsc::Receiver<Result<Duration, GpuError>>,
    /// The result, once it has arrived.
    arrived: Option<Result<Duration, GpuError>>,
}

/// What both sides of an errand see.
#[derive(Debug, Default)]
struct Flags {
    stop: AtomicBool,
    /// Finished force passes.
    passes: AtomicU32,
}

impl Errand {
    /// Number of finished force passes.
    pub fn passes(&self) -> u32 {
        self.flags.passes.load(Ordering::Relaxed)
    }

    /// Whether all acts are done, waiting for that at most so long.
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

    /// The time that the force passes took, once [`Errand::is_done_within`] returned true.
    pub fn result(mut self) -> Result<Duration, GpuError> {
        self.arrived.take().unwrap_or_else(|| Err(gone()))
    }
}

impl Drop for Errand {
    fn drop(&mut self) {
        self.flags.stop.store(true, Ordering::Relaxed);
    }
}

fn gone() -> GpuError {
    GpuError::Lost("the thread that makes the steps has ended".to_owned())
}

/// The thread that carries out errands, one after another. It lasts as long as the run's motion.
#[derive(Debug)]
pub(super) struct Courier {
    jobs: Option<mpsc::Sender<Job>>,
    thread: Option<JoinHandle<()>>,
}

/// An errand as the thread gets it.
struct Job {
    acts: Arc<Acts>,
    list: Vec<Act>,
    flags: Arc<Flags>,
    result: mpsc::Sender<Result<Duration, GpuError>>,
}

impl Courier {
    /// Starts the thread.
    pub fn start(gpu: &Gpu) -> Result<Self, GpuError> {
        let gpu = gpu.clone();
        let (jobs, received) = mpsc::channel::<Job>();
        let work = move || {
            for job in received {
                let result = gpu.attempt(|| carry_out(&gpu, &job));
                // Nobody waits for an errand that was called off.
                let _ = job.result.send(result);
            }
        };
        let thread = std::thread::Builder::new().name("members".to_owned()).spawn(work);
        let thread = thread.map_err(|error| GpuError::Lost(error.to_string()))?;
        Ok(Self { jobs: Some(jobs), thread: Some(thread) })
    }

    /// Sends off a list of acts that ends with a force pass.
    pub fn send(&self, acts: &Arc<Acts>, list: Vec<Act>) -> Errand {
        let flags = Arc::new(Flags::default());
        let (sender, result) = mpsc::channel();
        let job = Job { acts: Arc::clone(acts), list, flags: Arc::clone(&flags), result: sender };
        if let Some(jobs) = &self.jobs {
            // If the thread has ended, the errand's channel says so.
            let _ = jobs.send(job);
        }
        Errand { flags, result, arrived: None }
    }
}

impl Drop for Courier {
    /// Waits for the thread, which has been told to stop: what follows may use the same rows.
    fn drop(&mut self) {
        self.jobs = None;
        if let Some(thread) = self.thread.take() {
            // If it panicked, the errand's channel has said so.
            let _ = thread.join();
        }
    }
}

/// Carries out the acts, and returns the time of their force passes.
fn carry_out(gpu: &Gpu, job: &Job) -> Result<Duration, GpuError> {
    let Job { acts, list, flags, .. } = job;
    let mut time = Duration::ZERO;
    let mut rest = &list[..];
    let mut is_first = true;
    while !rest.is_empty() && !flags.stop.load(Ordering::Relaxed) {
        let next = rest.iter().position(|act| *act == Act::Forces).unwrap_or(rest.len());
        let mut encoder = gpu.encoder("members");
        let mut pass = encoder.begin_compute_pass(&wgpu::ComputePassDescriptor::default());
        if !is_first {
            acts.record_external(&mut pass);
        }
        rest[..next].iter().for_each(|&act| acts.record(&mut pass, act));
        acts.record_sources(&mut pass);
        drop(pass);
        let begin = Instant::now();
        let waited = acts.pull(encoder, &flags.stop)?;
        // The first pass waits for whatever the adapter was doing, such as a picture.
        time += begin.elapsed() - if is_first { waited } else { Duration::ZERO };
        flags.passes.fetch_add(1, Ordering::Relaxed);
        is_first = false;
        rest = rest.get(next + 1..).unwrap_or_default();
    }
    Ok(time)
}
