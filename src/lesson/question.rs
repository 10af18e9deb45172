//! Questions: what is asked, and whether an answer is right.

use serde::{Deserialize, Serialize};
use starshell::name::unknown;
use starshell::words::{Text, exact, local, say};

use super::bounds::out_of_range;
use super::entries::{Block, Entry, Keys, Placed, Read, chosen, read_table};
use super::slip::Slip;

/// What a learner measures in the window.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Gauge {
    /// Simulated time.
    Time,
    /// Kinetic over potential energy, positive.
    VirialRatio,
    /// Relative error of the total energy.
    EnergyError,
    /// Radius that holds half of the mass.
    HalfMassRadius,
    /// Number of bodies.
    Bodies,
    /// The softening length.
    Softening,
    /// The time step.
    TimeStep,
}

impl Entry for Gauge {
    fn read(value: &Placed) -> Read<Self> {
        let all = [
            ("time", Self::Time),
            ("virial-ratio", Self::VirialRatio),
            ("energy-error", Self::EnergyError),
            ("half-mass-radius", Self::HalfMassRadius),
            ("bodies", Self::Bodies),
            ("softening", Self::Softening),
            ("time-step", Self::TimeStep),
        ];
        chosen(value, &all)
    }
}

/// A wrong answer, and why it is wrong.
#[derive(Clone, Debug, PartialEq)]
pub struct Wrong<T> {
    pub answer: T,
    pub reason: String,
}

impl<T: Entry> Entry for Wrong<T> {
    fn read(value: &Placed) -> Read<Self> {
        let keys = Keys::of(value, say!("error-lesson-a-reason"))?;
        read_table!(keys, Self { get answer, get reason })
    }
}

/// A question on a card. The wrong answers are options, numbers or ranges, as the right one is.
#[derive(Clone, Debug, PartialEq)]
pub enum Question {
    /// One of several answers is right; options count from 1.
    Choose {
        ask: String,
        options: Vec<String>,
        right: usize,
        explain: String,
        wrong: Vec<Wrong<usize>>,
    },
    /// One of several answers, chosen before an experiment. A later card, which recalls it by name,
    /// says whether it was right.
    Predict {
        ask: String,
        name: String,
        options: Vec<String>,
        right: usize,
        wrong: Vec<Wrong<usize>>,
    },
    /// A number, within a relative error.
    Number {
        ask: String,
        answer: f64,
        within: f64,
        unit: Option<String>,
        explain: String,
        wrong: Vec<Wrong<f64>>,
    },
    /// A value that the window measures, which has to lie in a range.
    Measure {
        ask: String,
        quantity: Gauge,
        range: [f64; 2],
        /// Whether the largest error of the energy since the start is shown beside it.
        largest_error: bool,
        explain: String,
        wrong: Vec<Wrong<[f64; 2]>>,
    },
}

/// The kinds of questions.
const KINDS: [&str; 4] = ["choose", "predict", "number", "measure"];

impl Block for Question {
    fn read(keys: &Keys) -> Read<Self> {
        let (kind, others) = (keys.get::<String>("kind")?, ["kind"]);
        match kind.as_str() {
            "choose" => read_table!(
                keys,
                Self::Choose { get ask, get options, get right, get explain, usual wrong },
                others
            ),
            "predict" => read_table!(
                keys,
                Self::Predict { get ask, get name, get options, get right, usual wrong },
                others
            ),
            "number" => read_table!(
                keys,
                Self::Number { get ask, get answer, get within, find unit, get explain, usual wrong },
                others
            ),
            "measure" => read_table!(
                keys,
                Self::Measure {
                    get ask, get quantity, get range, usual largest_error, get explain, usual wrong
                },
                others
            ),
            _ => {
                let unknown = unknown("kind of question", &kind, KINDS);
                Err((keys.place("kind"), unknown))
            }
        }
    }
}

/// How a number misses the right one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Miss {
    Low,
    High,
    /// Its digits are right.
    PowerOfTen,
}

/// What a learner has answered.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Answer {
    /// An option, from 0.
    Option(usize),
    /// A number, typed or measured.
    Number(f64),
}

