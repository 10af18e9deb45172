//! Settings kept between runs, in the platform's configuration folder.

use std::collections::BTreeMap;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};
use starshell::file::{self, FileError};
use starshell::render::Camera;
use starshell::session::Members;
use starshell::words::{LANGUAGES, Language, language, t};

use crate::app::commands::{Medium, Page};
pub use crate::app::shell::aspect::{Aspect, size_by};
use crate::app::shell::{collection::Collection, placement::Placement};
use crate::explained::explained;

/// Number of camera bookmarks: one for each of F2 to F8.
pub const BOOKMARKS: usize = 7;

/// The user's choices. Unknown or wrong entries in a file fall back to the defaults and the rest is
/// used: settings never keep the program from starting. In the file, the entries of all groups
/// stand side by side.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Settings {
    /// Part of the adapter's name; if absent, the best adapter.
    pub adapter: Option<String>,
    /// What computes the forces.
    pub members: Members,
    /// Code of the language; if absent, the system's.
    pub language: Option<String>,
    /// Where the window was.
    pub window: Placement,
    #[serde(flatten)]
    pub panels: Panels,
    /// Light panels instead of dark ones.
    pub light: bool,
    #[serde(flatten)]
    pub guides: Guides,
    /// Whether frames wait for the display.
    pub vsync: bool,
    #[serde(flatten)]
    pub picture: Pictures,
    /// Most memory for the states of the timeline, in MiB.
    pub history_mebibytes: u32,
    #[serde(flatten)]
    pub video: Videos,
    /// Whether the card of the first start has been closed.
    pub hint_seen: bool,
    /// The files opened or saved last, the newest first.
    pub recent: Vec<PathBuf>,
    /// Camera bookmarks by key, such as F2.
    pub bookmarks: BTreeMap<String, Camera>,
    /// What this keyboard has at the places of keys, as far as they have been pressed.
    pub keyboard: BTreeMap<String, char>,
    #[serde(flatten)]
    pub collection: Collection,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            adapter: None,
            members: Members::Auto,
            language: None,
            window: Placement::default(),
            panels: Panels::default(),
            light: false,
            guides: Guides::default(),
            vsync: true,
            picture: Pictures::default(),
            history_mebibytes: 512,
            video: Videos::default(),
            hint_seen: false,
            recent: Vec::new(),
            bookmarks: BTreeMap::new(),
            keyboard: BTreeMap::new(),
            collection: Collection::default(),
        }
    }
}

/// Panels at the sides, and how much is in them.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Panels {
    pub left_open: bool,
    pub right_open: bool,
    /// Which of the pages beside the simulation they belong to.
    pub page: Page,
    /// What the page *Render* makes.
    pub medium: Medium,
    /// Whether the right one is shown where both are open and there is room for one: it was called
    /// last.
    #[serde(skip)]
    pub right_first: bool,
    /// Whether only a few controls are shown.
    pub simple: bool,
    /// Whether plots are chosen by their symbols instead of their names.
    pub symbols: bool,
    /// Size of the interface in percent.
    pub scale: u32,
}

impl Default for Panels {
    fn default() -> Self {
        Self {
            left_open: true,
            right_open: true,
            page: Page::Explore,
            medium: Medium::Picture,
            right_first: false,
            simple: false,
            symbols: false,
            scale: 100,
        }
    }
}

/// What is shown over the picture.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Guides {
    /// Bodies and frame rate, and further figures of performance with them.
    pub hud: bool,
    pub hud_details: bool,
    pub axes: bool,
    pub grid: bool,
    pub scale_bar: bool,
    pub legend: bool,
    /// Of few bodies: names, arrows, the centre of mass, swept areas.
    pub names: bool,
    pub velocities: bool,
    pub accelerations: bool,
    pub center_of_mass: bool,
    pub swept_areas: bool,
}

impl Default for Guides {
    fn default() -> Self {
        Self {
            hud: true,
            hud_details: false,
            axes: false,
            grid: false,
            scale_bar: true,
            legend: true,
            names: true,
            velocities: false,
            accelerations: false,
            center_of_mass: false,
            swept_areas: false,
        }
    }
}

