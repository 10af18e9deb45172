//! The speed of the formula.

use std::time::Instant;

use rayon::prelude::*;
use wgpu::BufferUsages;

use super::host::HostOptions;
use super::{BlackScholes, Distribution, European, Greeks, Kind, Market, OptionList, PriceNumber};
use crate::gpu::{Gpu, GpuError};
use crate::lab::bench::Bench;
use crate::lab::flag::{Flag, KERNELS};
use crate::lab::measurement::{Entry, agree};
use crate::lab::rate::RateUnit;
use crate::lab::timing::{Record, milliseconds, time_on_cpu, time_on_gpu, time_together, warm_up};
use crate::lab::{Detail, LabError, Measurement, check_elements};
use crate::name::Named;
use crate::named;
use crate::primitives::Philox;
use crate::words::say;

named! {
    /// What is timed about prices by the formula.
    #[derive(Default)]
    pub enum PriceKernel: "kernel of prices" {
        /// Another name for erfc.
        #[default]
        Auto = "auto",
        /// Calls and puts by the polynomial of Abramowitz and Stegun and the adapter's own
        /// functions: four options per thread.
        Polynomial = "polynomial",
        /// The polynomial as in the text: 128 workgroups, whose threads take options in turn.
        Strided = "strided",
        /// Calls and puts by the complementary error function and accurate functions.
        Erfc = "erfc",
        /// The polynomial in double precision.
        PolynomialF64 = "polynomial-f64",
        /// The complementary error function in double precision.
        ErfcF64 = "erfc-f64",
        /// Delta, gamma, vega, theta and rho of calls and puts.
        Greeks = "greeks",
        /// Delta, gamma, vega, theta and rho of calls and puts in double precision.
        GreeksF64 = "greeks-f64",
        /// The copy of the options to the GPU by the queue's staging buffers.
        StagedTo = "staged-to",
        /// The copy of the prices from the GPU by a new staging buffer.
        StagedFrom = "staged-from",
        /// The copy of the options to the GPU by a buffer that stays, mapped.
        MappedTo = "mapped-to",
        /// The copy of the prices from the GPU by a buffer that stays, mapped.
        MappedFrom = "mapped-from",
        /// On the CPU: a loop in single precision.
        CpuSerial = "cpu-serial",
        /// On the CPU: all cores and vectors.
        CpuThreaded = "cpu-threaded",
    }
}

/// The market in which prices are measured.
pub const MARKET: Market = Market { rate: 0.02, volatility: 0.3 };
/// Most runs per sample.
const MAX_RUNS: f64 = 100.0;

/// Prices to be measured: one row of a table.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct PriceBench {
    /// Number of options, each of which is priced as a call and as a put.
    pub count: usize,
    /// What is timed.
    pub kernel: PriceKernel,
}

impl PriceKernel {
    fn precision(self) -> &'static str {
        match self {
            Self::PolynomialF64 | Self::ErfcF64 | Self::GreeksF64 => f64::NAME,
            _ => f32::NAME,
        }
    }

    /// Whether it copies numbers to the GPU or from it.
    pub(in crate::lab) fn is_copy(self) -> bool {
        matches!(self, Self::StagedTo | Self::StagedFrom | Self::MappedTo | Self::MappedFrom)
    }
}

/// The options of the text's example: spots from 5 to 30, strikes from 1 to 100, a quarter of a
/// year to ten years.
fn options(count: usize) -> HostOptions {
    let random = Philox::new(1, 0);
    let numbers: Vec<[f32; 3]> = (0..count as u64)
        .into_par_iter()
        .map(|number| {
            let [a, b, c, _] = random.block(number).map(Philox::uniform);
            [5.0 + 25.0 * a, 1.0 + 99.0 * b, 0.25 + 9.75 * c]
        })
        .collect();
    let list = |place: usize| numbers.par_iter().map(|numbers| numbers[place]).collect();
    HostOptions { spots: list(0), strikes: list(1), years: list(2) }
}

