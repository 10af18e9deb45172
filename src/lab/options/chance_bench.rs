//! The speed of prices by chance.

use std::time::{Duration, Instant};

use super::price_bench::MARKET;
use super::{Draws, Estimate, European, Kind, MonteCarlo, MonteCarloRequest, ToNormals, sampled};
use crate::cpu::CpuError;
use crate::gpu::{Buffer, Gpu, GpuError};
use crate::lab::kernel_list::kernels;
use crate::lab::measurement::agree;
use crate::lab::processor::processor;
use crate::lab::rate::RateUnit;
use crate::lab::timing::{
    Record, clear, milliseconds, time_on_cpu, time_on_gpu, time_together, warm_up,
};
use crate::lab::{Detail, LabError, Measurement, check_elements};
use crate::name::Named;
use crate::primitives::{FillMersenne, FillRandom, MersenneTwister, Philox, RandomRequest};
use crate::words::say;

kernels! {
    /// What is timed about prices by chance.
    #[derive(Default)]
    pub enum ChanceKernel: "kernel of Monte Carlo" {
        /// The same as philox.
        #[default]
        Auto = "auto",
        /// Normal numbers by Philox and accurate functions, which nothing stores; workgroups as
        /// they suit the number of samples.
        Philox = "philox",
        /// The same with the adapter's own logarithm, sine and cosine.
        Fast = "fast",
        /// The same as philox, with products of words by their halves.
        Portable = "portable",
        /// Philox; a sample is the mean of the payoffs for a number and for its opposite.
        Antithetic = "antithetic",
        /// Points of Sobol's sequence, shifted at random.
        Sobol = "sobol",
        /// The text's first design: stored numbers, a dispatch per option, and sums that the host
        /// adds up.
        HostSums = "host-sums",
        /// The text's second: the sums added up on the GPU.
        GpuSums = "gpu-sums",
        /// The text's third: all options in one dispatch, a workgroup for each.
        OneBlock = "one-block",
        /// The text's fourth: all options in one dispatch, several workgroups for each, and a
        /// second kernel.
        SeveralBlocks = "several-blocks",
        /// Random words by Mersenne Twisters, a stream per thread, to be stored.
        Mersenne = "mersenne",
        /// Random words by Philox, to be stored.
        Words = "words",
        /// Normal numbers by Philox, to be stored.
        Normals = "normals",
        /// Stored words to normal numbers, in place.
        BoxMuller = "box-muller",
    }
    lists {}
    cpu {
        /// On the CPU: a loop in double precision.
        CpuSerial = "cpu-serial",
        /// On the CPU: all cores.
        CpuThreaded = "cpu-threaded",
    }
}

/// Most runs per sample.
const MAX_RUNS: f64 = 100.0;
const SEED: u64 = 7;
/// Streams of Mersenne Twisters, as in the text.
const STREAMS: u32 = 4096;
/// Samples of all options up to which the host repeats the whole simulation, on which the check
/// would otherwise take long.
const REPEATED: u64 = 1 << 23;

/// Prices by chance to be measured: one row of a table.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ChanceBench {
    /// Samples per option.
    pub count: usize,
    /// Number of options.
    pub options: usize,
    /// What is timed.
    pub kernel: ChanceKernel,
}

impl Default for ChanceBench {
    fn default() -> Self {
        Self { count: 1 << 20, options: 1, kernel: ChanceKernel::Auto }
    }
}

/// Options near the money: spots of 20, strikes from 15 to 25, a quarter of a year to two years.
fn options(count: usize) -> Vec<European> {
    let random = Philox::new(2, 0);
    let option = |number: usize| {
        let [a, b, ..] = random.block(number as u64).map(|word| f64::from(Philox::uniform(word)));
        European { spot: 20.0, strike: 15.0 + 10.0 * a, years: 0.25 + 1.75 * b, kind: Kind::Call }
    };
    (0..count).map(option).collect()
}

/// Checks that so many samples of so many options can be measured.
///
/// # Errors
/// [`LabError`] if there are none, or more than fit.
pub fn check_samples(gpu: &Gpu, bench: &ChanceBench) -> Result<(), LabError> {
    if bench.options == 0 {
        return Err(LabError::NoElements);
    }
    // Each is a row of workgroups; on the processor as many, so that all rows of a table have the
    // same limit.
    let most = gpu.limits().max_compute_workgroups_per_dimension;
    if !bench.kernel.is_of_numbers() && bench.options > most as usize {
        let (options, adapter) = (bench.options, gpu.adapter_name());
        return Err(GpuError::Mismatch(format!(
            "{options} options are too many: {adapter} prices up to {most} at once, a row of workgroups each, so price fewer"
        ))
        .into());
    }
    if bench.count > u32::MAX as usize {
        let (count, most) = (bench.count, u32::MAX);
        return Err(GpuError::Mismatch(format!(
            "{count} samples per option are too many: take up to {most}"
        ))
        .into());
    }
    if bench.count == 0 || !bench.kernel.computes_all() {
        check_elements(gpu, bench.count)?;
    }
    Ok(())
}

