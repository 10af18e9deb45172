//! The speed and the error of solving Poisson's equation on the periodic unit square, whose
//! right-hand side is the Laplacian of a Gaussian in its middle.

mod copied;
mod fields;
mod textbook;

pub use copied::PoissonCopies;
pub use fields::{PoissonFields, poisson_fields};
pub use textbook::{
    DIVISIONS, NARROW, PlaneParams, PoissonPart, PoissonVersion, TextbookPoisson, WIDEN,
};

use super::bench::Bench;
use super::flag::{self, Flag};
use super::measurement::{Entry, check_side};
use super::rate::RateUnit;
use super::timing::{Record, time_on_cpu, time_on_gpu};
use super::{Detail, LabError, Measurement};
use crate::gpu::{Buffer, Gpu, GpuError};
use crate::name::Named;
use crate::named;
use crate::primitives::{
    ConjugateGradient, Csr, FftRequest, Multigrid, Poisson, PoissonOperator, PoissonPath,
    PoissonRequest, reference, threaded,
};
use crate::words::say;

/// Most runs per sample.
const MAX_RUNS: f64 = 100.0;
/// V-cycles of a solution: after these, single precision rounds more than is left.
const CYCLES: usize = 10;
/// The residual at which conjugate gradients stop, relative to the right-hand side.
const CONVERGED: f64 = 1e-6;
/// Points along a side from which on the Gaussian is resolved.
const RESOLVED: usize = 32;
/// The Gaussian's width, squared.
const VARIANCE: f64 = 0.01;

named! {
    /// How Poisson's equation is solved.
    #[derive(Default)]
    pub enum PoissonKernel: "Poisson's equation" {
        /// By real transforms, as suits this adapter.
        #[default]
        Auto = "auto",
        /// By real transforms; columns forth, divided and back in one pass.
        Fused = "fused",
        /// By real transforms; columns in two halves, of which the second goes forth, is divided
        /// and goes back in one pass.
        Split = "split",
        /// By real transforms; a pass or more for each of these.
        Divided = "divided",
        /// By grids of several sizes, with differences of five points: ten V-cycles from zero.
        Multigrid = "multigrid",
        /// By conjugate gradients, with the same differences: twice as many iterations as points
        /// along a side, from zero.
        ConjugateGradient = "conjugate-gradient",
        /// As in the text.
        Textbook(PoissonVersion),
        /// Parts of it.
        Part(PoissonPart),
        /// As in the text, with copies to and from the host.
        Copied(PoissonCopies),
        /// On the CPU, in double precision: loops.
        CpuSerial = "cpu-serial",
        /// On the CPU, in double precision: all cores.
        CpuThreaded = "cpu-threaded",
    }
}

/// Poisson's equation to be solved and measured: one row of a table.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct PoissonBench {
    /// Points along a side.
    pub side: usize,
    /// How it is solved.
    pub kernel: PoissonKernel,
}

/// The solution may be as far from the closed form as its method allows.
impl Bench for PoissonBench {
    const NAME: &'static str = "poisson";
    const ABOUT: &'static str =
        "Poisson's equation on the periodic square, checked against a closed form";
    const FLAGS: &'static [Flag<Self>] = &[
        Flag::list(
            "side",
            "N,N,…",
            "64 1024",
            "Points along a side, separated by commas",
            |bench| &mut bench.side,
        ),
        Flag::kernels("auto", flag::KERNELS, |bench| &mut bench.kernel),
    ];

    fn entry(&self) -> Entry {
        let points = self.side.saturating_mul(self.side);
        Entry { kernel: self.kernel.name(), ..Entry::new(Self::NAME, points) }
    }

    fn check(&self, gpu: &Gpu) -> Result<(), LabError> {
        check_side(self.side, 2)?;
        let points = self.side * self.side;
        Ok(gpu.check_storage::<[f32; 2]>(&format!("a square of {points} points"), points)?)
    }

    fn measure(&self, gpu: &Gpu) -> Result<Measurement, LabError> {
        measure(gpu, *self)
    }
}

