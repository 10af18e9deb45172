//! What commands to the picture are called with: tools, what is followed, changes of bodies.

use glam::Vec3;
use starshell::physics::{Body, InvalidBody, State};

/// What the pointer does on the picture.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Tool {
    /// Drags turn the camera; a click picks a body.
    #[default]
    Look,
    /// A drag throws a body.
    Body,
    /// A drag throws a small cluster.
    Cluster,
    /// Holding the button pulls bodies to the pointer.
    Attract,
    /// A drag measures a length.
    Ruler,
}

/// What the camera's target follows.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Follow {
    #[default]
    Nothing,
    Light,
    CenterOfMass,
    Picked,
}

impl Follow {
    /// Everything that can be followed, with its name.
    pub const ALL: [(Self, &str); 4] = [
        (Self::Nothing, "nothing"),
        (Self::Light, "light"),
        (Self::CenterOfMass, "center-of-mass"),
        (Self::Picked, "picked"),
    ];
}

/// A change to the bodies.
#[derive(Clone, Debug)]
pub enum Edit {
    Add(Vec<Body>),
    /// Delete the body with this number.
    Delete(u32),
    /// Replace the body with this number.
    Replace(u32, Body),
    /// Multiply all velocities by this factor.
    Accelerate(f64),
}

impl Edit {
    /// The key of the text that names the change.
    pub fn key(&self) -> &'static str {
        match self {
            Self::Add(_) => "undo-add",
            Self::Delete(_) => "undo-delete",
            Self::Replace(..) => "undo-edit",
            Self::Accelerate(_) => "undo-speeds",
        }
    }

    /// Applies the change to `state`. Returns whether that was possible: at least one body must
    /// remain, and only existing bodies can be changed.
    ///
    /// # Errors
    /// [`InvalidBody`] if a new body is invalid; nothing changes then.
    pub fn apply(self, state: &mut State) -> Result<bool, InvalidBody> {
        match self {
            Self::Add(new) => state.extend(&new)?,
            Self::Delete(index) if state.len() > 1 && (index as usize) < state.len() => {
                state.remove(index as usize)
            }
            Self::Replace(index, body) if (index as usize) < state.len() => {
                state.replace(index as usize, &body)?
            }
            Self::Delete(_) | Self::Replace(..) => return Ok(false),
            Self::Accelerate(factor) => {
                let bodies: Vec<_> = state
                    .bodies()
                    .map(|body| Body { velocity: factor * body.velocity, ..body })
                    .collect();
                *state = State::new(&bodies, state.precision())?;
            }
        }
        Ok(true)
    }
}

/// A drag that throws bodies: its start and current position in the world.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Throw {
    pub from: Vec3,
    pub to: Vec3,
}

/// What a key switches over the picture.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mark {
    Velocities,
    Accelerations,
    Areas,
}

impl Mark {
    /// The key of its switch's text.
    pub fn control(self) -> &'static str {
        match self {
            Self::Velocities => "view-velocities",
            Self::Accelerations => "view-accelerations",
            Self::Areas => "view-areas",
        }
    }
}
