//! Bodies and sums as NumPy arrays: those of Python are read where they are, and the library's are
//! looked at where they are.

use numpy::ndarray::{ArrayView1, ArrayView2, ShapeBuilder};
use numpy::{PyArray1, PyArray2, PyArrayMethods, PyReadonlyArray1, PyReadonlyArray2};
use pyo3::prelude::*;
use starshell::glam::DVec3;
use starshell::physics::{Body, Precision, Roster, State};

use crate::failure::run;

/// Rows of three numbers, in whatever order they are kept.
#[derive(FromPyObject)]
pub enum Vectors<'py> {
    Double(PyReadonlyArray2<'py, f64>),
    Single(PyReadonlyArray2<'py, f32>),
}

/// An array of floats: a number per row.
#[derive(FromPyObject)]
pub enum Numbers<'py> {
    Double(PyReadonlyArray1<'py, f64>),
    Single(PyReadonlyArray1<'py, f32>),
}

/// The memory of [`Vectors`].
enum Vectored<'a> {
    Double(ArrayView2<'a, f64>),
    Single(ArrayView2<'a, f32>),
}

/// The memory of [`Numbers`].
enum Numbered<'a> {
    Double(ArrayView1<'a, f64>),
    Single(ArrayView1<'a, f32>),
}

impl Vectors<'_> {
    fn view(&self) -> Vectored<'_> {
        match self {
            Self::Double(array) => Vectored::Double(array.as_array()),
            Self::Single(array) => Vectored::Single(array.as_array()),
        }
    }

    /// All rows.
    pub fn to_vec(&self) -> Vec<DVec3> {
        let view = self.view();
        (0..view.len()).map(|index| view.row(index)).collect()
    }
}

impl Numbers<'_> {
    fn view(&self) -> Numbered<'_> {
        match self {
            Self::Double(array) => Numbered::Double(array.as_array()),
            Self::Single(array) => Numbered::Single(array.as_array()),
        }
    }

    /// All numbers in single precision.
    pub fn to_single(&self) -> Vec<f32> {
        match self.view() {
            Numbered::Double(view) => view.iter().map(|number| *number as f32).collect(),
            Numbered::Single(view) => view.to_vec(),
        }
    }
}

impl Vectored<'_> {
    fn len(&self) -> usize {
        match self {
            Self::Double(view) => view.nrows(),
            Self::Single(view) => view.nrows(),
        }
    }

    fn row(&self, index: usize) -> DVec3 {
        match self {
            Self::Double(view) => {
                DVec3::from_array(std::array::from_fn(|axis| view[[index, axis]]))
            }
            Self::Single(view) => {
                DVec3::from_array(std::array::from_fn(|axis| view[[index, axis]].into()))
            }
        }
    }
}

/// Bodies in arrays, each read whenever it is looked at.
struct Arrays<'a> {
    positions: Vectored<'a>,
    velocities: Vectored<'a>,
    masses: Numbered<'a>,
    components: &'a [u32],
}

impl Roster for Arrays<'_> {
    fn len(&self) -> usize {
        self.positions.len()
    }

    fn body(&self, index: usize) -> Body {
        let mass = match &self.masses {
            Numbered::Double(view) => view[index],
            Numbered::Single(view) => view[index].into(),
        };
        Body {
            position: self.positions.row(index),
            velocity: self.velocities.row(index),
            mass,
            component: self.components.get(index).copied().unwrap_or(0),
        }
    }
}

/// The bodies in arrays of equally many rows: of three columns, as Python has checked.
pub fn state(
    positions: &Vectors,
    velocities: &Vectors,
    masses: &Numbers,
    components: &[u32],
) -> State {
    let bodies = Arrays {
        positions: positions.view(),
        velocities: velocities.view(),
        masses: masses.view(),
        components,
    };
    State::exact(bodies.each())
}

/// Memory of the library that arrays look at.
#[pyclass(frozen, name = "_Rows", module = "starshell._native")]
pub struct Rows(Kept);

enum Kept {
    /// The rows of a state.
    State(State),
    /// Four numbers per body.
    Wide(Vec<[f64; 4]>),
}

/// Which rows of a state.
#[derive(Clone, Copy)]
pub enum Column {
    Positions,
    Velocities,
}

impl Rows {
    pub fn of_state(py: Python<'_>, state: State) -> PyResult<Bound<'_, Self>> {
        let kept = match state.precision() {
            // Pairs of numbers are none that NumPy knows.
            Precision::Pair => Kept::State(state.to_precision(Precision::Double)),
            Precision::Single | Precision::Double => Kept::State(state),
        };
        Bound::new(py, Self(kept))
    }

    pub fn of_rows(py: Python<'_>, rows: Vec<[f64; 4]>) -> PyResult<Bound<'_, Self>> {
        Bound::new(py, Self(Kept::Wide(rows)))
    }

    /// The first three numbers of each row: an array of 32 or 64 bits that cannot be written to.
    pub fn vectors<'py>(rows: &Bound<'py, Self>, column: Column) -> PyResult<Bound<'py, PyAny>> {
        match rows.get().numbers(column) {
            Memory::Single(numbers) => vectors(rows, numbers),
            Memory::Double(numbers) => vectors(rows, numbers),
        }
    }

    /// The last number of each row, likewise.
    pub fn last<'py>(rows: &Bound<'py, Self>, column: Column) -> PyResult<Bound<'py, PyAny>> {
        match rows.get().numbers(column) {
            Memory::Single(numbers) => last(rows, numbers),
            Memory::Double(numbers) => last(rows, numbers),
        }
    }

    fn numbers(&self, column: Column) -> Memory<'_> {
        let state = match &self.0 {
            Kept::Wide(rows) => return Memory::Double(rows.as_flattened()),
            Kept::State(state) => state,
        };
        let bytes = state.columns()[column as usize];
        match state.precision() {
            Precision::Single => Memory::Single(bytemuck::cast_slice(bytes)),
            Precision::Pair | Precision::Double => Memory::Double(bytemuck::cast_slice(bytes)),
        }
    }
}

/// Rows of four numbers.
enum Memory<'a> {
    Single(&'a [f32]),
    Double(&'a [f64]),
}

fn vectors<'py, T: numpy::Element>(
    rows: &Bound<'py, Rows>,
    numbers: &[T],
) -> PyResult<Bound<'py, PyAny>> {
    let shape = (numbers.len() / 4, 3).strides((4, 1));
    let view = ArrayView2::from_shape(shape, numbers).map_err(run)?;
    // SAFETY: the memory is that of `rows`, which nobody changes and which lives as long as the
    // array refers to it.
    let array = unsafe { PyArray2::borrow_from_array(&view, rows.clone().into_any()) };
    array.readwrite().make_nonwriteable();
    Ok(array.into_any())
}

fn last<'py, T: numpy::Element>(
    rows: &Bound<'py, Rows>,
    numbers: &[T],
) -> PyResult<Bound<'py, PyAny>> {
    let numbers = numbers.get(3..).unwrap_or(&[]);
    let shape = numbers.len().div_ceil(4).strides(4);
    let view = ArrayView1::from_shape(shape, numbers).map_err(run)?;
    // SAFETY: as in `vectors`.
    let array = unsafe { PyArray1::borrow_from_array(&view, rows.clone().into_any()) };
    array.readwrite().make_nonwriteable();
    Ok(array.into_any())
}
