//! The sum over all pairs with SIMD: a few vectors of bodies stay in registers while all sources stream past.
//!
//! The program is built for any CPU of its architecture and detects at run time which instructions it may use.

#[cfg(target_arch = "aarch64")]
use pulp::aarch64::Neon;
#[cfg(target_arch = "x86_64")]
use pulp::x86::{V3, V4};
use pulp::{NullaryFnOnce, Scalar128b, Simd, cast};
use rayon::prelude::*;

use super::Softening;
use crate::name::Named;
use crate::named;

/// The bodies as sources: positions by axis, and masses.
#[derive(Clone, Copy, Debug)]
pub(super) struct Sources<'a> {
    pub position: [&'a [f32]; 3],
    pub mass: &'a [f32],
}

named! {
    /// Vector instruction sets.
    pub enum InstructionSet: "instruction set" {
        /// 16 lanes (x86-64-v4).
        Avx512 = "avx-512",
        /// 8 lanes, with FMA (x86-64-v3).
        Avx2 = "avx2",
        /// 4 lanes (64-bit Arm).
        Neon = "neon",
        /// 4 lanes, vectorized by the compiler, with square roots and divisions instead of estimates.
        Portable = "portable",
    }
}

/// Sources summed on their own before their sum joins the total. The error then grows with the length of a tile and the number
/// of tiles, not with the number of bodies.
const TILE: usize = 256;
/// Bodies per unit of a thread's work: a whole number of blocks of every instruction set.
const UNIT: usize = 64;
/// Up to this many interactions, waking threads costs more than it saves.
const SINGLE: usize = 100_000;

impl InstructionSet {
    /// The fastest set that this CPU has.
    pub fn best() -> Self {
        Self::ALL.iter().copied().find(|set| set.is_available()).unwrap_or(Self::Portable)
    }

    /// Whether this CPU has the set.
    pub fn is_available(self) -> bool {
        match self {
            #[cfg(target_arch = "x86_64")]
            Self::Avx512 => V4::try_new().is_some(),
            #[cfg(target_arch = "x86_64")]
            Self::Avx2 => V3::try_new().is_some(),
            #[cfg(target_arch = "aarch64")]
            Self::Neon => Neon::try_new().is_some(),
            Self::Portable => true,
            #[allow(unreachable_patterns, reason = "the remaining ones depend on the architecture")]
            _ => false,
        }
    }

    /// Accelerations of the bodies of `sources` from `first` on, as many as `accelerations` has room for. If the CPU lacks the
    /// set, the portable one is used.
    fn accelerate(self, sources: Sources, softening: Softening, first: usize, accelerations: [&mut [f32]; 3]) {
        // Blocks as large as the registers allow: AVX-512 and NEON have 32 vectors, AVX2 has 16.
        match self {
            #[cfg(target_arch = "x86_64")]
            Self::Avx512 if let Some(v4) = V4::try_new() => {
                v4.vectorize(Pass::<_, 4> { lanes: v4, sources, softening, first, accelerations });
            }
            #[cfg(target_arch = "x86_64")]
            Self::Avx2 if let Some(v3) = V3::try_new() => {
                v3.vectorize(Pass::<_, 1> { lanes: v3, sources, softening, first, accelerations });
            }
            #[cfg(target_arch = "aarch64")]
            Self::Neon if let Some(neon) = Neon::try_new() => {
                neon.vectorize(Pass::<_, 2> { lanes: neon, sources, softening, first, accelerations });
            }
            _ => Pass::<_, 2> { lanes: Scalar128b, sources, softening, first, accelerations }.call(),
        }
    }
}

/// Accelerations of all bodies of `sources`, on the threads of `pool` if there is one and waking them pays. Threads divide the
/// bodies, never the sum over the sources, so any number of threads gives the same bits.
pub(super) fn accelerate(
    set: InstructionSet,
    pool: Option<&rayon::ThreadPool>,
    sources: Sources,
    softening: Softening,
    [x, y, z]: [&mut [f32]; 3],
) {
    match pool {
        Some(pool) if sources.mass.len().pow(2) > SINGLE => pool.install(|| {
            let units = x.par_chunks_mut(UNIT).zip(y.par_chunks_mut(UNIT)).zip(z.par_chunks_mut(UNIT)).enumerate();
            units.for_each(|(unit, ((x, y), z))| set.accelerate(sources, softening, unit * UNIT, [x, y, z]));
        }),
        _ => set.accelerate(sources, softening, 0, [x, y, z]),
    }
}

/// The vectors of an instruction set.
trait Lanes: Simd {
    /// A factor that the sums lack: 3/2 if [`refined`] leaves it out.
    const SCALE: f32;

    /// a b + c, as one instruction if there is one.
    fn multiply_add(self, a: Self::f32s, b: Self::f32s, c: Self::f32s) -> Self::f32s;

    /// m x^(-3/2) / [`Lanes::SCALE`].
    fn inverse_cube(self, x: Self::f32s, mass: Self::f32s) -> Self::f32s;
}

/// 2/3 m x^(-3/2) from an estimate y of x^(-1/2), by one Newton step for exactly this power: y³ (1 + 3/2 h) with h = 1 - x y²,
/// whose relative error is 15/8 h². Written as m y³ (5/3 - x y²), it takes five instructions.
#[inline(always)]
fn refined<S: Simd>(lanes: S, x: S::f32s, mass: S::f32s, estimate: S::f32s) -> S::f32s {
    let squared = lanes.mul_f32s(estimate, estimate);
    let correction = lanes.negate_mul_add_f32s(x, squared, lanes.splat_f32s(5.0 / 3.0));
    lanes.mul_f32s(lanes.mul_f32s(squared, correction), lanes.mul_f32s(estimate, mass))
}

