//! The result of a sum, with its bits.

use std::fmt;

/// The result of a sum.
#[derive(Clone, Copy, Debug)]
pub(super) enum Total {
    Single(f32),
    Pair([f32; 2]),
    Double(f64),
}

impl Total {
    pub(super) fn value(self) -> f64 {
        match self {
            Self::Single(sum) => sum.into(),
            Self::Pair([high, low]) => f64::from(high) + f64::from(low),
            Self::Double(sum) => sum,
        }
    }
}

/// Its bits.
impl fmt::Display for Total {
    fn fmt(&self, formatter: &mut fmt::Formatter) -> fmt::Result {
        match self {
            Self::Single(sum) => write!(formatter, "{:#010x}", sum.to_bits()),
            Self::Pair([high, low]) => {
                write!(formatter, "{:#010x} + {:#010x}", high.to_bits(), low.to_bits())
            }
            Self::Double(sum) => write!(formatter, "{:#018x}", sum.to_bits()),
        }
    }
}
