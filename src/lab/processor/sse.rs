//! The sum over all pairs as in the CUDA Handbook, to the letter: four sources at a time in the
//! lanes of one vector, the instruction's 12-bit estimate of the reciprocal root improved by one
//! Newton-Raphson step, and the lanes' sums added up at the end.

use rayon::prelude::*;

use crate::cpu::{Softened, Sources};
use four::Four;

/// Bodies per unit of a thread's work.
const UNIT: usize = 64;

/// Accelerations of all bodies of `sources`, on the threads of `pool` if there is one. Each body's
/// sum is the same on any number.
pub(super) fn accelerate(
    pool: Option<&rayon::ThreadPool>,
    sources: Sources,
    softening: Softened,
    [x, y, z]: [&mut [f32]; 3],
) {
    let sum = if softening.is_some { sum::<true> } else { sum::<false> };
    let of_unit = |first: usize, [x, y, z]: [&mut [f32]; 3]| {
        for (index, ((x, y), z)) in x.iter_mut().zip(y).zip(z).enumerate() {
            [*x, *y, *z] = sum(sources, softening, first + index);
        }
    };
    match pool {
        Some(pool) => pool.install(|| {
            let units = x
                .par_chunks_mut(UNIT)
                .zip(y.par_chunks_mut(UNIT))
                .zip(z.par_chunks_mut(UNIT))
                .enumerate();
            units.for_each(|(unit, ((x, y), z))| of_unit(unit * UNIT, [x, y, z]));
        }),
        None => of_unit(0, [x, y, z]),
    }
}

/// The acceleration of one body.
fn sum<const SOFTENED: bool>(sources: Sources, softening: Softened, index: usize) -> [f32; 3] {
    let Sources { position: [xs, ys, zs], mass } = sources;
    let zero = Four::zero();
    let own = [xs, ys, zs].map(|axis| zero.with([axis[index]; 4]));
    let softening_squared = zero.with([softening.squared; 4]);
    let same_place = zero.with([Softened::SAME_PLACE; 4]);
    let mut sums = [zero; 3];
    let mut add = |source: [[f32; 4]; 4]| {
        let [x, y, z, mass] = source.map(|values| zero.with(values));
        let (x, y, z) = (x.minus(own[0]), y.minus(own[1]), z.minus(own[2]));
        let squared = x.times(x).plus(y.times(y)).plus(z.times(z)).plus(softening_squared);
        let inverse = squared.inverse_root();
        let mut factor = mass.times(inverse.times(inverse).times(inverse));
        if !SOFTENED {
            factor = factor.where_greater(squared, same_place);
        }
        for (sum, axis) in sums.iter_mut().zip([x, y, z]) {
            *sum = sum.plus(axis.times(factor));
        }
    };
    let [xs, ys, zs, mass] = [xs, ys, zs, mass].map(<[f32]>::as_chunks::<4>);
    for (((x, y), z), mass) in xs.0.iter().zip(ys.0).zip(zs.0).zip(mass.0) {
        add([*x, *y, *z, *mass]);
    }
    if !mass.1.is_empty() {
        add([xs.1, ys.1, zs.1, mass.1].map(padded));
    }
    sums.map(Four::sum)
}

/// A vector of fewer than four values; a source without mass pulls on nobody.
fn padded(values: &[f32]) -> [f32; 4] {
    std::array::from_fn(|lane| values.get(lane).copied().unwrap_or(0.0))
}

#[cfg(target_arch = "x86_64")]
mod four {
    use pulp::x86::V1;
    use pulp::{cast, f32x4};

    /// Four numbers in one register of SSE, which every CPU of this architecture has.
    #[derive(Clone, Copy, Debug)]
    pub struct Four(V1, f32x4);

    impl Four {
        /// A vector of zeros.
        pub fn zero() -> Self {
            let sse = V1::try_new().unwrap_or_else(|| unreachable!("SSE belongs to x86-64"));
            Self(sse, f32x4(0.0, 0.0, 0.0, 0.0))
        }

        #[inline(always)]
        pub fn with(self, values: [f32; 4]) -> Self {
            Self(self.0, cast(values))
        }

        #[inline(always)]
        pub fn plus(self, other: Self) -> Self {
            Self(self.0, self.0.add_f32x4(self.1, other.1))
        }

        #[inline(always)]
        pub fn minus(self, other: Self) -> Self {
            Self(self.0, self.0.sub_f32x4(self.1, other.1))
        }

        #[inline(always)]
        pub fn times(self, other: Self) -> Self {
            Self(self.0, self.0.mul_f32x4(self.1, other.1))
        }

        /// 1 / sqrt(x): the estimate y, and y / 2 (3 - x y²).
        #[inline(always)]
        pub fn inverse_root(self) -> Self {
            let estimate = Self(self.0, self.0.approx_reciprocal_sqrt_f32x4(self.1));
            let product = estimate.times(estimate).times(self);
            self.with([0.5; 4]).times(estimate).times(self.with([3.0; 4]).minus(product))
        }

        /// These numbers where `value` is greater than `least`, and 0 elsewhere.
        #[inline(always)]
        pub fn where_greater(self, value: Self, least: Self) -> Self {
            Self(self.0, self.0.and_f32x4(self.1, cast(self.0.cmp_gt_f32x4(value.1, least.1))))
        }

        /// The sum of the four.
        #[inline(always)]
        pub fn sum(self) -> f32 {
            let f32x4(a, b, c, d) = self.1;
            (a + b) + (c + d)
        }
    }
}

/// Elsewhere four lanes are an array, and roots are exact: there is no estimate of 12 bits.
#[cfg(not(target_arch = "x86_64"))]
mod four {
    use std::array::from_fn;

    #[derive(Clone, Copy, Debug)]
    pub struct Four([f32; 4]);

    impl Four {
        pub fn zero() -> Self {
            Self([0.0; 4])
        }

        #[inline(always)]
        pub fn with(self, values: [f32; 4]) -> Self {
            Self(values)
        }

        #[inline(always)]
        pub fn plus(self, other: Self) -> Self {
            Self(from_fn(|lane| self.0[lane] + other.0[lane]))
        }

        #[inline(always)]
        pub fn minus(self, other: Self) -> Self {
            Self(from_fn(|lane| self.0[lane] - other.0[lane]))
        }

        #[inline(always)]
        pub fn times(self, other: Self) -> Self {
            Self(from_fn(|lane| self.0[lane] * other.0[lane]))
        }

        #[inline(always)]
        pub fn inverse_root(self) -> Self {
            Self(self.0.map(|x| 1.0 / x.sqrt()))
        }

        #[inline(always)]
        pub fn where_greater(self, value: Self, least: Self) -> Self {
            Self(from_fn(|lane| if value.0[lane] > least.0[lane] { self.0[lane] } else { 0.0 }))
        }

        #[inline(always)]
        pub fn sum(self) -> f32 {
            let [a, b, c, d] = self.0;
            (a + b) + (c + d)
        }
    }
}
