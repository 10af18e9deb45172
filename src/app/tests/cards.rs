//! Cards as they are seen: all of a card fits, and the picture beside it is not cut.

use glam::DVec3;

use super::{workbench::with_program, *};
use crate::lesson::{Answer, Question};

/// The right answer.
pub fn right(question: &Question) -> Answer {
    match question {
        Question::Choose { right, .. } | Question::Predict { right, .. } => {
            Answer::Option(right - 1)
        }
        Question::Number { answer, .. } => Answer::Number(*answer),
        Question::Measure { range, .. } => Answer::Number(0.5 * (range[0] + range[1])),
    }
}

/// A wrong answer: the one whose reason takes the most room.
pub fn wrong(question: &Question) -> Option<Answer> {
    let within = |[low, high]: [f64; 2]| {
        if high.is_finite() { 0.5 * (low.max(high - 1.0) + high) } else { low + 1.0 }
    };
    let answers: Vec<Answer> = match question {
        Question::Choose { wrong, .. } | Question::Predict { wrong, .. } => {
            wrong.iter().map(|wrong| Answer::Option(wrong.answer - 1)).collect()
        }
        Question::Number { wrong, .. } => {
            wrong.iter().map(|wrong| Answer::Number(wrong.answer)).collect()
        }
        Question::Measure { wrong, .. } => {
            wrong.iter().map(|wrong| Answer::Number(within(wrong.answer))).collect()
        }
    };
    answers.into_iter().max_by_key(|answer| question.reason(answer).map_or(0, str::len))
}

/// A window of the usual size, in projector mode or not.
pub fn window(is_projector: bool) -> Rig {
    let mut rig = Rig::new("kepler");
    if is_projector {
        rig.press(Key::B);
    }
    rig
}

/// Every line of text that is painted, and where its letters are. Pieces of formulas, which touch,
/// are left out.
fn lines(rig: &Rig) -> Vec<(String, Rect)> {
    let shapes = rig.harness.output().shapes.iter().map(|clipped| &clipped.shape);
    let texts = shapes
        .filter_map(|shape| if let egui::Shape::Text(text) = shape { Some(text) } else { None });
    let rows = texts.flat_map(|text| {
        text.galley.rows.iter().map(|row| (text.pos.to_vec2() + row.pos.to_vec2(), row))
    });
    let lines = rows.map(|(at, row)| (row.text(), row.visuals.mesh_bounds.translate(at)));
    lines.filter(|(text, rect)| text.trim().chars().count() > 3 && rect.is_positive()).collect()
}

/// Asserts that text in view has letters that a projector shows well. Parts of formulas, such as
/// exponents, are smaller.
#[track_caller]
pub fn assert_legible(rig: &Rig, which: &str) {
    let scale = rig.harness.ctx.pixels_per_point();
    for (text, _) in galleys(&rig.harness.output().shapes) {
        for section in &text.galley.job.sections {
            let words = &text.galley.text()[section.byte_range.start.0..section.byte_range.end.0];
            let size = scale * section.format.font_id.size;
            let is_word = words.trim().chars().count() > 3;
            let is_legible = !is_word || size >= theme::LEGIBLE - 0.1;
            assert!(is_legible, "{which}: {words:?} of {size} pixels is too small for a projector");
        }
    }
}

/// Shows every page of every card of every lesson, without what is beside it: unanswered, with a
/// wrong answer, and with the right one, which is followed by its explanation. Predictions remain
/// wrong, which a later card has more words about.
fn show_all(rig: &mut Rig, mut look: impl FnMut(&Rig, &str)) {
    rig.show(View::Classroom);
    for lesson in Shelf::new(None).lessons {
        rig.classroom.progress.forget(&lesson.name);
        assert!(rig.classroom.begin(&lesson.name));
        for (place, card) in lesson.cards.iter().enumerate() {
            rig.classroom.go_to(place);
            let asked = card.question.iter();
            let mut answers: Vec<_> =
                asked.flat_map(|asked| wrong(asked).into_iter().chain([right(asked)])).collect();
            if matches!(card.question, Some(Question::Predict { .. })) {
                answers.reverse();
            }
            for answer in [None].into_iter().chain(answers.into_iter().map(Some)) {
                if let Some(answer) = &answer {
                    rig.classroom.answer(answer);
                }
                let which = format!("{}, card {}, {answer:?}", lesson.name, place + 1);
                look_through(rig, |rig, page| look(rig, &format!("{which}{page}")));
                if rig.classroom.hides_outcome() {
                    rig.classroom.reveal();
                    look_through(rig, |rig, page| look(rig, &format!("{which}{page}, revealed")));
                }
            }
        }
    }
}

/// Turns through the pages of the card that is shown.
pub fn look_through(rig: &mut Rig, mut look: impl FnMut(&Rig, &str)) {
    // A frame to set the card, one to settle.
    rig.draw(2);
    let pages = rig.classroom.reading.pages();
    for page in 0..pages {
        rig.classroom.reading.page = page;
        rig.draw(2);
        look(rig, &if pages > 1 { format!(" ({} of {pages})", page + 1) } else { String::new() });
    }
}

