//! Bodies gathered one by one, in as little memory as holds them exactly.

use super::precision::{Wide, wide};
use super::state::{POSITION, VELOCITY, row, single};
use super::{Body, Precision, State};

/// Bodies as they come: in single precision as long as it holds each of them exactly, as it does
/// those of most files, and in double precision from the first on that it does not.
#[derive(Debug)]
pub(crate) enum Exact {
    Single([Vec<[f32; 4]>; 2]),
    Double([Vec<Wide>; 2]),
}

impl Default for Exact {
    fn default() -> Self {
        Self::Single(Default::default())
    }
}

/// Whether single precision holds the numbers.
fn is_single(numbers: [f64; 4]) -> bool {
    single(numbers).map(f64::from) == numbers
}

impl Exact {
    /// How many there are.
    pub fn len(&self) -> usize {
        match self {
            Self::Single([positions, _]) => positions.len(),
            Self::Double([positions, _]) => positions.len(),
        }
    }

    /// Adds a body.
    pub fn push(&mut self, body: &Body) {
        let both = [row(body, POSITION), row(body, VELOCITY)];
        if matches!(self, Self::Single(_)) && !both.into_iter().all(is_single) {
            self.widen();
        }
        match self {
            Self::Single(columns) => {
                columns.iter_mut().zip(both).for_each(|(column, row)| column.push(single(row)));
            }
            Self::Double(columns) => columns
                .iter_mut()
                .zip(both)
                .for_each(|(column, row)| column.push(wide(Precision::Double, row))),
        }
    }

    /// The mass of all from a place on.
    pub fn mass(&self, first: usize) -> f64 {
        match self {
            Self::Single([positions, _]) => {
                positions[first..].iter().map(|row| f64::from(row[3])).sum()
            }
            Self::Double([positions, _]) => positions[first..].iter().map(double_mass).sum(),
        }
    }

    /// Multiplies the masses of all from a place on.
    pub fn scale_masses(&mut self, first: usize, factor: f64) {
        if let Self::Single([positions, _]) = self
            && !positions[first..].iter().all(|row| is_single([f64::from(row[3]) * factor; 4]))
        {
            self.widen();
        }
        match self {
            Self::Single([positions, _]) => positions[first..]
                .iter_mut()
                .for_each(|row| row[3] = (f64::from(row[3]) * factor) as f32),
            Self::Double([positions, _]) => positions[first..].iter_mut().for_each(|row| {
                let mut numbers: [f64; 4] = bytemuck::cast(*row);
                numbers[3] *= factor;
                *row = bytemuck::cast(numbers);
            }),
        }
    }

    /// Goes on in double precision.
    fn widen(&mut self) {
        if let Self::Single(columns) = self {
            let widened = |rows: Vec<[f32; 4]>| {
                rows.into_iter().map(|row| wide(Precision::Double, row.map(f64::from))).collect()
            };
            *self = Self::Double(std::mem::take(columns).map(widened));
        }
    }

    /// The bodies, whose rows take no more memory than they need.
    pub fn into_state(self) -> State {
        match self {
            Self::Single(columns) => State::of_single(joined(columns)),
            Self::Double(columns) => State::of_wide(Precision::Double, joined(columns)),
        }
    }
}

impl State {
    /// The bodies in the least precision that holds them exactly, single or double, valid or not.
    pub fn exact(bodies: impl IntoIterator<Item = Body>) -> Self {
        let mut exact = Exact::default();
        bodies.into_iter().for_each(|body| exact.push(&body));
        exact.into_state()
    }
}

fn double_mass(row: &Wide) -> f64 {
    bytemuck::cast::<Wide, [f64; 4]>(*row)[3]
}

/// The rows of both columns, one after the other.
fn joined<T>([mut positions, mut velocities]: [Vec<T>; 2]) -> Vec<T> {
    positions.reserve_exact(velocities.len());
    positions.append(&mut velocities);
    positions.shrink_to_fit();
    positions
}

#[cfg(test)]
mod tests {
    use glam::DVec3;

    use super::*;

    fn body(x: f64) -> Body {
        Body { position: DVec3::X * x, velocity: DVec3::Y * 0.5, mass: 0.25, component: 3 }
    }

    fn gathered(bodies: &[Body]) -> Exact {
        let mut exact = Exact::default();
        bodies.iter().for_each(|body| exact.push(body));
        exact
    }

    #[test]
    fn bodies_are_kept_exactly_in_as_few_bytes_as_that_takes() {
        let single = [body(1.5), body(f64::from(0.1_f32)), body(-0.0)];
        let state = gathered(&single).into_state();
        assert_eq!(state.precision(), Precision::Single);
        assert!(state.bodies().eq(single));
        for wide in [body(0.1), Body { mass: 1e60, ..body(1.0) }, body(1e-60)] {
            let all = [single[0], wide, single[1]];
            let state = gathered(&all).into_state();
            assert_eq!(state.precision(), Precision::Double);
            assert!(state.bodies().eq(all), "{wide:?}");
        }
        let many = Body { component: (1 << 24) + 1, ..body(1.0) };
        assert!(gathered(&[many]).into_state().bodies().eq([many]));
        assert!(gathered(&[]).into_state().is_empty());
    }

    #[test]
    fn masses_are_multiplied_exactly() {
        for (factor, precision) in [(2.0, Precision::Single), (0.1, Precision::Double)] {
            let mut exact = gathered(&[body(1.0), body(2.0), body(3.0)]);
            assert_eq!((exact.len(), exact.mass(1)), (3, 0.5));
            exact.scale_masses(1, factor);
            let state = exact.into_state();
            assert_eq!(state.precision(), precision);
            let masses: Vec<f64> = state.bodies().map(|body| body.mass).collect();
            assert_eq!(masses, [0.25, 0.25 * factor, 0.25 * factor]);
            assert_eq!(state.velocity(2), DVec3::Y * 0.5);
        }
    }
}