/// How pictures are written.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Pictures {
    /// The shorter side in pixels; if absent, as much of the window as the aspect allows. Earlier
    /// files call it `picture_height`.
    #[serde(rename = "picture_side", alias = "picture_height", alias = "screenshot_height")]
    pub side: Option<u32>,
    #[serde(rename = "picture_aspect")]
    pub aspect: Aspect,
    #[serde(rename = "picture_format")]
    pub format: PictureFormat,
    /// Whether they have no sky.
    #[serde(rename = "picture_transparent")]
    pub transparent: bool,
    /// Samples along each side of a pixel.
    #[serde(rename = "picture_samples")]
    pub samples: u32,
    /// Texts in the lower corners; none if empty.
    #[serde(rename = "picture_caption")]
    pub caption: String,
    #[serde(rename = "picture_credit")]
    pub credit: String,
    /// Whether pictures and videos are pairs, one for each eye.
    #[serde(rename = "picture_stereo")]
    pub stereo: bool,
    /// Whether pictures and videos show the trail of the selected body.
    pub body_trail: bool,
}

impl Pictures {
    /// Number of pictures side by side.
    pub fn across(&self) -> u32 {
        if self.stereo { 2 } else { 1 }
    }
}

impl Default for Pictures {
    fn default() -> Self {
        Self {
            side: None,
            aspect: Aspect::default(),
            format: PictureFormat::default(),
            transparent: false,
            samples: 1,
            caption: String::new(),
            credit: String::new(),
            stereo: false,
            body_trail: false,
        }
    }
}

/// How videos are recorded.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Videos {
    /// Height in pixels; if absent, the window's.
    #[serde(rename = "video_height")]
    pub height: Option<u32>,
    /// Frames per second.
    #[serde(rename = "video_rate")]
    pub rate: u32,
    /// The seconds after which a recording ends by itself, if any.
    #[serde(rename = "video_length")]
    pub length: Option<u32>,
    /// Whether it becomes a folder of numbered pictures.
    #[serde(rename = "video_frames")]
    pub frames: bool,
}

impl Videos {
    /// The default without a GPU, which would take minutes for larger videos.
    pub const SMALL: Self = Self { height: Some(720), rate: 30, length: None, frames: false };
}

impl Default for Videos {
    fn default() -> Self {
        Self { height: Some(1080), rate: 60, length: None, frames: false }
    }
}

/// Kinds of picture files.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum PictureFormat {
    /// PNG with this many bits per channel.
    #[default]
    #[serde(rename = "png-8")]
    Png8,
    #[serde(rename = "png-16")]
    Png16,
    /// Linear light, before the tone map.
    #[serde(rename = "exr")]
    Exr,
}

impl Settings {
    /// The language of the interface: as chosen, or the system's; English if there is no table for
    /// that.
    pub fn speaks(&self) -> &'static Language {
        self.language.as_deref().and_then(language).unwrap_or_else(of_system)
    }

    /// Most bytes for the states of the timeline: as chosen, but at most an eighth of the machine's
    /// memory, where that is known.
    pub fn history_bytes(&self) -> u64 {
        let chosen = u64::from(self.history_mebibytes) << 20;
        memory().map_or(chosen, |memory| chosen.min(memory / 8))
    }
}

/// The system's language; English if there is no table for it, and in tests.
pub fn of_system() -> &'static Language {
    let code = if cfg!(test) { None } else { sys_locale::get_locale() };
    code.as_deref().and_then(language).unwrap_or(&LANGUAGES[0])
}

/// Memory of the machine in bytes, if the system reports it.
fn memory() -> Option<u64> {
    let text = std::fs::read_to_string("/proc/meminfo").ok()?;
    let line = text.lines().find_map(|line| line.strip_prefix("MemTotal:"))?;
    Some(line.trim().strip_suffix("kB")?.trim().parse::<u64>().ok()? << 10)
}

/// The key of bookmark `number`, counted from 0.
pub fn bookmark_key(number: usize) -> String {
    format!("F{}", number.saturating_add(2))
}

