//! Fourier transforms of lines, planes and volumes, complex and real.

mod filter;
mod host;
pub mod kernels;
mod passes;
mod request;
mod roots;

pub use filter::{Factors, Filter};
pub(super) use host::{fft, real_fft, real_inverse_fft};
pub use kernels::KERNELS;
pub use request::{FftDirection, FftPath, FftReal, FftRequest};

use kernels::{From, To};
use passes::{Lines, Passes, Strides};

use super::check_lengths;
use crate::gpu::{Bound, Buffer, Gpu, GpuError};

/// What the messages are about.
const NAME: &str = "a Fourier transform";

/// A discrete Fourier transform, prepared for given buffers.
///
/// The forward transform is `X[k] = sum of x[j] exp(-2 pi i j k / n)`, and the inverse one divides
/// by n, so that both together change nothing. Elements of complex buffers are `[re, im]`; rows lie
/// one after the other, and so do planes.
///
/// Lengths have no prime factor above 7. Lines of up to 4,096 elements (2,048 if not a power of
/// two; half of that in double precision, and on adapters with 16 KiB of workgroup memory) are read
/// and written once per axis; longer ones twice, with a second buffer as scratch, up to the product
/// of two such lengths. Real lines may be twice as long as complex ones that take one pass, or as
/// long if their length is odd. Roots of unity are rounded from double precision; those that
/// connect the two passes over a long line are products of two.
///
/// ```
/// use starshell::gpu::Gpu;
/// use starshell::primitives::{Fft, FftRequest};
///
/// let gpu = Gpu::open(None)?;
/// // One wave along a row of eight.
/// let wave: Vec<f32> = (0..8).map(|x| (x as f32 / 8.0 * std::f32::consts::TAU).cos()).collect();
/// let source = gpu.storage_from("wave", &wave)?;
/// let spectrum = gpu.storage::<[f32; 2]>("spectrum", 5)?;
/// let fft = Fft::forward(&gpu, FftRequest::lines(1, 8), &source, &spectrum)?;
/// let mut encoder = gpu.encoder("example");
/// fft.encode(&mut encoder.begin_compute_pass(&wgpu::ComputePassDescriptor::default()));
/// gpu.submit(encoder);
/// let [_, first, second, ..] = gpu.read(&spectrum)?[..] else { unreachable!() };
/// assert!((first[0] - 4.0).abs() < 1e-5 && second[0].abs() < 1e-5);
/// # Ok::<(), starshell::gpu::GpuError>(())
/// ```
#[derive(Debug)]
pub struct Fft {
    passes: Vec<(Bound, u32)>,
    scratch_bytes: u64,
}

impl Fft {
    /// Prepares a complex transform of `source` into `target`, which may be the same buffer.
    ///
    /// # Errors
    /// [`GpuError::Mismatch`] if a length has a prime factor above 7 or is too long, buffers do not
    /// have as many elements as the request, or a buffer belongs to another device;
    /// [`GpuError::Unsupported`] if the adapter lacks double precision or the requested path;
    /// [`GpuError`] if a kernel does not compile or memory runs out.
    pub fn complex<T: FftReal>(
        gpu: &Gpu,
        request: FftRequest,
        direction: FftDirection,
        source: &Buffer<[T; 2]>,
        target: &Buffer<[T; 2]>,
    ) -> Result<Self, GpuError> {
        request.check::<T>(gpu)?;
        check_buffers(gpu, (source, request.elements()), (target, request.elements()))?;
        let mut passes = Passes::new(gpu, request, direction);
        let mut from = source;
        for axis in request.axes(request.columns) {
            passes.add_axis(&axis, from, target)?;
            from = target;
        }
        Ok(Self::new(passes))
    }

