//! What is on a worksheet, whatever its format.

use starshell::name::Named;
use starshell::words::{local, spoken, t, text};

use super::breaks::Begins;
use crate::lesson::{Block, Card, Inline, Lesson, Plot, Question};

/// For whom a worksheet is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Edition {
    /// For learners, with the answers at the end.
    WithAnswers,
    WithoutAnswers,
    /// For those who teach: a booklet with answers, reasons and notes beside each card.
    Teacher,
}

/// A worksheet.
pub struct Sheet<'a> {
    pub title: &'a str,
    pub language: &'static str,
    /// The size of everything over the usual one.
    pub scale: f32,
    pub sections: Vec<Section<'a>>,
}

/// The booklet is read, not written on: smaller letters let two of its long cards stand on a page.
const BOOKLET: f32 = 0.86;

/// What begins on a page, and stays on it if it is whole and a page has room for it.
pub struct Section<'a> {
    pub begins: Begins,
    pub is_whole: bool,
    pub parts: Vec<Part<'a>>,
}

/// A part of a section, in the order of reading.
pub enum Part<'a> {
    /// A line for the name.
    Name,
    /// The title of the sheet.
    Title(&'a str),
    /// What the sheet is, and how long it takes.
    Subtitle(String),
    /// The title of a card, and a remark on it.
    Card(String, Option<String>),
    Words(String),
    /// A card to read, without what learners fill in.
    Text(&'a [Block]),
    /// A card to work on, with lines below questions.
    Task(&'a [Block]),
    /// A list, with boxes to tick or without.
    List(&'a [String], bool),
    Table(Block),
    /// A blank plot of a quantity over another, with the numbers along its axes.
    Plot(String, &'static str, Option<Box<Scales>>),
    Question(usize, &'a Question),
    /// A question with its answer, and with the reasons of wrong ones.
    Solution(usize, &'a Question),
    Notes(&'a [Block]),
    /// An answer, by the number of its question.
    Answer(usize, String),
}

/// The numbers along the axes of a plot, at equal distances: from left to right, and upwards.
pub struct Scales {
    pub along: [String; 6],
    pub up: [String; 5],
}

impl Scales {
    /// Those of a card's plot. An energy error goes by powers of ten.
    fn new(plot: Plot, [along, up]: [[f64; 2]; 2]) -> Self {
        let number = |[from, to]: [f64; 2], share: f64| match plot == Plot::Drift && from > 0.0 {
            true => from * (to / from).powf(share),
            false => from + share * (to - from),
        };
        let words = |value: f64| local(&format!("{}", (1e6 * value).round() / 1e6));
        Self {
            along: std::array::from_fn(|place| {
                words(along[0] + place as f64 / 5.0 * (along[1] - along[0]))
            }),
            up: std::array::from_fn(|place| words(number(up, place as f64 / 4.0))),
        }
    }
}

/// How many lines a question gets: those for the reason of a prediction hold the longest reason that
/// a wrong one gets, and a number is computed before it is written.
pub fn lines(question: &Question) -> usize {
    /// Letters that one writes on a line.
    const LETTERS: usize = 60;
    match question {
        Question::Choose { .. } | Question::Measure { .. } => 0,
        Question::Number { .. } => 2,
        Question::Predict { wrong, .. } => {
            let longest = wrong.iter().map(|wrong| wrong.reason.chars().count()).max();
            longest.unwrap_or_default().div_ceil(LETTERS).max(2)
        }
    }
}

/// The length in letters of the line for a short answer, and its unit, if that is a number.
pub fn blank(question: &Question) -> Option<(usize, String)> {
    match question {
        Question::Number { answer, unit, .. } => {
            let digits = starshell::words::exact(*answer).chars().count();
            Some((digits.max(4) + 4, unit.clone().unwrap_or_default()))
        }
        Question::Measure { .. } => Some((10, String::new())),
        Question::Choose { .. } | Question::Predict { .. } => None,
    }
}

/// The title of a card with its number, which the window shows as well.
fn titled(place: usize, card: &Card) -> String {
    format!("{} · {}", place + 1, card.title)
}

impl<'a> Sheet<'a> {
    pub fn new(lesson: &'a Lesson, edition: Edition) -> Self {
        let sections = match edition {
            Edition::Teacher => booklet(lesson),
            Edition::WithAnswers => {
                for_learners(lesson).into_iter().chain(answers(lesson)).collect()
            }
            Edition::WithoutAnswers => for_learners(lesson),
        };
        let scale = if edition == Edition::Teacher { BOOKLET } else { 1.0 };
        Self { title: &lesson.head.title, language: spoken().code, scale, sections }
    }
}

impl<'a> Section<'a> {
    fn whole(parts: Vec<Part<'a>>) -> Self {
        Self { begins: Begins::Anywhere, is_whole: true, parts }
    }
}

/// A card, with its question by number.
type Numbered<'a> = (&'a Card, Option<(usize, &'a Question)>);

fn numbered(lesson: &Lesson) -> Vec<Numbered<'_>> {
    let mut number = 0;
    let mut numbered = |question| {
        number += 1;
        (number, question)
    };
    lesson.cards.iter().map(|card| (card, card.question.as_ref().map(&mut numbered))).collect()
}

/// What learners get. What follows a prediction is on another page, and the aims, which tell what
/// happens, come last.
fn for_learners(lesson: &Lesson) -> Vec<Section<'_>> {
    let cards = numbered(lesson);
    let mut sections = vec![Section::whole(vec![
        Part::Name,
        Part::Title(&lesson.head.title),
        Part::Subtitle(minutes(lesson)),
    ])];
    let mut begins = Begins::Anywhere;
    for (place, (card, question)) in cards.iter().enumerate() {
        let remark = is_at_screen(card).then(|| format!("({})", t!("worksheet-screen")));
        let mut parts = vec![Part::Card(titled(place, card), remark)];
        let recalled = card
            .setting
            .recall
            .as_ref()
            .and_then(|name| cards.iter().find(|(other, _)| other.predicts(name)));
        if let Some((_, Some((number, _)))) = recalled {
            parts.push(Part::Words(t!("worksheet-recall", number = number)));
        }
        parts.push(Part::Task(&card.body));
        parts.extend(card.setting.plot.map(|plot| {
            let scales = card.setting.axes.map(|axes| Scales::new(plot, axes));
            Part::Plot(text(&format!("tab-{}", plot.name()), &[]), over(plot), scales.map(Box::new))
        }));
        parts.extend(question.map(|(number, question)| Part::Question(number, question)));
        sections.push(Section { begins, ..Section::whole(parts) });
        let is_prediction = matches!(question, Some((_, Question::Predict { .. })));
        begins = if is_prediction { Begins::Turned } else { Begins::Anywhere };
    }
    if !lesson.head.aims.is_empty() {
        let aims =
            vec![Part::Card(t!("worksheet-aims"), None), Part::List(&lesson.head.aims, true)];
        sections.push(Section { begins, ..Section::whole(aims) });
    }
    sections
}

/// The answers, if anything is asked.
fn answers(lesson: &Lesson) -> Option<Section<'_>> {
    let answer = |(number, question): (usize, &Question)| Part::Answer(number, answered(question));
    let answers: Vec<_> =
        numbered(lesson).into_iter().filter_map(|(_, question)| question.map(answer)).collect();
    let head = [
        Part::Title(&lesson.head.title),
        Part::Subtitle(versioned(lesson, t!("worksheet-answers"))),
    ];
    (!answers.is_empty()).then(|| Section {
        begins: Begins::Page,
        is_whole: false,
        parts: head.into_iter().chain(answers).collect(),
    })
}

/// What those who teach get.
fn booklet(lesson: &Lesson) -> Vec<Section<'_>> {
    let cards = numbered(lesson);
    let times = times(lesson);
    let subtitle = format!("{} · {}", t!("classroom-notes"), minutes(lesson));
    let mut head = vec![Part::Title(&lesson.head.title), Part::Subtitle(subtitle)];
    if !lesson.head.aims.is_empty() {
        head.extend([Part::Words(t!("worksheet-learners")), Part::List(&lesson.head.aims, false)]);
    }
    head.push(Part::Table(plan(&cards, &times)));
    let mut sections = vec![Section::whole(head)];
    for (place, ((card, question), time)) in cards.into_iter().zip(times).enumerate() {
        let time = time.map(|time| t!("worksheet-time", time = time));
        let remarks: Vec<String> =
            time.into_iter().chain(is_at_screen(card).then(|| t!("worksheet-screen"))).collect();
        let remark = (!remarks.is_empty()).then(|| format!("({})", remarks.join(", ")));
        let mut parts = vec![Part::Card(titled(place, card), remark), Part::Text(&card.body)];
        parts.extend(question.map(|(number, question)| Part::Solution(number, question)));
        parts.extend((!card.notes.is_empty()).then_some(Part::Notes(&card.notes)));
        sections.push(Section::whole(parts));
    }
    sections
}

/// When each card is to be given, in minutes from the beginning, if every card says how long it
/// takes.
fn times(lesson: &Lesson) -> Vec<Option<String>> {
    let all: Option<Vec<f64>> = lesson.cards.iter().map(|card| card.setting.minutes).collect();
    let Some(all) = all else { return vec![None; lesson.cards.len()] };
    let mut begin = 0.0;
    let time = |minutes: f64| {
        let from = begin;
        begin += minutes;
        Some(local(&format!("{from}–{begin}")))
    };
    all.into_iter().map(time).collect()
}

/// The cards with their times and questions.
fn plan(cards: &[Numbered], times: &[Option<String>]) -> Block {
    let cell = |text: String| vec![Inline::plain(text)];
    let head = vec![t!("worksheet-minutes"), t!("worksheet-card"), t!("worksheet-question")];
    let row = |((card, question), time): (&Numbered, &Option<String>)| {
        let number = question.map_or_else(String::new, |(number, _)| number.to_string());
        vec![time.clone().unwrap_or_default(), card.title.clone(), number]
    };
    let rows = std::iter::once(head).chain(cards.iter().zip(times).map(row));
    Block::Table(rows.map(|row| row.into_iter().map(cell).collect()).collect())
}

/// How long it takes and, where options are shuffled, which order of them this is: sheet, answers and
/// booklet of one number belong together.
fn minutes(lesson: &Lesson) -> String {
    versioned(lesson, t!("worksheet-length", minutes = lesson.head.minutes))
}

fn versioned(lesson: &Lesson, words: String) -> String {
    match lesson.seed {
        0 => words,
        seed => format!("{words} · {}", t!("worksheet-version", seed = seed)),
    }
}

/// Whether a card cannot be done on paper alone: something is measured, tried, drawn from a curve,
/// or read off an experiment. A drawing of an experiment or a kernel that is only shown does not
/// count, and a prediction comes before all that.
fn is_at_screen(Card { setting, body, question, .. }: &Card) -> bool {
    let is_used = setting.recall.is_some()
        || setting.wait.is_some()
        || setting.broken.is_some()
        || setting.exercise.is_some()
        || setting.plot.is_some();
    let is_read = setting.experiment.is_some() && body.iter().any(Block::is_listed_question);
    match question {
        Some(Question::Predict { .. }) => false,
        Some(Question::Measure { .. }) => true,
        _ => is_used || is_read || !setting.highlight.is_empty(),
    }
}

/// What a plot's quantity is drawn over.
fn over(plot: Plot) -> &'static str {
    match plot {
        Plot::Density => "r",
        Plot::Speeds => "v",
        _ => "t",
    }
}

/// The right answer as a sentence, and why it is right.
fn answered(question: &Question) -> String {
    let mut answer = question.solution();
    if !answer.ends_with(['.', '!', '?']) {
        answer.push('.');
    }
    match question.explain() {
        "" => answer,
        explain => format!("{answer} {explain}"),
    }
}
