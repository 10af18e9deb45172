//! The vectors of each instruction set, with the roots that gravity needs.

#[cfg(target_arch = "aarch64")]
use pulp::aarch64::Neon;
#[cfg(target_arch = "x86_64")]
use pulp::x86::{V3, V4};
use pulp::{Scalar128b, Simd, cast};

/// The vectors of an instruction set.
pub(super) trait Lanes: Simd {
    /// A factor that the sums lack: 3/2 if [`refined`] leaves it out.
    const SCALE: f32 = 1.5;

    /// x^(-1/2), or an estimate that a Newton step refines.
    fn estimate(self, x: Self::f32s) -> Self::f32s;

    /// a b + c, as one instruction if there is one.
    #[inline(always)]
    fn multiply_add(self, a: Self::f32s, b: Self::f32s, c: Self::f32s) -> Self::f32s {
        self.mul_add_f32s(a, b, c)
    }

    /// c - a b, as one instruction if there is one.
    #[inline(always)]
    fn subtract_product(self, a: Self::f32s, b: Self::f32s, c: Self::f32s) -> Self::f32s {
        self.negate_mul_add_f32s(a, b, c)
    }

    /// m x^(-3/2) / [`Lanes::SCALE`].
    #[inline(always)]
    fn inverse_cube(self, x: Self::f32s, mass: Self::f32s) -> Self::f32s {
        refined(self, x, mass, self.estimate(x))
    }

    /// m x^(-3/2) / [`Lanes::SCALE`] for two masses.
    #[inline(always)]
    fn inverse_cubes(self, x: Self::f32s, [a, b]: [Self::f32s; 2]) -> [Self::f32s; 2] {
        let estimate = self.estimate(x);
        [refined(self, x, a, estimate), refined(self, x, b, estimate)]
    }

    /// x^(-1/2).
    #[inline(always)]
    fn inverse_root(self, x: Self::f32s) -> Self::f32s {
        improved(self, x, self.estimate(x))
    }
}

/// 2/3 m x^(-3/2) from an estimate y of x^(-1/2), by one Newton step for exactly this power: y³
/// (1 + 3/2 h) with h = 1 - x y², whose relative error is 15/8 h². Written as m y³ (5/3 - x y²), it
/// takes five instructions.
#[inline(always)]
fn refined<S: Simd>(lanes: S, x: S::f32s, mass: S::f32s, estimate: S::f32s) -> S::f32s {
    let squared = lanes.mul_f32s(estimate, estimate);
    let correction = lanes.negate_mul_add_f32s(x, squared, lanes.splat_f32s(5.0 / 3.0));
    lanes.mul_f32s(lanes.mul_f32s(squared, correction), lanes.mul_f32s(estimate, mass))
}

/// x^(-1/2) from an estimate y, by a Newton step: y (3 - x y²) / 2, whose relative error is 3/2
/// times the square of the estimate's.
#[inline(always)]
fn improved<S: Simd>(lanes: S, x: S::f32s, estimate: S::f32s) -> S::f32s {
    let squared = lanes.mul_f32s(estimate, estimate);
    let correction = lanes.negate_mul_add_f32s(x, squared, lanes.splat_f32s(3.0));
    lanes.mul_f32s(lanes.mul_f32s(estimate, lanes.splat_f32s(0.5)), correction)
}

#[cfg(target_arch = "x86_64")]
impl Lanes for V4 {
    /// Relative error up to 2^-14; 2.8e-8 after refinement.
    #[inline(always)]
    fn estimate(self, x: Self::f32s) -> Self::f32s {
        cast(self.avx512f._mm512_rsqrt14_ps(cast(x)))
    }
}

#[cfg(target_arch = "x86_64")]
impl Lanes for V3 {
    /// Relative error up to 1.5 * 2^-12; 1.0e-6 after refinement, a third of that on average.
    #[inline(always)]
    fn estimate(self, x: Self::f32s) -> Self::f32s {
        cast(self.avx._mm256_rsqrt_ps(cast(x)))
    }
}

#[cfg(target_arch = "aarch64")]
impl Lanes for Neon {
    /// Relative error up to 2^-8. A Newton step for the square root comes first and leaves 2.3e-5.
    #[inline(always)]
    fn estimate(self, x: Self::f32s) -> Self::f32s {
        let (x, estimate) = (cast(x), self.neon.vrsqrteq_f32(cast(x)));
        let step = self.neon.vrsqrtsq_f32(x, self.neon.vmulq_f32(estimate, estimate));
        cast(self.neon.vmulq_f32(estimate, step))
    }
}

impl Lanes for Scalar128b {
    const SCALE: f32 = 1.0;

    /// The value itself.
    #[inline(always)]
    fn estimate(self, x: Self::f32s) -> Self::f32s {
        let root: [f32; 4] = cast(self.sqrt_f32s(x));
        cast(root.map(|root| 1.0 / root))
    }

    #[inline(always)]
    fn multiply_add(self, a: Self::f32s, b: Self::f32s, c: Self::f32s) -> Self::f32s {
        // Not fused: on a CPU without the instruction, that would be a function call.
        self.add_f32s(self.mul_f32s(a, b), c)
    }

    #[inline(always)]
    fn subtract_product(self, a: Self::f32s, b: Self::f32s, c: Self::f32s) -> Self::f32s {
        self.sub_f32s(c, self.mul_f32s(a, b))
    }

    #[inline(always)]
    fn inverse_cubes(self, x: Self::f32s, masses: [Self::f32s; 2]) -> [Self::f32s; 2] {
        let inverse = self.inverse_cube(x, self.splat_f32s(1.0));
        [self.mul_f32s(masses[0], inverse), self.mul_f32s(masses[1], inverse)]
    }

    #[inline(always)]
    fn inverse_cube(self, x: Self::f32s, mass: Self::f32s) -> Self::f32s {
        let cubed: [f32; 4] = cast(self.mul_f32s(x, self.sqrt_f32s(x)));
        let mass: [f32; 4] = cast(mass);
        cast([mass[0] / cubed[0], mass[1] / cubed[1], mass[2] / cubed[2], mass[3] / cubed[3]])
    }

    #[inline(always)]
    fn inverse_root(self, x: Self::f32s) -> Self::f32s {
        self.estimate(x)
    }
}
