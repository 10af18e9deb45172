use egui::{Rect, pos2};
use starshell::words::{LANGUAGES, speak, t};

use super::breaks::{Begins, Group};
use super::column::groups;
use super::line::Run;
use super::page::pages;
use super::paper::{Mark, SHEET};
use super::typeface::{Face, Style, Typefaces};
use super::*;
use crate::lesson::{Block, Question, Shelf, read};

const EDITIONS: [Edition; 3] = [Edition::WithAnswers, Edition::WithoutAnswers, Edition::Teacher];

/// Letters without space: lines end at any of them.
fn bare(text: &str) -> String {
    text.chars().filter(|letter| !letter.is_whitespace()).collect()
}

fn letters<'a>(marks: impl IntoIterator<Item = &'a Mark>) -> String {
    marks
        .into_iter()
        .map(|mark| if let Mark::Text { text, .. } = mark { bare(text) } else { String::new() })
        .collect()
}

/// What is above the foot of a page, as letters without space.
fn told(page: &[Mark]) -> String {
    letters(page.iter().filter(|mark| is_within(mark)))
}

/// The place that a mark takes.
fn extent(mark: &Mark) -> Rect {
    match mark {
        Mark::Text { at, style, width, .. } => Rect::from_min_max(
            pos2(at.x, at.y - 0.75 * style.size),
            pos2(at.x + width, at.y + 0.22 * style.size),
        ),
        Mark::Line { points, .. } => Rect::from_points(points),
        Mark::Frame { rect, .. } | Mark::Picture { rect, .. } => *rect,
    }
}

/// Whether it is within the margins, but for a rounded coordinate.
fn is_within(mark: &Mark) -> bool {
    SHEET.expand(0.05).contains_rect(extent(mark))
}

fn set(lesson: &Lesson, edition: Edition, typefaces: &Typefaces) -> Vec<Vec<Mark>> {
    let sheet = Sheet::new(lesson, edition);
    pages(groups(&sheet, typefaces), sheet.title, sheet.scale, typefaces)
}

/// Calls `check` with every lesson in every language.
fn for_every_lesson(check: impl Fn(&str, &Lesson)) {
    for language in LANGUAGES {
        speak(Some(language));
        for lesson in &Shelf::new(None).lessons {
            check(&format!("{}, {}", language.code, lesson.name), lesson);
        }
    }
}

/// The questions of a lesson with their numbers.
fn questions(lesson: &Lesson) -> impl Iterator<Item = (usize, &Question)> {
    lesson
        .cards
        .iter()
        .filter_map(|card| card.question.as_ref())
        .enumerate()
        .map(|(place, question)| (place + 1, question))
}

#[test]
fn every_question_stands_whole_on_a_page_and_answers_come_last() {
    let typefaces = Typefaces::load().unwrap();
    for_every_lesson(|place, lesson| {
        let text = |edition| -> Vec<String> {
            set(lesson, edition, &typefaces).iter().map(|page| told(page)).collect()
        };
        let pages = text(Edition::WithAnswers);
        let asked = text(Edition::WithoutAnswers);
        assert_eq!(asked, pages[..asked.len()], "{place}: the answers are the only difference");
        let answered = pages[asked.len()..].concat();
        assert!(
            answered.starts_with(&bare(&format!(
                "{}{}",
                lesson.head.title,
                t!("worksheet-answers")
            ))),
            "{place}: {answered}"
        );
        for (number, question) in questions(lesson) {
            let whole =
                bare(&format!("{number}.{}{}", question.ask(), question.options().concat()));
            assert!(asked.iter().any(|page| page.contains(&whole)), "{place}: {whole}");
            let explain = bare(question.explain());
            let answer = format!("{number}.{}", bare(&question.solution()));
            assert!(
                answered.contains(&answer) && answered.contains(&explain),
                "{place}: {answer} in {answered}"
            );
            assert!(
                explain.is_empty() || asked.iter().all(|page| !page.contains(&explain)),
                "{place}: {explain}"
            );
            for (_, reason) in question.reasons() {
                assert!(
                    pages.iter().all(|page| !page.contains(&bare(reason))),
                    "{place}: {reason}"
                );
            }
        }
        for card in &lesson.cards {
            assert!(asked.concat().contains(&bare(&card.title)), "{place}: {}", card.title);
        }
    });
}