impl HostOptions {
    fn option(&self, place: usize) -> European {
        let [spot, strike, years] =
            [&self.spots, &self.strikes, &self.years].map(|all| f64::from(all[place]));
        European { spot, strike, years, kind: Kind::Call }
    }

    /// On the GPU.
    fn list<T: PriceNumber>(&self, gpu: &Gpu) -> Result<OptionList<T>, GpuError> {
        let buffer = |label: &str, all: &[f32]| {
            gpu.storage_from(
                label,
                &all.iter().map(|&number| T::nearest(f64::from(number))).collect::<Vec<T>>(),
            )
        };
        Ok(OptionList {
            spots: buffer("options/spots", &self.spots)?,
            strikes: buffer("options/strikes", &self.strikes)?,
            years: buffer("options/years", &self.years)?,
        })
    }
}

/// No price may be farther from the formula in double precision than its kernel allows.
impl Bench for PriceBench {
    const NAME: &'static str = "options";
    const ABOUT: &'static str = "Prices of European options by the formula of Black and Scholes, checked against it in double precision";
    const FLAGS: &'static [Flag<Self>] = &[
        Flag::list(
            "count",
            "N,N,…",
            "1000000",
            "Numbers of options, each with a call and a put, separated by commas; 2^20 is 1048576",
            |bench| &mut bench.count,
        ),
        Flag::kernels("auto", KERNELS, |bench| &mut bench.kernel),
    ];

    fn entry(&self) -> Entry {
        let (kernel, precision) = (self.kernel.name(), self.kernel.precision());
        Entry { kernel, precision, ..Entry::new(Self::NAME, self.count) }
    }

    fn check(&self, gpu: &Gpu) -> Result<(), LabError> {
        check_elements(gpu, self.count)?;
        let entry = self.entry();
        if entry.precision == f32::NAME || gpu.features().contains(wgpu::Features::SHADER_F64) {
            return Ok(());
        }
        let missing = say!("missing-features", features = "SHADER_F64");
        let remedy = say!("remedy-adapter-or-single");
        Err(GpuError::unsupported(entry.kernel, gpu.adapter_name(), missing, remedy).into())
    }

    fn measure(&self, gpu: &Gpu) -> Result<Measurement, LabError> {
        use Distribution::{Erfc, Polynomial, Strided};
        let Self { count, kernel } = *self;
        // Each option has eight derivatives, which share a buffer: of more options than fit, as
        // many as do.
        let most = gpu.limits().max_storage_buffer_binding_size / 8;
        let all = options(match kernel {
            PriceKernel::Greeks => count.min(most as usize / size_of::<f32>() / 4 * 4),
            PriceKernel::GreeksF64 => count.min(most as usize / size_of::<f64>() / 4 * 4),
            _ => count,
        });
        let entry = Entry { count: all.spots.len(), ..self.entry() };
        match kernel {
            PriceKernel::Polynomial => formula::<f32>(gpu, entry, &all, Polynomial, 2e-6),
            PriceKernel::Strided => formula::<f32>(gpu, entry, &all, Strided, 2e-6),
            PriceKernel::Auto | PriceKernel::Erfc => formula::<f32>(gpu, entry, &all, Erfc, 5e-7),
            PriceKernel::PolynomialF64 => formula::<f64>(gpu, entry, &all, Polynomial, 1e-7),
            PriceKernel::ErfcF64 => formula::<f64>(gpu, entry, &all, Erfc, 1e-14),
            PriceKernel::Greeks => greeks::<f32>(gpu, entry, &all, 2e-6),
            PriceKernel::GreeksF64 => greeks::<f64>(gpu, entry, &all, 1e-13),
            PriceKernel::CpuSerial => on_cpu(entry, 1, &all, HostOptions::serial),
            PriceKernel::CpuThreaded => {
                on_cpu(entry, rayon::current_num_threads(), &all, HostOptions::threaded)
            }
            _ => copies(gpu, kernel, entry, &all),
        }
    }
}

fn work(entry: Entry) -> (f64, RateUnit) {
    (entry.count as f64, RateUnit::Elements)
}

