//! Numbers with a unit of the world, for scenes that say what theirs are.

use anyhow::anyhow;
use starshell::exchange::{Unit, number_end};
use starshell::scene::{Dimension, Units};

use crate::cli::failure::{Failure, input};

/// A number, in the units of a scene or in its own.
#[derive(Clone, Debug, PartialEq)]
pub struct Amount {
    number: f64,
    unit: Option<Own>,
    /// As it was given.
    text: String,
}

/// The unit behind a number.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Own {
    Plain(Unit),
    /// As in 0.1/Myr.
    Per(Unit),
}

/// What a number of this dimension is called, and an example.
fn words(dimension: Dimension) -> [&'static str; 2] {
    match dimension {
        Dimension::Length => ["a length", "5pc"],
        Dimension::Rate => ["a rate per time", "0.1/Myr"],
        Dimension::Speed => ["a speed", "220km/s"],
        Dimension::Mass => ["a mass", "1e10Msun"],
        Dimension::Time => ["a time", "10Myr"],
        _ => ["a number in the scene's units", "0.5"],
    }
}

/// A number with a unit or without.
pub(super) fn amount(text: &str) -> Result<Amount, String> {
    let of = |number, unit| Amount { number, unit, text: text.to_owned() };
    if let Ok(number) = text.parse() {
        return Ok(of(number, None));
    }
    let parse = || {
        let (number, unit) = text.split_at(number_end(text.as_bytes()));
        let unit = unit.trim_start();
        let own = match unit.strip_prefix('/') {
            Some(unit) => Own::Per(unit.parse().ok()?),
            None => Own::Plain(unit.parse().ok()?),
        };
        Some(of(number.parse().ok()?, Some(own)))
    };
    parse().ok_or_else(|| format!("`{text}` is not a number such as 0.01 or 1e-3, nor one with a unit such as 10Myr or 5pc"))
}

impl Amount {
    /// The number in the units of a scene.
    pub fn of(
        &self,
        option: &str,
        dimension: Dimension,
        units: Option<&Units>,
    ) -> Result<f64, Failure> {
        let Self { number, unit, text } = self;
        let Some(unit) = unit else { return Ok(*number) };
        let found = match unit {
            Own::Plain(Unit::Length(_)) => Dimension::Length,
            Own::Plain(Unit::Time(_)) => Dimension::Time,
            Own::Plain(Unit::Speed(_)) => Dimension::Speed,
            Own::Plain(Unit::Mass(_)) => Dimension::Mass,
            Own::Per(_) => Dimension::Rate,
        };
        let [wanted, example] = words(dimension);
        let is_other_rate = matches!(unit, Own::Per(unit) if !matches!(unit, Unit::Time(_)));
        if found != dimension || is_other_rate {
            let is = match unit {
                Own::Per(Unit::Length(_)) => "a rate per length",
                Own::Per(Unit::Speed(_)) => "a rate per speed",
                Own::Per(Unit::Mass(_)) => "a rate per mass",
                _ => words(found)[0],
            };
            return Err(input(anyhow!(
                "--{option} {text} is {is}, but it has to be {wanted}, such as {example}"
            )));
        }
        let Some(units) = units else {
            return Err(input(anyhow!(
                "--{option} {text} has a unit, but the scene has none (G = 1): leave the unit out, or add [units] to the scene file"
            )));
        };
        let [length, speed, gravity] = units.in_si();
        Ok(match unit {
            Own::Plain(Unit::Length(size)) => number * size / length,
            Own::Plain(Unit::Time(size)) => number * size / (length / speed),
            Own::Plain(Unit::Speed(size)) => number * size / speed,
            Own::Plain(Unit::Mass(size)) => number * size / gravity,
            Own::Per(
                Unit::Time(size) | Unit::Length(size) | Unit::Speed(size) | Unit::Mass(size),
            ) => number / size * (length / speed),
        })
    }
}

impl std::fmt::Display for Amount {
    fn fmt(&self, formatter: &mut std::fmt::Formatter) -> std::fmt::Result {
        formatter.write_str(&self.text)
    }
}

/// An option in the units of a scene, if it is given.
pub fn in_units(
    amount: Option<&Amount>,
    option: &str,
    dimension: Dimension,
    units: Option<&Units>,
) -> Result<Option<f64>, Failure> {
    amount.map(|amount| amount.of(option, dimension, units)).transpose()
}

/// A number of a scene as messages show it: with what it is in the units of the world, if the scene
/// says so.
pub fn shown(number: f64, dimension: Dimension, units: Option<&Units>) -> String {
    match units {
        None => format!("{number:?}"),
        Some(units) => {
            format!(
                "{number:?} ({} {})",
                starshell::words::number(number * units.factor(dimension)),
                units.symbol(dimension)
            )
        }
    }
}

#[cfg(test)]
mod tests {
    use starshell::scene::UnitSystem;

    use super::*;

    #[test]
    fn amounts_have_the_units_of_the_scene_or_their_own() {
        let units = Units { length: 100.0, mass: 1e6, ..Units::new(UnitSystem::ParsecMyr) };
        let of = |text, dimension| amount(text).unwrap().of("dt", dimension, Some(&units));
        assert_eq!(of("-1.5e-3", Dimension::Time).unwrap(), -1.5e-3);
        let myr = units.factor(Dimension::Time);
        for (text, dimension, expected) in [
            ("3 Myr", Dimension::Time, 3.0 / myr),
            ("3e6yr", Dimension::Time, 3.0 / myr),
            ("250pc", Dimension::Length, 2.5),
            ("0.25kpc", Dimension::Length, 2.5),
            ("0.1/Myr", Dimension::Rate, 0.1 * myr),
            ("220km/s", Dimension::Speed, 220.0 / units.factor(Dimension::Speed)),
            ("2e6Msun", Dimension::Mass, 2.0),
        ] {
            let found = of(text, dimension).unwrap();
            assert!((found / expected - 1.0).abs() < 1e-12, "{text}: {found}, not {expected}");
        }
        for (text, dimension, words) in [
            (
                "5pc",
                Dimension::Time,
                "--dt 5pc is a length, but it has to be a time, such as 10Myr",
            ),
            ("1d", Dimension::Length, "--dt 1d is a time, but it has to be a length, such as 5pc"),
            (
                "1/pc",
                Dimension::Rate,
                "--dt 1/pc is a rate per length, but it has to be a rate per time, such as 0.1/Myr",
            ),
        ] {
            assert_eq!(of(text, dimension).unwrap_err().to_string(), words);
        }
        let told = amount("1d").unwrap().of("dt", Dimension::Time, None).unwrap_err().to_string();
        assert!(told.contains("--dt 1d has a unit, but the scene has none"), "{told}");
        for text in ["", "pc", "1parsecs", "1 2", "1pc pc", "1/", "--1pc", "1µs"] {
            assert!(amount(text).unwrap_err().contains(&format!("`{text}`")), "{text}");
        }
    }
}
