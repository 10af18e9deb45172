//! The picture in the middle, and how the pointer acts on it: orbit, pan, zoom, fly.

use std::sync::Arc;

use egui::{
    Color32, Galley, PointerButton, Pos2, Rect, Response, Sense, Stroke, StrokeKind, Ui, pos2, vec2,
};
use glam::Vec2;
use starshell::physics::{Attraction, initial::Orbit};
use starshell::words;

use crate::app::commands::{Command, Follow, Throw, Tool, View};
use crate::app::shell::{painter::Pictures, state::Shell, theme};
use crate::app::simulation::{
    acts,
    panels::{
        guides::{guides_ui, on_picture},
        tools::INSET,
    },
    run::Run,
    viewer::{Viewer, tools::total},
};

/// Height over width of the picture below a list, and the least height of the window, in points,
/// that leaves room for it.
const ASPECT: f32 = 9.0 / 16.0;
const ROOM: f32 = 600.0;
/// Points across below which a picture is small.
const SMALL: f32 = 640.0;
/// Zoom per point of scrolling.
const ZOOM_A_POINT: f32 = 0.0035;

/// The place of a picture, the areas at its top that cover it, and all that do together with what
/// is drawn in its corners.
pub struct Shown {
    pub rect: Rect,
    pub above: Vec<Rect>,
    pub taken: Vec<Rect>,
}

/// Draws the picture, or two in a comparison, and moves the camera with the pointer. Its guides
/// keep clear of what will be drawn at its top and of the `cards` on it. Returns where the one with
/// the focus is, and what stands on both. `edited` is an orbit that is being edited.
pub fn picture_ui(
    ui: &mut Ui,
    shell: &mut Shell,
    run: &mut Run,
    viewer: &mut Viewer,
    [picture, beside]: Pictures,
    ([top, cards], edited): ([&[Rect]; 2], Option<&Orbit>),
) -> Shown {
    let scale = ui.ctx().pixels_per_point();
    // Snap to whole pixels, so that each pixel of the picture is one of the screen.
    let whole = |value: f32| (value * scale).round() / scale;
    let snapped = |rect: Rect| {
        Rect::from_min_max(
            pos2(whole(rect.min.x), whole(rect.min.y)),
            pos2(whole(rect.max.x), whole(rect.max.y)),
        )
    };
    let rect = snapped(ui.max_rect());
    let pixels = |rect: Rect| {
        [rect.width(), rect.height()].map(|side| (side * scale).round().max(1.0) as u32)
    };
    shell.window_size = pixels(ui.ctx().content_rect());
    let Some(other) = &mut run.other_view else {
        // On the page *Render*, exactly what a picture will show.
        let rect = snapped(crate::app::simulation::panels::pictures::frame(shell, run, rect));
        run.stage.size = pixels(rect);
        let taken =
            stage_ui(ui, shell, run, viewer, (rect, picture), (&[top, cards].concat(), edited));
        if shell.is_framed() {
            ui.painter().rect_stroke(
                rect,
                0.0,
                Stroke::new(1.0, theme::palette(ui).accent),
                StrokeKind::Outside,
            );
        }
        return Shown { rect, above: top.to_vec(), taken };
    };
    let [left, right] = rect.split_left_right_at_x(whole(rect.center().x)).into();
    let (own, others) = if other.is_left { (right, left) } else { (left, right) };
    (run.stage.size, other.stage.size) = (pixels(own), pixels(others));
    let names = half_names(ui, run, own, others);
    let top: Vec<Rect> = names.iter().map(|(place, _)| *place).chain(top.iter().copied()).collect();
    let above = [&top, cards].concat();
    let mut taken = beside_ui(ui, shell, run, viewer, others, beside, &above);
    taken.extend(stage_ui(ui, shell, run, viewer, (own, picture), (&above, edited)));
    ui.painter().rect_stroke(
        own,
        0.0,
        Stroke::new(1.5, on_picture(&run.stage).accent),
        StrokeKind::Inside,
    );
    for (place, name) in names {
        ui.painter().rect_filled(place, 6.0, on_picture(&run.stage).panel.gamma_multiply(0.8));
        ui.put(place, egui::Label::new(name).selectable(false));
    }
    Shown { rect: own, above: top, taken }
}

