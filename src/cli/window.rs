//! `starshell` without a command: the window.

use std::sync::Arc;
use std::sync::atomic::{AtomicU8, Ordering};
use std::sync::mpsc::channel;
use std::time::{Duration, Instant};

use anyhow::anyhow;
use clap::CommandFactory;
use starshell::exchange;
use starshell::file::abandon;
use starshell::gpu::GpuError;
use starshell::name;
use starshell::scene::{DEFAULT, Scene, SceneError, embedded};
use starshell::session::SessionError;
use starshell::snapshot::Checkpoint;

use super::adapter::check_backend;
use super::arguments::Overrides;
use super::failure::{Failure, input, run, set_up};
use super::overrides::{Beginning, overridden_own};
use super::own::Own;
use super::{arguments, series, signals};
use crate::app::{Arrival, Closer, Incoming, LessonStart, Options, Outline, Reel, Start, open};

/// How long the window waits for a file of bodies before it opens without them.
const PATIENCE: Duration = Duration::from_millis(500);
/// Most bodies of the scene behind a lesson.
const BEHIND_LESSON: usize = 2048;

pub fn window(adapter: Option<String>, arguments: arguments::Window) -> Result<(), Failure> {
    window_with(adapter, arguments, None)
}

/// Opens the window, with a lesson if given.
pub fn window_with(
    adapter: Option<String>,
    arguments: arguments::Window,
    lesson: Option<LessonStart>,
) -> Result<(), Failure> {
    let name_or_path = arguments.scene.as_deref().unwrap_or(DEFAULT);
    if let Some(error) = unknown(name_or_path) {
        return Err(input(error));
    }
    check_backend()?;
    let overrides = &arguments.overrides;
    let film = series::film(name_or_path, &overrides.table, &overrides.reading())?;
    let is_own = film.is_none() && Own::is_at(name_or_path, &overrides.table)?;
    let incoming = match is_own {
        true => Some(incoming(name_or_path, overrides)?),
        false => None,
    };
    let changed = |scene| overridden_own(scene, name_or_path, overrides);
    // Bodies of one's own wait for a confirmation over the default scene.
    let Beginning { mut scene, saved, .. } = match (&incoming, &film) {
        (Some(_), _) => Beginning::new(DEFAULT, &Overrides::default())?,
        (None, Some(film)) => {
            let mut scene = changed(film.scene().clone())?;
            // Its pictures name the columns of each moment.
            scene.initial.forget_columns();
            Beginning { scene, saved: None, resumed: None, notes: Vec::new() }
        }
        (None, None) => Beginning::new(name_or_path, overrides)?,
    };
    let film = film.map(Reel::begin).transpose().map_err(input)?.unwrap_or_default();
    if lesson.is_some() {
        // It waits behind the lesson, whose cards bring their own scenes.
        scene.count = scene.count.min(BEHIND_LESSON);
    }
    // What was asked for stays.
    let suits_machine = lesson.is_none()
        && saved.is_none()
        && arguments.overrides.count.is_none()
        && (incoming.is_some() || embedded().iter().any(|it| it.name == name_or_path));
    let saved = saved.map(|run| Box::new(Checkpoint { scene: scene.clone(), ..run }));
    let options = Options {
        adapter,
        language: arguments.language,
        is_fullscreen: arguments.fullscreen,
        start: Start {
            is_projector: arguments.projector,
            is_kiosk: arguments.kiosk,
            members: arguments.overrides.members,
            is_locked: arguments.locked,
            is_simple: arguments.simple,
            saved,
            film,
            suits_machine,
            lesson,
        },
        incoming,
    };
    // The exit code of the signal that asked the window to close; 0 if none did.
    let asked = Arc::new(AtomicU8::new(0));
    let by_signal = Arc::clone(&asked);
    let listen = |closer: Closer| {
        let close = move |code| {
            if by_signal.swap(code, Ordering::Relaxed) == 0 {
                closer.close();
            } else {
                abandon();
                signals::leave(code)
            }
        };
        Ok(signals::listen(close)?)
    };
    open(scene, options, listen).map_err(|error| {
        let is_of_scene = error.is::<SessionError>() || error.is::<GpuError>();
        // Anything else that keeps a window from opening is not the fault of the arguments.
        if is_of_scene { set_up(error) } else { run(error) }
    })?;
    match asked.load(Ordering::Relaxed) {
        0 => Ok(()),
        code => Err(Failure::Stopped("closed by a signal".to_owned(), code)),
    }
}

/// Bodies of a file, as they wait in the window. The window opens before all of a large file is
/// read; errors in a small file, or at the beginning of a large one, are reported before it opens.
fn incoming(path: &str, overrides: &Overrides) -> Result<Incoming, Failure> {
    let (sender, arrives) = channel();
    let (path, overrides) = (path.to_owned(), overrides.clone());
    std::thread::spawn(move || {
        let mut outline = |sketch| {
            // Fails only if the window is gone.
            let _ = sender.send(Ok(Arrival::Outline(Outline::new(path.as_ref(), sketch))));
        };
        let table = &overrides.table;
        let own = Own::sketched(&path, table, table.reading(), Some(&mut outline));
        let preview =
            own.and_then(|own| own.preview(|scene| overridden_own(scene, &path, &overrides)));
        let arrival = preview.map(|preview| Arrival::Bodies(Box::new(preview)));
        let _ = sender.send(arrival.map_err(|failure| match failure {
            Failure::Input(error) | Failure::Run(error) => error,
            other => anyhow!(other.to_string()),
        }));
    });
    let (mut outline, until) = (None, Instant::now() + PATIENCE);
    loop {
        match arrives.recv_timeout(until.saturating_duration_since(Instant::now())) {
            Ok(Ok(Arrival::Bodies(preview))) => return Ok(Incoming::Shown(preview)),
            Ok(Ok(Arrival::Outline(known))) => outline = Some(known),
            Ok(Err(error)) => return Err(input(error)),
            Err(_) => return Ok(Incoming::Read(outline, arrives)),
        }
    }
}

/// The error if `word` is neither a scene nor a command.
pub fn unknown(word: &str) -> Option<SceneError> {
    let is_scene = Checkpoint::is_named(word.as_ref())
        || exchange::is_bodies(word.as_ref())
        || matches!(exchange::series::files(word), Ok(Some(_)))
        || !matches!(Scene::load(word), Err(SceneError::Unknown(_)));
    if is_scene || is_command(word) {
        return None;
    }
    let cli = arguments::Cli::command();
    let commands = cli.get_subcommands().map(clap::Command::get_name);
    let names = embedded().iter().map(|scene| scene.name).chain(commands);
    Some(SceneError::Unknown(name::unknown("scene or command", word, names)))
}

/// Whether `word` is a command.
pub fn is_command(word: &str) -> bool {
    arguments::Cli::command().find_subcommand(word).is_some() || word == "help"
}
