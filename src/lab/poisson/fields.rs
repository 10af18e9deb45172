//! Right-hand side, solution and error of Poisson's equation on every point, to be looked at.

use super::{PoissonBench, PoissonKernel, errors, gaussian, solve, solve_on_cpu};
use crate::gpu::Gpu;
use crate::lab::LabError;
use crate::lab::bench::Bench;

/// What a solution of the experiment `poisson` looks like. Each field has `side * side` values,
/// rows one after the other.
#[derive(Clone, Debug, PartialEq)]
pub struct PoissonFields {
    /// Points along a side.
    pub side: usize,
    /// The right-hand side: the Laplacian of a Gaussian.
    pub density: Vec<f64>,
    /// The solution, 0 in the first corner.
    pub solution: Vec<f64>,
    /// The solution less the Gaussian.
    pub error: Vec<f64>,
    /// The maximum of the error, and the root of its summed squares over the number of points.
    pub errors: [f64; 2],
}

/// Solves the equation once.
///
/// # Errors
/// [`LabError`] if there are no or too many points, the adapter cannot run this kernel, or it is
/// lost.
pub fn poisson_fields(gpu: &Gpu, bench: PoissonBench) -> Result<PoissonFields, LabError> {
    let PoissonBench { side, kernel } = bench;
    bench.check(gpu)?;
    let [density, exact] = gaussian(side);
    let solution = match kernel {
        PoissonKernel::CpuSerial | PoissonKernel::CpuThreaded => {
            solve_on_cpu(kernel, side, &density)
        }
        _ => solve(gpu, bench, &density)?,
    };
    let errors = errors(&solution, &exact);
    let corner = solution.first().copied().unwrap_or_default();
    let solution: Vec<f64> = solution.into_iter().map(|value| value - corner).collect();
    let error = solution.iter().zip(exact).map(|(found, exact)| found - exact).collect();
    Ok(PoissonFields { side, density, solution, error, errors })
}
