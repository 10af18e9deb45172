//! Gravity on the CPU in single precision, for comparison with the GPU's kernels.
//!
//! Eight formulations sum over all pairs. Four are those that Nicholas Wilt's *CUDA Handbook* (N-body chapter) measures on the CPU:
//! array of structs 60, structure of arrays 83.6, SSE 438, and SSE on all cores 1,400 million interactions per second (16,384
//! bodies, Nehalem). Three are what programs do today: structs that hold all of a body, and the widest vectors, on one core and on
//! all. The last evaluates each pair once, a symmetry that the GPU appendix of *Computer Organization and Design* points out. The
//! ninth is a Barnes-Hut tree ([`CpuTree`]) with the settings of the GPU's.
//!
//! Units are those of the scene, with the gravitational constant G = 1. Coordinates may be up to 1e18 in magnitude.

mod arrays;
mod formulation;
mod instruction_set;
mod lanes;
mod simd;
mod simulation;
mod softening;
mod sse;
mod structs;
mod tree;

pub use formulation::Formulation;
pub use instruction_set::InstructionSet;
pub use simulation::{CpuError, CpuSimulation, Hardware};
pub use tree::CpuTree;

use softening::Softening;
