//! Lines whose spectra are multiplied by factors.

use super::kernels::{From, MultiplyParams, Stages, To};
use super::passes::{Lines, Passes, split};
use super::request::{Axis, stages};
use super::{Fft, FftDirection, FftPath, FftReal, FftRequest};
use crate::gpu::{Bound, Buffer, Gpu, GpuError, KernelSource};

/// The longest lines that are filtered whole although two passes would transform them sooner.
const LONGEST_WHOLE: usize = 2048;

/// Factors of spectra: the kernels that contain `factor_of`, and the buffers that it reads.
#[derive(Clone, Copy, Debug)]
pub struct Factors<'a> {
    /// Transform, multiply and transform back in one pass (`fft/filter_lines`), whole lines and the
    /// second halves of split ones.
    pub filter: &'a [KernelSource; 2],
    /// Only multiplies (`fft/multiply`).
    pub multiply: &'a KernelSource,
    /// The buffers, by name.
    pub tables: &'a [(&'a str, &'a wgpu::Buffer)],
}

/// Multiplies the spectra of lines by factors, in place.
#[derive(Debug)]
pub enum Filter {
    /// In one pass, or three over long lines.
    Fused(Fft),
    /// Lines forth, multiplied, and back.
    Divided {
        /// The transform.
        forward: Fft,
        /// The multiplication.
        multiply: Bound,
        /// Elements of all lines.
        count: u32,
        /// The transform back.
        back: Fft,
    },
}

impl Filter {
    /// Whether lines of this length fit into registers, and are best there if the path says so.
    pub fn is_fused<T: FftReal>(gpu: &Gpu, length: usize, path: FftPath) -> bool {
        stages::<T>(gpu, length, path) == Some(Stages::Registers)
    }

    /// Prepares the lines along an axis of half of a spectrum: 1 for those across rows, 2 for those
    /// across planes.
    pub fn new<T: FftReal>(
        gpu: &Gpu,
        (request, axis): (FftRequest, usize),
        is_fused: bool,
        factors: Factors,
        spectrum: &Buffer<[T; 2]>,
    ) -> Result<Self, GpuError> {
        let lines = request.axes(request.half_columns())[axis];
        let alone =
            FftRequest { columns: 1, rows: if axis > 1 { 1 } else { request.rows }, ..request };
        if is_fused {
            return Ok(Self::Fused(fused(gpu, alone, &lines, factors, spectrum)?));
        }
        let count = spectrum.len() as u32;
        let uniform =
            gpu.uniform("fft/multiply", &MultiplyParams { lines: lines.inner as u32, count })?;
        let buffers =
            [&[("multiply_of", uniform.raw()), ("spectrum", spectrum.raw())], factors.tables]
                .concat();
        let transform = |direction| {
            let mut passes = Passes::new(gpu, alone, direction);
            passes.add_axis(&lines, spectrum, spectrum)?;
            Ok::<_, GpuError>(Fft::new(passes))
        };
        Ok(Self::Divided {
            forward: transform(FftDirection::Forward)?,
            multiply: gpu.kernel(factors.multiply, &[])?.bind(gpu.device(), &buffers)?,
            count,
            back: transform(FftDirection::Inverse)?,
        })
    }

    /// Encodes all passes.
    pub fn encode(&self, pass: &mut wgpu::ComputePass) {
        match self {
            Self::Fused(fft) => fft.encode(pass),
            Self::Divided { forward, multiply, count, back } => {
                forward.encode(pass);
                multiply.dispatch_threads(pass, *count);
                back.encode(pass);
            }
        }
    }

    /// Bytes allocated in addition to the spectrum.
    pub fn scratch_bytes(&self) -> u64 {
        match self {
            Self::Fused(fft) => fft.scratch_bytes(),
            Self::Divided { forward, back, .. } => forward.scratch_bytes() + back.scratch_bytes(),
        }
    }
}

/// One pass over whole lines, or three over split ones: first halves forth; second halves forth,
/// multiplied and back; first halves back.
fn fused<T: FftReal>(
    gpu: &Gpu,
    request: FftRequest,
    axis: &Axis,
    factors: Factors,
    spectrum: &Buffer<[T; 2]>,
) -> Result<Fft, GpuError> {
    let [whole, half] = factors.filter;
    let mut back = Passes::new(gpu, request, FftDirection::Inverse);
    // Whole lines take one pass in place of three, which is worth narrow accesses up to this
    // length.
    let is_long = axis.length > LONGEST_WHOLE || request.path == FftPath::Split;
    let lengths = axis
        .split::<T>(gpu, request.path)
        .filter(|_| is_long && axis.prefers_split::<T>(gpu, request));
    let Some([first, second]) = lengths else {
        let lines = Lines::whole(axis, From::Target);
        back.add_kernel::<T>(&lines, whole, factors.tables, spectrum.raw(), spectrum.raw())?;
        return Ok(Fft::new(back));
    };
    let [one, two] = split(axis, first, second);
    let mut forth = Passes::new(gpu, request, FftDirection::Forward);
    let scratch = forth.scratch::<T>(spectrum.len())?;
    forth.add::<T>(&one, spectrum.raw(), scratch.raw())?;
    let two = Lines {
        target: two.source,
        from: From::Target,
        to: To::Split,
        roots: [axis.inner, first],
        ..two
    };
    back.add_kernel::<T>(&two, half, factors.tables, scratch.raw(), scratch.raw())?;
    let one = Lines { to: To::Complex, roots: [1, 1], ..one };
    back.add::<T>(&one, scratch.raw(), spectrum.raw())?;
    let (mut passes, scratch_bytes) = forth.finish();
    passes.extend(back.finish().0);
    Ok(Fft { passes, scratch_bytes })
}
