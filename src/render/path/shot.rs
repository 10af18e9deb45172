//! What a path shows at one time.

use super::Followed;
use crate::render::{Camera, Extent};

/// What a path shows at one time.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Shot {
    /// The camera. Its target is an offset from what it follows, and its distance a multiple of the
    /// one that frames the light if it follows that.
    pub(super) camera: Camera,
    /// What is followed, with weights that add up to at most 1.
    pub(super) followed: [Option<(Followed, f64)>; 2],
    /// The look's exposure, if the path sets it.
    pub exposure: Option<f32>,
    /// The look's colour range, if the path sets it.
    pub color_range: Option<[f32; 2]>,
}

impl Shot {
    /// Everything that the camera follows at this time.
    pub fn followed(&self) -> impl Iterator<Item = Followed> {
        self.followed.into_iter().flatten().map(|(followed, _)| followed)
    }

    /// The camera in pictures of `size` pixels, given where what it follows is. Where that is not
    /// known, it stays `now`.
    pub fn camera(
        &self,
        now: &Camera,
        size: [u32; 2],
        mut extent: impl FnMut(Followed) -> Option<Extent>,
    ) -> Camera {
        let (mut target, mut distance) =
            (self.camera.target.as_dvec3(), f64::from(self.camera.distance));
        for (followed, share) in self.followed.into_iter().flatten() {
            let known = extent(followed).filter(|extent| extent.center.is_finite());
            target += share * known.map_or(now.target.as_dvec3(), |extent| extent.center);
            if followed == Followed::Light {
                let framed = known.and_then(|extent| self.camera.framed_distance(&extent, size));
                distance *= framed.unwrap_or(now.distance.into()).powf(share);
            }
        }
        Camera { target: target.as_vec3(), distance: distance as f32, ..self.camera }
    }
}
