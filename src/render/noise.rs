//! Blue noise for dithering: no slow waves, which the eye would see as blotches.

use std::sync::LazyLock;

/// Side of the square of noise, which tiles the picture.
const SIDE: usize = 64;
const COUNT: usize = SIDE * SIDE;
/// Standard deviation in pixels of the Gaussian that measures how crowded a place is, and the
/// radius where it is cut off.
const SIGMA: f32 = 1.9;
const RADIUS: i32 = 8;

/// Every byte equally often, row by row.
pub(super) static NOISE: LazyLock<Box<[u8]>> =
    LazyLock::new(|| ranks().iter().map(|rank| (rank * 256 / COUNT) as u8).collect());

/// How crowded each pixel is by the points set so far.
struct Crowd {
    is_set: Vec<bool>,
    energy: Vec<f32>,
}

impl Crowd {
    fn change(&mut self, index: usize, sets: bool) {
        self.is_set[index] = sets;
        let (x, y) = ((index % SIDE) as i32, (index / SIDE) as i32);
        let sign = if sets { 1.0 } else { -1.0 };
        for dy in -RADIUS..=RADIUS {
            for dx in -RADIUS..=RADIUS {
                let [column, row] = [x + dx, y + dy].map(|at| at.rem_euclid(SIDE as i32) as usize);
                let square = (dx * dx + dy * dy) as f32;
                self.energy[row * SIDE + column] +=
                    sign * libm::expf(-square / (2.0 * SIGMA * SIGMA));
            }
        }
    }

    /// The most crowded point, or the emptiest place without one.
    fn extreme(&self, of_points: bool) -> usize {
        let sign = if of_points { 1.0 } else { -1.0 };
        let candidates = (0..COUNT).filter(|&index| self.is_set[index] == of_points);
        candidates
            .max_by(|&a, &b| (sign * self.energy[a]).total_cmp(&(sign * self.energy[b])))
            .unwrap_or(0)
    }
}

/// The rank of each pixel, by void and cluster (Ulichney, SPIE 1913 (1993) 332): the next point
/// goes into the largest void.
fn ranks() -> Vec<usize> {
    let mut crowd = Crowd { is_set: vec![false; COUNT], energy: vec![0.0; COUNT] };
    let first = COUNT / 10;
    // Any scatter of points will do: the R2 sequence (Roberts), with holes where two fall on the
    // same pixel.
    for index in 0..first {
        let [x, y] = [0.754_877_67, 0.569_840_3]
            .map(|step: f64| ((step * index as f64).fract() * SIDE as f64) as usize);
        if !crowd.is_set[y * SIDE + x] {
            crowd.change(y * SIDE + x, true);
        }
    }
    for _ in 0..COUNT {
        let cluster = crowd.extreme(true);
        crowd.change(cluster, false);
        let void = crowd.extreme(false);
        crowd.change(void, true);
        if void == cluster {
            break;
        }
    }
    let start = crowd.is_set.clone();
    let mut ranks = vec![0; COUNT];
    let points = start.iter().filter(|set| **set).count();
    for rank in (0..points).rev() {
        let cluster = crowd.extreme(true);
        crowd.change(cluster, false);
        ranks[cluster] = rank;
    }
    for (index, _) in start.iter().enumerate().filter(|(_, set)| **set) {
        crowd.change(index, true);
    }
    for rank in points..COUNT {
        let void = crowd.extreme(false);
        crowd.change(void, true);
        ranks[void] = rank;
    }
    ranks
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_byte_occurs_equally_often() {
        let mut counts = [0; 256];
        for byte in NOISE.iter() {
            counts[usize::from(*byte)] += 1;
        }
        assert!(counts.iter().all(|count| *count == COUNT / 256), "{counts:?}");
    }

    #[test]
    fn it_has_no_slow_waves() {
        // Averages over squares of 8 x 8: those of white noise would have 1/64 of the variance of
        // its pixels.
        let mean = |row: usize, column: usize| {
            let square = (0..64)
                .map(|i| f64::from(NOISE[(8 * row + i / 8) * SIDE + 8 * column + i % 8]) - 127.5);
            square.sum::<f64>() / 64.0
        };
        let squares = (0..64).map(|i| mean(i / 8, i % 8).powi(2)).sum::<f64>() / 64.0;
        let white = 256.0 * 256.0 / 12.0 / 64.0;
        assert!(squares < 0.1 * white, "{squares}, white noise {white}");
    }
}
