//! The speed of products of sparse matrices and vectors.

use std::cell::RefCell;

use super::historical::WindowedSpmv;
use super::{MAX_RUNS, Record, TestMatrix, clear, row_on_gpu, time_on_cpu, time_on_gpu, work};
use crate::gpu::{Buffer, Gpu, GpuError};
use crate::lab::bench::Bench;
use crate::lab::flag::{Flag, KERNELS};
use crate::lab::measurement::Entry;
use crate::lab::rate::RateUnit;
use crate::lab::{Detail, LabError, Measurement};
use crate::name::Named;
use crate::named;
use crate::physics::Precision;
use crate::primitives::{Csr, Real, SparseError, Spmv, SpmvPath, SpmvPlan, reference, threaded};
use crate::words::say;

named! {
    /// The kernel of a product.
    #[derive(Default)]
    pub enum SpmvKernel: "product" {
        /// Whatever suits this adapter and the matrix.
        #[default]
        Auto = "auto",
        /// One thread per row, with a window of the vector in workgroup memory, as in the
        /// literature.
        Window = "window",
        /// One that the library chooses among.
        Path(SpmvPath),
        /// On the CPU: a loop.
        CpuSerial = "cpu-serial",
        /// On the CPU: all cores.
        CpuThreaded = "cpu-threaded",
    }
}

/// A product to be measured: one row of a table.
#[derive(Clone, Debug, Default)]
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

/// Elements may differ from the sum in double precision by what rounding explains.
impl Bench for SpmvBench {
    const NAME: &'static str = "spmv";
    const ABOUT: &'static str =
        "Products of sparse matrices in CSR format and vectors, checked against sums in f64";
    const FLAGS: &'static [Flag<Self>] = &[
        Flag::<Self>::list(
            "matrix",
            "M,M,…",
            "grid-2d",
            "Matrices, separated by commas (see below), or files in the Matrix Market format, whose names end in .mtx",
            |bench| &mut bench.matrix,
        )
        .titled("Matrices"),
        Flag::<Self>::list(
            "count",
            "N,N,…",
            "1048576",
            "Numbers of rows, separated by commas, for matrices that are no files; 192^3 is 7077888",
            |bench| &mut bench.matrix.rows,
        )
        .only_if(|bench| bench.matrix.has_model()),
        Flag::<Self>::kernels("auto", KERNELS, |bench| &mut bench.kernel),
        Flag::<Self>::list("precision", "P,P,…", "f32", PRECISIONS, |bench| &mut bench.precision),
    ];

    fn entry(&self) -> Entry {
        let Self { matrix, kernel, precision, .. } = self;
        let (kernel, precision, model) = (kernel.name(), precision.name(), matrix.name());
        Entry { kernel, precision, model, ..Entry::new(Self::NAME, matrix.size()[1]) }
    }

    fn check(&self, gpu: &Gpu) -> Result<(), LabError> {
        if let SpmvKernel::Path(path) = self.kernel {
            path.check(gpu)?;
        }
        self.matrix.elements(gpu).map(drop)
    }

    fn measure(&self, gpu: &Gpu) -> Result<Measurement, LabError> {
        let elements = self.matrix.elements(gpu)?;
        match self.precision {
            Precision::Single => measure(gpu, self, &in_single_precision(&elements)?),
            Precision::Double => measure(gpu, self, &*elements),
            Precision::Pair => Err(no_such_precision(gpu, self.kernel.name())),
        }
    }
}

/// What precisions choose.
pub(super) const PRECISIONS: &str = "Precisions to measure, separated by commas: f32, f64";

/// The matrix with its values rounded.
///
/// # Errors
/// [`LabError::Sparse`] if one of them is beyond the largest number.
pub(super) fn in_single_precision(elements: &Csr<f64>) -> Result<Csr<f32>, LabError> {
    let rounded = elements.to::<f32>();
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
    let (nonzeros, precision) = (matrix.nonzeros(), T::NAME);
    let entry = Entry { count: nonzeros, precision, ..bench.entry() };
    let x: Vec<T> = vector(matrix.columns());
    let expected = expected(matrix, &x)?;
    let (row, y) = match kernel {
        SpmvKernel::CpuSerial => on_cpu(entry, 1, matrix, |y| reference::spmv_into(matrix, &x, y)),
        SpmvKernel::CpuThreaded => {
            let pool = threads.and_then(|threads| {
                rayon::ThreadPoolBuilder::new().num_threads(threads).build().ok()
            });
            let threads = pool
                .as_ref()
                .map_or_else(rayon::current_num_threads, rayon::ThreadPool::current_num_threads);
            on_cpu(entry, threads, matrix, |y| match &pool {
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
            (row_on_gpu(gpu, entry, plan, samples), gpu.read(&y)?)
        }
    };
    let bytes = bytes(matrix);
    let mut row = Measurement { unit: RateUnit::Nonzeros, bytes: Some(bytes), ..row };
    check(&mut row, matrix, &expected, &y)?;
    let each = format!("{:.2}", bytes / nonzeros.max(1) as f64);
    row.details.push(Detail::new("bytes", say!("found-bytes-per-nonzero", bytes = each)));
    Ok(row)
}

/// The row of a loop on the processor that fills a vector, and that vector.
fn on_cpu<T: Real>(
    entry: Entry,
    threads: usize,
    matrix: &Csr<T>,
    run: impl Fn(&mut [T]),
) -> (Measurement, Vec<T>) {
    let y = RefCell::new(vec![T::zeroed(); matrix.rows()]);
    let (samples, ()) = time_on_cpu(|| (), |()| run(&mut y.borrow_mut()));
    (entry.on_cpu(threads, samples, work(entry)), y.into_inner())
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
            return Err(row.wrong_element((i, matrix.rows()), got, sum));
        }
        errors.push(if *magnitude > 0.0 { difference / magnitude } else { 0.0 });
    }
    errors.sort_by(f64::total_cmp);
    row.median_error = errors.get(errors.len() / 2).copied();
    row.p99_error = errors.get(errors.len() * 99 / 100).copied();
    Ok(())
}
