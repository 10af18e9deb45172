//! Gravity and motion: bodies, forces, integrators, what is measured of them.

mod bodies;
mod body;
mod diagnostics;
mod gravity;
pub mod initial;
mod integrator;
pub mod motion;
mod parameters;
pub mod reference;
mod simulation;
mod survey;

pub use bodies::Bodies;
pub use body::{Body, move_to_center_of_mass};
pub use diagnostics::{Diagnostics, Trouble};
pub use gravity::{ALL_PAIRS, ALL_PAIRS_JERK, AllPairs, Gravity, Output, Plan};
pub use integrator::{Integrator, Operation};
pub use parameters::{ParameterError, Parameters};
pub use simulation::{Simulation, SimulationError};
pub use survey::{MEASURE, Measure, Moments, Reading, SUM_MOMENTS, Survey};
