//! All-pairs gravity on the processor, in single precision: what the GPU's kernels are compared with.
//!
//! Five formulations, after those that Nicholas Wilt's *CUDA Handbook* (N-body chapter) measures on the processor: array of
//! structs 60, structure of arrays 83.6, SSE 438, SSE on all cores 1,400 million interactions a second (16,384 bodies, Nehalem);
//! and each pair once, which the GPU appendix of *Computer Organization and Design* names as the sum's symmetry.
//!
//! Units are those of the scene, with the gravitational constant G = 1. Positions are good up to 1e18 in magnitude.

mod arrays;
mod formulation;
mod simd;
mod simulation;
mod softening;
mod structs;

pub use formulation::Formulation;
pub use simd::InstructionSet;
pub use simulation::{CpuError, CpuSimulation, Hardware};

use softening::Softening;
