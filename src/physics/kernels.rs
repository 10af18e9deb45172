//! Kernels of physics and the structs that they share with the host. For tests; not part of the
//! public interface.

pub use super::bodies::{ROUND, UNROUND};
pub use super::comparison::{FORCE_ERRORS, FORCE_SUMS, ForceErrorParams};
pub use super::external::{ADD_EXTERNAL, ADD_EXTERNAL_F64, ADD_FIELD, ADD_FIELD_F64};
pub use super::external_field::ExternalParams;
pub use super::force_errors::MARK_ERRORS;
pub use super::gravity::{
    ALL_PAIRS, ALL_PAIRS_F64, ALL_PAIRS_JERK, ALL_PAIRS_JERK_F64, ATOMIC_CLEAR, AllPairsParams,
    GATHER, GATHER_F64, GatherRowsParams, LEAP, NAIVE, NAIVE_F64, RESIDENT, SUMMED, SUMMED_F64,
    SYMMETRIC, SYMMETRIC_F64, SymmetricParams, UNORDERED,
};
pub use super::gravity::{
    ARRANGE, BLOCKS, CONVOLVE, DEPOSIT, DEPOSIT_CUBIC, FIELD, FRAME, FrameParams, MASSES, MERGE,
    MULTIPLY, MeshParams, MeshPlace, NEAR, NearParams, PULL,
};
pub use super::gravity::{
    CellsParams, INNER, TREE_CELL_KEYS, TREE_CELLS, TREE_EXTENT, TREE_LADDER, TREE_LEAVES,
    TREE_NODES, TREE_REGION_WALKS, TREE_STARTS, TREE_VARIANTS, TREE_WALKS, TREE_WORK, TreeParams,
    TreeStructure, WalkPlan,
};
pub use super::moments::{Moments, MomentsF64, SUM_MOMENTS, SUM_MOMENTS_F64};
pub use super::motion::{
    ADVANCE, AdvanceParams, CHOOSE_STEP, COPY, COPY_STEP, ChooseStepParams, HERMITE_CORRECT,
    HERMITE_PREDICT, HermiteParams, LARGEST, LARGEST_F64, LargestParams, RUNGE_KUTTA,
    ResidentParams, StageParams, StepState, StepTime,
};
pub use super::precision::Variants;
pub use super::profile_survey::{
    Centroid, PROFILE_CENTROID, PROFILE_DISTANCES, PROFILE_MASSES, PROFILE_SHELLS, PROFILE_SHRINK,
    PROFILE_SPEED_BINS, PROFILE_SPEEDS, SUM_CENTROID, ShrinkParams, Structure, StructureParams,
};
pub use super::regions::{
    ChooseParams, ExchangeParams, JudgeParams, REGION_ADVANCE, REGION_BEGIN, REGION_CHOOSE,
    REGION_EXCHANGE, REGION_JUDGE, REGION_SEARCH, RegionParams, SearchParams,
};
pub use super::sample::{SAMPLE, SampleParams};
pub use super::simulation::{AdjustParams, TREE_ADJUST};
pub use super::survey::{MEASURE, MEASURE_F64, MeasureParams, SOURCES, SOURCES_F64};
pub use super::touch::{ATTRACT, AttractParams, REVERSE};
use crate::gpu::KernelSource;
use crate::primitives::ReducePlan;

/// Every kernel.
pub const KERNELS: &[&KernelSource] = &[
    &DEPOSIT,
    &DEPOSIT_CUBIC,
    &ARRANGE,
    &FIELD,
    &MERGE,
    &NEAR,
    &MASSES,
    &BLOCKS,
    &FRAME,
    &CONVOLVE[0],
    &CONVOLVE[1],
    &MULTIPLY,
    &PULL,
    &ALL_PAIRS,
    &ALL_PAIRS_F64,
    &ALL_PAIRS_JERK,
    &ALL_PAIRS_JERK_F64,
    &NAIVE,
    &NAIVE_F64,
    &SYMMETRIC,
    &SYMMETRIC_F64,
    &TREE_ADJUST,
    &UNORDERED,
    &GATHER,
    &GATHER_F64,
    &ATOMIC_CLEAR,
    &LEAP,
    &SUMMED,
    &SUMMED_F64,
    &RESIDENT,
    &TREE_EXTENT,
    &TREE_CELL_KEYS,
    &TREE_STARTS,
    &TREE_LADDER,
    &TREE_NODES,
    &TREE_LEAVES,
    &TREE_CELLS,
    &TREE_WALKS[0][0],
    &TREE_WALKS[0][1],
    &TREE_WALKS[1][0],
    &TREE_WALKS[1][1],
    &TREE_REGION_WALKS[0][0],
    &TREE_REGION_WALKS[0][1],
    &TREE_REGION_WALKS[1][0],
    &TREE_REGION_WALKS[1][1],
    &TREE_WORK[0],
    &TREE_WORK[1],
    &TREE_VARIANTS[0][0][0],
    &TREE_VARIANTS[0][0][1],
    &TREE_VARIANTS[0][1][0],
    &TREE_VARIANTS[0][1][1],
    &TREE_VARIANTS[1][0][0],
    &TREE_VARIANTS[1][0][1],
    &TREE_VARIANTS[1][1][0],
    &TREE_VARIANTS[1][1][1],
    &TREE_VARIANTS[2][0][0],
    &TREE_VARIANTS[2][0][1],
    &TREE_VARIANTS[2][1][0],
    &TREE_VARIANTS[2][1][1],
    &ROUND.pair,
    &ROUND.double,
    &UNROUND.pair,
    &UNROUND.double,
    &ADD_EXTERNAL,
    &ADD_EXTERNAL_F64,
    &ADD_FIELD,
    &ADD_FIELD_F64,
    &ADVANCE.single,
    &ADVANCE.pair,
    &ADVANCE.double,
    &SAMPLE,
    &COPY.single,
    &COPY.pair,
    &COPY.double,
    &RUNGE_KUTTA.single,
    &RUNGE_KUTTA.pair,
    &RUNGE_KUTTA.double,
    &HERMITE_PREDICT.single,
    &HERMITE_PREDICT.pair,
    &HERMITE_PREDICT.double,
    &HERMITE_CORRECT.single,
    &HERMITE_CORRECT.pair,
    &HERMITE_CORRECT.double,
    &LARGEST,
    &LARGEST_F64,
    &CHOOSE_STEP,
    &COPY_STEP,
    &REVERSE.single,
    &REVERSE.pair,
    &REVERSE.double,
    &ATTRACT.single,
    &ATTRACT.pair,
    &ATTRACT.double,
    &SOURCES,
    &SOURCES_F64,
    &FORCE_ERRORS,
    &FORCE_SUMS,
    &REGION_ADVANCE,
    &REGION_BEGIN,
    &REGION_CHOOSE,
    &REGION_SEARCH,
    &REGION_JUDGE,
    &REGION_EXCHANGE,
    &MARK_ERRORS,
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
