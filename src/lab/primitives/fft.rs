//! The speed of Fourier transforms: forward and back.

use std::fmt;

use super::{MAX_RUNS, Record, row_on_gpu, time_on_cpu, time_on_gpu, work};
use crate::gpu::{Buffer, Gpu, GpuError};
use crate::lab::bench::Bench;
use crate::lab::flag::{Choice, Flag, KERNELS};
use crate::lab::measurement::Entry;
use crate::lab::{Detail, LabError, Measurement};
use crate::name::{Named, count};
use crate::named;
use crate::physics::initial::Random;
use crate::primitives::{Fft, FftDirection, FftPath, FftReal, FftRequest, reference, threaded};
use crate::words::say;

named! {
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

impl Default for FftSize {
    fn default() -> Self {
        Self::Plane { rows: 0, columns: 0 }
    }
}

impl fmt::Display for FftSize {
    fn fmt(&self, formatter: &mut fmt::Formatter) -> fmt::Result {
        match self {
            Self::Lines { count, length } => write!(formatter, "{count} lines of {length}"),
            Self::Plane { rows, columns } => write!(formatter, "{rows}x{columns}"),
        }
    }
}

/// A plane such as 1024x1024, or the length of lines, as many as have 2^22 elements.
impl Choice for FftSize {
    fn put(&mut self, text: &str) -> Result<(), String> {
        let size = match text.split_once(['x', 'X', '×']) {
            Some((rows, columns)) => {
                count(rows).zip(count(columns)).map(|(rows, columns)| Self::Plane { rows, columns })
            }
            None => count(text)
                .map(|length| Self::Lines { count: ((1 << 22) / length.max(1)).max(1), length }),
        };
        let is_small = |size: &Self| match *size {
            Self::Plane { rows, columns } => {
                rows.max(1).checked_mul(columns).is_some_and(|all| all < 1 << 32)
            }
            Self::Lines { length, .. } => length < 1 << 32,
        };
        *self = size.filter(is_small).ok_or_else(|| {
            format!("`{text}` is neither a length such as 4096 nor a plane such as 1024x1024")
        })?;
        Ok(())
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
#[derive(Clone, Copy, Debug, Default, PartialEq)]
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

/// Spectrum and result have to be those of double precision.
impl Bench for FftBench {
    const NAME: &'static str = "fft";
    const ABOUT: &'static str =
        "Fourier transforms forward and back, checked against double precision";
    const FLAGS: &'static [Flag<Self>] = &[
        Flag::<Self>::list(
            "size",
            "S,S,…",
            "1024x1024,4096x4096",
            "Sizes, separated by commas: ROWSxCOLUMNS of a plane, or the length of lines",
            |bench| &mut bench.size,
        ),
        Flag::<Self>::one(
            "lines",
            "N",
            "",
            "Number of lines, where the size is a length; as many as have 2^22 elements if left out",
            |bench| &mut bench.size,
        )
        .by(|bench, text| match &mut bench.size {
            FftSize::Lines { count, .. } => count.put(text),
            FftSize::Plane { .. } => 0_usize.put(text),
        }),
        Flag::<Self>::one("kind", "K", "complex", "Complex or real numbers", |bench| &mut bench.kind),
        Flag::<Self>::one("type", "T", "f32", "Type of the numbers", |bench| &mut bench.number),
        Flag::<Self>::kernels("auto", KERNELS, |bench| &mut bench.kernel),
    ];

    fn entry(&self) -> Entry {
        let Self { size, kind, number, kernel } = *self;
        let (kernel, precision, model) = (kernel.name(), number.name(), kind.name());
        Entry { kernel, precision, model, ..Entry::new(Self::NAME, size.elements()) }
    }

    fn check(&self, _: &Gpu) -> Result<(), LabError> {
        if self.size.elements() == 0 { Err(LabError::NoElements) } else { Ok(()) }
    }

    fn measure(&self, gpu: &Gpu) -> Result<Measurement, LabError> {
        match self.number {
            FftNumber::F32 => measure::<f32>(gpu, *self),
            FftNumber::F64 => measure::<f64>(gpu, *self),
        }
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
        return Err(row.wrong(what));
    }
    let details = vec![Detail::new("error", format!("{error:.2e}"))];
    Ok(Measurement { kernel: format!("{} {size}", row.kernel), details, ..row })
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
    let entry = bench.entry();
    let row = entry.on_cpu(threads, samples, work(entry));
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
    let row = row_on_gpu(gpu, bench.entry(), None, samples);
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
