//! The library's primitives for arrays of Python: to the adapter, through the kernels, and back.
//! Python has checked types and shapes.

use numpy::{Element, PyArray1, PyArrayMethods, PyReadonlyArray1};
use pyo3::IntoPyObjectExt;
use pyo3::prelude::*;
use starshell::gpu::Gpu;
use starshell::name::Named;
use starshell::primitives::{
    Csr, Fft, FftDirection, FftReal, FftRequest, MAX_F32, MAX_F64, MAX_I32, MAX_U32, MAX_U64,
    MIN_F32, MIN_F64, MIN_I32, MIN_U32, MIN_U64, Monoid, RadixSort, Real, Reduce, SUM_F32, SUM_F64,
    SUM_I32, SUM_U32, SUM_U64, Scan, ScanKind, ScanRequest, SortKey, SortRequest, Spmv,
};
use starshell::wgpu::{ComputePass, ComputePassDescriptor};

use crate::arrays::Numbers;
use crate::failure::{Failure, value};
use crate::gpu::opened;

/// An array of any of the numbers that primitives take.
#[derive(FromPyObject)]
pub enum Elements<'py> {
    U32(PyReadonlyArray1<'py, u32>),
    I32(PyReadonlyArray1<'py, i32>),
    F32(PyReadonlyArray1<'py, f32>),
    U64(PyReadonlyArray1<'py, u64>),
    F64(PyReadonlyArray1<'py, f64>),
}

fn unsupported() -> PyErr {
    value("this function takes no arrays of this type").into()
}

/// Records, submits, and reads afterwards.
fn computed<T>(
    gpu: &Gpu,
    encode: impl FnOnce(&mut ComputePass),
    read: impl FnOnce() -> Result<T, Failure>,
) -> Result<T, Failure> {
    let mut encoder = gpu.encoder("python");
    encode(&mut encoder.begin_compute_pass(&ComputePassDescriptor::default()));
    gpu.submit(encoder);
    read()
}

/// On an adapter, without the interpreter's lock.
fn on<T: Send>(
    py: Python<'_>,
    adapter: Option<&str>,
    act: impl FnOnce(&Gpu) -> Result<T, Failure> + Send,
) -> PyResult<T> {
    Ok(py.detach(|| {
        let gpu = opened(adapter)?;
        gpu.attempt(|| act(&gpu))
    })?)
}

/// The sorted keys, and the index that each had before.
type Sorted<'py> = (Bound<'py, PyAny>, Option<Bound<'py, PyArray1<u32>>>);

#[pyfunction]
pub fn sort<'py>(
    py: Python<'py>,
    keys: Elements<'py>,
    descending: bool,
    indices: bool,
    adapter: Option<&str>,
) -> PyResult<Sorted<'py>> {
    fn sorted<'py, K: SortKey + Element + Send + Sync>(
        py: Python<'py>,
        keys: &PyReadonlyArray1<'py, K>,
        [is_descending, has_indices]: [bool; 2],
        adapter: Option<&str>,
    ) -> PyResult<Sorted<'py>> {
        let keys = keys.as_slice()?;
        let (keys, indices) = on(py, adapter, |gpu| {
            let sorted = gpu.storage_from("keys", keys)?;
            let indices = gpu.storage("indices", if has_indices { keys.len() } else { 1 })?;
            let mut request = SortRequest::new(&sorted);
            if has_indices {
                request = request.with_indices(&indices);
            }
            if is_descending {
                request = request.descending();
            }
            let sort = RadixSort::new(gpu, &request)?;
            computed(
                gpu,
                |pass| sort.encode(pass),
                || {
                    let indices = has_indices.then(|| gpu.read(&indices)).transpose()?;
                    Ok((gpu.read(&sorted)?, indices))
                },
            )
        })?;
        let indices = indices.map(|indices| PyArray1::from_vec(py, indices));
        Ok((PyArray1::from_vec(py, keys).into_any(), indices))
    }
    let how = [descending, indices];
    match keys {
        Elements::U32(keys) => sorted(py, &keys, how, adapter),
        Elements::I32(keys) => sorted(py, &keys, how, adapter),
        Elements::F32(keys) => sorted(py, &keys, how, adapter),
        Elements::U64(keys) => sorted(py, &keys, how, adapter),
        Elements::F64(_) => Err(unsupported()),
    }
}

