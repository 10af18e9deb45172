//! Which plan of a scan or sort suits an adapter. The trial of the fast ones runs by their kernels.

use super::progress::is_proven;
use super::sort::SortKey;
use super::{Monoid, RadixSort, Scan, ScanPlan, ScanRequest, SortPlan, SortRequest};
use crate::gpu::{Gpu, GpuError};

impl ScanPlan {
    /// The plan for this request on this adapter.
    pub fn new<T: bytemuck::Pod>(gpu: &Gpu, monoid: &Monoid<T>, request: &ScanRequest<T>) -> Self {
        let may = monoid.is_exact && monoid.is_number && request.keys.is_none() && !request.is_in_place();
        if may && !request.is_portable && is_proven(gpu) {
            return Self::look_back_by_subgroups(gpu, monoid).unwrap_or_else(|| Self::look_back(monoid));
        }
        Self::portable(gpu.is_software(), monoid, request.keys.is_some(), request.is_in_place())
    }
}

impl Scan {
    /// Prepares the scan.
    ///
    /// # Errors
    /// [`GpuError::Unsupported`] if the adapter lacks what the monoid needs; [`GpuError::Mismatch`] if buffers differ in length
    /// or belong to another device; [`GpuError`] if a kernel does not compile or memory runs out.
    pub fn new<T: bytemuck::Pod>(gpu: &Gpu, monoid: &Monoid<T>, request: ScanRequest<T>) -> Result<Self, GpuError> {
        monoid.check(gpu)?;
        Self::with_plan(gpu, ScanPlan::new(gpu, monoid, &request), request)
    }
}

impl SortPlan {
    /// The plan for `capacity` keys on this adapter, alone or with values.
    pub fn new<K: SortKey>(gpu: &Gpu, has_values: bool, capacity: usize, is_portable: bool) -> Self {
        if gpu.is_software() {
            return Self::runs(capacity);
        }
        // The trial covers both the tiles that learn from others and the ballots, whose subgroups exchange counts with only a
        // subgroup barrier between them.
        let may_be_fast = !is_portable && is_proven(gpu);
        let in_one_sweep = may_be_fast && capacity <= Self::MOST_IN_ONE_SWEEP;
        let ballots = if may_be_fast { Self::ballots::<K>(gpu, has_values, in_one_sweep) } else { None };
        let memory = gpu.limits().max_compute_workgroup_storage_size;
        let plan = ballots.unwrap_or_else(|| Self::masks::<K>(memory, has_values, in_one_sweep));
        let small = plan.in_small_tiles::<K>(gpu, has_values);
        small.into_iter().find(|(most, _)| capacity <= *most).map_or(plan, |(_, small)| small)
    }
}

impl RadixSort {
    /// Prepares the sort. The first one on an adapter runs the trial for the fast paths: see [`super::prove_progress`].
    ///
    /// # Errors
    /// [`GpuError::Mismatch`] if there is not one word per key, keys do not have the requested bits, or a buffer belongs to
    /// another device; [`GpuError`] if a kernel does not compile or memory runs out.
    pub fn new<K: SortKey>(gpu: &Gpu, request: &SortRequest<K>) -> Result<Self, GpuError> {
        let plan = SortPlan::new::<K>(gpu, request.values.is_some(), request.keys.len(), request.is_portable);
        Self::with_plan(gpu, plan, request)
    }
}
