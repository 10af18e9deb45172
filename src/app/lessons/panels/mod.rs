//! The classroom: a list of lessons, or a card beside what it is about.

mod card;
mod class;
mod contents;
mod fit;
mod keys;
mod list;
mod question;
mod text;
mod verdict;

use std::time::Duration;

use egui::{
    Align2, CentralPanel, Color32, FontId, Frame, Id, Key, LayerId, Margin, Modifiers, Order,
    Panel, Stroke, Ui, vec2,
};

use crate::app::laboratory::panels as laboratory;
use crate::app::lessons::{classroom::Notes, room::Room};
use crate::app::shell::{
    guidance::{self, Guidance},
    painter::Pictures,
    sides::side,
    theme, widgets,
};
use crate::app::simulation::panels::{
    bodies, notices, physics, picture, scene, science, simple, tools, view,
};
use crate::app::workbench::panels as workbench;
use crate::lesson::SidePart;

/// Width of a card, at least and at most, and as a share of the window.
const CARD: [f32; 2] = [300.0, 480.0];
const SHARE: f32 = 0.38;
/// How long a pressed key is echoed.
const ECHO: Duration = Duration::from_millis(1500);

/// Draws the classroom. `pictures` are the desk's targets. Returns the pressed keys that are left
/// to the window.
pub fn classroom_ui(ui: &mut Ui, room: &mut Room, pictures: Pictures) -> Vec<(Key, Modifiers)> {
    guidance::give_focus(ui);
    let was_free = !room.classroom.has_focus;
    let left = keys::pressed(ui, room, was_free);
    if room.classroom.lesson.is_none() {
        Guidance::default().apply(ui);
        match room.classroom.asks.clone() {
            Some(name) => list::begun_ui(ui, room, &name),
            None => list::list_ui(ui, room),
        }
        return left;
    }
    room.classroom.guidance().apply(ui);
    let setting = room.classroom.card().map(|card| card.setting.clone()).unwrap_or_default();
    let window = ui.ctx().content_rect();
    let frame = widgets::panel_frame(ui).inner_margin(Margin::symmetric(20, 12));
    let width = (SHARE * window.width()).clamp(CARD[0], CARD[1]);
    Panel::left("card")
        .exact_size(width)
        .resizable(false)
        .frame(frame)
        .show(ui, |ui| card::card_ui(ui, room));
    if room.classroom.notes == Notes::Below {
        Panel::bottom("teacher")
            .resizable(false)
            .frame(frame)
            .show(ui, |ui| card::notes_ui(ui, room));
    }
    if room.classroom.shows_code && room.classroom.class.is_some() {
        class::join_ui(ui, room);
    } else if setting.experiment.is_some() {
        let frame =
            Frame::new().fill(theme::palette(ui).panel).inner_margin(Margin::symmetric(20, 12));
        CentralPanel::default().frame(frame).show(ui, |ui| {
            notices::below_ui(ui, &mut room.desk.shell, &room.desk.run);
            laboratory::page_ui(ui, &mut room.desk.shell, room.laboratory);
        });
    } else if setting.bench.is_some() {
        let palette = theme::palette(ui);
        let fill = palette.field.lerp_to_gamma(palette.panel, 0.6);
        CentralPanel::default()
            .frame(Frame::new().fill(fill).inner_margin(Margin::symmetric(16, 12)))
            .show(ui, |ui| {
                notices::below_ui(ui, &mut room.desk.shell, &room.desk.run);
                workbench::page_ui(ui, &mut room.desk.shell, room.workbench);
            });
    } else {
        let frame = widgets::panel_frame(ui);
        Panel::bottom("transport")
            .exact_size(theme::BAR)
            .resizable(false)
            .frame(frame)
            .show(ui, |ui| {
                simple::bar_ui(ui, &mut room.desk.shell, &room.desk.run, &room.desk.viewer)
            });
        if !setting.show.is_empty() {
            side(ui, Panel::right("parts"), |ui| {
                setting.show.iter().for_each(|part| part_ui(ui, room, *part))
            });
        }
        let sky = if room.desk.run.stage.session.scene().look.negative {
            Color32::WHITE
        } else {
            theme::palette(ui).sky
        };
        CentralPanel::default().frame(Frame::new().fill(sky)).show(ui, |ui| {
            let picture = picture::picture_ui(
                ui,
                &mut room.desk.shell,
                &mut room.desk.run,
                &mut room.desk.viewer,
                pictures,
                ([&[], &[]], None),
            );
            notices::notices_ui(
                ui,
                &mut room.desk.shell,
                &room.desk.run,
                &room.desk.rescue,
                None,
                &picture.taken,
                true,
            );
        });
        science::enlarged_ui(ui, &mut room.desk.shell, &mut room.desk.run, &mut room.desk.viewer);
    }
    room.classroom.used.extend(guidance::used(ui));
    room.classroom.values.extend(guidance::values(ui));
    room.classroom.has_focus = ui.ctx().memory(|memory| memory.focused().is_some());
    if room.classroom.is_taught() {
        presenter_ui(ui);
    }
    left
}

