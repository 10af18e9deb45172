//! What the window does about keys before its controls see them.

use egui::{Context, Key, PointerButton};

/// Whether the control with the focus uses a key itself: it moves the focus, or presses the control.
/// Sliders and rails are not pressed.
pub fn is_used(context: &Context, key: Key) -> bool {
    let Some(focused) = context.memory(|memory| memory.focused()) else { return false };
    match key {
        Key::Tab | Key::ArrowLeft | Key::ArrowRight => true,
        Key::Space | Key::Enter => {
            context.read_response(focused).is_none_or(|control| control.sense.senses_click())
        }
        _ => false,
    }
}

/// Whether a key takes part in typing a number.
pub fn is_of_number(key: Key) -> bool {
    use Key::{
        Backspace, Comma, Enter, Equals, Minus, Num0, Num1, Num2, Num3, Num4, Num5, Num6, Num7,
        Num8, Num9, Period, Plus,
    };
    let is_digit =
        matches!(key, Num0 | Num1 | Num2 | Num3 | Num4 | Num5 | Num6 | Num7 | Num8 | Num9);
    is_digit || matches!(key, Backspace | Comma | Enter | Equals | Minus | Period | Plus)
}

/// Moves key events after a click or Tab to `held`, for the next frame: only then is it known what
/// has the focus. If a frame takes a second, a click and the number typed after it arrive together,
/// and its digits must not act as shortcuts.
pub fn hold_back(input: &mut egui::RawInput, held: &mut Vec<egui::Event>) {
    input.events.splice(0..0, held.drain(..));
    let is_click = |event: &egui::Event| {
        matches!(
            event,
            egui::Event::PointerButton { pressed: false, .. }
                | egui::Event::Key { key: Key::Tab, pressed: true, .. }
        )
    };
    let is_typed = |event: &egui::Event| {
        matches!(
            event,
            egui::Event::Key { .. }
                | egui::Event::Text(_)
                | egui::Event::Paste(_)
                | egui::Event::Ime(_)
        )
    };
    if let Some(click) = input.events.iter().position(is_click)
        && input.events[click..].iter().any(is_typed)
    {
        *held = input.events.split_off(click + 1);
    }
    // A slider sees only what is pressed during a frame, and a frame may be longer than a click. A double
    // click stays together.
    let is_button = |event: &egui::Event| matches!(event, egui::Event::PointerButton { .. });
    let is_press = |event: &egui::Event| {
        matches!(
            event,
            egui::Event::PointerButton { pressed: true, button: PointerButton::Primary, .. }
        )
    };
    let mut buttons = (0..input.events.len()).filter(|place| is_button(&input.events[*place]));
    if let (Some(press), Some(release), None) = (buttons.next(), buttons.next(), buttons.next())
        && is_press(&input.events[press])
    {
        held.splice(0..0, input.events.split_off(release));
    }
}

#[cfg(test)]
mod tests {
    use egui::{Event, Modifiers, RawInput};

    use super::*;

    #[test]
    fn keys_wait_for_an_earlier_click() {
        let (pos, button, modifiers) = (egui::Pos2::ZERO, PointerButton::Primary, Modifiers::NONE);
        let [press, release] =
            [true, false].map(|pressed| Event::PointerButton { pos, button, pressed, modifiers });
        let text = |text: &str| Event::Text(text.to_owned());
        let mut held = Vec::new();
        let mut next = |events: &[Event]| {
            let mut input = RawInput { events: events.to_vec(), ..Default::default() };
            hold_back(&mut input, &mut held);
            input.events
        };
        assert_eq!(next(&[text("1"), press.clone()]), [text("1"), press.clone()]);
        let gone = [release.clone(), Event::PointerGone];
        assert_eq!(next(&gone), gone);
        // Two clicks, each followed by typing, and more in the next frame.
        let click = [press.clone(), release.clone()];
        let all = [&click[..], &[text("2")], &click, &[text("3")]].concat();
        // A click in one frame is pressed in one and released in the next.
        let (pressed, released) = (vec![press.clone()], vec![release]);
        assert_eq!(next(&all), pressed);
        assert_eq!(next(&[text("4")]), released);
        assert_eq!(next(&[]), [text("2"), press]);
        assert_eq!(next(&[]), released);
        assert_eq!(next(&[]), [text("3"), text("4")]);
        assert_eq!(next(&[]), []);
        // A double click stays whole.
        let double = [&click[..], &click].concat();
        assert_eq!(next(&double), double);
    }
}
