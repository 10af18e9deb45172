//! Gravity and motion: bodies, forces, integrators, what is measured of them.

mod bodies;
mod body;
mod diagnostics;
mod elapsed;
mod gravity;
pub mod initial;
mod integrator;
mod moments;
pub mod motion;
mod parameters;
mod precision;
mod profile;
mod profile_survey;
pub mod reference;
mod simulation;
mod snapshot;
mod survey;
mod touch;
mod watch;

use crate::primitives::ReducePlan;
pub use bodies::{Bodies, ROUND};
pub(crate) use body::center_of_mass;
pub use body::{Body, move_to_center_of_mass};
pub use diagnostics::{Diagnostics, Trouble};
pub use gravity::{
    ALL_PAIRS, ALL_PAIRS_F64, ALL_PAIRS_JERK, ALL_PAIRS_JERK_F64, ATOMIC_CLEAR, ATOMIC_COLLECT, ATOMIC_PAIRS, AllPairs, Batch,
    ForceKernel, GATHER, Gather, Gravity, LEAP, MOST_FOR_ONE_THREAD, NAIVE, NAIVE_F64, ONE_THREAD, Output, Plan, SHUFFLE, SOA,
    SPLIT, STAGE, SYMMETRIC, Symmetric, THREADS, TILE, Tuned, UNIFORM_BATCHES, UNORDERED,
};
pub use integrator::{Integrator, Operation};
pub use moments::{Moments, MomentsF64, SUM_MOMENTS, SUM_MOMENTS_F64};
pub use parameters::{ParameterError, Parameters};
pub use precision::{NoSuchPrecision, Precision, Rows, Variants};
pub use profile::{LAGRANGIAN, Profile, SHELLS, SPEED_BINS};
pub use profile_survey::{
    Centroid, PROFILE_CENTROID, PROFILE_DISTANCES, PROFILE_MASSES, PROFILE_SHELLS, PROFILE_SHRINK, PROFILE_SPEED_BINS,
    PROFILE_SPEEDS, ProfileReading, ProfileSurvey, SUM_CENTROID, Shrink, Structure, StructureOf,
};
pub use simulation::{Simulation, SimulationError, milliseconds_a_step};
pub use snapshot::{Snapshot, Snapshots};
pub use survey::{MEASURE, MEASURE_F64, Measure, Reading, SOURCES, SOURCES_F64, Survey};
pub use touch::{ATTRACT, Attract, Attraction, REVERSE};
pub use watch::{Watch, Watched};

/// Every kernel of this layer.
pub const KERNELS: &[&crate::gpu::KernelSource] = &[
    &ALL_PAIRS,
    &ALL_PAIRS_F64,
    &ALL_PAIRS_JERK,
    &ALL_PAIRS_JERK_F64,
    &NAIVE,
    &NAIVE_F64,
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
    &ROUND.pair,
    &ROUND.double,
    &motion::ADVANCE.single,
    &motion::ADVANCE.pair,
    &motion::ADVANCE.double,
    &motion::COPY.single,
    &motion::COPY.pair,
    &motion::COPY.double,
    &motion::RUNGE_KUTTA.single,
    &motion::RUNGE_KUTTA.pair,
    &motion::RUNGE_KUTTA.double,
    &motion::HERMITE_PREDICT.single,
    &motion::HERMITE_PREDICT.pair,
    &motion::HERMITE_PREDICT.double,
    &motion::HERMITE_CORRECT.single,
    &motion::HERMITE_CORRECT.pair,
    &motion::HERMITE_CORRECT.double,
    &motion::LARGEST,
    &motion::LARGEST_F64,
    &motion::CHOOSE_STEP,
    &motion::COPY_STEP,
    &REVERSE.single,
    &REVERSE.pair,
    &REVERSE.double,
    &ATTRACT.single,
    &ATTRACT.pair,
    &ATTRACT.double,
    &SOURCES,
    &SOURCES_F64,
    &MEASURE,
    &MEASURE_F64,
    &const { ReducePlan::on_gpus(&SUM_MOMENTS).kernel },
    &const { ReducePlan::on_gpus(&SUM_MOMENTS_F64).kernel },
    &PROFILE_SPEEDS,
    &PROFILE_SPEED_BINS,
    &PROFILE_CENTROID,
    &PROFILE_DISTANCES,
    &PROFILE_SHRINK,
    &PROFILE_MASSES,
    &PROFILE_SHELLS,
    &const { ReducePlan::on_gpus(&SUM_CENTROID).kernel },
];
