//! Values of a column, and how they lie in a file.

use super::header::{Order, Scalar};

/// A piece of one column: components of a body follow each other.
#[derive(Clone, Debug, PartialEq)]
pub enum Values {
    /// Single precision.
    F32(Vec<f32>),
    /// Double precision.
    F64(Vec<f64>),
    /// Whole numbers.
    U64(Vec<u64>),
}

impl Values {
    /// Values that say "absent": NaN, or the largest whole number.
    pub(super) fn absent(scalar: Scalar, count: usize) -> Self {
        match scalar {
            Scalar::F32 => Self::F32(vec![f32::NAN; count]),
            Scalar::F64 => Self::F64(vec![f64::NAN; count]),
            Scalar::U64 => Self::U64(vec![u64::MAX; count]),
        }
    }

    /// How many values there are, all components counted.
    #[must_use]
    pub fn len(&self) -> usize {
        match self {
            Self::F32(v) => v.len(),
            Self::F64(v) => v.len(),
            Self::U64(v) => v.len(),
        }
    }

    /// Whether there are none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The values in double precision; whole numbers beyond 2^53 are rounded.
    #[must_use]
    #[allow(clippy::cast_precision_loss)]
    pub fn to_f64(&self) -> Vec<f64> {
        match self {
            Self::F32(v) => v.iter().map(|&x| f64::from(x)).collect(),
            Self::F64(v) => v.clone(),
            Self::U64(v) => v.iter().map(|&x| x as f64).collect(),
        }
    }

    /// One value in double precision; NaN beyond the end, and where a body lacks an integer.
    #[must_use]
    #[allow(clippy::cast_precision_loss)]
    pub fn number(&self, at: usize) -> f64 {
        match self {
            Self::F32(v) => v.get(at).map_or(f64::NAN, |&x| f64::from(x)),
            Self::F64(v) => v.get(at).copied().unwrap_or(f64::NAN),
            Self::U64(v) => match v.get(at) {
                None | Some(&u64::MAX) => f64::NAN,
                Some(&x) => x as f64,
            },
        }
    }

    /// Sets a range of values to one number.
    #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)]
    pub(super) fn set(&mut self, range: std::ops::Range<usize>, value: f64) {
        match self {
            Self::F32(v) => v.get_mut(range).into_iter().for_each(|s| s.fill(value as f32)),
            Self::F64(v) => v.get_mut(range).into_iter().for_each(|s| s.fill(value)),
            Self::U64(v) => v.get_mut(range).into_iter().for_each(|s| s.fill(value as u64)),
        }
    }

    /// Decodes numbers at every `stride` bytes into every `step`-th value from `start`.
    pub(super) fn decode(&mut self, bytes: &[u8], from: Strided, to: Spread) {
        match self {
            Self::F32(v) => scatter(v, bytes, from, to),
            Self::F64(v) => scatter(v, bytes, from, to),
            Self::U64(v) => scatter(v, bytes, from, to),
        }
    }
}

/// Numbers in a buffer: one of `kind` at `at`, the next `stride` bytes later.
#[derive(Clone, Copy, Debug)]
pub(super) struct Strided {
    pub at: usize,
    pub stride: usize,
    pub kind: Kind,
    pub order: Order,
}

/// Places in a column: `count` of them from `start`, `step` apart.
#[derive(Clone, Copy, Debug)]
pub(super) struct Spread {
    pub start: usize,
    pub step: usize,
    pub count: usize,
}

/// How a number is stored.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    I8,
    U8,
    I16,
    U16,
    I32,
    U32,
    I64,
    U64,
    F32,
    F64,
}

impl Kind {
    /// Bytes of one number.
    pub const fn size(self) -> u64 {
        match self {
            Self::I8 | Self::U8 => 1,
            Self::I16 | Self::U16 => 2,
            Self::I32 | Self::U32 | Self::F32 => 4,
            Self::I64 | Self::U64 | Self::F64 => 8,
        }
    }

    /// The type that reading yields: signed numbers may be negative, so they become floats.
    pub const fn scalar(self) -> Scalar {
        match self {
            Self::U8 | Self::U16 | Self::U32 | Self::U64 => Scalar::U64,
            Self::F32 => Scalar::F32,
            _ => Scalar::F64,
        }
    }
}

/// A value made from any stored number.
trait From8 {
    fn from_f32(x: f32) -> Self;
    fn from_f64(x: f64) -> Self;
    fn from_i64(x: i64) -> Self;
    fn from_u64(x: u64) -> Self;
}

macro_rules! from_8 {
    ($($type:ty),*) => {$(
        #[allow(clippy::cast_possible_truncation, clippy::cast_precision_loss)]
        #[allow(clippy::cast_sign_loss, clippy::cast_lossless)]
        impl From8 for $type {
            fn from_f32(x: f32) -> Self { x as Self }
            fn from_f64(x: f64) -> Self { x as Self }
            fn from_i64(x: i64) -> Self { x as Self }
            fn from_u64(x: u64) -> Self { x as Self }
        }
    )*};
}
from_8!(f32, f64, u64);

fn scatter<T: From8>(out: &mut [T], bytes: &[u8], from: Strided, to: Spread) {
    match from.kind {
        Kind::I8 => each(out, bytes, from, to, |b| T::from_i64(i8::from_le_bytes(b).into())),
        Kind::U8 => each(out, bytes, from, to, |b| T::from_u64(u8::from_le_bytes(b).into())),
        Kind::I16 => each(out, bytes, from, to, |b| T::from_i64(i16::from_le_bytes(b).into())),
        Kind::U16 => each(out, bytes, from, to, |b| T::from_u64(u16::from_le_bytes(b).into())),
        Kind::I32 => each(out, bytes, from, to, |b| T::from_i64(i32::from_le_bytes(b).into())),
        Kind::U32 => each(out, bytes, from, to, |b| T::from_u64(u32::from_le_bytes(b).into())),
        Kind::I64 => each(out, bytes, from, to, |b| T::from_i64(i64::from_le_bytes(b))),
        Kind::U64 => each(out, bytes, from, to, |b| T::from_u64(u64::from_le_bytes(b))),
        Kind::F32 => each(out, bytes, from, to, |b| T::from_f32(f32::from_le_bytes(b))),
        Kind::F64 => each(out, bytes, from, to, |b| T::from_f64(f64::from_le_bytes(b))),
    }
}

fn each<T, const N: usize>(
    out: &mut [T],
    bytes: &[u8],
    from: Strided,
    to: Spread,
    convert: impl Fn([u8; N]) -> T,
) {
    let places = out.iter_mut().skip(to.start).step_by(to.step.max(1)).take(to.count);
    let Some(bytes) = bytes.get(from.at..) else { return };
    let big = from.order == Order::Big;
    for (place, piece) in places.zip(bytes.chunks(from.stride.max(1))) {
        let Some(&raw) = piece.first_chunk::<N>() else { return };
        let mut raw = raw;
        if big {
            raw.reverse();
        }
        *place = convert(raw);
    }
}
