//! All lessons: those that come with the program, and those in the user's folder, which are read
//! again when a file changes.

use std::path::{Path, PathBuf};
use std::sync::mpsc::{Receiver, TryRecvError, channel};
use std::time::{Duration, Instant, SystemTime};

use starshell::file;
use starshell::words::{Language, Text, say, speak, spoken};

use super::{Lesson, LessonError, read};

/// File and text of every lesson in a language.
type Files = &'static [(&'static str, &'static str)];

macro_rules! lessons {
    ($language:literal: $($name:literal),+) => {
        ($language, &[$((
            concat!("assets/lessons/", $language, "/", $name),
            include_str!(concat!("../../assets/lessons/", $language, "/", $name)),
        )),+])
    };
    ($($language:literal),+) => {
        &[$(lessons!(
            $language: "why-does-it-collapse.md", "kepler-and-newton.md", "energy-and-time-steps.md", "from-one-thread.md",
            "adding-up.md", "a-sum-is-not-a-sum.md", "a-million-bodies.md",
            "from-pairs-to-a-field.md", "what-is-chance-worth.md", "write-a-kernel.md"
        )),+]
    };
}

/// The lessons that come with the program, by language. English comes first.
pub const EMBEDDED: &[(&str, Files)] = lessons!["en", "de", "es", "fr"];

/// The lessons that come with the program in a language.
fn embedded(language: &Language) -> Files {
    EMBEDDED
        .iter()
        .find(|(code, _)| *code == language.code)
        .map_or(EMBEDDED[0].1, |(_, files)| files)
}

/// Longest file of a lesson in bytes.
const MAX_LENGTH: u64 = 256 << 10;

/// Time between two looks at the user's folder.
const INTERVAL: Duration = Duration::from_secs(1);

/// The user's folder of lessons; `None` if the system has no place for it.
pub fn lesson_folder() -> Option<PathBuf> {
    crate::folders::data("lessons")
}

/// How long a lesson that is asked for waits for the first look at the user's folder.
const PATIENCE: Duration = Duration::from_secs(2);

/// A file, and the time of its last change.
type Timed = (PathBuf, SystemTime);

/// The lessons that there are. Those of the user are read beside the window, so that no file can
/// hold it up.
#[derive(Debug)]
pub struct Shelf {
    /// By their order, then by name. A user's lesson takes the place of one with the same name.
    pub lessons: Vec<Lesson>,
    /// Mistakes in the user's files.
    pub faults: Vec<LessonError>,
    folder: Option<PathBuf>,
    /// The language that they are in, as far as they were translated.
    language: &'static Language,
    /// The user's files as they were read; `None` before that.
    known: Option<Vec<Timed>>,
    /// The look at the folder that is under way: what has changed, if anything has.
    looking: Option<Receiver<Option<Found>>>,
    looked: Instant,
}

/// What is in the user's folder.
#[derive(Debug)]
struct Found {
    files: Vec<Timed>,
    lessons: Vec<Lesson>,
    faults: Vec<LessonError>,
}

impl Shelf {
    /// The lessons of the program; those in `folder` come with a later [`look`](Self::look).
    pub fn new(folder: Option<PathBuf>) -> Self {
        let (lessons, faults, language) = (Vec::new(), Vec::new(), spoken());
        let mut shelf = Self {
            lessons,
            faults,
            folder,
            language,
            known: None,
            looking: None,
            looked: Instant::now(),
        };
        shelf.renew();
        shelf
    }

    /// The lesson with this name.
    pub fn lesson(&self, name: &str) -> Option<&Lesson> {
        self.lessons.iter().find(|lesson| lesson.name == name)
    }

    /// Whether the user's lessons are still on their way.
    pub fn is_coming(&self) -> bool {
        self.known.is_none() && self.looking.is_some() && self.looked.elapsed() < PATIENCE
    }

    /// Waits for the user's lessons.
    pub fn wait(&mut self) {
        if let Some(Ok(Some(found))) = self.looking.take().map(|looking| looking.recv()) {
            self.take(found);
        }
    }

    /// Takes other lessons if another language is spoken, or if a file has changed, for which it
    /// looks once per second. Returns whether it did.
    pub fn look(&mut self) -> bool {
        if self.language.code != spoken().code {
            self.language = spoken();
            self.renew();
            return true;
        }
        match self.looking.as_ref().map(Receiver::try_recv) {
            Some(Ok(Some(found))) => {
                self.take(found);
                return true;
            }
            Some(Ok(None) | Err(TryRecvError::Disconnected)) => self.looking = None,
            Some(Err(TryRecvError::Empty)) => {}
            None if self.looked.elapsed() >= INTERVAL => self.begin(),
            None => {}
        }
        false
    }

