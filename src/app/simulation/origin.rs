//! What a run began with.

use starshell::scene::{Scene, embedded};
use starshell::words;

/// A scene as loaded, and its name if it is built in.
#[derive(Clone, Debug, PartialEq)]
pub struct Origin {
    pub scene: Scene,
    pub name: Option<&'static str>,
}

impl Origin {
    /// A scene from a file, which may be a copy of a built-in one.
    pub fn new(scene: Scene) -> Self {
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

    /// The scene as the beginning of a file name.
    pub fn file_name(&self) -> String {
        self.name.map_or_else(|| plain(&self.scene.title), str::to_owned)
    }
}

/// The name of a component in the interface; the name itself for a type that only a file names.
pub fn component_name(name: &str) -> String {
    let key = format!("component-{}", name.replace(' ', "-"));
    if words::has_word(&key) { words::text(&key, &[]) } else { name.to_owned() }
}

/// A title as the beginning of a file name.
pub fn plain(title: &str) -> String {
    let letters: String = title
        .to_lowercase()
        .chars()
        .map(|letter| if letter.is_alphanumeric() { letter } else { '-' })
        .collect();
    let words: Vec<&str> = letters.split('-').filter(|word| !word.is_empty()).collect();
    if words.is_empty() { "scene".to_owned() } else { words.join("-") }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn titles_become_names_of_files() {
        assert_eq!(plain("Two galaxies: M 51/a"), "two-galaxies-m-51-a");
        assert_eq!(plain("…"), "scene");
    }
}
