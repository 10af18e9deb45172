//! The scenes built into the program.

use super::Scene;
use std::sync::LazyLock;

/// A scene built into the program.
#[derive(Clone, Debug)]
pub struct Embedded {
    /// The name to load it by.
    pub name: &'static str,
    /// The text of its file.
    pub source: &'static str,
    /// What the text describes.
    pub scene: Scene,
}

/// The scene that the program starts with.
pub const DEFAULT: &str = "shell";

macro_rules! sources {
    ($($name:literal,)*) => {
        &[$(($name, include_str!(concat!("../../assets/scenes/", $name, ".toml"))),)*]
    };
}

/// Names and texts, in the order of lists.
const SOURCES: &[(&str, &str)] = sources![
    "shell",
    "random-ball",
    "expanding-ball",
    "cold-sphere",
    "plummer",
    "galaxy",
    "encounter",
    "grand-design",
    "cosmic-web",
    "kepler",
    "figure-8",
    "pythagorean",
    "solar-system",
    "inner-planets",
    "asteroid-flyby",
    "classic-0",
    "classic-1",
    "classic-2",
    "classic-3",
    "classic-4",
    "classic-5",
    "classic-6",
];

/// Every built-in scene, the default first.
pub fn embedded() -> &'static [Embedded] {
    static SCENES: LazyLock<Vec<Embedded>> = LazyLock::new(|| {
        let parse = |&(name, source): &(&'static str, &'static str)| {
            let scene = Scene::parse(source, name).unwrap_or_else(|error| panic!("a built-in scene is invalid: {error}"));
            Embedded { name, source, scene }
        };
        SOURCES.iter().map(parse).collect()
    });
    &SCENES
}
