//! What a scene's units are in the world, and numbers in those of astronomers.

use crate::exchange::{ASTRONOMICAL_UNIT, EARTH, PARSEC, SUN, YEAR};
use crate::{named, words};

named! {
    /// Units of length, time and mass that belong together.
    #[derive(Default)]
    pub enum UnitSystem: "system of units" {
        /// Astronomical units, Julian years, solar masses.
        #[default]
        AuYear = "au-year",
        /// Parsecs, millions of Julian years, solar masses.
        ParsecMyr = "parsec-myr",
        /// Kilometres, days, Earth masses.
        KilometerDay = "kilometer-day",
    }
}

/// What a number measures.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Dimension {
    /// A pure number.
    Ratio,
    /// A distance, a coordinate or a radius.
    Length,
    /// A duration.
    Time,
    /// A mass.
    Mass,
    /// In km/s, whatever the system.
    Speed,
    /// Length over time squared.
    Acceleration,
    /// Length squared.
    Area,
    /// Mass over length cubed.
    Density,
    /// Mass times speed squared.
    Energy,
    /// Mass times speed.
    Momentum,
    /// Mass times length times speed.
    AngularMomentum,
    /// Share per unit of speed.
    PerSpeed,
    /// Something per unit of time.
    Rate,
    /// Length cubed over mass and time squared, as the constant of gravity, which is 1 in the
    /// scene's own units.
    Gravity,
}

/// Metres, seconds, and the gravitational parameter of the unit of mass in m³/s².
struct Definition {
    symbols: [&'static str; 3],
    length: f64,
    time: f64,
    gravity: f64,
}

impl UnitSystem {
    /// The symbols of the units of length, time and mass.
    pub const fn symbols(self) -> [&'static str; 3] {
        self.definition().symbols
    }

    const fn definition(self) -> Definition {
        match self {
            Self::AuYear => Definition {
                symbols: ["AU", "yr", "Msun"],
                length: ASTRONOMICAL_UNIT,
                time: YEAR,
                gravity: SUN,
            },
            Self::ParsecMyr => Definition {
                symbols: ["pc", "Myr", "Msun"],
                length: PARSEC,
                time: 1e6 * YEAR,
                gravity: SUN,
            },
            Self::KilometerDay => Definition {
                symbols: ["km", "d", "Mearth"],
                length: 1e3,
                time: 86_400.0,
                gravity: EARTH,
            },
        }
    }
}

/// What the units of length and mass of a scene, in which G = 1, are in the world: `[units]` in a
/// scene file. That of time follows from G: √(length³ / (G mass)).
#[derive(Clone, Copy, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Units {
    /// The units in which numbers are shown.
    pub system: UnitSystem,
    /// The scene's unit of length, in that of the system; greater than 0.
    #[serde(default = "one")]
    pub length: f64,
    /// The scene's unit of mass, in that of the system; greater than 0.
    #[serde(default = "one")]
    pub mass: f64,
    /// The constant of gravity, in that of the world; greater than 0.
    #[serde(default = "one", skip_serializing_if = "is_one")]
    pub gravity: f64,
}

fn one() -> f64 {
    1.0
}

#[expect(clippy::trivially_copy_pass_by_ref, clippy::float_cmp, reason = "serde asks for it")]
fn is_one(number: &f64) -> bool {
    *number == 1.0
}

impl Units {
    /// The least and the greatest length, mass and constant of gravity.
    pub const RANGE: [f64; 2] = [1e-12, 1e18];

    /// The nearest units that are in range; 1 in place of a number that is not finite.
    #[must_use]
    pub fn bounded(self) -> Self {
        let [least, most] = Self::RANGE;
        let bounded =
            |number: f64| if number.is_finite() { number.clamp(least, most) } else { 1.0 };
        Self {
            length: bounded(self.length),
            mass: bounded(self.mass),
            gravity: bounded(self.gravity),
            ..self
        }
    }