#[test]
fn the_outcome_is_not_in_sight_of_its_prediction() {
    let typefaces = Typefaces::load().unwrap();
    for_every_lesson(|place, lesson| {
        let pages: Vec<String> =
            set(lesson, Edition::WithAnswers, &typefaces).iter().map(|page| told(page)).collect();
        let alone: Vec<Group> = groups(&Sheet::new(lesson, Edition::WithoutAnswers), &typefaces);
        // The head comes before the cards, the aims after them.
        let text = |group: &Group| letters(group.strips.iter().flat_map(|strip| &strip.marks));
        let cards: Vec<String> = alone.iter().skip(1).map(text).collect();
        assert_eq!(cards.len(), lesson.cards.len() + 1, "{place}: cards and aims");
        let page_of =
            |card: &String| pages.iter().position(|page| page.contains(card.as_str())).unwrap();
        for (number, card) in lesson.cards.iter().enumerate() {
            if let Some(Question::Predict { .. }) = &card.question {
                let page = page_of(&cards[number]);
                let next = cards[number + 1..].iter().map(page_of).min().unwrap();
                // Pages 2 and 3 face each other, which are 1 and 2 from 0.
                assert!(
                    next > page && page % 2 == 0,
                    "{place}, {}: pages {page} and {next} from 0",
                    card.title
                );
            }
        }
        for aim in &lesson.head.aims {
            let told = pages.iter().position(|page| page.contains(&bare(aim))).unwrap();
            assert_eq!(told, page_of(cards.last().unwrap()), "{place}: {aim}");
        }
    });
}

#[test]
fn no_card_that_fits_a_page_is_split() {
    let typefaces = Typefaces::load().unwrap();
    for_every_lesson(|place, lesson| {
        for edition in EDITIONS {
            let pages: Vec<String> =
                set(lesson, edition, &typefaces).iter().map(|page| told(page)).collect();
            for group in groups(&Sheet::new(lesson, edition), &typefaces) {
                let text = letters(group.strips.iter().flat_map(|strip| &strip.marks));
                let is_whole = pages.iter().any(|page| page.contains(&text));
                let room = SHEET.height() / Sheet::new(lesson, edition).scale;
                assert!(is_whole || group.height() > room, "{place}, {edition:?}: {text}");
                // Each strip has its marks within, so that none lies over another.
                for strip in &group.strips {
                    let marks = strip.marks.iter().map(extent).fold(Rect::NOTHING, Rect::union);
                    let has_room = marks.top() > -1.0 && marks.bottom() < strip.height + 1.0;
                    assert!(
                        strip.marks.is_empty() || has_room,
                        "{place}, {edition:?}: {marks:?} in {strip:?}"
                    );
                }
            }
        }
    });
}

#[test]
fn pages_are_full_and_nothing_reaches_beyond_their_margins() {
    let typefaces = Typefaces::load().unwrap();
    for_every_lesson(|place, lesson| {
        for edition in EDITIONS {
            let pages = set(lesson, edition, &typefaces);
            let mut shares = 0.0;
            for (number, page) in pages.iter().enumerate() {
                let place = format!("{place}, {edition:?}, page {}", number + 1);
                let (body, foot): (Vec<&Mark>, Vec<&Mark>) =
                    page.iter().partition(|mark| is_within(mark));
                assert_eq!(
                    foot.len(),
                    3,
                    "{place}: the foot's rule, title and number, and nothing else: {foot:?}"
                );
                let foot = foot.into_iter().map(extent).fold(Rect::NOTHING, Rect::union);
                assert!(
                    foot.top() > SHEET.bottom() && SHEET.x_range().contains(foot.left()),
                    "{place}: {foot:?}"
                );
                assert!(foot.right() < SHEET.right() + 0.1, "{place}: {foot:?}");
                let lowest = body
                    .iter()
                    .max_by(|one, other| extent(one).bottom().total_cmp(&extent(other).bottom()))
                    .unwrap();
                let is_title = matches!(lowest, Mark::Text { style, .. } if style.size > 13.0);
                assert!(!is_title, "{place}: a title stands alone: {lowest:?}");
                let share = (extent(lowest).bottom() - SHEET.top()) / SHEET.height();
                assert!(share > 0.5 || number + 1 == pages.len(), "{place}: {share} of the page");
                shares += share;
            }
            let mean = shares / pages.len() as f32;
            assert!(mean > 0.8, "{place}, {edition:?}: pages are {mean} full");
        }
    });
}

