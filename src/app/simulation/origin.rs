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
    /// A scene from a file, which may be a copy of a built-in one: its units are then those of that one,
    /// whatever units its numbers were shown in.
    pub fn new(mut scene: Scene) -> Self {
        let own = embedded().iter().find(|embedded| embedded.scene.title == scene.title);
        own.into_iter().for_each(|own| scene.units = own.scene.units);
        Self { scene, name: own.map(|own| own.name) }
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
    fn a_scene_in_units_that_were_chosen_is_still_one_without_its_own() {
        use starshell::name::Named;
        use starshell::scene::{UnitSystem, Units};
        for (name, is_own) in [("plummer", false), ("solar-system", true)] {
            let chosen = Some(Units::new(UnitSystem::ALL[0]));
            let scene = Scene { units: chosen, ..Scene::load(name).unwrap() };
            assert_eq!(Origin::new(scene).scene.units.is_some(), is_own, "{name}");
        }
    }

    #[test]
    fn titles_become_names_of_files() {
        assert_eq!(plain("Two galaxies: M 51/a"), "two-galaxies-m-51-a");
        assert_eq!(plain("…"), "scene");
    }
}