/// Does something with the elements and the monoid of their type that an operator names.
macro_rules! by_monoid {
    ($elements:expr, $operator:expr, $act:ident) => {{
        let unknown = || -> PyErr {
            value(format!("there is no operator {}: sum, min and max are there", $operator)).into()
        };
        macro_rules! of {
            ($array:expr, $sum:expr, $min:expr, $max:expr) => {
                match $operator {
                    "sum" => $act!($array, &$sum),
                    "min" => $act!($array, &$min),
                    "max" => $act!($array, &$max),
                    _ => Err(unknown()),
                }
            };
        }
        match $elements {
            Elements::U32(array) => of!(array, SUM_U32, MIN_U32, MAX_U32),
            Elements::I32(array) => of!(array, SUM_I32, MIN_I32, MAX_I32),
            Elements::F32(array) => of!(array, SUM_F32, MIN_F32, MAX_F32),
            Elements::U64(array) => of!(array, SUM_U64, MIN_U64, MAX_U64),
            Elements::F64(array) => of!(array, SUM_F64, MIN_F64, MAX_F64),
        }
    }};
}

#[pyfunction]
pub fn reduce<'py>(
    py: Python<'py>,
    elements: Elements<'py>,
    operator: &str,
    adapter: Option<&str>,
) -> PyResult<Bound<'py, PyAny>> {
    fn reduced<T: bytemuck::Pod + Element + Send + Sync>(
        py: Python<'_>,
        elements: &PyReadonlyArray1<'_, T>,
        monoid: &Monoid<T>,
        adapter: Option<&str>,
    ) -> PyResult<T> {
        let (elements, monoid) = (elements.as_slice()?, *monoid);
        on(py, adapter, |gpu| {
            let source = gpu.storage_from("elements", elements)?;
            let reduce = Reduce::new(gpu, &monoid, &source)?;
            computed(gpu, |pass| reduce.encode(pass), || Ok(gpu.read(reduce.result())?[0]))
        })
    }
    macro_rules! reduced {
        ($array:expr, $monoid:expr) => {
            reduced(py, &$array, $monoid, adapter)?.into_bound_py_any(py)
        };
    }
    by_monoid!(elements, operator, reduced)
}

#[pyfunction]
pub fn scan<'py>(
    py: Python<'py>,
    elements: Elements<'py>,
    operator: &str,
    kind: &str,
    adapter: Option<&str>,
) -> PyResult<Bound<'py, PyAny>> {
    fn scanned<'py, T: bytemuck::Pod + Element + Send + Sync>(
        py: Python<'py>,
        elements: &PyReadonlyArray1<'py, T>,
        monoid: &Monoid<T>,
        kind: ScanKind,
        adapter: Option<&str>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let (elements, monoid) = (elements.as_slice()?, *monoid);
        let scanned = on(py, adapter, |gpu| {
            let source = gpu.storage_from("elements", elements)?;
            let target = gpu.storage("scanned", elements.len())?;
            let scan = Scan::new(gpu, &monoid, ScanRequest::new(kind, &source, &target))?;
            computed(gpu, |pass| scan.encode(pass), || Ok(gpu.read(&target)?))
        })?;
        Ok(PyArray1::from_vec(py, scanned).into_any())
    }
    let kind = ScanKind::named(kind).map_err(value)?;
    macro_rules! scanned {
        ($array:expr, $monoid:expr) => {
            scanned(py, &$array, $monoid, kind, adapter)
        };
    }
    by_monoid!(elements, operator, scanned)
}

#[pyfunction]
pub fn spmv<'py>(
    py: Python<'py>,
    values: Numbers<'py>,
    column_indices: PyReadonlyArray1<'py, u32>,
    row_starts: PyReadonlyArray1<'py, u32>,
    columns: usize,
    x: Numbers<'py>,
    adapter: Option<&str>,
) -> PyResult<Bound<'py, PyAny>> {
    fn product<'py, T: Real + Element>(
        py: Python<'py>,
        values: &PyReadonlyArray1<'py, T>,
        indices: Vec<u32>,
        starts: Vec<u32>,
        columns: usize,
        x: &PyReadonlyArray1<'py, T>,
        adapter: Option<&str>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let (values, x) = (values.as_slice()?.to_vec(), x.as_slice()?);
        let y = on(py, adapter, |gpu| {
            let rows = starts.len().saturating_sub(1);
            let matrix = Csr::new(rows, columns, starts, indices, values).map_err(value)?;
            let (x, y) = (gpu.storage_from("x", x)?, gpu.storage("y", rows)?);
            let product = Spmv::new(gpu, &matrix, &x, &y)?;
            computed(gpu, |pass| product.encode(pass), || Ok(gpu.read(&y)?))
        })?;
        Ok(PyArray1::from_vec(py, y).into_any())
    }
    let (column_indices, row_starts) = (column_indices.to_vec()?, row_starts.to_vec()?);
    match (values, x) {
        (Numbers::Single(values), Numbers::Single(x)) => {
            product(py, &values, column_indices, row_starts, columns, &x, adapter)
        }
        (Numbers::Double(values), Numbers::Double(x)) => {
            product(py, &values, column_indices, row_starts, columns, &x, adapter)
        }
        _ => Err(unsupported()),
    }
}

