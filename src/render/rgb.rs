//! A colour as people write it.

use std::fmt;
use std::str::FromStr;

/// A colour for a display (sRGB), written as `#rrggbb` with hexadecimal digits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Rgb(pub [u8; 3]);

impl Rgb {
    /// The colour in linear light.
    pub fn linear(self) -> [f32; 3] {
        self.0.map(|byte| {
            let encoded = f32::from(byte) / 255.0;
            if encoded <= 0.04045 { encoded / 12.92 } else { ((encoded + 0.055) / 1.055).powf(2.4) }
        })
    }

    /// The nearest colour to one in linear light. Of channels above 1, only the hue stays.
    pub fn from_linear([red, green, blue, _]: [f32; 4]) -> Self {
        let most = red.max(green).max(blue).max(1.0);
        Self([red, green, blue].map(|light| {
            let light = (light / most).clamp(0.0, 1.0);
            let encoded = if light <= 0.003_130_8 {
                12.92 * light
            } else {
                1.055 * light.powf(1.0 / 2.4) - 0.055
            };
            (255.0 * encoded).round() as u8
        }))
    }
}

impl FromStr for Rgb {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let digits = text.strip_prefix('#').filter(|digits| {
            digits.len() == 6 && digits.bytes().all(|byte| byte.is_ascii_hexdigit())
        });
        let number = digits.and_then(|digits| u32::from_str_radix(digits, 16).ok());
        let [_, red, green, blue] = number
            .ok_or_else(|| format!("`{text}` is not a colour such as #4d8fe0"))?
            .to_be_bytes();
        Ok(Self([red, green, blue]))
    }
}

impl TryFrom<String> for Rgb {
    type Error = String;

    fn try_from(text: String) -> Result<Self, String> {
        text.parse()
    }
}

impl From<Rgb> for String {
    fn from(color: Rgb) -> Self {
        color.to_string()
    }
}

impl fmt::Display for Rgb {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [red, green, blue] = self.0;
        write!(f, "#{red:02x}{green:02x}{blue:02x}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_color_is_read_as_it_is_written() {
        let color: Rgb = "#4D8fe0".parse().unwrap();
        assert_eq!((color, color.to_string().as_str()), (Rgb([0x4d, 0x8f, 0xe0]), "#4d8fe0"));
        assert_eq!(Rgb([0, 255, 0]).linear(), [0.0, 1.0, 0.0]);
        for wrong in ["4d8fe0", "#4d8fe", "#4d8fe00", "#4d8fg0", "#+d8fe0", "#é8fe0", ""] {
            assert!(wrong.parse::<Rgb>().unwrap_err().contains("such as #"), "{wrong}");
        }
    }
}
