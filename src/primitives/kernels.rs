//! Kernels of the primitives and the structs that they share with the host. For tests; not part of the public interface.

pub use super::compact::{COMPACT, CompactParams, GATHER, GatherParams, MARKS};
pub use super::histogram::{HISTOGRAM, HistogramParams};
pub use super::historical::reductions::{
    REDUCE_ATOMIC, REDUCE_IN_STEP, REDUCE_SUBGROUPS, REDUCE_TREE, REDUCE_UNROLLED, REDUCE_VECTORS,
};
pub use super::historical::scans::{
    SCAN_ADD, SCAN_HILLIS_STEELE, SCAN_IN_PLACE, SCAN_SERIAL, SCAN_WORK_EFFICIENT, ScanAddParams, ScanSerialParams,
};
pub use super::historical::sorts::{
    DigitParams, SORT_FLAGS, SORT_HISTOGRAM, SORT_IN_PLACE, SORT_ONE_BLOCK, SORT_PARTITION, SORT_PARTITION_BY_ONES, SORT_SCATTER,
    SortKernels,
};
pub use super::historical::{BlocksParams, ElementKernels};
pub use super::progress::{CHECK, FILL, ProgressParams};
pub use super::reduce::{REDUCE, ReduceParams};
pub use super::scan::{CLEAR, LOOK_BACK, LOOK_BACK_BY_SUBGROUPS, SCAN, ScanParams, TOTALS};
pub use super::sort::SortParams;
