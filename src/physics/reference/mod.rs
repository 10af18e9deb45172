//! The reference: gravity and every integrator in double precision, as plain loops on one thread.
//!
//! It specifies what the GPU computes, and favours obvious correctness over speed.
//! Units are those of the scene, with the gravitational constant G = 1.
//!
//! Use it to find the error of a fast result: the difference from what these loops compute is the
//! error. It takes seconds for ten thousand bodies; [`crate::cpu`] is the fast way on the
//! processor.
//!
//! ```
//! use starshell::glam::DVec3;
//! use starshell::physics::{Body, reference};
//!
//! let body = |x: f64| Body { position: DVec3::X * x, velocity: DVec3::ZERO, mass: 0.5, component: 0 };
//! let pulls = reference::accelerations(&[body(-0.5), body(0.5)], 0.0);
//! assert_eq!(pulls, [DVec3::X * 0.5, DVec3::X * -0.5]);
//! ```

mod error;
mod force;
mod stepper;

pub use error::relative_errors;
pub use force::{
    acceleration_and_jerk_of, acceleration_of, accelerations, accelerations_and_jerks, diagnostics,
    field_at, potential_of, potentials,
};
pub use stepper::Reference;

// For the program, the laboratory and tests; no version promises anything about these.
#[doc(hidden)]
pub use error::ErrorQuantiles;