    /// The lessons of the program, until those of the user have been read.
    fn renew(&mut self) {
        self.take(Found { files: Vec::new(), lessons: Vec::new(), faults: Vec::new() });
        self.known = None;
        self.begin();
    }

    /// Begins to look at the user's folder.
    fn begin(&mut self) {
        let Some(folder) = self.folder.clone() else { return };
        let (sender, looking) = channel();
        (self.looking, self.looked) = (Some(looking), Instant::now());
        let (language, known) = (self.language, self.known.clone());
        std::thread::spawn(move || {
            // Each thread speaks for itself.
            speak(Some(language));
            let files = all_files(&folder);
            let found = (known.as_ref() != Some(&files)).then(|| Found::new(files));
            // Fails only if the shelf is gone, or has begun another look.
            let _ = sender.send(found);
        });
    }

    fn take(&mut self, found: Found) {
        let Found { files, lessons, faults } = found;
        (self.known, self.looking, self.faults) = (Some(files), None, faults);
        // A test reads all of them.
        self.lessons = embedded(self.language)
            .iter()
            .filter_map(|(name, text)| read(name, text).ok())
            .collect();
        for lesson in lessons {
            self.lessons.retain(|other| other.name != lesson.name);
            self.lessons.push(lesson);
        }
        self.lessons.sort_by(|a, b| (a.head.order, &a.name).cmp(&(b.head.order, &b.name)));
    }
}

impl Found {
    fn new(files: Vec<Timed>) -> Self {
        let (mut lessons, mut faults) = (Vec::new(), Vec::new());
        for (path, _) in &files {
            match text_of(path).and_then(|text| read(&path.display().to_string(), &text)) {
                Ok(lesson) => lessons.push(lesson),
                Err(fault) => faults.push(fault),
            }
        }
        Self { files, lessons, faults }
    }
}

/// The text of a lesson in a file.
///
/// # Errors
/// [`LessonError`] if the file cannot be read, is no regular file, or is longer than any lesson.
fn text_of(path: &Path) -> Result<String, LessonError> {
    let wrong = |cause: Text| LessonError { file: path.display().to_string(), line: 1, cause };
    let length = path.metadata().map_or(0, |metadata| metadata.len());
    if length > MAX_LENGTH {
        return Err(wrong(say!("error-lesson-long", most = MAX_LENGTH, length = length)));
    }
    file::read_to_string(path).map_err(|error| wrong(error.to_string().into()))
}

/// The user's files: those in the folder itself, then those in the one in it that is named by the
/// language, such as `de`.
fn all_files(folder: &Path) -> Vec<Timed> {
    files(folder).into_iter().chain(files(&folder.join(spoken().code))).collect()
}

/// The files of lessons in a folder, with their times.
fn files(folder: &Path) -> Vec<Timed> {
    let Ok(entries) = std::fs::read_dir(folder) else { return Vec::new() };
    let is_lesson =
        |path: &PathBuf| path.extension().is_some_and(|ending| ending.eq_ignore_ascii_case("md"));
    let timed = |path: PathBuf| Some((path.clone(), path.metadata().ok()?.modified().ok()?));
    let mut files: Vec<_> = entries
        .filter_map(|entry| Some(entry.ok()?.path()))
        .filter(is_lesson)
        .filter_map(timed)
        .collect();
    files.sort();
    files
}

#[cfg(test)]
mod tests {
    use std::f64::consts::PI;

    use starshell::lab::drawing::{PlaneTree, Visited, drawings};

    use super::*;
    use crate::lesson::{Block, Question};
    use starshell::words::LANGUAGES;

    fn lessons() -> Vec<Lesson> {
        embedded(&LANGUAGES[0])
            .iter()
            .map(|(file, text)| read(file, text).unwrap_or_else(|error| panic!("{error}")))
            .collect()
    }