fn formula<T: PriceNumber>(
    gpu: &Gpu,
    entry: Entry,
    all: &HostOptions,
    by: Distribution,
    most: f64,
) -> Result<Measurement, LabError> {
    let prices = BlackScholes::<T>::new(gpu, &MARKET, &all.list(gpu)?, by)?;
    let (calls, puts) = (prices.calls().clone(), prices.puts().clone());
    let record: Record = Box::new(move |pass| prices.encode(pass));
    let clear = |encoder: &mut wgpu::CommandEncoder| {
        [&calls, &puts].into_iter().for_each(|buffer| encoder.clear_buffer(buffer.raw(), 0, None));
    };
    let samples = time_on_gpu(gpu, MAX_RUNS, clear, &record)?;
    let row = entry.on_gpu(gpu, samples, work(entry));
    judge(row, all, &[gpu.read(&calls)?, gpu.read(&puts)?], most)
}

fn on_cpu(
    entry: Entry,
    threads: usize,
    all: &HostOptions,
    price: impl Fn(&HostOptions, &Market) -> [Vec<f32>; 2],
) -> Result<Measurement, LabError> {
    let (samples, found) = time_on_cpu(|| all, |all| price(all, &MARKET));
    judge(entry.on_cpu(threads, samples, work(entry)), all, &found, 2e-6)
}

/// The row with the errors of calls and puts: relative in the sum of all, as the text's norm, and
/// the largest.
fn judge<T: PriceNumber>(
    mut row: Measurement,
    all: &HostOptions,
    found: &[Vec<T>; 2],
    most: f64,
) -> Result<Measurement, LabError> {
    type Errors = ([f64; 2], f64, Option<(usize, f64, f64)>);
    let of = |place: usize| -> Errors {
        let (mut sums, mut largest, mut wrong) = ([0.0; 2], 0.0_f64, None);
        for (kind, found) in [Kind::Call, Kind::Put].into_iter().zip(found) {
            let option = all.option(place);
            let (found, expected) = (found[place].number(), option.of(kind).price(&MARKET));
            let error = (found - expected).abs();
            (sums, largest) = ([sums[0] + error, sums[1] + expected], largest.max(error));
            if error.is_nan() || error > most * (option.spot + option.strike) {
                wrong = Some((place, found, expected));
            }
        }
        (sums, largest, wrong)
    };
    let join =
        |a: Errors, b: Errors| ([a.0[0] + b.0[0], a.0[1] + b.0[1]], a.1.max(b.1), a.2.or(b.2));
    let (sums, largest, wrong) =
        (0..all.spots.len()).into_par_iter().map(of).reduce(|| ([0.0; 2], 0.0, None), join);
    if let Some((place, found, expected)) = wrong {
        return Err(row.wrong_element((place, row.count), found, expected));
    }
    row.median_error = Some(sums[0] / sums[1]);
    row.details.push(Detail::new("L1 norm of the error", format!("{:.2e}", sums[0] / sums[1])));
    row.details.push(Detail::new("largest error", format!("{largest:.2e}")));
    Ok(row)
}

fn greeks<T: PriceNumber>(
    gpu: &Gpu,
    entry: Entry,
    all: &HostOptions,
    most: f64,
) -> Result<Measurement, LabError> {
    let greeks = std::sync::Arc::new(Greeks::<T>::new(gpu, &MARKET, &all.list(gpu)?)?);
    let recorded = std::sync::Arc::clone(&greeks);
    let record: Record = Box::new(move |pass| recorded.encode(pass));
    let samples = time_on_gpu(gpu, MAX_RUNS, |encoder| greeks.clear(encoder), &record)?;
    let mut row = entry.on_gpu(gpu, samples, work(entry));
    let mut largest = [0.0_f64; 5];
    for kind in [Kind::Call, Kind::Put] {
        for (place, found) in greeks.read(gpu, kind)?.into_iter().enumerate() {
            let option = all.option(place).of(kind);
            let expected = option.greeks(&MARKET);
            let scale = [
                1.0,
                1.0,
                option.spot * option.years.sqrt(),
                option.spot + option.strike,
                option.years * option.strike,
            ];
            for greek in 0..5 {
                let error = (found[greek] - expected[greek]).abs() / scale[greek];
                if error.is_nan() || error > most {
                    return Err(row.wrong_element((place, row.count), found, expected));
                }
                largest[greek] = largest[greek].max(error);
            }
        }
    }
    let largest = largest.into_iter().fold(0.0, f64::max);
    row.median_error = Some(largest);
    row.details.push(Detail::new("largest error", format!("{largest:.2e}")));
    Ok(row)
}

