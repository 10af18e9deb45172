//! Random numbers: Philox 4x32-10 and Mersenne Twister, on the GPU and on the host.

mod fill;
mod mersenne;
mod philox;

#[cfg(test)]
pub use fill::FillParams;
pub use fill::{FILL_FAST, FILL_NARROW, FILL_WIDE, FillRandom, RandomRequest};
#[cfg(feature = "lab")]
pub(crate) use fill::{NARROW_PRODUCTS, WIDE_PRODUCTS, has_wide_products};
#[cfg(test)]
pub use mersenne::MersenneParams;
pub use mersenne::{FillMersenne, MERSENNE, MersenneTwister};
pub use philox::Philox;

use crate::gpu::KernelSource;

/// Every kernel of random numbers.
pub(super) const KERNELS: &[&KernelSource] = &[&FILL_WIDE, &FILL_NARROW, &FILL_FAST, &MERSENNE];
