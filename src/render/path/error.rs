//! Errors of camera paths.

use super::key::{Key, Return};
use crate::words::{Text, say, typed};

/// Why a path is invalid: one sentence, with the remedy.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{}", message.verbatim())]
#[non_exhaustive]
pub struct PathError {
    /// The key in question, from 0, or the number of keys for the return.
    pub key: usize,
    /// The name of the number in question.
    pub field: &'static str,
    /// What is wrong with it.
    pub message: Text,
}

/// Latest time of a key.
const LATEST: f64 = 1e30;
/// Most turns of the azimuth from 0, and in a return.
const MAX_TURNS: i32 = 1000;

pub(super) fn check(keys: &[Key], returns: Option<&Return>) -> Result<(), PathError> {
    if keys.is_empty() {
        let message = say!("error-path-empty");
        return Err(PathError { key: 0, field: "key", message });
    }
    for (number, key) in keys.iter().enumerate() {
        check_key(number, key)?;
    }
    let times = keys.iter().map(|key| (key.at, "at")).chain(returns.map(|returns| (returns.at, "loop")));
    let mut last = None;
    for (key, (at, field)) in times.enumerate() {
        check_number(key, field, at, 0.0, LATEST)?;
        if let Some(last) = last.filter(|last| at <= *last) {
            let message = say!("error-path-later", key = field, value = at, last = last);
            return Err(PathError { key, field, message });
        }
        last = Some(at);
    }
    let turns = returns.and_then(|returns| returns.turns).unwrap_or(0);
    check_number(keys.len(), "turns", turns.into(), (-MAX_TURNS).into(), MAX_TURNS.into())
}

fn check_key(number: usize, key: &Key) -> Result<(), PathError> {
    let check = |field, value: f32, least, most| check_number(number, field, typed(value), least, most);
    let camera = &key.camera;
    for coordinate in camera.target.to_array() {
        check("target", coordinate, -1e9, 1e9)?;
    }
    check("distance", camera.distance, 1e-9, 1e9)?;
    let turned = 360.0 * f64::from(MAX_TURNS);
    check("azimuth", camera.azimuth, -turned, turned)?;
    check("elevation", camera.elevation, -180.0, 180.0)?;
    check("roll", camera.roll, -360.0, 360.0)?;
    check("field_of_view", camera.field_of_view, 1.0, 170.0)?;
    check("exposure", key.exposure.unwrap_or(0.0), -20.0, 20.0)?;
    match key.color_range {
        Some([low, high]) if !(low > 0.0 && high.is_finite() && low < high) => {
            let message = say!("error-color-range", low = low.to_string(), high = high.to_string());
            Err(PathError { key: number, field: "color_range", message })
        }
        _ => Ok(()),
    }
}

fn check_number(key: usize, field: &'static str, value: f64, least: f64, most: f64) -> Result<(), PathError> {
    if (least..=most).contains(&value) {
        return Ok(());
    }
    let number = |number: f64| if number.abs() < 1e10 { number.to_string() } else { format!("{number:e}") };
    let message =
        say!("error-range", key = field, value = value, range = say!("range-within", least = number(least), most = number(most)));
    Err(PathError { key, field, message })
}
