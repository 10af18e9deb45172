//! The picture: bodies as light, through a lens, onto film.
//!
//! Use it to draw [`Bodies`](crate::physics::Bodies) into a texture: yours to show, to copy or to
//! encode. [`Target`] is the texture, [`Renderer`] draws, [`Camera`] and [`Look`] say how.
//! [`crate::session`] adds a clock, and the feature `capture` writes files.
//!
//! ```
//! use starshell::gpu::{Gpu, Readback};
//! use starshell::physics::{Bodies, initial::InitialState};
//! use starshell::render::{Camera, Format, Look, Renderer, Target};
//!
//! let gpu = Gpu::open(None)?;
//! let renderer = Renderer::new(&gpu, &Bodies::new(&gpu, &InitialState::named("plummer")?.bodies(200, 1)?)?);
//! let mut canvas = renderer.canvas(&Target::new(&gpu, [64, 64], Format::Rgba8)?)?;
//! let mut copy = Readback::<u8>::new(&gpu, "picture", 64 * 64 * 4)?;
//! let mut encoder = gpu.encoder("picture");
//! renderer.encode(&mut encoder, &mut canvas, &Camera::default(), &Look::default())?;
//! copy.encode_texture(&mut encoder, canvas.target().texture(), 64 * 4)?;
//! gpu.submit(encoder);
//! let brightest = copy.wait()?.as_chunks::<4>().0.iter().map(|pixel| pixel[0]).max();
//! assert!(brightest > Some(100));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

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
mod orbits;
mod paint;
mod parameters;
mod part;
mod path;
mod pick;
mod print;
mod projection;
mod renderer;
mod rgb;
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
pub use extent::Extent;
pub use look::{ColorBy, ColorMap, Look, POPULATIONS, Style};
pub use path::{CameraPath, Followed, Key, PathError, Return, Shot};
pub use print::{MAX_SAMPLES, MAX_SIDE, Print};
pub use projection::Projection;
pub use renderer::Renderer;
pub use rgb::Rgb;
pub use target::{Format, Target, TargetError};

// For the program, the laboratory and tests; no version promises anything about these.
#[doc(hidden)]
pub use easing::Easing;
#[doc(hidden)]
pub use framing::Region;
#[doc(hidden)]
pub use mosaic::Mosaic;
#[doc(hidden)]
pub use paint::Appearance;
#[doc(hidden)]
pub use part::PicturePart;
#[doc(hidden)]
pub use path::Move;
#[doc(hidden)]
pub use spots::SpotPath;
#[doc(hidden)]
pub use trail_points::{TrailCopy, TrailPoints};
