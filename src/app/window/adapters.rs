//! The adapters of this machine.

use std::sync::mpsc::{Receiver, channel};

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
                let _ = sender.send(
                    starshell::gpu::adapters()
                        .iter()
                        .map(|adapter| adapter.get_info().name)
                        .collect(),
                );
            });
            receiver
        });
        if let Ok(names) = asked.try_recv() {
            self.names = names;
        }
        &self.names
    }
}
