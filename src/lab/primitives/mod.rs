//! The speed of reduction, scan, sort, histogram, selection, products of sparse matrices and
//! Fourier transforms, on the GPU and on the CPU. The result of the last timed run is compared with
//! the host's: a wrong result has no time.

mod fft;
mod histogram;
pub mod historical;
mod reduce;
mod scan;
mod select;
mod solver;
mod sort;
mod spmv;
mod tuning;

pub use fft::{FftBench, FftKernel, FftKind, FftNumber, FftSize, measure_fft};
pub use histogram::{HistogramBench, HistogramKernel, measure_histogram};
pub use reduce::{Number, ReduceBench, ReduceKernel, measure_reduce};
pub use scan::{ScanBench, ScanKernel, ScanOperator, measure_scan};
pub use select::{SelectBench, SelectKernel, measure_select};
pub use solver::{SolverBench, measure_solver};
pub use sort::{SortBench, SortData, SortKernel, SortType, measure_sort};
pub use spmv::{SparseModel, SpmvBench, SpmvKernel, TestMatrix, check_matrix, measure_spmv};

use rayon::iter::{IndexedParallelIterator, ParallelIterator};
use rayon::slice::ParallelSliceMut;

use super::measurement::agree;
use super::processor::processor;
use super::rate::RateUnit;
use super::timing::{Record, clear, time_on_cpu, time_on_gpu};
use super::{LabError, Measurement};
use crate::gpu::{Gpu, Tuning};
use crate::physics::initial::Random;

/// Most runs per sample, for kernels that can be repeated because they leave their source
/// unchanged.
const MAX_RUNS: f64 = 100.0;

/// Checks that this many elements of 4 bytes can be measured, before the attempt costs time.
///
/// # Errors
/// [`LabError`] if there are none, or more than the adapter can bind.
pub fn check_elements(gpu: &Gpu, count: usize) -> Result<(), LabError> {
    if count == 0 {
        return Err(LabError::NoElements);
    }
    Ok(gpu.check_storage::<u32>(&format!("a buffer of {count} elements"), count)?)
}

/// A row of a table: the kernel by name, plus what it ran as if that can vary.
fn row_on_gpu(
    gpu: &Gpu,
    bench: &'static str,
    (kernel, plan): (&str, Option<(&str, Tuning)>),
    count: usize,
    samples: Vec<f64>,
) -> Measurement {
    let mut words = vec![kernel.to_owned()];
    if let Some((label, tuning)) = plan {
        if label != kernel {
            words.push(label.to_owned());
        }
        words.extend(tuning.iter().map(|(name, value)| format!("{name}={value}")));
    }
    let row = Measurement::new(gpu, bench, count, samples, (count as f64, RateUnit::Elements));
    Measurement { kernel: words.join(" "), ..row }
}

/// A row of a table for the CPU: the kernel by name, plus the number of threads.
fn row_on_cpu(
    bench: &'static str,
    kernel: &str,
    threads: usize,
    count: usize,
    samples: Vec<f64>,
) -> Measurement {
    let (adapter, driver) = processor();
    let row =
        Measurement::on(adapter, driver, bench, count, samples, (count as f64, RateUnit::Elements));
    Measurement { kernel: format!("{kernel} threads={threads}"), ..row }
}

/// Odd numbers from -15 to 15. The sum of any part of them is a walk that stays near zero, where
/// single precision holds integers exactly: nothing is rounded, in whatever order.
fn exact_floats(words: &[u32]) -> Vec<f32> {
    words.iter().map(|word| (word >> 28) as f32 * 2.0 - 15.0).collect()
}

/// Random words, the same in every run, on however many cores.
pub(super) fn random_words(count: usize) -> Vec<u32> {
    const WORDS: f64 = 4_294_967_296.0;
    const PART: usize = 1 << 16;
    let first = Random::new(1);
    let mut words = vec![0; count];
    words.par_chunks_mut(PART).enumerate().for_each(|(index, part)| {
        let mut random = first.at((index * PART) as u64);
        part.iter_mut().for_each(|word| *word = (random.uniform() * WORDS) as u32);
    });
    words
}

#[cfg(test)]
mod tests {
    use super::historical::{ReduceLadder, ScanLadder, SortLadder};
    use super::*;
    use crate::name::Named;
    use crate::primitives::SortPath;

    /// Every name finds its own member: none is in two lists.
    fn have_names_of_their_own<K: Named>(first: &str, last: &str, count: usize) {
        assert!(
            K::ALL.iter().all(|kernel| K::named(kernel.name()).is_ok_and(|found| found == *kernel))
        );
        assert_eq!(
            (K::ALL[0].name(), K::ALL[count - 1].name(), K::ALL.len()),
            (first, last, count)
        );
    }

    #[test]
    fn kernels_have_names_of_their_own_and_the_processors_come_last() {
        have_names_of_their_own::<ReduceKernel>("auto", "cpu-threaded", 17);
        have_names_of_their_own::<ScanKernel>("auto", "cpu-threaded", 9);
        have_names_of_their_own::<SortKernel>("auto", "cpu-std", 17);
        have_names_of_their_own::<SpmvKernel>("auto", "cpu-threaded", 14);
        assert_eq!(ReduceKernel::named("vectors"), Ok(ReduceKernel::Ladder(ReduceLadder::Vectors)));
        assert_eq!(
            ScanKernel::named("hillis-steele"),
            Ok(ScanKernel::Ladder(ScanLadder::HillisSteele))
        );
        assert_eq!(SortKernel::named("table-masks"), Ok(SortKernel::Path(SortPath::TableMasks)));
        assert_eq!(SortKernel::named("one-bit"), Ok(SortKernel::Ladder(SortLadder::OneBit)));
    }

    #[test]
    fn a_wrong_result_has_no_time() {
        let row = row_on_cpu("scan", "cpu-serial", 1, 3, vec![1.0]);
        assert!(agree(&row, &[1, 2, 3], &[1, 2, 3]).is_ok());
        let sentence = |results: &[u32]| agree(&row, results, &[1, 2, 3]).unwrap_err().to_string();
        let wrong = sentence(&[1, 5, 4]);
        assert!(wrong.contains("cpu-serial") && wrong.contains("number 2 is 5, not 2"), "{wrong}");
        assert!(sentence(&[1, 2]).contains("got 2 results, expected 3"));
    }
}
