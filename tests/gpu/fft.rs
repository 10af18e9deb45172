//! Fourier transforms against the reference: awkward lengths, all paths, lines, planes and volumes,
//! run-time checks off and on.

use crate::common::fft::{compare_complex, compare_real, error, numbers};
use crate::common::{checked_gpu, gpu};
use starshell::gpu::{Buffer, Gpu, GpuError};
use starshell::primitives::{Fft, FftDirection, FftPath, FftRequest};

/// Lengths of any radix: small ones, primes and powers, mixtures, the longest.
const LENGTHS: &[usize] = &[
    1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 12, 14, 16, 21, 25, 32, 35, 49, 64, 105, 243, 343, 360, 625,
    1000,
];

fn lines(count: usize, lengths: &[usize]) -> Vec<FftRequest> {
    lengths.iter().map(|length| FftRequest::lines(count, *length).by(FftPath::AnyRadix)).collect()
}

#[test]
fn lines_of_any_smooth_length_agree() {
    compare_complex::<f32>(&gpu(), &lines(3, LENGTHS)).unwrap();
    compare_real::<f32>(&gpu(), &lines(3, &LENGTHS[1..])).unwrap();
    compare_complex::<f32>(&checked_gpu(), &lines(19, &[6, 35])).unwrap();
    compare_real::<f32>(&checked_gpu(), &lines(19, &[6, 35])).unwrap();
}

/// With axes of one element, more columns than rows and the reverse.
const SHAPES: &[FftRequest] = &[
    FftRequest::plane(6, 10),
    FftRequest::plane(35, 48),
    FftRequest::plane(1, 7),
    FftRequest::plane(9, 2),
    FftRequest::planes(3, 4, 6),
    FftRequest::volume(4, 6, 10),
    FftRequest::volume(5, 1, 9),
];

#[test]
fn planes_and_volumes_agree() {
    let by = |path: FftPath| SHAPES.iter().map(|shape| shape.by(path)).collect::<Vec<_>>();
    compare_complex::<f32>(&gpu(), &by(FftPath::AnyRadix)).unwrap();
    compare_real::<f32>(&gpu(), &by(FftPath::Auto)).unwrap();
}

#[test]
fn lengths_that_take_two_passes_agree() {
    let long = [FftRequest::lines(2, 4096), FftRequest::lines(1, 6000), FftRequest::plane(2100, 3)];
    compare_complex::<f32>(&gpu(), &long.map(|request| request.by(FftPath::AnyRadix))).unwrap();
    compare_real::<f32>(&gpu(), &[FftRequest::plane(2100, 6)]).unwrap();
}

#[test]
fn double_precision_agrees() {
    compare_complex::<f64>(&gpu(), &lines(2, &[1, 8, 30, 49, 512])).unwrap();
    compare_complex::<f64>(&gpu(), &[FftRequest::plane(14, 9), FftRequest::lines(1, 2048)])
        .unwrap();
    compare_real::<f64>(&gpu(), &[FftRequest::plane(6, 10), FftRequest::plane(6, 15)]).unwrap();
}

#[test]
fn powers_of_two_in_registers_agree() {
    let registers = |request: FftRequest| request.by(FftPath::Registers);
    compare_complex::<f32>(
        &gpu(),
        &[registers(FftRequest::lines(3, 512)), registers(FftRequest::plane(64, 16))],
    )
    .unwrap();
    compare_real::<f32>(&gpu(), &[registers(FftRequest::plane(16, 64))]).unwrap();
    compare_complex::<f32>(&gpu(), &[FftRequest::plane(256, 16).by(FftPath::Split)]).unwrap();
    compare_complex::<f32>(&checked_gpu(), &[registers(FftRequest::lines(300, 32))]).unwrap();
}

#[test]
#[ignore = "compiles every kernel in registers, which takes a minute in software"]
fn all_powers_of_two_in_registers_agree() {
    for length in (4..=12).map(|bits| 1 << bits) {
        let [lines, plane] = [FftRequest::lines(3, length), FftRequest::plane(length, 16)];
        compare_complex::<f32>(
            &gpu(),
            &[lines.by(FftPath::Registers), plane.by(FftPath::Registers)],
        )
        .unwrap();
        compare_real::<f32>(&gpu(), &[FftRequest::lines(3, 2 * length).by(FftPath::Registers)])
            .unwrap();
    }
    for length in [256, 2048, 1 << 16] {
        compare_complex::<f32>(&gpu(), &[FftRequest::lines(2, length).by(FftPath::Split)]).unwrap();
    }
}

