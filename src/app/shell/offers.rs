//! The choices on this machine: adapters and force kernels.

use std::sync::mpsc::{Receiver, channel};

use starshell::gpu::Gpu;
use starshell::name::Named;
use starshell::physics::{ForceKernel, Precision};

/// Names of this machine's adapters, found by a thread because that takes a tenth of a second.
#[derive(Debug, Default)]
pub struct Adapters {
    names: Vec<String>,
    asked: Option<Receiver<Vec<String>>>,
}

impl Adapters {
    /// The names known so far; the first call starts the search.
    pub fn names(&mut self) -> &[String] {
        let asked = self.asked.get_or_insert_with(|| {
            let (sender, receiver) = channel();
            std::thread::spawn(move || {
                // Fails only if the program has ended meanwhile.
                let _ = sender.send(starshell::gpu::adapters().iter().map(|adapter| adapter.get_info().name).collect());
            });
            receiver
        });
        if let Ok(names) = asked.try_recv() {
            self.names = names;
        }
        &self.names
    }
}

/// The gravity kernels available here, with their names. Checking each one means planning it, so the list is kept until
/// something changes.
#[derive(Debug, Default)]
pub struct Kernels {
    of: Option<(u32, Precision)>,
    named: Vec<(ForceKernel, &'static str)>,
}

impl Kernels {
    /// The kernels for `count` bodies in `precision`. Start with an empty list if `gpu` changes or was tuned.
    pub fn offered(&mut self, gpu: &Gpu, count: u32, precision: Precision) -> &[(ForceKernel, &'static str)] {
        if self.of != Some((count, precision)) {
            let runs_here = |kernel: &&ForceKernel| {
                let plan = kernel.plan(gpu, count).map(|plan| plan.in_precision(gpu, count, precision));
                plan.is_ok_and(|plan| plan.shape.kernel(precision).is_some())
            };
            self.named = ForceKernel::ALL.iter().filter(runs_here).map(|kernel| (*kernel, kernel.name())).collect();
            self.of = Some((count, precision));
        }
        &self.named
    }
}
