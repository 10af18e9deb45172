//! The keys of the simulation.

use egui::{Event, Key, Modifiers, Ui};
use glam::Vec3;

use crate::app::shell::{
    self,
    files::Intent,
    guidance,
    keys::{self, Group, bindings, command, command_shift, plain, shift},
};
use crate::app::simulation::{
    action::Action,
    desk::Desk,
    interaction::{Follow, Tool},
    marks::Mark,
};

/// The keys, grouped as in the overlay. Those of the classic demo do the same here.
pub const KEYS: &[Group<Action>] = &[
    (
        "keys-transport",
        bindings! {
            "keys-play": [plain(Key::Space)] => Action::TogglePlay;
            "keys-step": [plain(Key::Period)] => Action::Steps(1);
            "keys-steps": [shift(Key::Period), plain(Key::PageDown)] => Action::Steps(50);
            "keys-slower": [plain(Key::Minus)] => Action::ScaleSpeed(0.5);
            "keys-faster": [plain(Key::Plus), plain(Key::Equals)] => Action::ScaleSpeed(2.0);
            "keys-restart": [shift(Key::R)] => Action::Restart;
            "keys-reverse": [plain(Key::Backspace)] => Action::Reverse;
            "keys-earlier": [plain(Key::ArrowLeft)] => Action::StepState(-1);
            "keys-later": [plain(Key::ArrowRight)] => Action::StepState(1);
            "keys-newest": [plain(Key::End)] => Action::Newest;
            "keys-compare": [plain(Key::D)] => Action::Compare(None);
            "keys-other-half": [shift(Key::D)] => Action::ShowOtherView;
        },
    ),
    (
        "keys-scenes",
        bindings! {
            "keys-shell": [plain(Key::Num1)] => Action::Scene("shell".to_owned());
            "keys-ball": [plain(Key::Num2)] => Action::Scene("random-ball".to_owned());
            "keys-expanding": [plain(Key::Num3)] => Action::Scene("expanding-ball".to_owned());
            "keys-previous": [plain(Key::OpenBracket)] => Action::NextScene(-1);
            "keys-next": [plain(Key::CloseBracket)] => Action::NextScene(1);
            "keys-tour": [plain(Key::C)] => Action::ToggleTour;
            "keys-copy": [plain(Key::O)] => Action::CopyScene;
        },
    ),
    (
        "keys-view",
        bindings! {
            "keys-color": [plain(Key::P)] => Action::NextColor;
            "keys-velocities": [shift(Key::V)] => Action::ToggleMark(Mark::Velocities);
            "keys-accelerations": [shift(Key::A)] => Action::ToggleMark(Mark::Accelerations);
            "keys-areas": [plain(Key::A)] => Action::ToggleMark(Mark::Areas);
            "keys-fit": [plain(Key::F)] => Action::Fit;
            "keys-frame": [shift(Key::F)] => Action::Follow(Follow::Light);
            "keys-follow": [plain(Key::L)] => Action::Follow(Follow::Picked);
            "keys-follow-mass": [plain(Key::M)] => Action::Follow(Follow::CenterOfMass);
            "keys-reset-view": [plain(Key::Home)] => Action::ResetView;
            "keys-set-key": [plain(Key::J), plain(Key::Insert)] => Action::SetKey;
            "keys-drive": [shift(Key::J)] => Action::ToggleDrive;
            "keys-rotate": [plain(Key::U)] => Action::ToggleRotation;
            "keys-fly": [plain(Key::V)] => Action::ToggleFly;
        },
    ),
    (
        "keys-hands",
        bindings! {
            "keys-look": [plain(Key::Q)] => Action::Tool(Tool::Look);
            "keys-body": [plain(Key::I)] => Action::Tool(Tool::Body);
            "keys-cluster": [plain(Key::K)] => Action::Tool(Tool::Cluster);
            "keys-attract": [plain(Key::T)] => Action::Tool(Tool::Attract);
            "keys-ruler": [shift(Key::M)] => Action::Tool(Tool::Ruler);
            "keys-delete": [plain(Key::Delete), plain(Key::X)] => Action::DeletePicked;
            "keys-undo": [command(Key::Z)] => Action::Undo;
            "keys-redo": [command_shift(Key::Z), command(Key::Y)] => Action::Redo;
        },
    ),
    (
        "keys-window",
        bindings! {
            "keys-screenshot": [plain(Key::F12)] => Action::Screenshot;
            "keys-record": [plain(Key::R)] => Action::Record;
        },
    ),
];

/// Handles keys that fly, and dropped files, unless a text is being edited. Returns the other keys
/// that were pressed.
pub fn pressed(ui: &Ui, desk: &mut Desk) -> Vec<(Key, Modifiers)> {
    if ui.ctx().text_edit_focused() {
        return Vec::new();
    }
    let mut left = Vec::new();
    let is_focused = ui.ctx().memory(|memory| memory.focused().is_some());
    let is_typing = guidance::is_typing(ui.ctx());
    let is_popup_open = egui::Popup::is_any_open(ui.ctx());
    let pressed: Vec<_> = ui.input(|input| {
        let press = |event: &Event| match event {
            Event::Key { key, modifiers, pressed: true, .. } => Some((*key, *modifiers)),
            _ => None,
        };
        input.events.iter().filter_map(press).collect()
    });
    for (key, modifiers) in pressed {
        // A focused control handles these itself.
        if is_focused
            && matches!(key, Key::Space | Key::Enter | Key::Tab | Key::ArrowLeft | Key::ArrowRight)
        {
            continue;
        }
        if is_typing && keys::is_of_number(key) {
            continue;
        }
        // One press closes one thing. Lists close themselves; overlays leave it to the desk.
        if key == Key::Escape {
            if is_popup_open {
                continue;
            }
            ui.input_mut(|input| input.consume_key(modifiers, key));
        }
        let is_flying = desk.stage.flight.flies
            && matches!(key, Key::W | Key::A | Key::S | Key::D | Key::Q | Key::E);
        if !is_flying {
            left.push((key, modifiers));
        }
    }
    for file in ui.input(|input| input.raw.dropped_files.clone()) {
        desk.shell.ask(shell::Action::File(Intent::Open, file.path().to_owned()));
    }
    if desk.stage.flight.flies {
        let held = |key| ui.input(|input| f32::from(u8::from(input.key_down(key))));
        let direction = Vec3::new(
            held(Key::W) - held(Key::S),
            held(Key::D) - held(Key::A),
            held(Key::E) - held(Key::Q),
        );
        if direction != Vec3::ZERO {
            let seconds = ui.input(|input| input.stable_dt.min(0.1));
            let mut camera = desk.stage.session.scene().camera;
            desk.stage.flight.fly(&mut camera, direction, seconds);
            desk.stage.session.set_camera(&camera);
            ui.ctx().request_repaint();
        }
    }
    left
}
