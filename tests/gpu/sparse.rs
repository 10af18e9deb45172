//! Products of sparse matrices and vectors against sums in double precision: awkward shapes, every
//! path, both precisions, run-time checks off and on.

use crate::common::monoids::encode;
use crate::common::sparse::{awkward, check_product, compare_solver, compare_spmv, with_lengths};
use crate::common::{checked_gpu, gpu};
use starshell::gpu::{Gpu, GpuError, Tuning};
use starshell::primitives::{
    ConjugateGradient, Csr, Real, SolverLimits, SparseError, Spmv, SpmvPath, SpmvPlan, reference,
    threaded,
};

fn agree<T: Real>(paths: &[SpmvPath]) {
    let matrices = awkward::<T>();
    for &path in paths {
        let named = |wrong| format!("{path:?}: {wrong}");
        compare_spmv(&gpu(), SpmvPlan::from_path::<T>(path), &matrices).map_err(named).unwrap();
    }
}

#[test]
fn products_of_even_rows_agree() {
    agree::<f32>(&[SpmvPath::Rows, SpmvPath::Lanes2, SpmvPath::Lanes32, SpmvPath::Stream]);
}

#[test]
fn products_of_rows_of_any_length_agree() {
    agree::<f32>(&[SpmvPath::Merge, SpmvPath::MergeAlone]);
    // Many more tiles than rows, so that rows span several.
    let small = |path, tuning: Tuning| SpmvPlan { path, tuning };
    for plan in [
        small(SpmvPath::Merge, &[("WORKGROUP", 8), ("ITEMS", 3)]),
        small(SpmvPath::MergeAlone, &[("ITEMS", 5)]),
    ] {
        compare_spmv(&gpu(), plan, &awkward::<f32>()).unwrap();
    }
}

#[test]
fn rows_longer_than_loops_of_software_agree_or_are_refused() {
    let gpu = gpu();
    let matrix = with_lengths::<f32>(70_000, [70_000]);
    let (x, y) = (vec![1.0; 70_000], gpu.storage("y", 1).unwrap());
    let on_gpu = gpu.storage_from("x", &x).unwrap();
    encode(&gpu, |pass| Spmv::new(&gpu, &matrix, &on_gpu, &y).unwrap().encode(pass));
    let (found, expected) =
        (gpu.read(&y).unwrap()[0], threaded::spmv(&matrix.to::<f64>(), &vec![1.0; 70_000])[0]);
    assert!((f64::from(found) / expected - 1.0).abs() < 1e-3, "{found}, not {expected}");
    let by_rows =
        Spmv::with_plan(&gpu, SpmvPlan::from_path::<f32>(SpmvPath::Rows), &matrix, &on_gpu, &y);
    assert_eq!(by_rows.is_err(), gpu.adapter().loop_limit() < 70_000);
}

#[test]
fn products_in_double_precision_agree() {
    if f64::check(&gpu()).is_ok() {
        agree::<f64>(&[
            SpmvPath::Rows,
            SpmvPath::Lanes8,
            SpmvPath::Stream,
            SpmvPath::Merge,
            SpmvPath::MergeAlone,
        ]);
    } else {
        let matrix = with_lengths::<f64>(3, [1, 2]);
        let (x, y) = (gpu().storage("x", 3).unwrap(), gpu().storage("y", 2).unwrap());
        assert!(matches!(Spmv::new(&gpu(), &matrix, &x, &y), Err(GpuError::Unsupported { .. })));
    }
}

#[test]
fn products_agree_with_run_time_checks() {
    for path in [SpmvPath::Lanes4, SpmvPath::Stream, SpmvPath::Merge, SpmvPath::MergeAlone] {
        compare_spmv(&checked_gpu(), SpmvPlan::from_path::<f32>(path), &awkward::<f32>()[..6])
            .unwrap();
    }
}

#[test]
fn sums_within_subgroups_agree() {
    let gpu = gpu();
    let Some(size) = gpu.subgroup_size() else {
        return assert!(SpmvPath::Subgroups.check(&gpu).is_err());
    };
    let tuning: Tuning = if size >= 32 { &[("LANES", 32)] } else { &[("LANES", 4)] };
    let plan = SpmvPlan { path: SpmvPath::Subgroups, tuning };
    compare_spmv(&gpu, plan, &awkward::<f32>()[..8]).unwrap();
}

#[test]
fn more_workgroups_than_fit_in_a_row_agree() {
    let gpu =
        Gpu::open_with(None, |_, limits| limits.max_compute_workgroups_per_dimension = 3).unwrap();
    for path in [SpmvPath::Rows, SpmvPath::Merge] {
        compare_spmv(
            &gpu,
            SpmvPlan::from_path::<f32>(path),
            &[("many", with_lengths::<f32>(300, (0..2000).map(|row| row % 5)))],
        )
        .unwrap();
    }
}

#[test]
fn the_plan_fits_the_lengths_of_rows_and_a_product_can_be_repeated() {
    let gpu = gpu();
    let path = |matrix: &Csr<f32>| SpmvPlan::new::<f32>(&gpu, &matrix.row_lengths()).path;
    let (grid, uneven) = (
        Csr::laplacian_2d([40, 40], false).unwrap(),
        Csr::<f32>::power_law(2000, 40_000, 1).unwrap(),
    );
    assert_eq!(path(&grid), SpmvPath::Rows);
    assert_eq!(
        path(&uneven),
        if gpu.is_software() { SpmvPath::MergeAlone } else { SpmvPath::Merge }
    );
    let x: Vec<f32> = (0..2000).map(|i| (i as f32).sin()).collect();
    let (there, y) = (gpu.storage_from("x", &x).unwrap(), gpu.storage::<f32>("y", 2000).unwrap());
    let product = Spmv::new(&gpu, &uneven, &there, &y).unwrap();
    let run = || {
        encode(&gpu, |pass| product.encode(pass));
        gpu.read(&y).unwrap()
    };
    let first = run();
    check_product(&uneven, &x, &first).unwrap();
    assert_eq!(first, run(), "the same bits");
    for on_host in [reference::spmv(&uneven, &x), threaded::spmv(&uneven, &x)] {
        check_product(&uneven, &x, &on_host).unwrap();
    }
}

