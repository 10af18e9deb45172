//! European options: their prices by the formula of Black and Scholes, and by chance.

mod black_scholes;
mod chance_bench;
mod chance_kernel;
mod coverage;
mod design;
mod formula;
mod host;
mod judge;
mod monte_carlo;
mod price_bench;
mod sampled;

pub use black_scholes::{
    BLACK_SCHOLES, BlackScholes, BlackScholesParams, Distribution, GREEKS, Greeks, OptionList,
    PriceNumber, STRIDED,
};
pub use chance_bench::measure_chance;
pub use chance_kernel::{ChanceBench, ChanceKernel, check_samples};
pub use coverage::{Coverage, SEEDS};
pub use formula::{European, Kind, Market};
pub use monte_carlo::{
    COMBINE, CombineParams, Draws, Estimate, MONTE_CARLO, MonteCarlo, MonteCarloParams,
    MonteCarloRequest, Payoff, TO_NORMALS, ToNormals, ToNormalsParams,
};
pub use price_bench::{PriceBench, PriceKernel, measure_prices};
pub use sampled::{fast_normals, sampled, sobol};

use crate::gpu::KernelSource;

/// The kernels.
pub const KERNELS: &[&KernelSource] = &[
    &BLACK_SCHOLES[0],
    &BLACK_SCHOLES[1],
    &BLACK_SCHOLES[2],
    &BLACK_SCHOLES[3],
    &STRIDED,
    &GREEKS[0],
    &GREEKS[1],
    &MONTE_CARLO[0],
    &MONTE_CARLO[1],
    &MONTE_CARLO[2],
    &MONTE_CARLO[3],
    &MONTE_CARLO[4],
    &MONTE_CARLO[5],
    &MONTE_CARLO[6],
    &COMBINE,
    &TO_NORMALS,
];
