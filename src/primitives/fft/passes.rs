//! The passes of a transform: which kernel handles which lines, from where to where.

use super::kernels::{FftParams, From, Stages, To, any_in, kernel, lines_of};
use super::request::{Axis, FftDirection, FftReal, FftRequest, longest_for_any_radix, stages};
use super::roots;
use crate::gpu::{Bound, Buffer, Gpu, GpuError, KernelSource, tuned};

/// The first element of line l is at `(l / inner) * outer + (l % inner) * step`, and its elements
/// are `stride` apart.
#[derive(Clone, Copy, Debug)]
pub struct Strides {
    pub outer: usize,
    pub step: usize,
    pub stride: usize,
}

/// A pass over lines.
#[derive(Clone, Copy, Debug)]
pub struct Lines {
    /// Complex elements of a line.
    pub length: usize,
    /// Elements that are stored of each.
    pub kept: usize,
    pub lines: usize,
    pub inner: usize,
    pub source: Strides,
    pub target: Strides,
    pub from: From,
    pub to: To,
    /// Lines per root of a split line, and the number of these roots.
    pub roots: [usize; 2],
}

impl Lines {
    /// Whole lines along an axis.
    pub fn whole(axis: &Axis, from: From) -> Self {
        let strides = Strides {
            outer: axis.outer_stride,
            step: usize::from(axis.inner > 1),
            stride: axis.stride,
        };
        Self {
            length: axis.length,
            kept: axis.length,
            lines: axis.lines,
            inner: axis.inner,
            source: strides,
            target: strides,
            from,
            to: To::Complex,
            roots: [1, 1],
        }
    }

    /// What the kernel gets to know about them.
    fn parameters(&self) -> FftParams {
        let at = |strides: Strides| {
            [strides.outer as u32, strides.step as u32, strides.stride as u32, 0]
        };
        FftParams {
            source: at(self.source),
            target_at: at(self.target),
            lines: self.lines as u32,
            inner: self.inner as u32,
            length: self.length as u32,
            kept: self.kept as u32,
            root_each: self.roots[0] as u32,
            root_count: self.roots[1] as u32,
            ..bytemuck::Zeroable::zeroed()
        }
    }
}

/// Collects the passes of a transform.
pub struct Passes<'a> {
    gpu: &'a Gpu,
    request: FftRequest,
    is_inverse: bool,
    /// The factor that the next pass applies.
    scale: f64,
    passes: Vec<(Bound, u32)>,
    scratch_bytes: u64,
}

impl<'a> Passes<'a> {
    pub fn new(gpu: &'a Gpu, request: FftRequest, direction: FftDirection) -> Self {
        let is_inverse = direction == FftDirection::Inverse;
        let scale = if is_inverse { 1.0 / request.averaged() as f64 } else { 1.0 };
        Self { gpu, request, is_inverse, scale, passes: Vec::new(), scratch_bytes: 0 }
    }

    /// The passes, each with its workgroups, and the bytes of all scratch.
    pub fn finish(self) -> (Vec<(Bound, u32)>, u64) {
        (self.passes, self.scratch_bytes)
    }

    /// A buffer for what lies between passes.
    pub fn scratch<T: FftReal>(&mut self, len: usize) -> Result<Buffer<[T; 2]>, GpuError> {
        let scratch = self.gpu.storage("fft/scratch", len)?;
        self.scratch_bytes += scratch.bytes();
        Ok(scratch)
    }

    /// Transforms the lines along an axis of `source` into `target`, or in place if both are the
    /// same buffer.
    pub fn add_axis<T: FftReal>(
        &mut self,
        axis: &Axis,
        source: &Buffer<[T; 2]>,
        target: &Buffer<[T; 2]>,
    ) -> Result<(), GpuError> {
        let (gpu, path) = (self.gpu, self.request.path);
        let is_one_pass = stages::<T>(gpu, axis.length, path).is_some();
        let lengths = axis
            .split::<T>(gpu, path)
            .filter(|_| !is_one_pass || axis.prefers_split::<T>(gpu, self.request));
        let Some([first, second]) = lengths else {
            let from = if source.raw() == target.raw() { From::Target } else { From::Complex };
            return self.add::<T>(&Lines::whole(axis, from), source.raw(), target.raw());
        };
        let scratch = self.scratch::<T>(source.len())?;
        let [one, two] = split(axis, first, second);
        self.add::<T>(&one, source.raw(), scratch.raw())?;
        self.add::<T>(&two, scratch.raw(), target.raw())
    }

    /// Adds a pass. The first one that does not split lines applies the factor of the transform.
    pub fn add<T: FftReal>(
        &mut self,
        lines: &Lines,
        source: &wgpu::Buffer,
        target: &wgpu::Buffer,
    ) -> Result<(), GpuError> {
        let kernel = kernel(self.stages::<T>(lines), lines.from, lines.to, size_of::<T>() == 8);
        self.add_kernel::<T>(lines, kernel, &[], source, target)
    }

