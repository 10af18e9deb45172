//! What can be done with the window as a whole.

use std::path::PathBuf;

use starshell::session::Members;

use crate::app::shell::{
    files::Intent,
    view::{Tab, View},
};

/// A request to the window.
#[derive(Clone, Debug)]
pub enum Action {
    /// Open the dialogue for files, or close it.
    Files(Option<Intent>),
    /// Save to a file, or open it.
    File(Intent, PathBuf),
    ToggleProjector,
    ToggleLight,
    TogglePanels,
    /// Show this view or, if it is shown, the simulation.
    ToggleView(View),
    /// Open the right panel with this tab.
    ShowTab(Tab),
    ToggleHud,
    /// A larger (1) or smaller (-1) interface, or the usual (0).
    Scale(i32),
    /// Enter or leave the simple mode.
    ToggleSimple,
    /// Switch to the adapter whose name contains this, or to the best.
    Adapter(Option<String>),
    /// Let the adapter, the processor or whichever is faster compute the forces.
    Members(Members),
    ToggleFullscreen,
    /// Show the folder of pictures, videos and runs in the desktop's file manager.
    ShowFolder,
    /// Close what is open: overlay, tool, full screen.
    Escape,
    Quit,
}

impl Action {
    /// Whether the simple mode has it.
    pub fn is_simple(&self) -> bool {
        self.is_general() || matches!(self, Self::ToggleSimple | Self::ToggleView(View::Classroom))
    }

    /// Whether it is there in every view.
    pub fn is_general(&self) -> bool {
        matches!(
            self,
            Self::ToggleProjector
                | Self::ToggleLight
                | Self::Scale(_)
                | Self::ToggleFullscreen
                | Self::Escape
                | Self::Quit
        )
    }
}
