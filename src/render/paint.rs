//! What pictures show of bodies that the simulation does not know: a column of numbers as colours,
//! how much of their light there is, and who is who.

use std::sync::Arc;

use super::{ColorBy, Look};
use crate::gpu::{Buffer, Gpu, GpuError};
use crate::physics::{Bodies, Column};

/// Share of their light that bodies have for which the column that colours show has no number.
const DIM: f32 = 0.1;
/// Numbers that span more than this factor, all above 0, are shown by their logarithms.
const WIDE: f64 = 10.0;
/// Numbers of bodies that single precision holds.
const NUMBERS: u32 = 1 << 24;

/// What pictures show of bodies besides motion, mass and component.
#[derive(Clone, Debug, Default)]
pub struct Appearance {
    /// Numbers that colours can show; of a film, only those shown have been computed.
    pub columns: Arc<[Column]>,
    /// The range of the numbers that colours show, if it is more than that of these bodies at this
    /// moment.
    pub range: Option<[f64; 2]>,
    /// How much of its light each body has, from 0 to 1; all of it where there is no number.
    pub shares: Vec<f32>,
    /// A number by which each body keeps its brightness among others, whatever its place; its place
    /// where there is none.
    pub identities: Vec<u32>,
}

impl Appearance {
    /// Whether nothing is to be shown but what the simulation knows.
    fn is_plain(&self) -> bool {
        self.shares.is_empty() && self.identities.is_empty()
    }
}

/// The numbers at the two ends of the colour map, and what lies between.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Scale {
    pub ends: [f64; 2],
    is_logarithmic: bool,
}

impl Scale {
    /// The scale of a look for numbers within `range`.
    pub fn new(look: &Look, range: [f64; 2]) -> Self {
        let ends = look.color_ends(range);
        Self { ends, is_logarithmic: ends[0] > 0.0 && ends[1] > WIDE * ends[0] }
    }

    /// The place of a number on the map, 0 to 1; the middle if all are the same.
    pub fn place(&self, value: f32) -> f32 {
        let [low, high] = self.ends;
        let along = |value: f64| if self.is_logarithmic { value.max(1e-300).log2() } else { value };
        let [low, high, value] = [low, high, value.into()].map(along);
        if high > low { ((value - low) / (high - low)).clamp(0.0, 1.0) as f32 } else { 0.5 }
    }
}

/// Bodies with a row for pictures in place of their accelerations: the share of their light, their
/// number, 0, and the place on the colour map.
#[derive(Debug)]
pub(super) struct Paint {
    rows: Buffer<[f32; 4]>,
    /// The column that is shown, and how.
    shown: Option<(Column, Scale)>,
    /// The range of the column's own numbers.
    spread: Option<[f64; 2]>,
}

impl Paint {
    /// What `look` needs of these bodies; none if accelerations may stay.
    pub fn new(
        gpu: &Gpu,
        bodies: &Bodies,
        look: &Look,
        appearance: &Appearance,
        before: Option<Self>,
    ) -> Result<Option<Self>, GpuError> {
        let column = look.column_of(&appearance.columns);
        // Found once, because many numbers take time, and not for a film, which has its range.
        let spread = column.filter(|_| appearance.range.is_none()).and_then(|column| {
            let known = before.as_ref().filter(|before| before.shows(column));
            known.map_or_else(|| column.spread(), |known| known.spread)
        });
        let range = appearance.range.or(spread);
        let shown = column.zip(range).map(|(column, range)| (column, Scale::new(look, range)));
        // These colours show accelerations.
        let needs_forces = matches!(
            look.color_by,
            ColorBy::Acceleration | ColorBy::ForceError | ColorBy::Population
        );
        if shown.is_none() && (appearance.is_plain() || needs_forces) {
            return Ok(None);
        }
        let is_same = |before: &Self| match (&before.shown, shown) {
            (Some((_, scale)), Some((other, new))) => before.shows(other) && *scale == new,
            (None, None) => true,
            _ => false,
        };
        if let Some(before) = before.filter(is_same) {
            return Ok(Some(before));
        }
        let row = |place: usize| {
            let value = shown.map(|(column, _)| column.values.get(place).copied());
            let value = value.map(|value| value.unwrap_or(f32::NAN));
            let dimmed = if value.is_some_and(f32::is_nan) { DIM } else { 1.0 };
            let number = appearance.identities.get(place).copied().unwrap_or(place as u32);
            let on_map = shown.zip(value).filter(|(_, value)| !value.is_nan());
            [
                dimmed * appearance.shares.get(place).copied().unwrap_or(1.0),
                (number % NUMBERS) as f32,
                0.0,
                on_map.map_or(0.5, |((_, scale), value)| scale.place(value)),
            ]
        };
        let rows: Vec<_> = (0..bodies.count() as usize).map(row).collect();
        let buffer = gpu.storage("draw/paint", rows.len())?;
        gpu.write(&buffer, &rows);
        let shown = shown.map(|(column, scale)| (column.clone(), scale));
        Ok(Some(Self { rows: buffer, shown, spread }))
    }

    /// Whether it shows these very numbers.
    fn shows(&self, column: &Column) -> bool {
        self.shown.as_ref().is_some_and(|(shown, _)| Arc::ptr_eq(&shown.values, &column.values))
    }

    /// The bodies with these rows.
    pub fn of(&self, bodies: &Bodies) -> Bodies {
        bodies.painted(self.rows.clone())
    }

    /// The numbers at the ends of the colour map, if a column is shown.
    pub fn ends(&self) -> Option<[f64; 2]> {
        self.shown.as_ref().map(|(_, scale)| scale.ends)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn scale(values: &[f32]) -> Scale {
        let values = Arc::new(values.to_vec());
        let column = Column { name: "density".to_owned(), unit: String::new(), values };
        Scale::new(&Look::default(), column.spread().unwrap())
    }

    #[test]
    fn wide_numbers_above_0_are_shown_by_their_logarithms() {
        let wide = scale(&[1e-3, f32::NAN, 1e3]);
        assert!(wide.is_logarithmic && (wide.place(1.0) - 0.5).abs() < 1e-6, "{wide:?}");
        assert_eq!([1e-9, 1e9, -1.0].map(|value| wide.place(value)), [0.0, 1.0, 0.0]);
        let below = scale(&[-3.0, -1.0]);
        assert!(!below.is_logarithmic && below.place(-2.5) == 0.25, "{below:?}");
        assert_eq!(scale(&[7.0, 7.0]).place(7.0), 0.5);
        let one = |value| Column {
            name: String::new(),
            unit: String::new(),
            values: Arc::new(vec![value]),
        };
        assert_eq!(one(f32::NAN).spread(), None);
        // Only a few of many bodies have a number.
        let mut values = vec![f32::NAN; 1_000_000];
        (values[17], values[500_001]) = (2.0, 3.0);
        let few = Column { name: String::new(), unit: String::new(), values: Arc::new(values) };
        assert_eq!(few.spread(), Some([2.0, 3.0]));
    }

    #[test]
    fn an_end_of_the_users_own_replaces_that_of_the_numbers() {
        let values = Arc::new((0..1000).map(|number| number as f32).collect());
        let column = Column { name: "age".to_owned(), unit: String::new(), values };
        let look = Look { color_max: Some(20.0), ..Look::default() };
        let scale = Scale::new(&look, column.spread().unwrap());
        assert_eq!((scale.ends, scale.place(20.0)), ([10.0, 20.0], 1.0));
        assert_eq!(Scale::new(&Look::default(), column.spread().unwrap()).ends, [10.0, 989.0]);
    }
}
