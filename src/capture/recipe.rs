//! How a picture or video was made, so that it can be reproduced: the command, the scene with all
//! numbers, and the plan of the force pass. Every capture holds its recipe as a note; a text file
//! beside it holds the same.

use std::fmt::Write;
use std::path::{Path, PathBuf};

use super::note::Note;
use super::shots::{Shot, Shots};
use super::{CaptureError, read_notes};
use crate::file::{self, FileError, SOFTWARE, check_replaceable};
use crate::gpu::Gpu;
use crate::physics::StoredPlan;
use crate::physics::initial::InitialState;
use crate::scene::{MAX_SEED, Scene, View, complete, embedded, read_text};
use crate::session::{Course, Edited, Members, Session, Setup};
use crate::words::{Text, said};

/// Name of the text file in a folder of pictures.
pub const FOLDER_FILE: &str = "recipe.toml";

/// Why a capture of one's own bodies cannot be reproduced.
const OWN_BODIES: &str = "its bodies are one's own, which a capture does not hold";

/// Everything needed to reproduce a capture: byte for byte on the same adapter with the same
/// version.
#[derive(Clone, Debug, PartialEq)]
pub struct Recipe {
    /// Program and version.
    pub software: String,
    /// Name, driver and backend of the adapter.
    pub adapter: String,
    /// The command and its options as `--name=value`, without the scene, its overrides and the
    /// names of files.
    pub command: Vec<String>,
    /// Why the capture cannot be reproduced, for example because bodies were moved by hand.
    pub altered: Option<String>,
    /// The plan of the force pass. Other plans round differently.
    #[doc(hidden)]
    pub plan: StoredPlan,
    /// What computed the forces: the adapter, or the processor by its own plan.
    pub members: Members,
    /// The scene with all overrides applied.
    pub scene: Scene,
    /// What was done to the run by hand, in order.
    #[doc(hidden)]
    pub edits: Vec<Edited>,
    /// The frames of a video that was recorded by hand, if it was.
    #[doc(hidden)]
    pub shots: Shots,
}

/// The recipe as stored in a file, without the scene.
#[derive(serde::Serialize, serde::Deserialize)]
struct Head {
    software: String,
    adapter: String,
    command: Vec<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    altered: Option<String>,
    #[serde(default = "adapter_alone", skip_serializing_if = "is_adapter_alone")]
    members: Members,
    plan: StoredPlan,
    #[serde(default, skip_serializing)]
    edits: Vec<Edited>,
    #[serde(default, skip_serializing)]
    shots: Vec<Shot>,
}

/// The edits as stored in a file, behind everything else.
#[derive(serde::Serialize)]
struct Tail<'a> {
    #[serde(skip_serializing_if = "<[Edited]>::is_empty")]
    edits: &'a [Edited],
    #[serde(skip_serializing_if = "<[Shot]>::is_empty")]
    shots: &'a [Shot],
}

/// What computed in captures that do not say.
fn adapter_alone() -> Members {
    Members::Gpu
}

fn is_adapter_alone(members: &Members) -> bool {
    *members == Members::Gpu
}

/// File extensions of captures, which are never read as scene files.
const ENDINGS: [&str; 5] = ["png", "apng", "exr", "mp4", "gif"];

/// Loads a scene by name, from a scene file, or from a capture that shows it.
///
/// # Errors
/// [`CaptureError`] if a capture has no valid recipe, and as for [`Scene::load`].
pub fn load_scene(name_or_path: &str) -> Result<Scene, CaptureError> {
    let path = Path::new(name_or_path);
    let ending = path.extension().unwrap_or_default().to_string_lossy().to_ascii_lowercase();
    let is_capture = ENDINGS.contains(&ending.as_str());
    let is_folder = path.join(FOLDER_FILE).is_file()
        && !embedded().iter().any(|scene| scene.name == name_or_path);
    if is_folder || path.is_file() && (is_capture || ending == "toml") {
        match Recipe::read(path) {
            Ok(recipe) => return Ok(recipe.scene),
            // Pictures of Starshell 0.3 hold only their scene.
            Err(CaptureError::NoRecipe(file)) if is_capture => {
                let notes = read_notes(path).unwrap_or_default();
                let scene = notes
                    .into_iter()
                    .find(|note| note.keyword == "Scene")
                    .ok_or(CaptureError::NoRecipe(file))?;
                return Ok(Scene::parse(&scene.text, &format!("the scene in {name_or_path}"))?);
            }
            // A scene file; its own reader reports errors by line.
            Err(
                CaptureError::NoRecipe(_)
                | CaptureError::Recipe { .. }
                | CaptureError::Unreadable { .. },
            ) if ending == "toml" => {}
            Err(error) => return Err(error),
        }
    }
    Ok(Scene::load(name_or_path)?)
}

