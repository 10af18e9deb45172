//! The sum over all pairs with SIMD: a few vectors of bodies stay in registers while all sources
//! stream past.

use std::ops::Range;
use std::sync::atomic::{AtomicBool, Ordering};

use rayon::prelude::*;

use super::Softened;
use super::instruction_set::{InstructionSet, Vectorized};
use super::lanes::Lanes;
use super::law;

/// The bodies as sources: positions by axis, and masses.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Sources<'a> {
    pub position: [&'a [f32]; 3],
    pub mass: &'a [f32],
}

impl<'a> Sources<'a> {
    /// A range of them.
    #[inline(always)]
    pub fn range(self, range: Range<usize>) -> Self {
        Self { position: self.position.map(|axis| &axis[range.clone()]), mass: &self.mass[range] }
    }
}

/// Sources summed on their own before their sum joins the total. The error then grows with the
/// length of a tile and the number of tiles, not with the number of bodies.
const TILE: usize = 256;
/// Bodies per unit of a thread's work: a whole number of blocks of every instruction set.
pub(super) const UNIT: usize = 64;
/// The bodies that a body meets, by its index: ranges of [`Sources`]. All bodies of a unit meet the
/// same.
pub(crate) type Met<'a> = &'a (dyn Fn(usize) -> Vec<Range<usize>> + Sync);

/// Up to this many interactions, waking threads costs more than it saves.
const SINGLE: usize = 100_000;

/// Accelerations of the bodies of `sources` from `first` on by those that they meet, on the threads
/// of `pool` if there is one and waking them pays. Threads divide the bodies, never the sum over
/// the sources, so any number of threads gives the same bits. Once `stop` is set, threads leave out
/// what is left.
pub(super) fn accelerate(
    set: InstructionSet,
    pool: Option<&rayon::ThreadPool>,
    sources: Sources,
    softening: Softened,
    (first, met): (usize, Met),
    [x, y, z]: [&mut [f32]; 3],
    stop: &AtomicBool,
) {
    let sum = |unit: usize, accelerations: [&mut [f32]; 3]| {
        let first = first + unit * UNIT;
        if !stop.load(Ordering::Relaxed) {
            set.vectorize(Pass { sources, softening, first, met: &met(first), accelerations });
        }
    };
    match pool {
        Some(pool) if sources.mass.len() * x.len() > SINGLE => pool.install(|| {
            let units = x
                .par_chunks_mut(UNIT)
                .zip(y.par_chunks_mut(UNIT))
                .zip(z.par_chunks_mut(UNIT))
                .enumerate();
            units.for_each(|(unit, ((x, y), z))| sum(unit, [x, y, z]));
        }),
        _ => {
            let units =
                x.chunks_mut(UNIT).zip(y.chunks_mut(UNIT)).zip(z.chunks_mut(UNIT)).enumerate();
            units.for_each(|(unit, ((x, y), z))| sum(unit, [x, y, z]));
        }
    }
}

/// The accelerations of a range of bodies, computed a few vectors at a time.
struct Pass<'a> {
    sources: Sources<'a>,
    softening: Softened,
    first: usize,
    met: &'a [Range<usize>],
    accelerations: [&'a mut [f32]; 3],
}

impl Vectorized for Pass<'_> {
    #[inline(always)]
    fn run<S: Lanes, const MANY: usize, const FEW: usize>(self, lanes: S) {
        if self.softening.is_some {
            self.sum::<S, true, MANY>(lanes)
        } else {
            self.sum::<S, false, MANY>(lanes)
        }
    }
}

impl Pass<'_> {
    #[inline(always)]
    fn sum<S: Lanes, const SOFTENED: bool, const BLOCK: usize>(mut self, lanes: S) {
        let scale = lanes.splat_f32s(S::SCALE);
        for start in (0..self.accelerations[0].len()).step_by(BLOCK * S::F32_LANES) {
            let mut totals = [[lanes.splat_f32s(0.0); BLOCK]; 3];
            let mut here = totals;
            for (here, axis) in here.iter_mut().zip(self.sources.position) {
                for (vector, here) in here.iter_mut().enumerate() {
                    // Past the last body, this loads a body at the origin, whose acceleration is
                    // never stored.
                    let first = self.first + start + vector * S::F32_LANES;
                    *here = lanes.partial_load_f32s(from(axis, first));
                }
            }
            for met in self.met {
                for tile in met.clone().step_by(TILE) {
                    let sources = self.sources.range(tile..met.end.min(tile + TILE));
                    let sums = pull::<S, SOFTENED, BLOCK>(lanes, self.softening, &here, sources);
                    for (total, sum) in
                        totals.as_flattened_mut().iter_mut().zip(sums.as_flattened())
                    {
                        *total = lanes.multiply_add(*sum, scale, *total);
                    }
                }
            }
            for (axis, totals) in self.accelerations.iter_mut().zip(totals) {
                for (vector, total) in totals.into_iter().enumerate() {
                    let begin = (start + vector * S::F32_LANES).min(axis.len());
                    lanes.partial_store_f32s(&mut axis[begin..], total);
                }
            }
        }
    }
}

