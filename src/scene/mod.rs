//! Scenes: an initial state with the physics, the camera and the look that suit it, in one TOML file.
//!
//! ```toml
//! title = "Star cluster"
//! description = "What one sees, and the physics of it: one paragraph."
//! inaccuracies = "What is not accurate here."
//! count = 16384           # bodies; a state with a fixed number of them may leave it out
//! seed = 1                # of the random numbers; 1 if left out
//! duration = 20.0         # simulation time that shows what the scene is about
//! faithful = false        # classic presets only: run as the sample really ran; false if left out
//!
//! [initial]               # see `InitialState`
//! kind = "plummer"
//!
//! [physics]               # see `Parameters`
//! time_step = 0.005
//! softening = 0.02
//!
//! [camera]                # see `Camera`; may be left out
//! distance = 6.0
//!
//! [look]                  # see `Look`; may be left out
//! color_by = "speed"
//! ```

mod embedded;
mod file;

pub use embedded::{DEFAULT, Embedded, embedded};

use crate::name::UnknownName;
use crate::physics::initial::{InitialError, InitialState};
use crate::physics::{Body, Parameters};
use crate::render::{Camera, Look};
use std::path::Path;

/// Everything that a run and its picture begin with. Equal scenes give equal bodies on every machine.
#[derive(Clone, Debug, PartialEq, serde::Serialize)]
pub struct Scene {
    /// What the scene is called, for people.
    pub title: String,
    /// One paragraph: what one sees, and the physics of it.
    pub description: String,
    /// What is not accurate here.
    pub inaccuracies: String,
    /// Number of bodies, 1 or more.
    pub count: usize,
    /// Seed of the random numbers.
    pub seed: u64,
    /// Simulation time that shows what the scene is about; greater than 0.
    pub duration: f64,
    /// Whether a classic preset runs as the sample does when it is picked; see [`Scene::make_faithful`].
    pub faithful: bool,
    /// Where bodies are, and how they move, at the start.
    pub initial: InitialState,
    /// How the simulation advances: what really runs, whether `faithful` or not.
    pub physics: Parameters,
    /// Where the picture is taken from.
    pub camera: Camera,
    /// How bodies are pictured.
    pub look: Look,
}

/// Why a scene could not be had. Each message is one line that says what to do.
#[derive(Debug, thiserror::Error)]
pub enum SceneError {
    /// There is no scene of that name, nor such a file.
    #[error("{0}; or give the path of a scene file that ends in .toml")]
    Unknown(#[from] UnknownName),
    /// The file cannot be read.
    #[error("the scene file {file} cannot be read ({source}): check the path and that it is a text file in UTF-8")]
    Unreadable {
        /// The file's path as given.
        file: String,
        /// What the system says.
        source: std::io::Error,
    },
    /// The text is not a valid scene.
    #[error("{file}:{line}: {message}")]
    Invalid {
        /// The file's path or name as given.
        file: String,
        /// Line of the fault, counted from 1.
        line: usize,
        /// What is wrong and what to do about it.
        message: String,
    },
    /// Only classic presets have a faithful version.
    #[error("`faithful` is for the classic presets, but the initial state is `{0}`: leave `faithful` out or set it to false")]
    NotClassic(&'static str),
}

impl Scene {
    /// The embedded scene called `name_or_path`, or else the scene in the file of that path.
    ///
    /// # Errors
    /// [`SceneError`] where there is no such scene (with the nearest name), or the file cannot be read or is not valid.
    pub fn load(name_or_path: &str) -> Result<Self, SceneError> {
        if let Some(found) = embedded().iter().find(|scene| scene.name == name_or_path) {
            return Ok(found.scene.clone());
        }
        let path = Path::new(name_or_path);
        if !path.is_file() && !name_or_path.ends_with(".toml") {
            return Err(UnknownName::new("scene", name_or_path, embedded().iter().map(|scene| scene.name)).into());
        }
        let text =
            std::fs::read_to_string(path).map_err(|source| SceneError::Unreadable { file: name_or_path.to_owned(), source })?;
        Self::parse(&text, name_or_path)
    }

    /// The scene that `text` describes; `file_name` is for messages.
    ///
    /// # Errors
    /// [`SceneError::Invalid`], with the line, for a key that is unknown, missing, of a wrong type or out of range.
    pub fn parse(text: &str, file_name: &str) -> Result<Self, SceneError> {
        file::parse(text).map_err(|fault| SceneError::Invalid {
            file: file_name.to_owned(),
            line: fault.line,
            message: fault.message,
        })
    }

    /// The scene as a file's text, which [`Scene::parse`] turns into an equal scene.
    pub fn to_toml(&self) -> String {
        // Every field is a number, a text, a list of numbers or a table of such, all of which TOML has.
        toml::to_string(self).unwrap_or_else(|error| unreachable!("a scene is always TOML: {error}"))
    }

    /// The bodies that the scene begins with.
    ///
    /// # Errors
    /// [`InitialError`] where `count` or a parameter was set out of range since the scene was parsed.
    pub fn bodies(&self) -> Result<Vec<Body>, InitialError> {
        self.initial.bodies(self.count, self.seed)
    }

    /// Turns a classic preset into what the sample really runs when it is picked: softening 0.1 and damping 1, whatever
    /// its table says. (The sample hands these two to its solver only once a slider is moved.) To have the table's
    /// values again, load the scene again.
    ///
    /// # Errors
    /// [`SceneError::NotClassic`] for any other scene.
    pub fn make_faithful(&mut self) -> Result<(), SceneError> {
        if !matches!(self.initial, InitialState::Classic(_)) {
            return Err(SceneError::NotClassic(self.initial.kind()));
        }
        self.faithful = true;
        self.physics.softening = 0.1;
        self.physics.damping = 1.0;
        Ok(())
    }
}
