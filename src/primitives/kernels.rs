//! Kernels of the primitives and the structs that they share with the host. For tests; not part of
//! the public interface.

pub use super::compact::{COMPACT, COMPACT_BY_SUBGROUPS, GATHER, MARKS};
pub use super::histogram::HISTOGRAM;
pub use super::progress::CHECK;
pub use super::reduce::REDUCE;
pub use super::scan::{CLEAR, SCAN};

#[cfg(test)]
mod tests {
    use crate::gpu::agree;
    use crate::primitives::compact::{CompactParams, GatherParams};
    use crate::primitives::fft::kernels::FftParams;
    #[cfg(feature = "numerics")]
    use crate::primitives::fft::kernels::MultiplyParams;
    use crate::primitives::histogram::HistogramParams;
    #[cfg(feature = "numerics")]
    use crate::primitives::poisson::kernels::LevelParams;
    use crate::primitives::progress::ProgressParams;
    #[cfg(feature = "numerics")]
    use crate::primitives::random::{FillParams, MersenneParams};
    use crate::primitives::reduce::ReduceParams;
    use crate::primitives::scan::ScanParams;
    use crate::primitives::sort::SortParams;
    #[cfg(feature = "numerics")]
    use crate::primitives::sparse::{CarryParams, SolverParams, Span, SpmvParams};
    use crate::primitives::{Bounds, KERNELS};

    #[test]
    fn structs_are_the_same_in_both_languages() {
        agree::<Bounds>(KERNELS);
        agree::<CompactParams>(KERNELS);
        agree::<FftParams>(KERNELS);
        agree::<GatherParams>(KERNELS);
        agree::<HistogramParams>(KERNELS);
        agree::<ProgressParams>(KERNELS);
        agree::<ReduceParams>(KERNELS);
        agree::<ScanParams>(KERNELS);
        agree::<SortParams>(KERNELS);
    }

    #[cfg(feature = "numerics")]
    #[test]
    fn structs_of_numerics_are_the_same_in_both_languages() {
        agree::<CarryParams>(KERNELS);
        agree::<FillParams>(KERNELS);
        agree::<LevelParams>(KERNELS);
        agree::<MersenneParams>(KERNELS);
        agree::<MultiplyParams>(KERNELS);
        agree::<SolverParams>(KERNELS);
        agree::<Span>(KERNELS);
        agree::<SpmvParams>(KERNELS);
    }
}
