//! Answers on a card: where the verdict stands, what keeps its place, what keys belong to, and what
//! counts.

use super::{
    cards::{right, window, wrong},
    *,
};
use crate::app::lessons::{classroom::Notes, reading::Piece};
use crate::lesson::{Answer, Card, Question};

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

/// The lesson on its first card, in a window of the usual size.
fn mine(is_projector: bool) -> Rig {
    let mut rig = window(is_projector);
    rig.write_lesson(LESSON);
    rig.begin_lesson("mine");
    rig
}

/// Where the options and the button that gives the answer are.
fn places(rig: &Rig) -> Vec<Rect> {
    let answers = ["classroom-answer", "classroom-predict", "classroom-take"];
    let buttons = answers.iter().flat_map(|key| rig.called(Role::Button, key));
    let options = rig.nodes().filter(|node| node.accesskit_node().role() == Role::RadioButton);
    options.chain(buttons).map(|node| node.rect()).collect()
}

/// Turns to the page of the question.
fn seek_question(rig: &mut Rig) {
    rig.classroom.reading.seeks = Some(Piece::Question);
    rig.draw(3);
    assert!(rig.classroom.reading.shows(Piece::Question));
}

/// Gives an answer, looks at what it is told, and at what has moved.
fn give(rig: &mut Rig, question: &Question, answer: &Answer, which: &str) {
    seek_question(rig);
    let before = places(rig);
    assert!(!before.is_empty(), "{which}");
    rig.classroom.answer(answer);
    rig.draw(3);
    if rig.classroom.reading.shows(Piece::Question) {
        assert_eq!(places(rig), before, "{which}: {answer:?} moves something");
    }
    assert!(rig.classroom.reading.shows(Piece::Reason), "{which}");
    let given = rig.classroom.given().unwrap();
    let verdict = match question {
        Question::Predict { .. } => words::t!("classroom-predicted", answer = given.answer),
        _ if given.is_right => text("classroom-right"),
        _ => "is not right.".to_owned(),
    };
    let is_beside = rig.paints_part(&verdict);
    assert!(is_beside, "{which}: {verdict} is not beside the explanation: {:?}", rig.painted());
    seek_question(rig);
    assert_eq!(places(rig), before, "{which}: back on its page, it has moved");
}

#[test]
fn a_verdict_is_on_the_page_that_is_shown_and_moves_nothing() {
    for is_projector in [false, true] {
        let mut rig = window(is_projector);
        rig.show(View::Classroom);
        for lesson in Shelf::new(None).lessons {
            assert!(rig.classroom.begin(&lesson.name));
            for (place, card) in lesson.cards.iter().enumerate() {
                let Some(question) = &card.question else { continue };
                rig.classroom.go_to(place);
                rig.draw(2);
                if rig.classroom.hides_outcome() {
                    rig.classroom.reveal();
                }
                let which =
                    format!("{}, card {}, projector: {is_projector}", lesson.name, place + 1);
                let answers = wrong(question).into_iter().chain([right(question)]);
                answers.for_each(|answer| give(&mut rig, question, &answer, &which));
            }
        }
    }
}

#[test]
fn the_first_tab_goes_to_the_first_control_of_the_card() {
    for is_projector in [false, true] {
        let mut rig = mine(is_projector);
        for (place, (role, name)) in [
            (Role::RadioButton, "this one"),
            (Role::TextInput, "classroom-number"),
            (Role::Button, "classroom-finish"),
        ]
        .into_iter()
        .enumerate()
        {
            rig.go_to_card(place);
            rig.press(Key::Tab);
            rig.frames(2);
            let focused = rig.nodes().find(|node| node.accesskit_node().is_focused());
            let focused = focused.map(|node| node.accesskit_node());
            let focused = focused.map(|node| (node.role(), node.label().unwrap_or_default()));
            assert_eq!(focused, Some((role, text(name))), "card {}", place + 1);
            rig.press(Key::Escape);
            rig.frame();
        }
    }
}

/// Gives a control the focus, and types what would also be an answer.
fn type_at(rig: &mut Rig, role: Role, key: &str) {
    rig.control(role, key).focus();
    rig.frame();
    rig.harness.event(Event::Text("4".to_owned()));
    rig.type_text("2");
}

