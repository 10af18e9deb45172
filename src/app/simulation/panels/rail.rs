//! A line of times with ticks, which the timeline and the camera path share.

use egui::{FontId, Painter, Rect, Stroke, pos2, vec2};
use starshell::scene::Dimension;
use starshell::words;

use crate::app::shell::theme::{GRID, Palette};
use crate::app::simulation::{run::Run, viewer::Viewer};

/// Least points between two ticks.
const TICK: f32 = 72.0;
/// The line that ticks and states stand on, relative to the middle of the strip.
const LINE: f32 = -3.0;

/// The times at the two ends of the rail, and its place on the screen.
#[derive(Clone)]
pub struct Rail {
    pub rect: Rect,
    first: f64,
    last: f64,
    /// The unit shown, as a factor of the scene's; 1 for expansion factors.
    factor: f64,
}

impl Rail {
    /// A rail in `area` for the run and, while its strip is open, for the camera path and the
    /// scene.
    pub fn new(run: &Run, viewer: &Viewer, area: Rect) -> Self {
        let [mut first, now, mut last] = run.times();
        if viewer.travel.is_open {
            let scene = run.stage.session.scene();
            let [begin, end] = scene.path.as_ref().map_or([0.0, 0.0], |path| path.span());
            first = first.min(begin).min(0.0);
            last = last.max(end).max(scene.duration).max(now);
        }
        let factor = match run.stage.reel.is_comoving() {
            true => 1.0,
            false => run.stage.numbers().factor(Dimension::Time),
        };
        Self { rect: area.shrink2(vec2(2.0 * GRID, 0.0)), first, last, factor }
    }

    /// Returns this rail moved to another strip.
    pub fn in_strip(&self, strip: Rect) -> Self {
        Self { rect: Rect::from_x_y_ranges(self.rect.x_range(), strip.y_range()), ..self.clone() }
    }

    pub fn x(&self, time: f64) -> f32 {
        let share = if self.last > self.first {
            (time - self.first) / (self.last - self.first)
        } else {
            1.0
        };
        egui::lerp(self.rect.x_range(), share.clamp(0.0, 1.0) as f32)
    }

    /// The height of the line.
    pub fn y(&self) -> f32 {
        self.rect.center().y + LINE
    }

    pub fn time(&self, x: f32) -> f64 {
        let share = ((x - self.rect.left()) / self.rect.width().max(1.0)).clamp(0.0, 1.0);
        self.first + f64::from(share) * (self.last - self.first)
    }

    /// Draws the line, and marks times below it that are round in the unit shown.
    pub fn draw(&self, painter: &Painter, palette: &Palette) {
        let y = self.y();
        painter.hline(self.rect.x_range(), y, Stroke::new(2.0, palette.field_hovered));
        let [first, last] = [self.first, self.last].map(|time| self.factor * time);
        let spacing = spacing((last - first) * f64::from(TICK / self.rect.width().max(1.0)));
        let Some(spacing) = spacing else { return };
        let from = (first / spacing).ceil() as i64;
        let to = (last / spacing).floor() as i64;
        for number in (from..=to).take(200) {
            let time = number as f64 * spacing;
            let x = self.x(time / self.factor);
            painter.vline(x, y + 4.0..=y + 7.0, Stroke::new(1.0, palette.muted));
            let galley = painter.layout_no_wrap(
                label(time, spacing),
                FontId::proportional(9.0),
                palette.muted,
            );
            // The first and the last number stay within the strip.
            let most = self.rect.right() + 2.0 * GRID - galley.size().x;
            let left = (x - 0.5 * galley.size().x).min(most).max(self.rect.left() - 2.0 * GRID);
            painter.galley(pos2(left, y + 7.0), galley, palette.muted);
        }
    }
}

/// The round spacing, 1, 2 or 5 times a power of ten, that is at least `least`.
fn spacing(least: f64) -> Option<f64> {
    let power = 10_f64.powf(least.log10().floor());
    let spacing = [1.0, 2.0, 5.0, 10.0]
        .into_iter()
        .map(|lead| lead * power)
        .find(|spacing| *spacing >= least)?;
    (spacing.is_finite() && spacing > 0.0).then_some(spacing)
}

/// A time on a tick, with as many decimals as the spacing needs.
fn label(time: f64, spacing: f64) -> String {
    let decimals = (-spacing.log10().floor()).max(0.0) as usize;
    if time.abs() >= 1e6 || decimals > 4 {
        words::number(time)
    } else {
        words::fixed(time, decimals)
    }
}
