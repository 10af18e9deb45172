//! What the window shows: one of a few views, and a page of panels around the simulation.

/// A view, or an overlay over the simulation.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum View {
    /// The picture between the panels of a page.
    #[default]
    Simulation,
    /// All scenes, over the simulation.
    Gallery,
    /// All keys, over the simulation.
    Keys,
    /// The program's own settings, over the simulation.
    Program,
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
}

starshell::named! {
    /// A page: the panels that one task needs. Everything stands on one of them only.
    #[derive(Default)]
    pub enum Page: "page" {
        /// Scenes, the essentials of the physics, look and camera.
        #[default]
        Explore = "explore",
        /// Bodies, and how gravity is computed.
        Build = "build",
        /// Numbers, plots and comparisons.
        Measure = "measure",
        /// Pictures and videos, exactly as the window shows them, and the camera's path.
        Render = "render",
        /// Lessons, laboratory and workbench, which take the whole window.
        Learn = "learn",
    }
}

starshell::named! {
    /// What the page *Render* makes.
    #[derive(Default)]
    pub enum Medium: "medium" {
        /// A picture of this moment.
        #[default]
        Picture = "picture",
        /// A video of the time to come.
        Video = "video",
    }
}
