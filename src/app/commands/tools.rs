//! What commands to the picture are called with: tools, what is followed, changes of bodies.

use glam::Vec3;

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
