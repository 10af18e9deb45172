//! The speed of products of sparse matrices and vectors.

use std::cell::RefCell;
use std::sync::Arc;

use super::historical::WindowedSpmv;
use super::{MAX_RUNS, Record, clear, row_on_cpu, row_on_gpu, time_on_cpu, time_on_gpu};
use crate::file;
use crate::gpu::{Buffer, Gpu, GpuError};
use crate::lab::kernel_list::kernels;
use crate::lab::rate::RateUnit;
use crate::lab::{Detail, LabError, Measurement};
use crate::name::Named;
use crate::named;
use crate::physics::Precision;
use crate::primitives::{
    Csr, Real, SparseError, Spmv, SpmvPath, SpmvPlan, Surface, reference, threaded,
};
use crate::words::say;

kernels! {
    /// The kernel of a product.
    #[derive(Default)]
    pub enum SpmvKernel: "product" {
        /// Whatever suits this adapter and the matrix.
        #[default]
        Auto = "auto",
        /// One thread per row, with a window of the vector in workgroup memory, as in the
        /// literature.
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
    /// Nonzeros per row, about.
    pub fn nonzeros_per_row(self) -> usize {
        match self {
            Self::Grid2 => 5,
            Self::Grid3 | Self::Sphere => 7,
            Self::PowerLaw => 16,
        }
    }

    /// A matrix of about this many rows: those of the square, cube or sphere that is nearest.
    ///
    /// # Errors
    /// [`SparseError`] if there are no rows, or too many.
    pub fn matrix<T: Real>(self, rows: usize) -> Result<Csr<T>, SparseError> {
        match self {
            Self::Grid2 => Csr::laplacian_2d([(rows as f64).sqrt().round() as usize; 2], false),
            Self::Grid3 => Csr::laplacian_3d([libm::cbrt(rows as f64).round() as usize; 3], false),
            Self::Sphere => Csr::cotangent_laplacian(&Surface::icosphere_of(rows)),
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

/// Checks that an adapter and this machine's memory hold a matrix of at most this many rows,
/// columns and nonzeros, and vectors for it, before any of it is made.
///
/// # Errors
/// [`LabError`] if they do not.
pub fn check_matrix(gpu: &Gpu, [rows, columns, nonzeros]: [usize; 3]) -> Result<(), LabError> {
    let of = format!("a matrix of {rows} rows, {columns} columns and {nonzeros} nonzeros");
    for count in [rows.saturating_add(1), columns, nonzeros] {
        gpu.check_storage::<u32>(&of, count)?;
    }
    // As triplets, sorted, in both precisions, with both vectors and their check.
    let bytes = [(rows, 64), (columns, 32), (nonzeros, 72)]
        .map(|(count, each)| count as u64 * each)
        .iter()
        .sum::<u64>();
    if file::spare_memory().is_some_and(|spare| bytes > spare) {
        return Err(SparseError::NoRoom { rows, columns, nonzeros }.into());
    }
    Ok(())
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
/// [`LabError::Wrong`] if an element differs from the sum in double precision by more than rounding
/// explains; otherwise if the adapter cannot run this kernel or hold the matrix, or it is lost.
pub fn measure_spmv(gpu: &Gpu, bench: &SpmvBench) -> Result<Measurement, LabError> {
    match bench.precision {
        Precision::Single => measure(gpu, bench, &in_single_precision(&bench.matrix)?),
        Precision::Double => measure(gpu, bench, &*bench.matrix.elements),
        Precision::Pair => Err(no_such_precision(gpu, bench.kernel.name())),
    }
}

/// The matrix with its values rounded.
///
/// # Errors
/// [`LabError::Sparse`] if one of them is beyond the largest number.
pub(super) fn in_single_precision(matrix: &TestMatrix) -> Result<Csr<f32>, LabError> {
    let rounded = matrix.elements.to::<f32>();
    match (0..rounded.rows()).find(|&row| rounded.row(row).any(|(_, value)| !value.is_finite())) {
        Some(row) => Err(SparseError::Range { row, precision: f32::NAME }.into()),
        None => Ok(rounded),
    }
}

/// The error for numbers in two parts.
pub(super) fn no_such_precision(gpu: &Gpu, kernel: &str) -> LabError {
    let missing = say!("missing-precision", precision = Precision::Pair.name());
    LabError::Gpu(GpuError::unsupported(
        kernel,
        gpu.adapter_name(),
        missing,
        say!("remedy-single-or-double"),
    ))
}

/// A vector with elements of both signs and no period.
pub(super) fn vector<T: Real>(count: usize) -> Vec<T> {
    (0..count).map(|i| T::from_f64(libm::sin(i as f64 * 0.7) + 0.1)).collect()
}

fn measure<T: Real>(
    gpu: &Gpu,
    bench: &SpmvBench,
    matrix: &Csr<T>,
) -> Result<Measurement, LabError> {
    let SpmvBench { kernel, threads, .. } = *bench;
    let nonzeros = matrix.nonzeros();
    let x: Vec<T> = vector(matrix.columns());
    let expected = expected(matrix, &x)?;
    let (row, y) = match kernel {
        SpmvKernel::CpuSerial => on_cpu(kernel, 1, matrix, |y| reference::spmv_into(matrix, &x, y)),
        SpmvKernel::CpuThreaded => {
            let pool = threads.and_then(|threads| {
                rayon::ThreadPoolBuilder::new().num_threads(threads).build().ok()
            });
            let threads = pool
                .as_ref()
                .map_or_else(rayon::current_num_threads, rayon::ThreadPool::current_num_threads);
            on_cpu(kernel, threads, matrix, |y| match &pool {
                Some(pool) => pool.install(|| threaded::spmv_into(matrix, &x, y)),
                None => threaded::spmv_into(matrix, &x, y),
            })
        }
        _ => {
            let (there, y) =
                (gpu.storage_from("bench/x", &x)?, gpu.storage::<T>("bench/y", matrix.rows())?);
            let (record, plan) = record(gpu, kernel, matrix, &there, &y)?;
            let samples = time_on_gpu(gpu, MAX_RUNS, |encoder| clear(encoder, &y), &record)?;
            let plan = plan.map(|plan| (plan.path.name(), plan.tuning));
            (row_on_gpu(gpu, "spmv", (kernel.name(), plan), nonzeros, samples), gpu.read(&y)?)
        }
    };
    let bytes = bytes(matrix);
    let mut row = Measurement {
        unit: RateUnit::Nonzeros,
        precision: T::NAME,
        model: bench.matrix.name,
        bytes: Some(bytes),
        ..row
    };
    check(&mut row, matrix, &expected, &y)?;
    let each = format!("{:.2}", bytes / nonzeros.max(1) as f64);
    row.details.push(Detail::new("bytes", say!("found-bytes-per-nonzero", bytes = each)));
    Ok(row)
}

/// The row of a loop on the processor that fills a vector, and that vector.
fn on_cpu<T: Real>(
    kernel: SpmvKernel,
    threads: usize,
    matrix: &Csr<T>,
    run: impl Fn(&mut [T]),
) -> (Measurement, Vec<T>) {
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
        return Ok((Box::new(move |pass| product.encode(pass)), None));
    }
    let product = match kernel {
        SpmvKernel::Path(path) => {
            path.check(gpu)?;
            Spmv::with_plan(gpu, SpmvPlan::from_path::<T>(path), matrix, x, y)?
        }
        _ => Spmv::new(gpu, matrix, x, y)?,
    };
    let plan = *product.plan();
    Ok((Box::new(move |pass| product.encode(pass)), Some(plan)))
}

/// Bytes that a product moves at least: each nonzero with its column, each row pointer, and both
/// vectors.
fn bytes<T: Real>(matrix: &Csr<T>) -> f64 {
    let number = size_of::<T>();
    let nonzero = number + size_of::<u32>();
    (matrix.nonzeros() * nonzero + matrix.rows() * nonzero + matrix.columns() * number) as f64
}

/// The sum and the sum of magnitudes of each row, in double precision.
///
/// # Errors
/// [`LabError::Sparse`] if a sum of magnitudes is beyond the largest number: what comes out then
/// depends on the order of the sum.
pub(super) fn expected<T: Real>(matrix: &Csr<T>, x: &[T]) -> Result<Vec<[f64; 2]>, LabError> {
    let sums = |row: usize| {
        let products = matrix.row(row).map(|(column, value)| value.to_f64() * x[column].to_f64());
        let [sum, magnitude] =
            products.fold([0.0, 0.0], |[sum, all], product| [sum + product, all + product.abs()]);
        let is_in_range = T::from_f64(magnitude).to_f64().is_finite();
        if is_in_range {
            Ok([sum, magnitude])
        } else {
            Err(SparseError::Range { row, precision: T::NAME }.into())
        }
    };
    (0..matrix.rows()).map(sums).collect()
}

/// Compares a product with the sums in double precision, relative to the sums of magnitudes.
/// Products and sums below the smallest normal number may be lost.
fn check<T: Real>(
    row: &mut Measurement,
    matrix: &Csr<T>,
    expected: &[[f64; 2]],
    y: &[T],
) -> Result<(), LabError> {
    let mut errors = Vec::with_capacity(matrix.rows());
    for (i, (got, [sum, magnitude])) in y.iter().zip(expected).enumerate() {
        let [first, end] = [0, 1].map(|next| matrix.row_starts()[i + next]);
        let most = f64::from(end - first + 2) * (T::ROUNDOFF * magnitude + T::SMALLEST);
        let difference = (got.to_f64() - sum).abs();
        if difference.is_nan() || difference > most {
            let (result, expected) = (format!("{got:?}"), format!("{sum:?}"));
            let what = say!(
                "wrong-element",
                count = matrix.rows(),
                place = i + 1,
                result = result,
                expected = expected
            );
            return Err(LabError::Wrong {
                bench: row.bench,
                kernel: row.kernel.clone(),
                adapter: row.adapter.clone(),
                what,
            });
        }
        errors.push(if *magnitude > 0.0 { difference / magnitude } else { 0.0 });
    }
    errors.sort_by(f64::total_cmp);
    row.median_error = errors.get(errors.len() / 2).copied();
    row.p99_error = errors.get(errors.len() * 99 / 100).copied();
    Ok(())
}
