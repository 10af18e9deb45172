//! Lessons, followed with the keyboard and through the names of controls.

use egui::{Key, Modifiers};
use starshell::words;

use crate::app::commands::{Command, View};
use crate::app::lessons::{
    self,
    classroom::{Classroom, Notes},
};
use crate::app::shell::theme;
use crate::app::tests::{Rig, text};
use crate::lesson::Question;

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
fn rig(size: [f32; 2]) -> Rig {
    let mut rig = Rig::with("plummer", size, |_| ());
    let folder = rig.folder.path().join("lessons");
    std::fs::create_dir_all(&folder).unwrap();
    std::fs::write(folder.join("mine.md"), LESSON).unwrap();
    let answers = folder.join("progress.json");
    rig.app_mut().classroom = Classroom::new(Some(folder), Some(answers));
    rig.app_mut().classroom.shelf.wait();
    rig.app_mut().desk.shell.view = View::Classroom;
    rig.frame();
    rig
}

/// Lets a card set itself up.
fn settle(rig: &mut Rig) {
    rig.frame();
    rig.until("the scene is there", |app| app.desk.run.loading().is_none());
    rig.frame();
}

/// Whether this text is painted, at the beginning of a line at least.
fn paints(rig: &Rig, text: &str) -> bool {
    rig.painted().iter().any(|(painted, _)| painted.starts_with(text))
}

