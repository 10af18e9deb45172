//! Charts as PNG: the SVG drawn by resvg, in the window's typeface, so that every machine draws the
//! same picture.

use std::sync::Arc;

use resvg::tiny_skia::{Pixmap, Transform};
use resvg::usvg::{self, Options, Tree};

use super::{Chart, Plot};
use crate::words::{Text, said, say};

const REGULAR: &[u8] = include_bytes!("../../../assets/fonts/Inter-Regular.ttf");
const SEMI_BOLD: &[u8] = include_bytes!("../../../assets/fonts/Inter-SemiBold.ttf");

/// Why there is no picture of a chart.
#[derive(Debug, thiserror::Error)]
#[error("{}", self.text())]
#[non_exhaustive]
pub enum ChartError {
    /// The SVG cannot be read.
    Svg(#[from] usvg::Error),
    /// The picture would be too large, or cannot be encoded.
    Size(u32, u32),
}

impl ChartError {
    /// The sentence, in whatever language it is shown.
    pub fn text(&self) -> Text {
        match self {
            Self::Svg(cause) => say!("error-chart", cause = said(cause)),
            Self::Size(width, height) => {
                say!("error-chart", cause = say!("error-chart-size", width, height))
            }
        }
    }
}

impl Chart {
    /// The chart as a PNG file with `scale` pixels per unit of the SVG.
    ///
    /// # Errors
    /// [`ChartError`] if the picture would be too large.
    pub fn png(&self, scale: f32) -> Result<Vec<u8>, ChartError> {
        png(&self.svg(), scale)
    }
}

impl Plot {
    /// The plot as a PNG file with `scale` pixels per unit of the SVG.
    ///
    /// # Errors
    /// [`ChartError`] if the picture would be too large.
    pub fn png(&self, scale: f32) -> Result<Vec<u8>, ChartError> {
        png(&self.svg(), scale)
    }
}

fn png(svg: &str, scale: f32) -> Result<Vec<u8>, ChartError> {
    let mut options = Options { font_family: "Inter".to_owned(), ..Options::default() };
    let fonts = Arc::make_mut(&mut options.fontdb);
    fonts.load_font_data(REGULAR.to_vec());
    fonts.load_font_data(SEMI_BOLD.to_vec());
    fonts.set_sans_serif_family("Inter");
    let tree = Tree::from_str(svg, &options)?;
    let [width, height] =
        [tree.size().width(), tree.size().height()].map(|side| (side * scale).ceil() as u32);
    let size = || ChartError::Size(width, height);
    let mut picture = Pixmap::new(width, height).ok_or_else(size)?;
    resvg::render(&tree, Transform::from_scale(scale, scale), &mut picture.as_mut());
    picture.encode_png().map(signed).map_err(|_| size())
}

/// The PNG with a note that says which program made it, behind its header.
fn signed(mut png: Vec<u8>) -> Vec<u8> {
    // The signature, and a chunk of 13 bytes.
    const HEADER: usize = 8 + 12 + 13;
    let body = concat!("tEXtSoftware\0Starshell ", env!("CARGO_PKG_VERSION")).as_bytes();
    let (length, checksum) =
        ((body.len() as u32 - 4).to_be_bytes(), crc32fast::hash(body).to_be_bytes());
    png.splice(HEADER..HEADER, length.into_iter().chain(body.iter().copied()).chain(checksum));
    png
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lab::chart::{Bar, Measure, Shape};

    #[test]
    fn a_picture_has_the_size_and_the_letters_of_the_chart() {
        let bar = Bar { name: "a kernel".into(), at: "5".into(), value: 2.0, ..Bar::default() };
        let chart = |bars| Chart {
            title: "Title".into(),
            across: "number".into(),
            up: "milliseconds".into(),
            measure: Measure::Time,
            has_extremes: false,
            seen: None,
            shape: Shape::Bars(bars),
        };
        let decoded = |bytes: Vec<u8>| Pixmap::decode_png(&bytes).unwrap();
        let picture = decoded(chart(vec![bar]).png(2.0).unwrap());
        assert_eq!((picture.width(), picture.height()), (2000, 364));
        // Left of the bar there is nothing but its name.
        let is_dark = |&place: &u32| {
            picture
                .pixel(place % 560, 250 + place / 560 % 40)
                .is_some_and(|color| color.red() < 128)
        };
        assert!((0..560 * 40).filter(is_dark).count() > 100, "the name is drawn");
        assert!(matches!(chart(Vec::new()).png(1e9), Err(ChartError::Size(..))));
    }
}