    /// Adds a pass of another kernel, which reads more buffers.
    pub fn add_kernel<T: FftReal>(
        &mut self,
        lines: &Lines,
        kernel: &KernelSource,
        more: &[(&str, &wgpu::Buffer)],
        source: &wgpu::Buffer,
        target: &wgpu::Buffer,
    ) -> Result<(), GpuError> {
        let mut buffers = [&[("results", target)], more].concat();
        if lines.from != From::Target {
            buffers.push(("source", source));
        }
        let turns;
        if lines.to == To::Split {
            turns = table::<T>(
                self.gpu,
                "fft/roots",
                &roots::split_roots(lines.length * lines.roots[1]),
            )?;
            buffers.push(("roots", turns.raw()));
        }
        self.bind::<T>(lines, kernel, &buffers)
    }

    fn stages<T: FftReal>(&self, lines: &Lines) -> Stages {
        let is_odd_real = matches!(lines.from, From::Real | From::OddHalf);
        stages::<T>(self.gpu, lines.length, self.request.path)
            .filter(|_| !is_odd_real)
            .unwrap_or(Stages::AnyRadix)
    }

    fn bind<T: FftReal>(
        &mut self,
        lines: &Lines,
        kernel: &KernelSource,
        buffers: &[(&str, &wgpu::Buffer)],
    ) -> Result<(), GpuError> {
        let gpu = self.gpu;
        let is_across = lines.source.stride > 1 || lines.target.stride > 1;
        let (radices, tuning, group) = match self.stages::<T>(lines) {
            Stages::Registers => {
                let tuning = lines_of(lines.length, is_across);
                let group = tuned(tuning, "LINES").unwrap_or(1) as usize;
                (roots::radices_in_registers(lines.length), tuning, group)
            }
            Stages::AnyRadix => {
                let memory = gpu.limits().max_compute_workgroup_storage_size;
                let most = longest_for_any_radix::<T>(gpu) / lines.length;
                let group = most.min(lines.lines).min((1024 / lines.length).max(16));
                let radices = roots::radices(lines.length).unwrap_or_default();
                (radices, any_in(memory, size_of::<T>(), gpu.is_software()), group)
            }
        };
        let scale =
            if lines.to == To::Split { 1.0 } else { std::mem::replace(&mut self.scale, 1.0) };
        let parameters = FftParams {
            radices: radices.iter().rev().fold(0, |all, radix| (all << 4) | (*radix as u32 & 15)),
            group: group as u32,
            is_inverse: u32::from(self.is_inverse),
            scale: scale as f32,
            scale_low: (scale - f64::from(scale as f32)) as f32,
            ..lines.parameters()
        };
        let mut twiddles = roots::stage_roots(&radices);
        if lines.from == From::Half || lines.to == To::Half {
            twiddles.extend(roots::first_roots(2 * lines.length, lines.length));
        }
        let uniform = gpu.uniform("fft/parameters", &parameters)?;
        let twiddles = table::<T>(gpu, "fft/twiddles", &twiddles)?;
        let buffers =
            [buffers, &[("fft_of", uniform.raw()), ("twiddles", twiddles.raw())]].concat();
        let bound = gpu.kernel(kernel, tuning)?.bind(gpu.device(), &buffers)?;
        self.passes.push((bound, lines.lines.div_ceil(group) as u32));
        Ok(())
    }
}

/// Roots on the GPU.
fn table<T: FftReal>(
    gpu: &Gpu,
    label: &str,
    roots: &[[f64; 2]],
) -> Result<Buffer<[T; 2]>, GpuError> {
    gpu.storage_from(label, &roots.iter().map(|root| root.map(T::from_f64)).collect::<Vec<_>>())
}

/// The two passes over lines of `first * second` elements. With j = second * a + b and k = c +
/// first * d, the first pass transforms from a to c for each b, and turns by the roots b c; the
/// second transforms from b to d for each c.
pub fn split(axis: &Axis, first: usize, second: usize) -> [Lines; 2] {
    let lines = Lines {
        length: first,
        kept: first,
        lines: 0,
        inner: 0,
        source: Strides { outer: 0, step: 1, stride: 0 },
        target: Strides { outer: 0, step: 1, stride: 0 },
        from: From::Complex,
        to: To::Split,
        roots: [1, second],
    };
    if axis.is_across() {
        let (pitch, inner) = (axis.stride, axis.inner);
        let apart = Strides { outer: pitch, step: 1, stride: second * pitch };
        let together = Strides { outer: second * pitch, step: 1, stride: pitch };
        let result = Strides { outer: pitch, step: 1, stride: first * pitch };
        let one = Lines {
            lines: second * inner,
            inner,
            source: apart,
            target: apart,
            roots: [inner, second],
            ..lines
        };
        let two = Lines {
            length: second,
            kept: second,
            lines: first * inner,
            inner,
            source: together,
            target: result,
            to: To::Complex,
            ..lines
        };
        return [one, two];
    }
    let outer = axis.outer_stride;
    let apart = Strides { outer, step: 1, stride: second };
    let together = Strides { outer, step: second, stride: 1 };
    let result = Strides { outer, step: 1, stride: first };
    let one =
        Lines { lines: axis.lines * second, inner: second, source: apart, target: apart, ..lines };
    let two = Lines {
        length: second,
        kept: second,
        lines: axis.lines * first,
        inner: first,
        source: together,
        target: result,
        to: To::Complex,
        ..lines
    };
    [one, two]
}
