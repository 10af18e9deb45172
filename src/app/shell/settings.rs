//! Settings kept between runs, in the platform's configuration folder.

use std::collections::BTreeMap;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};
use starshell::file::{self, FileError};
use starshell::render::Camera;
use starshell::words::{LANGUAGES, Language, language, t};

/// Number of camera bookmarks: one for each of F2 to F8.
pub const BOOKMARKS: usize = 7;

/// Minimum size of the window, in logical pixels.
pub const LEAST_SIZE: [u32; 2] = [320, 240];

/// The user's choices. Unknown or wrong entries in a file fall back to the defaults and the rest is used: settings never keep
/// the program from starting.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Settings {
    /// Part of the adapter's name; if absent, the best adapter.
    pub adapter: Option<String>,
    /// Code of the language; if absent, the system's.
    pub language: Option<String>,
    /// Where the window was.
    pub window: Placement,
    /// Whether the left and right panels are open.
    pub left_open: bool,
    pub right_open: bool,
    /// Light panels instead of dark ones.
    pub light: bool,
    /// Whether bodies and frame rate are shown over the picture, and further figures of performance with them.
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
    /// Whether only a few controls are shown.
    pub simple: bool,
    /// Whether plots are chosen by their symbols instead of their names.
    pub symbols: bool,
    /// Whether frames wait for the display.
    pub vsync: bool,
    /// The shorter side of pictures in pixels; if absent, as much of the window as the aspect allows. Earlier files call it
    /// `picture_height`.
    #[serde(alias = "picture_height", alias = "screenshot_height")]
    pub picture_side: Option<u32>,
    pub picture_aspect: Aspect,
    pub picture_format: PictureFormat,
    /// Whether pictures have no sky.
    pub picture_transparent: bool,
    /// Samples along each side of a pixel.
    pub picture_samples: u32,
    /// Texts in the lower corners of pictures; none if empty.
    pub picture_caption: String,
    pub picture_credit: String,
    /// Whether pictures and videos show the trail of the selected body.
    pub body_trail: bool,
    /// Most memory for the states of the timeline, in MiB.
    pub history_mebibytes: u32,
    /// Height of videos in pixels; if absent, the window's. Their frames per second, and the seconds after which a recording
    /// ends by itself, if any.
    pub video_height: Option<u32>,
    pub video_rate: u32,
    pub video_length: Option<u32>,
    /// Whether the first-start hint has been seen.
    pub hint_seen: bool,
    /// The files opened or saved last, the newest first.
    pub recent: Vec<PathBuf>,
    /// Camera bookmarks by key, such as F2.
    pub bookmarks: BTreeMap<String, Camera>,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            adapter: None,
            language: None,
            window: Placement::default(),
            left_open: true,
            right_open: true,
            light: false,
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
            simple: false,
            symbols: false,
            vsync: true,
            picture_side: None,
            picture_aspect: Aspect::default(),
            picture_format: PictureFormat::default(),
            picture_transparent: false,
            picture_samples: 1,
            picture_caption: String::new(),
            picture_credit: String::new(),
            body_trail: false,
            history_mebibytes: 512,
            video_height: Some(1080),
            video_rate: 60,
            video_length: None,
            hint_seen: false,
            recent: Vec::new(),
            bookmarks: BTreeMap::new(),
        }
    }
}

/// Width of pictures in relation to their height.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Aspect {
    /// As the window.
    #[default]
    #[serde(rename = "window")]
    Window,
    #[serde(rename = "16:9")]
    Wide,
    #[serde(rename = "3:2")]
    Photograph,
    #[serde(rename = "4:3")]
    Classic,
    #[serde(rename = "1:1")]
    Square,
    #[serde(rename = "4:5")]
    Portrait,
    #[serde(rename = "9:16")]
    Tall,
    #[serde(rename = "2.39:1")]
    Cinema,
}

impl Aspect {
    /// Width over height of a picture, where the window has `window` pixels.
    pub fn ratio(self, window: [u32; 2]) -> f64 {
        match self {
            Self::Window => f64::from(window[0].max(1)) / f64::from(window[1].max(1)),
            Self::Wide => 16.0 / 9.0,
            Self::Photograph => 3.0 / 2.0,
            Self::Classic => 4.0 / 3.0,
            Self::Square => 1.0,
            Self::Portrait => 4.0 / 5.0,
            Self::Tall => 9.0 / 16.0,
            Self::Cinema => 2.39,
        }
    }

