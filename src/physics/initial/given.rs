//! Bodies from the caller instead of a model.

use super::{Generator, InitialError, Random};
use crate::physics::{Body, InvalidBody, Precision, State};

/// The caller's own bodies. They are kept exactly, and clones share them.
///
/// Serialized, it records only that there were such bodies; the scene records how many. A scene file cannot be made from it.
#[derive(Clone, Debug, PartialEq)]
pub struct Given(State);

impl Given {
    /// Takes these bodies.
    ///
    /// # Errors
    /// [`InvalidBody`] for the first that is not valid: see [`State::new`].
    pub fn new(bodies: &[Body]) -> Result<Self, InvalidBody> {
        State::new(bodies, Precision::Double).map(Self)
    }

    /// The bodies.
    pub fn state(&self) -> &State {
        &self.0
    }
}

impl Generator for Given {
    fn fixed_count(&self) -> Option<usize> {
        Some(self.0.len())
    }

    fn check(&self) -> Result<(), InitialError> {
        if self.0.is_empty() { Err(InitialError::Empty) } else { Ok(()) }
    }

    fn draw(&self, _: usize, _: &mut Random) -> Vec<Body> {
        self.0.bodies().collect()
    }
}

/// Without the bodies themselves.
impl serde::Serialize for Given {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        use serde::ser::SerializeStruct;
        serializer.serialize_struct("Given", 0)?.end()
    }
}
