//! Numbers as HDF5 stores them, with the short floats of lossy filters.

use hdf5_reader::datatype_api::H5Type;
use hdf5_reader::error::Result as Read;
use hdf5_reader::{ByteOrder, Dataset, Datatype, SliceInfo, SliceInfoElem};

use crate::exchange::snapshots::header::{Order, Scalar};
use crate::exchange::snapshots::values::{Kind, Spread, Strided, Values};

/// How a number is stored.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Form {
    /// As in memory.
    Plain(Kind, Order),
    /// A float with fewer bits, as SWIFT's filters leave it.
    Float(Bits, Order),
}

/// The fields of a float, in bits from the lowest.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Bits {
    size: usize,
    sign: u8,
    exponent: (u8, u8),
    mantissa: (u8, u8),
    bias: u32,
}

impl Form {
    /// The form of a dataset; `None` for text and structures.
    pub fn of(dataset: &Dataset) -> Option<Self> {
        let form = Self::plain(dataset.dtype());
        if !matches!(dataset.dtype(), Datatype::FloatingPoint { .. }) {
            return form;
        }
        let Datatype::FloatingPoint { byte_order, .. } = dataset.dtype() else { return form };
        let bits = Bits::from_message(&dataset.raw_datatype().ok()?)?;
        Some(match (bits.size, bits.exponent, bits.mantissa, bits.bias) {
            (4, (23, 8), (0, 23), 127) => Self::Plain(Kind::F32, order(*byte_order)),
            (8, (52, 11), (0, 52), 1023) => Self::Plain(Kind::F64, order(*byte_order)),
            _ => Self::Float(bits, order(*byte_order)),
        })
    }

    /// The form of a type, floats taken for the usual ones.
    pub fn plain(datatype: &Datatype) -> Option<Self> {
        let (kind, byte_order) = match datatype {
            Datatype::FixedPoint { size, signed, byte_order } => {
                let kind = match (size, signed) {
                    (1, true) => Kind::I8,
                    (1, false) => Kind::U8,
                    (2, true) => Kind::I16,
                    (2, false) => Kind::U16,
                    (4, true) => Kind::I32,
                    (4, false) => Kind::U32,
                    (8, true) => Kind::I64,
                    (8, false) => Kind::U64,
                    _ => return None,
                };
                (kind, byte_order)
            }
            Datatype::FloatingPoint { size: 4, byte_order } => (Kind::F32, byte_order),
            Datatype::FloatingPoint { size: 8, byte_order } => (Kind::F64, byte_order),
            _ => return None,
        };
        Some(Self::Plain(kind, order(*byte_order)))
    }

    /// Bytes of one number.
    pub const fn size(self) -> usize {
        match self {
            Self::Plain(kind, _) => kind.size() as usize,
            Self::Float(bits, _) => bits.size,
        }
    }

    /// The type that reading yields.
    pub const fn scalar(self) -> Scalar {
        match self {
            Self::Plain(kind, _) => kind.scalar(),
            Self::Float(bits, _) if bits.mantissa.1 <= 23 => Scalar::F32,
            Self::Float(..) => Scalar::F64,
        }
    }

    /// Decodes numbers that follow each other.
    pub fn decode(self, bytes: &[u8], out: &mut Vec<f64>) {
        let mut values = Values::F64(std::mem::take(out));
        self.scatter(bytes, &mut values, (0, 1, 1));
        if let Values::F64(values) = values {
            *out = values;
        }
    }

    /// Decodes rows of `width` numbers into `values` from `first`, `step` apart.
    pub fn scatter(
        self,
        bytes: &[u8],
        values: &mut Values,
        (first, step, width): (usize, usize, usize),
    ) {
        let (kind, order, size) = match self {
            Self::Plain(kind, order) => (kind, order, self.size()),
            Self::Float(bits, order) => {
                let wide: Vec<u8> = bytes
                    .chunks_exact(bits.size)
                    .flat_map(|cell| bits.value(cell, order).to_le_bytes())
                    .collect();
                let form = Self::Plain(Kind::F64, Order::Little);
                return form.scatter(&wide, values, (first, step, width));
            }
        };
        let stride = size.saturating_mul(width);
        for k in 0..width {
            let from = Strided { at: k * size, stride, kind, order };
            let count = bytes.len() / stride.max(1);
            values.decode(bytes, from, Spread { start: first + k, step, count });
        }
    }
}