    /// The aspect once a size is chosen by its name: 4K is 3840 x 2160, whatever the window's shape.
    pub fn of_named_size(self) -> Self {
        if self == Self::Window { Self::Wide } else { self }
    }

    /// Width and height of a picture whose shorter side has `side` pixels; `None` for the largest that the window holds.
    pub fn size(self, side: Option<u32>, window: [u32; 2]) -> [u32; 2] {
        if side.is_none() && self == Self::Window {
            return window;
        }
        let ratio = self.ratio(window);
        let height = match side {
            Some(side) => f64::from(side) / ratio.min(1.0),
            None => f64::from(window[1]).min(f64::from(window[0]) / ratio),
        };
        [height * ratio, height].map(|side| (side.round() as u32).max(1))
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

/// Position and size of a window, in logical pixels.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
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

impl Settings {
    /// The language of the interface: as chosen, or the system's; English if there is no table for that.
    pub fn speaks(&self) -> &'static Language {
        self.language.as_deref().and_then(language).unwrap_or_else(of_system)
    }

    /// Most bytes for the states of the timeline: as chosen, but at most an eighth of the machine's memory, where that is known.
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
    format!("F{}", number + 2)
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

/// Number of wrong lines from which a file is not considered a settings file.
const WRONG_LINES: usize = 100;

/// What can be read of `text`, and the first line (from 1) that cannot, with the reason. Such a line is left out; if it is a
/// table's heading, so is the whole table.
fn readable(text: &str) -> (Settings, Option<(usize, String)>) {
    let mut lines: Vec<&str> = text.lines().collect();
    let mut first: Option<(usize, String)> = None;
    for _ in 0..WRONG_LINES {
        let rest = lines.join("\n");
        let error: toml::de::Error = match toml::from_str(&rest) {
            Ok(settings) => return (settings, first),
            Err(error) => error,
        };
        let place = error.span().map_or(0, |span| span.start);
        let line = rest.bytes().take(place).filter(|byte| *byte == b'\n').count();
        // Listing all valid keys would fill the notice.
        let cause = error.message().split(", expected one of").next().unwrap_or_default();
        if first.as_ref().is_none_or(|(known, _)| line < *known) {
            first = Some((line + 1, cause.to_owned()));
        }
        if !leave_out(&mut lines, line) {
            break;
        }
    }
    (Settings::default(), first)
}

/// Blanks `line` and, if it is a table's heading, everything up to the next one. If it is already blank, the fault began above
/// it. Returns whether anything was left to blank.
fn leave_out(lines: &mut [&str], line: usize) -> bool {
    let is_blank = |line: &&str| line.trim().is_empty();
    let is_heading = |line: &&str| line.trim_start().starts_with('[');
    let above = &lines[..lines.len().min(line + 1)];
    let Some(begin) = above.iter().rposition(|line| !is_blank(line)) else { return false };
    let length = if is_heading(&lines[begin]) { lines[begin + 1..].iter().position(is_heading) } else { Some(0) };
    let end = length.map_or(lines.len(), |length| begin + 1 + length);
    lines[begin..end].fill("");
    true
}

/// Saves `text`, the contents of `path`, to a new file next to it, and returns that file's path.
fn keep_copy(path: &Path, text: &str) -> Result<PathBuf, FileError> {
    let first = path.with_extension("toml.bak");
    let others = (2..1000).map(|number| path.with_extension(format!("toml.bak-{number}")));
    // An existing copy with the same contents will do.
    let is_free = |path: &PathBuf| !path.exists() || file::read_to_string(path).is_ok_and(|other| other == text);
    let copy = std::iter::once(first.clone()).chain(others).find(is_free).unwrap_or(first);
    file::write(&copy, text.as_bytes())?;
    Ok(copy)
}

/// A display's upper left corner and its size, in logical pixels.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Display {
    pub corner: [i32; 2],
    pub size: [u32; 2],
}

/// Logical pixels that the bars of the desktop and of the window itself take from a display. Displays report only their size.
const BARS: [u32; 2] = [0, 72];

impl Display {
    fn holds(&self, position: [i32; 2]) -> bool {
        (0..2).all(|axis| (0..i64::from(self.size[axis])).contains(&(i64::from(position[axis]) - i64::from(self.corner[axis]))))
    }
}

impl Placement {
    /// Where a new window opens: within the display that it was on, or else within the first of `displays`. A window as large
    /// as its display, which has no bars, stays so.
    pub fn within(&self, displays: &[Display]) -> Self {
        let was_on = |display: &&Display| self.position.is_some_and(|position| display.holds(position));
        let Some(display) = displays.iter().find(was_on).or(displays.first()) else { return *self };
        let most = |axis: usize| match display.size[axis] {
            whole if self.size == display.size => whole,
            whole => whole.saturating_sub(BARS[axis]),
        };
        let size = std::array::from_fn(|axis| self.size[axis].min(most(axis)).max(LEAST_SIZE[axis]));
        let moved = |position: [i32; 2]| {
            std::array::from_fn(|axis| {
                let free = most(axis).saturating_sub(size[axis]) as i32;
                position[axis].clamp(display.corner[axis], display.corner[axis].saturating_add(free))
            })
        };
        Self { position: self.position.map(moved), size, maximized: self.maximized }
    }
}

impl Settings {
    /// Loads as much of `path` as can be read. If something cannot, keeps a copy of the file next to it.
    pub fn load(path: &Path) -> Loaded {
        let text = match file::read_to_string(path) {
            Ok(text) => text,
            Err(error) if error.kind() == ErrorKind::NotFound => return Loaded { is_safe: true, ..Loaded::default() },
            Err(error) => {
                let fault = Some(t!("notice-settings", path = path.display(), cause = error));
                return Loaded { fault, ..Loaded::default() };
            }
        };
        let (settings, wrong) = readable(&text);
        let Some((line, cause)) = wrong else { return Loaded { settings, fault: None, is_safe: true } };
        let (fault, is_safe) = match keep_copy(path, &text) {
            Ok(copy) => {
                (t!("notice-settings-line", path = path.display(), line = line, cause = cause, copy = copy.display()), true)
            }
            Err(error) => {
                (t!("notice-settings-uncopied", path = path.display(), line = line, cause = cause, error = error), false)
            }
        };
        Loaded { settings, fault: Some(fault), is_safe }
    }