#[cfg(target_arch = "x86_64")]
impl Lanes for V4 {
    const SCALE: f32 = 1.5;

    #[inline(always)]
    fn multiply_add(self, a: Self::f32s, b: Self::f32s, c: Self::f32s) -> Self::f32s {
        self.mul_add_f32s(a, b, c)
    }

    #[inline(always)]
    fn inverse_cube(self, x: Self::f32s, mass: Self::f32s) -> Self::f32s {
        // Relative error up to 2^-14; 2.8e-8 after refinement.
        refined(self, x, mass, cast(self.avx512f._mm512_rsqrt14_ps(cast(x))))
    }
}

#[cfg(target_arch = "x86_64")]
impl Lanes for V3 {
    const SCALE: f32 = 1.5;

    #[inline(always)]
    fn multiply_add(self, a: Self::f32s, b: Self::f32s, c: Self::f32s) -> Self::f32s {
        self.mul_add_f32s(a, b, c)
    }

    #[inline(always)]
    fn inverse_cube(self, x: Self::f32s, mass: Self::f32s) -> Self::f32s {
        // Relative error up to 1.5 * 2^-12; 1.0e-6 after refinement, a third of that on average.
        refined(self, x, mass, cast(self.avx._mm256_rsqrt_ps(cast(x))))
    }
}

#[cfg(target_arch = "aarch64")]
impl Lanes for Neon {
    const SCALE: f32 = 1.5;

    #[inline(always)]
    fn multiply_add(self, a: Self::f32s, b: Self::f32s, c: Self::f32s) -> Self::f32s {
        self.mul_add_f32s(a, b, c)
    }

    #[inline(always)]
    fn inverse_cube(self, x: Self::f32s, mass: Self::f32s) -> Self::f32s {
        // Relative error up to 2^-8. A Newton step for the square root comes first and leaves 2.3e-5.
        let (x_, estimate) = (cast(x), self.neon.vrsqrteq_f32(cast(x)));
        let step = self.neon.vrsqrtsq_f32(x_, self.neon.vmulq_f32(estimate, estimate));
        refined(self, x, mass, cast(self.neon.vmulq_f32(estimate, step)))
    }
}

impl Lanes for Scalar128b {
    const SCALE: f32 = 1.0;

    #[inline(always)]
    fn multiply_add(self, a: Self::f32s, b: Self::f32s, c: Self::f32s) -> Self::f32s {
        // Not fused: on a CPU without the instruction, that would be a function call.
        self.add_f32s(self.mul_f32s(a, b), c)
    }

    #[inline(always)]
    fn inverse_cube(self, x: Self::f32s, mass: Self::f32s) -> Self::f32s {
        let cubed: [f32; 4] = cast(self.mul_f32s(x, self.sqrt_f32s(x)));
        let mass: [f32; 4] = cast(mass);
        cast([mass[0] / cubed[0], mass[1] / cubed[1], mass[2] / cubed[2], mass[3] / cubed[3]])
    }
}

/// The accelerations of a range of bodies, computed `BLOCK` vectors at a time.
struct Pass<'a, S, const BLOCK: usize> {
    lanes: S,
    sources: Sources<'a>,
    softening: Softening,
    first: usize,
    accelerations: [&'a mut [f32]; 3],
}

impl<S: Lanes, const BLOCK: usize> NullaryFnOnce for Pass<'_, S, BLOCK> {
    type Output = ();

    #[inline(always)]
    fn call(self) {
        if self.softening.is_some { self.sum::<true>() } else { self.sum::<false>() }
    }
}

impl<S: Lanes, const BLOCK: usize> Pass<'_, S, BLOCK> {
    #[inline(always)]
    fn sum<const SOFTENED: bool>(mut self) {
        let lanes = self.lanes;
        let scale = lanes.splat_f32s(S::SCALE);
        for start in (0..self.accelerations[0].len()).step_by(BLOCK * S::F32_LANES) {
            let here = self.sources.position.map(|axis| {
                // Past the last body, this loads a body at the origin, whose acceleration is never stored.
                std::array::from_fn(|vector| lanes.partial_load_f32s(from(axis, self.first + start + vector * S::F32_LANES)))
            });
            let mut totals = [[lanes.splat_f32s(0.0); BLOCK]; 3];
            for tile in (0..self.sources.mass.len()).step_by(TILE) {
                let sums = self.tile::<SOFTENED>(&here, tile);
                for (total, sum) in totals.as_flattened_mut().iter_mut().zip(sums.as_flattened()) {
                    *total = lanes.multiply_add(*sum, scale, *total);
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

    /// The pull of one tile of sources on a block of bodies, by axis.
    #[inline(always)]
    fn tile<const SOFTENED: bool>(&self, here: &[[S::f32s; BLOCK]; 3], begin: usize) -> [[S::f32s; BLOCK]; 3] {
        let lanes = self.lanes;
        let zero = lanes.splat_f32s(0.0);
        let same_place = lanes.splat_f32s(Softening::SAME_PLACE);
        let softening_squared = lanes.splat_f32s(self.softening.squared);
        let end = self.sources.mass.len().min(begin + TILE);
        let [xs, ys, zs] = self.sources.position.map(|axis| &axis[begin..end]);
        let mut sums = [[zero; BLOCK]; 3];
        for (((&x, &y), &z), &mass) in xs.iter().zip(ys).zip(zs).zip(&self.sources.mass[begin..end]) {
            let source = [x, y, z].map(|axis| lanes.splat_f32s(axis));
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
}

/// The values from `index` on; empty past the end.
#[inline(always)]
fn from(values: &[f32], index: usize) -> &[f32] {
    values.get(index..).unwrap_or(&[])
}
