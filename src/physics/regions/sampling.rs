//! A sample of the keys of a region, from which the curve is cut.

use crate::gpu::{Buffer, Gpu, GpuError};
use crate::primitives::Gather;

/// The least key of bodies that are not finite: the first cut.
pub(super) const NOT_FINITE: u64 = 1 << 63;
/// Sorted keys per region and region of which one is sampled: the cuts are then off by a thousandth of
/// a region at most.
const SAMPLE: usize = 1 << 10;

/// A sample of the sorted keys of a region.
#[derive(Debug)]
pub(super) struct Sampling {
    pub(super) gather: Gather,
    pub(super) keys: Buffer<u64>,
    pub(super) stride: usize,
}

impl Sampling {
    pub(super) fn new(gpu: &Gpu, keys: &Buffer<u64>, regions: usize) -> Result<Self, GpuError> {
        let stride = (keys.len() / (SAMPLE * regions)).max(1);
        let places: Vec<u32> = (0..keys.len() as u32).step_by(stride).collect();
        let places = gpu.storage_from("regions/places", &places)?;
        let sample = gpu.storage("regions/sample", places.len())?;
        let gather = Gather::new(gpu, &places, keys, &sample, None)?;
        Ok(Self { gather, keys: sample, stride })
    }

    pub(super) fn bytes(&self) -> u64 {
        3 * self.keys.bytes() / 2
    }
}
