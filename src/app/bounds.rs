//! Bounds of looks and units, the same as in scene files. Values out of range or not finite become the nearest valid ones. Sessions
//! bound the camera.

use starshell::render::Look;
use starshell::scene::{MOST_UNITS, Units};

fn bounded(wanted: f32, fallback: f32, least: f32, most: f32) -> f32 {
    if wanted.is_finite() { wanted.clamp(least, most) } else { fallback }
}

/// The valid units nearest to `wanted`.
pub fn units(wanted: Units) -> Units {
    let [least, most] = MOST_UNITS;
    let bounded = |number: f64| if number.is_finite() { number.clamp(least, most) } else { 1.0 };
    Units { length: bounded(wanted.length), mass: bounded(wanted.mass), ..wanted }
}

/// The valid look nearest to `wanted`.
pub fn look(wanted: Look) -> Look {
    let usual = Look::default();
    Look {
        color_range: wanted.color_range.filter(|[low, high]| *low > 0.0 && high.is_finite() && low < high),
        size: bounded(wanted.size, usual.size, 0.0, 1e9),
        min_pixels: bounded(wanted.min_pixels, usual.min_pixels, 0.0, 100.0),
        exposure: bounded(wanted.exposure, usual.exposure, -20.0, 20.0),
        bloom: bounded(wanted.bloom, usual.bloom, 0.0, 1.0),
        magnitude_spread: bounded(wanted.magnitude_spread, usual.magnitude_spread, 0.0, 10.0),
        background: wanted.background.map(|light| bounded(light, 0.0, 0.0, 1000.0)),
        trails: bounded(wanted.trails, usual.trails, 0.0, 1e30),
        ..wanted
    }
}
