//! Poisson's equation by grids of several sizes.

use super::kernels::{COARSEN, LevelParams, PROLONG, RELAX};
use super::spectral::PoissonRequest;
use crate::gpu::{Bound, Buffer, Gpu, GpuError, KernelSource};
use crate::primitives::check_lengths;

/// Sweeps before a coarser level, and after it.
const SWEEPS: usize = 2;
/// Fewest sweeps of the coarsest level, and its longest side: sweeps grow with the square of it.
const LAST_SWEEPS: usize = 8;
const LAST_SIDE: usize = 64;

/// Poisson's equation for differences of five neighbouring points on a periodic plane, by V-cycles:
/// each relaxes the solution, finds the correction of what is smooth on a grid with half as many
/// points per side, and relaxes again. Prepared for given buffers.
///
/// A cycle lowers the error to about a tenth, and its work is O(n). It starts from what the target
/// holds. The source must have a mean of 0; the mean of the solution stays as it is. Scratch is two
/// thirds of the points.
///
/// ```
/// use starshell::gpu::Gpu;
/// use starshell::primitives::{Multigrid, PoissonRequest};
///
/// let gpu = Gpu::open(None)?;
/// let wave = |place: usize| (place as f32 / 16.0 * std::f32::consts::TAU).cos();
/// let source = gpu.storage_from("waves", &(0..256).map(|place| wave(place % 16)).collect::<Vec<_>>())?;
/// let target = gpu.storage("solution", 256)?;
/// let multigrid = Multigrid::new(&gpu, PoissonRequest::unit_square(16), &source, &target)?;
/// let mut encoder = gpu.encoder("example");
/// let mut pass = encoder.begin_compute_pass(&wgpu::ComputePassDescriptor::default());
/// (0..8).for_each(|_| multigrid.encode(&mut pass));
/// drop(pass);
/// gpu.submit(encoder);
/// let solution = gpu.read(&target)?;
/// let expected = -2.0 / (32.0 * (std::f32::consts::TAU / 32.0).sin()).powi(2);
/// assert!((solution[0] - solution[8] - expected).abs() < 1e-5);
/// # Ok::<(), starshell::gpu::GpuError>(())
/// ```
#[derive(Debug)]
pub struct Multigrid {
    levels: Vec<Level>,
    /// Sweeps of the coarsest level.
    last_sweeps: usize,
    scratch_bytes: u64,
}

/// A level, and what leads to the next coarser one and back.
#[derive(Debug)]
struct Level {
    relax: [Bound; 2],
    points: u32,
    coarser: Option<[Bound; 2]>,
}

