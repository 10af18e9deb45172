//! What all features of the window share: the device, settings, notices, what is shown, and what
//! the window is asked for.

use std::path::PathBuf;

use starshell::gpu::{Gpu, GpuError};
use starshell::render::Look;
use starshell::words::t;

use crate::app::commands::{Command, Intent, Medium, Page, View};
use crate::app::shell::{files::Files, notices::Notices, settings::Settings};
use crate::explained::explained;
use crate::folders;

/// Sizes of the interface on offer, in percent.
pub const SCALES: [u32; 9] = [75, 90, 100, 110, 125, 150, 175, 200, 250];

/// What the features ask of the system's window.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Request {
    ToggleFullscreen,
    LeaveFullscreen,
    Copy(String),
    /// Show this folder in the desktop's file manager.
    Show(PathBuf),
    /// Switch to the adapter in the settings.
    Reopen,
    Quit,
}

/// Which controls there are.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Mode {
    #[default]
    Full,
    /// Those of the simple mode.
    Simple,
    /// Those of the simple mode, which cannot be left.
    Locked,
}

/// What projector mode keeps while it is on.
#[derive(Clone, Debug)]
pub struct Projector {
    /// The look before.
    pub look: Look,
    /// Whether the left and the right panel are open.
    pub sides: [bool; 2],
}

/// The shell around the features.
pub struct Shell {
    pub gpu: Gpu,
    pub settings: Settings,
    pub notices: Notices,
    /// The folder for pictures, tables and runs.
    pub folder: PathBuf,
    /// The dialogue for files, if it is open.
    pub files: Option<Files>,
    pub panels_hidden: bool,
    pub mode: Mode,
    /// What the window shows.
    pub view: View,
    /// Projector mode, while it is on.
    pub projector: Option<Projector>,
    /// Width and height of the window in pixels.
    pub window_size: [u32; 2],
    /// Commands for the next frame, in the order in which they were asked for.
    pub commands: Vec<Command>,
    pub requests: Vec<Request>,
    /// Frames since the start.
    pub frames: u64,
    /// Whether the laboratory measures, so that the simulation rests.
    pub is_measuring: bool,
    /// Whether a lesson is given, which speaks of warnings itself.
    pub is_teaching: bool,
}

impl Shell {
    /// The shell on this device.
    pub fn new(gpu: &Gpu, settings: Settings) -> Self {
        Self {
            gpu: gpu.clone(),
            mode: if settings.panels.simple { Mode::Simple } else { Mode::Full },
            settings,
            notices: Notices::default(),
            folder: folders::output(),
            files: None,
            panels_hidden: false,
            view: View::default(),
            projector: None,
            window_size: [64, 64],
            commands: Vec::new(),
            requests: Vec::new(),
            frames: 0,
            is_measuring: false,
            is_teaching: false,
        }
    }

    /// Asks for a command, to be performed before the next frame.
    pub fn ask(&mut self, command: Command) {
        self.commands.push(command);
    }

    /// Whether only the controls of the simple mode are there.
    pub fn is_simple(&self) -> bool {
        self.mode != Mode::Full
    }

    /// Whether projector mode is on.
    pub fn is_projector(&self) -> bool {
        self.projector.is_some()
    }

    /// Which side panels are open: in projector mode, those that were called since.
    pub fn sides(&self) -> [bool; 2] {
        let panels = &self.settings.panels;
        self.projector
            .as_ref()
            .map_or([panels.left_open, panels.right_open], |projector| projector.sides)
    }

    /// Opens and folds the side panels.
    pub fn set_sides(&mut self, open: [bool; 2]) {
        match &mut self.projector {
            Some(projector) => projector.sides = open,
            None => [self.settings.panels.left_open, self.settings.panels.right_open] = open,
        }
    }

    /// The page that is shown. The simple mode is the first one without the rest.
    pub fn page(&self) -> Page {
        match self.view.is_whole() {
            true => Page::Learn,
            false if self.is_simple() => Page::Explore,
            false => self.settings.panels.page,
        }
    }

    /// Shows a page: that of lessons begins with their list.
    pub fn show_page(&mut self, page: Page) {
        self.panels_hidden = false;
        if page == Page::Learn {
            if !self.view.is_whole() {
                self.view = View::Classroom;
            }
        } else {
            (self.view, self.settings.panels.page) = (View::Simulation, page);
            // There, no panel is shown until it is called.
            if self.is_projector() {
                self.show_side(1);
            }
        }
    }

    /// Shows the page *Render* with what this medium needs.
    pub fn show_medium(&mut self, medium: Medium) {
        self.settings.panels.medium = medium;
        self.show_page(Page::Render);
        self.show_side(1);
    }

    /// Whether the window shows exactly what a picture or a video will.
    pub fn is_framed(&self) -> bool {
        self.page() == Page::Render
    }

    /// Opens the left (0) or right (1) panel. Where there is room for one, it takes the other's
    /// place.
    pub fn show_side(&mut self, side: usize) {
        let mut open = self.sides();
        open[side] = true;
        self.set_sides(open);
        (self.settings.panels.right_first, self.panels_hidden) = (side == 1, false);
    }

    /// Shows `view` or, if it is shown already, the simulation.
    pub fn toggle_view(&mut self, view: View) {
        self.view = if self.view == view { View::Simulation } else { view };
    }

    /// Makes the interface larger (1), smaller (-1) or as large as usual (0).
    pub fn scale(&mut self, by: i32) {
        let scale = &mut self.settings.panels.scale;
        *scale = match by.signum() {
            1 => SCALES.iter().copied().find(|larger| larger > scale).unwrap_or(*scale),
            -1 => SCALES.iter().copied().rfind(|smaller| smaller < scale).unwrap_or(*scale),
            _ => 100,
        };
    }

    /// Switches the figures over the picture: to a few, to all, to none.
    pub fn toggle_hud(&mut self) {
        let settings = &mut self.settings;
        (settings.guides.hud, settings.guides.hud_details) = (
            !settings.guides.hud || !settings.guides.hud_details,
            settings.guides.hud && !settings.guides.hud_details,
        );
    }

    /// Opens the dialogue for files, or closes it. A file to save begins with `name`.
    pub fn show_files(&mut self, intent: Option<Intent>, name: impl FnOnce() -> String) {
        let recent = self.settings.recent.first().and_then(|path| path.parent());
        let folder = recent.filter(|folder| folder.is_dir()).unwrap_or(&self.folder).to_owned();
        self.files = intent.map(|intent| {
            let name = if intent == Intent::Save { name() } else { String::new() };
            Files::new(intent, &folder, name)
        });
    }

    /// Asks for the folder in the desktop's file manager. It is made if nothing has been written
    /// yet.
    pub fn show_folder(&mut self) {
        match std::fs::create_dir_all(&self.folder) {
            Ok(()) => self.requests.push(Request::Show(self.folder.clone())),
            Err(error) => self.notices.warn(t!(
                "notice-no-folder",
                path = self.folder.display(),
                cause = error
            )),
        }
    }

    /// Turns a failure that does not end the session into a notice.
    ///
    /// # Errors
    /// [`GpuError::Lost`], which does.
    pub fn tell(&mut self, error: GpuError) -> Result<(), GpuError> {
        if matches!(error, GpuError::Lost(_)) {
            return Err(error);
        }
        self.notices.warn(explained(&error));
        Ok(())
    }
}
