//! What commands do on the workbench.

use std::path::Path;

use starshell::file::{self, FileError, free_path};
use starshell::words::t;

use crate::app::commands::View;
use crate::app::shell::state::Shell;
use crate::app::workbench::{Workbench, read};
use crate::explained::explained;

impl Workbench {
    /// Takes what came of kernels, and checks what was typed.
    pub fn frame(&mut self, shell: &mut Shell, elapsed: f32) {
        self.receive(elapsed).into_iter().for_each(|failure| shell.notices.warn(failure));
    }

    /// Writes the kernel that is shown into the folder of pictures, under a name that is free.
    pub fn save(&self, shell: &mut Shell) {
        let sheet = self.sheet();
        let path = free_path(&shell.folder, sheet.bench.name, "wgsl");
        let folder = std::fs::create_dir_all(&shell.folder)
            .map_err(|error| FileError::new(&shell.folder, error));
        match folder.and_then(|()| file::write(&path, sheet.text().as_bytes())) {
            Ok(()) => shell.notices.tell_written(t!("notice-written", path = path.display())),
            Err(error) => shell.notices.warn(explained(&error)),
        }
    }

    /// Puts the text of a file in the place of the one that is shown.
    pub fn open(&mut self, shell: &mut Shell, path: &Path) {
        match read(path) {
            Ok(text) => {
                self.sheet_mut().set_text(text);
                shell.view = View::Workbench;
            }
            Err(error) => shell.notices.warn(explained(&FileError::new(path, error))),
        }
    }
}
