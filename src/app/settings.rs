//! What is remembered from one start to the next, in the platform's configuration folder.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use directories::{ProjectDirs, UserDirs};
use serde::{Deserialize, Serialize};
use starshell::capture::AtomicFile;
use starshell::render::Camera;

/// Camera bookmarks: one for each of F2 to F8.
pub const BOOKMARKS: usize = 7;

/// What the user has chosen. Unknown or broken values are taken for the defaults: settings never keep the program from starting.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Settings {
    /// Part of the adapter's name; the best one where absent.
    pub adapter: Option<String>,
    /// Where the window was.
    pub window: Placement,
    /// Panels at the left and at the right.
    pub left_open: bool,
    pub right_open: bool,
    /// Light panels in place of dark ones.
    pub light: bool,
    /// Speeds over the picture.
    pub hud: bool,
    pub axes: bool,
    pub grid: bool,
    pub scale_bar: bool,
    pub legend: bool,
    /// Whether frames wait for the display.
    pub vsync: bool,
    /// Height of screenshots in pixels; that of the window where absent.
    pub screenshot_height: Option<u32>,
    /// Whether the first hint has been seen.
    pub hint_seen: bool,
    /// Camera bookmarks by their keys, such as F2.
    pub bookmarks: BTreeMap<String, Camera>,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            adapter: None,
            window: Placement::default(),
            left_open: true,
            right_open: true,
            light: false,
            hud: true,
            axes: false,
            grid: false,
            scale_bar: true,
            legend: true,
            vsync: true,
            screenshot_height: None,
            hint_seen: false,
            bookmarks: BTreeMap::new(),
        }
    }
}

/// Where a window is, in logical pixels.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Placement {
    pub position: Option<[i32; 2]>,
    pub size: [u32; 2],
    pub maximized: bool,
}

impl Default for Placement {
    fn default() -> Self {
        Self { position: None, size: [1440, 900], maximized: false }
    }
}

fn project() -> Option<ProjectDirs> {
    ProjectDirs::from("", "", "Starshell")
}

/// The file that holds the settings; none where the system has no place for it.
pub fn path() -> Option<PathBuf> {
    Some(project()?.config_dir().join("settings.toml"))
}

/// The folder for what was found out about adapters; none where the system has no place for it.
pub fn cache_folder() -> Option<PathBuf> {
    Some(project()?.cache_dir().to_owned())
}

/// The folder for pictures and tables: `Starshell` in the user's pictures, or else in the home folder, or else here.
pub fn output_folder() -> PathBuf {
    let user = UserDirs::new();
    let home = user.as_ref().map(|user| user.picture_dir().unwrap_or(user.home_dir()));
    home.unwrap_or(Path::new("")).join("Starshell")
}

/// The key of a bookmark by its number, from 0.
pub fn bookmark_key(number: usize) -> String {
    format!("F{}", number + 2)
}

impl Settings {
    /// The settings in `path`, and what is wrong with them in one sentence.
    pub fn load(path: &Path) -> (Self, Option<String>) {
        let text = match std::fs::read_to_string(path) {
            Ok(text) => text,
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => return (Self::default(), None),
            Err(error) => return (Self::default(), Some(error.to_string())),
        };
        match toml::from_str(&text) {
            Ok(settings) => (settings, None),
            Err(error) => (Self::default(), Some(error.message().to_owned())),
        }
    }

    /// Writes the settings to `path`, whole or not at all.
    ///
    /// # Errors
    /// What the system says.
    pub fn save(&self, path: &Path) -> std::io::Result<()> {
        use std::io::Write;
        let text = toml::to_string(self).map_err(std::io::Error::other)?;
        let mut file = AtomicFile::create(path)?;
        file.write_all(text.as_bytes())?;
        file.commit()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn settings_come_back_as_they_were() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("deep/settings.toml");
        let mut settings = Settings { adapter: Some("H200".to_owned()), light: true, ..Settings::default() };
        settings.bookmarks.insert("F5".to_owned(), Camera::default());
        settings.window.position = Some([-5, 40]);
        settings.save(&path).unwrap();
        assert_eq!(Settings::load(&path), (settings, None));
    }

    #[test]
    fn broken_settings_are_told_and_replaced_by_the_defaults() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("settings.toml");
        assert_eq!(Settings::load(&path), (Settings::default(), None));
        for text in ["light = 3", "[[[", "\u{0}"] {
            std::fs::write(&path, text).unwrap();
            let (settings, fault) = Settings::load(&path);
            assert_eq!(settings, Settings::default());
            assert!(fault.is_some(), "{text}");
        }
        std::fs::write(&path, "of_a_later_version = 1\nlight = true").unwrap();
        assert!(Settings::load(&path).0.light);
    }
}
