//! Pictures out of the program: copied from the GPU without stalling it, written whole or not at all.

mod caption;
mod file;
mod headless;
mod log;
mod png;
mod recorder;
mod sheet;
mod sink;

pub use file::{AtomicFile, end_process};
pub use headless::{Headless, Surveys, notes};
pub use log::{COLUMNS, DiagnosticsLog};
pub use png::{Note, Picture};
pub use recorder::Recorder;
pub use sheet::{CAPTION, ContactSheet};
pub use sink::{CaptureError, FrameSink, PngSequence, SinglePng};
