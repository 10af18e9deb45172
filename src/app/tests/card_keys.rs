//! Cards by keyboard: it is enough for every lesson, cards name the keys that they need, and stray
//! keys change nothing.

use super::{
    cards::{assert_legible, look_through, right, window},
    workbench::with_program,
    *,
};
use crate::app::lessons::reading::Piece;
use crate::app::simulation::statistics::key_of;
use crate::lesson::{Answer, Block, Card, Inline, Question, SidePart, Wait};

/// Presses the digit of a place in a list, from 0; that of the tenth is 0.
fn press_digit(rig: &mut Rig, place: usize) {
    rig.press(Key::from_name(&((place + 1) % 10).to_string()).unwrap());
}

/// Goes to the next control and types a number there.
fn type_into_next(rig: &mut Rig, number: &str) {
    rig.press(Key::Tab);
    rig.frame();
    rig.type_text(number);
}

/// Follows what a card asks for with keys, from what it marks to what it waits for.
fn use_marked(rig: &mut Rig, key: &str) {
    match key {
        "view-velocities" => {
            rig.key(Key::V, Modifiers::SHIFT);
            assert!(rig.settings().guides.velocities);
        }
        "view-areas" => {
            rig.press(Key::A);
            assert!(rig.settings().guides.swept_areas);
        }
        "laboratory-run" => {
            // Software would need minutes for all of it.
            rig.key(Key::Enter, Modifiers::COMMAND);
            rig.until("it is measured", |rig| {
                rig.laboratory.measuring.as_ref().is_some_and(|measuring| measuring.at().is_some())
            });
            rig.command("laboratory-stop");
            rig.until("it ends", |rig| rig.laboratory.measuring.is_none());
        }
        "workbench-run" => {
            rig.key(Key::Enter, Modifiers::COMMAND);
            rig.until("it is checked", |rig| rig.room().card_is_ready());
        }
        "kept-keep" => {
            let before = rig.kept().len();
            rig.until("there is a curve", |rig| rig.measured().is_some());
            rig.press_all([Key::Tab, Key::Enter]);
            assert_eq!(rig.kept().len(), before + 1);
        }
        "physics-time-step" => {
            type_into_next(rig, "0.0625");
            rig.press(Key::Enter);
            rig.frame();
            assert_eq!(rig.physics().time_step, 0.0625);
        }
        "physics-gravity" => {
            rig.press(Key::Tab);
            let held = rig.harness.ctx.memory(|memory| memory.focused().is_some());
            assert!(held, "the marked control has the focus");
            for key in [Key::Enter, Key::ArrowDown, Key::Enter] {
                rig.press(key);
                rig.frame();
            }
            assert!(rig.room().card_is_ready(), "{:?}", rig.classroom.values);
            let is_open = egui::Popup::is_any_open(&rig.harness.ctx);
            assert!(!is_open, "what is below the list can be seen");
        }
        "hands-factor" => type_into_next(rig, "2"),
        "hands-multiply" => {
            rig.press_all([Key::Tab, Key::Enter]);
            assert_eq!(rig.interaction().factor, 2.0);
            rig.until("they are faster", |rig| {
                rig.next_undo().is_some_and(|change| change.key == "undo-speeds")
            });
        }
        "walk-body" => {
            for number in ["7", "0.3"] {
                type_into_next(rig, number);
                rig.press(Key::Enter);
                assert_eq!(rig.laboratory.walking.body, 7);
            }
            assert_eq!(rig.laboratory.walking.angle, 0.3);
        }
        "physics-errors" => {
            rig.until("errors are found", |rig| rig.errors().is_some());
            rig.frames(30);
            let seen = rig.window().with_max_y(rig.window().bottom() - theme::BAR);
            let is_seen = |(text, place): &(String, Rect)| {
                text.contains("99 of 100") && place.bottom() < seen.bottom() && place.top() > 0.0
            };
            let told = |told: &(String, Rect)| told.1.left() > seen.center().x && is_seen(told);
            assert!(rig.painted().iter().any(told), "the errors are not in view");
        }
        "physics-tree-accuracy" | "walk-angle" => {}
        key => panic!("nothing tries {key}"),
    }
}

/// The first words of the outcome of a prediction.
fn told_by(card: &Card) -> String {
    let Some(Block::Paragraph(line)) = card.outcome.and_then(|place| card.body.get(place)) else {
        return String::new();
    };
    let words = line.iter().map_while(|inline| {
        if let Inline::Text { text, .. } = inline { Some(text.as_str()) } else { None }
    });
    words.collect()
}

