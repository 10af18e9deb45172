//! Everything inside the window: the features, and what becomes of the user's requests. It depends
//! on neither window nor surface, so tests and benchmarks run the same code.

use std::path::PathBuf;
use std::time::Duration;

use egui::{Key, Modifiers};
use starshell::gpu::{Gpu, GpuError};
use starshell::render::Target;
use starshell::scene::Scene;
use starshell::session::SessionError;
use starshell::words::t;

use crate::app::laboratory::{self, Laboratory};
use crate::app::lessons::{classroom::Classroom, room::Room};
use crate::app::shell::{
    self,
    files::{Intent, are_results},
    settings::Settings,
    state::{Mode, Request},
    view::View,
};
use crate::app::simulation::{
    self,
    desk::{Desk, Start},
};
use crate::app::window::{action::Action, adapters::Adapters, keys};
use crate::app::workbench::Workbench;

/// The features.
pub struct App {
    pub desk: Desk,
    pub laboratory: Laboratory,
    pub workbench: Workbench,
    pub classroom: Classroom,
    pub adapters: Adapters,
}

impl App {
    /// Plays `scene`. Nothing is kept from or for other runs.
    ///
    /// # Errors
    /// [`SessionError`] if the scene cannot be built.
    pub fn new(
        gpu: &Gpu,
        scene: Scene,
        settings: Settings,
        start: &Start,
    ) -> Result<Self, SessionError> {
        Ok(Self {
            desk: Desk::new(gpu, scene, settings, start)?,
            laboratory: Laboratory::new(gpu, None),
            workbench: Workbench::new(gpu, None),
            classroom: Classroom::new(None, None),
            adapters: Adapters::default(),
        })
    }

    /// The GPU.
    pub fn gpu(&self) -> &Gpu {
        &self.desk.shell.gpu
    }

    /// The picture, and the one beside it.
    pub fn targets(&self) -> [Option<&Target>; 2] {
        self.desk.targets()
    }