    /// A question without its words, and what it has reasons for.
    fn shape(question: &Question) -> (usize, usize, Vec<f64>, Vec<String>) {
        let plain = |text: String| text.replace([',', '\u{a0}'], ".");
        let wrong = question.reasons().into_iter().map(|(answer, _)| plain(answer)).collect();
        let (count, right, numbers) = match question {
            Question::Choose { options, right, .. } => (options.len(), *right, Vec::new()),
            Question::Predict { options, right, name, .. } => {
                (options.len(), *right, name.bytes().map(f64::from).collect())
            }
            Question::Number { answer, within, .. } => (0, 0, vec![*answer, *within]),
            Question::Measure { quantity, range, .. } => (0, *quantity as usize, range.to_vec()),
        };
        (count, right, numbers, wrong)
    }

    #[test]
    fn every_wrong_option_and_usual_wrong_number_has_its_own_reason() {
        for language in LANGUAGES {
            speak(Some(language));
            for lesson in Shelf::new(None).lessons {
                for card in &lesson.cards {
                    let Some(question) = &card.question else { continue };
                    let place = format!("{}, {}, {}", language.code, lesson.name, card.title);
                    let reasons: Vec<_> =
                        question.reasons().into_iter().map(|(_, reason)| reason).collect();
                    match question.options().len() {
                        0 => assert!(
                            reasons.len() >= 2,
                            "{place}: reasons for {} wrong numbers",
                            reasons.len()
                        ),
                        count => assert_eq!(reasons.len(), count - 1, "{place}"),
                    }
                    for (number, reason) in reasons.iter().enumerate() {
                        // Cards have little room for them.
                        assert!((10..=180).contains(&reason.chars().count()), "{place}: {reason}");
                        assert!(
                            reason.ends_with(['.', '?', '!'])
                                && !reasons[..number].contains(reason),
                            "{place}: {reason}"
                        );
                    }
                }
            }
        }
        speak(None);
    }

    /// The text of blocks of notes.
    fn text_of(blocks: &[Block]) -> String {
        format!("{blocks:?}")
    }

    /// The numbers in a text, without those that are parts of others.
    fn numbers_in(text: &str) -> Vec<f64> {
        let is_part =
            |letter: char| letter.is_ascii_digit() || matches!(letter, '.' | ',' | '\u{a0}');
        let number =
            |word: &str| starshell::words::parsed(word.trim_end_matches(['.', ',', '\u{a0}']));
        text.split(|letter| !is_part(letter))
            .filter(|word| !word.is_empty())
            .filter_map(number)
            .collect()
    }

    #[test]
    fn notes_do_not_name_the_answer_to_a_later_question() {
        let mut asked = 0;
        for language in LANGUAGES {
            speak(Some(language));
            for lesson in Shelf::new(None).lessons {
                for (place, card) in lesson.cards.iter().enumerate() {
                    let notes = text_of(&card.notes).to_lowercase();
                    let (later, hidden) = (&lesson.cards[place + 1..], card.outcome.is_some());
                    // What a card asks after an outcome comes later than its notes, too.
                    let own = card.question.as_ref().filter(|_| hidden);
                    for question in
                        later.iter().filter_map(|card| card.question.as_ref()).chain(own)
                    {
                        asked += 1;
                        let about = format!(
                            "{}, {}, notes of {:?}: {}",
                            language.code,
                            lesson.name,
                            card.title,
                            question.ask()
                        );
                        match question {
                            Question::Choose { options, right, .. }
                            | Question::Predict { options, right, .. } => {
                                let option = options[*right - 1].to_lowercase();
                                // A single word says nothing yet.
                                let is_telling = option.split_whitespace().count() > 2;
                                assert!(!is_telling || !notes.contains(&option), "{about}");
                            }
                            // Small numbers are those of other things.
                            Question::Number { answer, .. }
                                if answer.fract() != 0.0 || *answer > 20.0 =>
                            {
                                let is_it = |number: &f64| (number / answer - 1.0).abs() < 1e-3;
                                assert!(!numbers_in(&notes).iter().any(is_it), "{about}");
                            }
                            _ => {}
                        }
                    }
                }
            }
        }
        speak(None);
        assert!(asked > 1000, "{asked} questions");
    }

    #[test]
    fn texts_do_not_speak_of_a_prediction_that_may_have_been_passed_over() {
        for language in LANGUAGES {
            let telling = match language.code {
                "de" => "in deiner vorhersage",
                "es" => "en tu predicción",
                "fr" => "dans votre prédiction",
                _ => "in your prediction",
            };
            speak(Some(language));
            for lesson in Shelf::new(None).lessons {
                for card in &lesson.cards {
                    let text = card.markdown.to_lowercase();
                    assert!(!text.contains(telling), "{}, {}", lesson.name, card.title);
                }
            }
        }
        speak(None);
    }

