//! The speed of prefix sums, and of scans by other operators.

use std::fmt::Debug;

use super::historical::{Element, HistoricalScan, ScanLadder};
use super::tuning::{prepared, retuned};
use super::{
    MAX_RUNS, Record, agree, check_elements, clear, counts, exact_floats, kernels, portable,
    random_words, row_on_gpu, time_on_cpu, time_on_gpu, tunings, work,
};
use crate::gpu::{Buffer, Gpu, GpuError, Part, Tuning};
use crate::lab::bench::Bench;
use crate::lab::flag::Flag;
use crate::lab::measurement::Entry;
use crate::lab::{LabError, Measurement};
use crate::name::Named;
use crate::named;
use crate::primitives::{
    MAX_U32, MIN_U32, Monoid, SUM_F32, SUM_U32, Scan, ScanKind, ScanPlan, ScanRequest, reference,
    threaded,
};
use crate::words::say;

named! {
    /// The kernel of a scan.
    #[derive(Default)]
    pub enum ScanKernel: "scan" {
        /// Whatever suits this adapter.
        #[default]
        Auto = "auto",
        /// Totals of tiles first, then the tiles: no workgroup waits for another.
        Portable = "portable",
        /// A single pass, in which each tile looks up what precedes it in what earlier tiles have
        /// published.
        LookBack = "look-back",
        /// One of the literature.
        Ladder(ScanLadder),
        /// On the CPU: a loop.
        CpuSerial = "cpu-serial",
        /// On the CPU: all cores.
        CpuThreaded = "cpu-threaded",
    }
}

impl ScanKernel {
    fn plan<T: bytemuck::Pod>(
        self,
        gpu: &Gpu,
        monoid: &Monoid<T>,
        request: ScanRequest<T>,
    ) -> ScanPlan {
        match self {
            Self::LookBack => ScanPlan::look_back(monoid),
            Self::Portable => ScanPlan::new(gpu, monoid, &request.portable()),
            _ => ScanPlan::new(gpu, monoid, &request),
        }
    }
}

named! {
    /// What a scan combines elements by.
    #[derive(Default)]
    pub enum ScanOperator: "operator" {
        /// The sum of unsigned integers, which wraps around.
        #[default]
        Sum = "sum",
        /// The largest unsigned integer.
        Max = "max",
        /// The smallest unsigned integer.
        Min = "min",
        /// The sum of floats, of values for which it is exact.
        FloatSum = "float-sum",
        /// One map x -> a x + b after the other, two integers each: an operator whose order
        /// matters.
        Maps = "maps",
    }
}

/// A prefix sum, or scan by another operator, to be measured: one row of a table.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct ScanBench {
    /// Number of elements, 1 or more.
    pub count: usize,
    /// The kernel that scans them.
    pub kernel: ScanKernel,
    /// Whether each result includes its own element.
    pub kind: ScanKind,
    /// The operator. Historical kernels have only the sums.
    pub operator: ScanOperator,
    /// Constants in place of those of the library's plan.
    pub tuning: Tuning,
}

impl ScanBench {
    fn plan<T: bytemuck::Pod>(
        &self,
        gpu: &Gpu,
        monoid: &Monoid<T>,
        request: ScanRequest<T>,
    ) -> Result<ScanPlan, GpuError> {
        let plan = self.kernel.plan(gpu, monoid, request);
        Ok(ScanPlan { tuning: retuned(gpu, plan.tuning, self.tuning)?, ..plan })
    }
}

/// The composition of maps x -> a x + b, each as (a, b), first the left one.
const MAPS: Monoid<[u32; 2]> = Monoid::new(&[Part {
    path: "maps.wgsl",
    source: "\
alias Element = vec2u;

fn identity() -> Element {
    return vec2u(1u, 0u);
}

fn combine(a: Element, b: Element) -> Element {
    return vec2u(b.x * a.x, b.x * a.y + b.y);
}
",
}])
.exact();

/// An operator on the host.
struct OnHost<T, C> {
    identity: T,
    combine: C,
}

