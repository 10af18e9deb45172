//! Data-parallel building blocks: prepared once for given buffers, recorded into the caller's encoder. They never submit
//! and never wait, but for [`prove_progress`], which a program calls when it starts.

mod compact;
mod histogram;
pub mod historical;
mod monoid;
mod progress;
mod reduce;
pub mod reference;
mod scan;
mod sort;
pub mod threaded;

pub use compact::{COMPACT, Compact, CompactOf, GATHER, Gather, GatherOf, MARKS};
pub use histogram::{HISTOGRAM, Histogram, HistogramOf};
pub use monoid::{
    Bounds, JOIN_BOUNDS, MAX_F32, MAX_F64, MAX_I32, MAX_U32, MAX_U64, MIN_F32, MIN_F64, MIN_I32, MIN_U32, MIN_U64, Monoid,
    SUM_F32, SUM_F64, SUM_I32, SUM_U32, SUM_U64, SUM_VEC4F,
};
pub use progress::{prove_progress, try_progress};
pub use reduce::{REDUCE, Reduce, ReduceOf, ReducePlan};
pub use scan::{CLEAR, LOOK_BACK, LOOK_BACK_BY_SUBGROUPS, SCAN, Scan, ScanKind, ScanOf, ScanPlan, ScanRequest, TOTALS};
pub use sort::{RadixSort, SortKey, SortOf, SortPath, SortPlan, SortRequest};

use crate::gpu::{Buffer, Gpu, GpuError, KernelSource};

/// The length that the caller has on the GPU, or one of all elements.
fn length_or_all(gpu: &Gpu, length: Option<&Buffer<u32>>, all: usize) -> Result<Buffer<u32>, GpuError> {
    length.map_or_else(|| gpu.length(all), |length| Ok(length.clone()))
}

/// The kernels of these monoids: reduction, and scans of all kinds on GPUs and on software.
macro_rules! kernels_of {
    ($($monoid:ident)*) => {
        &[
            &CLEAR,
            &MARKS,
            &COMPACT,
            &GATHER,
            &HISTOGRAM,
            &const { ScanPlan::look_back(&SUM_U32).scan },
            &const { ScanPlan::look_back(&MAX_I32).scan },
            &const { ScanPlan::look_back(&MIN_F32).scan },
            &const { SUM_U32.in_kernel(LOOK_BACK_BY_SUBGROUPS) },
            &const { MAX_F32.in_kernel(LOOK_BACK_BY_SUBGROUPS) },
            $(
                &const { ReducePlan::on_gpus(&$monoid).kernel },
                &const { ScanPlan::portable(false, &$monoid, false, false).totals.unwrap() },
                &const { ScanPlan::portable(true, &$monoid, false, false).totals.unwrap() },
                &const { ScanPlan::portable(false, &$monoid, true, false).totals.unwrap() },
                &const { ScanPlan::portable(true, &$monoid, true, false).totals.unwrap() },
                &const { ScanPlan::portable(false, &$monoid, false, false).scan },
                &const { ScanPlan::portable(true, &$monoid, false, false).scan },
                &const { ScanPlan::portable(false, &$monoid, false, true).scan },
                &const { ScanPlan::portable(true, &$monoid, false, true).scan },
                &const { ScanPlan::portable(false, &$monoid, true, false).scan },
                &const { ScanPlan::portable(true, &$monoid, true, false).scan },
                &const { ScanPlan::portable(false, &$monoid, true, true).scan },
                &const { ScanPlan::portable(true, &$monoid, true, true).scan },
            )*
        ]
    };
}

/// Kernels of what is fastest here.
const FASTEST: &[&KernelSource] = kernels_of! {
    SUM_U32 MIN_U32 MAX_U32 SUM_I32 MIN_I32 MAX_I32 SUM_F32 MIN_F32 MAX_F32
    SUM_U64 MIN_U64 MAX_U64 SUM_F64 MIN_F64 MAX_F64 SUM_VEC4F JOIN_BOUNDS
};

/// Every kernel of this layer.
pub const KERNELS: &[&KernelSource] = &{
    let mut all = [FASTEST[0]; FASTEST.len() + sort::KERNELS.len() + historical::KERNELS.len()];
    let (fastest, others) = all.split_at_mut(FASTEST.len());
    let (sorts, historical) = others.split_at_mut(sort::KERNELS.len());
    fastest.copy_from_slice(FASTEST);
    sorts.copy_from_slice(sort::KERNELS);
    historical.copy_from_slice(historical::KERNELS);
    all
};
