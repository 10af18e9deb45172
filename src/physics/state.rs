//! The state of all bodies on the host, in rows like those on the GPU.

use std::sync::Arc;

use glam::DVec3;

use super::precision::{Wide, narrow, wide};
use super::{Body, InvalidBody, Precision, Roster};

/// Every body of a system at one moment, exactly as a [`Precision`] holds it.
///
/// Two columns of rows, laid out as in GPU memory, so that upload and readback are plain copies:
/// position (x, y, z) with mass, and velocity (x, y, z) with component. A body takes 32 bytes in
/// `f32`, and 64 bytes in `f32+` and `f64`.
///
/// Clones share their rows and cost nothing; changing one copies the rows first if they are shared.
/// Two states are equal if they hold the same bits in the same precision.
///
/// ```
/// use glam::DVec3;
/// use starshell::physics::{Body, Precision, State};
///
/// let star = |x: f64| Body { position: DVec3::X * x, velocity: DVec3::ZERO, mass: 0.5, component: 0 };
/// let mut state = State::new(&[star(-1.0), star(1.0)], Precision::Single)?;
/// let before = state.clone();
/// state.push(&star(0.1))?;
/// assert_eq!((before.len(), state.len()), (2, 3));
/// assert_eq!(state.position(2).x, f64::from(0.1_f32), "rounded to single precision");
/// assert_eq!(state.bodies().map(|body| body.mass).sum::<f64>(), 1.5);
/// assert!(state.push(&star(1e60)).unwrap_err().to_string().starts_with("body 4 "));
/// # Ok::<(), starshell::physics::InvalidBody>(())
/// ```
#[derive(Clone, Debug)]
pub struct State {
    precision: Precision,
    rows: Columns,
}

/// The rows of both columns: all positions, then all velocities.
#[derive(Clone, Debug)]
enum Columns {
    Single(Arc<Vec<[f32; 4]>>),
    Wide(Arc<Vec<Wide>>),
}

