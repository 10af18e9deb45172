//! Prices of many European options by the formula, on the GPU.

use super::{European, Kind, Market};
use crate::gpu::{Bound, Buffer, Gpu, GpuError, KernelSource, Part};
use crate::lab::LabError;
use crate::words::say;
use crate::{mirrored, named, wgsl};

mirrored! {
    /// Parameters of the formula.
    pub struct BlackScholesParams {
        /// Number of options.
        pub count: u32,
        /// The rate of interest, in two parts.
        pub rate: f32,
        /// Its lower part.
        pub rate_low: f32,
        /// The volatility, in two parts.
        pub volatility: f32,
        /// Its lower part.
        pub volatility_low: f32,
    }
}

named! {
    /// How the normal distribution is computed.
    #[derive(Default)]
    pub enum Distribution: "normal distribution" {
        /// The polynomial of Abramowitz and Stegun, as in the text, and the adapter's own
        /// functions.
        Polynomial = "polynomial",
        /// The polynomial in single precision, by as many threads as in the text.
        Strided = "strided",
        /// By the complementary error function, with accurate functions.
        #[default]
        Erfc = "erfc",
    }
}

const POLYNOMIAL: Part = wgsl!("lab/options/polynomial.wgsl");
const ERFC: Part = wgsl!("lab/options/erfc.wgsl");
const ERFC_F64: Part = wgsl!("lab/options/erfc_f64.wgsl");
const NATIVE: Part = wgsl!("lab/options/native.wgsl");
const ACCURATE: Part = wgsl!("lab/options/accurate.wgsl");
const DOUBLE: Part = wgsl!("lab/options/double.wgsl");
const QUADS: Part = wgsl!("lab/options/black_scholes.wgsl");
const DERIVATIVES: Part = wgsl!("lab/options/greeks.wgsl");
const SINGLE: Part = wgsl!("real_f32.wgsl");
const REAL_F64: Part = wgsl!("real_f64.wgsl");

const fn prices(parts: &'static [Part]) -> KernelSource {
    KernelSource::trusted("options/black_scholes", parts, &[&[]])
}

const fn derivatives(parts: &'static [Part]) -> KernelSource {
    KernelSource::trusted("options/greeks", parts, &[&[]])
}

/// The formula: by the polynomial and by the error function, in single and then in double
/// precision.
pub const BLACK_SCHOLES: [KernelSource; 4] = [
    prices(&[QUADS, POLYNOMIAL, NATIVE, SINGLE]),
    prices(&[QUADS, ERFC, ACCURATE, SINGLE]),
    prices(&[QUADS, POLYNOMIAL, DOUBLE, REAL_F64]),
    prices(&[QUADS, ERFC_F64, DOUBLE, REAL_F64]),
];
/// The polynomial in single precision, by as many threads as in the text.
pub const STRIDED: KernelSource = KernelSource::trusted(
    "options/black_scholes_stride",
    &[wgsl!("lab/options/black_scholes_stride.wgsl"), POLYNOMIAL, NATIVE, SINGLE],
    &[&[]],
);
/// Its workgroups, whatever the number of options.
const GROUPS: u32 = 128;
/// The greeks in single and in double precision.
pub const GREEKS: [KernelSource; 2] = [
    derivatives(&[DERIVATIVES, ERFC, ACCURATE, SINGLE]),
    derivatives(&[DERIVATIVES, ERFC_F64, DOUBLE, REAL_F64]),
];

/// Numbers in which prices are computed: `f32`, and `f64` where the adapter has it.
pub trait PriceNumber: bytemuck::Pod + Sync {
    /// Its name.
    const NAME: &'static str;
    /// Whether it is double precision.
    const IS_DOUBLE: bool;
    /// The nearest number.
    fn nearest(number: f64) -> Self;
    /// Converts the number to double precision.
    fn number(self) -> f64;
}

impl PriceNumber for f32 {
    const NAME: &'static str = "f32";
    const IS_DOUBLE: bool = false;

    fn nearest(number: f64) -> Self {
        number as Self
    }

    fn number(self) -> f64 {
        f64::from(self)
    }
}

impl PriceNumber for f64 {
    const NAME: &'static str = "f64";
    const IS_DOUBLE: bool = true;

    fn nearest(number: f64) -> Self {
        number
    }

    fn number(self) -> f64 {
        self
    }
}

/// Options on the GPU: a buffer of each number.
#[derive(Clone, Debug)]
pub struct OptionList<T> {
    /// What the share costs today.
    pub spots: Buffer<T>,
    /// For what it may be bought or sold.
    pub strikes: Buffer<T>,
    /// Years until then.
    pub years: Buffer<T>,
}

impl<T: PriceNumber> OptionList<T> {
    /// Copies options to the GPU. Their kinds do not matter: both are priced.
    ///
    /// # Errors
    /// [`LabError::Market`] if an option has no price; [`LabError::Gpu`] if memory runs out.
    pub fn new(gpu: &Gpu, options: &[European]) -> Result<Self, LabError> {
        options.iter().try_for_each(European::check)?;
        let buffer = |label: &str, number: fn(&European) -> f64| {
            gpu.storage_from(
                label,
                &options.iter().map(|option| T::nearest(number(option))).collect::<Vec<T>>(),
            )
        };
        Ok(Self {
            spots: buffer("options/spots", |option| option.spot)?,
            strikes: buffer("options/strikes", |option| option.strike)?,
            years: buffer("options/years", |option| option.years)?,
        })
    }

