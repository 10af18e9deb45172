//! The precision of forces and states, and kernels for each.

use glam::DVec3;

use crate::gpu::{Buffer, Gpu, GpuError, KernelSource};
use crate::name::Named;
use crate::named;
use crate::words::say;

named! {
    /// The precision in which a simulation computes.
    #[derive(Default)]
    pub enum Precision: "precision" {
        /// Single precision throughout: the fastest.
        #[default]
        Single = "f32",
        /// Forces in single precision, positions and velocities with 47 bits: small changes are not
        /// lost in long runs.
        Pair = "f32+",
        /// Double precision throughout, if the adapter supports it.
        Double = "f64",
    }
}

impl Precision {
    /// Rejects a precision that the adapter does not support.
    ///
    /// # Errors
    /// [`GpuError::Unsupported`], with the remedy.
    pub fn check(self, gpu: &Gpu) -> Result<(), GpuError> {
        if self.is_supported(gpu) {
            return Ok(());
        }
        let (missing, remedy) = (say!("missing-double"), Self::Pair.name().into());
        Err(GpuError::unsupported(self.name(), gpu.adapter_name(), missing, remedy))
    }

    /// Whether the adapter supports this precision.
    pub fn is_supported(self, gpu: &Gpu) -> bool {
        self != Self::Double || gpu.features().contains(wgpu::Features::SHADER_F64)
    }

    /// A vector as this precision stores it.
    pub(super) fn rounded(self, vector: DVec3) -> DVec3 {
        let row = vector.extend(0.0).to_array();
        let [x, y, z, _] = match self {
            Self::Single => row.map(|number| f64::from(number as f32)),
            Self::Pair | Self::Double => narrow(self, &wide(self, row)),
        };
        DVec3::new(x, y, z)
    }

    /// Bytes per row of positions, the largest buffer that is bound.
    pub fn row_bytes(self) -> usize {
        match self {
            Self::Single => size_of::<[f32; 4]>(),
            Self::Pair | Self::Double => size_of::<Wide>(),
        }
    }

    /// Checks that the adapter's memory can hold this many bodies at all, before anything is
    /// allocated.
    ///
    /// # Errors
    /// [`GpuError::TooLarge`].
    pub fn check_storage(self, gpu: &Gpu, count: usize) -> Result<(), GpuError> {
        let what = format!("{count} positions");
        match self {
            Self::Single => gpu.check_storage::<[f32; 4]>(&what, count),
            Self::Pair | Self::Double => gpu.check_storage::<Wide>(&what, count),
        }
    }
}

/// A row of a state beyond single precision: four numbers of 64 bits, or the high and then the low
/// parts of four numbers.
pub(super) type Wide = [f32; 8];

/// Four numbers as `precision` stores them. The low part of a pair is the remainder of its high
/// part.
pub(super) fn wide(precision: Precision, row: [f64; 4]) -> Wide {
    match precision {
        Precision::Double => bytemuck::cast(row),
        Precision::Single | Precision::Pair => {
            let high = row.map(|number| number as f32);
            // An infinity has no remainder.
            let low = |index: usize| {
                if high[index].is_finite() {
                    (row[index] - f64::from(high[index])) as f32
                } else {
                    0.0
                }
            };
            std::array::from_fn(|index| if index < 4 { high[index] } else { low(index - 4) })
        }
    }
}

/// The four numbers of a row stored in `precision`.
pub(super) fn narrow(precision: Precision, row: &Wide) -> [f64; 4] {
    match precision {
        Precision::Double => bytemuck::cast(*row),
        // Without a low part, the high part is the number: adding 0 would not keep the sign of -0.
        Precision::Single | Precision::Pair => std::array::from_fn(|index| match row[index + 4] {
            0.0 => f64::from(row[index]),
            low => f64::from(row[index]) + f64::from(low),
        }),
    }
}

/// Rows of four numbers in the precision of the forces, for accelerations or partial sums.
#[derive(Clone, Debug)]
pub enum Rows {
    /// In single precision.
    Single(Buffer<[f32; 4]>),
    /// In double precision.
    Double(Buffer<[f64; 4]>),
}

impl Rows {
    /// `len` rows of zeros.
    ///
    /// # Errors
    /// As [`Gpu::storage`].
    pub fn new(gpu: &Gpu, label: &str, len: usize, precision: Precision) -> Result<Self, GpuError> {
        Ok(match precision {
            Precision::Single | Precision::Pair => Self::Single(gpu.storage(label, len)?),
            Precision::Double => Self::Double(gpu.storage(label, len)?),
        })
    }

