//! Checks that the adapter has what a kernel needs.

use super::method::unsupported;
use super::plan::{Plan, Shape};
use super::symmetric;
use crate::gpu::{Gpu, GpuError};

/// Checks that this adapter can compute the forces of `count` bodies by `plan`.
///
/// # Errors
/// [`GpuError::Unsupported`], with what is missing and the remedy.
pub(super) fn check(gpu: &Gpu, plan: &Plan, count: u32) -> Result<(), GpuError> {
    let has_lanes = || gpu.subgroup_size() == Some(plan.constant("LANES", 32));
    let has_atomics = || gpu.features().contains(wgpu::Features::SHADER_FLOAT32_ATOMIC);
    let missing = match plan.shape {
        Shape::Symmetric | Shape::SymmetricUnordered if !has_lanes() => "it needs subgroups of one size, from 8 to 64",
        Shape::Symmetric if !symmetric::has_room(gpu, count) => "its memory has no room for the sums",
        Shape::SymmetricUnordered if !has_atomics() => "it needs atomic sums of floats",
        _ => return Ok(()),
    };
    Err(unsupported(gpu, plan.shape, missing.to_owned(), "another adapter, or another kernel such as auto"))
}
