//! The picture in the middle, and the hand on it: orbit, pan, zoom, fly.

use egui::{Color32, Event, Key, PointerButton, Rect, Response, Sense, Ui, pos2};
use glam::{Vec2, Vec3};
use starshell::physics::Attraction;

use crate::app::action::Action;
use crate::app::bounds;
use crate::app::desk::Desk;
use crate::app::hands::{Follow, Throw, Tool};
use crate::app::keys;

/// How much a point of scrolling zooms.
const ZOOM_A_POINT: f32 = 0.0035;

/// Does what the keys that were pressed are for, unless a text is being edited.
pub fn keys(ui: &Ui, desk: &mut Desk) {
    if ui.ctx().text_edit_focused() {
        return;
    }
    let is_focused = ui.ctx().memory(|memory| memory.focused().is_some());
    let is_popup_open = egui::Popup::is_any_open(ui.ctx());
    let pressed: Vec<_> = ui.input(|input| {
        let press = |event: &Event| match event {
            Event::Key { key, modifiers, pressed: true, .. } => Some((*key, *modifiers)),
            _ => None,
        };
        input.events.iter().filter_map(press).collect()
    });
    for (key, modifiers) in pressed {
        // A focused control answers these itself.
        if is_focused && matches!(key, Key::Space | Key::Enter | Key::Tab) {
            continue;
        }
        // One press closes one thing: a list closes itself, an overlay is closed by the desk and must not close itself before.
        if key == Key::Escape {
            if is_popup_open {
                continue;
            }
            ui.input_mut(|input| input.consume_key(modifiers, key));
        }
        let is_flying = desk.flight.flies && matches!(key, Key::W | Key::A | Key::S | Key::D | Key::Q | Key::E);
        if let Some(action) = keys::action(key, modifiers).filter(|_| !is_flying) {
            desk.ask(action);
        }
    }
    for file in ui.input(|input| input.raw.dropped_files.clone()) {
        desk.ask(Action::Open(file.path().to_owned()));
    }
    if desk.flight.flies {
        let held = |key| ui.input(|input| f32::from(u8::from(input.key_down(key))));
        let direction = Vec3::new(held(Key::W) - held(Key::S), held(Key::D) - held(Key::A), held(Key::E) - held(Key::Q));
        if direction != Vec3::ZERO {
            let seconds = ui.input(|input| input.stable_dt.min(0.1));
            let mut camera = desk.session.scene().camera;
            desk.flight.fly(&mut camera, direction, seconds);
            *desk.session.camera_mut() = bounds::camera(&camera, &desk.origin.camera);
            ui.ctx().request_repaint();
        }
    }
}

/// Draws the picture, and moves the camera as the pointer says.
pub fn picture_ui(ui: &mut Ui, desk: &mut Desk, picture: Option<egui::TextureId>) {
    let scale = ui.ctx().pixels_per_point();
    // On whole pixels, so that a pixel of the picture is a pixel of the screen.
    let whole = |value: f32| (value * scale).round() / scale;
    let rect = ui.max_rect();
    let rect = Rect::from_min_max(pos2(whole(rect.min.x), whole(rect.min.y)), pos2(whole(rect.max.x), whole(rect.max.y)));
    let pixels = |rect: Rect| [rect.width(), rect.height()].map(|side| (side * scale).round().max(1.0) as u32);
    desk.picture_size = pixels(rect);
    desk.window_size = pixels(ui.ctx().content_rect());
    let response = ui.interact(rect, ui.scope_id().with("picture"), Sense::click_and_drag());
    response.widget_info(|| egui::WidgetInfo::labeled(egui::Role::Image, true, crate::app::words::t!("picture-name")));
    if let Some(picture) = picture {
        let whole = Rect::from_min_max(pos2(0.0, 0.0), pos2(1.0, 1.0));
        ui.painter().image(picture, rect, whole, Color32::WHITE);
    }
    if response.clicked() || response.drag_started() {
        ui.ctx().memory_mut(|memory| {
            if let Some(id) = memory.focused() {
                memory.surrender_focus(id)
            }
        });
        desk.settings.hint_seen = true;
    }
    if !desk.is_tour() {
        super::guides::guides_ui(ui, desk, rect);
    }
    match desk.hands.tool {
        Tool::Look => look(ui, desk, &response),
        Tool::Body | Tool::Cluster => throw(ui, desk, &response),
        Tool::Attract => attract(ui, desk, &response),
    }
    move_camera(ui, desk, &response);
}

