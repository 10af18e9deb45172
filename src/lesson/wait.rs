//! What a card waits for.

use std::collections::BTreeMap;

use starshell::name::unknown;
use starshell::words::{local, say, t, text};
use toml::de::DeValue;

use super::entries::{Entry, Keys, Placed, Read};

/// What a card waits for.
#[derive(Clone, Debug, PartialEq)]
pub enum Wait {
    /// A control is used: the key of its text.
    Control(String),
    /// Controls, by the keys of their texts, show these values.
    Set(BTreeMap<String, Goal>),
    /// The simulation has reached this time.
    Time(f64),
    /// The experiment or the kernel that is shown has results.
    Results(bool),
    /// The results of the kernel that is shown are right.
    Right(bool),
    /// They are, and the kernel is this many times as fast as the original.
    Faster(f64),
    /// The question is answered correctly.
    Answer(bool),
}

/// A value that a control is to show.
#[derive(Clone, Debug, PartialEq)]
pub enum Goal {
    Switch(bool),
    Number(f64),
    Range([f64; 2]),
    /// The key of its text.
    Choice(String),
}

/// What a control shows.
#[derive(Clone, Debug, PartialEq)]
pub enum Value {
    Switch(bool),
    Number(f64),
    /// The key of its text.
    Choice(String),
}

impl Entry for Wait {
    fn read(value: &Placed) -> Read<Self> {
        const ALL: [&str; 7] = ["control", "set", "time", "results", "right", "faster", "answer"];
        let condition = || (value.span().start, say!("error-lesson-condition"));
        let keys = Keys::of(value, say!("error-lesson-condition")).map_err(|_| condition())?;
        let (key, place) = keys.only().ok_or_else(condition)?;
        Ok(match key {
            "control" => Self::Control(keys.get(key)?),
            "set" => Self::Set(keys.get(key)?),
            "time" => Self::Time(keys.get(key)?),
            "results" => Self::Results(keys.get(key)?),
            "right" => Self::Right(keys.get(key)?),
            "faster" => Self::Faster(keys.get(key)?),
            "answer" => Self::Answer(keys.get(key)?),
            _ => return Err((place, unknown("value", key, ALL))),
        })
    }
}

impl Entry for Goal {
    fn read(value: &Placed) -> Read<Self> {
        match value.get_ref() {
            DeValue::Boolean(is_on) => Ok(Self::Switch(*is_on)),
            DeValue::String(key) => Ok(Self::Choice(key.clone().into_owned())),
            DeValue::Array(_) => Entry::read(value).map(Self::Range),
            _ => Entry::read(value).map(Self::Number),
        }
        .map_err(|_| (value.span().start, say!("error-lesson-goal")))
    }
}

impl Wait {
    /// The keys of controls, and of choices, that it names.
    pub fn keys(&self) -> Vec<&String> {
        match self {
            Self::Control(key) => vec![key],
            Self::Set(goals) => {
                goals.iter().flat_map(|(key, goal)| [Some(key), goal.choice()]).flatten().collect()
            }
            _ => Vec::new(),
        }
    }

    /// The controls whose values count.
    pub fn watched(&self) -> Vec<String> {
        if let Self::Set(goals) = self { goals.keys().cloned().collect() } else { Vec::new() }
    }
}

impl Goal {
    fn choice(&self) -> Option<&String> {
        if let Self::Choice(key) = self { Some(key) } else { None }
    }

    /// Whether a value is the one.
    pub fn is_met(&self, value: &Value) -> bool {
        match (self, value) {
            (Self::Switch(goal), Value::Switch(is_on)) => goal == is_on,
            // Sliders and the GPU round to single precision.
            (Self::Number(goal), Value::Number(number)) => {
                (goal - number).abs() <= 1e-6 * goal.abs()
            }
            (Self::Range([low, high]), Value::Number(number)) => (low..=high).contains(&number),
            (Self::Choice(goal), Value::Choice(key)) => goal == key,
            _ => false,
        }
    }

    /// In words.
    pub fn words(&self) -> String {
        match self {
            Self::Switch(true) => t!("classroom-on"),
            Self::Switch(false) => t!("classroom-off"),
            Self::Number(number) => local(&number.to_string()),
            Self::Range([low, high]) => local(&format!("{low} – {high}")),
            Self::Choice(key) => text(key, &[]),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lesson::Setting;
    use crate::lesson::entries::parse;

    #[test]
    fn a_goal_is_a_value_and_not_any_touch() {
        let wait = |text: &str| parse::<Setting>(text).map(|setting| setting.wait.unwrap());
        let text = "wait = { set = { a = 0.5, b = [1, 2], c = true, d = \"gravity-by-tree\" } }";
        let Wait::Set(goals) = wait(text).unwrap() else { panic!("goals") };
        let met = |key: &str, value: Value| goals[key].is_met(&value);
        assert!(met("a", Value::Number(f64::from(0.5_f32))) && !met("a", Value::Number(0.51)));
        assert!(
            met("b", Value::Number(1.5))
                && !met("b", Value::Number(2.5))
                && !met("b", Value::Switch(true))
        );
        assert!(met("c", Value::Switch(true)) && !met("c", Value::Switch(false)));
        assert!(
            met("d", Value::Choice("gravity-by-tree".to_owned()))
                && !met("d", Value::Choice("gravity-by-auto".to_owned()))
        );
        assert_eq!(Wait::Set(goals).keys().len(), 5);
        let error = wait("wait = { set = { a = [1] } }").unwrap_err().1.to_string();
        assert!(error.contains("a range such as"), "{error}");
    }
}
