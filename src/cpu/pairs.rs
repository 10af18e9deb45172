//! The sum over all pairs with SIMD, each pair evaluated once: distance and root serve both of its
//! bodies.

use std::ops::Range;
use std::sync::atomic::{AtomicBool, Ordering};

use rayon::prelude::*;

use super::Softened;
use super::instruction_set::{InstructionSet, Vectorized};
use super::lanes::Lanes;
use super::simd::{Sources, accelerate};

/// Bodies of a block: their positions and sums fit the fastest cache. A whole number of vectors of
/// every instruction set.
const BLOCK: usize = 512;
/// With fewer bodies there are too few blocks for the threads.
const MIN_BODIES: usize = 8192;

/// Accelerations of all bodies by each other, on the threads of `pool`.
///
/// In round d, each block meets the block d places further on. It is then the near block of one
/// pair and the far block of another, with separate sums for each role, so no two threads add to
/// the same sums, and any number of threads gives the same bits. Once `stop` is set, threads leave
/// out what is left.
pub(super) fn accelerate_in_pairs(
    set: InstructionSet,
    pool: &rayon::ThreadPool,
    sources: Sources,
    softening: Softened,
    [x, y, z]: [&mut [f32]; 3],
    stop: &AtomicBool,
) {
    let count = sources.mass.len();
    let block = |index: usize| index * BLOCK..count.min((index + 1) * BLOCK);
    if count < MIN_BODIES || softening.is_other() {
        let all = 0..count;
        return accelerate(
            set,
            Some(pool),
            sources,
            softening,
            (0, &|_| vec![all.clone()]),
            [x, y, z],
            stop,
        );
    }
    let within = |body: usize| vec![block(body / BLOCK)];
    accelerate(
        set,
        Some(pool),
        sources,
        softening,
        (0, &within),
        [&mut *x, &mut *y, &mut *z],
        stop,
    );

    let first = sources.mass[0];
    let mass = sources.mass.iter().all(|mass| *mass == first).then_some(first);
    let mut far: [Vec<f32>; 3] = std::array::from_fn(|_| vec![0.0; count]);
    let blocks = count.div_ceil(BLOCK);
    pool.install(|| {
        for distance in 1..=blocks / 2 {
            let near = in_blocks([&mut *x, &mut *y, &mut *z]);
            let mut far = in_blocks(far.each_mut().map(|axis| &mut axis[..]));
            far.rotate_left(distance);
            // Half-way around, each pair would come up twice.
            let pairs = if 2 * distance == blocks { distance } else { blocks };
            near.into_par_iter().zip(far).take(pairs).with_max_len(1).enumerate().for_each(
                |(index, (near, far))| {
                    if !stop.load(Ordering::Relaxed) {
                        let ranges = [block(index), block((index + distance) % blocks)];
                        set.vectorize(Pair { sources, softening, mass, ranges, near, far });
                    }
                },
            );
        }
    });
    for (near, far) in [x, y, z].into_iter().zip(&far) {
        near.iter_mut().zip(far).for_each(|(near, far)| *near += far);
    }
}

/// The sums of each block, by axis.
fn in_blocks([x, y, z]: [&mut [f32]; 3]) -> Vec<[&mut [f32]; 3]> {
    let blocks = x.chunks_mut(BLOCK).zip(y.chunks_mut(BLOCK)).zip(z.chunks_mut(BLOCK));
    blocks.map(|((x, y), z)| [x, y, z]).collect()
}

/// Two blocks and their sums.
struct Pair<'a> {
    sources: Sources<'a>,
    softening: Softened,
    /// The mass of each body, if all have the same.
    mass: Option<f32>,
    ranges: [Range<usize>; 2],
    near: [&'a mut [f32]; 3],
    far: [&'a mut [f32]; 3],
}

impl Vectorized for Pair<'_> {
    #[inline(always)]
    fn run<S: Lanes, const MANY: usize, const FEW: usize>(self, lanes: S) {
        // Equal masses save two multiplications, but would give one to the bodies that fill up what
        // is not whole.
        let [near, far] = self.ranges.each_ref().map(|range| range.len());
        let is_whole = near.is_multiple_of(FEW) && far.is_multiple_of(S::F32_LANES);
        match (self.softening.is_some, self.mass.filter(|_| is_whole)) {
            (true, Some(mass)) => self.sum::<S, true, true, FEW>(lanes, mass),
            (true, None) => self.sum::<S, true, false, FEW>(lanes, 0.0),
            (false, Some(mass)) => self.sum::<S, false, true, FEW>(lanes, mass),
            (false, None) => self.sum::<S, false, false, FEW>(lanes, 0.0),
        }
    }
}

