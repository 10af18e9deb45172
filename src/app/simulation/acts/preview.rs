//! Bodies from files: read by a thread, shown, and run once they are confirmed.

use std::path::PathBuf;
use std::sync::mpsc::{Receiver, TryRecvError, channel};

use starshell::exchange::{Measures, Reading};

use crate::app::shell::state::Shell;
use crate::app::simulation::{
    acts::loading,
    origin::Origin,
    preview::{Arrival, Incoming, Outline, Preview},
    run::Run,
};
use crate::explained::explained;

/// Reads bodies on another thread, because a million lines take a while.
pub fn import(incoming: &mut Option<Incoming>, path: PathBuf) {
    *incoming = Some(Incoming::Read(None, read(path, Reading::default(), None)));
}

/// What a thread reads.
fn read(
    path: PathBuf,
    reading: Reading,
    measures: Option<Measures>,
) -> Receiver<anyhow::Result<Arrival>> {
    let (sender, arrives) = channel();
    std::thread::spawn(move || {
        // Both fail only if the receiver is gone, because the user has since asked for something
        // else.
        let mut outline = |sketch| {
            let _ = sender.send(Ok(Arrival::Outline(Outline::new(&path, sketch))));
        };
        let preview = Preview::read(&path, reading, measures, &mut outline);
        let _ = sender.send(preview.map(|preview| Arrival::Bodies(Box::new(preview))));
    });
    arrives
}

/// Reads the bodies that are shown again, in another way.
pub fn import_again(incoming: &mut Option<Incoming>, reading: Reading) {
    let Some(Incoming::Shown(preview) | Incoming::ReadAgain(preview, _)) = incoming.take() else {
        return;
    };
    let preview = Box::new(Preview { reading: reading.clone(), ..*preview });
    let (path, measures) = (preview.path.clone(), preview.measures.clone());
    *incoming = Some(Incoming::ReadAgain(preview, read(path, reading, measures)));
}

/// Takes bodies that have been read.
pub fn receive_preview(shell: &mut Shell, incoming: &mut Option<Incoming>) {
    let Some(Incoming::Read(_, arrives) | Incoming::ReadAgain(_, arrives)) = incoming else {
        return;
    };
    let arrived = match arrives.try_recv() {
        Ok(arrived) => Some(arrived),
        Err(TryRecvError::Disconnected) => None,
        Err(TryRecvError::Empty) => return,
    };
    *incoming = match (arrived, incoming.take()) {
        (Some(Ok(Arrival::Bodies(preview))), _) => Some(Incoming::Shown(preview)),
        (Some(Ok(Arrival::Outline(outline))), Some(Incoming::Read(_, arrives))) => {
            Some(Incoming::Read(Some(outline), arrives))
        }
        // All of it is already shown.
        (Some(Ok(Arrival::Outline(_))), shown) => shown,
        // The choice stays, with what is wrong with it, until there is another.
        (Some(Err(error)), Some(Incoming::ReadAgain(preview, _))) => {
            Some(Incoming::Shown(Box::new(Preview { scene: Err(explained(&*error)), ..*preview })))
        }
        (Some(Err(error)), _) => {
            shell.notices.warn(explained(&*error));
            None
        }
        (None, _) => None,
    };
}

/// Runs the bodies that are shown, or drops them.
pub fn answer_preview(
    shell: &mut Shell,
    run: &mut Run,
    incoming: &mut Option<Incoming>,
    is_wanted: bool,
) {
    let Some(Incoming::Shown(preview)) = incoming.take() else { return };
    if let (Ok(scene), true) = (preview.scene, is_wanted) {
        let origin = Origin { scene: scene.clone(), name: None };
        loading::load(shell, run, scene, origin);
    }
}
