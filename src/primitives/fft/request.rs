//! What is transformed, and how.

use std::ops::{Add, Mul, Neg, Sub};

use super::kernels::{REGISTERS, REGISTERS_MEMORY, Stages, any_in};
use super::roots;
use crate::gpu::{Gpu, GpuError, tuned};
use crate::name::Named;
use crate::named;
use crate::words::say;

/// The numbers of a transform: `f32`, or `f64` where the adapter has it.
pub trait FftReal:
    bytemuck::Pod
    + Send
    + Sync
    + Add<Output = Self>
    + Sub<Output = Self>
    + Mul<Output = Self>
    + Neg<Output = Self>
    + sealed::Sealed
{
    /// The nearest number.
    fn from_f64(value: f64) -> Self;
}

mod sealed {
    pub trait Sealed {}
    impl Sealed for f32 {}
    impl Sealed for f64 {}
}

impl FftReal for f32 {
    fn from_f64(value: f64) -> Self {
        value as Self
    }
}

impl FftReal for f64 {
    fn from_f64(value: f64) -> Self {
        value
    }
}

named! {
    /// Which way a Fourier transform goes.
    pub enum FftDirection: "direction" {
        /// From values to their spectrum.
        Forward = "forward",
        /// From a spectrum to values.
        Inverse = "inverse",
    }
}

named! {
    /// How lines are transformed.
    #[derive(Default)]
    pub enum FftPath: "path of a Fourier transform" {
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
}

/// What is transformed, and how.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FftRequest {
    pub(super) planes: usize,
    pub(super) rows: usize,
    pub(super) columns: usize,
    /// The number of axes that are transformed, from the columns' on.
    pub(super) axes: usize,
    pub(super) path: FftPath,
}

impl FftRequest {
    /// This many lines of this length, each on its own.
    pub const fn lines(count: usize, length: usize) -> Self {
        Self { planes: 1, rows: count, columns: length, axes: 1, path: FftPath::Auto }
    }

    /// A plane of rows.
    pub const fn plane(rows: usize, columns: usize) -> Self {
        Self::planes(1, rows, columns)
    }

    /// This many planes, each on its own.
    pub const fn planes(count: usize, rows: usize, columns: usize) -> Self {
        Self { planes: count, rows, columns, axes: 2, path: FftPath::Auto }
    }

    /// A volume of planes of rows.
    pub const fn volume(planes: usize, rows: usize, columns: usize) -> Self {
        Self { planes, rows, columns, axes: 3, path: FftPath::Auto }
    }

    /// Sets the path.
    #[must_use]
    #[doc(hidden)]
    pub const fn by(self, path: FftPath) -> Self {
        Self { path, ..self }
    }

    /// Number of elements, complex or real.
    pub const fn elements(self) -> usize {
        self.planes * self.rows * self.columns
    }

    /// Number of elements of half of the spectrum of real elements.
    pub const fn half_elements(self) -> usize {
        self.planes * self.rows * self.half_columns()
    }

    /// Whether rows consist of whole pairs.
    pub(super) const fn is_even(self) -> bool {
        self.columns.is_multiple_of(2)
    }

    /// Elements of a row of half of a spectrum.
    pub(super) const fn half_columns(self) -> usize {
        self.columns / 2 + 1
    }

    /// Elements over which an inverse transform averages.
    pub(super) fn averaged(self) -> usize {
        [self.columns, self.rows, self.planes][..self.axes].iter().product()
    }

    /// The axes that are transformed, the rows first, in a buffer with this many elements per row.
    pub(super) fn axes(self, pitch: usize) -> Vec<Axis> {
        let plane = self.rows * pitch;
        let all = [
            Axis {
                length: self.columns,
                stride: 1,
                inner: 1,
                outer_stride: pitch,
                lines: self.planes * self.rows,
            },
            Axis {
                length: self.rows,
                stride: pitch,
                inner: pitch,
                outer_stride: plane,
                lines: self.planes * pitch,
            },
            Axis {
                length: self.planes,
                stride: plane,
                inner: plane,
                outer_stride: 0,
                lines: plane,
            },
        ];
        all[..self.axes].to_vec()
    }

    /// Refuses what no adapter, or not this one, can transform.
    pub(super) fn check<T: FftReal>(self, gpu: &Gpu) -> Result<(), GpuError> {
        let has_double = gpu.features().contains(wgpu::Features::SHADER_F64);
        if size_of::<T>() == 8 && !has_double {
            let missing = say!("missing-double");
            return Err(GpuError::unsupported(
                "fft",
                gpu.adapter_name(),
                missing,
                say!("remedy-numbers"),
            ));
        }
        for axis in self.axes(self.columns) {
            axis.check::<T>(gpu, self.path)?;
        }
        Ok(())
    }

