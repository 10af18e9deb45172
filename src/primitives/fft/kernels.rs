//! The kernels of Fourier transforms: two ways to transform lines, each with what it reads and
//! writes.

use crate::gpu::{KernelSource, Part, Tuning};
use crate::{mirrored, wgsl};

mirrored! {
    /// Parameters of one pass over lines.
    pub struct FftParams {
        /// Outer stride, inner stride, stride and first element of the source.
        pub source: [u32; 4],
        /// Outer stride, inner stride, stride and first element of the target.
        pub target_at: [u32; 4],
        /// Lines of all workgroups.
        pub lines: u32,
        /// Lines that are the inner stride apart.
        pub inner: u32,
        /// Complex elements of a line.
        pub length: u32,
        /// Elements that are stored of each line.
        pub kept: u32,
        /// The radices of the stages, four bits each, the first in the lowest bits.
        pub radices: u32,
        /// Lines per workgroup, where that is not a constant.
        pub group: u32,
        /// 1 for an inverse transform.
        pub is_inverse: u32,
        /// Factor of the results.
        pub scale: f32,
        /// What the first part of the factor lacks.
        pub scale_low: f32,
        /// Lines per root of a split line.
        pub root_each: u32,
        /// Number of such roots.
        pub root_count: u32,
        /// Rounds the size up.
        pub padding: u32,
    }
}

mirrored! {
    /// Parameters of a multiplication.
    pub struct MultiplyParams {
        /// Lines, and the distance between the elements of one.
        pub lines: u32,
        /// Elements of all lines.
        pub count: u32,
    }
}

/// What a pass reads.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum From {
    /// Complex numbers, or pairs of real ones.
    Complex,
    /// What it writes to.
    Target,
    /// Half of the spectrum of real lines of even length.
    Half,
    /// Real numbers.
    Real,
    /// Half of the spectrum of real lines of odd length.
    OddHalf,
}

/// What a pass writes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum To {
    /// Complex numbers, or pairs of real ones.
    Complex,
    /// Half of the spectrum of real lines of even length.
    Half,
    /// Real numbers.
    Real,
    /// Complex numbers for the second pass over lines that are split.
    Split,
}

/// How lines are transformed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stages {
    /// Powers of two in registers, by constant radices, with single precision.
    Registers,
    /// Any smooth length, by radices known at run time.
    AnyRadix,
}

const FROM_COMPLEX: Part = wgsl!("fft/from_complex.wgsl");
const FROM_TARGET: Part = wgsl!("fft/from_target.wgsl");
const FROM_HALF: Part = wgsl!("fft/from_half.wgsl");
const FROM_REAL: Part = wgsl!("fft/from_real.wgsl");
const FROM_ODD_HALF: Part = wgsl!("fft/from_odd_half.wgsl");
const TO_COMPLEX: Part = wgsl!("fft/to_complex.wgsl");
const TO_HALF: Part = wgsl!("fft/to_half.wgsl");
const TO_REAL: Part = wgsl!("fft/to_real.wgsl");
const TO_SPLIT: Part = wgsl!("fft/to_split.wgsl");
const REAL_F32: Part = wgsl!("real_f32.wgsl");
const REAL_F64: Part = wgsl!("real_f64.wgsl");

/// A tuning for lines of this length: with the radix of the first stage, as many lines as make up
/// `elements`.
macro_rules! lines {
    (across $across:literal: $($length:literal, $first:literal, $elements:literal;)*) => {
        &[$(&[
            ("LENGTH", $length),
            ("FIRST", $first),
            ("LINES", $elements / $length),
            ("ACROSS", $across),
        ]),*]
    };
}

/// Lines that lie one after the other, by length: 16, 32, up to 4096. Small workgroups hide each
/// other's waits.
const ROWS: &[Tuning] = lines! { across 0:
    16, 16, 1024;
    32, 2, 1024;
    64, 4, 1024;
    128, 8, 1024;
    256, 16, 1024;
    512, 2, 1024;
    1024, 4, 1024;
    2048, 8, 2048;
    4096, 16, 4096;
};

