//! Poisson's equation as in the text: copies into complex numbers and back, a complex transform,
//! and a division, in three versions.

use crate::gpu::{Bound, Buffer, Gpu, GpuError, KernelSource};
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

/// Threads along each side of a workgroup.
const SIDE: usize = 16;

/// Copies real numbers into complex ones.
pub const WIDEN: KernelSource =
    KernelSource::trusted("poisson/widen", &[wgsl!("lab/poisson/widen.wgsl")], &[&[]]);
/// Copies real parts: alone, and from whole complex numbers.
pub const NARROW: [KernelSource; 2] = [
    KernelSource::trusted("poisson/narrow", &[wgsl!("lab/poisson/narrow.wgsl")], &[&[]]),
    KernelSource::trusted(
        "poisson/narrow_vectors",
        &[wgsl!("lab/poisson/narrow_vectors.wgsl")],
        &[&[]],
    ),
];
/// The division, by where it gets its wave numbers from.
pub const DIVISIONS: [KernelSource; 3] = [
    KernelSource::trusted(
        "poisson/divide_plain",
        &[wgsl!("lab/poisson/divide_plain.wgsl")],
        &[&[]],
    ),
    KernelSource::trusted(
        "poisson/divide_tables",
        &[wgsl!("lab/poisson/divide_tables.wgsl")],
        &[&[]],
    ),
    KernelSource::trusted(
        "poisson/divide_staged",
        &[wgsl!("lab/poisson/divide_staged.wgsl")],
        &[&[]],
    ),
];

named! {
    /// How the text solves Poisson's equation.
    pub enum PoissonVersion: "version" {
        /// Copies, a complex transform, a division whose threads compute their wave numbers; not
        /// in the text.
        Plain = "plain",
        /// The text's first version: the same with wave numbers read from a table.
        Tables = "tables",
        /// Its second: the workgroup's wave numbers are in its memory, all of them; the text loads
        /// only the first.
        Staged = "staged",
        /// Its third: the same, and the copy back loads whole complex numbers.
        Vectors = "vectors",
    }
}

named! {
    /// What is timed of a version.
    pub enum PoissonPart: "part of a solution" {
        /// Only the copy into complex numbers.
        Widen = "widen",
        /// Only the division whose threads compute their wave numbers.
        DividePlain = "divide-plain",
        /// Only the division with wave numbers from a table.
        DivideTables = "divide-tables",
        /// Only the division with wave numbers in workgroup memory.
        DivideStaged = "divide-staged",
        /// Only the copy of real parts.
        Narrow = "narrow",
        /// Only the copy of real parts that loads whole complex numbers.
        NarrowVectors = "narrow-vectors",
        /// Both copies and the division of the first version, without the transforms.
        TablesKernels = "tables-kernels",
        /// Both copies and the division of the second version, without the transforms.
        StagedKernels = "staged-kernels",
        /// Both copies and the division of the third version, without the transforms.
        VectorsKernels = "vectors-kernels",
    }
}

impl PoissonPart {
    /// The version that it is part of.
    pub(super) fn version(self) -> PoissonVersion {
        match self {
            Self::Widen | Self::DividePlain => PoissonVersion::Plain,
            Self::DivideTables | Self::Narrow | Self::TablesKernels => PoissonVersion::Tables,
            Self::DivideStaged | Self::StagedKernels => PoissonVersion::Staged,
            Self::NarrowVectors | Self::VectorsKernels => PoissonVersion::Vectors,
        }
    }
}

/// Poisson's equation on the unit square by a version, prepared for given buffers.
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
        version: PoissonVersion,
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
        let (spectrum, table) = (("spectrum", wide.raw()), ("wave_numbers", numbers.raw()));
        let divide = match version {
            PoissonVersion::Plain => bind(&DIVISIONS[0], &[spectrum])?,
            PoissonVersion::Tables => bind(&DIVISIONS[1], &[spectrum, table])?,
            PoissonVersion::Staged | PoissonVersion::Vectors => {
                bind(&DIVISIONS[2], &[spectrum, table])?
            }
        };
        let narrow = &NARROW[usize::from(version == PoissonVersion::Vectors)];
        Ok(Self {
            widen: bind(&WIDEN, &[("source", source.raw()), ("wide", wide.raw())])?,
            forward: Fft::complex(gpu, request, FftDirection::Forward, &wide, &wide)?,
            divide,
            back: Fft::complex(gpu, request, FftDirection::Inverse, &wide, &wide)?,
            narrow: bind(narrow, &[("wide", wide.raw()), ("solution", target.raw())])?,
            groups: points.div_ceil(SIDE) as u32,
        })
    }

    /// Encodes the solution.
    pub fn encode(&self, pass: &mut wgpu::ComputePass) {
        self.run(&self.widen, pass);
        self.forward.encode(pass);
        self.run(&self.divide, pass);
        self.back.encode(pass);
        self.run(&self.narrow, pass);
    }

    /// Encodes only a part.
    pub fn encode_part(&self, part: PoissonPart, pass: &mut wgpu::ComputePass) {
        use PoissonPart::{DividePlain, DivideStaged, DivideTables, Narrow, NarrowVectors, Widen};
        match part {
            Widen => self.run(&self.widen, pass),
            DividePlain | DivideTables | DivideStaged => self.run(&self.divide, pass),
            Narrow | NarrowVectors => self.run(&self.narrow, pass),
            _ => [&self.widen, &self.divide, &self.narrow]
                .into_iter()
                .for_each(|kernel| self.run(kernel, pass)),
        }
    }

    fn run(&self, kernel: &Bound, pass: &mut wgpu::ComputePass) {
        kernel.dispatch(pass, [self.groups, self.groups, 1]);
    }
}
