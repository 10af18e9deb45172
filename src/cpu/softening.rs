//! Plummer softening in single precision, and what becomes of bodies at the same place without it.

/// Lengths below this are taken for none, as the softening is on the GPU: the cube of their inverse, times a mass, would leave
/// single precision.
const LEAST_LENGTH: f64 = 1e-10;

/// The softening of a force pass.
#[derive(Clone, Copy, Debug)]
pub(super) struct Softening {
    /// Its square; 0 where there is none.
    pub squared: f32,
    /// Whether there is any: a body's pull on itself is then zero by itself, where it must else be kept out.
    pub is_some: bool,
}

impl Softening {
    /// Squared distances up to this are taken for the same place by bare point masses: they do not pull.
    pub const SAME_PLACE: f32 = (LEAST_LENGTH * LEAST_LENGTH) as f32;

    pub fn new(length: f64) -> Self {
        let is_some = length >= LEAST_LENGTH;
        Self { squared: if is_some { (length * length) as f32 } else { 0.0 }, is_some }
    }

    /// 1 / (r² + softening²)^(3/2) from r² + softening², 0 where bare point masses are at the same place.
    #[inline(always)]
    pub fn inverse_cube(self, squared: f32) -> f32 {
        if self.is_some || squared > Self::SAME_PLACE { 1.0 / (squared * squared.sqrt()) } else { 0.0 }
    }
}
