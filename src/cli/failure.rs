//! Why a command fails, and whose fault that is.

use std::io;

use starshell::capture::CaptureError;
use starshell::gpu::GpuError;
use starshell::lab::LabError;
use starshell::physics::SimulationError;
use starshell::render::TargetError;
use starshell::session::SessionError;

use crate::explained::explained;

/// Why the program ends without completing the request.
#[derive(Debug)]
pub enum Failure {
    /// An argument, or a file that it names, is wrong. Found before any work begins.
    Input(anyhow::Error),
    /// Something failed during the work.
    Run(anyhow::Error),
    /// The user or the system stopped the run: with this exit code (see
    /// [`listen`](super::signals::listen)).
    Stopped(String, u8),
    /// The reader of standard output closed it, as `head` does, and needs no more.
    Unread,
}

impl std::fmt::Display for Failure {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            // The library's messages already include their causes.
            Self::Input(error) | Self::Run(error) => f.write_str(&explained(&**error)),
            Self::Stopped(message, _) => f.write_str(message),
            Self::Unread => f.write_str("standard output is closed"),
        }
    }
}

/// Turns an error into [`Failure::Input`].
pub fn input(error: impl Into<anyhow::Error>) -> Failure {
    Failure::Input(error.into())
}

/// Turns an error during set-up into [`Failure::Input`], unless the GPU itself failed.
pub fn set_up(error: impl Into<anyhow::Error>) -> Failure {
    let error = error.into();
    let is_wrong = matches!(error.downcast_ref(), Some(LabError::Wrong { .. }));
    // The system has no threads to give.
    if is_wrong || matches!(error.downcast_ref(), Some(SessionError::Processor(_))) {
        return Failure::Run(error);
    }
    match gpu_error(&error) {
        Some(cause) if !cause.is_request() => Failure::Run(error),
        _ => Failure::Input(error),
    }
}

/// The GPU error inside an error of a higher layer.
fn gpu_error(error: &anyhow::Error) -> Option<&GpuError> {
    fn of_simulation(error: &SimulationError) -> Option<&GpuError> {
        if let SimulationError::Gpu(cause) = error { Some(cause) } else { None }
    }
    fn of_target(error: &TargetError) -> Option<&GpuError> {
        if let TargetError::Gpu(cause) = error { Some(cause) } else { None }
    }
    fn of_session(error: &SessionError) -> Option<&GpuError> {
        match error {
            SessionError::Gpu(cause) => Some(cause),
            SessionError::Simulation(error) => of_simulation(error),
            _ => None,
        }
    }
    if let Some(CaptureError::Gpu(cause)) = error.downcast_ref() {
        return Some(cause);
    }
    let of_target = error.downcast_ref().and_then(of_target);
    let of_session = || error.downcast_ref().and_then(of_session);
    let of_lab = || error.downcast_ref().and_then(LabError::gpu_error);
    of_target.or_else(of_session).or_else(of_lab).or_else(|| error.downcast_ref())
}

/// Turns an error into [`Failure::Run`].
pub fn run(error: impl Into<anyhow::Error>) -> Failure {
    Failure::Run(error.into())
}

/// The failure to write to standard output.
pub fn unprinted(error: io::Error) -> Failure {
    if error.kind() == io::ErrorKind::BrokenPipe {
        return Failure::Unread;
    }
    Failure::Run(anyhow::anyhow!("standard output cannot be written ({error})"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_wrong_result_is_a_failure_and_no_elements_are_bad_input() {
        let [bench, kernel] = ["sort"; 2];
        let wrong = LabError::Wrong {
            bench,
            kernel: kernel.to_owned(),
            adapter: String::new(),
            what: starshell::words::Text::default(),
        };
        assert!(matches!(set_up(wrong), Failure::Run(_)));
        assert!(matches!(set_up(LabError::NoElements), Failure::Input(_)));
    }
}