    /// Writes the settings to `path`, whole or not at all.
    ///
    /// # Errors
    /// The path and the system's error.
    pub fn save(&self, path: &Path) -> Result<(), FileError> {
        let text = toml::to_string(self).map_err(|error| FileError::new(path, std::io::Error::other(error)))?;
        file::write(path, text.as_bytes())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_picture_has_its_shorter_side_and_aspect_and_without_a_size_fills_the_window() {
        let window = [1280, 800];
        let sizes = [
            (Aspect::Window, None, [1280, 800]),
            (Aspect::Window, Some(400), [640, 400]),
            (Aspect::Wide, Some(2160), [3840, 2160]),
            (Aspect::Window.of_named_size(), Some(2160), [3840, 2160]),
            (Aspect::Square.of_named_size(), Some(2160), [2160, 2160]),
            (Aspect::Wide, None, [1280, 720]),
            (Aspect::Square, None, [800, 800]),
            (Aspect::Tall, Some(1080), [1080, 1920]),
            (Aspect::Portrait, Some(1080), [1080, 1350]),
            (Aspect::Cinema, Some(1080), [2581, 1080]),
        ];
        for (aspect, side, size) in sizes {
            assert_eq!(aspect.size(side, window), size, "{aspect:?} {side:?}");
        }
        assert_eq!(Aspect::Window.size(Some(10), [0, 0]), [10, 10]);
        assert_eq!(Aspect::Tall.size(None, [1, 1]), [1, 1]);
    }

    #[test]
    fn settings_come_back_as_they_were() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("deep/settings.toml");
        let mut settings = Settings { adapter: Some("H200".to_owned()), light: true, ..Settings::default() };
        settings.bookmarks.insert("F5".to_owned(), Camera::default());
        settings.window.position = Some([-5, 40]);
        settings.save(&path).unwrap();
        assert_eq!(Settings::load(&path), Loaded { settings, fault: None, is_safe: true });
    }

