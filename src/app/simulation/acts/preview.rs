//! Bodies from files: read by a thread, shown, and run once they are confirmed.

use std::path::PathBuf;
use std::sync::mpsc::{TryRecvError, channel};

use starshell::physics::initial::InitialState;
use starshell::words::t;

use crate::app::simulation::{
    desk::Desk,
    origin::Origin,
    preview::{Incoming, Preview},
};

impl Desk {
    /// Reads bodies on another thread, because a million lines take a while.
    pub fn import(&mut self, path: PathBuf) {
        let (sender, arrives) = channel();
        self.storage.incoming = Some(Incoming::Read(arrives));
        std::thread::spawn(move || {
            // Fails only if another file was opened since and the receiver is gone.
            let _ = sender.send(Preview::read(&path));
        });
    }

    /// Takes bodies that have been read.
    pub fn receive_preview(&mut self) {
        let Some(Incoming::Read(arrives)) = &self.storage.incoming else { return };
        match arrives.try_recv() {
            Ok(Ok(preview)) => self.storage.incoming = Some(Incoming::Shown(Box::new(preview))),
            Ok(Err(error)) => {
                self.storage.incoming = None;
                self.shell.notices.warn(error.to_string());
            }
            Err(TryRecvError::Disconnected) => self.storage.incoming = None,
            Err(TryRecvError::Empty) => {}
        }
    }

    /// Runs the bodies that are shown, or drops them.
    pub fn answer_preview(&mut self, is_wanted: bool) {
        let Some(Incoming::Shown(preview)) = self.storage.incoming.take() else { return };
        if let (Ok(scene), true) = (preview.scene, is_wanted) {
            let origin = Origin { scene: scene.clone(), name: None };
            self.load(scene, origin);
        }
    }

    /// Whether no scene file can hold the scene, because its bodies are one's own. Says so.
    pub fn has_no_scene_file(&mut self) -> bool {
        let is_own = matches!(self.stage.session.scene().initial, InitialState::Bodies(_));
        if is_own {
            self.shell.notices.warn(t!("notice-no-scene-file"));
        }
        is_own
    }
}
