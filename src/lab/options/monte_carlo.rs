//! Prices of European options by chance, on the GPU.

use super::{European, Kind, Market};
use crate::gpu::{Bound, Buffer, Gpu, GpuError, KernelSource, Part, Tuning, tuned};
use crate::lab::LabError;
use crate::primitives::{NARROW_PRODUCTS, WIDE_PRODUCTS, has_wide_products};
use crate::{mirrored, wgsl};

mirrored! {
    /// Parameters of the simulation.
    pub struct MonteCarloParams {
        /// Samples per option.
        pub samples: u32,
        /// Workgroups per option.
        pub groups: u32,
        /// Blocks of four samples per thread.
        pub rounds: u32,
        /// The seed: low word, high word.
        pub seed_low: u32,
        /// High word of the seed.
        pub seed_high: u32,
    }
}

mirrored! {
    /// An option, prepared: the payoff for z is max(scale 2^(drift + spread z) + offset, 0).
    pub struct Payoff {
        /// The spot, or its negative for a put.
        pub scale: f32,
        /// The negative of the strike, or the strike for a put.
        pub offset: f32,
        /// The exponent for 0.
        pub drift: f32,
        /// The change of the exponent.
        pub spread: f32,
    }
}

mirrored! {
    /// Parameters of the second kernel.
    pub struct CombineParams {
        /// Sums per option.
        pub groups: u32,
    }
}

mirrored! {
    /// Parameters of the change of words into numbers.
    pub struct ToNormalsParams {
        /// Blocks of four.
        pub blocks: u32,
    }
}

const KERNEL: Part = wgsl!("lab/options/monte_carlo.wgsl");
const NORMALS: Part = wgsl!("random/normals.wgsl");
const FAST_NORMALS: Part = wgsl!("random/fast_normals.wgsl");
const FROM_PHILOX: Part = wgsl!("lab/options/from_philox.wgsl");
const FROM_SOBOL: Part = wgsl!("lab/options/from_sobol.wgsl");
const FROM_STORED: Part = wgsl!("lab/options/from_stored.wgsl");

/// On GPUs and on software adapters, plain and antithetic.
const PLANS: [Tuning; 4] = [
    &[("WORKGROUP", 256), ("ANTITHETIC", 0)],
    &[("WORKGROUP", 256), ("ANTITHETIC", 1)],
    &[("WORKGROUP", 8), ("ANTITHETIC", 0)],
    &[("WORKGROUP", 8), ("ANTITHETIC", 1)],
];

const fn simulation(parts: &'static [Part]) -> KernelSource {
    KernelSource::trusted("options/monte_carlo", parts, &PLANS)
}

/// The simulation with numbers by Philox, by fast functions, and by Sobol, each with products by
/// 64-bit integers and by halves; and with stored numbers.
pub const MONTE_CARLO: [KernelSource; 7] = [
    simulation(&[KERNEL, FROM_PHILOX, NORMALS, WIDE_PRODUCTS]),
    simulation(&[KERNEL, FROM_PHILOX, NORMALS, NARROW_PRODUCTS]),
    simulation(&[KERNEL, FROM_PHILOX, FAST_NORMALS, WIDE_PRODUCTS]),
    simulation(&[KERNEL, FROM_PHILOX, FAST_NORMALS, NARROW_PRODUCTS]),
    simulation(&[KERNEL, FROM_SOBOL, NORMALS, WIDE_PRODUCTS]),
    simulation(&[KERNEL, FROM_SOBOL, NORMALS, NARROW_PRODUCTS]),
    simulation(&[KERNEL, FROM_STORED]),
];

/// The second kernel.
pub const COMBINE: KernelSource = KernelSource::trusted(
    "options/combine",
    &[wgsl!("lab/options/combine.wgsl")],
    &[&[("WORKGROUP", 256)], &[("WORKGROUP", 8)]],
);

/// Words to numbers.
pub const TO_NORMALS: KernelSource = KernelSource::trusted(
    "options/to_normals",
    &[wgsl!("lab/options/to_normals.wgsl"), NORMALS],
    &[&[]],
);

