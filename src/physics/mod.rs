//! Gravity and motion: bodies, forces, integrators and measurements.

mod bodies;
mod body;
mod diagnostics;
mod elapsed;
mod external;
mod force_errors;
pub(crate) mod gravity;
pub mod initial;
mod integrator;
#[doc(hidden)]
pub mod kernels;
mod members;
mod moments;
mod motion;
mod parameters;
mod precision;
mod profile;
mod profile_survey;
pub mod reference;
mod sample;
mod simulation;
mod snapshot;
mod state;
mod survey;
mod touch;
mod watch;

pub use bodies::Bodies;
pub(crate) use body::center_of_mass;
pub use body::{Body, InvalidBody, move_to_center_of_mass};
pub use diagnostics::{Diagnostics, Trouble};
pub use external::External;
pub use force_errors::{ForceErrorReading, ForceErrors, MOST_COMPARED};
pub use gravity::{
    ForceKernel, ForcePass, Gravity, GravityMethod, Multipoles, Opening, Output, Plan, Shape, StoredPlan, Tree, TreeError,
    TreeLevels, TreeSettings, TreeStage, TreeWalk, TreeWork, Tuned,
};
pub use integrator::{Integrator, Operation};
pub use members::{Member, Pull, Sources, Sums};
pub use parameters::{ParameterError, Parameters};
pub use precision::{NoSuchPrecision, Precision, Rows};
pub use profile::{HALF_MASS, LAGRANGIAN, Profile, SHELLS, SPEED_BINS};
pub use profile_survey::{ProfileReading, ProfileSurvey};
pub use sample::{Sample, Sampled};
pub use simulation::{MOST_STEPS, Simulation, SimulationError, milliseconds_per_step};
pub use snapshot::{Snapshot, Snapshots};
pub use state::State;
pub(crate) use survey::Measured;
pub use survey::{Reading, Survey};
pub use touch::Attraction;
pub use watch::{Watch, Watched};