#[test]
fn there_is_room_to_write() {
    let typefaces = Typefaces::load().unwrap();
    for_every_lesson(|place, lesson| {
        for (number, page) in set(lesson, Edition::WithoutAnswers, &typefaces).iter().enumerate() {
            let mut last = f32::NEG_INFINITY;
            for mark in page {
                let Mark::Line { points, is_dotted: false, .. } = mark else { continue };
                let line = Rect::from_points(points);
                // Not those of formulas, tables and axes.
                if line.height() > 0.0
                    || line.width() < 0.8 * SHEET.width()
                    || !SHEET.contains_rect(line)
                {
                    continue;
                }
                let is_head = number == 0 && line.top() < 140.0;
                assert!(
                    is_head || line.top() - last > 24.0,
                    "{place}, page {}: lines at {last} and {line:?}",
                    number + 1
                );
                last = line.top();
            }
        }
        let asking = |lesson: &Lesson| -> usize {
            lesson.cards.iter().flat_map(|card| &card.body).map(Block::asks).sum()
        };
        let lined = html::written(&Sheet::new(lesson, Edition::WithoutAnswers))
            .matches("<div class=\"line\"></div>")
            .count();
        let lines = |(_, question): (usize, &Question)| sheet::lines(question);
        let asking: usize = asking(lesson);
        assert_eq!(lined, asking + questions(lesson).map(lines).sum::<usize>(), "{place}");
    });
}

#[test]
fn the_booklet_contains_everything_for_teachers() {
    let typefaces = Typefaces::load().unwrap();
    for_every_lesson(|place, lesson| {
        let booklet: String =
            set(lesson, Edition::Teacher, &typefaces).iter().map(|page| told(page)).collect();
        let html =
            String::from_utf8(worksheet(lesson, Edition::Teacher, Format::Html).unwrap()).unwrap();
        for (number, question) in questions(lesson) {
            let reasons: Vec<&str> =
                question.reasons().into_iter().map(|(_, reason)| reason).collect();
            for text in reasons.into_iter().chain([
                question.ask(),
                question.explain(),
                &question.solution(),
            ]) {
                assert!(booklet.contains(&bare(text)), "{place}, {number}: {text}");
                let written = text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;");
                assert!(html.contains(&written), "{place}, {number}: {text}");
            }
        }
        for edition in [Edition::WithAnswers, Edition::WithoutAnswers] {
            let sheet: String =
                set(lesson, edition, &typefaces).iter().map(|page| told(page)).collect();
            assert!(
                !sheet.contains(&bare(&t!("worksheet-learners")))
                    && !sheet.contains(&bare(&t!("classroom-notes")))
            );
        }
        assert_eq!(html.matches("<div class=\"notes\">").count(), lesson.cards.len(), "{place}");
        let minutes: f64 = lesson.cards.iter().filter_map(|card| card.setting.minutes).sum();
        assert!(booklet.contains(&format!("–{minutes}")), "{place}: when the last card ends");
    });
}

#[test]
fn a_card_of_several_pages_begins_where_there_is_room() {
    let typefaces = Typefaces::load().unwrap();
    let text = format!(
        "+++\ntitle = \"A\"\nminutes = 5\naims = []\n+++\n# One\nShort.\n# Two\n{}\n# Three\nEnd.\n",
        "A paragraph of some words.\n\n".repeat(120)
    );
    let lesson = read("long.md", &text).unwrap();
    let all: Vec<String> =
        set(&lesson, Edition::WithAnswers, &typefaces).iter().map(|page| told(page)).collect();
    assert!(all.len() > 2 && all[0].contains("OneShort.2·TwoAparagraph"), "{all:?}");
    assert!(all.last().unwrap().ends_with("ThreeEnd."), "{all:?}");
    let begins: Vec<Begins> = groups(&Sheet::new(&lesson, Edition::WithAnswers), &typefaces)
        .iter()
        .map(|group| group.begins)
        .collect();
    assert_eq!(begins, [Begins::Anywhere; 4]);
}