/// Samples of an option from which on several workgroups share them, as in the text.
const SHARED_FROM: u32 = 8192;
/// Threads that keep a GPU busy, and likewise a processor.
const BUSY: [u64; 2] = [1 << 18, 1 << 9];
/// Most blocks that a thread sums if workgroups may be added: single precision keeps the digits of
/// so short sums.
const MAX_ROUNDS: [u64; 2] = [64, 1024];

/// Where normal numbers come from.
#[derive(Clone, Debug, Default)]
pub enum Draws {
    /// Philox, a stream per option, and accurate functions.
    #[default]
    Philox,
    /// Philox, a stream per option, and the adapter's own functions.
    FastPhilox,
    /// Sobol's sequence, shifted at random.
    Sobol,
    /// A buffer, for all options the same.
    Stored(Buffer<f32>),
}

/// Threads of a workgroup on this adapter.
pub(super) fn workgroup(gpu: &Gpu) -> u32 {
    tuned(PLANS[2 * usize::from(gpu.is_software())], "WORKGROUP").unwrap_or(1)
}

/// How options are to be priced.
#[derive(Clone, Debug)]
pub struct MonteCarloRequest {
    /// Samples per option.
    pub samples: u32,
    /// The seed.
    pub seed: u64,
    /// Where normal numbers come from.
    pub draws: Draws,
    /// Whether a sample is the mean of the payoffs for a number and for its opposite.
    pub is_antithetic: bool,
    /// Workgroups per option in place of what suits the adapter.
    pub groups: Option<u32>,
    /// Whether each thread stores its sums, and the host adds them up.
    pub is_summed_on_host: bool,
    /// Whether to multiply by halves of words even where the adapter has 64-bit integers.
    pub is_portable: bool,
}

impl MonteCarloRequest {
    /// This many samples by Philox.
    pub fn new(samples: u32, seed: u64) -> Self {
        Self {
            samples,
            seed,
            draws: Draws::Philox,
            is_antithetic: false,
            groups: None,
            is_summed_on_host: false,
            is_portable: false,
        }
    }
}

/// What came out for an option.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Estimate {
    /// The price.
    pub price: f64,
    /// The standard error of independent samples, infinite for one. Those of Sobol's sequence are
    /// not independent, and err less.
    pub error: f64,
}

impl Estimate {
    /// From the sums of `samples` payoffs and of their squares.
    pub fn new([sum, squares]: [f64; 2], samples: u32, discount: f64) -> Self {
        let count = f64::from(samples);
        let mean = sum / count;
        let variance = (squares / count - mean * mean).max(0.0);
        let error = if samples > 1 { libm::sqrt(variance / (count - 1.0)) } else { f64::INFINITY };
        Self { price: discount * mean, error: discount * error }
    }

    /// Half the width of the interval that contains the price with a probability of 95 %.
    pub fn half_interval(&self) -> f64 {
        1.959_963_985 * self.error
    }
}

impl European {
    /// The option as the kernel needs it.
    fn payoff(&self, market: &Market) -> Payoff {
        let variance = market.volatility * market.volatility;
        let sign = if self.kind == Kind::Call { 1.0 } else { -1.0 };
        Payoff {
            scale: (sign * self.spot) as f32,
            offset: (-sign * self.strike) as f32,
            drift: ((market.rate - 0.5 * variance) * self.years * std::f64::consts::LOG2_E) as f32,
            spread: (market.volatility * libm::sqrt(self.years) * std::f64::consts::LOG2_E) as f32,
        }
    }
}

/// The prices of options by Monte Carlo, prepared: the discounted means of payoffs for normal
/// numbers.
///
/// Work is O(options × samples) in one dispatch, or two if several workgroups share an option and the
/// host does not add up their threads' sums. Sums
/// are in single precision, of at most a few thousand numbers one after the other and then in
/// pairs, in an order that depends on the counts alone: the same seed gives the same bits on
/// adapters of one kind.
#[derive(Debug)]
pub struct MonteCarlo {
    simulation: Bound,
    combination: Option<Bound>,
    of: MonteCarloParams,
    uniform: Buffer<MonteCarloParams>,
    totals: Buffer<[f32; 2]>,
    /// Totals per option: several if the host adds them up.
    parts: usize,
    discounts: Vec<f64>,
}

