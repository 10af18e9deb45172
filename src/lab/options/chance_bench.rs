//! The speed of prices by chance.

use std::time::{Duration, Instant};

use super::chance_kernel::{ChanceBench, ChanceKernel, FIRST_SEED, SEED, STREAMS, check, run};
use super::coverage::{Coverage, counted};
use super::design::Design;
use super::judge::{Draw, judge};
use super::{Estimate, MonteCarlo, ToNormals, sampled};
use crate::cpu::CpuError;
use crate::gpu::{Buffer, Gpu};
use crate::lab::bench::Bench;
use crate::lab::flag::Flag;
use crate::lab::measurement::{Entry, agree};
use crate::lab::rate::RateUnit;
use crate::lab::timing::{
    Record, clear, milliseconds, time_on_cpu, time_on_gpu, time_together, warm_up,
};
use crate::lab::{Detail, LabError, Measurement};
use crate::name::Named;
use crate::primitives::{FillMersenne, FillRandom, MersenneTwister, Philox, RandomRequest};

/// Most runs per sample.
const MAX_RUNS: f64 = 100.0;

/// An estimate has to be that of the host for the same numbers, and its intervals may hold the price
/// neither too rarely nor too often; random numbers likewise have to be those of the host.
impl Bench for ChanceBench {
    const NAME: &'static str = "monte-carlo";
    const ABOUT: &'static str = "Prices of European options by chance, checked against the host's for the same numbers and against the formula";
    const FLAGS: &'static [Flag<Self>] = &[
        Flag::list(
            "count",
            "N,N,…",
            "1048576",
            "Numbers of samples per option, separated by commas; 2^20 is 1048576",
            |bench| &mut bench.count,
        ),
        Flag::kernels(
            "auto",
            "Kernels to measure, separated by commas (see below); `all` means every one",
            |bench| &mut bench.kernel,
        ),
        Flag::one("options", "N", "1", "Number of options", |bench| &mut bench.options),
    ];

    fn entry(&self) -> Entry {
        let (kernel, precision) = (self.kernel.name(), self.kernel.precision());
        Entry { kernel, precision, ..Entry::new(Self::NAME, self.count) }
    }

    fn check(&self, gpu: &Gpu) -> Result<(), LabError> {
        check(gpu, self)
    }

    fn measure(&self, gpu: &Gpu) -> Result<Measurement, LabError> {
        let bench = *self;
        match self.kernel {
            ChanceKernel::HostSums
            | ChanceKernel::Example
            | ChanceKernel::GpuSums
            | ChanceKernel::OneBlock
            | ChanceKernel::SeveralBlocks => stored(gpu, bench),
            ChanceKernel::Mersenne | ChanceKernel::Words => words(gpu, bench),
            ChanceKernel::Normals | ChanceKernel::BoxMuller => normals(gpu, bench),
            ChanceKernel::CpuSerial | ChanceKernel::CpuThreaded => on_cpu(bench),
            _ => computed(gpu, bench),
        }
    }
}

/// A row of a run that took this many samples.
fn row_on_gpu(gpu: &Gpu, bench: &ChanceBench, samples: Vec<f64>) -> Measurement {
    bench.entry().on_gpu(gpu, samples, (bench.work(), RateUnit::Elements))
}

fn computed(gpu: &Gpu, bench: ChanceBench) -> Result<Measurement, LabError> {
    let (market, all) = (bench.market(), bench.all());
    let request = bench.kernel.request(bench.count as u32);
    let simulation = MonteCarlo::new(gpu, &market, &all, &request)?;
    let totals = simulation.totals().clone();
    let groups = simulation.groups();
    let simulation = std::sync::Arc::new(simulation);
    let recorded = std::sync::Arc::clone(&simulation);
    let record: Record = Box::new(move |pass| recorded.encode(pass));
    let samples = time_on_gpu(gpu, MAX_RUNS, |encoder| clear(encoder, &totals), &record)?;
    let mut row = row_on_gpu(gpu, &bench, samples);
    row.kernel = format!("{} groups={groups}", row.kernel);
    let some = counted(&all, bench.count, gpu.is_software());
    let coverage = match some {
        [] => None,
        _ => {
            let mut simulation = MonteCarlo::new(gpu, &market, some, &request)?;
            Some(Coverage::new(some, &market, false, |seed| {
                simulation.set_seed(gpu, SEED + u64::from(seed));
                run(gpu, |pass| simulation.encode(pass));
                simulation.read(gpu)
            })?)
        }
    };
    let estimates = simulation.read(gpu)?;
    let draw = Draw { market, all: &all, request: &request, stored: &[], estimates: &estimates };
    judge(row, &draw, coverage)
}

/// The text's designs.
fn stored(gpu: &Gpu, bench: ChanceBench) -> Result<Measurement, LabError> {
    let (market, all) = (bench.market(), bench.all());
    let mut design = Design::new(gpu, bench, &all)?;
    design.draw(gpu, 0);
    let samples = if bench.kernel.is_summed_on_host() {
        time_together(gpu, warm_up(gpu, Duration::from_millis(300)), || {
            let begin = Instant::now();
            design.estimates(gpu)?;
            Ok(milliseconds(begin))
        })?
    } else {
        let totals: Vec<_> =
            design.simulations.iter().map(|simulation| simulation.totals().clone()).collect();
        let simulations = std::sync::Arc::clone(&design.simulations);
        let record: Record =
            Box::new(move |pass| simulations.iter().for_each(|simulation| simulation.encode(pass)));
        let restore = |encoder: &mut wgpu::CommandEncoder| {
            totals.iter().for_each(|totals| clear(encoder, totals))
        };
        time_on_gpu(gpu, MAX_RUNS, restore, &record)?
    };
    let estimates = design.estimates(gpu)?;
    let some = counted(&all, bench.count, gpu.is_software());
    let coverage = match some {
        [] => None,
        _ => {
            let mut design = Design::new(gpu, bench, some)?;
            Some(Coverage::new(some, &market, true, |seed| {
                design.draw(gpu, seed);
                design.estimates(gpu)
            })?)
        }
    };
    let (row, stored) = (row_on_gpu(gpu, &bench, samples), gpu.read(&design.numbers)?);
    let request = &design.request;
    let draw = Draw { market, all: &all, request, stored: &stored, estimates: &estimates };
    judge(row, &draw, coverage)
}