    #[test]
    fn every_language_has_the_same_lessons_in_its_own_words() {
        let english = lessons();
        for language in &LANGUAGES[1..] {
            speak(Some(language));
            let shelf = Shelf::new(None);
            assert_eq!(shelf.lessons.len(), english.len(), "{}", language.code);
            for (own, lesson) in shelf.lessons.iter().zip(&english) {
                let place = format!("{}, {}", language.code, lesson.name);
                assert_eq!(
                    (&own.name, own.head.minutes),
                    (&lesson.name, lesson.head.minutes),
                    "{place}"
                );
                assert_eq!(
                    (own.head.aims.len(), own.cards.len()),
                    (lesson.head.aims.len(), lesson.cards.len()),
                    "{place}"
                );
                assert_ne!(own.head.title, lesson.head.title, "{place}");
                for (card, original) in own.cards.iter().zip(&lesson.cards) {
                    let place = format!("{place}, {}", original.title);
                    assert_eq!(card.setting, original.setting, "{place}");
                    assert_eq!(
                        card.question.as_ref().map(shape),
                        original.question.as_ref().map(shape),
                        "{place}"
                    );
                    assert_eq!(card.notes.is_empty(), original.notes.is_empty(), "{place}");
                    let formulas = |markdown: &str| {
                        let mut all: Vec<String> =
                            markdown.split('$').skip(1).step_by(2).map(str::to_owned).collect();
                        all.sort();
                        all
                    };
                    assert_eq!(formulas(&card.markdown), formulas(&original.markdown), "{place}");
                    assert_ne!(card.markdown, original.markdown, "{place}");
                }
            }
        }
        speak(None);
    }

    #[test]
    fn every_lesson_of_the_program_states_aims_and_time_and_asks() {
        let lessons = lessons();
        assert_eq!(
            lessons.iter().map(|lesson| lesson.head.order).collect::<Vec<_>>(),
            [1, 2, 3, 4, 5, 6, 7, 8, 9, 10]
        );
        for Lesson { name, head, cards, .. } in &lessons {
            let minutes: f64 = cards
                .iter()
                .map(|card| {
                    card.setting.minutes.unwrap_or_else(|| panic!("{name}: {}", card.title))
                })
                .sum();
            let planned = f64::from(head.minutes);
            assert!((15..=40).contains(&head.minutes), "{name}: {planned} minutes");
            assert!(
                (0.8..=1.2).contains(&(minutes / planned)),
                "{name}: {minutes} minutes on cards, {planned} in the head"
            );
            assert!(
                (2..=4).contains(&head.aims.len()) && (8..=14).contains(&cards.len()),
                "{name}"
            );
            let has = |is_one: fn(&Question) -> bool| {
                cards.iter().filter_map(|card| card.question.as_ref()).any(is_one)
            };
            assert!(
                has(|question| matches!(question, Question::Predict { .. })),
                "{name} predicts nothing"
            );
            assert!(
                has(|question| matches!(question, Question::Choose { .. })),
                "{name} offers no choice"
            );
            let is_value = |question: &Question| {
                matches!(question, Question::Number { .. } | Question::Measure { .. })
            };
            assert!(has(is_value), "{name} asks for no number");
            for card in cards {
                assert!(!card.notes.is_empty(), "{name}, {}: no notes", card.title);
                // A card is read from the back of a room.
                let words = card.markdown.split_whitespace().count();
                assert!(words <= 150, "{name}, {}: {words} words", card.title);
                // What became of a prediction is neither told nor asked about before it is
                // revealed.
                assert_eq!(
                    card.outcome.is_some(),
                    card.setting.recall.is_some(),
                    "{name}, {}",
                    card.title
                );
                if let Some(Question::Predict { name: predicted, .. }) = &card.question {
                    let is_recalled =
                        cards.iter().any(|other| other.setting.recall.as_ref() == Some(predicted));
                    assert!(is_recalled, "{name}: `{predicted}` is not recalled");
                }
            }
        }
    }

