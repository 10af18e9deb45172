//! What a card does with the window, and the parts of the window that it can name.

use starshell::{named, scene};

use super::entries::{Block, Entry, Keys, Placed, Read, named, read_table};
use super::{Wait, scene_settings};

named! {
    /// What a page of an experiment shows.
    #[derive(Default)]
    pub enum Page: "page" {
        /// What it is about, and what differs from the text.
        #[default]
        About = "about",
        /// A chart of the results.
        Chart = "chart",
        /// Their table.
        Table = "table",
        /// A drawing that moves.
        Drawing = "drawing",
        /// The kernels, each with what it changes.
        Kernels = "kernels",
    }
}

named! {
    /// What a plot shows.
    #[derive(Default)]
    pub enum Plot: "plot" {
        /// Kinetic, potential and total energy.
        #[default]
        Energies = "energies",
        /// The relative change of the total energy.
        Drift = "drift",
        /// The momentum along each axis.
        Momentum = "momentum",
        /// The angular momentum along each axis.
        AngularMomentum = "angular-momentum",
        /// The virial ratio.
        Virial = "virial",
        /// Radii that hold shares of the mass.
        Radii = "radii",
        /// Density against radius.
        Density = "density",
        /// How many bodies have which speed.
        Speeds = "speeds",
    }
}

named! {
    /// A part of the side panel.
    pub enum SidePart: "part of the side panel" {
        /// The scene and its description.
        Scene = "scene",
        /// How many bodies, and how they begin.
        Bodies = "bodies",
        /// Time step, softening, integrator, gravity.
        Physics = "physics",
        /// Tools that change bodies.
        Hands = "hands",
        /// Numbers and plots.
        Measurements = "measurements",
        /// Look and camera.
        View = "view",
        /// What is drawn over the picture.
        Guides = "guides",
    }
}

named! {
    /// What is drawn over the bodies. It ends with the card.
    pub enum Overlay: "overlay" {
        /// Arrows of velocity.
        Velocities = "velocities",
        /// Arrows of acceleration.
        Accelerations = "accelerations",
        /// The centre of mass.
        Center = "center",
        /// Areas swept in equal times.
        Areas = "areas",
    }
}

/// What a card does with the window. Nothing that is left out changes.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Setting {
    /// How long the card takes.
    pub minutes: Option<f64>,
    /// Loads a scene, with this many bodies.
    pub scene: Option<String>,
    pub count: Option<usize>,
    /// Whether it plays, and at which multiple of its pace.
    pub play: Option<bool>,
    pub speed: Option<f64>,
    /// What it sets in the scene, by the table of settings: read apart.
    pub scene_settings: Vec<(&'static scene::Setting, scene::Value)>,
    /// Shows an experiment: one of its pages, a drawing by its number from 1, with this size.
    pub experiment: Option<String>,
    pub page: Option<Page>,
    pub drawing: Option<usize>,
    pub size: Option<usize>,
    /// The rows of the experiment that are measured, by their names; all if there are none.
    pub rows: Vec<String>,
    /// Shows a kernel of the workbench: the original without a part, by its name, and the exercise
    /// with this number from 1.
    pub bench: Option<String>,
    pub broken: Option<String>,
    pub exercise: Option<usize>,
    /// Whether the camera moves back where a body would leave the picture.
    pub in_view: bool,
    /// Parts of the side panel.
    pub show: Vec<SidePart>,
    /// What is drawn over the bodies.
    pub overlays: Vec<Overlay>,
    /// Controls, by the keys of their texts: those that do nothing, and those that are marked.
    pub lock: Vec<String>,
    pub highlight: Vec<String>,
    /// What has to happen before the next card.
    pub wait: Option<Wait>,
    /// The plot that is chosen.
    pub plot: Option<Plot>,
    /// From where to where its axes go on paper: along, and upwards.
    pub axes: Option<[[f64; 2]; 2]>,
    /// The prediction, by name, that is compared with what happened.
    pub recall: Option<String>,
}

impl Block for Setting {
    fn read(keys: &Keys) -> Read<Self> {
        read_table!(keys, Self {
            find minutes, find scene, find count, find play, find speed, find experiment, find page,
            find drawing, find size, usual rows, find bench, find broken = "break", find exercise,
            usual in_view, usual show, usual overlays, usual lock, usual highlight, find wait,
            find plot, find axes, find recall, ..Self::default()
        }, scene_settings::keys())
    }
}

macro_rules! named_entries {
    ($($name:ident),*) => { $(impl Entry for $name {
        fn read(value: &Placed) -> Read<Self> {
            named(value)
        }
    })* };
}
named_entries!(Page, Plot, SidePart, Overlay);

impl Setting {
    /// Fills in the pace, plot, scene and physics that an earlier card has left.
    pub fn after(self, before: Self) -> Self {
        let own = Self {
            play: self.play.or(before.play),
            speed: self.speed.or(before.speed),
            plot: self.plot.or(before.plot),
            ..self
        };
        if own.scene.is_some() {
            return own;
        }
        Self {
            scene: before.scene,
            count: before.count,
            scene_settings: [before.scene_settings, own.scene_settings].concat(),
            ..own
        }
    }
}
