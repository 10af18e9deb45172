//! The speed of sums.

use std::fmt::Debug;

use super::historical::{Element, HistoricalReduce, ReduceLadder};
use super::tuning::{prepared, retuned};
use super::{
    MAX_RUNS, Record, agree, check_elements, clear, counts, exact_floats, kernels, portable,
    random_words, row_on_gpu, time_on_cpu, time_on_gpu, tunings, work,
};
use crate::gpu::{Buffer, Gpu, GpuError, Tuning};
use crate::lab::bench::Bench;
use crate::lab::flag::Flag;
use crate::lab::measurement::Entry;
use crate::lab::{LabError, Measurement};
use crate::name::Named;
use crate::named;
use crate::primitives::{Monoid, Reduce, ReducePlan, SUM_F32, SUM_U32, reference, threaded};

named! {
    /// The kernel of a sum.
    #[derive(Default)]
    pub enum ReduceKernel: "reduction" {
        /// Whatever suits this adapter.
        #[default]
        Auto = "auto",
        /// Whatever suits it in core WGSL alone.
        Portable = "portable",
        /// One of the literature.
        Ladder(ReduceLadder),
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
    fn plan<T>(&self, gpu: &Gpu, monoid: &Monoid<T>) -> Result<ReducePlan, GpuError> {
        let plan = match self.kernel {
            ReduceKernel::Portable => ReducePlan::portable(gpu, monoid),
            _ => ReducePlan::new(gpu, monoid),
        };
        Ok(ReducePlan { tuning: retuned(gpu, plan.tuning, self.tuning)?, ..plan })
    }
}

/// The sum has to be exactly the host's.
impl Bench for ReduceBench {
    const NAME: &'static str = "reduce";
    const ABOUT: &'static str = "Sums, checked against the host's";
    const FLAGS: &'static [Flag<Self>] = &[
        Flag::one("type", "T", "u32", "Type of the numbers", |bench| &mut bench.number),
        counts(|bench| &mut bench.count),
        kernels(|bench| &mut bench.kernel),
        portable(|bench| &mut bench.kernel),
        tunings(|bench| &mut bench.tuning),
    ];

    fn entry(&self) -> Entry {
        let Self { count, number, kernel, .. } = *self;
        Entry { kernel: kernel.name(), precision: number.name(), ..Entry::new(Self::NAME, count) }
    }

    fn check(&self, gpu: &Gpu) -> Result<(), LabError> {
        check_elements(gpu, self.count)?;
        match (self.kernel, self.number) {
            (ReduceKernel::Ladder(rung), Number::U32) => rung.check::<u32>(gpu)?,
            (ReduceKernel::Ladder(rung), Number::F32) => rung.check::<f32>(gpu)?,
            _ => {}
        }
        Ok(self.plan(gpu, &SUM_U32).map(drop)?)
    }

    fn measure(&self, gpu: &Gpu) -> Result<Measurement, LabError> {
        let words = random_words(self.count);
        match self.number {
            Number::U32 => {
                let sum = words.iter().map(|&word| u64::from(word)).sum::<u64>();
                measure(gpu, self, &SUM_U32, &words, sum as u32, u32::wrapping_add)
            }
            Number::F32 => {
                let numbers = exact_floats(&words);
                let sum = numbers.iter().map(|&number| f64::from(number)).sum::<f64>();
                measure(gpu, self, &SUM_F32, &numbers, sum as f32, |a, b| a + b)
            }
        }
    }
}

fn measure<T: Element + Debug + PartialEq + Send + Sync>(
    gpu: &Gpu,
    bench: &ReduceBench,
    monoid: &Monoid<T>,
    elements: &[T],
    expected: T,
    combine: impl Fn(T, T) -> T + Sync,
) -> Result<Measurement, LabError> {
    let entry = bench.entry();
    let on_cpu = |threads: usize, sum: &dyn Fn(&[T]) -> T| {
        let (samples, sum) = time_on_cpu(|| elements, sum);
        (entry.on_cpu(threads, samples, work(entry)), vec![sum])
    };
    let (row, sum) = match bench.kernel {
        ReduceKernel::CpuSerial => {
            on_cpu(1, &|elements| reference::reduce(elements, T::zeroed(), &combine))
        }
        ReduceKernel::CpuThreaded => on_cpu(rayon::current_num_threads(), &|elements| {
            threaded::reduce(elements, T::zeroed(), &combine)
        }),
        kernel => {
            let source = gpu.storage_from("bench/source", elements)?;
            let (record, result, plan): (Record, Buffer<T>, _) = if let ReduceKernel::Ladder(rung) =
                kernel
            {
                let reduce = match bench.threads {
                    Some(threads) => HistoricalReduce::with_workgroup(gpu, rung, &source, threads)?,
                    None => HistoricalReduce::new(gpu, rung, &source)?,
                };
                let result = reduce.result().clone();
                (Box::new(move |pass| reduce.encode(pass)), result, None)
            } else {
                let plan = bench.plan(gpu, monoid)?;
                let reduce = Reduce::with_plan(gpu, plan, &[], &source, None);
                let reduce = prepared(bench.tuning, reduce)?;
                let result = reduce.result().clone();
                let plan = (plan.kernel.label, plan.tuning);
                (Box::new(move |pass| reduce.encode(pass)), result, Some(plan))
            };
            let samples = time_on_gpu(gpu, MAX_RUNS, |encoder| clear(encoder, &result), &record)?;
            (row_on_gpu(gpu, entry, plan, samples), gpu.read(&result)?)
        }
    };
    agree(&row, &sum, &[expected])?;
    Ok(row)
}