#[test]
fn pictures_of_scenes_stand_above_their_text_on_its_page() {
    let typefaces = Typefaces::load().unwrap();
    let mut count = 0;
    for language in LANGUAGES {
        speak(Some(language));
        let shelf = Shelf::new(None);
        let lesson = shelf.lesson("a-million-bodies").unwrap();
        for page in set(lesson, Edition::WithAnswers, &typefaces) {
            let Some(place) = page.iter().position(|mark| matches!(mark, Mark::Picture { .. }))
            else {
                continue;
            };
            let (picture, caption) = (extent(&page[place]), extent(&page[place + 1]));
            assert!(picture.width() > 200.0 && SHEET.contains_rect(picture), "{picture:?}");
            assert!(
                (0.0..15.0).contains(&(caption.top() - picture.bottom())),
                "{picture:?}, {caption:?}"
            );
            count += 1;
        }
        let pdf = worksheet(lesson, Edition::WithAnswers, Format::Pdf).unwrap();
        let has = |text: &str| pdf.windows(text.len()).any(|bytes| bytes == text.as_bytes());
        assert!(has("/Subtype/Image") && has("/Width 320") && has("/Height 200"));
    }
    assert_eq!(count, LANGUAGES.len());
}

#[test]
fn every_letter_on_paper_is_in_its_typeface() {
    let typefaces = Typefaces::load().unwrap();
    for_every_lesson(|place, lesson| {
        for mark in EDITIONS.map(|edition| set(lesson, edition, &typefaces).concat()).concat() {
            let Mark::Text { text, style, .. } = mark else { continue };
            let glyphs = typefaces.glyphs(&text, style.face);
            assert!(glyphs.iter().all(|glyph| glyph.glyph_id.to_u32() != 0), "{place}: {text}");
        }
    });
}

#[test]
fn signs_that_a_typeface_lacks_are_in_that_for_code() {
    let typefaces = Typefaces::load().unwrap();
    for face in [Face::Regular, Face::Strong] {
        assert_eq!(typefaces.parts("a ∇ b", face), [(face, "a "), (Face::Code, "∇"), (face, " b")]);
    }
    assert_eq!(typefaces.parts("a ∇ b", Face::Code).len(), 1);
}

#[test]
fn every_lesson_becomes_the_same_file_each_time() {
    for_every_lesson(|place, lesson| {
        let write = |edition| worksheet(lesson, edition, Format::Pdf).unwrap();
        let file = write(Edition::WithAnswers);
        assert!(file.starts_with(b"%PDF-") && file.trim_ascii_end().ends_with(b"%%EOF"), "{place}");
        let has = |text: &str| file.windows(text.len()).any(|bytes| bytes == text.as_bytes());
        assert!(
            has(&format!("/Lang({})", &place[..2])) && has("/Title") && !has("/CreationDate"),
            "{place}"
        );
        // Other languages differ in words alone.
        if place.starts_with("en") {
            assert!(file == write(Edition::WithAnswers), "{place}: the same lesson, other bytes");
            let booklet = write(Edition::Teacher);
            assert!(
                booklet == write(Edition::Teacher) && booklet != file,
                "{place}: the same lesson, other bytes"
            );
        }
    });
}

#[test]
fn oversized_blocks_stay_between_the_margins() {
    let word = "ab".repeat(200);
    // Words that nine columns have no room for.
    let row = format!("| {} |\n", ["uncommonly long wordinesses"; 9].join(" | "));
    let text = format!(
        "+++\ntitle = \"{}\"\nminutes = 5\naims = [\"{word}\"]\n+++\n# {word}\n{word} $x = {}$\n\n$$y = {}$$\n\n```\n{word}\n{}```\n\n{row}{}\n{row}\n",
        &word[..200],
        "x = ".repeat(90) + "1",
        "z + ".repeat(90) + "1",
        "line\n".repeat(200),
        "|---".repeat(9) + "|",
    );
    let typefaces = Typefaces::load().unwrap();
    let pages = set(&read("long.md", &text).unwrap(), Edition::WithAnswers, &typefaces);
    assert!(pages.len() > 4, "{} pages", pages.len());
    for mark in pages.concat() {
        let (place, is_foot) = (extent(&mark), extent(&mark).top() > SHEET.bottom());
        let is_between = place.left() >= SHEET.left() && place.right() < SHEET.right() + 0.1;
        assert!(is_between && (is_foot || SHEET.contains_rect(place)), "{mark:?}");
    }
    let answers = pages.iter().filter(|page| told(page).contains("Answers")).count();
    assert_eq!(answers, 0, "nothing is asked");
}

