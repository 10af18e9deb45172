//! Ctrl-C and similar signals request a run to end after the current frame, and end the program if
//! the run does not respond.

use std::sync::atomic::{AtomicBool, AtomicU8, Ordering};
use std::sync::{Arc, OnceLock};
use std::time::Duration;

use super::failure::{Failure, run};
use super::signals;
use super::terminal::tell;
use starshell::capture::video::end_encoders;
use starshell::file::{abandon, remains};
use starshell::ranks;

/// How long a run may take to respond. The GPU cannot abort a long force pass.
const PATIENCE: Duration = Duration::from_secs(3);

/// The time that mpirun needs to forward the last line of a process, which it loses if the process
/// ends together with others.
const FORWARDED: Duration = Duration::from_millis(300);

/// Whether the run was asked to end.
#[derive(Clone, Debug)]
pub struct Interrupt {
    /// The exit code that goes with the request; 0 if there was none.
    asked: Arc<AtomicU8>,
    /// Whether the run is past its last step and is only completing its files.
    answered: Arc<AtomicBool>,
}

impl Interrupt {
    /// Starts listening, before the first file of a run is created. Later runs of the program share
    /// the request.
    pub fn listen() -> Result<Self, Failure> {
        static LISTENING: OnceLock<Interrupt> = OnceLock::new();
        if let Some(interrupt) = LISTENING.get() {
            interrupt.answered.store(false, Ordering::Relaxed);
            return Ok(interrupt.clone());
        }
        let asked = Arc::new(AtomicU8::new(0));
        let answered = Arc::new(AtomicBool::new(false));
        let (flag, is_answered) = (Arc::clone(&asked), Arc::clone(&answered));
        let end = |code| {
            if ranks::present().is_some() {
                // At once, since mpirun kills all ranks a second later, and a file may be held for
                // that long.
                tell("stopped by mpirun, as when a rank is lost; finished files are kept");
                std::thread::sleep(FORWARDED);
                abandon();
                signals::leave(code);
            }
            end_encoders();
            let remains: Vec<_> = remains().iter().map(|path| path.display().to_string()).collect();
            let held = if remains.is_empty() {
                String::new()
            } else {
                format!("; what was recorded is in {}", remains.join(", "))
            };
            tell(&format!("stopped; finished files are kept{held}"));
            abandon();
            signals::leave(code)
        };
        let handler = move |code| {
            // Without the other ranks, which mpirun ends at the same time, no step can be
            // completed.
            if flag.swap(code, Ordering::Relaxed) != 0 || ranks::present().is_some() {
                end(code);
            }
            let is_answered = Arc::clone(&is_answered);
            std::thread::spawn(move || {
                std::thread::sleep(PATIENCE);
                if !is_answered.load(Ordering::Relaxed) {
                    end(code)
                }
            });
        };
        signals::listen(handler).map_err(run)?;
        Ok(LISTENING.get_or_init(|| Self { asked, answered }).clone())
    }

    /// Whether the run was asked to end.
    pub fn is_asked(&self) -> bool {
        self.code() != 0
    }

    /// The exit code for a run that was asked to end.
    pub fn code(&self) -> u8 {
        self.asked.load(Ordering::Relaxed)
    }

    /// Marks that the run is ending normally, so that its last files may take as long as they need.
    pub fn answer(&self) {
        self.answered.store(true, Ordering::Relaxed);
    }
}
