//! Floating point: what rounding does to a sum, and to a product in a sum, on processor and GPU.

mod fused;
mod orders;
mod sums;
mod total;

use std::sync::Arc;
use std::time::Duration;

pub(super) use fused::EXPERIMENT as MULTIPLY_AND_ADD;
pub use fused::{FUSED, FusedParams};
use orders::Exact;
use sums::OnGpu;
pub use sums::{
    EXCHANGE_SUM, ExchangeSumParams, SERIAL_SUM, SerialSumParams, TWO_FLOAT_SUM, TwoFloatSumParams,
};

use total::Total;

use super::experiment::{Case, Experiment, Topic};
use super::host::processor;
use super::measurement::Entry;
use super::rate::RateUnit;
use super::timing::time_on_cpu_after;
use super::{Detail, LabError, Measurement};
use crate::gpu::Gpu;
use crate::lab::primitives::historical::ReduceLadder;
use crate::physics::initial::Random;
use crate::words::{Text, say};

const WARM_UP: Duration = Duration::from_millis(20);
/// Runs whose results are compared bit by bit.
const RUNS: usize = 10;
/// Half the distance of neighbouring numbers between 1 and 2: what rounding may change, in single
/// and double precision.
const ROUNDING: [f64; 2] = [1.0 / 16_777_216.0, 1.0 / 9_007_199_254_740_992.0];

/// One sum.
pub(super) const ONE_SUM: Experiment = Experiment::new(
    "one-sum",
    Topic::FloatingPoint,
    "Wilt, The CUDA Handbook (floating point: results of processor and GPU differ); Higham, Accuracy and Stability of \
        Numerical Algorithms, chapter 4",
    [&[1 << 16], &[1 << 18]],
    cases,
);

/// How the rounding of all additions is bounded, for a sum s of numbers whose magnitudes add up to
/// m.
#[derive(Clone, Copy, Debug)]
enum Bound {
    /// No number goes through more additions than this: each of them rounds once.
    Depth(usize),
    /// Kahan: twice the rounding of one addition, times m.
    Kahan,
    /// Neumaier: the rounding of the result, and what twice the precision leaves.
    Neumaier,
    /// Double precision and this many additions.
    Double(usize),
    /// Two numbers for each, and this many additions.
    Pair(usize),
}

impl Bound {
    fn error(self, count: usize, sum: f64, magnitudes: f64) -> f64 {
        let [single, double] = ROUNDING;
        // The bound of n roundings of this size one after the other.
        let after = |n: usize, rounding: f64| n as f64 * rounding / (1.0 - n as f64 * rounding);
        match self {
            Self::Depth(depth) => after(depth, single) * magnitudes,
            Self::Kahan => (2.0 * single + 4.0 * count as f64 * single * single) * magnitudes,
            Self::Neumaier => single * sum.abs() + after(count, single).powi(2) * magnitudes,
            Self::Double(depth) => after(depth, double) * magnitudes,
            Self::Pair(depth) => after(depth, 4.0 * single * single) * magnitudes,
        }
    }
}

/// Numbers with their exact sum.
struct Numbers {
    all: Vec<f32>,
    sorted: Vec<f32>,
    exact: Exact,
    magnitudes: f64,
}

impl Numbers {
    fn new(count: usize) -> Self {
        let mut random = Random::new(1);
        let mut number = || {
            let magnitude = libm::exp2(random.between(-16.0, 16.0));
            (if random.uniform() < 0.5 { -magnitude } else { magnitude }) as f32
        };
        let all: Vec<f32> = (0..count).map(|_| number()).collect();
        let magnitudes = all.iter().map(|number| f64::from(number.abs())).sum();
        Self { sorted: orders::sorted(&all), exact: Exact::sum(&all), magnitudes, all }
    }

