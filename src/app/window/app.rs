//! Everything inside the window: the features, and what becomes of the user's requests. It depends
//! on neither window nor surface, so tests and benchmarks run the same code.

use std::path::PathBuf;
use std::time::Duration;

use egui::{Key, Modifiers};
use starshell::gpu::{Gpu, GpuError};
use starshell::render::Target;
use starshell::scene::Scene;
use starshell::session::SessionError;
use starshell::words;

use crate::app::commands::{self, Command, Mark, Scope, View};
use crate::app::laboratory::Laboratory;
use crate::app::lessons::{classroom::Classroom, room::Room};
use crate::app::shell::{files::are_results, settings::Settings, state::Request};
use crate::app::simulation::{
    acts,
    {acts::start::Start, desk::Desk},
};
use crate::app::window::adapters::Adapters;
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
        words::speak_of_window();
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
        self.desk.run.targets()
    }

    /// The classroom with what its lessons use.
    pub fn room(&mut self) -> Room<'_> {
        let Self { desk, laboratory, workbench, classroom, .. } = self;
        Room { desk, laboratory, workbench, classroom }
    }

    /// Asks for a command, to be performed before the next frame.
    pub fn ask(&mut self, command: Command) {
        self.desk.shell.ask(command);
    }

    /// Asks for what a key stands for in the present view.
    pub fn press(&mut self, key: Key, modifiers: Modifiers) {
        if let Some(command) =
            commands::pressed(key, modifiers).filter(|command| self.takes_key_of(command))
        {
            self.ask(command);
        }
    }

    /// Whether a key asks for a command here: nothing that is not seen changes.
    fn takes_key_of(&self, command: &Command) -> bool {
        let view = self.desk.shell.view;
        // A comma typed beside a field does not leave the lesson: Escape does.
        let leaves = |view: View| view != View::Classroom || self.classroom.lesson.is_none();
        match command {
            _ if !view.is_whole() || command.is_in(Scope::Everywhere) => true,
            Command::ToggleView(toggled) if toggled.is_whole() => leaves(view),
            Command::ShowPage(_) => leaves(view),
            _ if view == View::Laboratory => command.is_in(Scope::Laboratory),
            _ if view == View::Classroom => {
                command.is_in(Scope::Lesson) && self.classroom.shows_simulation()
                    || command.is_in(Scope::Laboratory) && self.classroom.shows_experiment()
            }
            _ => false,
        }
    }

    /// Performs the commands, then everything due after `elapsed` seconds. Never waits for the GPU.
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
        self.desk.take_arrivals(elapsed)?;
        if let Some(command) = self.desk.run.stored_for.take() {
            self.perform(command);
        }
        self.desk.frame(elapsed)
    }

    /// Opens a scene, a saved run or another machine's results.
    pub fn open_file(&mut self, path: PathBuf) {
        match are_results(&path) {
            true => self.laboratory.compare_results(&mut self.desk.shell, Some(&path)),
            false => acts::files::open_file(
                &mut self.desk.shell,
                &mut self.desk.run,
                &mut self.desk.incoming,
                path,
            ),
        }
    }

    /// Switches arrows or swept areas over the picture, unless the lesson's card has locked them.
    pub fn toggle_mark(&mut self, mark: Mark) {
        if self.desk.shell.view == View::Classroom
            && self.classroom.guidance().locks(mark.control())
        {
            return;
        }
        self.classroom.used.insert(mark.control().to_owned());
        acts::view::toggle_mark(&mut self.desk.shell, mark);
    }

    /// Closes what is open or drops the tool, one thing at a time.
    pub fn escape(&mut self) {
        let Desk { shell, viewer, incoming, .. } = &mut self.desk;
        if shell.files.take().is_some()
            || incoming.take().is_some()
            || viewer.enlarged.take().is_some()
        {
            return;
        }
        if shell.view == View::Classroom && self.classroom.lesson.is_some() {
            self.room().escape_lesson();
        } else if shell.view != View::Simulation {
            shell.view = View::Simulation;
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
        acts::finish::finish_writing(
            &mut self.desk.shell,
            &mut self.desk.run,
            &mut self.desk.viewer,
            patience,
        )
    }

    /// Whether the window closes when asked to; if not, it shows why.
    pub fn may_close(&mut self) -> bool {
        acts::queue::may_close(&mut self.desk.shell, &mut self.desk.run)
    }

    /// Takes the requests to the system's window made since the last call.
    pub fn requests(&mut self) -> Vec<Request> {
        std::mem::take(&mut self.desk.shell.requests)
    }

    /// Whether commands wait for the next frame.
    pub fn is_asked(&self) -> bool {
        !self.desk.shell.commands.is_empty()
    }

    /// Whether the window need not be painted, unless there is input: a slow machine is recording a
    /// video.
    pub fn is_unseen(&self) -> bool {
        self.desk.run.captures.filming.as_ref().is_some_and(|filming| filming.is_unseen)
    }

    /// Whether pictures, videos or runs are being made or written.
    pub fn is_capturing(&self) -> bool {
        !self.desk.run.captures.is_empty()
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
