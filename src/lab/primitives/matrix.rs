//! The matrices that are measured: those of models, and those of files.

use std::collections::BTreeMap;
use std::io::ErrorKind;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use crate::file;
use crate::gpu::Gpu;
use crate::lab::LabError;
use crate::lab::flag::Choice;
use crate::name::Named;
use crate::named;
use crate::primitives::{Csr, Real, SparseError, Surface, matrix_market_size};
use crate::words::{Text, say};

named! {
    /// The matrix of a benchmark.
    #[derive(Default)]
    pub enum SparseModel: "matrix" {
        /// Five-point Laplacian of a square grid.
        #[default]
        Grid2 = "grid-2d",
        /// Seven-point Laplacian of a cubic grid.
        Grid3 = "grid-3d",
        /// Cotangent Laplacian of a sphere of triangles.
        Sphere = "sphere",
        /// Rows as long as pages of the web are linked, 16 nonzeros on average, with the seed 1.
        PowerLaw = "power-law",
    }
}

impl SparseModel {
    /// Nonzeros per row, about.
    pub fn nonzeros_per_row(self) -> usize {
        match self {
            Self::Grid2 => 5,
            Self::Grid3 | Self::Sphere => 7,
            Self::PowerLaw => 16,
        }
    }

    /// A matrix of about this many rows: those of the square, cube or sphere that is nearest.
    ///
    /// # Errors
    /// [`SparseError`] if there are no rows, or too many.
    pub fn matrix<T: Real>(self, rows: usize) -> Result<Csr<T>, SparseError> {
        match self {
            Self::Grid2 => Csr::laplacian_2d([(rows as f64).sqrt().round() as usize; 2], false),
            Self::Grid3 => Csr::laplacian_3d([libm::cbrt(rows as f64).round() as usize; 3], false),
            Self::Sphere => Csr::cotangent_laplacian(&Surface::icosphere_of(rows)),
            Self::PowerLaw => Csr::power_law(rows, rows.saturating_mul(16.min(rows)), 1),
        }
    }
}

/// A matrix of a model, or of a file. Clones share its elements, which are made when they are asked
/// for.
#[derive(Clone, Debug, Default)]
pub struct TestMatrix {
    of: Of,
    /// About how many rows a model has.
    pub rows: usize,
    made: Arc<Mutex<BTreeMap<usize, Arc<Csr<f64>>>>>,
}

#[derive(Clone, Debug)]
enum Of {
    Model(SparseModel),
    File(String),
}

impl Default for Of {
    fn default() -> Self {
        Self::Model(SparseModel::default())
    }
}

impl Choice for TestMatrix {
    fn put(&mut self, text: &str) -> Result<(), String> {
        // Whether there is such a file is found out when it is read.
        let file = |_| Of::File(text.to_owned());
        let of = SparseModel::named(text).map_or_else(file, Of::Model);
        *self = Self { of, rows: self.rows, made: Arc::default() };
        Ok(())
    }

    fn names(&self) -> Vec<[&'static str; 2]> {
        SparseModel::default().names()
    }
}

impl TestMatrix {
    /// A matrix of a model, of about so many rows.
    pub fn new(model: SparseModel, rows: usize) -> Self {
        Self { of: Of::Model(model), rows, made: Arc::default() }
    }

    /// Whether it is made by a model, of any number of rows.
    pub(super) fn has_model(&self) -> bool {
        matches!(self.of, Of::Model(_))
    }

    /// The name of the model, or `file`.
    pub fn name(&self) -> &'static str {
        match self.of {
            Of::Model(model) => model.name(),
            Of::File(_) => "file",
        }
    }

    fn made(&self) -> MutexGuard<'_, BTreeMap<usize, Arc<Csr<f64>>>> {
        self.made.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Its rows and nonzeros, once it is made; before, the rows that were asked for.
    pub(super) fn size(&self) -> [usize; 2] {
        let of = |elements: &Arc<Csr<f64>>| [elements.rows(), elements.nonzeros()];
        self.made().get(&self.rows).map_or([self.rows; 2], of)
    }

    /// Its elements; products in single precision round them. Whether they fit is checked before
    /// anything is made of them.
    ///
    /// # Errors
    /// [`LabError`] if they do not, or the file is no matrix.
    pub fn elements(&self, gpu: &Gpu) -> Result<Arc<Csr<f64>>, LabError> {
        let (mut made, rows) = (self.made(), self.rows);
        if let Some(elements) = made.get(&rows) {
            return Ok(Arc::clone(elements));
        }
        let elements = Arc::new(match &self.of {
            Of::Model(model) => {
                let nonzeros = rows.saturating_mul(model.nonzeros_per_row());
                check_matrix(gpu, [rows, rows, nonzeros])?;
                model.matrix(rows)?
            }
            Of::File(name) => read(gpu, name)?,
        });
        made.insert(rows, Arc::clone(&elements));
        Ok(elements)
    }
}

fn read(gpu: &Gpu, name: &str) -> Result<Csr<f64>, LabError> {
    check_name::<SparseModel>(name, "a file in the Matrix Market format")?;
    let file = file::read_long(name.as_ref()).map_err(|error| {
        LabError::File(say!(
            "error-import-unreadable",
            file = name.to_owned(),
            cause = error.to_string()
        ))
    })?;
    let wrong =
        |message: Text| LabError::File(say!("error-in-file", file = name.to_owned(), message));
    let size = matrix_market_size(&file[..]).map_err(|error| wrong(error.text()))?;
    check_matrix(gpu, size).map_err(|error| wrong(error.text()))?;
    Csr::read_matrix_market(&file[..]).map_err(|error| wrong(error.text()))
}

/// Checks that something has the name of what may be given beside the members of an enumeration,
/// even if it cannot be opened, such as a link that leads nowhere.
pub(in crate::lab) fn check_name<N: Named>(name: &str, other: &str) -> Result<(), LabError> {
    match (N::named(name), std::fs::symlink_metadata(name)) {
        (Err(unknown), Err(error)) if error.kind() != ErrorKind::PermissionDenied => {
            Err(LabError::File(format!("{unknown}, or give {other}").into()))
        }
        _ => Ok(()),
    }
}

/// Checks that an adapter and this machine's memory hold a matrix of at most this many rows,
/// columns and nonzeros, and vectors for it.
fn check_matrix(gpu: &Gpu, [rows, columns, nonzeros]: [usize; 3]) -> Result<(), LabError> {
    let of = format!("a matrix of {rows} rows, {columns} columns and {nonzeros} nonzeros");
    for count in [rows.saturating_add(1), columns, nonzeros] {
        gpu.check_storage::<u32>(&of, count)?;
    }
    // As triplets, sorted, in both precisions, with both vectors and their check.
    let bytes = [(rows, 64), (columns, 32), (nonzeros, 72)]
        .map(|(count, each)| count as u64 * each)
        .iter()
        .sum::<u64>();
    if file::spare_memory().is_some_and(|spare| bytes > spare) {
        return Err(SparseError::NoRoom { rows, columns, nonzeros }.into());
    }
    Ok(())
}
