//! The speed of prefix sums.

use super::{MOST_RUNS, Record, agree, check_elements, clear, random_words, row_on_cpu, row_on_gpu, time_on_cpu, time_on_gpu};
use crate::gpu::{Buffer, Gpu, GpuError};
use crate::lab::{LabError, Measurement};
use crate::name::Named;
use crate::primitives::historical::{HistoricalScan, ScanLadder};
use crate::primitives::{SUM_U32, Scan, ScanKind, ScanPlan, ScanRequest, reference, threaded};

kernels! {
    /// The kernel of a scan.
    #[derive(Default)]
    pub enum ScanKernel: "scan" {
        /// Whatever suits this adapter.
        #[default]
        Auto = "auto",
        /// Totals of tiles first, then the tiles: no workgroup waits for another.
        Portable = "portable",
        /// A single pass, in which each tile looks up what precedes it in what earlier tiles have published.
        LookBack = "look-back",
    }
    lists { Ladder(ScanLadder), }
    cpu {
        /// On the CPU: a loop.
        CpuSerial = "cpu-serial",
        /// On the CPU: all cores.
        CpuThreaded = "cpu-threaded",
    }
}

impl ScanKernel {
    /// Refuses an adapter that cannot scan this many elements with this kernel.
    ///
    /// # Errors
    /// [`GpuError::Unsupported`].
    pub fn check(self, gpu: &Gpu, count: usize) -> Result<(), GpuError> {
        if let Self::Ladder(rung) = self { rung.check(gpu, count) } else { Ok(()) }
    }

    fn plan(self, gpu: &Gpu, request: ScanRequest<u32>) -> ScanPlan {
        match self {
            Self::LookBack => ScanPlan::look_back(&SUM_U32),
            Self::Portable => ScanPlan::new(gpu, &SUM_U32, &request.portable()),
            _ => ScanPlan::new(gpu, &SUM_U32, &request),
        }
    }
}

/// An inclusive prefix sum of `u32` to be measured: one row of a table.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct ScanBench {
    /// Number of elements, 1 or more.
    pub count: usize,
    /// The kernel that scans them.
    pub kernel: ScanKernel,
}

/// Measures an inclusive prefix sum, in elements per second.
///
/// # Errors
/// [`LabError::Wrong`] if the sums are not the host's; otherwise if there are no or too many elements, the adapter cannot run
/// this kernel, or it is lost.
pub fn measure_scan(gpu: &Gpu, ScanBench { count, kernel }: ScanBench) -> Result<Measurement, LabError> {
    check_elements(gpu, count)?;
    let elements = &random_words(count)[..];
    let (mut row, scanned) = match kernel {
        ScanKernel::CpuSerial => {
            let (samples, scanned) = time_on_cpu(|| elements, |all| reference::inclusive_scan(all, 0, u32::wrapping_add));
            (row_on_cpu("scan", kernel.name(), 1, count, samples), scanned)
        }
        ScanKernel::CpuThreaded => {
            let (samples, scanned) = time_on_cpu(|| elements, |all| threaded::inclusive_scan(all, 0, u32::wrapping_add));
            (row_on_cpu("scan", kernel.name(), rayon::current_num_threads(), count, samples), scanned)
        }
        _ => {
            let source = gpu.storage_from("bench/source", elements)?;
            let (record, result, plan): (Record, Buffer<u32>, _) = if let ScanKernel::Ladder(rung) = kernel {
                let scan = HistoricalScan::new(gpu, rung, ScanKind::Inclusive, &source)?;
                let result = scan.result().clone();
                (Box::new(move |pass| scan.record(pass)), result, None)
            } else {
                let target = gpu.storage("bench/target", count)?;
                let request = ScanRequest::new(ScanKind::Inclusive, &source, &target);
                let plan = kernel.plan(gpu, request);
                let scan = Scan::with_plan(gpu, plan, request)?;
                let way = plan.path.name();
                (Box::new(move |pass| scan.record(pass)), target, Some((way, plan.tuning)))
            };
            let samples = time_on_gpu(gpu, MOST_RUNS, |encoder| clear(encoder, &result), &record)?;
            (row_on_gpu(gpu, "scan", (kernel.name(), plan), count, samples), gpu.read(&result)?)
        }
    };
    let mut sum = 0_u64;
    let sums = elements.iter().map(|&element| {
        sum += u64::from(element);
        sum as u32
    });
    agree(&row, &scanned, &sums.collect::<Vec<_>>())?;
    row.precision = "u32";
    Ok(row)
}
