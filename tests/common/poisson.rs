//! Poisson's equation on a periodic plane, against sums and closed forms.

use starshell::gpu::Gpu;
use starshell::lab::{PoissonVersion, TextbookPoisson};
use starshell::primitives::{
    FftReal, FftRequest, Multigrid, Poisson, PoissonOperator, PoissonPath, PoissonRequest,
    reference,
};

use super::fft::{error, numbers};

/// The Laplacian of a Gaussian of width 0.1 in the middle of the unit square, and the Gaussian;
/// rows one after the other.
pub fn gaussian(side: usize) -> [Vec<f64>; 2] {
    let square = |place: usize| (place as f64 / side as f64 - 0.5).powi(2);
    let width: f64 = 0.01;
    let squares: Vec<f64> =
        (0..side * side).map(|place| square(place / side) + square(place % side)).collect();
    let value = |square: &f64| (-square / (2.0 * width)).exp();
    let density = |square: &f64| value(square) * (square / (width * width) - 2.0 / width);
    [squares.iter().map(density).collect(), squares.iter().map(value).collect()]
}

/// The values minus their mean.
pub fn centered(values: &[f64]) -> Vec<f64> {
    let mean = values.iter().sum::<f64>() / values.len() as f64;
    values.iter().map(|value| value - mean).collect()
}

/// What the Laplacian of a solution is by differences of five points.
pub fn laplacian(
    values: &[f64],
    [rows, columns]: [usize; 2],
    [height, width]: [f64; 2],
) -> Vec<f64> {
    let at = |row: usize, column: usize| values[row % rows * columns + column % columns];
    let second = |before: f64, own: f64, after: f64, points: usize, side: f64| {
        (before - 2.0 * own + after) * (points as f64 / side).powi(2)
    };
    let own = |place: usize| {
        let (row, column) = (place / columns, place % columns);
        second(at(row, column + columns - 1), values[place], at(row, column + 1), columns, width)
            + second(at(row + rows - 1, column), values[place], at(row + 1, column), rows, height)
    };
    (0..values.len()).map(own).collect()
}

/// The solution of a request.
pub fn solved<T: FftReal + Into<f64>>(
    gpu: &Gpu,
    request: PoissonRequest,
    source: &[f64],
) -> Vec<f64> {
    let source: Vec<T> = source.iter().map(|value| T::from_f64(*value)).collect();
    let source = gpu.storage_from("source", &source).unwrap();
    let target = gpu.storage_from("target", &vec![T::from_f64(777.0); source.len()]).unwrap();
    let poisson = Poisson::new(gpu, request, &source, &target).unwrap();
    let mut encoder = gpu.encoder("poisson");
    poisson.encode(&mut encoder.begin_compute_pass(&wgpu::ComputePassDescriptor::default()));
    gpu.submit(encoder);
    gpu.read(&target).unwrap().into_iter().map(Into::into).collect()
}

/// The solution in double precision.
fn by_transforms([rows, columns]: [usize; 2], request: PoissonRequest, source: &[f64]) -> Vec<f64> {
    let plane = FftRequest::plane(rows, columns);
    let mut spectrum = reference::real_fft(plane, source);
    let [along_rows, along_columns] = request.factors();
    for (place, element) in spectrum.iter_mut().enumerate() {
        let factor = along_rows[place % along_rows.len()] + along_columns[place / along_rows.len()];
        *element = element.map(|part| if place == 0 { 0.0 } else { part / factor });
    }
    reference::real_inverse_fft(plane, &spectrum)
}

/// A version of the text on squares, against transforms in double precision.
pub fn compare_textbook(gpu: &Gpu, version: PoissonVersion, sides: &[usize]) -> Result<(), String> {
    for &side in sides {
        let source = centered(&numbers(side * side));
        let expected = by_transforms([side, side], PoissonRequest::unit_square(side), &source);
        let expected: Vec<f64> = expected.iter().map(|value| value - expected[0]).collect();
        let source: Vec<f32> = source.iter().map(|value| *value as f32).collect();
        let source = gpu.storage_from("source", &source).unwrap();
        let target = gpu.storage_from("target", &vec![777.0_f32; source.len()]).unwrap();
        let solver = TextbookPoisson::new(gpu, side, version, &source, &target).unwrap();
        let mut encoder = gpu.encoder("poisson");
        solver.encode(&mut encoder.begin_compute_pass(&wgpu::ComputePassDescriptor::default()));
        gpu.submit(encoder);
        let found: Vec<f64> = gpu.read(&target).unwrap().into_iter().map(f64::from).collect();
        let error = error(&found, &expected);
        if error.is_nan() || error > 1e-5 {
            return Err(format!("{version:?} with a side of {side}: error {error:.1e}"));
        }
    }
    Ok(())
}

/// Planes of several shapes by both operators, against transforms in double precision.
pub fn compare_poisson<T: FftReal + Into<f64>>(
    gpu: &Gpu,
    sizes: &[[usize; 2]],
    path: PoissonPath,
) -> Result<(), String> {
    for &[rows, columns] in sizes {
        for operator in [PoissonOperator::Spectral, PoissonOperator::FivePoint] {
            let request =
                PoissonRequest::plane([rows, columns], [1.5, 0.5]).with_operator(operator).by(path);
            let source = numbers(rows * columns);
            let expected = by_transforms([rows, columns], request, &source);
            let error = error(&solved::<T>(gpu, request, &source), &expected);
            let allowed = if size_of::<T>() == 4 { 1e-6 } else { 1e-14 };
            if error > allowed {
                return Err(format!("{request:?}: error {error:.1e}"));
            }
        }
    }
    Ok(())
}

/// V-cycles on a plane whose points are farther apart along one side: each must lower the residual
/// to a third or less, and the last solution must satisfy the equation.
pub fn compare_multigrid(gpu: &Gpu, size: [usize; 2]) -> Result<(), String> {
    let sides = [1.0, 0.75 * size[1] as f64 / size[0] as f64];
    let density = centered(&numbers(size[0] * size[1]));
    let source = gpu
        .storage_from("source", &density.iter().map(|value| *value as f32).collect::<Vec<_>>())
        .unwrap();
    let target = gpu.storage::<f32>("target", density.len()).unwrap();
    let multigrid =
        Multigrid::new(gpu, PoissonRequest::plane(size, sides), &source, &target).unwrap();
    let mut before = 1.0;
    for cycle in 0..6 {
        let mut encoder = gpu.encoder("multigrid");
        multigrid.encode(&mut encoder.begin_compute_pass(&wgpu::ComputePassDescriptor::default()));
        gpu.submit(encoder);
        let solution: Vec<f64> = gpu.read(&target).unwrap().into_iter().map(f64::from).collect();
        let residual = error(&laplacian(&solution, size, sides), &density);
        // Below, single precision rounds.
        if residual > (before / 5.0_f64).max(1e-4) {
            return Err(format!(
                "cycle {cycle} of {size:?}: residual {residual:.1e} after {before:.1e}"
            ));
        }
        before = residual;
    }
    Ok(())
}
