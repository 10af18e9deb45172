// uses: lab/options/accurate | lab/options/double | lab/options/native, real_f32 | real_f64
// What prices and their derivatives have in common: Black and Scholes (1973), with the letters of its formulas.

struct BlackScholesParams {
    /// Number of options.
    count: u32,
    /// The rate of interest without risk, per year, in two parts.
    rate: f32,
    rate_low: f32,
    /// The volatility, per root of a year, in two parts.
    volatility: f32,
    volatility_low: f32,
}

@group(0) @binding(0) var<uniform> black_scholes_of: BlackScholesParams;
/// Of four options each: prices of the share.
@group(0) @binding(1) var<storage, read> spots: array<real4>;
/// Prices at which an option lets buy or sell.
@group(0) @binding(2) var<storage, read> strikes: array<real4>;
/// Years until then.
@group(0) @binding(3) var<storage, read> years: array<real4>;

struct Terms {
    rate: real,
    volatility: real,
    /// The root of the years.
    root: real,
    d1: real,
    d2: real,
    /// The strike's worth today.
    discounted: real,
}

fn terms(spot: real, strike: real, time: real) -> Terms {
    let rate = joined(black_scholes_of.rate, black_scholes_of.rate_low);
    let volatility = joined(black_scholes_of.volatility, black_scholes_of.volatility_low);
    let root = sqrt(time);
    let width = volatility * root;
    let d1 = (natural(spot / strike) + (rate + real(0.5) * volatility * volatility) * time) / width;
    return Terms(rate, volatility, root, d1, d1 - width, strike * exponential(-rate * time));
}
