//! The speed of products of sparse matrices and vectors.

use std::cell::RefCell;
use std::sync::Arc;

use super::historical::WindowedSpmv;
use super::{MAX_RUNS, Record, clear, row_on_cpu, row_on_gpu, time_on_cpu, time_on_gpu};
use crate::gpu::{Buffer, Gpu, GpuError};
use crate::lab::kernel_list::kernels;
use crate::lab::rate::RateUnit;
use crate::lab::{Detail, LabError, Measurement};
use crate::name::Named;
use crate::named;
use crate::physics::Precision;
use crate::primitives::{Csr, Mesh, Real, SparseError, Spmv, SpmvPath, SpmvPlan, reference, threaded};
use crate::words::say;

kernels! {
    /// The kernel of a product.
    #[derive(Default)]
    pub enum SpmvKernel: "product" {
        /// Whatever suits this adapter and the matrix.
        #[default]
        Auto = "auto",
        /// One thread per row, with a window of the vector in workgroup memory, as in the literature.
        Window = "window",
    }
    lists {
        /// One that the library chooses among.
        Path(SpmvPath),
    }
    cpu {
        /// On the CPU: a loop.
        CpuSerial = "cpu-serial",
        /// On the CPU: all cores.
        CpuThreaded = "cpu-threaded",
    }
}

named! {
    /// The matrix of a benchmark.
    #[derive(Default)]
    pub enum SparseModel: "matrix" {
        /// Five-point Laplacian of a square grid.
        #[default]
        Grid2 = "grid-2d",
        /// Seven-point Laplacian of a cubic grid.
        Grid3 = "grid-3d",
        /// Cotangent Laplacian of a sphere of triangles.
        Sphere = "sphere",
        /// Rows as long as pages of the web are linked, 16 nonzeros on average, with the seed 1.
        PowerLaw = "power-law",
    }
}

impl SparseModel {
    /// A matrix of about this many rows: those of the square, cube or sphere that is nearest.
    ///
    /// # Errors
    /// [`SparseError`] if there are no rows, or too many.
    pub fn matrix<T: Real>(self, rows: usize) -> Result<Csr<T>, SparseError> {
        match self {
            Self::Grid2 => Csr::laplacian_2d([(rows as f64).sqrt().round() as usize; 2], false),
            Self::Grid3 => Csr::laplacian_3d([libm::cbrt(rows as f64).round() as usize; 3], false),
            Self::Sphere => Csr::cotangent_laplacian(&Mesh::icosphere_of(rows)),
            Self::PowerLaw => Csr::power_law(rows, rows.saturating_mul(16.min(rows)), 1),
        }
    }
}

/// A matrix by its name.
#[derive(Clone, Debug)]
pub struct TestMatrix {
    /// The model, or `file`.
    pub name: &'static str,
    /// Its elements; products in single precision round them.
    pub elements: Arc<Csr<f64>>,
}

impl SpmvKernel {
    /// Refuses an adapter that cannot run this kernel.
    ///
    /// # Errors
    /// [`GpuError::Unsupported`].
    pub fn check(self, gpu: &Gpu) -> Result<(), GpuError> {
        if let Self::Path(path) = self { path.check(gpu) } else { Ok(()) }
    }
}

/// A product to be measured: one row of a table.
#[derive(Clone, Debug)]
pub struct SpmvBench {
    /// The matrix.
    pub matrix: TestMatrix,
    /// The kernel.
    pub kernel: SpmvKernel,
    /// Single or double.
    pub precision: Precision,
    /// Threads of the processor, if not all.
    pub threads: Option<usize>,
}

/// Measures a product, in nonzeros per second.
///
/// # Errors
/// [`LabError::Wrong`] if an element differs from the sum in double precision by more than rounding explains; otherwise if the
/// adapter cannot run this kernel or hold the matrix, or it is lost.
pub fn measure_spmv(gpu: &Gpu, bench: &SpmvBench) -> Result<Measurement, LabError> {
    match bench.precision {
        Precision::Single => measure(gpu, bench, &bench.matrix.elements.to::<f32>()),
        Precision::Double => measure(gpu, bench, &*bench.matrix.elements),
        Precision::Pair => Err(no_such_precision(gpu, bench.kernel.name())),
    }
}

/// The error for numbers in two parts.
pub(super) fn no_such_precision(gpu: &Gpu, kernel: &str) -> LabError {
    let missing = say!("missing-precision", precision = Precision::Pair.name());
    LabError::Gpu(GpuError::unsupported(kernel, gpu.adapter_name(), missing, say!("remedy-single-or-double")))
}

/// A vector with elements of both signs and no period.
pub(super) fn vector<T: Real>(count: usize) -> Vec<T> {
    (0..count).map(|i| T::from_f64(libm::sin(i as f64 * 0.7) + 0.1)).collect()
}

