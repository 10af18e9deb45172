//! The speed of Fourier transforms: forward and back.

use std::fmt;

use super::{MAX_RUNS, Record, row_on_cpu, row_on_gpu, time_on_cpu, time_on_gpu};
use crate::gpu::{Buffer, Gpu, GpuError};
use crate::lab::kernel_list::kernels;
use crate::lab::{Detail, LabError, Measurement};
use crate::name::Named;
use crate::named;
use crate::physics::initial::Random;
use crate::primitives::{Fft, FftDirection, FftPath, FftReal, FftRequest, reference, threaded};
use crate::words::say;

kernels! {
    /// The kernel of a Fourier transform.
    #[derive(Default)]
    pub enum FftKernel: "Fourier transform" {
        /// Whatever suits this adapter.
        #[default]
        Auto = "auto",
        /// Powers of two from 16 to 4096 in single precision: whole lines in registers, by
        /// radix 16.
        Registers = "registers",
        /// Powers of two from 16 to 4096 in single precision, in registers: columns, and lines on
        /// their own, are split into two shorter transforms.
        Split = "split",
        /// Any smooth length, by radices that are known at run time.
        AnyRadix = "any-radix",
    }
    lists {}
    cpu {
        /// On the CPU: loops of radix 4 and less.
        CpuSerial = "cpu-serial",
        /// On the CPU: the same on all cores.
        CpuThreaded = "cpu-threaded",
    }
}

named! {
    /// What is transformed.
    #[derive(Default)]
    pub enum FftKind: "kind" {
        /// Complex numbers.
        #[default]
        Complex = "complex",
        /// Real numbers, into half of their spectrum.
        Real = "real",
    }
}

named! {
    /// The precision of a transform.
    #[derive(Default)]
    pub enum FftNumber: "type" {
        /// Single precision.
        #[default]
        F32 = "f32",
        /// Double precision.
        F64 = "f64",
    }
}

/// How much is transformed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FftSize {
    /// Lines, each on its own.
    Lines {
        /// Their number.
        count: usize,
        /// Elements of each.
        length: usize,
    },
    /// A plane.
    Plane {
        /// Its rows.
        rows: usize,
        /// Elements of each.
        columns: usize,
    },
}

impl fmt::Display for FftSize {
    fn fmt(&self, formatter: &mut fmt::Formatter) -> fmt::Result {
        match self {
            Self::Lines { count, length } => write!(formatter, "{count} lines of {length}"),
            Self::Plane { rows, columns } => write!(formatter, "{rows}x{columns}"),
        }
    }
}

impl FftSize {
    /// Number of elements.
    pub fn elements(self) -> usize {
        self.request().elements()
    }

    fn request(self) -> FftRequest {
        match self {
            Self::Lines { count, length } => FftRequest::lines(count, length),
            Self::Plane { rows, columns } => FftRequest::plane(rows, columns),
        }
    }
}

/// A Fourier transform forward and back, to be measured: one row of a table.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct FftBench {
    /// How much is transformed.
    pub size: FftSize,
    /// Complex or real numbers.
    pub kind: FftKind,
    /// Their precision.
    pub number: FftNumber,
    /// The kernel.
    pub kernel: FftKernel,
}

/// The largest relative error of a right result: rounding is a tenth of it.
fn allowed(number: FftNumber) -> f64 {
    if number == FftNumber::F32 { 2e-6 } else { 5e-15 }
}

/// Measures a transform forward and back, in elements per second. Spectrum and result are compared
/// with double precision.
///
/// # Errors
/// [`LabError::Wrong`] if either is not right; otherwise if there are no or too many elements, the
/// adapter cannot run this kernel, or it is lost.
pub fn measure_fft(gpu: &Gpu, bench: FftBench) -> Result<Measurement, LabError> {
    match bench.number {
        FftNumber::F32 => measure::<f32>(gpu, bench),
        FftNumber::F64 => measure::<f64>(gpu, bench),
    }
}

/// The spectrum and the result as plain numbers, and the times.
struct Run {
    row: Measurement,
    spectrum: Vec<f64>,
    result: Vec<f64>,
}

fn measure<T: FftReal + Into<f64>>(gpu: &Gpu, bench: FftBench) -> Result<Measurement, LabError> {
    let FftBench { size, kind, number, kernel } = bench;
    if size.elements() == 0 {
        return Err(LabError::NoElements);
    }
    let is_complex = kind == FftKind::Complex;
    gpu.check_storage::<[T; 2]>(
        &format!("a spectrum of {} elements", size.elements()),
        size.elements(),
    )?;
    let mut random = Random::new(1);
    let numbers = if is_complex { 2 * size.elements() } else { size.elements() };
    let values: Vec<f64> =
        (0..numbers).map(|_| f64::from((2.0 * random.uniform() - 1.0) as f32)).collect();
    let request = size.request();
    let Run { row, spectrum, result } = match kernel {
        FftKernel::CpuSerial | FftKernel::CpuThreaded => on_cpu::<T>(bench, request, &values),
        _ => on_gpu::<T>(gpu, bench, request, &values)?,
    };
    let expected = if is_complex {
        threaded::fft(
            request,
            FftDirection::Forward,
            bytemuck::cast_slice::<f64, [f64; 2]>(&values),
        )
    } else {
        threaded::real_fft(request, &values)
    };
    let error = relative_error(&spectrum, bytemuck::cast_slice(&expected))
        .max(relative_error(&result, &values));
    if error > allowed(number) {
        let what = say!("wrong-transform", error = format!("{error:.1e}"));
        return Err(LabError::Wrong {
            bench: row.bench,
            kernel: row.kernel,
            adapter: row.adapter,
            what,
        });
    }
    let details = vec![Detail::new("error", format!("{error:.2e}"))];
    Ok(Measurement {
        kernel: format!("{} {size}", row.kernel),
        precision: number.name(),
        model: kind.name(),
        details,
        ..row
    })
}

