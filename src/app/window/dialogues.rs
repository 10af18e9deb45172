//! The system's dialogues for files. Where there is none, the program's own stays.

use std::path::PathBuf;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, channel};
use std::time::{Duration, Instant};

use rfd::AsyncFileDialog;
use starshell::exchange;
use starshell::exchange::snapshots::write::Output;
use starshell::snapshot::ENDING;
use starshell::words::t;
use winit::window::Window;

use crate::app::commands::{Command, Intent};
use crate::app::shell::{
    files::{CAPTURES, Files, Kind},
    state::Shell,
};

/// Nobody cancels a dialogue sooner: an answer within this time means that there is none.
const SOON: Duration = Duration::from_secs(1);

/// The dialogue that is open, if any.
#[derive(Default)]
pub struct Dialogues {
    open: Option<Open>,
    /// Whether this system has none.
    are_missing: bool,
}

struct Open {
    /// The program's own dialogue in its place.
    own: Files,
    since: Instant,
    answer: Receiver<Option<PathBuf>>,
}

impl Dialogues {
    /// Shows the system's dialogue in place of the program's own that was just opened to choose a
    /// file, or that asks for it; and takes the answer. Saving begins with the program's own, which
    /// asks for the contents too.
    pub fn tend(&mut self, shell: &mut Shell, window: &Arc<Window>) {
        self.collect(shell);
        let is_new =
            |files: &Files| files.wants_system || !files.is_drawn && files.intent != Intent::Save;
        if self.open.is_some() {
            return;
        }
        if self.are_missing {
            if shell.files.as_mut().is_some_and(|files| std::mem::take(&mut files.wants_system)) {
                shell.notices.warn(t!("notice-no-dialogue"));
            }
            return;
        }
        let Some(mut own) = shell.files.take_if(|files| is_new(files)) else { return };
        own.wants_system = false;
        let (sender, answer) = channel();
        let (asked, window) = (ask(&own, window), Arc::clone(window));
        std::thread::spawn(move || {
            // Fails only if the window has closed meanwhile.
            let _ = sender.send(pollster::block_on(asked));
            window.request_redraw();
        });
        self.open = Some(Open { own, since: Instant::now(), answer });
    }

    fn collect(&mut self, shell: &mut Shell) {
        let Some(open) = &self.open else { return };
        let Ok(chosen) = open.answer.try_recv() else { return };
        let Some(Open { own, since, .. }) = self.open.take() else { return };
        match chosen {
            Some(path) => shell.ask(Command::with_file(own.intent, own.chosen(path))),
            None if since.elapsed() < SOON => {
                self.are_missing = true;
                shell.files = Some(own);
            }
            None => {}
        }
    }
}

/// Opens the system's dialogue.
fn ask(own: &Files, window: &Window) -> impl Future<Output = Option<PathBuf>> + Send + use<> {
    let dialogue = AsyncFileDialog::new().set_parent(window).set_directory(&own.folder);
    let bodies: Vec<&str> = exchange::endings().collect();
    let all = [ENDING, "toml"].into_iter().chain(bodies.iter().copied()).chain(CAPTURES);
    let all: Vec<&str> = all.collect();
    let chosen: std::pin::Pin<Box<dyn Future<Output = Option<rfd::FileHandle>> + Send>> =
        match own.intent {
            Intent::Open => Box::pin(
                dialogue
                    .set_title(t!("files-open"))
                    .add_filter(t!("files-all"), &all)
                    .add_filter(t!("files-kind-run"), &[ENDING])
                    .add_filter(t!("files-kind-scene"), &["toml"])
                    .add_filter(t!("files-bodies"), &bodies)
                    .add_filter(t!("files-captures"), &CAPTURES)
                    .pick_file(),
            ),
            Intent::Compare => Box::pin(
                dialogue.set_title(t!("files-compare")).add_filter("JSON", &["json"]).pick_file(),
            ),
            Intent::Save => {
                let (name, endings): (_, Vec<&str>) = match own.kind() {
                    Kind::Scene => (t!("files-kind-scene"), vec!["toml"]),
                    Kind::Run => (t!("files-kind-run"), vec![ENDING]),
                    Kind::Bodies => (t!("files-kind-bodies"), Output::endings().collect()),
                };
                let file = own.path().and_then(|path| {
                    path.file_name().map(|name| name.to_string_lossy().into_owned())
                });
                let dialogue = dialogue.set_title(t!("files-save")).add_filter(name, &endings);
                Box::pin(dialogue.set_file_name(file.unwrap_or_default()).save_file())
            }
        };
    async move { chosen.await.map(|handle| handle.path().to_owned()) }
}
