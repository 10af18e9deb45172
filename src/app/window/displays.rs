//! The displays: their sizes, and their scales, which a variable or a setting of an X server can
//! put out of any range.

use std::ops::RangeInclusive;

use winit::event_loop::ActiveEventLoop;
use winit::monitor::MonitorHandle;

use crate::app::shell::placement::Display;

/// The variable with which winit overrides what an X server says.
const VARIABLE: &str = "WINIT_X11_SCALE_FACTOR";

/// Scales at which a window can be used.
const SCALES: RangeInclusive<f64> = 0.25..=10.0;

/// Refuses a scale in [`VARIABLE`] at which no window opens.
///
/// # Errors
/// What is wrong with it.
pub fn check_variable() -> anyhow::Result<()> {
    let Some(value) = std::env::var_os(VARIABLE) else { return Ok(()) };
    let value = value.to_string_lossy();
    if is_accepted(&value) || !is_on_x11() {
        return Ok(());
    }
    let [min, max] = [SCALES.start(), SCALES.end()];
    let value = starshell::words::excerpt(&value, 40);
    anyhow::bail!(
        "the environment variable {VARIABLE} is `{value}`, but it must be a number from {min} to {max}, or `randr`: unset it"
    )
}

/// Whether winit reads the variable: it prefers Wayland.
fn is_on_x11() -> bool {
    let is_set = |name| std::env::var_os(name).is_some_and(|value| !value.is_empty());
    cfg!(all(unix, not(target_vendor = "apple")))
        && !is_set("WAYLAND_DISPLAY")
        && !is_set("WAYLAND_SOCKET")
}

fn is_accepted(value: &str) -> bool {
    let is_word = value.is_empty() || value.eq_ignore_ascii_case("randr");
    is_word || value.parse().is_ok_and(|scale| SCALES.contains(&scale))
}

/// Refuses displays with a scale at which no window opens.
///
/// # Errors
/// Which scale that is, and where an X server has it from.
pub fn check(event_loop: &ActiveEventLoop) -> anyhow::Result<()> {
    let scales = event_loop.available_monitors().map(|monitor| monitor.scale_factor());
    let Some(scale) = scales.into_iter().find(|scale| !SCALES.contains(scale)) else {
        return Ok(());
    };
    let [min, max] = [SCALES.start(), SCALES.end()];
    anyhow::bail!(
        "the display has a scale of {scale}, but a window opens at scales from {min} to {max}: set a usual resolution, as \
         `Xft.dpi: 96` in the resources of an X server (xrdb)"
    )
}

/// The displays that report their size, the primary one first.
pub fn all(event_loop: &ActiveEventLoop) -> Vec<Display> {
    let display = |monitor: MonitorHandle| {
        let scale = monitor.scale_factor();
        let (corner, size) =
            (monitor.position().to_logical::<i32>(scale), monitor.size().to_logical::<u32>(scale));
        Display { corner: corner.into(), size: size.into() }
    };
    let all = event_loop.primary_monitor().into_iter().chain(event_loop.available_monitors());
    all.map(display).filter(|display| display.size[0] > 0 && display.size[1] > 0).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scales_that_no_window_has_are_refused() {
        for value in ["", "randr", "RandR", "1", "0.25", "2.5", "10"] {
            assert!(is_accepted(value), "{value}");
        }
        for value in ["0", "-0", "-1", "nan", "inf", "-inf", "x", "1e9", "1e-310", "0.2", " 1"] {
            assert!(!is_accepted(value), "{value}");
        }
    }
}
