//! The formula on the processor, in single precision: a plain loop, and one without branches for
//! the vectors of any processor.

use rayon::prelude::*;

use super::Market;

/// Numbers of options in single precision.
#[derive(Clone, Debug, Default)]
pub struct HostOptions {
    /// What the share costs today.
    pub spots: Vec<f32>,
    /// For what it may be bought or sold.
    pub strikes: Vec<f32>,
    /// Years until then.
    pub years: Vec<f32>,
}

/// Options per task of a thread.
const CHUNK: usize = 1 << 14;

impl HostOptions {
    /// Calls and puts by the polynomial, one option after the other, with the system's functions.
    pub fn serial(&self, market: &Market) -> [Vec<f32>; 2] {
        let (rate, volatility) = (market.rate as f32, market.volatility as f32);
        let all = self.spots.iter().zip(&self.strikes).zip(&self.years);
        let price = |((&spot, &strike), &years)| {
            price(spot, strike, years, rate, volatility, f32::ln, f32::exp)
        };
        let (calls, puts) = all.map(price).unzip();
        [calls, puts]
    }

    /// Computes calls and puts by the polynomial on all threads, with functions that the compiler
    /// turns into vector instructions.
    pub fn threaded(&self, market: &Market) -> [Vec<f32>; 2] {
        let (rate, volatility) = (market.rate as f32, market.volatility as f32);
        let mut calls: Vec<f32> = rayon::iter::repeat_n(0.0, self.spots.len()).collect();
        let mut puts: Vec<f32> = rayon::iter::repeat_n(0.0, self.spots.len()).collect();
        let arch = pulp::Arch::new();
        let inputs = self
            .spots
            .par_chunks(CHUNK)
            .zip(self.strikes.par_chunks(CHUNK))
            .zip(self.years.par_chunks(CHUNK));
        let results = calls.par_chunks_mut(CHUNK).zip(puts.par_chunks_mut(CHUNK));
        inputs.zip(results).for_each(|(((spots, strikes), years), (calls, puts))| {
            arch.dispatch(
                #[inline(always)]
                || {
                    let inputs = spots.iter().zip(strikes).zip(years);
                    for (((&spot, &strike), &years), (call, put)) in
                        inputs.zip(calls.iter_mut().zip(puts.iter_mut()))
                    {
                        (*call, *put) =
                            price(spot, strike, years, rate, volatility, logarithm, exponential);
                    }
                },
            );
        });
        [calls, puts]
    }
}

/// Call and put by the polynomial of Abramowitz and Stegun.
#[inline(always)]
fn price(
    spot: f32,
    strike: f32,
    years: f32,
    rate: f32,
    volatility: f32,
    ln: impl Fn(f32) -> f32,
    exp: impl Fn(f32) -> f32,
) -> (f32, f32) {
    let width = volatility * years.sqrt();
    let d1 = (ln(spot / strike) + (rate + 0.5 * volatility * volatility) * years) / width;
    let normal = |d: f32| {
        let k = 1.0 / (1.0 + 0.231_641_9 * d.abs());
        let sum = 0.319_381_53
            + k * (-0.356_563_78 + k * (1.781_477_9 + k * (-1.821_256 + k * 1.330_274_5)));
        let tail = 0.398_942_3 * exp(-0.5 * d * d) * k * sum;
        if d < 0.0 { tail } else { 1.0 - tail }
    };
    let (n1, n2) = (normal(d1), normal(d1 - width));
    let discounted = strike * exp(-rate * years);
    (spot * n1 - discounted * n2, discounted * (1.0 - n2) - spot * (1.0 - n1))
}

/// The natural logarithm as in `shaders/logarithm.wgsl`.
#[inline(always)]
fn logarithm(x: f32) -> f32 {
    let bits = x.to_bits() as i32;
    let exponent = (bits - 0x3f35_04f3) >> 23;
    let f = f32::from_bits((bits - (exponent << 23)) as u32) - 1.0;
    let high = 0.142_144_96 + f * (-0.129_981_84 + f * (0.126_223_2 + f * -0.079_027_44));
    let rest =
        0.333_333_3 + f * (-0.250_003_06 + f * (0.200_010_45 + f * (-0.166_412_81 + f * high)));
    exponent as f32 * std::f32::consts::LN_2 + (f + f * f * (f * rest - 0.5))
}

/// e^x for x up to 88, by a power of two and a polynomial.
#[inline(always)]
fn exponential(x: f32) -> f32 {
    // Numbers of this size have no fraction, so that adding it rounds.
    const ROUND: f32 = 12_582_912.0;
    let x = x.max(-87.0);
    let shifted = x * std::f32::consts::LOG2_E + ROUND;
    let exponent = shifted - ROUND;
    let rest = (x - exponent * 0.693_359_4) - exponent * -2.121_944_4e-4;
    let high = 1.0 / 6.0 + rest * (1.0 / 24.0 + rest * (1.0 / 120.0 + rest * (1.0 / 720.0)));
    let power = f32::from_bits((shifted.to_bits() << 23).wrapping_add(0x3f80_0000));
    power * (1.0 + rest * (1.0 + rest * (0.5 + rest * high)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lab::options::{European, Kind};

    #[test]
    fn both_loops_agree_with_the_formula() {
        let market = Market { rate: 0.02, volatility: 0.3 };
        let number = |place: usize, low: f32, high: f32| {
            low + (high - low) * ((place * 7919) % 1000) as f32 / 1000.0
        };
        let count = 40_001;
        let options = HostOptions {
            spots: (0..count).map(|place| number(place, 5.0, 30.0)).collect(),
            strikes: (0..count).map(|place| number(place / 7, 1.0, 100.0)).collect(),
            years: (0..count).map(|place| number(place / 11, 0.25, 10.0)).collect(),
        };
        for found in [options.serial(&market), options.threaded(&market)] {
            for place in 0..count {
                let [spot, strike, years] = [&options.spots, &options.strikes, &options.years]
                    .map(|all| f64::from(all[place]));
                for (kind, found) in [Kind::Call, Kind::Put].into_iter().zip(&found) {
                    let expected = European { spot, strike, years, kind }.price(&market);
                    assert!(
                        (f64::from(found[place]) - expected).abs() < 1e-6 * (spot + strike),
                        "{place}: {expected}"
                    );
                }
            }
        }
    }
}
