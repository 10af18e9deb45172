//! Sessions on their way to the stage.

use std::sync::Arc;
use std::sync::mpsc::Receiver;

use starshell::session::{Course, Session};
use starshell::snapshot::{Curves, WindowState};

use crate::app::simulation::history::Moment;
use crate::app::simulation::{origin::Origin, reel::Reel, undo::Past};

/// Why pictures of a saved run cannot be reproduced.
pub const SAVED: &str = "the run went on from a saved state";

/// A session that is ready to go on stage.
pub struct Arrival {
    pub session: Session,
    pub origin: Origin,
    pub came: Came,
}

/// Where a session comes from.
pub enum Came {
    /// A scene, which starts.
    Start,
    /// The session before, on another device.
    Device,
    /// A saved run, the window that it was saved in, what was measured there, and its earlier
    /// states.
    File { window: Option<WindowState>, curves: Option<Box<Curves>>, timeline: Vec<Moment> },
    /// A series of snapshots, at its beginning.
    Film(Box<Reel>),
    /// Undo or redo.
    Past(Box<Past>),
    /// The moment of a picture, how the run came to be there, and what is then said.
    Moment(Box<Course>, String),
}

/// A session being built on another thread.
pub struct Loading {
    /// What is being built, for display.
    pub title: String,
    pub arrives: Receiver<anyhow::Result<Arrival>>,
    /// The session, once it has been built, until the run on stage can be left.
    pub ready: Option<Arrival>,
    /// Whether a copy of the run on stage has been requested, and the copy.
    pub is_leaving: bool,
    pub left: Option<Past>,
    /// Whether undo returns to the run on stage.
    pub is_kept: bool,
    /// As long as it exists, somebody waits for what the thread makes.
    pub alive: Option<Arc<()>>,
    /// What is said over the picture meanwhile, of what takes long.
    pub told: Option<String>,
}
