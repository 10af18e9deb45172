//! The speed of histograms.

use super::tuning::{prepared, retuned};
use super::{
    MAX_RUNS, Record, agree, check_elements, clear, counts, kernels, random_words, row_on_gpu,
    time_on_cpu, time_on_gpu, tunings, work,
};
use crate::gpu::{Gpu, GpuError, Tuning};
use crate::lab::bench::Bench;
use crate::lab::flag::Flag;
use crate::lab::measurement::Entry;
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
    fn plan(&self, gpu: &Gpu) -> Result<HistogramPlan, GpuError> {
        let plan = HistogramPlan::new(gpu);
        Ok(HistogramPlan { tuning: retuned(gpu, plan.tuning, self.tuning)?, ..plan })
    }
}

/// The counts have to be the host's.
impl Bench for HistogramBench {
    const NAME: &'static str = "histogram";
    const ABOUT: &'static str =
        "How often each of some values occurs, checked against the host's counts";
    const FLAGS: &'static [Flag<Self>] = &[
        Flag::one(
            "bins",
            "N",
            "256",
            "Number of bins; values are random numbers below it",
            |bench| &mut bench.bins,
        ),
        Flag::switch("equal", "All values equal, so that all additions go to one bin", |bench| {
            &mut bench.is_equal
        }),
        counts(|bench| &mut bench.count),
        kernels(|bench| &mut bench.kernel),
        tunings(|bench| &mut bench.tuning),
    ];

    fn entry(&self) -> Entry {
        let model = if self.is_equal { "equal" } else { "random" };
        let (kernel, precision) = (self.kernel.name(), "u32");
        Entry { kernel, precision, model, ..Entry::new(Self::NAME, self.count) }
    }

    fn check(&self, gpu: &Gpu) -> Result<(), LabError> {
        check_elements(gpu, self.count)?;
        check_elements(gpu, self.bins as usize)?;
        Ok(self.plan(gpu).map(drop)?)
    }

    fn measure(&self, gpu: &Gpu) -> Result<Measurement, LabError> {
        let Self { count, bins, is_equal, kernel, tuning } = *self;
        let entry = self.entry();
        let mut values = random_words(count);
        // The upper bits of the product of a word and the number of bins.
        let bin = |word: u32| ((u64::from(word) * u64::from(bins)) >> 32) as u32;
        values.iter_mut().for_each(|word| *word = if is_equal { bins / 2 } else { bin(*word) });
        let (mut row, found) = match kernel {
            HistogramKernel::CpuSerial => {
                let (samples, counts) = time_on_cpu(|| &values[..], |values| counted(values, bins));
                (entry.on_cpu(1, samples, work(entry)), counts)
            }
            HistogramKernel::Auto => {
                let plan = self.plan(gpu)?;
                let source = gpu.storage_from("bench/values", &values)?;
                let counts = gpu.storage("bench/counts", bins as usize)?;
                let histogram = Histogram::with_plan(gpu, plan, &source, &counts, None);
                let histogram = prepared(tuning, histogram)?;
                let record: Record = Box::new(move |pass| histogram.encode(pass));
                let samples =
                    time_on_gpu(gpu, MAX_RUNS, |encoder| clear(encoder, &counts), &record)?;
                let plan = Some((entry.kernel, plan.tuning));
                (row_on_gpu(gpu, entry, plan, samples), gpu.read(&counts)?)
            }
        };
        agree(&row, &found, &counted(&values, bins))?;
        row.bytes = Some(4.0 * count as f64);
        Ok(row)
    }
}

/// How often each number below `bins` occurs.
fn counted(values: &[u32], bins: u32) -> Vec<u32> {
    let mut counts = vec![0; bins as usize];
    values.iter().for_each(|&value| counts[value as usize] += 1);
    counts
}
