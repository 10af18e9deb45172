//! Why the energy of a run is off, found out in a thread from a state in which it was right.

use std::sync::mpsc::{Receiver, TryRecvError, channel};

use starshell::physics::{Parameters, Snapshot};

use crate::diagnosis::{Diagnosis, Suspect};

/// A test in a thread, and its result.
type Testing<T> = Option<Receiver<T>>;

/// The cause of an error of the energy, and whether rounding swallows the motion at the start of
/// the run.
#[derive(Debug, Default)]
pub struct Causes {
    testing: Testing<Diagnosis>,
    /// The physics that was tested last.
    physics: Option<Parameters>,
    found: Option<Diagnosis>,
    starting: Testing<Option<Diagnosis>>,
    is_start_tested: bool,
}

impl Causes {
    /// Begins to find out why the energy went wrong within a number of steps after `state`.
    pub fn begin(&mut self, state: Snapshot, physics: Parameters, steps: u64, has_double: bool) {
        let find = move |suspect: &Suspect| Diagnosis::new(suspect);
        (self.testing, self.physics) =
            (Some(test(state, physics, steps, has_double, find)), Some(physics));
    }

    /// Begins to find out whether a run that starts with `state` loses its motion in rounding, once
    /// per run.
    pub fn begin_at_start(&mut self, state: Snapshot, physics: Parameters, has_double: bool) {
        self.is_start_tested = true;
        self.starting = Some(test(state, physics, 1, has_double, Diagnosis::of_start));
    }

    pub fn is_start_tested(&self) -> bool {
        self.is_start_tested
    }

    /// Whether a test is under way.
    pub fn is_testing(&self) -> bool {
        self.testing.is_some() || self.starting.is_some()
    }

    /// Whether any test of this physics has begun.
    pub fn has_begun(&self, physics: &Parameters) -> bool {
        self.physics.as_ref() == Some(physics)
    }

    /// Takes the cause that has arrived. Returns whether there is one.
    pub fn collect(&mut self) -> bool {
        let found = arrived(&mut self.testing);
        let is_new = found.is_some();
        self.found = found.or(self.found.take());
        is_new
    }

    /// What is wrong with the start of the run, once.
    pub fn lost(&mut self) -> Option<Diagnosis> {
        arrived(&mut self.starting).flatten()
    }

    /// The cause under this physics, if it is known.
    pub fn of(&self, physics: &Parameters) -> Option<&Diagnosis> {
        self.found
            .as_ref()
            .filter(|_| self.testing.is_none() && self.physics.as_ref() == Some(physics))
    }
}

fn test<T: Send + 'static>(
    state: Snapshot,
    physics: Parameters,
    steps: u64,
    has_double: bool,
    find: impl FnOnce(&Suspect) -> T + Send + 'static,
) -> Receiver<T> {
    let (sender, arrives) = channel();
    std::thread::spawn(move || {
        let bodies: Vec<_> = state.state.bodies().collect();
        // Fails only if the run has ended meanwhile.
        let _ =
            sender.send(find(&Suspect { bodies: &bodies, physics: &physics, steps, has_double }));
    });
    arrives
}

fn arrived<T>(testing: &mut Testing<T>) -> Option<T> {
    let result = testing.as_ref()?.try_recv();
    if !matches!(result, Err(TryRecvError::Empty)) {
        *testing = None;
    }
    result.ok()
}
