//! The bar along the bottom: play, step, speed, time.

use egui::{Align, Button, Layout, RichText, Ui, vec2};

use super::side_button;
use crate::app::action::Action;
use crate::app::classroom::guidance;
use crate::app::desk::{Desk, SPEEDS};
use crate::app::hands::Follow;
use crate::app::view::View;
use crate::app::widgets::{Scale, icon_button};
use crate::app::words::{self, t};
use crate::app::{icons, theme, widgets};

/// Draws the transport.
pub fn transport_ui(ui: &mut Ui, desk: &mut Desk) {
    let room = ui.available_width();
    ui.horizontal_centered(|ui| {
        ui.spacing_mut().item_spacing.x = theme::GRID;
        side_button(ui, desk, 0, "transport-left");
        ui.add_space(2.0 * theme::GRID);
        if icon_button(ui, icons::SKIP_BACK, "transport-restart", false).clicked() {
            desk.ask(Action::Restart);
        }
        if icon_button(ui, icons::ARROWS_LEFT_RIGHT, "transport-reverse", false).clicked() {
            desk.ask(Action::Reverse);
        }
        play_ui(ui, desk);
        if icon_button(ui, icons::STEPS, "transport-step", false).clicked() {
            desk.ask(Action::Steps(1));
        }
        if room > 640.0 {
            several_ui(ui, desk);
        }
        // If space is short, the least important items are left out rather than drawn over others.
        let has_speed = room > 1000.0;
        if has_speed {
            ui.add_space(4.0 * theme::GRID);
            speed_ui(ui, desk);
        }
        if room > 1100.0 {
            frame_steps_ui(ui, desk);
        }
        if room > 560.0 {
            ui.add_space(4.0 * theme::GRID);
            let has_progress = room > if has_speed { 1140.0 } else { 700.0 };
            time_ui(ui, desk, room > 1060.0, has_progress);
        }
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            ui.spacing_mut().item_spacing.x = theme::GRID;
            side_button(ui, desk, 1, "transport-right");
            ui.add_space(2.0 * theme::GRID);
            let buttons = [
                (icons::KEYBOARD, "transport-help", desk.view == View::Keys, Action::ToggleView(View::Keys)),
                (icons::CORNERS_OUT, "transport-fullscreen", false, Action::ToggleFullscreen),
                framing(desk),
                (icons::FLASK, "transport-laboratory", false, Action::ToggleView(View::Laboratory)),
                (icons::WRENCH, "transport-workbench", false, Action::ToggleView(View::Workbench)),
                (icons::CHALKBOARD, "transport-classroom", false, Action::ToggleView(View::Classroom)),
                (icons::PROJECTOR_SCREEN, "transport-projector", desk.is_projector(), Action::ToggleProjector),
                // From the right: the settings stand behind the camera.
                (icons::CARET_DOWN, "transport-pictures", desk.view == View::Framing, Action::ToggleView(View::Framing)),
                (icons::CAMERA, "transport-screenshot", false, Action::Screenshot),
                match desk.filming {
                    None => (icons::RECORD, "transport-record", false, Action::Record),
                    Some(_) => (icons::STOP, "transport-record-end", true, Action::Record),
                },
            ];
            let fitting = if room > 480.0 { buttons.len() } else { 1 };
            for (icon, key, on, action) in buttons.into_iter().take(fitting) {
                let least = match key {
                    "transport-pictures" => 700.0,
                    // Keys reach them, too.
                    "transport-laboratory" | "transport-workbench" | "transport-classroom" => 800.0,
                    _ => 0.0,
                };
                if room < least {
                    continue;
                }
                if icon_button(ui, icon, key, on).clicked() {
                    desk.ask(action);
                }
            }
        });
    });
}

/// The button that keeps the light in the picture, or lets it go.
fn framing(desk: &Desk) -> (&'static str, &'static str, bool, Action) {
    let is_on = desk.stage.hands.follow == Follow::Light;
    let follow = if is_on { Follow::Nothing } else { Follow::Light };
    (icons::FRAME_CORNERS, "transport-frame", is_on, Action::Follow(follow))
}

