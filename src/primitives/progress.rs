//! Whether workgroups may learn from others that run at the same time.
//!
//! The single-pass scan and the sort in one sweep let a tile read what earlier tiles have published. They cannot hang: what does
//! not come is computed by whoever waits for it. But they are fast only where workgroups that began also go on, which no
//! specification promises, and right only where a driver keeps to what atomics promise. So they are tried out before they are
//! used.

use std::time::Duration;

use super::{RadixSort, SUM_U32, Scan, ScanKind, ScanPlan, ScanRequest, SortPlan, SortRequest};
use crate::gpu::{Gpu, GpuError};

/// The name under which the result is remembered, for each adapter, driver and version.
const NAME: &str = "primitives/progress";
/// Elements that are tried: 500 tiles of a scan and more of a sort, where a large GPU runs 400 at once.
const COUNT: usize = 1 << 22;
/// As many tiles for what tests try on software, whose tiles are small.
const COUNT_ON_SOFTWARE: usize = 1 << 20;
const ROUNDS: usize = 4;
/// What takes longer than this is as good as hung. It takes milliseconds.
const WATCHDOG: Duration = Duration::from_secs(5);

/// Whether the fast paths were found to finish, and to be right, on this adapter.
pub(super) fn is_proven(gpu: &Gpu) -> bool {
    gpu.recall(NAME).unwrap_or(false)
}

/// Tries the single-pass scan and the sort in one sweep, unless it is remembered how that went with this driver, and says whether
/// they may be used from now on. To be called once when a program starts, where it may wait for a fraction of a second; without
/// it the portable paths are used. Software adapters have paths of their own, and are not tried.
///
/// # Errors
/// [`GpuError`] where the adapter is lost or memory is short. That kernels fail is no error.
pub fn prove_progress(gpu: &Gpu) -> Result<bool, GpuError> {
    if gpu.is_software() {
        return Ok(false);
    }
    if let Some(proven) = gpu.recall(NAME) {
        return Ok(proven);
    }
    let proven = try_progress(gpu)?;
    // Where it cannot be written down, the next start tries again.
    let _ = gpu.remember(NAME, &proven);
    Ok(proven)
}

/// The trial itself, on any adapter; nothing is remembered.
///
/// # Errors
/// As [`prove_progress`].
pub fn try_progress(gpu: &Gpu) -> Result<bool, GpuError> {
    let count = if gpu.is_software() { COUNT_ON_SOFTWARE } else { COUNT };
    let mut state = 1_u32;
    let mut next = || {
        state = state.wrapping_mul(747_796_405).wrapping_add(2_891_336_453);
        (state >> 11) ^ (state << 7)
    };
    let numbers: Vec<u32> = (0..count).map(|_| next()).collect();
    let mut expected: Vec<(u32, u32)> = numbers.iter().copied().zip(0..).collect();
    expected.sort_by_key(|(key, _)| *key);
    let sums: Vec<u32> = numbers
        .iter()
        .scan(0_u32, |sum, number| {
            *sum = sum.wrapping_add(*number);
            Some(*sum)
        })
        .collect();

    let source = gpu.storage_from("progress/source", &numbers)?;
    let target = gpu.storage("progress/target", count)?;
    let keys = gpu.storage("progress/keys", count)?;
    let indices = gpu.storage("progress/indices", count)?;
    let scan_plan = ScanPlan::look_back_by_subgroups(gpu, &SUM_U32).unwrap_or_else(|| ScanPlan::look_back(&SUM_U32));
    let sort_plan = SortPlan::ballots::<u32>(gpu, true, true)
        .unwrap_or_else(|| SortPlan::masks::<u32>(gpu.limits().max_compute_workgroup_storage_size, true, true));
    let request = SortRequest::new(&keys).with_indices(&indices);
    // A driver that refuses one of these kernels has refused them all.
    let scan = Scan::with_plan(gpu, scan_plan, ScanRequest::new(ScanKind::Inclusive, &source, &target));
    let (scan, sort) = match (scan, RadixSort::with_plan(gpu, sort_plan, &request)) {
        (Ok(scan), Ok(sort)) => (scan, sort),
        (Err(GpuError::Shader(_)), _) | (_, Err(GpuError::Shader(_))) => return Ok(false),
        (Err(error), _) | (_, Err(error)) => return Err(error),
    };
    for _ in 0..ROUNDS {
        let mut encoder = gpu.encoder("progress");
        encoder.copy_buffer_to_buffer(source.raw(), 0, keys.raw(), 0, keys.bytes());
        {
            let mut pass = encoder.begin_compute_pass(&wgpu::ComputePassDescriptor::default());
            scan.record(&mut pass);
            sort.record(&mut pass);
        }
        if !gpu.wait_at_most(gpu.submit(encoder), WATCHDOG)? {
            return Ok(false);
        }
        let sorted = gpu.read(&keys)?.into_iter().zip(gpu.read(&indices)?);
        if gpu.read(&target)? != sums || !sorted.eq(expected.iter().copied()) {
            return Ok(false);
        }
    }
    Ok(true)
}
