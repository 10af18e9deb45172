//! Softening in single precision, and the treatment of coincident bodies without softening.

use crate::physics::{ForceLaw, Softening};

/// The softening of a force pass.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Softened {
    /// The law; that of Plummer without softening.
    pub law: ForceLaw,
    /// The square of the law's length; 0 without softening.
    pub squared: f32,
    /// Whether there is softening. If so, a body's pull on itself is zero; if not, the sum must
    /// leave it out.
    pub is_some: bool,
}

impl Softened {
    /// Without softening, bodies at squared distances up to this count as coincident and do not
    /// pull on each other.
    pub const SAME_PLACE: f32 = (Softening::MIN_LENGTH * Softening::MIN_LENGTH) as f32;

    pub fn new(softening: impl Into<Softening>) -> Self {
        let softening = softening.into();
        let is_some = softening.is_some();
        let law = if is_some { softening.law } else { ForceLaw::Plummer };
        Self { law, squared: softening.squared() as f32, is_some }
    }

    /// Whether it is another law than Plummer's, of which only [`law`](super::law) knows.
    pub fn is_other(self) -> bool {
        self.law != ForceLaw::Plummer
    }

    /// How far cells are softened: where other laws are not that of Newton, cells open.
    pub fn of_cells(self) -> Self {
        if self.is_other() { Self::new(0.0) } else { self }
    }

    /// 1 / (r² + softening²)^(3/2) from r² + softening²; 0 for coincident point masses.
    #[cfg(feature = "lab")]
    #[inline(always)]
    pub fn inverse_cube(self, squared: f32) -> f32 {
        self.cubed(squared, 1.0 / squared.sqrt())
    }

    /// 1 / (r² + softening²)^(3/2) with the root in double precision, as in programs of C whose
    /// only root is `double sqrt(double)`; 0 for coincident point masses.
    #[cfg(feature = "lab")]
    #[inline(always)]
    pub fn inverse_cube_by_double_root(self, squared: f32) -> f32 {
        self.cubed(squared, 1.0 / f64::from(squared).sqrt() as f32)
    }

    #[cfg(feature = "lab")]
    #[inline(always)]
    fn cubed(self, squared: f32, inverse: f32) -> f32 {
        if self.is_some || squared > Self::SAME_PLACE { inverse * inverse * inverse } else { 0.0 }
    }
}
