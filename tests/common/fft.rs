//! Fourier transforms against the reference in double precision, and that against sums.

use std::f64::consts::TAU;
use std::fmt::Debug;

use starshell::gpu::{Buffer, Gpu};
use starshell::primitives::{Fft, FftDirection, FftReal, FftRequest, reference};

use super::Random;

pub type Complex = [f64; 2];

/// Numbers from -1 to 1, exact in single precision, the same in every run.
pub fn numbers(count: usize) -> Vec<f64> {
    let mut random = Random::new(count as u64);
    (0..count).map(|_| f64::from((2.0 * random.number() - 1.0) as f32)).collect()
}

pub fn pairs(count: usize) -> Vec<Complex> {
    numbers(2 * count).chunks_exact(2).map(|pair| [pair[0], pair[1]]).collect()
}

/// The sum that defines a transform of one line, without a factor.
pub fn sum(line: &[Complex], is_inverse: bool) -> Vec<Complex> {
    let n = line.len();
    let sign = if is_inverse { 1.0 } else { -1.0 };
    let term = |j: usize, k: usize| {
        let (sin, cos) = (sign * TAU * ((j * k) % n) as f64 / n as f64).sin_cos();
        [line[j][0] * cos - line[j][1] * sin, line[j][0] * sin + line[j][1] * cos]
    };
    let plus = |a: Complex, b: Complex| [a[0] + b[0], a[1] + b[1]];
    (0..n).map(|k| (0..n).fold([0.0; 2], |sum, j| plus(sum, term(j, k)))).collect()
}

/// The root of the summed squares of differences over that of the expected numbers; infinite if
/// something is not a number.
pub fn error(found: &[f64], expected: &[f64]) -> f64 {
    assert_eq!(found.len(), expected.len());
    let square = |all: &mut dyn Iterator<Item = f64>| all.map(|x| x * x).sum::<f64>();
    let apart = square(&mut found.iter().zip(expected).map(|(a, b)| a - b));
    let relative = (apart / square(&mut expected.iter().copied()).max(f64::MIN_POSITIVE)).sqrt();
    if relative.is_nan() { f64::INFINITY } else { relative }
}

fn flat<T: FftReal + Into<f64>>(all: &[[T; 2]]) -> Vec<f64> {
    all.iter().flatten().map(|part| (*part).into()).collect()
}

fn record(gpu: &Gpu, fft: &Fft) {
    let mut encoder = gpu.encoder("fft");
    fft.encode(&mut encoder.begin_compute_pass(&wgpu::ComputePassDescriptor::default()));
    gpu.submit(encoder);
}

/// A few roundings in each of the stages.
fn tolerance<T: FftReal>() -> f64 {
    if size_of::<T>() == 4 { 5e-7 } else { 3e-15 }
}

struct Comparison<'a> {
    gpu: &'a Gpu,
    request: FftRequest,
    allowed: f64,
}

impl Comparison<'_> {
    fn check(&self, what: &str, found: &[f64], expected: &[f64]) -> Result<(), String> {
        let error = error(found, expected);
        if error <= self.allowed {
            return Ok(());
        }
        let place = found.iter().zip(expected).position(|(a, b)| (a - b).abs() > 1e-4);
        Err(format!("{what} of {:?}: error {error:.2e}, first at {place:?}", self.request))
    }

    fn complex<T: FftReal + Into<f64> + Debug>(&self) -> Result<(), String> {
        let (gpu, request) = (self.gpu, self.request);
        let elements = pairs(request.elements());
        let source: Vec<[T; 2]> = elements.iter().map(|pair| pair.map(T::from_f64)).collect();
        let from = gpu.storage_from("source", &source).unwrap();
        let poison = vec![[T::from_f64(777.0); 2]; source.len()];
        for direction in [FftDirection::Forward, FftDirection::Inverse] {
            let expected = flat(&reference::fft(request, direction, &elements));
            let to = gpu.storage_from("target", &poison).unwrap();
            record(gpu, &Fft::complex(gpu, request, direction, &from, &to).unwrap());
            self.check(&format!("{direction:?}"), &flat(&gpu.read(&to).unwrap()), &expected)?;
            let own = gpu.storage_from("target", &source).unwrap();
            record(gpu, &Fft::complex(gpu, request, direction, &own, &own).unwrap());
            self.check(
                &format!("{direction:?} in place"),
                &flat(&gpu.read(&own).unwrap()),
                &expected,
            )?;
        }
        if flat(&gpu.read(&from).unwrap()) == flat(&source) {
            Ok(())
        } else {
            Err("the source has changed".to_owned())
        }
    }

    fn real<T: FftReal + Into<f64> + Debug>(&self) -> Result<(), String> {
        let (gpu, request) = (self.gpu, self.request);
        let elements = numbers(request.elements());
        let source: Vec<T> = elements.iter().map(|value| T::from_f64(*value)).collect();
        let expected = reference::real_fft(request, &elements);
        let (from, back) = (
            gpu.storage_from("source", &source).unwrap(),
            gpu.storage("back", source.len()).unwrap(),
        );
        let poison = vec![[T::from_f64(777.0); 2]; expected.len()];
        let to: Buffer<[T; 2]> = gpu.storage_from("target", &poison).unwrap();
        record(gpu, &Fft::forward(gpu, request, &from, &to).unwrap());
        self.check("Real", &flat(&gpu.read(&to).unwrap()), &flat(&expected))?;
        // From other values, so that a mistake on the way forth cannot cancel one on the way back.
        let other: Vec<f64> = elements.iter().rev().map(|value| value + 0.5).collect();
        let spectrum = reference::real_fft(request, &other);
        let spectrum: Vec<[T; 2]> = spectrum.iter().map(|pair| pair.map(T::from_f64)).collect();
        let half = gpu.storage_from("spectrum", &spectrum).unwrap();
        record(gpu, &Fft::inverse(gpu, request, &half, &back).unwrap());
        let found: Vec<f64> = gpu.read(&back).unwrap().into_iter().map(Into::into).collect();
        self.check("Real inverse", &found, &other)
    }
}

/// Complex transforms both ways, in place and not, against the reference.
pub fn compare_complex<T: FftReal + Into<f64> + Debug>(
    gpu: &Gpu,
    requests: &[FftRequest],
) -> Result<(), String> {
    requests.iter().try_for_each(|&request| {
        Comparison { gpu, request, allowed: tolerance::<T>() }.complex::<T>()
    })
}

/// Real transforms both ways, against the reference.
pub fn compare_real<T: FftReal + Into<f64> + Debug>(
    gpu: &Gpu,
    requests: &[FftRequest],
) -> Result<(), String> {
    requests
        .iter()
        .try_for_each(|&request| Comparison { gpu, request, allowed: tolerance::<T>() }.real::<T>())
}