impl Multigrid {
    /// Prepares V-cycles for `source` and the solution in `target`. The operator of the request is
    /// that of five points, whatever it says.
    ///
    /// # Errors
    /// [`GpuError::Mismatch`] if a side has an odd number of points or no length, buffers do not
    /// have one value per point, or a buffer belongs to another device; [`GpuError`] if a kernel
    /// does not compile or memory runs out.
    pub fn new(
        gpu: &Gpu,
        request: PoissonRequest,
        source: &Buffer<f32>,
        target: &Buffer<f32>,
    ) -> Result<Self, GpuError> {
        request.check()?;
        source.check_own(gpu, "the source")?;
        target.check_own(gpu, "the solution")?;
        check_lengths(
            "Poisson's equation",
            ("values of the source", source.len()),
            ("points", request.points()),
        )?;
        check_lengths(
            "Poisson's equation",
            ("values of the solution", target.len()),
            ("points", request.points()),
        )?;
        let mut size = [request.rows, request.columns];
        if size.iter().any(|side| *side == 0 || !side.is_multiple_of(2)) {
            let [rows, columns] = size;
            return Err(GpuError::Mismatch(format!(
                "a plane of {rows} rows and {columns} columns has no coarser one: give it an even number of each"
            )));
        }
        let (mut levels, mut scratch_bytes) = (Vec::new(), 0);
        let (mut density, mut solution) = (source.clone(), target.clone());
        loop {
            let binder = Binder {
                gpu,
                size,
                sides: [request.height, request.width],
                density: &density,
                solution: &solution,
            };
            let half = size.map(|side| side / 2);
            let relax = [binder.bind(&RELAX, 0, &[])?, binder.bind(&RELAX, 1, &[])?];
            let points = (size[0] * size[1]) as u32;
            if half.iter().any(|side| !side.is_multiple_of(2)) {
                levels.push(Level { relax, points, coarser: None });
                let side = size[0].max(size[1]);
                if side > LAST_SIDE {
                    let [rows, columns] = [request.rows, request.columns];
                    return Err(GpuError::Mismatch(format!(
                        "a plane of {rows} rows and {columns} columns can be halved too few times: give it sides of at most \
                         {LAST_SIDE} times the same power of two"
                    )));
                }
                // A sweep leaves 1 - (2 pi / side)^2 of the longest wave.
                return Ok(Self {
                    levels,
                    last_sweeps: LAST_SWEEPS.max(side * side / 8),
                    scratch_bytes,
                });
            }
            let coarse_density = gpu.storage::<f32>("poisson/coarse density", half[0] * half[1])?;
            let coarse_solution =
                gpu.storage::<f32>("poisson/coarse solution", half[0] * half[1])?;
            scratch_bytes += coarse_density.bytes() + coarse_solution.bytes();
            let coarse = [
                ("coarse_density", coarse_density.raw()),
                ("coarse_solution", coarse_solution.raw()),
            ];
            let coarser =
                Some([binder.bind(&COARSEN, 0, &coarse)?, binder.bind(&PROLONG, 0, &coarse[1..])?]);
            levels.push(Level { relax, points, coarser });
            (size, density, solution) = (half, coarse_density, coarse_solution);
        }
    }

    /// Encodes a V-cycle.
    pub fn encode(&self, pass: &mut wgpu::ComputePass) {
        let relax =
            |pass: &mut wgpu::ComputePass, level: &Level, sweeps: usize, order: [usize; 2]| {
                for color in std::iter::repeat_n(order, sweeps).flatten() {
                    level.relax[color].dispatch_threads(pass, level.points / 2);
                }
            };
        for level in &self.levels {
            let Some([coarsen, _]) = &level.coarser else {
                relax(pass, level, self.last_sweeps, [0, 1]);
                continue;
            };
            relax(pass, level, SWEEPS, [0, 1]);
            coarsen.dispatch_threads(pass, level.points / 4);
        }
        for level in self.levels.iter().rev() {
            if let Some([_, prolong]) = &level.coarser {
                prolong.dispatch_threads(pass, level.points);
                relax(pass, level, SWEEPS, [1, 0]);
            }
        }
    }

    /// Bytes allocated in addition to source and solution.
    pub fn scratch_bytes(&self) -> u64 {
        self.scratch_bytes
    }
}

/// Binds the kernels of a level.
struct Binder<'a> {
    gpu: &'a Gpu,
    size: [usize; 2],
    sides: [f64; 2],
    density: &'a Buffer<f32>,
    solution: &'a Buffer<f32>,
}

impl Binder<'_> {
    fn bind(
        &self,
        kernel: &KernelSource,
        color: u32,
        more: &[(&str, &wgpu::Buffer)],
    ) -> Result<Bound, GpuError> {
        let [rows, columns] = self.size.map(|side| side as u32);
        let inverse_square = |points: usize, side: f64| (points as f64 / side).powi(2) as f32;
        let level = LevelParams {
            rows,
            columns,
            along_rows: inverse_square(self.size[1], self.sides[1]),
            along_columns: inverse_square(self.size[0], self.sides[0]),
            color,
            padding: 0,
        };
        let uniform = self.gpu.uniform("poisson/level", &level)?;
        let mut buffers = vec![("level", uniform.raw()), ("solution", self.solution.raw())];
        if kernel.label != PROLONG.label {
            buffers.push(("density", self.density.raw()));
        }
        buffers.extend_from_slice(more);
        self.gpu.kernel(kernel, &[])?.bind(self.gpu.device(), &buffers)
    }
}