/// The area of a picture beside the tools at its left edge, if there are any and it is small.
pub fn beside(area: Rect, tools: Option<Pos2>) -> Rect {
    match tools {
        Some(tools) if area.width() < SMALL => {
            area.with_min_x(tools.x + theme::BUTTON + theme::GRID + INSET)
        }
        _ => area,
    }
}

/// Whether the window has room for the picture below a list. Notes the window's size.
pub fn has_room_below(ui: &Ui, shell: &mut Shell) -> bool {
    let (window, scale) = (ui.ctx().content_rect(), ui.ctx().pixels_per_point());
    shell.window_size = [window.width(), window.height()].map(|side| (side * scale) as u32);
    window.height() >= ROOM
}

/// The picture without tools, as wide as the panel. A click leads back to it from `view`.
pub fn small_ui(
    ui: &mut Ui,
    shell: &mut Shell,
    run: &mut Run,
    [picture, _]: Pictures,
    view: View,
    tip: &str,
) {
    let width = ui.available_width();
    let (rect, _) = ui.allocate_exact_size(vec2(width, width * ASPECT), Sense::hover());
    let scale = ui.ctx().pixels_per_point();
    run.stage.size =
        [rect.width(), rect.height()].map(|side| (side * scale).round().max(1.0) as u32);
    let response =
        image(ui, rect, picture, "picture-name").on_hover_cursor(egui::CursorIcon::PointingHand);
    if response.on_hover_text(words::text(tip, &[])).clicked() {
        shell.ask(Command::ToggleView(view));
    }
}

/// The half without the focus: a click gives it the focus, a drag moves the camera that both share.
/// Returns what stands in its corners.
fn beside_ui(
    ui: &Ui,
    shell: &mut Shell,
    run: &mut Run,
    viewer: &mut Viewer,
    rect: Rect,
    picture: Option<egui::TextureId>,
    above: &[Rect],
) -> Vec<Rect> {
    let response = image(ui, rect, picture, "picture-beside");
    let shown = run.other_view.as_ref().filter(|_| !run.is_tour()).map(|beside| &beside.stage);
    let taken = shown.map_or_else(Vec::new, |stage| {
        guides_ui(ui, (stage, viewer.transport), shell.settings.guides, (above, None), rect)
    });
    if response.clicked() {
        shell.ask(Command::ShowOtherView);
    }
    move_camera(ui, run, viewer, &response);
    taken
}

/// The names of both halves, each with its place at the top of its half.
fn half_names(ui: &Ui, run: &Run, own: Rect, others: Rect) -> Vec<(Rect, Arc<Galley>)> {
    let palette = on_picture(&run.stage);
    let named = |(name, (rect, color)): (String, (Rect, Color32))| {
        let text = egui::WidgetText::from(egui::RichText::new(name).small().color(color));
        let most = (rect.width() - 6.0 * theme::GRID).max(16.0);
        let name =
            text.into_galley(ui, Some(egui::TextWrapMode::Truncate), most, egui::TextStyle::Small);
        let place =
            Rect::from_center_size(rect.center_top() + vec2(0.0, 4.0 * theme::GRID), name.size());
        (place.expand2(vec2(8.0, 4.0)), name)
    };
    acts::compare::half_names(run)
        .into_iter()
        .zip([(own, palette.accent), (others, palette.text)])
        .map(named)
        .collect()
}

/// Draws a picture, which can be clicked and dragged.
fn image(ui: &Ui, rect: Rect, picture: Option<egui::TextureId>, key: &str) -> Response {
    let response = ui.interact(rect, ui.scope_id().with(key), Sense::click_and_drag());
    response
        .widget_info(|| egui::WidgetInfo::labeled(egui::Role::Image, true, words::text(key, &[])));
    if let Some(picture) = picture {
        let whole = Rect::from_min_max(pos2(0.0, 0.0), pos2(1.0, 1.0));
        ui.painter().image(picture, rect, whole, Color32::WHITE);
    }
    response
}

