//! Poisson's equation as in the text: copies into complex numbers and back, a complex transform,
//! and a division in three versions.

use crate::gpu::{Bound, Buffer, Gpu, GpuError, KernelSource, Part};
use crate::primitives::{Fft, FftDirection, FftRequest};
use crate::{mirrored, named, wgsl};

mirrored! {
    /// A square plane of complex numbers.
    pub struct PlaneParams {
        /// Points along a side.
        pub points: u32,
        /// Rounds the size up.
        pub padding: u32,
    }
}

const PLANE: Part = wgsl!("lab/poisson/plane.wgsl");
/// Threads along each side of a workgroup.
const SIDE: usize = 16;

/// Copies real numbers into complex ones.
pub const WIDEN: KernelSource =
    KernelSource::trusted("poisson/widen", &[wgsl!("lab/poisson/widen.wgsl"), PLANE], &[&[]]);
/// Copies real parts.
pub const NARROW: KernelSource =
    KernelSource::trusted("poisson/narrow", &[wgsl!("lab/poisson/narrow.wgsl"), PLANE], &[&[]]);
/// The division, by version.
pub const DIVISIONS: [KernelSource; 3] = [
    KernelSource::trusted(
        "poisson/divide_plain",
        &[wgsl!("lab/poisson/divide_plain.wgsl"), PLANE],
        &[&[]],
    ),
    KernelSource::trusted(
        "poisson/divide_tables",
        &[wgsl!("lab/poisson/divide_tables.wgsl"), PLANE],
        &[&[]],
    ),
    KernelSource::trusted(
        "poisson/divide_staged",
        &[wgsl!("lab/poisson/divide_staged.wgsl"), PLANE],
        &[&[]],
    ),
];

/// Every kernel here.
pub(in crate::lab) const KERNELS: &[&KernelSource] =
    &[&WIDEN, &NARROW, &DIVISIONS[0], &DIVISIONS[1], &DIVISIONS[2]];

named! {
    /// Where a division gets its wave numbers from.
    pub enum Division: "division" {
        /// Copies, a complex transform, a division whose threads compute their wave numbers.
        Plain = "plain",
        /// The same with wave numbers read from a table.
        Tables = "tables",
        /// The same with the workgroup's wave numbers in its memory, all of them; the text loads
        /// only the first.
        Staged = "staged",
    }
}

/// Poisson's equation on the unit square by one of the versions, prepared for given buffers.
#[derive(Debug)]
pub struct TextbookPoisson {
    widen: Bound,
    forward: Fft,
    divide: Bound,
    back: Fft,
    narrow: Bound,
    groups: u32,
}

impl TextbookPoisson {
    /// Prepares the solution for `source`, with this many points along a side, in `target`.
    ///
    /// # Errors
    /// [`GpuError`] if the square cannot be transformed or memory runs out.
    pub fn new(
        gpu: &Gpu,
        points: usize,
        division: Division,
        source: &Buffer<f32>,
        target: &Buffer<f32>,
    ) -> Result<Self, GpuError> {
        let request = FftRequest::plane(points, points);
        let wide = gpu.storage::<[f32; 2]>("poisson/wide", source.len())?;
        let number = |i: usize| if 2 * i > points { i as f64 - points as f64 } else { i as f64 };
        let numbers: Vec<f32> =
            (0..points).map(|i| (std::f64::consts::TAU * number(i)) as f32).collect();
        let numbers = gpu.storage_from("poisson/wave numbers", &numbers)?;
        let plane =
            gpu.uniform("poisson/plane", &PlaneParams { points: points as u32, padding: 0 })?;
        let bind = |kernel: &KernelSource, more: &[(&str, &wgpu::Buffer)]| {
            gpu.kernel(kernel, &[])?.bind(gpu.device(), &[&[("plane", plane.raw())], more].concat())
        };
        let kernel = &DIVISIONS[division as usize];
        let (spectrum, table) = (("spectrum", wide.raw()), ("wave_numbers", numbers.raw()));
        let divide = if division == Division::Plain {
            bind(kernel, &[spectrum])?
        } else {
            bind(kernel, &[spectrum, table])?
        };
        Ok(Self {
            widen: bind(&WIDEN, &[("source", source.raw()), ("wide", wide.raw())])?,
            forward: Fft::complex(gpu, request, FftDirection::Forward, &wide, &wide)?,
            divide,
            back: Fft::complex(gpu, request, FftDirection::Inverse, &wide, &wide)?,
            narrow: bind(&NARROW, &[("wide", wide.raw()), ("solution", target.raw())])?,
            groups: points.div_ceil(SIDE) as u32,
        })
    }

    /// Records the solution.
    pub fn record(&self, pass: &mut wgpu::ComputePass) {
        self.record_widen(pass);
        self.forward.record(pass);
        self.record_divide(pass);
        self.back.record(pass);
        self.narrow.dispatch(pass, [self.groups, self.groups, 1]);
    }

    /// Records only the copy into complex numbers.
    pub fn record_widen(&self, pass: &mut wgpu::ComputePass) {
        self.widen.dispatch(pass, [self.groups, self.groups, 1]);
    }

    /// Records only the division.
    pub fn record_divide(&self, pass: &mut wgpu::ComputePass) {
        self.divide.dispatch(pass, [self.groups, self.groups, 1]);
    }
}
