//! Which plan of a scan or sort suits an adapter. The trial of the fast ones runs by their kernels.

use super::progress::is_proven;
use super::sort::SortKey;
use super::{Monoid, RadixSort, Scan, ScanForm, ScanPlan, ScanRequest, SortPlan, SortRequest};
use crate::gpu::{Gpu, GpuError};

impl ScanPlan {
    /// The plan for this request on this adapter.
    pub fn new<T: bytemuck::Pod>(gpu: &Gpu, monoid: &Monoid<T>, request: &ScanRequest<T>) -> Self {
        let may = monoid.is_exact && monoid.is_number && request.form() == ScanForm::PLAIN;
        if may && !request.is_portable && is_proven(gpu) {
            return Self::look_back_by_subgroups(gpu, monoid)
                .unwrap_or_else(|| Self::look_back(monoid));
        }
        Self::portable(gpu, monoid, request.form())
    }
}

impl Scan {
    /// Prepares the scan.
    ///
    /// # Errors
    /// [`GpuError::Unsupported`] if the adapter lacks what the monoid needs; [`GpuError::Mismatch`]
    /// if buffers differ in length or belong to another device; [`GpuError`] if a kernel does not
    /// compile or memory runs out.
    pub fn new<T: bytemuck::Pod>(
        gpu: &Gpu,
        monoid: &Monoid<T>,
        request: ScanRequest<T>,
    ) -> Result<Self, GpuError> {
        monoid.check(gpu)?;
        Self::with_plan(gpu, ScanPlan::new(gpu, monoid, &request), request)
    }
}

/// Maximum number of keys to sort in blocks, which takes two dispatches. Digits take seven or
/// eleven, of microseconds each, however few keys there are.
const FEW: usize = 1 << 15;

impl SortPlan {
    /// The plan for `capacity` keys on this adapter, alone or with values.
    pub fn new<K: SortKey>(gpu: &Gpu, has_values: bool, capacity: usize) -> Self {
        // The trial covers both the tiles that learn from others and the ballots, whose subgroups
        // exchange counts with only a subgroup barrier between them.
        if gpu.is_software() || capacity <= FEW || !is_proven(gpu) {
            return Self::portable::<K>(gpu, has_values, capacity);
        }
        let memory = gpu.limits().max_compute_workgroup_storage_size;
        let plan = Self::ballots::<K>(gpu, has_values)
            .unwrap_or_else(|| Self::masks::<K>(memory, has_values));
        let plan = if capacity <= Self::MAX_IN_ONE_SWEEP { plan.in_one_sweep() } else { plan };
        let small = plan.in_small_tiles::<K>(gpu, has_values);
        small.into_iter().find(|(most, _)| capacity <= *most).map_or(plan, |(_, small)| small)
    }

    /// The plan that needs no trial: it neither waits for other workgroups nor relies on subgroups.
    pub fn portable<K: SortKey>(gpu: &Gpu, has_values: bool, capacity: usize) -> Self {
        match gpu.is_software() {
            true => Self::runs(capacity),
            false if capacity <= FEW => Self::blocks(),
            false => Self::masks::<K>(gpu.limits().max_compute_workgroup_storage_size, has_values),
        }
    }
}

impl RadixSort {
    /// Prepares the sort. The first one on an adapter runs the trial for the fast paths: see
    /// [`super::prove_progress`].
    ///
    /// # Errors
    /// [`GpuError::Mismatch`] if there is not one word per key, keys do not have the requested
    /// bits, or a buffer belongs to another device; [`GpuError`] if a kernel does not compile or
    /// memory runs out.
    pub fn new<K: SortKey>(gpu: &Gpu, request: &SortRequest<K>) -> Result<Self, GpuError> {
        let plan = if request.is_portable { SortPlan::portable::<K> } else { SortPlan::new::<K> };
        let plan = plan(gpu, request.values.is_some(), request.keys.len());
        Self::with_plan(gpu, plan, request)
    }
}
