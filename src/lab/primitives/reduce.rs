//! The speed of sums.

use std::fmt::Debug;

use super::historical::{Element, HistoricalReduce, ReduceLadder};
use super::tuning::{prepared, retuned};
use super::{
    MAX_RUNS, Record, agree, check_elements, clear, exact_floats, random_words, row_on_cpu,
    row_on_gpu, time_on_cpu, time_on_gpu,
};
use crate::gpu::{Buffer, Gpu, GpuError, Tuning};
use crate::lab::kernel_list::kernels;
use crate::lab::{LabError, Measurement};
use crate::name::Named;
use crate::named;
use crate::primitives::{Monoid, Reduce, ReducePlan, SUM_F32, SUM_U32, reference, threaded};

kernels! {
    /// The kernel of a sum.
    #[derive(Default)]
    pub enum ReduceKernel: "reduction" {
        /// Whatever suits this adapter.
        #[default]
        Auto = "auto",
        /// Whatever suits it in core WGSL alone.
        Portable = "portable",
    }
    lists {
        /// One of the literature.
        Ladder(ReduceLadder),
    }
    cpu {
        /// On the CPU: a loop.
        CpuSerial = "cpu-serial",
        /// On the CPU: all cores.
        CpuThreaded = "cpu-threaded",
    }
}

named! {
    /// The type of the summed elements.
    #[derive(Default)]
    pub enum Number: "type" {
        /// 32-bit unsigned integers, whose sum wraps around.
        #[default]
        U32 = "u32",
        /// Single precision.
        F32 = "f32",
    }
}

impl ReduceKernel {
    /// Refuses an adapter that cannot sum such numbers with this kernel.
    ///
    /// # Errors
    /// [`GpuError::Unsupported`].
    pub fn check(self, gpu: &Gpu, number: Number) -> Result<(), GpuError> {
        match (self, number) {
            (Self::Ladder(rung), Number::U32) => rung.check::<u32>(gpu),
            (Self::Ladder(rung), Number::F32) => rung.check::<f32>(gpu),
            _ => Ok(()),
        }
    }
}

/// A sum to be measured: one row of a table.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct ReduceBench {
    /// Number of elements, 1 or more.
    pub count: usize,
    /// Their type.
    pub number: Number,
    /// The kernel that sums them.
    pub kernel: ReduceKernel,
    /// Threads per workgroup of a historical kernel, in place of its own.
    pub threads: Option<u32>,
    /// Constants in place of those of the library's plan.
    pub tuning: Tuning,
}

impl ReduceBench {
    /// Checks that the adapter can run the kernel with these constants.
    ///
    /// # Errors
    /// [`GpuError::Mismatch`].
    pub fn check(&self, gpu: &Gpu) -> Result<(), GpuError> {
        self.plan(gpu, &SUM_U32).map(drop)
    }

    fn plan<T>(&self, gpu: &Gpu, monoid: &Monoid<T>) -> Result<ReducePlan, GpuError> {
        let plan = match self.kernel {
            ReduceKernel::Portable => ReducePlan::portable(gpu, monoid),
            _ => ReducePlan::new(gpu, monoid),
        };
        Ok(ReducePlan { tuning: retuned(gpu, plan.tuning, self.tuning)?, ..plan })
    }
}

/// Measures a sum, in elements of 4 bytes per second.
///
/// # Errors
/// [`LabError::Wrong`] if the sum is not exactly the host's; otherwise if there are no or too many
/// elements, the adapter cannot run this kernel, or it is lost.
pub fn measure_reduce(gpu: &Gpu, bench: ReduceBench) -> Result<Measurement, LabError> {
    check_elements(gpu, bench.count)?;
    let words = random_words(bench.count);
    match bench.number {
        Number::U32 => {
            let sum = words.iter().map(|&word| u64::from(word)).sum::<u64>();
            measure(gpu, bench, &SUM_U32, &words, sum as u32, u32::wrapping_add)
        }
        Number::F32 => {
            let numbers = exact_floats(&words);
            let sum = numbers.iter().map(|&number| f64::from(number)).sum::<f64>();
            measure(gpu, bench, &SUM_F32, &numbers, sum as f32, |a, b| a + b)
        }
    }
}

fn measure<T: Element + Debug + PartialEq + Send + Sync>(
    gpu: &Gpu,
    bench: ReduceBench,
    monoid: &Monoid<T>,
    elements: &[T],
    expected: T,
    combine: impl Fn(T, T) -> T + Sync,
) -> Result<Measurement, LabError> {
    let ReduceBench { count, number, kernel, threads, tuning } = bench;
    let (mut row, sum) = match kernel {
        ReduceKernel::CpuSerial => {
            let (samples, sum) = time_on_cpu(
                || elements,
                |elements| reference::reduce(elements, T::zeroed(), &combine),
            );
            (row_on_cpu("reduce", kernel.name(), 1, count, samples), vec![sum])
        }
        ReduceKernel::CpuThreaded => {
            let (samples, sum) = time_on_cpu(
                || elements,
                |elements| threaded::reduce(elements, T::zeroed(), &combine),
            );
            (
                row_on_cpu("reduce", kernel.name(), rayon::current_num_threads(), count, samples),
                vec![sum],
            )
        }
        _ => {
            let source = gpu.storage_from("bench/source", elements)?;
            let (record, result, plan): (Record, Buffer<T>, _) = if let ReduceKernel::Ladder(rung) =
                kernel
            {
                let reduce = match threads {
                    Some(threads) => HistoricalReduce::with_workgroup(gpu, rung, &source, threads)?,
                    None => HistoricalReduce::new(gpu, rung, &source)?,
                };
                let result = reduce.result().clone();
                (Box::new(move |pass| reduce.encode(pass)), result, None)
            } else {
                let plan = bench.plan(gpu, monoid)?;
                let reduce = prepared(tuning, Reduce::with_plan(gpu, plan, &[], &source, None))?;
                let result = reduce.result().clone();
                (
                    Box::new(move |pass| reduce.encode(pass)),
                    result,
                    Some((plan.kernel.label, plan.tuning)),
                )
            };
            let samples = time_on_gpu(gpu, MAX_RUNS, |encoder| clear(encoder, &result), &record)?;
            (row_on_gpu(gpu, "reduce", (kernel.name(), plan), count, samples), gpu.read(&result)?)
        }
    };
    agree(&row, &sum, &[expected])?;
    row.precision = number.name();
    Ok(row)
}
