//! The classroom's state: the lesson that is given, the card that is shown, and what has been
//! answered.

use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;
use std::time::{Instant, SystemTime};

use starshell::lab::SpeedUp;
use starshell::words;

use crate::app::lessons::{
    progress::{Given, Progress},
    reading::{Piece, Reading},
};
use crate::app::shell::{guidance::Guidance, settings::Guides};
use crate::app::simulation::{statistics::Kept, viewer::Viewer};
use crate::class::{Asked, Class};
use crate::lesson::{Answer, Card, Goal, Lesson, Question, Setting, Shelf, Value, Wait};

/// Where the notes of those who teach are.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Notes {
    /// They are not shown.
    #[default]
    Closed,
    /// Below the picture.
    Below,
    /// In a window of their own.
    Apart,
}

/// How far a card has been set up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SetUp {
    Due,
    /// Its scene is being made.
    UnderWay,
    Done,
}

/// What is chosen or typed but not yet given as an answer.
#[derive(Debug, Default)]
pub struct Draft {
    pub chosen: Option<usize>,
    pub typed: String,
    /// The answer that was given last since the card was turned to.
    pub given: Option<Given>,
    /// Whether the number that was typed has been given: what is typed next replaces it.
    pub is_number_given: bool,
}

impl Draft {
    /// Types on or, after an answer, begins another number.
    pub fn add(&mut self, text: &str) {
        if std::mem::take(&mut self.is_number_given) {
            self.typed.clear();
        }
        self.typed += text;
    }

    /// Takes the last letter away.
    pub fn erase(&mut self) {
        self.is_number_given = false;
        self.typed.pop();
    }
}

/// The classroom.
#[derive(Debug)]
pub struct Classroom {
    pub shelf: Shelf,
    /// The lesson that is given, and the number of its card, from 0.
    pub lesson: Option<Lesson>,
    pub place: usize,
    pub draft: Draft,
    /// Whether a control had the focus in the last frame.
    pub has_focus: bool,
    /// How the card is read.
    pub reading: Reading,
    /// Answers of this and of earlier lessons.
    pub progress: Progress,
    /// Controls that were used on this card.
    pub used: BTreeSet<String>,
    /// What the controls show whose values it waits for.
    pub values: BTreeMap<String, Value>,
    /// When the lesson began.
    pub began: Instant,
    /// Whether the notes of those who teach are shown.
    pub notes: Notes,
    /// How far the card has been set up, and which was set up last; none if the lesson has just
    /// begun.
    pub set_up: SetUp,
    stands: Option<usize>,
    /// The cards of the lesson whose outcome has been shown.
    revealed: BTreeSet<usize>,
    /// Whether a lesson starts over when it ends, for public displays.
    pub is_kiosk: bool,
    /// The order of options that was asked for, if it is not any.
    pub seed: Option<u32>,
    /// The lesson, by its name, of which somebody has to say whether it goes on or starts over.
    pub asks: Option<String>,
    /// The class that answers on its phones, and whether the way to join it is shown.
    pub class: Option<Class>,
    pub shows_code: bool,
    /// What was in the window before the lesson, and comes back after it.
    pub before: Option<Before>,
}

/// What was in the window before a lesson, beside the run.
#[derive(Debug)]
pub struct Before {
    pub viewer: Viewer,
    pub guides: Guides,
    pub kept: Vec<Kept>,
}

impl Classroom {
    /// The classroom with the program's lessons and those in `lessons`; answers are kept in
    /// `answers`.
    pub fn new(lessons: Option<PathBuf>, answers: Option<PathBuf>) -> Self {
        Self {
            shelf: Shelf::new(lessons),
            lesson: None,
            place: 0,
            draft: Draft::default(),
            has_focus: false,
            reading: Reading::default(),
            progress: Progress::open(answers),
            used: BTreeSet::new(),
            values: BTreeMap::new(),
            began: Instant::now(),
            notes: Notes::Closed,
            set_up: SetUp::Done,
            stands: None,
            revealed: BTreeSet::new(),
            is_kiosk: false,
            seed: None,
            asks: None,
            class: None,
            shows_code: false,
            before: None,
        }
    }

    /// Begins a lesson by name, where it was left, or at its first card if it was finished. Returns
    /// whether there is one. One that was begun before the program started asks first.
    pub fn begin(&mut self, name: &str) -> bool {
        let Some(lesson) = self.shelf.lesson(name).cloned() else { return false };
        if self.is_kiosk {
            self.progress.forget(name);
        } else if self.progress.is_of_before(name) {
            (self.asks, self.lesson) = (Some(name.to_owned()), None);
            return true;
        }
        self.asks = None;
        let seed = self.seed.or_else(|| self.progress.seed(name)).unwrap_or_else(any_seed);
        self.progress.set_seed(&lesson, seed);
        let place = self.progress.place(name).min(lesson.cards.len() - 1);
        (self.lesson, self.began) = (Some(lesson.shuffled(seed)), Instant::now());
        self.revealed.clear();
        self.class.iter().for_each(|class| class.start_over(seed));
        self.go_to(place);
        self.stands = None;
        true
    }

