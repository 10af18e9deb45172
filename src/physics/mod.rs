//! Gravity and motion: bodies, forces, integrators and measurements.
//!
//! Use it to move bodies on the GPU under their mutual gravity and forces of your own, and to
//! measure them without stalling: [`Simulation`] for the motion, [`Survey`] for energies,
//! [`ProfileSurvey`] for structure, [`Snapshots`] for copies. Pictures, clocks and files are in
//! higher layers.
//!
//! ```
//! use starshell::glam::DVec3;
//! use starshell::gpu::Gpu;
//! use starshell::physics::{Body, Integrator, Parameters, Simulation};
//!
//! // Two bodies on a circle, for half an orbit.
//! let body = |x: f64| Body { position: DVec3::X * x, velocity: DVec3::Y * x, mass: 0.5, component: 0 };
//! let gpu = Gpu::open(None)?;
//! let parameters = Parameters::new(Integrator::LeapfrogKdk, 0.01, 0.0);
//! let mut circle = Simulation::new(&gpu, &[body(-0.5), body(0.5)], parameters)?;
//! circle.advance(314)?;
//! assert!((circle.state()?.body(0).position.x - 0.5).abs() < 1e-3);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod bodies;
mod body;
mod column;
mod comparison;
mod diagnostics;
mod elapsed;
mod exact;
mod external;
mod external_field;
mod field;
mod force_errors;
pub(crate) mod gravity;
mod host;
mod images;
pub mod initial;
mod integrator;
#[doc(hidden)]
pub mod kernels;
mod law;
mod members;
mod moments;
mod motion;
mod parameters;
mod portion;
mod precision;
mod profile;
mod profile_survey;
pub mod reference;
mod regions;
mod roster;
mod sample;
mod simulation;
mod snapshot;
mod state;
mod survey;
mod touch;
mod watch;

pub use bodies::Bodies;
use body::move_to_center_of_mass;
pub use body::{Body, InvalidBody, center_of_mass};
pub use column::Column;
pub(crate) use column::is_called;
pub use comparison::MAX_COMPARED;
pub use diagnostics::Diagnostics;
pub use elapsed::Elapsed;
pub(crate) use exact::Exact;
pub use external::External;
pub use external_field::ExternalField;
use external_field::ExternalParams;
pub use field::field;
pub(crate) use gravity::Meetings;
pub use gravity::MeshSettings;
#[cfg(feature = "lab")]
pub(crate) use gravity::periodic_spectrum;
pub use gravity::{
    ForceKernel, Gravity, GravityMethod, Multipoles, Opening, Output, Tree, TreeError, TreeSettings,
};
pub use host::MAX_HOSTED;
pub(crate) use host::{MIN_DEPUTED, is_mapped};
pub use integrator::Integrator;
pub use law::{ForceLaw, Softening};
pub use members::{AdapterMember, Member, Team};
pub use parameters::{ParameterError, Parameters};
pub use precision::{Precision, Rows};
pub use profile::{HALF_MASS, LAGRANGIAN, Profile, SHELLS, SPEED_BINS, lagrangian_radii};
pub use profile_survey::{ProfileReading, ProfileSurvey};
pub use regions::{RegionStage, Regions};
pub use roster::Roster;
pub(crate) use simulation::CarriedHead;
pub use simulation::{Engine, MAX_STEPS, Simulation, SimulationError};
pub use snapshot::{Snapshot, Snapshots};
pub use state::State;
pub(crate) use survey::Measured;
pub use survey::{Reading, Survey};

// For the program, the laboratory and tests; no version promises anything about these.
#[doc(hidden)]
pub use force_errors::{ForceErrorReading, ForceErrors};
#[doc(hidden)]
pub use gravity::{
    ForcePass, Mesh, MeshRequest, Plan, Shape, StoredPlan, TreeLevels, TreeStage, TreeWalk,
    TreeWork, Tuned,
};
#[doc(hidden)]
pub use integrator::Operation;
#[doc(hidden)]
pub use members::{Arriving, Begun, Exchanged, HostThreads, Pull, Row, Sources, Sums, TeamMember};
#[doc(hidden)]
pub use portion::Portion;
#[doc(hidden)]
pub use sample::{Sample, Sampled};
#[doc(hidden)]
pub use simulation::{Carried, CarriedCopy, milliseconds_per_step};
#[doc(hidden)]
pub use touch::Attraction;
#[doc(hidden)]
pub use watch::{Watch, Watched};