/// Draws the notes in a window of their own, which has the same keys. Returns those that are left
/// to the window.
pub fn notes_ui(ui: &mut Ui, room: &mut Room) -> Vec<(Key, Modifiers)> {
    ui.ctx().set_theme(if room.desk.shell.settings.light {
        egui::Theme::Light
    } else {
        egui::Theme::Dark
    });
    let left = keys::pressed(ui, room, true);
    let frame = widgets::panel_frame(ui).inner_margin(Margin::symmetric(20, 12));
    CentralPanel::default().frame(frame).show(ui, |ui| card::notes_apart_ui(ui, room));
    widgets::ring_ui(ui);
    left
}

/// A part of the side panel.
fn part_ui(ui: &mut Ui, room: &mut Room, part: SidePart) {
    match part {
        SidePart::Scene => scene::scene_ui(ui, &mut room.desk.shell, &room.desk.run),
        SidePart::Bodies => {
            bodies::bodies_ui(ui, &mut room.desk.shell, &room.desk.run, &mut room.desk.drafts)
        }
        SidePart::Physics => {
            physics::physics_ui(ui, &mut room.desk.shell, &room.desk.run, &mut room.desk.tuning)
        }
        SidePart::Hands => {
            tools::hands_ui(ui, &mut room.desk.shell, &mut room.desk.run, &mut room.desk.viewer)
        }
        SidePart::Measurements => {
            science::science_ui(ui, &mut room.desk.shell, &mut room.desk.run, &mut room.desk.viewer)
        }
        SidePart::View => {
            view::view_ui(ui, &mut room.desk.shell, &room.desk.run, &mut room.desk.viewer)
        }
        SidePart::Guides => view::guides_ui(ui, &mut room.desk.shell, true),
    }
}

/// For those who present: a ring around the pointer, and the key that was pressed.
fn presenter_ui(ui: &Ui) {
    let painter = ui.ctx().layer_painter(LayerId::new(Order::Tooltip, Id::unique("presenter")));
    let palette = theme::palette(ui);
    if let Some(pointer) = ui.ctx().pointer_latest_pos() {
        painter.circle(
            pointer,
            22.0,
            palette.accent.gamma_multiply(0.15),
            Stroke::new(3.0, palette.accent.gamma_multiply(0.8)),
        );
    }
    let now = ui.input(|input| input.time);
    let echo = ui.data(|data| data.get_temp::<(String, f64)>(Id::unique("echo")));
    if let Some((key, _)) = echo.filter(|(_, time)| now - time < ECHO.as_secs_f64()) {
        let place = ui.ctx().content_rect().center_bottom() - vec2(0.0, 72.0);
        let galley = painter.layout_no_wrap(
            key,
            FontId::new(1.6 * theme::TITLE, theme::strong()),
            palette.on_accent,
        );
        let rect = Align2::CENTER_BOTTOM.anchor_size(place, galley.size() + vec2(24.0, 12.0));
        painter.rect_filled(rect, 8.0, palette.accent);
        painter.galley(rect.center() - 0.5 * galley.size(), galley, palette.on_accent);
        ui.ctx().request_repaint_after(ECHO);
    }
}
