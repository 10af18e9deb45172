//! The speed of conjugate gradients: whole solutions, by the host's clock.

use std::time::{Duration, Instant};

use super::TestMatrix;
use super::spmv::{no_such_precision, vector};
use crate::gpu::Gpu;
use crate::lab::timing::{milliseconds, time_together, warm_up};
use crate::lab::{Detail, LabError, Measurement, RateUnit};
use crate::name::Named;
use crate::physics::Precision;
use crate::primitives::{ConjugateGradient, Csr, Real, SolverError, SolverLimits, threaded};
use crate::words::say;

/// A linear system to be solved: one row of a table.
#[derive(Clone, Debug)]
pub struct SolverBench {
    /// Its matrix.
    pub matrix: TestMatrix,
    /// Single or double.
    pub precision: Precision,
    /// When to stop.
    pub limits: SolverLimits,
}

/// Measures the solution of a system with Jacobi's preconditioner, in iterations per second.
///
/// # Errors
/// [`LabError::Wrong`] if the true residual is more than ten times the tolerance; otherwise if the matrix is not symmetric and
/// positive definite, the limit of iterations is too low, or the adapter cannot hold the system or is lost.
pub fn measure_solver(gpu: &Gpu, bench: &SolverBench) -> Result<Measurement, LabError> {
    match bench.precision {
        Precision::Single => measure(gpu, bench, &bench.matrix.elements.to::<f32>()),
        Precision::Double => measure(gpu, bench, &*bench.matrix.elements),
        Precision::Pair => Err(no_such_precision(gpu, "conjugate-gradient")),
    }
}

fn measure<T: Real>(gpu: &Gpu, bench: &SolverBench, matrix: &Csr<T>) -> Result<Measurement, LabError> {
    let unknowns = matrix.rows();
    // In the range of the matrix, even if that is singular.
    let b: Vec<T> = threaded::spmv(matrix, &vector(unknowns));
    let (right, x) = (gpu.storage_from("bench/right-side", &b)?, gpu.storage::<T>("bench/solution", unknowns)?);
    let solver = ConjugateGradient::new(gpu, matrix, &right, &x, true)?;
    let mut last = None;
    let samples = time_together(gpu, warm_up(gpu, Duration::from_millis(300)), || {
        let begin = Instant::now();
        match solver.solve(gpu, &bench.limits) {
            Err(SolverError::Gpu(error)) => return Err(error),
            end => last = Some(end),
        }
        Ok(milliseconds(begin))
    })?;
    let end = last.ok_or(LabError::NoElements)??;
    let work = (f64::from(end.iterations), RateUnit::Iterations);
    let row = Measurement {
        kernel: format!("conjugate-gradient {}", solver.product().plan().path.name()),
        precision: T::NAME,
        model: bench.matrix.name,
        ..Measurement::new(gpu, "solve", unknowns, samples, work)
    };
    let residual = residual(matrix, &b, &gpu.read(&x)?);
    if !end.is_converged || residual.is_nan() || residual > 10.0 * bench.limits.tolerance {
        let what = say!("wrong-residual", iterations = end.iterations, residual = format!("{residual:.1e}"));
        return Err(LabError::Wrong { bench: row.bench, kernel: row.kernel.clone(), adapter: row.adapter.clone(), what });
    }
    let found = say!("found-iterations", iterations = end.iterations, residual = format!("{residual:.1e}"));
    Ok(Measurement { details: vec![Detail::new("iterations", found)], ..row })
}

/// The norm of b - A x in double precision, relative to that of b.
fn residual<T: Real>(matrix: &Csr<T>, b: &[T], x: &[T]) -> f64 {
    let x: Vec<f64> = x.iter().map(|x| x.to_f64()).collect();
    let product = threaded::spmv(&matrix.to::<f64>(), &x);
    let squares = b.iter().zip(&product).map(|(b, product)| (b.to_f64() - product).powi(2)).sum::<f64>();
    (squares / b.iter().map(|b| b.to_f64().powi(2)).sum::<f64>()).sqrt()
}
