//! Linear systems by the method of conjugate gradients.

use std::cmp::Ordering;

use super::kernels::SolverParams;
use super::{Csr, Real, SparseError, Spmv, SpmvPlan};
use crate::gpu::{Bound, Buffer, Gpu, GpuError, Readbacks};
use crate::primitives::Reduce;
use crate::primitives::checks::{check_lengths, check_target};

/// When to stop.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SolverLimits {
    /// The residual relative to the right-hand side, both in the norm of the preconditioner.
    pub tolerance: f64,
    /// Maximum number of iterations.
    pub iterations: u32,
    /// Number of iterations between two copies of the residual to the host; 1 or more.
    pub every: u32,
}

impl Default for SolverLimits {
    fn default() -> Self {
        Self { tolerance: 1e-5, iterations: 10_000, every: 32 }
    }
}

/// How far a solver has come.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SolverState {
    /// Iterations so far, without those recorded after the end.
    pub iterations: u32,
    /// The residual relative to the right-hand side, both in the norm of the preconditioner, as the
    /// recurrence has it.
    pub residual: f64,
    /// Whether it is within the tolerance.
    pub is_converged: bool,
    /// Whether the matrix was found not to be positive definite.
    pub is_broken: bool,
}

impl SolverState {
    /// The state in the elements of [`ConjugateGradient::state`].
    pub fn from_elements<T: Real>(elements: &[T]) -> Self {
        let number = |place: usize| elements.get(place).map_or(0.0, |element| element.to_f64());
        let (square, first) = (number(0), number(1));
        let residual = if square == 0.0 { 0.0 } else { (square / first).sqrt() };
        Self {
            iterations: number(3) as u32,
            residual,
            is_converged: number(4) == 2.0,
            is_broken: number(4) == 3.0 || !residual.is_finite(),
        }
    }
}

/// Solves A x = b for a symmetric and positive definite sparse matrix A by the method of conjugate
/// gradients (Hestenes & Stiefel, 1952), with or without Jacobi's preconditioner, which divides by
/// the diagonal.
///
/// Everything stays on the GPU, step lengths and residuals included, so that any number of
/// iterations can be recorded without waiting. Once the residual is within the tolerance, further
/// iterations change nothing. An iteration takes a product, two reductions and four passes over
/// vectors; scratch is five vectors. A result has the same bits in every run on one machine.
///
/// A periodic Laplacian maps constants to 0, so it is not definite: the sum of its right-hand side
/// must be 0, and the solution is one whose sum is 0, too, but for rounding.
///
/// ```
/// use starshell::gpu::Gpu;
/// use starshell::primitives::{ConjugateGradient, Csr, SolverLimits};
///
/// let gpu = Gpu::open(None)?;
/// // 4 -1
/// // -1 3
/// let matrix = Csr::from_triplets(2, 2, &[(0, 0, 4.0_f32), (0, 1, -1.0), (1, 0, -1.0), (1, 1, 3.0)])?;
/// let (b, x) = (gpu.storage_from("b", &[2.0_f32, 5.0])?, gpu.storage("x", 2)?);
/// let solver = ConjugateGradient::new(&gpu, &matrix, &b, &x, true)?;
/// let end = solver.solve(&gpu, &SolverLimits::default())?;
/// assert!(end.is_converged && end.iterations <= 3);
/// let x = gpu.read(&x)?;
/// assert!((x[0] - 1.0).abs() < 1e-4 && (x[1] - 2.0).abs() < 1e-4, "{x:?}");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct ConjugateGradient<T> {
    product: Spmv<T>,
    start: Bound,
    curvature: Bound,
    advance: Bound,
    turn: Bound,
    direct: Bound,
    sum_of_curvature: Reduce<T>,
    sum_of_squares: Reduce<T>,
    state: Buffer<T>,
    unknowns: u32,
}

/// Elements of the state; the last one is the square of the tolerance.
const STATE: usize = 6;

