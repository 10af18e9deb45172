//! The kernels of each shape.

use super::plan::Shape;
use super::resident::RESIDENT;
use super::symmetric::{SYMMETRIC, SYMMETRIC_F64, UNORDERED};
use super::tiles::{ALL_PAIRS, ALL_PAIRS_F64, NAIVE, NAIVE_F64};
use crate::gpu::KernelSource;
use crate::physics::Precision;

impl Shape {
    /// The kernel for sums in this precision, if there is one. Sums of `f32+` are in single
    /// precision.
    pub fn kernel(self, precision: Precision) -> Option<&'static KernelSource> {
        let (single, double) = self.kernels();
        if precision == Precision::Double { double } else { Some(single) }
    }

    /// The label of the kernel, the same in every precision.
    pub fn label(self) -> &'static str {
        self.kernels().0.label
    }

    /// The kernels for single and double precision.
    fn kernels(self) -> (&'static KernelSource, Option<&'static KernelSource>) {
        match self {
            Self::Tiles => (&ALL_PAIRS, Some(&ALL_PAIRS_F64)),
            Self::Naive => (&NAIVE, Some(&NAIVE_F64)),
            Self::Symmetric => (&SYMMETRIC, Some(&SYMMETRIC_F64)),
            Self::SymmetricUnordered => (&UNORDERED, None),
            Self::Resident => (&RESIDENT, None),
        }
    }
}
