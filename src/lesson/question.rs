//! Questions: what is asked, and whether an answer is right.

use serde::Deserialize;

use crate::app::words::local;

/// What a learner measures in the window.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Quantity {
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

/// A question on a card.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(tag = "kind", rename_all = "kebab-case", deny_unknown_fields)]
pub enum Question {
    /// One of several answers is right; options count from 1.
    Choose { ask: String, options: Vec<String>, right: usize, explain: String },
    /// The same before an experiment. Whether it was right is told on a later card, which recalls it by name.
    Predict { ask: String, name: String, options: Vec<String>, right: usize },
    /// A number, within a relative error.
    Number { ask: String, answer: f64, within: f64, unit: Option<String>, explain: String },
    /// A value that the window measures, which has to lie in a range.
    Measure { ask: String, quantity: Quantity, range: [f64; 2], explain: String },
}

/// What a learner has answered.
#[derive(Clone, Debug, PartialEq)]
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
            Self::Choose { ask, .. } | Self::Predict { ask, .. } | Self::Number { ask, .. } | Self::Measure { ask, .. } => ask,
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
            Self::Choose { explain, .. } | Self::Number { explain, .. } | Self::Measure { explain, .. } => explain,
            Self::Predict { .. } => "",
        }
    }

    /// Whether an answer is right.
    pub fn is_right(&self, answer: &Answer) -> bool {
        match (self, answer) {
            (Self::Choose { right, .. } | Self::Predict { right, .. }, Answer::Option(option)) => option + 1 == *right,
            (Self::Number { answer: expected, within, .. }, Answer::Number(number)) => {
                (number - expected).abs() <= within * expected.abs().max(f64::MIN_POSITIVE)
            }
            (Self::Measure { range, .. }, Answer::Number(number)) => (range[0]..=range[1]).contains(number),
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
                Some(unit) => local(&format!("{answer} {unit}")),
                None => local(&answer.to_string()),
            },
            Self::Measure { range, .. } => local(&format!("{} – {}", range[0], range[1])),
        }
    }

    /// What is wrong with the question itself.
    pub fn fault(&self) -> Option<String> {
        match self {
            Self::Choose { options, right, .. } | Self::Predict { options, right, .. } => match options.len() {
                0 | 1 => Some("a question needs two options or more".to_owned()),
                count if !(1..=count).contains(right) => Some(format!("right is {right}, but there are options 1 to {count}")),
                _ => None,
            },
            Self::Number { answer, within, .. } if !(answer.is_finite() && *within > 0.0) => {
                Some("a number needs a finite answer, and within greater than 0".to_owned())
            }
            Self::Measure { range, .. } if range[0] > range[1] || range.iter().any(|end| end.is_nan()) => {
                Some("range needs its lower end first".to_owned())
            }
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn answers_are_checked() {
        let explain = String::new;
        let options = || vec!["a".to_owned(), "b".to_owned()];
        let choose = Question::Choose { ask: String::new(), options: options(), right: 2, explain: explain() };
        assert!(
            choose.is_right(&Answer::Option(1)) && !choose.is_right(&Answer::Option(0)) && !choose.is_right(&Answer::Number(2.0))
        );
        let number = Question::Number { ask: String::new(), answer: -2.0, within: 0.1, unit: None, explain: explain() };
        assert!(number.is_right(&Answer::Number(-2.1)) && !number.is_right(&Answer::Number(2.0)));
        let measure = Question::Measure { ask: String::new(), quantity: Quantity::Time, range: [1.0, 2.0], explain: explain() };
        assert!(measure.is_right(&Answer::Number(1.5)) && !measure.is_right(&Answer::Number(f64::NAN)));
        assert_eq!([choose.solution(), number.solution(), measure.solution()], ["b", "-2", "1 – 2"]);
        let wrong = Question::Predict { ask: String::new(), name: String::new(), options: options(), right: 3 };
        assert!(wrong.fault().is_some_and(|fault| fault.contains('3')) && choose.fault().is_none());
    }
}
