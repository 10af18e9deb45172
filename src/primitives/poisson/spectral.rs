//! Poisson's equation by Fourier transforms.

use std::f64::consts::PI;

use super::kernels::{DIVIDE, SOLVE};
use crate::gpu::{Buffer, Gpu, GpuError};
use crate::name::Named;
use crate::named;
use crate::primitives::check_lengths;
use crate::primitives::fft::{Factors, Fft, FftPath, FftReal, FftRequest, Filter};
use crate::words::say;

named! {
    /// What stands for the second derivatives.
    #[derive(Default)]
    pub enum PoissonOperator: "operator" {
        /// Those of the waves: exact for what the grid resolves.
        #[default]
        Spectral = "spectral",
        /// Differences of five neighbouring points, as on grids of several sizes.
        FivePoint = "five-point",
    }
}

named! {
    /// How columns are solved.
    #[derive(Default)]
    pub enum PoissonPath: "path of Poisson's equation" {
        /// Whatever suits this adapter.
        #[default]
        Auto = "auto",
        /// Columns forth, divided and back in one pass: powers of two from 16 to 4096, in single
        /// precision.
        Fused = "fused",
        /// Half columns forth; the other halves forth, divided and back; half columns back: from
        /// 256 on.
        Split = "split",
        /// A pass or more for each of these.
        Divided = "divided",
    }
}

/// A periodic plane on which Poisson's equation is solved, and how.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PoissonRequest {
    pub(super) rows: usize,
    pub(super) columns: usize,
    pub(super) height: f64,
    pub(super) width: f64,
    operator: PoissonOperator,
    path: PoissonPath,
}

impl PoissonRequest {
    /// A square of side 1 with this many points along each side.
    pub const fn unit_square(side: usize) -> Self {
        Self::plane([side, side], [1.0, 1.0])
    }

    /// A plane of rows and columns with a height and a width.
    pub const fn plane([rows, columns]: [usize; 2], [height, width]: [f64; 2]) -> Self {
        Self {
            rows,
            columns,
            height,
            width,
            operator: PoissonOperator::Spectral,
            path: PoissonPath::Auto,
        }
    }

    /// Sets the operator.
    #[must_use]
    pub const fn with_operator(self, operator: PoissonOperator) -> Self {
        Self { operator, ..self }
    }

    /// Sets the path.
    #[must_use]
    #[doc(hidden)]
    pub const fn by(self, path: PoissonPath) -> Self {
        Self { path, ..self }
    }

    /// Number of points.
    pub const fn points(self) -> usize {
        self.rows * self.columns
    }

    /// The factors by which the operator multiplies waves: along rows for the first half of wave
    /// numbers, and along columns for all. A wave with numbers x and y is multiplied by the sum of
    /// both.
    pub fn factors(self) -> [Vec<f64>; 2] {
        let factor = |wave: usize, points: usize, side: f64| {
            let number = wave.min(points - wave) as f64;
            let root = match self.operator {
                PoissonOperator::Spectral => 2.0 * PI * number / side,
                PoissonOperator::FivePoint => {
                    2.0 * points as f64 / side * libm::sin(PI * number / points as f64)
                }
            };
            -root * root
        };
        let rows = (0..=self.columns / 2).map(|wave| factor(wave, self.columns, self.width));
        let columns = (0..self.rows).map(|wave| factor(wave, self.rows, self.height));
        [rows.collect(), columns.collect()]
    }

    /// The path of the columns' transforms, and whether they are fused with the division.
    fn columns<T: FftReal>(self, gpu: &Gpu) -> Result<(FftPath, bool), GpuError> {
        let path = match self.path {
            PoissonPath::Auto | PoissonPath::Divided => FftPath::Auto,
            PoissonPath::Fused => FftPath::Registers,
            PoissonPath::Split => FftPath::Split,
        };
        let is_possible = self.columns > 1 && Filter::is_fused::<T>(gpu, self.rows, path);
        match self.path {
            PoissonPath::Auto => Ok((path, is_possible)),
            PoissonPath::Divided => Ok((path, false)),
            PoissonPath::Fused | PoissonPath::Split if is_possible => Ok((path, true)),
            PoissonPath::Fused | PoissonPath::Split => {
                let missing = say!("missing-fft-length", length = self.rows);
                Err(GpuError::unsupported(
                    self.path.name(),
                    gpu.adapter_name(),
                    missing,
                    say!("remedy-auto"),
                ))
            }
        }
    }