    /// Units in which the scene's length and mass are 1.
    pub fn new(system: UnitSystem) -> Self {
        Self { system, length: 1.0, mass: 1.0, gravity: 1.0 }
    }

    /// Converts the scale to the units of another system.
    #[must_use]
    pub fn in_system(self, system: UnitSystem) -> Self {
        let (from, to) = (self.system.definition(), system.definition());
        Self {
            system,
            length: self.length * from.length / to.length,
            mass: self.mass * from.gravity / to.gravity,
            ..self
        }
    }

    /// The scene's units of length in metres and of speed in metres per second, and the
    /// gravitational parameter of its unit of mass in m³/s².
    pub fn in_si(&self) -> [f64; 3] {
        let system = self.system.definition();
        let (length, gravity) =
            (self.length * system.length, self.gravity * self.mass * system.gravity);
        [length, (gravity / length).sqrt(), gravity]
    }

    /// What a scene's number of 1 is in these units.
    pub fn factor(&self, quantity: Dimension) -> f64 {
        let system = self.system.definition();
        let [length, speed, _] = self.in_si();
        // In units of the system, and km/s.
        let (time_shown, speed) = (length / speed / system.time, speed / 1e3);
        match quantity {
            Dimension::Ratio => 1.0,
            Dimension::Length => self.length,
            Dimension::Time => time_shown,
            Dimension::Mass => self.mass,
            Dimension::Speed => speed,
            Dimension::Acceleration => self.length / (time_shown * time_shown),
            Dimension::Area => self.length * self.length,
            Dimension::Density => self.mass / self.length.powi(3),
            Dimension::Energy => self.mass * speed * speed,
            Dimension::Momentum => self.mass * speed,
            Dimension::AngularMomentum => self.mass * self.length * speed,
            Dimension::PerSpeed => 1.0 / speed,
            Dimension::Rate => 1.0 / time_shown,
            Dimension::Gravity => self.length.powi(3) / (self.mass * time_shown * time_shown),
        }
    }

    /// A time or a distance for a sentence, in these units if there are any; otherwise unchanged,
    /// in those in which G = 1.
    pub fn told(units: Option<&Self>, number: f64, quantity: Dimension) -> String {
        Self::told_by(units, number, quantity, words::number)
    }

    /// As [`Units::told`], in English whatever this thread speaks.
    pub fn in_english(units: Option<&Self>, number: f64, quantity: Dimension) -> String {
        Self::told_by(units, number, quantity, words::english_number)
    }

    fn told_by(
        units: Option<&Self>,
        number: f64,
        quantity: Dimension,
        told: impl Fn(f64) -> String,
    ) -> String {
        match units {
            Some(units) if number.is_finite() => {
                let shown = told(number * units.factor(quantity));
                format!("{shown} {}", units.symbol(quantity))
            }
            _ if quantity == Dimension::Time => format!("{number:.4}"),
            _ => told(number),
        }
    }

    /// The symbol of the unit of `quantity`, such as `km/s`; empty for a pure number.
    pub fn symbol(&self, quantity: Dimension) -> String {
        quantity.symbol(self.system.symbols().map(str::to_owned))
    }
}