/// Lines side by side, by length: from 2048 on, only twice as many elements make accesses wide
/// enough.
pub const COLUMNS: &[Tuning] = lines! { across 1:
    16, 16, 4096;
    32, 2, 4096;
    64, 4, 4096;
    128, 8, 4096;
    256, 16, 4096;
    512, 2, 4096;
    1024, 4, 4096;
    2048, 8, 8192;
    4096, 16, 8192;
};

/// Both of the above.
const LINES: &[Tuning] = &{
    let mut all = [ROWS[0]; 18];
    let (rows, columns) = all.split_at_mut(9);
    rows.copy_from_slice(ROWS);
    columns.copy_from_slice(COLUMNS);
    all
};

/// Workgroup memory that a kernel in registers takes, in bytes.
pub const REGISTERS_MEMORY: u32 = 32 << 10;
/// Lengths of the kernels in registers.
pub const REGISTERS: [usize; 2] = [16, 4096];

/// The tuning of a kernel in registers for lines of this length, a power of two.
pub fn lines_of(length: usize, is_across: bool) -> Tuning {
    let tunings = if is_across { COLUMNS } else { ROWS };
    tunings[length.ilog2() as usize - 4]
}

/// Workgroups of 256 threads, and of a vector of a software adapter; with 32 KiB and with 16 KiB of
/// memory, for numbers of four and of eight bytes.
const ANY: &[Tuning] = &[
    &[("WORKGROUP", 256), ("ELEMENTS", 2048)],
    &[("WORKGROUP", 256), ("ELEMENTS", 1024)],
    &[("WORKGROUP", 256), ("ELEMENTS", 512)],
    &[("WORKGROUP", 8), ("ELEMENTS", 2048)],
    &[("WORKGROUP", 8), ("ELEMENTS", 1024)],
    &[("WORKGROUP", 8), ("ELEMENTS", 512)],
];

/// The tuning of a kernel for any radix, with as much as fits into this memory for numbers of so
/// many bytes.
pub fn any_in(memory: u32, bytes: usize, is_software: bool) -> Tuning {
    let wide = usize::from(bytes == 8) + usize::from(memory < 32 << 10);
    ANY[if is_software { 3 } else { 0 } + wide]
}

/// What a kernel in registers is made of, besides its own file.
pub const IN_REGISTERS: &[Part] = &[wgsl!("fft/lanes.wgsl"), REAL_F32];

/// The kernels that filter whole lines, and the second halves of split ones, by the factors of this
/// file.
macro_rules! filter {
    ($label:literal, $factors:literal) => {{
        use $crate::gpu::{KernelSource, Part};
        use $crate::primitives::fft::kernels::{COLUMNS, IN_REGISTERS};
        use $crate::wgsl;
        const WHOLE: &[Part] =
            &[wgsl!("fft/filter_lines.wgsl"), wgsl!($factors), wgsl!("fft/to_complex.wgsl")];
        const HALF: &[Part] =
            &[wgsl!("fft/filter_lines.wgsl"), wgsl!($factors), wgsl!("fft/to_split.wgsl")];
        [
            KernelSource::trusted($label, WHOLE, COLUMNS).with(IN_REGISTERS),
            KernelSource::trusted($label, HALF, COLUMNS).with(IN_REGISTERS),
        ]
    }};
}
pub(crate) use filter;

/// A kernel that multiplies spectra by the factors of this file.
macro_rules! multiply {
    ($label:literal, $factors:literal, $real:literal) => {{
        use $crate::wgsl;
        const PARTS: &[$crate::gpu::Part] =
            &[wgsl!("fft/multiply.wgsl"), wgsl!($factors), wgsl!($real)];
        $crate::gpu::KernelSource::trusted($label, PARTS, &[&[]])
    }};
}
pub(crate) use multiply;

macro_rules! registers {
    ($label:literal, $from:ident, $to:ident, $tunings:ident) => {
        KernelSource::trusted(
            concat!("fft/", $label, "/registers"),
            &[wgsl!("fft/registers.wgsl"), $from, $to],
            $tunings,
        )
        .with(IN_REGISTERS)
    };
}