impl<T: Real> ConjugateGradient<T> {
    /// Prepares the solution of `matrix` x = `right_side` into `solution`.
    ///
    /// # Errors
    /// [`SparseError`] if the matrix is not square or not symmetric, or an element of its diagonal
    /// is not positive; if the vectors do not fit, the adapter does not have this precision, or
    /// memory runs out.
    pub fn new(
        gpu: &Gpu,
        matrix: &Csr<T>,
        right_side: &Buffer<T>,
        solution: &Buffer<T>,
        has_preconditioner: bool,
    ) -> Result<Self, SparseError> {
        T::check(gpu)?;
        let plan = SpmvPlan::new::<T>(gpu, &matrix.row_lengths());
        Self::with_plan(gpu, plan, matrix, right_side, solution, has_preconditioner)
    }

    /// Prepares the solution with the caller's plan for products.
    ///
    /// # Errors
    /// As [`ConjugateGradient::new`].
    #[doc(hidden)]
    pub fn with_plan(
        gpu: &Gpu,
        plan: SpmvPlan,
        matrix: &Csr<T>,
        right_side: &Buffer<T>,
        solution: &Buffer<T>,
        has_preconditioner: bool,
    ) -> Result<Self, SparseError> {
        let unknowns = matrix.rows();
        let diagonal = check(matrix)?;
        right_side.check_own(gpu, "the elements of the right-hand side")?;
        solution.check_own(gpu, "the elements of the solution")?;
        check_lengths(
            "a system",
            ("numbers on the right-hand side", right_side.len()),
            ("unknowns", unknowns),
        )?;
        check_target("a solution", right_side, solution, unknowns)?;
        let vector = |label| gpu.storage::<T>(label, unknowns);
        let [residual, direction, image, products] = [
            vector("solver/residual")?,
            vector("solver/direction")?,
            vector("solver/image")?,
            vector("solver/products")?,
        ];
        let one = T::from_f64(1.0);
        let inverses: Vec<T> = diagonal
            .iter()
            .map(|&element| if has_preconditioner { one / element } else { one })
            .collect();
        let inverse = gpu.storage_from("solver/inverse", &inverses)?;
        let state = gpu.storage::<T>("solver/state", STATE)?;
        let product = Spmv::with_plan(gpu, plan, matrix, &direction, &image)?;
        let [sum_of_curvature, sum_of_squares] =
            [Reduce::new(gpu, &T::SUM, &products)?, Reduce::new(gpu, &T::SUM, &products)?];
        let parameters =
            gpu.uniform("solver/parameters", &SolverParams { unknowns: unknowns as u32 })?;
        let all = [
            ("solver", parameters.raw()),
            ("right_side", right_side.raw()),
            ("inverse", inverse.raw()),
            ("solution", solution.raw()),
            ("residual", residual.raw()),
            ("direction", direction.raw()),
            ("image", image.raw()),
            ("products", products.raw()),
            ("curvatures", sum_of_curvature.result().raw()),
            ("squares", sum_of_squares.result().raw()),
            ("state", state.raw()),
        ];
        let bound = |source, names: &[&str]| {
            let buffers: Vec<_> =
                all.iter().filter(|(name, _)| names.contains(name)).copied().collect();
            gpu.kernel(source, &[])?.bind(gpu.device(), &buffers)
        };
        let kernels = &T::SOLVER;
        Ok(Self {
            start: bound(
                &kernels.start,
                &[
                    "solver",
                    "right_side",
                    "inverse",
                    "solution",
                    "residual",
                    "direction",
                    "products",
                    "state",
                ],
            )?,
            curvature: bound(&kernels.curvature, &["solver", "direction", "image", "products"])?,
            advance: bound(
                &kernels.advance,
                &[
                    "solver",
                    "inverse",
                    "direction",
                    "image",
                    "curvatures",
                    "state",
                    "solution",
                    "residual",
                    "products",
                ],
            )?,
            turn: bound(&kernels.turn, &["curvatures", "squares", "state"])?,
            direct: bound(
                &kernels.direct,
                &["solver", "inverse", "residual", "state", "direction"],
            )?,
            product,
            sum_of_curvature,
            sum_of_squares,
            state,
            unknowns: unknowns as u32,
        })
    }

