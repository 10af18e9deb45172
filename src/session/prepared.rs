//! Parts of a session that are slow to create because a driver compiles their kernels. A thread
//! creates them, so that frames continue.

use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::time::Duration;

use crate::gpu::{Gpu, GpuError};

/// How long the first frame waits for the thread: long enough if all kernels are compiled already,
/// so that the part is ready at once. Later frames do not wait: compilers take a second.
const PATIENCE: Duration = Duration::from_millis(2);

/// A part created on demand.
#[derive(Debug, Default)]
pub(super) enum Prepared<T> {
    #[default]
    Missing,
    Coming(Receiver<Result<T, GpuError>>),
    Ready(T),
}

impl<T: Send + 'static> Prepared<T> {
    /// Starts creating the part in a thread if it is missing. Returns whether it is ready.
    ///
    /// # Errors
    /// The error of `make`, once; the part is then missing again.
    pub fn prepare(
        &mut self,
        gpu: &Gpu,
        make: impl FnOnce(&Gpu) -> Result<T, GpuError> + Send + 'static,
    ) -> Result<bool, GpuError> {
        let is_first = matches!(self, Self::Missing);
        if is_first {
            let (sender, receiver) = channel();
            let gpu = gpu.clone();
            std::thread::spawn(move || {
                // The send fails if the session has ended or changed in the meantime.
                let _ = sender.send(gpu.attempt(|| make(&gpu)));
            });
            *self = Self::Coming(receiver);
        }
        let Self::Coming(receiver) = self else { return Ok(true) };
        match receiver.recv_timeout(if is_first { PATIENCE } else { Duration::ZERO }) {
            Err(RecvTimeoutError::Timeout) => return Ok(false),
            Ok(Ok(made)) => *self = Self::Ready(made),
            Ok(Err(error)) => {
                *self = Self::Missing;
                return Err(error);
            }
            // The thread panicked. The next use creates the part on its own thread and sees why.
            Err(RecvTimeoutError::Disconnected) => *self = Self::Missing,
        }
        Ok(true)
    }

    /// The part, created now if it is missing. If a thread is creating it, waits for that thread.
    ///
    /// # Errors
    /// The error of `make`, here or in the thread.
    pub fn get(&mut self, make: impl FnOnce() -> Result<T, GpuError>) -> Result<&mut T, GpuError> {
        let made = match std::mem::take(self) {
            Self::Ready(part) => part,
            Self::Coming(receiver) => receiver.recv().unwrap_or_else(|_| make())?,
            Self::Missing => make()?,
        };
        *self = Self::Ready(made);
        match self {
            Self::Ready(part) => Ok(part),
            Self::Missing | Self::Coming(_) => unreachable!("it was made above"),
        }
    }

    /// The part, if it is ready.
    pub fn ready(&mut self) -> Option<&mut T> {
        match self {
            Self::Ready(part) => Some(part),
            Self::Missing | Self::Coming(_) => None,
        }
    }
}
