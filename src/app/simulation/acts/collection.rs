//! Scenes of one's own: kept in a folder, each with a small picture.

use std::path::Path;

use starshell::capture::Captions;
use starshell::file::{self, free_path_with};
use starshell::physics::initial::InitialState;
use starshell::render::{Format, Print};
use starshell::scene::Scene;
use starshell::snapshot::ENDING;

use crate::app::shell::{collection::folder, state::Shell};
use crate::app::simulation::{acts::files, origin::plain, run::Run, screenshot::Screenshot};

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
        shell.notices.warn(error.to_string());
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
