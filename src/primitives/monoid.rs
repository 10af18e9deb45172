//! Associative operators with their identities, as WGSL.

use std::marker::PhantomData;

use crate::gpu::{Gpu, GpuError, KernelSource, Part};
use crate::{mirrored, wgsl};

/// An associative operator with its identity, for elements that are `T` on the host.
///
/// Its WGSL declares `Element` (with the layout of `T`), `Quad` (`vec4<Element>` for numbers, else `array<Element, 4>`: see
/// `shaders/monoid/quads.wgsl`), `fn identity() -> Element` and `fn combine(a: Element, b: Element) -> Element`.
#[derive(Debug)]
pub struct Monoid<T> {
    parts: &'static [Part],
    is_trusted: bool,
    pub(super) is_commutative: bool,
    pub(super) is_exact: bool,
    pub(super) is_number: bool,
    features: wgpu::Features,
    element: PhantomData<T>,
}

impl<T> Clone for Monoid<T> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<T> Copy for Monoid<T> {}

impl<T> Monoid<T> {
    /// A monoid of one's own. Kernels keep wgpu's run-time checks with it.
    pub const fn new(parts: &'static [Part]) -> Self {
        let features = wgpu::Features::empty();
        Self {
            parts,
            is_trusted: false,
            is_commutative: false,
            is_exact: false,
            is_number: false,
            features,
            element: PhantomData,
        }
    }

    /// A monoid of Starshell's own, which reads and writes nothing but its operands.
    pub(crate) const fn trusted(parts: &'static [Part]) -> Self {
        let mut monoid = Self::new(parts);
        monoid.is_trusted = true;
        monoid
    }

    /// Says that the order of operands does not matter, so that memory can be read in the order that suits it.
    #[must_use]
    pub const fn commutative(mut self) -> Self {
        self.is_commutative = true;
        self
    }

    /// Says that nothing is rounded, so that the result is the same in whatever way elements are grouped.
    #[must_use]
    pub const fn exact(mut self) -> Self {
        self.is_exact = true;
        self
    }

    /// Says that elements are numbers of 32 bits (`u32`, `i32`, `f32`), which fast paths carry from one workgroup to another.
    #[must_use]
    pub const fn number(mut self) -> Self {
        self.is_number = true;
        self
    }

    /// Says which features an adapter needs for it.
    #[must_use]
    pub const fn needs(mut self, features: wgpu::Features) -> Self {
        self.features = features;
        self
    }

    /// `kernel` with this monoid.
    #[must_use]
    pub const fn in_kernel(&self, kernel: KernelSource) -> KernelSource {
        let kernel = kernel.with(self.parts);
        if self.is_trusted { kernel } else { kernel.checked() }
    }

    /// Refuses an adapter that lacks what the monoid needs.
    ///
    /// # Errors
    /// [`GpuError::Unsupported`].
    pub fn check(&self, gpu: &Gpu) -> Result<(), GpuError> {
        let missing = self.features - gpu.features();
        if missing.is_empty() {
            return Ok(());
        }
        Err(GpuError::Unsupported {
            kernel: self.parts.last().map_or("", |part| part.path).to_owned(),
            adapter: gpu.adapter_name().to_owned(),
            missing: format!("it has no {missing:?}"),
            remedy: "numbers of 32 bits",
        })
    }
}

mirrored! {
    /// A box along the axes; the fourth coordinate is one like the others.
    pub struct Bounds {
        /// Its lowest corner.
        pub low: [f32; 4],
        /// Its highest corner.
        pub high: [f32; 4],
    }
}

const SUM: Part = wgsl!("monoid/sum.wgsl");
const MIN: Part = wgsl!("monoid/min.wgsl");
const MAX: Part = wgsl!("monoid/max.wgsl");
const U32: Part = wgsl!("monoid/u32.wgsl");
const I32: Part = wgsl!("monoid/i32.wgsl");
const F32: Part = wgsl!("monoid/f32.wgsl");
const U64: Part = wgsl!("monoid/u64.wgsl");
const F64: Part = wgsl!("monoid/f64.wgsl");

/// Sum of `u32`, modulo 2^32.
pub const SUM_U32: Monoid<u32> = Monoid::trusted(&[SUM, U32]).commutative().number().exact();
/// Smallest `u32`.
pub const MIN_U32: Monoid<u32> = Monoid::trusted(&[MIN, U32]).commutative().number().exact();
/// Largest `u32`.
pub const MAX_U32: Monoid<u32> = Monoid::trusted(&[MAX, U32]).commutative().number().exact();
/// Sum of `i32`, modulo 2^32.
pub const SUM_I32: Monoid<i32> = Monoid::trusted(&[SUM, I32]).commutative().number().exact();
/// Smallest `i32`.
pub const MIN_I32: Monoid<i32> = Monoid::trusted(&[MIN, I32]).commutative().number().exact();
/// Largest `i32`.
pub const MAX_I32: Monoid<i32> = Monoid::trusted(&[MAX, I32]).commutative().number().exact();
/// Sum of `f32`.
pub const SUM_F32: Monoid<f32> = Monoid::trusted(&[SUM, F32]).commutative().number();
/// Smallest `f32`; none may be a NaN.
pub const MIN_F32: Monoid<f32> = Monoid::trusted(&[MIN, F32]).commutative().number().exact();
/// Largest `f32`; none may be a NaN.
pub const MAX_F32: Monoid<f32> = Monoid::trusted(&[MAX, F32]).commutative().number().exact();
/// Sum of `u64`, modulo 2^64.
pub const SUM_U64: Monoid<u64> = Monoid::trusted(&[SUM, U64]).commutative().exact().needs(wgpu::Features::SHADER_INT64);
/// Smallest `u64`.
pub const MIN_U64: Monoid<u64> = Monoid::trusted(&[MIN, U64]).commutative().exact().needs(wgpu::Features::SHADER_INT64);
/// Largest `u64`.
pub const MAX_U64: Monoid<u64> = Monoid::trusted(&[MAX, U64]).commutative().exact().needs(wgpu::Features::SHADER_INT64);
/// Sum of `f64`.
pub const SUM_F64: Monoid<f64> = Monoid::trusted(&[SUM, F64]).commutative().needs(wgpu::Features::SHADER_F64);
/// Smallest `f64`; none may be a NaN.
pub const MIN_F64: Monoid<f64> = Monoid::trusted(&[MIN, F64]).commutative().exact().needs(wgpu::Features::SHADER_F64);
/// Largest `f64`; none may be a NaN.
pub const MAX_F64: Monoid<f64> = Monoid::trusted(&[MAX, F64]).commutative().exact().needs(wgpu::Features::SHADER_F64);
/// Sum of vectors.
pub const SUM_VEC4F: Monoid<[f32; 4]> = Monoid::trusted(&[SUM, wgsl!("monoid/vec4f.wgsl")]).commutative();
/// The smallest box around boxes. The identity is the box from infinity to minus infinity.
pub const JOIN_BOUNDS: Monoid<Bounds> =
    Monoid::trusted(&[wgsl!("monoid/bounds.wgsl"), wgsl!("monoid/quads.wgsl")]).commutative().exact();