/// The whole of a text file, or the note with this keyword in a picture or video. Errors name the
/// file `name`.
fn text_or_note(path: &Path, name: &str, keyword: &str) -> Result<String, CaptureError> {
    let unreadable = |source| CaptureError::Unreadable { file: name.to_owned(), source };
    if path.extension().is_some_and(|ending| ending.eq_ignore_ascii_case("toml")) {
        return file::read_to_string(path).map_err(unreadable);
    }
    let notes = read_notes(path).map_err(unreadable)?;
    let note = notes.into_iter().find(|note| note.keyword == keyword);
    Ok(note.ok_or_else(|| CaptureError::NoRecipe(name.to_owned()))?.text)
}

/// Reads camera and look of the scene in a picture, a recipe or a scene file, whatever its bodies.
///
/// # Errors
/// [`CaptureError`] if it has none, or if they are not valid.
pub fn load_view(path: &Path) -> Result<View, CaptureError> {
    let name = path.display().to_string();
    // In the note of the scene, the camera is where it followed to.
    let text = text_or_note(path, &name, "Scene")?;
    let wrong = |message| CaptureError::Recipe { file: name.clone(), message };
    let mut table: toml::Table = read_text(&text).map_err(wrong)?;
    if let Some(toml::Value::Table(scene)) = table.remove("scene") {
        table = scene;
    }
    Ok(View::parse(&table, &format!("the scene in {name}"))?)
}

impl Recipe {
    /// Keyword of the note that holds a recipe.
    pub const KEYWORD: &'static str = "Recipe";

    /// The recipe for what `session` draws, as started by `command`.
    pub fn new(gpu: &Gpu, session: &Session, command: Vec<String>) -> Self {
        Self {
            software: SOFTWARE.to_owned(),
            adapter: adapter(gpu),
            command,
            altered: None,
            plan: session.simulation().plan().into(),
            members: session.computing().present(),
            scene: session.scene().clone(),
            edits: Vec::new(),
            shots: Shots::default(),
        }
    }

    /// The recipe for a run that has come about like this: with what it began, and what was done to
    /// it by hand since.
    #[must_use]
    #[doc(hidden)]
    pub fn after(mut self, course: &Course) -> Self {
        if let Some(Setup { physics, plan, members }) = course.setup().cloned() {
            (self.scene.physics, self.plan, self.members) = (physics, plan, members);
        }
        self.altered = course.altered().map(str::to_owned);
        self.edits = course.edits().to_vec();
        self
    }

    /// The recipe in a picture or video, in the text file beside one, or in a folder of pictures.
    ///
    /// # Errors
    /// [`CaptureError`].
    pub fn read(path: &Path) -> Result<Self, CaptureError> {
        let name = path.display().to_string();
        let is_folder = path.is_dir();
        let path = &if is_folder { path.join(FOLDER_FILE) } else { path.to_owned() };
        if is_folder && !path.exists() {
            return Err(CaptureError::NoRecipe(name));
        }
        let recipe = Self::parse(&text_or_note(path, &name, Self::KEYWORD)?, &name)?;
        if recipe.altered.as_deref() == Some(Shots::BESIDE)
            && let Ok(text) = file::read_to_string(&Self::beside(path, false))
            && let Ok(whole) = Self::parse(&text, &name)
        {
            return Ok(whole);
        }
        Ok(recipe)
    }

    /// The recipe that `text` describes; `file` is for messages.
    ///
    /// # Errors
    /// [`CaptureError::NoRecipe`] if the text is not a recipe; [`CaptureError::Recipe`] and
    /// [`CaptureError::Scene`] if it is damaged.
    pub fn parse(text: &str, file: &str) -> Result<Self, CaptureError> {
        let invalid = |message: Text| CaptureError::Recipe { file: file.to_owned(), message };
        let mut table: toml::Table = read_text(text).map_err(invalid)?;
        let (Some(mut scene), true) = (table.remove("scene"), table.contains_key("command")) else {
            return Err(CaptureError::NoRecipe(file.to_owned()));
        };
        let head: Head = read_text(text).map_err(invalid)?;
        complete(scene.get_mut("physics"));
        let scene = toml::to_string(&scene).map_err(|error| invalid(said(error)))?;
        let scene = Scene::parse(&scene, &format!("the scene in {file}"))?;
        let Head { software, adapter, command, altered, members, plan, edits, shots } = head;
        let shots = Shots::from(shots);
        Ok(Self { software, adapter, command, altered, members, plan, scene, edits, shots })
    }

    /// The recipe as text. [`Recipe::parse`] turns it back into an equal recipe, except for a scene
    /// of [bodies of one's own](crate::physics::initial::InitialState::Bodies).
    pub fn to_toml(&self) -> String {
        let Self { software, adapter, command, altered, members, plan, mut scene, edits, shots } =
            self.clone();
        // Scene files and the program hold no larger ones, and TOML could not.
        scene.seed = scene.seed.min(MAX_SEED);
        let is_own = matches!(scene.initial, InitialState::Bodies(_));
        let altered = altered.or_else(|| is_own.then(|| OWN_BODIES.to_owned()));
        let is_altered = altered.is_some();
        let tail = Tail { edits: &edits, shots: shots.list() };
        let head = Head {
            software,
            adapter,
            command,
            altered,
            members,
            plan,
            edits: Vec::new(),
            shots: Vec::new(),
        };
        let mut text = match is_altered {
            true => "# How this capture was made. It cannot be made again; `altered` says why.\n"
                .to_owned(),
            false => {
                "# How this capture was made. `starshell render --again FILE` makes it again.\n"
                    .to_owned()
            }
        };
        let _ = write!(text, "{}", table(&head));
        let scene = toml::Table::from_iter([("scene".to_owned(), table(&scene).into())]);
        let _ = write!(text, "\n{scene}");
        if !(tail.edits.is_empty() && tail.shots.is_empty()) {
            let _ = write!(text, "\n{}", table(&tail));
        }
        text
    }

