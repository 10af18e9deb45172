//! Options in place of what a scene says.

use std::path::PathBuf;

use clap::Args;
use starshell::exchange::{Properties, Reading};
use starshell::physics::GravityMethod;
use starshell::physics::initial::Date;
use starshell::render::Style;
use starshell::session::Members;

use super::amount::amount;
use super::choice::choice;
use super::examples::{CAMERA, PHYSICS, PICTURE, SCENE};
use super::parse::{bodies, date, number, on_or_off, point, seed};
use super::{Amount, Settings, Table};

/// Options that override a scene's own values.
#[derive(Default, Clone, Debug, Args)]
pub struct Overrides {
    /// Number of bodies; 2^14 is 16384. Classic scenes keep their total mass, except with
    /// --faithful
    #[arg(long, value_name = "N", value_parser = bodies, allow_hyphen_values = true, help_heading = SCENE)]
    pub count: Option<usize>,
    /// Seed of the random numbers
    #[arg(long, value_name = "S", value_parser = seed, allow_hyphen_values = true, help_heading = SCENE)]
    pub seed: Option<u64>,
    /// Date at whose noon the planets begin, from 1800-01-01 to 2049-12-31; for scenes of planets
    #[arg(long, value_name = "YYYY-MM-DD", value_parser = date, help_heading = SCENE)]
    pub date: Option<Date>,
    #[command(flatten)]
    pub table: Table,
    #[command(flatten)]
    pub settings: Settings,
    /// How forces are summed
    #[arg(long, value_name = "G", value_parser = choice::<GravityMethod>(), help_heading = PHYSICS)]
    pub gravity: Option<GravityMethod>,
    /// Accuracy of the tree: largest error of a cell's pull, relative to the acceleration; 0.002
    /// unless the scene says otherwise
    #[arg(long, value_name = "X", value_parser = number, allow_hyphen_values = true, help_heading = PHYSICS)]
    pub tree_accuracy: Option<f64>,
    /// Relative error that 99 of 100 accelerations by the tree stay below, from 1e-6 to 0.04; 0.001
    /// unless the scene says otherwise
    #[arg(long, value_name = "E", value_parser = number, allow_hyphen_values = true, conflicts_with = "tree_accuracy", help_heading = PHYSICS)]
    pub tree_error: Option<f64>,
    /// Nodes per side of the grid, for --gravity mesh: 16, 32, 64, 128 or 256; otherwise as many as
    /// the bodies need
    #[arg(long, value_name = "N", help_heading = PHYSICS)]
    pub mesh_side: Option<u32>,
    /// Whether bodies near each other pull one by one, for --gravity mesh: on, with errors below
    /// 0.001 at 99 of 100 bodies, or off
    #[arg(long, value_name = "on|off", value_parser = on_or_off, help_heading = PHYSICS)]
    pub mesh_near: Option<bool>,
    /// Side of a cube about the origin that repeats in all directions, for --gravity mesh
    #[arg(long, value_name = "L", value_parser = amount, allow_hyphen_values = true, help_heading = PHYSICS)]
    pub period: Option<Amount>,
    /// What computes the forces: auto, gpu, processor, all, or a list such as 0,1 or
    /// 0=3,processor=1 (adapters, with their shares)
    #[arg(long, value_name = "M", help_heading = PHYSICS)]
    pub members: Option<Members>,
    /// Style of the picture, parts of which other flags can change
    #[arg(long, value_name = "S", value_parser = choice::<Style>(), help_heading = PICTURE)]
    pub style: Option<Style>,
    /// Colour by a column of the bodies' file, such as density or temperature (`starshell info FILE`
    /// lists them)
    #[arg(long, value_name = "NAME", help_heading = PICTURE)]
    pub color_column: Option<String>,
    /// Hide a component by its name or number, such as halo, or a type of bodies of a snapshot, such
    /// as gas; repeat it for several
    #[arg(long, value_name = "COMPONENT", help_heading = PICTURE)]
    pub hide: Vec<String>,
    /// Take the look of a picture, its recipe or a scene file: camera, light and colours, which
    /// other options change. Without a scene, the picture stands for its own, with its time and
    /// size
    #[arg(long, value_name = "FILE", help_heading = PICTURE)]
    pub like: Option<PathBuf>,
    /// Point at the centre of the picture
    #[arg(long, value_name = "X,Y,Z", value_parser = point, allow_hyphen_values = true, help_heading = CAMERA)]
    pub target: Option<[f64; 3]>,
    /// Run a classic preset as the CUDA sample does when the preset is selected (softening 0.1,
    /// damping 1)
    #[arg(long, help_heading = SCENE)]
    pub faithful: bool,
    /// Whether the run writes all columns of its file.
    #[arg(skip)]
    pub keeps_columns: bool,
}

impl Overrides {
    /// How to read a file of bodies for a run that begins with these options.
    pub fn reading(&self) -> Reading {
        let is_by_column = self.settings.given("look.color_by").is_some_and(|by| by == "column");
        let properties = match &self.color_column {
            _ if self.keeps_columns => Properties::All,
            Some(name) => Properties::One(name.clone()),
            // Which one the other picture shows is not known yet.
            None if self.like.is_some() => Properties::All,
            None if is_by_column => Properties::First,
            None => Properties::None,
        };
        Reading { properties, ..self.table.reading() }
    }
}