#[test]
fn lines_end_at_spaces_and_hyphens() {
    let typefaces = Typefaces::load().unwrap();
    let set_in = |face: Face, text: &str, width: f32| -> Vec<String> {
        let lines = typefaces.lines(&[Run::text(text, Style::new(face, 10.0))], width);
        assert!(lines.iter().all(|line| line.width <= width + 0.01), "{lines:?}");
        let text = |mark: &Mark| {
            if let Mark::Text { text, .. } = mark { text.clone() } else { String::new() }
        };
        lines.iter().map(|line| line.marks.iter().map(text).collect()).collect()
    };
    let set = |text: &str, width: f32| set_in(Face::Regular, text, width);
    assert_eq!(set("one two three", 45.0), ["one two", "three"]);
    assert_eq!(set("a Barnes-Hut tree", 50.0), ["a Barnes-", "Hut tree"]);
    assert_eq!(set("16\u{a0}384 bodies", 45.0), ["16\u{a0}384", "bodies"]);
    assert_eq!(set("one\ntwo", 200.0), ["one", "two"]);
    assert_eq!(set("unbreakable", 30.0).concat(), "unbreakable");
    assert!(set("", 30.0).is_empty());
    assert_eq!(set_in(Face::Code, "by cpu-tree", 50.0), ["by", "cpu-tree"]);
    for width in 45..120 {
        for line in set("time T = 3 now log₂ 8", width as f32) {
            assert!(!line.starts_with('=') && !line.ends_with(['=', '₂']), "{width}: {line}");
        }
    }
    assert_eq!(set("a = b = c = d", 40.0).concat().replace(' ', ""), "a=b=c=d");
    assert_eq!(set("one\n = 2", 200.0), ["one", "= 2"]);
}

#[test]
fn cards_that_need_the_screen_say_so() {
    for_every_lesson(|place, lesson| {
        let sheet = Sheet::new(lesson, Edition::WithoutAnswers);
        let marked: Vec<usize> = (0..lesson.cards.len())
            .filter(|card| {
                matches!(sheet.sections[card + 1].parts[0], sheet::Part::Card(_, Some(_)))
            })
            .map(|card| card + 1)
            .collect();
        let expected: &[usize] = match lesson.name.as_str() {
            "a-million-bodies" => &[3, 5, 6, 9, 10],
            "a-sum-is-not-a-sum" => &[2, 6, 7, 10],
            "adding-up" => &[3, 6, 9, 11, 13],
            "energy-and-time-steps" => &[3, 5, 7, 9, 10],
            "from-one-thread" => &[4, 11],
            "from-pairs-to-a-field" => &[5, 10],
            "kepler-and-newton" => &[3, 5, 6, 9, 11],
            "what-is-chance-worth" => &[2, 5, 6, 10, 12],
            "why-does-it-collapse" => &[3, 4, 6, 10, 11, 12],
            "write-a-kernel" => &[3, 5, 7, 9, 11],
            other => panic!("{other}"),
        };
        assert_eq!(marked, expected, "{place}");
    });
}

#[test]
fn numbers_and_quotients_read_as_in_the_rest_of_a_lesson() {
    for_every_lesson(|place, lesson| {
        let html = html::written(&Sheet::new(lesson, Edition::Teacher));
        assert!(!html.contains("<mn>1024</mn>") && !html.contains("L / 2m"), "{place}");
        assert!(!html.contains("50172") && !html.contains("19931569"), "{place}");
    });
}

#[test]
fn endings_name_formats() {
    assert_eq!(
        ["pdf", "PDF", "html", "htm"].map(Format::from_ending),
        [Some(Format::Pdf), Some(Format::Pdf), Some(Format::Html), Some(Format::Html)]
    );
    assert_eq!(["", "doc", "pd"].map(Format::from_ending), [None; 3]);
}
