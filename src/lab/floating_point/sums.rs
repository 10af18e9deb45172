//! Sums of single-precision numbers on the GPU, in many orders.

use crate::gpu::{Bound, Buffer, Gpu, GpuError, KernelSource};
use crate::lab::primitives::historical::{HistoricalReduce, ReduceLadder};
use crate::lab::timing::{clear, time_after};
use crate::primitives::{Reduce, ReducePlan, SUM_F32, SUM_F64};
use crate::{mirrored, wgsl};

use super::total::Total;

mirrored! {
    /// The numbers that one dispatch of the serial sum adds.
    pub struct SerialSumParams {
        /// The first.
        pub first: u32,
        /// One past the last.
        pub end: u32,
    }
}

mirrored! {
    /// Parameters of the sum by compare and exchange.
    pub struct ExchangeSumParams {
        /// Number of numbers.
        pub count: u32,
    }
}

mirrored! {
    /// Parameters of the sum in twice the precision.
    pub struct TwoFloatSumParams {
        /// Number of numbers.
        pub count: u32,
        /// Numbers that each workgroup adds up.
        pub run: u32,
        /// Always 0.
        pub zero: u32,
    }
}

/// One thread adds up all numbers.
pub const SERIAL_SUM: KernelSource = KernelSource::trusted(
    "floating_point/serial_sum",
    &[wgsl!("lab/floating_point/serial_sum.wgsl")],
    &[&[]],
);

/// Threads add to the total by compare and exchange.
pub const EXCHANGE_SUM: KernelSource = KernelSource::trusted(
    "floating_point/exchange_sum",
    &[wgsl!("lab/floating_point/exchange_sum.wgsl")],
    &[&[]],
);

/// Every number is a sum of two.
pub const TWO_FLOAT_SUM: KernelSource = KernelSource::trusted(
    "floating_point/two_float_sum",
    &[wgsl!("lab/floating_point/two_float_sum.wgsl")],
    &[&[]],
);

/// Numbers that one dispatch of the serial sum adds: within the loops of every driver, and soon
/// done.
const PER_DISPATCH: usize = 1 << 14;
/// Numbers per thread of [`EXCHANGE_SUM`].
pub(super) const PER_EXCHANGE: usize = 16;
/// Numbers per workgroup of [`TWO_FLOAT_SUM`], and its threads.
const RUN: usize = 4096;
const WORKGROUP: usize = 64;

/// A sum on the GPU.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum OnGpu {
    /// One thread.
    Serial,
    /// A kernel of the reductions' history.
    Ladder(ReduceLadder),
    /// The library's reduction: this many workgroups at most, and the plan of GPUs or of software.
    Library { groups: u32, is_for_gpus: bool },
    /// By compare and exchange.
    Exchange,
    /// In two numbers each.
    TwoFloats,
    /// In double precision.
    Double,
}

impl OnGpu {
    /// Most additions that a number goes through, one after the other.
    pub(super) fn depth(self, count: usize) -> usize {
        // Trees of up to 256 in a workgroup, and their totals again: few more additions than the
        // logarithm of the count.
        const TREES: usize = 64;
        match self {
            Self::Serial => count,
            Self::Ladder(ReduceLadder::Atomic) => TREES + count.div_ceil(128),
            Self::Exchange => PER_EXCHANGE + count.div_ceil(PER_EXCHANGE),
            Self::Library { groups, is_for_gpus } => {
                TREES + count.div_ceil(groups as usize * if is_for_gpus { 256 } else { 8 })
            }
            Self::TwoFloats => TREES + RUN / WORKGROUP + count.div_ceil(RUN),
            Self::Ladder(_) | Self::Double => TREES + count.div_ceil(128 * 2048).max(16),
        }
    }

    /// Whether the order of additions is the same in every run.
    pub(super) fn is_ordered(self) -> bool {
        match self {
            Self::Ladder(rung) => rung.is_ordered(),
            other => other != Self::Exchange,
        }
    }
}

/// Milliseconds of the sum, and its result in each of several more runs.
pub(super) fn sums(
    gpu: &Gpu,
    numbers: &[f32],
    way: OnGpu,
    runs: usize,
) -> Result<(Vec<f64>, Vec<Total>), GpuError> {
    let prepared = Prepared::new(gpu, numbers, way)?;
    let most_runs = if matches!(way, OnGpu::Serial | OnGpu::Exchange) { 1.0 } else { 100.0 };
    let warm_up = std::time::Duration::from_millis(20);
    let samples = time_after(
        gpu,
        warm_up,
        most_runs,
        |encoder| prepared.restore(encoder),
        |pass| prepared.encode(pass),
    )?;
    let totals = (0..runs).map(|_| {
        let mut encoder = gpu.encoder("one-sum");
        prepared.restore(&mut encoder);
        prepared.encode(&mut encoder.begin_compute_pass(&wgpu::ComputePassDescriptor::default()));
        gpu.submit(encoder);
        prepared.read(gpu)
    });
    Ok((samples, totals.collect::<Result<_, _>>()?))
}

/// A sum with its buffers.
enum Prepared {
    Dispatches(Vec<(Bound, u32)>, Place),
    Ladder(HistoricalReduce<f32>),
    Library(Reduce<f32>),
    Double(Reduce<f64>),
}

/// Where a kernel of this file leaves its sum.
enum Place {
    Number(Buffer<f32>),
    Pairs(Buffer<[f32; 2]>),
}

