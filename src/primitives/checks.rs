//! Checks of buffers that belong together.

use crate::gpu::{Buffer, Gpu, GpuError, KernelSource};

/// The caller's length on the GPU, or one for all elements.
pub fn length_or_all(
    gpu: &Gpu,
    length: Option<&Buffer<u32>>,
    all: usize,
) -> Result<Buffer<u32>, GpuError> {
    let Some(length) = length else { return Buffer::length(gpu, all) };
    length.check_own(gpu, "the lengths")?;
    Ok(length.clone())
}

/// Rejects lists that belong together but differ in length.
pub fn check_lengths(
    of: &str,
    (what, len): (&str, usize),
    (others, wanted): (&str, usize),
) -> Result<(), GpuError> {
    if len == wanted {
        return Ok(());
    }
    Err(GpuError::Mismatch(format!(
        "{of} got {len} {what} for {wanted} {others}: give it one for each"
    )))
}

/// Rejects a plan for elements of a different size than the buffer's.
pub fn check_elements<T>(kernel: &KernelSource) -> Result<(), GpuError> {
    match kernel.elements() {
        Some(elements) if elements.bytes != size_of::<T>() => Err(GpuError::Mismatch(format!(
            "the plan is for elements of {} bytes, and the buffer has some of {}: make the plan with the monoid of the buffer's type",
            elements.bytes,
            size_of::<T>()
        ))),
        _ => Ok(()),
    }
}

/// Rejects a target that is the source, or has room for fewer than `wanted` elements. Both must be
/// of this device, because wgpu considers buffers of two instances equal.
pub fn check_target<T: bytemuck::Pod, S: bytemuck::Pod>(
    of: &str,
    source: &Buffer<S>,
    target: &Buffer<T>,
    wanted: usize,
) -> Result<(), GpuError> {
    if target.raw() == source.raw() {
        return Err(GpuError::Mismatch(format!(
            "{of} cannot write to the buffer it reads: give it another target"
        )));
    }
    if target.len() < wanted {
        let room = target.len();
        return Err(GpuError::Mismatch(format!(
            "{of} of {wanted} elements has a target with room for {room}: make it longer"
        )));
    }
    Ok(())
}
