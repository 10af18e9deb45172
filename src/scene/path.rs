//! The camera path in a scene file: `[path]` with its keys, of which each gives only what changes.

use glam::Vec3;
use serde::{Deserialize, Serialize, Serializer};

use super::follow::Follow;
use super::places::{Fault, Places};
use crate::render::{Camera, CameraPath, Followed, Key, Look, PathError, Return};
use crate::words::{Text, say};

/// The table `[path]`.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct PathFile {
    /// When the path is back at its first key.
    #[serde(rename = "loop", skip_serializing_if = "Option::is_none")]
    returns: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    turns: Option<i32>,
    #[serde(default, rename = "key")]
    keys: Vec<KeyFile>,
}

/// A table `[[path.key]]`: what differs from the key before it.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct KeyFile {
    at: f64,
    #[serde(skip_serializing_if = "Option::is_none")]
    follow: Option<Follow>,
    #[serde(skip_serializing_if = "Option::is_none")]
    target: Option<Vec3>,
    #[serde(skip_serializing_if = "Option::is_none")]
    distance: Option<f32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    azimuth: Option<f32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    elevation: Option<f32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    roll: Option<f32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    field_of_view: Option<f32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    exposure: Option<f32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    color_range: Option<[f32; 2]>,
}

impl PathFile {
    /// The path. What the first key leaves out is as in the scene's camera and look.
    pub(super) fn resolve(
        self,
        camera: Camera,
        look: &Look,
        count: usize,
        places: &Places,
    ) -> Result<CameraPath, Fault> {
        let mut last = Key::new(0.0, camera);
        if self.keys.iter().any(|key| key.exposure.is_some()) {
            last.exposure = Some(look.exposure);
        }
        if self.keys.iter().any(|key| key.color_range.is_some()) {
            last.color_range = look.color_range;
        }
        let returns = self.returns.map(|at| Return { at, turns: self.turns });
        if returns.is_none() && self.turns.is_some() {
            return Err(places.fault(&["path", "turns"], say!("error-path-turns")));
        }
        let mut keys = Vec::new();
        for (number, key) in self.keys.iter().enumerate() {
            last = key
                .after(&last)
                .map_err(|message| places.fault_in_key(number, "follow", message))?;
            if let Some(Followed::Body(index)) = last.follow.filter(|_| key.follow.is_some())
                && index as usize >= count
            {
                let message =
                    say!("error-follow-body", index = index, count = count, last = count - 1);
                return Err(places.fault_in_key(number, "follow", message));
            }
            keys.push(last);
        }
        CameraPath::new(keys, returns).map_err(|PathError { key, field, message }| match field {
            "loop" | "turns" | "key" => places.fault(&["path", field], message),
            _ => places.fault_in_key(key, field, message),
        })
    }
}

impl KeyFile {
    /// The key with everything that this one leaves out as in the key before it.
    fn after(&self, last: &Key) -> Result<Key, Text> {
        let follow = self.follow.map_or(last.follow, |follow| follow.0);
        let target = match self.target {
            Some(target) => target,
            None if follow == last.follow => last.camera.target,
            None if follow.is_some() => Vec3::ZERO,
            None => return Err(say!("error-path-target")),
        };
        let is_light = |follow| follow == Some(Followed::Light);
        let distance = match self.distance {
            Some(distance) => distance,
            None if is_light(follow) == is_light(last.follow) => last.camera.distance,
            None if is_light(follow) => 1.0,
            None => return Err(say!("error-path-distance")),
        };
        let camera = Camera {
            target,
            distance,
            azimuth: self.azimuth.unwrap_or(last.camera.azimuth),
            elevation: self.elevation.unwrap_or(last.camera.elevation),
            field_of_view: self.field_of_view.unwrap_or(last.camera.field_of_view),
            roll: self.roll.unwrap_or(last.camera.roll),
            projection: last.camera.projection,
        };
        let (exposure, color_range) =
            (self.exposure.or(last.exposure), self.color_range.or(last.color_range));
        Ok(Key { at: self.at, camera, follow, exposure, color_range })
    }

    /// What distinguishes `key` from the key before it; all of it if there is none.
    fn new(key: &Key, last: Option<&Key>) -> Self {
        fn changed<T: PartialEq>(
            key: &Key,
            last: Option<&Key>,
            value: impl Fn(&Key) -> T,
        ) -> Option<T> {
            let now = value(key);
            last.is_none_or(|last| value(last) != now).then_some(now)
        }
        let follow = changed(key, last, |key| Follow(key.follow))
            .filter(|follow| last.is_some() || follow.0.is_some());
        let target = changed(key, last, |key| key.camera.target)
            .or_else(|| follow.map(|_| key.camera.target));
        Self {
            at: key.at,
            follow,
            target,
            distance: changed(key, last, |key| {
                (key.camera.distance, key.follow == Some(Followed::Light))
            })
            .map(|(distance, _)| distance),
            azimuth: changed(key, last, |key| key.camera.azimuth),
            elevation: changed(key, last, |key| key.camera.elevation),
            roll: changed(key, last, |key| key.camera.roll),
            field_of_view: changed(key, last, |key| key.camera.field_of_view),
            exposure: changed(key, last, |key| key.exposure).flatten(),
            color_range: changed(key, last, |key| key.color_range).flatten(),
        }
    }
}

/// Writes a path as the table that [`PathFile`] reads.
pub(super) fn serialize<S: Serializer>(
    path: &Option<CameraPath>,
    serializer: S,
) -> Result<S::Ok, S::Error> {
    let Some(path) = path else { return serializer.serialize_none() };
    let keys = path.keys();
    let before = |index: usize| index.checked_sub(1).map(|index| &keys[index]);
    PathFile {
        returns: path.returns().map(|returns| returns.at),
        turns: path.returns().and_then(|returns| returns.turns),
        keys: keys
            .iter()
            .enumerate()
            .map(|(index, key)| KeyFile::new(key, before(index)))
            .collect(),
    }
    .serialize(serializer)
}
