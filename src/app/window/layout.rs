//! The screen: the names of the pages above, the picture in the middle, the panels of a page at its
//! sides, the transport below.

use egui::{
    CentralPanel, Color32, Context, Frame, Margin, Panel, Pos2, Rect, Ui, UiBuilder, Vec2, pos2,
    vec2,
};

use crate::app::commands::{self, Page, View};
use crate::app::laboratory::panels as laboratory;
use crate::app::lessons::panels as lessons;
use crate::app::shell::{
    painter::Pictures, panels::files, sides::sides, state::Shell, theme, widgets,
};
use crate::app::simulation::{
    acts,
    desk::Desk,
    keys,
    panels::{
        body, gallery, hud, lamps::Lamp, notices, picture, preview, science, simple, timeline,
        tools, transport,
    },
    run::Run,
    viewer::Viewer,
};
use crate::app::window::{
    app::App,
    docks,
    panels::{help, pages, program, search},
};
use crate::app::workbench::panels as workbench;

/// The least points in which each page has a panel beside the picture, and each dialogue its
/// controls: in a window with fewer pixels, what is magnified is so less.
const ROOM: Vec2 = vec2(640.0, 400.0);
/// Steps of pixels per point in which this goes: each redraws every letter.
const STEPS: f32 = 4.0;

/// Magnifies the window's contents by that factor, as far as there is room.
fn magnify(context: &Context, wanted: f32) {
    let display = context.native_pixels_per_point().unwrap_or(1.0);
    let pixels = (context.pixels_per_point() * context.content_rect().size()).round();
    context.set_zoom_factor(pixels_per_point(wanted * display, pixels) / display);
}

/// The pixels per point in a window of so many pixels: as wanted, or so few that it has [`ROOM`],
/// but not less than one, at which letters can still be read.
fn pixels_per_point(wanted: f32, pixels: Vec2) -> f32 {
    let most = (STEPS * (pixels / ROOM).min_elem()).floor() / STEPS;
    most.max(1.0).min(wanted)
}

/// Draws everything. `pictures` are the targets of the app.
pub fn ui(ui: &mut Ui, app: &mut App, pictures: Pictures) {
    ui.input_mut(|input| commands::by_place(&mut input.events));
    let is_taught = app.classroom.lesson.is_some();
    let App { desk, laboratory, workbench, .. } = app;
    let is_projector = desk.shell.is_projector();
    ui.ctx().set_theme(if desk.shell.settings.light {
        egui::Theme::Light
    } else {
        egui::Theme::Dark
    });
    let chosen = desk.shell.settings.panels.scale.clamp(50, 400) as f32 / 100.0;
    magnify(ui.ctx(), chosen * if is_projector { theme::PROJECTOR_ZOOM } else { 1.0 });
    theme::set_type(ui, is_projector && desk.shell.view == View::Classroom);
    let Desk { shell, run, viewer, .. } = desk;
    if pages::are_shown(shell, is_taught) {
        pages::pages_ui(ui, shell);
    }
    let pressed = match shell.view {
        View::Laboratory => laboratory::laboratory_ui(ui, shell, run, laboratory, pictures),
        View::Workbench => workbench::workbench_ui(ui, shell, run, workbench, pictures),
        View::Classroom => lessons::classroom_ui(ui, &mut app.room(), pictures),
        _ => keys::pressed(ui, shell, run, viewer),
    };
    pressed.into_iter().for_each(|(key, modifiers)| app.press(key, modifiers));
    if !app.desk.shell.view.is_whole() {
        panels_ui(ui, app);
        picture_ui(ui, &mut app.desk, pictures);
    }
    let Desk { shell, incoming, .. } = &mut app.desk;
    files::files_ui(ui, shell);
    preview::preview_ui(ui, shell, incoming);
    help::help_ui(ui, shell);
    program::program_ui(ui, app);
    search::search_ui(ui, app);
    widgets::ring_ui(ui);
    // What was taken in place of a typed number that is out of range.
    widgets::taken(ui).into_iter().for_each(|text| app.desk.shell.notices.tell(text));
}

