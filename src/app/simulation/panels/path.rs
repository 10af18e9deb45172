//! The camera path: a row of keys in time above the transport, and the selected key's numbers.

use egui::{
    Align, Color32, CursorIcon, Layout, Modifiers, Rect, Response, Sense, Stroke, Ui, pos2, vec2,
};
use starshell::name::Named;
use starshell::render::{Camera, CameraPath, Followed, Key, Look, Move, PathError, Return};
use starshell::words::{self, t};

use crate::app::commands::{Command, Follow};
use crate::app::icons;
use crate::app::shell::{
    state::Shell,
    theme::{self, GRID},
    widgets::{self, Scale, slim_button},
};
use crate::app::simulation::{panels::rail::Rail, run::Run, stage::Stage, viewer::Viewer};
use crate::explained::explained;

/// Half the width of a key's diamond, and of its clickable area.
const DIAMOND: f32 = 6.0;
const REACH: f32 = 9.0;

/// Draws the row of keys, on the scale of the timeline's `rail`.
pub fn path_ui(ui: &mut Ui, shell: &mut Shell, run: &Run, viewer: &Viewer, rail: &Rail) {
    ui.horizontal_centered(|ui| {
        ui.spacing_mut().item_spacing.x = GRID;
        widgets::slim_button_of(ui, shell, "path-set", false);
        presets_ui(ui, shell, run, viewer);
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            let (drives, previews) = (viewer.travel.drives, viewer.travel.preview.is_some());
            widgets::slim_button_of(ui, shell, "path-clear", false);
            widgets::slim_button_of(ui, shell, "path-drive", drives);
            widgets::slim_button_of(ui, shell, "path-preview", previews);
            line_ui(ui, shell, run, viewer, rail);
        });
    });
}

/// The menu of ready-made paths, which start from the current view and span the scene's duration.
fn presets_ui(ui: &mut Ui, shell: &mut Shell, run: &Run, viewer: &Viewer) {
    let button = slim_button(ui, icons::PATH, "path-presets", false);
    egui::Popup::menu(&button).show(|ui| {
        let (scene, picked) = (run.stage.session.scene(), run.stage.interaction.picked);
        let own = viewer.followed(&run.stage, scene.count);
        let (camera, span) = (scene.camera, 0.0..scene.duration);
        let followed = picked.map_or(Followed::CenterOfMass, Followed::Body);
        let name = |made: Move| match made {
            Move::Turntable => "path-turntable",
            Move::Dolly => "path-dolly",
            Move::Rise => "path-rise",
        };
        let moves =
            Move::ALL.iter().map(|made| (name(*made), made.path(camera, own, span.clone())));
        let all = moves.chain([
            ("path-follow", CameraPath::following(followed, camera)),
            ("path-static", CameraPath::still(camera)),
            (
                "path-scene",
                run.origin.scene.path.clone().map_or_else(|| CameraPath::still(camera), Ok),
            ),
        ]);
        for (key, path) in all {
            let is_there = key != "path-scene" || run.origin.scene.path.is_some();
            let item = ui.add_enabled(is_there, egui::Button::new(words::text(key, &[])));
            if widgets::with_tip(item, key).clicked() {
                change(shell, path);
            }
        }
    });
}

/// Requests another path, or reports why it is invalid.
fn change(shell: &mut Shell, path: Result<CameraPath, PathError>) {
    match path {
        Ok(path) => shell.ask(Command::Path(Some(path))),
        Err(error) => shell.notices.warn(explained(&error)),
    }
}

/// The line of times with a diamond for each key.
fn line_ui(ui: &mut Ui, shell: &mut Shell, run: &Run, viewer: &Viewer, rail: &Rail) {
    let palette = theme::palette(ui);
    let (area, _) = ui.allocate_exact_size(ui.available_size(), Sense::hover());
    let (path, now) =
        (run.stage.session.scene().path.clone(), run.stage.session.simulation().time());
    let line = rail.in_strip(area);
    let painter = ui.painter().with_clip_rect(area);
    let y = line.y();
    line.draw(&painter, &palette);
    let shown = viewer.travel.preview.unwrap_or(now);
    painter.vline(line.x(shown), y - 9.0..=y + 9.0, Stroke::new(1.0, palette.accent));
    let Some(path) = path else {
        let font = egui::FontId::proportional(theme::SMALL);
        let galley = painter.layout_no_wrap(t!("path-none"), font, palette.muted);
        let place = Rect::from_center_size(area.center(), galley.size());
        painter.rect_filled(place.expand(GRID), GRID, palette.panel);
        painter.galley(place.min, galley, palette.muted);
        return;
    };
    let [begin, last] = path.span().map(|time| line.x(time));
    painter.hline(begin..=last, y, Stroke::new(2.0, palette.accent.gamma_multiply(0.5)));
    if path.returns().is_some() {
        painter.circle_stroke(pos2(last, y), 0.6 * DIAMOND, Stroke::new(1.5, palette.accent));
    }
    for index in 0..path.keys().len() {
        key_ui(ui, shell, run, viewer, &line, &path, index);
    }
}

