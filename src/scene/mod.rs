//! Scenes: an initial state and the physics, camera and look that suit it, in one TOML file.
//!
//! Use it to start from one of the scenes that come with the library, or from your own files: every
//! field of [`Scene`] is public, and errors report the line. [`crate::physics::Simulation`] takes
//! its bodies and physics, [`crate::session::Session`] all of it.
//!
//! ```toml
//! title = "Star cluster"
//! description = "One paragraph: what you see, and the physics behind it."
//! inaccuracies = "What is not accurate here."
//! count = 16384           # number of bodies; optional for states with a fixed number
//! seed = 1                # of the random numbers; 1 if omitted
//! most = 1048576          # the window begins with up to so many where they run smoothly; `count` if omitted
//! duration = 20.0         # simulation time that shows what the scene is about
//! pace = 0.5              # simulated time per second in the window; the duration in 40 seconds if omitted
//! faithful = false        # classic presets only: run as the sample really does; false if omitted
//! follow = "light"        # what the camera follows, unless a path moves it: "light" (90 % of it fills the picture),
//!                         # "center-of-mass", the number of a body, from 0, or "nothing", as if omitted
//!
//! [initial]               # see `InitialState`
//! kind = "plummer"
//!
//! [physics]               # see `Parameters`
//! time_step = 0.005
//! softening = 0.02
//!
//! [camera]                # see `Camera`; optional
//! distance = 6.0
//!
//! [look]                  # see `Look`; optional
//! color_by = "speed"
//!
//! [units]                 # see `Units`; optional: what the scene's units are in the world
//! system = "au-year"      # numbers are shown in AU, years and solar masses; or parsec-myr, kilometer-day
//! length = 1.0            # the scene's unit of length in that of the system; 1 if omitted
//! mass = 1.0              # the same for mass
//!
//! [still]                 # see `Still`; optional: when and how a picture shows what the scene is about
//! time = 12.0             # simulated time
//! elevation = 60.0        # what is left out is as in [camera] and [look]
//!
//! [path]                  # see `CameraPath`; optional
//! loop = 20.0             # when the camera is back at the first key; without it, the path ends at the last
//! turns = 1               # of the azimuth on the way from the first key back to it; whatever is nearest if omitted
//!
//! [[path.key]]            # the first key: what it omits is as in [camera]
//! at = 0.0                # simulated time
//!
//! [[path.key]]            # each further key gives only what changes
//! at = 8.0
//! follow = "center-of-mass"  # or any other value that the scene's `follow` can have
//! target = [0.0, 0.0, 0.0]   # an offset from what is followed, and a point otherwise
//! distance = 2.0             # a multiple of the distance that frames the light, if that is followed
//! azimuth = 180.0         # counts turns: 720 is two
//! elevation = 120.0       # may lead over a pole
//! roll = -10.0
//! field_of_view = 30.0
//! exposure = 1.0          # in place of the look's
//! color_range = [0.1, 2.0]   # in place of the look's
//! ```
//!
//! ```
//! use starshell::scene::Scene;
//!
//! let mut scene = Scene::load("plummer")?;
//! scene.count = 300;
//! assert_eq!(scene.bodies()?.len(), 300);
//! assert_eq!(Scene::parse(&scene.to_toml(), "plummer.toml")?, scene);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod defaults;
mod embedded;
mod file;
mod follow;
mod foreign;
mod group;
mod guest;
mod guests;
mod older;
mod own;
mod parameters;
mod path;
mod places;
mod reader;
mod setting;
mod settings;
mod still;
mod units;
mod view;

pub use embedded::{DEFAULT, Embedded, embedded};
pub(crate) use older::{complete, completed};
#[cfg(feature = "capture")]
pub(crate) use places::read_text;
pub use setting::{Choice, Kind, Number, Setting, Value, Without};
pub use settings::SETTINGS;
pub use still::Still;
pub use units::{Dimension, UnitSystem, Units};
pub use view::View;

// For the program, the laboratory and tests; no version promises anything about these.
#[doc(hidden)]
pub use defaults::Defaults;
#[doc(hidden)]
pub use group::Group;
#[doc(hidden)]
pub use guest::{BodyKind, Guest};
#[doc(hidden)]
pub use reader::found;
#[doc(hidden)]
pub use setting::Section;

use crate::exchange::ImportError;
use crate::physics::initial::{Configuration, InitialError, InitialState};
use crate::physics::{Body, Gravity, Parameters};
use crate::render::{Camera, CameraPath, Followed, Look};
use crate::words::{Text, say};

/// Everything that a run and its pictures start from. Equal scenes give equal bodies on every
/// machine.
#[derive(Clone, Debug, PartialEq, serde::Serialize)]
pub struct Scene {
    /// Title, for display.
    pub title: String,
    /// One paragraph: what you see, and the physics behind it.
    pub description: String,
    /// What is not accurate here.
    pub inaccuracies: String,
    /// Number of bodies, 1 or more.
    pub count: usize,
    /// The number of bodies with which a window may begin where so many run smoothly; at least
    /// `count`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub most: Option<usize>,
    /// Seed of the random numbers, at most [`MAX_SEED`].
    pub seed: u64,
    /// Simulated time that shows what the scene is about; greater than 0.
    pub duration: f64,
    /// Simulated time per second at which the window shows it; greater than 0.
    pub pace: f64,
    /// Whether a classic preset runs as the original sample does when the preset is picked; see
    /// [`Scene::make_faithful`].
    pub faithful: bool,
    /// What the camera follows, unless it is on the path.
    #[serde(serialize_with = "follow::serialize", skip_serializing_if = "Option::is_none")]
    pub follow: Option<Followed>,
    /// Positions and velocities at the start.
    pub initial: InitialState,
    /// How the simulation advances: the values that apply, `faithful` or not.
    pub physics: Parameters,
    /// Where the camera is.
    pub camera: Camera,
    /// How bodies are drawn.
    pub look: Look,
    /// What its units are in the world, if it says so.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub units: Option<Units>,
    /// When and how a picture shows what the scene is about, if it says so.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub still: Option<Still>,
    /// The bodies that were added to its run by hand.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[doc(hidden)]
    pub guests: Vec<Guest>,
    /// The camera's way through a recording, if the scene has one.
    #[serde(serialize_with = "path::serialize", skip_serializing_if = "Option::is_none")]
    pub path: Option<CameraPath>,
}

