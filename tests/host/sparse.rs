//! Sparse matrices on the host: known matrices, bad ones with their sentences, and products by
//! loops.

use starshell::primitives::{Csr, SparseError, Surface, matrix_market_size, reference, threaded};

fn dense(matrix: &Csr<f64>) -> Vec<Vec<f64>> {
    let mut rows = vec![vec![0.0; matrix.columns()]; matrix.rows()];
    for (row, elements) in rows.iter_mut().enumerate() {
        matrix.row(row).for_each(|(column, value)| elements[column] += value);
    }
    rows
}

fn sentence(result: Result<Csr<f32>, SparseError>) -> String {
    result.unwrap_err().to_string()
}

#[test]
fn a_wrong_structure_gets_its_sentence() {
    let new = |rows, columns, starts: &[u32], indices: &[u32]| {
        sentence(Csr::new(
            rows,
            columns,
            starts.to_vec(),
            indices.to_vec(),
            vec![1.0; indices.len()],
        ))
    };
    assert!(new(0, 3, &[0], &[]).contains("0 rows and 3 columns"));
    assert!(new(3, 0, &[0; 4], &[]).contains("give at least one row and one column"));
    assert!(new(2, 2, &[0, 1], &[0]).contains("needs 3 row pointers, and there are 2"));
    assert!(
        new(2, 2, &[0, 2, 1], &[0])
            .contains("row 2 of the matrix begins at 2 and ends before it, at 1")
    );
    assert!(new(2, 2, &[1, 1, 1], &[0]).contains("go from 1 to 1, but there are 1"));
    assert!(new(2, 2, &[0, 1, 1], &[0, 1]).contains("go from 0 to 1, but there are 2"));
    assert!(
        new(3, 2, &[0, 0, 1, 2], &[1, 2])
            .contains("nonzero 2 is in row 3 and column 3 of a matrix of 3 rows and 2 columns")
    );
    assert!(
        sentence(Csr::new(1, 1, vec![0, 1], vec![0], vec![]))
            .contains("1 column indices for 0 values")
    );
    assert!(
        sentence(Csr::from_triplets(2, 2, &[(0, 1, 1.0), (2, 0, 1.0)]))
            .contains("nonzero 2 is in row 3")
    );
    assert!(sentence(Csr::laplacian_2d([1 << 20, 1 << 20], false)).contains("too large"));
    assert!(sentence(Csr::laplacian_3d([0, 3, 3], true)).contains("0 rows"));
    assert!(sentence(Csr::laplacian_3d([usize::MAX, 2, usize::MAX], true)).contains("too large"));
    assert!(sentence(Csr::power_law(3, 10, 1)).contains("no place can be taken twice"));
    let surface = Surface { corners: vec![[0.0; 3]; 3], triangles: vec![[0, 1, 3]] };
    assert!(sentence(Csr::cotangent_laplacian(&surface)).contains("a corner of triangle 1"));
}

#[test]
fn triplets_are_sorted_and_added() {
    let matrix =
        Csr::from_triplets(3, 2, &[(2, 1, 4.0), (0, 1, 1.0), (2, 0, 8.0), (0, 1, 2.0)]).unwrap();
    assert_eq!(dense(&matrix), [[0.0, 3.0], [0.0, 0.0], [8.0, 4.0]]);
    assert_eq!((matrix.row_starts(), matrix.column_indices()), (&[0, 1, 1, 3][..], &[1, 0, 1][..]));
    assert_eq!(dense(&matrix.transposed()), [[0.0, 0.0, 8.0], [3.0, 0.0, 4.0]]);
    assert_eq!(matrix.diagonal(), [0.0, 0.0, 0.0]);
    let lengths = matrix.row_lengths();
    assert_eq!((lengths.rows, lengths.empty, lengths.max, lengths.mean), (3, 1, 2, 1.0));
    assert!((lengths.deviation - (2.0_f64 / 3.0).sqrt()).abs() < 1e-12);
}

#[test]
fn laplacians_of_grids_are_symmetric_and_have_known_rows() {
    let line = Csr::<f64>::laplacian_2d([3, 1], false).unwrap();
    assert_eq!(dense(&line), [[4.0, -1.0, 0.0], [-1.0, 4.0, -1.0], [0.0, -1.0, 4.0]]);
    // Both neighbours are the same point, and with one point it is itself.
    assert_eq!(dense(&Csr::laplacian_2d([2, 1], true).unwrap()), [[2.0, -2.0], [-2.0, 2.0]]);
    for matrix in [
        Csr::<f64>::laplacian_2d([4, 5], true).unwrap(),
        Csr::laplacian_3d([3, 4, 5], true).unwrap(),
    ] {
        assert_eq!(matrix, matrix.transposed());
        assert_eq!(
            reference::spmv(&matrix, &vec![1.0; matrix.columns()]),
            vec![0.0; matrix.rows()]
        );
    }
    let cube = Csr::<f64>::laplacian_3d([3, 4, 5], false).unwrap();
    assert_eq!(cube, cube.transposed());
    let inner = cube.row(1 + 3 * (1 + 4)).collect::<Vec<_>>();
    let expected =
        [(4, -1.0), (13, -1.0), (15, -1.0), (16, 6.0), (17, -1.0), (19, -1.0), (28, -1.0)];
    assert_eq!(inner, expected);
    assert_eq!(cube.nonzeros(), 7 * 60 - 2 * (12 + 15 + 20));
}

