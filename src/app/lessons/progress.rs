//! How far lessons were followed, and what was answered: kept on this machine, and nowhere else.

use std::collections::{BTreeMap, BTreeSet};
use std::io::ErrorKind;
use std::path::PathBuf;

use serde::{Deserialize, Serialize};
use starshell::file::{self, FileError};

use crate::explained::explained;
use crate::lesson::{Answer, Card, Lesson, Question, option_order};

/// An answer to a card's question.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Given {
    /// The card's title, what was asked, and the answer in words.
    pub card: String,
    pub ask: String,
    pub answer: String,
    /// The answer as it was given, for the reason why it is wrong.
    pub value: Option<Answer>,
    pub is_right: bool,
    /// How often it was answered.
    pub tries: u32,
}

/// A lesson's progress.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
struct Followed {
    /// The number of the card that was shown last.
    place: usize,
    /// The order of the options by which answers are kept.
    seed: u32,
    /// Answers by the number of their card.
    given: BTreeMap<usize, Given>,
}

/// The progress in all lessons.
#[derive(Clone, Debug, Default)]
pub struct Progress {
    lessons: BTreeMap<String, Followed>,
    /// The lessons that were followed before the program started, perhaps by another class.
    before: BTreeSet<String>,
    path: Option<PathBuf>,
    /// Why it could not be kept, if it could not.
    pub fault: Option<String>,
}

impl Progress {
    /// What is kept in a file; nothing if there is none. One that cannot be read is set aside,
    /// unless reading it takes too long.
    pub fn open(path: Option<PathBuf>) -> Self {
        let Some(place) = &path else { return Self::default() };
        let read = match file::read(place) {
            // It may be whole: what cannot be reached is left alone.
            Err(error) if error.kind() == ErrorKind::TimedOut => {
                let fault = Some(explained(&FileError::new(place, error)));
                return Self { fault, ..Self::default() };
            }
            read => read.ok().and_then(|bytes| serde_json::from_slice(&bytes).ok()),
        };
        if read.is_none() {
            file::set_aside(place);
        }
        let lessons: BTreeMap<String, Followed> = read.unwrap_or_default();
        let before = lessons.keys().cloned().collect();
        Self { lessons, before, path, fault: None }
    }

    /// Whether a lesson was begun before the program started, and nobody has said yet who goes on.
    pub fn is_of_before(&self, lesson: &str) -> bool {
        self.before.contains(lesson) && self.is_begun(lesson)
    }

    /// Goes on with a lesson that was begun before.
    pub fn go_on(&mut self, lesson: &str) {
        self.before.remove(lesson);
    }

    /// The order of the options of a lesson that has been begun.
    pub fn seed(&self, lesson: &str) -> Option<u32> {
        self.is_begun(lesson).then(|| self.lessons.get(lesson).map(|followed| followed.seed))?
    }

    /// Keeps the answers to a lesson by another order of its options.
    pub fn set_seed(&mut self, lesson: &Lesson, seed: u32) {
        let followed = self.lessons.entry(lesson.name.clone()).or_default();
        let before = std::mem::replace(&mut followed.seed, seed);
        for (place, given) in &mut followed.given {
            let question = lesson.cards.get(*place).and_then(|card| card.question.as_ref());
            let count = question.map_or(0, |question| question.options().len());
            if let Some(Answer::Option(option)) = &mut given.value {
                let (old, new) =
                    (option_order(before, *place, count), option_order(seed, *place, count));
                let moved = old.get(*option).and_then(|it| new.iter().position(|own| own == it));
                *option = moved.unwrap_or(*option);
            }
        }
    }

    pub fn place(&self, lesson: &str) -> usize {
        self.lessons.get(lesson).map_or(0, |followed| followed.place)
    }

    /// Whether anything is kept of a lesson that can be forgotten.
    pub fn is_begun(&self, lesson: &str) -> bool {
        self.lessons
            .get(lesson)
            .is_some_and(|followed| followed.place > 0 || !followed.given.is_empty())
    }

    pub fn given(&self, lesson: &str, card: usize) -> Option<&Given> {
        self.lessons.get(lesson)?.given.get(&card)
    }

    /// How many questions of a lesson have been answered correctly, and how many it has. A
    /// prediction is neither right nor wrong.
    pub fn score(&self, lesson: &Lesson) -> [usize; 2] {
        let is_counted = |card: &Card| {
            card.question.as_ref().is_some_and(|asked| !matches!(asked, Question::Predict { .. }))
        };
        let counted = || lesson.cards.iter().enumerate().filter(|(_, card)| is_counted(card));
        let is_right = |place| self.given(&lesson.name, place).is_some_and(|given| given.is_right);
        [counted().filter(|(place, _)| is_right(*place)).count(), counted().count()]
    }

    pub fn set_place(&mut self, lesson: &str, place: usize) {
        self.lessons.entry(lesson.to_owned()).or_default().place = place;
        self.keep();
    }