impl Question {
    /// What is asked.
    pub fn ask(&self) -> &str {
        match self {
            Self::Choose { ask, .. }
            | Self::Predict { ask, .. }
            | Self::Number { ask, .. }
            | Self::Measure { ask, .. } => ask,
        }
    }

    /// The options to choose from, if there are any.
    pub fn options(&self) -> &[String] {
        match self {
            Self::Choose { options, .. } | Self::Predict { options, .. } => options,
            Self::Number { .. } | Self::Measure { .. } => &[],
        }
    }

    /// Why the right answer is right; nothing for a prediction, which the experiment answers.
    pub fn explain(&self) -> &str {
        match self {
            Self::Choose { explain, .. }
            | Self::Number { explain, .. }
            | Self::Measure { explain, .. } => explain,
            Self::Predict { .. } => "",
        }
    }

    /// Why an answer is wrong, if the lesson says so.
    pub fn reason(&self, answer: &Answer) -> Option<&str> {
        match (self, answer) {
            (Self::Choose { wrong, .. } | Self::Predict { wrong, .. }, Answer::Option(option)) => {
                reason(wrong, |wrong| *wrong == option + 1)
            }
            (Self::Number { within, wrong, .. }, Answer::Number(number)) => {
                reason(wrong, |wrong| is_near(*number, *wrong, *within))
            }
            (Self::Measure { wrong, .. }, Answer::Number(number)) => {
                reason(wrong, |[low, high]| (*low..=*high).contains(number))
            }
            _ => None,
        }
    }

    /// How a number misses the right one: a hint where the lesson gives no reason.
    pub fn miss(&self, answer: &Answer) -> Option<Miss> {
        let Answer::Number(number) = answer else { return None };
        let (low, high) = match self {
            Self::Number { answer, within, .. } => {
                let shift = 10_f64.powf((number / answer).log10().round());
                if is_near(number / shift, *answer, *within) {
                    return Some(Miss::PowerOfTen);
                }
                (*answer, *answer)
            }
            Self::Measure { range, .. } => (range[0], range[1]),
            Self::Choose { .. } | Self::Predict { .. } => return None,
        };
        if *number < low {
            Some(Miss::Low)
        } else if *number > high {
            Some(Miss::High)
        } else {
            None
        }
    }

    /// The wrong answers with their reasons: options by their numbers, for those who teach.
    pub fn reasons(&self) -> Vec<(String, &str)> {
        match self {
            Self::Choose { wrong, .. } | Self::Predict { wrong, .. } => {
                told(wrong, usize::to_string)
            }
            Self::Number { wrong, .. } => told(wrong, |number| exact(*number)),
            Self::Measure { wrong, .. } => told(wrong, |range| span(*range)),
        }
    }

    /// Whether an answer is right.
    pub fn is_right(&self, answer: &Answer) -> bool {
        match (self, answer) {
            (Self::Choose { right, .. } | Self::Predict { right, .. }, Answer::Option(option)) => {
                option + 1 == *right
            }
            (Self::Number { answer: expected, within, .. }, Answer::Number(number)) => {
                is_near(*number, *expected, *within)
            }
            (Self::Measure { range, .. }, Answer::Number(number)) => {
                (range[0]..=range[1]).contains(number)
            }
            _ => false,
        }
    }

    /// The right answer in words, for those who teach.
    pub fn solution(&self) -> String {
        match self {
            Self::Choose { options, right, .. } | Self::Predict { options, right, .. } => {
                options.get(right - 1).cloned().unwrap_or_default()
            }
            Self::Number { answer, unit, .. } => match unit {
                Some(unit) => format!("{} {unit}", exact(*answer)),
                None => exact(*answer),
            },
            Self::Measure { range, .. } => span(*range),
        }
    }

