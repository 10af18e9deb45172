//! Gravity on the CPU in single precision, for comparison with the GPU's kernels.
//!
//! Five formulations sum over all pairs. Four follow those that Nicholas Wilt's *CUDA Handbook* (N-body chapter) measures on the CPU:
//! array of structs 60, structure of arrays 83.6, SSE 438, and SSE on all cores 1,400 million interactions per second (16,384
//! bodies, Nehalem). The fifth evaluates each pair once, a symmetry that the GPU appendix of *Computer Organization and Design*
//! points out. The sixth is a Barnes-Hut tree ([`CpuTree`]) with the settings of the GPU's.
//!
//! Units are those of the scene, with the gravitational constant G = 1. Coordinates may be up to 1e18 in magnitude.

mod arrays;
mod formulation;
mod instruction_set;
mod lanes;
mod simd;
mod simulation;
mod softening;
mod structs;
mod tree;

pub use formulation::Formulation;
pub use instruction_set::InstructionSet;
pub use simulation::{CpuError, CpuSimulation, Hardware};
pub use tree::CpuTree;

use softening::Softening;