#[test]
fn the_laplacian_of_a_sphere_has_the_eigenvalues_of_its_harmonics() {
    let surface = Surface::icosphere(4);
    assert_eq!((surface.corners.len(), surface.triangles.len()), (2562, 5120));
    assert_eq!(Surface::icosphere_of(3000), surface);
    let matrix = Csr::<f64>::cotangent_laplacian(&surface).unwrap();
    assert_eq!((matrix.nonzeros(), matrix.row_lengths().max), (7 * 2562 - 12, 7));
    let flat = reference::spmv(&matrix, &vec![1.0; 2562]);
    assert!(flat.iter().all(|value| value.abs() < 1e-12));
    // Coordinates are harmonics of degree 1, whose eigenvalue is 2; the row is divided by its share
    // of the surface.
    let x: Vec<f64> = surface.corners.iter().map(|corner| corner[0]).collect();
    let product: f64 = reference::spmv(&matrix, &x).iter().zip(&x).map(|(a, b)| a * b).sum();
    let norm = 4.0 * std::f64::consts::PI / 3.0;
    assert!((product / norm - 2.0).abs() < 0.01, "{}", product / norm);
    // Neighbours are near in memory.
    let near = |row: usize| matrix.row(row).filter(|(column, _)| column / 256 == row / 256).count();
    let share = (0..2562).map(near).sum::<usize>() as f64 / matrix.nonzeros() as f64;
    assert!(share > 0.8, "{share}");
}

#[test]
fn a_power_law_has_its_lengths_and_its_seed() {
    let matrix = Csr::<f32>::power_law(3000, 60_000, 5).unwrap();
    let lengths = matrix.row_lengths();
    assert_eq!((matrix.nonzeros(), lengths.rows), (60_000, 3000));
    assert!(lengths.max > 2000 && lengths.deviation > 3.0 * lengths.mean, "{lengths:?}");
    let is_in_order = |row| matrix.row(row).map(|(column, _)| column).is_sorted_by(|a, b| a < b);
    assert!((0..3000).all(is_in_order));
    assert_eq!(matrix, Csr::power_law(3000, 60_000, 5).unwrap());
    assert_ne!(matrix, Csr::power_law(3000, 60_000, 6).unwrap());
    // As many as there are places, and none.
    assert_eq!(Csr::<f32>::power_law(9, 81, 1).unwrap().row_lengths().deviation, 0.0);
    assert_eq!(Csr::<f32>::power_law(9, 0, 1).unwrap().nonzeros(), 0);
}

#[test]
fn both_products_on_the_processor_agree() {
    for matrix in [
        Csr::<f64>::power_law(5000, 200_000, 2).unwrap(),
        Csr::laplacian_2d([300, 200], false).unwrap(),
    ] {
        let x: Vec<f64> = (0..matrix.columns()).map(|i| (i as f64).cos()).collect();
        let serial = reference::spmv(&matrix, &x);
        assert_eq!(serial, threaded::spmv(&matrix, &x));
        let row = matrix.rows() / 2;
        assert_eq!(
            serial[row],
            matrix.row(row).map(|(column, value)| value * x[column]).sum::<f64>()
        );
    }
}

