//! The instruction sets, and running a loop with the vectors of one of them.
//!
//! The program is built for any CPU of its architecture and detects at run time which instructions
//! it may use.

#[cfg(target_arch = "aarch64")]
use pulp::aarch64::Neon;
#[cfg(target_arch = "x86_64")]
use pulp::x86::{V3, V4};
use pulp::{NullaryFnOnce, Scalar128b};

use super::lanes::Lanes;
use crate::name::Named;
use crate::named;

named! {
    /// Vector instruction sets.
    pub enum InstructionSet: "instruction set" {
        /// 16 lanes (x86-64-v4).
        Avx512 = "avx-512",
        /// 8 lanes, with FMA (x86-64-v3).
        Avx2 = "avx2",
        /// 4 lanes (64-bit Arm).
        Neon = "neon",
        /// 4 lanes, vectorized by the compiler, with square roots and divisions instead of
        /// estimates.
        Portable = "portable",
    }
}

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

    /// Runs a loop with the vectors of this set. If the CPU lacks the set, the portable one is
    /// used.
    pub(super) fn vectorize<V: Vectorized>(self, vectorized: V) {
        // As many vectors as the registers allow: AVX-512 and NEON have 32, AVX2 has 16.
        match self {
            #[cfg(target_arch = "x86_64")]
            Self::Avx512 if let Some(v4) = V4::try_new() => {
                v4.vectorize(Call::<_, _, 4, 2> { lanes: v4, vectorized })
            }
            #[cfg(target_arch = "x86_64")]
            Self::Avx2 if let Some(v3) = V3::try_new() => {
                v3.vectorize(Call::<_, _, 1, 1> { lanes: v3, vectorized })
            }
            #[cfg(target_arch = "aarch64")]
            Self::Neon if let Some(neon) = Neon::try_new() => {
                neon.vectorize(Call::<_, _, 2, 2> { lanes: neon, vectorized })
            }
            _ => Call::<_, _, 2, 1> { lanes: Scalar128b, vectorized }.call(),
        }
    }
}

/// A loop written for the vectors of any instruction set.
pub(super) trait Vectorized {
    /// Runs it. So many vectors of bodies fit into the registers: `MANY` beside the pull of a body,
    /// `FEW` beside that of a cell. This and everything it calls must be inlined, or it is compiled
    /// for the wrong instruction set: so vectors are made by loops, not by closures such as those of
    /// `array::map`, which nothing makes the compiler inline.
    fn run<S: Lanes, const MANY: usize, const FEW: usize>(self, lanes: S);
}

struct Call<S, V, const MANY: usize, const FEW: usize> {
    lanes: S,
    vectorized: V,
}

impl<S: Lanes, V: Vectorized, const MANY: usize, const FEW: usize> NullaryFnOnce
    for Call<S, V, MANY, FEW>
{
    type Output = ();

    #[inline(always)]
    fn call(self) {
        self.vectorized.run::<S, MANY, FEW>(self.lanes);
    }
}
