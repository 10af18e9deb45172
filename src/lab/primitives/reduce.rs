//! The speed of sums.

use std::fmt::Debug;

use super::{MOST_RUNS, Record, agree, check_elements, clear, random_words, row_on_cpu, row_on_gpu, time_on_cpu, time_on_gpu};
use crate::gpu::{Buffer, Gpu, GpuError};
use crate::lab::{LabError, Measurement};
use crate::name::Named;
use crate::named;
use crate::primitives::historical::{Element, HistoricalReduce, ReduceLadder};
use crate::primitives::{Monoid, Reduce, ReducePlan, SUM_F32, SUM_U32, reference, threaded};

named! {
    /// What adds elements up. Those between the first two and the processor's are the rungs of [`ReduceLadder`].
    #[derive(Default)]
    pub enum ReduceKernel: "reduction" {
        /// What suits this adapter.
        #[default]
        Auto = "auto",
        /// The same: it is core WGSL alone in any case.
        Portable = "portable",
        /// Interleaved addressing by threads far apart (the first of Harris's seven).
        InterleavedDivergent = "interleaved-divergent",
        /// Interleaved addressing by threads in a row.
        InterleavedStrided = "interleaved-strided",
        /// Sequential addressing.
        Sequential = "sequential",
        /// A first addition while elements are loaded.
        FirstAdd = "first-add",
        /// The last 32 threads' steps written out.
        LastWarpUnrolled = "last-warp-unrolled",
        /// All steps written out.
        CompletelyUnrolled = "completely-unrolled",
        /// Many elements a thread (the last of the seven).
        ManyElements = "many-elements",
        /// Many elements a thread, in loads of four.
        Vectors = "vectors",
        /// Sums of subgroups in place of the tree in memory.
        Subgroups = "subgroups",
        /// A tree a block, and an atomic addition of its total.
        Atomic = "atomic",
        /// On the processor: a loop.
        CpuSerial = "cpu-serial",
        /// On the processor: all cores.
        CpuThreaded = "cpu-threaded",
    }
}

named! {
    /// What is added up.
    #[derive(Default)]
    pub enum Number: "type" {
        /// Whole numbers of 32 bits, whose sum wraps around.
        #[default]
        U32 = "u32",
        /// Single precision.
        F32 = "f32",
    }
}

impl ReduceKernel {
    /// Refuses an adapter that cannot add up such numbers in this way.
    ///
    /// # Errors
    /// [`GpuError::Unsupported`].
    pub fn check(self, gpu: &Gpu, number: Number) -> Result<(), GpuError> {
        match (self.rung(), number) {
            (None, _) => Ok(()),
            (Some(rung), Number::U32) => rung.check::<u32>(gpu),
            (Some(rung), Number::F32) => rung.check::<f32>(gpu),
        }
    }

    fn rung(self) -> Option<ReduceLadder> {
        ReduceLadder::named(self.name()).ok()
    }
}

/// A sum to be measured: one row of a table.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct ReduceBench {
    /// How many elements, 1 or more.
    pub count: usize,
    /// Of which type.
    pub number: Number,
    /// What adds them up.
    pub kernel: ReduceKernel,
}

/// Measures a sum, in elements of 4 bytes a second.
///
/// # Errors
/// [`LabError::Wrong`] where the sum is not exactly the host's; otherwise where there are no or too many elements, the adapter
/// cannot run this kernel, or is lost.
pub fn measure_reduce(gpu: &Gpu, bench: ReduceBench) -> Result<Measurement, LabError> {
    check_elements(gpu, bench.count)?;
    let words = random_words(bench.count);
    match bench.number {
        Number::U32 => {
            let sum = words.iter().map(|&word| u64::from(word)).sum::<u64>();
            measure(gpu, bench, &SUM_U32, &words, sum as u32, u32::wrapping_add)
        }
        Number::F32 => {
            // Odd numbers from -15 to 15. Sums of any part of them are walks that stay near zero, where single precision holds
            // whole numbers: nothing is rounded, in whatever order.
            let numbers: Vec<f32> = words.iter().map(|word| (word >> 28) as f32 * 2.0 - 15.0).collect();
            let sum = numbers.iter().map(|&number| f64::from(number)).sum::<f64>();
            measure(gpu, bench, &SUM_F32, &numbers, sum as f32, |a, b| a + b)
        }
    }
}

fn measure<T: Element + Debug + PartialEq + Send + Sync>(
    gpu: &Gpu,
    ReduceBench { count, number, kernel }: ReduceBench,
    monoid: &Monoid<T>,
    elements: &[T],
    expected: T,
    combine: impl Fn(T, T) -> T + Sync,
) -> Result<Measurement, LabError> {
    let (mut row, sum) = match kernel {
        ReduceKernel::CpuSerial => {
            let (samples, sum) = time_on_cpu(|| elements, |elements| reference::reduce(elements, T::zeroed(), &combine));
            (row_on_cpu("reduce", kernel.name(), 1, count, samples), vec![sum])
        }
        ReduceKernel::CpuThreaded => {
            let (samples, sum) = time_on_cpu(|| elements, |elements| threaded::reduce(elements, T::zeroed(), &combine));
            (row_on_cpu("reduce", kernel.name(), rayon::current_num_threads(), count, samples), vec![sum])
        }
        _ => {
            let source = gpu.storage_from("bench/source", elements)?;
            let (record, result, plan): (Record, Buffer<T>, _) = if let Some(rung) = kernel.rung() {
                let reduce = HistoricalReduce::new(gpu, rung, &source)?;
                let result = reduce.result().clone();
                (Box::new(move |pass| reduce.record(pass)), result, None)
            } else {
                let plan = ReducePlan::new(gpu, monoid);
                let reduce = Reduce::new(gpu, monoid, &source)?;
                let result = reduce.result().clone();
                (Box::new(move |pass| reduce.record(pass)), result, Some((plan.kernel.label, plan.tuning)))
            };
            let samples = time_on_gpu(gpu, MOST_RUNS, |encoder| clear(encoder, &result), &record)?;
            (row_on_gpu(gpu, "reduce", (kernel.name(), plan), count, samples), gpu.read(&result)?)
        }
    };
    agree(&row, &sum, &[expected])?;
    row.precision = number.name();
    Ok(row)
}
