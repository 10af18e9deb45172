//! Reads a lesson's file. Errors report the line.

use starshell::lab::experiment;
use starshell::lab::workbench::{BENCHES, bench};
use starshell::name::unknown;
use starshell::scene::embedded;
use starshell::words::{Text, say, shortened, t, unbroken};

use super::bounds;
use super::entries::{Block, Keys, Read, parse, read_table};
use super::scene_settings;
use super::slip::Slip;
use super::text::blocks;
use super::{Card, Head, Lesson, Question, Setting, Wait};

/// A mistake in a lesson's file. It displays in English; [`LessonError::spoken`] is for the window.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{file}, line {line}: {}", shortened(&cause.to_string()))]
pub struct LessonError {
    pub file: String,
    /// From 1.
    pub line: usize,
    pub cause: Text,
}

impl LessonError {
    /// In the language of this thread.
    pub fn spoken(&self) -> String {
        t!(
            "error-lesson-file",
            file = self.file,
            line = self.line,
            cause = shortened(&self.cause.verbatim())
        )
    }
}

/// Most letters of a lesson's title, which a worksheet sets in one piece.
const MAX_TITLE: usize = 200;
/// How far the minutes of cards may be from those of their lesson, if every card has some.
const MINUTES: std::ops::RangeInclusive<f64> = 0.8..=1.2;

/// A mistake and its line, from 0.
type Fault = (usize, Text);

/// Reads the lesson in `text`, the contents of `file`. Its name is that of the file without
/// endings.
///
/// # Errors
/// The first mistake.
pub fn read(file: &str, text: &str) -> Result<Lesson, LessonError> {
    let name = file
        .rsplit(['/', '\\'])
        .next()
        .unwrap_or(file)
        .split('.')
        .next()
        .unwrap_or(file)
        .to_owned();
    let text = unbroken(text);
    let lines: Vec<&str> = text.lines().collect();
    lesson(name, &lines).map_err(|(line, cause)| LessonError {
        file: file.to_owned(),
        line: line + 1,
        cause,
    })
}

fn lesson(name: String, lines: &[&str]) -> Result<Lesson, Fault> {
    if lines.first().map(|line| line.trim_end()) != Some("+++") {
        return Err((0, say!("error-lesson-head")));
    }
    let Some(end) =
        lines.iter().skip(1).position(|line| line.trim_end() == "+++").map(|place| place + 1)
    else {
        return Err((0, say!("error-lesson-head-end")));
    };
    let head: Head = toml(&lines[1..end], 1)?;
    let letters = head.title.chars().count();
    if letters > MAX_TITLE {
        let place = lines.iter().position(|line| line.starts_with("title")).unwrap_or(0);
        return Err((place, say!("error-lesson-title", letters = letters, most = MAX_TITLE)));
    }
    let mut cards: Vec<Card> = Vec::new();
    let mut rest = end + 1;
    while rest < lines.len() {
        let Some(title) = lines[rest].strip_prefix("# ") else {
            if !lines[rest].trim().is_empty() {
                return Err((rest, say!("error-lesson-before-card")));
            }
            rest += 1;
            continue;
        };
        let end = end_of_card(lines, rest + 1);
        let read = card(title, &lines[rest + 1..end], rest + 1)?;
        if let Some(name) = read
            .setting
            .recall
            .as_ref()
            .filter(|name| !cards.iter().any(|card| card.predicts(name)))
        {
            let place =
                lines[rest..end].iter().position(|line| line.starts_with("recall")).unwrap_or(0);
            return Err((rest + place, say!("error-lesson-recall", name = name.clone())));
        }
        cards.push(read);
        rest = end;
    }
    if cards.is_empty() {
        return Err((lines.len().saturating_sub(1), say!("error-lesson-no-card")));
    }
    let minutes: Option<f64> = cards.iter().map(|card| card.setting.minutes).sum();
    if let Some(minutes) =
        minutes.filter(|minutes| !MINUTES.contains(&(minutes / f64::from(head.minutes))))
    {
        let place = lines.iter().position(|line| line.starts_with("minutes")).unwrap_or(0);
        return Err((place, say!("error-lesson-minutes", cards = minutes, lesson = head.minutes)));
    }
    Ok(Lesson { name, head, cards, seed: 0 })
}

