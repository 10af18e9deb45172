//! Morton keys: which eighth of the cube around all bodies holds a body, which eighth of that
//! eighth, and so on.

use rayon::prelude::*;

use crate::cpu::arrays::Arrays;

/// The key of bodies that are not finite: larger than all others.
pub(super) const NOT_FINITE: u64 = u64::MAX;

/// Cells along an edge of the cube.
const CELLS: f32 = (1 << 21) as f32;
/// Coordinates up to this need no other units: their cubes stay in the range of single precision.
const LARGEST: f32 = 1e9;

/// The box around all finite bodies.
#[derive(Clone, Copy, Debug)]
pub(super) struct Extent {
    low: [f32; 3],
    high: [f32; 3],
    /// A power of two that makes all coordinates small enough; usually 1.
    pub scale: f32,
}

impl Extent {
    pub fn new(arrays: &Arrays) -> Self {
        let empty = ([f32::INFINITY; 3], [f32::NEG_INFINITY; 3]);
        let join = |(low, high): ([f32; 3], [f32; 3]),
                    (other_low, other_high): ([f32; 3], [f32; 3])| {
            let [low, high] = [(low, other_low), (high, other_high)];
            let lower = std::array::from_fn(|axis| low.0[axis].min(low.1[axis]));
            (lower, std::array::from_fn(|axis| high.0[axis].max(high.1[axis])))
        };
        let boxes = rows(arrays)
            .filter(|row| row.iter().all(|x| x.is_finite()))
            .map(|[x, y, z, _]| ([x, y, z], [x, y, z]));
        let (low, high) = boxes.reduce(|| empty, join);
        let largest =
            low.iter().chain(&high).map(|x| x.abs()).filter(|x| x.is_finite()).fold(0.0, f32::max);
        let mut scale = 1.0;
        while largest * scale > LARGEST {
            scale *= 0.5;
        }
        Self { low, high, scale }
    }

    /// The key of a body in this box: 21 times three bits.
    fn key(&self, place: [f32; 3]) -> u64 {
        let side = (0..3)
            .map(|axis| self.high[axis] * self.scale - self.low[axis] * self.scale)
            .fold(0.0, f32::max);
        let digits = |axis: usize| {
            let offset = place[axis] * self.scale - self.low[axis] * self.scale;
            let place = if side > 0.0 { offset / side } else { 0.0 };
            spread((place * CELLS).min(CELLS - 1.0) as u64)
        };
        digits(0) << 2 | digits(1) << 1 | digits(2)
    }
}

/// Computes the key of each body, in parallel.
pub(super) fn fill(keys: &mut [(u64, u32)], arrays: &Arrays, extent: &Extent) {
    keys.par_iter_mut().zip(rows(arrays)).enumerate().for_each(|(row, (key, [x, y, z, mass]))| {
        let is_finite = [x, y, z, mass].iter().all(|x| x.is_finite());
        *key = (if is_finite { extent.key([x, y, z]) } else { NOT_FINITE }, row as u32);
    });
}

/// Position and mass of each body.
fn rows(arrays: &Arrays) -> impl IndexedParallelIterator<Item = [f32; 4]> {
    let [x, y, z] = arrays.position.each_ref().map(|axis| axis.par_iter());
    x.zip(y).zip(z).zip(&arrays.mass).map(|(((&x, &y), &z), &mass)| [x, y, z, mass])
}

/// Moves the lowest 21 bits three places apart.
fn spread(x: u64) -> u64 {
    let x = x & 0x1f_ffff;
    let x = (x | x << 32) & 0x001f_0000_0000_ffff;
    let x = (x | x << 16) & 0x001f_0000_ff00_00ff;
    let x = (x | x << 8) & 0x100f_00f0_0f00_f00f;
    let x = (x | x << 4) & 0x10c3_0c30_c30c_30c3;
    (x | x << 2) & 0x1249_2492_4924_9249
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn digits_of_a_key_are_eighths_of_eighths() {
        let extent = Extent { low: [-1.0; 3], high: [1.0, 0.5, 0.0], scale: 1.0 };
        assert_eq!(extent.key([-1.0; 3]), 0);
        assert_eq!(
            extent.key([1.0, -1.0, -1.0]),
            (0..21).map(|level| 4_u64 << (3 * level)).sum::<u64>()
        );
        // The first eighth beyond the middle of x, the second beyond that of y.
        assert_eq!(extent.key([0.0, -0.5, -1.0]) >> 57, 0b100_010);
    }
}