    /// The underlying wgpu buffer.
    pub fn raw(&self) -> &wgpu::Buffer {
        match self {
            Self::Single(buffer) => buffer.raw(),
            Self::Double(buffer) => buffer.raw(),
        }
    }

    /// Number of rows.
    pub fn len(&self) -> usize {
        match self {
            Self::Single(buffer) => buffer.len(),
            Self::Double(buffer) => buffer.len(),
        }
    }

    /// Whether there are no rows.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Replaces all rows by `row`.
    pub fn fill(&self, gpu: &Gpu, row: [f64; 4]) {
        match self {
            Self::Single(buffer) => {
                gpu.write(buffer, &vec![row.map(|number| number as f32); buffer.len()])
            }
            Self::Double(buffer) => gpu.write(buffer, &vec![row; buffer.len()]),
        }
    }

    /// Reads every row back. Waits for the GPU.
    ///
    /// # Errors
    /// [`GpuError::Lost`].
    pub fn read(&self, gpu: &Gpu) -> Result<Vec<[f64; 4]>, GpuError> {
        Ok(match self {
            Self::Single(buffer) => {
                gpu.read(buffer)?.iter().map(|row| row.map(f64::from)).collect()
            }
            Self::Double(buffer) => gpu.read(buffer)?,
        })
    }

    /// Reads the vector part of every row back. Waits for the GPU.
    ///
    /// # Errors
    /// [`GpuError::Lost`].
    pub fn read_vectors(&self, gpu: &Gpu) -> Result<Vec<DVec3>, GpuError> {
        Ok(self.read(gpu)?.iter().map(|&[x, y, z, _]| DVec3::new(x, y, z)).collect())
    }
}

/// One WGSL kernel in each precision.
#[derive(Debug)]
pub struct Variants {
    /// In single precision.
    pub single: KernelSource,
    /// With pairs of numbers in single precision.
    pub pair: KernelSource,
    /// In double precision.
    pub double: KernelSource,
}

impl Variants {
    /// The kernel in this precision.
    pub fn of(&self, precision: Precision) -> &KernelSource {
        match precision {
            Precision::Single => &self.single,
            Precision::Pair => &self.pair,
            Precision::Double => &self.double,
        }
    }
}

/// A kernel that moves bodies, in each precision: its label, its files, its tunings.
macro_rules! variants {
    ($label:literal, $($file:literal),*) => {
        $crate::physics::precision::variants!($label, $($file),*; &[&[]])
    };
    ($label:literal, $($file:literal),*; $tunings:expr) => {
        $crate::physics::precision::Variants {
            single: $crate::gpu::KernelSource::trusted(
                $label,
                &[$($crate::wgsl!($file),)* $crate::wgsl!("real_f32.wgsl"), $crate::wgsl!("motion/state_real.wgsl")],
                $tunings,
            ),
            pair: $crate::gpu::KernelSource::trusted(
                $label,
                &[$($crate::wgsl!($file),)* $crate::wgsl!("real_f32.wgsl"), $crate::wgsl!("motion/state_pair.wgsl")],
                $tunings,
            ),
            double: $crate::gpu::KernelSource::trusted(
                $label,
                &[$($crate::wgsl!($file),)* $crate::wgsl!("real_f64.wgsl"), $crate::wgsl!("motion/state_real.wgsl")],
                $tunings,
            ),
        }
    };
}

pub(super) use variants;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_come_back_as_they_went() {
        let row = [1.0 / 3.0, -1e-9 / 7.0, 0.0, 2e9 / 3.0];
        assert_eq!(narrow(Precision::Double, &wide(Precision::Double, row)), row);
        let pair = narrow(Precision::Pair, &wide(Precision::Pair, row));
        for (got, expected) in pair.iter().zip(row) {
            assert!(
                (got - expected).abs() <= expected.abs() * 2.0_f64.powi(-48),
                "{got} not {expected}"
            );
        }
        // Splitting again gives the same bits.
        assert_eq!(wide(Precision::Pair, pair), wide(Precision::Pair, row));
        let infinite = [f64::INFINITY, f64::NEG_INFINITY, 1e300, f64::NAN];
        let [a, b, c, d] = narrow(Precision::Pair, &wide(Precision::Pair, infinite));
        assert!(
            a == f64::INFINITY && b == f64::NEG_INFINITY && c == f64::INFINITY && d.is_nan(),
            "{a} {b} {c} {d}"
        );
    }
}
