//! Keys of a path.

use glam::DQuat;

use super::{Followed, Shot};
use crate::render::Camera;

/// A keyframe: a view at a simulated time.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Key {
    /// Simulated time.
    pub at: f64,
    /// The camera. Its azimuth is unwrapped: from 0 to 720 degrees, the camera goes round twice.
    /// Its elevation may exceed 90 degrees, beyond the pole. If the key follows something, the
    /// target is an offset from its position. If that is the light, the distance is a multiple of
    /// the one that [frames](Camera::framing) it.
    pub camera: Camera,
    /// What the camera's target moves with.
    pub follow: Option<Followed>,
    /// The look's exposure, in stops. Set in all keys of a path or in none: see
    /// [`CameraPath::new`](super::CameraPath::new).
    pub exposure: Option<f32>,
    /// The look's colour range. Set in all keys of a path or in none.
    pub color_range: Option<[f32; 2]>,
}

impl Key {
    /// A key that shows what `camera` shows and leaves the look alone.
    pub fn new(at: f64, camera: Camera) -> Self {
        Self { at, camera, follow: None, exposure: None, color_range: None }
    }

    /// What it shows: a path at its time.
    pub fn shot(&self) -> Shot {
        let Self { camera, follow, exposure, color_range, .. } = *self;
        let camera = camera.oriented(camera.orientation());
        Shot {
            camera,
            followed: [follow.map(|followed| (followed, 1.0)), None],
            exposure,
            color_range,
        }
    }

    /// Elevation and roll as one rotation, that of the camera at azimuth 0.
    pub(super) fn tilt(&self) -> DQuat {
        Camera { azimuth: 0.0, ..self.camera }.orientation()
    }
}

/// The end of a closed path, back at its first key.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Return {
    /// Simulated time of the return.
    pub at: f64,
    /// Turns of the azimuth from the first key back to it. `None` chooses the number that brings it
    /// nearest to the last key.
    pub turns: Option<i32>,
}