/// Random words.
fn words(gpu: &Gpu, bench: ChanceBench) -> Result<Measurement, LabError> {
    let words = gpu.storage::<u32>("chance/words", bench.count)?;
    let record: Record = if bench.kernel == ChanceKernel::Mersenne {
        let fill = FillMersenne::new(gpu, &words, FIRST_SEED, STREAMS)?;
        Box::new(move |pass| fill.encode(pass))
    } else {
        let fill = FillRandom::words(gpu, &words, RandomRequest::new(SEED))?;
        Box::new(move |pass| fill.encode(pass))
    };
    let samples = time_on_gpu(gpu, MAX_RUNS, |encoder| clear(encoder, &words), &record)?;
    let row = row_on_gpu(gpu, &bench, samples);
    let found = gpu.read(&words)?;
    if bench.kernel == ChanceKernel::Words {
        let random = Philox::new(SEED, 0);
        let expected: Vec<u32> =
            (0..bench.count.div_ceil(4) as u64).flat_map(|block| random.block(block)).collect();
        agree(&row, &found, &expected[..bench.count])?;
    } else {
        // A stream here and there.
        for stream in [0, 1, STREAMS / 2, STREAMS - 1] {
            let own: Vec<u32> =
                found.iter().copied().skip(stream as usize).step_by(STREAMS as usize).collect();
            let expected: Vec<u32> =
                MersenneTwister::new(FIRST_SEED + stream).take(own.len()).collect();
            agree(&row, &own, &expected)?;
        }
    }
    Ok(row)
}

/// Normal numbers.
fn normals(gpu: &Gpu, bench: ChanceBench) -> Result<Measurement, LabError> {
    let count = bench.count.next_multiple_of(4);
    let words = gpu.storage::<u32>("chance/words", count)?;
    let numbers = Buffer::<f32>::from_wgpu(gpu, words.raw().clone(), count)?;
    let source = gpu.storage::<u32>("chance/source", count)?;
    let fill = FillRandom::words(gpu, &source, RandomRequest::new(SEED))?;
    let mut encoder = gpu.encoder("chance");
    fill.encode(&mut encoder.begin_compute_pass(&wgpu::ComputePassDescriptor::default()));
    gpu.submit(encoder);
    let is_in_place = bench.kernel == ChanceKernel::BoxMuller;
    let record: Record = if is_in_place {
        let change = ToNormals::new(gpu, &words)?;
        Box::new(move |pass| change.encode(pass))
    } else {
        let fill = FillRandom::normal(gpu, &numbers, RandomRequest::new(SEED))?;
        Box::new(move |pass| fill.encode(pass))
    };
    let restore = |encoder: &mut wgpu::CommandEncoder| {
        encoder.copy_buffer_to_buffer(source.raw(), 0, words.raw(), 0, words.bytes())
    };
    // In place, a second run would change the numbers of the first.
    let samples = time_on_gpu(gpu, if is_in_place { 1.0 } else { MAX_RUNS }, restore, &record)?;
    let row = row_on_gpu(gpu, &bench, samples);
    let random = Philox::new(SEED, 0);
    let mut largest = 0.0_f64;
    for (block, four) in gpu.read(&numbers)?.chunks(4).enumerate() {
        let [a, b, c, d] = random.block(block as u64);
        for (found, expected) in
            four.iter().zip([[a, b], [c, d]].map(Philox::normals).iter().flatten())
        {
            let error = (f64::from(*found) - expected).abs();
            if error.is_nan() || error > 3e-6 {
                return Err(row.wrong_element((4 * block, count), found, expected));
            }
            largest = largest.max(error);
        }
    }
    let details = vec![Detail::new("largest error", format!("{largest:.2e}"))];
    Ok(Measurement { details, ..row })
}

fn on_cpu(bench: ChanceBench) -> Result<Measurement, LabError> {
    let (market, all) = (bench.market(), bench.all());
    let request = bench.kernel.request(bench.count as u32);
    let price = || -> Vec<Estimate> {
        all.iter()
            .zip(0..)
            .map(|(option, place)| sampled(&market, option, place, &request, &[]))
            .collect()
    };
    let is_serial = bench.kernel == ChanceKernel::CpuSerial;
    let threads = if is_serial { 1 } else { rayon::current_num_threads() };
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build();
    let pool = pool.map_err(|error| LabError::Cpu(CpuError::Threads(error.to_string())))?;
    let (samples, estimates) = pool.install(|| time_on_cpu(|| (), |()| price()));
    let row = bench.entry().on_cpu(threads, samples, (bench.work(), RateUnit::Elements));
    let draw = Draw { market, all: &all, request: &request, stored: &[], estimates: &estimates };
    judge(row, &draw, None)
}
