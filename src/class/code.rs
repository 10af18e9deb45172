//! A link as a picture that phones read.

use qrcodegen::{QrCode, QrCodeEcc};

/// A QR code: dark squares by row and column.
#[derive(Clone, Debug)]
pub struct Code {
    /// Squares per side.
    pub side: usize,
    dark: Vec<bool>,
}

impl Code {
    /// The picture of a text; none if it is too long for one.
    pub fn new(text: &str) -> Option<Self> {
        let code = QrCode::encode_text(text, QrCodeEcc::Medium).ok()?;
        let squares = |y| (0..code.size()).map(move |x| [x, y]);
        let dark = (0..code.size()).flat_map(squares).map(|[x, y]| code.get_module(x, y));
        Some(Self { side: code.size() as usize, dark: dark.collect() })
    }

    /// Whether a square is dark.
    pub fn is_dark(&self, x: usize, y: usize) -> bool {
        x < self.side && self.dark.get(y * self.side + x).is_some_and(|dark| *dark)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_link_is_a_code_with_its_three_corners() {
        let code = Code::new("http://192.168.100.200:65535/?code=ABCD").unwrap();
        assert_eq!(code.side, 29, "version 3");
        // A corner: a dark frame of seven squares, a light one, and a dark middle.
        let corner = |left: usize, top: usize| {
            (0..7).all(|at| code.is_dark(left + at, top) && code.is_dark(left, top + at))
                && !code.is_dark(left + 1, top + 1)
                && code.is_dark(left + 3, top + 3)
        };
        assert!(corner(0, 0) && corner(22, 0) && corner(0, 22));
        assert!(!code.is_dark(29, 0) && !code.is_dark(0, 29), "nothing is dark beside it");
        assert!(Code::new(&"x".repeat(5000)).is_none());
    }
}
