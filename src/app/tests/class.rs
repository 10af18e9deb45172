//! Classes: one that answers on its phones, one that comes back to a card, and the next one.

use std::io::{Read, Write};
use std::net::TcpStream;

use super::*;
use crate::app::lessons::{classroom::Classroom, reading::Piece};
use crate::class::Class;
use crate::lesson::Answer;

const LESSON: &str = "why-does-it-collapse";

/// What the class's page answers to a request with this body, which is sent if there is one.
fn asked(class: &Class, path: &str, cookie: &str, body: &str) -> String {
    let address = class.address();
    let host = address.strip_prefix("http://").unwrap();
    let (method, length) = (if body.is_empty() { "GET" } else { "POST" }, body.len());
    let head = format!(
        "{method} {path} HTTP/1.1\r\nHost: {host}\r\nCookie: {cookie}\r\nContent-Length: {length}\r\n\r\n{body}"
    );
    let mut stream = TcpStream::connect(host).unwrap();
    stream.write_all(head.as_bytes()).unwrap();
    let mut answer = String::new();
    stream.read_to_string(&mut answer).unwrap();
    answer
}

/// Joins, and returns the cookie of the phone.
fn joined(class: &Class, name: &str) -> String {
    let answer = asked(class, "/join", "", &format!("code={}&name={name}", class.code()));
    answer.split("set-cookie: ").nth(1).unwrap().split(';').next().unwrap().to_owned()
}

#[test]
fn a_class_predicts_on_its_phones_and_the_window_shows_how() {
    let class = Class::open("127.0.0.1:0".parse().unwrap()).unwrap();
    let mut rig = cards::window(true);
    (rig.classroom.class, rig.classroom.shows_code) = (Some(class.clone()), true);
    rig.begin_lesson(LESSON);
    // The address stands on the projector, large, and as a picture.
    let line = words::t!("class-at", address = class.address(), code = class.code());
    rig.assert_paints([&line]);
    let picture = words::t!("class-picture", link = class.link());
    assert!(
        rig.nodes().any(|node| node.accesskit_node().label().as_deref() == Some(picture.as_str()))
    );
    let phones = ["Ada", "Blaise", "Carl"].map(|name| joined(&class, name));
    rig.draw(3);
    rig.assert_paints([&words::t!("class-pupils", count = 3)]);
    assert!(asked(&class, "/", &phones[0], "").contains(&text("class-wait")));
    rig.click("class-begin");
    rig.assert_lacks([&line]);
    // The first question is a prediction, which phones ask in another order.
    rig.go_to_card(1);
    // It may be on the next page of the card, and is asked when that is shown.
    let seek = |rig: &mut Rig| {
        rig.classroom.reading.seeks = Some(Piece::Question);
        rig.draw(3);
        rig.frames(2);
    };
    seek(&mut rig);
    let question = rig.classroom.question().unwrap().clone();
    let desk = asked(&class, "/", &phones[0], "");
    assert!(question.options().iter().all(|option| desk.contains(option.as_str())), "{desk}");
    for phone in &phones {
        let answer = asked(&class, "/answer", phone, "card=1&option=2");
        assert!(answer.starts_with("HTTP/1.1 303"), "{answer}");
    }
    rig.draw(3);
    rig.assert_paints([&words::t!("class-answered", count = 3, all = 3)]);
    assert!(!asked(&class, "/", &phones[0], "").contains("<meter"));
    rig.press_on(Role::Button, "class-reveal");
    rig.draw(3);
    let counts = class.shown(1).unwrap();
    assert_eq!((counts.len(), counts.iter().sum::<usize>()), (4, 3));
    assert!(asked(&class, "/", &phones[0], "").contains("<meter"));
    // Another card asks nothing, and going back finds the answers of all.
    rig.go_to_card(2);
    rig.frames(2);
    assert!(asked(&class, "/", &phones[0], "").contains(&text("class-wait")));
    rig.go_to_card(1);
    seek(&mut rig);
    assert!(asked(&class, "/", &phones[0], "").contains("<meter"));
    // With the lesson, they are forgotten; who has joined need not join again.
    rig.leave_lesson();
    assert_eq!((class.answered(1), class.shown(1), class.pupils()), (0, None, 3));
    assert!(asked(&class, "/", &phones[0], "").contains(&text("class-wait")));
}

