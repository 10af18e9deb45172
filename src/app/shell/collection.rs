//! What users keep for themselves: favourites among the scenes, scenes of their own with pictures,
//! looks by name.

use std::collections::BTreeMap;
use std::io::Read;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};
use starshell::file;
use starshell::render::Look;

use crate::app::shell::files::Kind;

/// The folder of scenes of one's own, in that of pictures and runs.
const FOLDER: &str = "scenes";

/// The choices among what is kept.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Collection {
    /// Names of built-in scenes, and paths of others.
    pub favourites: Vec<String>,
    /// Whether a run is saved with the states of its timeline.
    pub timeline: bool,
    /// Which run the window had when it was closed last, in words.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub left_off: Option<String>,
    /// Looks by name.
    pub looks: BTreeMap<String, Look>,
}

impl Collection {
    pub fn is_favourite(&self, name: &str) -> bool {
        self.favourites.iter().any(|favourite| favourite == name)
    }

    /// Makes a scene a favourite, or ends that.
    pub fn toggle_favourite(&mut self, name: &str) {
        if self.is_favourite(name) {
            self.favourites.retain(|favourite| favourite != name);
        } else {
            self.favourites.push(name.to_owned());
        }
    }
}

/// A scene of one's own.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct OwnScene {
    pub title: String,
    pub path: PathBuf,
}

impl OwnScene {
    /// Where its small picture is.
    pub fn picture(&self) -> PathBuf {
        self.path.with_extension("png")
    }
}

/// The folder of scenes of one's own.
pub fn folder(output: &Path) -> PathBuf {
    output.join(FOLDER)
}

/// The scenes, runs and bodies in the folder, by name; none if it cannot be listed.
pub fn own_scenes(output: &Path) -> Vec<OwnScene> {
    let entries = std::fs::read_dir(folder(output)).into_iter().flatten().filter_map(Result::ok);
    let own = |path: PathBuf| {
        let name = path.file_stem()?.to_string_lossy().into_owned();
        let is_scene = Kind::from_path(&path).is_some()
            && !name.starts_with('.')
            && !name.contains(".partial");
        is_scene.then(|| OwnScene { title: title_in(&path).unwrap_or(name), path })
    };
    let mut scenes: Vec<_> = entries.filter_map(|entry| own(entry.path())).collect();
    scenes.sort();
    scenes
}

/// The most bytes of a file that are read for its title.
const HEAD: u64 = 4096;

/// The title in a scene file, among its first lines.
fn title_in(path: &Path) -> Option<String> {
    if Kind::from_path(path) != Some(Kind::Scene) {
        return None;
    }
    let mut head = Vec::new();
    file::open(path).ok()?.take(HEAD).read_to_end(&mut head).ok()?;
    let head = String::from_utf8_lossy(&head);
    let line = head.lines().find(|line| is_title(line))?;
    let table: toml::Table = toml::from_str(line).ok()?;
    let title = table.get("title")?.as_str()?.trim();
    (!title.is_empty()).then(|| title.to_owned())
}

/// Whether this line of a scene file says its title.
fn is_title(line: &str) -> bool {
    line.strip_prefix("title").is_some_and(|rest| rest.trim_start().starts_with('='))
}

/// The text of a scene file with another title; `None` if it says none in a line.
pub fn retitled(text: &str, title: &str) -> Option<String> {
    let line = text.lines().find(|line| is_title(line))?;
    Some(text.replacen(line, &format!("title = {}", toml::Value::from(title)), 1))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn favourites_are_chosen_and_given_up() {
        let mut collection = Collection::default();
        collection.toggle_favourite("kepler");
        collection.toggle_favourite("galaxy");
        assert!(collection.is_favourite("kepler") && !collection.is_favourite("shell"));
        collection.toggle_favourite("kepler");
        assert_eq!(collection.favourites, ["galaxy"]);
    }

    #[test]
    fn a_scene_is_listed_by_the_title_in_its_file_which_can_be_another() {
        let output = tempfile::tempdir().unwrap();
        std::fs::create_dir(folder(output.path())).unwrap();
        let path = folder(output.path()).join("a.toml");
        let text = "# mine\ntitle = \"My \\\"own\\\" scene\"\ncount = 7 # few\n";
        std::fs::write(&path, text).unwrap();
        assert_eq!(own_scenes(output.path())[0].title, "My \"own\" scene");
        let other = retitled(text, "Zwei \"Ringe\"").unwrap();
        assert!(other.starts_with("# mine\n") && other.ends_with("count = 7 # few\n"), "{other}");
        std::fs::write(&path, other).unwrap();
        assert_eq!(own_scenes(output.path())[0].title, "Zwei \"Ringe\"");
        assert_eq!(retitled("count = 7\n", "x"), None);
    }

    #[test]
    fn the_folder_lists_scenes_runs_and_bodies_but_no_pictures() {
        let output = tempfile::tempdir().unwrap();
        assert!(own_scenes(output.path()).is_empty());
        std::fs::create_dir(folder(output.path())).unwrap();
        for name in
            ["b.toml", "a.starshell", "a.png", "c.csv", ".d.toml", "e.partial.starshell", "readme"]
        {
            std::fs::write(folder(output.path()).join(name), "").unwrap();
        }
        let titles: Vec<_> =
            own_scenes(output.path()).into_iter().map(|scene| scene.title).collect();
        assert_eq!(titles, ["a", "b", "c"]);
    }
}
