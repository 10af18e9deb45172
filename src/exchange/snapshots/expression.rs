//! Units written as text: AMUSE's Python expressions, and products such as `km s^-1`.

use super::si;

/// Brackets within brackets, at most.
const MAX_DEPTH: usize = 32;

/// What a unit is in SI; `None` if a part of the text is unknown or has no SI value.
pub(super) fn parse(text: &str) -> Option<f64> {
    let mut rest = Rest { text: text.as_bytes(), at: 0 };
    let value = rest.product(0)?;
    rest.skip();
    (rest.at == text.len() && value.is_finite() && value > 0.0).then_some(value)
}

/// Text that is left to read.
struct Rest<'a> {
    text: &'a [u8],
    at: usize,
}

impl<'a> Rest<'a> {
    fn skip(&mut self) {
        while self.text.get(self.at).is_some_and(u8::is_ascii_whitespace) {
            self.at += 1;
        }
    }

    fn takes(&mut self, token: &[u8]) -> bool {
        self.skip();
        let found = self.text.get(self.at..).is_some_and(|rest| rest.starts_with(token));
        self.at += if found { token.len() } else { 0 };
        found
    }

    /// Powers joined by `*`, `/` or nothing.
    fn product(&mut self, depth: usize) -> Option<f64> {
        let mut value = self.power(depth)?;
        loop {
            self.skip();
            match self.text.get(self.at) {
                None | Some(b')') => return Some(value),
                Some(b'/') => {
                    self.at += 1;
                    value /= self.power(depth)?;
                }
                Some(b'*') => {
                    self.at += 1;
                    value *= self.power(depth)?;
                }
                Some(_) => value *= self.power(depth)?,
            }
        }
    }

    fn power(&mut self, depth: usize) -> Option<f64> {
        let base = self.factor(depth)?;
        if self.takes(b"**") || self.takes(b"^") {
            let bracket = self.takes(b"(");
            let exponent = self.number()?;
            return (!bracket || self.takes(b")")).then(|| base.powf(exponent));
        }
        Some(base)
    }

    fn factor(&mut self, depth: usize) -> Option<f64> {
        self.skip();
        if depth > MAX_DEPTH {
            return None;
        }
        if self.takes(b"(") {
            let value = self.product(depth + 1)?;
            return self.takes(b")").then_some(value);
        }
        if self.takes(b"system.get(") {
            let system = self.quoted()?;
            let dimension = self.takes(b").base(").then(|| self.quoted())??;
            return self.takes(b")").then(|| base(system, dimension))?;
        }
        if self.text.get(self.at)?.is_ascii_alphabetic() {
            return named(self.word());
        }
        self.number()
    }

    fn number(&mut self) -> Option<f64> {
        self.skip();
        let from = self.at;
        while let Some(&c) = self.text.get(self.at) {
            let sign = matches!(c, b'+' | b'-')
                && (self.at == from || matches!(self.text.get(self.at - 1), Some(b'e' | b'E')));
            if !(c.is_ascii_digit() || matches!(c, b'.' | b'e' | b'E') || sign) {
                break;
            }
            self.at += 1;
        }
        std::str::from_utf8(self.text.get(from..self.at)?).ok()?.parse().ok()
    }

    fn quoted(&mut self) -> Option<&'a str> {
        if !self.takes(b"'") && !self.takes(b"\"") {
            return None;
        }
        let from = self.at;
        let text = self.text;
        let rest = text.get(from..)?;
        let len = rest.iter().position(|&c| c == b'\'' || c == b'"')?;
        self.at += len + 1;
        std::str::from_utf8(text.get(from..from + len)?).ok()
    }

    fn word(&mut self) -> &'a str {
        let from = self.at;
        while self.text.get(self.at).is_some_and(|c| c.is_ascii_alphanumeric() || *c == b'_') {
            self.at += 1;
        }
        let text = self.text;
        text.get(from..self.at).and_then(|w| std::str::from_utf8(w).ok()).unwrap_or("")
    }
}

/// A base unit of a system; those of N-body units have no SI value.
fn base(system: &str, dimension: &str) -> Option<f64> {
    let cgs = match system {
        "S.I." | "SI" => false,
        "C.G.S." | "CGS" => true,
        _ => return None,
    };
    match dimension {
        "length" => Some(if cgs { 1e-2 } else { 1.0 }),
        "mass" => Some(if cgs { 1e-3 } else { 1.0 }),
        "time"
        | "electric current"
        | "thermodynamic temperature"
        | "temperature"
        | "amount of substance"
        | "luminous intensity" => Some(1.0),
        _ => None,
    }
}

/// Units by name.
fn named(word: &str) -> Option<f64> {
    Some(match word {
        "m" | "kg" | "s" | "K" | "mol" | "A" | "rad" | "none" | "N" | "J" | "W" | "Pa" => 1.0,
        "cm" => 1e-2,
        "g" => 1e-3,
        "km" => si::KM,
        "AU" | "au" => si::AU,
        "pc" | "parsec" => si::PARSEC,
        "kpc" => si::KPC,
        "Mpc" => 1e3 * si::KPC,
        "RSun" => 6.957e8,
        "MSun" | "Msun" | "M_sun" | "Msol" => si::SUN,
        "MEarth" => si::EARTH,
        "MJupiter" => si::JUPITER,
        "minute" => 60.0,
        "hour" => 3600.0,
        "day" => si::DAY,
        "yr" | "julianyr" => si::YEAR,
        "kyr" => 1e3 * si::YEAR,
        "Myr" => 1e6 * si::YEAR,
        "Gyr" => 1e9 * si::YEAR,
        "kms" => si::KM,
        "erg" => 1e-7,
        "LSun" => 3.828e26,
        _ => return None,
    })
}
