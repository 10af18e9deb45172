//! What the window shows: one of a few views, and a tab of the right panel.

/// A view, or an overlay over the simulation.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum View {
    /// The galaxy between its panels.
    #[default]
    Simulation,
    /// The simulation with the settings of pictures in place of the right panel.
    Framing,
    /// The simulation with the settings of videos in place of the right panel.
    Filming,
    /// All scenes, over the simulation.
    Gallery,
    /// All keys, over the simulation.
    Keys,
    /// What finds everything by name, over the simulation.
    Search,
    /// The experiments.
    Laboratory,
    /// Kernels to be changed and broken.
    Workbench,
    /// Lessons: their list, or a card of one beside the simulation or an experiment.
    Classroom,
}

impl View {
    /// Whether it takes the whole window, so that the simulation's panels are out of sight.
    pub fn is_whole(self) -> bool {
        matches!(self, Self::Laboratory | Self::Workbench | Self::Classroom)
    }

    /// Whether the window shows exactly what a picture or a video will.
    pub fn is_framed(self) -> bool {
        matches!(self, Self::Framing | Self::Filming)
    }
}

starshell::named! {
    /// A tab of the right panel.
    #[derive(Default)]
    pub enum Tab: "tab" {
        /// Numbers and plots of the run.
        #[default]
        Measure = "measure",
        /// Colours, light, and what stands over the picture.
        Look = "look",
        /// The camera and its path.
        Camera = "camera",
        /// Pictures and videos.
        Export = "export",
    }
}
