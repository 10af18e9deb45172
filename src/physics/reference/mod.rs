//! The reference: gravity and every integrator in double precision, as plain loops on one thread.
//!
//! It specifies what the GPU computes, and favours obvious correctness over speed.
//! Units are those of the scene, with the gravitational constant G = 1.

mod error;
mod force;
mod stepper;

pub use error::{ErrorQuantiles, relative_errors};
pub use force::{
    acceleration_and_jerk_of, acceleration_of, accelerations, accelerations_and_jerks, diagnostics, potential_of, potentials,
};
pub use stepper::Reference;
