//! The screen: the picture in the middle, panels docked at the sides, the transport below.

use egui::{CentralPanel, Frame, Margin, Panel, ScrollArea, Ui};

use crate::app::laboratory::panels as laboratory;
use crate::app::lessons::panels as lessons;
use crate::app::shell::panels::{help, notices, program};
use crate::app::shell::{desk::Desk, icons, painter::Pictures, theme, view::View, widgets};
use crate::app::simulation::panels::{
    bodies, body, files, gallery, hud, model, physics, picture, pictures, scene, science, simple, timeline, transport, video,
    view,
};
use crate::app::workbench::panels as workbench;

/// Minimum width of the picture between panels.
const PICTURE: f32 = 240.0;

/// Points between a panel's scroll bar and its edge.
const BAR_MARGIN: i8 = 4;

/// Draws everything. `pictures` are the desk's targets.
pub fn ui(ui: &mut Ui, desk: &mut Desk, pictures: Pictures) {
    ui.ctx().set_theme(if desk.settings.light { egui::Theme::Light } else { egui::Theme::Dark });
    ui.ctx().set_zoom_factor(if desk.is_projector() { theme::PROJECTOR_ZOOM } else { 1.0 });
    theme::set_type(ui, desk.is_projector() && desk.view == View::Classroom);
    if desk.view == View::Laboratory {
        laboratory::laboratory_ui(ui, desk, pictures);
        files::files_ui(ui, desk);
        return taken(ui, desk);
    }
    if desk.view == View::Workbench {
        workbench::workbench_ui(ui, desk, pictures);
        return taken(ui, desk);
    }
    if desk.view == View::Classroom {
        lessons::classroom_ui(ui, desk, pictures);
        return taken(ui, desk);
    }
    picture::keys(ui, desk);
    if desk.is_simple() && !desk.panels_hidden {
        simple::simple_ui(ui, desk);
    } else if !desk.panels_hidden {
        let frame = widgets::panel_frame(ui);
        Panel::bottom("transport")
            .exact_size(theme::BAR)
            .resizable(false)
            .frame(frame)
            .show(ui, |ui| transport::transport_ui(ui, desk));
        // No margin above and below: the strip is slim and belongs to the transport.
        let slim = frame.inner_margin(Margin::symmetric(frame.inner_margin.left, 0));
        let strips = if desk.stage.travel.is_open { 2.0 } else { 1.0 };
        Panel::bottom("timeline")
            .exact_size(strips * theme::STRIP)
            .resizable(false)
            .frame(slim)
            .show(ui, |ui| timeline::strips_ui(ui, desk));
        let [is_left, is_right] = sides(ui, desk);
        if is_left {
            side(ui, Panel::left("left"), |ui| {
                scene::scene_ui(ui, desk);
                bodies::bodies_ui(ui, desk);
                physics::physics_ui(ui, desk);
                model::model_ui(ui, desk);
            });
        }
        if is_right && desk.view != View::Framing {
            side(ui, Panel::right("right"), |ui| {
                body::hands_ui(ui, desk);
                science::science_ui(ui, desk);
                // Below, so that selecting a body does not move the measurements.
                body::body_ui(ui, desk);
                view::view_ui(ui, desk);
                pictures::pictures_ui(ui, desk);
                video::video_ui(ui, desk);
                program::program_ui(ui, desk);
            });
        }
    }
    if desk.view == View::Framing {
        side(ui, Panel::right("pictures"), |ui| pictures::framing_ui(ui, desk));
    }
    let sky = if desk.stage.session.scene().look.negative { egui::Color32::WHITE } else { theme::palette(ui).sky };
    CentralPanel::default().frame(Frame::new().fill(sky)).show(ui, |ui| {
        let picture = picture::picture_ui(ui, desk, pictures);
        if desk.settings.guides.hud && !desk.panels_hidden && desk.view != View::Framing {
            hud::hud_ui(ui, desk, picture.rect);
        }
        hud::caption_ui(ui, desk, picture.rect);
        video::lamp_ui(ui, desk);
        pictures::lamp_ui(ui, desk);
        notices::notices_ui(ui, desk, &picture.taken);
    });
    science::enlarged_ui(ui, desk);
    gallery::gallery_ui(ui, desk);
    files::files_ui(ui, desk);
    help::help_ui(ui, desk);
    taken(ui, desk);
}

/// Tells what was taken in place of a typed number that is out of range.
fn taken(ui: &Ui, desk: &mut Desk) {
    if let Some(text) = widgets::taken(ui) {
        desk.notices.tell(text);
    }
}

/// How many side panels the window has room for beside the picture.
pub fn room_for_sides(ui: &Ui) -> usize {
    ((ui.ctx().content_rect().width() - PICTURE) / theme::SIDE).clamp(0.0, 2.0) as usize
}

/// Whether the left and right panels are shown: those that are open, as far as the window has room for them.
pub fn sides(ui: &Ui, desk: &Desk) -> [bool; 2] {
    match (room_for_sides(ui), [desk.settings.panels.left_open, desk.settings.panels.right_open]) {
        (0, _) => [false; 2],
        (1, [true, true]) => [true, false],
        (_, open) => open,
    }
}

/// A button that folds or opens the left (0) or right (1) panel. If there is room for only one, it takes the other's place.
pub fn side_button(ui: &mut Ui, desk: &mut Desk, side: usize, key: &str) {
    let (room, mut open) = (room_for_sides(ui), sides(ui, desk));
    let button = ui.add_enabled_ui(room > 0, |ui| widgets::icon_button(ui, icons::SIDEBAR_SIMPLE, key, open[side])).inner;
    if button.clicked() {
        open[side] = !open[side];
        open[1 - side] &= room > 1 || !open[side];
        [desk.settings.panels.left_open, desk.settings.panels.right_open] = open;
    }
}

/// A side panel with scrolling contents.
pub fn side(ui: &mut Ui, panel: Panel, contents: impl FnOnce(&mut Ui)) {
    // The scroll bar has the margin to itself, so it never overlaps a number.
    let frame = widgets::panel_frame(ui);
    let frame = frame.inner_margin(Margin { right: BAR_MARGIN, ..frame.inner_margin });
    panel.exact_size(theme::SIDE).resizable(false).frame(frame).show(ui, |ui| {
        ScrollArea::vertical().auto_shrink(false).show(ui, |ui| {
            ui.set_max_width(ui.available_width() - 4.0 * theme::GRID);
            contents(ui);
        });
    });
}
