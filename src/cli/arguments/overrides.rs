//! Options in place of what a scene says.

use clap::Args;
use starshell::physics::{GravityMethod, Integrator, Precision};
use starshell::render::{ColorBy, ColorMap, Style};

use super::choice::choice;
use super::parse::{bodies, number, point, seed};

/// Options that override a scene's own values.
#[derive(Default, Clone, Debug, Args)]
pub struct Overrides {
    /// Number of bodies; 2^14 is 16384. Classic scenes keep their total mass, unless --faithful
    #[arg(long, value_name = "N", value_parser = bodies, allow_hyphen_values = true)]
    pub count: Option<usize>,
    /// Seed of the random numbers
    #[arg(long, value_name = "S", value_parser = seed, allow_hyphen_values = true)]
    pub seed: Option<u64>,
    /// Integrator
    #[arg(long, value_name = "I", value_parser = choice::<Integrator>())]
    pub integrator: Option<Integrator>,
    /// Time step
    #[arg(long, value_name = "X", value_parser = number, allow_hyphen_values = true)]
    pub dt: Option<f64>,
    /// Plummer softening length
    #[arg(long, value_name = "X", value_parser = number, allow_hyphen_values = true)]
    pub softening: Option<f64>,
    /// Factor on all velocities per step; 1 is no damping
    #[arg(long, value_name = "X", value_parser = number, allow_hyphen_values = true)]
    pub damping: Option<f64>,
    /// Precision
    #[arg(long, value_name = "P", value_parser = choice::<Precision>())]
    pub precision: Option<Precision>,
    /// Adaptive steps of this accuracy: each is ETA * sqrt(softening / largest acceleration), at most the time step; 0 means
    /// fixed steps
    #[arg(long, value_name = "ETA", value_parser = number, allow_hyphen_values = true)]
    pub adaptive: Option<f64>,
    /// How forces are summed
    #[arg(long, value_name = "G", value_parser = choice::<GravityMethod>())]
    pub gravity: Option<GravityMethod>,
    /// Accuracy of the tree: largest error of a cell's pull, relative to the acceleration; 0.002 unless the scene says otherwise
    #[arg(long, value_name = "X", value_parser = number, allow_hyphen_values = true)]
    pub tree_accuracy: Option<f64>,
    /// Style of the picture; other flags change parts of it
    #[arg(long, value_name = "S", value_parser = choice::<Style>())]
    pub style: Option<Style>,
    /// What colours show
    #[arg(long, value_name = "C", value_parser = choice::<ColorBy>())]
    pub color_by: Option<ColorBy>,
    /// Colour map
    #[arg(long, value_name = "M", value_parser = choice::<ColorMap>())]
    pub color_map: Option<ColorMap>,
    /// Length of each body's trail in simulated time; 0 means no trails
    #[arg(long, value_name = "T", value_parser = number, allow_hyphen_values = true)]
    pub trails: Option<f64>,
    /// Angle of the camera about the z axis, in degrees
    #[arg(long, value_name = "DEGREES", value_parser = number, allow_hyphen_values = true)]
    pub azimuth: Option<f64>,
    /// Height of the camera above the xy plane, in degrees from -90 to 90
    #[arg(long, value_name = "DEGREES", value_parser = number, allow_hyphen_values = true)]
    pub elevation: Option<f64>,
    /// Lean of the camera to the side, in degrees
    #[arg(long, value_name = "DEGREES", value_parser = number, allow_hyphen_values = true)]
    pub roll: Option<f64>,
    /// Distance of the camera from its target
    #[arg(long, value_name = "X", value_parser = number, allow_hyphen_values = true)]
    pub distance: Option<f64>,
    /// Point in the middle of the picture
    #[arg(long, value_name = "X,Y,Z", value_parser = point, allow_hyphen_values = true)]
    pub target: Option<[f64; 3]>,
    /// Angle between the upper and the lower edge of the picture, in degrees from 1 to 170
    #[arg(long, value_name = "DEGREES", value_parser = number, allow_hyphen_values = true)]
    pub field_of_view: Option<f64>,
    /// Brightness in photographic stops, from -20 to 20; 0 suits the light of the picture
    #[arg(long, value_name = "STOPS", value_parser = number, allow_hyphen_values = true)]
    pub exposure: Option<f64>,
    /// Share of the light that glows around bright places, 0 to 1
    #[arg(long, value_name = "SHARE", value_parser = number, allow_hyphen_values = true)]
    pub glow: Option<f64>,
    /// Classic presets: run as the CUDA sample does when the preset is picked (softening 0.1, damping 1)
    #[arg(long)]
    pub faithful: bool,
}