#[test]
fn vectors_that_do_not_fit_are_rejected() {
    let gpu = gpu();
    let matrix = with_lengths::<f32>(4, [1, 2, 3]);
    let [three, four, other] = [3, 4, 4].map(|len| gpu.storage::<f32>("vector", len).unwrap());
    assert!(Spmv::new(&gpu, &matrix, &four, &three).is_ok());
    for (x, y, part) in
        [(&three, &other, "of 4 columns"), (&four, &four, "cannot write to the buffer it reads")]
    {
        let error = Spmv::new(&gpu, &matrix, x, y).unwrap_err().to_string();
        assert!(error.contains(part), "{error}");
    }
    let short = gpu.storage::<f32>("vector", 2).unwrap();
    assert!(
        Spmv::new(&gpu, &matrix, &four, &short)
            .unwrap_err()
            .to_string()
            .contains("of 3 elements has a target with room for 2")
    );
    let strange = gpu.sibling().unwrap().storage::<f32>("vector", 4).unwrap();
    assert!(
        Spmv::new(&gpu, &matrix, &strange, &three)
            .unwrap_err()
            .to_string()
            .contains("another device")
    );
}

#[test]
fn systems_are_solved_in_as_many_iterations_as_on_the_host() {
    compare_solver::<f32>(&gpu(), 1e-4).unwrap();
    compare_solver::<f32>(&checked_gpu(), 1e-4).unwrap();
    if f64::check(&gpu()).is_ok() {
        compare_solver::<f64>(&gpu(), 1e-10).unwrap();
    }
}

#[test]
fn iterations_after_the_end_change_nothing() {
    let gpu = gpu();
    let matrix = Csr::<f32>::laplacian_2d([9, 8], false).unwrap();
    let b: Vec<f32> = (0..72).map(|i| (i as f32 * 0.3).cos()).collect();
    let (right, x) = (gpu.storage_from("b", &b).unwrap(), gpu.storage::<f32>("x", 72).unwrap());
    let solver = ConjugateGradient::new(&gpu, &matrix, &right, &x, true).unwrap();
    let solve = |iterations, every| {
        let end = solver.solve(&gpu, &SolverLimits { tolerance: 1e-3, iterations, every }).unwrap();
        (end, gpu.read(&x).unwrap())
    };
    let one_by_one = solve(100, 1);
    assert!(one_by_one.0.is_converged && one_by_one.0.iterations < 40, "{:?}", one_by_one.0);
    assert_eq!(solve(100, 100), one_by_one);
    assert_eq!(solve(one_by_one.0.iterations, 7), one_by_one);
    let (early, _) = solve(3, 2);
    assert!(early.iterations == 3 && !early.is_converged && early.residual > 1e-3, "{early:?}");
    assert_eq!(solve(0, 0).1, [0.0; 72]);
    // Nothing to do.
    gpu.write(&right, &[0.0; 72]);
    let (end, at) = solve(5, 5);
    assert!(end.is_converged && end.iterations == 0 && at == [0.0; 72], "{end:?}");
}

#[test]
fn systems_that_cannot_be_solved_get_their_sentences() {
    let gpu = gpu();
    let solver = |columns: usize, triplets: &[(u32, u32, f32)]| {
        let matrix = Csr::from_triplets(2, columns, triplets).unwrap();
        let (b, x) = (gpu.storage_from("b", &[1.0, -1.0]).unwrap(), gpu.storage("x", 2).unwrap());
        ConjugateGradient::new(&gpu, &matrix, &b, &x, false)
    };
    let sentence =
        |result: Result<ConjugateGradient<f32>, SparseError>| result.unwrap_err().to_string();
    assert!(sentence(solver(3, &[])).contains("2 equations in 3 unknowns"));
    assert!(
        sentence(solver(2, &[(0, 0, 1.0), (1, 1, 1.0), (0, 1, 0.5)]))
            .contains("row 1 and column 2")
    );
    let pair = [(0, 1, 0.5), (1, 0, 0.501), (0, 0, 1.0), (1, 1, 1.0)];
    assert!(sentence(solver(2, &pair)).contains("row 1 and column 2"));
    assert!(sentence(solver(2, &[(0, 0, 1.0), (1, 1, -1.0)])).contains("in row 2 is not positive"));
    // Symmetric with a positive diagonal, but with an eigenvalue of -1.
    let indefinite = solver(2, &[(0, 0, 1.0), (1, 1, 1.0), (0, 1, 2.0), (1, 0, 2.0)]).unwrap();
    let error = indefinite.solve(&gpu, &SolverLimits::default()).unwrap_err();
    assert!(matches!(error, SparseError::Broken { iterations: 0 }), "{error}");
    let matrix = Csr::<f32>::laplacian_2d([2, 1], false).unwrap();
    let (two, three) = (gpu.storage::<f32>("b", 2).unwrap(), gpu.storage::<f32>("b", 3).unwrap());
    let error = ConjugateGradient::new(&gpu, &matrix, &three, &two, true).unwrap_err().to_string();
    assert!(error.contains("3 numbers on the right-hand side for 2 unknowns"), "{error}");
    assert!(
        ConjugateGradient::new(&gpu, &matrix, &two, &two, true)
            .unwrap_err()
            .to_string()
            .contains("another target")
    );
}
