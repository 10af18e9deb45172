//! A worksheet as PDF: its pages, written by krilla.

use anyhow::{Context, Result, anyhow};
use egui::Pos2;
use krilla::Document;
use krilla::color::luma;
use krilla::geom::{Path, PathBuilder, Point, Size, Transform};
use krilla::image::Image;
use krilla::metadata::Metadata;
use krilla::page::PageSettings;
use krilla::paint::{Fill, LineCap, LineJoin, Stroke, StrokeDash};
use krilla::surface::Surface;
use starshell::file::SOFTWARE;

use super::column::groups;
use super::page::pages;
use super::paper::{Mark, PAPER};
use super::sheet::Sheet;
use super::typeface::Typefaces;
use crate::assets;

/// How far letters lean that stand for italics.
const LEAN: f32 = 0.2;

/// The file. It has no date, so that the same lesson is always the same bytes.
pub fn written(sheet: &Sheet) -> Result<Vec<u8>> {
    let typefaces = Typefaces::load()?;
    let mut document = Document::new();
    let creator = SOFTWARE.to_owned();
    document.set_metadata(
        Metadata::new()
            .title(sheet.title.to_owned())
            .language(sheet.language.to_owned())
            .creator(creator),
    );
    let settings = PageSettings::from_wh(PAPER.x, PAPER.y).context("a page has no size")?;
    for marks in pages(groups(sheet, &typefaces), sheet.title, sheet.scale, &typefaces) {
        let mut page = document.start_page_with(settings.clone());
        let mut surface = page.surface();
        marks.iter().for_each(|mark| draw(mark, &typefaces, &mut surface));
        surface.finish();
        page.finish();
    }
    document.finish().map_err(|error| anyhow!("the worksheet cannot be written as PDF: {error}"))
}

fn draw(mark: &Mark, typefaces: &Typefaces, surface: &mut Surface) {
    match mark {
        Mark::Text { at, text, style, .. } => {
            surface.set_stroke(None);
            surface.set_fill(Some(Fill { paint: luma::Color::black().into(), ..Fill::default() }));
            let lean = if style.leans { -LEAN } else { 0.0 };
            surface.push_transform(&Transform::from_row(1.0, 0.0, lean, 1.0, at.x, at.y));
            let glyphs = typefaces.glyphs(text, style.face);
            surface.draw_glyphs(
                Point::from_xy(0.0, 0.0),
                &glyphs,
                typefaces.embedded(style.face),
                text,
                style.size,
                false,
            );
            surface.pop();
        }
        Mark::Line { points, width, is_dotted } => {
            let dash = is_dotted.then(|| StrokeDash { array: vec![0.0, 4.0 * width], offset: 0.0 });
            stroke(path(points), *width, dash, surface);
        }
        Mark::Frame { rect, radius } => {
            // Corners are quarters of circles, as near as a curve of the third degree comes to
            // them.
            let bend = 0.45 * radius;
            let mut path = PathBuilder::new();
            let (left, right, top, bottom) = (rect.left(), rect.right(), rect.top(), rect.bottom());
            path.move_to(left + radius, top);
            path.line_to(right - radius, top);
            path.cubic_to(right - bend, top, right, top + bend, right, top + radius);
            path.line_to(right, bottom - radius);
            path.cubic_to(right, bottom - bend, right - bend, bottom, right - radius, bottom);
            path.line_to(left + radius, bottom);
            path.cubic_to(left + bend, bottom, left, bottom - bend, left, bottom - radius);
            path.line_to(left, top + radius);
            path.cubic_to(left, top + bend, left + bend, top, left + radius, top);
            path.close();
            stroke(path.finish(), 0.7, None, surface);
        }
        Mark::Picture { rect, scene } => {
            let image =
                assets::scene_picture(scene).and_then(|png| Image::from_png(png.into(), true).ok());
            if let Some((image, size)) = image.zip(Size::from_wh(rect.width(), rect.height())) {
                surface.push_transform(&Transform::from_translate(rect.left(), rect.top()));
                surface.draw_image(image, size);
                surface.pop();
            }
        }
    }
}

fn path(points: &[Pos2]) -> Option<Path> {
    let mut path = PathBuilder::new();
    let (first, others) = points.split_first()?;
    path.move_to(first.x, first.y);
    others.iter().for_each(|point| path.line_to(point.x, point.y));
    path.finish()
}

fn stroke(path: Option<Path>, width: f32, dash: Option<StrokeDash>, surface: &mut Surface) {
    let Some(path) = path else { return };
    surface.set_fill(None);
    surface.set_stroke(Some(Stroke {
        paint: luma::Color::black().into(),
        width,
        line_cap: if dash.is_some() { LineCap::Round } else { LineCap::Butt },
        line_join: LineJoin::Round,
        dash,
        ..Stroke::default()
    }));
    surface.draw_path(&path);
}
