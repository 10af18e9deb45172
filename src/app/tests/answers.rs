//! Answers on a card: where the verdict stands, what keeps its place, what keys belong to, and what
//! counts.

use egui::{Event, Key, Modifiers, Rect, Role};
use egui_kittest::kittest::NodeT;
use starshell::words::LANGUAGES;

use crate::app::commands::{Command, View};
use crate::app::lessons::{classroom::Classroom, reading::Piece};
use crate::app::tests::{
    Rig,
    cards::{right, window, wrong},
    text,
};
use crate::lesson::{Answer, Question, Shelf};

/// A question to choose, one for a number beside a slider, and a card without either.
const LESSON: &str = r#"+++
title = "Mine"
minutes = 3
aims = []
+++

# Choose

```card
scene = "kepler"
play = false
show = ["physics", "measurements"]
```

```question
kind = "choose"
ask = "Which?"
options = ["this one", "that one", "the other"]
right = 2
explain = "Because that one is."
```

# Number

```card
show = ["physics"]
```

```question
kind = "number"
ask = "How much is six times seven?"
answer = 42
within = 0.01
explain = "It always was."
```

# Read

This is all.
"#;

/// The lesson on its first card, in a window of 1280 x 720.
fn mine(is_projector: bool) -> Rig {
    let mut rig = window(&LANGUAGES[0], is_projector);
    let folder = rig.folder.path().join("lessons");
    std::fs::create_dir(&folder).unwrap();
    std::fs::write(folder.join("mine.md"), LESSON).unwrap();
    rig.app_mut().classroom = Classroom::new(Some(folder), None);
    rig.app_mut().classroom.shelf.wait();
    begin(&mut rig);
    rig
}

fn begin(rig: &mut Rig) {
    rig.app_mut().ask(Command::BeginLesson("mine".to_owned()));
    rig.frame();
    rig.until("the scene is made", |app| app.desk.run.loading().is_none());
    (0..3).for_each(|_| rig.frame());
}

/// Where the options and the button that gives the answer are.
fn places(rig: &Rig) -> Vec<Rect> {
    let buttons = ["classroom-answer", "classroom-predict", "classroom-take"].map(text);
    let nodes = rig.harness.root().children_recursive().filter(|node| {
        let node = node.accesskit_node();
        let is_button = || {
            node.role() == Role::Button
                && node.label().is_some_and(|label| buttons.contains(&label))
        };
        node.role() == Role::RadioButton || is_button()
    });
    nodes.map(|node| node.rect()).collect()
}

/// Turns to the page of the question.
fn seek_question(rig: &mut Rig) {
    rig.app_mut().classroom.reading.seeks = Some(Piece::Question);
    (0..3).for_each(|_| rig.harness.step());
    assert!(rig.app().classroom.reading.shows(Piece::Question));
}

/// Gives an answer, looks at what it is told, and at what has moved.
fn give(rig: &mut Rig, question: &Question, answer: &Answer, which: &str) {
    seek_question(rig);
    let before = places(rig);
    assert!(!before.is_empty(), "{which}");
    rig.app_mut().classroom.answer(answer);
    (0..3).for_each(|_| rig.harness.step());
    let reading = &rig.app().classroom.reading;
    if reading.shows(Piece::Question) {
        assert_eq!(places(rig), before, "{which}: {answer:?} moves something");
    }
    assert!(reading.shows(Piece::Reason), "{which}");
    let given = rig.app().classroom.given().unwrap();
    let verdict = match question {
        Question::Predict { .. } => crate::app::tests::words::text(
            "classroom-predicted",
            &[("answer", given.answer.clone())],
        ),
        _ if given.is_right => text("classroom-right"),
        _ => "is not right.".to_owned(),
    };
    let is_painted = rig.painted().iter().any(|(text, _)| text.contains(&verdict));
    assert!(is_painted, "{which}: {verdict} is not beside the explanation: {:?}", rig.painted());
    seek_question(rig);
    assert_eq!(places(rig), before, "{which}: back on its page, it has moved");
}

#[test]
fn a_verdict_is_on_the_page_that_is_shown_and_moves_nothing() {
    for is_projector in [false, true] {
        let mut rig = window(&LANGUAGES[0], is_projector);
        rig.app_mut().desk.shell.view = View::Classroom;
        for lesson in Shelf::new(None).lessons {
            assert!(rig.app_mut().classroom.begin(&lesson.name));
            for (place, card) in lesson.cards.iter().enumerate() {
                let Some(question) = &card.question else { continue };
                rig.app_mut().classroom.go_to(place);
                (0..2).for_each(|_| rig.harness.step());
                if rig.app().classroom.hides_outcome() {
                    rig.app_mut().classroom.reveal();
                }
                let which =
                    format!("{}, card {}, projector: {is_projector}", lesson.name, place + 1);
                wrong(question)
                    .iter()
                    .chain([&right(question)])
                    .for_each(|answer| give(&mut rig, question, answer, &which));
            }
        }
    }
}

/// The role and the name of what has the focus.
fn focused(rig: &Rig) -> Option<(Role, String)> {
    let mut nodes = rig.harness.root().children_recursive();
    let node = nodes.find(|node| node.accesskit_node().is_focused())?;
    Some((node.accesskit_node().role(), node.accesskit_node().label().unwrap_or_default()))
}

