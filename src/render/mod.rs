//! The picture: bodies as light, through a lens, onto film.

mod bloom;
mod camera;
mod canvas;
mod color_map;
mod diffuse;
mod drawing;
mod easing;
mod extent;
mod film;
mod fit;
mod framing;
mod gaussian;
#[doc(hidden)]
pub mod kernels;
mod lines;
mod look;
mod mosaic;
mod noise;
mod parameters;
mod part;
mod path;
mod pick;
mod renderer;
mod sky;
mod spikes;
mod splat;
mod spots;
mod spread;
mod target;
mod tile;
mod trail_points;
mod trails;

mod wide;

pub use camera::Camera;
pub use canvas::Canvas;
pub use easing::Easing;
pub use extent::Extent;
pub use framing::Region;
pub use look::{ColorBy, ColorMap, Look, POPULATIONS, Style};
pub use mosaic::{MOST_SAMPLES, MOST_SIDE, Mosaic, Print};
pub use part::PicturePart;
pub use path::{CameraPath, Followed, Key, Move, PathError, Return, Shot};
pub use renderer::Renderer;
pub use spots::SpotPath;
pub use target::{Format, Target, TargetError};
pub use trail_points::{TrailCopy, TrailPoints};
pub use trails::MOST_TRAILS;
