//! The workbench's state: kernels as they are edited, what is wrong with them, and what came of
//! running them. Whatever a kernel does, it does in a process of its own.

mod acts;
pub mod highlight;
mod history;
pub mod keys;
pub mod panels;
mod sheet;

use std::path::{Path, PathBuf};
use std::time::Instant;

use starshell::gpu::Gpu;
use starshell::lab::workbench::{BENCHES, Bench, Ended, Limits, Program, Request, Running};

use crate::explained::explained;

pub use sheet::{Attempt, Cursor, Reveal, Sheet, read};

/// A kernel that runs.
#[derive(Debug)]
pub struct Run {
    /// The bench.
    pub name: &'static str,
    /// The text that runs.
    text: String,
    running: Running,
    pub since: Instant,
}

/// The workbench.
#[derive(Debug)]
pub struct Workbench {
    /// The program that runs kernels, and what its processes may take.
    pub program: Program,
    pub limits: Limits,
    /// The adapter that they run on, and what it allows.
    adapter: String,
    of_adapter: wgpu::Limits,
    /// Where changed texts are kept, if anywhere.
    folder: Option<PathBuf>,
    sheets: Vec<Sheet>,
    shown: usize,
    pub run: Option<Run>,
    /// Whether the editor had the focus when it was drawn last.
    pub is_typing: bool,
    /// The exercise that a lesson asks for, by its number from 0.
    pub asked: Option<usize>,
}

impl Workbench {
    /// The workbench for this adapter, with the texts that were left in `folder`.
    pub fn new(gpu: &Gpu, folder: Option<PathBuf>) -> Self {
        let sheet = |bench: &&'static Bench| Sheet::new(bench, folder.as_deref());
        Self {
            // Without its path, starting it fails, and that is told.
            program: Program {
                path: std::env::current_exe().unwrap_or_default(),
                arguments: vec!["workbench-run".to_owned()],
            },
            limits: Limits::default(),
            adapter: gpu.adapter_name().to_owned(),
            of_adapter: gpu.limits().clone(),
            sheets: BENCHES.iter().map(sheet).collect(),
            folder,
            shown: 0,
            run: None,
            is_typing: false,
            asked: None,
        }
    }

    /// Goes on with another device.
    pub fn set_gpu(&mut self, gpu: &Gpu) {
        gpu.adapter_name().clone_into(&mut self.adapter);
        self.of_adapter = gpu.limits().clone();
    }

    /// The kernel that is shown.
    pub fn sheet(&self) -> &Sheet {
        &self.sheets[self.shown]
    }

    /// Returns the kernel that is shown, for changes.
    pub fn sheet_mut(&mut self) -> &mut Sheet {
        &mut self.sheets[self.shown]
    }

    /// All kernels.
    pub fn sheets(&self) -> &[Sheet] {
        &self.sheets
    }

    /// Shows a kernel by the name of its bench.
    pub fn show(&mut self, name: &str) {
        self.shown =
            self.sheets.iter().position(|sheet| sheet.bench.name == name).unwrap_or(self.shown);
    }

    /// Puts away what was written in the place of an original, by the name of its bench.
    pub fn forget(&mut self, name: &str) {
        self.sheets.iter_mut().filter(|sheet| sheet.bench.name == name).for_each(Sheet::forget);
    }

    /// Shows the kernel this many places further down the list, if there is one.
    pub fn step(&mut self, by: isize) {
        self.shown = self.shown.saturating_add_signed(by).min(self.sheets.len() - 1);
    }

    /// Runs the kernel that is shown, in place of one that runs.
    pub fn begin(&mut self) {
        let sheet = self.sheet();
        let (name, text) = (sheet.bench.name, sheet.text().to_owned());
        let request = Request {
            adapter: Some(self.adapter.clone()),
            bench: name.to_owned(),
            text: text.clone(),
            exercise: self.asked,
        };
        let running = Running::begin(&self.program, request, self.limits, &self.of_adapter);
        self.run = Some(Run { name, text, running, since: Instant::now() });
    }

    /// Whether the kernel that is shown runs.
    pub fn is_running(&self) -> bool {
        self.run.as_ref().is_some_and(|run| run.name == self.sheet().bench.name)
    }

    /// Whether results or faults are on their way.
    pub fn is_busy(&self) -> bool {
        self.run.is_some() || self.sheets.iter().any(Sheet::is_pending)
    }

    /// Takes what has arrived, and checks and keeps texts that nobody has changed for a moment.
    /// `elapsed` is in seconds. Returns why a text cannot be kept.
    pub fn receive(&mut self, elapsed: f32) -> Option<String> {
        if let Some(run) = &mut self.run
            && let Some(ended) = run.running.collect()
        {
            let (name, text) = (run.name, std::mem::take(&mut run.text));
            self.run = None;
            if let Some(sheet) = self.sheets.iter_mut().find(|sheet| sheet.bench.name == name) {
                if let (Ended::Faults(faults), true) = (&ended, sheet.text() == text) {
                    sheet.faults.clone_from(faults);
                }
                let is_model = text == sheet.bench.model();
                sheet.verdict = Some(Attempt { ended, text, is_model });
            }
        }
        let mut failure = None;
        for sheet in &mut self.sheets {
            if sheet.receive(elapsed, &self.of_adapter)
                && let Some(folder) = &self.folder
            {
                failure = sheet.keep(folder).err().or(failure);
            }
        }
        failure.map(|error| explained(&error))
    }

    /// Keeps what was typed in the last moment.
    pub fn keep(&self) -> Result<(), starshell::file::FileError> {
        let Some(folder) = &self.folder else { return Ok(()) };
        self.sheets
            .iter()
            .filter(|sheet| sheet.is_pending())
            .try_for_each(|sheet| sheet.keep(folder))
    }

    /// Where changed texts are kept, if anywhere.
    pub fn folder(&self) -> Option<&Path> {
        self.folder.as_deref()
    }
}
