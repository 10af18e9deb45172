//! What is printed on the keys of this keyboard.

use std::collections::BTreeMap;

use egui::Key as Place;
use winit::event::{KeyEvent, WindowEvent};
use winit::keyboard::{Key, KeyCode, PhysicalKey};
use winit::platform::modifier_supplement::KeyEventExtModifierSupplement;

use crate::app::commands;

/// The keys that are known by their place and do not have digits, which are everywhere the same.
const PLACES: [(KeyCode, Place); 14] = [
    (KeyCode::Minus, Place::Minus),
    (KeyCode::Equal, Place::Equals),
    (KeyCode::BracketLeft, Place::OpenBracket),
    (KeyCode::BracketRight, Place::CloseBracket),
    (KeyCode::Comma, Place::Comma),
    (KeyCode::Period, Place::Period),
    (KeyCode::Backslash, Place::Backslash),
    (KeyCode::Backquote, Place::Backtick),
    (KeyCode::KeyW, Place::W),
    (KeyCode::KeyA, Place::A),
    (KeyCode::KeyS, Place::S),
    (KeyCode::KeyD, Place::D),
    (KeyCode::KeyQ, Place::Q),
    (KeyCode::KeyE, Place::E),
];

/// Learns what earlier runs of the program found out.
pub fn recall(keyboard: &BTreeMap<String, char>) {
    for (name, printed) in keyboard {
        if let Some(place) = Place::from_name(name) {
            commands::learn(place, *printed);
        }
    }
}

/// Learns from a key that is pressed, and keeps it in `keyboard`.
pub fn learn(event: &WindowEvent, keyboard: &mut BTreeMap<String, char>) {
    let WindowEvent::KeyboardInput { event, is_synthetic: false, .. } = event else { return };
    let place = PLACES.iter().find(|(code, _)| event.physical_key == PhysicalKey::Code(*code));
    if let Some((_, place)) = place
        && let Some(printed) = printed(event, *place)
    {
        commands::learn(*place, printed);
        keyboard.insert(place.name().to_owned(), printed);
    }
}

/// What is printed on a key: one letter, in upper case where there is one.
fn printed(event: &KeyEvent, place: Place) -> Option<char> {
    let letter = match event.key_without_modifiers() {
        Key::Character(text) => text.chars().next()?,
        // Not every system says which accent it is: in Germany, France and Spain it is one of these.
        Key::Dead(letter) => letter.unwrap_or(if place == Place::Equals { '´' } else { '^' }),
        _ => return None,
    };
    let mut upper = letter.to_uppercase();
    let letter = if upper.len() == 1 { upper.next()? } else { letter };
    // As the keys of the table are written.
    Some(if letter == '-' { '−' } else { letter })
}
