//! Checks that the adapter has what a kernel needs.

use super::method::unsupported;
use super::plan::{Plan, Shape};
use super::symmetric;
use crate::gpu::{Gpu, GpuError};
use crate::words::say;

/// Checks that this adapter can compute the forces of `count` bodies by `plan`.
///
/// # Errors
/// [`GpuError::Unsupported`], with what is missing and the remedy.
pub(in crate::physics) fn check(gpu: &Gpu, plan: &Plan, count: u32) -> Result<(), GpuError> {
    let has_lanes = || gpu.subgroup_size() == Some(plan.constant("LANES"));
    let has_atomics = || gpu.features().contains(wgpu::Features::SHADER_FLOAT32_ATOMIC);
    let missing = match plan.shape {
        Shape::Symmetric | Shape::SymmetricUnordered if !has_lanes() => {
            say!("missing-subgroups-of-sizes", least = 8_u32, most = 64_u32)
        }
        Shape::Symmetric if !symmetric::has_room(gpu, count, plan.precision) => {
            say!("missing-memory-for-sums")
        }
        Shape::SymmetricUnordered if !has_atomics() => say!("missing-atomic-floats"),
        _ => return Ok(()),
    };
    Err(unsupported(gpu, plan.shape, missing, say!("remedy-adapter-or-auto")))
}