/// The right-hand side and the closed form of the solution; rows one after the other.
pub(in crate::lab) fn gaussian(side: usize) -> [Vec<f64>; 2] {
    let squares: Vec<f64> =
        (0..side).map(|place| (place as f64 / side as f64 - 0.5).powi(2)).collect();
    let each = |of: &dyn Fn(f64) -> f64| {
        squares
            .iter()
            .flat_map(|row| squares.iter().map(move |column| row + column))
            .map(of)
            .collect::<Vec<_>>()
    };
    let value = |square: f64| (-square / (2.0 * VARIANCE)).exp();
    [
        each(&|square| value(square) * (square / (VARIANCE * VARIANCE) - 2.0 / VARIANCE)),
        each(&value),
    ]
}

fn measure(gpu: &Gpu, bench: PoissonBench) -> Result<Measurement, LabError> {
    let PoissonBench { side, kernel } = bench;
    let points = side * side;
    let [density, exact] = gaussian(side);
    let (row, solution) = match kernel {
        PoissonKernel::CpuSerial | PoissonKernel::CpuThreaded => on_cpu(bench, &density),
        _ => on_gpu(gpu, bench, &density)?,
    };
    let errors = errors(&solution, &exact);
    let is_coarse = matches!(kernel, PoissonKernel::Multigrid | PoissonKernel::ConjugateGradient);
    let [most, _] = match side {
        // A Gaussian of few points is not resolved, so its equations are solved by definition.
        ..RESOLVED => self::errors(&solution, &by_definition(side, is_coarse, &density)),
        _ => errors,
    };
    // The periodic solution itself differs by 2.4e-5; differences of five points err by the square
    // of their distance. Single precision rounds residuals, and the inverse of the operator
    // amplifies what is smooth in them.
    let rounded = 2e-10 * points as f64;
    let coarse = if is_coarse && side >= RESOLVED { 60.0 / points as f64 + rounded } else { 0.0 };
    if most > 1e-4 + coarse || most.is_nan() {
        return Err(row.wrong(say!("wrong-solution", error = format!("{most:.1e}"))));
    }
    let names = ["maximum error", "L2 error"];
    let details = names
        .iter()
        .zip(errors)
        .map(|(name, error)| Detail::new(name, format!("{error:.2e}")))
        .collect();
    Ok(Measurement {
        kernel: format!("{} {side}x{side}, error {:.1e}", row.kernel, errors[0]),
        details,
        ..row
    })
}

/// The solution of the equations of few points, 0 in its corner: the sum of the waves of each
/// point's part of the right-hand side, divided by the factors of the operator.
fn by_definition(side: usize, is_coarse: bool, density: &[f64]) -> Vec<f64> {
    let operator = if is_coarse { PoissonOperator::FivePoint } else { PoissonOperator::Spectral };
    let [_, factors] = PoissonRequest::unit_square(side).with_operator(operator).factors();
    let places = || (0..side).flat_map(|row| (0..side).map(move |column| [row, column]));
    let points = (side * side) as f64;
    let wave = |[row, column]: [usize; 2], [y, x]: [usize; 2]| {
        libm::cos(std::f64::consts::TAU * ((row * y + column * x) % side) as f64 / side as f64)
    };
    // Of a unit in the corner. Its mean is left out.
    let response = |place| {
        let waves = places()
            .skip(1)
            .map(|waves| wave(place, waves) / (factors[waves[0]] + factors[waves[1]]));
        waves.sum::<f64>() / points
    };
    let responses: Vec<f64> = places().map(response).collect();
    let solution = |[row, column]: [usize; 2]| {
        let apart =
            |[y, x]: [usize; 2]| (row + side - y) % side * side + (column + side - x) % side;
        places().zip(density).map(|(other, value)| value * responses[apart(other)]).sum::<f64>()
    };
    let corner = solution([0, 0]);
    places().map(|place| solution(place) - corner).collect()
}

/// The maximum error of a solution that its corner fixes, and the root of the summed squares of
/// errors over the number of points, as in the text.
fn errors(solution: &[f64], exact: &[f64]) -> [f64; 2] {
    let corner = solution.first().copied().unwrap_or_default();
    let apart = || solution.iter().zip(exact).map(|(found, exact)| (found - corner - exact).abs());
    let most =
        apart().fold(0.0, |most: f64, error| if error.is_nan() { error } else { most.max(error) });
    [most, apart().map(|error| error * error).sum::<f64>().sqrt() / exact.len() as f64]
}