impl ChanceKernel {
    /// Whether it computes its random numbers instead of storing them.
    fn computes_all(self) -> bool {
        matches!(
            self,
            Self::Auto
                | Self::Philox
                | Self::Fast
                | Self::Portable
                | Self::Antithetic
                | Self::Sobol
                | Self::CpuSerial
                | Self::CpuThreaded
        )
    }

    fn request(self, samples: u32) -> MonteCarloRequest {
        let draws = match self {
            Self::Fast => Draws::FastPhilox,
            Self::Sobol => Draws::Sobol,
            _ => Draws::Philox,
        };
        MonteCarloRequest {
            draws,
            is_antithetic: self == Self::Antithetic,
            is_portable: self == Self::Portable,
            ..MonteCarloRequest::new(samples, SEED)
        }
    }
}

/// Measures prices by chance, in samples of all options per second; or random numbers, likewise.
///
/// # Errors
/// [`LabError::Wrong`] if an estimate is not that of the host for the same numbers, or farther from
/// the formula than five standard errors; otherwise if there are no or too many samples, or the
/// adapter is lost.
pub fn measure_chance(gpu: &Gpu, bench: ChanceBench) -> Result<Measurement, LabError> {
    check_samples(gpu, &bench)?;
    match bench.kernel {
        ChanceKernel::HostSums
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

impl ChanceBench {
    /// Samples of all options.
    fn work(&self) -> f64 {
        let options = if self.kernel.is_of_numbers() { 1 } else { self.options };
        self.count as f64 * options as f64
    }
}

impl ChanceKernel {
    /// The type of what it computes.
    pub fn precision(self) -> &'static str {
        match self {
            Self::Mersenne | Self::Words => "u32",
            Self::CpuSerial | Self::CpuThreaded => "f64",
            _ => "f32",
        }
    }

    fn is_of_numbers(self) -> bool {
        matches!(self, Self::Mersenne | Self::Words | Self::Normals | Self::BoxMuller)
    }
}

fn computed(gpu: &Gpu, bench: ChanceBench) -> Result<Measurement, LabError> {
    let all = options(bench.options);
    let request = bench.kernel.request(bench.count as u32);
    let simulation = MonteCarlo::new(gpu, &MARKET, &all, &request)?;
    let totals = simulation.totals().clone();
    let groups = simulation.groups();
    let simulation = std::sync::Arc::new(simulation);
    let recorded = std::sync::Arc::clone(&simulation);
    let record: Record = Box::new(move |pass| recorded.record(pass));
    let samples = time_on_gpu(gpu, MAX_RUNS, |encoder| clear(encoder, &totals), &record)?;
    let mut row = row_on_gpu(gpu, &bench, samples);
    row.kernel = format!("{} groups={groups}", row.kernel);
    judge(row, &all, &request, &[], &simulation.read(gpu)?)
}

/// The text's designs.
fn stored(gpu: &Gpu, bench: ChanceBench) -> Result<Measurement, LabError> {
    let all = options(bench.options);
    let words = gpu.storage::<u32>("chance/words", bench.count.next_multiple_of(4))?;
    let numbers = Buffer::<f32>::from_wgpu(gpu, words.raw().clone(), words.len())?;
    let (twisters, to_normals) =
        (FillMersenne::new(gpu, &words, 5489, STREAMS)?, ToNormals::new(gpu, &words)?);
    let mut encoder = gpu.encoder("chance");
    let mut pass = encoder.begin_compute_pass(&wgpu::ComputePassDescriptor::default());
    twisters.record(&mut pass);
    to_normals.record(&mut pass);
    drop(pass);
    gpu.submit(encoder);
    let request = MonteCarloRequest {
        draws: Draws::Stored(numbers.clone()),
        groups: match bench.kernel {
            ChanceKernel::OneBlock => Some(1),
            ChanceKernel::SeveralBlocks => Some(8),
            _ => None,
        },
        ..MonteCarloRequest::new(bench.count as u32, SEED)
    };
    let each = |options: &[European]| MonteCarlo::new(gpu, &MARKET, options, &request);
    let simulations = match bench.kernel {
        ChanceKernel::HostSums | ChanceKernel::GpuSums => {
            all.chunks(1).map(each).collect::<Result<Vec<_>, _>>()?
        }
        _ => vec![each(&all)?],
    };
    let mut estimates: Vec<Estimate> = Vec::new();
    let samples = if bench.kernel == ChanceKernel::HostSums {
        time_together(gpu, warm_up(gpu, Duration::from_millis(300)), || {
            let begin = Instant::now();
            estimates.clear();
            for simulation in &simulations {
                let mut encoder = gpu.encoder("chance");
                simulation.record_sums(
                    &mut encoder.begin_compute_pass(&wgpu::ComputePassDescriptor::default()),
                );
                gpu.submit(encoder);
                estimates.extend(simulation.read_sums(gpu)?);
            }
            Ok(milliseconds(begin))
        })?
    } else {
        let totals: Vec<_> =
            simulations.iter().map(|simulation| simulation.totals().clone()).collect();
        let simulations = std::sync::Arc::new(simulations);
        let recorded = std::sync::Arc::clone(&simulations);
        let record: Record =
            Box::new(move |pass| recorded.iter().for_each(|simulation| simulation.record(pass)));
        let restore = |encoder: &mut wgpu::CommandEncoder| {
            totals.iter().for_each(|totals| clear(encoder, totals))
        };
        let samples = time_on_gpu(gpu, MAX_RUNS, restore, &record)?;
        for simulation in simulations.iter() {
            estimates.extend(simulation.read(gpu)?);
        }
        samples
    };
    let row = row_on_gpu(gpu, &bench, samples);
    judge(row, &all, &request, &gpu.read(&numbers)?, &estimates)
}

/// Random words.
fn words(gpu: &Gpu, bench: ChanceBench) -> Result<Measurement, LabError> {
    let words = gpu.storage::<u32>("chance/words", bench.count)?;
    let record: Record = if bench.kernel == ChanceKernel::Mersenne {
        let fill = FillMersenne::new(gpu, &words, 5489, STREAMS)?;
        Box::new(move |pass| fill.record(pass))
    } else {
        let fill = FillRandom::words(gpu, &words, RandomRequest::new(SEED))?;
        Box::new(move |pass| fill.record(pass))
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
            let expected: Vec<u32> = MersenneTwister::new(5489 + stream).take(own.len()).collect();
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
    fill.record(&mut encoder.begin_compute_pass(&wgpu::ComputePassDescriptor::default()));
    gpu.submit(encoder);
    let is_in_place = bench.kernel == ChanceKernel::BoxMuller;
    let record: Record = if is_in_place {
        let change = ToNormals::new(gpu, &words)?;
        Box::new(move |pass| change.record(pass))
    } else {
        let fill = FillRandom::normal(gpu, &numbers, RandomRequest::new(SEED))?;
        Box::new(move |pass| fill.record(pass))
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
    let all = options(bench.options);
    let request = bench.kernel.request(bench.count as u32);
    let price = || -> Vec<Estimate> {
        all.iter()
            .zip(0..)
            .map(|(option, place)| sampled(&MARKET, option, place, &request, &[]))
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
    judge(row, &all, &request, &[], &estimates)
}

/// The row with the errors of estimates against the formula.
///
/// # Errors
/// [`LabError::Wrong`] if one is not that of the host for the same numbers, or too far from the
/// formula for chance.
fn judge(
    mut row: Measurement,
    all: &[European],
    request: &MonteCarloRequest,
    stored: &[f32],
    estimates: &[Estimate],
) -> Result<Measurement, LabError> {
    let is_repeated = u64::from(request.samples) * all.len() as u64 <= REPEATED;
    let (mut errors, mut inside) = (Vec::new(), 0);
    for (place, (option, estimate)) in all.iter().zip(estimates).enumerate() {
        let price = option.price(&MARKET);
        let error = (estimate.price - price).abs();
        let repeated = if is_repeated {
            sampled(&MARKET, option, place as u32, request, stored).price
        } else {
            estimate.price
        };
        // Accurate functions differ in the last digits of single precision; others may do so by
        // more, but not by chance.
        let most = if matches!(request.draws, Draws::FastPhilox) { 1e-3 } else { 2e-5 };
        let is_near = (estimate.price - repeated).abs() <= most * repeated + 1e-5;
        // Few samples of rare payoffs have no error to be trusted.
        let may_be_told = request.samples >= 1000;
        if !is_near || (may_be_told && error > 5.0 * estimate.error + 2e-5 * price) {
            let (found, expected) = (format!("{:?}", estimate.price), format!("{price:?}"));
            let what = say!(
                "wrong-element",
                count = row.count,
                place = place + 1,
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
        inside += usize::from(error <= estimate.half_interval());
        errors.push(error / price);
    }
    if let [estimate] = estimates {
        row.details.push(Detail::new(
            "price",
            format!("{:.6} ± {:.6}", estimate.price, estimate.half_interval()),
        ));
        row.details.push(Detail::new("formula", format!("{:.6}", all[0].price(&MARKET))));
    } else {
        row.details.push(Detail::new(
            "within 95 % intervals",
            say!("found-of-all", some = inside, all = estimates.len()),
        ));
    }
    let mean_square =
        errors.iter().map(|error| error * error).sum::<f64>() / errors.len().max(1) as f64;
    row.median_error = Some(libm::sqrt(mean_square));
    Ok(row)
}
