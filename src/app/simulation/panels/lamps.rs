//! Indicators in the upper right corner of the picture: a recording, a picture being drawn, and what
//! a preview leaves out.

use std::sync::Arc;

use egui::{Align2, Color32, Galley, Rect, Role, Sense, TextStyle, Ui, WidgetInfo, pos2, vec2};
use starshell::words::{self, t};

use crate::app::icons;
use crate::app::shell::theme;
use crate::app::simulation::{
    panels::queue::{progress, recording},
    run::Run,
};

/// The colour of the lamp of a recording, on any picture.
const RECORDING: Color32 = Color32::from_rgb(0xff, 0x45, 0x3a);
/// Points around the text, and the width of the icon before it.
const MARGIN: egui::Vec2 = vec2(10.0, 6.0);
const ICON: f32 = 20.0;
/// Widths are multiples of this many points, so that changing digits move nothing.
const STEP: f32 = 40.0;
/// Points from the top of a picture to its lamps: in a comparison, below the names of the halves.
const TOP: f32 = 3.0 * theme::GRID;
const BELOW_NAMES: f32 = 9.0 * theme::GRID;

/// An indicator.
pub struct Lamp {
    pub place: Rect,
    icon: &'static str,
    color: Color32,
    text: Arc<Galley>,
}

impl Lamp {
    /// The lamps of what is captured, below each other in the upper right corner of `area`.
    pub fn all(ui: &Ui, run: &Run, area: Rect) -> Vec<Self> {
        let recording = recording(run).map(|text| (icons::RECORD, RECORDING, text));
        let drawing = progress(run).map(|text| (icons::CAMERA, theme::palette(ui).accent, text));
        let palette = theme::palette(ui);
        let loading = run.loading.as_ref().and_then(|loading| loading.told.clone());
        let loading = loading.map(|text| (icons::ARROW_COUNTER_CLOCKWISE, palette.accent, text));
        let preview = preview(run).map(|text| (icons::EYE, palette.muted, text));
        let mut corner = area.right_top()
            + vec2(-4.0 * theme::GRID, if run.other_view.is_some() { BELOW_NAMES } else { TOP });
        let font = TextStyle::Small.resolve(ui.style());
        let room = area.width() - 8.0 * theme::GRID - 2.0 * MARGIN.x - ICON;
        let lamp = |(icon, color, text)| {
            let text = ui.painter().layout(text, font.clone(), palette.text, room.max(60.0));
            let size = vec2(ICON, 0.0) + text.size() + 2.0 * MARGIN;
            let width = ((size.x / STEP).ceil() * STEP).min(area.width() - 8.0 * theme::GRID);
            let place = Rect::from_min_max(
                pos2(corner.x - width.max(size.x), corner.y),
                pos2(corner.x, corner.y + size.y),
            );
            corner.y = place.bottom() + 2.0 * theme::GRID;
            Self { place, icon, color, text }
        };
        loading.into_iter().chain(recording).chain(drawing).chain(preview).map(lamp).collect()
    }

    pub fn draw(self, ui: &Ui) {
        let palette = theme::palette(ui);
        let inner = self.place.shrink2(MARGIN);
        ui.painter().rect_filled(self.place, 8.0, palette.panel.gamma_multiply(0.85));
        let font = TextStyle::Body.resolve(ui.style());
        ui.painter().text(inner.left_center(), Align2::LEFT_CENTER, self.icon, font, self.color);
        let response = ui.interact(self.place, ui.scope_id().with(self.icon), Sense::hover());
        response.widget_info(|| WidgetInfo::labeled(Role::Label, true, self.text.text()));
        ui.painter().galley(inner.left_top() + vec2(ICON, 0.0), self.text, palette.text);
    }
}

/// What of its light the picture lacks now, if anything.
fn preview(run: &Run) -> Option<String> {
    if !run.stage.session.pictures().has_plain_light() {
        return None;
    }
    let left_out = run.stage.session.scene().look.slow_effects();
    let names: Vec<_> =
        left_out.map(|effect| words::text(&format!("preview-no-{effect}"), &[])).collect();
    Some(match names.is_empty() {
        true => t!("preview-coarse"),
        false => t!("preview-without", effects = names.join(", ")),
    })
}
