//! Bodies from files: read by a thread, shown, and run once they are confirmed.

use std::path::PathBuf;
use std::sync::mpsc::{TryRecvError, channel};

use starshell::exchange::Reading;

use crate::app::shell::state::Shell;
use crate::app::simulation::{
    acts::loading,
    origin::Origin,
    preview::{Incoming, Preview},
    run::Run,
};

/// Reads bodies on another thread, because a million lines take a while.
pub fn import(incoming: &mut Option<Incoming>, path: PathBuf) {
    let (sender, arrives) = channel();
    *incoming = Some(Incoming::Read(arrives));
    std::thread::spawn(move || {
        // Fails only if another file was opened since and the receiver is gone.
        let _ = sender.send(Preview::read(&path, Reading::default(), None));
    });
}

/// Reads the bodies that are shown again, in another way.
pub fn import_again(incoming: &mut Option<Incoming>, reading: Reading) {
    let Some(Incoming::Shown(preview) | Incoming::ReadAgain(preview, _)) = incoming.take() else {
        return;
    };
    let preview = Box::new(Preview { reading: reading.clone(), ..*preview });
    let (path, measures) = (preview.path.clone(), preview.measures.clone());
    let (sender, arrives) = channel();
    *incoming = Some(Incoming::ReadAgain(preview, arrives));
    std::thread::spawn(move || {
        // Fails only if the preview is closed, or the file read in yet another way.
        let _ = sender.send(Preview::read(&path, reading, measures));
    });
}

/// Takes bodies that have been read.
pub fn receive_preview(shell: &mut Shell, incoming: &mut Option<Incoming>) {
    let Some(Incoming::Read(arrives) | Incoming::ReadAgain(_, arrives)) = incoming else {
        return;
    };
    let arrived = match arrives.try_recv() {
        Ok(arrived) => Some(arrived),
        Err(TryRecvError::Disconnected) => None,
        Err(TryRecvError::Empty) => return,
    };
    *incoming = match (arrived, incoming.take()) {
        (Some(Ok(preview)), _) => Some(Incoming::Shown(Box::new(preview))),
        // The choice stays, with what is wrong with it, until there is another.
        (Some(Err(error)), Some(Incoming::ReadAgain(preview, _))) => {
            Some(Incoming::Shown(Box::new(Preview { scene: Err(error.to_string()), ..*preview })))
        }
        (Some(Err(error)), _) => {
            shell.notices.warn(error.to_string());
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
