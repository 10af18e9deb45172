//! Ctrl-C: asks a run to end after the frame at hand, and ends the program where the run does not answer.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use super::{Failure, STOPPED, run, tell};
use starshell::capture::end_process;

/// How long a run may take to answer. A force pass over very many bodies cannot be stopped on the GPU.
const PATIENCE: Duration = Duration::from_secs(3);

/// Whether the user has asked the run to end.
#[derive(Clone, Debug)]
pub struct Interrupt(Arc<AtomicBool>);

impl Interrupt {
    /// Listens from here on; to be called once, before the first file is made.
    pub fn listen() -> Result<Self, Failure> {
        let asked = Arc::new(AtomicBool::new(false));
        let flag = Arc::clone(&asked);
        let end = || {
            tell("stopped; finished files are kept");
            end_process(STOPPED)
        };
        let handler = move || {
            if flag.swap(true, Ordering::Relaxed) {
                end();
            }
            std::thread::spawn(move || {
                std::thread::sleep(PATIENCE);
                end()
            });
        };
        ctrlc::set_handler(handler).map_err(run)?;
        Ok(Self(asked))
    }

    /// Whether the run is to end.
    pub fn is_asked(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}
