//! The points of trails on the host, for files that hold a running state.

use crate::gpu::{GpuError, Readbacks};

/// The recorded points of all trails.
#[derive(Clone, Debug, PartialEq)]
pub struct TrailPoints {
    /// Number of bodies with a trail.
    pub count: u32,
    /// The positions of these bodies (x, y, z and the mass), moment after moment, the oldest first.
    pub points: Vec<[f32; 4]>,
}

/// A copy of [`TrailPoints`] on its way to the host: [record](super::Renderer::record_trail_copy) it, submit, request, and
/// later collect.
#[derive(Debug)]
pub struct TrailCopy {
    pub(super) count: u32,
    pub(super) copies: Readbacks<[f32; 4], ()>,
}

impl TrailCopy {
    /// Requests the copy, once its commands are submitted.
    pub fn request(&mut self) {
        self.copies.request();
    }

    /// The points, if they have arrived. Never waits.
    ///
    /// # Errors
    /// [`GpuError::Lost`].
    pub fn collect(&mut self) -> Result<Option<TrailPoints>, GpuError> {
        let count = self.count;
        Ok(self.copies.collect()?.map(|((), points)| TrailPoints { count, points }))
    }

    /// The points, once [`Gpu::wait`](crate::gpu::Gpu::wait) has returned after [`TrailCopy::request`].
    ///
    /// # Errors
    /// [`GpuError::Lost`].
    pub fn wait(mut self) -> Result<TrailPoints, GpuError> {
        let points = self.copies.wait()?.map(|((), points)| points).unwrap_or_default();
        Ok(TrailPoints { count: self.count, points })
    }
}