    /// Refuses real elements that no adapter, or not this one, can transform.
    pub(in crate::primitives) fn check_real<T: FftReal>(self, gpu: &Gpu) -> Result<(), GpuError> {
        let columns = self.columns;
        let halves = if self.is_even() { columns / 2 } else { columns };
        let half = Self { columns: halves, ..self };
        half.check::<T>(gpu)?;
        // Odd lengths have real kernels for any radix only.
        let path = if self.is_even() { self.path } else { FftPath::AnyRadix };
        if stages::<T>(gpu, halves, path).is_none() {
            return Err(GpuError::Mismatch(format!(
                "real rows of {columns} elements are too long for a transform on this adapter: use a complex transform"
            )));
        }
        Ok(())
    }
}

/// Lines along an axis. Neighbours are one element apart, unless there is just one.
#[derive(Clone, Copy, Debug)]
pub struct Axis {
    /// Elements of a line.
    pub length: usize,
    /// Their distance.
    pub stride: usize,
    /// Neighbours.
    pub inner: usize,
    /// The distance between lines after as many neighbours.
    pub outer_stride: usize,
    /// All lines.
    pub lines: usize,
}

impl Axis {
    /// Whether lines lie side by side.
    pub fn is_across(&self) -> bool {
        self.stride > 1
    }

    fn check<T: FftReal>(&self, gpu: &Gpu, path: FftPath) -> Result<(), GpuError> {
        let length = self.length;
        if roots::radices(length).is_none() {
            return Err(GpuError::Mismatch(format!(
                "a length of {length} cannot be transformed: pad it to one without prime factors above 7"
            )));
        }
        if self.lines == 0 {
            return Err(GpuError::Mismatch(
                "there are no lines to transform: give at least one".to_owned(),
            ));
        }
        let is_one_pass = stages::<T>(gpu, length, path).is_some();
        if !is_one_pass && self.split::<T>(gpu, path).is_none() {
            if path == FftPath::Auto || path == FftPath::Split {
                return Err(GpuError::Mismatch(format!(
                    "a length of {length} is too long for a transform on this adapter: use shorter lines"
                )));
            }
            let missing = say!("missing-fft-length", length = length);
            return Err(GpuError::unsupported(
                path.name(),
                gpu.adapter_name(),
                missing,
                say!("remedy-auto"),
            ));
        }
        Ok(())
    }

    /// The two lengths into which a line is split; the first is that of the first pass. `None` if
    /// that is impossible here.
    pub fn split<T: FftReal>(&self, gpu: &Gpu, path: FftPath) -> Option<[usize; 2]> {
        // A line is found by two numbers: its neighbours take one, and the split takes the other.
        if self.inner > 1 && self.lines > self.inner {
            return None;
        }
        let root = self.length.isqrt();
        let is_possible = |length: usize| length > 1 && stages::<T>(gpu, length, path).is_some();
        let first = (2..=root).rev().filter(|first| self.length.is_multiple_of(*first));
        first
            .map(|first| [first, self.length / first])
            .find(|both| both.iter().all(|length| is_possible(*length)))
    }

    /// Whether it should be split, although one pass is possible.
    pub fn prefers_split<T: FftReal>(&self, gpu: &Gpu, request: FftRequest) -> bool {
        let path = request.path;
        let is_wanted = match path {
            // Just two or four whole columns fit into a workgroup, whose accesses are then too
            // narrow for memory.
            FftPath::Auto => self.is_across() && self.length >= 2048 && !gpu.is_software(),
            FftPath::Split => self.length >= 256 && (self.is_across() || request.axes == 1),
            FftPath::Registers | FftPath::AnyRadix => false,
        };
        is_wanted && self.split::<T>(gpu, path).is_some()
    }
}

/// The elements of a line that a kernel for any radix takes.
pub fn longest_for_any_radix<T: FftReal>(gpu: &Gpu) -> usize {
    let tuning =
        any_in(gpu.limits().max_compute_workgroup_storage_size, size_of::<T>(), gpu.is_software());
    tuned(tuning, "ELEMENTS").unwrap_or(0) as usize
}

/// How lines of this length are transformed in one pass; `None` if they are too long, or not by
/// this path.
pub fn stages<T: FftReal>(gpu: &Gpu, length: usize, path: FftPath) -> Option<Stages> {
    let limits = gpu.limits();
    let fits = limits.max_compute_workgroup_storage_size >= REGISTERS_MEMORY
        && limits.max_compute_invocations_per_workgroup >= 512;
    let [least, most] = REGISTERS;
    let in_registers =
        size_of::<T>() == 4 && fits && length.is_power_of_two() && (least..=most).contains(&length);
    match path {
        FftPath::Registers | FftPath::Split if in_registers => Some(Stages::Registers),
        FftPath::Registers => None,
        // Software takes about a second to compile one, which only long lines make up for: they are
        // twice as fast.
        FftPath::Auto if in_registers && (!gpu.is_software() || length >= 256) => {
            Some(Stages::Registers)
        }
        _ => (length <= longest_for_any_radix::<T>(gpu)).then_some(Stages::AnyRadix),
    }
}
