//! What can be measured about prices by chance.

use super::price_bench::MARKET;
use super::{Draws, European, Kind, Market, MonteCarloRequest};
use crate::gpu::{Gpu, GpuError};
use crate::lab::{LabError, check_elements};
use crate::named;
use crate::primitives::Philox;

named! {
    /// What is timed about prices by chance.
    #[derive(Default)]
    pub enum ChanceKernel: "kernel of Monte Carlo" {
        /// Another name for philox.
        #[default]
        Auto = "auto",
        /// Normal numbers by Philox and accurate functions, which nothing stores; workgroups as
        /// they suit the number of samples.
        Philox = "philox",
        /// Normal numbers by Philox and the adapter's own logarithm, sine and cosine.
        Fast = "fast",
        /// Philox and accurate functions, with products of words by their halves on every adapter.
        Portable = "portable",
        /// Philox; a sample is the mean of the payoffs for a number and for its opposite.
        Antithetic = "antithetic",
        /// Points of Sobol's sequence, shifted at random.
        Sobol = "sobol",
        /// The text's first design: stored numbers, a dispatch per option, and sums of threads that
        /// the host adds up.
        HostSums = "host-sums",
        /// The text's second: the sums added up on the GPU.
        GpuSums = "gpu-sums",
        /// The text's third: all options in one dispatch, a workgroup for each.
        OneBlock = "one-block",
        /// The text's fourth: all options in one dispatch, several workgroups for each, and a
        /// second kernel.
        SeveralBlocks = "several-blocks",
        /// The text's example by its first design: a share of 2, to be bought for 1 in three years.
        Example = "example",
        /// Random words by Mersenne Twisters, a stream per thread, to be stored.
        Mersenne = "mersenne",
        /// Random words by Philox, to be stored.
        Words = "words",
        /// Normal numbers by Philox, to be stored.
        Normals = "normals",
        /// Stored words to normal numbers, in place.
        BoxMuller = "box-muller",
        /// On the CPU: a loop in double precision.
        CpuSerial = "cpu-serial",
        /// On the CPU: all cores.
        CpuThreaded = "cpu-threaded",
    }
}

/// The seed of a row's own draw.
pub(super) const SEED: u64 = 7;
/// Streams of Mersenne Twisters, as in the text.
pub(super) const STREAMS: u32 = 4096;
/// The seed of the first one: the authors' own.
pub(super) const FIRST_SEED: u32 = 5489;

/// The market of the text's example, and its option.
const EXAMPLE: (Market, European) = (
    Market { rate: 0.05, volatility: 0.25 },
    European { spot: 2.0, strike: 1.0, years: 3.0, kind: Kind::Call },
);

/// Options near the money: spots of 20, strikes from 15 to 25, a quarter of a year to two years.
fn near_the_money(count: usize) -> Vec<European> {
    let random = Philox::new(2, 0);
    let option = |number: usize| {
        let [a, b, ..] = random.block(number as u64).map(|word| f64::from(Philox::uniform(word)));
        European { spot: 20.0, strike: 15.0 + 10.0 * a, years: 0.25 + 1.75 * b, kind: Kind::Call }
    };
    (0..count).map(option).collect()
}

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

/// Checks that so many samples of so many options can be measured.
pub(super) fn check(gpu: &Gpu, bench: &ChanceBench) -> Result<(), LabError> {
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

    pub(super) fn request(self, samples: u32) -> MonteCarloRequest {
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

impl ChanceBench {
    /// The market of its options.
    pub(super) fn market(&self) -> Market {
        if self.kernel == ChanceKernel::Example { EXAMPLE.0 } else { MARKET }
    }

    /// Its options.
    pub(super) fn all(&self) -> Vec<European> {
        match self.kernel {
            ChanceKernel::Example => vec![EXAMPLE.1; self.options],
            _ => near_the_money(self.options),
        }
    }

    /// Samples of all options.
    pub(super) fn work(&self) -> f64 {
        let options = if self.kernel.is_of_numbers() { 1 } else { self.options };
        self.count as f64 * options as f64
    }
}

impl ChanceKernel {
    /// The type of what it computes.
    pub(super) fn precision(self) -> &'static str {
        match self {
            Self::Mersenne | Self::Words => "u32",
            Self::CpuSerial | Self::CpuThreaded => "f64",
            _ => "f32",
        }
    }

    /// Whether the host adds up the sums of threads.
    pub(super) fn is_summed_on_host(self) -> bool {
        matches!(self, Self::HostSums | Self::Example)
    }

    fn is_of_numbers(self) -> bool {
        matches!(self, Self::Mersenne | Self::Words | Self::Normals | Self::BoxMuller)
    }
}

/// Submits what `record` records.
pub(super) fn run(gpu: &Gpu, record: impl FnOnce(&mut wgpu::ComputePass)) {
    let mut encoder = gpu.encoder("chance");
    record(&mut encoder.begin_compute_pass(&wgpu::ComputePassDescriptor::default()));
    gpu.submit(encoder);
}
