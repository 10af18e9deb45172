//! Numbers of cards that make sense: others would be refused by the window in class.

use std::ops::RangeInclusive;

use starshell::lab::drawing::drawings;
use starshell::scene::Scene;
use starshell::words::{Text, say};

use super::slip::Slip;
use super::{Goal, Setting, Wait};

/// Above 0.
const MIN: f64 = f64::MIN_POSITIVE;
/// Most minutes of a card.
const MINUTES: f64 = 600.0;

/// Checks every number of a card.
///
/// # Errors
/// The first mistake.
pub fn check(setting: &Setting) -> Result<(), Slip> {
    let numbers: [(&'static str, Option<f64>, RangeInclusive<f64>, &'static str); 2] = [
        ("minutes", setting.minutes, MIN..=MINUTES, "error-lesson-card-minutes"),
        ("speed", setting.speed, MIN..=f64::MAX, "error-lesson-above-zero"),
    ];
    for (key, value, range, words) in numbers {
        if let Some(value) = value.filter(|value| !range.contains(value)) {
            return Err(out_of_range(key, value, Text::new(words)));
        }
    }
    let is_range = |[from, to]: &[f64; 2]| from.is_finite() && to.is_finite() && from < to;
    if !setting.axes.iter().flatten().all(is_range) {
        return Err(Slip::new("axes", say!("error-lesson-range")));
    }
    check_count(setting)?;
    check_experiment(setting)?;
    setting.wait.as_ref().map_or(Ok(()), check_wait)
}

/// The mistake of a number that is not in its range.
pub fn out_of_range(key: &'static str, value: f64, range: Text) -> Slip {
    Slip::new(key, say!("error-lesson-number", key = key, value = value, range = range))
}

fn check_count(setting: &Setting) -> Result<(), Slip> {
    let Some(count) = setting.count else { return Ok(()) };
    let Some(scene) = &setting.scene else {
        return Err(Slip::new("count", say!("error-lesson-for-scene")));
    };
    // That it exists has been checked.
    let Ok(scene) = Scene::load(scene) else { return Ok(()) };
    scene.initial.validate(count).map_err(|error| {
        Slip::new("count", say!("error-lesson-count", count, cause = error.text()))
    })
}

fn check_experiment(setting: &Setting) -> Result<(), Slip> {
    let parts = [
        ("page", setting.page.is_some()),
        ("drawing", setting.drawing.is_some()),
        ("size", setting.size.is_some()),
        ("rows", !setting.rows.is_empty()),
    ];
    let Some(name) = &setting.experiment else {
        return match parts.iter().find(|(_, is_there)| *is_there) {
            Some((key, _)) => Err(Slip::new(key, say!("error-lesson-for-experiment", key = *key))),
            None => Ok(()),
        };
    };
    let no_drawings = |key: &'static str, number: usize| {
        Slip::new(
            key,
            say!("error-lesson-no-drawings", key = key, number = number, name = name.clone()),
        )
    };
    let count = drawings(name).count();
    if let Some(number) = setting.drawing.filter(|number| !(1..=count).contains(number)) {
        let name = name.clone();
        return Err(match count {
            0 => no_drawings("drawing", number),
            1 => {
                Slip::new("drawing", say!("error-lesson-one-drawing", number = number, name = name))
            }
            _ => Slip::new(
                "drawing",
                say!("error-lesson-drawings", number = number, name = name, count = count),
            ),
        });
    }
    let Some(size) = setting.size else { return Ok(()) };
    let drawing = drawings(name).nth(setting.drawing.unwrap_or(1) - 1);
    match drawing.map(|drawing| drawing.sizes) {
        Some(sizes) if sizes.contains(&size) => Ok(()),
        Some(sizes) => {
            let sizes: Vec<_> = sizes.iter().map(usize::to_string).collect();
            Err(Slip::new("size", say!("error-lesson-size", size = size, sizes = sizes.join(", "))))
        }
        None => Err(no_drawings("size", size)),
    }
}

fn check_wait(wait: &Wait) -> Result<(), Slip> {
    let slip = |cause: Text| Err(Slip::new("wait", cause));
    let never = |key: &'static str| slip(say!("error-lesson-wait-never", key = key));
    // As one word: what is typed has no decimals of a language.
    let above_zero = |wait: String| slip(say!("error-lesson-wait-number", wait = wait));
    match wait {
        Wait::Time(time) if !(MIN..=f64::MAX).contains(time) => {
            above_zero(format!("time = {time}"))
        }
        Wait::Faster(times) if !(MIN..=f64::MAX).contains(times) => {
            above_zero(format!("faster = {times}"))
        }
        Wait::Results(false) => never("results"),
        Wait::Right(false) => never("right"),
        Wait::Answer(false) => never("answer"),
        Wait::Set(goals) if goals.is_empty() => slip(say!("error-lesson-wait-nothing")),
        Wait::Set(goals) => goals.iter().try_for_each(|(key, goal)| {
            let cause = match goal {
                Goal::Number(number) if !number.is_finite() => {
                    say!("error-lesson-wait-infinite", key = key.clone(), number = *number)
                }
                Goal::Range([low, high])
                    if !(low <= high && low.is_finite() && high.is_finite()) =>
                {
                    say!(
                        "error-lesson-wait-range",
                        key = key.clone(),
                        range = format!("[{low}, {high}]")
                    )
                }
                _ => return Ok(()),
            };
            Err(Slip::new("wait", cause).at(key.clone()))
        }),
        _ => Ok(()),
    }
}