    /// Every number that is asked for, computed again by its formula.
    #[test]
    fn numbers_are_right() {
        let ellipse = |a: f64, e: f64| PI * a * a * (1.0 - e * e).sqrt();
        let hillis_steele = |n: u32| (0..n.ilog2()).map(|round| n - (1 << round)).sum::<u32>();
        let elements = [3, 1, 7, 0, 4, 1, 6, 3];
        // The third law, softening at its own length, leapfrog's second order.
        let expected: &[(&str, &[f64])] = &[
            ("why-does-it-collapse", &[0.5 * PI * 0.5_f64.sqrt(), 1.0 / 2.0_f64.powf(1.5)]),
            (
                "kepler-and-newton",
                &[
                    ellipse(0.5, 0.5) / 12.0,
                    1.524_f64.powf(1.5),
                    ((0.25_f64 / 1.5) / (0.125 / 3.0)).sqrt(),
                ],
            ),
            ("energy-and-time-steps", &[0.66 / 4.0, 8.9 / 0.89, 1.0 * 0.1 / 0.02]),
            ("from-one-thread", &[1e4 * 1e4 / 4e8, 4.0 / 256.0]),
            (
                "adding-up",
                &[
                    f64::from(4 << 22) / 86.4e9 * 1e3,
                    f64::from(elements[..6].iter().sum::<i32>()),
                    f64::from(hillis_steele(8)),
                ],
            ),
            (
                "a-sum-is-not-a-sum",
                &[2.0_f64.powi(9 - 23), 1000.0, 20.0 * 2.0_f64.powi(-24), fused()],
            ),
            (
                "a-million-bodies",
                &[1e12 / 3.4e12, 1e6 / 1e6_f64.log2(), (2.0_f64 * 12.4 / 4.0).sqrt()],
            ),
            (
                "from-pairs-to-a-field",
                &[
                    2.0 * 0.5 / 0.75,
                    1.0 / 16.0,
                    (-2.0_f64 / 4096.0 / 0.02).exp(),
                    0.75_f64.powi(3),
                    4.0 / (0.1 / 3.0),
                    on_grid(),
                ],
            ),
            (
                "what-is-chance-worth",
                &[
                    8.0 / 4.0,
                    (10.496 + 15.471) / 0.893,
                    4096.0 * 10.0_f64.powi(2),
                    1.0 / 4.0 + 1.0 / 8.0,
                    100.0 / 1024.0_f64.sqrt(),
                ],
            ),
            ("write-a-kernel", &[1024.0 / 256.0, 256_f64.log2(), (1e6_f64 / 1024.0).ceil()]),
        ];
        for (lesson, (name, expected)) in lessons().iter().zip(expected) {
            assert_eq!(lesson.name, *name);
            let asked: Vec<_> =
                lesson.cards.iter().filter_map(|card| card.question.as_ref()).collect();
            let numbers = asked.iter().filter_map(|question| match question {
                Question::Number { answer, within, .. } => Some((*answer, *within)),
                _ => None,
            });
            let numbers: Vec<_> = numbers.collect();
            assert_eq!(numbers.len(), expected.len(), "{name}");
            for ((answer, within), expected) in numbers.into_iter().zip(*expected) {
                assert!(
                    (answer / expected - 1.0).abs() < 0.25 * within,
                    "{name}: {answer}, but {expected}"
                );
            }
        }
    }

    /// How many times as many steps a million bodies take by all pairs as on a grid of 256 nodes
    /// per side.
    fn on_grid() -> f64 {
        let (bodies, nodes) = (1e6_f64, 256.0_f64.powi(3));
        bodies.powi(2) / (bodies + nodes * nodes.log2())
    }

    /// What a fused product keeps, in the numbers of the lesson on sums.
    fn fused() -> f64 {
        let a = 1.0 + 2.0_f32.powi(-12);
        f64::from(a.mul_add(a, -(a * a)))
    }

    /// No drawing tells a count for which a card asks.
    #[test]
    fn drawings_leave_the_counting_to_learners() {
        for lesson in lessons() {
            for card in &lesson.cards {
                let (Some(Question::Number { answer, .. }), Some(name)) =
                    (&card.question, &card.setting.experiment)
                else {
                    continue;
                };
                let Some(drawing) =
                    card.setting.drawing.and_then(|place| drawings(name).nth(place - 1))
                else {
                    continue;
                };
                let steps = (drawing.steps)(card.setting.size.unwrap_or(drawing.sizes[0]));
                let tells = |text: &str| {
                    text.split(|letter: char| !letter.is_ascii_digit())
                        .any(|word| word == answer.to_string())
                };
                // Elements and sums are what the drawing draws; a count is told in words.
                let captions = steps.iter().map(|step| step.caption.to_string());
                let told = captions
                    .into_iter()
                    .find(|caption| caption.contains("additions") && tells(caption));
                assert!(told.is_none(), "{}, {}: {told:?}", lesson.name, card.title);
            }
        }
    }