/// Draws the panels around the picture.
fn panels_ui(ui: &mut Ui, app: &mut App) {
    let Desk { shell, run, viewer, drafts, .. } = &mut app.desk;
    if shell.is_simple() && !shell.panels_hidden {
        simple::simple_ui(ui, shell, run, viewer, drafts);
    } else if !shell.panels_hidden {
        let frame = widgets::panel_frame(ui);
        Panel::bottom("transport")
            .exact_size(theme::BAR)
            .resizable(false)
            .frame(frame)
            .show(ui, |ui| transport::transport_ui(ui, shell, run, viewer, drafts));
        // No margin above and below: the strip is slim and belongs to the transport.
        let slim = frame.inner_margin(Margin::symmetric(frame.inner_margin.left, 0));
        let strips = if viewer.travel.is_open { 2.0 } else { 1.0 };
        Panel::bottom("timeline")
            .exact_size(strips * theme::STRIP)
            .resizable(false)
            .frame(slim)
            .show(ui, |ui| timeline::strips_ui(ui, shell, run, viewer));
        let [is_left, is_right] = sides(ui, shell);
        if is_left {
            docks::left_ui(ui, &mut app.desk);
        }
        if is_right {
            docks::right_ui(ui, &mut app.desk);
        }
    }
}

/// Draws the picture in the middle, and what lies over it.
fn picture_ui(ui: &mut Ui, desk: &mut Desk, pictures: Pictures) {
    let Desk { shell, run, viewer, drafts, rescue, .. } = desk;
    science::enlarged_ui(ui, shell, run, viewer);
    notices::warnings_ui(ui, shell, run);
    let sky = if run.stage.session.scene().look.negative {
        Color32::WHITE
    } else {
        theme::palette(ui).sky
    };
    CentralPanel::default().frame(Frame::new().fill(sky)).show(ui, |ui| {
        let is_bare = shell.panels_hidden || shell.is_framed();
        let is_full = !is_bare && !shell.is_simple();
        // A small picture stands beside the tools: they would cover much of it.
        let tools = tools::place(ui.max_rect()).filter(|_| is_full);
        let area = picture::beside(ui.max_rect(), tools);
        let ui = &mut ui.new_child(UiBuilder::new().max_rect(area));
        let lamps = Lamp::all(ui, run, area);
        let above: Vec<_> = lamps.iter().map(|lamp| lamp.place).collect();
        let (strip, cards) = match is_full {
            true => cards_ui(ui, shell, run, viewer, (tools, &above)),
            false => (None, Vec::new()),
        };
        let is_edited = is_full && shell.page() == Page::Build;
        let edited = drafts.initial.orbit().filter(|_| is_edited);
        let over = ([&above[..], &cards], edited.as_ref());
        let picture = picture::picture_ui(ui, shell, run, viewer, pictures, over);
        if let Some(edited) = edited.filter(|_| !ui.ctx().egui_is_using_pointer()) {
            acts::view::show_orbit(&run.stage, viewer, drafts, &edited);
        }
        if shell.settings.guides.hud && !is_bare {
            hud::hud_ui(ui, shell, run, &picture);
        }
        hud::caption_ui(ui, run, picture.rect);
        lamps.into_iter().for_each(|lamp| lamp.draw(ui));
        let taken: Vec<_> =
            picture.taken.into_iter().filter(|taken| !cards.contains(taken)).collect();
        notices::notices_ui(ui, shell, run, rescue, strip, &taken, false);
    });
    gallery::gallery_ui(ui, shell, run);
}

/// Draws the tools and the selected body on the picture, clear of what is `above`. Returns where
/// the tools are, if there is room for them, and all of it.
fn cards_ui(
    ui: &Ui,
    shell: &mut Shell,
    run: &mut Run,
    viewer: &mut Viewer,
    (tools, above): (Option<Pos2>, &[Rect]),
) -> (Option<Rect>, Vec<Rect>) {
    let area = ui.max_rect();
    let mut cards = tools::strip_ui(ui, shell, run, viewer, tools);
    let strip = cards.first().copied();
    let top = above.iter().map(Rect::bottom).fold(area.top(), f32::max) + 3.0 * theme::GRID;
    let corner = pos2(area.right() - 3.0 * theme::GRID, top);
    if let Some(corner) = body::corner(corner, area, &cards) {
        cards.extend(body::body_ui(ui, shell, run, viewer, corner));
    }
    (strip, cards)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_magnified_leaves_room() {
        for (wanted, pixels, given) in [
            (1.0, [1024.0, 640.0], 1.0),
            (1.5, [1024.0, 640.0], 1.5),
            (2.0, [1024.0, 640.0], 1.5),
            (3.0, [1024.0, 640.0], 1.5),
            (1.35, [1280.0, 720.0], 1.35),
            (2.0, [1280.0, 720.0], 1.75),
            (4.05, [3840.0, 2160.0], 4.05),
            // What is not magnified stays as it is.
            (1.0, [400.0, 300.0], 1.0),
            (0.5, [400.0, 300.0], 0.5),
            (2.0, [400.0, 300.0], 1.0),
            (2.0, [0.0, 0.0], 1.0),
        ] {
            assert_eq!(pixels_per_point(wanted, pixels.into()), given, "{wanted} {pixels:?}");
        }
    }
}