/// The rows of a state: positions, then velocities.
pub(super) enum Slices<'a> {
    Single([&'a [[f32; 4]]; 2]),
    Wide([&'a [Wide]; 2]),
}

/// A column of a state.
pub(super) const POSITION: usize = 0;
pub(super) const VELOCITY: usize = 1;

impl State {
    /// `bodies`, rounded to `precision`.
    ///
    /// # Errors
    /// [`InvalidBody`] for the first body with a value that is not finite in `precision`, a mass
    /// below 0, or a component that is too large for it.
    pub fn new(bodies: &(impl Roster + ?Sized), precision: Precision) -> Result<Self, InvalidBody> {
        InvalidBody::find(bodies.each(), precision, 0)?;
        Ok(Self::rounded(bodies, precision))
    }

    /// `bodies`, rounded to `precision`, valid or not: a run may end in any state.
    pub(super) fn rounded(bodies: &(impl Roster + ?Sized), precision: Precision) -> Self {
        Self::empty(precision, bodies.len())
            .with_rows(|column| bodies.each().map(move |body| row(&body, column)))
    }

    /// No bodies, with room for so many.
    fn empty(precision: Precision, room: usize) -> Self {
        match precision {
            Precision::Single => Self::of_single(Vec::with_capacity(2 * room)),
            Precision::Pair | Precision::Double => {
                Self::of_wide(precision, Vec::with_capacity(2 * room))
            }
        }
    }

    /// A state in single precision from its rows: all positions, then all velocities.
    pub(super) fn of_single(rows: Vec<[f32; 4]>) -> Self {
        Self { precision: Precision::Single, rows: Columns::Single(Arc::new(rows)) }
    }

    /// A state beyond single precision from its rows: all positions, then all velocities.
    pub(super) fn of_wide(precision: Precision, rows: Vec<Wide>) -> Self {
        Self { precision, rows: Columns::Wide(Arc::new(rows)) }
    }

    /// This empty state with the rows that `column` returns for each column, stored in its
    /// precision.
    fn with_rows<I: Iterator<Item = [f64; 4]>>(mut self, column: impl Fn(usize) -> I) -> Self {
        let precision = self.precision;
        for index in [POSITION, VELOCITY] {
            match &mut self.rows {
                Columns::Single(rows) => Arc::make_mut(rows).extend(column(index).map(single)),
                Columns::Wide(rows) => {
                    Arc::make_mut(rows).extend(column(index).map(|row| wide(precision, row)))
                }
            }
        }
        self
    }

    /// Checks that `precision` can hold every body.
    pub(super) fn check(&self, precision: Precision) -> Result<(), InvalidBody> {
        let were_valid = |body: &Body| InvalidBody::find([*body], self.precision, 0).is_ok();
        let check = |(index, body)| InvalidBody::find([body], precision, index);
        let is_lower = self.precision == Precision::Double && precision != Precision::Double;
        if is_lower {
            self.bodies().enumerate().filter(|(_, body)| were_valid(body)).try_for_each(check)
        } else {
            Ok(())
        }
    }

    /// Converts the bodies to another precision: exactly if it is higher, rounded if it is lower.
    #[must_use]
    pub fn to_precision(&self, precision: Precision) -> Self {
        if precision == self.precision {
            return self.clone();
        }
        Self::empty(precision, self.len())
            .with_rows(|column| (0..self.len()).map(move |index| self.row(index, column)))
    }

    /// The precision of its rows.
    pub fn precision(&self) -> Precision {
        self.precision
    }

    /// Number of bodies.
    pub fn len(&self) -> usize {
        let rows = match &self.rows {
            Columns::Single(rows) => rows.len(),
            Columns::Wide(rows) => rows.len(),
        };
        rows / 2
    }

    /// Whether there are no bodies.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The body at `index`, from 0. Exact: no precision holds more than [`Body`].
    ///
    /// # Panics
    /// If there is no such body, as for all methods that take an index.
    #[inline]
    pub fn body(&self, index: usize) -> Body {
        let ([x, y, z, mass], [u, v, w, component]) =
            (self.row(index, POSITION), self.row(index, VELOCITY));
        Body {
            position: DVec3::new(x, y, z),
            velocity: DVec3::new(u, v, w),
            mass,
            component: component as u32,
        }
    }

    /// All bodies in their order.
    pub fn bodies(&self) -> impl ExactSizeIterator<Item = Body> + DoubleEndedIterator + Clone {
        (0..self.len()).map(|index| self.body(index))
    }

    /// The position of a body.
    pub fn position(&self, index: usize) -> DVec3 {
        let [x, y, z, _] = self.row(index, POSITION);
        DVec3::new(x, y, z)
    }

    /// The velocity of a body.
    pub fn velocity(&self, index: usize) -> DVec3 {
        let [x, y, z, _] = self.row(index, VELOCITY);
        DVec3::new(x, y, z)
    }

    /// The mass of a body.
    pub fn mass(&self, index: usize) -> f64 {
        self.row(index, POSITION)[3]
    }

    /// The component of a body.
    pub fn component(&self, index: usize) -> u32 {
        self.row(index, VELOCITY)[3] as u32
    }

    /// The bytes of both columns, positions and velocities, as the GPU holds them. A row is four
    /// numbers in `f32`; the high parts of four numbers and then their low parts in `f32+`; four
    /// numbers of 64 bits in `f64`.
    pub fn columns(&self) -> [&[u8]; 2] {
        match self.slices() {
            Slices::Single(columns) => columns.map(bytemuck::cast_slice),
            Slices::Wide(columns) => columns.map(bytemuck::cast_slice),
        }
    }

    /// The state with these [columns](State::columns), bit for bit, valid or not: a run may end in
    /// any state. `None` if they are not whole rows of the same number.
    pub(crate) fn from_columns(precision: Precision, columns: [&[u8]; 2]) -> Option<Self> {
        let [position, velocity] = columns.map(<[u8]>::len);
        if position != velocity || !position.is_multiple_of(precision.row_bytes()) {
            return None;
        }
        // Bytes from a file are not aligned.
        Some(match precision {
            Precision::Single => Self::of_single(joined(columns)),
            Precision::Pair | Precision::Double => Self::of_wide(precision, joined(columns)),
        })
    }

    /// Appends a body, rounded to the precision of this state.
    ///
    /// # Errors
    /// As [`State::new`]; nothing then changes.
    pub fn push(&mut self, body: &Body) -> Result<(), InvalidBody> {
        self.extend(std::slice::from_ref(body))
    }

    /// Appends bodies.
    ///
    /// # Errors
    /// As [`State::new`]; nothing then changes.
    pub fn extend(&mut self, bodies: &[Body]) -> Result<(), InvalidBody> {
        InvalidBody::find(bodies.iter().copied(), self.precision, self.len())?;
        let (precision, count) = (self.precision, self.len());
        let column = |column| bodies.iter().map(move |body| row(body, column));
        match &mut self.rows {
            Columns::Single(rows) => {
                insert(rows, count, [column(POSITION).map(single), column(VELOCITY).map(single)])
            }
            Columns::Wide(rows) => {
                let wide = |row| wide(precision, row);
                insert(rows, count, [column(POSITION).map(wide), column(VELOCITY).map(wide)]);
            }
        }
        Ok(())
    }

    /// Removes a body; those after it move up.
    pub fn remove(&mut self, index: usize) {
        let count = self.len();
        assert!(index < count, "there is no body {index} among {count}");
        match &mut self.rows {
            Columns::Single(rows) => remove(rows, [index, index + count]),
            Columns::Wide(rows) => remove(rows, [index, index + count]),
        }
    }

    /// Replaces a body.
    ///
    /// # Errors
    /// As [`State::new`]; nothing then changes.
    pub fn replace(&mut self, index: usize, body: &Body) -> Result<(), InvalidBody> {
        let (precision, count) = (self.precision, self.len());
        assert!(index < count, "there is no body {index} among {count}");
        InvalidBody::find([*body], precision, index)?;
        for column in [POSITION, VELOCITY] {
            let (row, place) = (row(body, column), index + column * count);
            match &mut self.rows {
                Columns::Single(rows) => Arc::make_mut(rows)[place] = single(row),
                Columns::Wide(rows) => Arc::make_mut(rows)[place] = wide(precision, row),
            }
        }
        Ok(())
    }

    /// The mass of all bodies in single precision, if they have the same.
    pub(super) fn equal_mass(&self) -> Option<f32> {
        let mut masses = (0..self.len()).map(|index| self.mass(index) as f32);
        let mass = masses.next()?;
        masses.all(|other| other == mass).then_some(mass)
    }

    /// Both columns, for upload.
    pub(super) fn slices(&self) -> Slices<'_> {
        match &self.rows {
            Columns::Single(rows) => Slices::Single(rows.split_at(self.len()).into()),
            Columns::Wide(rows) => Slices::Wide(rows.split_at(self.len()).into()),
        }
    }

    /// The numbers in a row.
    #[inline]
    fn row(&self, index: usize, column: usize) -> [f64; 4] {
        let count = self.len();
        assert!(index < count, "there is no body {index} among {count}");
        let place = index + column * count;
        match &self.rows {
            Columns::Single(rows) => rows[place].map(f64::from),
            Columns::Wide(rows) => narrow(self.precision, &rows[place]),
        }
    }
}

impl Roster for State {
    fn len(&self) -> usize {
        Self::len(self)
    }

    #[inline]
    fn body(&self, index: usize) -> Body {
        Self::body(self, index)
    }
}

impl Default for State {
    fn default() -> Self {
        Self::empty(Precision::default(), 0)
    }
}

impl PartialEq for State {
    fn eq(&self, other: &Self) -> bool {
        let are_shared = match (&self.rows, &other.rows) {
            (Columns::Single(rows), Columns::Single(others)) => Arc::ptr_eq(rows, others),
            (Columns::Wide(rows), Columns::Wide(others)) => Arc::ptr_eq(rows, others),
            _ => false,
        };
        self.precision == other.precision && (are_shared || self.columns() == other.columns())
    }
}

impl Eq for State {}

/// The row of a body in a column.
pub(super) fn row(body: &Body, column: usize) -> [f64; 4] {
    let (vector, last) = match column {
        POSITION => (body.position, body.mass),
        _ => (body.velocity, f64::from(body.component)),
    };
    [vector.x, vector.y, vector.z, last]
}

/// The rows of both columns.
fn joined<T: bytemuck::Pod>(columns: [&[u8]; 2]) -> Vec<T> {
    let mut rows = vec![T::zeroed(); 2 * columns[0].len() / size_of::<T>()];
    bytemuck::cast_slice_mut(&mut rows).copy_from_slice(&columns.concat());
    rows
}

pub(super) fn single(row: [f64; 4]) -> [f32; 4] {
    row.map(|number| number as f32)
}

/// Appends rows to both columns, which hold `count` rows each.
fn insert<T: Copy>(
    rows: &mut Arc<Vec<T>>,
    count: usize,
    [positions, velocities]: [impl ExactSizeIterator<Item = T>; 2],
) {
    let rows = Arc::make_mut(rows);
    rows.reserve_exact(positions.len() + velocities.len());
    rows.extend(velocities);
    rows.splice(count..count, positions);
}

/// Removes two rows, in ascending order.
fn remove<T: Copy>(rows: &mut Arc<Vec<T>>, [first, second]: [usize; 2]) {
    let rows = Arc::make_mut(rows);
    rows.remove(second);
    rows.remove(first);
}

#[cfg(test)]
mod tests {
    use super::*;

    const ALL: [Precision; 3] = [Precision::Single, Precision::Pair, Precision::Double];

    fn body(number: u32) -> Body {
        let x = f64::from(number);
        Body {
            position: DVec3::new(x, 1.0 / 3.0, -x),
            velocity: DVec3::new(0.1, x, 1e-9 / 7.0),
            mass: 0.3 + x,
            component: number,
        }
    }

    #[test]
    fn a_body_takes_32_bytes_in_single_precision_and_64_beyond() {
        let bodies: Vec<_> = (0..5).map(body).collect();
        for (precision, bytes) in ALL.into_iter().zip([32, 64, 64]) {
            let state = State::rounded(&bodies, precision);
            assert_eq!(state.columns().map(<[u8]>::len), [5 * bytes / 2; 2]);
            let capacity = match &state.rows {
                Columns::Single(rows) => rows.capacity() * size_of::<[f32; 4]>(),
                Columns::Wide(rows) => rows.capacity() * size_of::<Wide>(),
            };
            assert_eq!(capacity, 5 * bytes, "no spare capacity");
        }
    }

    #[test]
    fn bodies_come_back_as_their_precision_holds_them() {
        let bodies: Vec<_> = (0..5).map(body).collect();
        assert!(State::rounded(&bodies, Precision::Double).bodies().eq(bodies.iter().copied()));
        for precision in ALL {
            let state = State::rounded(&bodies, precision);
            let back: Vec<_> = state.bodies().collect();
            assert_eq!(
                State::rounded(&back, precision),
                state,
                "{precision:?}: rounded once, no more"
            );
            assert_eq!(
                state.to_precision(Precision::Double).to_precision(precision),
                state,
                "{precision:?}"
            );
            let third = state.body(3);
            assert_eq!((third.position, third.velocity), (state.position(3), state.velocity(3)));
            assert_eq!((third.mass, third.component), (state.mass(3), state.component(3)));
        }
        let pair = State::rounded(&bodies, Precision::Pair);
        assert_eq!(
            pair.to_precision(Precision::Single),
            State::rounded(&bodies, Precision::Single)
        );
    }

    #[test]
    fn columns_make_the_same_state() {
        for precision in ALL {
            let state = State::rounded(&[body(0), body(1), body(2)], precision);
            let [position, velocity] = state.columns();
            assert_eq!(State::from_columns(precision, [position, velocity]), Some(state.clone()));
            let short = &velocity[1..];
            assert!(
                [[position, short], [short, short]]
                    .iter()
                    .all(|wrong| State::from_columns(precision, *wrong).is_none())
            );
        }
    }

    #[test]
    fn edits_change_one_clone_alone() {
        for precision in ALL {
            let state = State::rounded(&[body(0), body(1), body(2)], precision);
            let mut edited = state.clone();
            edited.remove(1);
            edited.extend(&[body(3), body(4)]).unwrap();
            edited.push(&body(5)).unwrap();
            edited.replace(0, &body(6)).unwrap();
            assert_eq!(
                edited,
                State::rounded(&[body(6), body(2), body(3), body(4), body(5)], precision)
            );
            assert_eq!(state, State::rounded(&[body(0), body(1), body(2)], precision));
        }
    }

    #[test]
    fn equal_states_have_the_same_bits() {
        let zero = |x: f64| Body { position: DVec3::X * x, ..body(0) };
        let state = |x| State::rounded(&[zero(x)], Precision::Single);
        assert_ne!(state(0.0), state(-0.0));
        assert_eq!(state(f64::NAN), state(f64::NAN));
        assert_ne!(State::empty(Precision::Single, 0), State::empty(Precision::Pair, 0));
        assert_eq!(
            State::rounded(&[body(1), Body { component: 7, ..body(1) }], Precision::Pair)
                .equal_mass(),
            Some(1.3)
        );
        assert_eq!(State::rounded(&[body(1), body(2)], Precision::Pair).equal_mass(), None);
    }

    #[test]
    fn bodies_that_no_precision_holds_are_refused_by_number() {
        let (good, nan) = (body(1), f64::NAN);
        let wrong = [
            (Body { position: DVec3::new(0.0, nan, 0.0), ..good }, "position", ALL.to_vec()),
            (Body { velocity: DVec3::Z * f64::INFINITY, ..good }, "velocity", ALL.to_vec()),
            (Body { mass: nan, ..good }, "mass", ALL.to_vec()),
            (Body { mass: -1.0, ..good }, "mass", ALL.to_vec()),
            (Body { mass: 1e60, ..good }, "mass", vec![Precision::Single, Precision::Pair]),
            (
                Body { position: DVec3::X * -1e60, ..good },
                "position",
                vec![Precision::Single, Precision::Pair],
            ),
            (Body { component: u32::MAX, ..good }, "component", vec![Precision::Single]),
        ];
        for (body, what, refused) in wrong {
            for precision in ALL {
                let error = State::new(&[good, good, body], precision).err();
                let is_refused = refused.contains(&precision);
                assert_eq!(
                    error.as_ref().map(|error| (error.index, error.what)),
                    is_refused.then_some((2, what)),
                    "{body:?}"
                );
                let mut state = State::new(&[good], precision).unwrap();
                assert_eq!(
                    state.push(&body).map_err(|error| error.index).err(),
                    is_refused.then_some(1)
                );
                assert_eq!(state.replace(0, &body).is_err(), is_refused);
                assert_eq!(state.len(), if is_refused { 1 } else { 2 });
            }
        }
        let far = State::new(&[good, Body { mass: 1e60, ..good }], Precision::Double).unwrap();
        assert_eq!(far.check(Precision::Pair).map_err(|error| error.index), Err(1));
        assert_eq!(far.check(Precision::Double), Ok(()));
    }
}
