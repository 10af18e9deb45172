//! Errors of camera paths.

use super::key::{Key, Return};
use crate::render::{Camera, Look};
use crate::words::{Text, say, typed, within};

/// Why a path is invalid: one sentence, with the remedy.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{message}")]
#[non_exhaustive]
pub struct PathError {
    /// The key in question, from 0, or the number of keys for the return.
    pub key: usize,
    /// The name of the number in question.
    pub field: &'static str,
    /// What is wrong with it.
    pub message: Text,
}

impl PathError {
    /// The sentence, in whatever language it is shown.
    pub fn text(&self) -> Text {
        self.message.clone()
    }
}

/// Latest time of a key.
const LATEST: f64 = 1e30;
/// Most turns of the azimuth from 0, and in a return.
const MAX_TURNS: i32 = 1000;

impl Key {
    /// The least and the greatest azimuth, in degrees: it counts turns.
    pub const AZIMUTH: [f64; 2] = [-360.0 * MAX_TURNS as f64, 360.0 * MAX_TURNS as f64];
    /// The least and the greatest elevation, in degrees: a path may lead over a pole.
    pub const ELEVATION: [f64; 2] = [-180.0, 180.0];
}

pub(super) fn check(keys: &[Key], returns: Option<&Return>) -> Result<(), PathError> {
    if keys.is_empty() {
        let message = say!("error-path-empty");
        return Err(PathError { key: 0, field: "key", message });
    }
    for (number, key) in keys.iter().enumerate() {
        check_key(number, key)?;
    }
    let times =
        keys.iter().map(|key| (key.at, "at")).chain(returns.map(|returns| (returns.at, "loop")));
    let mut last = None;
    for (key, (at, field)) in times.enumerate() {
        check_number(key, field, at, [0.0, LATEST])?;
        if let Some(last) = last.filter(|last| at <= *last) {
            let message = say!("error-path-later", key = field, value = at, last);
            return Err(PathError { key, field, message });
        }
        last = Some(at);
    }
    let turns = returns.and_then(|returns| returns.turns).unwrap_or(0);
    check_number(keys.len(), "turns", turns.into(), [-MAX_TURNS, MAX_TURNS].map(f64::from))
}

fn check_key(number: usize, key: &Key) -> Result<(), PathError> {
    let check = |field, value: f32, range| check_number(number, field, typed(value), range);
    let camera = &key.camera;
    for coordinate in camera.target.to_array() {
        check("target", coordinate, Camera::COORDINATE)?;
    }
    check("distance", camera.distance, Camera::DISTANCE)?;
    check("azimuth", camera.azimuth, Key::AZIMUTH)?;
    check("elevation", camera.elevation, Key::ELEVATION)?;
    check("roll", camera.roll, Camera::TURN)?;
    check("field_of_view", camera.field_of_view, Camera::FIELD_OF_VIEW)?;
    check("exposure", key.exposure.unwrap_or(0.0), Look::EXPOSURE)?;
    match key.color_range {
        Some([low, high]) if !(low > 0.0 && high.is_finite() && low < high) => {
            let message = say!("error-color-range", low = low.to_string(), high = high.to_string());
            Err(PathError { key: number, field: "color_range", message })
        }
        _ => Ok(()),
    }
}

fn check_number(
    key: usize,
    field: &'static str,
    value: f64,
    range: [f64; 2],
) -> Result<(), PathError> {
    if (range[0]..=range[1]).contains(&value) {
        return Ok(());
    }
    Err(PathError {
        key,
        field,
        message: say!("error-range", key = field, value, range = within(range)),
    })
}
