//! Products of sparse matrices and vectors: the kernels of the text on a surface of triangles,
//! beside today's.

use std::sync::{Arc, OnceLock};

use crate::gpu::Gpu;
use crate::lab::experiment::{Case, Experiment, Extent, Topic};
use crate::lab::machine::CopySpeed;
use crate::lab::{LabError, SparseModel, SpmvBench, SpmvKernel, TestMatrix, measure_spmv};
use crate::name::Named;
use crate::physics::Precision;

/// The four kernels of the text.
pub const PRODUCTS: Experiment = Experiment::new(
    "spmv",
    Topic::Sparse,
    "Patterson & Hennessy, Computer Organization and Design, GPU appendix, section 8",
    products,
);

/// A matrix that the cases of an experiment share. It is made when the first of them is measured.
#[derive(Clone)]
struct Shared {
    model: SparseModel,
    rows: usize,
    matrix: Arc<OnceLock<TestMatrix>>,
}

impl Shared {
    fn new(model: SparseModel, rows: usize) -> Self {
        Self { model, rows, matrix: Arc::default() }
    }

    fn get(&self) -> Result<TestMatrix, LabError> {
        if let Some(matrix) = self.matrix.get() {
            return Ok(matrix.clone());
        }
        let made = TestMatrix {
            name: self.model.name(),
            elements: Arc::new(self.model.matrix(self.rows)?),
        };
        Ok(self.matrix.get_or_init(|| made).clone())
    }

    /// The product by the kernel with this name, on as many of the processor's threads as its name
    /// may say.
    fn case(
        &self,
        variant: impl Into<String>,
        name: &str,
        threads: Option<usize>,
        copy: &CopySpeed,
    ) -> Case {
        let kernel = SpmvKernel::named(name).unwrap_or_else(|error| unreachable!("{error}"));
        let is_on_gpu = !name.starts_with("cpu");
        let (shared, copy) = (self.clone(), copy.clone());
        Case::new(variant, self.rows, move |gpu| {
            kernel.check(gpu)?;
            let matrix = shared.get()?;
            let row = measure_spmv(
                gpu,
                &SpmvBench { matrix, kernel, precision: Precision::Single, threads },
            )?;
            let each = row.bytes.unwrap_or(0.0) / row.count.max(1) as f64;
            Ok(if is_on_gpu { copy.beside(row, each) } else { row })
        })
    }
}

fn products(gpu: &Gpu, extent: &Extent) -> Vec<Case> {
    const TODAY: [&str; 6] = ["lanes-2", "lanes-8", "stream", "merge", "merge-alone", "auto"];
    let mut cases = Vec::new();
    for rows in extent.counts(gpu, &[10_242], &[655_362, 2_621_442]) {
        let copy = CopySpeed::default();
        let sphere = Shared::new(SparseModel::Sphere, rows);
        // About as many words as the matrix has: seven nonzeros per row, with their columns.
        cases.push(copy.case("spmv", 14 * rows));
        let by = |name: &str| sphere.case(name, name, None, &copy);
        cases.push(by("cpu-serial"));
        for threads in [2, 4, 8] {
            let case = sphere.case(
                format!("cpu-threaded on {threads} threads"),
                "cpu-threaded",
                Some(threads),
                &copy,
            );
            cases.push(case.over("cpu-serial"));
        }
        cases.push(by("cpu-threaded").over("cpu-serial"));
        cases.extend(["rows", "window"].map(|name| by(name).over("cpu-serial")));
        cases.extend(TODAY.map(|name| by(name).over("rows")));
    }
    cases
}

/// Matrices of several shapes.
pub const SHAPES: Experiment = Experiment::new(
    "spmv-shapes",
    Topic::Sparse,
    "Merrill & Garland, Merge-based Parallel Sparse Matrix-Vector Multiplication (2016)",
    shapes,
);

fn shapes(gpu: &Gpu, extent: &Extent) -> Vec<Case> {
    const NAMES: [&str; 7] =
        ["rows", "lanes-8", "lanes-32", "stream", "merge", "auto", "cpu-threaded"];
    let mut cases = Vec::new();
    for rows in extent.counts(gpu, &[4096], &[1 << 20]) {
        for &model in SparseModel::ALL {
            let matrix = Shared::new(model, rows);
            let variant = |name: &str| format!("{}/{name}", model.name());
            let copy = CopySpeed::default();
            let case = |name: &str| matrix.case(variant(name), name, None, &copy);
            cases.extend(NAMES.map(|name| case(name).over(variant("rows"))));
        }
    }
    cases
}
