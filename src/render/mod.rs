//! The picture: bodies as light, through a lens, onto film.

mod camera;
mod look;

pub use camera::Camera;
pub use look::{ColorBy, ColorMap, Look};