impl Prepared {
    fn new(gpu: &Gpu, numbers: &[f32], way: OnGpu) -> Result<Self, GpuError> {
        let count = numbers.len();
        let upload = || gpu.storage_from("one-sum/source", numbers);
        match way {
            OnGpu::Serial => {
                let (source, result) = (upload()?, gpu.storage("one-sum/result", 1)?);
                let kernel = gpu.kernel(&SERIAL_SUM, &[])?;
                let dispatch = |first: usize| {
                    let params = SerialSumParams {
                        first: first as u32,
                        end: count.min(first + PER_DISPATCH) as u32,
                    };
                    let params = gpu.storage_from("one-sum/params", &[params])?;
                    let buffers = [
                        ("params", params.raw()),
                        ("source", source.raw()),
                        ("result", result.raw()),
                    ];
                    Ok((kernel.bind(gpu.device(), &buffers)?, 1))
                };
                let dispatches = (0..count).step_by(PER_DISPATCH).map(dispatch).collect::<Result<
                    _,
                    GpuError,
                >>(
                )?;
                Ok(Self::Dispatches(dispatches, Place::Number(result)))
            }
            OnGpu::Exchange => {
                let (source, total) = (upload()?, gpu.storage("one-sum/total", 1)?);
                let params = gpu
                    .storage_from("one-sum/params", &[ExchangeSumParams { count: count as u32 }])?;
                let buffers =
                    [("params", params.raw()), ("source", source.raw()), ("total", total.raw())];
                let bound = gpu.kernel(&EXCHANGE_SUM, &[])?.bind(gpu.device(), &buffers)?;
                let groups = count.div_ceil(PER_EXCHANGE * WORKGROUP) as u32;
                Ok(Self::Dispatches(vec![(bound, groups)], Place::Number(total)))
            }
            OnGpu::TwoFloats => {
                let pairs: Vec<[f32; 2]> = numbers.iter().map(|&number| [number, 0.0]).collect();
                let mut last = gpu.storage_from("one-sum/source", &pairs)?;
                let kernel = gpu.kernel(&TWO_FLOAT_SUM, &[])?;
                let mut dispatches = Vec::new();
                loop {
                    let groups = last.len().div_ceil(RUN);
                    let sums = gpu.storage("one-sum/sums", groups)?;
                    let params =
                        TwoFloatSumParams { count: last.len() as u32, run: RUN as u32, zero: 0 };
                    let params = gpu.storage_from("one-sum/params", &[params])?;
                    let buffers =
                        [("params", params.raw()), ("source", last.raw()), ("result", sums.raw())];
                    dispatches.push((kernel.bind(gpu.device(), &buffers)?, groups as u32));
                    last = sums;
                    if groups == 1 {
                        return Ok(Self::Dispatches(dispatches, Place::Pairs(last)));
                    }
                }
            }
            OnGpu::Ladder(rung) => Ok(Self::Ladder(HistoricalReduce::new(gpu, rung, &upload()?)?)),
            OnGpu::Library { groups, is_for_gpus } => {
                let plan = if is_for_gpus {
                    ReducePlan::on_gpus(&SUM_F32)
                } else {
                    ReducePlan::on_software(&SUM_F32)
                };
                Ok(Self::Library(Reduce::with_plan(
                    gpu,
                    ReducePlan { groups, ..plan },
                    &[],
                    &upload()?,
                    None,
                )?))
            }
            OnGpu::Double => {
                SUM_F64.check(gpu)?;
                let numbers: Vec<f64> = numbers.iter().map(|&number| f64::from(number)).collect();
                Ok(Self::Double(Reduce::new(
                    gpu,
                    &SUM_F64,
                    &gpu.storage_from("one-sum/source", &numbers)?,
                )?))
            }
        }
    }

    /// Clears the result.
    fn restore(&self, encoder: &mut wgpu::CommandEncoder) {
        match self {
            Self::Dispatches(_, Place::Number(result)) => clear(encoder, result),
            Self::Dispatches(_, Place::Pairs(result)) => clear(encoder, result),
            Self::Ladder(reduce) => clear(encoder, reduce.result()),
            Self::Library(reduce) => clear(encoder, reduce.result()),
            Self::Double(reduce) => clear(encoder, reduce.result()),
        }
    }

    fn encode(&self, pass: &mut wgpu::ComputePass) {
        match self {
            Self::Dispatches(dispatches, _) => {
                dispatches.iter().for_each(|(bound, groups)| bound.dispatch_groups(pass, *groups))
            }
            Self::Ladder(reduce) => reduce.encode(pass),
            Self::Library(reduce) => reduce.encode(pass),
            Self::Double(reduce) => reduce.encode(pass),
        }
    }

    fn read(&self, gpu: &Gpu) -> Result<Total, GpuError> {
        Ok(match self {
            Self::Dispatches(_, Place::Number(result)) => Total::Single(gpu.read(result)?[0]),
            Self::Dispatches(_, Place::Pairs(result)) => Total::Pair(gpu.read(result)?[0]),
            Self::Ladder(reduce) => Total::Single(gpu.read(reduce.result())?[0]),
            Self::Library(reduce) => Total::Single(gpu.read(reduce.result())?[0]),
            Self::Double(reduce) => Total::Double(gpu.read(reduce.result())?[0]),
        })
    }
}