/// Settings loaded from a file.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Loaded {
    pub settings: Settings,
    /// What is wrong with the file, in a sentence.
    pub fault: Option<String>,
    /// Whether the file may be replaced without losing anything.
    pub is_safe: bool,
}

/// An entry or a line of a file that cannot be used, and why.
struct Fault {
    place: String,
    cause: String,
}

impl Fault {
    fn new(place: &str, error: &toml::de::Error) -> Self {
        Self { place: place.trim().to_owned(), cause: error.message().trim().to_owned() }
    }
}

/// What can be read of `text`: all entries that have a meaning, or nothing if it is no TOML; and
/// the first fault.
fn readable(text: &str) -> (Settings, Option<Fault>) {
    let table: toml::Table = match toml::from_str(text) {
        Ok(table) => table,
        Err(error) => {
            // The line of the error or, if that is blank, the one above, where it began.
            let start = error.span().map_or(0, |span| span.start);
            let end = text
                .bytes()
                .skip(start)
                .position(|byte| byte == b'\n')
                .map_or(text.len(), |length| start + length);
            let line =
                text.get(..end).and_then(|text| text.trim_end().lines().last()).unwrap_or_default();
            return (Settings::default(), Some(Fault::new(line, &error)));
        }
    };
    let (mut settings, mut good, mut fault) = (Settings::default(), toml::Table::new(), None);
    for (key, value) in table {
        good.insert(key.clone(), value);
        match good.clone().try_into() {
            Ok(read) => settings = read,
            Err(error) => {
                good.remove(&key);
                fault.get_or_insert(Fault::new(&key, &error));
            }
        }
    }
    (settings, fault)
}

impl Settings {
    /// Loads as much of `path` as can be read. If something cannot, keeps a copy of the file next
    /// to it.
    pub fn load(path: &Path) -> Loaded {
        let text = match file::read_to_string(path) {
            Ok(text) => text,
            Err(error) if error.kind() == ErrorKind::NotFound => {
                return Loaded { is_safe: true, ..Loaded::default() };
            }
            Err(error) => {
                let fault = Some(t!("notice-settings", path = path.display(), cause = error));
                return Loaded { fault, ..Loaded::default() };
            }
        };
        let (settings, wrong) = readable(&text);
        let Some(Fault { place, cause }) = wrong else {
            return Loaded { settings, fault: None, is_safe: true };
        };
        let copy = path.with_extension("toml.bak");
        let (fault, is_safe) = match file::write(&copy, text.as_bytes()) {
            Ok(()) => (
                t!(
                    "notice-settings-copied",
                    path = path.display(),
                    place = place,
                    cause = cause,
                    copy = copy.display()
                ),
                true,
            ),
            Err(error) => (
                t!(
                    "notice-settings-uncopied",
                    path = path.display(),
                    place = place,
                    cause = cause,
                    error = explained(&error)
                ),
                false,
            ),
        };
        Loaded { settings, fault: Some(fault), is_safe }
    }

    /// Writes the settings to `path`, whole or not at all.
    ///
    /// # Errors
    /// The path and the system's error.
    pub fn save(&self, path: &Path) -> Result<(), FileError> {
        let text = toml::to_string(self)
            .map_err(|error| FileError::new(path, std::io::Error::other(error)))?;
        file::write(path, text.as_bytes())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn settings_survive_a_round_trip() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("deep/settings.toml");
        let mut settings =
            Settings { adapter: Some("H200".to_owned()), light: true, ..Settings::default() };
        settings.bookmarks.insert("F5".to_owned(), Camera::default());
        settings.window.position = Some([-5, 40]);
        settings.save(&path).unwrap();
        assert_eq!(Settings::load(&path), Loaded { settings, fault: None, is_safe: true });
    }

