//! The speed of conjugate gradients: whole solutions, by the host's clock.

use std::time::{Duration, Instant};

use rayon::prelude::*;

use super::TestMatrix;
use super::spmv::{PRECISIONS, expected, in_single_precision, no_such_precision, vector};
use crate::gpu::Gpu;
use crate::lab::bench::Bench;
use crate::lab::flag::Flag;
use crate::lab::measurement::Entry;
use crate::lab::timing::{milliseconds, time_together, warm_up};
use crate::lab::{Detail, LabError, Measurement, RateUnit};
use crate::name::Named;
use crate::physics::Precision;
use crate::primitives::{ConjugateGradient, Csr, Real, SolverLimits, SparseError, threaded};
use crate::words::say;

/// A linear system to be solved with Jacobi's preconditioner: one row of a table.
#[derive(Clone, Debug)]
pub struct SolverBench {
    /// Its matrix.
    pub matrix: TestMatrix,
    /// Single or double.
    pub precision: Precision,
    /// When to stop.
    pub limits: SolverLimits,
}

impl Default for SolverBench {
    fn default() -> Self {
        let limits = SolverLimits { iterations: 1_000_000, ..SolverLimits::default() };
        Self { matrix: TestMatrix::default(), precision: Precision::default(), limits }
    }
}

/// The true residual may be up to ten times the tolerance.
impl Bench for SolverBench {
    const NAME: &'static str = "solve";
    const ABOUT: &'static str = "Linear systems by conjugate gradients with Jacobi's preconditioner; the true residual is checked";
    const FLAGS: &'static [Flag<Self>] = &[
        Flag::<Self>::list(
            "matrix",
            "M,M,…",
            "grid-2d",
            "Matrices, separated by commas (see below), or files in the Matrix Market format",
            |bench| &mut bench.matrix,
        )
        .titled("Matrices"),
        Flag::<Self>::list(
            "count",
            "N,N,…",
            "65536",
            "Numbers of unknowns, separated by commas, for matrices that are no files; 1024^2 is 1048576",
            |bench| &mut bench.matrix.rows,
        )
        .only_if(|bench| bench.matrix.has_model()),
        Flag::<Self>::list("precision", "P,P,…", "f32", PRECISIONS, |bench| &mut bench.precision),
        Flag::<Self>::one(
            "tolerance",
            "T",
            "1e-4",
            "The residual to reach, relative to the right-hand side",
            |bench| &mut bench.limits.tolerance,
        ),
    ];

    fn entry(&self) -> Entry {
        let Self { matrix, precision, .. } = self;
        let (kernel, precision) = ("conjugate-gradient", precision.name());
        let [rows, _] = matrix.size();
        Entry { kernel, precision, model: matrix.name(), ..Entry::new(Self::NAME, rows) }
    }

    fn check(&self, gpu: &Gpu) -> Result<(), LabError> {
        self.matrix.elements(gpu).map(drop)
    }

    fn measure(&self, gpu: &Gpu) -> Result<Measurement, LabError> {
        let elements = self.matrix.elements(gpu)?;
        match self.precision {
            Precision::Single => measure(gpu, self, &in_single_precision(&elements)?),
            Precision::Double => measure(gpu, self, &*elements),
            Precision::Pair => Err(no_such_precision(gpu, self.entry().kernel)),
        }
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
    let entry = Entry { count: unknowns, precision: T::NAME, ..bench.entry() };
    let mut row = entry.on_gpu(gpu, samples, work);
    row.kernel += &format!(" {}", solver.product().plan().path.name());
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
        return Err(row.wrong(what));
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
