//! Gravity on the CPU in single precision: the sum over all pairs with SIMD, on one core and on
//! all, and a Barnes-Hut tree ([`CpuTree`]) with the settings of the GPU's.
//!
//! Units are those of the scene, with the gravitational constant G = 1. Coordinates may be up to
//! 1e18 in magnitude.
//!
//! Use it where there is no GPU worth the name, or to measure what a GPU gains: integrators are the
//! same kicks and drifts. [`crate::physics::reference`] is the exact and slow one.
//!
//! ```
//! use starshell::cpu::{CpuSimulation, Formulation, Hardware};
//! use starshell::physics::{Integrator, Parameters, initial::InitialState};
//!
//! let bodies = InitialState::named("plummer")?.bodies(500, 1)?;
//! let parameters = Parameters::new(Integrator::LeapfrogKdk, 0.01, 0.05);
//! let mut cluster = CpuSimulation::new(&bodies, parameters, Formulation::SimdThreaded, Hardware::best())?;
//! cluster.advance(10);
//! assert_eq!(cluster.steps(), 10);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod arrays;
mod exact;
mod formulation;
mod instruction_set;
mod lanes;
mod law;
mod pairs;
mod processor;
mod real;
mod simd;
mod simulation;
mod softened;
mod tree;

pub use formulation::Formulation;
pub use instruction_set::InstructionSet;
pub use processor::Processor;
pub use simulation::{CpuError, CpuSimulation, Hardware};

// For the program, the laboratory and tests; no version promises anything about these.
#[doc(hidden)]
pub use tree::CpuTree;

pub(crate) use arrays::Arrays;
#[cfg(feature = "lab")]
pub(crate) use simd::Sources;
pub(crate) use softened::Softened;
