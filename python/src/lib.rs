//! The compiled part of the Python package `starshell`: `starshell._native`.
//!
//! It hands the library's runs, pictures and primitives to Python and knows no more than that: what
//! is convenient in Python is made there, in `python/starshell`. Every call that computes gives up
//! the interpreter's lock, and none takes much longer than a tenth of a second, so that Python can
//! answer Ctrl-C in between.

mod arrays;
mod begin;
mod failure;
mod gpu;
mod inner;
mod picture;
mod primitives;
mod recording;
mod run;

mod sums;
mod values;

use pyo3::prelude::*;

/// What of the library Python gets.
#[pymodule]
mod _native {
    use super::{Bound, PyModule, PyModuleMethods, PyResult};

    #[pymodule_export]
    use super::arrays::Rows;
    #[pymodule_export]
    use super::failure::StarshellError;
    #[pymodule_export]
    use super::gpu::adapters;
    #[pymodule_export]
    use super::primitives::{fft, irfft, reduce, rfft, scan, sort, spmv};
    #[pymodule_export]
    use super::recording::Recording;
    #[pymodule_export]
    use super::run::Run;
    #[pymodule_export]
    use super::values::{gravity_methods, scenes, settings};

    #[pymodule_init]
    fn init(module: &Bound<'_, PyModule>) -> PyResult<()> {
        module.add("__version__", env!("CARGO_PKG_VERSION"))
    }
}