    /// Sets the residual, relative to the right-hand side, at which iterations recorded after the
    /// next start stop.
    pub fn set_tolerance(&self, gpu: &Gpu, tolerance: f64) {
        let mut state = [T::zeroed(); STATE];
        state[STATE - 1] = T::from_f64(tolerance * tolerance);
        gpu.write(&self.state, &state);
    }

    /// Encodes the start from the solution 0.
    pub fn encode_start(&self, pass: &mut wgpu::ComputePass) {
        self.start.dispatch_threads(pass, self.unknowns);
        self.sum_of_squares.encode(pass);
        self.turn.dispatch_groups(pass, 1);
    }

    /// Encodes this many iterations. They change nothing once the solver has stopped.
    pub fn encode_iterations(&self, pass: &mut wgpu::ComputePass, count: u32) {
        for _ in 0..count {
            self.product.encode(pass);
            self.curvature.dispatch_threads(pass, self.unknowns);
            self.sum_of_curvature.encode(pass);
            self.advance.dispatch_threads(pass, self.unknowns);
            self.sum_of_squares.encode(pass);
            self.turn.dispatch_groups(pass, 1);
            self.direct.dispatch_threads(pass, self.unknowns);
        }
    }

    /// The state on the GPU, for [`SolverState::from_elements`].
    pub fn state(&self) -> &Buffer<T> {
        &self.state
    }

    /// The product that each iteration computes.
    pub fn product(&self) -> &Spmv<T> {
        &self.product
    }

    /// Iterates until one of the limits. Unlike what is recorded, it submits and waits: at most for
    /// the residual of the batch before the last one, so that the adapter is never idle.
    ///
    /// # Errors
    /// [`SparseError::Broken`] if the matrix is found not to be positive definite, or numbers leave
    /// the range of their type; [`SparseError::Gpu`] if the adapter is lost.
    pub fn solve(&self, gpu: &Gpu, limits: &SolverLimits) -> Result<SolverState, SparseError> {
        let mut residuals = Readbacks::new(gpu, "solver/state", STATE);
        self.set_tolerance(gpu, limits.tolerance);
        let mut recorded = 0;
        loop {
            let batch = limits.every.max(1).min(limits.iterations - recorded);
            let mut encoder = gpu.encoder("solver");
            let mut pass = encoder.begin_compute_pass(&wgpu::ComputePassDescriptor::default());
            if recorded == 0 {
                self.encode_start(&mut pass);
            }
            self.encode_iterations(&mut pass, batch);
            drop(pass);
            residuals.encode(&mut encoder, &self.state, ())?;
            gpu.submit(encoder);
            recorded += batch;
            let in_flight = usize::from(recorded < limits.iterations);
            while residuals.pending() > in_flight {
                let read =
                    residuals.wait()?.map(|((), elements)| SolverState::from_elements(&elements));
                let state =
                    read.ok_or_else(|| GpuError::Lost("a residual did not arrive".to_owned()))?;
                if state.is_broken {
                    return Err(SparseError::Broken { iterations: state.iterations });
                }
                if state.is_converged || state.iterations >= limits.iterations {
                    return Ok(state);
                }
            }
        }
    }
}

/// The diagonal of a matrix that can be solved, as far as its elements tell.
fn check<T: Real>(matrix: &Csr<T>) -> Result<Vec<T>, SparseError> {
    let (rows, columns) = (matrix.rows(), matrix.columns());
    if rows != columns {
        return Err(SparseError::NotSquare { rows, columns });
    }
    if let Some((row, column)) = matrix.asymmetry() {
        return Err(SparseError::NotSymmetric { row, column });
    }
    let diagonal = matrix.diagonal();
    let is_positive = |element: &T| element.partial_cmp(&T::zeroed()) == Some(Ordering::Greater);
    match diagonal.iter().position(|element| !is_positive(element)) {
        Some(row) => Err(SparseError::Diagonal { row }),
        None => Ok(diagonal),
    }
}
