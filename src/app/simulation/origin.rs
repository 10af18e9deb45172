//! What a run began with.

use starshell::scene::{Scene, embedded};

/// A scene as loaded, and its name if it is built in.
#[derive(Clone, Debug, PartialEq)]
pub struct Origin {
    pub scene: Scene,
    pub name: Option<&'static str>,
}

impl Origin {
    /// A scene from a file, which may be a copy of a built-in one.
    pub fn of(scene: Scene) -> Self {
        let name = embedded()
            .iter()
            .find(|embedded| embedded.scene.title == scene.title)
            .map(|embedded| embedded.name);
        Self { scene, name }
    }

    /// A scene that was loaded by a name or path.
    pub fn called(name_or_path: &str, scene: Scene) -> Self {
        let name = embedded()
            .iter()
            .find(|embedded| embedded.name == name_or_path)
            .map(|embedded| embedded.name);
        Self { scene, name }
    }
}