/// Turns pages up to that of the question.
fn turn_to_question(rig: &mut Rig) {
    while !rig.classroom.reading.shows(Piece::Question) {
        let page = rig.classroom.reading.page;
        rig.press(Key::PageDown);
        assert_eq!(rig.classroom.reading.page, page + 1);
    }
}

/// Turns pages up to the next card.
fn turn_over(rig: &mut Rig) {
    let place = rig.classroom.place;
    let pages = rig.classroom.reading.pages() - rig.classroom.reading.page;
    (0..pages).for_each(|_| rig.press(Key::PageDown));
    assert!(rig.classroom.lesson.is_none() || rig.classroom.place == place + 1);
}

/// Answers by keys.
fn answer_by_keys(rig: &mut Rig, question: &Question) {
    match right(question) {
        Answer::Option(number) => press_digit(rig, number),
        Answer::Number(number) if matches!(question, Question::Number { .. }) => {
            rig.type_text(&number.to_string());
        }
        // It takes what is measured at this moment.
        Answer::Number(_) => {}
    }
    rig.press(Key::Enter);
    let given = rig.classroom.given();
    let is_measured = matches!(question, Question::Measure { .. });
    assert!(given.is_some_and(|given| given.is_right || is_measured), "{question:?}: {given:?}");
}

/// Asserts that what a card is about is in view beside it: its plot, and what it marks.
fn assert_led(rig: &mut Rig, card: &Card) {
    let setting = &card.setting;
    if !setting.highlight.is_empty() || setting.plot.is_some() {
        rig.frames(30);
    }
    // The bar is below the side panel.
    let seen = rig.window().with_max_y(rig.window().bottom() - theme::BAR);
    let has_plot = setting.show.contains(&SidePart::Measurements);
    if let Some(plot) = setting.plot.filter(|_| has_plot) {
        let image = rig.rect(Role::Image, &key_of(plot));
        assert!(image.bottom() <= seen.bottom() + 1.0, "{}: plot at {image}", card.title);
    }
    if let Some(key) = setting.highlight.first() {
        let is_seen = rig.named(key).any(|node| seen.contains_rect(node.rect()));
        assert!(is_seen, "{}: {key} is not seen", card.title);
    }
}

/// Nobody has run what is to be predicted: those who teach may reveal it all the same.
fn reveal(rig: &mut Rig, card: &Card) {
    let outcome = told_by(card);
    let is_told = !outcome.is_empty() && !rig.paints_part(&outcome);
    assert!(is_told, "{}: what happens is told before", card.title);
    rig.classroom.reveal();
    let mut is_told = false;
    look_through(rig, |rig, _| is_told |= rig.paints_part(&outcome));
    assert!(is_told, "{}: {outcome:?} is not told", card.title);
    rig.classroom.reading.page = 0;
    rig.frame();
}

#[test]
fn every_lesson_is_finished_with_the_keyboard_alone() {
    let mut rig = window(true);
    with_program(&mut rig.workbench);
    rig.press(Key::Comma);
    for (number, lesson) in lessons_to_try() {
        press_digit(&mut rig, number);
        for (place, card) in lesson.cards.iter().enumerate() {
            rig.load();
            let now = (rig.classroom.place, rig.classroom.is_taught());
            assert_eq!(now, (place, false), "{}", lesson.name);
            assert_led(&mut rig, card);
            assert_legible(&rig, &format!("{}, {}", lesson.name, card.title));
            card.setting.highlight.iter().for_each(|key| use_marked(&mut rig, key));
            if rig.classroom.hides_outcome() {
                reveal(&mut rig, card);
            }
            if let Some(question) = &card.question {
                turn_to_question(&mut rig);
                let is_measured = matches!(question, Question::Measure { .. });
                rig.until("there is something to take", |rig| {
                    !is_measured || rig.room().ready_answer().is_some()
                });
                answer_by_keys(&mut rig, question);
            }
            if let Some(Wait::Time(_)) = card.setting.wait {
                let before = rig.steps();
                rig.until("it moves", |rig| rig.steps() > before);
            }
            if let (Some(exercise), Some(Wait::Right(_) | Wait::Faster(_))) =
                (card.setting.exercise, &card.setting.wait)
            {
                rig.workbench.sheet_mut().solve(exercise - 1);
                rig.key(Key::Enter, Modifiers::COMMAND);
                rig.until("it has run", |rig| rig.workbench.sheet().verdict.is_some());
                rig.frame();
            }
            // What now comes by itself, those who teach need not wait for, and times may be
            // unsteady.
            let wait = &card.setting.wait;
            if matches!(wait, Some(Wait::Time(_) | Wait::Results(_) | Wait::Faster(_)))
                && !rig.room().card_is_ready()
            {
                rig.press(Key::S);
            }
            turn_over(&mut rig);
            if rig.classroom.is_taught() {
                rig.press(Key::S);
            }
        }
        assert!(rig.classroom.lesson.is_none(), "{} ends", lesson.name);
        rig.frame();
    }
}