    /// The row with what was found about these results of some runs.
    ///
    /// # Errors
    /// [`LabError::Wrong`] if a result is farther off than theory allows, or the bits of an ordered
    /// sum differ.
    fn judge(
        &self,
        mut row: Measurement,
        totals: &[Total],
        bound: Bound,
        is_ordered: bool,
    ) -> Result<Measurement, LabError> {
        let exact = self.exact.value();
        let most = bound.error(self.all.len(), exact, self.magnitudes);
        let is_off = |value: f64| !value.is_finite() || self.exact.excess(value).abs() > most;
        if let Some(total) = totals.iter().find(|total| is_off(total.value())) {
            let (sum, exact, most) =
                (format!("{:?}", total.value()), format!("{exact:?}"), format!("{most:.1e}"));
            return Err(row.wrong(say!("wrong-sum", sum = sum, exact = exact, most = most)));
        }
        let mut bits: Vec<String> = totals.iter().map(Total::to_string).collect();
        let first = bits.first().cloned().unwrap_or_default();
        bits.sort_unstable();
        bits.dedup();
        if is_ordered && bits.len() > 1 {
            let (runs, results) = (totals.len(), bits.len());
            return Err(row.wrong(say!(
                "wrong-bits",
                runs = runs,
                results = results,
                bits = bits.join(", ")
            )));
        }
        let worst =
            totals.iter().map(|total| self.exact.excess(total.value()).abs()).fold(0.0, f64::max);
        row.median_error = Some(worst / exact.abs().max(f64::MIN_POSITIVE));
        let mut add = |what: &str, text: Text| row.details.push(Detail::new(what, text));
        add("bits", first.into());
        if let Some(total) = totals.first() {
            add("sum", format!("{:?}", total.value()).into());
            let places = self.exact.excess(total.value()) / self.exact.ulp();
            let is_tiny = places != 0.0 && places.abs() < 1e-3;
            let places = if is_tiny { format!("{places:.1e}") } else { format!("{places:.3}") };
            add("off by", say!("found-ulp", places = places));
        }
        let runs = totals.len();
        add(
            "runs",
            match bits.len() {
                1 => say!("found-same-bits", runs = runs),
                results => say!("found-results", results = results, runs = runs),
            },
        );
        Ok(row)
    }
}

/// A sum on the processor. Sorting beforehand is not timed.
type Sum = fn(&Numbers) -> Total;

fn cases(_: &Gpu, count: usize) -> Vec<Case> {
    let numbers = Arc::new(Numbers::new(count));
    let logarithm = count.max(1).ilog2() as usize + 1;
    let on_cpu: [(&str, Sum, Bound); 9] = [
        ("cpu: forward", |all| Total::Single(orders::forward(&all.all)), Bound::Depth(count)),
        ("cpu: backward", |all| Total::Single(orders::backward(&all.all)), Bound::Depth(count)),
        (
            "cpu: smallest first",
            |all| Total::Single(orders::forward(&all.sorted)),
            Bound::Depth(count),
        ),
        ("cpu: in pairs", |all| Total::Single(orders::pairwise(&all.all)), Bound::Depth(logarithm)),
        ("cpu: Kahan", |all| Total::Single(orders::kahan(&all.all)), Bound::Kahan),
        ("cpu: Neumaier", |all| Total::Single(orders::neumaier(&all.all)), Bound::Neumaier),
        (
            "cpu: SIMD lanes",
            |all| Total::Single(orders::lanes(&all.all)),
            Bound::Depth(count.div_ceil(orders::LANES) + 3),
        ),
        (
            "cpu: threads",
            |all| Total::Single(orders::threads(&all.all)),
            Bound::Depth(orders::RUN + count.div_ceil(orders::RUN)),
        ),
        (
            "cpu: double precision",
            |all| Total::Double(orders::double(&all.all)),
            Bound::Double(count),
        ),
    ];
    let mut cases: Vec<Case> =
        on_cpu.map(|(variant, sum, bound)| of_cpu(variant, &numbers, sum, bound)).into();
    let library = |groups, is_for_gpus| OnGpu::Library { groups, is_for_gpus };
    let on_gpu = [
        ("one thread", OnGpu::Serial, "note-one-thread"),
        ("tree, halves", OnGpu::Ladder(ReduceLadder::Sequential), "note-tree-halves"),
        (
            "tree, neighbours",
            OnGpu::Ladder(ReduceLadder::InterleavedStrided),
            "note-tree-neighbours",
        ),
        ("four at once", OnGpu::Ladder(ReduceLadder::Vectors), "note-four-at-once"),
        ("subgroups", OnGpu::Ladder(ReduceLadder::Subgroups), "note-subgroups"),
        ("library, 1 workgroup", library(1, true), "note-library"),
        ("library, 16 workgroups", library(16, true), "note-library-16"),
        ("library, 2,048 workgroups", library(2048, true), "note-library-gpus"),
        ("library, workgroups of 8", library(256, false), "note-library-software"),
        ("atomic additions", OnGpu::Ladder(ReduceLadder::Atomic), "note-atomic-additions"),
        ("compare and exchange", OnGpu::Exchange, "note-exchange"),
        ("two floats", OnGpu::TwoFloats, "note-two-floats"),
        ("double precision", OnGpu::Double, "note-double"),
    ];
    cases.extend(
        on_gpu.map(|(variant, way, note)| of_gpu(variant, &numbers, way).noted(Text::new(note))),
    );
    cases
}