#[test]
fn a_lesson_is_followed_with_the_keyboard_alone() {
    let mut rig = rig([1280.0, 720.0]);
    rig.app_mut().ask(Command::BeginLesson("mine".to_owned()));
    settle(&mut rig);
    assert!(paints(&rig, "Look") && paints(&rig, "Some text with E"), "{:?}", rig.painted());
    assert_eq!(rig.app().desk.run.stage.session.scene().physics.softening, 0.125);
    // It waits for a control.
    rig.key(Key::PageDown, Modifiers::NONE);
    assert_eq!(rig.app().classroom.place, 0);
    rig.slide("physics-softening", 0.7);
    rig.frame();
    rig.key(Key::PageDown, Modifiers::NONE);
    assert_eq!(rig.app().classroom.place, 1);

    rig.key(Key::Num2, Modifiers::NONE);
    rig.key(Key::Enter, Modifiers::NONE);
    assert_eq!(
        rig.app().classroom.given().map(|given| given.answer.clone()).as_deref(),
        Some("It flies")
    );
    rig.key(Key::ArrowRight, Modifiers::NONE);
    rig.frame();
    // What happens is told when it is asked for, not as soon as the card turns.
    let told = words::text("classroom-came-otherwise", &[("answer", "It falls".to_owned())]);
    assert!(
        !paints(&rig, &told)
            && rig
                .painted()
                .iter()
                .any(|(painted, _)| painted.ends_with(&text("classroom-reveal")))
    );
    assert!(!paints(&rig, "It has no wings."));
    rig.key(Key::Enter, Modifiers::NONE);
    rig.frame();
    assert!(paints(&rig, &told) && paints(&rig, "It has no wings."), "{:?}", rig.painted());

    // A wrong answer is told and does not open the way, a right one does.
    rig.key(Key::Num1, Modifiers::NONE);
    rig.key(Key::Enter, Modifiers::NONE);
    rig.key(Key::PageDown, Modifiers::NONE);
    assert_eq!(
        (rig.app().classroom.place, rig.app().classroom.given().unwrap().is_right),
        (2, false)
    );
    assert!(
        !paints(&rig, "Because") && paints(&rig, "This one is too near."),
        "{:?}",
        rig.painted()
    );
    rig.key(Key::Num2, Modifiers::NONE);
    rig.key(Key::Enter, Modifiers::NONE);
    rig.frame();
    assert!(paints(&rig, &text("classroom-right")) && paints(&rig, "Because that one is."));
    rig.key(Key::PageDown, Modifiers::NONE);

    rig.frame();
    // A usual wrong number has its reason, others a hint.
    let reasons = [
        "That is the sum.".to_owned(),
        text("classroom-too-large"),
        text("classroom-power-of-ten"),
    ];
    for (number, reason) in ["13", "50", "0.42"].into_iter().zip(reasons) {
        rig.harness.event(egui::Event::Text(number.to_owned()));
        rig.frame();
        rig.key(Key::Enter, Modifiers::NONE);
        rig.frame();
        assert!(
            paints(&rig, &reason) && !paints(&rig, "It always was."),
            "{number}: {:?}",
            rig.painted()
        );
        number.chars().for_each(|_| rig.key(Key::Backspace, Modifiers::NONE));
    }
    // Without a click into the field.
    for letter in ["4", "3"] {
        rig.harness.event(egui::Event::Text(letter.to_owned()));
        rig.frame();
    }
    rig.key(Key::Backspace, Modifiers::NONE);
    rig.harness.event(egui::Event::Text("2,1".to_owned()));
    rig.frame();
    rig.key(Key::Enter, Modifiers::NONE);
    rig.frame();
    assert!(
        rig.app().classroom.given().is_some_and(|given| given.is_right && given.answer == "42.1")
    );
    rig.key(Key::PageDown, Modifiers::NONE);

    settle(&mut rig);
    assert_eq!(rig.app().desk.run.stage.session.simulation().bodies().count(), 64);
    rig.until("its time has come", |app| app.room().card_is_ready());
    rig.key(Key::Enter, Modifiers::NONE);
    assert!(rig.app().classroom.given().is_some_and(|given| given.is_right));
    rig.key(Key::PageDown, Modifiers::NONE);

    settle(&mut rig);
    let laboratory = &rig.app().laboratory;
    assert_eq!(
        (laboratory.shown.name, laboratory.showing.drawing, laboratory.showing.size),
        ("scan", 1, Some(16))
    );
    rig.key(Key::ArrowRight, Modifiers::NONE);
    assert_eq!(
        (rig.app().classroom.place, rig.app().laboratory.showing.step),
        (5, 1),
        "the arrow steps through the drawing"
    );
    rig.key(Key::PageUp, Modifiers::NONE);
    assert_eq!(rig.app().classroom.place, 4);
    (0..2).for_each(|_| rig.key(Key::Escape, Modifiers::NONE));
    assert!(rig.app().classroom.lesson.is_none());
    // It goes on where it was left.
    rig.app_mut().ask(Command::BeginLesson("mine".to_owned()));
    settle(&mut rig);
    assert_eq!(rig.app().classroom.place, 4);
    (0..2).for_each(|_| rig.key(Key::Escape, Modifiers::NONE));
    rig.click("classroom-export");
    let table = std::fs::read_to_string(rig.folder.path().join("answers.csv")).unwrap();
    assert_eq!((table.lines().count(), table.matches(",true,").count()), (5, 3), "{table}");
    rig.key(Key::Escape, Modifiers::NONE);
    assert_eq!(rig.app().desk.shell.view, View::Simulation);
}