/// The line after a card: the next title that is not in a block.
fn end_of_card(lines: &[&str], begin: usize) -> usize {
    let mut is_block = false;
    for (number, line) in lines.iter().enumerate().skip(begin) {
        if is_fence(line) {
            is_block = !is_block;
        } else if !is_block && line.starts_with("# ") {
            return number;
        }
    }
    lines.len()
}

impl Block for Head {
    fn read(keys: &Keys) -> Read<Self> {
        read_table!(keys, Self { get title, get minutes, get aims, usual order })
    }
}

/// Reads a card; `first` is the number of its first line.
fn card(title: &str, lines: &[&str], first: usize) -> Result<Card, Fault> {
    let (mut setting, mut question, mut notes) = (Setting::default(), None, Vec::new());
    // What remains is Markdown; blocks leave empty lines, so that places stay the same.
    let mut body: Vec<&str> = lines.to_vec();
    let mut place = 0;
    while place < lines.len() {
        let kind = lines[place].trim_end();
        if !matches!(kind, "```card" | "```question" | "```notes") {
            // A block of code is skipped whole.
            if is_fence(kind) {
                let length = lines[place + 1..].iter().position(|line| is_fence(line));
                place += length.ok_or_else(|| (first + place, unended(kind)))? + 1;
            }
            place += 1;
            continue;
        }
        // What begins another block does not end this one.
        let fence = lines[place + 1..].iter().position(|line| line.starts_with("```"));
        let Some(length) = fence.filter(|length| lines[place + 1 + length].trim_end() == "```")
        else {
            return Err((first + place, unended(kind)));
        };
        let (from, to) = (place + 1, place + 1 + length);
        let at = first + from;
        match kind {
            "```card" => {
                let mut own = lines[from..to].to_vec();
                let taken = scene_settings::take(&mut own)
                    .map_err(|slip| (at + slip.line(&own), slip.cause))?;
                setting = Setting { scene_settings: taken, ..toml(&own, at)? };
                check(&setting).map_err(|slip| (at + slip.line(&lines[from..to]), slip.cause))?;
            }
            "```question" => {
                let read: Question = toml(&lines[from..to], at)?;
                if let Some(slip) = read.fault() {
                    return Err((at + slip.line(&lines[from..to]), slip.cause));
                }
                question = Some(read);
            }
            _ => notes = markdown(&lines[from..to], at)?,
        }
        body[place..=to].fill("");
        place = to + 1;
    }
    let divider = divider(&body).filter(|_| setting.recall.is_some());
    divider.into_iter().for_each(|place| body[place] = "");
    let (before, after) = body.split_at(divider.unwrap_or(body.len()));
    let mut blocks = markdown(before, first)?;
    let outcome = divider.map(|_| blocks.len());
    blocks.extend(markdown(after, first + before.len())?);
    Ok(Card {
        title: title.trim().to_owned(),
        body: blocks,
        outcome,
        #[cfg(test)]
        markdown: body.join("\n"),
        notes,
        setting,
        question,
    })
}

/// The first line `---` of a card that is not in a block of code.
fn divider(lines: &[&str]) -> Option<usize> {
    let mut is_code = false;
    lines.iter().position(|line| {
        is_code ^= line.trim_start().starts_with("```");
        !is_code && line.trim_end() == "---"
    })
}

fn unended(kind: &str) -> Text {
    say!("error-lesson-block-end", block = kind.to_owned())
}

/// Whether a line begins or ends a block: code within a line has backticks on both sides.
fn is_fence(line: &str) -> bool {
    line.trim_start()
        .strip_prefix("```")
        .is_some_and(|rest| !rest.trim_start_matches('`').contains('`'))
}

