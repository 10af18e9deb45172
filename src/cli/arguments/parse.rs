//! Values of arguments, read from their texts.

use starshell::capture::Captions;
use starshell::capture::video::Quality;
use starshell::exchange::{Condition, Measures, Moment, check_columns};
use starshell::name::{count, unknown};
use starshell::physics::initial::{Date, MAX_COUNT, Planets};
use starshell::render::{Followed, MAX_SAMPLES};
use starshell::scene::MAX_SEED;
use starshell::words::{self, LANGUAGES, Language, Text};
use std::net::{IpAddr, SocketAddr};

/// A number. Where it is used decides whether it makes sense, and can say why not.
pub(super) fn number(text: &str) -> Result<f64, String> {
    text.parse().map_err(|_| format!("`{text}` is not a number such as 0.01 or 1e-3"))
}

/// Whether something is done.
pub(super) fn on_or_off(text: &str) -> Result<bool, String> {
    match text {
        "on" => Ok(true),
        "off" => Ok(false),
        _ => Err(format!("`{text}` is neither `on` nor `off`")),
    }
}

/// A number of bodies.
pub(super) fn bodies(text: &str) -> Result<usize, String> {
    count(text)
        .ok_or_else(|| format!("`{text}` is not a whole number of bodies such as 16384 or 2^14"))
}

/// The names of a table's columns.
#[derive(Clone, Debug, PartialEq)]
pub struct Names(pub Vec<String>);

/// What numbers measure, if anything.
#[derive(Clone, Debug, PartialEq)]
pub struct Units(pub Option<Measures>);

/// A point and a distance from it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sphere(pub [f64; 4]);

pub(super) fn columns(text: &str) -> Result<Names, String> {
    let names: Vec<String> = text.split(',').map(|name| name.trim().to_owned()).collect();
    check_columns(&names).map_err(|error| error.to_string())?;
    Ok(Names(names))
}

/// A comparison of a column with a number.
pub(super) fn condition(text: &str) -> Result<Condition, String> {
    text.parse().map_err(|()| {
        format!("`{text}` is not a column, one of > >= < <= = !=, and a number, as in density>1e-3")
    })
}

/// A moment of a table.
pub(super) fn moment(text: &str) -> Result<Moment, String> {
    text.parse().map_err(|()| {
        format!("`{text}` is neither `last`, `all` nor the number of a moment, counted from 1")
    })
}

/// What the numbers of a table measure.
pub(super) fn units(text: &str) -> Result<Units, String> {
    let unknown = || {
        format!(
            "`{text}` are not units of length, speed and mass such as \"AU km/s Msun\", nor `none`"
        )
    };
    Measures::or_none(text).map(Units).ok_or_else(unknown)
}

/// A point and a distance from it.
pub(super) fn sphere(text: &str) -> Result<Sphere, String> {
    let numbers: Option<Vec<f64>> =
        text.split(',').map(|number| number.trim().parse().ok()).collect();
    match numbers.as_deref() {
        Some(&[x, y, z, radius])
            if radius > 0.0 && [x, y, z, radius].iter().all(|n| n.is_finite()) =>
        {
            Ok(Sphere([x, y, z, radius]))
        }
        _ => Err(format!("`{text}` is not a point and a radius above 0 such as 0,0,0,10")),
    }
}

pub(super) fn seed(text: &str) -> Result<u64, String> {
    let number = text.parse().ok().filter(|number| *number <= MAX_SEED);
    number.ok_or_else(|| format!("`{text}` is not a whole number from 0 to {MAX_SEED}"))
}

/// A day for which the places of the planets are known.
pub(super) fn date(text: &str) -> Result<Date, String> {
    let date: Date =
        text.parse().map_err(|()| format!("`{text}` is not a date such as 2026-11-27"))?;
    let [first, last] = [Planets::DAYS.start(), Planets::DAYS.end()];
    let is_known = Planets::DAYS.contains(&date);
    is_known
        .then_some(date)
        .ok_or_else(|| format!("the places of the planets are known from {first} to {last}"))
}

pub(super) fn positive(text: &str) -> Result<u32, String> {
    let number = text.parse().ok().filter(|number| *number > 0);
    number.ok_or_else(|| format!("`{text}` is not a whole number from 1 to {}", u32::MAX))
}

/// What the camera follows, if anything.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Follow(pub Option<Followed>);

pub(super) fn followed(text: &str) -> Result<Follow, String> {
    match text.parse() {
        Ok(index) => Ok(Follow(Some(Followed::Body(index)))),
        Err(_) if text.parse::<f64>().is_ok() => Err(format!(
            "`{text}` is not the number of a body, which is a whole number from 0 to {}",
            MAX_COUNT - 1
        )),
        Err(_) => Followed::named(text)
            .map(Follow)
            .map_err(|unknown| format!("{unknown}, or the number of a body")),
    }
}

