//! Cards as they are seen: all of a card fits, the picture beside it is not cut, and the keyboard
//! is enough.

use egui::{Event, Key, Modifiers, Rect, Role};
use egui_kittest::kittest::NodeT;
use glam::DVec3;
use starshell::words::{LANGUAGES, Language, speak};

use crate::app::commands::{Command, Tool, View};
use crate::app::lessons::{classroom::Classroom, reading::Piece};
use crate::app::shell::theme;
use crate::app::simulation::statistics::key_of;
use crate::app::tests::{Rig, lessons_to_try, text};
use crate::lesson::{Answer, Block, Card, Inline, Question, Shelf, SidePart, Wait};

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
    let answers: Vec<Answer> = match question {
        Question::Choose { wrong, .. } | Question::Predict { wrong, .. } => {
            wrong.iter().map(|wrong| Answer::Option(wrong.answer - 1)).collect()
        }
        Question::Number { wrong, .. } => {
            wrong.iter().map(|wrong| Answer::Number(wrong.answer)).collect()
        }
        Question::Measure { wrong, .. } => {
            let within = |[low, high]: [f64; 2]| {
                if high.is_finite() { 0.5 * (low.max(high - 1.0) + high) } else { low + 1.0 }
            };
            wrong.iter().map(|wrong| Answer::Number(within(wrong.answer))).collect()
        }
    };
    answers.into_iter().max_by_key(|answer| question.reason(answer).map_or(0, str::len))
}

