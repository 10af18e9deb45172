//! Numbers of cards that make sense: others would be refused by the window in class.

use std::ops::RangeInclusive;

use starshell::lab::drawings;
use starshell::scene::Scene;

use super::{Goal, Setting, Wait};

/// Above 0.
const LEAST: f64 = f64::MIN_POSITIVE;
/// Most minutes of a card.
const MINUTES: f64 = 600.0;

/// Checks every number of a card.
///
/// # Errors
/// A sentence that begins with the key.
pub fn check(setting: &Setting) -> Result<(), String> {
    let numbers: [(&str, Option<f64>, RangeInclusive<f64>, &str); 6] = [
        ("minutes", setting.minutes, LEAST..=MINUTES, "a number above 0, up to 600"),
        ("speed", setting.speed, LEAST..=f64::MAX, "a number above 0"),
        ("time_step", setting.time_step, 1e-30..=1e30, "a number above 0"),
        // Its square is finite in single precision.
        ("softening", setting.softening, 0.0..=1e18, "a number from 0 on"),
        ("damping", setting.damping, 0.0..=1.0, "a number from 0 to 1"),
        ("trails", setting.trails, 0.0..=1e29, "a number from 0 on"),
    ];
    for (key, value, range, words) in numbers {
        if let Some(value) = value.filter(|value| !range.contains(value)) {
            return Err(format!("{key} is {value}, but it must be {words}"));
        }
    }
    check_count(setting)?;
    check_experiment(setting)?;
    setting.wait.as_ref().map_or(Ok(()), check_wait)
}

fn check_count(setting: &Setting) -> Result<(), String> {
    let Some(count) = setting.count else { return Ok(()) };
    let Some(scene) = &setting.scene else { return Err("count is for a scene: add `scene`".to_owned()) };
    // That it exists has been checked.
    let Ok(scene) = Scene::load(scene) else { return Ok(()) };
    scene.initial.validate(count).map_err(|error| format!("count is {count}: {error}"))
}

fn check_experiment(setting: &Setting) -> Result<(), String> {
    let parts = [("page", setting.page.is_some()), ("drawing", setting.drawing.is_some()), ("size", setting.size.is_some())];
    let Some(name) = &setting.experiment else {
        return match parts.iter().find(|(_, is_there)| *is_there) {
            Some((key, _)) => Err(format!("{key} is for an experiment: add `experiment`")),
            None => Ok(()),
        };
    };
    let count = drawings(name).count();
    if let Some(number) = setting.drawing.filter(|number| !(1..=count).contains(number)) {
        return Err(match count {
            0 => format!("drawing is {number}, but {name} has no drawings: leave it out"),
            1 => format!("drawing is {number}, but {name} has only one: leave it out"),
            _ => format!("drawing is {number}, but {name} has the drawings 1 to {count}"),
        });
    }
    let Some(size) = setting.size else { return Ok(()) };
    let drawing = drawings(name).nth(setting.drawing.unwrap_or(1) - 1);
    match drawing.map(|drawing| drawing.sizes) {
        Some(sizes) if sizes.contains(&size) => Ok(()),
        Some(sizes) => {
            let sizes: Vec<_> = sizes.iter().map(usize::to_string).collect();
            Err(format!("size is {size}, but this drawing comes in {}", sizes.join(", ")))
        }
        None => Err(format!("size is {size}, but {name} has no drawings: leave it out")),
    }
}

fn check_wait(wait: &Wait) -> Result<(), String> {
    let never = |key: &str| Err(format!("wait for {key} = false would wait for nothing: write {key} = true"));
    match wait {
        Wait::Time(time) if !(LEAST..=f64::MAX).contains(time) => {
            Err(format!("wait for time = {time}, but it must be a number above 0"))
        }
        Wait::Faster(times) if !(LEAST..=f64::MAX).contains(times) => {
            Err(format!("wait for faster = {times}, but it must be a number above 0"))
        }
        Wait::Results(false) => never("results"),
        Wait::Right(false) => never("right"),
        Wait::Answer(false) => never("answer"),
        Wait::Set(goals) if goals.is_empty() => Err("wait for set needs a control, such as physics-softening = 0.1".to_owned()),
        Wait::Set(goals) => goals.iter().try_for_each(|(key, goal)| match goal {
            Goal::Number(number) if !number.is_finite() => Err(format!("wait for `{key}` = {number}, which is no number")),
            Goal::Range([low, high]) if !(low <= high && low.is_finite() && high.is_finite()) => {
                Err(format!("wait for `{key}` = [{low}, {high}], but a range has its lower end first"))
            }
            _ => Ok(()),
        }),
        _ => Ok(()),
    }
}
