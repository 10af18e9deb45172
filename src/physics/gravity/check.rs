//! Checks that the adapter has what a kernel needs.

use super::historical::{self, MOST_FOR_ONE_THREAD};
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
        Shape::OneThread if count > MOST_FOR_ONE_THREAD => {
            format!("more than {MOST_FOR_ONE_THREAD} bodies would keep one thread busy until the driver's watchdog ends it")
        }
        Shape::Shuffle if !has_lanes() => "it needs subgroups of one size, from 4 to 128".to_owned(),
        Shape::Symmetric | Shape::SymmetricUnordered if !has_lanes() => "it needs subgroups of one size, from 8 to 64".to_owned(),
        Shape::Symmetric if !symmetric::has_room(gpu, count) => "its memory has no room for the sums".to_owned(),
        Shape::AtomicPairs | Shape::AtomicTriangle | Shape::SymmetricUnordered if !has_atomics() => {
            "it needs atomic sums of floats".to_owned()
        }
        Shape::UniformBatches if !historical::fits_batches(gpu, plan.tuning) => "it needs larger uniform buffers".to_owned(),
        _ => return Ok(()),
    };
    let remedy = match plan.shape {
        Shape::OneThread => "fewer bodies, or another kernel such as auto",
        _ => "another adapter, or another kernel such as auto",
    };
    Err(unsupported(gpu, plan, missing, remedy))
}
