//! Caption and credit, burnt into the lower corners of pictures.

use std::path::PathBuf;
use std::sync::Arc;

use super::caption::{Writing, text_width};
use super::{Begun, CAPTION, CaptureError, FrameSink, Note, Picture};
use crate::words::{Text, say};

/// Height of the text as a fraction of the picture's, and its minimum in pixels.
const TEXT: f32 = 0.024;
const MIN_TEXT: f32 = 11.0;
/// Distance from the edges in text heights.
const MARGIN: f32 = 1.1;
/// Colour of the text on a dark sky and on white paper, and its opacity.
const LIGHT: [u8; 3] = [226, 230, 238];
const DARK: [u8; 3] = [24, 26, 32];
const OPACITY: f32 = 0.9;
/// The other colour forms a shadow under the text, which keeps it legible over bright stars.
const SHADOW: f32 = 0.45;

/// Placeholders, and the notes that replace them.
const PLACEHOLDERS: [(&str, &str); 3] =
    [("{time}", "Time"), ("{steps}", "Steps"), ("{scene}", "Title")];

/// Texts for the lower left and right corners. The placeholders `{time}`, `{steps}` and `{scene}`
/// are replaced from the notes of each picture.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Captions {
    caption: Option<String>,
    credit: Option<String>,
    is_on_paper: bool,
}

impl Captions {
    /// A caption for the lower left corner and a credit for the lower right one; `is_on_paper` for
    /// pictures of dark bodies on white.
    ///
    /// # Errors
    /// A sentence if braces hold anything but these names.
    pub fn new(
        caption: Option<&str>,
        credit: Option<&str>,
        is_on_paper: bool,
    ) -> Result<Self, Text> {
        [caption, credit].into_iter().flatten().try_for_each(check)?;
        let text = |text: Option<&str>| {
            text.map(str::trim).filter(|text| !text.is_empty()).map(str::to_owned)
        };
        Ok(Self { caption: text(caption), credit: text(credit), is_on_paper })
    }

    /// Whether there is nothing to write.
    pub fn is_empty(&self) -> bool {
        self.caption.is_none() && self.credit.is_none()
    }

    /// A sink that writes the texts into pictures and passes them on to `sink`; `sink` itself if
    /// there is nothing to write.
    pub fn before(&self, sink: Arc<dyn FrameSink>) -> Arc<dyn FrameSink> {
        if self.is_empty() { sink } else { Arc::new(Captioned { captions: self.clone(), sink }) }
    }

    /// Writes the texts into a picture with these notes.
    pub fn burn(&self, picture: &mut Picture, notes: &[Note]) {
        let size = [picture.width, picture.height];
        self.burn_band(picture, 0, size, notes);
    }

    /// Writes into a band of a picture of `size` pixels, whose first row is row `top` of that
    /// picture.
    fn burn_band(&self, band: &mut Picture, top: u32, [width, height]: [u32; 2], notes: &[Note]) {
        let (width, height) = (width as f32, height as f32);
        let size = (TEXT * height).max(MIN_TEXT);
        let (margin, line) = (MARGIN * size, height - (MARGIN + 1.0) * size);
        // Nothing to do far above the text.
        if line > (top + band.height) as f32 + size {
            return;
        }
        let [ink, shadow] = if self.is_on_paper { [DARK, LIGHT] } else { [LIGHT, DARK] };
        let texts = [(&self.caption, false), (&self.credit, true)];
        for (text, is_right) in
            texts.into_iter().filter_map(|(text, is_right)| Some((text.as_ref()?, is_right)))
        {
            let text = filled(text, notes);
            let left = if is_right { width - margin - text_width(&text, size) } else { margin };
            let off = size / 14.0;
            let place = |off: f32| Writing { x: left + off, y: line + off, height: size, top };
            band.write(&text, &place(off), shadow, SHADOW);
            band.write(&text, &place(0.0), ink, OPACITY);
        }
    }
}

fn check(text: &str) -> Result<(), Text> {
    let mut rest = text;
    while let Some(begin) = rest.find('{') {
        rest = &rest[begin..];
        let end = rest.find('}').map_or(rest.len(), |end| end + 1);
        let found = &rest[..end];
        if !PLACEHOLDERS.iter().any(|(name, _)| *name == found) {
            return Err(say!("error-caption", found = found.to_owned()));
        }
        rest = &rest[end..];
    }
    Ok(())
}

fn filled(text: &str, notes: &[Note]) -> String {
    let note = |keyword: &str| {
        notes.iter().find(|note| note.keyword == keyword).map(|note| note.text.as_str())
    };
    // The note printed on contact sheets has as many decimals as the run needs.
    let shown = note(CAPTION).and_then(|caption| caption.strip_prefix("t = "));
    PLACEHOLDERS.iter().fold(text.to_owned(), |text, (name, keyword)| {
        let value =
            if *keyword == "Time" { shown.or_else(|| note(keyword)) } else { note(keyword) };
        text.replace(name, value.unwrap_or_default())
    })
}

