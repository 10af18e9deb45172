//! The product of a sparse matrix and a vector with a cached window of the vector.

use super::Dispatch;
use crate::gpu::{Buffer, Gpu, GpuError, KernelSource, Tuning};
use crate::primitives::{Csr, Real, Spmv, SpmvPath, SpmvPlan};
use crate::{mirrored, wgsl};

mirrored! {
    /// Parameters of a product with a cached window.
    pub struct WindowParams {
        /// Number of rows.
        pub rows: u32,
        /// Number of columns.
        pub columns: u32,
    }
}

/// For GPUs, and for software adapters.
const TUNINGS: &[Tuning] = &[&[("WORKGROUP", 256)], &[("WORKGROUP", 32)]];

/// In single precision.
pub const SPMV_WINDOW: KernelSource = KernelSource::trusted(
    "historical/spmv_window",
    &[wgsl!("lab/historical/spmv_window.wgsl"), wgsl!("real_f32.wgsl")],
    TUNINGS,
);
/// In double precision.
pub const SPMV_WINDOW_F64: KernelSource = KernelSource::trusted(
    "historical/spmv_window",
    &[wgsl!("lab/historical/spmv_window.wgsl"), wgsl!("real_f64.wgsl")],
    TUNINGS,
);

/// y = A x with one thread per row, where each workgroup caches the elements of x that have the
/// numbers of its rows. From Patterson & Hennessy, Computer Organization and Design, GPU appendix,
/// figure 8.8.6.
#[derive(Debug)]
pub struct WindowedSpmv<T> {
    product: Dispatch,
    /// Owns the matrix.
    plain: Spmv<T>,
}

impl<T: Real> WindowedSpmv<T> {
    /// Prepares the product.
    ///
    /// # Errors
    /// As [`Spmv::new`].
    pub fn new(gpu: &Gpu, matrix: &Csr<T>, x: &Buffer<T>, y: &Buffer<T>) -> Result<Self, GpuError> {
        let plain = Spmv::with_plan(gpu, SpmvPlan::from_path::<T>(SpmvPath::Rows), matrix, x, y)?;
        let source = if size_of::<T>() == 4 { &SPMV_WINDOW } else { &SPMV_WINDOW_F64 };
        let kernel = gpu.kernel(source, TUNINGS[usize::from(gpu.is_software())])?;
        let parameters =
            WindowParams { rows: matrix.rows() as u32, columns: matrix.columns() as u32 };
        let uniform = gpu.uniform("spmv/window", &parameters)?;
        let buffers = [
            ("window_of", uniform.raw()),
            ("row_starts", plain.row_starts().raw()),
            ("columns", plain.columns().raw()),
            ("values", plain.values().raw()),
            ("x", x.raw()),
            ("y", y.raw()),
        ];
        let groups = matrix.rows().div_ceil(kernel.workgroup() as usize);
        Ok(Self { product: Dispatch::new(gpu, &kernel, groups, &buffers)?, plain })
    }

    /// Encodes the product.
    pub fn encode(&self, pass: &mut wgpu::ComputePass) {
        self.product.encode(pass);
    }

    /// Bytes of the matrix.
    pub fn bytes(&self) -> u64 {
        self.plain.bytes()
    }
}