#[test]
fn cards_name_the_keys_of_their_marked_controls() {
    let named = |key: &str| match key {
        "view-velocities" => vec![(Key::V, Modifiers::SHIFT)],
        "view-areas" => vec![(Key::A, Modifiers::NONE)],
        "laboratory-run" | "workbench-run" => vec![(Key::Enter, Modifiers::COMMAND)],
        "walk-body" | "walk-angle" => vec![(Key::Tab, Modifiers::NONE)],
        "physics-time-step" => vec![(Key::Tab, Modifiers::NONE), (Key::R, Modifiers::SHIFT)],
        _ => vec![(Key::Tab, Modifiers::NONE), (Key::Enter, Modifiers::NONE)],
    };
    in_every_language(|language| {
        let cards = Shelf::new(None).lessons.into_iter().flat_map(|lesson| lesson.cards);
        let mut before = Vec::new();
        for card in cards {
            // It stays marked while the next card asks about it.
            let new = card.setting.highlight.iter().filter(|_| card.setting.highlight != before);
            for (key, modifiers) in new.flat_map(|key| named(key)) {
                let name = crate::app::commands::name(key, modifiers);
                let is_named = card.markdown.contains(&name);
                assert!(is_named, "{}, {}: {name} is not named", language.code, card.title);
            }
            before = card.setting.highlight;
        }
    });
}

#[test]
fn stray_keys_change_nothing() {
    let mut rig = window(false);
    // What was in hand before the lesson does not throw bodies.
    rig.press(Key::I);
    rig.begin_lesson("kepler-and-newton");
    assert_eq!(rig.tool(), Tool::Look);
    let cards = rig.classroom.lesson.clone().unwrap().cards;
    // A comma does not leave the lesson.
    rig.press(Key::Comma);
    assert_eq!(rig.view(), View::Classroom);

    // Where a number is asked for, what belongs to it is not of the simulation, and a number that
    // has been begun is not lost.
    let asks = |card: &Card| matches!(card.question, Some(Question::Number { .. }));
    let place = cards.iter().position(asks).unwrap();
    rig.go_to_card(place);
    rig.pause();
    let before = (rig.steps(), rig.speed());
    rig.harness.event(Event::Text("12".to_owned()));
    for key in [
        Key::Period,
        Key::Comma,
        Key::Minus,
        Key::Plus,
        Key::Equals,
        Key::ArrowLeft,
        Key::ArrowRight,
        Key::Home,
    ] {
        rig.press(key);
        rig.key(key, Modifiers::SHIFT);
    }
    rig.press(Key::Backspace);
    assert_eq!((rig.classroom.draft.typed.as_str(), rig.classroom.place), ("1", place));
    assert_eq!(((rig.steps(), rig.speed()), rig.interaction().reverses), (before, false));

    // Escape leaves the field; once more may still be meant for it, and only the next one leaves
    // the lesson.
    rig.press_on(Role::TextInput, "classroom-number");
    rig.press_all([Key::Escape; 2]);
    assert!(rig.classroom.lesson.is_some());
    assert_eq!(rig.notice(), Some(text("classroom-once-more").as_str()));
    rig.press(Key::Escape);
    assert!(rig.classroom.lesson.is_none());

    // Beside an experiment, the simulation is not seen; beside the simulation, no experiment.
    rig.begin_lesson("adding-up");
    let steps = rig.steps();
    rig.press_all([Key::Period, Key::Backspace, Key::A, Key::F]);
    assert_eq!((rig.steps(), rig.settings().guides.swept_areas), (steps, false));
    rig.begin_lesson("kepler-and-newton");
    rig.key(Key::Enter, Modifiers::COMMAND);
    assert!(rig.laboratory.measuring.is_none());
}
