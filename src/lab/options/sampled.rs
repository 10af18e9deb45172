//! The simulation on the host, in double precision, for the same normal numbers as on the GPU.

use rayon::prelude::*;

use super::monte_carlo::Draws;
use super::{Estimate, European, Kind, Market, MonteCarloRequest};
use crate::primitives::Philox;

/// Blocks of four samples per task.
const CHUNK: u64 = 1 << 12;

/// The first two coordinates of point i of Sobol's sequence, from the direction numbers that
/// Sobol's recurrence gives.
pub fn sobol(i: u32) -> [u32; 2] {
    let (mut first, mut second) = (0, 0);
    // The polynomial of the second dimension is x + 1, and its first direction number 1.
    let (mut single, mut direction) = (1 << 31, 1_u32 << 31);
    for bit in 0..32 {
        if i >> bit & 1 == 1 {
            first ^= single;
            second ^= direction;
        }
        single >>= 1;
        direction ^= direction >> 1;
    }
    [first, second]
}

/// The estimate for option number `place` from the numbers of `request`; stored ones are those of
/// `stored`.
pub fn sampled(
    market: &Market,
    option: &European,
    place: u32,
    request: &MonteCarloRequest,
    stored: &[f32],
) -> Estimate {
    let sign = if option.kind == Kind::Call { 1.0 } else { -1.0 };
    let drift = (market.rate - 0.5 * market.volatility * market.volatility) * option.years;
    let spread = market.volatility * libm::sqrt(option.years);
    let paid =
        |z: f64| (sign * (option.spot * libm::exp(drift + spread * z) - option.strike)).max(0.0);
    let payoff = |z: f64| if request.is_antithetic { 0.5 * (paid(z) + paid(-z)) } else { paid(z) };
    let random = Philox::new(request.seed, u64::from(place));
    let [shift_x, shift_y, ..] = Philox::new(request.seed, u64::from(place) | 1 << 32).block(0);
    let drawn = |block: u64| -> [f64; 4] {
        let words = match &request.draws {
            Draws::Stored(_) => {
                return std::array::from_fn(|i| {
                    f64::from(*stored.get(4 * block as usize + i).unwrap_or(&0.0))
                });
            }
            Draws::Sobol => {
                let [[a, b], [c, d]] = [0, 1].map(|i| sobol(2 * block as u32 + i));
                [a ^ shift_x, b ^ shift_y, c ^ shift_x, d ^ shift_y]
            }
            Draws::Philox | Draws::FastPhilox => random.block(block),
        };
        let pairs = [[words[0], words[1]], [words[2], words[3]]];
        let [a, b] = match request.draws {
            Draws::FastPhilox => pairs.map(fast_normals),
            _ => pairs.map(Philox::normals),
        };
        [a[0], a[1], b[0], b[1]]
    };
    let samples = u64::from(request.samples);
    let blocks = samples.div_ceil(4);
    let sums: Vec<[f64; 2]> = (0..blocks.div_ceil(CHUNK))
        .into_par_iter()
        .map(|chunk| {
            let mut sums = [0.0; 2];
            for block in chunk * CHUNK..((chunk + 1) * CHUNK).min(blocks) {
                let taken = (samples - 4 * block).min(4) as usize;
                for value in drawn(block)[..taken].iter().map(|&z| payoff(z)) {
                    sums[0] += value;
                    sums[1] += value * value;
                }
            }
            sums
        })
        .collect();
    let total = sums.iter().fold([0.0; 2], |total, sums| [total[0] + sums[0], total[1] + sums[1]]);
    Estimate::new(total, request.samples, libm::exp(-market.rate * option.years))
}

/// The normal numbers of two words whose angle has 23 bits, as the adapter's own functions get it.
pub fn fast_normals([first, second]: [u32; 2]) -> [f64; 2] {
    const WORDS: f64 = 4_294_967_296.0;
    let u = f64::from(first as f32) / WORDS * (1.0 - 1.0 / 16_777_216.0) + 0.5 / WORDS;
    let radius = libm::sqrt(-2.0 * libm::log(f64::from(u as f32)));
    let angle = (f64::from(second >> 9) / 8_388_608.0 - 0.5) * 2.0 * std::f64::consts::PI;
    [radius * libm::cos(angle), radius * libm::sin(angle)]
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Sobol's own first points, and that each dyadic box of a power of two has one of that many
    /// points.
    #[test]
    fn points_are_spread_evenly() {
        let half = 1 << 31;
        assert_eq!(
            [0, 1, 2, 3].map(sobol),
            [[0, 0], [half; 2], [half / 2, half + half / 2], [half + half / 2, half / 2]]
        );
        for bits in 1..8 {
            for wide in 0..=bits {
                let shift = |word: u32, bits: u32| if bits == 0 { 0 } else { word >> (32 - bits) };
                let mut boxes: Vec<[u32; 2]> = (0..1 << bits)
                    .map(sobol)
                    .map(|[x, y]| [shift(x, wide), shift(y, bits - wide)])
                    .collect();
                boxes.sort_unstable();
                boxes.dedup();
                assert_eq!(boxes.len(), 1 << bits, "{wide} of {bits}");
            }
        }
    }
}