/// Reads TOML whose first line is number `first`.
fn toml<T: Block>(lines: &[&str], first: usize) -> Result<T, Fault> {
    let text = lines.join("\n");
    parse(&text).map_err(|(place, cause)| (first + line_at(&text, place), cause))
}

/// The line of a place in a text, from 0.
fn line_at(text: &str, place: usize) -> usize {
    text.bytes().take(place).filter(|byte| *byte == b'\n').count()
}

/// Reads Markdown whose first line is number `first`.
fn markdown(lines: &[&str], first: usize) -> Result<Vec<super::Block>, Fault> {
    let text = lines.join("\n");
    blocks(&text).map_err(|(place, cause)| (first + line_at(&text, place), cause))
}

/// Whether everything that a card names exists.
fn check(setting: &Setting) -> Result<(), Slip> {
    if let Some(scene) = &setting.scene {
        named("scene", "scene", scene, embedded().iter().map(|scene| scene.name).collect())?;
    }
    if let Some(name) = &setting.experiment
        && experiment(name).is_none()
    {
        let all = starshell::lab::EXPERIMENTS.iter().map(|experiment| experiment.name).collect();
        named("experiment", "experiment", name, all)?;
    }
    check_bench(setting)?;
    bounds::check(setting)?;
    let has_word = |key: &'static str, control: &str, name: String| match starshell::words::has_word(
        control,
    ) {
        true => Ok(()),
        false => {
            Err(Slip::new(key, say!("error-lesson-control", key = control.to_owned())).at(name))
        }
    };
    for (key, controls) in [("lock", &setting.lock), ("highlight", &setting.highlight)] {
        controls.iter().try_for_each(|control| has_word(key, control, format!("\"{control}\"")))?;
    }
    let mut waits = setting.wait.iter().flat_map(Wait::keys);
    waits.try_for_each(|control| has_word("wait", control, control.clone()))
}

/// Whether a name, the value of `key`, is among all names of what it should be.
fn named(key: &'static str, what: &'static str, name: &str, all: Vec<&str>) -> Result<(), Slip> {
    match all.contains(&name) {
        true => Ok(()),
        false => Err(Slip::new(key, unknown(what, name, all))),
    }
}

