//! A product in a sum: rounded on its own, or only together with the sum.

use std::time::Duration;

use crate::gpu::{Gpu, KernelSource, Tuning};
use crate::lab::experiment::{Case, Experiment, Topic};
use crate::lab::host::processor;
use crate::lab::measurement::Entry;
use crate::lab::rate::RateUnit;
use crate::lab::timing::{time_after, time_on_cpu_after};
use crate::lab::{Detail, LabError, Measurement};
use crate::physics::initial::Random;
use crate::words::{Text, say};
use crate::{mirrored, wgsl};

mirrored! {
    /// Parameters of the kernel.
    pub struct FusedParams {
        /// Number of triples.
        pub count: u32,
        /// Always 0.
        pub zero: u32,
    }
}

const WARM_UP: Duration = Duration::from_millis(20);
const EXPRESSION: Tuning = &[("WAY", 0)];
const FUNCTION: Tuning = &[("WAY", 1)];
const SEPARATE: Tuning = &[("WAY", 2)];

/// a * b + c in three ways.
pub const FUSED: KernelSource = KernelSource::trusted(
    "floating_point/fused",
    &[wgsl!("lab/floating_point/fused.wgsl")],
    &[EXPRESSION, FUNCTION, SEPARATE],
);

/// The experiment.
pub const EXPERIMENT: Experiment = Experiment::new(
    "fused",
    Topic::FloatingPoint,
    "Wilt, The CUDA Handbook (floating point: results of processor and GPU differ)",
    [&[1 << 16], &[1 << 20]],
    cases,
);

/// What a variant promises.
#[derive(Clone, Copy, PartialEq)]
enum Promise {
    Fused,
    Separate,
    /// Either, each time.
    Either,
}

fn cases(_: &Gpu, count: usize) -> Vec<Case> {
    use Promise::{Either, Fused, Separate};
    let mut cases = Vec::new();
    cases.push(on_cpu("cpu: product and sum", count, Separate, |[a, b, c]| a * b + c));
    cases.push(on_cpu("cpu: fused", count, Fused, |[a, b, c]| a.mul_add(b, c)));
    for (variant, tuning, promise) in [
        ("a * b + c", EXPRESSION, Either),
        ("fma(a, b, c)", FUNCTION, Either),
        ("product kept apart", SEPARATE, Separate),
    ] {
        cases.push(Case::new(variant, count, move |gpu| on_gpu(gpu, count, tuning, promise)));
    }
    cases
}

/// Numbers a and b between 1 and 2, and the negative of their rounded product.
fn triples(count: usize) -> Vec<[f32; 3]> {
    let mut random = Random::new(1);
    let mut number = || random.between(1.0, 2.0) as f32;
    let triple = |_| {
        let (a, b) = (number(), number());
        [a, b, -(a * b)]
    };
    (0..count).map(triple).collect()
}

fn on_cpu(
    variant: &'static str,
    count: usize,
    promise: Promise,
    compute: fn([f32; 3]) -> f32,
) -> Case {
    Case::new(variant, count, move |_| {
        let triples = triples(count);
        let all = |triples: &[[f32; 3]]| {
            triples.iter().map(|triple| compute(*triple)).collect::<Vec<f32>>()
        };
        let (samples, results) = time_on_cpu_after(WARM_UP, || &triples[..], all);
        let entry = Entry { kernel: variant, ..Entry::new("fused", count) };
        let row = entry.on(processor(), samples, (count as f64, RateUnit::Elements));
        judge(row, &triples, &results, promise)
    })
}