/// The request for so many of the last axes of planes, rows and columns.
fn request([planes, rows, columns]: [usize; 3], axes: usize) -> FftRequest {
    match axes {
        1 => FftRequest::lines(planes * rows, columns),
        2 => FftRequest::planes(planes, rows, columns),
        _ => FftRequest::volume(planes, rows, columns),
    }
}

/// An array of the numbers of complex elements, one after the other.
fn flat<T: Element + bytemuck::Pod>(py: Python<'_>, elements: Vec<[T; 2]>) -> Bound<'_, PyAny> {
    PyArray1::from_vec(py, elements.into_flattened()).into_any()
}

#[pyfunction]
pub fn fft<'py>(
    py: Python<'py>,
    elements: Numbers<'py>,
    shape: [usize; 3],
    axes: usize,
    inverse: bool,
    adapter: Option<&str>,
) -> PyResult<Bound<'py, PyAny>> {
    fn transformed<'py, T: FftReal + Element>(
        py: Python<'py>,
        elements: &PyReadonlyArray1<'py, T>,
        request: FftRequest,
        direction: FftDirection,
        adapter: Option<&str>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let elements: &[[T; 2]] = bytemuck::cast_slice(elements.as_slice()?);
        let spectrum = on(py, adapter, |gpu| {
            let source = gpu.storage_from("elements", elements)?;
            let target = gpu.storage("spectrum", elements.len())?;
            let fft = Fft::complex(gpu, request, direction, &source, &target)?;
            computed(gpu, |pass| fft.encode(pass), || Ok(gpu.read(&target)?))
        })?;
        Ok(flat(py, spectrum))
    }
    let direction = if inverse { FftDirection::Inverse } else { FftDirection::Forward };
    let request = request(shape, axes);
    match elements {
        Numbers::Single(elements) => transformed(py, &elements, request, direction, adapter),
        Numbers::Double(elements) => transformed(py, &elements, request, direction, adapter),
    }
}

#[pyfunction]
pub fn rfft<'py>(
    py: Python<'py>,
    elements: Numbers<'py>,
    shape: [usize; 3],
    axes: usize,
    adapter: Option<&str>,
) -> PyResult<Bound<'py, PyAny>> {
    fn transformed<'py, T: FftReal + Element>(
        py: Python<'py>,
        elements: &PyReadonlyArray1<'py, T>,
        request: FftRequest,
        adapter: Option<&str>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let elements = elements.as_slice()?;
        let spectrum = on(py, adapter, |gpu| {
            let source = gpu.storage_from("elements", elements)?;
            let target = gpu.storage::<[T; 2]>("spectrum", request.half_elements())?;
            let fft = Fft::forward(gpu, request, &source, &target)?;
            computed(gpu, |pass| fft.encode(pass), || Ok(gpu.read(&target)?))
        })?;
        Ok(flat(py, spectrum))
    }
    let request = request(shape, axes);
    match elements {
        Numbers::Single(elements) => transformed(py, &elements, request, adapter),
        Numbers::Double(elements) => transformed(py, &elements, request, adapter),
    }
}

#[pyfunction]
pub fn irfft<'py>(
    py: Python<'py>,
    spectrum: Numbers<'py>,
    shape: [usize; 3],
    axes: usize,
    adapter: Option<&str>,
) -> PyResult<Bound<'py, PyAny>> {
    fn transformed<'py, T: FftReal + Element>(
        py: Python<'py>,
        spectrum: &PyReadonlyArray1<'py, T>,
        request: FftRequest,
        adapter: Option<&str>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let spectrum: &[[T; 2]] = bytemuck::cast_slice(spectrum.as_slice()?);
        let elements = on(py, adapter, |gpu| {
            let source = gpu.storage_from("spectrum", spectrum)?;
            let target = gpu.storage::<T>("elements", request.elements())?;
            let fft = Fft::inverse(gpu, request, &source, &target)?;
            computed(gpu, |pass| fft.encode(pass), || Ok(gpu.read(&target)?))
        })?;
        Ok(PyArray1::from_vec(py, elements).into_any())
    }
    let request = request(shape, axes);
    match spectrum {
        Numbers::Single(spectrum) => transformed(py, &spectrum, request, adapter),
        Numbers::Double(spectrum) => transformed(py, &spectrum, request, adapter),
    }
}
