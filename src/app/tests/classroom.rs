//! Lessons, followed with the keyboard and through the names of controls.

use super::*;
use crate::app::lessons::{self, classroom::Notes};
use crate::lesson::{Card, Question};

/// A lesson that uses everything.
const LESSON: &str = r#"+++
title = "A lesson"
minutes = 5
aims = ["see everything"]
+++

# Look

```card
scene = "kepler"
play = false
softening = 0.125
show = ["physics"]
lock = ["physics-damping"]
highlight = ["physics-softening"]
wait = { control = "physics-softening" }
minutes = 1.5
```

Some *text* with $E = \frac{1}{2} m v^2$, and on a line of its own:

$$a = \frac{G M}{r^2}$$

1. one
2. two

```notes
Say it slowly.
```

# Predict

```question
kind = "predict"
name = "fall"
ask = "What will happen?"
options = ["It falls", "It flies"]
right = 1
wrong = [{ answer = 2, reason = "It has no wings." }]
```

# Choose

```card
recall = "fall"
wait = { answer = true }
```

```question
kind = "choose"
ask = "Which?"
options = ["this one", "that one"]
right = 2
explain = "Because that one is."
wrong = [{ answer = 1, reason = "This one is too near." }]
```

# Number

```question
kind = "number"
ask = "How much is six times seven?"
answer = 42
within = 0.01
unit = "apples"
explain = "It always was."
wrong = [{ answer = 13, reason = "That is the sum." }]
```

# Measure

```card
scene = "plummer"
count = 64
play = true
show = ["measurements"]
plot = "virial"
wait = { time = 0.01 }
```

```question
kind = "measure"
ask = "Take the number of bodies."
quantity = "bodies"
range = [64, 64]
explain = "They are all there."
```

# Scan

```card
experiment = "scan"
page = "drawing"
drawing = 2
size = 16
```
"#;

/// A window in the classroom, with that lesson in a folder of its own.
fn rig() -> Rig {
    let mut rig = Rig::new("plummer");
    rig.write_lesson(LESSON);
    rig.show(View::Classroom);
    rig.frame();
    rig
}

/// The same on the first card of the lesson.
fn mine() -> Rig {
    let mut rig = rig();
    rig.begin_lesson("mine");
    rig
}

/// Asserts that lines that begin so are painted.
#[track_caller]
fn assert_begins<const N: usize>(rig: &Rig, starts: [&str; N]) {
    for start in starts {
        assert!(begins(rig, start), "{start:?} is not in {:?}", rig.painted());
    }
}

fn begins(rig: &Rig, start: &str) -> bool {
    rig.find(|painted| painted.starts_with(start)).is_some()
}

/// The answer that is given, and whether it is right.
fn given(rig: &Rig) -> Option<(&str, bool)> {
    rig.classroom.given().map(|given| (given.answer.as_str(), given.is_right))
}

#[test]
fn a_lesson_is_followed_with_the_keyboard_alone() {
    let mut rig = mine();
    assert_begins(&rig, ["Look", "Some text with E"]);
    assert_eq!(rig.physics().softening, 0.125);
    // It waits for a control.
    rig.press(Key::PageDown);
    assert_eq!(rig.classroom.place, 0);
    rig.slide("physics-softening", 0.7);
    rig.frame();
    rig.press(Key::PageDown);
    assert_eq!(rig.classroom.place, 1);
    rig.press_all([Key::Num2, Key::Enter]);
    assert_eq!(given(&rig).map(|(answer, _)| answer), Some("It flies"));

    recall(&mut rig);
    choose(&mut rig);
    calculate(&mut rig);
    rig.press(Key::PageDown);
    rig.load();
    assert_eq!(rig.count(), 64);
    rig.until("its time has come", |rig| rig.room().card_is_ready());
    rig.press(Key::Enter);
    assert!(given(&rig).is_some_and(|(_, is_right)| is_right));
    rig.press(Key::PageDown);

    rig.load();
    let showing = &rig.laboratory.showing;
    let shown = (rig.laboratory.shown.name, showing.drawing, showing.size);
    assert_eq!(shown, ("scan", 1, Some(16)));
    rig.press(Key::ArrowRight);
    let now = (rig.classroom.place, rig.laboratory.showing.step);
    assert_eq!(now, (5, 1), "the arrow steps through the drawing");
    rig.press(Key::PageUp);
    assert_eq!(rig.classroom.place, 4);
    rig.leave_lesson();
    assert!(rig.classroom.lesson.is_none());
    // It goes on where it was left.
    rig.begin_lesson("mine");
    assert_eq!(rig.classroom.place, 4);
    rig.leave_lesson();
    rig.click("classroom-export");
    let table = std::fs::read_to_string(rig.file("answers.csv")).unwrap();
    assert_eq!((table.lines().count(), table.matches(",true,").count()), (5, 3), "{table}");
    rig.press(Key::Escape);
    assert_eq!(rig.view(), View::Simulation);
}