fn on_gpu(
    gpu: &Gpu,
    count: usize,
    tuning: Tuning,
    promise: Promise,
) -> Result<Measurement, LabError> {
    let triples = triples(count);
    let padded: Vec<[f32; 4]> = triples.iter().map(|&[a, b, c]| [a, b, c, 0.0]).collect();
    let source = gpu.storage_from("fused/triples", &padded)?;
    let params =
        gpu.storage_from("fused/params", &[FusedParams { count: count as u32, zero: 0 }])?;
    let results = gpu.storage("fused/results", count)?;
    let buffers = [("params", params.raw()), ("triples", source.raw()), ("results", results.raw())];
    let bound = gpu.kernel(&FUSED, tuning)?.bind(gpu.device(), &buffers)?;
    // Cleared results would look like separate ones.
    let unset = gpu.storage_from("fused/unset", &vec![f32::NAN; count])?;
    let restore = |encoder: &mut wgpu::CommandEncoder| {
        encoder.copy_buffer_to_buffer(unset.raw(), 0, results.raw(), 0, results.bytes());
    };
    let samples = time_after(gpu, WARM_UP, 100.0, restore, |pass| {
        bound.dispatch_threads(pass, count as u32)
    })?;
    let work = (count as f64, RateUnit::Elements);
    let row = Entry::new("fused", count).on_gpu(gpu, samples, work);
    let kernel = format!("{} {}={}", FUSED.label, tuning[0].0, tuning[0].1);
    judge(Measurement { kernel, ..row }, &triples, &gpu.read(&results)?, promise)
}

/// The row with what was found.
///
/// # Errors
/// [`LabError::Wrong`] if a result is neither fused nor separate, or not what was promised.
fn judge(
    mut row: Measurement,
    triples: &[[f32; 3]],
    results: &[f32],
    promise: Promise,
) -> Result<Measurement, LabError> {
    let [mut fused, mut separate, mut both] = [0_usize; 3];
    for (place, (&[a, b, c], &result)) in triples.iter().zip(results).enumerate() {
        let (of_fused, of_separate) = (a.mul_add(b, c), a * b + c);
        // Numbers, not bits: 0 may have either sign.
        let is = [result == of_fused, result == of_separate];
        both += usize::from(is == [true, true]);
        fused += usize::from(is == [true, false]);
        separate += usize::from(is == [false, true]);
        let is_kept = match promise {
            Promise::Fused => is[0],
            Promise::Separate => is[1],
            Promise::Either => is[0] || is[1],
        };
        if !is_kept {
            let [result, fused, separate] =
                [result, of_fused, of_separate].map(|number| format!("{number:e}"));
            let what = say!(
                "wrong-neither",
                place = place,
                result = result,
                fused = fused,
                separate = separate
            );
            return Err(row.wrong(what));
        }
    }
    let first = |numbers: &[f32]| {
        numbers.first().map_or_else(String::new, |number| format!("{:#010x}", number.to_bits()))
    };
    let mut add = |what: &str, text: Text| row.details.push(Detail::new(what, text));
    add("bits of the first", first(results).into());
    add("fused", say!("found-of-all", some = fused, all = results.len()));
    add("separate", say!("found-of-all", some = separate, all = results.len()));
    if both > 0 {
        add("the same either way", both.into());
    }
    row.fused = Some(fused as f64 / (fused + separate).max(1) as f64);
    Ok(row)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_fused_sum_keeps_the_digits_that_rounding_loses() {
        let one = 1.0 + 2.0_f32.powi(-12);
        let triple = [one, one, -(one * one)];
        assert_eq!((one.mul_add(one, triple[2]), one * one + triple[2]), (2.0_f32.powi(-24), 0.0));
        let row = || Entry::new("fused", 1).on(processor(), vec![1.0], (1.0, RateUnit::Elements));
        let judged = |result, promise| judge(row(), &[triple], &[result], promise);
        let texts = |row: Measurement| {
            row.details.into_iter().map(|detail| detail.text.to_string()).collect::<Vec<_>>()
        };
        assert_eq!(
            texts(judged(0.0, Promise::Either).unwrap()),
            ["0x00000000", "0 of 1", "1 of 1"]
        );
        assert_eq!(
            texts(judged(2.0_f32.powi(-24), Promise::Either).unwrap()),
            ["0x33800000", "1 of 1", "0 of 1"]
        );
        assert!(
            judged(0.0, Promise::Fused).is_err()
                && judged(2.0_f32.powi(-24), Promise::Separate).is_err()
        );
        assert!(
            judged(1.0, Promise::Either).is_err() && judged(f32::NAN, Promise::Either).is_err()
        );
        assert!(triples(100).iter().any(|&[a, b, c]| a.mul_add(b, c) != 0.0));
    }
}