    /// What is wrong with the question itself.
    pub fn fault(&self) -> Option<Slip> {
        match self {
            Self::Choose { options, right, wrong, .. }
            | Self::Predict { options, right, wrong, .. } => match options.len() {
                0 | 1 => Some(Slip::new("options", say!("error-lesson-options"))),
                count if !(1..=count).contains(right) => Some(Slip::new(
                    "right",
                    say!("error-lesson-right", right = *right, count = count),
                )),
                count => {
                    faulty(wrong, usize::to_string, |answer| match (1..=count).contains(answer) {
                        false => Some(say!("error-lesson-option", count = count)),
                        true => (answer == right).then(|| say!("error-lesson-option-right")),
                    })
                }
            },
            Self::Number { answer, .. } if !answer.is_finite() => {
                Some(Slip::new("answer", say!("error-lesson-answer", answer = *answer)))
            }
            Self::Number { within, .. } if !(*within > 0.0 && within.is_finite()) => {
                Some(out_of_range("within", *within, say!("error-lesson-above-zero")))
            }
            Self::Number { answer, within, wrong, .. } => {
                faulty(wrong, f64::to_string, |number| match number.is_finite() {
                    false => Some(say!("error-lesson-finite")),
                    true => is_near(*number, *answer, *within)
                        .then(|| say!("error-lesson-number-right")),
                })
            }
            Self::Measure { range, wrong, .. } => match is_range(*range) {
                false => Some(Slip::new("range", say!("error-lesson-range"))),
                true => faulty(
                    wrong,
                    |[low, high]| format!("[{low}, {high}]"),
                    |other| match is_range(*other) {
                        false => Some(say!("error-lesson-a-range-first")),
                        // They may touch: at the end that both share, the right one counts.
                        true => (other[0] < range[1] && range[0] < other[1])
                            .then(|| say!("error-lesson-range-right")),
                    },
                ),
            },
        }
    }
}

/// Whether a number is another one, within a relative error.
fn is_near(number: f64, expected: f64, within: f64) -> bool {
    (number - expected).abs() <= within * expected.abs().max(f64::MIN_POSITIVE)
}

/// Whether a range has its lower end first.
fn is_range([low, high]: [f64; 2]) -> bool {
    low <= high
}

/// A range in words. One without an end has a sign there.
fn span([low, high]: [f64; 2]) -> String {
    match (low.is_finite(), high.is_finite()) {
        (true, false) => local(&format!("> {low}")),
        (false, true) => local(&format!("< {high}")),
        _ => local(&format!("{low} – {high}")),
    }
}

/// The reason of the first wrong answer that is meant.
fn reason<T>(wrong: &[Wrong<T>], is_meant: impl Fn(&T) -> bool) -> Option<&str> {
    wrong.iter().find(|wrong| is_meant(&wrong.answer)).map(|wrong| wrong.reason.as_str())
}

/// Wrong answers in words, with their reasons.
fn told<T>(wrong: &[Wrong<T>], words: impl Fn(&T) -> String) -> Vec<(String, &str)> {
    wrong.iter().map(|wrong| (words(&wrong.answer), wrong.reason.as_str())).collect()
}

