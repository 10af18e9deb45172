//! The numbers of sparse matrices.

use std::fmt::Debug;
use std::iter::Sum;
use std::ops::{Add, AddAssign, Div, Mul, Neg, Sub};

use super::kernels::{F32, F64, SOLVER_F32, SOLVER_F64, SolverKernels, SpmvKernels};
use crate::gpu::{Gpu, GpuError};
use crate::primitives::{Monoid, SUM_F32, SUM_F64};
use crate::words::say;

/// A floating-point number in which sparse matrices are multiplied: `f32`, or `f64` if the adapter
/// has it.
pub trait Real:
    bytemuck::Pod
    + Debug
    + PartialOrd
    + Send
    + Sync
    + Sum
    + AddAssign
    + Add<Output = Self>
    + Sub<Output = Self>
    + Mul<Output = Self>
    + Div<Output = Self>
    + Neg<Output = Self>
{
    /// Its name in WGSL.
    const NAME: &'static str;
    /// Its unit roundoff, the largest relative error of one rounding.
    const ROUNDOFF: f64;
    /// The smallest normal number: adapters may replace smaller ones by 0.
    const SMALLEST: f64;
    /// The kernels of products.
    const KERNELS: SpmvKernels;
    /// The kernels of solvers.
    const SOLVER: SolverKernels;
    /// Its sum.
    const SUM: Monoid<Self>;

    /// The nearest number of this type.
    fn from_f64(number: f64) -> Self;

    /// Converts the number to double precision.
    fn to_f64(self) -> f64;

    /// Rejects an adapter that does not have such numbers.
    ///
    /// # Errors
    /// [`GpuError::Unsupported`].
    fn check(gpu: &Gpu) -> Result<(), GpuError>;
}

impl Real for f32 {
    const NAME: &'static str = "f32";
    const ROUNDOFF: f64 = f32::EPSILON as f64 / 2.0;
    const SMALLEST: f64 = f32::MIN_POSITIVE as f64;
    const KERNELS: SpmvKernels = F32;
    const SOLVER: SolverKernels = SOLVER_F32;
    const SUM: Monoid<Self> = SUM_F32;

    fn from_f64(number: f64) -> Self {
        number as f32
    }

    fn to_f64(self) -> f64 {
        f64::from(self)
    }

    fn check(_: &Gpu) -> Result<(), GpuError> {
        Ok(())
    }
}

impl Real for f64 {
    const NAME: &'static str = "f64";
    const ROUNDOFF: f64 = Self::EPSILON / 2.0;
    const SMALLEST: f64 = Self::MIN_POSITIVE;
    const KERNELS: SpmvKernels = F64;
    const SOLVER: SolverKernels = SOLVER_F64;
    const SUM: Monoid<Self> = SUM_F64;

    fn from_f64(number: f64) -> Self {
        number
    }

    fn to_f64(self) -> f64 {
        self
    }

    fn check(gpu: &Gpu) -> Result<(), GpuError> {
        if gpu.features().contains(wgpu::Features::SHADER_F64) {
            return Ok(());
        }
        Err(GpuError::unsupported(
            "spmv f64",
            gpu.adapter_name(),
            say!("missing-double"),
            say!("remedy-numbers"),
        ))
    }
}
