//! Associative operators with identities, as WGSL.

use std::marker::PhantomData;

use crate::gpu::{Elements, Gpu, GpuError, KernelSource, Part};
use crate::words::say;
use crate::{mirrored, wgsl};

/// An associative operator with an identity, for elements of type `T` on the host.
///
/// Its WGSL declares `Element`, `fn identity() -> Element` and `fn combine(a: Element, b: Element)
/// -> Element`. `T` must take as many bytes as `Element` in a WGSL array, which is checked: `vec3f`
/// takes 16, so its host type is `[f32; 4]`.
///
/// ```
/// use starshell::gpu::{Gpu, Part};
/// use starshell::primitives::{Monoid, Reduce};
///
/// /// The product of complex numbers.
/// const PRODUCT: Monoid<[f32; 2]> = Monoid::new(&[Part {
///     path: "product.wgsl",
///     source: "
/// alias Element = vec2f;
/// fn identity() -> vec2f { return vec2f(1.0, 0.0); }
/// fn combine(a: vec2f, b: vec2f) -> vec2f { return vec2f(a.x * b.x - a.y * b.y, a.x * b.y + a.y * b.x); }
/// ",
/// }]);
///
/// let gpu = Gpu::open(None)?;
/// let numbers = gpu.storage_from("numbers", &[[0.0_f32, 1.0], [0.0, 2.0], [3.0, 0.0]])?;
/// let product = Reduce::new(&gpu, &PRODUCT.commutative(), &numbers)?;
/// let mut encoder = gpu.encoder("example");
/// product.encode(&mut encoder.begin_compute_pass(&wgpu::ComputePassDescriptor::default()));
/// gpu.submit(encoder);
/// assert_eq!(gpu.read(product.result())?, [[-6.0, 0.0]]);
/// # Ok::<(), starshell::gpu::GpuError>(())
/// ```
#[derive(Debug)]
pub struct Monoid<T> {
    parts: &'static [Part],
    /// Declares `Quad`: four elements, read and written at once.
    quads: &'static [Part],
    is_trusted: bool,
    pub(super) is_commutative: bool,
    pub(super) is_exact: bool,
    pub(super) is_number: bool,
    features: wgpu::Features,
    element: PhantomData<T>,
}

const QUADS: &[Part] = &[wgsl!("monoid/quads.wgsl")];
const VECTOR_QUADS: &[Part] = &[wgsl!("monoid/vector_quads.wgsl")];

impl<T> Clone for Monoid<T> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<T> Copy for Monoid<T> {}

impl<T> Monoid<T> {
    /// Your own monoid. Its kernels keep wgpu's run-time checks.
    pub const fn new(parts: &'static [Part]) -> Self {
        let features = wgpu::Features::empty();
        Self {
            parts,
            quads: QUADS,
            is_trusted: false,
            is_commutative: false,
            is_exact: false,
            is_number: false,
            features,
            element: PhantomData,
        }
    }

    /// One of Starshell's own monoids, which accesses nothing but its operands.
    pub(crate) const fn trusted(parts: &'static [Part]) -> Self {
        let mut monoid = Self::new(parts);
        monoid.is_trusted = true;
        monoid
    }

    /// Declares that the order of operands does not matter, so that memory can be read in the most
    /// convenient order.
    #[must_use]
    pub const fn commutative(mut self) -> Self {
        self.is_commutative = true;
        self
    }

    /// Declares that nothing is rounded, so that the result does not depend on how elements are
    /// grouped.
    #[must_use]
    pub const fn exact(mut self) -> Self {
        self.is_exact = true;
        self
    }

    /// Declares that elements are 32-bit numbers (`u32`, `i32`, `f32`), which fast paths pass
    /// between workgroups.
    #[must_use]
    pub const fn number(mut self) -> Self {
        self.is_number = true;
        self.scalar()
    }

    /// Declares that four elements form a WGSL vector.
    #[must_use]
    pub(crate) const fn scalar(mut self) -> Self {
        self.quads = VECTOR_QUADS;
        self
    }

    /// Declares the features that an adapter needs for it.
    #[must_use]
    pub const fn needs(mut self, features: wgpu::Features) -> Self {
        self.features = features;
        self
    }

    /// `kernel` specialized for this monoid.
    #[must_use]
    pub const fn in_kernel(&self, kernel: KernelSource) -> KernelSource {
        let path = if let Some(first) = self.parts.first() { first.path } else { "" };
        let elements = Elements { bytes: size_of::<T>(), is_number: self.is_number, path };
        let kernel = kernel.with(self.parts).with(self.quads).for_elements(elements);
        if self.is_trusted { kernel } else { kernel.checked() }
    }

    /// Rejects an adapter that lacks what the monoid needs.
    ///
    /// # Errors
    /// [`GpuError::Unsupported`].
    pub fn check(&self, gpu: &Gpu) -> Result<(), GpuError> {
        let missing = self.features - gpu.features();
        if missing.is_empty() {
            return Ok(());
        }
        Err(GpuError::unsupported(
            self.parts.last().map_or("", |part| part.path).to_owned(),
            gpu.adapter_name(),
            say!("missing-features", features = format!("{missing:?}")),
            say!("remedy-numbers"),
        ))
    }
}

mirrored! {
    /// An axis-aligned box; the fourth coordinate is treated like the others.
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
/// Smallest `f32`; no element may be NaN.
pub const MIN_F32: Monoid<f32> = Monoid::trusted(&[MIN, F32]).commutative().number().exact();
/// Largest `f32`; no element may be NaN.
pub const MAX_F32: Monoid<f32> = Monoid::trusted(&[MAX, F32]).commutative().number().exact();
/// Sum of `u64`, modulo 2^64.
pub const SUM_U64: Monoid<u64> =
    Monoid::trusted(&[SUM, U64]).commutative().scalar().exact().needs(wgpu::Features::SHADER_INT64);
/// Smallest `u64`.
pub const MIN_U64: Monoid<u64> =
    Monoid::trusted(&[MIN, U64]).commutative().scalar().exact().needs(wgpu::Features::SHADER_INT64);
/// Largest `u64`.
pub const MAX_U64: Monoid<u64> =
    Monoid::trusted(&[MAX, U64]).commutative().scalar().exact().needs(wgpu::Features::SHADER_INT64);
/// Sum of `f64`.
pub const SUM_F64: Monoid<f64> =
    Monoid::trusted(&[SUM, F64]).commutative().scalar().needs(wgpu::Features::SHADER_F64);
/// Smallest `f64`; no element may be NaN.
pub const MIN_F64: Monoid<f64> =
    Monoid::trusted(&[MIN, F64]).commutative().scalar().exact().needs(wgpu::Features::SHADER_F64);
/// Largest `f64`; no element may be NaN.
pub const MAX_F64: Monoid<f64> =
    Monoid::trusted(&[MAX, F64]).commutative().scalar().exact().needs(wgpu::Features::SHADER_F64);
/// Sum of vectors.
pub const SUM_VEC4F: Monoid<[f32; 4]> =
    Monoid::trusted(&[SUM, wgsl!("monoid/vec4f.wgsl")]).commutative();
/// The smallest box around several boxes. The identity is the box from infinity to minus infinity.
pub const JOIN_BOUNDS: Monoid<Bounds> =
    Monoid::trusted(&[wgsl!("monoid/bounds.wgsl")]).commutative().exact();
