//! The typefaces of the window on paper: which letters they have, and where each stands.

use ab_glyph::Font as _;
use anyhow::{Context, Result};
use harfrust::{ShapeOptions, ShaperData, UnicodeBuffer};
use krilla::text::{Font, GlyphId, KrillaGlyph};

use crate::assets::{CODE, REGULAR, SEMI_BOLD};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Face {
    Regular,
    Strong,
    Code,
}

/// How letters are set.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Style {
    pub face: Face,
    pub size: f32,
    /// The typefaces have no italics, so that they lean, as in the window.
    pub leans: bool,
}

impl Style {
    pub const fn new(face: Face, size: f32) -> Self {
        Self { face, size, leans: false }
    }
}

/// A typeface that is loaded.
struct Loaded {
    letters: ab_glyph::FontRef<'static>,
    font: harfrust::FontRef<'static>,
    shaper: ShaperData,
    embedded: Font,
}

impl Loaded {
    fn new(bytes: &'static [u8]) -> Result<Self> {
        let font = harfrust::FontRef::new(bytes)?;
        Ok(Self {
            letters: ab_glyph::FontRef::try_from_slice(bytes)?,
            shaper: ShaperData::new(&font),
            font,
            embedded: Font::new(bytes.into(), 0)
                .context("a typeface of the program cannot be read")?,
        })
    }
}

/// All typefaces.
pub struct Typefaces {
    regular: Loaded,
    strong: Loaded,
    code: Loaded,
}

impl Typefaces {
    pub fn load() -> Result<Self> {
        Ok(Self {
            regular: Loaded::new(REGULAR)?,
            strong: Loaded::new(SEMI_BOLD)?,
            code: Loaded::new(CODE)?,
        })
    }

    fn loaded(&self, face: Face) -> &Loaded {
        match face {
            Face::Regular => &self.regular,
            Face::Strong => &self.strong,
            Face::Code => &self.code,
        }
    }

    /// The typeface for the file.
    pub fn embedded(&self, face: Face) -> Font {
        self.loaded(face).embedded.clone()
    }

    /// The text in parts that one typeface has all letters of. Signs that a typeface lacks are in
    /// that for code.
    pub fn parts<'a>(&self, text: &'a str, face: Face) -> Vec<(Face, &'a str)> {
        let own = |letter: char| match self.loaded(face).letters.glyph_id(letter).0 {
            0 => Face::Code,
            _ => face,
        };
        let mut parts = Vec::new();
        let mut rest = text;
        while let Some(face) = rest.chars().next().map(own) {
            let end = rest.find(|letter| own(letter) != face).unwrap_or(rest.len());
            let (part, others) = rest.split_at(end);
            parts.push((face, part));
            rest = others;
        }
        parts
    }

    /// Letters with their advances over the size, kerned.
    pub fn glyphs(&self, text: &str, face: Face) -> Vec<KrillaGlyph> {
        let loaded = self.loaded(face);
        let shaper = loaded.shaper.shaper(&loaded.font).build();
        let mut buffer = UnicodeBuffer::new();
        buffer.push_str(text);
        buffer.guess_segment_properties();
        let shaped = shaper.shape(buffer, ShapeOptions::new());
        let unit = 1.0 / shaper.units_per_em().max(1) as f32;
        // In order, because a word of thousands of letters has as many.
        let mut starts: Vec<usize> =
            shaped.glyph_infos().iter().map(|info| info.cluster as usize).collect();
        starts.sort_unstable();
        let glyphs = shaped.glyph_infos().iter().zip(shaped.glyph_positions());
        glyphs
            .map(|(info, position)| {
                let start = info.cluster as usize;
                let next = starts.partition_point(|other| *other <= start);
                let end = starts.get(next).copied().unwrap_or(text.len());
                let [advance, right, up] =
                    [position.x_advance, position.x_offset, position.y_offset]
                        .map(|value| value as f32 * unit);
                KrillaGlyph::new(
                    GlyphId::new(info.glyph_id),
                    advance,
                    right,
                    up,
                    0.0,
                    start..end,
                    None,
                )
            })
            .collect()
    }

    /// The width of a text.
    pub fn width(&self, text: &str, style: Style) -> f32 {
        let of = |(face, part): (Face, &str)| {
            self.glyphs(part, face).iter().map(|glyph| glyph.x_advance).sum::<f32>()
        };
        style.size * self.parts(text, style.face).into_iter().map(of).sum::<f32>()
    }
}