    pub(super) fn check(self) -> Result<(), GpuError> {
        if [self.height, self.width].iter().all(|side| side.is_finite() && *side > 0.0) {
            return Ok(());
        }
        let (height, width) = (self.height, self.width);
        Err(GpuError::Mismatch(format!(
            "a plane of {width} by {height} has no area: give it sides above 0"
        )))
    }
}

/// Poisson's equation on a periodic plane, prepared for given buffers: the solution whose Laplacian
/// is the source without its mean, and whose own mean is 0. Rows lie one after the other.
///
/// Rows are transformed into half of their spectrum, then columns, which are divided by the
/// operator's factors and transformed back; then the rows back. Lengths are those of an [`Fft`].
/// Scratch is a spectrum: as large as the source, and a column more.
///
/// ```
/// use starshell::gpu::Gpu;
/// use starshell::primitives::{Poisson, PoissonRequest};
///
/// let gpu = Gpu::open(None)?;
/// let wave = |place: usize| (place as f32 / 16.0 * std::f32::consts::TAU).cos();
/// let source = gpu.storage_from("waves", &(0..256).map(|place| wave(place % 16)).collect::<Vec<_>>())?;
/// let target = gpu.storage("solution", 256)?;
/// let poisson = Poisson::new(&gpu, PoissonRequest::unit_square(16), &source, &target)?;
/// let mut encoder = gpu.encoder("example");
/// poisson.encode(&mut encoder.begin_compute_pass(&wgpu::ComputePassDescriptor::default()));
/// gpu.submit(encoder);
/// let expected = -1.0 / std::f32::consts::TAU.powi(2);
/// assert!((gpu.read(&target)?[0] - expected).abs() < 1e-6);
/// # Ok::<(), starshell::gpu::GpuError>(())
/// ```
#[derive(Debug)]
pub struct Poisson {
    rows: Fft,
    columns: Filter,
    back: Fft,
    scratch_bytes: u64,
}

impl Poisson {
    /// Prepares the solution for `source` in `target`.
    ///
    /// # Errors
    /// [`GpuError::Mismatch`] if the plane has no area, or as [`Fft::forward`];
    /// [`GpuError::Unsupported`] if the adapter lacks double precision or the requested path;
    /// [`GpuError`] if a kernel does not compile or memory runs out.
    pub fn new<T: FftReal>(
        gpu: &Gpu,
        request: PoissonRequest,
        source: &Buffer<T>,
        target: &Buffer<T>,
    ) -> Result<Self, GpuError> {
        request.check()?;
        check_lengths(
            "Poisson's equation",
            ("values of the source", source.len()),
            ("points", request.points()),
        )?;
        let plane = FftRequest::plane(request.rows, request.columns);
        plane.check_real::<T>(gpu)?;
        let (path, is_fused) = request.columns::<T>(gpu)?;
        let lines = FftRequest::lines(request.rows, request.columns);
        let spectrum = gpu.storage::<[T; 2]>("poisson/spectrum", plane.half_elements())?;
        let factors = request
            .factors()
            .map(|factors| factors.into_iter().map(T::from_f64).collect::<Vec<_>>());
        let tables = [
            gpu.storage_from("poisson/rows", &factors[0])?,
            gpu.storage_from("poisson/columns", &factors[1])?,
        ];
        let tables = [("along_rows", tables[0].raw()), ("along_columns", tables[1].raw())];
        let multiply = &DIVIDE[usize::from(size_of::<T>() == 8)];
        let columns = Filter::new(
            gpu,
            (plane.by(path), 1),
            is_fused,
            Factors { filter: &SOLVE, multiply, tables: &tables },
            &spectrum,
        )?;
        let (rows, back) = (
            Fft::forward(gpu, lines, source, &spectrum)?,
            Fft::inverse(gpu, lines, &spectrum, target)?,
        );
        let scratch_bytes = spectrum.bytes() + columns.scratch_bytes();
        Ok(Self { rows, columns, back, scratch_bytes })
    }

    /// Encodes the solution.
    pub fn encode(&self, pass: &mut wgpu::ComputePass) {
        self.rows.encode(pass);
        self.columns.encode(pass);
        self.back.encode(pass);
    }

    /// Bytes allocated in addition to source and target.
    pub fn scratch_bytes(&self) -> u64 {
        self.scratch_bytes
    }
}