/// A window of 1280 x 720 pixels, in projector mode or not, which speaks a language.
pub fn window(language: &'static Language, is_projector: bool) -> Rig {
    speak(Some(language));
    let mut rig = Rig::with("kepler", [1280.0, 720.0], |_| ());
    if is_projector {
        rig.key(Key::B, Modifiers::NONE);
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

/// Text in view whose letters have fewer pixels than that. Parts of formulas, such as exponents,
/// are smaller.
fn smaller(rig: &Rig, pixels: f32) -> Vec<(String, f32)> {
    let scale = rig.harness.ctx.pixels_per_point();
    let mut small = Vec::new();
    for clipped in &rig.harness.output().shapes {
        let egui::Shape::Text(text) = &clipped.shape else { continue };
        let is_seen = clipped.clip_rect.intersects(text.visual_bounding_rect());
        for section in text.galley.job.sections.iter().filter(|_| is_seen) {
            let (words, size) = (
                &text.galley.text()[section.byte_range.start.0..section.byte_range.end.0],
                scale * section.format.font_id.size,
            );
            small.extend(
                (size < pixels - 0.1 && words.trim().chars().count() > 3)
                    .then(|| (words.to_owned(), size)),
            );
        }
    }
    small
}

/// Shows every page of every card of every lesson, without what is beside it: unanswered, with a
/// wrong answer, and with the right one, which is followed by its explanation. Predictions remain
/// wrong, which a later card has more words about.
fn show_all(rig: &mut Rig, mut look: impl FnMut(&Rig, &str)) {
    rig.app_mut().desk.shell.view = View::Classroom;
    for lesson in Shelf::new(None).lessons {
        rig.app_mut().classroom.progress.forget(&lesson.name);
        assert!(rig.app_mut().classroom.begin(&lesson.name));
        for (place, card) in lesson.cards.iter().enumerate() {
            rig.app_mut().classroom.go_to(place);
            let mut answers: Vec<_> = card
                .question
                .iter()
                .flat_map(|asked| wrong(asked).into_iter().chain([right(asked)]))
                .collect();
            if matches!(card.question, Some(Question::Predict { .. })) {
                answers.reverse();
            }
            for answer in [None].into_iter().chain(answers.into_iter().map(Some)) {
                if let Some(answer) = &answer {
                    rig.app_mut().classroom.answer(answer);
                }
                look_through(rig, &mut |rig, page| {
                    look(rig, &format!("{}, card {}{page}, {answer:?}", lesson.name, place + 1))
                });
                if rig.app().classroom.hides_outcome() {
                    rig.app_mut().classroom.reveal();
                    look_through(rig, &mut |rig, page| {
                        look(rig, &format!("{}, card {}{page}, revealed", lesson.name, place + 1))
                    });
                }
            }
        }
    }
    speak(None);
}

/// Turns through the pages of the card that is shown.
fn look_through(rig: &mut Rig, look: &mut dyn FnMut(&Rig, &str)) {
    // A frame to set the card, one to settle.
    (0..2).for_each(|_| rig.harness.step());
    let pages = rig.app().classroom.reading.pages();
    for page in 0..pages {
        rig.app_mut().classroom.reading.page = page;
        (0..2).for_each(|_| rig.harness.step());
        look(rig, &if pages > 1 { format!(" ({} of {pages})", page + 1) } else { String::new() });
    }
}

#[test]
fn every_card_fits_without_scrolling_in_every_language() {
    for is_projector in [false, true] {
        for language in LANGUAGES {
            let mut rig = window(language, is_projector);
            show_all(&mut rig, |rig, which| {
                let which = format!("{}, {which}", language.code);
                let fit = rig.app().classroom.reading.fit.as_ref().expect("a card is shown");
                assert!(
                    is_projector || fit.pages.len() == 1,
                    "{which} has {} pages",
                    fit.pages.len()
                );
                assert!(
                    fit.height <= fit.room.y,
                    "{which} is {} high, and the window has {}",
                    fit.height,
                    fit.room.y
                );
                let small = if is_projector { smaller(rig, theme::LEGIBLE) } else { Vec::new() };
                assert_eq!(small, [], "{which} is too small for a projector");
                // What is painted agrees: nothing is below the way to the next card, and no text
                // over another.
                let way = ["classroom-next", "classroom-finish"]
                    .into_iter()
                    .find_map(|key| rig.called(Role::Button, key).next());
                let way = way.expect("there is a next card").rect();
                let is_on_card = |rect: &Rect| rect.right() < way.right() + 1.0;
                let lines: Vec<_> =
                    lines(rig).into_iter().filter(|(_, rect)| is_on_card(rect)).collect();
                for (number, (text, rect)) in lines.iter().enumerate() {
                    assert!(rect.bottom() < way.bottom() + 1.0, "{which}: {text} is cut");
                    for (other, place) in &lines[..number] {
                        assert!(
                            !place.shrink(1.0).intersects(rect.shrink(1.0)),
                            "{which}: {text} stands over {other}"
                        );
                    }
                }
            });
        }
    }
}

#[test]
fn an_explanation_that_has_no_room_scrolls_into_view() {
    let mut rig = window(&LANGUAGES[0], true);
    let folder = rig.folder.path().to_owned();
    let long = "Text that is in the way. ".repeat(60);
    let question = "```question\nkind = \"choose\"\nask = \"Which?\"\noptions = [\"a\", \"b\"]\nright = 2\nexplain = \"So it is.\"\n```\n";
    let head = "+++\ntitle = \"Long\"\nminutes = 1\naims = []\n+++\n\n# Card\n\n";
    std::fs::write(folder.join("long.md"), format!("{head}{long}\n\n{question}")).unwrap();
    rig.app_mut().classroom = Classroom::new(Some(folder), None);
    rig.app_mut().classroom.shelf.wait();
    rig.app_mut().ask(Command::BeginLesson("long".to_owned()));
    (0..3).for_each(|_| rig.frame());
    let fit = rig.app().classroom.reading.fit.as_ref().unwrap();
    assert!(fit.height > fit.room.y, "it has to scroll");
    for key in [Key::Num2, Key::Enter] {
        rig.key(key, Modifiers::NONE);
    }
    // It glides there.
    (0..60).for_each(|_| rig.frame());
    let next = rig.control(Role::Button, "classroom-finish").rect();
    let (_, place) =
        rig.painted().into_iter().find(|(text, _)| text == "So it is.").expect("it is explained");
    assert!(place.bottom() <= next.top(), "{place} is in view above {next}");
}

/// Follows what a card asks for with keys, from what it marks to what it waits for.
fn use_marked(rig: &mut Rig, key: &str) {
    let held = |rig: &Rig| rig.harness.ctx.memory(|memory| memory.focused().is_some());
    match key {
        "view-velocities" => {
            rig.key(Key::V, Modifiers::SHIFT);
            assert!(rig.app().desk.shell.settings.guides.velocities);
        }
        "view-areas" => {
            rig.key(Key::A, Modifiers::NONE);
            assert!(rig.app().desk.shell.settings.guides.swept_areas);
        }
        "laboratory-run" => {
            // Software would need minutes for all of it.
            rig.key(Key::Enter, Modifiers::COMMAND);
            rig.until("it is measured", |app| {
                app.laboratory.measuring.as_ref().is_some_and(|measuring| measuring.at().is_some())
            });
            rig.app_mut().ask(Command::StopMeasuring);
            rig.until("it ends", |app| app.laboratory.measuring.is_none());
        }
        "workbench-run" => {
            rig.key(Key::Enter, Modifiers::COMMAND);
            rig.until("it is checked", |app| app.room().card_is_ready());
        }
        "kept-keep" => {
            let before = rig.app().desk.run.trials.kept.len();
            rig.until("there is a curve", |app| {
                app.desk.run.stage.statistics.readout().measured.is_some()
            });
            [Key::Tab, Key::Enter].into_iter().for_each(|key| rig.key(key, Modifiers::NONE));
            assert_eq!(rig.app().desk.run.trials.kept.len(), before + 1);
        }
        "physics-time-step" => {
            rig.key(Key::Tab, Modifiers::NONE);
            rig.frame();
            rig.harness.event(Event::Text("0.0625".to_owned()));
            rig.key(Key::Enter, Modifiers::NONE);
            rig.frame();
            assert_eq!(rig.app().desk.run.stage.session.scene().physics.time_step, 0.0625);
        }
        "physics-gravity" => {
            rig.key(Key::Tab, Modifiers::NONE);
            assert!(held(rig), "the marked control has the focus");
            for key in [Key::Enter, Key::ArrowDown, Key::Enter] {
                rig.key(key, Modifiers::NONE);
                rig.frame();
            }
            assert!(rig.app_mut().room().card_is_ready(), "{:?}", rig.app().classroom.values);
            assert!(
                !egui::Popup::is_any_open(&rig.harness.ctx),
                "what is below the list can be seen"
            );
        }
        "hands-factor" => {
            rig.key(Key::Tab, Modifiers::NONE);
            rig.frame();
            rig.harness.event(Event::Text("2".to_owned()));
            rig.frame();
        }
        "hands-multiply" => {
            [Key::Tab, Key::Enter].into_iter().for_each(|key| rig.key(key, Modifiers::NONE));
            assert_eq!(rig.app().desk.run.stage.interaction.factor, 2.0);
            rig.until("they are faster", |app| {
                app.desk
                    .run
                    .stage
                    .interaction
                    .undo_stack
                    .next(false)
                    .is_some_and(|change| change.key == "undo-speeds")
            });
        }
        "walk-body" => {
            rig.key(Key::Tab, Modifiers::NONE);
            rig.frame();
            rig.harness.event(Event::Text("7".to_owned()));
            rig.key(Key::Enter, Modifiers::NONE);
            assert_eq!(rig.app().laboratory.walking.body, 7);
            rig.key(Key::Tab, Modifiers::NONE);
            rig.frame();
            rig.harness.event(Event::Text("0.3".to_owned()));
            rig.key(Key::Enter, Modifiers::NONE);
            assert_eq!(
                (rig.app().laboratory.walking.body, rig.app().laboratory.walking.angle),
                (7, 0.3)
            );
        }
        "physics-errors" => {
            rig.until("errors are found", |app| {
                app.desk.run.stage.statistics.errors.figures().is_some()
            });
            (0..30).for_each(|_| rig.frame());
            let window = rig.harness.ctx.content_rect();
            let floor = window.bottom() - theme::BAR;
            let seen = |(text, place): &(String, Rect)| {
                text.contains("99 of 100") && place.bottom() < floor && place.top() > 0.0
            };
            assert!(
                rig.painted().iter().any(|told| told.1.left() > window.center().x && seen(told)),
                "the errors are not in view"
            );
        }
        "physics-tree-accuracy" | "walk-angle" => {}
        key => panic!("nothing tries {key}"),
    }
}

/// The first words of the outcome of a prediction.
fn told_by(card: &Card) -> String {
    let first = card.outcome.and_then(|place| card.body.get(place));
    match first {
        Some(Block::Paragraph(line)) => line
            .iter()
            .map_while(|inline| {
                if let Inline::Text { text, .. } = inline { Some(text.as_str()) } else { None }
            })
            .collect(),
        _ => String::new(),
    }
}

/// Turns pages up to that of the question.
fn turn_to_question(rig: &mut Rig) {
    while !rig.app().classroom.reading.shows(Piece::Question) {
        let page = rig.app().classroom.reading.page;
        rig.key(Key::PageDown, Modifiers::NONE);
        assert_eq!(rig.app().classroom.reading.page, page + 1);
    }
}

/// Turns pages up to the next card.
fn turn_over(rig: &mut Rig) {
    let place = rig.app().classroom.place;
    let pages = rig.app().classroom.reading.pages() - rig.app().classroom.reading.page;
    (0..pages).for_each(|_| rig.key(Key::PageDown, Modifiers::NONE));
    assert!(rig.app().classroom.lesson.is_none() || rig.app().classroom.place == place + 1);
}

/// Answers by keys.
fn answer_by_keys(rig: &mut Rig, question: &Question) {
    match right(question) {
        Answer::Option(number) => rig
            .key([Key::Num1, Key::Num2, Key::Num3, Key::Num4, Key::Num5][number], Modifiers::NONE),
        Answer::Number(number) if matches!(question, Question::Number { .. }) => {
            rig.harness.event(Event::Text(number.to_string()));
            rig.frame();
        }
        // It takes what is measured at this moment.
        Answer::Number(_) => {}
    }
    rig.key(Key::Enter, Modifiers::NONE);
    let given = rig.app().classroom.given();
    let is_measured = matches!(question, Question::Measure { .. });
    assert!(given.is_some_and(|given| given.is_right || is_measured), "{question:?}: {given:?}");
}

#[test]
fn every_lesson_is_finished_with_the_keyboard_alone() {
    const DIGITS: [Key; 9] = [
        Key::Num1,
        Key::Num2,
        Key::Num3,
        Key::Num4,
        Key::Num5,
        Key::Num6,
        Key::Num7,
        Key::Num8,
        Key::Num9,
    ];
    let mut rig = window(&LANGUAGES[0], true);
    crate::app::tests::workbench::with_program(&mut rig.app_mut().workbench);
    rig.key(Key::Comma, Modifiers::NONE);
    for (number, lesson) in lessons_to_try() {
        rig.key(DIGITS[number], Modifiers::NONE);
        for (place, card) in lesson.cards.iter().enumerate() {
            (0..2).for_each(|_| rig.frame());
            rig.until("the scene is made", |app| app.desk.run.loading().is_none());
            (0..2).for_each(|_| rig.frame());
            assert_eq!(
                (rig.app().classroom.place, rig.app().classroom.is_taught()),
                (place, false),
                "{}",
                lesson.name
            );
            // What is marked has come into view, and the plot.
            let leads = !card.setting.highlight.is_empty() || card.setting.plot.is_some();
            (0..30).take_while(|_| leads).for_each(|_| rig.frame());
            let has_plot =
                card.setting.plot.is_some() && card.setting.show.contains(&SidePart::Measurements);
            if let Some(plot) = card.setting.plot.filter(|_| has_plot) {
                let floor = rig.harness.ctx.content_rect().bottom() - theme::BAR;
                let image = rig.called(Role::Image, &key_of(plot)).next();
                let image = image.unwrap_or_else(|| panic!("{}: no plot", card.title)).rect();
                assert!(
                    image.bottom() <= floor + 1.0,
                    "{}: the plot {image} is below {floor}",
                    card.title
                );
            }
            assert_eq!(
                smaller(&rig, theme::LEGIBLE),
                [],
                "{}, {}: too small for a projector",
                lesson.name,
                card.title
            );
            if let Some(key) = card.setting.highlight.first() {
                let nodes = rig.harness.root().children_recursive();
                let marked = nodes.filter(|node| {
                    node.accesskit_node().label().is_some_and(|label| label == text(key))
                });
                let window = rig.harness.ctx.content_rect();
                // The bar is below the side panel.
                let window = window.with_max_y(window.bottom() - theme::BAR);
                assert!(
                    marked.into_iter().any(|node| window.contains_rect(node.rect())),
                    "{}: {key} is not seen",
                    card.title
                );
            }
            card.setting.highlight.iter().for_each(|key| use_marked(&mut rig, key));
            if rig.app().classroom.hides_outcome() {
                // Nobody has run it: those who teach may reveal it all the same.
                let outcome = told_by(card);
                let tells =
                    |rig: &Rig| rig.painted().iter().any(|(text, _)| text.contains(&outcome));
                assert!(
                    !outcome.is_empty() && !tells(&rig),
                    "{}: what happens is told before",
                    card.title
                );
                rig.app_mut().classroom.reveal();
                let mut is_told = false;
                look_through(&mut rig, &mut |rig, _| is_told |= tells(rig));
                assert!(is_told, "{}: {outcome:?} is not told", card.title);
                rig.app_mut().classroom.reading.page = 0;
                rig.frame();
            }
            if let Some(question) = &card.question {
                turn_to_question(&mut rig);
                rig.until("there is something to take", |app| {
                    !matches!(question, Question::Measure { .. })
                        || app.room().ready_answer().is_some()
                });
                answer_by_keys(&mut rig, question);
            }
            if let Some(Wait::Time(_)) = card.setting.wait {
                let before = rig.steps();
                rig.until("it moves", |app| {
                    app.desk.run.stage.session.simulation().steps() > before
                });
            }
            // What now comes by itself, those who teach need not wait for.
            if matches!(card.setting.wait, Some(Wait::Time(_) | Wait::Results(_)))
                && !rig.app_mut().room().card_is_ready()
            {
                rig.key(Key::S, Modifiers::NONE);
            }
            turn_over(&mut rig);
            if rig.app().classroom.is_taught() {
                rig.key(Key::S, Modifiers::NONE);
            }
        }
        assert!(rig.app().classroom.lesson.is_none(), "{} ends", lesson.name);
        rig.frame();
    }
    speak(None);
}

#[test]
fn the_line_that_lacks_something_stays_in_view_after_a_run() {
    let mut rig = window(&LANGUAGES[0], true);
    crate::app::tests::workbench::with_program(&mut rig.app_mut().workbench);
    rig.app_mut().ask(Command::BeginLesson("adding-up".to_owned()));
    rig.frame();
    let cards = rig.app().classroom.lesson.as_ref().unwrap().cards.clone();
    let place = cards
        .iter()
        .position(|card| card.setting.broken.is_some())
        .expect("a card takes something out");
    rig.app_mut().classroom.go_to(place);
    let is_seen = |rig: &Rig| {
        let sheet = rig.app().workbench.sheet();
        let line = sheet
            .lines()
            .iter()
            .position(|line| line.is_new || line.lacks)
            .expect("something is taken out");
        // Numbers are painted for the lines that are seen, left of the text.
        let is_number = |(text, _): &(String, Rect)| *text == (line + 1).to_string();
        rig.painted().iter().any(is_number)
    };
    (0..60).for_each(|_| rig.frame());
    assert!(is_seen(&rig), "the card leads to it");
    rig.key(Key::Enter, Modifiers::COMMAND);
    rig.until("it is checked", |app| app.workbench.sheet().verdict.is_some());
    (0..60).for_each(|_| rig.frame());
    assert!(is_seen(&rig), "it is still there: {:?}", rig.painted());
    speak(None);
}

#[test]
fn cards_name_the_keys_of_their_marked_controls() {
    for language in LANGUAGES {
        speak(Some(language));
        let named = |key: &str| match key {
            "view-velocities" => vec![(Key::V, Modifiers::SHIFT)],
            "view-areas" => vec![(Key::A, Modifiers::NONE)],
            "laboratory-run" | "workbench-run" => vec![(Key::Enter, Modifiers::COMMAND)],
            "walk-body" | "walk-angle" => vec![(Key::Tab, Modifiers::NONE)],
            "physics-time-step" => vec![(Key::Tab, Modifiers::NONE), (Key::R, Modifiers::SHIFT)],
            _ => vec![(Key::Tab, Modifiers::NONE), (Key::Enter, Modifiers::NONE)],
        };
        let cards: Vec<_> =
            Shelf::new(None).lessons.into_iter().flat_map(|lesson| lesson.cards).collect();
        let mut before: Option<&Card> = None;
        for card in &cards {
            // It stays marked while the next card asks about it.
            let is_told =
                before.is_some_and(|before| before.setting.highlight == card.setting.highlight);
            for key in card.setting.highlight.iter().filter(|_| !is_told) {
                for (key, modifiers) in named(key) {
                    let name = crate::app::commands::name(key, modifiers);
                    assert!(
                        card.markdown.contains(&name),
                        "{}, {}: {name} is not named",
                        language.code,
                        card.title
                    );
                }
            }
            before = Some(card);
        }
    }
    speak(None);
}

#[test]
fn stray_keys_change_nothing() {
    let mut rig = window(&LANGUAGES[0], false);
    // What was in hand before the lesson does not throw bodies.
    rig.key(Key::I, Modifiers::NONE);
    rig.app_mut().ask(Command::BeginLesson("kepler-and-newton".to_owned()));
    rig.frame();
    rig.until("the scene is made", |app| app.desk.run.loading().is_none());
    assert_eq!(rig.app().desk.viewer.tool, Tool::Look);
    rig.app_mut().desk.viewer.transport.is_playing = false;
    let cards = rig.app().classroom.lesson.as_ref().unwrap().cards.clone();
    // A comma does not leave the lesson.
    rig.key(Key::Comma, Modifiers::NONE);
    assert_eq!(rig.app().desk.shell.view, View::Classroom);

    // Where a number is asked for, what belongs to it is not of the simulation, and a number that
    // has been begun is not lost.
    let place = cards
        .iter()
        .position(|card| matches!(card.question, Some(Question::Number { .. })))
        .unwrap();
    rig.app_mut().classroom.go_to(place);
    (0..2).for_each(|_| rig.frame());
    rig.app_mut().desk.viewer.transport.is_playing = false;
    let (steps, speed) = (rig.steps(), rig.speed());
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
        rig.key(key, Modifiers::NONE);
        rig.key(key, Modifiers::SHIFT);
    }
    rig.key(Key::Backspace, Modifiers::NONE);
    let app = rig.app();
    assert_eq!((app.classroom.draft.typed.as_str(), app.classroom.place), ("1", place));
    assert_eq!(
        (rig.steps(), rig.speed(), rig.app().desk.run.stage.interaction.reverses),
        (steps, speed, false)
    );

    // Escape leaves the field; once more may still be meant for it, and only the next one leaves
    // the lesson.
    rig.press_on(Role::TextInput, "classroom-number");
    (0..2).for_each(|_| rig.key(Key::Escape, Modifiers::NONE));
    assert!(rig.app().classroom.lesson.is_some());
    assert_eq!(rig.notice(), Some(text("classroom-once-more").as_str()));
    rig.key(Key::Escape, Modifiers::NONE);
    assert!(rig.app().classroom.lesson.is_none());

    // Beside an experiment, the simulation is not seen; beside the simulation, no experiment.
    rig.app_mut().ask(Command::BeginLesson("adding-up".to_owned()));
    (0..2).for_each(|_| rig.frame());
    let steps = rig.steps();
    for key in [Key::Period, Key::Backspace, Key::A, Key::F] {
        rig.key(key, Modifiers::NONE);
    }
    assert_eq!((rig.steps(), rig.app().desk.shell.settings.guides.swept_areas), (steps, false));
    rig.app_mut().ask(Command::BeginLesson("kepler-and-newton".to_owned()));
    (0..2).for_each(|_| rig.frame());
    rig.key(Key::Enter, Modifiers::COMMAND);
    assert!(rig.app().laboratory.measuring.is_none());
    speak(None);
}

#[test]
fn the_whole_orbit_is_in_the_picture_between_the_panels() {
    let mut rig = window(&LANGUAGES[0], true);
    rig.app_mut().ask(Command::BeginLesson("kepler-and-newton".to_owned()));
    let cards = Shelf::new(None).lesson("kepler-and-newton").unwrap().cards.clone();
    let widths =
        (0..cards.len()).filter(|place| cards[*place].setting.experiment.is_none()).map(|place| {
            rig.app_mut().classroom.go_to(place);
            (0..2).for_each(|_| rig.frame());
            rig.until("the scene is made", |app| app.desk.run.loading().is_none());
            (0..2).for_each(|_| rig.frame());
            assert!(
                rig.painted().iter().any(|(text, _)| text.starts_with("t = ")),
                "the bar tells the time"
            );
            let stage = &rig.app().desk.run.stage;
            let scene = stage.session.scene();
            if scene.count == 2 {
                // Both ends of both orbits.
                for end in [DVec3::X, DVec3::NEG_X].map(|end| 0.75 * end) {
                    let (at, _) = scene.camera.project(end.as_vec3(), stage.size).unwrap();
                    let share = at.x / stage.size[0] as f32;
                    assert!((0.1..0.9).contains(&share), "card {}: {share}", place + 1);
                }
            }
            stage.size[0] as f32 / stage.size[1] as f32
        });
    assert!(widths.fold(f32::INFINITY, f32::min) < 1.0, "some cards leave a narrow picture");
    // The scene's own distance is back after the lesson.
    rig.app_mut().classroom.go_to(3);
    (0..2).for_each(|_| rig.frame());
    (0..2).for_each(|_| rig.key(Key::Escape, Modifiers::NONE));
    rig.key(Key::Comma, Modifiers::NONE);
    (0..2).for_each(|_| rig.frame());
    let distance = rig.app().desk.run.stage.session.scene().camera.distance;
    assert!(
        (distance - rig.app().desk.run.origin.scene.camera.distance).abs() < 1e-4,
        "{distance}"
    );
    speak(None);
}
