//! A stored state of a run.

use starshell::physics::{Parameters, Snapshot};
use starshell::session::Course;

/// Bytes of a moment besides its bodies.
pub(super) const OVERHEAD: u64 = 256;

/// A state of the run, and the physics with which it continued.
#[derive(Clone, Debug, PartialEq)]
pub struct Moment {
    snapshot: Snapshot,
    physics: Parameters,
    course: Course,
    is_given: bool,
}

impl Moment {
    /// The state `snapshot`, continued with `physics`.
    pub fn new(snapshot: Snapshot, physics: Parameters) -> Self {
        Self { snapshot, physics, course: Course::default(), is_given: false }
    }

    /// A state that no run has computed, such as one of a film, to be continued with `physics`.
    pub fn given(snapshot: Snapshot, physics: Parameters) -> Self {
        Self { is_given: true, ..Self::new(snapshot, physics) }
    }

    /// With how the run came to be there.
    #[must_use]
    pub fn after(self, course: Course) -> Self {
        Self { course, ..self }
    }

    /// How the run came to be there.
    pub fn course(&self) -> &Course {
        &self.course
    }

    /// Whether it was [given](Self::given), not computed.
    pub fn is_given(&self) -> bool {
        self.is_given
    }

    /// Number of bodies.
    pub fn count(&self) -> usize {
        self.snapshot.state.len()
    }

    /// Simulated time.
    pub fn time(&self) -> f64 {
        self.snapshot.time
    }

    /// Steps since the start of the run.
    pub fn steps(&self) -> u64 {
        self.snapshot.steps
    }

    /// The state, bit for bit.
    pub fn snapshot(&self) -> Snapshot {
        self.snapshot.clone()
    }

    /// The physics with which the run continued.
    pub fn physics(&self) -> &Parameters {
        &self.physics
    }

    /// Memory that it takes, in bytes.
    pub fn bytes(&self) -> u64 {
        let columns = self.snapshot.state.columns();
        OVERHEAD + columns.iter().map(|column| column.len() as u64).sum::<u64>()
    }
}
