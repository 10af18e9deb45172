//! Options in place of what a scene says.

use clap::Args;
use starshell::physics::initial::Date;
use starshell::physics::{GravityMethod, Integrator, Precision};
use starshell::render::{ColorBy, ColorMap, Projection, Style};
use starshell::session::Members;

use super::amount::amount;
use super::choice::choice;
use super::examples::{CAMERA, PHYSICS, PICTURE, SCENE};
use super::parse::{bodies, date, number, point, seed};
use super::{Amount, Table};

/// Options that override a scene's own values.
#[derive(Default, Clone, Debug, Args)]
pub struct Overrides {
    /// Number of bodies; 2^14 is 16384. Classic scenes keep their total mass, except with --faithful
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
    /// Integrator
    #[arg(long, value_name = "I", value_parser = choice::<Integrator>(), help_heading = PHYSICS)]
    pub integrator: Option<Integrator>,
    /// Time step, such as 0.01 or, where the scene has units, 1d
    #[arg(long, value_name = "X", value_parser = amount, allow_hyphen_values = true, help_heading = PHYSICS)]
    pub dt: Option<Amount>,
    /// Plummer softening length, such as 0.05 or, where the scene has units, 5pc
    #[arg(long, value_name = "X", value_parser = amount, allow_hyphen_values = true, help_heading = PHYSICS)]
    pub softening: Option<Amount>,
    /// Factor on all velocities per step, so that it depends on the time step; 1 is no damping
    #[arg(long, value_name = "X", value_parser = number, allow_hyphen_values = true, help_heading = PHYSICS)]
    pub damping: Option<f64>,
    /// Rate per unit of time at which velocities decay, as exp(-RATE t), whatever the time step; 0 is no drag
    #[arg(long, value_name = "RATE", value_parser = amount, allow_hyphen_values = true, help_heading = PHYSICS)]
    pub drag: Option<Amount>,
    /// Precision
    #[arg(long, value_name = "P", value_parser = choice::<Precision>(), help_heading = PHYSICS)]
    pub precision: Option<Precision>,
    /// Adaptive steps of this accuracy: ETA * sqrt(softening / largest acceleration), at most the time step; 0 means fixed steps
    #[arg(long, value_name = "ETA", value_parser = number, allow_hyphen_values = true, help_heading = PHYSICS)]
    pub adaptive: Option<f64>,
    /// How forces are summed
    #[arg(long, value_name = "G", value_parser = choice::<GravityMethod>(), help_heading = PHYSICS)]
    pub gravity: Option<GravityMethod>,
    /// Accuracy of the tree: largest error of a cell's pull, relative to the acceleration; 0.002 unless the scene says otherwise
    #[arg(long, value_name = "X", value_parser = number, allow_hyphen_values = true, help_heading = PHYSICS)]
    pub tree_accuracy: Option<f64>,
    /// Relative error that 99 of 100 accelerations by the tree stay below, from 1e-6 to 0.04; 0.001 unless the scene says otherwise
    #[arg(long, value_name = "E", value_parser = number, allow_hyphen_values = true, conflicts_with = "tree_accuracy", help_heading = PHYSICS)]
    pub tree_error: Option<f64>,
    /// Nodes per side of the grid, for --gravity mesh: 16, 32, 64, 128 or 256; otherwise as many as the bodies need
    #[arg(long, value_name = "N", help_heading = PHYSICS)]
    pub mesh_side: Option<u32>,
    /// Side of a cube about the origin that repeats in all directions, for --gravity mesh
    #[arg(long, value_name = "L", value_parser = amount, allow_hyphen_values = true, help_heading = PHYSICS)]
    pub period: Option<Amount>,
    /// What computes the forces: auto, gpu, processor, all, or a list such as 0,1 or 0=3,processor=1 (adapters, with their shares)
    #[arg(long, value_name = "M", help_heading = PHYSICS)]
    pub members: Option<Members>,
    /// Style of the picture, parts of which other flags can change
    #[arg(long, value_name = "S", value_parser = choice::<Style>(), help_heading = PICTURE)]
    pub style: Option<Style>,
    /// Quantity shown by colours
    #[arg(long, value_name = "C", value_parser = choice::<ColorBy>(), help_heading = PICTURE)]
    pub color_by: Option<ColorBy>,
    /// Colour map
    #[arg(long, value_name = "M", value_parser = choice::<ColorMap>(), help_heading = PICTURE)]
    pub color_map: Option<ColorMap>,
    /// Length of each body's trail in simulated time; 0 means no trails
    #[arg(long, value_name = "T", value_parser = amount, allow_hyphen_values = true, help_heading = PICTURE)]
    pub trails: Option<Amount>,
    /// Angle of the camera about the z axis, in degrees
    #[arg(long, value_name = "DEGREES", value_parser = number, allow_hyphen_values = true, help_heading = CAMERA)]
    pub azimuth: Option<f64>,
    /// Height of the camera above the xy plane, in degrees from −90 to 90
    #[arg(long, value_name = "DEGREES", value_parser = number, allow_hyphen_values = true, help_heading = CAMERA)]
    pub elevation: Option<f64>,
    /// Roll of the camera, in degrees
    #[arg(long, value_name = "DEGREES", value_parser = number, allow_hyphen_values = true, help_heading = CAMERA)]
    pub roll: Option<f64>,
    /// Distance of the camera from its target
    #[arg(long, value_name = "X", value_parser = amount, allow_hyphen_values = true, help_heading = CAMERA)]
    pub distance: Option<Amount>,
    /// Point at the centre of the picture
    #[arg(long, value_name = "X,Y,Z", value_parser = point, allow_hyphen_values = true, help_heading = CAMERA)]
    pub target: Option<[f64; 3]>,
    /// Angle between the top and bottom edges of the picture, in degrees from 1 to 170
    #[arg(long, value_name = "DEGREES", value_parser = number, allow_hyphen_values = true, help_heading = CAMERA)]
    pub field_of_view: Option<f64>,
    /// Projection: fisheye for domes, equirectangular for the whole sphere
    #[arg(long, value_name = "P", value_parser = choice::<Projection>(), help_heading = CAMERA)]
    pub projection: Option<Projection>,
    /// Brightness in photographic stops, from −20 to 20; 0 is the automatic exposure
    #[arg(long, value_name = "STOPS", value_parser = number, allow_hyphen_values = true, help_heading = PICTURE)]
    pub exposure: Option<f64>,
    /// Share of the light that glows around bright places, 0 to 1
    #[arg(long, value_name = "SHARE", value_parser = number, allow_hyphen_values = true, help_heading = PICTURE)]
    pub glow: Option<f64>,
    /// Run a classic preset as the CUDA sample does when the preset is selected (softening 0.1, damping 1)
    #[arg(long, help_heading = SCENE)]
    pub faithful: bool,
}