    /// The classroom with what its lessons use.
    pub fn room(&mut self) -> Room<'_> {
        let Self { desk, laboratory, workbench, classroom, .. } = self;
        Room { desk, laboratory, workbench, classroom }
    }

    /// Requests an action, to be performed before the next frame.
    pub fn ask(&mut self, action: impl Into<Action>) {
        match action.into() {
            Action::Shell(action) => self.desk.shell.ask(action),
            Action::Simulation(action) => self.desk.ask(action),
            Action::Laboratory(action) => self.laboratory.ask(action),
            Action::Workbench(action) => self.workbench.ask(action),
            Action::Lessons(action) => self.classroom.ask(action),
        }
    }

    /// Requests what a key stands for in the present view.
    pub fn press(&mut self, key: Key, modifiers: Modifiers) {
        if let Some(action) = keys::action(key, modifiers).filter(|action| self.has(action)) {
            self.ask(action);
        }
    }

    /// Whether a key asks for an action here: nothing that is not seen changes.
    fn has(&self, action: &Action) -> bool {
        let view = self.desk.shell.view;
        let is_shown = || match action {
            // A comma typed beside a field does not leave the lesson: Escape does.
            Action::Shell(shell::Action::ToggleView(_)) => self.classroom.lesson.is_none(),
            Action::Simulation(_) => self.classroom.shows_simulation(),
            Action::Laboratory(_) => self.classroom.shows_experiment(),
            Action::Shell(_) | Action::Workbench(_) | Action::Lessons(_) => true,
        };
        action.is_in(view) && (view != View::Classroom || is_shown())
    }

    /// Carries out the requests, then everything due after `elapsed` seconds. Never waits for the
    /// GPU.
    ///
    /// # Errors
    /// [`GpuError`] if the device is lost; lesser failures become notices.
    pub fn frame(&mut self, elapsed: f32) -> Result<(), GpuError> {
        let shell = &mut self.desk.shell;
        shell.frames += 1;
        shell.notices.advance(elapsed);
        self.perform_all();
        self.laboratory.frame(&mut self.desk.shell);
        self.workbench.frame(&mut self.desk.shell, elapsed);
        self.room().frame();
        self.desk.frame(elapsed)
    }

    /// Carries out the requests that are there now: one that must wait requests itself again for
    /// the next frame.
    fn perform_all(&mut self) {
        for action in std::mem::take(&mut self.desk.shell.actions) {
            self.perform(action.into());
        }
        for action in std::mem::take(&mut self.desk.actions) {
            // The picture that is being drawn shows the bodies as they are.
            let look = &self.desk.stage.session.scene().look;
            if self.desk.captures.still.is_some() && action.changes_bodies(look) {
                self.desk.ask(action);
            } else {
                self.perform(action.into());
            }
        }
        for action in std::mem::take(&mut self.laboratory.actions) {
            self.perform(action.into());
        }
        for action in std::mem::take(&mut self.workbench.actions) {
            self.perform(action.into());
        }
        for action in std::mem::take(&mut self.classroom.actions) {
            self.perform(action.into());
        }
    }

    /// Carries out one request, if the mode allows it.
    pub fn perform(&mut self, action: Action) {
        let shell = &mut self.desk.shell;
        if shell.is_simple() && !action.is_simple() {
            // A click on the picture only asks for nothing.
            if !matches!(action, Action::Simulation(simulation::Action::Pick { .. })) {
                shell.notices.tell(if shell.mode == Mode::Locked {
                    t!("notice-locked")
                } else {
                    t!("notice-simple")
                });
            }
            return;
        }
        match action {
            Action::Shell(action) => self.perform_shell(action),
            Action::Simulation(action) => {
                if self.is_taken(&action) {
                    self.desk.perform(action);
                }
            }
            Action::Laboratory(action) => self.laboratory.perform(shell, action),
            Action::Workbench(action) => self.workbench.perform(shell, action),
            Action::Lessons(action) => self.room().perform(action),
        }
    }

    /// Whether the lesson's card, which has locked some of the controls, lets a request through.
    fn is_taken(&mut self, action: &simulation::Action) -> bool {
        let simulation::Action::ToggleMark(mark) = action else { return true };
        if self.desk.shell.view == View::Classroom
            && self.classroom.guidance().locks(mark.control())
        {
            return false;
        }
        self.classroom.used.insert(mark.control().to_owned());
        true
    }

    fn perform_shell(&mut self, action: shell::Action) {
        let shell = &mut self.desk.shell;
        match action {
            shell::Action::Files(intent) => self.desk.show_files(intent),
            shell::Action::File(Intent::Save, path) => {
                self.desk.perform(simulation::Action::Save(path))
            }
            shell::Action::File(Intent::Open, path) => self.open_file(path),
            shell::Action::File(Intent::Compare, path) => {
                self.laboratory.perform(shell, laboratory::Action::Compare(Some(path)));
            }
            shell::Action::ToggleProjector => self.desk.toggle_projector(),
            shell::Action::ToggleLight => self.desk.toggle_light(),
            shell::Action::TogglePanels => shell.panels_hidden = !shell.panels_hidden,
            shell::Action::ToggleView(view) => shell.toggle_view(view),
            shell::Action::ShowTab(tab) => shell.show_tab(tab),
            shell::Action::Scale(by) => shell.scale(by),
            shell::Action::ToggleHud => shell.toggle_hud(),
            shell::Action::ToggleSimple => self.desk.toggle_simple(),
            shell::Action::Adapter(name) => self.desk.change_adapter(name),
            shell::Action::Members(members) => self.desk.change_members(members),
            shell::Action::ToggleFullscreen => shell.requests.push(Request::ToggleFullscreen),
            shell::Action::ShowFolder => shell.show_folder(),
            shell::Action::Escape => self.escape(),
            shell::Action::Quit => shell.requests.push(Request::Quit),
        }
    }

    /// Opens a scene, a saved run or another machine's results.
    fn open_file(&mut self, path: PathBuf) {
        match are_results(&path) {
            true => self
                .laboratory
                .perform(&mut self.desk.shell, laboratory::Action::Compare(Some(path))),
            false => self.desk.open_file(path),
        }
    }

    /// Closes what is open or drops the tool, one thing at a time.
    fn escape(&mut self) {
        let Desk { shell, stage, storage, .. } = &mut self.desk;
        if shell.files.take().is_some() || storage.incoming.take().is_some() {
            return;
        }
        let is_enlarged = &mut stage.statistics.is_enlarged;
        if shell.view == View::Classroom && self.classroom.lesson.is_some() && !*is_enlarged {
            self.room().escape_lesson();
        } else if shell.view != View::Simulation || *is_enlarged {
            (shell.view, *is_enlarged) = (View::Simulation, false);
        } else if !self.desk.escape() {
            self.desk.shell.requests.push(Request::LeaveFullscreen);
        }
    }

    /// Continues on another device, after the old one was lost (with its `cause`) or another
    /// adapter was chosen.
    ///
    /// # Errors
    /// [`SessionError`] if the new device cannot hold the session.
    pub fn recover(&mut self, gpu: &Gpu, cause: Option<&GpuError>) -> Result<(), SessionError> {
        self.laboratory.set_gpu(gpu);
        self.workbench.set_gpu(gpu);
        self.desk.recover(gpu, cause)
    }

    /// Ends a recording, waits up to `patience` for pictures and videos to be drawn and written,
    /// and returns their errors. A picture that takes longer is abandoned.
    pub fn finish_writing(&mut self, patience: Duration) -> Vec<anyhow::Error> {
        self.desk.finish_writing(patience)
    }

    /// Takes the requests to the system's window made since the last call.
    pub fn requests(&mut self) -> Vec<Request> {
        std::mem::take(&mut self.desk.shell.requests)
    }

    /// Whether requests wait for the next frame.
    pub fn is_asked(&self) -> bool {
        let Self { desk, laboratory, workbench, classroom, .. } = self;
        let own = desk.shell.actions.is_empty() && desk.actions.is_empty();
        !(own
            && laboratory.actions.is_empty()
            && workbench.actions.is_empty()
            && classroom.actions.is_empty())
    }

    /// Whether the window need not be painted, unless there is input: a slow machine is recording a
    /// video.
    pub fn is_unseen(&self) -> bool {
        self.desk.captures.filming.as_ref().is_some_and(|filming| filming.is_unseen)
    }

    /// Whether pictures, videos or runs are being made or written.
    pub fn is_capturing(&self) -> bool {
        !(self.desk.captures.is_empty() && self.desk.storage.saving.is_empty())
    }

    /// Whether the next frame shows nothing new until the processor has computed the next steps.
    pub fn is_computing(&mut self) -> bool {
        let is_busy =
            self.is_asked() || self.laboratory.measuring.is_some() || self.laboratory.showing.plays;
        !is_busy && !self.workbench.is_busy() && self.desk.is_computing()
    }

    /// Whether the next frame will differ from the last without any input.
    pub fn is_moving(&self) -> bool {
        self.desk.is_moving()
            || self.is_asked()
            || self.laboratory.measuring.is_some()
            || self.laboratory.showing.plays
            || self.workbench.is_busy()
    }
}
