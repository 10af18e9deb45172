//! The speed of prefix sums.

use super::{MOST_RUNS, Record, agree, check_elements, clear, random_words, row_on_cpu, row_on_gpu, time_on_cpu, time_on_gpu};
use crate::gpu::{Buffer, Gpu, GpuError};
use crate::lab::{LabError, Measurement};
use crate::name::Named;
use crate::named;
use crate::primitives::historical::{HistoricalScan, ScanLadder};
use crate::primitives::{SUM_U32, Scan, ScanKind, ScanPlan, ScanRequest, reference, threaded};

named! {
    /// What scans. Those between the first three and the processor's are the rungs of [`ScanLadder`].
    #[derive(Default)]
    pub enum ScanKernel: "scan" {
        /// What suits this adapter.
        #[default]
        Auto = "auto",
        /// Totals of tiles first, then the tiles: no workgroup waits for another.
        Portable = "portable",
        /// A single pass, in which tiles learn from earlier ones what comes before them.
        LookBack = "look-back",
        /// One thread of the GPU for all.
        Serial = "serial",
        /// Hillis & Steele in each block.
        HillisSteele = "hillis-steele",
        /// Blelloch's tree in each block.
        WorkEfficient = "work-efficient",
        /// On the processor: a loop.
        CpuSerial = "cpu-serial",
        /// On the processor: all cores.
        CpuThreaded = "cpu-threaded",
    }
}

impl ScanKernel {
    /// Refuses an adapter that cannot scan so many elements in this way.
    ///
    /// # Errors
    /// [`GpuError::Unsupported`].
    pub fn check(self, gpu: &Gpu, count: usize) -> Result<(), GpuError> {
        self.rung().map_or(Ok(()), |rung| rung.check(gpu, count))
    }

    fn rung(self) -> Option<ScanLadder> {
        ScanLadder::named(self.name()).ok()
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
    /// How many elements, 1 or more.
    pub count: usize,
    /// What scans them.
    pub kernel: ScanKernel,
}

/// Measures an inclusive prefix sum, in elements a second.
///
/// # Errors
/// [`LabError::Wrong`] where the sums are not the host's; otherwise where there are no or too many elements, the adapter cannot
/// run this kernel, or is lost.
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
            let (record, result, plan): (Record, Buffer<u32>, _) = if let Some(rung) = kernel.rung() {
                let scan = HistoricalScan::new(gpu, rung, ScanKind::Inclusive, &source)?;
                let result = scan.result().clone();
                (Box::new(move |pass| scan.record(pass)), result, None)
            } else {
                let target = gpu.storage("bench/target", count)?;
                let request = ScanRequest::new(ScanKind::Inclusive, &source, &target);
                let plan = kernel.plan(gpu, request);
                let scan = Scan::with_plan(gpu, plan, request)?;
                let way = if plan.totals.is_some() { "scan/totals" } else { "scan/look-back" };
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