struct Captioned {
    captions: Captions,
    sink: Arc<dyn FrameSink>,
}

impl FrameSink for Captioned {
    fn keep(&self, frame: u64, mut picture: Picture, notes: &[Note]) -> Result<(), CaptureError> {
        self.captions.burn(&mut picture, notes);
        self.sink.keep(frame, picture, notes)
    }

    fn keep_bands(
        &self,
        frame: u64,
        size: [u32; 2],
        bands: &mut dyn Iterator<Item = Picture>,
        notes: &[Note],
    ) -> Result<(), CaptureError> {
        let mut top = 0;
        let mut burnt = bands.map(|mut band| {
            self.captions.burn_band(&mut band, top, size, notes);
            top += band.height;
            band
        });
        self.sink.keep_bands(frame, size, &mut burnt, notes)
    }

    fn finish(&self) -> Result<PathBuf, CaptureError> {
        self.sink.finish()
    }

    fn bytes(&self) -> u64 {
        self.sink.bytes()
    }

    fn begun(&self, frames: u64) -> Result<Begun, CaptureError> {
        self.sink.begun(frames)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::capture::Pixels;
    use crate::capture::headless::Kept;

    fn notes() -> Vec<Note> {
        vec![
            Note::new("Title", "A shell"),
            Note::new("Time", "1.2345678"),
            Note::new("Steps", "42"),
        ]
    }

    #[test]
    fn texts_are_filled_in_from_the_notes() {
        assert_eq!(
            filled("{scene}, t = {time}, step {steps}", &notes()),
            "A shell, t = 1.2345678, step 42"
        );
        let caption = [notes(), vec![Note::new(CAPTION, "t = 1.23")]].concat();
        assert_eq!(filled("{time}{time}", &caption), "1.231.23");
        for wrong in ["{Time}", "{when}", "{", "a {time} and {"] {
            let error = Captions::new(None, Some(wrong), false).unwrap_err();
            assert!(
                error.to_string().contains(wrong.trim_start_matches("a {time} and "))
                    && error.to_string().contains("{steps}"),
                "{error}"
            );
        }
        assert!(Captions::new(Some("  "), None, false).unwrap().is_empty());
    }

    #[test]
    fn caption_and_credit_are_in_the_lower_corners_of_every_size() {
        let captions = Captions::new(Some("{scene}"), Some("A. Author"), false).unwrap();
        for (width, height) in [(320, 180), (1920, 1080)] {
            let mut picture = Picture::filled(width, height, [0; 3]);
            captions.burn(&mut picture, &notes());
            let bytes = picture.rgb8().unwrap();
            let is_lit = |x: u32, y: u32| bytes[3 * (y * width + x) as usize] > 120;
            let lit: Vec<[u32; 2]> = (0..height)
                .flat_map(|y| (0..width).map(move |x| [x, y]))
                .filter(|[x, y]| is_lit(*x, *y))
                .collect();
            assert!(lit.iter().all(|[_, y]| *y > height * 8 / 10), "only at the bottom");
            let [left, right] = [
                lit.iter().map(|[x, _]| *x).min().unwrap(),
                lit.iter().map(|[x, _]| *x).max().unwrap(),
            ];
            assert!(
                left < width / 8 && right > width * 7 / 8 && right < width,
                "from {left} to {right}"
            );
            assert!(
                !lit.iter().any(|[x, _]| (width * 2 / 5..width * 3 / 5).contains(x)),
                "nothing in the middle"
            );
        }
    }

    #[test]
    fn bands_get_the_same_text_as_the_whole_picture() {
        let captions = Captions::new(Some("t = {time}"), Some("g j"), true).unwrap();
        let band = |height: u32| Picture {
            width: 300,
            height,
            pixels: Pixels::Rgba16(vec![7; 4 * 300 * height as usize]),
        };
        let kept = Arc::new(Kept::default());
        let sink = captions.before(kept.clone());
        // A border runs through the text.
        sink.keep_bands(0, [300, 200], &mut [100, 78, 4, 18].map(band).into_iter(), &notes())
            .unwrap();
        let mut whole = band(200);
        captions.burn(&mut whole, &notes());
        assert!(whole != band(200));
        assert!(kept.0.lock().unwrap().take().unwrap() == whole);
        sink.keep_bands(0, [300, 200], &mut [100, 78].map(band).into_iter(), &notes()).unwrap();
        assert!(kept.0.lock().unwrap().is_none(), "a picture that ends early is none");
    }
}