    /// Ends the lesson, or restarts it. Ending it at the last card finishes it.
    pub fn end(&mut self) {
        let Some(lesson) = self.lesson.take() else { return };
        self.class.iter().for_each(|class| class.start_over(0));
        if self.is_kiosk {
            self.begin(&lesson.name);
        } else if self.place + 1 == lesson.cards.len() {
            self.progress.set_place(&lesson.name, 0);
        }
    }

    /// Whether the card shows an experiment.
    pub fn shows_experiment(&self) -> bool {
        self.card().is_some_and(|card| card.setting.experiment.is_some())
    }

    /// Whether the card shows the simulation.
    pub fn shows_simulation(&self) -> bool {
        self.card()
            .is_some_and(|card| card.setting.experiment.is_none() && card.setting.bench.is_none())
    }

    /// Whether somebody teaches: notes are open, nothing waits for learners.
    pub fn is_taught(&self) -> bool {
        self.notes != Notes::Closed
    }

    /// The card that is shown.
    pub fn card(&self) -> Option<&Card> {
        self.lesson.as_ref()?.cards.get(self.place)
    }

    /// Shows a card, by its number from 0.
    pub fn go_to(&mut self, place: usize) {
        let Some(lesson) = &self.lesson else { return };
        self.place = place.min(lesson.cards.len() - 1);
        self.set_up = SetUp::Due;
        self.draft = self.drafted();
        // What has been seen stays: its question with its answer, too.
        let is_revealed = self.revealed.contains(&self.place) || self.kept().is_some();
        self.reading = Reading { is_revealed, ..Reading::default() };
        self.used.clear();
        self.values.clear();
        // Whoever has prepared the lesson goes back to the beginning.
        if self.place == 0 {
            self.began = Instant::now();
        }
        self.progress.set_place(&lesson.name, self.place);
    }

    /// The answer that was given on this card, as it was chosen or typed.
    fn drafted(&self) -> Draft {
        let (chosen, typed) = match self.kept().and_then(|given| given.value.as_ref()) {
            Some(Answer::Option(option)) => (Some(*option), String::new()),
            Some(Answer::Number(number)) => (None, words::local(&number.to_string())),
            None => (None, String::new()),
        };
        let is_number_given = !typed.is_empty();
        Draft { chosen, typed, given: None, is_number_given }
    }

    /// How the card is set up: with what the cards leave that were passed over, and with what all
    /// before it leave where a lesson goes on in the middle, or back to another scene.
    pub fn setting(&mut self) -> Option<Setting> {
        let cards = &self.lesson.as_ref()?.cards;
        let has_scene = |card: &Card| card.setting.scene.is_some();
        let first = match self.stands.replace(self.place) {
            Some(before) if before < self.place => before + 1,
            Some(before) if !cards.iter().take(before + 1).skip(self.place + 1).any(has_scene) => {
                self.place
            }
            _ => 0,
        };
        cards
            .get(first..=self.place)?
            .iter()
            .map(|card| card.setting.clone())
            .reduce(|before, next| next.after(before))
    }

    /// What was answered on this card last, if anything.
    pub fn given(&self) -> Option<&Given> {
        self.draft.given.as_ref().or_else(|| self.kept())
    }

    /// What is kept of that: the right answer, once it was given.
    fn kept(&self) -> Option<&Given> {
        self.progress.given(&self.lesson.as_ref()?.name, self.place)
    }

    /// Whether the right answer was given on this card.
    fn is_right(&self) -> bool {
        self.kept().is_some_and(|given| given.is_right)
    }

    /// Answers the question of this card. Returns whether that was right, unless it is a
    /// prediction.
    pub fn answer(&mut self, answer: &Answer) -> Option<bool> {
        let lesson = self.lesson.as_ref()?;
        let card = lesson.cards.get(self.place)?;
        let question = self.question()?;
        let is_right = question.is_right(answer);
        let told = match answer {
            Answer::Option(option) => question.options().get(*option).cloned().unwrap_or_default(),
            // As the window shows it.
            Answer::Number(number) if matches!(question, Question::Measure { .. }) => {
                words::number(*number)
            }
            Answer::Number(number) => words::local(&number.to_string()),
        };
        let is_prediction = matches!(question, Question::Predict { .. });
        let is_number = matches!(question, Question::Number { .. });
        let given = Given {
            card: card.title.clone(),
            ask: question.ask().to_owned(),
            answer: told,
            value: Some(answer.clone()),
            is_right,
            ..Given::default()
        };
        // Trying others after the right one is no mistake.
        let is_same = self.kept().is_some_and(|kept| kept.value == given.value);
        if !is_same && (is_prediction || !self.is_right()) {
            self.progress.give(&lesson.name, self.place, given.clone());
        }
        (self.draft.given, self.draft.is_number_given) = (Some(given), is_number);
        (self.reading.is_answered, self.reading.fit, self.reading.seeks) =
            (true, None, Some(Piece::Reason));
        (!is_prediction).then_some(is_right)
    }