#[test]
fn a_card_waits_for_the_value_of_a_control_and_its_overlays_end_with_it() {
    let mut rig = rig([1280.0, 720.0]);
    let changed = LESSON
        .replacen(
            "wait = { control = \"physics-softening\" }",
            "wait = { set = { physics-softening = [0.5, 10] } }",
            1,
        )
        .replacen("lock = ", "overlays = [\"velocities\", \"areas\"]\nlock = ", 1);
    std::fs::write(rig.folder.path().join("lessons/mine.md"), changed).unwrap();
    rig.app_mut().classroom = Classroom::new(Some(rig.folder.path().join("lessons")), None);
    rig.app_mut().classroom.shelf.wait();
    rig.app_mut().ask(Command::BeginLesson("mine".to_owned()));
    settle(&mut rig);
    assert!(
        rig.app().desk.shell.settings.guides.velocities
            && rig.app().desk.shell.settings.guides.swept_areas
            && !rig.app().desk.shell.settings.guides.accelerations
    );
    let name = text("physics-softening");
    let told =
        words::text("classroom-wait-set", &[("name", name), ("value", "0.5 – 10".to_owned())]);
    // A touch is not enough.
    let now = rig.app().desk.run.stage.session.scene().physics.softening;
    rig.slide("physics-softening", 0.1);
    rig.frame();
    assert!(
        rig.app().desk.run.stage.session.scene().physics.softening != now
            && !rig.app_mut().room().card_is_ready()
    );
    assert!(paints(&rig, &told), "{:?}", rig.painted());
    rig.slide("physics-softening", 0.99);
    rig.frame();
    assert!(rig.app_mut().room().card_is_ready(), "{:?}", rig.app().classroom.values);
    rig.key(Key::PageDown, Modifiers::NONE);
    settle(&mut rig);
    assert_eq!(rig.app().classroom.place, 1);
    assert!(
        !rig.app().desk.shell.settings.guides.velocities
            && !rig.app().desk.shell.settings.guides.swept_areas,
        "they end with their card"
    );
    // What somebody switches on ends with its card, too, and with the lesson.
    rig.key(Key::A, Modifiers::NONE);
    assert!(rig.app().desk.shell.settings.guides.swept_areas);
    (0..2).for_each(|_| rig.key(Key::Escape, Modifiers::NONE));
    assert!(
        rig.app().classroom.lesson.is_none() && !rig.app().desk.shell.settings.guides.swept_areas
    );
}

#[test]
fn locked_controls_do_nothing_and_teachers_need_not_wait() {
    let mut rig = rig([1280.0, 720.0]);
    rig.app_mut().ask(Command::BeginLesson("mine".to_owned()));
    settle(&mut rig);
    let before = rig.app().desk.run.stage.session.scene().physics;
    rig.slide("physics-damping", 0.2);
    assert_eq!(rig.app().desk.run.stage.session.scene().physics.damping, before.damping);
    // Keys that act on bodies or scenes do nothing here.
    for key in [Key::Num1, Key::X, Key::T, Key::OpenBracket, Key::R] {
        rig.key(key, Modifiers::NONE);
    }
    assert!(
        rig.app().desk.run.loading().is_none() && rig.app().desk.run.captures.filming.is_none()
    );
    rig.key(Key::S, Modifiers::NONE);
    rig.frame();
    assert!(paints(&rig, "Say it slowly."), "{:?}", rig.painted());
    rig.key(Key::PageDown, Modifiers::NONE);
    assert_eq!(rig.app().classroom.place, 1, "who teaches need not wait");
}

#[test]
fn notes_have_a_window_of_their_own_with_the_same_keys() {
    let mut rig = rig([1280.0, 720.0]);
    rig.app_mut().ask(Command::BeginLesson("mine".to_owned()));
    settle(&mut rig);
    rig.key(Key::S, Modifiers::SHIFT);
    rig.frame();
    assert_eq!(rig.app().classroom.notes, Notes::Apart);
    assert!(!paints(&rig, "Say it slowly."), "the class does not see them");
    let events = |key: Key| {
        let event = |pressed| egui::Event::Key {
            key,
            physical_key: None,
            pressed,
            repeat: false,
            modifiers: Modifiers::NONE,
        };
        vec![event(true), event(false)]
    };
    let screen = egui::Rect::from_min_size(egui::Pos2::ZERO, egui::vec2(400.0, 640.0));
    let context = egui::Context::default();
    theme::install(&context);
    let draw = |rig: &mut Rig, events| {
        let raw = egui::RawInput { screen_rect: Some(screen), events, ..egui::RawInput::default() };
        let mut pressed = Vec::new();
        let output = context.run_ui(raw, |ui| {
            pressed.extend(lessons::panels::notes_ui(ui, &mut rig.app_mut().room()))
        });
        pressed.into_iter().for_each(|(key, modifiers)| rig.app_mut().press(key, modifiers));
        let texts = crate::app::tests::texts(&output.shapes);
        assert!(texts.iter().all(|(_, rect)| screen.contains_rect(*rect)), "{texts:?}");
        texts.into_iter().map(|(text, _)| text).collect::<Vec<_>>().concat()
    };
    let shown = draw(&mut rig, Vec::new());
    assert!(shown.contains("Say it slowly.") && shown.contains("A lesson"), "{shown}");
    draw(&mut rig, events(Key::PageDown));
    settle(&mut rig);
    assert_eq!(rig.app().classroom.place, 1, "keys of that window count");
    draw(&mut rig, events(Key::S));
    assert_eq!(rig.app().classroom.notes, Notes::Closed);
}

