//! The search for this adapter's fastest kernels, in a thread beside the window.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};
use std::sync::mpsc::{Receiver, TryRecvError, channel};
use std::time::Duration;

use starshell::gpu::Gpu;
use starshell::lab;
use starshell::physics::Tuned;

/// A search under way. Dropped, it ends at the next number of bodies.
#[derive(Debug)]
pub struct Tuner {
    arrives: Receiver<Result<Vec<Tuned>, String>>,
    stop: Arc<AtomicBool>,
    count: Arc<AtomicU32>,
}

impl Tuner {
    /// Begins a search of so long at most.
    pub fn begin(gpu: &Gpu, time: Duration) -> Self {
        let (sender, arrives) = channel();
        let (stop, count) = (Arc::new(AtomicBool::new(false)), Arc::new(AtomicU32::new(0)));
        let (gpu, is_stopped, at) = (gpu.clone(), Arc::clone(&stop), Arc::clone(&count));
        std::thread::spawn(move || {
            let table = lab::tune(&gpu, time, |count| {
                at.store(count, Ordering::Relaxed);
                !is_stopped.load(Ordering::Relaxed)
            });
            // Where the window has closed meanwhile, nobody wants to know.
            let _ = sender.send(table.map_err(|error| error.to_string()));
        });
        Self { arrives, stop, count }
    }

    /// The number of bodies that is being measured.
    pub fn count(&self) -> u32 {
        self.count.load(Ordering::Relaxed)
    }

    /// What was found, once the search is over.
    pub fn found(&self) -> Option<Result<Vec<Tuned>, String>> {
        match self.arrives.try_recv() {
            Ok(found) => Some(found),
            Err(TryRecvError::Empty) => None,
            // The thread has ended without a word.
            Err(TryRecvError::Disconnected) => Some(Ok(Vec::new())),
        }
    }
}

impl Drop for Tuner {
    fn drop(&mut self) {
        self.stop.store(true, Ordering::Relaxed);
    }
}