#[test]
fn what_is_typed_belongs_to_the_control_with_the_focus() {
    let mut rig = mine(false);
    for role in [Role::Slider, Role::SpinButton] {
        rig.control(role, "physics-softening").focus();
        rig.frame();
        rig.press_all([Key::Num1, Key::Enter]);
        let classroom = &rig.classroom;
        assert!(classroom.draft.chosen.is_none() && classroom.given().is_none(), "{role:?}");
    }
    rig.go_to_card(1);
    type_at(&mut rig, Role::Slider, "physics-softening");
    rig.press(Key::Enter);
    assert!(rig.classroom.draft.typed.is_empty() && rig.classroom.given().is_none());
    // A button takes none.
    rig.press(Key::Escape);
    type_at(&mut rig, Role::Button, "classroom-back");
    assert_eq!(rig.classroom.draft.typed, "42");
    // In the simulation, too: 1 would load a scene.
    let mut rig = Rig::new("plummer");
    rig.control(Role::Slider, "physics-softening").focus();
    rig.frame();
    rig.press(Key::Num1);
    assert_eq!((rig.is_loading(), rig.scene_name()), (false, Some("plummer")));
}

#[test]
fn a_finished_lesson_begins_at_its_first_card() {
    let mut rig = mine(false);
    rig.classroom.go_to(1);
    rig.perform(Command::EndLesson);
    rig.begin_lesson("mine");
    assert_eq!(rig.classroom.place, 1, "it was left there");
    rig.classroom.go_to(2);
    rig.frame();
    rig.press(Key::PageDown);
    assert!(rig.classroom.lesson.is_none());
    rig.begin_lesson("mine");
    assert_eq!(rig.classroom.place, 0);
}

#[test]
fn a_wrong_try_after_the_right_answer_does_not_count() {
    let mut rig = mine(false);
    let is_right = |rig: &Rig| rig.classroom.given().map(|given| given.is_right);
    for option in [1, 0] {
        rig.classroom.answer(&Answer::Option(option));
    }
    rig.frame();
    // It is told, all the same.
    assert_eq!(is_right(&rig), Some(false));
    let progress = &rig.classroom.progress;
    assert_eq!(progress.score(rig.classroom.shelf.lesson("mine").unwrap()), [1, 2]);
    assert!(progress.csv().lines().nth(1).unwrap().ends_with(",true,1"), "{}", progress.csv());
    rig.classroom.go_to(0);
    assert_eq!(is_right(&rig), Some(true));
}

#[test]
fn what_was_said_about_escape_ends_with_the_lesson() {
    let mut rig = mine(false);
    rig.press(Key::Escape);
    assert_eq!(rig.notice(), Some(text("classroom-once-more").as_str()));
    rig.press(Key::Escape);
    assert!(rig.classroom.lesson.is_none() && rig.notice().is_none());
}

#[test]
fn keys_scroll_the_panel_beside_a_card() {
    let mut rig = mine(true);
    let top = |rig: &Rig| rig.rect(Role::DisclosureTriangle, "physics-title").top();
    let before = top(&rig);
    rig.key(Key::PageDown, Modifiers::COMMAND);
    rig.frames(60);
    assert!(top(&rig) < before - 100.0, "{} after {before}", top(&rig));
    assert_eq!(rig.classroom.place, 0, "the card stays");
    rig.key(Key::PageUp, Modifiers::COMMAND);
    rig.frames(60);
    assert_eq!(top(&rig), before);
}

#[test]
fn notes_tell_the_answer_once_the_question_is_asked() {
    let mut rig = Rig::new("plummer");
    rig.begin_lesson("energy-and-time-steps");
    rig.classroom.notes = Notes::Below;
    let cards = rig.classroom.lesson.clone().unwrap().cards;
    let is_hidden = |card: &Card| card.outcome.is_some() && card.question.is_some();
    let place = cards.iter().position(is_hidden).unwrap();
    let solution = cards[place].question.as_ref().unwrap().solution();
    let told = words::text("classroom-solution", &[("answer", solution)]);
    rig.go_to_card(place);
    assert!(!rig.writes(&told), "the question comes after the outcome");
    rig.until("the question is asked", |rig| {
        if !rig.classroom.is_asking() {
            rig.ask(Command::TurnCard(1));
        }
        rig.classroom.place != place || rig.classroom.is_asking()
    });
    rig.frame();
    assert!(rig.classroom.place == place && rig.writes(&told), "{told}: {:?}", rig.writing());
}