/// The largest seed: the largest whole number that TOML holds.
pub const MAX_SEED: u64 = i64::MAX as u64;

/// Why a scene could not be loaded. Each message is one line and says what to do.
#[derive(Debug, thiserror::Error)]
#[error("{}", self.text())]
#[non_exhaustive]
pub enum SceneError {
    /// There is no scene of that name and no such file.
    Unknown(Text),
    /// The file cannot be read.
    Unreadable {
        /// The file's path as given.
        file: String,
        /// The system's error.
        source: std::io::Error,
    },
    /// The file is of another kind.
    Foreign {
        /// The file's path as given.
        file: String,
        /// What it is and what to do about it.
        kind: Text,
    },
    /// The text is not a valid scene.
    Invalid {
        /// The file's path or the scene's name, as given.
        file: String,
        /// Line of the fault, counted from 1.
        line: usize,
        /// What is wrong and what to do about it.
        message: Text,
    },
    /// The bodies in a file cannot be taken over.
    #[error(transparent)]
    Import(#[from] ImportError),
    /// Only classic presets have a faithful version.
    NotClassic(&'static str),
}

impl SceneError {
    /// The sentence, in whatever language it is shown.
    pub fn text(&self) -> Text {
        match self {
            Self::Unknown(error) => say!("error-scene-unknown", error),
            Self::Unreadable { file, source } => {
                say!("error-scene-unreadable", file, cause = source.to_string())
            }
            Self::Foreign { file, kind } => say!("error-scene-foreign", file, kind),
            Self::Invalid { file, line, message } => say!("error-in-line", file, line, message),
            Self::Import(error) => error.text(),
            Self::NotClassic(kind) => say!("error-not-classic", kind),
        }
    }
}

impl Scene {
    /// The scene as the text of a file. [`Scene::parse`] turns it back into an equal scene, except
    /// for
    /// [`InitialState::Bodies`]: the text only holds the number of bodies, and `parse` refuses it. A saved run holds them, too.
    pub fn to_toml(&self) -> String {
        // Every field is a number, a text, a list of numbers or a table of these, all of which TOML
        // has.
        toml::to_string(self)
            .unwrap_or_else(|error| unreachable!("a scene is always TOML: {error}"))
    }

    /// Changes the number of bodies. A classic shell keeps its total mass, without which it would
    /// fly apart or collapse, unless it is faithful: there, every body has the mass 1. Returns the
    /// new mass of a body, if it has changed.
    pub fn set_count(&mut self, count: usize) -> Option<f64> {
        let before = std::mem::replace(&mut self.count, count);
        let InitialState::Classic(classic) = &mut self.initial else { return None };
        if self.faithful
            || classic.configuration != Configuration::Shell
            || count == before
            || count == 0
        {
            return None;
        }
        classic.mass *= before as f64 / count as f64;
        Some(classic.mass)
    }

    /// Shows the scene as in its still, if it has one, from then on: its view replaces that of
    /// camera and look. Returns its time.
    pub fn show_still(&mut self) -> Option<f64> {
        let still = self.still?;
        let (camera, look) = (&mut self.camera, &mut self.look);
        self.follow = self.follow.filter(|followed| still.keeps(*followed));
        camera.target = still.target.unwrap_or(camera.target);
        camera.distance = still.distance.unwrap_or(camera.distance);
        camera.azimuth = still.azimuth.unwrap_or(camera.azimuth);
        camera.elevation = still.elevation.unwrap_or(camera.elevation);
        camera.roll = still.roll.unwrap_or(camera.roll);
        look.exposure = still.exposure.unwrap_or(look.exposure);
        look.trails = still.trails.unwrap_or(look.trails);
        self.still = Some(Still { time: still.time, ..Still::default() });
        Some(still.time)
    }

    /// The bodies at the start.
    ///
    /// # Errors
    /// [`InitialError`] if `count` or a parameter has been set out of range since the scene was
    /// parsed.
    pub fn bodies(&self) -> Result<Vec<Body>, InitialError> {
        self.initial.bodies(self.count, self.seed)
    }

    /// Gives a grid [as many nodes](crate::physics::MeshSettings::suited_to) as the bodies need;
    /// changes no other gravity.
    ///
    /// # Errors
    /// As [`Scene::bodies`].
    pub fn suit_grid(&mut self) -> Result<(), InitialError> {
        if let Gravity::Mesh(settings) = self.physics.gravity {
            let settings = settings.suited_to(&self.bodies()?, self.physics.softening);
            self.physics.gravity = Gravity::Mesh(settings);
        }
        Ok(())
    }

    /// Whether the energy of its bodies should stay the same: not under
    /// [physics](Parameters::conserve_energy) that change it, nor in the classic presets, whose
    /// steps are too long for the collapse of two of them.
    pub fn conserves_energy(&self) -> bool {
        self.physics.conserve_energy() && !matches!(self.initial, InitialState::Classic(_))
    }

    /// Makes a classic preset run as the original sample does when the preset is picked: softening
    /// 0.1 and damping 1, whatever its table says. (The sample passes these two values to its
    /// solver only once a slider is moved.) To get the table's values back, load the scene again.
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
