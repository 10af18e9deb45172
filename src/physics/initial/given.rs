//! Bodies from the caller instead of a model.

use std::sync::Arc;

use super::{Frame, Generator, InitialError, Random};
use crate::physics::{Body, Column, InvalidBody, Precision, Roster, State};

/// The caller's own bodies, perhaps about a point of their file. They are kept exactly, and clones
/// share them. Those of a file are kept in its numbers, of which most files have fewer digits than
/// what becomes of them in other units: each is converted whenever it is looked at.
///
/// Serialized, it records only that there were such bodies, and the frame; the scene records how
/// many. A scene file cannot be made from it.
#[derive(Clone, Debug)]
pub struct Given {
    /// The bodies in the numbers of their file.
    state: State,
    /// The lengths, speeds and masses of the file in those of the scene.
    units: [f64; 3],
    /// What is then taken from places and velocities.
    shift: Frame,
    frame: Frame,
    columns: Arc<[Column]>,
    types: Arc<[String]>,
    ids: Arc<Vec<u64>>,
}

impl Given {
    /// Takes these bodies.
    ///
    /// # Errors
    /// [`InvalidBody`] for the first that is not valid: see [`State::new`].
    pub fn new(bodies: &(impl Roster + ?Sized)) -> Result<Self, InvalidBody> {
        InvalidBody::find(bodies.each(), Precision::Double, 0)?;
        Ok(Self::of_file(State::exact(bodies.each()), [1.0; 3]))
    }

    /// Takes bodies in the numbers of a file, whose lengths, speeds and masses are these in the
    /// scene, valid or not.
    pub(crate) fn of_file(state: State, units: [f64; 3]) -> Self {
        let (shift, frame) = Default::default();
        let (columns, types, ids) = Default::default();
        Self { state, units, shift, frame, columns, types, ids }
    }

    /// Takes bodies whose coordinates are those of their file, and makes them those of this frame.
    #[must_use]
    pub(crate) fn shifted_to(self, frame: Frame) -> Self {
        Self { shift: frame, frame, ..self }
    }

    /// Takes bodies whose coordinates are those of this frame.
    #[must_use]
    pub fn in_frame(self, frame: Frame) -> Self {
        Self { frame, ..self }
    }

    /// Takes them in the coordinates of their file again.
    #[must_use]
    pub(crate) fn in_file(self) -> Self {
        let (shift, frame) = (self.shift, self.frame);
        let shift = Frame {
            origin: shift.origin - frame.origin,
            velocity: shift.velocity - frame.velocity,
        };
        Self { shift, frame: Frame::default(), ..self }
    }

    /// Takes what else is known of the bodies, in their order.
    #[must_use]
    pub fn with_columns(self, columns: Arc<[Column]>) -> Self {
        Self { columns, ..self }
    }

    /// Takes the ids of the bodies in their file, in the order of the bodies.
    #[must_use]
    pub fn with_ids(self, ids: Arc<Vec<u64>>) -> Self {
        Self { ids, ..self }
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

    /// A body with its lengths, speeds and masses multiplied.
    pub(crate) fn scaled(body: &Body, [far, fast, heavy]: [f64; 3]) -> Body {
        Body {
            position: body.position * far,
            velocity: body.velocity * fast,
            mass: body.mass * heavy,
            component: body.component,
        }
    }
}

/// The bodies of the scene.
impl Roster for Given {
    fn len(&self) -> usize {
        self.state.len()
    }

    // Called for each of millions, several times.
    #[inline]
    fn body(&self, index: usize) -> Body {
        self.shift.relative(&Self::scaled(&self.state.body(index), self.units))
    }
}

/// Equal if the bodies of the scene are, however they are kept.
impl PartialEq for Given {
    fn eq(&self, other: &Self) -> bool {
        let is_kept_alike =
            (self.units, self.shift) == (other.units, other.shift) && self.state == other.state;
        self.frame == other.frame
            && (&self.columns, &self.types, &self.ids) == (&other.columns, &other.types, &other.ids)
            && (is_kept_alike || self.each().eq(other.each()))
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
        self.each().collect()
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
