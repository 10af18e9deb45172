//! The scenes built into the program, and how one is found by its name.

use std::path::{Path, is_separator};
use std::sync::LazyLock;

use super::{Group, Scene, SceneError, foreign};
use crate::exchange;
use crate::name::unknown;
use crate::words::{self, excerpt};

/// A scene built into the program.
#[derive(Clone, Debug)]
pub struct Embedded {
    /// The name to load it by.
    pub name: &'static str,
    /// What it is about.
    #[doc(hidden)]
    pub group: Group,
    /// The text of its file.
    pub source: &'static str,
    /// A small picture of it, as PNG, made with `starshell render` (see `assets/scenes/pictures`).
    pub picture: &'static [u8],
    /// What the text describes.
    pub scene: Scene,
}

/// The scene that the program starts with.
pub const DEFAULT: &str = "shell";

macro_rules! sources {
    ($($group:ident: $($name:literal,)*)*) => {
        &[$($((
            $name,
            Group::$group,
            include_str!(concat!("../../assets/scenes/", $name, ".toml")),
            include_bytes!(concat!("../../assets/scenes/pictures/", $name, ".png")),
        ),)*)*]
    };
}

/// A name, a group, a text and a picture.
type Source = (&'static str, Group, &'static str, &'static [u8]);

/// Those of every scene, in the order of lists.
const SOURCES: &[Source] = sources![
    Clusters:
    "shell",
    "random-ball",
    "cold-sphere",
    "plummer",
    Galaxies:
    "galaxy",
    "encounter",
    "grand-design",
    "stream",
    FewBodies:
    "kepler",
    "figure-8",
    "pythagorean",
    "solar-system",
    "inner-planets",
    "asteroid-flyby",
    Universe:
    "expanding-ball",
    "cosmic-web",
    Classics:
    "classic-0",
    "classic-1",
    "classic-2",
    "classic-3",
    "classic-4",
    "classic-5",
    "classic-6",
];

/// Most letters of a title that are shown, and of a longer text.
const MAX_TITLE: usize = 200;
const MAX_TEXT: usize = 4000;

/// A part of a scene's text as the window says it: that of a built-in scene in the language of this
/// thread, any other as it is.
fn said(own: &str, part: &str, of: impl Fn(&Scene) -> &str) -> String {
    let known = embedded().iter().find(|known| of(&known.scene) == own);
    known
        .and_then(|known| words::find(&format!("scene-{}-{part}", known.name)))
        .unwrap_or_else(|| words::printable(own).into_owned())
}

impl Scene {
    /// Its title as the window says it.
    pub fn spoken_title(&self) -> String {
        excerpt(&said(&self.title, "title", |scene| &scene.title), MAX_TITLE).into_owned()
    }

    /// Its description as the window says it.
    pub fn spoken_description(&self) -> String {
        excerpt(&said(&self.description, "description", |scene| &scene.description), MAX_TEXT)
            .into_owned()
    }

    /// Its inaccuracies as the window says them.
    pub fn spoken_inaccuracies(&self) -> String {
        excerpt(&said(&self.inaccuracies, "inaccuracies", |scene| &scene.inaccuracies), MAX_TEXT)
            .into_owned()
    }
}

impl Embedded {
    /// The scene before this one in the list that has the same bodies and runs and looks the same,
    /// if there is one.
    pub fn twin(&self) -> Option<&'static Self> {
        let wordless = |scene: &Scene| {
            let [title, description, inaccuracies] = std::array::from_fn(|_| String::new());
            Scene { title, description, inaccuracies, ..scene.clone() }
        };
        let own = wordless(&self.scene);
        let is_twin = |other: &&Self| wordless(&other.scene) == own;
        embedded().iter().take_while(|other| other.name != self.name).find(is_twin)
    }
}

/// Every built-in scene, the default first.
pub fn embedded() -> &'static [Embedded] {
    static SCENES: LazyLock<Vec<Embedded>> = LazyLock::new(|| {
        let parse = |&(name, group, source, picture): &Source| {
            let scene = Scene::parse(source, name)
                .unwrap_or_else(|error| panic!("a built-in scene is invalid: {error}"));
            Embedded { name, group, source, picture, scene }
        };
        SOURCES.iter().map(parse).collect()
    });
    &SCENES
}

impl Scene {
    /// Loads the built-in scene called `name_or_path`, or else the scene file or the
    /// [bodies](crate::exchange) at that path.
    ///
    /// # Errors
    /// [`SceneError`] if there is no such scene (with the nearest name), or if the file cannot be
    /// read or is not valid.
    pub fn load(name_or_path: &str) -> Result<Self, SceneError> {
        if let Some(found) = embedded().iter().find(|scene| scene.name == name_or_path) {
            return Ok(found.scene.clone());
        }
        let path = Path::new(name_or_path);
        if exchange::is_bodies(path) {
            return Self::import(path);
        }
        if !is_path(path) {
            let names = embedded().iter().map(|scene| scene.name);
            return Err(SceneError::Unknown(unknown("scene", name_or_path, names)));
        }
        Self::parse(&foreign::read(path, name_or_path)?, name_or_path)
    }
}

/// Whether a word is the path of a file, there or missing, and not the mistyped name of a scene:
/// those have neither endings nor separators.
fn is_path(word: &Path) -> bool {
    word.exists()
        || word.extension().is_some()
        || word.as_os_str().as_encoded_bytes().iter().any(|byte| is_separator((*byte).into()))
}
