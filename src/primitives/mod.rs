//! Data-parallel building blocks: prepared once for given buffers, recorded into the caller's encoder. Recording never submits
//! or waits. Preparation does so once per adapter and driver, for the trial of [`prove_progress`].

mod checks;
mod choice;
mod compact;
mod histogram;
#[doc(hidden)]
pub mod kernels;
mod monoid;
mod progress;
mod reduce;
pub mod reference;
mod scan;
mod sort;
pub mod threaded;

pub use compact::{Compact, Gather};
pub use histogram::Histogram;
pub use monoid::{
    Bounds, JOIN_BOUNDS, MAX_F32, MAX_F64, MAX_I32, MAX_U32, MAX_U64, MIN_F32, MIN_F64, MIN_I32, MIN_U32, MIN_U64, Monoid,
    SUM_F32, SUM_F64, SUM_I32, SUM_U32, SUM_U64, SUM_VEC4F,
};
pub use progress::{prove_progress, try_progress};
pub use reduce::{Reduce, ReducePlan};
pub use scan::{Scan, ScanKind, ScanPath, ScanPlan, ScanRequest};
pub use sort::{RadixSort, SortKey, SortPath, SortPlan, SortRequest};

pub(crate) use checks::check_lengths;
use checks::{check_elements, check_target, length_or_all};
use kernels::{CLEAR, COMPACT, GATHER, HISTOGRAM, LOOK_BACK_BY_SUBGROUPS, MARKS};

use crate::gpu::KernelSource;

/// The kernels of these monoids: reduction, and all kinds of scans on GPUs and in software.
macro_rules! kernels_of {
    ($($monoid:ident)*) => {
        &[
            &CLEAR,
            &kernels::FILL,
            &kernels::CHECK,
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

/// The fastest kernels here.
const FASTEST: &[&KernelSource] = kernels_of! {
    SUM_U32 MIN_U32 MAX_U32 SUM_I32 MIN_I32 MAX_I32 SUM_F32 MIN_F32 MAX_F32
    SUM_U64 MIN_U64 MAX_U64 SUM_F64 MIN_F64 MAX_F64 SUM_VEC4F JOIN_BOUNDS
};

/// Every kernel of this layer.
pub const KERNELS: &[&KernelSource] = &{
    let mut all = [FASTEST[0]; FASTEST.len() + sort::KERNELS.len()];
    let (fastest, sorts) = all.split_at_mut(FASTEST.len());
    fastest.copy_from_slice(FASTEST);
    sorts.copy_from_slice(sort::KERNELS);
    all
};
