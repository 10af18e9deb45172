//! Poisson's equation against closed forms, transforms in double precision, and differences.

use crate::common::fft::{error, numbers};
use crate::common::poisson::{
    centered, compare_multigrid, compare_poisson, compare_textbook, gaussian, laplacian, solved,
};
use crate::common::{checked_gpu, gpu};
use starshell::gpu::GpuError;
use starshell::lab::PoissonVersion;
use starshell::name::Named;
use starshell::primitives::{Multigrid, Poisson, PoissonOperator, PoissonPath, PoissonRequest};

#[test]
fn a_gaussian_has_the_published_value() {
    let side = 64;
    let [density, exact] = gaussian(side);
    // Its neighbour along the diagonal is point (32, 32) where the first is (1, 1).
    let place = 31 * side + 31;
    assert!((exact[place] - 0.975_882).abs() < 1e-6);
    let single = solved::<f32>(&gpu(), PoissonRequest::unit_square(side), &density);
    let double = solved::<f64>(&gpu(), PoissonRequest::unit_square(side), &density);
    for solution in [single, double] {
        // Fixed by the corner.
        let value = solution[place] - solution[0];
        assert!((value - 0.975_879).abs() < 1e-6, "{value}");
        let apart: Vec<f64> =
            solution.iter().zip(&exact).map(|(found, exact)| found - solution[0] - exact).collect();
        // The Gaussian has neighbours: the periodic solution differs from it by more than single
        // precision rounds.
        let l2 = apart.iter().map(|error| error * error).sum::<f64>().sqrt() / (side * side) as f64;
        let most = apart.iter().fold(0.0, |most: f64, error| most.max(error.abs()));
        assert!(
            (l2 - 9.44e-8).abs() < 1e-9 && (most - 2.40e-5).abs() < 5e-7,
            "{l2:.3e} and {most:.3e}"
        );
    }
}

#[test]
fn planes_of_any_shape_agree() {
    compare_poisson::<f32>(
        &gpu(),
        &[[30, 48], [7, 9], [1, 8], [49, 2], [16, 16]],
        PoissonPath::Auto,
    )
    .unwrap();
    compare_poisson::<f64>(&gpu(), &[[30, 48], [7, 9]], PoissonPath::Divided).unwrap();
    compare_poisson::<f32>(&gpu(), &[[16, 30], [64, 18]], PoissonPath::Fused).unwrap();
    compare_poisson::<f32>(&gpu(), &[[256, 30], [512, 6]], PoissonPath::Split).unwrap();
}

#[test]
fn the_texts_versions_agree() {
    for gpu in [gpu(), checked_gpu()] {
        for &version in PoissonVersion::ALL {
            compare_textbook(&gpu, version, &[16, 30, 64]).unwrap();
        }
    }
}

#[test]
fn five_points_are_satisfied() {
    let (size, sides) = ([12, 30], [1.5, 0.5]);
    let density = numbers(360);
    let request = PoissonRequest::plane(size, sides).with_operator(PoissonOperator::FivePoint);
    let solution = solved::<f64>(&gpu(), request, &density);
    assert!(error(&laplacian(&solution, size, sides), &centered(&density)) < 1e-12);
    assert!(solution.iter().sum::<f64>().abs() < 1e-12);
}

#[test]
fn cycles_converge_on_planes_of_any_even_shape() {
    for size in [[64, 64], [48, 16], [2, 2], [30, 20], [128, 8]] {
        compare_multigrid(&gpu(), size).unwrap();
    }
}

#[test]
fn what_cannot_be_solved_is_refused() {
    let gpu = gpu();
    let buffer = |len| gpu.storage::<f32>("values", len).unwrap();
    let refused = |request: PoissonRequest, source| {
        Poisson::new(&gpu, request, &buffer(source), &buffer(64)).unwrap_err()
    };
    let sentences = [
        (refused(PoissonRequest::unit_square(8), 63), "63 values of the source"),
        (refused(PoissonRequest::unit_square(11), 121), "a length of 11 cannot be transformed"),
        (refused(PoissonRequest::plane([8, 8], [0.0, 1.0]), 64), "no area"),
        (
            Multigrid::new(&gpu, PoissonRequest::unit_square(7), &buffer(49), &buffer(49))
                .unwrap_err(),
            "an even number",
        ),
        (
            Multigrid::new(&gpu, PoissonRequest::unit_square(134), &buffer(17956), &buffer(17956))
                .unwrap_err(),
            "too few times",
        ),
    ];
    for (error, sentence) in sentences {
        assert!(
            matches!(error, GpuError::Mismatch(_)) && error.to_string().contains(sentence),
            "{error}"
        );
    }
    let error = refused(PoissonRequest::unit_square(8).by(PoissonPath::Fused), 64);
    assert!(matches!(error, GpuError::Unsupported { .. }), "{error}");
}