    /// Prepares a transform of real numbers into half of their spectrum: of each row, the first
    /// `columns / 2 + 1` elements. The others are conjugates of these.
    ///
    /// # Errors
    /// As [`Fft::complex`].
    pub fn forward<T: FftReal>(
        gpu: &Gpu,
        request: FftRequest,
        source: &Buffer<T>,
        target: &Buffer<[T; 2]>,
    ) -> Result<Self, GpuError> {
        request.check_real::<T>(gpu)?;
        check_buffers(gpu, (source, request.elements()), (target, request.half_elements()))?;
        let mut passes = Passes::new(gpu, request, FftDirection::Forward);
        let [real, half] = row_strides(request);
        let kept = request.half_columns();
        let (from, to) =
            if request.is_even() { (From::Complex, To::Half) } else { (From::Real, To::Complex) };
        let rows = Lines { kept, source: real, target: half, from, to, ..rows(request) };
        passes.add::<T>(&rows, source.raw(), target.raw())?;
        for axis in &request.axes(kept)[1..] {
            passes.add_axis(axis, target, target)?;
        }
        Ok(Self::new(passes))
    }

    /// Prepares the transform of half of a spectrum back into real numbers. The imaginary parts of
    /// the first element of each row, and of the last one if the length is even, count as zero.
    /// Planes and volumes take a second buffer like `source` as scratch.
    ///
    /// # Errors
    /// As [`Fft::complex`].
    pub fn inverse<T: FftReal>(
        gpu: &Gpu,
        request: FftRequest,
        source: &Buffer<[T; 2]>,
        target: &Buffer<T>,
    ) -> Result<Self, GpuError> {
        request.check_real::<T>(gpu)?;
        check_buffers(gpu, (source, request.half_elements()), (target, request.elements()))?;
        let mut passes = Passes::new(gpu, request, FftDirection::Inverse);
        let mut spectrum = source.clone();
        let axes = &request.axes(request.half_columns())[1..];
        if !axes.is_empty() {
            let scratch = passes.scratch::<T>(source.len())?;
            for axis in axes {
                passes.add_axis(axis, &spectrum, &scratch)?;
                spectrum = scratch.clone();
            }
        }
        let [real, half] = row_strides(request);
        let (from, to) =
            if request.is_even() { (From::Half, To::Complex) } else { (From::OddHalf, To::Real) };
        let rows = Lines { source: half, target: real, from, to, ..rows(request) };
        passes.add::<T>(&rows, spectrum.raw(), target.raw())?;
        Ok(Self::new(passes))
    }

    fn new(passes: Passes) -> Self {
        let (passes, scratch_bytes) = passes.finish();
        Self { passes, scratch_bytes }
    }

    /// Encodes the transform.
    pub fn encode(&self, pass: &mut wgpu::ComputePass) {
        for (bound, groups) in &self.passes {
            bound.dispatch_groups(pass, *groups);
        }
    }

    /// Bytes allocated in addition to source and target.
    pub fn scratch_bytes(&self) -> u64 {
        self.scratch_bytes
    }
}

/// Rows of real numbers: of half as many pairs if their length is even.
fn rows(request: FftRequest) -> Lines {
    let length = if request.is_even() { request.columns / 2 } else { request.columns };
    let [strides, _] = row_strides(request);
    let lines = request.planes * request.rows;
    let (from, to, roots) = (From::Complex, To::Complex, [1, 1]);
    Lines {
        length,
        kept: length,
        lines,
        inner: 1,
        source: strides,
        target: strides,
        from,
        to,
        roots,
    }
}

/// Where such rows are, and where half of their spectra.
fn row_strides(request: FftRequest) -> [Strides; 2] {
    let real = if request.is_even() { request.columns / 2 } else { request.columns };
    [real, request.half_columns()].map(|outer| Strides { outer, step: 0, stride: 1 })
}

/// Rejects buffers of another device, or of another length than wanted.
fn check_buffers<S: bytemuck::Pod, T: bytemuck::Pod>(
    gpu: &Gpu,
    (source, elements): (&Buffer<S>, usize),
    (target, results): (&Buffer<T>, usize),
) -> Result<(), GpuError> {
    source.check_own(gpu, "the elements to transform")?;
    target.check_own(gpu, "the elements of the target")?;
    check_lengths(NAME, ("elements of the source", source.len()), ("of its shape", elements))?;
    check_lengths(NAME, ("elements of the target", target.len()), ("of its shape", results))
}
