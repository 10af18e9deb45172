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
pub struct Interrupt {
    asked: Arc<AtomicBool>,
    /// Whether the run is past its last step, and only completes its files.
    answered: Arc<AtomicBool>,
}

impl Interrupt {
    /// Listens from here on; to be called once, before the first file is made.
    pub fn listen() -> Result<Self, Failure> {
        let asked = Arc::new(AtomicBool::new(false));
        let answered = Arc::new(AtomicBool::new(false));
        let (flag, is_answered) = (Arc::clone(&asked), Arc::clone(&answered));
        let end = || {
            tell("stopped; finished files are kept");
            end_process(STOPPED)
        };
        let handler = move || {
            if flag.swap(true, Ordering::Relaxed) {
                end();
            }
            let is_answered = Arc::clone(&is_answered);
            std::thread::spawn(move || {
                std::thread::sleep(PATIENCE);
                if !is_answered.load(Ordering::Relaxed) {
                    end()
                }
            });
        };
        ctrlc::set_handler(handler).map_err(run)?;
        Ok(Self { asked, answered })
    }

    /// Whether the run is to end.
    pub fn is_asked(&self) -> bool {
        self.asked.load(Ordering::Relaxed)
    }

    /// The run ends by itself from here: however long its last files take, it is not cut short.
    pub fn answer(&self) {
        self.answered.store(true, Ordering::Relaxed);
    }
}
