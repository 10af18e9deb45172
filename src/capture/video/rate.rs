//! Frames per second, as an exact fraction.

use std::fmt;
use std::str::FromStr;

use crate::words::Text;

/// Frames per second. Television rates such as 29.97 are the fractions that they stand for:
/// 30000/1001.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FrameRate {
    numerator: u32,
    denominator: u32,
}

impl Default for FrameRate {
    /// 60 frames per second.
    fn default() -> Self {
        Self { numerator: 60, denominator: 1 }
    }
}

impl FrameRate {
    /// `numerator / denominator` frames per second, from 1/1000 to 1000.
    pub fn new(numerator: u32, denominator: u32) -> Option<Self> {
        let (a, b) = (u64::from(numerator), u64::from(denominator));
        if a == 0 || b == 0 || a > 1000 * b || 1000 * a < b || numerator > 1_000_000 {
            return None;
        }
        let divisor = gcd(numerator, denominator);
        Some(Self { numerator: numerator / divisor, denominator: denominator / divisor })
    }

    /// Frames per second as a number.
    pub fn per_second(self) -> f64 {
        f64::from(self.numerator) / f64::from(self.denominator)
    }

    /// Numerator and denominator, without common factors.
    pub fn fraction(self) -> [u32; 2] {
        [self.numerator, self.denominator]
    }

    /// Time units per second and per frame, for a container: both whole numbers, and fine enough
    /// for players that round.
    pub(super) fn units(self) -> [u32; 2] {
        let factor = if self.numerator < 1000 { 1000 } else { 1 };
        [self.numerator * factor, self.denominator * factor]
    }
}

impl fmt::Display for FrameRate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.denominator {
            1 => write!(f, "{}", self.numerator),
            denominator => write!(f, "{}/{denominator}", self.numerator),
        }
    }
}

impl FromStr for FrameRate {
    type Err = Text;

    fn from_str(text: &str) -> Result<Self, Text> {
        let fraction = || {
            if let Some((numerator, denominator)) = text.split_once('/') {
                return Self::new(numerator.trim().parse().ok()?, denominator.trim().parse().ok()?);
            }
            // Television rates, usually written rounded.
            let television = [
                ("23.976", 24),
                ("23.98", 24),
                ("29.97", 30),
                ("47.95", 48),
                ("59.94", 60),
                ("119.88", 120),
            ];
            if let Some((_, rate)) = television.into_iter().find(|(name, _)| *name == text) {
                return Self::new(1000 * rate, 1001);
            }
            let (whole, decimals) = text.split_once('.').unwrap_or((text, ""));
            let digits = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
            if whole.is_empty() || !digits(whole) || !digits(decimals) || decimals.len() > 3 {
                return None;
            }
            Self::new(format!("{whole}{decimals}").parse().ok()?, 10_u32.pow(decimals.len() as u32))
        };
        fraction().ok_or_else(|| {
            format!(
                "`{text}` is not a frame rate from 1/1000 to 1000, such as 60, 29.97 or 30000/1001"
            )
            .into()
        })
    }
}

fn gcd(a: u32, b: u32) -> u32 {
    if b == 0 { a } else { gcd(b, a % b) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rates_are_exact_fractions() {
        for (text, fraction) in [
            ("60", [60, 1]),
            ("29.97", [30000, 1001]),
            ("23.976", [24000, 1001]),
            ("30000/1001", [30000, 1001]),
            ("12.5", [25, 2]),
            ("50/2", [25, 1]),
            ("0.5", [1, 2]),
        ] {
            assert_eq!(text.parse::<FrameRate>().unwrap().fraction(), fraction, "{text}");
        }
        for text in ["", "0", "-1", "1001", "60fps", "1/0", "1e3", ".5", "0.0001", "nan"] {
            assert!(
                text.parse::<FrameRate>().unwrap_err().to_string().contains(&format!("`{text}`")),
                "{text}"
            );
        }
    }

    #[test]
    fn units_make_the_same_rate() {
        for text in ["24", "25", "29.97", "60", "120", "0.5", "12.5"] {
            let rate: FrameRate = text.parse().unwrap();
            let [per_second, per_frame] = rate.units();
            assert_eq!(f64::from(per_second) / f64::from(per_frame), rate.per_second(), "{text}");
        }
    }
}
