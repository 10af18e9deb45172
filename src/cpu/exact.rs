//! Sums over all pairs in double precision, and of jerks in either: with square roots and divisions
//! instead of estimates, which these sums of higher precision or order are worth.

use std::ops::Range;
use std::sync::atomic::{AtomicBool, Ordering};

use rayon::prelude::*;

use super::instruction_set::{InstructionSet, Vectorized};
use super::lanes::Lanes;
use super::law::{self, Strength};
use super::real::Real;
use super::simd::{Met, UNIT};
use crate::physics::ForceLaw;

/// Sources summed on their own before their sum joins the total.
const TILE: usize = 256;

/// The bodies by axis, and room for the sums on the targets.
#[derive(Debug, Default)]
pub(super) struct Columns<T> {
    /// Positions and then velocities; without jerks, velocities are empty.
    pub moving: [Vec<T>; 6],
    pub mass: Vec<T>,
    /// Accelerations and then jerks, which are empty if they are not wanted.
    pub sums: [Vec<T>; 6],
}

/// The law, the square of its length, and whether there is any softening.
#[derive(Clone, Copy, Debug)]
pub(super) struct Squared<T> {
    pub law: ForceLaw,
    pub squared: T,
    pub is_some: bool,
}

impl<T: Real> Columns<T> {
    /// Computes the sums on `targets` by the bodies that they meet, on the threads of the caller's
    /// pool. Threads divide the targets, so any number of threads gives the same bits. Once `stop`
    /// is set, the rest is left out.
    pub fn sum(
        &mut self,
        set: InstructionSet,
        softening: Squared<T>,
        targets: Range<usize>,
        met: Met,
        stop: &AtomicBool,
    ) {
        let has_jerks = !self.moving[3].is_empty();
        let Self { moving, mass, sums } = self;
        for (axis, sum) in sums.iter_mut().enumerate() {
            sum.resize(if axis < 3 || has_jerks { targets.len() } else { 0 }, T::default());
        }
        let sources = Sources { moving: moving.each_ref().map(|axis| &axis[..]), mass, softening };
        let [x, y, z, u, v, w] = sums.each_mut().map(|axis| &mut axis[..]);
        let accelerations =
            x.par_chunks_mut(UNIT).zip(y.par_chunks_mut(UNIT)).zip(z.par_chunks_mut(UNIT));
        if has_jerks {
            let jerks =
                u.par_chunks_mut(UNIT).zip(v.par_chunks_mut(UNIT)).zip(w.par_chunks_mut(UNIT));
            accelerations.zip(jerks).enumerate().for_each(|(unit, (((x, y), z), ((u, v), w)))| {
                if !stop.load(Ordering::Relaxed) {
                    let first = targets.start + unit * UNIT;
                    set.vectorize(Pass {
                        sources,
                        first,
                        met: &met(first),
                        sums: [x, y, z, u, v, w],
                    });
                }
            });
        } else {
            accelerations.enumerate().for_each(|(unit, ((x, y), z))| {
                if !stop.load(Ordering::Relaxed) {
                    let first = targets.start + unit * UNIT;
                    set.vectorize(Pass { sources, first, met: &met(first), sums: [x, y, z] });
                }
            });
        }
    }
}

/// All that pull.
#[derive(Clone, Copy)]
struct Sources<'a, T> {
    moving: [&'a [T]; 6],
    mass: &'a [T],
    softening: Squared<T>,
}

/// The sums on a range of bodies, a few vectors at a time: accelerations, or with `SUMS` = 6 also
/// jerks.
struct Pass<'a, T, const SUMS: usize> {
    sources: Sources<'a, T>,
    first: usize,
    met: &'a [Range<usize>],
    sums: [&'a mut [T]; SUMS],
}

