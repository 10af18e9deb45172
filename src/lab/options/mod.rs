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
pub use chance_kernel::{ChanceBench, ChanceKernel};
pub use coverage::{Coverage, SEEDS};
pub use formula::{European, Kind, Market};
pub use monte_carlo::{
    COMBINE, CombineParams, Draws, Estimate, MONTE_CARLO, MonteCarlo, MonteCarloParams,
    MonteCarloRequest, Payoff, TO_NORMALS, ToNormals, ToNormalsParams,
};
pub use price_bench::{PriceBench, PriceKernel};
pub use sampled::{fast_normals, sampled, sobol};
