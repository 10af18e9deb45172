//! The speed of histograms.

use super::tuning::{prepared, retuned};
use super::{
    MAX_RUNS, Record, agree, check_elements, clear, random_words, row_on_cpu, row_on_gpu,
    time_on_cpu, time_on_gpu,
};
use crate::gpu::{Gpu, GpuError, Tuning};
use crate::lab::{LabError, Measurement};
use crate::name::Named;
use crate::named;
use crate::primitives::{Histogram, HistogramPlan};

named! {
    /// The kernel of a histogram.
    #[derive(Default)]
    pub enum HistogramKernel: "histogram" {
        /// Whatever suits this adapter.
        #[default]
        Auto = "auto",
        /// On the CPU: a loop.
        CpuSerial = "cpu-serial",
    }
}

/// A histogram to be measured: one row of a table.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct HistogramBench {
    /// Number of values, 1 or more.
    pub count: usize,
    /// Number of bins, 1 or more; values are random numbers below it.
    pub bins: u32,
    /// Whether all values are equal, so that all additions go to one bin.
    pub is_equal: bool,
    /// The kernel that counts them.
    pub kernel: HistogramKernel,
    /// Constants in place of those of the library's plan.
    pub tuning: Tuning,
}

impl HistogramBench {
    /// Checks that the adapter can run the kernel with these constants.
    ///
    /// # Errors
    /// [`GpuError::Mismatch`].
    pub fn check(&self, gpu: &Gpu) -> Result<(), GpuError> {
        self.plan(gpu).map(drop)
    }

    fn plan(&self, gpu: &Gpu) -> Result<HistogramPlan, GpuError> {
        let plan = HistogramPlan::new(gpu);
        Ok(HistogramPlan { tuning: retuned(gpu, plan.tuning, self.tuning)?, ..plan })
    }
}

/// Measures a histogram, in values per second.
///
/// # Errors
/// [`LabError::Wrong`] if the counts are not the host's; otherwise if there are no or too many
/// values, no bins, or the adapter is lost.
pub fn measure_histogram(gpu: &Gpu, bench: HistogramBench) -> Result<Measurement, LabError> {
    let HistogramBench { count, bins, is_equal, kernel, tuning } = bench;
    check_elements(gpu, count)?;
    check_elements(gpu, bins as usize)?;
    let mut values = random_words(count);
    // The upper bits of the product of a word and the number of bins.
    let bin = |word: u32| ((u64::from(word) * u64::from(bins)) >> 32) as u32;
    values.iter_mut().for_each(|word| *word = if is_equal { bins / 2 } else { bin(*word) });
    let (mut row, counts) = match kernel {
        HistogramKernel::CpuSerial => {
            let (samples, counts) = time_on_cpu(|| &values[..], |values| counted(values, bins));
            (row_on_cpu("histogram", kernel.name(), 1, count, samples), counts)
        }
        HistogramKernel::Auto => {
            let plan = bench.plan(gpu)?;
            let source = gpu.storage_from("bench/values", &values)?;
            let counts = gpu.storage("bench/counts", bins as usize)?;
            let histogram =
                prepared(tuning, Histogram::with_plan(gpu, plan, &source, &counts, None))?;
            let record: Record = Box::new(move |pass| histogram.encode(pass));
            let samples = time_on_gpu(gpu, MAX_RUNS, |encoder| clear(encoder, &counts), &record)?;
            let plan = Some((kernel.name(), plan.tuning));
            (
                row_on_gpu(gpu, "histogram", (kernel.name(), plan), count, samples),
                gpu.read(&counts)?,
            )
        }
    };
    agree(&row, &counts, &counted(&values, bins))?;
    row.precision = "u32";
    row.model = if is_equal { "equal" } else { "random" };
    row.bytes = Some(4.0 * count as f64);
    Ok(row)
}

/// How often each number below `bins` occurs.
fn counted(values: &[u32], bins: u32) -> Vec<u32> {
    let mut counts = vec![0; bins as usize];
    values.iter().for_each(|&value| counts[value as usize] += 1);
    counts
}
