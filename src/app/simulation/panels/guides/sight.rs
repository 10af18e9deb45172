//! How the guides see the picture: what they show, and how they write and draw lines on it.

use egui::{Align2, Color32, FontId, Painter, Pos2, Rect, Stroke, Vec2, vec2};
use glam::Vec3;
use starshell::render::Camera;

use crate::app::shell::{
    settings::Guides,
    theme::{self, Palette},
};
use crate::app::simulation::{marks::Arrow, stage::Stage, transport::Transport};

/// Segments per line, so that those behind the camera can be dropped.
const PARTS: usize = 24;
/// Points of backing around small text.
const BACKING: Vec2 = vec2(4.0, 1.0);

/// The name of a body and its position on the screen.
pub type Named = (String, Pos2);

/// The picture's place on the screen, and the camera that drew it.
pub struct Sight<'a> {
    pub painter: &'a Painter,
    pub rect: Rect,
    /// What the picture shows, and which guides are wanted over it.
    pub stage: &'a Stage,
    pub transport: Transport,
    pub guides: Guides,
    pub camera: Camera,
    pub palette: Palette,
}

impl Sight<'_> {
    pub fn ink(&self, alpha: f32) -> Color32 {
        self.palette.text.gamma_multiply(alpha)
    }

    /// The selected body at the time of the picture.
    pub fn watched(&self) -> Option<Arrow> {
        let interaction = &self.stage.interaction;
        let watched = interaction.watched.filter(|_| interaction.picked.is_some())?;
        let time = self.stage.time_shown(&self.transport);
        self.stage.marks.watched(&watched, time)
    }

    pub fn font(&self, size: f32) -> FontId {
        FontId::proportional(theme::legible(self.painter.ctx(), size))
    }

    /// Where a point of the world appears on the screen.
    pub fn place(&self, point: Vec3) -> Option<Pos2> {
        let (pixel, _) = self.camera.project(point, self.stage.size)?;
        let scale = self.rect.width() / self.stage.size[0].max(1) as f32;
        let place = self.rect.min + vec2(pixel.x, pixel.y) * scale;
        // Far outside, a line would consist of rounding errors.
        self.rect.expand(20_000.0).contains(place).then_some(place)
    }

    /// Points on the screen per unit of length, at the distance of the camera's target.
    pub fn points_per_unit(&self) -> f32 {
        self.camera.pixels_per_unit(self.rect.height()) / self.camera.distance
    }

    /// Writes small text on a backing. Returns its place.
    pub fn note(&self, at: Pos2, align: Align2, text: String, color: Color32) -> Rect {
        let galley = self.painter.layout_no_wrap(text, self.font(theme::SMALL), color);
        let rect = align.anchor_size(at, galley.size());
        self.painter.rect_filled(rect.expand2(BACKING), theme::GRID, backing(&self.palette));
        self.painter.galley(rect.min, galley, color);
        rect
    }

    /// The size of such text with its backing.
    pub fn size_of(&self, text: &str) -> Vec2 {
        let galley =
            self.painter.layout_no_wrap(text.to_owned(), self.font(theme::SMALL), Color32::WHITE);
        galley.size() + 2.0 * BACKING
    }

    pub fn line(&self, from: Vec3, to: Vec3, stroke: Stroke) {
        let points: Vec<_> =
            (0..=PARTS).map(|part| self.place(from.lerp(to, part as f32 / PARTS as f32))).collect();
        for pair in points.windows(2) {
            if let [Some(a), Some(b)] = *pair {
                self.painter.line_segment([a, b], stroke);
            }
        }
    }
}

/// The colour behind text on the picture, so that it can be read over bright bodies.
pub fn backing(palette: &Palette) -> Color32 {
    palette.panel.gamma_multiply(0.6)
}

/// A round number (1, 2 or 5 times a power of ten) near `value`.
pub fn round(value: f32) -> f32 {
    let power = 10_f32.powf(value.log10().floor());
    let lead = value / power;
    power
        * if lead < 1.5 {
            1.0
        } else if lead < 3.5 {
            2.0
        } else if lead < 7.5 {
            5.0
        } else {
            10.0
        }
}

#[cfg(test)]
mod tests {
    #[test]
    fn lengths_of_the_scale_bar_are_round() {
        for (value, rounded) in
            [(0.012, 0.01), (0.13, 0.1), (0.9, 1.0), (1.7, 2.0), (4.0, 5.0), (800.0, 1000.0)]
        {
            let found = super::round(value);
            assert!((found - rounded).abs() < 1e-3 * rounded, "{value}: {found}");
        }
    }
}
