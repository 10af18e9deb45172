//! Initial states: positions and velocities at the start. The same seed gives the same bodies on
//! every machine.
//!
//! Use them for star clusters, galaxies, planets and the cosmic web without writing a generator.
//! Each is a struct with its parameters, and [`InitialState`] is any of them, as in scene files.
//! Bodies of your own need none: see [`Body`].
//!
//! ```
//! use starshell::physics::initial::InitialState;
//!
//! let cluster = InitialState::named("plummer")?.bodies(1000, 1)?;
//! let mass: f64 = cluster.iter().map(|body| body.mass).sum();
//! assert!((mass - 1.0).abs() < 1e-12);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod ball;
mod classic;
mod date;
mod draws;
mod encounter;
mod few;
mod flyby;
mod frame;
mod galaxy;
mod generator;
mod given;
mod orbit;
mod planets;
pub mod plummer;
mod random;
mod shell;
mod web;

pub use ball::{ExpandingBall, RandomBall, UniformSphere};
pub use classic::{Classic, Configuration};
pub use date::Date;
pub use encounter::Encounter;
pub use few::{Apsis, Figure8, Kepler, Pythagorean};
pub use flyby::Flyby;
pub use frame::Frame;
pub use galaxy::Galaxy;
use generator::{Generator, check_positive, check_within};
pub use generator::{InitialError, MAX_COUNT};
pub use given::Given;
pub use planets::Planets;
pub use plummer::Plummer;
pub use shell::{Rotation, Shell};
pub use web::CosmicWeb;

use std::sync::Arc;

use super::{Body, Column};
use crate::name::unknown;
use crate::words::Text;
pub use random::Random;

// For the program, the laboratory and tests; no version promises anything about these.
#[doc(hidden)]
pub use orbit::Orbit;

