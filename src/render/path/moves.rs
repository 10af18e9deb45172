//! Ready-made paths, and edits of a path.

use std::ops::Range;

use super::{CameraPath, Followed, Key, PathError, Return};
use crate::named;
use crate::render::Camera;

/// Turn and climb of [`CameraPath::rise`], in degrees, and the elevation that it does not exceed.
const RISE_TURN: f32 = 180.0;
const RISE_CLIMB: f32 = 40.0;
const HIGHEST: f32 = 80.0;

/// Change of the distance in a [`Move::Dolly`].
const DOLLY: f32 = 0.5;

named! {
    /// A ready-made path.
    pub enum Move: "camera move" {
        /// Circles the target once at an even speed, again and again.
        Turntable = "turntable",
        /// Moves in to half the distance.
        Dolly = "dolly",
        /// Goes half round the target and climbs by 40 degrees.
        Rise = "rise",
    }
}

impl Move {
    /// The path that starts from `camera`, spans the simulated times `span`, and follows something
    /// or nothing.
    ///
    /// # Errors
    /// [`PathError`] if a number is out of range or the span is empty.
    pub fn path(
        self,
        camera: Camera,
        followed: Option<Followed>,
        span: Range<f64>,
    ) -> Result<CameraPath, PathError> {
        let camera = followed.map_or(camera, |followed| followed.framed(camera));
        let path = match self {
            Self::Turntable => CameraPath::turntable(camera, span, 1),
            Self::Dolly => CameraPath::dolly(camera, span, DOLLY),
            Self::Rise => CameraPath::rise(camera, span),
        }?;
        CameraPath::new(
            path.keys.iter().map(|key| Key { follow: followed, ..*key }).collect(),
            path.returns,
        )
    }
}

impl CameraPath {
    /// Stands still.
    ///
    /// # Errors
    /// [`PathError`] if the camera is out of range.
    pub fn still(camera: Camera) -> Result<Self, PathError> {
        Self::new(vec![Key::new(0.0, camera)], None)
    }

    /// Circles the target at constant speed, `turns` times within `span`, and repeats.
    ///
    /// # Errors
    /// [`PathError`] if a number is out of range or the span is empty.
    pub fn turntable(camera: Camera, span: Range<f64>, turns: i32) -> Result<Self, PathError> {
        let returns = Return { at: span.end, turns: Some(turns) };
        Self::new(vec![Key::new(span.start, camera)], Some(returns))
    }

    /// Moves towards the target until the distance has changed by `factor`; away from it if
    /// `factor` exceeds 1.
    ///
    /// # Errors
    /// As [`CameraPath::turntable`].
    pub fn dolly(camera: Camera, span: Range<f64>, factor: f32) -> Result<Self, PathError> {
        let near = Camera { distance: factor * camera.distance, ..camera };
        Self::new(vec![Key::new(span.start, camera), Key::new(span.end, near)], None)
    }

    /// Goes half round the target and climbs by 40 degrees, up to an elevation of 80.
    ///
    /// # Errors
    /// As [`CameraPath::turntable`].
    pub fn rise(camera: Camera, span: Range<f64>) -> Result<Self, PathError> {
        let elevation = (camera.elevation + RISE_CLIMB).min(camera.elevation.max(HIGHEST));
        let high = Camera { azimuth: camera.azimuth + RISE_TURN, elevation, ..camera };
        Self::new(vec![Key::new(span.start, camera), Key::new(span.end, high)], None)
    }

    /// Follows something, seen from a constant direction and distance.
    ///
    /// # Errors
    /// As [`CameraPath::still`].
    pub fn following(followed: Followed, camera: Camera) -> Result<Self, PathError> {
        let key = Key::new(0.0, followed.framed(camera));
        Self::new(vec![Key { follow: Some(followed), ..key }], None)
    }

    /// The path as a loop over the same span: there and back, unless it already returns or has only
    /// one key.
    #[must_use]
    pub fn looped(self) -> Self {
        let [begin, end] = self.span();
        if self.returns.is_some() || self.keys.len() == 1 {
            return self;
        }
        let there = self.keys.iter().map(|key| Key { at: begin + 0.5 * (key.at - begin), ..*key });
        let back = self.keys[1..self.keys.len() - 1].iter().rev();
        let back = back.map(|key| Key { at: end - 0.5 * (key.at - begin), ..*key });
        let keys = there.chain(back).collect();
        // The keys stay far enough apart at twice the speed, except where times are at the limit of
        // their precision.
        Self::new(keys, Some(Return { at: end, turns: Some(0) })).unwrap_or(self)
    }

    /// The path with another key, which replaces one at the same time. Its azimuth is shifted by
    /// whole turns to be nearest to that of the key before it.
    ///
    /// # Errors
    /// [`PathError`] if the key is out of range or later than the path's return.
    pub fn with(&self, mut key: Key) -> Result<Self, PathError> {
        let mut keys = self.keys.clone();
        let place = keys.partition_point(|other| other.at < key.at);
        if let Some(neighbour) = keys.get(place.saturating_sub(1)).or(keys.first()) {
            let off = key.camera.azimuth - neighbour.camera.azimuth;
            key.camera.azimuth -= 360.0 * (off / 360.0).round();
        }
        match keys.get_mut(place).filter(|other| other.at == key.at) {
            Some(other) => *other = key,
            None => keys.insert(place, key),
        }
        Self::new(keys, self.returns)
    }

    /// The path with the key at `index` replaced, and the new key's index.
    ///
    /// # Errors
    /// [`PathError`] if the key is out of range, or at the time of another key.
    pub fn replaced(&self, index: usize, key: Key) -> Result<(Self, usize), PathError> {
        let mut keys = self.keys.clone();
        if index < keys.len() {
            keys.remove(index);
        }
        let place = keys.partition_point(|other| other.at < key.at);
        keys.insert(place, key);
        Ok((Self::new(keys, self.returns)?, place))
    }

    /// The path without a key. `None` if it was the only one.
    #[must_use]
    pub fn without(&self, index: usize) -> Option<Self> {
        let mut keys = self.keys.clone();
        if index < keys.len() {
            keys.remove(index);
        }
        Self::new(keys, self.returns).ok()
    }
}