fn measure<T: Real>(gpu: &Gpu, bench: &SpmvBench, matrix: &Csr<T>) -> Result<Measurement, LabError> {
    let SpmvBench { kernel, threads, .. } = *bench;
    let nonzeros = matrix.nonzeros();
    let x: Vec<T> = vector(matrix.columns());
    let (row, y) = match kernel {
        SpmvKernel::CpuSerial => on_cpu(kernel, 1, matrix, |y| reference::spmv_into(matrix, &x, y)),
        SpmvKernel::CpuThreaded => {
            let pool = threads.and_then(|threads| rayon::ThreadPoolBuilder::new().num_threads(threads).build().ok());
            let threads = pool.as_ref().map_or_else(rayon::current_num_threads, rayon::ThreadPool::current_num_threads);
            on_cpu(kernel, threads, matrix, |y| match &pool {
                Some(pool) => pool.install(|| threaded::spmv_into(matrix, &x, y)),
                None => threaded::spmv_into(matrix, &x, y),
            })
        }
        _ => {
            let (there, y) = (gpu.storage_from("bench/x", &x)?, gpu.storage::<T>("bench/y", matrix.rows())?);
            let (record, plan) = record(gpu, kernel, matrix, &there, &y)?;
            let samples = time_on_gpu(gpu, MAX_RUNS, |encoder| clear(encoder, &y), &record)?;
            let plan = plan.map(|plan| (plan.path.name(), plan.tuning));
            (row_on_gpu(gpu, "spmv", (kernel.name(), plan), nonzeros, samples), gpu.read(&y)?)
        }
    };
    let bytes = bytes(matrix);
    let mut row =
        Measurement { unit: RateUnit::Nonzeros, precision: T::NAME, model: bench.matrix.name, bytes: Some(bytes), ..row };
    check(&mut row, matrix, &x, &y)?;
    let each = format!("{:.2}", bytes / nonzeros.max(1) as f64);
    row.details.push(Detail::new("bytes", say!("found-bytes-per-nonzero", bytes = each)));
    Ok(row)
}

/// The row of a loop on the processor that fills a vector, and that vector.
fn on_cpu<T: Real>(kernel: SpmvKernel, threads: usize, matrix: &Csr<T>, run: impl Fn(&mut [T])) -> (Measurement, Vec<T>) {
    let y = RefCell::new(vec![T::zeroed(); matrix.rows()]);
    let (samples, ()) = time_on_cpu(|| (), |()| run(&mut y.borrow_mut()));
    (row_on_cpu("spmv", kernel.name(), threads, matrix.nonzeros(), samples), y.into_inner())
}

/// What to record, and the plan with its tuning.
fn record<T: Real>(
    gpu: &Gpu,
    kernel: SpmvKernel,
    matrix: &Csr<T>,
    x: &Buffer<T>,
    y: &Buffer<T>,
) -> Result<(Record, Option<SpmvPlan>), LabError> {
    if kernel == SpmvKernel::Window {
        T::check(gpu)?;
        let product = WindowedSpmv::new(gpu, matrix, x, y)?;
        return Ok((Box::new(move |pass| product.record(pass)), None));
    }
    let product = match kernel {
        SpmvKernel::Path(path) => {
            path.check(gpu)?;
            Spmv::with_plan(gpu, SpmvPlan::of::<T>(path), matrix, x, y)?
        }
        _ => Spmv::new(gpu, matrix, x, y)?,
    };
    let plan = *product.plan();
    Ok((Box::new(move |pass| product.record(pass)), Some(plan)))
}

/// Bytes that a product moves at least: each nonzero with its column, each row pointer, and both vectors.
fn bytes<T: Real>(matrix: &Csr<T>) -> f64 {
    let number = size_of::<T>();
    let nonzero = number + size_of::<u32>();
    (matrix.nonzeros() * nonzero + matrix.rows() * nonzero + matrix.columns() * number) as f64
}

/// Compares a product with the sums in double precision, relative to the sums of magnitudes.
fn check<T: Real>(row: &mut Measurement, matrix: &Csr<T>, x: &[T], y: &[T]) -> Result<(), LabError> {
    let mut errors = Vec::with_capacity(matrix.rows());
    for (i, got) in y.iter().enumerate() {
        let (mut sum, mut magnitude, mut count) = (0.0, 0.0, 2.0);
        for (column, value) in matrix.row(i) {
            let product = value.to_f64() * x[column].to_f64();
            (sum, magnitude, count) = (sum + product, magnitude + product.abs(), count + 1.0);
        }
        let difference = (got.to_f64() - sum).abs();
        if difference.is_nan() || difference > T::ROUNDOFF * count * magnitude {
            let (result, expected) = (format!("{got:?}"), format!("{sum:?}"));
            let what = say!("wrong-element", count = matrix.rows(), place = i, result = result, expected = expected);
            return Err(LabError::Wrong { bench: row.bench, kernel: row.kernel.clone(), adapter: row.adapter.clone(), what });
        }
        errors.push(if magnitude > 0.0 { difference / magnitude } else { 0.0 });
    }
    errors.sort_by(f64::total_cmp);
    row.median_error = errors.get(errors.len() / 2).copied();
    row.p99_error = errors.get(errors.len() * 99 / 100).copied();
    Ok(())
}
