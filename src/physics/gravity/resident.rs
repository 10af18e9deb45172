//! Whole steps of few bodies in one workgroup. Plans choose it like a force kernel; integrators
//! bind it.

use super::tunings;
use crate::gpu::KernelSource;
use crate::wgsl;

/// Computes whole steps.
pub const RESIDENT: KernelSource = KernelSource::trusted(
    "motion/resident",
    &[wgsl!("motion/resident.wgsl"), wgsl!("real_f32.wgsl")],
    &[&[], tunings::RESIDENT_64, tunings::RESIDENT_128],
);