/// The pixel of the picture under a place on the screen.
fn pixel(response: &Response, place: egui::Pos2, scale: f32) -> Vec2 {
    let place = (place - response.rect.min) * scale;
    Vec2::new(place.x, place.y)
}

/// A click picks the body that is meant, a double click follows it too.
fn look(ui: &Ui, desk: &mut Desk, response: &Response) {
    let Some(place) = response.interact_pointer_pos().filter(|_| response.clicked_by(PointerButton::Primary)) else { return };
    let pixel = pixel(response, place, ui.ctx().pixels_per_point());
    desk.ask(Action::Pick { pixel, follow: response.double_clicked() });
}

/// A drag throws: it begins where the body will be, and its length is the velocity.
fn throw(ui: &Ui, desk: &mut Desk, response: &Response) {
    let scale = ui.ctx().pixels_per_point();
    let camera = desk.session.scene().camera;
    let size = desk.picture_size;
    let point = |place| camera.plane_point(pixel(response, place, scale), size);
    if response.drag_started_by(PointerButton::Primary)
        && let Some(origin) = ui.input(|input| input.pointer.press_origin())
    {
        desk.hands.throw = Some(Throw { from: point(origin), to: point(origin) });
    }
    if response.dragged_by(PointerButton::Primary)
        && let (Some(throw), Some(place)) = (desk.hands.throw, response.interact_pointer_pos())
    {
        desk.hands.throw = Some(Throw { to: point(place), ..throw });
        ui.ctx().request_repaint();
    }
    if response.drag_stopped_by(PointerButton::Primary)
        && let Some(throw) = desk.hands.throw
    {
        desk.ask(Action::Throw(throw));
    }
    // A click without a drag: a body at rest.
    if response.clicked_by(PointerButton::Primary)
        && let Some(place) = response.interact_pointer_pos()
    {
        desk.ask(Action::Throw(Throw { from: point(place), to: point(place) }));
    }
}

/// Holding pulls bodies to the pointer; with Shift it pushes them away.
fn attract(ui: &Ui, desk: &mut Desk, response: &Response) {
    let is_held = response.is_pointer_button_down_on() && ui.input(|input| input.pointer.primary_down());
    let attraction = response.interact_pointer_pos().filter(|_| is_held).map(|place| {
        let camera = desk.session.scene().camera;
        let at = camera.plane_point(pixel(response, place, ui.ctx().pixels_per_point()), desk.picture_size);
        let speed = desk.hands.kept.as_ref().map_or(1.0, |kept| kept.radius / kept.time());
        let sign = if ui.input(|input| input.modifiers.shift) { -1.0 } else { 1.0 };
        Attraction { at, radius: 0.12 * camera.distance, impulse: sign * (desk.hands.strength * speed) as f32 }
    });
    if attraction != desk.hands.attraction {
        desk.ask(Action::Attract(attraction));
    }
    if is_held {
        ui.ctx().request_repaint();
    }
}

/// Orbit, pan and zoom, with whatever the tool in hand leaves for it.
fn move_camera(ui: &Ui, desk: &mut Desk, response: &Response) {
    let rect = response.rect;
    let mut camera = desk.session.scene().camera;
    let before = camera;
    let seconds = ui.input(|input| input.stable_dt.clamp(1e-3, 0.1));
    let delta = Vec2::new(response.drag_delta().x, response.drag_delta().y);
    let shift = ui.input(|input| input.modifiers.shift);
    let is_primary = response.dragged_by(PointerButton::Primary);
    if is_primary && desk.hands.tool == Tool::Look && !shift {
        desk.flight.turn_by(&mut camera, delta, seconds);
    } else if response.dragged() && (!is_primary || desk.hands.tool == Tool::Look) {
        desk.hands.follow = Follow::Nothing;
        desk.flight.pan_by(&mut camera, delta, rect.height(), seconds);
    }
    if let Some(pointer) = response.hover_pos() {
        let (scroll, pinch) = ui.input(|input| (input.smooth_scroll_delta().y, input.zoom_delta()));
        let factor = (scroll * ZOOM_A_POINT).exp() * pinch;
        if factor != 1.0 {
            let off = pointer - rect.center();
            let off = Vec2::new(off.x, -off.y) / camera.pixels_a_unit(rect.height());
            desk.flight.zoom_by(&mut camera, factor, off);
        }
    }
    if camera != before {
        // In a window without height, a point of dragging is no length.
        *desk.session.camera_mut() = bounds::camera(&camera, &before);
    }
}