/// A key: click to select, drag to move in time, Ctrl-drag to copy; the rest is in its menu.
fn key_ui(
    ui: &Ui,
    shell: &mut Shell,
    run: &Run,
    viewer: &Viewer,
    line: &Rail,
    path: &CameraPath,
    index: usize,
) {
    let palette = theme::palette(ui);
    let key = &path.keys()[index];
    let is_selected = viewer.travel.selected == Some(index);
    let place = pos2(line.x(key.at), line.y());
    let area = Rect::from_center_size(place, vec2(2.0 * REACH, 2.0 * REACH));
    let name = t!(
        "path-key",
        number = index + 1,
        moment = run.stage.reel.moment(key.at, run.stage.numbers())
    );
    let response =
        ui.interact(area, ui.scope_id().with(("path-key", index)), Sense::click_and_drag());
    response
        .widget_info(|| egui::WidgetInfo::selected(egui::Role::Button, true, is_selected, &name));
    let copies = ui.input(|input| input.modifiers.matches_logically(Modifiers::COMMAND));
    let pointer = response.interact_pointer_pos();
    let dragged =
        pointer.filter(|_| response.dragged() || response.drag_stopped()).map(|place| place.x);
    let color = if is_selected { palette.accent } else { palette.text };
    if dragged.is_none() || copies {
        diamond(ui, place, is_selected, if response.hovered() { palette.accent } else { color });
    }
    if let Some(x) = dragged {
        diamond(
            ui,
            pos2(x.clamp(line.rect.left(), line.rect.right()), place.y),
            true,
            palette.accent,
        );
        if response.drag_stopped() {
            let moved = Key { at: line.time(x), ..*key };
            if copies {
                change(shell, path.with(moved));
            } else {
                replace(shell, path, index, moved);
            }
        }
    }
    if response.clicked() {
        shell.ask(Command::SelectKey((!is_selected).then_some(index)));
    }
    menu_ui(&response, shell, run, path, index);
    let tip = words::tip("path-key").unwrap_or_default();
    response.on_hover_cursor(CursorIcon::PointingHand).on_hover_text(format!("{name}\n{tip}"));
}

fn diamond(ui: &Ui, place: egui::Pos2, is_full: bool, color: Color32) {
    let corners =
        [vec2(0.0, -DIAMOND), vec2(DIAMOND, 0.0), vec2(0.0, DIAMOND), vec2(-DIAMOND, 0.0)];
    let fill = if is_full { color } else { theme::palette(ui).panel };
    let shape = egui::Shape::convex_polygon(
        corners.map(|corner| place + corner).to_vec(),
        fill,
        Stroke::new(1.5, color),
    );
    ui.painter().add(shape);
}

/// The menu of a key.
fn menu_ui(response: &Response, shell: &mut Shell, run: &Run, path: &CameraPath, index: usize) {
    response.context_menu(|ui| {
        let mut item =
            |key: &str| widgets::with_tip(ui.button(words::text(key, &[])), key).clicked();
        if item("path-show") {
            show(shell, run, &path.keys()[index]);
        }
        if item("path-update") {
            let key = path.keys()[index];
            change(shell, path.with(Key { camera: camera_of_key(&run.stage, &key), ..key }));
        }
        if item("path-copy") {
            // Half way to the next key, or to the end of the scene.
            let at = path.keys()[index].at;
            let next = path
                .keys()
                .get(index + 1)
                .map_or(run.stage.session.scene().duration.max(at + 1.0), |next| next.at);
            change(shell, path.with(Key { at: 0.5 * (at + next), ..path.keys()[index] }));
        }
        if item("path-delete") {
            shell.ask(Command::Path(path.without(index)));
        }
    });
}

/// Moves the camera to the view of a key.
fn show(shell: &mut Shell, run: &Run, key: &Key) {
    shell.ask(Command::Camera(shown_by(&run.stage, key)));
}

/// Replaces a key, which stays selected even if its index changes.
fn replace(shell: &mut Shell, path: &CameraPath, index: usize, key: Key) {
    match path.replaced(index, key) {
        Ok((path, index)) => {
            shell.ask(Command::Path(Some(path)));
            shell.ask(Command::SelectKey(Some(index)));
        }
        Err(error) => shell.notices.warn(explained(&error)),
    }
}

/// Draws the path's and the selected key's numbers.
pub fn key_editor_ui(ui: &mut Ui, shell: &mut Shell, run: &Run, viewer: &mut Viewer) {
    let mut is_open = viewer.travel.is_open;
    if widgets::switch(ui, "path-open", &mut is_open) {
        viewer.travel.is_open = is_open;
    }
    let Some(path) = run.stage.session.scene().path.clone() else {
        return widgets::note(ui, t!("path-none"));
    };
    loop_ui(ui, shell, run, &path);
    let mut sets = path.keys()[0].exposure.is_some();
    if widgets::switch(ui, "path-sets-exposure", &mut sets) {
        let exposure = sets.then_some(run.stage.session.scene().look.exposure);
        let keys = path.keys().iter().map(|key| Key { exposure, ..*key }).collect();
        change(shell, CameraPath::new(keys, path.returns()));
    }
    match viewer.travel.selected.and_then(|index| Some((index, *path.keys().get(index)?))) {
        Some((index, key)) => numbers_ui(ui, shell, run, &path, index, key),
        None => widgets::note(ui, t!("path-unselected")),
    }
}

