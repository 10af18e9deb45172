//! Data-parallel building blocks: prepared once for given buffers, recorded into the caller's
//! encoder. Recording never submits or waits. Preparation does so once per adapter and driver, for
//! the trial of [`prove_progress`].
//!
//! Use them for sums, prefix sums, sorts, histograms and selections of data that is on the GPU and
//! stays there. A [`Monoid`] of your own gives reductions and scans of any associative operator.
//! For a few thousand elements on the host, a loop is faster.
//!
//! ```
//! use starshell::gpu::Gpu;
//! use starshell::primitives::{RadixSort, Reduce, SUM_F32, SortRequest};
//!
//! let gpu = Gpu::open(None)?;
//! let numbers = gpu.storage_from("numbers", &[2.5_f32, -1.0, 4.5])?;
//! let (sum, sort) = (Reduce::new(&gpu, &SUM_F32, &numbers)?, RadixSort::new(&gpu, &SortRequest::new(&numbers))?);
//! let mut encoder = gpu.encoder("example");
//! let mut pass = encoder.begin_compute_pass(&wgpu::ComputePassDescriptor::default());
//! sum.encode(&mut pass);
//! sort.encode(&mut pass);
//! drop(pass);
//! gpu.submit(encoder);
//! assert_eq!(gpu.read(sum.result())?, [6.0]);
//! assert_eq!(gpu.read(&numbers)?, [-1.0, 2.5, 4.5]);
//! # Ok::<(), starshell::gpu::GpuError>(())
//! ```

mod checks;
mod choice;
mod compact;
pub(crate) mod fft;
mod histogram;
#[doc(hidden)]
pub mod kernels;
mod monoid;
#[cfg(feature = "numerics")]
mod poisson;
mod progress;
#[cfg(feature = "numerics")]
mod random;
mod reduce;
pub mod reference;
mod scan;
mod sort;
#[cfg(feature = "numerics")]
mod sparse;
pub mod threaded;

pub use compact::{Compact, Gather, Kept, NOT_ZERO, POSITIVE_F32, POSITIVE_I32, Predicate};
pub use fft::{Fft, FftDirection, FftReal, FftRequest};
pub use histogram::Histogram;
pub use monoid::{
    Bounds, JOIN_BOUNDS, MAX_F32, MAX_F64, MAX_I32, MAX_U32, MAX_U64, MIN_F32, MIN_F64, MIN_I32,
    MIN_U32, MIN_U64, Monoid, SUM_F32, SUM_F64, SUM_I32, SUM_U32, SUM_U64, SUM_VEC4F,
};
#[cfg(feature = "numerics")]
pub use poisson::{Multigrid, Poisson, PoissonOperator, PoissonRequest};
#[cfg(feature = "numerics")]
pub use random::{FillRandom, Philox, RandomRequest};
pub use reduce::Reduce;
pub use scan::{Scan, ScanKind, ScanRequest};
pub use sort::{RadixSort, SortKey, SortRequest};
#[cfg(feature = "numerics")]
pub use sparse::{
    ConjugateGradient, Csr, Real, SolverLimits, SolverState, SparseError, Spmv, matrix_market_size,
};

// For the program, the laboratory and tests; no version promises anything about these.
#[doc(hidden)]
pub use compact::{CompactPath, CompactPlan};
#[doc(hidden)]
pub use fft::FftPath;
#[doc(hidden)]
pub use histogram::HistogramPlan;
#[cfg(feature = "numerics")]
#[doc(hidden)]
pub use poisson::PoissonPath;
#[doc(hidden)]
pub use progress::{prove_progress, try_progress};
#[cfg(feature = "numerics")]
#[doc(hidden)]
pub use random::{FillMersenne, MersenneTwister};
#[doc(hidden)]
pub use reduce::ReducePlan;
#[doc(hidden)]
pub use scan::{ScanForm, ScanPath, ScanPlan};
#[doc(hidden)]
pub use sort::{SortPath, SortPlan};
#[cfg(feature = "numerics")]
#[doc(hidden)]
pub use sparse::{RowLengths, SpmvPath, SpmvPlan, Surface};

