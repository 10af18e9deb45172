//! The speed of reduction, scan, sort, histogram, selection, products of sparse matrices and
//! Fourier transforms, on the GPU and on the CPU. The result of the last timed run is compared with
//! the host's: a wrong result has no time.

mod fft;
mod histogram;
pub mod historical;
mod matrix;
mod reduce;
mod scan;
mod select;
mod solver;
mod sort;
mod spmv;
mod tuning;

pub use fft::{FftBench, FftKernel, FftKind, FftNumber, FftSize};
pub use histogram::{HistogramBench, HistogramKernel};
pub(super) use matrix::check_name;
pub use matrix::{SparseModel, TestMatrix};
pub use reduce::{Number, ReduceBench, ReduceKernel};
pub use scan::{ScanBench, ScanKernel, ScanOperator};
pub use select::{SelectBench, SelectKernel};
pub use solver::SolverBench;
pub use sort::{SortBench, SortData, SortKernel, SortType};
pub use spmv::{SpmvBench, SpmvKernel};

use rayon::iter::{IndexedParallelIterator, ParallelIterator};
use rayon::slice::ParallelSliceMut;

use super::flag::{Flag, KERNEL, Place};
use super::measurement::{Entry, agree};
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
pub(super) fn check_elements(gpu: &Gpu, count: usize) -> Result<(), LabError> {
    if count == 0 {
        return Err(LabError::NoElements);
    }
    Ok(gpu.check_storage::<u32>(&format!("a buffer of {count} elements"), count)?)
}

/// Elements of a row, and what its rate counts.
fn work(entry: Entry) -> (f64, RateUnit) {
    (entry.count as f64, RateUnit::Elements)
}

/// A row of a table: the kernel by name, plus what it ran as if that can vary.
fn row_on_gpu(
    gpu: &Gpu,
    entry: Entry,
    plan: Option<(&str, Tuning)>,
    samples: Vec<f64>,
) -> Measurement {
    let mut row = entry.on_gpu(gpu, samples, work(entry));
    if let Some((label, tuning)) = plan {
        let label = Some(label).filter(|label| *label != entry.kernel).map(str::to_owned);
        let tuning = tuning.iter().map(|(name, value)| format!("{name}={value}"));
        label.into_iter().chain(tuning).for_each(|word| row.kernel += &format!(" {word}"));
    }
    row
}

/// Flags of primitives.
const fn counts<B>(place: Place<B>) -> Flag<B> {
    let about = "Numbers of elements, separated by commas; 2^20 is 1048576";
    Flag::list("count", "N,N,…", "1048576 16777216", about, place)
}

const fn kernels<B>(place: Place<B>) -> Flag<B> {
    let about = "Kernels to measure, separated by commas (see below); `all` means every one that runs here with that count";
    Flag::kernels("auto", about, place)
}

const fn portable<B>(place: Place<B>) -> Flag<B> {
    Flag::switch("portable", "Short for --kernel portable", place).excluding(KERNEL)
}

const fn tunings<B>(place: Place<B>) -> Flag<B> {
    let about = "Constants of the library's kernel in place of its own, such as WORKGROUP=128; given several times, a row for each";
    Flag::list("tuning", "K=V,…", "", about, place).repeated()
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
        let entry = Entry { kernel: "cpu-serial", ..Entry::new("scan", 3) };
        let row = entry.on_cpu(1, vec![1.0], work(entry));
        assert!(agree(&row, &[1, 2, 3], &[1, 2, 3]).is_ok());
        let sentence = |results: &[u32]| agree(&row, results, &[1, 2, 3]).unwrap_err().to_string();
        let wrong = sentence(&[1, 5, 4]);
        assert!(wrong.contains("cpu-serial") && wrong.contains("number 2 is 5, not 2"), "{wrong}");
        assert!(sentence(&[1, 2]).contains("got 2 results, expected 3"));
    }
}