#[test]
fn matrix_market_files_are_read() {
    let read = |text: &str| Csr::<f64>::read_matrix_market(text.as_bytes()).unwrap();
    let general = read(
        "%%MatrixMarket matrix coordinate real general\n% a comment\n\n 2 3 3\n1 3 2.5e1\n2 1 -1\n1 3 1.0",
    );
    assert_eq!(dense(&general), [[0.0, 0.0, 26.0], [-1.0, 0.0, 0.0]]);
    let symmetric =
        read("%%MatrixMarket MATRIX Coordinate Integer Symmetric\n2 2 2\n1 1 4\n2 1 3\n");
    assert_eq!(dense(&symmetric), [[4.0, 3.0], [3.0, 0.0]]);
    let skew = read("%%MatrixMarket matrix coordinate real skew-symmetric\r\n2 2 1\r\n2 1 3\r\n");
    assert_eq!(dense(&skew), [[0.0, -3.0], [3.0, 0.0]]);
    // As Windows and Fortran write them, and with half of a symmetric matrix above the diagonal.
    let fortran = read(
        "\u{feff}%%MatrixMarket matrix coordinate real symmetric\r\n2 2 2\r\n1 1 4.0D0\r\n1 2 -5.0d-01\r\n",
    );
    assert_eq!(dense(&fortran), [[4.0, -0.5], [-0.5, 0.0]]);
    let latin = b"%%MatrixMarket matrix coordinate real general\n% Universit\xe9\n1 1 1\n1 1 2\n";
    assert_eq!(dense(&Csr::read_matrix_market(&latin[..]).unwrap()), [[2.0]]);
    assert_eq!(
        dense(&read("%%MatrixMarket matrix coordinate pattern general\n1 2 1\n1 2\n")),
        [[0.0, 1.0]]
    );
}

#[test]
fn the_size_of_a_matrix_is_known_before_it_is_read() {
    let size = |symmetry: &str| {
        let head =
            format!("%%MatrixMarket matrix coordinate real {symmetry}\n%\n3000000 3000000 7\n");
        matrix_market_size(head.as_bytes()).unwrap()
    };
    assert_eq!(
        [size("general"), size("symmetric")],
        [[3_000_000, 3_000_000, 7], [3_000_000, 3_000_000, 14]]
    );
    assert!(matrix_market_size(&b""[..]).is_err());
}

#[test]
fn a_wrong_matrix_market_file_gets_the_number_of_its_line() {
    let real = |rest: &str| format!("%%MatrixMarket matrix coordinate real general\n%\n{rest}");
    let symmetric = |rest: &str| real(rest).replace("general", "symmetric");
    let long = format!("2 2 1\n1 1 {}\n", "1".repeat(5000));
    let cases = [
        (String::new(), "line 1: the first line"),
        ("2 2 1\n1 1 1\n".to_owned(), "line 1: the first line"),
        (real("").replace("coordinate", "array"), "line 1: matrices of the kind “array”"),
        (real("").replace("real", "complex"), "line 1: matrices of the kind “complex”"),
        (real("").replace("general", "hermitian"), "line 1: matrices of the kind “hermitian”"),
        (real("2 2\n"), "line 3: expected the numbers of rows"),
        (real("2 2 -1\n"), "line 3: expected the numbers of rows"),
        (real("0 2 0\n"), "a matrix of 0 rows"),
        (real("99999999999 2 1\n"), "too large"),
        (real("2 2 2\n1 1 1\n"), "line 5: the file ends after 1 of 2"),
        (real("2 2 1\n1 1\n"), "line 4: expected an entry: row, column and a finite value"),
        (real("2 2 1\n1 1 nan\n"), "line 4: expected an entry"),
        (real("2 2 1\n1 1 1 1\n"), "line 4: expected an entry"),
        (real("2 2 1\n1 1 1\n\n2 2 1\n"), "line 6: there are more than the 1 entries"),
        (real("2 2 1\n1 3 1\n"), "line 4: the entry in row 1 and column 3 is outside"),
        (
            real("2 2 1\n0 1 1\n"),
            "line 4: the entry in row 0 and column 1 is outside the matrix of 2 rows and 2 columns: count both from 1",
        ),
        (real("2 2 1\n1 1 1D\n"), "line 4: expected an entry"),
        (real("2 2 1\n1 1 1D400\n"), "line 4: expected an entry"),
        (
            real("").replace("%%Matrix", "%Matrix"),
            "real general”, not “%MatrixMarket matrix coordinate real general”",
        ),
        (
            symmetric("2 2 3\n1 1 1\n2 1 1\n1 2 1\n"),
            "line 6: the entry in row 1 and column 2 is on the other side",
        ),
        (symmetric("2 3 1\n1 1 1\n"), "line 3: a symmetric matrix of 2 rows cannot have 3 columns"),
        (
            symmetric("2 2 1\n1 1 1\n").replace("symm", "skew-symm"),
            "line 4: a skew-symmetric matrix has nothing on its diagonal",
        ),
        (real(&long), "line 4: it has more than 4"),
    ];
    for (text, expected) in cases {
        let error = sentence(Csr::read_matrix_market(text.as_bytes()));
        assert!(error.contains(expected), "{text:?}: {error}");
    }
    let error = sentence(Csr::read_matrix_market(&b"\xff\xfe\n"[..]));
    assert!(error.contains("line 1: the first line"), "{error}");
    let error =
        sentence(Csr::read_matrix_market(real("").replace("real", &"Z".repeat(4000)).as_bytes()));
    assert!(error.len() < 400, "{error}");
}
