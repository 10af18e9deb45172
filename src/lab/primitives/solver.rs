//! The speed of conjugate gradients: whole solutions, by the host's clock.

use std::time::{Duration, Instant};

use rayon::prelude::*;

use super::TestMatrix;
use super::spmv::{expected, in_single_precision, no_such_precision, vector};
use crate::gpu::Gpu;
use crate::lab::timing::{milliseconds, time_together, warm_up};
use crate::lab::{Detail, LabError, Measurement, RateUnit};
use crate::name::Named;
use crate::physics::Precision;
use crate::primitives::{ConjugateGradient, Csr, Real, SolverLimits, SparseError, threaded};
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
/// [`LabError::Wrong`] if the true residual is more than ten times the tolerance; otherwise if the
/// matrix is not symmetric and positive definite, the limit of iterations is too low, or the
/// adapter cannot hold the system or is lost.
pub fn measure_solver(gpu: &Gpu, bench: &SolverBench) -> Result<Measurement, LabError> {
    match bench.precision {
        Precision::Single => measure(gpu, bench, &in_single_precision(&bench.matrix)?),
        Precision::Double => measure(gpu, bench, &*bench.matrix.elements),
        Precision::Pair => Err(no_such_precision(gpu, "conjugate-gradient")),
    }
}

fn measure<T: Real>(
    gpu: &Gpu,
    bench: &SolverBench,
    matrix: &Csr<T>,
) -> Result<Measurement, LabError> {
    let (unknowns, columns) = (matrix.rows(), matrix.columns());
    if unknowns != columns {
        return Err(SparseError::NotSquare { rows: unknowns, columns }.into());
    }
    let tolerance = bench.limits.tolerance;
    if tolerance.is_nan() || tolerance < T::ROUNDOFF {
        return Err(SparseError::Tolerance {
            tolerance,
            precision: T::NAME,
            least: 10.0 * T::ROUNDOFF,
        }
        .into());
    }
    expected(matrix, &vector(unknowns))?;
    // In the range of the matrix, even if that is singular.
    let b: Vec<T> = threaded::spmv(matrix, &vector(unknowns));
    let (right, x) =
        (gpu.storage_from("bench/right-side", &b)?, gpu.storage::<T>("bench/solution", unknowns)?);
    let solver = ConjugateGradient::new(gpu, matrix, &right, &x, true)?;
    let mut last = None;
    let samples = time_together(gpu, warm_up(gpu, Duration::from_millis(300)), || {
        let begin = Instant::now();
        match solver.solve(gpu, &bench.limits) {
            Err(SparseError::Gpu(error)) => return Err(error),
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
    let [residual, rounded] = residual(matrix, &b, &gpu.read(&x)?);
    if !(end.is_converged && residual <= 10.0 * tolerance) {
        // As the recurrence goes on, its residual and the true one drift apart by this much
        // (Greenbaum, 1997).
        let drift = rounded * f64::from(end.iterations + 1);
        if residual <= drift.max(10.0 * tolerance) {
            return Err(SparseError::NotReached {
                iterations: end.iterations,
                residual,
                tolerance,
            }
            .into());
        }
        let what = say!(
            "wrong-residual",
            iterations = end.iterations,
            residual = format!("{residual:.1e}")
        );
        return Err(LabError::Wrong {
            bench: row.bench,
            kernel: row.kernel.clone(),
            adapter: row.adapter.clone(),
            what,
        });
    }
    let found =
        say!("found-iterations", iterations = end.iterations, residual = format!("{residual:.1e}"));
    Ok(Measurement { details: vec![Detail::new("iterations", found)], ..row })
}

/// The norm of b - A x in double precision, and that of what a product A x rounds, both relative to
/// that of b.
fn residual<T: Real>(matrix: &Csr<T>, b: &[T], x: &[T]) -> [f64; 2] {
    let norm = |elements: &mut dyn Iterator<Item = f64>| {
        elements.map(|element| element * element).sum::<f64>().sqrt()
    };
    let row = |row: usize| {
        let products = matrix.row(row).map(|(column, value)| value.to_f64() * x[column].to_f64());
        products.fold([b[row].to_f64(), 0.0], |[rest, all], product| {
            [rest - product, all + product.abs()]
        })
    };
    let rows: Vec<[f64; 2]> = (0..matrix.rows()).into_par_iter().map(row).collect();
    let of_b = norm(&mut b.iter().map(|b| b.to_f64()));
    let [rest, all] = [0, 1].map(|part| norm(&mut rows.iter().map(|row| row[part])) / of_b);
    [rest, T::ROUNDOFF * all]
}