    #[test]
    fn the_old_name_of_the_picture_height_is_still_read() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("settings.toml");
        std::fs::write(&path, "screenshot_height = 2160\nlight = true\n").unwrap();
        let Loaded { settings, fault, .. } = Settings::load(&path);
        assert_eq!((settings.picture.side, settings.light, fault), (Some(2160), true, None));
        settings.save(&path).unwrap();
        assert_eq!(Settings::load(&path).settings, settings);
    }

    #[test]
    fn readable_settings_apply_and_a_copy_keeps_the_rest() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("settings.toml");
        let write = |text: &str| std::fs::write(&path, text).unwrap();
        let copy = |name: &str| std::fs::read_to_string(folder.path().join(name)).unwrap();

        let text = "hud = false\nof_a_later_version = 1\nlight = 3\nvideo_rate = 25\n[window]\nsize = [800, 600]\n[bookmarks.F3]\ndistance = 7.0\n";
        write(text);
        let Loaded { settings, fault, is_safe } = Settings::load(&path);
        assert!(
            !settings.guides.hud
                && !settings.light
                && settings.window.size == [800, 600]
                && is_safe,
            "{settings:?}"
        );
        assert_eq!((settings.video.rate, settings.bookmarks["F3"].distance), (25, 7.0));
        let fault = fault.unwrap();
        assert!(
            [path.to_str().unwrap(), "light", "settings.toml.bak"]
                .iter()
                .all(|name| fault.contains(name)),
            "{fault}"
        );
        assert_eq!(copy("settings.toml.bak"), text);
        // What was read is written without what was not.
        settings.save(&path).unwrap();
        assert_eq!(Settings::load(&path), Loaded { settings, fault: None, is_safe: true });

        // The names of the groups are no entries, and one thing under two names counts once.
        write(
            "symbols = true\npicture_side = 500\nscreenshot_height = 400\n[guides]\nhud = false\n",
        );
        let Loaded { settings, fault, .. } = Settings::load(&path);
        assert!(
            settings.panels.symbols && settings.guides.hud && settings.picture.side.is_some(),
            "{settings:?}"
        );
        let fault = fault.unwrap();
        assert!(fault.contains("guides"), "{fault}");
    }

    #[test]
    fn the_entries_of_a_file_are_those_of_earlier_versions() {
        let entries = "adapter members language window left_open right_open page medium light hud hud_details axes grid scale_bar legend names \
            velocities accelerations center_of_mass swept_areas simple symbols scale vsync picture_side picture_aspect \
            picture_format picture_transparent picture_samples picture_caption picture_credit picture_stereo body_trail history_mebibytes \
            video_height video_rate video_length video_frames hint_seen recent bookmarks keyboard favourites timeline left_off looks";
        let mut settings = Settings {
            adapter: Some(String::new()),
            language: Some(String::new()),
            ..Settings::default()
        };
        (settings.picture.side, settings.video.length) = (Some(1), Some(1));
        settings.collection.left_off = Some(String::new());
        let written: toml::Table = toml::from_str(&toml::to_string(&settings).unwrap()).unwrap();
        let (mut written, mut expected): (Vec<_>, Vec<_>) =
            (written.keys().cloned().collect(), entries.split_whitespace().collect());
        written.sort();
        expected.sort_unstable();
        assert_eq!(written, expected);
    }

    #[test]
    fn a_file_without_settings_is_reported_and_kept() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("settings.toml");
        assert_eq!(Settings::load(&path), Loaded { is_safe: true, ..Loaded::default() });
        for text in ["light = 3", "[[[", "\u{0}", "light = \"\"\"\n\n", &"?\n".repeat(1000)] {
            std::fs::write(&path, text).unwrap();
            let loaded = Settings::load(&path);
            assert_eq!(loaded.settings, Settings::default());
            let line = text.split([' ', '\n']).next().unwrap();
            let told = starshell::words::printable(line);
            assert!(
                loaded.is_safe && loaded.fault.is_some_and(|fault| fault.contains(told.as_ref())),
                "{text}"
            );
        }
        // A file that is not text is left alone.
        std::fs::write(&path, [0xff, 0xfe]).unwrap();
        let loaded = Settings::load(&path);
        assert!(!loaded.is_safe && loaded.fault.unwrap().contains(path.to_str().unwrap()));
    }
}