fn order(order: ByteOrder) -> Order {
    match order {
        ByteOrder::LittleEndian => Order::Little,
        ByteOrder::BigEndian => Order::Big,
    }
}

impl Bits {
    /// Takes the fields from a datatype message of a float.
    fn from_message(message: &[u8]) -> Option<Self> {
        let byte = |at: usize| message.get(at).copied();
        let size = u32::from_le_bytes(*message.get(4..)?.first_chunk()?);
        let bits = Self {
            size: usize::try_from(size).ok().filter(|size| [1, 2, 4, 8].contains(size))?,
            sign: byte(2)?,
            exponent: (byte(12)?, byte(13)?),
            mantissa: (byte(14)?, byte(15)?),
            bias: u32::from_le_bytes(*message.get(16..)?.first_chunk()?),
        };
        let inside = |(at, count): (u8, u8)| usize::from(at) + usize::from(count) <= 8 * bits.size;
        let short = (1..=11).contains(&bits.exponent.1) && (1..=52).contains(&bits.mantissa.1);
        (short && inside(bits.exponent) && inside(bits.mantissa) && inside((bits.sign, 1)))
            .then_some(bits)
    }

    /// The value of one cell; the highest bit of the mantissa is implied.
    #[allow(clippy::cast_precision_loss)]
    fn value(self, cell: &[u8], order: Order) -> f64 {
        let fold = |word: u64, &byte: &u8| (word << 8) | u64::from(byte);
        let word = match order {
            Order::Little => cell.iter().rev().fold(0, fold),
            Order::Big => cell.iter().fold(0, fold),
        };
        let field = |(at, count): (u8, u8)| (word >> at) & ((1_u64 << count) - 1);
        let (exponent, mantissa) = (field(self.exponent), field(self.mantissa));
        let fraction = mantissa as f64 / (1_u64 << self.mantissa.1) as f64;
        let largest = (1_u64 << self.exponent.1) - 1;
        let power = |e: u64| 2_f64.powf(e as f64 - f64::from(self.bias));
        let size = match exponent {
            0 => fraction * power(1),
            e if e == largest && mantissa == 0 => f64::INFINITY,
            e if e == largest => f64::NAN,
            e => (1.0 + fraction) * power(e),
        };
        if field((self.sign, 1)) == 1 { -size } else { size }
    }
}

/// Doubles as this machine writes them.
pub(super) const WIDE: Form = Form::Plain(Kind::F64, Order::Little);

/// One number as its bytes.
#[derive(Clone, Copy)]
struct Cell<const N: usize>([u8; N]);

impl<const N: usize> H5Type for Cell<N> {
    fn hdf5_type() -> Datatype {
        Datatype::Opaque { size: u32::try_from(N).unwrap_or(0), tag: String::new() }
    }

    fn from_bytes(bytes: &[u8], _: &Datatype) -> Read<Self> {
        let short = || hdf5_reader::error::Error::InvalidData("a number is cut short".into());
        bytes.first_chunk().copied().map(Self).ok_or_else(short)
    }

    fn element_size(_: &Datatype) -> usize {
        N
    }

    fn decode_vec(raw: &[u8], _: &Datatype, count: usize) -> Option<Read<Vec<Self>>> {
        let cells: Vec<Self> =
            raw.chunks_exact(N).filter_map(|c| c.first_chunk().copied().map(Self)).collect();
        (cells.len() >= count).then_some(Ok(cells))
    }
}

/// The bytes of some rows of a dataset.
pub(super) fn bytes(
    dataset: &Dataset,
    rows: std::ops::Range<u64>,
    width: usize,
    size: usize,
) -> Read<Vec<u8>> {
    let slice = |start, end| SliceInfoElem::Slice { start, end, step: 1 };
    let selections = match dataset.ndim() {
        0 => Vec::new(),
        1 => vec![slice(rows.start, rows.end)],
        _ => vec![slice(rows.start, rows.end), slice(0, width as u64)],
    };
    let slice = SliceInfo { selections };
    match size {
        1 => flat::<1>(dataset, &slice),
        2 => flat::<2>(dataset, &slice),
        4 => flat::<4>(dataset, &slice),
        _ => flat::<8>(dataset, &slice),
    }
}

fn flat<const N: usize>(dataset: &Dataset, slice: &SliceInfo) -> Read<Vec<u8>> {
    let cells = dataset.read_slice::<Cell<N>>(slice)?;
    Ok(cells.iter().flat_map(|cell| cell.0).collect())
}