/// What happens is told when it is asked for, not as soon as the card turns.
fn recall(rig: &mut Rig) {
    rig.press(Key::ArrowRight);
    rig.frame();
    let told = words::t!("classroom-came-otherwise", answer = "It falls");
    let reveal = text("classroom-reveal");
    assert!(rig.find(|painted| painted.ends_with(&reveal)).is_some());
    assert!(!begins(rig, &told) && !begins(rig, "It has no wings."));
    rig.press(Key::Enter);
    rig.frame();
    assert_begins(rig, [&told, "It has no wings."]);
}

/// A wrong answer is told and does not open the way, a right one does.
fn choose(rig: &mut Rig) {
    rig.press_all([Key::Num1, Key::Enter, Key::PageDown]);
    assert_eq!((rig.classroom.place, given(rig).unwrap().1), (2, false));
    assert_begins(rig, ["This one is too near."]);
    assert!(!begins(rig, "Because"));
    rig.press_all([Key::Num2, Key::Enter]);
    rig.frame();
    assert_begins(rig, [&text("classroom-right"), "Because that one is."]);
    rig.press(Key::PageDown);
    rig.frame();
}

/// A usual wrong number has its reason, others a hint.
fn calculate(rig: &mut Rig) {
    for (number, reason) in [
        ("13", "That is the sum."),
        ("50", &text("classroom-too-large")),
        ("0.42", &text("classroom-power-of-ten")),
    ] {
        rig.type_text(number);
        rig.press(Key::Enter);
        rig.frame();
        assert_begins(rig, [reason]);
        assert!(!begins(rig, "It always was."), "{number}");
        number.chars().for_each(|_| rig.press(Key::Backspace));
    }
    // Without a click into the field.
    ["4", "3"].iter().for_each(|letter| rig.type_text(letter));
    rig.press(Key::Backspace);
    rig.type_text("2,1");
    rig.press(Key::Enter);
    rig.frame();
    assert_eq!(given(rig), Some(("42.1", true)));
}

#[test]
fn a_card_waits_for_the_value_of_a_control_and_its_overlays_end_with_it() {
    let mut rig = rig();
    let [wait, set] =
        ["control = \"physics-softening\"", "set = { physics-softening = [0.5, 10] }"];
    let overlays = "overlays = [\"velocities\", \"areas\"]\nlock = ";
    rig.write_lesson(&LESSON.replacen(wait, set, 1).replacen("lock = ", overlays, 1));
    rig.begin_lesson("mine");
    let marks = |rig: &Rig| {
        let guides = &rig.settings().guides;
        [guides.velocities, guides.accelerations, guides.swept_areas]
    };
    assert_eq!(marks(&rig), [true, false, true]);
    // A touch is not enough.
    let before = rig.physics().softening;
    rig.slide("physics-softening", 0.1);
    rig.frame();
    assert!(rig.physics().softening != before && !rig.room().card_is_ready());
    let name = text("physics-softening");
    assert_begins(&rig, [&words::t!("classroom-wait-set", name = name, value = "0.5 – 10")]);
    rig.slide("physics-softening", 0.99);
    rig.frame();
    assert!(rig.room().card_is_ready(), "{:?}", rig.classroom.values);
    rig.press(Key::PageDown);
    rig.load();
    assert_eq!((rig.classroom.place, marks(&rig)), (1, [false; 3]), "they end with their card");
    // What somebody switches on ends with its card, too, and with the lesson.
    rig.press(Key::A);
    assert_eq!(marks(&rig), [false, false, true]);
    rig.leave_lesson();
    assert!(rig.classroom.lesson.is_none() && marks(&rig) == [false; 3]);
}