#[test]
fn the_first_tab_goes_to_the_first_control_of_the_card() {
    for is_projector in [false, true] {
        let mut rig = mine(is_projector);
        let expected = [
            (Role::RadioButton, "this one".to_owned()),
            (Role::TextInput, text("classroom-number")),
            (Role::Button, text("classroom-finish")),
        ];
        for (place, expected) in expected.into_iter().enumerate() {
            rig.app_mut().classroom.go_to(place);
            (0..3).for_each(|_| rig.frame());
            rig.key(Key::Tab, Modifiers::NONE);
            (0..2).for_each(|_| rig.frame());
            assert_eq!(focused(&rig), Some(expected), "card {}", place + 1);
            rig.key(Key::Escape, Modifiers::NONE);
            rig.frame();
        }
    }
}

#[test]
fn what_is_typed_belongs_to_the_control_with_the_focus() {
    let mut rig = mine(false);
    for role in [Role::Slider, Role::SpinButton] {
        rig.control(role, "physics-softening").focus();
        rig.frame();
        for key in [Key::Num1, Key::Enter] {
            rig.key(key, Modifiers::NONE);
        }
        assert!(
            rig.app().classroom.draft.chosen.is_none() && rig.app().classroom.given().is_none(),
            "{role:?}"
        );
    }
    rig.app_mut().classroom.go_to(1);
    (0..3).for_each(|_| rig.frame());
    rig.control(Role::Slider, "physics-softening").focus();
    rig.frame();
    for digit in ["4", "2"] {
        rig.harness.event(Event::Text(digit.to_owned()));
    }
    rig.key(Key::Enter, Modifiers::NONE);
    assert!(rig.app().classroom.draft.typed.is_empty() && rig.app().classroom.given().is_none());
    // A button takes none.
    rig.key(Key::Escape, Modifiers::NONE);
    rig.control(Role::Button, "classroom-back").focus();
    rig.frame();
    rig.harness.event(Event::Text("42".to_owned()));
    rig.frame();
    assert_eq!(rig.app().classroom.draft.typed, "42");
    // In the simulation, too: 1 would load a scene.
    let mut rig = Rig::with("plummer", [1280.0, 720.0], |app| {
        app.desk.shell.settings.panels.left_open = true
    });
    rig.frame();
    rig.control(Role::Slider, "physics-softening").focus();
    rig.frame();
    rig.key(Key::Num1, Modifiers::NONE);
    assert!(rig.app().desk.run.loading().is_none());
    assert_eq!(rig.app().desk.run.origin.name, Some("plummer"));
}

#[test]
fn a_finished_lesson_begins_at_its_first_card() {
    let mut rig = mine(false);
    rig.app_mut().classroom.go_to(1);
    rig.app_mut().ask(Command::EndLesson);
    rig.frame();
    begin(&mut rig);
    assert_eq!(rig.app().classroom.place, 1, "it was left there");
    rig.app_mut().classroom.go_to(2);
    rig.frame();
    rig.key(Key::PageDown, Modifiers::NONE);
    assert!(rig.app().classroom.lesson.is_none());
    begin(&mut rig);
    assert_eq!(rig.app().classroom.place, 0);
}

#[test]
fn a_wrong_try_after_the_right_answer_does_not_count() {
    let mut rig = mine(false);
    let score = |rig: &Rig| {
        rig.app().classroom.progress.score(rig.app().classroom.shelf.lesson("mine").unwrap())
    };
    rig.app_mut().classroom.answer(&Answer::Option(1));
    rig.app_mut().classroom.answer(&Answer::Option(0));
    rig.frame();
    // It is told, all the same.
    assert!(rig.app().classroom.given().is_some_and(|given| !given.is_right));
    assert_eq!(score(&rig), [1, 2]);
    assert_eq!(
        rig.app().classroom.progress.csv().lines().nth(1).map(|line| line.ends_with(",true,1")),
        Some(true)
    );
    rig.app_mut().classroom.go_to(0);
    assert!(rig.app().classroom.given().is_some_and(|given| given.is_right));
}

#[test]
fn what_was_said_about_escape_ends_with_the_lesson() {
    let mut rig = mine(false);
    rig.key(Key::Escape, Modifiers::NONE);
    assert_eq!(rig.notice(), Some(text("classroom-once-more").as_str()));
    rig.key(Key::Escape, Modifiers::NONE);
    assert!(rig.app().classroom.lesson.is_none());
    assert_eq!(rig.notice(), None);
}

#[test]
fn keys_scroll_the_panel_beside_a_card() {
    let mut rig = mine(true);
    let top = |rig: &Rig| rig.control(Role::DisclosureTriangle, "physics-title").rect().top();
    let before = top(&rig);
    rig.key(Key::PageDown, Modifiers::COMMAND);
    (0..60).for_each(|_| rig.frame());
    assert!(top(&rig) < before - 100.0, "{} after {before}", top(&rig));
    assert_eq!(rig.app().classroom.place, 0, "the card stays");
    rig.key(Key::PageUp, Modifiers::COMMAND);
    (0..60).for_each(|_| rig.frame());
    assert_eq!(top(&rig), before);
}