    /// Keeps the answer to a card's question, and counts it.
    pub fn give(&mut self, lesson: &str, place: usize, answer: Given) {
        let given = &mut self.lessons.entry(lesson.to_owned()).or_default().given;
        let tries = given.get(&place).map_or(0, |given| given.tries) + 1;
        given.insert(place, Given { tries, ..answer });
        self.keep();
    }

    /// Forgets a lesson, so that it starts over.
    pub fn forget(&mut self, lesson: &str) {
        self.lessons.remove(lesson);
        self.before.remove(lesson);
        self.keep();
    }

    fn keep(&mut self) {
        let Some(path) = &self.path else { return };
        let folder = path
            .parent()
            .map_or(Ok(()), std::fs::create_dir_all)
            .map_err(|error| FileError::new(path, error));
        // Texts and numbers only: nothing that JSON cannot hold.
        let text = serde_json::to_string_pretty(&self.lessons).unwrap_or_default();
        self.fault = folder
            .and_then(|()| file::write(path, text.as_bytes()))
            .err()
            .map(|error| explained(&error));
    }

    /// All answers, one per line.
    pub fn csv(&self) -> String {
        let quoted = |text: &str| format!("\"{}\"", text.replace('"', "\"\""));
        let mut text = "lesson,card,title,question,answer,right,tries\n".to_owned();
        for (lesson, followed) in &self.lessons {
            for (place, given) in &followed.given {
                let Given { card, ask, answer, is_right, tries, .. } = given;
                let fields = [
                    quoted(lesson),
                    (place + 1).to_string(),
                    quoted(card),
                    quoted(ask),
                    quoted(answer),
                ];
                text += &format!("{},{is_right},{tries}\n", fields.join(","));
            }
        }
        text
    }
}

#[cfg(test)]
mod tests {
    use crate::lesson::Shelf;

    use super::*;

    #[test]
    fn answers_that_cannot_be_read_are_set_aside() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("progress.json");
        for damaged in ["progress-damaged.json", "progress-damaged-2.json"] {
            std::fs::write(&path, r#"{ "a": { "place": 3"#).unwrap();
            let mut progress = Progress::open(Some(path.clone()));
            progress.set_place("a", 1);
            assert_eq!(Progress::open(Some(path.clone())).place("a"), 1);
            let kept = std::fs::read_to_string(folder.path().join(damaged)).unwrap();
            assert_eq!(kept, r#"{ "a": { "place": 3"#);
        }
    }

    #[test]
    fn answers_are_kept_and_counted() {
        let folder = tempfile::tempdir().unwrap();
        let path = Some(folder.path().join("deeper/progress.json"));
        let mut progress = Progress::open(path.clone());
        progress.set_place("a", 3);
        let answered = |answer: &str, value: Answer, is_right| Given {
            card: "Card, \"two\"".to_owned(),
            ask: "Why?".to_owned(),
            answer: answer.to_owned(),
            value: Some(value),
            is_right,
            ..Given::default()
        };
        progress.give("a", 1, answered("much", Answer::Number(0.1), false));
        progress.give("a", 2, answered("so", Answer::Option(0), false));
        progress.give("a", 2, answered("because", Answer::Option(1), true));
        assert_eq!(progress.fault, None);
        let again = Progress::open(path);
        assert_eq!((again.place("a"), again.place("b")), (3, 0));
        assert_eq!(again.given("a", 2).unwrap().tries, 2);
        assert_eq!(again.given("a", 1).unwrap().value, Some(Answer::Number(0.1)));
        assert_eq!(
            again.csv().lines().nth(2),
            Some("\"a\",3,\"Card, \"\"two\"\"\",\"Why?\",\"because\",true,2")
        );
    }

    #[test]
    fn predictions_do_not_count() {
        let lesson = Shelf::new(None).lesson("kepler-and-newton").cloned().unwrap();
        let mut progress = Progress::default();
        let asks = |predicts| {
            let places = lesson.cards.iter().enumerate().filter(move |(_, card)| {
                card.question
                    .as_ref()
                    .is_some_and(|asked| matches!(asked, Question::Predict { .. }) == predicts)
            });
            places.map(|(place, _)| place).collect::<Vec<_>>()
        };
        let (predictions, questions) = (asks(true), asks(false));
        assert!(!predictions.is_empty() && questions.len() > 2);
        predictions.iter().for_each(|place| {
            progress.give("kepler-and-newton", *place, Given { is_right: true, ..Given::default() })
        });
        assert_eq!(progress.score(&lesson), [0, questions.len()]);
        progress.give(
            "kepler-and-newton",
            questions[0],
            Given { is_right: true, ..Given::default() },
        );
        progress.give("kepler-and-newton", questions[1], Given::default());
        assert_eq!(progress.score(&lesson), [1, questions.len()]);
    }
}