fn work(entry: Entry) -> (f64, RateUnit) {
    (entry.count as f64, RateUnit::Elements)
}

fn on_gpu(
    gpu: &Gpu,
    bench: PoissonBench,
    density: &[f64],
) -> Result<(Measurement, Vec<f64>), LabError> {
    let [source, target] = on_points(gpu, density)?;
    // Each kernel has sides of its own.
    let refused = |error| match error {
        LabError::Gpu(GpuError::Mismatch(what)) => GpuError::unsupported(
            bench.kernel.name(),
            gpu.adapter_name(),
            what.into(),
            say!("remedy-side"),
        )
        .into(),
        other => other,
    };
    let [run, whole] = records(gpu, bench, &source, &target).map_err(refused)?;
    let samples = if let PoissonKernel::Copied(copies) = bench.kernel {
        copied::time(gpu, copies, [&source, &target], &run)?
    } else {
        let clear =
            |encoder: &mut wgpu::CommandEncoder| encoder.clear_buffer(target.raw(), 0, None);
        time_on_gpu(gpu, MAX_RUNS, clear, &run)?
    };
    // A part alone is checked as a part of a whole solution.
    let entry = bench.entry();
    Ok((entry.on_gpu(gpu, samples, work(entry)), solution(gpu, &whole, &target)?))
}

/// A whole solution.
fn solve(gpu: &Gpu, bench: PoissonBench, density: &[f64]) -> Result<Vec<f64>, LabError> {
    let [source, target] = on_points(gpu, density)?;
    let [_, whole] = records(gpu, bench, &source, &target)?;
    solution(gpu, &whole, &target)
}

/// The right-hand side without its mean, and room for the solution.
fn on_points(gpu: &Gpu, density: &[f64]) -> Result<[Buffer<f32>; 2], LabError> {
    let mean = density.iter().sum::<f64>() / density.len() as f64;
    let source: Vec<f32> = density.iter().map(|value| (value - mean) as f32).collect();
    Ok([gpu.storage_from("bench/source", &source)?, gpu.storage("bench/target", source.len())?])
}

/// Runs `whole` from zero, where cycles begin.
fn solution(gpu: &Gpu, whole: &Record, target: &Buffer<f32>) -> Result<Vec<f64>, LabError> {
    let mut encoder = gpu.encoder("bench");
    encoder.clear_buffer(target.raw(), 0, None);
    whole(&mut encoder.begin_compute_pass(&wgpu::ComputePassDescriptor::default()));
    gpu.submit(encoder);
    Ok(gpu.read(target)?.into_iter().map(f64::from).collect())
}