impl MonteCarlo {
    /// Prepares the simulation.
    ///
    /// # Errors
    /// [`LabError::Market`] if the market or an option has no price; [`LabError::NoElements`] if
    /// there are no options or no samples; [`LabError::Gpu`] if there are too many options or too
    /// few stored numbers, memory runs out or a kernel does not compile.
    pub fn new(
        gpu: &Gpu,
        market: &Market,
        options: &[European],
        request: &MonteCarloRequest,
    ) -> Result<Self, LabError> {
        market.check()?;
        options.iter().try_for_each(European::check)?;
        let MonteCarloRequest { samples, seed, .. } = *request;
        if options.is_empty() || samples == 0 {
            return Err(LabError::NoElements);
        }
        let most = gpu.limits().max_compute_workgroups_per_dimension;
        let is_software = usize::from(gpu.is_software());
        let tuning = PLANS[2 * is_software + usize::from(request.is_antithetic)];
        let by_thread = [("BY_THREAD", u32::from(request.is_summed_on_host))];
        let kernel = gpu.kernel(request.kernel(gpu), &[tuning, &by_thread].concat())?;
        let [groups, rounds] = request.shares(options.len(), kernel.workgroup(), is_software, most);
        if options.len() > most as usize || groups > most {
            let (options, adapter) = (options.len(), gpu.adapter_name());
            return Err(GpuError::Mismatch(format!(
                "{adapter} has room for {most} options and as many workgroups of each at once, not for {options} with {groups}: \
                    price fewer"
            ))
            .into());
        }
        let of = MonteCarloParams {
            samples,
            groups,
            rounds,
            seed_low: seed as u32,
            seed_high: (seed >> 32) as u32,
        };
        let uniform = gpu.uniform("monte-carlo/parameters", &of)?;
        let payoffs: Vec<Payoff> = options.iter().map(|option| option.payoff(market)).collect();
        let payoffs = gpu.storage_from("monte-carlo/payoffs", &payoffs)?;
        let parts = match request.is_summed_on_host {
            true => groups as usize * kernel.workgroup() as usize,
            false => 1,
        };
        let sums = gpu.storage("monte-carlo/sums", parts.max(groups as usize) * options.len())?;
        let mut buffers = vec![
            ("monte_carlo_of", uniform.raw()),
            ("payoffs", payoffs.raw()),
            ("sums", sums.raw()),
        ];
        if let Draws::Stored(stored) = &request.draws {
            stored.check_own(gpu, "the stored numbers")?;
            if stored.len() < samples as usize {
                let stored = stored.len();
                return Err(GpuError::Mismatch(format!(
                    "{samples} samples need as many stored numbers, not {stored}: store more"
                ))
                .into());
            }
            buffers.push(("stored", stored.raw()));
        }
        let simulation = kernel.bind(gpu.device(), &buffers)?;
        let (combination, totals) = match groups {
            _ if request.is_summed_on_host => (None, sums),
            1 => (None, sums),
            _ => {
                let totals = gpu.storage("monte-carlo/totals", options.len())?;
                let uniform = gpu.uniform("monte-carlo/groups", &CombineParams { groups })?;
                let buffers = [
                    ("combine_of", uniform.raw()),
                    ("parts", sums.raw()),
                    ("totals", totals.raw()),
                ];
                (
                    Some(
                        gpu.kernel(&COMBINE, COMBINE.tunings[is_software])?
                            .bind(gpu.device(), &buffers)?,
                    ),
                    totals,
                )
            }
        };
        let discounts =
            options.iter().map(|option| libm::exp(-market.rate * option.years)).collect();
        Ok(Self { simulation, combination, of, uniform, totals, parts, discounts })
    }

    /// Takes the numbers of another seed from the next submission on. Stored numbers stay.
    pub fn set_seed(&mut self, gpu: &Gpu, seed: u64) {
        (self.of.seed_low, self.of.seed_high) = (seed as u32, (seed >> 32) as u32);
        gpu.write(&self.uniform, std::slice::from_ref(&self.of));
    }