/// Whether the path returns, when, and after how many turns.
fn loop_ui(ui: &mut Ui, shell: &mut Shell, run: &Run, path: &CameraPath) {
    let mut returns = path.returns();
    let mut is_loop = returns.is_some();
    if widgets::switch(ui, "path-loop", &mut is_loop) {
        let last = path.span()[1];
        let end = run.stage.session.scene().duration;
        let at = if end > last { end } else { last + 1.0 };
        returns = is_loop.then_some(Return { at, turns: None });
    }
    if let Some(Return { at, turns }) = &mut returns {
        widgets::field(ui, "path-return", at, Scale::linear(0.0, 1e9));
        let mut number = f64::from(turns.unwrap_or(0));
        if widgets::field(ui, "path-turns", &mut number, Scale::linear(-1000.0, 1000.0)) {
            *turns = Some(number.round() as i32);
        }
    }
    if returns != path.returns() {
        change(shell, CameraPath::new(path.keys().to_vec(), returns));
    }
}

fn numbers_ui(
    ui: &mut Ui,
    shell: &mut Shell,
    run: &Run,
    path: &CameraPath,
    index: usize,
    before: Key,
) {
    let mut key = before;
    widgets::field(ui, "path-time", &mut key.at, Scale::linear(0.0, 1e9));
    let camera = &mut key.camera;
    let degrees = |[least, most]: [f64; 2]| Scale::linear(least, most).unit("°");
    let [nearest, farthest] = Camera::DISTANCE;
    for (name, value, scale) in [
        ("path-distance", &mut camera.distance, Scale::linear(nearest, farthest)),
        ("path-azimuth", &mut camera.azimuth, degrees(Key::AZIMUTH)),
        ("path-elevation", &mut camera.elevation, degrees(Key::ELEVATION)),
        ("path-roll", &mut camera.roll, degrees(Camera::TURN)),
        ("path-field", &mut camera.field_of_view, degrees(Camera::FIELD_OF_VIEW)),
    ] {
        single(ui, name, value, scale);
    }
    if let Some(exposure) = &mut key.exposure {
        let [least, most] = Look::EXPOSURE;
        single(ui, "path-exposure", exposure, Scale::linear(least, most));
    }
    if let Some(follow) = widgets::choice(
        ui,
        "path-follows",
        "follow",
        Follow::from_followed(before.follow),
        &Follow::ALL,
    ) {
        follow_ui(shell, run, &mut key, follow);
    }
    if key != before {
        replace(shell, path, index, key);
    }
}

/// Lets a key follow something else, which it then centres. If it is to follow nothing, its target
/// and distance stay what they are now.
fn follow_ui(shell: &mut Shell, run: &Run, key: &mut Key, follow: Follow) {
    let seen = shown_by(&run.stage, key);
    let followed = match follow {
        Follow::Nothing => None,
        Follow::Light => Some(Followed::Light),
        Follow::CenterOfMass => Some(Followed::CenterOfMass),
        Follow::Picked => match run.stage.interaction.picked {
            Some(index) => Some(Followed::Body(index)),
            None => return shell.notices.tell(t!("notice-none-picked")),
        },
    };
    // The key's own angles count turns.
    let camera = Camera { target: seen.target, distance: seen.distance, ..key.camera };
    key.camera = followed.map_or(camera, |followed| followed.framed(camera));
    key.follow = followed;
}

fn single(ui: &mut Ui, key: &str, value: &mut f32, scale: Scale) {
    let mut number = f64::from(*value);
    if widgets::field(ui, key, &mut number, scale) {
        *value = number as f32;
    }
}

/// What a key shows, as far as it is known where what it follows is.
fn shown_by(stage: &Stage, key: &Key) -> Camera {
    let now = stage.session.simulation().time();
    key.shot().camera(&stage.session.scene().camera, stage.size, |followed| {
        stage.interaction.extent(followed, now)
    })
}

/// The present view for a key that follows what `key` does, at the same offset.
fn camera_of_key(stage: &Stage, key: &Key) -> Camera {
    let camera = stage.session.scene().camera;
    let Some(followed) = key.follow else { return camera };
    let framed =
        stage.interaction.light.and_then(|light| camera.framed_distance(&light, stage.size));
    let distance = match (followed, framed) {
        (Followed::Light, Some(framed)) => camera.distance / framed as f32,
        (Followed::Light, None) => key.camera.distance,
        _ => camera.distance,
    };
    Camera { target: key.camera.target, distance, ..camera }
}