impl Dimension {
    /// The symbol of its unit, from those of length, time and mass, which differ by language.
    pub fn symbol(self, [length, time, mass]: [String; 3]) -> String {
        match self {
            Self::Ratio => String::new(),
            Self::Length => length,
            Self::Time => time,
            Self::Mass => mass,
            Self::Speed => "km/s".to_owned(),
            Self::Acceleration => format!("{length}/{time}²"),
            Self::Area => format!("{length}²"),
            Self::Density => format!("{mass}/{length}³"),
            Self::Energy => format!("{mass} (km/s)²"),
            Self::Momentum => format!("{mass} km/s"),
            Self::AngularMomentum => format!("{mass} {length} km/s"),
            Self::PerSpeed => "s/km".to_owned(),
            Self::Rate => format!("1/{time}"),
            Self::Gravity => format!("{length}³/({mass} {time}²)"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::name::Named;
    use std::f64::consts::TAU;

    fn is_near(found: f64, expected: f64, error: f64) -> bool {
        (found / expected - 1.0).abs() < error
    }

    /// The constant of gravity in units of a system.
    fn gravity(system: UnitSystem) -> f64 {
        // In the scene's units, it is 1.
        Units::new(system).factor(Dimension::Time).powi(-2)
    }

    #[test]
    fn gravity_is_that_of_the_textbooks() {
        assert!(is_near(gravity(UnitSystem::AuYear), TAU * TAU, 1e-4));
        let parsec = Units::new(UnitSystem::ParsecMyr);
        // pc (km/s)² / Msun.
        assert!(is_near(parsec.factor(Dimension::Speed).powi(2), 4.300_91e-3, 1e-5));
        assert!(is_near(parsec.factor(Dimension::Time), 14.91, 1e-3));
        // The Earth moves at 29.78 km/s, the Moon at 1.02 km/s.
        assert!(is_near(Units::new(UnitSystem::AuYear).factor(Dimension::Speed), 29.785, 1e-3));
        let moon = Units { length: 384_400.0, ..Units::new(UnitSystem::KilometerDay) };
        assert!(is_near(moon.factor(Dimension::Speed), 1.018, 1e-3));
        assert!(is_near(TAU * moon.factor(Dimension::Time), 27.45, 1e-3));
    }

    #[test]
    fn the_constant_of_gravity_is_that_of_the_world_or_another() {
        for (length, mass) in [(1.0, 1.0), (3500.0, 4e10)] {
            let units = Units { length, mass, ..Units::new(UnitSystem::AuYear) };
            assert!(is_near(units.factor(Dimension::Gravity), TAU * TAU, 1e-4), "{units:?}");
            // The same motion takes half the time where gravity is four times as strong.
            let strong = Units { gravity: 4.0, ..units };
            let factors = |quantity| strong.factor(quantity) / units.factor(quantity);
            assert!(is_near(factors(Dimension::Gravity), 4.0, 1e-12));
            assert!(is_near(factors(Dimension::Time), 0.5, 1e-12));
            assert!(is_near(factors(Dimension::Speed), 2.0, 1e-12));
        }
    }

    #[test]
    fn another_system_shows_the_same_scale() {
        let units = Units { length: 3500.0, mass: 4e10, ..Units::new(UnitSystem::ParsecMyr) };
        for system in UnitSystem::ALL {
            let other = units.in_system(*system);
            assert!(is_near(other.factor(Dimension::Speed), units.factor(Dimension::Speed), 1e-12));
            let back = other.in_system(units.system);
            assert!(
                is_near(back.length, units.length, 1e-12) && is_near(back.mass, units.mass, 1e-12)
            );
        }
        let years = units.in_system(UnitSystem::AuYear).factor(Dimension::Time);
        assert!(is_near(years, 1e6 * units.factor(Dimension::Time), 1e-12));
    }

    #[test]
    fn derived_units_agree_with_each_other() {
        for system in UnitSystem::ALL {
            let units = Units { length: 7.0, mass: 0.3, ..Units::new(*system) };
            let f = |quantity| units.factor(quantity);
            assert!(is_near(
                f(Dimension::Energy),
                f(Dimension::Mass) * f(Dimension::Speed).powi(2),
                1e-12
            ));
            assert!(is_near(
                f(Dimension::AngularMomentum),
                f(Dimension::Momentum) * f(Dimension::Length),
                1e-12
            ));
            assert!(is_near(
                f(Dimension::Acceleration),
                f(Dimension::Length) / f(Dimension::Time).powi(2),
                1e-12
            ));
            assert!(is_near(f(Dimension::Speed) * f(Dimension::PerSpeed), 1.0, 1e-12));
        }
    }
}
