//! The speed of prices by chance.

use std::time::{Duration, Instant};

use super::chance_kernel::{
    ChanceBench, ChanceKernel, FIRST_SEED, SEED, STREAMS, check_samples, run,
};
use super::coverage::{Coverage, counted};
use super::design::Design;
use super::judge::{Draw, judge};
use super::{Estimate, MonteCarlo, ToNormals, sampled};
use crate::cpu::CpuError;
use crate::gpu::{Buffer, Gpu};
use crate::lab::measurement::agree;
use crate::lab::processor::processor;
use crate::lab::rate::RateUnit;
use crate::lab::timing::{
    Record, clear, milliseconds, time_on_cpu, time_on_gpu, time_together, warm_up,
};
use crate::lab::{Detail, LabError, Measurement};
use crate::name::Named;
use crate::primitives::{FillMersenne, FillRandom, MersenneTwister, Philox, RandomRequest};
use crate::words::say;

/// Most runs per sample.
const MAX_RUNS: f64 = 100.0;

/// Measures prices by chance, in samples of all options per second; or random numbers, likewise.
///
/// # Errors
/// [`LabError::Wrong`] if an estimate is not that of the host for the same numbers, or its
/// intervals hold the price too rarely or too often; otherwise if there are no or too many samples,
/// or the adapter is lost.
pub fn measure_chance(gpu: &Gpu, bench: ChanceBench) -> Result<Measurement, LabError> {
    check_samples(gpu, &bench)?;
    match bench.kernel {
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

/// A row of a run that took this many samples.
fn row_on_gpu(gpu: &Gpu, bench: &ChanceBench, samples: Vec<f64>) -> Measurement {
    let row = Measurement::new(
        gpu,
        "monte-carlo",
        bench.count,
        samples,
        (bench.work(), RateUnit::Elements),
    );
    Measurement { kernel: bench.kernel.name().to_owned(), ..row }
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
    let mut row = row_on_gpu(gpu, &bench, samples);
    row.precision = bench.kernel.precision();
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
                let (found, expected) = (format!("{found:?}"), format!("{expected:?}"));
                let what = say!(
                    "wrong-element",
                    count = count,
                    place = 4 * block + 1,
                    result = found,
                    expected = expected
                );
                return Err(LabError::Wrong {
                    bench: row.bench,
                    kernel: row.kernel,
                    adapter: row.adapter,
                    what,
                });
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
    let (adapter, driver) = processor();
    let row = Measurement::on(
        adapter,
        driver,
        "monte-carlo",
        bench.count,
        samples,
        (bench.work(), RateUnit::Elements),
    );
    let row = Measurement {
        kernel: format!("{} threads={threads}", bench.kernel.name()),
        precision: bench.kernel.precision(),
        ..row
    };
    let draw = Draw { market, all: &all, request: &request, stored: &[], estimates: &estimates };
    judge(row, &draw, None)
}