#[test]
fn a_verdict_stands_with_its_question_and_answer_when_one_turns_back() {
    let mut rig = cards::window(false);
    rig.begin_lesson(LESSON);
    let places: Vec<usize> = {
        let cards = &rig.classroom.lesson.as_ref().unwrap().cards;
        (0..cards.len()).filter(|place| cards[*place].question.is_some()).collect()
    };
    for place in places {
        rig.go_to_card(place);
        rig.classroom.reveal();
        let question = rig.classroom.question().unwrap().clone();
        let answer = cards::wrong(&question).into_iter().next().unwrap();
        rig.classroom.answer(&answer);
        rig.go_to_card(place + 1);
        rig.go_to_card(place);
        rig.draw(3);
        assert_eq!(rig.classroom.given().unwrap().value.as_ref(), Some(&answer), "card {place}");
        let draft = &rig.classroom.draft;
        match answer {
            Answer::Option(option) => assert_eq!(draft.chosen, Some(option)),
            Answer::Number(number) => assert_eq!(draft.typed, number.to_string()),
        }
        assert!(!rig.classroom.hides_outcome(), "card {place}");
        rig.assert_paints_part([question.ask()]);
        // Giving the same answer again is no other try.
        let tries = rig.classroom.given().unwrap().tries;
        rig.classroom.answer(&answer);
        rig.go_to_card(place);
        assert_eq!(rig.classroom.given().unwrap().tries, tries, "card {place}");
    }
}

#[test]
fn the_next_class_is_asked_once_whether_it_goes_on() {
    let mut rig = cards::window(false);
    let answers = rig.file("progress.json");
    let reopened = |rig: &mut Rig| {
        rig.classroom = Classroom::new(None, Some(answers.clone()));
        rig.show(View::Classroom);
    };
    reopened(&mut rig);
    rig.begin_lesson(LESSON);
    rig.go_to_card(1);
    rig.classroom.answer(&Answer::Option(0));
    let (seed, given) =
        (rig.classroom.lesson.as_ref().unwrap().seed, rig.classroom.given().unwrap().value.clone());
    rig.leave_lesson();
    // Within a session it is the same class.
    rig.begin_lesson(LESSON);
    assert_eq!((rig.classroom.place, rig.classroom.asks.as_deref()), (1, None));
    // After a restart it may be another.
    reopened(&mut rig);
    rig.begin_lesson(LESSON);
    rig.frame();
    assert!(rig.classroom.lesson.is_none());
    rig.assert_paints([&words::t!("classroom-begun-title", place = 2)]);
    rig.press(Key::Enter);
    rig.load();
    assert_eq!((rig.classroom.place, rig.classroom.asks.as_deref()), (1, None));
    assert_eq!(rig.classroom.lesson.as_ref().unwrap().seed, seed, "options stand as they stood");
    assert_eq!(rig.classroom.given().unwrap().value, given);
    rig.leave_lesson();
    rig.begin_lesson(LESSON);
    assert!(rig.classroom.lesson.is_some(), "it is asked once");
    rig.leave_lesson();
    reopened(&mut rig);
    rig.begin_lesson(LESSON);
    rig.frame();
    rig.click("classroom-restart");
    rig.load();
    assert_eq!((rig.classroom.place, rig.classroom.given()), (0, None));
    // An order that is asked for moves what was answered with the options.
    rig.go_to_card(1);
    rig.classroom.answer(&Answer::Option(2));
    let told = rig.classroom.given().unwrap().answer.clone();
    rig.leave_lesson();
    rig.classroom.seed = Some(77);
    rig.begin_lesson(LESSON);
    let Some(Answer::Option(option)) = rig.classroom.given().and_then(|given| given.value.clone())
    else {
        panic!("an option")
    };
    assert_eq!(rig.classroom.question().unwrap().options()[option], told);
}

#[test]
fn nothing_of_before_enters_a_lesson_and_all_comes_back() {
    let mut rig = cards::window(false);
    rig.desk.viewer.transport.set_speed(16.0);
    rig.begin_lesson(LESSON);
    assert_eq!(rig.desk.viewer.transport.speed, Some(1.0));
    assert!(rig.desk.run.trials.kept.is_empty());
    assert!(rig.laboratory.in_class.as_ref().is_some_and(|report| report.results.is_empty()));
    rig.leave_lesson();
    assert_eq!(rig.desk.viewer.transport.speed, Some(16.0));
    assert!(rig.laboratory.in_class.is_none());
}