/// Copies of three numbers per option to the GPU, or of two prices from it.
fn copies(
    gpu: &Gpu,
    kernel: PriceKernel,
    entry: Entry,
    all: &HostOptions,
) -> Result<Measurement, LabError> {
    let count = entry.count;
    let list = all.list::<f32>(gpu)?;
    let buffers = [&list.spots, &list.strikes, &list.years];
    let arrays = [&all.spots, &all.strikes, &all.years];
    let bytes = list.spots.bytes().next_multiple_of(4);
    let is_to = matches!(kernel, PriceKernel::StagedTo | PriceKernel::MappedTo);
    let (parts, usage) = match is_to {
        true => (3, BufferUsages::MAP_WRITE | BufferUsages::COPY_SRC),
        false => (2, BufferUsages::MAP_READ | BufferUsages::COPY_DST),
    };
    let descriptor = wgpu::BufferDescriptor {
        label: Some("options/mapped"),
        size: parts * bytes,
        usage,
        mapped_at_creation: false,
    };
    let mapped = gpu.allocating("options/mapped", || gpu.device().create_buffer(&descriptor))?;
    let mut arrived = [Vec::new(), Vec::new()];
    let samples = time_together(gpu, warm_up(gpu, std::time::Duration::from_millis(300)), || {
        let begin = Instant::now();
        match kernel {
            PriceKernel::StagedTo => {
                buffers.iter().zip(arrays).for_each(|(buffer, array)| gpu.write(buffer, array));
                gpu.submit(gpu.encoder("options"));
                gpu.wait()?;
            }
            PriceKernel::StagedFrom => arrived = [gpu.read(buffers[0])?, gpu.read(buffers[1])?],
            PriceKernel::MappedTo => {
                mapped.map_async(wgpu::MapMode::Write, .., |_| ());
                gpu.wait()?;
                if let Ok(mut memory) = mapped.get_mapped_range_mut(..) {
                    for (place, array) in arrays.iter().enumerate() {
                        let first = place * bytes as usize;
                        memory
                            .slice(first..first + 4 * count)
                            .copy_from_slice(bytemuck::cast_slice(array));
                    }
                }
                mapped.unmap();
                let mut encoder = gpu.encoder("options");
                for (place, buffer) in buffers.iter().enumerate() {
                    encoder.copy_buffer_to_buffer(
                        &mapped,
                        place as u64 * bytes,
                        buffer.raw(),
                        0,
                        bytes,
                    );
                }
                gpu.submit(encoder);
                gpu.wait()?;
            }
            _ => {
                let mut encoder = gpu.encoder("options");
                for (place, buffer) in buffers[..2].iter().enumerate() {
                    encoder.copy_buffer_to_buffer(
                        buffer.raw(),
                        0,
                        &mapped,
                        place as u64 * bytes,
                        bytes,
                    );
                }
                gpu.submit(encoder);
                mapped.map_async(wgpu::MapMode::Read, .., |_| ());
                gpu.wait()?;
                if let Ok(memory) = mapped.get_mapped_range(..) {
                    arrived = [0, bytes as usize].map(|first| {
                        bytemuck::cast_slice(&memory[first..first + 4 * count]).to_vec()
                    });
                }
                mapped.unmap();
            }
        }
        Ok(milliseconds(begin))
    })?;
    let row = entry.on_gpu(gpu, samples, work(entry));
    let found = if is_to { [gpu.read(buffers[0])?, gpu.read(buffers[1])?] } else { arrived };
    agree(&row, &found[0], arrays[0])?;
    agree(&row, &found[1], arrays[1])?;
    Ok(row)
}
