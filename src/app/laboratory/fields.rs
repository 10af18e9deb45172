//! The fields of Poisson's equation on display. A separate thread computes them, so that the window
//! never waits.

use std::sync::mpsc::{Receiver, TryRecvError, channel};

use starshell::gpu::Gpu;
use starshell::lab::{LabError, PoissonBench, PoissonFields, PoissonKernel, poisson_fields};

/// What is on display, and what the user asked for.
#[derive(Debug)]
pub struct Fields {
    /// What is wanted.
    pub bench: PoissonBench,
    /// The latest result, or why there is none, and what it is for.
    pub found: Option<(Result<PoissonFields, LabError>, PoissonBench)>,
    /// What is being computed.
    under_way: Option<(Receiver<Result<PoissonFields, LabError>>, PoissonBench)>,
}

impl Default for Fields {
    fn default() -> Self {
        let bench = PoissonBench { side: 64, kernel: PoissonKernel::Auto };
        Self { bench, found: None, under_way: None }
    }
}

impl Fields {
    /// Takes what has arrived, and starts to compute what is wanted. Returns whether it is still
    /// awaited.
    pub fn update(&mut self, gpu: &Gpu) -> bool {
        if let Some((arrives, bench)) = &self.under_way {
            match arrives.try_recv() {
                Ok(found) => {
                    self.found = Some((found, *bench));
                    self.under_way = None;
                }
                Err(TryRecvError::Empty) => return true,
                Err(TryRecvError::Disconnected) => self.under_way = None,
            }
        }
        if self.found.as_ref().is_some_and(|(_, bench)| *bench == self.bench) {
            return false;
        }
        let (sender, arrives) = channel();
        let (gpu, bench) = (gpu.clone(), self.bench);
        std::thread::spawn(move || {
            let found =
                gpu.sibling().map_err(LabError::from).and_then(|gpu| poisson_fields(&gpu, bench));
            // If the window has closed, nothing receives it.
            let _ = sender.send(found);
        });
        self.under_way = Some((arrives, bench));
        true
    }
}