fn entry(variant: &'static str, count: usize) -> Entry {
    Entry { kernel: variant, ..Entry::new("one-sum", count) }
}

fn work(count: usize) -> (f64, RateUnit) {
    (count as f64, RateUnit::Elements)
}

fn of_cpu(variant: &'static str, numbers: &Arc<Numbers>, sum: Sum, bound: Bound) -> Case {
    let numbers = Arc::clone(numbers);
    let count = numbers.all.len();
    Case::new(variant, count, move |_| {
        let (samples, _) = time_on_cpu_after(WARM_UP, || &*numbers, sum);
        let totals: Vec<Total> = (0..RUNS).map(|_| sum(std::hint::black_box(&numbers))).collect();
        let row = entry(variant, count).on(processor(), samples, work(count));
        numbers.judge(row, &totals, bound, true)
    })
}

fn of_gpu(variant: &'static str, numbers: &Arc<Numbers>, way: OnGpu) -> Case {
    let numbers = Arc::clone(numbers);
    let count = numbers.all.len();
    Case::new(variant, count, move |gpu| {
        let (samples, totals) = sums::sums(gpu, &numbers.all, way, RUNS)?;
        let row = entry(variant, count).on_gpu(gpu, samples, work(count));
        let depth = way.depth(count);
        let bound = match way {
            OnGpu::TwoFloats => Bound::Pair(depth),
            OnGpu::Double => Bound::Double(depth),
            _ => Bound::Depth(depth),
        };
        let mut row = numbers.judge(row, &totals, bound, way.is_ordered())?;
        if way == OnGpu::Serial {
            // WGSL allows other bits: compilers may reorder additions if that makes the sum no less
            // accurate.
            let on_cpu = Total::Single(orders::forward(&numbers.all)).to_string();
            let is_same = totals.iter().all(|total| total.to_string() == on_cpu);
            let text = if is_same { say!("found-as-loop") } else { say!("found-other-bits") };
            row.details.push(Detail::new("the processor's loop", text));
        }
        Ok(row)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_out_of_bounds_and_bits_that_differ_are_wrong() {
        let numbers = Numbers::new(1000);
        let row = || entry("", 1000).on(processor(), vec![1.0], work(1));
        let exact = numbers.exact.value();
        let judge =
            |totals: &[Total], bound, is_ordered| numbers.judge(row(), totals, bound, is_ordered);
        let right = judge(&[Total::Double(exact); 2], Bound::Double(1000), true).unwrap();
        assert!(
            right.median_error.is_some_and(|error| error < 1e-15)
                && right.details[2].text.to_string().ends_with(" ulp"),
            "{right:?}"
        );
        assert_eq!(right.details[3].text.to_string(), "the same bits in 2");
        let off = [Total::Single(exact as f32), Total::Single((exact + 10.0) as f32)];
        let error = judge(&off, Bound::Depth(1000), true).unwrap_err().to_string();
        assert!(error.contains("2 runs of a fixed order gave 2 results: 0x"), "{error}");
        assert_eq!(
            judge(&off, Bound::Depth(1000), false).unwrap().details[3].text.to_string(),
            "2 results in 2"
        );
        let error = judge(&off, Bound::Kahan, false).unwrap_err().to_string();
        assert!(error.contains("rounding allows"), "{error}");
        assert!(judge(&[Total::Single(f32::NAN)], Bound::Depth(1000), true).is_err());
        // The largest number left out is more than rounding.
        let without = orders::forward(&numbers.sorted[..999]);
        assert!(judge(&[Total::Single(without)], Bound::Depth(64), true).is_err());
    }

    #[test]
    fn bits_have_all_their_digits() {
        let bits = [Total::Single(0.0), Total::Pair([1.0, -0.0]), Total::Double(1.0)]
            .map(|total| total.to_string());
        assert_eq!(bits, ["0x00000000", "0x3f800000 + 0x80000000", "0x3ff0000000000000"]);
    }
}
