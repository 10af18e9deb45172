//! Fills buffers with random numbers by Philox.

use super::philox::halves;
use crate::gpu::{Bound, Buffer, Gpu, GpuError, KernelSource, Part, Tuning};
use crate::{mirrored, wgsl};

mirrored! {
    /// Parameters of a fill.
    pub struct FillParams {
        /// Numbers that the buffer holds.
        pub count: u32,
        /// The seed: low word, high word.
        pub seed_low: u32,
        /// High word of the seed.
        pub seed_high: u32,
        /// The stream.
        pub stream_low: u32,
        /// High word of the stream.
        pub stream_high: u32,
        /// The first block of four numbers in the stream.
        pub first_low: u32,
        /// High word of the first block.
        pub first_high: u32,
    }
}

/// Products of words by 64-bit integers.
pub(crate) const WIDE_PRODUCTS: Part = wgsl!("random/wide_products.wgsl");
/// Products of words by their halves.
pub(crate) const NARROW_PRODUCTS: Part = wgsl!("random/narrow_products.wgsl");

const WORDS: Tuning = &[("KIND", 0)];
const UNIFORM: Tuning = &[("KIND", 1)];
const NORMAL: Tuning = &[("KIND", 2)];
const KINDS: &[Tuning] = &[WORDS, UNIFORM, NORMAL];

/// The fill on adapters with 64-bit integers.
pub const FILL_WIDE: KernelSource = KernelSource::trusted(
    "random/fill",
    &[wgsl!("random/fill.wgsl"), wgsl!("random/normals.wgsl"), WIDE_PRODUCTS],
    KINDS,
);
/// The fill on others.
pub const FILL_NARROW: KernelSource = KernelSource::trusted(
    "random/fill",
    &[wgsl!("random/fill.wgsl"), wgsl!("random/normals.wgsl"), NARROW_PRODUCTS],
    KINDS,
);
/// Normal numbers by the adapter's own functions.
pub const FILL_FAST: KernelSource = KernelSource::trusted(
    "random/fill",
    &[wgsl!("random/fill.wgsl"), wgsl!("random/fast_normals.wgsl"), NARROW_PRODUCTS],
    &[NORMAL],
);

/// Whether an adapter multiplies words by 64-bit integers.
pub(crate) fn has_wide_products(gpu: &Gpu) -> bool {
    gpu.features().contains(wgpu::Features::SHADER_INT64)
}

/// Which random numbers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct RandomRequest {
    /// The seed.
    pub seed: u64,
    /// The stream: streams of one seed have no block in common.
    pub stream: u64,
    /// The first block of four numbers of the stream, so that a later fill can continue an earlier
    /// one.
    pub first_block: u64,
    /// Whether to multiply by halves of words even where the adapter has 64-bit integers. The words
    /// are the same.
    pub is_portable: bool,
}

impl RandomRequest {
    /// The beginning of the first stream of this seed.
    pub fn new(seed: u64) -> Self {
        Self { seed, ..Self::default() }
    }
}

/// A fill with random numbers by [`Philox`](super::Philox), prepared for a given buffer. Number i
/// is that of word i % 4 of block i / 4 after the first.
///
/// Work is O(n) in one dispatch; no scratch. Words are the same on every adapter; normal numbers,
/// by the method of Box and Muller, are so on adapters of one kind, and differ by less than 3e-6
/// from [`Philox::normals`](super::Philox::normals) everywhere.
///
/// ```
/// use starshell::gpu::Gpu;
/// use starshell::primitives::{FillRandom, Philox, RandomRequest};
///
/// let gpu = Gpu::open(None)?;
/// let words = gpu.storage::<u32>("words", 8)?;
/// let fill = FillRandom::words(&gpu, &words, RandomRequest::new(7))?;
/// let mut encoder = gpu.encoder("example");
/// fill.encode(&mut encoder.begin_compute_pass(&wgpu::ComputePassDescriptor::default()));
/// gpu.submit(encoder);
/// assert_eq!(gpu.read(&words)?[4..], Philox::new(7, 0).block(1));
/// # Ok::<(), starshell::gpu::GpuError>(())
/// ```
#[derive(Debug)]
pub struct FillRandom {
    bound: Bound,
    blocks: u32,
}

impl FillRandom {
    /// Prepares a fill with random words.
    ///
    /// # Errors
    /// [`GpuError::Mismatch`] if the buffer belongs to another device; [`GpuError`] if the kernel
    /// does not compile.
    pub fn words(
        gpu: &Gpu,
        target: &Buffer<u32>,
        request: RandomRequest,
    ) -> Result<Self, GpuError> {
        Self::new(gpu, target, request, WORDS)
    }

    /// Prepares a fill with numbers between 0 and 1, both excluded.
    ///
    /// # Errors
    /// As [`FillRandom::words`].
    pub fn uniform(
        gpu: &Gpu,
        target: &Buffer<f32>,
        request: RandomRequest,
    ) -> Result<Self, GpuError> {
        Self::new(gpu, target, request, UNIFORM)
    }

    /// Prepares a fill with standard normal numbers.
    ///
    /// # Errors
    /// As [`FillRandom::words`].
    pub fn normal(
        gpu: &Gpu,
        target: &Buffer<f32>,
        request: RandomRequest,
    ) -> Result<Self, GpuError> {
        Self::new(gpu, target, request, NORMAL)
    }

    /// Prepares a fill with normal numbers by the adapter's own functions, whose errors must be
    /// measured.
    ///
    /// # Errors
    /// As [`FillRandom::words`].
    pub fn fast_normal(
        gpu: &Gpu,
        target: &Buffer<f32>,
        request: RandomRequest,
    ) -> Result<Self, GpuError> {
        Self::by_kernel(gpu, target, request, (&FILL_FAST, NORMAL))
    }

    fn new<T: bytemuck::Pod>(
        gpu: &Gpu,
        target: &Buffer<T>,
        request: RandomRequest,
        kind: Tuning,
    ) -> Result<Self, GpuError> {
        let is_wide = has_wide_products(gpu) && !request.is_portable;
        Self::by_kernel(
            gpu,
            target,
            request,
            (if is_wide { &FILL_WIDE } else { &FILL_NARROW }, kind),
        )
    }

    fn by_kernel<T: bytemuck::Pod>(
        gpu: &Gpu,
        target: &Buffer<T>,
        request: RandomRequest,
        (kernel, kind): (&KernelSource, Tuning),
    ) -> Result<Self, GpuError> {
        target.check_own(gpu, "the random numbers")?;
        let [seed_low, seed_high] = halves(request.seed);
        let [stream_low, stream_high] = halves(request.stream);
        let [first_low, first_high] = halves(request.first_block);
        let count = target.len() as u32;
        let of = FillParams {
            count,
            seed_low,
            seed_high,
            stream_low,
            stream_high,
            first_low,
            first_high,
        };
        let uniform = gpu.uniform("random/parameters", &of)?;
        let buffers = [("fill_of", uniform.raw()), ("numbers", target.raw())];
        Ok(Self {
            bound: gpu.kernel(kernel, kind)?.bind(gpu.device(), &buffers)?,
            blocks: count.div_ceil(4),
        })
    }

    /// Encodes the fill.
    pub fn encode(&self, pass: &mut wgpu::ComputePass) {
        self.bound.dispatch_threads(pass, self.blocks);
    }
}
