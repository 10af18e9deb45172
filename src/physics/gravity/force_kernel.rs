//! The kernels that can be selected by name.

use super::plan::{Plan, Shape};
use super::{check, tunings};
use crate::gpu::{Gpu, GpuError};
use crate::name::Named;
use crate::named;

named! {
    /// The kernel that sums the forces.
    #[derive(Default)]
    pub enum ForceKernel: "kernel" {
        /// Whichever of symmetric and tiles is fastest here.
        #[default]
        Auto = "auto",
        /// Each pair once, sums in fixed order.
        Symmetric = "symmetric",
        /// Each pair once, sums by atomic adds: in no fixed order.
        SymmetricUnordered = "symmetric-unordered",
        /// Each body with every other, several bodies per thread, tiles in workgroup memory.
        Tiles = "tiles",
        /// One thread per body, sources from global memory.
        Naive = "naive",
    }
}

/// How the names of kernels begin that scenes of earlier versions could ask for.
const OF_TEXTBOOKS: &[&str] =
    &["one-thread", "soa", "uniform-batches", "tile", "threads-", "shuffle", "atomic-"];

impl ForceKernel {
    /// The kernel that a scene file asks for.
    ///
    /// # Errors
    /// A sentence that names the kernel, and says where it went or which one may be meant.
    pub(super) fn for_scene(name: &str) -> Result<Self, String> {
        Self::named(name).map_err(|unknown| match OF_TEXTBOOKS.iter().any(|start| name.starts_with(start)) {
            true => format!(
                "the kernel `{name}` is one of textbooks, which `starshell lab` and `starshell bench gravity` measure: leave \
                 `kernel` out for the fastest one, or choose symmetric, symmetric-unordered, tiles or naive"
            ),
            false => unknown.to_string(),
        })
    }

    /// The plan by which this kernel sums the forces of `count` bodies on this adapter.
    ///
    /// # Errors
    /// [`GpuError::Unsupported`] if the adapter lacks something that the kernel needs, or there are
    /// too many bodies for it.
    #[doc(hidden)]
    pub fn plan(self, gpu: &Gpu, count: u32) -> Result<Plan, GpuError> {
        let shape = match self {
            Self::Auto => return Ok(Plan::for_count(gpu, count)),
            Self::Tiles => return Ok(Plan::tiles(gpu, count)),
            // One share; more if a driver would end the loop over all sources.
            Self::Naive => {
                return Ok(Plan::new(
                    Shape::Naive,
                    &[],
                    count.div_ceil(gpu.adapter().loop_limit() / 2),
                ));
            }
            Self::Symmetric => Shape::Symmetric,
            Self::SymmetricUnordered => Shape::SymmetricUnordered,
        };
        let plan =
            Plan::symmetric(gpu, count).unwrap_or(Plan::new(shape, tunings::SYMMETRIC[0], 1));
        let plan = Plan { shape, ..plan };
        check::check(gpu, &plan, count)?;
        Ok(plan)
    }
}