/// The first mistake in a list of wrong answers.
fn faulty<T: PartialEq>(
    wrong: &[Wrong<T>],
    words: impl Fn(&T) -> String,
    fault: impl Fn(&T) -> Option<Text>,
) -> Option<Slip> {
    wrong.iter().enumerate().find_map(|(place, Wrong { answer, reason })| {
        let cause = if wrong[..place].iter().any(|other| other.answer == *answer) {
            say!("error-lesson-wrong-twice")
        } else if reason.trim().is_empty() {
            say!("error-lesson-wrong-reason")
        } else {
            fault(answer)?
        };
        let answer = format!("answer = {}", words(answer));
        Some(
            Slip::new("wrong", say!("error-lesson-wrong", answer = answer.clone(), cause = cause))
                .at(answer),
        )
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lesson::assert_translated;
    use crate::lesson::entries::parse;

    fn question(toml: &str) -> Question {
        parse(&format!("ask = \"\"\n{toml}")).unwrap()
    }

    const CHOOSE: &str =
        "kind = \"choose\"\noptions = [\"a\", \"b\", \"c\"]\nright = 2\nexplain = \"\"\n";
    const NUMBER: &str = "kind = \"number\"\nanswer = -2\nwithin = 0.1\nexplain = \"\"\n";
    const MEASURE: &str =
        "kind = \"measure\"\nquantity = \"time\"\nrange = [1, 2]\nexplain = \"\"\n";

    #[test]
    fn answers_are_checked() {
        let choose = question(CHOOSE);
        assert!(
            choose.is_right(&Answer::Option(1))
                && !choose.is_right(&Answer::Option(0))
                && !choose.is_right(&Answer::Number(2.0))
        );
        let number = question(NUMBER);
        assert!(number.is_right(&Answer::Number(-2.1)) && !number.is_right(&Answer::Number(2.0)));
        let measure = question(MEASURE);
        assert!(
            measure.is_right(&Answer::Number(1.5)) && !measure.is_right(&Answer::Number(f64::NAN))
        );
        assert_eq!(
            [choose.solution(), number.solution(), measure.solution()],
            ["b", "-2", "1 – 2"]
        );
        let wrong =
            question("kind = \"predict\"\nname = \"\"\noptions = [\"a\", \"b\"]\nright = 3");
        assert!(
            wrong.fault().is_some_and(|fault| fault.cause.to_string().contains('3'))
                && choose.fault().is_none()
        );
    }

    #[test]
    fn wrong_answers_have_reasons_and_numbers_a_hint_at_least() {
        let choose = question(&format!("{CHOOSE}wrong = [{{ answer = 3, reason = \"so\" }}]"));
        assert_eq!(
            [0, 1, 2].map(|option| choose.reason(&Answer::Option(option))),
            [None, None, Some("so")]
        );
        assert_eq!(choose.miss(&Answer::Option(0)), None);
        let number = question(&format!("{NUMBER}wrong = [{{ answer = 2, reason = \"sign\" }}]"));
        assert_eq!(
            [1.7, 1.9, -2.0].map(|number_given| number.reason(&Answer::Number(number_given))),
            [None, Some("sign"), None]
        );
        let misses = [-21.0, -3.0, 0.0, 1.0].map(|given| number.miss(&Answer::Number(given)));
        assert_eq!(
            misses,
            [Some(Miss::PowerOfTen), Some(Miss::Low), Some(Miss::High), Some(Miss::High)]
        );
        let measure =
            question(&format!("{MEASURE}wrong = [{{ answer = [2, inf], reason = \"late\" }}]"));
        assert_eq!(
            [0.5, 2.5, 1e9].map(|time| measure.reason(&Answer::Number(time))),
            [None, Some("late"), Some("late")]
        );
        assert_eq!(
            [0.5, 1.5].map(|time| measure.miss(&Answer::Number(time))),
            [Some(Miss::Low), None]
        );
        assert_eq!(measure.reasons(), [("> 2".to_owned(), "late")]);
        assert_eq!([choose, number, measure].map(|question| question.fault()), [None, None, None]);
    }

    #[test]
    fn reasons_for_answers_that_are_not_wrong_are_mistakes() {
        for (question_text, answer, word) in [
            (CHOOSE, "2", "is right"),
            (CHOOSE, "4", "options are 1 to 3"),
            (NUMBER, "-2.1", "as right"),
            (NUMBER, "inf", "finite"),
            (MEASURE, "[1.5, 3]", "part"),
            (MEASURE, "[4, 3]", "lower end first"),
        ] {
            let fault = question(&format!(
                "{question_text}wrong = [{{ answer = {answer}, reason = \"x\" }}]"
            ))
            .fault()
            .unwrap();
            assert_translated(&fault.cause);
            let fault = fault.cause.to_string();
            assert!(
                fault.contains(word) && fault.contains(&format!("`answer = {answer}`")),
                "{fault}"
            );
        }
        let doubled = "wrong = [{ answer = 1, reason = \"x\" }, { answer = 1, reason = \"y\" }]";
        let told = |wrong: &str| question(&format!("{CHOOSE}{wrong}")).fault().unwrap().cause;
        assert!(told(doubled).to_string().contains("twice"));
        let empty = "wrong = [{ answer = 1, reason = \" \" }]";
        assert!(told(empty).to_string().contains("no reason"));
        [doubled, empty].map(told).iter().for_each(assert_translated);
        for (text, change) in [
            (NUMBER, ("answer = -2", "answer = nan")),
            (NUMBER, ("0.1", "0")),
            (MEASURE, ("[1, 2]", "[2, 1]")),
        ] {
            assert_translated(
                &question(&text.replacen(change.0, change.1, 1)).fault().unwrap().cause,
            );
        }
    }
}
