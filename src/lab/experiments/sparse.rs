//! Products of sparse matrices and vectors: the kernels of the text on a surface of triangles,
//! beside today's.

use crate::gpu::Gpu;
use crate::lab::experiment::{Case, Experiment, Topic};
use crate::lab::machine::CopySpeed;
use crate::lab::{SparseModel, SpmvBench, SpmvKernel, TestMatrix};
use crate::name::Named;
use crate::primitives::SpmvPath;

/// The four kernels of the text.
pub const PRODUCTS: Experiment = Experiment::new(
    "spmv",
    Topic::Sparse,
    "Patterson & Hennessy, Computer Organization and Design, GPU appendix, section 8",
    [&[10_242], &[655_362, 2_621_442]],
    products,
);

/// The product by a kernel; one on the GPU is compared with a copy.
fn product(matrix: &TestMatrix, kernel: SpmvKernel, copy: &CopySpeed) -> Case {
    let (matrix, copy) = (matrix.clone(), copy.clone());
    let is_on_gpu = !matches!(kernel, SpmvKernel::CpuSerial | SpmvKernel::CpuThreaded);
    Case::of(SpmvBench { matrix, kernel, ..SpmvBench::default() }).then(move |row| {
        let each = row.bytes.unwrap_or(0.0) / row.count.max(1) as f64;
        Ok(if is_on_gpu { copy.beside(row, each) } else { row })
    })
}

fn products(_: &Gpu, rows: usize) -> Vec<Case> {
    use SpmvKernel::{Auto, CpuSerial, CpuThreaded, Path, Window};
    const TODAY: [SpmvKernel; 6] = [
        Path(SpmvPath::Lanes2),
        Path(SpmvPath::Lanes8),
        Path(SpmvPath::Stream),
        Path(SpmvPath::Merge),
        Path(SpmvPath::MergeAlone),
        Auto,
    ];
    let mut cases = Vec::new();
    let copy = CopySpeed::default();
    let matrix = TestMatrix::new(SparseModel::Sphere, rows);
    // About as many words as the matrix has: seven nonzeros per row, with their columns.
    cases.push(copy.case("spmv", 14 * rows));
    let by = |kernel: SpmvKernel| product(&matrix, kernel, &copy);
    cases.push(by(CpuSerial));
    for threads in [2, 4, 8] {
        let bench = SpmvBench {
            matrix: matrix.clone(),
            kernel: CpuThreaded,
            threads: Some(threads),
            ..SpmvBench::default()
        };
        let variant = format!("cpu-threaded on {threads} threads");
        cases.push(Case::of(bench).named(variant).over(CpuSerial.name()));
    }
    cases.extend(
        [CpuThreaded, Path(SpmvPath::Rows), Window].map(|kernel| by(kernel).over(CpuSerial.name())),
    );
    cases.extend(TODAY.map(|kernel| by(kernel).over(SpmvPath::Rows.name())));
    cases
}

/// Matrices of several shapes.
pub const SHAPES: Experiment = Experiment::new(
    "spmv-shapes",
    Topic::Sparse,
    "Merrill & Garland, Merge-based Parallel Sparse Matrix-Vector Multiplication (2016)",
    [&[4096], &[1 << 20]],
    shapes,
);

fn shapes(_: &Gpu, rows: usize) -> Vec<Case> {
    use SpmvKernel::{Auto, CpuThreaded, Path};
    const KERNELS: [SpmvKernel; 7] = [
        Path(SpmvPath::Rows),
        Path(SpmvPath::Lanes8),
        Path(SpmvPath::Lanes32),
        Path(SpmvPath::Stream),
        Path(SpmvPath::Merge),
        Auto,
        CpuThreaded,
    ];
    let mut cases = Vec::new();
    for &model in SparseModel::ALL {
        let matrix = TestMatrix::new(model, rows);
        let variant = |name: &str| format!("{}/{name}", model.name());
        let copy = CopySpeed::default();
        cases.extend(KERNELS.map(|kernel| {
            let case = product(&matrix, kernel, &copy).named(variant(kernel.name()));
            case.over(variant(SpmvPath::Rows.name()))
        }));
    }
    cases
}
