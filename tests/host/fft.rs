//! The reference of Fourier transforms against the sums that define them, and the plans of kernels
//! on the noop backend.

use starshell::gpu::Gpu;
use starshell::primitives::{Fft, FftDirection, FftRequest, reference, threaded};

use crate::common::fft::{error, numbers, pairs, sum};

fn flat(all: &[[f64; 2]]) -> Vec<f64> {
    all.iter().flatten().copied().collect()
}

#[test]
fn the_reference_agrees_with_sums_for_any_length() {
    for length in
        [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 15, 16, 17, 21, 30, 32, 49, 64, 97, 100]
    {
        let line = pairs(length);
        let request = FftRequest::lines(1, length);
        let found = reference::fft(request, FftDirection::Forward, &line);
        assert!(error(&flat(&found), &flat(&sum(&line, false))) < 2e-14, "{length}");
        let back = reference::fft(request, FftDirection::Inverse, &found);
        assert!(error(&flat(&back), &flat(&line)) < 1e-15, "{length}");
        let values = numbers(length);
        let all = sum(&values.iter().map(|value| [*value, 0.0]).collect::<Vec<_>>(), false);
        let half = reference::real_fft(request, &values);
        assert!(error(&flat(&half), &flat(&all[..length / 2 + 1])) < 2e-14, "{length}");
        assert!(error(&reference::real_inverse_fft(request, &half), &values) < 1e-15, "{length}");
    }
}

#[test]
fn planes_and_volumes_are_sums_along_each_axis_and_threads_change_no_bit() {
    let request = FftRequest::volume(3, 4, 5);
    let elements = pairs(60);
    let mut expected = elements.clone();
    for (length, stride) in [(5, 1), (4, 5), (3, 20)] {
        for start in (0..60).filter(|place| place / stride % length == 0) {
            let line: Vec<_> = (0..length).map(|i| expected[start + i * stride]).collect();
            sum(&line, false)
                .into_iter()
                .enumerate()
                .for_each(|(i, element)| expected[start + i * stride] = element);
        }
    }
    let found = reference::fft(request, FftDirection::Forward, &elements);
    assert!(error(&flat(&found), &flat(&expected)) < 1e-14);
    assert_eq!(threaded::fft(request, FftDirection::Forward, &elements), found);
    let values = numbers(60);
    let half = reference::real_fft(request, &values);
    assert_eq!(threaded::real_fft(request, &values), half);
    let back = reference::real_inverse_fft(request, &half);
    assert!(error(&back, &values) < 1e-15);
    assert_eq!(threaded::real_inverse_fft(request, &half), back);
}

#[test]
fn every_shape_is_recorded_without_a_complaint() {
    let gpu = Gpu::noop().unwrap();
    for request in [
        FftRequest::plane(4096, 4096),
        FftRequest::lines(3, 1 << 14),
        FftRequest::lines(2, 15),
        FftRequest::volume(8, 16, 32),
        FftRequest::plane(30, 7),
    ] {
        let pairs = |len| gpu.storage::<[f32; 2]>("pairs", len).unwrap();
        let (source, target) = (pairs(request.elements()), pairs(request.elements()));
        let mut all =
            vec![Fft::complex(&gpu, request, FftDirection::Inverse, &source, &target).unwrap()];
        if request != FftRequest::lines(3, 1 << 14) {
            let (real, half) =
                (gpu.storage("real", request.elements()).unwrap(), pairs(request.half_elements()));
            all.push(Fft::forward::<f32>(&gpu, request, &real, &half).unwrap());
            all.push(Fft::inverse::<f32>(&gpu, request, &half, &real).unwrap());
        }
        let mut encoder = gpu.encoder("fft");
        all.iter().for_each(|fft| {
            fft.encode(&mut encoder.begin_compute_pass(&wgpu::ComputePassDescriptor::default()))
        });
        gpu.submit(encoder);
        gpu.wait().unwrap_or_else(|error| panic!("{request:?}: {error}"));
    }
}