pub(super) fn quality(text: &str) -> Result<Quality, String> {
    let quality = text.parse().ok().and_then(Quality::new);
    quality.ok_or_else(|| format!("`{text}` is not a whole number from 0 to 100"))
}

/// A duration in seconds: 90, 0.5, 30s, 1m30s, 1h.
pub(super) fn seconds(text: &str) -> Result<f64, String> {
    let parse = || {
        let (mut sum, mut rest, mut last) = (0.0, text, f64::INFINITY);
        while !rest.is_empty() {
            let end = rest
                .find(|letter: char| !(letter.is_ascii_digit() || letter == '.'))
                .unwrap_or(rest.len());
            let number: f64 = rest[..end].parse().ok()?;
            rest = &rest[end..];
            let units = [("h", 3600.0), ("min", 60.0), ("ms", 0.001), ("m", 60.0), ("s", 1.0)];
            let (name, unit) =
                units.into_iter().find(|(name, _)| rest.starts_with(name)).unwrap_or(("", 1.0));
            rest = &rest[name.len()..];
            // From hours to seconds, and a number without a unit only by itself.
            if unit >= last || name.is_empty() && (last.is_finite() || !rest.is_empty()) {
                return None;
            }
            (sum, last) = (sum + number * unit, unit);
        }
        Some(sum).filter(|sum| *sum > 0.0 && sum.is_finite())
    };
    parse().ok_or_else(|| format!("`{text}` is not a duration such as 30s, 1m30s or 0.5"))
}

pub(super) fn depth(text: &str) -> Result<u32, String> {
    let bits = text.parse().ok().filter(|bits| [8, 16].contains(bits));
    bits.ok_or_else(|| format!("`{text}` is neither 8 nor 16"))
}

pub(super) fn samples(text: &str) -> Result<u32, String> {
    let number = text.parse().ok().filter(|number| (1..=MAX_SAMPLES).contains(number));
    number.ok_or_else(|| format!("`{text}` is not a whole number from 1 to {MAX_SAMPLES}"))
}

/// A text whose placeholders exist.
pub(super) fn caption(text: &str) -> Result<String, String> {
    Captions::new(Some(text), None, false)
        .map(|_| text.to_owned())
        .map_err(|error| error.to_string())
}

pub(super) fn point(text: &str) -> Result<[f64; 3], String> {
    let numbers: Option<Vec<f64>> =
        text.split(',').map(|number| number.trim().parse().ok()).collect();
    let point = numbers.and_then(|numbers| numbers.try_into().ok());
    point.ok_or_else(|| {
        format!("`{text}` is not three numbers with commas between them, such as 0,0,1.5")
    })
}

/// Sizes of pictures that have names.
pub(super) const SIZES: [(&str, [u32; 2]); 9] = [
    ("720p", [1280, 720]),
    ("1080p", [1920, 1080]),
    ("1440p", [2560, 1440]),
    ("4k", [3840, 2160]),
    ("8k", [7680, 4320]),
    ("4k-dome", [4096, 4096]),
    ("8k-dome", [8192, 8192]),
    ("4k-360", [3840, 1920]),
    ("8k-360", [7680, 3840]),
];

/// Parses `1920x1080`, or a usual name.
pub(super) fn size(text: &str) -> Result<[u32; 2], String> {
    let names = SIZES.map(|(name, _)| name);
    let named = SIZES.iter().find(|(name, _)| name.eq_ignore_ascii_case(text));
    named.map_or_else(
        || pair(text).map_err(|error| format!("{error}, nor one of {}", names.join(", "))),
        |(_, size)| Ok(*size),
    )
}

pub(super) fn pair(text: &str) -> Result<[u32; 2], String> {
    let numbers = text
        .split_once(['x', 'X', '×'])
        .and_then(|(a, b)| Some([a.parse().ok()?, b.parse().ok()?]));
    numbers.ok_or_else(|| {
        format!("`{text}` is not two whole numbers joined by an x, such as 1280x720")
    })
}
/// An address at which a class is, with a port or without.
pub fn class_address(text: &str) -> Result<SocketAddr, String> {
    let alone = || text.parse::<IpAddr>().map(|ip| SocketAddr::new(ip, 0));
    text.parse().or_else(|_| alone()).map_err(|_| {
        format!("`{text}` is no address of this machine: give one such as 192.168.1.20 or 192.168.1.20:8000")
    })
}

/// A language by its code.
pub fn language(code: &str) -> Result<&'static Language, Text> {
    words::language(code)
        .ok_or_else(|| unknown("language", code, LANGUAGES.iter().map(|language| language.code)))
}