#[test]
fn locked_controls_do_nothing_and_teachers_need_not_wait() {
    let mut rig = mine();
    let before = rig.physics().damping;
    rig.slide("physics-damping", 0.2);
    assert_eq!(rig.physics().damping, before);
    // Keys that act on bodies or scenes do nothing here.
    rig.press_all([Key::Num1, Key::X, Key::T, Key::OpenBracket, Key::R]);
    assert!(!rig.is_loading() && rig.film().is_none());
    rig.press(Key::S);
    rig.frame();
    assert_begins(&rig, ["Say it slowly."]);
    rig.press(Key::PageDown);
    assert_eq!(rig.classroom.place, 1, "who teaches need not wait");
}

#[test]
fn notes_have_a_window_of_their_own_with_the_same_keys() {
    let mut rig = mine();
    rig.key(Key::S, Modifiers::SHIFT);
    rig.frame();
    assert_eq!(rig.classroom.notes, Notes::Apart);
    assert!(!begins(&rig, "Say it slowly."), "the class does not see them");
    let (screen, modifiers) =
        (Rect::from_min_size(egui::Pos2::ZERO, vec2(400.0, 640.0)), Modifiers::NONE);
    let context = egui::Context::default();
    theme::install(&context);
    // Draws that window while a key is pressed there, and reads it.
    let draw = |rig: &mut Rig, key: Option<Key>| {
        let event = |key| {
            let event =
                |pressed| Event::Key { key, physical_key: None, pressed, repeat: false, modifiers };
            [true, false].map(event)
        };
        let events = key.into_iter().flat_map(event).collect();
        let raw = egui::RawInput { screen_rect: Some(screen), events, ..Default::default() };
        let mut pressed = Vec::new();
        let output = context.run_ui(raw, |ui| {
            pressed.extend(lessons::panels::notes_ui(ui, &mut rig.room()));
        });
        let app = rig.harness.state_mut();
        pressed.into_iter().for_each(|(key, modifiers)| app.press(key, modifiers));
        let texts = texts(&output.shapes);
        assert!(texts.iter().all(|(_, rect)| screen.contains_rect(*rect)), "{texts:?}");
        texts.into_iter().map(|(text, _)| text).collect::<String>()
    };
    let shown = draw(&mut rig, None);
    assert!(shown.contains("Say it slowly.") && shown.contains("A lesson"), "{shown}");
    draw(&mut rig, Some(Key::PageDown));
    rig.load();
    assert_eq!(rig.classroom.place, 1, "keys of that window count");
    draw(&mut rig, Some(Key::S));
    assert_eq!(rig.classroom.notes, Notes::Closed);
}

#[test]
fn a_lesson_follows_its_file_and_reports_mistakes() {
    let mut rig = mine();
    let file = rig.file("lessons/mine.md");
    let change = |from: &str, to: &str, seconds: u64| {
        std::fs::write(&file, LESSON.replace(from, to)).unwrap();
        let time = std::time::SystemTime::UNIX_EPOCH + std::time::Duration::from_secs(seconds);
        std::fs::File::open(&file).unwrap().set_modified(time).unwrap();
    };
    change("Some *text*", "Other *text*", 1000);
    rig.until("it is read again", |rig| {
        format!("{:?}", rig.classroom.card().map(|card| &card.body)).contains("Other")
    });
    rig.leave_lesson();
    change("softening = 0.125", "softening = \"much\"", 2000);
    rig.until("the mistake is found", |rig| !rig.classroom.shelf.faults.is_empty());
    rig.frame();
    rig.assert_paints_part(["mine.md, line 12"]);
}

