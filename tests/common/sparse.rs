//! Compares products of sparse matrices and vectors with sums in double precision. The real kernels
//! pass; deliberately wrong ones must not.

use starshell::gpu::{Buffer, Gpu};
use starshell::primitives::{
    ConjugateGradient, Csr, Real, SolverLimits, Spmv, SpmvPlan, reference,
};

use super::Random;
use super::monoids::encode;

/// A square matrix with rows of these lengths, whose columns are random.
pub fn with_lengths<T: Real>(columns: usize, lengths: impl IntoIterator<Item = usize>) -> Csr<T> {
    let mut random = Random::new(7);
    let (mut starts, mut indices, mut values) = (vec![0], Vec::new(), Vec::new());
    for length in lengths {
        for _ in 0..length {
            indices.push((random.number() * columns as f64) as u32);
            values.push(T::from_f64(2.0 * random.number() - 0.5));
        }
        starts.push(indices.len() as u32);
    }
    Csr::new(starts.len() - 1, columns, starts, indices, values).unwrap()
}

/// Matrices of awkward shapes: no nonzeros at all, one row, one column, rows around a workgroup,
/// empty rows at both ends and in between, and rows that are longer than several tiles, one behind
/// the other or among empty ones.
pub fn awkward<T: Real>() -> Vec<(&'static str, Csr<T>)> {
    let long = |row: usize| if row == 401 { 4000 } else { row % 3 };
    vec![
        ("a long row among short ones", with_lengths(1000, (0..1500).map(long))),
        ("one place, empty", with_lengths(1, [0])),
        ("one place", with_lengths(1, [1])),
        ("one row", with_lengths(3001, [3000])),
        ("one column", with_lengths(1, (0..259).map(|row| row % 2))),
        ("the end of a tile", with_lengths(90, [1791, 1792, 0, 0, 1790, 1])),
        ("only empty rows", with_lengths(5, [0; 2051])),
        (
            "nonzeros in the middle",
            with_lengths(70, [0; 300].into_iter().chain([3; 7]).chain([0; 513])),
        ),
        ("long rows", with_lengths(600, [257, 0, 2500, 9, 2047, 2048])),
        ("five points", Csr::laplacian_2d([17, 31], false).unwrap()),
        ("seven points, periodic", Csr::laplacian_3d([5, 8, 7], true).unwrap()),
        ("power law", Csr::power_law(700, 9001, 3).unwrap()),
    ]
}

/// Compares the products of these matrices by the kernel, and in the tiles, of `plan`.
///
/// # Errors
/// A sentence about the first mismatch.
pub fn compare_spmv<T: Real>(
    gpu: &Gpu,
    plan: SpmvPlan,
    matrices: &[(&str, Csr<T>)],
) -> Result<(), String> {
    for (name, matrix) in matrices {
        let mut random = Random::new(matrix.nonzeros() as u64);
        let x: Vec<T> =
            (0..matrix.columns()).map(|_| T::from_f64(2.0 * random.number() - 1.0)).collect();
        let there = gpu.storage_from("x", &x).unwrap();
        // A few elements behind the last must stay as they are.
        let y: Buffer<T> = gpu.storage("y", matrix.rows() + 3).unwrap();
        let poison = T::from_f64(77.0);
        gpu.write(&y, &vec![poison; matrix.rows() + 3]);
        let product = Spmv::with_plan(gpu, plan, matrix, &there, &y).unwrap();
        encode(gpu, |pass| product.encode(pass));
        let got = gpu.read(&y).unwrap();
        check_product(matrix, &x, &got).map_err(|wrong| format!("{name}: {wrong}"))?;
        if got[matrix.rows()..] != [poison; 3] {
            return Err(format!(
                "{name}: elements behind the last were written: {:?}",
                &got[matrix.rows()..]
            ));
        }
    }
    Ok(())
}

/// Compares a product with the sum in double precision, within what rounding explains.
///
/// # Errors
/// A sentence about the first mismatch.
pub fn check_product<T: Real>(matrix: &Csr<T>, x: &[T], y: &[T]) -> Result<(), String> {
    for (row, got) in y.iter().enumerate().take(matrix.rows()) {
        let (mut sum, mut magnitude, mut count) = (0.0, 0.0, 0.0);
        for (column, value) in matrix.row(row) {
            let product = value.to_f64() * x[column].to_f64();
            (sum, magnitude, count) = (sum + product, magnitude + product.abs(), count + 1.0);
        }
        let limit = T::ROUNDOFF * (2.0 + count) * magnitude;
        let difference = (got.to_f64() - sum).abs();
        if difference.is_nan() || difference > limit {
            return Err(format!("row {row} is {got:?}, not {sum}"));
        }
    }
    Ok(())
}

