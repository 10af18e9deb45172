//! Random numbers: Philox 4x32-10 and Mersenne Twister, on the GPU and on the host.

mod fill;
mod mersenne;
mod philox;

pub use fill::{FILL_FAST, FILL_NARROW, FILL_WIDE, FillParams, FillRandom, RandomRequest};
#[cfg(feature = "lab")]
pub(crate) use fill::{NARROW_PRODUCTS, WIDE_PRODUCTS, has_wide_products};
pub use mersenne::{FillMersenne, MERSENNE, MersenneParams, MersenneTwister};
pub use philox::Philox;

use crate::gpu::KernelSource;

/// Every kernel of random numbers.
pub(super) const KERNELS: &[&KernelSource] = &[&FILL_WIDE, &FILL_NARROW, &FILL_FAST, &MERSENNE];