/// The picture with the focus, and the current tool. Returns what stands in its corners.
fn stage_ui(
    ui: &Ui,
    shell: &mut Shell,
    run: &mut Run,
    viewer: &mut Viewer,
    (rect, picture): (Rect, Option<egui::TextureId>),
    above: (&[Rect], Option<&Orbit>),
) -> Vec<Rect> {
    let response = image(ui, rect, picture, "picture-name");
    if response.clicked() || response.drag_started() {
        ui.ctx().memory_mut(|memory| {
            if let Some(id) = memory.focused() {
                memory.surrender_focus(id)
            }
        });
    }
    // A picture that is being framed has none.
    let is_bare = run.is_tour() || shell.is_framed();
    let taken = match is_bare {
        true => Vec::new(),
        false => guides_ui(ui, (&run.stage, viewer.transport), shell.settings.guides, above, rect),
    };
    match viewer.tool {
        Tool::Look => look(ui, shell, &response),
        Tool::Body | Tool::Cluster => throw(ui, shell, run, viewer, &response),
        Tool::Attract => attract(ui, shell, run, viewer, &response),
        Tool::Ruler => measure(ui, run, &response),
    }
    move_camera(ui, run, viewer, &response);
    taken
}

/// The pixel of the picture at a position on the screen.
fn pixel(response: &Response, place: egui::Pos2, scale: f32) -> Vec2 {
    let place = (place - response.rect.min) * scale;
    Vec2::new(place.x, place.y)
}

/// A click picks the nearest body; a double click also follows it.
fn look(ui: &Ui, shell: &mut Shell, response: &Response) {
    let Some(place) =
        response.interact_pointer_pos().filter(|_| response.clicked_by(PointerButton::Primary))
    else {
        return;
    };
    let pixel = pixel(response, place, ui.ctx().pixels_per_point());
    shell.ask(Command::Pick(pixel, response.double_clicked()));
}

/// A drag measures the length from one body or point to another; a click forgets it.
fn measure(ui: &Ui, run: &mut Run, response: &Response) {
    let (camera, scale, size) =
        (run.stage.session.scene().camera, ui.ctx().pixels_per_point(), run.stage.size);
    let end = |run: &Run, place| {
        run.stage.interaction.end_of_ruler(&camera, pixel(response, place, scale), size)
    };
    let begun = if response.drag_started_by(PointerButton::Primary) {
        ui.input(|input| input.pointer.press_origin())
    } else {
        None
    };
    if let Some(origin) = begun {
        let from = end(run, origin);
        run.stage.interaction.ruler = Some([from, from]);
    }
    if response.dragged_by(PointerButton::Primary)
        && let (Some([from, _]), Some(place)) =
            (run.stage.interaction.ruler, response.interact_pointer_pos())
    {
        run.stage.interaction.ruler = Some([from, end(run, place)]);
    }
    if response.clicked_by(PointerButton::Primary) {
        run.stage.interaction.ruler = None;
    }
}

/// The throw into an orbit about the selected body that begins at a position on the screen, if
/// throws are into orbits.
fn orbit(
    ui: &Ui,
    run: &Run,
    viewer: &Viewer,
    response: &Response,
    place: egui::Pos2,
) -> Option<Throw> {
    let (scene, scale) = (run.stage.session.scene(), ui.ctx().pixels_per_point());
    let is_clockwise = ui.input(|input| input.modifiers.shift);
    let pixel = pixel(response, place, scale);
    let all = total(&run.stage.interaction);
    let pull = (scene.physics.softened(), viewer.tools.mass(viewer.tool, &run.stage) / all);
    let interaction = &run.stage.interaction;
    let throw = || interaction.circling(&scene.camera, pixel, run.stage.size, pull, is_clockwise);
    interaction.orbits.then(throw).flatten()
}