impl Pair<'_> {
    #[inline(always)]
    fn sum<S: Lanes, const SOFTENED: bool, const EQUAL: bool, const NEAR: usize>(
        mut self,
        lanes: S,
        mass: f32,
    ) {
        let [near, far] = self.ranges.map(|range| self.sources.range(range));
        let vectors = far.mass.len().div_ceil(S::F32_LANES);
        // Without mass and at the origin where the last vector has no body.
        let [xs, ys, zs] = far.position.map(Column::from_values);
        let masses = Column::from_values(far.mass);
        let [xs, ys, zs, masses] =
            [&xs, &ys, &zs, &masses].map(|column| &S::as_simd_f32s(&column.0).0[..vectors]);
        let mut sums = [Column::from_values(&[]); 3];
        let [us, vs, ws] =
            sums.each_mut().map(|column| &mut S::as_mut_simd_f32s(&mut column.0).0[..vectors]);

        let zero = lanes.splat_f32s(0.0);
        let same_place = lanes.splat_f32s(Softened::SAME_PLACE);
        let softening_squared = lanes.splat_f32s(self.softening.squared);
        let equal = lanes.splat_f32s(mass);
        let near_columns = near.position.map(Column::from_values);
        let near_masses = Column::from_values(near.mass);
        for body in (0..near.mass.len()).step_by(NEAR) {
            let mut pulls = [[zero; 3]; NEAR];
            let (mut here, mut own) = (pulls, [zero; NEAR]);
            for each in 0..NEAR {
                for axis in 0..3 {
                    here[each][axis] = lanes.splat_f32s(near_columns[axis].0[body + each]);
                }
                own[each] = lanes.splat_f32s(near_masses.0[body + each]);
            }
            let there = xs.iter().zip(ys).zip(zs).zip(masses);
            let sums = us.iter_mut().zip(&mut *vs).zip(&mut *ws);
            for ((((&x, &y), &z), &mass), ((u, v), w)) in there.zip(sums) {
                for each in 0..NEAR {
                    let x = lanes.sub_f32s(x, here[each][0]);
                    let y = lanes.sub_f32s(y, here[each][1]);
                    let z = lanes.sub_f32s(z, here[each][2]);
                    let squared = lanes.multiply_add(y, y, lanes.mul_f32s(x, x));
                    let squared =
                        lanes.add_f32s(squared, lanes.multiply_add(z, z, softening_squared));
                    let [mut factor, mut back] = if EQUAL {
                        [lanes.inverse_cube(squared, equal); 2]
                    } else {
                        lanes.inverse_cubes(squared, [mass, own[each]])
                    };
                    if !SOFTENED {
                        let is_apart = lanes.less_than_f32s(same_place, squared);
                        factor = lanes.select_f32s(is_apart, factor, zero);
                        back = lanes.select_f32s(is_apart, back, zero);
                    }
                    let pulls = &mut pulls[each];
                    pulls[0] = lanes.multiply_add(x, factor, pulls[0]);
                    pulls[1] = lanes.multiply_add(y, factor, pulls[1]);
                    pulls[2] = lanes.multiply_add(z, factor, pulls[2]);
                    *u = lanes.subtract_product(x, back, *u);
                    *v = lanes.subtract_product(y, back, *v);
                    *w = lanes.subtract_product(z, back, *w);
                }
            }
            for (each, pulls) in pulls.into_iter().enumerate().take(near.mass.len() - body) {
                for (axis, pull) in self.near.iter_mut().zip(pulls) {
                    axis[body + each] += S::SCALE * lanes.reduce_sum_f32s(pull);
                }
            }
        }
        for (axis, sums) in self.far.iter_mut().zip(&sums) {
            axis.iter_mut().zip(&sums.0).for_each(|(total, sum)| *total += S::SCALE * sum);
        }
    }
}

/// The numbers of a block. Vectors that lie across two lines of the cache would take twice as long.
#[derive(Clone, Copy)]
#[repr(align(64))]
struct Column([f32; BLOCK]);

impl Column {
    /// These values, and 0 where some are missing.
    #[inline(always)]
    fn from_values(values: &[f32]) -> Self {
        let mut column = Self([0.0; BLOCK]);
        column.0[..values.len()].copy_from_slice(values);
        column
    }
}
