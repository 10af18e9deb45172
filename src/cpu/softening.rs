//! Plummer softening in single precision, and the treatment of coincident bodies without softening.

/// Lengths below this count as no softening, as on the GPU: the cube of their inverse times a mass
/// would exceed the range of single precision.
const MIN_LENGTH: f64 = 1e-10;

/// The softening of a force pass.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Softening {
    /// The square of the softening length; 0 without softening.
    pub squared: f32,
    /// Whether there is softening. If so, a body's pull on itself is zero; if not, the sum must
    /// leave it out.
    pub is_some: bool,
}

impl Softening {
    /// Without softening, bodies at squared distances up to this count as coincident and do not
    /// pull on each other.
    pub const SAME_PLACE: f32 = (MIN_LENGTH * MIN_LENGTH) as f32;

    pub fn new(length: f64) -> Self {
        let is_some = length >= MIN_LENGTH;
        Self { squared: if is_some { (length * length) as f32 } else { 0.0 }, is_some }
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
