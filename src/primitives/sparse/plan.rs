//! Which kernel suits a matrix and an adapter.

use super::{Real, RowLengths};
use crate::gpu::{Gpu, GpuError, KernelSource, Tuning};
use crate::name::Named;
use crate::named;
use crate::primitives::progress::is_proven;
use crate::words::say;

named! {
    /// How the product of a sparse matrix and a vector is computed.
    pub enum SpmvPath: "path of a product" {
        /// One thread per row.
        Rows = "rows",
        /// Two threads per row.
        Lanes2 = "lanes-2",
        /// Four threads per row.
        Lanes4 = "lanes-4",
        /// Eight threads per row.
        Lanes8 = "lanes-8",
        /// Sixteen threads per row.
        Lanes16 = "lanes-16",
        /// Thirty-two threads per row.
        Lanes32 = "lanes-32",
        /// Thirty-two threads per row, summed within subgroups.
        Subgroups = "subgroups",
        /// The products of a workgroup's rows go through workgroup memory.
        Stream = "stream",
        /// Equally many rows and nonzeros in all for every workgroup, however long rows are.
        Merge = "merge",
        /// Equally many rows and nonzeros in all for every thread, without barriers.
        MergeAlone = "merge-alone",
    }
}

/// How a product is computed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SpmvPlan {
    /// The path.
    pub path: SpmvPath,
    /// The tuning of its kernel.
    pub tuning: Tuning,
}

/// Rows longer than this many times the mean, plus [`SLACK`], keep one thread or subgroup busy
/// while others wait.
const UNEVEN: f64 = 4.0;
const SLACK: f64 = 32.0;
/// Nonzeros per thread, up to which more threads per row would be slower (H100, rows of 7 to 48
/// nonzeros).
const PER_LANE: f64 = 8.0;

impl SpmvPlan {
    /// The plan for rows of these lengths on this adapter.
    pub fn new<T: Real>(gpu: &Gpu, lengths: &RowLengths) -> Self {
        let is_even =
            lengths.max as f64 <= UNEVEN * lengths.mean + SLACK && is_short(gpu, lengths.max);
        let path = match (is_even, gpu.is_software()) {
            (true, true) => SpmvPath::Rows,
            (false, true) => SpmvPath::MergeAlone,
            (true, false) => Self::lanes_for(gpu, lengths.mean),
            (false, false) => SpmvPath::Merge,
        };
        Self::from_path::<T>(path)
    }

    fn lanes_for(gpu: &Gpu, mean: f64) -> SpmvPath {
        match mean / PER_LANE {
            ..=1.0 => SpmvPath::Rows,
            ..=2.0 => SpmvPath::Lanes2,
            ..=4.0 => SpmvPath::Lanes4,
            ..=8.0 => SpmvPath::Lanes8,
            ..=16.0 => SpmvPath::Lanes16,
            _ if SpmvPath::Subgroups.check(gpu).is_ok() => SpmvPath::Subgroups,
            _ => SpmvPath::Lanes32,
        }
    }

    /// The plan of a path for numbers of this type.
    pub const fn from_path<T: Real>(path: SpmvPath) -> Self {
        let tuning = match path {
            SpmvPath::Lanes4 => 1,
            SpmvPath::Lanes8 => 2,
            SpmvPath::Lanes16 => 3,
            SpmvPath::Lanes32 | SpmvPath::Subgroups => 4,
            _ => 0,
        };
        Self { path, tuning: path.kernel::<T>().tunings[tuning] }
    }
}

/// Whether a thread may take this many loop iterations, and a few more: see
/// [`Adapter::loop_limit`](crate::gpu::Adapter::loop_limit).
pub(super) fn is_short(gpu: &Gpu, iterations: usize) -> bool {
    iterations + 16 <= gpu.adapter().loop_limit() as usize
}

impl SpmvPath {
    /// Its kernel for numbers of this type.
    pub const fn kernel<T: Real>(self) -> KernelSource {
        let all = T::KERNELS;
        match self {
            Self::Rows => all.rows,
            Self::Lanes2 | Self::Lanes4 | Self::Lanes8 | Self::Lanes16 | Self::Lanes32 => all.lanes,
            Self::Subgroups => all.lanes_of_subgroups,
            Self::Stream => all.stream,
            Self::Merge => all.merge,
            Self::MergeAlone => all.merge_alone,
        }
    }

    /// Refuses an adapter that cannot compute products by this path.
    ///
    /// # Errors
    /// [`GpuError::Unsupported`].
    pub fn check(self, gpu: &Gpu) -> Result<(), GpuError> {
        // The trial has shown that the threads of a subgroup are neighbours and exchange what they
        // should.
        if self != Self::Subgroups || is_proven(gpu) {
            return self.check_lanes(gpu, 32);
        }
        Err(self.without_subgroups(gpu))
    }

    /// Refuses an adapter whose driver ends the loops over a row early.
    pub(crate) fn check_rows(
        self,
        gpu: &Gpu,
        lanes: u32,
        lengths: &RowLengths,
    ) -> Result<(), GpuError> {
        let iterations = match self {
            Self::Merge | Self::MergeAlone => return Ok(()),
            // Those of the loads, too.
            Self::Stream => lengths.max.saturating_mul(2),
            _ => lengths.max / lanes as usize,
        };
        if is_short(gpu, iterations) {
            return Ok(());
        }
        let missing = say!("missing-loops", limit = gpu.adapter().loop_limit());
        Err(GpuError::unsupported(self.name(), gpu.adapter_name(), missing, say!("remedy-auto")))
    }

    /// Refuses an adapter whose subgroups are smaller than these lanes.
    pub(super) fn check_lanes(self, gpu: &Gpu, lanes: u32) -> Result<(), GpuError> {
        if self != Self::Subgroups || gpu.subgroup_size().is_some_and(|size| size >= lanes) {
            return Ok(());
        }
        Err(self.without_subgroups(gpu))
    }

    fn without_subgroups(self, gpu: &Gpu) -> GpuError {
        GpuError::unsupported(
            self.name(),
            gpu.adapter_name(),
            say!("missing-subgroups-of-one-size"),
            say!("remedy-auto"),
        )
    }
}
