//! The product of a sparse matrix and a vector, on the GPU.

use super::kernels::{CarryParams, SpmvParams};
use super::plan::is_short;
use super::tiles::Tiles;
use super::{Csr, Real, SpmvPath, SpmvPlan};
use crate::gpu::{Bound, Buffer, Gpu, GpuError, tuned};
use crate::primitives::checks::check_target;

/// The product y = A x of a sparse matrix A and a vector x, prepared for given buffers.
///
/// Work is O(rows + nonzeros) in one dispatch, or two for a matrix whose rows differ much in
/// length. The matrix is copied to the GPU: 4 bytes per row, and 8 per nonzero in single precision
/// or 12 in double. The order of operations depends on matrix and plan alone, so a result has the
/// same bits in every run on one machine.
///
/// ```
/// use starshell::gpu::Gpu;
/// use starshell::primitives::{Csr, Spmv};
///
/// let gpu = Gpu::open(None)?;
/// let matrix = Csr::from_triplets(2, 3, &[(0, 0, 2.0_f32), (0, 2, 1.0), (1, 1, 3.0)])?;
/// let (x, y) = (gpu.storage_from("x", &[1.0_f32, 10.0, 100.0])?, gpu.storage("y", 2)?);
/// let product = Spmv::new(&gpu, &matrix, &x, &y)?;
/// let mut encoder = gpu.encoder("example");
/// product.encode(&mut encoder.begin_compute_pass(&wgpu::ComputePassDescriptor::default()));
/// gpu.submit(encoder);
/// assert_eq!(gpu.read(&y)?, [102.0, 30.0]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Spmv<T> {
    plan: SpmvPlan,
    product: Bound,
    groups: u32,
    /// Adds up rows of several tiles.
    carries: Option<(Bound, u32)>,
    row_starts: Buffer<u32>,
    columns: Buffer<u32>,
    values: Buffer<T>,
    bytes: u64,
}

impl<T: Real> Spmv<T> {
    /// Prepares the product of `matrix` and `x` into `y`, which has one element per row.
    ///
    /// # Errors
    /// [`GpuError::Unsupported`] if the adapter does not have this precision;
    /// [`GpuError::Mismatch`] if a vector is shorter than the matrix, both are the same, or one
    /// belongs to another device; [`GpuError`] if a kernel does not compile or memory runs out.
    pub fn new(gpu: &Gpu, matrix: &Csr<T>, x: &Buffer<T>, y: &Buffer<T>) -> Result<Self, GpuError> {
        T::check(gpu)?;
        Self::with_plan(gpu, SpmvPlan::new::<T>(gpu, &matrix.row_lengths()), matrix, x, y)
    }

    /// Prepares a product by the caller's plan.
    ///
    /// # Errors
    /// As [`Spmv::new`], and if the adapter cannot run the plan, or not for rows this long.
    #[doc(hidden)]
    pub fn with_plan(
        gpu: &Gpu,
        plan: SpmvPlan,
        matrix: &Csr<T>,
        x: &Buffer<T>,
        y: &Buffer<T>,
    ) -> Result<Self, GpuError> {
        T::check(gpu)?;
        let constant = |name| tuned(plan.tuning, name).unwrap_or(1);
        plan.path.check_lanes(gpu, constant("LANES"))?;
        plan.path.check_rows(gpu, constant("LANES"), &matrix.row_lengths())?;
        check_vectors(gpu, matrix, x, y)?;
        let kernel = gpu.kernel(&plan.path.kernel::<T>(), plan.tuning)?;
        let row_starts = gpu.storage_from("spmv/row-starts", matrix.row_starts())?;
        let columns = gpu.storage_from("spmv/columns", matrix.column_indices())?;
        let values = gpu.storage_from("spmv/values", matrix.values())?;
        let (rows, nonzeros) = (matrix.rows() as u32, matrix.nonzeros() as u32);
        let mut bytes = row_starts.bytes() + columns.bytes() + values.bytes();
        let tiles = match plan.path {
            SpmvPath::Merge => {
                Some(Tiles::new(matrix.row_starts(), kernel.workgroup() * constant("ITEMS")))
            }
            SpmvPath::MergeAlone => Some(Tiles::new(matrix.row_starts(), constant("ITEMS"))),
            _ => None,
        };
        let count = tiles.as_ref().map_or(0, |tiles| tiles.splits.len() as u32 - 1);
        let parameters =
            gpu.uniform("spmv/parameters", &SpmvParams { rows, nonzeros, tiles: count })?;
        let mut buffers = vec![
            ("spmv_of", parameters.raw()),
            ("row_starts", row_starts.raw()),
            ("columns", columns.raw()),
            ("values", values.raw()),
            ("x", x.raw()),
            ("y", y.raw()),
        ];
        let Some(tiles) = tiles else {
            let groups = rows.div_ceil(kernel.workgroup() / constant("LANES"));
            let product = kernel.bind(gpu.device(), &buffers)?;
            return Ok(Self {
                plan,
                product,
                groups,
                carries: None,
                row_starts,
                columns,
                values,
                bytes,
            });
        };
        let splits = gpu.storage_from("spmv/splits", &tiles.splits)?;
        let sums = gpu.storage::<T>("spmv/tile-sums", count as usize)?;
        bytes += splits.bytes() + sums.bytes() + size_of_val(&tiles.spans[..]) as u64;
        buffers.extend([("splits", splits.raw()), ("tile_sums", sums.raw())]);
        let groups =
            if plan.path == SpmvPath::Merge { count } else { count.div_ceil(kernel.workgroup()) };
        let product = kernel.bind(gpu.device(), &buffers)?;
        let carries =
            if tiles.spans.is_empty() { None } else { Some(carries(gpu, &tiles, &sums, y)?) };
        Ok(Self { plan, product, groups, carries, row_starts, columns, values, bytes })
    }