    /// What a kernel binds.
    fn bind(
        &self,
        gpu: &Gpu,
        market: &Market,
        kernel: &KernelSource,
        results: &[(&str, &wgpu::Buffer)],
    ) -> Result<Bound, LabError> {
        market.check()?;
        if T::IS_DOUBLE && !gpu.features().contains(wgpu::Features::SHADER_F64) {
            let missing = say!("missing-features", features = "SHADER_F64");
            return Err(GpuError::unsupported(
                kernel.label,
                gpu.adapter_name(),
                missing,
                say!("remedy-numbers"),
            )
            .into());
        }
        let [rate, volatility] = [market.rate, market.volatility].map(|number| {
            let high = number as f32;
            [high, (number - f64::from(high)) as f32]
        });
        let of = BlackScholesParams {
            count: self.spots.len() as u32,
            rate: rate[0],
            rate_low: rate[1],
            volatility: volatility[0],
            volatility_low: volatility[1],
        };
        let uniform = gpu.uniform("options/parameters", &of)?;
        let own = [
            ("black_scholes_of", uniform.raw()),
            ("spots", self.spots.raw()),
            ("strikes", self.strikes.raw()),
            ("years", self.years.raw()),
        ];
        Ok(gpu.kernel(kernel, &[])?.bind(gpu.device(), &[&own, results].concat())?)
    }
}

/// Calls and puts of options by the formula, prepared for given options: element i of both results
/// belongs to option i.
///
/// Work is O(n) in one dispatch; no scratch.
#[derive(Debug)]
pub struct BlackScholes<T> {
    bound: Bound,
    /// Workgroups, unless there are as many as options need.
    groups: Option<u32>,
    calls: Buffer<T>,
    puts: Buffer<T>,
}

impl<T: PriceNumber> BlackScholes<T> {
    /// Prepares the prices.
    ///
    /// # Errors
    /// [`LabError::Market`] if the market has no prices; [`LabError::Gpu`] if the adapter lacks
    /// double precision, memory runs out or the kernel does not compile.
    pub fn new(
        gpu: &Gpu,
        market: &Market,
        options: &OptionList<T>,
        distribution: Distribution,
    ) -> Result<Self, LabError> {
        let count = options.spots.len();
        let (calls, puts) =
            (gpu.storage("options/calls", count)?, gpu.storage("options/puts", count)?);
        let place = 2 * usize::from(T::IS_DOUBLE);
        let kernel = match distribution {
            Distribution::Strided if !T::IS_DOUBLE => &STRIDED,
            Distribution::Polynomial | Distribution::Strided => &BLACK_SCHOLES[place],
            Distribution::Erfc => &BLACK_SCHOLES[place + 1],
        };
        let groups = (kernel.label == STRIDED.label).then_some(GROUPS);
        let bound =
            options.bind(gpu, market, kernel, &[("calls", calls.raw()), ("puts", puts.raw())])?;
        Ok(Self { bound, groups, calls, puts })
    }

    /// Encodes the computation.
    pub fn encode(&self, pass: &mut wgpu::ComputePass) {
        match self.groups {
            Some(groups) => self.bound.dispatch_groups(pass, groups),
            None => self.bound.dispatch_threads(pass, self.calls.len().div_ceil(4) as u32),
        }
    }

    /// The prices of calls.
    pub fn calls(&self) -> &Buffer<T> {
        &self.calls
    }

    /// The prices of puts.
    pub fn puts(&self) -> &Buffer<T> {
        &self.puts
    }
}

/// Rows of results: which kind each of the five greeks of [`European::greeks`] is for, and which
/// greek it is.
const ROWS: [(Kind, usize); 8] = [
    (Kind::Call, 0),
    (Kind::Put, 0),
    (Kind::Call, 1),
    (Kind::Call, 2),
    (Kind::Call, 3),
    (Kind::Put, 3),
    (Kind::Call, 4),
    (Kind::Put, 4),
];

/// The greeks of options, prepared for given options.
///
/// Work is O(n) in one dispatch; no scratch.
#[derive(Debug)]
pub struct Greeks<T> {
    bound: Bound,
    results: Buffer<T>,
    count: usize,
}

impl<T: PriceNumber> Greeks<T> {
    /// Prepares the greeks.
    ///
    /// # Errors
    /// As [`BlackScholes::new`].
    pub fn new(gpu: &Gpu, market: &Market, options: &OptionList<T>) -> Result<Self, LabError> {
        let count = options.spots.len();
        let results = gpu.storage("options/greeks", ROWS.len() * count.next_multiple_of(4))?;
        let kernel = &GREEKS[usize::from(T::IS_DOUBLE)];
        let bound = options.bind(gpu, market, kernel, &[("greeks_of_all", results.raw())])?;
        Ok(Self { bound, results, count })
    }

    /// Encodes the computation.
    pub fn encode(&self, pass: &mut wgpu::ComputePass) {
        self.bound.dispatch_threads(pass, self.count as u32);
    }

    /// Records that the results are cleared.
    pub fn clear(&self, encoder: &mut wgpu::CommandEncoder) {
        encoder.clear_buffer(self.results.raw(), 0, None);
    }

    /// Copies the results to the host: for each option, delta, gamma, vega, theta and rho.
    ///
    /// # Errors
    /// [`GpuError`] if the adapter is lost.
    pub fn read(&self, gpu: &Gpu, kind: Kind) -> Result<Vec<[f64; 5]>, GpuError> {
        let row = self.count.next_multiple_of(4);
        let numbers = gpu.read(&self.results)?;
        let mut all = vec![[0.0; 5]; self.count];
        for (place, (of, greek)) in ROWS.into_iter().enumerate() {
            // Gamma and vega are the same for both kinds.
            if of == kind || matches!(greek, 1 | 2) {
                let row = &numbers[place * row..];
                all.iter_mut()
                    .zip(row)
                    .for_each(|(greeks, number)| greeks[greek] = number.number());
            }
        }
        Ok(all)
    }
}
