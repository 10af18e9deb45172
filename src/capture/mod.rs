//! Pictures, videos and tables as files: copied from the GPU without stalling it. Pictures and tables are written whole or not
//! at all.

mod caption;
mod captions;
mod error;
mod exr;
mod headless;
mod log;
mod memory;
mod notes;
mod picture;
mod png;
mod recipe;
mod recorder;
mod sheet;
mod sink;
mod still;
pub mod video;

pub use captions::{CaptionError, Captioned, Captions};
pub use error::CaptureError;
pub use headless::{Headless, Surveys, caption_note, notes};
pub use log::{DiagnosticsLog, cells, columns};
pub use memory::{check_memory, check_print};
pub use notes::{picture_size, read_notes};
pub use picture::{Picture, Pixels};
pub use png::Note;
pub use recipe::{FOLDER_FILE, Recipe, RecipeError, SOFTWARE, load_scene};
pub use recorder::Recorder;
pub use sheet::{CAPTION, ContactSheet};
pub use sink::{FrameSink, PngSequence, SinglePng};
pub use still::Still;
