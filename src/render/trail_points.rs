//! The points of trails on the host, for files that hold a running state.

use crate::gpu::{GpuError, Readbacks};

/// The recorded points of all trails.
#[derive(Clone, Debug, PartialEq)]
pub struct TrailPoints {
    /// Number of bodies with a trail.
    pub count: u32,
    /// Simulated times of the points, the oldest first.
    pub times: Vec<f64>,
    /// The positions of these bodies (x, y, z and the mass) at these times, moment after moment.
    /// Behind each position of few bodies, the velocity.
    pub points: Vec<[f32; 4]>,
}

/// A copy of [`TrailPoints`] on its way to the host: [record](super::Renderer::encode_trail_copy)
/// it, submit, and later collect.
#[derive(Debug)]
pub struct TrailCopy {
    pub(super) count: u32,
    pub(super) times: Vec<f64>,
    pub(super) copies: Readbacks<[f32; 4], ()>,
}

impl TrailCopy {
    /// The points, if they have arrived. Never waits.
    ///
    /// # Errors
    /// [`GpuError::Lost`].
    pub fn collect(&mut self) -> Result<Option<TrailPoints>, GpuError> {
        let (count, times) = (self.count, &self.times);
        Ok(self.copies.collect()?.map(|((), points)| TrailPoints {
            count,
            times: times.clone(),
            points,
        }))
    }

    /// Waits for the points.
    ///
    /// # Errors
    /// [`GpuError::Lost`].
    pub fn wait(mut self) -> Result<TrailPoints, GpuError> {
        let points = self.copies.wait()?.map(|((), points)| points).unwrap_or_default();
        Ok(TrailPoints { count: self.count, times: self.times, points })
    }
}
