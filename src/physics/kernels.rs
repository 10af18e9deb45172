//! Kernels of physics and the structs that they share with the host. For tests; not part of the
//! public interface.

pub use super::bodies::ROUND;
use super::bodies::UNROUND;
use super::comparison::{FORCE_ERRORS, FORCE_SUMS};
use super::external::{ADD_EXTERNAL, ADD_EXTERNAL_F64, ADD_FIELD, ADD_FIELD_F64};
pub use super::external_field::ExternalParams;
use super::force_errors::MARK_ERRORS;
pub use super::gravity::{
    ALL_PAIRS, ALL_PAIRS_F64, ATOMIC_CLEAR, AllPairsParams, GATHER, LEAP, NAIVE, NAIVE_F64,
    RESIDENT, SUMMED, SYMMETRIC, SYMMETRIC_F64, UNORDERED,
};
use super::gravity::{ALL_PAIRS_JERK, ALL_PAIRS_JERK_F64, GATHER_F64, SUMMED_F64};
use super::gravity::{ARRANGE, CONVOLVE, DEPOSIT, DEPOSIT_CUBIC, MASSES, MERGE, MULTIPLY, PULL};
pub use super::gravity::{BLOCKS, FIELD, FRAME, NEAR};
pub use super::gravity::{INNER, WalkPlan};
use super::gravity::{
    TREE_CELL_KEYS, TREE_CELLS, TREE_EXTENT, TREE_LADDER, TREE_LEAVES, TREE_NODES,
    TREE_REGION_WALKS, TREE_STARTS, TREE_VARIANTS, TREE_WALKS, TREE_WORK,
};
use super::moments::SUM_MOMENTS_F64;
pub use super::moments::{Moments, SUM_MOMENTS};
pub use super::motion::{ADVANCE, AdvanceParams, COPY, LARGEST, StepState};
use super::motion::{
    CHOOSE_STEP, COPY_STEP, HERMITE_CORRECT, HERMITE_PREDICT, LARGEST_F64, RUNGE_KUTTA,
};
use super::profile_survey::SUM_CENTROID;
pub use super::profile_survey::{
    PROFILE_CENTROID, PROFILE_DISTANCES, PROFILE_MASSES, PROFILE_SHELLS, PROFILE_SHRINK,
    PROFILE_SPEED_BINS, PROFILE_SPEEDS,
};
use super::regions::{
    REGION_ADVANCE, REGION_BEGIN, REGION_CHOOSE, REGION_EXCHANGE, REGION_JUDGE, REGION_SEARCH,
};
pub use super::sample::SAMPLE;
pub use super::simulation::{AdjustParams, TREE_ADJUST};
pub use super::survey::{MEASURE, MeasureParams};
use super::survey::{MEASURE_F64, SOURCES, SOURCES_F64};
use super::touch::{ATTRACT, REVERSE};
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::gpu::agree;
    use crate::physics::TreeLevels;
    use crate::physics::comparison::ForceErrorParams;
    use crate::physics::gravity::{
        CellsParams, FrameParams, GatherRowsParams, MeshParams, MeshPlace, NearParams,
        SymmetricParams, TreeParams,
    };
    use crate::physics::moments::MomentsF64;
    use crate::physics::motion::{
        ChooseStepParams, HermiteParams, LargestParams, ResidentParams, StageParams, StepState,
        StepTime,
    };
    use crate::physics::profile_survey::{Centroid, ShrinkParams, Structure, StructureParams};
    use crate::physics::regions::{
        ChooseParams, ExchangeParams, JudgeParams, RegionParams, SearchParams,
    };
    use crate::physics::sample::SampleParams;
    use crate::physics::touch::AttractParams;

    #[test]
    fn structs_are_the_same_in_both_languages() {
        agree::<AdjustParams>(KERNELS);
        agree::<AdvanceParams>(KERNELS);
        agree::<AllPairsParams>(KERNELS);
        agree::<AttractParams>(KERNELS);
        agree::<CellsParams>(KERNELS);
        agree::<Centroid>(KERNELS);
        agree::<ChooseParams>(KERNELS);
        agree::<ChooseStepParams>(KERNELS);
        agree::<ExchangeParams>(KERNELS);
        agree::<JudgeParams>(KERNELS);
        agree::<RegionParams>(KERNELS);
        agree::<SearchParams>(KERNELS);
        agree::<ExternalParams>(KERNELS);
        agree::<ForceErrorParams>(KERNELS);
        agree::<FrameParams>(KERNELS);
        agree::<GatherRowsParams>(KERNELS);
        agree::<HermiteParams>(KERNELS);
        agree::<LargestParams>(KERNELS);
        agree::<MeasureParams>(KERNELS);
        agree::<MeshParams>(KERNELS);
        agree::<MeshPlace>(KERNELS);
        // A tree has moments of another kind.
        agree::<Moments>(&[&MEASURE, &const { ReducePlan::on_gpus(&SUM_MOMENTS).kernel }]);
        agree::<MomentsF64>(&[
            &MEASURE_F64,
            &const { ReducePlan::on_gpus(&SUM_MOMENTS_F64).kernel },
        ]);
        agree::<NearParams>(KERNELS);
        agree::<ResidentParams>(KERNELS);
        agree::<SampleParams>(KERNELS);
        agree::<ShrinkParams>(KERNELS);
        agree::<StageParams>(KERNELS);
        agree::<StepState>(KERNELS);
        agree::<StepTime>(KERNELS);
        agree::<Structure>(KERNELS);
        agree::<StructureParams>(KERNELS);
        agree::<SymmetricParams>(KERNELS);
        agree::<TreeLevels>(KERNELS);
        agree::<TreeParams>(KERNELS);
    }
}
