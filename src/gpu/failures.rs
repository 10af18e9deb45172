//! Failures that the driver reports outside any `Result`, and their assignment to callers.

use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::thread::{self, ThreadId};

use super::GpuError;

/// The unreported failures of one device. wgpu reports a failure on the calling thread during the
/// call that caused it, so the thread identifies the caller.
#[derive(Debug, Default)]
pub(super) struct Failures(Mutex<Slots>);

#[derive(Debug, Default)]
struct Slots {
    /// From all threads that are not in an attempt.
    shared: Option<GpuError>,
    /// Per thread, its attempts, innermost last.
    attempts: HashMap<ThreadId, Vec<Option<GpuError>>>,
}

impl Slots {
    /// The slot of the calling thread.
    fn own(&mut self) -> &mut Option<GpuError> {
        let attempts = self.attempts.get_mut(&thread::current().id());
        attempts.and_then(|attempts| attempts.last_mut()).unwrap_or(&mut self.shared)
    }
}

impl Failures {
    /// Keeps a failure for the caller that caused it. Only the first is kept: it is the cause,
    /// later ones are consequences.
    pub fn report(&self, error: GpuError) {
        self.lock().own().get_or_insert(error);
    }

    /// Takes the failure that the calling thread should report.
    pub fn take(&self) -> Option<GpuError> {
        self.lock().own().take()
    }

    /// Runs `work` as an attempt: what fails on this thread meanwhile is returned only here.
    pub fn attempt<R, E: From<GpuError>>(
        &self,
        work: impl FnOnce() -> Result<R, E>,
    ) -> Result<R, E> {
        let _attempt = Attempt::begin(self);
        let done = work()?;
        self.take().map_or(Ok(done), |failure| Err(failure.into()))
    }

    fn lock(&self) -> MutexGuard<'_, Slots> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// An attempt by the calling thread; ends when dropped.
struct Attempt<'a>(&'a Failures);

impl<'a> Attempt<'a> {
    fn begin(failures: &'a Failures) -> Self {
        failures.lock().attempts.entry(thread::current().id()).or_default().push(None);
        Self(failures)
    }
}

impl Drop for Attempt<'_> {
    fn drop(&mut self) {
        let (mut slots, thread) = (self.0.lock(), thread::current().id());
        if let Some(attempts) = slots.attempts.get_mut(&thread) {
            attempts.pop();
            if attempts.is_empty() {
                slots.attempts.remove(&thread);
            }
        }
    }
}
