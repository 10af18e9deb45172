//! `starshell` without a command: the window.

use clap::CommandFactory;
use starshell::gpu::GpuError;
use starshell::name::UnknownName;
use starshell::scene::{DEFAULT, Scene, SceneError, embedded};
use starshell::session::SessionError;

use super::overrides::scene;
use super::{Failure, arguments, input, run, set_up};
use crate::app::{Options, Start, open};

pub fn window(arguments: arguments::Window) -> Result<(), Failure> {
    let name_or_path = arguments.scene.as_deref().unwrap_or(DEFAULT);
    if let Some(error) = unknown(name_or_path) {
        return Err(input(error));
    }
    let scene = scene(name_or_path, &arguments.overrides)?;
    let options = Options {
        adapter: arguments.adapter.adapter,
        is_fullscreen: arguments.fullscreen,
        start: Start { is_projector: arguments.projector, is_kiosk: arguments.kiosk },
    };
    open(scene, options).map_err(|error| {
        let is_of_scene = error.is::<SessionError>() || error.is::<GpuError>();
        // Whatever else keeps a window from opening is not in what was typed.
        if is_of_scene { set_up(error) } else { run(error) }
    })
}

/// Why `word` is neither a scene nor a command, where it is neither.
pub fn unknown(word: &str) -> Option<SceneError> {
    let cli = arguments::Cli::command();
    let commands = || cli.get_subcommands().map(clap::Command::get_name);
    let is_scene = !matches!(Scene::load(word), Err(SceneError::Unknown(_)));
    if is_scene || commands().any(|command| command == word) {
        return None;
    }
    let names = embedded().iter().map(|scene| scene.name).chain(commands());
    Some(UnknownName::new("scene or command", word, names).into())
}
