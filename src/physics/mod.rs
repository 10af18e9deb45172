//! Gravity and motion: bodies, forces, integrators, what is measured of them.

mod bodies;
mod body;
mod diagnostics;
mod gravity;
pub mod initial;
mod integrator;
pub mod motion;
mod parameters;
mod profile;
pub mod reference;
mod simulation;
mod snapshot;
mod survey;
mod touch;
mod watch;

pub use bodies::Bodies;
pub(crate) use body::center_of_mass;
pub use body::{Body, move_to_center_of_mass};
pub use diagnostics::{Diagnostics, Trouble};
pub use gravity::{
    ALL_PAIRS, ALL_PAIRS_JERK, ATOMIC_CLEAR, ATOMIC_COLLECT, ATOMIC_PAIRS, AllPairs, Batch, ForceKernel, GATHER, Gather, Gravity,
    LEAP, MOST_FOR_ONE_THREAD, NAIVE, ONE_THREAD, Output, Plan, SHUFFLE, SOA, SPLIT, STAGE, SYMMETRIC, Symmetric, THREADS, TILE,
    Tuned, UNIFORM_BATCHES, UNORDERED,
};
pub use integrator::{Integrator, Operation};
pub use parameters::{ParameterError, Parameters};
pub use profile::{LAGRANGIAN, Profile, SHELLS, SPEED_BINS};
pub use simulation::{Simulation, SimulationError, milliseconds_a_step};
pub use snapshot::{Snapshot, Snapshots};
pub use survey::{MEASURE, Measure, Moments, Reading, SOURCES, SUM_MOMENTS, Survey};
pub use touch::{ATTRACT, Attract, Attraction, REVERSE};
pub use watch::{Watch, Watched};

/// Every kernel of this layer.
pub const KERNELS: &[&crate::gpu::KernelSource] = &[
    &ALL_PAIRS,
    &ALL_PAIRS_JERK,
    &NAIVE,
    &SYMMETRIC,
    &UNORDERED,
    &GATHER,
    &LEAP,
    &motion::RESIDENT,
    &ONE_THREAD,
    &SOA,
    &SPLIT,
    &UNIFORM_BATCHES,
    &STAGE,
    &TILE,
    &THREADS,
    &SHUFFLE,
    &ATOMIC_PAIRS,
    &ATOMIC_CLEAR,
    &ATOMIC_COLLECT,
    &motion::ADVANCE,
    &motion::COPY,
    &motion::RUNGE_KUTTA,
    &motion::HERMITE_PREDICT,
    &motion::HERMITE_CORRECT,
    &REVERSE,
    &ATTRACT,
    &SOURCES,
    &MEASURE,
    SUM_MOMENTS.kernel(),
];