    #[test]
    fn the_height_of_pictures_has_had_another_name() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("settings.toml");
        std::fs::write(&path, "screenshot_height = 2160\nlight = true\n").unwrap();
        let Loaded { settings, fault, .. } = Settings::load(&path);
        assert_eq!((settings.picture_side, settings.light, fault), (Some(2160), true, None));
        settings.save(&path).unwrap();
        assert_eq!(Settings::load(&path).settings, settings);
    }

    #[test]
    fn what_can_be_read_counts_and_the_rest_is_kept_in_a_copy() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("settings.toml");
        let write = |text: &str| std::fs::write(&path, text).unwrap();
        let copy = |name: &str| std::fs::read_to_string(folder.path().join(name)).unwrap();

        let text = "hud = false\nof_a_later_version = 1\nlight = 3\n[window]\nsize = [800, 600]\n[bookmarks.F3]\ndistance = 7.0\nroll = 2.0\n";
        write(text);
        let Loaded { settings, fault, is_safe } = Settings::load(&path);
        assert!(!settings.hud && !settings.light && settings.window.size == [800, 600] && is_safe, "{settings:?}");
        assert_eq!(settings.bookmarks["F3"].distance, 7.0);
        let fault = fault.unwrap();
        let names = [path.to_str().unwrap(), "line 2", "of_a_later_version", "settings.toml.bak"];
        assert!(names.iter().all(|name| fault.contains(name)), "{fault}");
        assert_eq!(copy("settings.toml.bak"), text);

        // A malformed table is dropped as a whole; nothing of it ends up in the table before.
        write("[window]\nmaximized = true\n[[bookmarks]]\nposition = [1, 2]\n[bookmarks.F2]\ndistance = 5.0\n");
        let Loaded { settings, fault, .. } = Settings::load(&path);
        assert!(settings.window.maximized && settings.window.position.is_none() && fault.is_some(), "{settings:?}");
        // The first copy stays.
        assert_eq!(copy("settings.toml.bak"), text);
        assert!(copy("settings.toml.bak-2").contains("maximized"));
    }

    #[test]
    fn a_file_that_holds_no_settings_is_told_and_kept() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("settings.toml");
        assert_eq!(Settings::load(&path), Loaded { is_safe: true, ..Loaded::default() });
        for text in ["light = 3", "[[[", "\u{0}", "light = \"\"\"\n\n", &"?\n".repeat(1000)] {
            std::fs::write(&path, text).unwrap();
            let loaded = Settings::load(&path);
            assert_eq!(loaded.settings, Settings::default());
            assert!(loaded.is_safe && loaded.fault.is_some(), "{text}");
        }
        // A file that is not text is left alone.
        std::fs::write(&path, [0xff, 0xfe]).unwrap();
        let loaded = Settings::load(&path);
        assert!(!loaded.is_safe && loaded.fault.unwrap().contains(path.to_str().unwrap()));
    }

    #[test]
    fn a_new_window_fits_the_display() {
        let display = |x, size| Display { corner: [x, 0], size };
        let displays = [display(0, [1920, 1080]), display(1920, [1280, 720])];
        let size = |size| Placement { size, ..Placement::default() }.within(&displays).size;
        assert_eq!(size([1440, 900]), [1440, 900]);
        assert_eq!(size([u32::MAX, 100_000]), [1920, 1080 - BARS[1]]);
        assert_eq!(size([1920, 1080]), [1920, 1080], "without a desktop around it");
        assert_eq!(size([0, 0]), LEAST_SIZE);

        // The whole window is on the display that it was on, transport included.
        let placed = |position, size| Placement { position: Some(position), size, maximized: false }.within(&displays);
        assert_eq!(placed([100, 50], [1440, 900]), placed([100, 50], [1440, 900]).within(&displays));
        assert_eq!(placed([100, 50], [1440, 900]).position, Some([100, 50]));
        let small = placed([2000, 300], [1440, 900]);
        assert_eq!((small.position, small.size), (Some([1920, 0]), [1280, 720 - BARS[1]]));
        assert_eq!(placed([9000, 9000], [800, 600]).position, Some([1120, 1080 - BARS[1] as i32 - 600]), "its display is gone");
        assert_eq!(Placement::default().within(&[]), Placement::default());
    }
}