#[test]
fn a_lesson_follows_its_file_and_reports_mistakes() {
    let mut rig = rig([1280.0, 720.0]);
    let file = rig.folder.path().join("lessons/mine.md");
    let change = |text: &str, seconds: u64| {
        std::fs::write(&file, text).unwrap();
        let time = std::time::SystemTime::UNIX_EPOCH + std::time::Duration::from_secs(seconds);
        std::fs::File::open(&file).unwrap().set_modified(time).unwrap();
    };
    rig.app_mut().ask(Command::BeginLesson("mine".to_owned()));
    settle(&mut rig);
    change(&LESSON.replace("Some *text*", "Other *text*"), 1000);
    rig.until("it is read again", |app| {
        format!("{:?}", app.classroom.card().map(|card| card.body.clone())).contains("Other")
    });
    (0..2).for_each(|_| rig.key(Key::Escape, Modifiers::NONE));
    change(&LESSON.replace("softening = 0.125", "softening = \"much\""), 2000);
    rig.until("the mistake is found", |app| !app.classroom.shelf.faults.is_empty());
    rig.frame();
    assert!(
        rig.painted().iter().any(|(text, _)| text.contains("mine.md, line 12")),
        "{:?}",
        rig.painted()
    );
}

#[test]
fn a_number_is_typed_with_its_decimals_and_the_list_has_keys() {
    let mut rig = rig([1280.0, 720.0]);
    // The lesson's own place in the list.
    let place = rig
        .app()
        .classroom
        .shelf
        .lessons
        .iter()
        .position(|lesson| lesson.name == "why-does-it-collapse")
        .unwrap();
    let digits = [Key::Num1, Key::Num2, Key::Num3];
    rig.key(Key::Backspace, Modifiers::NONE);
    rig.key(digits[place], Modifiers::NONE);
    settle(&mut rig);
    assert_eq!(
        rig.app().classroom.lesson.as_ref().map(|lesson| lesson.name.as_str()),
        Some("why-does-it-collapse")
    );
    let asks = |card: &crate::lesson::Card| matches!(card.question, Some(Question::Number { .. }));
    let cards = &rig.app().classroom.lesson.as_ref().unwrap().cards;
    let place = cards.iter().position(asks).unwrap();
    rig.app_mut().classroom.go_to(place);
    settle(&mut rig);
    // An earlier card has started it.
    rig.app_mut().desk.viewer.transport.is_playing = false;
    settle(&mut rig);
    let steps = rig.app().desk.run.stage.session.simulation().steps();
    for (letter, key) in [("1", Key::Num1), (",", Key::Comma), ("1", Key::Num1), (".", Key::Period)]
    {
        rig.harness.event(egui::Event::Text(letter.to_owned()));
        rig.key(key, Modifiers::NONE);
    }
    assert_eq!(rig.app().classroom.draft.typed, "1,1.");
    // After an answer, another number takes its place.
    rig.app_mut().classroom.draft.typed = "77".to_owned();
    rig.key(Key::Enter, Modifiers::NONE);
    settle(&mut rig);
    assert!(rig.app().classroom.given().is_some_and(|given| !given.is_right), "77 is wrong");
    for (letter, key) in [("1", Key::Num1), (",", Key::Comma), ("1", Key::Num1), (".", Key::Period)]
    {
        rig.harness.event(egui::Event::Text(letter.to_owned()));
        rig.key(key, Modifiers::NONE);
    }
    assert_eq!(rig.app().classroom.draft.typed, "1,1.");
    assert_eq!((rig.app().desk.shell.view, rig.app().classroom.place), (View::Classroom, place));
    assert_eq!(
        rig.app().desk.run.stage.session.simulation().steps(),
        steps,
        "a full stop is no step"
    );
    (0..4).for_each(|_| rig.key(Key::Backspace, Modifiers::NONE));
    rig.key(Key::Home, Modifiers::NONE);
    assert_eq!(rig.app().classroom.place, 0);
}

