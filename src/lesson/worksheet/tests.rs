use egui::{Rect, pos2};

use super::blocks::strips;
use super::line::Run;
use super::page::{Mark, SHEET, pages};
use super::typeface::{Face, Style, Typefaces};
use super::*;
use crate::app::words::{LANGUAGES, speak};
use crate::lesson::{Shelf, read};

/// Letters without space: lines end at any of them.
fn bare(text: &str) -> String {
    text.chars().filter(|letter| !letter.is_whitespace()).collect()
}

/// What is above the foot of a page, as letters without space.
fn told(page: &[Mark]) -> String {
    let body = page.iter().filter(|mark| SHEET.contains_rect(extent(mark)));
    body.map(|mark| if let Mark::Text { text, .. } = mark { bare(text) } else { String::new() }).collect()
}

/// The place that a mark takes.
fn extent(mark: &Mark) -> Rect {
    match mark {
        Mark::Text { at, style, width, .. } => {
            Rect::from_min_max(pos2(at.x, at.y - 0.75 * style.size), pos2(at.x + width, at.y + 0.22 * style.size))
        }
        Mark::Line { points, .. } => Rect::from_points(points),
        Mark::Frame { rect, .. } => *rect,
    }
}

fn set(lesson: &Lesson, typefaces: &Typefaces) -> Vec<Vec<Mark>> {
    pages(&strips(&Sheet::new(lesson), typefaces), &lesson.head.title, typefaces)
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

#[test]
fn every_question_stands_whole_on_a_page_and_answers_come_last() {
    let typefaces = Typefaces::load().unwrap();
    for_every_lesson(|place, lesson| {
        let pages: Vec<String> = set(lesson, &typefaces).iter().map(|page| told(page)).collect();
        let sheet = Sheet::new(lesson);
        let first = pages.iter().position(|page| page.contains(&bare(&format!("{}{}", sheet.title, sheet.answer)))).unwrap();
        let (asked, answered) = (&pages[..first], pages[first..].concat());
        let questions = lesson.cards.iter().filter_map(|card| card.question.as_ref());
        for (question, answer) in questions.zip(&sheet.answers) {
            let whole = format!("{}.{}{}", answer.number, question.ask(), question.options().concat());
            assert!(asked.iter().any(|page| page.contains(&bare(&whole))), "{place}: {whole}");
            let line = bare(&format!("{}.{}", answer.number, answer.text));
            assert!(answered.contains(&line), "{place}: {line} in {answered}");
            let explain = bare(question.explain());
            assert!(explain.is_empty() || asked.iter().all(|page| !page.contains(&explain)), "{place}: {explain}");
        }
        for card in &lesson.cards {
            assert!(asked.concat().contains(&bare(&card.title)), "{place}: {}", card.title);
        }
    });
}

#[test]
fn pages_are_full_and_nothing_reaches_beyond_their_margins() {
    let typefaces = Typefaces::load().unwrap();
    for_every_lesson(|place, lesson| {
        let pages = set(lesson, &typefaces);
        for (number, page) in pages.iter().enumerate() {
            let place = format!("{place}, page {}", number + 1);
            let (body, foot): (Vec<&Mark>, Vec<&Mark>) = page.iter().partition(|mark| SHEET.contains_rect(extent(mark)));
            assert_eq!(foot.len(), 3, "{place}: the foot's rule, title and number, and nothing else: {foot:?}");
            let foot = foot.into_iter().map(extent).fold(Rect::NOTHING, Rect::union);
            assert!(foot.top() > SHEET.bottom() && SHEET.x_range().contains(foot.left()), "{place}: {foot:?}");
            assert!(foot.right() < SHEET.right() + 0.1, "{place}: {foot:?}");
            let lowest = body.iter().max_by(|one, other| extent(one).bottom().total_cmp(&extent(other).bottom())).unwrap();
            let is_title = matches!(lowest, Mark::Text { style, .. } if style.size > 13.0);
            assert!(!is_title, "{place}: a title stands alone: {lowest:?}");
            let share = (extent(lowest).bottom() - SHEET.top()) / SHEET.height();
            assert!(share > 0.7 || number + 2 >= pages.len(), "{place}: {share} of the page");
        }
    });
}

#[test]
fn every_letter_on_paper_is_in_its_typeface() {
    let typefaces = Typefaces::load().unwrap();
    for_every_lesson(|place, lesson| {
        for mark in set(lesson, &typefaces).concat() {
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
        let file = worksheet(lesson, Format::Pdf).unwrap();
        assert!(file.starts_with(b"%PDF-") && file.trim_ascii_end().ends_with(b"%%EOF"), "{place}");
        let has = |text: &str| file.windows(text.len()).any(|bytes| bytes == text.as_bytes());
        assert!(has(&format!("/Lang({})", &place[..2])) && has("/Title") && !has("/CreationDate"), "{place}");
        assert!(file == worksheet(lesson, Format::Pdf).unwrap(), "{place}: the same lesson, other bytes");
    });
}

#[test]
fn what_is_too_wide_or_too_long_stays_between_the_margins() {
    let word = "ab".repeat(200);
    // Words that nine columns have no room for.
    let row = format!("| {} |\n", ["uncommonly long wordinesses"; 9].join(" | "));
    let text = format!(
        "+++\ntitle = \"{word}\"\nminutes = 5\naims = [\"{word}\"]\n+++\n# {word}\n{word} $x = {}$\n\n$$y = {}$$\n\n```\n{word}\n{}```\n\n{row}{}\n{row}\n",
        "x = ".repeat(90) + "1",
        "z + ".repeat(90) + "1",
        "line\n".repeat(200),
        "|---".repeat(9) + "|",
    );
    let typefaces = Typefaces::load().unwrap();
    let pages = set(&read("long.md", &text).unwrap(), &typefaces);
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
    let set = |text: &str, width: f32| -> Vec<String> {
        let lines = typefaces.lines(&[Run::text(text, Style::new(Face::Regular, 10.0))], width);
        assert!(lines.iter().all(|line| line.width <= width + 0.01), "{lines:?}");
        let text = |mark: &Mark| if let Mark::Text { text, .. } = mark { text.clone() } else { String::new() };
        lines.iter().map(|line| line.marks.iter().map(text).collect()).collect()
    };
    assert_eq!(set("one two three", 45.0), ["one two", "three"]);
    assert_eq!(set("a Barnes-Hut tree", 50.0), ["a Barnes-", "Hut tree"]);
    assert_eq!(set("16\u{a0}384 bodies", 45.0), ["16\u{a0}384", "bodies"]);
    assert_eq!(set("one\ntwo", 200.0), ["one", "two"]);
    assert_eq!(set("unbreakable", 30.0).concat(), "unbreakable");
    assert!(set("", 30.0).is_empty());
}

#[test]
fn endings_name_formats() {
    assert_eq!(
        ["pdf", "PDF", "html", "htm"].map(Format::of),
        [Some(Format::Pdf), Some(Format::Pdf), Some(Format::Html), Some(Format::Html)]
    );
    assert_eq!(["", "doc", "pd"].map(Format::of), [None; 3]);
}