/// The root of the summed squares of differences over that of the expected numbers.
fn relative_error(found: &[f64], expected: &[f64]) -> f64 {
    let squares = found.iter().zip(expected).fold([0.0; 2], |[apart, all], (found, expected)| {
        [apart + (found - expected).powi(2), all + expected.powi(2)]
    });
    let error = (squares[0] / squares[1].max(f64::MIN_POSITIVE)).sqrt();
    if found.len() == expected.len() && error.is_finite() { error } else { f64::INFINITY }
}

fn plain<T: FftReal + Into<f64>>(numbers: &[T]) -> Vec<f64> {
    numbers.iter().map(|number| (*number).into()).collect()
}

fn on_cpu<T: FftReal + Into<f64>>(bench: FftBench, request: FftRequest, values: &[f64]) -> Run {
    let by_threads = bench.kernel == FftKernel::CpuThreaded;
    let threads = if by_threads { rayon::current_num_threads() } else { 1 };
    let values: Vec<T> = values.iter().map(|value| T::from_f64(*value)).collect();
    let (forward, back) = (FftDirection::Forward, FftDirection::Inverse);
    let (samples, (spectrum, result)) = if bench.kind == FftKind::Complex {
        let fft = if by_threads { threaded::fft } else { reference::fft };
        time_on_cpu(
            || bytemuck::cast_slice::<T, [T; 2]>(&values),
            |values| {
                let spectrum = fft(request, forward, values);
                let result = fft(request, back, &spectrum);
                (spectrum, plain::<T>(bytemuck::cast_slice(&result)))
            },
        )
    } else {
        let fft = if by_threads { threaded::real_fft } else { reference::real_fft };
        let inverse =
            if by_threads { threaded::real_inverse_fft } else { reference::real_inverse_fft };
        time_on_cpu(
            || &values[..],
            |values| {
                let spectrum = fft(request, values);
                let result = inverse(request, &spectrum);
                (spectrum, plain(&result))
            },
        )
    };
    let row = row_on_cpu("fft", bench.kernel.name(), threads, request.elements(), samples);
    Run { row, spectrum: plain::<T>(bytemuck::cast_slice(&spectrum)), result }
}

impl FftKernel {
    fn path(self) -> FftPath {
        match self {
            Self::Registers => FftPath::Registers,
            Self::Split => FftPath::Split,
            Self::AnyRadix => FftPath::AnyRadix,
            Self::Auto | Self::CpuSerial | Self::CpuThreaded => FftPath::Auto,
        }
    }
}

fn on_gpu<T: FftReal + Into<f64>>(
    gpu: &Gpu,
    bench: FftBench,
    request: FftRequest,
    values: &[f64],
) -> Result<Run, LabError> {
    let request = request.by(bench.kernel.path());
    let values: Vec<T> = values.iter().map(|value| T::from_f64(*value)).collect();
    let (forward, back) = (FftDirection::Forward, FftDirection::Inverse);
    let (fft, inverse, spectrum, result): (_, _, Buffer<[T; 2]>, Results<T>) =
        if bench.kind == FftKind::Complex {
            let source =
                gpu.storage_from("bench/source", bytemuck::cast_slice::<T, [T; 2]>(&values))?;
            let (spectrum, target) = (
                gpu.storage("bench/spectrum", source.len())?,
                gpu.storage("bench/target", source.len())?,
            );
            let fft = Fft::complex(gpu, request, forward, &source, &spectrum)?;
            (
                fft,
                Fft::complex(gpu, request, back, &spectrum, &target)?,
                spectrum,
                Results::Complex(target),
            )
        } else {
            let source = gpu.storage_from("bench/source", &values)?;
            let (spectrum, target) = (
                gpu.storage("bench/spectrum", request.half_elements())?,
                gpu.storage("bench/target", source.len())?,
            );
            let fft = Fft::forward(gpu, request, &source, &spectrum)?;
            (fft, Fft::inverse(gpu, request, &spectrum, &target)?, spectrum, Results::Real(target))
        };
    let record: Record = Box::new(move |pass| {
        fft.encode(pass);
        inverse.encode(pass);
    });
    let samples = time_on_gpu(
        gpu,
        MAX_RUNS,
        |encoder| encoder.clear_buffer(spectrum.raw(), 0, None),
        &record,
    )?;
    let row = row_on_gpu(gpu, "fft", (bench.kernel.name(), None), request.elements(), samples);
    let result = result.read(gpu)?;
    Ok(Run { row, spectrum: plain::<T>(bytemuck::cast_slice(&gpu.read(&spectrum)?)), result })
}

/// What came back.
enum Results<T> {
    Complex(Buffer<[T; 2]>),
    Real(Buffer<T>),
}

impl<T: FftReal + Into<f64>> Results<T> {
    fn read(&self, gpu: &Gpu) -> Result<Vec<f64>, GpuError> {
        match self {
            Self::Complex(buffer) => Ok(plain::<T>(bytemuck::cast_slice(&gpu.read(buffer)?))),
            Self::Real(buffer) => Ok(plain(&gpu.read(buffer)?)),
        }
    }
}
