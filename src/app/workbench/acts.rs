//! What the workbench is asked for.

use std::path::Path;

use starshell::file::{self, FileError};
use starshell::words::t;

use crate::app::shell::{desk::Desk, view::View};
use crate::app::workbench::read;

impl Desk {
    /// Runs the kernel that is shown, in a process of its own.
    pub fn run_kernel(&mut self) {
        self.workbench.begin();
    }

    /// Ends that process.
    pub fn stop_kernel(&mut self) {
        self.workbench.run = None;
    }

    /// Takes what came of kernels, and checks what was typed.
    pub fn receive_kernels(&mut self, elapsed: f32) {
        if let Some(failure) = self.workbench.receive(elapsed) {
            self.notices.warn(failure);
        }
    }

    /// Writes the kernel that is shown into the folder of pictures, under a name that is free.
    pub fn save_kernel(&mut self) {
        let sheet = self.workbench.sheet();
        let named = |number: usize| {
            let suffix = if number == 1 { String::new() } else { format!("-{number}") };
            self.folder.join(format!("{}{suffix}.wgsl", sheet.bench.name))
        };
        let path = (1..).map(named).find(|path| !path.exists()).unwrap_or_else(|| named(1));
        let folder = std::fs::create_dir_all(&self.folder).map_err(|error| FileError::new(&self.folder, error));
        match folder.and_then(|()| file::write(&path, sheet.text().as_bytes())) {
            Ok(()) => self.notices.tell_written(t!("notice-written", path = path.display())),
            Err(error) => self.notices.warn(error.to_string()),
        }
    }

    /// Puts the text of a file in the place of the one that is shown.
    pub fn open_kernel(&mut self, path: &Path) {
        match read(path) {
            Ok(text) => {
                self.workbench.sheet_mut().set_text(text);
                self.view = View::Workbench;
            }
            Err(error) => self.notices.warn(FileError::new(path, error).to_string()),
        }
    }
}
