//! What the texts give: one table, which experiments show and tests compare.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use serde::Deserialize;
use serde::de::Error;

use super::figures::grouped;
use super::outcome::{Published, Rival};
use super::rate::Quantity;
use super::topic::Topic;
use crate::name::Named;

/// What one text gives for one row of an experiment.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Given {
    /// The text, by its short name in `docs/sources.md`.
    pub text: String,
    /// The kernels that were timed, and nothing else: labels of those of GPUs, or a loop of the
    /// processor.
    #[serde(default)]
    pub kernels: Vec<String>,
    /// What was timed in place of single kernels.
    pub covers: Option<String>,
    /// The numbers.
    pub numbers: Vec<GivenNumber>,
}

/// A number of a text.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct GivenNumber {
    /// The number with its unit, such as `2.844 ms`, `1/72.4 x` or `63 % of peak`.
    pub is: Amount,
    /// Of how many bodies or elements; without a number, of as many as there are.
    pub count: Option<usize>,
    /// Whether it also stands beside other counts, with a label.
    #[serde(default)]
    pub elsewhere: bool,
    /// The place on the experiment's axis, if it holds for one alone.
    pub at: Option<f64>,
    /// The row to which a speed-up refers, if not to the one that its row is compared with.
    pub over: Option<String>,
    /// The place of that row on the axis.
    pub over_at: Option<f64>,
    /// The machine.
    pub on: String,
}

/// A number with its unit.
#[derive(Clone, Debug, Deserialize)]
#[serde(try_from = "String")]
pub struct Amount {
    /// As the text writes it.
    pub text: String,
    /// What it says.
    pub quantity: Quantity,
    /// The number.
    pub value: f64,
}

impl TryFrom<String> for Amount {
    type Error = toml::de::Error;

    fn try_from(text: String) -> Result<Self, Self::Error> {
        let wrong = || Self::Error::custom(format!("{text} is no number with a unit"));
        let (value, unit) = text.split_once(' ').ok_or_else(wrong)?;
        let number = |text: &str| text.parse::<f64>().map_err(|_| wrong());
        let value = match value.split_once('/') {
            Some((above, below)) => number(above)? / number(below)?,
            None => number(value)?,
        };
        let unit = if unit == "x" { Quantity::SpeedUp.name() } else { unit };
        Ok(Self { quantity: Quantity::named(unit).map_err(|_| wrong())?, value, text })
    }
}

/// By the names of experiments and rows.
type Table = BTreeMap<String, BTreeMap<String, Vec<Given>>>;

static TABLE: LazyLock<Table> = LazyLock::new(|| {
    // A test reads it.
    toml::from_str(include_str!("published.toml")).unwrap_or_else(|error| unreachable!("{error}"))
});

/// What the texts give for the rows of an experiment, by their names without explanations.
pub fn given(experiment: &str) -> Option<&'static BTreeMap<String, Vec<Given>>> {
    TABLE.get(experiment)
}

/// The name of a row without what explains it.
pub fn short(variant: &str) -> &str {
    variant.split(": ").next().unwrap_or(variant)
}

/// A row of an experiment, as far as numbers depend on it.
pub(super) struct Row<'a> {
    pub variant: &'a str,
    pub count: usize,
    pub at: Option<f64>,
    pub over: Option<&'a str>,
}

/// What the texts give for a row of an experiment, after those `before`.
pub(super) fn beside(experiment: &str, topic: Topic, row: &Row, before: &[Row]) -> Vec<Published> {
    let all = given(experiment).and_then(|rows| rows.get(short(row.variant)));
    let numbers = all.into_iter().flatten().flat_map(|given| &given.numbers);
    let numbers: Vec<&GivenNumber> = numbers.collect();
    let fitting = numbers.iter().filter(|number| number.fits(row, &numbers));
    fitting.filter_map(|number| number.beside(row, before, topic)).collect()
}

impl GivenNumber {
    /// Whether it stands beside this row: it is about as many bodies or elements, or no other
    /// number of the same kind is.
    fn fits(&self, row: &Row, all: &[&Self]) -> bool {
        let is_alike = |other: &&&Self| {
            (&other.on, &other.over, other.is.quantity) == (&self.on, &self.over, self.is.quantity)
        };
        let is_there =
            self.at.is_none_or(|at| row.at.is_some_and(|own| own.total_cmp(&at).is_eq()));
        let is_own = |number: &Self| number.count.is_none_or(|count| count == row.count);
        let none_is = || !all.iter().filter(is_alike).any(|other| is_own(other));
        is_there && (is_own(self) || self.elsewhere && none_is())
    }

    /// The number as it stands beside this row, unless it refers to a row that there is not.
    fn beside(&self, row: &Row, before: &[Row], topic: Topic) -> Option<Published> {
        let mut place = self.on.clone();
        if let Some(count) = self.count.filter(|count| *count != row.count) {
            let of = match topic {
                Topic::AllPairs | Topic::Tree => "bodies",
                _ => "elements",
            };
            place = format!("{place}, {} {of}", grouped(count));
        }
        let published = Published::new(self.is.quantity, self.is.value, &place);
        let is_own = |over: &str| row.over.is_some_and(|own| short(own) == over);
        let Some(over) = self.over.as_deref().filter(|over| !is_own(over)) else {
            return Some(published);
        };
        let is_meant = |other: &&Row| {
            other.count == row.count && other.at == self.over_at && short(other.variant) == over
        };
        let variant = before.iter().find(is_meant)?.variant.to_owned();
        Some(Published { over: Some(Rival { variant, at: self.over_at, here: None }), ..published })
    }
}
