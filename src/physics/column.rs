//! Numbers of bodies that gravity does not use.

use std::sync::Arc;

/// Numbers of a column that its spread is taken of.
const SAMPLED: usize = 1 << 16;
/// Share of the numbers beyond each end of the spread.
const BEYOND: f64 = 0.01;

/// A property of bodies besides their motion and mass, such as a temperature or an age: a number
/// per body, which pictures can show. Clones share the numbers.
#[derive(Clone, Debug)]
pub struct Column {
    /// What it is called, such as `temperature`.
    pub name: String,
    /// What the numbers measure, as their file writes it; empty if that is not known.
    pub unit: String,
    /// A number per body, in the order of the bodies; NaN for those that have none.
    pub values: Arc<Vec<f32>>,
}

impl Column {
    /// The column called `name`, whatever its capital letters, and with `_` or `-` for spaces.
    pub fn named<'a>(columns: &'a [Self], name: &str) -> Option<&'a Self> {
        columns.iter().find(|column| is_called(&column.name, name))
    }

    /// The name with the unit behind it, if that is known: `density [g/cm3]`.
    pub fn label(&self) -> String {
        if self.unit.is_empty() {
            return self.name.clone();
        }
        format!("{} [{}]", self.name, self.unit)
    }

    /// The least and the greatest of the numbers; `None` if no body has one.
    pub fn extremes(&self) -> Option<[f32; 2]> {
        let known = || self.values.iter().copied().filter(|value| value.is_finite());
        let (low, high) = (known().reduce(f32::min)?, known().reduce(f32::max)?);
        Some([low, high])
    }

    /// The range of the numbers without the lowest and the highest hundredth; `None` if no body has
    /// one.
    pub fn spread(&self) -> Option<[f64; 2]> {
        let known = || self.values.iter().filter(|value| value.is_finite());
        let step = known().count().div_ceil(SAMPLED).max(1);
        let mut sample: Vec<f64> = known().step_by(step).map(|value| f64::from(*value)).collect();
        sample.sort_unstable_by(f64::total_cmp);
        let last = sample.len().checked_sub(1)?;
        let at = |share: f64| sample[(share * last as f64).round() as usize];
        Some([at(BEYOND), at(1.0 - BEYOND)])
    }

    /// The same column of other bodies: for each, the place among the present ones.
    #[must_use]
    pub fn of(&self, places: impl IntoIterator<Item = usize>) -> Self {
        let value = |place: usize| self.values.get(place).copied().unwrap_or(f32::NAN);
        let values = Arc::new(places.into_iter().map(value).collect());
        Self { values, name: self.name.clone(), unit: self.unit.clone() }
    }
}

/// NaN is the same as NaN: equal columns have the same bits.
impl PartialEq for Column {
    fn eq(&self, other: &Self) -> bool {
        let bits = |column: &Self| column.values.iter().map(|value| value.to_bits()).collect();
        let are_same = || Arc::ptr_eq(&self.values, &other.values);
        let are_equal = || -> bool {
            let [one, two]: [Vec<u32>; 2] = [bits(self), bits(other)];
            one == two
        };
        (&self.name, &self.unit) == (&other.name, &other.unit) && (are_same() || are_equal())
    }
}

/// Whether a user may type `name` for a column: case makes no difference, and spaces, `_` and `-`
/// are the same.
pub(crate) fn is_called(column: &str, name: &str) -> bool {
    let plain = |text: &str| text.trim().to_lowercase().replace(['_', '-'], " ");
    plain(column) == plain(name)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn column(values: &[f32]) -> Column {
        let (name, unit) = ("internal energy".to_owned(), "km2/s2".to_owned());
        Column { name, unit, values: Arc::new(values.to_vec()) }
    }

    #[test]
    fn a_column_is_found_by_its_name_and_keeps_what_bodies_have() {
        let all = [column(&[3.0, f32::NAN, -1.0])];
        for (name, is_found) in
            [("Internal_Energy", true), ("internal-energy", true), ("energy", false)]
        {
            assert_eq!(Column::named(&all, name).is_some(), is_found, "{name}");
        }
        assert_eq!(all[0].extremes(), Some([-1.0, 3.0]));
        assert_eq!(column(&[f32::NAN]).extremes(), None);
        assert_eq!(all[0].label(), "internal energy [km2/s2]");
        let of = all[0].of([2, 1, 7]);
        assert_eq!(of, column(&[-1.0, f32::NAN, f32::NAN]));
        assert_ne!(of, column(&[-1.0, f32::NAN, 0.0]));
    }
}
