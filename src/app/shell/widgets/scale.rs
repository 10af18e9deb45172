//! How numbers are edited and shown in fields and sliders.

use starshell::scene::Dimension;
use starshell::words::{self, Text};

use crate::app::shell::numbers::Numbers;

/// How a number is edited.
#[derive(Clone, Copy)]
pub struct Scale {
    /// Minimum and maximum.
    pub range: (f64, f64),
    /// Whether equal distances are equal factors.
    pub logarithmic: bool,
    /// The increment; 0 for any value.
    pub step: f64,
    /// The unit behind the number, if that is the same in all scenes.
    pub unit: &'static str,
    /// Otherwise what it measures, and the units in which a number of the scene is shown.
    pub shown: (Dimension, Numbers),
    /// Whether two digits say enough.
    pub is_rough: bool,
    /// What a double click on the name gives back.
    pub usual: Option<f64>,
}

impl Scale {
    pub const fn linear(least: f64, most: f64) -> Self {
        let shown = (Dimension::Ratio, Numbers(None));
        let range = (least, most);
        Self { range, logarithmic: false, step: 0.0, unit: "", shown, is_rough: false, usual: None }
    }

    pub const fn logarithmic(least: f64, most: f64) -> Self {
        Self { logarithmic: true, ..Self::linear(least, most) }
    }

    pub const fn step(self, step: f64) -> Self {
        Self { step, ..self }
    }

    pub const fn unit(self, unit: &'static str) -> Self {
        Self { unit, ..self }
    }

    /// Shows a number of the scene in these units. Range, step and value stay the scene's.
    pub const fn measuring(self, dimension: Dimension, numbers: Numbers) -> Self {
        Self { shown: (dimension, numbers), ..self }
    }

    /// What 1 in the scene's units is as shown.
    pub(super) fn factor(self) -> f64 {
        self.shown.1.factor(self.shown.0)
    }

    pub const fn usual(self, usual: f64) -> Self {
        Self { usual: Some(usual), ..self }
    }

    pub const fn rough(self) -> Self {
        Self { is_rough: true, ..self }
    }

    /// The unit behind the number, after a space.
    pub(super) fn suffix(self) -> String {
        let symbol = self.shown.1.symbol(self.shown.0);
        match self.unit {
            "°" => "°".to_owned(),
            "" if symbol.is_empty() => String::new(),
            "" => format!(" {symbol}"),
            unit => format!(" {}", Text::named("unit", unit).spoken()),
        }
    }
}

/// A number as shown in a field: whole if its scale is, otherwise short.
pub(super) fn formatted(value: f64, scale: Scale) -> String {
    let value = scale.factor() * value;
    match scale {
        Scale { step, .. } if step >= 1.0 && step.fract() == 0.0 => {
            words::grouped(value.max(0.0) as u64)
        }
        Scale { is_rough: true, .. } => words::short(value),
        _ => words::number(value),
    }
}