/// The pull of `sources` on a block of bodies, by axis, divided by [`Lanes::SCALE`].
#[inline(always)]
pub(super) fn pull<S: Lanes, const SOFTENED: bool, const BLOCK: usize>(
    lanes: S,
    softening: Softened,
    here: &[[S::f32s; BLOCK]; 3],
    sources: Sources,
) -> [[S::f32s; BLOCK]; 3] {
    if softening.is_other() {
        return pull_by_law(lanes, softening, here, sources);
    }
    let zero = lanes.splat_f32s(0.0);
    let same_place = lanes.splat_f32s(Softened::SAME_PLACE);
    let softening_squared = lanes.splat_f32s(softening.squared);
    let [xs, ys, zs] = sources.position;
    let mut sums = [[zero; BLOCK]; 3];
    for (((&x, &y), &z), &mass) in xs.iter().zip(ys).zip(zs).zip(sources.mass) {
        let source = [lanes.splat_f32s(x), lanes.splat_f32s(y), lanes.splat_f32s(z)];
        let mass = lanes.splat_f32s(mass);
        for vector in 0..BLOCK {
            let x = lanes.sub_f32s(source[0], here[0][vector]);
            let y = lanes.sub_f32s(source[1], here[1][vector]);
            let z = lanes.sub_f32s(source[2], here[2][vector]);
            let squared = lanes.multiply_add(z, z, softening_squared);
            let squared = lanes.multiply_add(x, x, lanes.multiply_add(y, y, squared));
            let mut factor = lanes.inverse_cube(squared, mass);
            if !SOFTENED {
                factor = lanes.select_f32s(lanes.less_than_f32s(same_place, squared), factor, zero);
            }
            sums[0][vector] = lanes.multiply_add(x, factor, sums[0][vector]);
            sums[1][vector] = lanes.multiply_add(y, factor, sums[1][vector]);
            sums[2][vector] = lanes.multiply_add(z, factor, sums[2][vector]);
        }
    }
    sums
}

/// The same by another law than Plummer's.
#[inline(always)]
fn pull_by_law<S: Lanes, const BLOCK: usize>(
    lanes: S,
    softening: Softened,
    here: &[[S::f32s; BLOCK]; 3],
    sources: Sources,
) -> [[S::f32s; BLOCK]; 3] {
    let [xs, ys, zs] = sources.position;
    let mut sums = [[lanes.splat_f32s(0.0); BLOCK]; 3];
    for (((&x, &y), &z), &mass) in xs.iter().zip(ys).zip(zs).zip(sources.mass) {
        let source = [lanes.splat_f32s(x), lanes.splat_f32s(y), lanes.splat_f32s(z)];
        let mass = lanes.splat_f32s(mass / S::SCALE);
        for vector in 0..BLOCK {
            let mut offset = source;
            for axis in 0..3 {
                offset[axis] = lanes.sub_f32s(source[axis], here[axis][vector]);
            }
            let squared = lanes.mul_f32s(offset[2], offset[2]);
            let squared = lanes.multiply_add(offset[1], offset[1], squared);
            let squared = lanes.multiply_add(offset[0], offset[0], squared);
            let law = law::of::<f32, S>(lanes, softening.law, squared, softening.squared);
            let factor = lanes.mul_f32s(law.strength, mass);
            for axis in 0..3 {
                sums[axis][vector] = lanes.multiply_add(offset[axis], factor, sums[axis][vector]);
            }
        }
    }
    sums
}

/// The values from `index` on; empty past the end.
#[inline(always)]
fn from(values: &[f32], index: usize) -> &[f32] {
    values.get(index..).unwrap_or(&[])
}
