//! The screen: the picture in the middle, panels docked at the sides, the transport below.

use egui::{CentralPanel, Color32, Frame, Margin, Panel, Ui};

use crate::app::laboratory::panels as laboratory;
use crate::app::lessons::panels as lessons;
use crate::app::shell::{
    painter::Pictures,
    panels::files,
    sides::{side, sides},
    theme,
    view::View,
    widgets,
};
use crate::app::simulation::{
    desk::Desk,
    keys,
    panels::{
        bodies, body, gallery, hud, lamps::Lamp, model, notices, physics, picture, pictures, preview, scene, science, simple,
        timeline, transport, video, view,
    },
};
use crate::app::window::{
    app::App,
    panels::{help, program},
};
use crate::app::workbench::panels as workbench;

/// Draws everything. `pictures` are the targets of the app.
pub fn ui(ui: &mut Ui, app: &mut App, pictures: Pictures) {
    let App { desk, laboratory, workbench, .. } = app;
    let is_projector = desk.shell.is_projector();
    ui.ctx().set_theme(if desk.shell.settings.light { egui::Theme::Light } else { egui::Theme::Dark });
    ui.ctx().set_zoom_factor(if is_projector { theme::PROJECTOR_ZOOM } else { 1.0 });
    theme::set_type(ui, is_projector && desk.shell.view == View::Classroom);
    let pressed = match desk.shell.view {
        View::Laboratory => laboratory::laboratory_ui(ui, desk, laboratory, pictures),
        View::Workbench => workbench::workbench_ui(ui, desk, workbench, pictures),
        View::Classroom => lessons::classroom_ui(ui, &mut app.room(), pictures),
        View::Simulation | View::Framing | View::Gallery | View::Keys => keys::pressed(ui, desk),
    };
    pressed.into_iter().for_each(|(key, modifiers)| app.press(key, modifiers));
    let desk = &mut app.desk;
    if !desk.shell.view.is_whole() {
        panels_ui(ui, app);
        picture_ui(ui, &mut app.desk, pictures);
    }
    files::files_ui(ui, &mut app.desk.shell);
    preview::preview_ui(ui, &mut app.desk);
    help::help_ui(ui, &mut app.desk.shell);
    // What was taken in place of a typed number that is out of range.
    widgets::taken(ui).into_iter().for_each(|text| app.desk.shell.notices.tell(text));
}

/// Draws the panels around the picture.
fn panels_ui(ui: &mut Ui, app: &mut App) {
    let desk = &mut app.desk;
    if desk.shell.is_simple() && !desk.shell.panels_hidden {
        simple::simple_ui(ui, desk);
    } else if !desk.shell.panels_hidden {
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
        let [is_left, is_right] = sides(ui, &desk.shell.settings);
        if is_left {
            side(ui, Panel::left("left"), |ui| {
                scene::scene_ui(ui, desk);
                bodies::bodies_ui(ui, desk);
                physics::physics_ui(ui, desk);
                model::model_ui(ui, desk);
            });
        }
        if is_right && desk.shell.view != View::Framing {
            side(ui, Panel::right("right"), |ui| {
                body::hands_ui(ui, desk);
                science::science_ui(ui, desk);
                // Below, so that selecting a body does not move the measurements.
                body::body_ui(ui, desk);
                view::view_ui(ui, desk);
                pictures::pictures_ui(ui, desk);
                video::video_ui(ui, desk);
                program::program_ui(ui, desk, &mut app.adapters);
            });
        }
    }
}

/// Draws the picture in the middle, and what lies over it.
fn picture_ui(ui: &mut Ui, desk: &mut Desk, pictures: Pictures) {
    if desk.shell.view == View::Framing {
        side(ui, Panel::right("pictures"), |ui| pictures::framing_ui(ui, desk));
    }
    let sky = if desk.stage.session.scene().look.negative { Color32::WHITE } else { theme::palette(ui).sky };
    CentralPanel::default().frame(Frame::new().fill(sky)).show(ui, |ui| {
        let lamps = Lamp::all(ui, desk, ui.max_rect());
        let above: Vec<_> = lamps.iter().map(|lamp| lamp.place).collect();
        let picture = picture::picture_ui(ui, desk, pictures, &above);
        if desk.shell.settings.guides.hud && !desk.shell.panels_hidden && desk.shell.view != View::Framing {
            hud::hud_ui(ui, desk, &picture);
        }
        hud::caption_ui(ui, desk, picture.rect);
        lamps.into_iter().for_each(|lamp| lamp.draw(ui));
        notices::notices_ui(ui, desk, &picture.taken);
    });
    science::enlarged_ui(ui, desk);
    gallery::gallery_ui(ui, desk);
}