/// A drag throws: it begins where the body will be, and its length sets the velocity. Into an
/// orbit, the body begins where the drag ends.
fn throw(ui: &Ui, shell: &mut Shell, run: &mut Run, viewer: &Viewer, response: &Response) {
    let scale = ui.ctx().pixels_per_point();
    let camera = run.stage.session.scene().camera;
    let size = run.stage.size;
    let point = |place| camera.plane_point(pixel(response, place, scale), size);
    if response.drag_started_by(PointerButton::Primary)
        && let Some(origin) = ui.input(|input| input.pointer.press_origin())
    {
        let from = point(origin);
        run.stage.interaction.throw =
            Some(orbit(ui, run, viewer, response, origin).unwrap_or(Throw { from, to: from }));
    }
    if response.dragged_by(PointerButton::Primary)
        && let (Some(throw), Some(place)) =
            (run.stage.interaction.throw, response.interact_pointer_pos())
    {
        let to = point(place);
        run.stage.interaction.throw =
            Some(orbit(ui, run, viewer, response, place).unwrap_or(Throw { to, ..throw }));
        ui.ctx().request_repaint();
    }
    if response.drag_stopped_by(PointerButton::Primary)
        && let Some(throw) = run.stage.interaction.throw
    {
        shell.ask(Command::Throw(throw));
    }
    // A click without a drag adds a body at rest.
    if response.clicked_by(PointerButton::Primary)
        && let Some(place) = response.interact_pointer_pos()
    {
        let from = point(place);
        shell.ask(Command::Throw(
            orbit(ui, run, viewer, response, place).unwrap_or(Throw { from, to: from }),
        ));
    }
}

/// Holding the button pulls bodies to the pointer; with Shift it pushes them away.
fn attract(ui: &Ui, shell: &mut Shell, run: &Run, viewer: &Viewer, response: &Response) {
    let is_held =
        response.is_pointer_button_down_on() && ui.input(|input| input.pointer.primary_down());
    let attraction = response.interact_pointer_pos().filter(|_| is_held).map(|place| {
        let camera = run.stage.session.scene().camera;
        let at =
            camera.plane_point(pixel(response, place, ui.ctx().pixels_per_point()), run.stage.size);
        let speed = run
            .stage
            .interaction
            .newest
            .system
            .as_ref()
            .map_or(1.0, |system| system.radius / system.time());
        let sign = if ui.input(|input| input.modifiers.shift) { -1.0 } else { 1.0 };
        Attraction {
            at,
            radius: 0.12 * camera.distance,
            impulse: sign * (viewer.tools.strength * speed) as f32,
        }
    });
    if attraction != run.stage.interaction.attraction {
        shell.ask(Command::Attract(attraction));
    }
    if is_held {
        ui.ctx().request_repaint();
    }
}

/// Orbits, pans and zooms, as far as the current tool allows.
fn move_camera(ui: &Ui, run: &mut Run, viewer: &mut Viewer, response: &Response) {
    let rect = response.rect;
    let mut camera = run.stage.session.scene().camera;
    let before = camera;
    let seconds = ui.input(|input| input.stable_dt.clamp(1e-3, 0.1));
    let delta = Vec2::new(response.drag_delta().x, response.drag_delta().y);
    let shift = ui.input(|input| input.modifiers.shift);
    let is_primary = response.dragged_by(PointerButton::Primary);
    if is_primary && viewer.tool == Tool::Look && !shift {
        viewer.flight.turn_by(&mut camera, delta, seconds);
    } else if response.dragged() && (!is_primary || viewer.tool == Tool::Look) {
        viewer.follow = Follow::Nothing;
        viewer.flight.pan_by(&mut camera, delta, rect.height(), seconds);
    }
    if let Some(pointer) = response.hover_pos() {
        let (scroll, pinch) = ui.input(|input| (input.smooth_scroll_delta().y, input.zoom_delta()));
        let factor = (scroll * ZOOM_A_POINT).exp() * pinch;
        if factor != 1.0 {
            let off = pointer - rect.center();
            let off = Vec2::new(off.x, -off.y) / camera.pixels_per_unit(rect.height());
            viewer.take_over();
            viewer.flight.zoom_by(&mut camera, factor, off);
        }
    }
    if camera != before {
        // If the window has no height, dragging yields no finite length.
        run.stage.session.viewing().set_camera(&camera);
    }
}