#[test]
fn a_lesson_goes_on_in_the_middle_with_the_scene_of_its_cards() {
    let mut rig = rig([1280.0, 720.0]);
    rig.app_mut().desk.shell.settings.guides.velocities = true;
    rig.app_mut().ask(Command::BeginLesson("why-does-it-collapse".to_owned()));
    settle(&mut rig);
    assert!(!rig.app().desk.shell.settings.guides.velocities, "nothing tells the answers");
    let cards = rig.app().classroom.lesson.as_ref().unwrap().cards.clone();
    let place =
        (1..cards.len() - 1).rev().find(|place| cards[*place].setting.scene.is_none()).unwrap();
    let named = cards[..place].iter().rev().find_map(|card| card.setting.scene.clone()).unwrap();
    rig.app_mut().classroom.go_to(place);
    rig.app_mut().ask(Command::EndLesson);
    settle(&mut rig);
    rig.app_mut().ask(Command::BeginLesson("why-does-it-collapse".to_owned()));
    settle(&mut rig);
    assert_eq!(
        (rig.app().classroom.place, rig.app().desk.run.origin.name),
        (place, Some(named.as_str()))
    );
}

#[test]
fn skipped_cards_still_apply_their_settings() {
    let mut rig = rig([1280.0, 720.0]);
    rig.app_mut().ask(Command::BeginLesson("kepler-and-newton".to_owned()));
    settle(&mut rig);
    let cards = rig.app().classroom.lesson.as_ref().unwrap().cards.clone();
    let slow =
        (0..).find(|place| cards[*place].setting.speed.is_some_and(|speed| speed < 1.0)).unwrap();
    rig.app_mut().classroom.go_to(slow);
    settle(&mut rig);
    let slowly = rig.speed();
    // Two cards at once, faster than a frame: the first sets the speed back.
    assert_eq!((cards[slow + 1].setting.speed, cards[slow + 2].setting.speed), (Some(1.0), None));
    rig.app_mut().classroom.reveal();
    (0..2).for_each(|_| rig.app_mut().ask(Command::TurnCard(1)));
    settle(&mut rig);
    assert_eq!(rig.app().classroom.place, slow + 2);
    assert!((rig.speed() / slowly - 1.0 / 0.6).abs() < 1e-6, "{slowly}, {}", rig.speed());
    // Back to the scene of an earlier card that does not name it.
    let other = (slow..)
        .find(|place| cards[*place].setting.scene.as_ref().is_some_and(|scene| scene != "kepler"))
        .unwrap();
    rig.app_mut().classroom.go_to(other);
    settle(&mut rig);
    assert_ne!(rig.app().desk.run.origin.name, Some("kepler"));
    rig.app_mut().classroom.go_to(slow + 1);
    settle(&mut rig);
    assert_eq!(rig.app().desk.run.origin.name, Some("kepler"));
}
