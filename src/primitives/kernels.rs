//! Kernels of the primitives and the structs that they share with the host. For tests; not part of
//! the public interface.

pub use super::compact::{
    COMPACT, COMPACT_BY_SUBGROUPS, CompactParams, GATHER, GatherParams, MARKS,
};
pub use super::fft::kernels::{FftParams, KERNELS as FFTS, MultiplyParams};
pub use super::histogram::{HISTOGRAM, HistogramParams};
#[cfg(feature = "numerics")]
pub use super::poisson::kernels::{COARSEN, DIVIDE, LevelParams, PROLONG, RELAX, SOLVE};
pub use super::progress::{CHECK, FILL, ProgressParams};
#[cfg(feature = "numerics")]
pub use super::random::{FILL_FAST, FILL_NARROW, FILL_WIDE, FillParams, MERSENNE, MersenneParams};
pub use super::reduce::{REDUCE, REDUCE_BY_SUBGROUPS, ReduceParams};
pub use super::scan::{CLEAR, LOOK_BACK, LOOK_BACK_BY_SUBGROUPS, SCAN, ScanParams, TOTALS};
pub use super::sort::SortParams;
#[cfg(feature = "numerics")]
pub use super::sparse::{CarryParams, SolverKernels, SolverParams, Span, SpmvKernels, SpmvParams};
