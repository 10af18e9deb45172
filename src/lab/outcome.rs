//! What came out of an experiment, and what was published about it.

use serde::{Deserialize, Serialize};

use super::rate::{Quantity, RateUnit};
use super::speed_up::SpeedUp;
use super::{Detail, Measurement};
use crate::words::{Text, say};

impl Quantity {
    /// Returns this quantity of what was measured here; `None` if the measurement does not give it.
    pub fn of(self, outcome: &Outcome) -> Option<f64> {
        let timing = outcome.timing.as_ref()?;
        match self {
            Self::SpeedUp => outcome.speed_up.and_then(SpeedUp::times),
            Self::Milliseconds => Some(timing.median_ms),
            Self::Gigabytes if timing.bytes.is_some() => {
                timing.bytes.map(|bytes| bytes / timing.median_ms * 1e-6)
            }
            _ => self.per(timing.unit).map(|each| timing.rate * each),
        }
    }
}

/// A number that a text gives for a case.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Published {
    /// What it says.
    pub quantity: Quantity,
    /// The number.
    pub value: f64,
    /// The machine, and the text if an experiment has several.
    pub place: String,
    /// What a speed-up refers to, if not to what the case is compared with.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub over: Option<Rival>,
}

/// Another row of the same experiment with the same count.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Rival {
    /// What it measures.
    pub variant: String,
    /// Its place on the experiment's axis, if it has one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub at: Option<f64>,
    /// How many times as fast as it the case is here, if both were measured.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub here: Option<SpeedUp>,
}

impl Published {
    pub(super) fn new(quantity: Quantity, value: f64, place: &str) -> Self {
        Self { quantity, value, place: place.to_owned(), over: None }
    }

    /// The place in words, with the number of bodies or elements, if it names one.
    pub(super) fn origin(&self) -> Text {
        let named = |place: &str| Text::named("place", place.to_owned());
        let of = self.place.rsplit_once(", ").and_then(|(place, of)| {
            let (count, what) = of.split_once(' ')?;
            let is_number = count.chars().all(|digit| digit.is_ascii_digit() || digit == ',');
            is_number.then_some((place, count.to_owned(), what))
        });
        match of {
            Some((place, count, "bodies")) => {
                say!("place-of-bodies", place = named(place), count = count)
            }
            Some((place, count, "elements")) => {
                say!("place-of-elements", place = named(place), count = count)
            }
            _ => named(&self.place),
        }
    }

    /// Returns what was measured here of the published quantity; a speed-up is over the rival, if
    /// there is one.
    pub fn here(&self, outcome: &Outcome) -> Option<f64> {
        match &self.over {
            Some(rival) => rival.here.and_then(SpeedUp::times),
            None => self.quantity.of(outcome),
        }
    }

    /// How many times as fast this machine is as the published one. `None` for speed-ups, and
    /// without a measurement.
    pub fn ratio(&self, outcome: &Outcome) -> Option<f64> {
        let here = self.here(outcome)?;
        match self.quantity {
            Quantity::SpeedUp => None,
            Quantity::Milliseconds => Some(self.value / here),
            _ => Some(here / self.value),
        }
    }
}

/// Whether a result was right.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", tag = "verdict", content = "reason")]
pub enum Verdict {
    /// It agrees with the reference.
    Right,
    /// It does not, so there is no time.
    Wrong(Text),
    /// This machine cannot run it.
    Unsupported(Text),
    /// The measurement failed.
    Failed(Text),
}

/// What was measured.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Timing {
    /// The adapter, or the processor.
    pub machine: String,
    /// The kernel with its tuning.
    pub kernel: String,
    /// Median of the samples in milliseconds.
    pub median_ms: f64,
    /// The shortest sample.
    pub min_ms: f64,
    /// The longest sample.
    pub max_ms: f64,
    /// The quartiles of the samples; reports of earlier versions have none.
    #[serde(default)]
    pub quartiles_ms: Option<[f64; 2]>,
    /// Units of work per second.
    pub rate: f64,
    /// Their unit.
    pub unit: RateUnit,
    /// Median relative error against a sum in double precision, if the result has one; otherwise
    /// the result is exact.
    pub error: Option<f64>,
    /// The part of the results that were fused, where that is what is measured.
    #[serde(default)]
    pub fused: Option<f64>,
    /// Bytes of memory that are moved at least, where they are known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub bytes: Option<f64>,
    /// What else was found.
    #[serde(default)]
    pub details: Vec<Detail>,
}

/// A row of an experiment's table.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Outcome {
    /// What was measured.
    pub variant: String,
    /// Number of bodies or elements.
    pub count: usize,
    /// Its place on the experiment's axis, if that is not the count.
    #[serde(default)]
    pub at: Option<f64>,
    /// Whether the result was right.
    #[serde(flatten)]
    pub verdict: Verdict,
    /// The measurement, if it was.
    pub timing: Option<Timing>,
    /// The variant that the speed-up refers to.
    pub over: Option<String>,
    /// How many times as fast as that variant.
    pub speed_up: Option<SpeedUp>,
    /// What the texts say.
    pub published: Vec<Published>,
    /// What it does differently from the variants before, and why; may be empty.
    #[serde(default)]
    pub note: Text,
}

/// What came out of an experiment.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Results {
    /// The experiment's name.
    pub experiment: String,
    /// The rows of its table.
    pub outcomes: Vec<Outcome>,
}

impl Results {
    /// Whether every result that could be measured is right.
    pub fn is_right(&self) -> bool {
        self.outcomes
            .iter()
            .all(|outcome| matches!(outcome.verdict, Verdict::Right | Verdict::Unsupported(_)))
    }
}

impl Outcome {
    /// How many times as fast it is as another, if both were measured.
    fn times_as_fast_as(&self, other: &Self) -> Option<SpeedUp> {
        let (own, other) = self.timing.as_ref().zip(other.timing.as_ref())?;
        Some(SpeedUp::new(
            own.median_ms,
            other.median_ms,
            own.quartile_range().max(other.quartile_range()),
        ))
    }

    /// Compares this row with the rows `before`: with the one that its speed-up refers to, and with
    /// those that published ones refer to.
    pub(super) fn beside(mut self, before: &[Self]) -> Self {
        let find = |variant: &String, at: Option<f64>| {
            before
                .iter()
                .find(|other| (&other.variant, other.count, other.at) == (variant, self.count, at))
        };
        self.speed_up =
            self.over.as_ref().and_then(|over| self.times_as_fast_as(find(over, self.at)?));
        let mut published = self.published.clone();
        for rival in published.iter_mut().filter_map(|published| published.over.as_mut()) {
            rival.here =
                find(&rival.variant, rival.at).and_then(|other| self.times_as_fast_as(other));
        }
        Self { published, ..self }
    }
}

impl Timing {
    /// From where to where error bars go: between the quartiles, or in reports of earlier versions
    /// over all samples.
    pub(crate) fn spread_ms(&self) -> [f64; 2] {
        self.quartiles_ms.unwrap_or([self.min_ms, self.max_ms])
    }

    fn quartile_range(&self) -> f64 {
        let [low, high] = self.spread_ms();
        high - low
    }
}

impl From<Measurement> for Timing {
    fn from(row: Measurement) -> Self {
        Self {
            machine: row.adapter,
            kernel: row.kernel,
            median_ms: row.median_ms,
            min_ms: row.min_ms,
            max_ms: row.max_ms,
            quartiles_ms: Some(row.quartiles_ms),
            rate: row.rate,
            unit: row.unit,
            error: row.median_error,
            fused: row.fused,
            bytes: row.bytes,
            details: row.details,
        }
    }
}