/// Whether the kernel that a card shows exists, with what is said about it.
fn check_bench(setting: &Setting) -> Result<(), Slip> {
    let needs_bench = [
        ("break", "break", setting.broken.is_some()),
        ("exercise", "exercise", setting.exercise.is_some()),
        ("wait", "wait = { right = true }", matches!(setting.wait, Some(Wait::Right(_)))),
        ("wait", "wait = { faster = 1.1 }", matches!(setting.wait, Some(Wait::Faster(_)))),
    ];
    let Some(name) = &setting.bench else {
        return match needs_bench.iter().find(|(.., is_there)| *is_there) {
            Some((key, words, _)) => {
                Err(Slip::new(key, say!("error-lesson-needs-bench", key = *words)))
            }
            None => Ok(()),
        };
    };
    if setting.experiment.is_some() {
        return Err(Slip::new("experiment", say!("error-lesson-two")));
    }
    named(
        "bench",
        "kernel of the workbench",
        name,
        BENCHES.iter().map(|bench| bench.name).collect(),
    )?;
    let Some(bench) = bench(name) else { return Ok(()) };
    if let Some(broken) = &setting.broken {
        named("break", "break", broken, bench.breaks.iter().map(|broken| broken.name).collect())?;
    }
    match setting.exercise {
        Some(number) if number == 0 || number > bench.exercises.len() => {
            let (bench, count) = (name.clone(), bench.exercises.len());
            Err(Slip::new(
                "exercise",
                say!("error-lesson-exercise", bench = bench, count = count, number = number),
            ))
        }
        _ => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use starshell::words::{LANGUAGES, speak};

    use super::*;
    use crate::lesson::assert_translated;

    const WHOLE: &str = "+++\ntitle = \"Why?\"\nminutes = 20\naims = [\"see\"]\n+++\n\n# One\n\n```card\nscene = \"shell\"\nwait = { time = 1.5 }\nshow = [\"physics\"]\nlock = [\"physics-damping\"]\n```\n\nText $x^2$.\n\n```question\nkind = \"predict\"\nname = \"fall\"\nask = \"What?\"\noptions = [\"a\", \"b\"]\nright = 1\n```\n\n```notes\nSay it.\n```\n\n# Two\n\n```card\nrecall = \"fall\"\n```\n\n```\n# no card\n```\n";

    #[test]
    fn a_file_becomes_cards() {
        let lesson = read("folder/why.md", WHOLE).unwrap();
        assert_eq!((lesson.name.as_str(), lesson.head.minutes, lesson.cards.len()), ("why", 20, 2));
        let [one, two] = &lesson.cards[..] else { panic!("two cards") };
        assert_eq!(one.setting.wait, Some(Wait::Time(1.5)));
        assert!(one.question.is_some() && one.notes.len() == 1 && one.body.len() == 1, "{one:?}");
        assert_eq!((two.title.as_str(), two.body.len()), ("Two", 1));
    }

    #[test]
    fn the_text_after_a_line_gives_the_outcome() {
        let told = |text: &str| {
            read("why.md", &WHOLE.replacen("```\n# no card\n```", text, 1)).unwrap().cards[1]
                .clone()
        };
        let card = told("Watch.\n\n---\n\nIt fell.\n\nIt fell fast.");
        assert_eq!((card.body.len(), card.outcome), (3, Some(1)));
        assert!(!card.markdown.contains("---"));
        assert_eq!(told("---\n\nIt fell.").outcome, Some(0));
        assert_eq!(told("```\n---\n```\n\n| a |\n|---|\n| b |").outcome, None);
        // Where no prediction is recalled, nothing waits.
        let plain =
            read("why.md", &WHOLE.replacen("Text $x^2$.", "Text.\n\n---\n\nMore.", 1)).unwrap();
        assert_eq!((plain.cards[0].body.len(), plain.cards[0].outcome), (2, None));
    }

    #[test]
    fn minutes_of_cards_add_up_to_those_of_the_lesson() {
        let timed = |first: u32, second: u32| {
            let text = WHOLE.replacen("scene = ", &format!("minutes = {first}\nscene = "), 1);
            read(
                "why.md",
                &text.replacen("recall = ", &format!("minutes = {second}\nrecall = "), 1),
            )
        };
        assert!(timed(12, 6).is_ok());
        let error = timed(12, 16).unwrap_err();
        assert!(
            error.line == 3 && error.cause.to_string().contains("28 minutes, but the lesson 20"),
            "{error}"
        );
        assert!(
            read("why.md", &WHOLE.replacen("recall = ", "minutes = 50\nrecall = ", 1)).is_ok(),
            "one card has none"
        );
    }

    #[test]
    fn a_title_fits_a_page() {
        let titled =
            |letters: usize| read("why.md", &WHOLE.replacen("Why?", &"w".repeat(letters), 1));
        assert!(titled(200).is_ok());
        let error = titled(201).unwrap_err();
        assert!(error.line == 2 && error.cause.to_string().contains("201 letters"), "{error}");
    }

    #[test]
    #[allow(clippy::too_many_lines, reason = "a list of cases")]
    fn every_mistake_has_its_line_and_a_sentence() {
        let cases = [
            ("+++\ntitle", "title\n+++", 1, "+++"),
            ("title = \"Why?\"", "title = 3", 2, "expected a text in quotation marks"),
            ("minutes = 20", "minutes = \"x\"", 3, "expected a whole number"),
            ("minutes = 20", "minutes = 20\nauthor = \"me\"", 4, "no key named `author`"),
            ("minutes = 20", "minutes = 1e308", 3, "not the value `1e308`"),
            ("scene = \"shell\"", "minutes = 1e308", 10, "minutes is 1e308, but"),
            ("scene = \"shell\"", "scene = \"shell\"\ncount = 0", 11, "count is 0"),
            ("scene = \"shell\"", "count = 64", 10, "add `scene`"),
            (
                "scene = \"shell\"",
                "softening = -1",
                10,
                "`softening` is -1, but it must be a number from 0",
            ),
            (
                "scene = \"shell\"",
                "scene = \"shell\"\nsofening = 1",
                11,
                "did you mean `softening`",
            ),
            (
                "scene = \"shell\"",
                "scene = \"shell\"\nintegrator = \"yosida\"",
                11,
                "did you mean `yoshida-6`",
            ),
            ("scene = \"shell\"", "speed = nan", 10, "speed is NaN"),
            (
                "scene = \"shell\"",
                "experiment = \"scan\"\nsize = 1000000000000",
                11,
                "comes in 8, 16",
            ),
            ("scene = \"shell\"", "experiment = \"scan\"\ndrawing = 0", 11, "has drawings 1 to 3"),
            ("scene = \"shell\"", "page = \"table\"", 10, "add `experiment`"),
            ("wait = { time = 1.5 }", "wait = { }", 11, "waits for one thing, such as"),
            ("wait = { time = 1.5 }", "wait = \"answer\"", 11, "waits for one thing, such as"),
            ("wait = { time = 1.5 }", "wait = { answer = false }", 11, "write answer = true"),
            ("wait = { time = 1.5 }", "wait = { time = 0 }", 11, "wait for time = 0, but"),
            (
                "wait = { time = 1.5 }",
                "wait = { right = true }",
                11,
                "`wait = { right = true }` needs a kernel",
            ),
            ("wait = { time = 1.5 }", "wait = { set = {} }", 11, "needs a control"),
            (
                "wait = { time = 1.5 }",
                "wait = { set = { physics-softening = inf } }",
                11,
                "which is not a",
            ),
            (
                "wait = { time = 1.5 }",
                "wait = { set = { physics-softening = [2, 1] } }",
                11,
                "[2, 1], but a range",
            ),
            ("scene = \"shell\"", "scene = \"shell\"\ncount = 4294967295", 11, "at most"),
            ("scene = \"shell\"", "scene = \"kepler\"\ncount = 3", 11, "exactly 2"),
            (
                "scene = \"shell\"",
                "experiment = \"scan\"\npage = \"tables\"",
                11,
                "did you mean `table`",
            ),
            ("scene = \"shell\"", "experiment = \"nbody-cpu\"\nsize = 8", 11, "has no drawings"),
            (
                "lock = [\"physics-damping\"]",
                "softening = 0.1\nlock = [\"softening\"]",
                14,
                "control or choice `softening`",
            ),
            ("scene = \"shell\"", "play = 1\nscene = \"shell\"", 10, "expected true or false"),
            ("options = [\"a\", \"b\"]", "options = \"a\"", 22, "expected a list such as"),
            ("options = [\"a\", \"b\"]", "options = [\"a\"]", 22, "options has fewer than two"),
            ("kind = \"predict\"", "kind = 3", 19, "expected a text"),
            ("right = 1", "right = 1.5", 23, "expected a whole number"),
            (
                "right = 1",
                "right = 1\nwrong = [\n    { answer = \"b\", reason = \"no\" },\n]",
                25,
                "expected a whole number",
            ),
            ("```notes", "~~~notes", 26, "would be shown as code"),
            ("```notes", " ```notes", 26, "would be shown as code"),
            ("```notes", "> ```notes", 26, "would be shown as code"),
            ("```notes", "```note", 26, "did you mean `notes`"),
            ("```\n# no card\n```\n", "```wgsl\n", 36, "is not closed"),
            ("scene = \"shell\"", "scene = \"shel\"", 10, "did you mean `shell`"),
            ("time = 1.5", "tim = 1.5", 11, "tim"),
            ("\"physics\"]", "\"fysics\"]", 12, "did you mean `physics`"),
            ("physics-damping", "damping", 13, "damping"),
            ("lock = [\"physics-damping\"]", "overlays = [\"area\"]", 13, "did you mean `areas`"),
            ("time = 1.5", "set = { physics-gravity = \"oak\" }", 11, "oak"),
            ("time = 1.5", "set = { physics-softening = [1] }", 11, "a range such as"),
            ("$x^2$", "$\\oops$", 16, "oops"),
            ("$x^2$", "$x^{2$", 16, "each `{` in it"),
            ("Say it.", "Say $\\frac{1}{2$.", 27, "each `{` in it"),
            ("right = 1", "right = 3", 23, "options are 1 to 2"),
            ("kind = \"predict\"", "kind = \"guess\"", 19, "guess"),
            (
                "right = 1",
                "right = 1\nwrong = [\n    { answer = 3, reason = \"no\" },\n]",
                25,
                "options are 1 to 2",
            ),
            (
                "right = 1",
                "right = 1\nwrong = [\n    { answer = 2, because = \"no\" },\n]",
                25,
                "because",
            ),
            ("recall = \"fall\"", "recall = \"rise\"", 33, "rise"),
            ("Say it.\n```", "Say it.\n", 26, "is not closed"),
            ("# One", "One", 7, "# "),
        ];
        for (text, replacement, line, word) in cases {
            let error = read("why.md", &WHOLE.replacen(text, replacement, 1)).unwrap_err();
            assert!(error.to_string().contains(word) && error.line == line, "{text}: {error}");
            assert_translated(&error.cause);
            // It is the same mistake whichever language its reader speaks.
            speak(Some(&LANGUAGES[1]));
            assert_eq!(read("why.md", &WHOLE.replacen(text, replacement, 1)), Err(error));
            speak(None);
        }
    }

    #[test]
    fn mistakes_about_kernels_have_a_line_and_a_sentence() {
        for (setting, word) in [
            ("bench = \"rung_5\"", "did you mean `rung_1`"),
            ("break = \"Softening\"", "add `bench`"),
            ("bench = \"rung_1\"\nbreak = \"Softenin\"", "did you mean `Softening`"),
            ("bench = \"rung_1\"\nexercise = 3", "exercises 1 to 2"),
            ("bench = \"rung_1\"\nexperiment = \"scan\"", "an experiment or a kernel"),
        ] {
            let error =
                read("why.md", &WHOLE.replacen("scene = \"shell\"", setting, 1)).unwrap_err();
            assert!(
                error.to_string().contains(word) && (10..=11).contains(&error.line),
                "{setting}: {error}"
            );
            assert_translated(&error.cause);
        }
        let whole = "bench = \"rung_1\"\nbreak = \"Softening\"\nexercise = 2";
        let lesson = read(
            "why.md",
            &WHOLE.replacen("scene = \"shell\"", whole, 1).replacen(
                "time = 1.5",
                "right = true",
                1,
            ),
        )
        .unwrap();
        assert_eq!(lesson.cards[0].setting.wait, Some(Wait::Right(true)));
    }

    #[test]
    fn mistakes_are_english_on_the_command_line_and_translated_in_the_window() {
        let bare = "+++\ntitle = \"t\"\nminutes = 1\naims = []\n+++\n";
        for text in ["", "+++\n", bare, &format!("{bare}text\n# Card\n")] {
            assert_translated(&read("bare.md", text).unwrap_err().cause);
        }
        speak(Some(&LANGUAGES[1]));
        let error = read("why.md", &WHOLE.replacen("\"shell\"", "\"shel\"", 1)).unwrap_err();
        assert!(
            error.spoken().starts_with("why.md, Zeile 10: `shel` gibt es nicht"),
            "{}",
            error.spoken()
        );
        assert!(
            error.to_string().starts_with("why.md, line 10: there is no scene named `shel`"),
            "{error}"
        );
        speak(None);
    }
}