/// The main button: round, in the accent colour.
pub(super) fn play_ui(ui: &mut Ui, desk: &mut Desk) {
    let palette = theme::palette(ui);
    let (icon, key) =
        if desk.stage.transport.is_playing { (icons::PAUSE, "transport-pause") } else { (icons::PLAY, "transport-play") };
    let button = Button::new(RichText::new(icon).size(theme::ICON).color(palette.on_accent))
        .fill(palette.accent)
        .corner_radius(16)
        .min_size(vec2(36.0, 32.0));
    let name = words::text(key, &[]);
    let response = ui.add(button);
    response.widget_info(|| egui::WidgetInfo::labeled(egui::Role::Button, true, &name));
    if response.on_hover_text(name).clicked() {
        guidance::note(ui, "transport-play");
        desk.ask(Action::TogglePlay);
    }
}

/// The button for several steps, and their number.
fn several_ui(ui: &mut Ui, desk: &mut Desk) {
    if icon_button(ui, icons::FAST_FORWARD, "transport-steps", false).clicked() {
        desk.ask(Action::Steps(desk.drafts.steps as u32));
    }
    let scale = Scale::linear(1.0, 1e6).step(1.0);
    let field = widgets::number_field(ui, "transport-steps-count", &mut desk.drafts.steps, scale, |field| field.speed(1.0));
    field.widget_info(|| egui::WidgetInfo::labeled(egui::Role::SpinButton, true, t!("transport-steps-count")));
    widgets::with_tip(field, "transport-steps-count");
}

/// The multiple of the scene's pace.
pub(super) fn speed_ui(ui: &mut Ui, desk: &mut Desk) {
    let palette = theme::palette(ui);
    let label = ui.label(RichText::new(t!("transport-speed")).color(palette.muted));
    let mut speed = desk.stage.speed();
    ui.spacing_mut().slider_width = 104.0;
    let rail = egui::Slider::new(&mut speed, SPEEDS[0]..=SPEEDS[1]).logarithmic(true).show_value(false);
    let rail = ui.add(rail).labelled_by(label.id);
    if rail.changed() {
        desk.ask(Action::Speed(speed));
    }
    widgets::with_tip(rail, "transport-speed");
    let times = words::short(rounded(speed));
    let (text, color, width) = match desk.stage.slow_speed() {
        Some(reached) => {
            let reached = words::short(rounded(reached));
            (t!("transport-times-reached", reached = reached, times = times), palette.warning, 88.0)
        }
        None => (t!("transport-times", times = times), palette.text, 40.0),
    };
    let label = ui.add_sized([width, theme::ROW], egui::Label::new(RichText::new(text).color(color)).halign(Align::LEFT));
    if width > 40.0 {
        widgets::with_tip(label, "transport-times-reached");
    }
}

/// The steps per frame, for those who count them.
fn frame_steps_ui(ui: &mut Ui, desk: &mut Desk) {
    let mut steps = f64::from(desk.stage.transport.steps_per_frame);
    let unit = t!("transport-steps-per-frame", count = steps);
    let scale = Scale::linear(1.0, 1000.0).step(1.0);
    let field = widgets::number_field(ui, "transport-frame-steps", &mut steps, scale, |field| field.suffix(unit));
    field.widget_info(|| egui::WidgetInfo::labeled(egui::Role::SpinButton, true, t!("transport-frame-steps")));
    if field.changed() {
        desk.ask(Action::StepsPerFrame(steps as u32));
    }
    widgets::with_tip(field, "transport-frame-steps");
}

/// Two digits, which is as exactly as a rail can be set.
fn rounded(value: f64) -> f64 {
    let unit = 10_f64.powf(value.log10().floor() - 1.0);
    (value / unit).round() * unit
}

/// The simulated time in words.
pub(super) fn time_text(desk: &Desk) -> String {
    let simulation = desk.stage.session.simulation();
    t!("transport-time", time = desk.stage.numbers().time(simulation.time(), simulation.parameters().time_step))
}

/// Draws the simulated time.
pub(super) fn time_ui(ui: &mut Ui, desk: &Desk, with_steps: bool, with_progress: bool) {
    let palette = theme::palette(ui);
    let simulation = desk.stage.session.simulation();
    let time = time_text(desk);
    widgets::with_tip(ui.label(RichText::new(time).family(theme::strong()).color(palette.text)), "transport-time");
    let steps = t!("transport-steps-done", steps = words::grouped(simulation.steps()));
    if with_steps {
        ui.label(RichText::new(steps).color(palette.muted));
    }
    if let Some(progress) = desk.stage.session.progress().filter(|_| with_progress) {
        // Below real time, a single step takes several frames.
        let text = t!("transport-progress", percent = format!("{:.0}", 100.0 * progress));
        widgets::with_tip(ui.label(RichText::new(text).color(palette.accent)), "transport-progress");
    }
}
