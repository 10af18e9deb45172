//! The bounds of view and look, which are those of scene files: whatever asks for more, or for what is no number, gets the
//! nearest that makes a picture.

use starshell::render::{Camera, Look, MOST_POINTS};

fn bounded(wanted: f32, fallback: f32, least: f32, most: f32) -> f32 {
    if wanted.is_finite() { wanted.clamp(least, most) } else { fallback }
}

/// The camera nearest to `wanted`; what is no number is taken from `fallback`.
pub fn camera(wanted: &Camera, fallback: &Camera) -> Camera {
    let mut target = wanted.target;
    for axis in 0..3 {
        target[axis] = bounded(wanted.target[axis], fallback.target[axis], -1e9, 1e9);
    }
    let azimuth = if wanted.azimuth.is_finite() { wanted.azimuth } else { fallback.azimuth };
    Camera {
        target,
        distance: bounded(wanted.distance, fallback.distance, 1e-9, 1e9),
        azimuth: if azimuth.abs() <= 360.0 { azimuth } else { azimuth.rem_euclid(360.0) },
        elevation: bounded(wanted.elevation, fallback.elevation, -90.0, 90.0),
        field_of_view: bounded(wanted.field_of_view, fallback.field_of_view, 1.0, 170.0),
    }
}

/// The look nearest to `wanted`.
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
        trail_length: wanted.trail_length.min(MOST_POINTS),
        ..wanted
    }
}