fn transformed(gpu: &Gpu, values: &[f64]) -> Vec<[f64; 2]> {
    let source: Vec<f32> = values.iter().map(|value| *value as f32).collect();
    let source = gpu.storage_from("source", &source).unwrap();
    let target: Buffer<[f32; 2]> = gpu.storage("target", 30 * 25).unwrap();
    let fft = Fft::forward(gpu, FftRequest::plane(30, 48), &source, &target).unwrap();
    let mut encoder = gpu.encoder("fft");
    fft.encode(&mut encoder.begin_compute_pass(&wgpu::ComputePassDescriptor::default()));
    gpu.submit(encoder);
    gpu.read(&target).unwrap().into_iter().map(|pair| pair.map(f64::from)).collect()
}

#[test]
fn a_transform_is_linear_and_keeps_the_sum_of_squares() {
    let gpu = gpu();
    let one = numbers(30 * 48);
    let two: Vec<f64> = one.iter().rev().map(|value| value * value).collect();
    let sum: Vec<f64> = one.iter().zip(&two).map(|(a, b)| 2.0 * a - 3.0 * b).collect();
    let [one_hat, two_hat, sum_hat] = [&one, &two, &sum].map(|values| transformed(&gpu, values));
    let combined: Vec<f64> = one_hat
        .iter()
        .flatten()
        .zip(two_hat.iter().flatten())
        .map(|(a, b)| 2.0 * a - 3.0 * b)
        .collect();
    let apart = error(&sum_hat.iter().flatten().copied().collect::<Vec<_>>(), &combined);
    assert!(apart < 1e-6, "{apart:.1e}");
    // Parseval: columns 1 to 23 of a row stand for their conjugates, too.
    let squares: f64 = one.iter().map(|value| value * value).sum();
    let weight = |place: usize| if matches!(place % 25, 0 | 24) { 1.0 } else { 2.0 };
    let spectral: f64 = one_hat
        .iter()
        .enumerate()
        .map(|(place, [re, im])| weight(place) * (re * re + im * im))
        .sum::<f64>()
        / (30.0 * 48.0);
    assert!((spectral / squares - 1.0).abs() < 1e-6, "{spectral} and {squares}");
}

#[test]
fn what_cannot_be_transformed_is_refused() {
    let gpu = gpu();
    let buffer = |len| gpu.storage::<[f32; 2]>("pairs", len).unwrap();
    let refused = |request: FftRequest, source, target| {
        let (source, target) = (buffer(source), buffer(target));
        Fft::complex(&gpu, request, FftDirection::Forward, &source, &target).unwrap_err()
    };
    let sentences = [
        (refused(FftRequest::lines(1, 11), 11, 11), "a length of 11 cannot be transformed"),
        (refused(FftRequest::lines(1, 0), 0, 0), "a length of 0 cannot be transformed"),
        (refused(FftRequest::lines(0, 8), 0, 0), "no lines"),
        (refused(FftRequest::lines(2, 8), 15, 16), "15 elements of the source"),
        (refused(FftRequest::lines(2, 8), 16, 17), "17 elements of the target"),
        (refused(FftRequest::planes(2, 1 << 13, 2), 1 << 15, 1 << 15), "too long"),
    ];
    for (error, sentence) in sentences {
        assert!(
            matches!(error, GpuError::Mismatch(_)) && error.to_string().contains(sentence),
            "{error}"
        );
    }
    let error = refused(FftRequest::lines(1, 24).by(FftPath::Registers), 24, 24);
    assert!(
        matches!(error, GpuError::Unsupported { .. }) && error.to_string().contains("24"),
        "{error}"
    );
    let (real, half) = (gpu.storage::<f32>("real", 1 << 15).unwrap(), buffer((1 << 14) + 1));
    let error = Fft::forward(&gpu, FftRequest::lines(1, 1 << 15), &real, &half).unwrap_err();
    assert!(error.to_string().contains("use a complex transform"), "{error}");
}
