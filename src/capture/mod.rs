//! Pictures, videos and tables as files: copied from the GPU without stalling it. Pictures and
//! tables are written whole or not at all.
//!
//! Use it to write what a [`Session`](crate::session::Session) shows: [`Headless`] plays a scene
//! into a [`FrameSink`], such as [`SinglePng`], [`PngSequence`] or a video; [`Recorder`] and
//! [`Still`] take pictures beside a window. Needs the feature `capture`.
//!
//! ```
//! use std::sync::Arc;
//! use starshell::capture::{Headless, SinglePng};
//! use starshell::gpu::Gpu;
//! use starshell::render::{Format, Target};
//! use starshell::scene::Scene;
//! use starshell::session::{Pace, Session};
//!
//! let gpu = Gpu::open(None)?;
//! let mut scene = Scene::load("plummer")?;
//! scene.count = 200;
//! let session = Session::new(&gpu, scene, Pace::Span { time: 0.05, frames: 1 })?;
//! let target = Target::new(&gpu, [64, 48], Format::default())?;
//! let path = std::env::temp_dir().join(format!("starshell-example-{}.png", std::process::id()));
//! let mut headless = Headless::new(&gpu, session, target, Arc::new(SinglePng::new(&path)?))?;
//! headless.frame(&mut |_steps_done| true)?;
//! headless.finish(|_reading| ())?;
//! assert!(path.is_file());
//! std::fs::remove_file(&path)?;
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod begun;
mod bodies;
mod boxes;
mod caption;
mod captions;
mod error;
mod every;
mod exr;
mod headless;
mod log;
mod memory;
mod moment;
mod note;
mod notes;
mod observer;
mod paused;
mod picture;
mod png;
mod recipe;
mod recorder;
mod sheet;
mod shots;
mod sink;
mod spherical;
mod still;
pub mod video;

pub use bodies::BodyTable;
pub use captions::Captions;
pub use error::CaptureError;
pub use every::Every;
pub use headless::Headless;
pub use log::{DiagnosticsLog, cell, cells, column, columns};
pub use memory::{check_memory, check_print};
pub use moment::{caption_note, notes, stereo_note};
pub use note::Note;
pub use notes::{picture_size, read_notes};
pub use observer::Measurement;
pub use picture::{Picture, Pixels};
pub use recipe::{FOLDER_FILE, Recipe, load_scene, load_view};
pub use recorder::Recorder;
pub use sheet::CAPTION;
pub use sink::{FrameSink, SinglePng, is_frame_name};
pub use still::Still;
pub use video::{START, START_STEPS};

// For the program, the laboratory and tests; no version promises anything about these.
#[doc(hidden)]
pub use begun::Begun;
#[doc(hidden)]
pub use log::Written;
#[doc(hidden)]
pub use observer::Surveys;
#[doc(hidden)]
pub use paused::Paused;
#[doc(hidden)]
pub use sheet::ContactSheet;
#[doc(hidden)]
pub use shots::{Frame, Shots};
#[doc(hidden)]
pub use sink::PngSequence;