macro_rules! any_radix {
    ($label:literal, $from:ident, $to:ident) => {
        [any_radix!($label, $from, $to, REAL_F32), any_radix!($label, $from, $to, REAL_F64)]
    };
    ($label:literal, $from:ident, $to:ident, $real:ident) => {
        KernelSource::trusted(
            concat!("fft/", $label, "/any_radix"),
            &[wgsl!("fft/any_radix.wgsl"), $from, $to, $real],
            ANY,
        )
    };
}

const REGISTERS_COMPLEX: KernelSource = registers!("complex", FROM_COMPLEX, TO_COMPLEX, LINES);
const REGISTERS_IN_PLACE: KernelSource = registers!("in_place", FROM_TARGET, TO_COMPLEX, LINES);
const REGISTERS_REAL: KernelSource = registers!("real", FROM_COMPLEX, TO_HALF, ROWS);
const REGISTERS_HALF: KernelSource = registers!("half", FROM_HALF, TO_COMPLEX, ROWS);
const REGISTERS_SPLIT: KernelSource = registers!("split", FROM_COMPLEX, TO_SPLIT, COLUMNS);
const ANY_COMPLEX: [KernelSource; 2] = any_radix!("complex", FROM_COMPLEX, TO_COMPLEX);
const ANY_IN_PLACE: [KernelSource; 2] = any_radix!("in_place", FROM_TARGET, TO_COMPLEX);
const ANY_REAL: [KernelSource; 2] = any_radix!("real", FROM_COMPLEX, TO_HALF);
const ANY_HALF: [KernelSource; 2] = any_radix!("half", FROM_HALF, TO_COMPLEX);
const ANY_SPLIT: [KernelSource; 2] = any_radix!("split", FROM_COMPLEX, TO_SPLIT);
const ANY_ODD_REAL: [KernelSource; 2] = any_radix!("odd_real", FROM_REAL, TO_COMPLEX);
const ANY_ODD_HALF: [KernelSource; 2] = any_radix!("odd_half", FROM_ODD_HALF, TO_REAL);

/// Every kernel of the transforms.
pub const KERNELS: &[&KernelSource] = &[
    &REGISTERS_COMPLEX,
    &REGISTERS_IN_PLACE,
    &REGISTERS_REAL,
    &REGISTERS_HALF,
    &REGISTERS_SPLIT,
    &ANY_COMPLEX[0],
    &ANY_COMPLEX[1],
    &ANY_IN_PLACE[0],
    &ANY_IN_PLACE[1],
    &ANY_REAL[0],
    &ANY_REAL[1],
    &ANY_HALF[0],
    &ANY_HALF[1],
    &ANY_SPLIT[0],
    &ANY_SPLIT[1],
    &ANY_ODD_REAL[0],
    &ANY_ODD_REAL[1],
    &ANY_ODD_HALF[0],
    &ANY_ODD_HALF[1],
];

/// The kernel that reads, transforms and writes lines in these ways; `is_double` for numbers of
/// eight bytes.
pub fn kernel(stages: Stages, from: From, to: To, is_double: bool) -> &'static KernelSource {
    let any = usize::from(is_double);
    match (stages, from, to) {
        (Stages::Registers, From::Target, _) => &REGISTERS_IN_PLACE,
        (Stages::Registers, _, To::Half) => &REGISTERS_REAL,
        (Stages::Registers, From::Half, _) => &REGISTERS_HALF,
        (Stages::Registers, _, To::Split) => &REGISTERS_SPLIT,
        (Stages::Registers, ..) => &REGISTERS_COMPLEX,
        (Stages::AnyRadix, From::Target, _) => &ANY_IN_PLACE[any],
        (Stages::AnyRadix, _, To::Half) => &ANY_REAL[any],
        (Stages::AnyRadix, From::Half, _) => &ANY_HALF[any],
        (Stages::AnyRadix, _, To::Split) => &ANY_SPLIT[any],
        (Stages::AnyRadix, From::Real, _) => &ANY_ODD_REAL[any],
        (Stages::AnyRadix, From::OddHalf, _) => &ANY_ODD_HALF[any],
        (Stages::AnyRadix, ..) => &ANY_COMPLEX[any],
    }
}