    /// Encodes the product.
    pub fn encode(&self, pass: &mut wgpu::ComputePass) {
        self.product.dispatch_groups(pass, self.groups);
        if let Some((carries, groups)) = &self.carries {
            carries.dispatch_groups(pass, *groups);
        }
    }

    /// How it is computed.
    #[doc(hidden)]
    pub fn plan(&self) -> &SpmvPlan {
        &self.plan
    }

    /// Where each row begins among the nonzeros, and where the last one ends, for other kernels.
    pub fn row_starts(&self) -> &Buffer<u32> {
        &self.row_starts
    }

    /// The columns of the nonzeros, for other kernels. They must not be written.
    pub fn columns(&self) -> &Buffer<u32> {
        &self.columns
    }

    /// The values of the nonzeros, in the order of the matrix. The next product uses what is
    /// written to them.
    pub fn values(&self) -> &Buffer<T> {
        &self.values
    }

    /// Bytes allocated for the matrix and for scratch.
    pub fn bytes(&self) -> u64 {
        self.bytes
    }
}

fn carries<T: Real>(
    gpu: &Gpu,
    tiles: &Tiles,
    sums: &Buffer<T>,
    y: &Buffer<T>,
) -> Result<(Bound, u32), GpuError> {
    let source = T::KERNELS.carries;
    // Several lanes are slower on software, but each of them takes fewer iterations.
    let longest = tiles.spans.iter().map(|span| span.end - span.first).max().unwrap_or(0) as usize;
    let tuning = source.tunings[usize::from(gpu.is_software() && is_short(gpu, longest))];
    let kernel = gpu.kernel(&source, tuning)?;
    let spans = tiles.spans.len() as u32;
    let parameters = gpu.uniform("spmv/carry-parameters", &CarryParams { spans })?;
    let list = gpu.storage_from("spmv/spans", &tiles.spans)?;
    let buffers = [
        ("carry_of", parameters.raw()),
        ("spans", list.raw()),
        ("tile_sums", sums.raw()),
        ("y", y.raw()),
    ];
    let rows = kernel.workgroup() / tuned(tuning, "LANES").unwrap_or(1);
    Ok((kernel.bind(gpu.device(), &buffers)?, spans.div_ceil(rows)))
}

/// Rejects vectors that do not fit the matrix.
fn check_vectors<T: Real>(
    gpu: &Gpu,
    matrix: &Csr<T>,
    x: &Buffer<T>,
    y: &Buffer<T>,
) -> Result<(), GpuError> {
    x.check_own(gpu, "the elements of the vector")?;
    y.check_own(gpu, "the elements of the product")?;
    check_target("a product of matrix and vector", x, y, matrix.rows())?;
    if x.len() < matrix.columns() {
        let (columns, room) = (matrix.columns(), x.len());
        return Err(GpuError::Mismatch(format!(
            "a matrix of {columns} columns cannot be multiplied by a vector of {room} elements: give it one for each column"
        )));
    }
    Ok(())
}