impl<T: Real, const SUMS: usize> Vectorized for Pass<'_, T, SUMS> {
    #[inline(always)]
    fn run<S: Lanes, const MANY: usize, const FEW: usize>(self, lanes: S) {
        let Self { sources, first, met, mut sums } = self;
        let width = T::lanes::<S>();
        for start in (0..sums[0].len()).step_by(FEW * width) {
            let mut totals = [[T::splat(lanes, T::default()); FEW]; SUMS];
            let mut here = totals;
            for (here, axis) in here.iter_mut().zip(sources.moving) {
                for (vector, here) in here.iter_mut().enumerate() {
                    // Past the last body, this loads a body at the origin, whose sums are never
                    // stored.
                    *here = T::load(lanes, from(axis, first + start + vector * width));
                }
            }
            for met in met {
                for tile in met.clone().step_by(TILE) {
                    let tile = pull::<T, S, SUMS, FEW>(
                        lanes,
                        &sources,
                        &here,
                        tile..met.end.min(tile + TILE),
                    );
                    for (total, sum) in
                        totals.as_flattened_mut().iter_mut().zip(tile.as_flattened())
                    {
                        *total = T::add(lanes, *total, *sum);
                    }
                }
            }
            for (axis, totals) in sums.iter_mut().zip(totals) {
                for (vector, total) in totals.into_iter().enumerate() {
                    let begin = (start + vector * width).min(axis.len());
                    T::store(lanes, &mut axis[begin..], total);
                }
            }
        }
    }
}

/// The sums of a tile of sources on a block of bodies, by axis. Makino & Aarseth, PASJ 44 (1992)
/// 141, equations 1 and 2.
#[inline(always)]
fn pull<T: Real, S: Lanes, const SUMS: usize, const BLOCK: usize>(
    lanes: S,
    sources: &Sources<T>,
    here: &[[T::Vector<S>; BLOCK]; SUMS],
    tile: Range<usize>,
) -> [[T::Vector<S>; BLOCK]; SUMS] {
    let softening = sources.softening;
    let is_other = softening.is_some && softening.law != ForceLaw::Plummer;
    // With softening no distance is too short, and a body does not pull on itself because the
    // offset is 0.
    let least = T::splat(lanes, if softening.is_some { T::default() } else { T::SAME_PLACE });
    let squared = T::splat(lanes, if is_other { T::default() } else { softening.squared });
    let minus_three = T::splat(lanes, T::of(-3.0));
    let mut sums = [[T::splat(lanes, T::default()); BLOCK]; SUMS];
    let add_product = |sum, a, b| T::add(lanes, T::multiply(lanes, a, b), sum);
    let [xs, ys, zs, us, vs, ws] =
        sources.moving.map(|axis| if axis.is_empty() { axis } else { &axis[tile.clone()] });
    for (index, &mass) in sources.mass[tile.clone()].iter().enumerate() {
        let mass = T::splat(lanes, mass);
        let mut there = [mass; SUMS];
        for (there, axis) in there.iter_mut().zip([xs, ys, zs, us, vs, ws]) {
            *there = T::splat(lanes, axis[index]);
        }
        for vector in 0..BLOCK {
            let mut offset = there;
            for axis in 0..SUMS {
                offset[axis] = T::subtract(lanes, there[axis], here[axis][vector]);
            }
            let distance = add_product(squared, offset[2], offset[2]);
            let distance =
                add_product(add_product(distance, offset[1], offset[1]), offset[0], offset[0]);
            let (pull, turn) = if is_other {
                let Strength { strength, fall } =
                    law::of::<T, S>(lanes, softening.law, distance, softening.squared);
                (T::multiply(lanes, strength, mass), fall)
            } else {
                let inverse = T::inverse_root(lanes, distance, least);
                let inverse_squared = T::multiply(lanes, inverse, inverse);
                let cube = T::multiply(lanes, inverse_squared, inverse);
                (T::multiply(lanes, cube, mass), inverse_squared)
            };
            for axis in 0..3 {
                sums[axis][vector] = add_product(sums[axis][vector], offset[axis], pull);
            }
            if SUMS == 6 {
                let mut along = T::multiply(lanes, offset[0], offset[3 % SUMS]);
                along = add_product(along, offset[1], offset[4 % SUMS]);
                along = add_product(along, offset[2], offset[5 % SUMS]);
                let rate = T::multiply(lanes, T::multiply(lanes, along, minus_three), turn);
                for axis in 0..3 {
                    let (place, turned) = (
                        (3 + axis) % SUMS,
                        add_product(offset[(3 + axis) % SUMS], offset[axis], rate),
                    );
                    sums[place][vector] = add_product(sums[place][vector], turned, pull);
                }
            }
        }
    }
    sums
}

/// The values from `index` on; empty past the end.
#[inline(always)]
fn from<T>(values: &[T], index: usize) -> &[T] {
    values.get(index..).unwrap_or(&[])
}