/// The results have to be the host's.
impl Bench for ScanBench {
    const NAME: &'static str = "scan";
    const ABOUT: &'static str = "Inclusive prefix sums of u32, checked against the host's";
    const FLAGS: &'static [Flag<Self>] = &[
        counts(|bench| &mut bench.count),
        kernels(|bench| &mut bench.kernel),
        portable(|bench| &mut bench.kernel),
        tunings(|bench| &mut bench.tuning),
    ];

    fn entry(&self) -> Entry {
        let precision = match self.operator {
            ScanOperator::FloatSum => "f32",
            ScanOperator::Maps => "u32 pairs",
            _ => "u32",
        };
        Entry { kernel: self.kernel.name(), precision, ..Entry::new(Self::NAME, self.count) }
    }

    fn check(&self, gpu: &Gpu) -> Result<(), LabError> {
        check_elements(gpu, self.count)?;
        if let ScanKernel::Ladder(rung) = self.kernel {
            rung.check(gpu, self.count)?;
        }
        let [source, target] =
            [gpu.storage::<u32>("bench/source", 1)?, gpu.storage("bench/target", 1)?];
        Ok(self.plan(gpu, &SUM_U32, ScanRequest::new(self.kind, &source, &target)).map(drop)?)
    }

    fn measure(&self, gpu: &Gpu) -> Result<Measurement, LabError> {
        let words = random_words(self.count);
        let sum = OnHost { identity: 0, combine: u32::wrapping_add };
        match self.operator {
            ScanOperator::Sum => measure(gpu, self, &SUM_U32, &words, &sum, historical),
            ScanOperator::Max => {
                let host = OnHost { identity: 0, combine: u32::max };
                measure(gpu, self, &MAX_U32, &words, &host, none)
            }
            ScanOperator::Min => {
                let host = OnHost { identity: u32::MAX, combine: u32::min };
                measure(gpu, self, &MIN_U32, &words, &host, none)
            }
            ScanOperator::FloatSum => {
                let host = OnHost { identity: 0.0, combine: |a: f32, b: f32| a + b };
                measure(gpu, self, &SUM_F32, &exact_floats(&words), &host, historical)
            }
            ScanOperator::Maps => {
                let what = format!("a buffer of {} maps", self.count);
                gpu.check_storage::<[u32; 2]>(&what, self.count)?;
                let maps: Vec<[u32; 2]> = words.iter().map(|&word| [word | 1, word >> 7]).collect();
                let combine = |[a, b]: [u32; 2], [c, d]: [u32; 2]| {
                    [c.wrapping_mul(a), c.wrapping_mul(b).wrapping_add(d)]
                };
                measure(gpu, self, &MAPS, &maps, &OnHost { identity: [1, 0], combine }, none)
            }
        }
    }
}

/// A scan by a kernel of the ladder: what to record, and the result. `None` if it does not have the
/// operator.
type Historical<T> =
    fn(&Gpu, ScanLadder, ScanKind, &Buffer<T>) -> Result<Option<(Record, Buffer<T>)>, GpuError>;

fn historical<T: Element>(
    gpu: &Gpu,
    rung: ScanLadder,
    kind: ScanKind,
    source: &Buffer<T>,
) -> Result<Option<(Record, Buffer<T>)>, GpuError> {
    let scan = HistoricalScan::new(gpu, rung, kind, source)?;
    let result = scan.result().clone();
    Ok(Some((Box::new(move |pass| scan.encode(pass)), result)))
}

fn none<T>(
    _: &Gpu,
    _: ScanLadder,
    _: ScanKind,
    _: &Buffer<T>,
) -> Result<Option<(Record, Buffer<T>)>, GpuError> {
    Ok(None)
}

fn measure<T: bytemuck::Pod + Debug + PartialEq + Send + Sync, C: Fn(T, T) -> T + Sync>(
    gpu: &Gpu,
    bench: &ScanBench,
    monoid: &Monoid<T>,
    elements: &[T],
    OnHost { identity, combine }: &OnHost<T, C>,
    historical: Historical<T>,
) -> Result<Measurement, LabError> {
    let (entry, kind) = (bench.entry(), bench.kind);
    let on_cpu = |threads: usize, scan: &dyn Fn(&[T]) -> Vec<T>| {
        let (samples, scanned) = time_on_cpu(|| elements, scan);
        (entry.on_cpu(threads, samples, work(entry)), scanned)
    };
    let (row, scanned) = match bench.kernel {
        ScanKernel::CpuSerial => on_cpu(1, &|all| match kind {
            ScanKind::Inclusive => reference::inclusive_scan(all, *identity, combine),
            ScanKind::Exclusive => reference::exclusive_scan(all, *identity, combine),
        }),
        ScanKernel::CpuThreaded => on_cpu(rayon::current_num_threads(), &|all| match kind {
            ScanKind::Inclusive => threaded::inclusive_scan(all, *identity, combine),
            ScanKind::Exclusive => threaded::exclusive_scan(all, *identity, combine),
        }),
        kernel => {
            let source = gpu.storage_from("bench/source", elements)?;
            let (record, result, plan): (Record, Buffer<T>, _) =
                if let ScanKernel::Ladder(rung) = kernel {
                    let scan = historical(gpu, rung, kind, &source)?
                        .ok_or_else(|| without_operator(gpu, kernel, bench.operator))?;
                    (scan.0, scan.1, None)
                } else {
                    let target = gpu.storage("bench/target", elements.len())?;
                    let request = ScanRequest::new(kind, &source, &target);
                    let plan = bench.plan(gpu, monoid, request)?;
                    let scan = prepared(bench.tuning, Scan::with_plan(gpu, plan, request))?;
                    let way = plan.path.name();
                    (Box::new(move |pass| scan.encode(pass)), target, Some((way, plan.tuning)))
                };
            let samples = time_on_gpu(gpu, MAX_RUNS, |encoder| clear(encoder, &result), &record)?;
            (row_on_gpu(gpu, entry, plan, samples), gpu.read(&result)?)
        }
    };
    // A loop of its own, so that the reference is checked too.
    let mut sum = *identity;
    let expected = elements.iter().map(|&element| {
        let before = sum;
        sum = combine(before, element);
        if kind == ScanKind::Inclusive { sum } else { before }
    });
    agree(&row, &scanned, &expected.collect::<Vec<_>>())?;
    Ok(row)
}

fn without_operator(gpu: &Gpu, kernel: ScanKernel, operator: ScanOperator) -> GpuError {
    GpuError::unsupported(
        kernel.name().to_owned(),
        gpu.adapter_name(),
        say!("missing-operator", operator = operator.name()),
        say!("remedy-auto"),
    )
}
