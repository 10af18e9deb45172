//! The rungs: their kernels, what each changes, and what was published about it.

use crate::gpu::KernelSource;
use crate::name::Named;
use crate::words::Text;
use crate::{named, wgsl};

/// One kernel, whole in one file.
macro_rules! rung {
    ($label:literal, $file:literal) => {
        KernelSource::trusted($label, &[wgsl!($file)], &[&[]])
    };
}

/// The kernels of rungs 0 to 10.
///
/// They share no parts, so that a reader sees a whole kernel and the difference between two of them
/// is what the rung changes. For the same reason none passes `count` through `opaque`: llvmpipe
/// compiles those whose parameters are uniforms once per number of bodies, which a ladder keeps.
pub const RUNGS: &[KernelSource; 11] = &[
    rung!("ladder/rung_0", "lab/ladder/rung_0.wgsl"),
    rung!("ladder/rung_1", "lab/ladder/rung_1.wgsl"),
    rung!("ladder/rung_2", "lab/ladder/rung_2.wgsl"),
    rung!("ladder/rung_3", "lab/ladder/rung_3.wgsl"),
    rung!("ladder/rung_4", "lab/ladder/rung_4.wgsl"),
    rung!("ladder/rung_5", "lab/ladder/rung_5.wgsl"),
    rung!("ladder/rung_6", "lab/ladder/rung_6.wgsl"),
    rung!("ladder/rung_7", "lab/ladder/rung_7.wgsl"),
    rung!("ladder/rung_8", "lab/ladder/rung_8.wgsl"),
    rung!("ladder/rung_9", "lab/ladder/rung_9.wgsl"),
    rung!("ladder/rung_10", "lab/ladder/rung_10.wgsl"),
];

/// Rung 10 in double precision, the last for which the tutorial gives times in both.
pub const RUNG_10_F64: KernelSource = rung!("ladder/rung_10_f64", "lab/ladder/rung_10_f64.wgsl");

named! {
    /// A rung of the tuning ladder of M. Burtscher's CUDA Optimization Tutorial: all-pairs gravity,
    /// from the loops of a CPU program to a tuned kernel. Each rung is the one before with one
    /// change; rung 6 also takes back the change of rung 5.
    pub enum Rung: "rung" {
        /// One GPU thread does everything.
        Rung0 = "rung-0",
        /// One thread per body.
        Rung1 = "rung-1",
        /// Scalar arrays.
        Rung2 = "rung-2",
        /// Parameters in constant memory.
        Rung3 = "rung-3",
        /// Reciprocal square root.
        Rung4 = "rung-4",
        /// Two loops in place of the test.
        Rung5 = "rung-5",
        /// Tiles in workgroup memory.
        Rung6 = "rung-6",
        /// Unrolled by 8.
        Rung7 = "rung-7",
        /// No test.
        Rung8 = "rung-8",
        /// Fused multiply-add.
        Rung9 = "rung-9",
        /// Unrolled by 128.
        Rung10 = "rung-10",
        /// Flush to zero and fast math.
        Rung11 = "rung-11",
    }
}

/// What a kernel does per interaction, as its text says; compilers may do less.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Counts {
    /// Floating-point operations: additions, subtractions, multiplications, divisions and roots
    /// count 1 each, a fused multiply-add 2, a reciprocal square root 1. Integer operations, such
    /// as the test i != j, do not count.
    pub operations: f64,
    /// Words of 4 bytes read from storage buffers: those of the source. A tile is read once per
    /// workgroup, so each of its 256 bodies has a 256th of it. What a thread reads once, and
    /// uniform buffers, do not count.
    pub global_reads: f64,
    /// Words of 4 bytes read from workgroup memory.
    pub workgroup_reads: f64,
}

impl Rung {
    /// Its number, from 0.
    pub fn number(self) -> usize {
        self as usize
    }

    /// What it is, in a few words without a full stop.
    pub fn title(self) -> Text {
        Text::new(format!("{}-title", self.name()))
    }

    /// What it changes in the rung before, and why that helps or hurts: one sentence.
    pub fn change(self) -> Text {
        Text::new(format!("{}-change", self.name()))
    }

    /// Its kernel; `None` for the last rung, which WGSL cannot express.
    pub fn kernel(self) -> Option<&'static KernelSource> {
        RUNGS.get(self.number())
    }

    /// The text of its kernel.
    pub fn wgsl(self) -> Option<&'static str> {
        self.kernel().map(KernelSource::own_wgsl)
    }

    /// What its kernel does per interaction; for the last rung, which has none, as the one before.
    pub fn counts(self) -> Counts {
        let number = self.number();
        // A root and a division, or one instruction for both.
        let operations = if number < 4 { 20.0 } else { 19.0 };
        let (global_reads, workgroup_reads) = match number {
            // Mass and position.
            0..6 => (4.0, 0.0),
            _ => (4.0 / 256.0, 4.0),
        };
        Counts { operations, global_reads, workgroup_reads }
    }
}