/// What is timed, and a whole solution.
fn records(
    gpu: &Gpu,
    bench: PoissonBench,
    source: &Buffer<f32>,
    target: &Buffer<f32>,
) -> Result<[Record; 2], LabError> {
    use std::rc::Rc;
    let PoissonBench { side, kernel } = bench;
    let request = PoissonRequest::unit_square(side);
    let spectral = |path: PoissonPath| -> Result<[Record; 2], LabError> {
        let solver = Rc::new(Poisson::new(gpu, request.by(path), source, target)?);
        let other = Rc::clone(&solver);
        Ok([Box::new(move |pass| solver.encode(pass)), Box::new(move |pass| other.encode(pass))])
    };
    let textbook =
        |version: PoissonVersion, part: Option<PoissonPart>| -> Result<[Record; 2], LabError> {
            let solver = Rc::new(TextbookPoisson::new(gpu, side, version, source, target)?);
            let other = Rc::clone(&solver);
            let run: Record = match part {
                Some(part) => Box::new(move |pass| solver.encode_part(part, pass)),
                None => Box::new(move |pass| solver.encode(pass)),
            };
            Ok([run, Box::new(move |pass| other.encode(pass))])
        };
    match kernel {
        PoissonKernel::Fused => spectral(PoissonPath::Fused),
        PoissonKernel::Split => spectral(PoissonPath::Split),
        PoissonKernel::Divided => spectral(PoissonPath::Divided),
        PoissonKernel::Multigrid => {
            let solver = Rc::new(Multigrid::new(
                gpu,
                request.with_operator(PoissonOperator::FivePoint),
                source,
                target,
            )?);
            let other = Rc::clone(&solver);
            let cycles = |solver: Rc<Multigrid>| -> Record {
                Box::new(move |pass| (0..CYCLES).for_each(|_| solver.encode(pass)))
            };
            Ok([cycles(solver), cycles(other)])
        }
        PoissonKernel::ConjugateGradient => {
            // The matrix is the negative of the differences, times the square of the distance of
            // points.
            let factor = -1.0 / (side * side) as f32;
            let right: Vec<f32> =
                gpu.read(source)?.into_iter().map(|value| factor * value).collect();
            let right = gpu.storage_from("bench/right-side", &right)?;
            let matrix = Csr::laplacian_2d([side, side], true)?;
            let solver = Rc::new(ConjugateGradient::new(gpu, &matrix, &right, target, false)?);
            solver.set_tolerance(gpu, CONVERGED);
            let solve = |solver: Rc<ConjugateGradient<f32>>| -> Record {
                Box::new(move |pass| {
                    solver.encode_start(pass);
                    solver.encode_iterations(pass, 2 * side as u32);
                })
            };
            Ok([solve(Rc::clone(&solver)), solve(solver)])
        }
        PoissonKernel::Textbook(version) => textbook(version, None),
        PoissonKernel::Part(part) => textbook(part.version(), Some(part)),
        PoissonKernel::Copied(copies) => textbook(copies.version(), None),
        PoissonKernel::Auto | PoissonKernel::CpuSerial | PoissonKernel::CpuThreaded => {
            spectral(PoissonPath::Auto)
        }
    }
}

fn on_cpu(bench: PoissonBench, density: &[f64]) -> (Measurement, Vec<f64>) {
    let PoissonBench { side, kernel } = bench;
    let (samples, solution) =
        time_on_cpu(|| density, |density| solve_on_cpu(kernel, side, density));
    let is_threaded = kernel == PoissonKernel::CpuThreaded;
    let threads = if is_threaded { rayon::current_num_threads() } else { 1 };
    let entry = bench.entry();
    (entry.on_cpu(threads, samples, work(entry)), solution)
}

/// A solution on the processor.
fn solve_on_cpu(kernel: PoissonKernel, side: usize, density: &[f64]) -> Vec<f64> {
    let by_threads = kernel == PoissonKernel::CpuThreaded;
    let forward = if by_threads { threaded::real_fft } else { reference::real_fft };
    let inverse = if by_threads { threaded::real_inverse_fft } else { reference::real_inverse_fft };
    let plane = FftRequest::plane(side, side);
    let [along_rows, along_columns] = PoissonRequest::unit_square(side).factors();
    let mut spectrum = forward(plane, density);
    for (row, along_column) in spectrum.chunks_exact_mut(along_rows.len()).zip(&along_columns) {
        for (element, along_row) in row.iter_mut().zip(&along_rows) {
            *element = element.map(|part| part / (along_row + along_column));
        }
    }
    if let Some(mean) = spectrum.first_mut() {
        *mean = [0.0; 2];
    }
    inverse(plane, &spectrum)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn few_points_have_the_solution_of_their_equations() {
        for side in [2, 3, 5, 8] {
            let [density, _] = gaussian(side);
            let solution = by_definition(side, true, &density);
            let mean = density.iter().sum::<f64>() / density.len() as f64;
            let at = |row: usize, column: usize| solution[row % side * side + column % side];
            for (place, value) in density.iter().enumerate() {
                let (row, column) = (place / side, place % side);
                let around = [
                    at(row + 1, column),
                    at(row + side - 1, column),
                    at(row, column + 1),
                    at(row, column + side - 1),
                ];
                let difference =
                    (around.iter().sum::<f64>() - 4.0 * at(row, column)) * (side * side) as f64;
                assert!(
                    (difference - (value - mean)).abs() < 1e-9,
                    "{side}: {difference}, not {}",
                    value - mean
                );
            }
            let by_waves = by_definition(side, false, &density);
            let [most, _] =
                errors(&solve_on_cpu(PoissonKernel::CpuSerial, side, &density), &by_waves);
            assert!(most < 1e-12, "{side}: {most}");
        }
    }
}
