//! Bodies from the caller instead of a model.

use std::sync::Arc;

use super::{Frame, Generator, InitialError, Random};
use crate::physics::{Body, Column, InvalidBody, Precision, State};

/// The caller's own bodies, perhaps about a point of their file. They are kept exactly, and clones
/// share them.
///
/// Serialized, it records only that there were such bodies, and the frame; the scene records how
/// many. A scene file cannot be made from it.
#[derive(Clone, Debug, PartialEq)]
pub struct Given {
    state: State,
    frame: Frame,
    columns: Arc<[Column]>,
    types: Arc<[String]>,
    ids: Arc<[u64]>,
}

impl Given {
    /// Takes these bodies.
    ///
    /// # Errors
    /// [`InvalidBody`] for the first that is not valid: see [`State::new`].
    pub fn new(bodies: &[Body]) -> Result<Self, InvalidBody> {
        let state = State::new(bodies, Precision::Double)?;
        let (columns, types, ids) = (Arc::default(), Arc::default(), Arc::default());
        Ok(Self { state, frame: Frame::default(), columns, types, ids })
    }

    /// Takes bodies whose coordinates are those of this frame.
    #[must_use]
    pub fn in_frame(self, frame: Frame) -> Self {
        Self { frame, ..self }
    }

    /// Takes what else is known of the bodies, in their order.
    #[must_use]
    pub fn with_columns(self, columns: Arc<[Column]>) -> Self {
        Self { columns, ..self }
    }

    /// Takes the ids of the bodies in their file, in the order of the bodies.
    #[must_use]
    pub fn with_ids(self, ids: &[u64]) -> Self {
        Self { ids: ids.into(), ..self }
    }

    pub(super) fn forget_columns(&mut self) {
        (self.columns, self.ids) = Default::default();
    }

    /// Takes the names of the components 0, 1, ..., as the bodies' file calls them.
    #[must_use]
    pub fn with_types(self, types: &[String]) -> Self {
        Self { types: types.into(), ..self }
    }

    /// What else is known of the bodies.
    pub fn columns(&self) -> &Arc<[Column]> {
        &self.columns
    }

    /// The names of the components; none if nothing names them.
    pub fn types(&self) -> &[String] {
        &self.types
    }

    /// The numbers by which their file tells the bodies apart, in their order; none if it has none.
    pub fn ids(&self) -> &[u64] {
        &self.ids
    }

    /// The frame of the bodies in the coordinates of their file.
    pub fn frame(&self) -> Frame {
        self.frame
    }

    /// The bodies.
    pub fn state(&self) -> &State {
        &self.state
    }
}

impl Generator for Given {
    fn fixed_count(&self) -> Option<usize> {
        Some(self.state.len())
    }

    fn check(&self) -> Result<(), InitialError> {
        if self.state.is_empty() { Err(InitialError::Empty) } else { Ok(()) }
    }

    fn draw(&self, _: usize, _: &mut Random) -> Vec<Body> {
        self.state.bodies().collect()
    }
}

/// Without the bodies themselves.
impl serde::Serialize for Given {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        use serde::ser::SerializeStruct;
        if self.frame.is_file() {
            return serializer.serialize_struct("Given", 0)?.end();
        }
        let mut table = serializer.serialize_struct("Given", 2)?;
        table.serialize_field("origin", &self.frame.origin)?;
        table.serialize_field("velocity", &self.frame.velocity)?;
        table.end()
    }
}
