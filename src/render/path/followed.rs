//! What a camera can follow.

use glam::Vec3;

use crate::name::unknown;
use crate::render::Camera;
use crate::words::Text;

/// What a camera can follow.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Followed {
    /// The centre of mass of all bodies.
    CenterOfMass,
    /// The sphere that holds 90 % of the light: see
    /// [`Extent::of_light`](crate::render::Extent::of_light). The camera's distance follows its
    /// radius.
    Light,
    /// The body at this index, from 0.
    Body(u32),
}

const NOTHING: &str = "nothing";
const CENTER_OF_MASS: &str = "center-of-mass";
const LIGHT: &str = "light";

impl Followed {
    /// What is called `name` in scene files and on the command line, other than the numbers of
    /// bodies; `None` for `nothing`.
    ///
    /// # Errors
    /// A sentence with the nearest name.
    pub fn named(name: &str) -> Result<Option<Self>, Text> {
        match name {
            NOTHING => Ok(None),
            CENTER_OF_MASS => Ok(Some(Self::CenterOfMass)),
            LIGHT => Ok(Some(Self::Light)),
            _ => Err(unknown("word", name, [LIGHT, CENTER_OF_MASS, NOTHING])),
        }
    }

    /// The camera of a key that shows this in the middle: if it is the light, framed, and otherwise
    /// from as far away as `camera` is from its target.
    #[must_use]
    pub fn framed(self, camera: Camera) -> Camera {
        let distance = if self == Self::Light { 1.0 } else { camera.distance };
        Camera { target: Vec3::ZERO, distance, ..camera }
    }

    /// The name of what is followed, unless it is a body.
    pub fn name(followed: Option<Self>) -> Option<&'static str> {
        match followed {
            None => Some(NOTHING),
            Some(Self::CenterOfMass) => Some(CENTER_OF_MASS),
            Some(Self::Light) => Some(LIGHT),
            Some(Self::Body(_)) => None,
        }
    }
}