/// Systems with known behaviour, whether they are preconditioned, and their right-hand sides.
fn systems<T: Real>() -> Vec<(&'static str, Csr<T>, bool)> {
    let grid = Csr::<T>::laplacian_2d([21, 17], false).unwrap();
    // The same equations multiplied by very different numbers, on both sides so that they stay
    // symmetric.
    let scale = |row: u32| T::from_f64(if row.is_multiple_of(5) { 30.0 } else { 1.0 });
    let triplet = |row: usize, (column, value): (usize, T)| {
        let [row, column] = [row, column].map(|place| place as u32);
        (row, column, scale(row) * value * scale(column))
    };
    let triplets: Vec<_> = (0..357)
        .flat_map(|row| grid.row(row).map(move |at| triplet(row, at)).collect::<Vec<_>>())
        .collect();
    vec![
        ("scaled, preconditioned", Csr::from_triplets(357, 357, &triplets).unwrap(), true),
        ("five points", grid, false),
        ("one unknown", Csr::laplacian_2d([1, 1], false).unwrap(), true),
        ("periodic, seven points", Csr::laplacian_3d([4, 6, 8], true).unwrap(), false),
    ]
}

/// Iterations that the same method takes in double precision on the host.
fn iterations<T: Real>(matrix: &Csr<T>, b: &[T], is_preconditioned: bool, tolerance: f64) -> u32 {
    let matrix = matrix.to::<f64>();
    let diagonal = matrix.diagonal();
    let inverse: Vec<f64> =
        diagonal.iter().map(|value| if is_preconditioned { 1.0 / value } else { 1.0 }).collect();
    let dot = |a: &[f64], b: &[f64]| a.iter().zip(b).map(|(a, b)| a * b).sum::<f64>();
    let divided = |r: &[f64]| r.iter().zip(&inverse).map(|(r, m)| r * m).collect::<Vec<_>>();
    let mut r: Vec<f64> = b.iter().map(|b| b.to_f64()).collect();
    let mut p = divided(&r);
    let mut square = dot(&r, &p);
    let limit = square * tolerance * tolerance;
    for iteration in 0.. {
        if square <= limit {
            return iteration;
        }
        let q = reference::spmv(&matrix, &p);
        let length = square / dot(&p, &q);
        r.iter_mut().zip(&q).for_each(|(r, q)| *r -= length * q);
        let z = divided(&r);
        let next = dot(&r, &z);
        p.iter_mut().zip(&z).for_each(|(p, z)| *p = z + next / square * *p);
        square = next;
    }
    unreachable!()
}

/// Solves systems, and compares the number of iterations and the true residuals with those of the
/// host.
///
/// # Errors
/// A sentence about the first mismatch.
pub fn compare_solver<T: Real>(gpu: &Gpu, tolerance: f64) -> Result<(), String> {
    for (name, matrix, is_preconditioned) in systems::<T>() {
        let count = matrix.rows();
        let mut random = Random::new(count as u64);
        let mut b: Vec<f64> =
            (0..count).map(|_| (2.0 * random.number() - 1.0) as f32 as f64).collect();
        let mean =
            if name.starts_with("periodic") { b.iter().sum::<f64>() / count as f64 } else { 0.0 };
        b.iter_mut().for_each(|b| *b -= mean);
        let b: Vec<T> = b.into_iter().map(T::from_f64).collect();
        let (right, x) = (
            gpu.storage_from("b", &b).unwrap(),
            gpu.storage_from("x", &vec![T::from_f64(77.0); count]).unwrap(),
        );
        let solver = ConjugateGradient::new(gpu, &matrix, &right, &x, is_preconditioned).unwrap();
        let limits = SolverLimits { tolerance, iterations: 200, every: 16 };
        let end = solver.solve(gpu, &limits).map_err(|error| format!("{name}: {error}"))?;
        let expected = iterations(&matrix, &b, is_preconditioned, tolerance);
        if !end.is_converged || end.iterations.abs_diff(expected) > 2 + expected / 20 {
            return Err(format!("{name}: {end:?}, and the host took {expected} iterations"));
        }
        // In the norm of the preconditioner, as the solver has it.
        let solution: Vec<f64> = gpu.read(&x).unwrap().iter().map(|x| x.to_f64()).collect();
        let product = reference::spmv(&matrix.to::<f64>(), &solution);
        let norm = |list: &[f64]| {
            let divided = list
                .iter()
                .zip(matrix.diagonal())
                .map(|(r, d)| r * r / if is_preconditioned { d.to_f64() } else { 1.0 });
            divided.sum::<f64>().sqrt()
        };
        let right: Vec<f64> = b.iter().map(|b| b.to_f64()).collect();
        let left: Vec<f64> = right.iter().zip(&product).map(|(b, product)| b - product).collect();
        let residual = norm(&left) / norm(&right);
        if residual.is_nan()
            || residual > 1.5 * tolerance
            || (residual - end.residual).abs() > 0.2 * tolerance
        {
            return Err(format!("{name}: the residual is {residual}, not {}", end.residual));
        }
    }
    Ok(())
}