    /// What the lessons say that the laboratory's drawings show.
    #[test]
    fn captions_of_drawings_match_the_lessons() {
        let last = |experiment: &str, place: usize, size: usize| {
            let drawing = drawings(experiment).nth(place - 1).unwrap();
            (drawing.steps)(size).pop().unwrap().caption.to_string()
        };
        assert!(last("reduction", 1, 8).contains("the sum, 25"));
        let additions = |place: usize, each: usize| {
            let drawing = drawings("scan").nth(place - 1).unwrap();
            (drawing.steps)(8).pop().unwrap().arrows.len() / each
        };
        // A way down has two arrows per addition.
        assert_eq!((additions(1, 1), additions(2, 1)), (17, 7 + 2 * 7));
        assert!(
            last("one-sum", 1, 8)
                .contains("The sum is 1020; from the left it was 1000, exactly 1024.")
        );
        let tree = PlaneTree::new(300, 1);
        let pulls = |body: usize, angle: f64| {
            tree.walk(body, angle).iter().filter(|visit| visit.visited != Visited::Opened).count()
        };
        let mean =
            |angle: f64| (0..300).map(|body| pulls(body, angle)).sum::<usize>() as f64 / 300.0;
        assert_eq!(
            [mean(0.0), mean(0.3), mean(0.7), mean(1.0)].map(f64::round),
            [300.0, 119.0, 55.0, 38.0]
        );
        assert_eq!(pulls(0, 0.7), 72);
    }

    #[test]
    fn a_users_folder_is_reread_when_it_changes() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("mine.md");
        let lesson =
            |title: &str| format!("+++\ntitle = \"{title}\"\nminutes = 1\naims = []\n+++\n# A\n");
        let mut shelf = Shelf::new(Some(folder.path().to_owned()));
        let count = shelf.lessons.len();
        // They do not hold up the window.
        assert!(shelf.is_coming() && shelf.known.is_none());
        shelf.wait();
        assert!(shelf.lesson("mine").is_none() && count == 10 && shelf.lessons.len() == count);
        // As if a second had passed, and the folder had been looked at.
        let look = |shelf: &mut Shelf| {
            shelf.begin();
            while shelf.looking.is_some() {
                if shelf.look() {
                    return true;
                }
            }
            false
        };
        let write = |text: &str, seconds: u64| {
            std::fs::write(&file, text).unwrap();
            let time = SystemTime::UNIX_EPOCH + std::time::Duration::from_secs(seconds);
            std::fs::File::open(&file).unwrap().set_modified(time).unwrap();
        };
        write(&lesson("one"), 1);
        assert!(look(&mut shelf));
        assert_eq!(shelf.lesson("mine").unwrap().head.title, "one");
        write("no lesson", 2);
        assert!(look(&mut shelf) && shelf.lesson("mine").is_none());
        assert!(shelf.faults[0].to_string().contains("mine.md, line 1"), "{:?}", shelf.faults);
        assert!(!look(&mut shelf), "nothing has changed");
    }

    #[cfg(unix)]
    #[test]
    fn an_unreadable_lesson_is_a_fault_and_blocks_no_other() {
        let folder = tempfile::tempdir().unwrap();
        let pipe = folder.path().join("pipe.md");
        assert!(std::process::Command::new("mkfifo").arg(&pipe).status().unwrap().success());
        std::os::unix::fs::symlink("/dev/zero", folder.path().join("zero.md")).unwrap();
        let long = std::fs::File::create(folder.path().join("long.md")).unwrap();
        long.set_len(1 << 40).unwrap();
        let formula = format!("{}x{}", r"\sqrt{".repeat(10_000), "}".repeat(10_000));
        let nested =
            format!("+++\ntitle = \"A\"\nminutes = 1\naims = []\n+++\n# A\n\n${formula}$\n");
        std::fs::write(folder.path().join("nested.md"), nested).unwrap();
        let mut shelf = Shelf::new(Some(folder.path().to_owned()));
        shelf.wait();
        let faults: Vec<String> = shelf.faults.iter().map(LessonError::to_string).collect();
        assert_eq!(faults.len(), 4, "{faults:?}");
        for (fault, word) in
            faults.iter().zip(["at most 262144 bytes", "deeper than 24", "pipe.md", "zero.md"])
        {
            assert!(fault.contains(word), "{fault}");
        }
    }
}