#[test]
fn a_number_is_typed_with_its_decimals_and_the_list_has_keys() {
    let mut rig = rig();
    // The lesson's own place in the list.
    let mut lessons = rig.classroom.shelf.lessons.iter();
    let place = lessons.position(|lesson| lesson.name == "why-does-it-collapse").unwrap();
    rig.press_all([Key::Backspace, [Key::Num1, Key::Num2, Key::Num3][place]]);
    rig.load();
    let lesson = rig.classroom.lesson.clone().unwrap();
    assert_eq!(lesson.name, "why-does-it-collapse");
    let asks = |card: &Card| matches!(card.question, Some(Question::Number { .. }));
    let place = lesson.cards.iter().position(asks).unwrap();
    rig.go_to_card(place);
    // An earlier card has started it.
    rig.pause();
    rig.load();
    let steps = rig.steps();
    let type_number = |rig: &mut Rig| {
        for (letter, key) in
            [("1", Key::Num1), (",", Key::Comma), ("1", Key::Num1), (".", Key::Period)]
        {
            rig.harness.event(Event::Text(letter.to_owned()));
            rig.press(key);
        }
        assert_eq!(rig.classroom.draft.typed, "1,1.");
    };
    type_number(&mut rig);
    // After an answer, another number takes its place.
    rig.classroom.draft.typed = "77".to_owned();
    rig.press(Key::Enter);
    rig.load();
    assert!(given(&rig).is_some_and(|(_, is_right)| !is_right), "77 is wrong");
    type_number(&mut rig);
    assert_eq!((rig.view(), rig.classroom.place), (View::Classroom, place));
    assert_eq!(rig.steps(), steps, "a full stop is no step");
    rig.press_all([Key::Backspace; 4]);
    rig.press(Key::Home);
    assert_eq!(rig.classroom.place, 0);
}

#[test]
fn a_lesson_goes_on_in_the_middle_with_the_scene_of_its_cards() {
    let mut rig = rig();
    rig.settings_mut().guides.velocities = true;
    rig.begin_lesson("why-does-it-collapse");
    assert!(!rig.settings().guides.velocities, "nothing tells the answers");
    let cards = rig.classroom.lesson.clone().unwrap().cards;
    let mut places = (1..cards.len() - 1).rev();
    let place = places.find(|place| cards[*place].setting.scene.is_none()).unwrap();
    let named = cards[..place].iter().rev().find_map(|card| card.setting.scene.as_deref());
    rig.classroom.go_to(place);
    rig.ask(Command::EndLesson);
    rig.load();
    rig.begin_lesson("why-does-it-collapse");
    assert!(named.is_some());
    assert_eq!((rig.classroom.place, rig.scene_name()), (place, named));
}

#[test]
fn skipped_cards_still_apply_their_settings() {
    let mut rig = rig();
    rig.begin_lesson("kepler-and-newton");
    let cards = rig.classroom.lesson.clone().unwrap().cards;
    let is_slow = |card: &Card| card.setting.speed.is_some_and(|speed| speed < 1.0);
    let slow = cards.iter().position(is_slow).unwrap();
    rig.go_to_card(slow);
    let slowly = rig.speed();
    // Two cards at once, faster than a frame: the first sets the speed back.
    assert_eq!((cards[slow + 1].setting.speed, cards[slow + 2].setting.speed), (Some(1.0), None));
    rig.classroom.reveal();
    (0..2).for_each(|_| rig.ask(Command::TurnCard(1)));
    rig.load();
    assert_eq!(rig.classroom.place, slow + 2);
    assert!((rig.speed() / slowly - 1.0 / 0.6).abs() < 1e-6, "{slowly}, {}", rig.speed());
    // Back to the scene of an earlier card that does not name it.
    let is_other = |card: &Card| card.setting.scene.as_ref().is_some_and(|name| name != "kepler");
    let other = slow + cards[slow..].iter().position(is_other).unwrap();
    for (place, is_kepler) in [(other, false), (slow + 1, true)] {
        rig.go_to_card(place);
        assert_eq!(rig.scene_name() == Some("kepler"), is_kepler);
    }
}