    /// Encodes the simulation.
    pub fn encode(&self, pass: &mut wgpu::ComputePass) {
        let options = self.discounts.len() as u32;
        self.simulation.dispatch(pass, [self.of.groups, options, 1]);
        if let Some(combination) = &self.combination {
            combination.dispatch(pass, [1, options, 1]);
        }
    }

    /// Workgroups per option.
    pub fn groups(&self) -> u32 {
        self.of.groups
    }

    /// The sums of payoffs and of their squares: per option, or of each of its threads if the host
    /// adds them up.
    pub fn totals(&self) -> &Buffer<[f32; 2]> {
        &self.totals
    }

    /// Copies the estimates to the host, or the sums of which it makes them.
    ///
    /// # Errors
    /// [`GpuError`] if the adapter is lost.
    pub fn read(&self, gpu: &Gpu) -> Result<Vec<Estimate>, GpuError> {
        let totals = gpu.read(&self.totals)?;
        let add = |[a, b]: [f64; 2], [c, d]: &[f32; 2]| [a + f64::from(*c), b + f64::from(*d)];
        let estimates = totals.chunks(self.parts).zip(&self.discounts);
        let estimate = |(parts, discount): (&[[f32; 2]], &f64)| {
            Estimate::new(parts.iter().fold([0.0; 2], add), self.of.samples, *discount)
        };
        Ok(estimates.map(estimate).collect())
    }
}

impl MonteCarloRequest {
    fn kernel(&self, gpu: &Gpu) -> &'static KernelSource {
        let is_narrow = usize::from(self.is_portable || !has_wide_products(gpu));
        match self.draws {
            Draws::Philox => &MONTE_CARLO[is_narrow],
            Draws::FastPhilox => &MONTE_CARLO[2 + is_narrow],
            Draws::Sobol => &MONTE_CARLO[4 + is_narrow],
            Draws::Stored(_) => &MONTE_CARLO[6],
        }
    }

    /// Workgroups per option, and blocks per thread.
    fn shares(&self, options: usize, workgroup: u32, is_software: usize, most: u32) -> [u32; 2] {
        let (blocks, workgroup) = (u64::from(self.samples.div_ceil(4)), u64::from(workgroup));
        let groups = match self.groups {
            Some(groups) => u64::from(groups.max(1)),
            None if self.samples < SHARED_FROM => 1,
            None => {
                let rounds = (blocks * options as u64)
                    .div_ceil(BUSY[is_software])
                    .clamp(1, MAX_ROUNDS[is_software]);
                blocks.div_ceil(workgroup * rounds).min(u64::from(most))
            }
        };
        let rounds = blocks.div_ceil(workgroup * groups);
        // No more workgroups than have something to do.
        [blocks.div_ceil(workgroup * rounds).max(1) as u32, rounds as u32]
    }
}

/// Turns random words into standard normal numbers in place, prepared for a given buffer: of each
/// four words, as [`Philox::normals`](crate::primitives::Philox::normals) does of each two.
#[derive(Debug)]
pub struct ToNormals {
    bound: Bound,
    blocks: u32,
}

impl ToNormals {
    /// Prepares it for a buffer whose length is a multiple of four.
    ///
    /// # Errors
    /// [`GpuError::Mismatch`] if it is not, or the buffer belongs to another device.
    pub fn new(gpu: &Gpu, words: &Buffer<u32>) -> Result<Self, GpuError> {
        words.check_own(gpu, "the words")?;
        if !words.len().is_multiple_of(4) {
            let count = words.len();
            return Err(GpuError::Mismatch(format!(
                "{count} words are not a multiple of four: add some"
            )));
        }
        let of = ToNormalsParams { blocks: words.len() as u32 / 4 };
        let uniform = gpu.uniform("to-normals/parameters", &of)?;
        let buffers = [("to_normals_of", uniform.raw()), ("words", words.raw())];
        Ok(Self {
            bound: gpu.kernel(&TO_NORMALS, &[])?.bind(gpu.device(), &buffers)?,
            blocks: of.blocks,
        })
    }

    /// Encodes the change.
    pub fn encode(&self, pass: &mut wgpu::ComputePass) {
        self.bound.dispatch_threads(pass, self.blocks);
    }
}