#[test]
fn every_card_fits_without_scrolling_in_every_language() {
    for is_projector in [false, true] {
        in_every_language(|language| {
            let mut rig = window(is_projector);
            show_all(&mut rig, |rig, which| {
                let which = format!("{}, {which}", language.code);
                let fit = rig.classroom.reading.fit.as_ref().expect("a card is shown");
                let (pages, room) = (fit.pages.len(), fit.room.y);
                assert!(is_projector || pages == 1, "{which} has {pages} pages");
                assert!(fit.height <= room, "{which} takes {} of {room}", fit.height);
                if is_projector {
                    assert_legible(rig, &which);
                }
                // What is painted agrees: nothing is below the way to the next card, and no text
                // over another.
                let ways = ["classroom-next", "classroom-finish"];
                let way = ways.into_iter().find_map(|key| rig.called(Role::Button, key).next());
                let way = way.expect("there is a next card").rect();
                let is_on_card = |(_, rect): &(String, Rect)| rect.right() < way.right() + 1.0;
                let lines: Vec<_> = lines(rig).into_iter().filter(is_on_card).collect();
                let cut = lines.iter().find(|(_, rect)| rect.bottom() >= way.bottom() + 1.0);
                assert_eq!(cut, None, "{which} is cut");
                assert_apart(&lines, 1.0, &which);
            });
        });
    }
}

#[test]
fn an_explanation_that_has_no_room_scrolls_into_view() {
    let mut rig = window(true);
    let long = "Text that is in the way. ".repeat(60);
    let question = "```question\nkind = \"choose\"\nask = \"Which?\"\noptions = [\"a\", \"b\"]\n\
        right = 2\nexplain = \"So it is.\"\n```\n";
    let head = "+++\ntitle = \"Long\"\nminutes = 1\naims = []\n+++\n\n# Card\n\n";
    rig.write_lesson(&format!("{head}{long}\n\n{question}"));
    rig.begin_lesson("mine");
    let fit = rig.classroom.reading.fit.as_ref().unwrap();
    assert!(fit.height > fit.room.y, "it has to scroll");
    rig.press_all([Key::Num2, Key::Enter]);
    // It glides there.
    rig.frames(60);
    let next = rig.rect(Role::Button, "classroom-finish");
    let place = rig.place_of("So it is.").expect("it is explained");
    assert!(place.bottom() <= next.top(), "{place} is in view above {next}");
}

#[test]
fn the_line_that_lacks_something_stays_in_view_after_a_run() {
    let mut rig = window(true);
    with_program(&mut rig.workbench);
    rig.begin_lesson("adding-up");
    let cards = rig.classroom.lesson.clone().unwrap().cards;
    let place = cards.iter().position(|card| card.setting.broken.is_some());
    rig.classroom.go_to(place.expect("a card takes something out"));
    let is_seen = |rig: &Rig| {
        let mut lines = rig.workbench.sheet().lines().iter();
        let line = lines.position(|line| line.is_new || line.lacks);
        // Numbers are painted for the lines that are seen, left of the text.
        rig.paints(&(line.expect("something is taken out") + 1).to_string())
    };
    rig.frames(60);
    assert!(is_seen(&rig), "the card leads to it");
    rig.key(Key::Enter, Modifiers::COMMAND);
    rig.until("it is checked", |rig| rig.workbench.sheet().verdict.is_some());
    rig.frames(60);
    assert!(is_seen(&rig), "it is still there: {:?}", rig.painted());
}

#[test]
fn the_axes_of_a_plot_hold_what_a_card_asks_for() {
    let mut rig = window(false);
    rig.begin_lesson("energy-and-time-steps");
    let cards = rig.classroom.lesson.clone().unwrap().cards;
    let begins_at = |card: &crate::lesson::Card| Some(card.setting.axes?[1][0]);
    for (begin, number) in [(0.0, "0.2"), (0.00001, "10⁻")] {
        let place = cards.iter().position(|card| begins_at(card) == Some(begin)).unwrap();
        rig.go_to_card(place);
        rig.until("the axis is drawn", |rig| {
            rig.draw(1);
            let is_painted = |(text, _): &(String, Rect)| text.starts_with(number);
            // Numbers, too, have powers of ten.
            rig.painted().iter().any(|it| is_painted(it) && !it.0.contains('·'))
        });
    }
}

#[test]
fn the_whole_orbit_is_in_the_picture_between_the_panels() {
    let mut rig = window(true);
    rig.begin_lesson("kepler-and-newton");
    let cards = Shelf::new(None).lesson("kepler-and-newton").unwrap().cards.clone();
    let mut narrowest = f32::INFINITY;
    for place in (0..cards.len()).filter(|place| cards[*place].setting.experiment.is_none()) {
        rig.go_to_card(place);
        assert!(rig.find(|text| text.starts_with("t = ")).is_some(), "the bar tells the time");
        let [width, height] = rig.size().map(|side| side as f32);
        if rig.count() == 2 {
            // Both ends of both orbits.
            for end in [DVec3::X, DVec3::NEG_X].map(|end| 0.75 * end) {
                let (at, _) = rig.camera().project(end.as_vec3(), rig.size()).unwrap();
                assert!((0.1..0.9).contains(&(at.x / width)), "card {}: {at}", place + 1);
            }
        }
        narrowest = narrowest.min(width / height);
    }
    assert!(narrowest < 1.0, "some cards leave a narrow picture");
    // The scene's own distance is back after the lesson.
    rig.go_to_card(3);
    rig.leave_lesson();
    rig.press(Key::Comma);
    rig.frames(2);
    let (distance, wanted) = (rig.camera().distance, rig.origin().camera.distance);
    assert!((distance - wanted).abs() < 1e-4, "{distance}");
}
