//! Numbers of a scene as the window shows them: in its own units, in which G = 1, or in those of
//! the world.

use starshell::scene::{Dimension, Units};
use starshell::words::{self, Text};

/// Converts and writes numbers.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Numbers(pub Option<Units>);

impl Numbers {
    /// What 1 in the scene's unit of `quantity` is as shown.
    pub fn factor(self, quantity: Dimension) -> f64 {
        self.0.map_or(1.0, |units| units.factor(quantity))
    }

    /// The symbol of the unit; empty for the scene's own.
    pub fn symbol(self, quantity: Dimension) -> String {
        self.0.map_or_else(String::new, |units| {
            quantity
                .symbol(units.system.symbols().map(|symbol| Text::named("unit", symbol).spoken()))
        })
    }

    /// A name followed by the symbol of its unit: "Speed, km/s".
    pub fn named(self, name: String, quantity: Dimension) -> String {
        let symbol = self.symbol(quantity);
        if symbol.is_empty() { name } else { format!("{name}, {symbol}") }
    }

    /// A number of the scene with its unit.
    pub fn text(self, quantity: Dimension, value: f64) -> String {
        self.with_unit(quantity, words::number(self.factor(quantity) * value))
    }

    /// The same with few digits.
    pub fn short(self, quantity: Dimension, value: f64) -> String {
        self.with_unit(quantity, words::short(self.factor(quantity) * value))
    }

    /// A number already written in the unit shown, with the unit.
    pub fn with_unit(self, quantity: Dimension, number: String) -> String {
        let symbol = self.symbol(quantity);
        if symbol.is_empty() { number } else { format!("{number} {symbol}") }
    }

    /// The simulated time `time`, exact to steps of `step`.
    pub fn time(self, time: f64, step: f64) -> String {
        let factor = self.factor(Dimension::Time);
        let decimals = (2.0 - (factor * step).log10().floor()).clamp(1.0, 7.0) as usize - 1;
        self.with_unit(Dimension::Time, words::fixed(factor * time, decimals))
    }
}

#[cfg(test)]
mod tests {
    use starshell::scene::UnitSystem;

    use super::*;

    #[test]
    fn numbers_are_converted_and_have_their_unit() {
        let own = Numbers::default();
        assert_eq!(
            (own.text(Dimension::Speed, 1.5), own.time(2.0, 0.25)),
            ("1.500".to_owned(), "2.00".to_owned())
        );
        assert_eq!(own.named("Speed".to_owned(), Dimension::Speed), "Speed");
        let years = Numbers(Some(Units::new(UnitSystem::AuYear)));
        assert_eq!(years.text(Dimension::Speed, 1.0), "29.78 km/s");
        assert_eq!(years.time(std::f64::consts::TAU, 0.01), "1.0000 yr");
        assert_eq!(years.named("Speed".to_owned(), Dimension::Speed), "Speed, km/s");
        assert_eq!(years.text(Dimension::Ratio, 0.5), "0.5000");
    }

    #[test]
    fn units_have_the_symbols_of_the_language() {
        let years = Numbers(Some(Units::new(UnitSystem::AuYear)));
        let days = Numbers(Some(Units::new(UnitSystem::KilometerDay)));
        for (code, expected) in [
            ("de", ["AE", "a", "MSonne AE km/s", "AE/a²", "MErde"]),
            ("es", ["UA", "a", "MSol UA km/s", "UA/a²", "MTierra"]),
            ("fr", ["ua", "a", "MSoleil ua km/s", "ua/a²", "MTerre"]),
        ] {
            words::speak(words::language(code));
            let quantities = [
                Dimension::Length,
                Dimension::Time,
                Dimension::AngularMomentum,
                Dimension::Acceleration,
            ];
            let symbols = quantities.map(|quantity| years.symbol(quantity));
            assert_eq!(
                (&symbols[..], days.symbol(Dimension::Mass).as_str()),
                (&expected.map(str::to_owned)[..4], expected[4])
            );
        }
        words::speak(None);
    }
}