    /// Asks the class what the card asks now, if that has options and is on the page that is shown.
    pub fn ask_class(&self) {
        let Some(class) = &self.class else { return };
        let asked = |question: &Question| Asked {
            card: self.place,
            title: self
                .lesson
                .as_ref()
                .map_or_else(String::new, |lesson| lesson.head.title.clone()),
            ask: question.ask().to_owned(),
            options: question.options().to_vec(),
        };
        let question = self.question().filter(|question| !question.options().is_empty());
        class.ask(question.filter(|_| self.is_asking() && !self.shows_code).map(asked));
    }

    /// Whether the question is on the page that is shown.
    pub fn is_asking(&self) -> bool {
        let pieces = [Piece::Question, Piece::Reason];
        self.question().is_some()
            && self.reading.fit.is_some()
            && pieces.iter().any(|piece| self.reading.shows(*piece))
    }

    /// The question that the card asks now.
    pub fn question(&self) -> Option<&Question> {
        self.card()?.question.as_ref().filter(|_| !self.hides_outcome())
    }

    /// Whether the card still hides the outcome of a prediction and the question that follows it.
    pub fn hides_outcome(&self) -> bool {
        !self.reading.is_revealed
            && self.card().is_some_and(|card| card.outcome.is_some())
            && self.recalled().is_some()
    }

    /// The prediction that the card recalls: its question and, if somebody has answered it, what
    /// was predicted.
    pub fn recalled(&self) -> Option<(&Question, Option<&Given>)> {
        let lesson = self.lesson.as_ref()?;
        let name = self.card()?.setting.recall.as_ref()?;
        let place = lesson.cards[..self.place].iter().rposition(|card| card.predicts(name))?;
        Some((lesson.cards[place].question.as_ref()?, self.progress.given(&lesson.name, place)))
    }

    /// Shows the outcome of the prediction, which takes more room on the card.
    pub fn reveal(&mut self) {
        self.revealed.insert(self.place);
        let Reading { is_revealed, fit, seeks, .. } = &mut self.reading;
        (*is_revealed, *fit, *seeks) = (true, None, Some(Piece::Recalled));
    }

    /// Whether a control shows the value that the card waits for.
    pub fn shows(&self, key: &str, goal: &Goal) -> bool {
        self.values.get(key).is_some_and(|value| goal.is_met(value))
    }

    /// Whether what the card waits for has happened, at this simulated time, with or without
    /// results. `speed_up` is that of a kernel over its original, if its results are right.
    pub fn is_ready(&self, time: f64, has_results: bool, speed_up: Option<SpeedUp>) -> bool {
        match self.card().and_then(|card| card.setting.wait.as_ref()) {
            None => true,
            Some(Wait::Control(key)) => self.used.contains(key),
            Some(Wait::Set(goals)) => goals.iter().all(|(key, goal)| self.shows(key, goal)),
            Some(Wait::Time(least)) => time >= *least,
            Some(Wait::Results(_)) => has_results,
            Some(Wait::Right(_)) => speed_up.is_some(),
            Some(Wait::Faster(least)) => {
                speed_up.and_then(SpeedUp::times).is_some_and(|times| times >= *least)
            }
            Some(Wait::Answer(_)) => self.is_right(),
        }
    }

    /// Takes the user's changed files. The lesson that is given stays at its card.
    pub fn look(&mut self) {
        if !self.shelf.look() {
            return;
        }
        if let Some(name) = self.lesson.as_ref().map(|lesson| lesson.name.clone())
            && let Some(lesson) = self.shelf.lesson(&name).cloned()
        {
            self.place = self.place.min(lesson.cards.len() - 1);
            let seed = self.lesson.as_ref().map_or(0, |lesson| lesson.seed);
            (self.lesson, self.reading.fit) = (Some(lesson.shuffled(seed)), None);
        }
    }

    /// What controls do on this card.
    pub fn guidance(&self) -> Guidance {
        self.card().map(|card| Guidance::new(&card.setting)).unwrap_or_default()
    }
}

/// The order of options of the next class: short enough to be written down.
fn any_seed() -> u32 {
    let now = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).unwrap_or_default();
    1 + (now.as_nanos() % 9973) as u32
}