pub(crate) use checks::check_lengths;
use checks::{check_elements, check_target, length_or_all};
use kernels::{CLEAR, COMPACT, COMPACT_BY_SUBGROUPS, GATHER, HISTOGRAM, MARKS};
#[cfg(feature = "lab")]
pub(crate) use random::{NARROW_PRODUCTS, WIDE_PRODUCTS, has_wide_products};
use reduce::REDUCE_BY_SUBGROUPS;
use scan::LOOK_BACK_BY_SUBGROUPS;

use crate::gpu::KernelSource;

const BY_KEY: ScanForm = ScanForm { is_by_key: true, is_in_place: false };
const IN_PLACE: ScanForm = ScanForm { is_by_key: false, is_in_place: true };
const BY_KEY_IN_PLACE: ScanForm = ScanForm { is_by_key: true, is_in_place: true };

/// The kernels of these monoids: reduction, and all kinds of scans on GPUs and in software.
macro_rules! kernels_of {
    ($($monoid:ident)*) => {
        &[
            &CLEAR,
            &progress::FILL,
            &progress::CHECK,
            &const { compact::by_flags(MARKS) },
            &const { compact::by_flags(COMPACT) },
            &const { compact::by_flags(COMPACT_BY_SUBGROUPS) },
            &const { NOT_ZERO.in_kernel(MARKS) },
            &const { NOT_ZERO.in_kernel(COMPACT) },
            &const { NOT_ZERO.in_kernel(COMPACT_BY_SUBGROUPS) },
            &const { POSITIVE_I32.in_kernel(COMPACT_BY_SUBGROUPS) },
            &const { POSITIVE_F32.in_kernel(COMPACT_BY_SUBGROUPS) },
            &GATHER,
            &HISTOGRAM,
            &const { ScanPlan::look_back(&SUM_U32).scan },
            &const { ScanPlan::look_back(&MAX_I32).scan },
            &const { ScanPlan::look_back(&MIN_F32).scan },
            &const { SUM_U32.in_kernel(REDUCE_BY_SUBGROUPS) },
            &const { MAX_F32.in_kernel(REDUCE_BY_SUBGROUPS) },
            &const { SUM_U32.in_kernel(LOOK_BACK_BY_SUBGROUPS) },
            &const { MAX_F32.in_kernel(LOOK_BACK_BY_SUBGROUPS) },
            $(
                &const { ReducePlan::on_gpus(&$monoid).kernel },
                &const { ScanPlan::on_gpus(&$monoid, ScanForm::PLAIN).totals.unwrap() },
                &const { ScanPlan::on_software(&$monoid, ScanForm::PLAIN).totals.unwrap() },
                &const { ScanPlan::on_gpus(&$monoid, BY_KEY).totals.unwrap() },
                &const { ScanPlan::on_software(&$monoid, BY_KEY).totals.unwrap() },
                &const { ScanPlan::on_gpus(&$monoid, ScanForm::PLAIN).scan },
                &const { ScanPlan::on_software(&$monoid, ScanForm::PLAIN).scan },
                &const { ScanPlan::on_gpus(&$monoid, IN_PLACE).scan },
                &const { ScanPlan::on_software(&$monoid, IN_PLACE).scan },
                &const { ScanPlan::on_gpus(&$monoid, BY_KEY).scan },
                &const { ScanPlan::on_software(&$monoid, BY_KEY).scan },
                &const { ScanPlan::on_gpus(&$monoid, BY_KEY_IN_PLACE).scan },
                &const { ScanPlan::on_software(&$monoid, BY_KEY_IN_PLACE).scan },
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
    const LISTS: &[&[&KernelSource]] = &[
        FASTEST,
        sort::KERNELS,
        fft::KERNELS,
        #[cfg(feature = "numerics")]
        random::KERNELS,
        #[cfg(feature = "numerics")]
        sparse::KERNELS,
        #[cfg(feature = "numerics")]
        poisson::KERNELS,
    ];
    const COUNT: usize = {
        let (mut count, mut list) = (0, 0);
        while list < LISTS.len() {
            (count, list) = (count + LISTS[list].len(), list + 1);
        }
        count
    };
    let mut all = [FASTEST[0]; COUNT];
    let (mut at, mut list) = (0, 0);
    while list < LISTS.len() {
        all.split_at_mut(at).1.split_at_mut(LISTS[list].len()).0.copy_from_slice(LISTS[list]);
        (at, list) = (at + LISTS[list].len(), list + 1);
    }
    all
};