    /// The recipe as a note.
    pub fn note(&self) -> Note {
        Note::new(Self::KEYWORD, self.to_toml())
    }

    /// The text file for the recipe of the capture at `path`: beside it, or in it if that is a
    /// folder.
    pub fn beside(path: &Path, is_folder: bool) -> PathBuf {
        if is_folder { path.join(FOLDER_FILE) } else { path.with_added_extension("toml") }
    }

    /// Writes the recipe as a text file [beside](Self::beside) the capture at `path`, and returns
    /// its path. Replaces only another recipe.
    ///
    /// # Errors
    /// [`FileError`].
    pub fn write_beside(&self, path: &Path) -> Result<PathBuf, FileError> {
        let beside = Self::beside(path, path.is_dir());
        check_replaceable(&beside)?;
        file::write(&beside, self.to_toml().as_bytes())?;
        Ok(beside)
    }
}

/// Converts a value to TOML. Its fields must be numbers, strings, and lists and tables of these, so
/// this cannot fail.
fn table(value: &impl serde::Serialize) -> toml::Table {
    toml::Table::try_from(value)
        .unwrap_or_else(|error| unreachable!("a recipe is always TOML: {error}"))
}

/// The adapter, its driver and backend, as notes name them.
pub(super) fn adapter(gpu: &Gpu) -> String {
    let info = gpu.adapter().info();
    format!("{} ({} {}, {})", info.name, info.driver, info.driver_info, info.backend)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::physics::Plan;
    use crate::session::Edit;

    fn recipe() -> Recipe {
        Recipe {
            software: SOFTWARE.to_owned(),
            adapter: "an adapter (a driver 1.0, vulkan)".to_owned(),
            command: vec![
                "render".to_owned(),
                "--size=320x180".to_owned(),
                "--caption=\"t = {time}\"".to_owned(),
            ],
            altered: Some("bodies were thrown in".to_owned()),
            plan: (&Plan::naive()).into(),
            members: Members::Processor,
            scene: Scene::load("plummer").unwrap(),
            edits: vec![
                Edited { steps: 3, edit: Edit::Reverse {} },
                Edited { steps: 3, edit: Edit::Delete(4) },
            ],
            shots: Shots::default(),
        }
    }

    #[test]
    fn a_recipe_comes_back_from_its_own_text() {
        for scene in embedded() {
            let recipe = Recipe { scene: scene.scene.clone(), altered: None, ..recipe() };
            assert_eq!(Recipe::parse(&recipe.to_toml(), "a.png").unwrap(), recipe);
        }
        assert_eq!(Recipe::parse(&recipe().to_toml(), "a.png").unwrap(), recipe());
        let earlier = recipe().to_toml().replace("members = \"processor\"\n", "");
        assert_eq!(
            Recipe::parse(&earlier, "a.png").unwrap(),
            Recipe { members: Members::Gpu, ..recipe() }
        );
    }

    #[test]
    fn text_that_is_not_a_recipe_is_reported() {
        let error = |text: &str| Recipe::parse(text, "a.png").unwrap_err().to_string();
        assert!(error("title = \"a scene\"").starts_with("a.png does not say how it was made"));
        assert!(error("command = [").starts_with("the recipe in a.png is not valid"));
        let told = error(&recipe().to_toml().replace("shares = 1", "shares = [1]"));
        assert!(
            told.contains("is not valid: line ")
                && told.contains("`shares`: expected a whole number from 0"),
            "{told}"
        );
        assert!(
            error(&recipe().to_toml().replace("count = ", "count = -"))
                .contains("the scene in a.png:")
        );
    }

    #[test]
    fn a_recipe_is_written_beside_a_file_and_into_a_folder() {
        let folder = tempfile::tempdir().unwrap();
        let beside = recipe().write_beside(&folder.path().join("a.png")).unwrap();
        assert_eq!(beside, folder.path().join("a.png.toml"));
        assert_eq!(Recipe::read(&beside).unwrap(), recipe());
        assert_eq!(
            recipe().write_beside(folder.path()).unwrap(),
            folder.path().join("recipe.toml")
        );
        let error = |name: &str| Recipe::read(&folder.path().join(name)).unwrap_err().to_string();
        assert!(error("none.png").ends_with("check the path"), "{}", error("none.png"));
        std::fs::write(folder.path().join("b.png"), b"\x89PNG\r\n\x1a\n\0\0\0\x0dLHDR").unwrap();
        assert!(
            error("b.png")
                .ends_with("b.png cannot be read (the PNG is damaged): give another copy of it"),
            "{}",
            error("b.png")
        );
    }
}
