//! Scenes of one's own: kept in a folder, each with a small picture.

use std::fs;
use std::io;
use std::path::Path;

use starshell::capture::Captions;
use starshell::file::{self, free_path_with};
use starshell::physics::initial::InitialState;
use starshell::render::{Format, Print};
use starshell::scene::Scene;
use starshell::snapshot::ENDING;
use starshell::words::t;

use crate::app::commands::Upkeep;
use crate::app::shell::{
    collection::{folder, retitled},
    files::Kind,
    state::{Request, Shell},
};
use crate::app::simulation::{
    acts::{files, loading},
    origin::plain,
    run::{Run, SceneFile},
    screenshot::Screenshot,
};
use crate::explained::explained;

/// Size of the small pictures, as those of the built-in scenes.
const SIZE: [u32; 2] = [320, 200];

/// Keeps the scene under a title, with a picture of the present moment. Bodies of one's own are
/// kept as a run.
pub fn keep_scene(shell: &mut Shell, run: &mut Run, title: &str) {
    let title = title.trim();
    let scene = run.stage.session.scene();
    let title = if title.is_empty() { scene.spoken_title() } else { title.to_owned() };
    let is_own = matches!(scene.initial, InitialState::Bodies(_));
    let ending = if is_own { ENDING } else { "toml" };
    let path = free_path_with(&folder(&shell.folder), &plain(&title), ending, &["png"]);
    if let Err(error) = take_thumbnail(shell, run, &path.with_extension("png")) {
        shell.notices.warn(explained(&*error));
    }
    if is_own {
        return files::save(shell, run, path);
    }
    let text = Scene { title, ..run.stage.session.scene().clone() }.to_toml();
    files::write(shell, run, path, move |path| Ok(file::write(path, text.as_bytes())?));
}

fn take_thumbnail(shell: &Shell, run: &mut Run, path: &Path) -> anyhow::Result<()> {
    let print =
        Print { size: SIZE, format: Format::Rgba8, has_alpha: false, samples: 1, eyes: 0.0 };
    let captions = Captions::new(None, None, false)?;
    let screenshot =
        Screenshot { path: path.to_owned(), print, captions, recipe: None, has_body_trail: false };
    // No notice for the picture: the window reports the scene's file only.
    screenshot.take(&shell.gpu, &mut run.stage.session).map(drop)
}

/// Renames, edits or deletes a scene of one's own.
pub fn keep_up(shell: &mut Shell, path: &Path, what: Upkeep) {
    // Only what is in the folder is listed, and may go.
    if path.parent() != Some(folder(&shell.folder).as_path()) {
        return;
    }
    let done = match what {
        Upkeep::Edit => {
            shell.requests.push(Request::Show(path.to_owned()));
            return;
        }
        Upkeep::Rename(title) => rename(shell, path, title.trim()),
        Upkeep::Delete => fs::remove_file(path).map(|()| {
            // Runs and bodies may have no picture.
            let _ = fs::remove_file(path.with_extension("png"));
            forget(shell, path);
            shell.notices.tell(t!("notice-scene-deleted", path = path.display()));
        }),
    };
    if let Err(error) = done {
        let (path, cause) = (path.display(), explained(&error));
        shell.notices.warn(t!("notice-scene-upkeep", path = path, cause = cause));
    }
}

/// Forgets a file among the favourites and the recent ones.
fn forget(shell: &mut Shell, path: &Path) {
    let name = path.display().to_string();
    shell.settings.collection.favourites.retain(|favourite| *favourite != name);
    shell.settings.recent.retain(|recent| recent != path);
}

/// Gives a scene another title, and its file and its picture the name of it.
fn rename(shell: &mut Shell, path: &Path, title: &str) -> io::Result<()> {
    if title.is_empty() {
        return Ok(());
    }
    if Kind::from_path(path) == Some(Kind::Scene)
        && let Some(text) = retitled(&file::read_to_string(path)?, title)
    {
        file::write(path, text.as_bytes()).map_err(io::Error::other)?;
    }
    let ending = path.extension().unwrap_or_default().to_string_lossy();
    if path.file_stem().is_some_and(|stem| *stem.to_string_lossy() == plain(title)) {
        return Ok(());
    }
    let other = free_path_with(&folder(&shell.folder), &plain(title), &ending, &["png"]);
    fs::rename(path, &other)?;
    let _ = fs::rename(path.with_extension("png"), other.with_extension("png"));
    let is_favourite = shell.settings.collection.is_favourite(&path.display().to_string());
    forget(shell, path);
    if is_favourite {
        shell.settings.collection.toggle_favourite(&other.display().to_string());
    }
    Ok(())
}

/// Seconds after which the file of the scene on stage is looked at again.
const EVERY: f32 = 1.0;

/// Loads the scene on stage again when its file has changed.
pub fn follow_file(shell: &mut Shell, run: &mut Run, elapsed: f32) {
    let is_loading = run.loading.is_some();
    let Some(file) = &mut run.file else { return };
    file.since += elapsed;
    if file.since < EVERY || is_loading {
        return;
    }
    let before = std::mem::replace(file, SceneFile::new(file.path.clone())).changed;
    if file.changed.is_none() || file.changed == before {
        return;
    }
    let path = file.path.clone();
    loading::open(shell, run, &path.to_string_lossy());
    if run.loading.is_some() {
        shell.notices.tell(t!("notice-scene-reloaded", path = path.display()));
    }
}