macro_rules! initial_states {
    ($($(#[$meta:meta])* $kind:ident = $name:literal,)*) => {
        /// How a system starts. Every parameter has a default, so the `kind` alone is enough: `kind
        /// = "plummer"`.
        ///
        /// Units are those in which G = 1. Each kind says what its lengths and masses refer to.
        #[derive(Clone, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
        #[serde(tag = "kind")]
        pub enum InitialState {
            $($(#[$meta])* #[serde(rename = $name)] $kind($kind),)*
            /// The caller's own bodies, not a model. Not available in scene files.
            #[serde(rename = "bodies", skip_deserializing)]
            Bodies(Given),
        }

        impl InitialState {
            /// The name of every kind that [`InitialState::named`] accepts.
            pub const KINDS: &'static [&'static str] = &[$($name),*];

            /// The name of this kind in scene files; `bodies` for the caller's own.
            pub fn kind(&self) -> &'static str {
                match self {
                    $(Self::$kind(_) => $name,)*
                    Self::Bodies(_) => GIVEN,
                }
            }

            /// The state called `kind`, with all parameters at their defaults.
            ///
            /// # Errors
            /// A sentence with the nearest kind, if there is no such kind.
            pub fn named(kind: &str) -> Result<Self, Text> {
                match kind {
                    $($name => Ok(Self::$kind($kind::default())),)*
                    _ => Err(unknown("initial state", kind, Self::KINDS.iter().copied())),
                }
            }

            /// Replaces the parameters with those in `parameters`: a table without its `kind`.
            /// Unlike the derived deserialisation of an internally tagged enum, this keeps
            /// positions in the text for messages.
            pub(crate) fn read_parameters<'de, D: serde::Deserializer<'de>>(&mut self, parameters: D) -> Result<(), D::Error> {
                match self {
                    $(Self::$kind(state) => *state = serde::Deserialize::deserialize(parameters)?,)*
                    Self::Bodies(_) => {}
                }
                Ok(())
            }

            fn generator(&self) -> &dyn Generator {
                match self {
                    $(Self::$kind(state) => state,)*
                    Self::Bodies(state) => state,
                }
            }
        }
    };
}

/// The kind of [`InitialState::Bodies`].
pub(crate) const GIVEN: &str = "bodies";

initial_states! {
    /// A spherical shell that rotates about the z axis: the default scene.
    Shell = "shell",
    /// A ball of bodies with random velocities.
    RandomBall = "random-ball",
    /// A ball that expands as the universe does: velocity is proportional to distance.
    ExpandingBall = "expanding-ball",
    /// The three configurations of the classic CUDA demo.
    Classic = "classic",
    /// A star cluster in equilibrium: the Plummer model.
    Plummer = "plummer",
    /// A homogeneous sphere, at rest or with a given virial ratio: cold collapse.
    UniformSphere = "uniform-sphere",
    /// A sphere cut out of an expanding universe, whose small fluctuations grow into filaments and
    /// haloes.
    CosmicWeb = "cosmic-web",
    /// A disk galaxy in equilibrium: disk, bulge and dark halo.
    Galaxy = "galaxy",
    /// Two disk galaxies that meet.
    Encounter = "encounter",
    /// Two bodies on a Kepler orbit.
    Kepler = "kepler",
    /// Three equal bodies that chase each other along a figure of eight.
    Figure8 = "figure-8",
    /// Three bodies at the corners of a 3-4-5 triangle, at rest: Burrau's problem.
    Pythagorean = "pythagorean",
    /// The Sun and its planets at a date.
    Planets = "planets",
    /// Earth, Moon and an asteroid that passes.
    Flyby = "flyby",
}

impl InitialState {
    /// Makes `count` bodies. Equal states, counts and seeds give equal bodies, bit for bit, on
    /// every machine.
    ///
    /// # Errors
    /// [`InitialError`] if `count` or a parameter is out of range.
    pub fn bodies(&self, count: usize, seed: u64) -> Result<Vec<Body>, InitialError> {
        self.validate(count)?;
        Ok(self.generator().draw(count, &mut Random::new(seed)))
    }

    /// The caller's own bodies, if it is these.
    pub fn given(&self) -> Option<&Given> {
        if let Self::Bodies(given) = self { Some(given) } else { None }
    }

    /// The frame of the bodies in the coordinates of the file from which they come.
    pub fn frame(&self) -> Frame {
        self.given().map_or_else(Frame::default, Given::frame)
    }

    /// Takes the bodies in the coordinates of their file again. Returns where the origin of their
    /// frame was.
    pub(crate) fn leave_frame(&mut self) -> glam::DVec3 {
        let origin = self.frame().origin;
        if let Self::Bodies(given) = self {
            *given = given.clone().in_file();
        }
        origin
    }

    /// Lets the frame of the bodies follow them if all velocities are reversed at a simulated time.
    pub fn reverse_frame(&mut self, time: f64) {
        if let Self::Bodies(given) = self {
            *given = given.clone().in_frame(given.frame().reversed_at(time));
        }
    }

    /// The orbit of its two bodies or galaxies, if it has two on an orbit; `None` also if a parameter
    /// is out of range.
    #[doc(hidden)]
    pub fn orbit(&self) -> Option<Orbit> {
        self.generator().check().ok()?;
        match self {
            Self::Encounter(encounter) => Some(encounter.conics()),
            Self::Kepler(kepler) => Some(kepler.conics()),
            _ => None,
        }
    }

    /// The number of bodies of a state with a fixed number, such as 2 for `kepler`.
    pub fn fixed_count(&self) -> Option<usize> {
        self.generator().fixed_count()
    }

    /// The name of each component, by its number, such as `disk`; empty if the bodies are all of
    /// one kind.
    pub fn components(&self) -> &'static [&'static str] {
        self.generator().components()
    }

    /// The names of the components, by their numbers: of a kind as [`components`](Self::components)
    /// has them, of the caller's own as their file does.
    pub fn types(&self) -> Vec<String> {
        match self {
            Self::Bodies(given) => given.types().to_vec(),
            _ => self.components().iter().map(|name| (*name).to_owned()).collect(),
        }
    }

    /// What is known of the bodies besides motion and mass: only of the caller's own.
    pub fn columns(&self) -> Arc<[Column]> {
        match self {
            Self::Bodies(given) => Arc::clone(given.columns()),
            _ => Arc::default(),
        }
    }

    /// The numbers by which a file tells the bodies apart, in their order: only for the caller's
    /// own.
    pub fn ids(&self) -> &[u64] {
        self.given().map_or(&[], Given::ids)
    }

    /// Forgets ids and columns, because the bodies are no longer those of the file.
    pub fn forget_columns(&mut self) {
        if let Self::Bodies(given) = self {
            given.forget_columns();
        }
    }

    /// Checks every parameter and `count` without making any bodies.
    ///
    /// # Errors
    /// [`InitialError`] for the first value that is out of range.
    pub fn validate(&self, count: usize) -> Result<(), InitialError> {
        self.generator().check()?;
        match self.fixed_count() {
            Some(fixed) if count != fixed => {
                Err(InitialError::FixedCount { kind: self.kind(), fixed, count })
            }
            _ if count == 0 => Err(InitialError::Empty),
            _ if count > MAX_COUNT => Err(InitialError::TooMany { count, most: MAX_COUNT }),
            _ => Ok(()),
        }
    }
}
