//! How the forces on a set of bodies are summed, as data that can be compared and stored.

use crate::gpu::{Tuning, tuned};
use crate::physics::Precision;
use crate::{named, wgsl};

named! {
    /// A formulation of the sum over all bodies. Each has a kernel in single precision, and some
    /// have one in double.
    pub enum Shape: "shape" {
        /// Each body with every other, several bodies per thread, tiles in workgroup memory.
        Tiles = "tiles",
        /// One thread per body, sources from global memory.
        Naive = "naive",
        /// Each pair once, sums in fixed order.
        Symmetric = "symmetric",
        /// Each pair once, sums by atomic adds, in no fixed order.
        SymmetricUnordered = "symmetric-unordered",
        /// Whole steps in one workgroup, for few bodies. A force pass alone uses tiles.
        Resident = "resident",
    }
}

/// How the sum over all bodies is computed: the shape, and how the work is divided among threads.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Plan {
    /// The formulation.
    pub shape: Shape,
    /// The precision of the sums that the tuning is for: `Double`, or `Single` for `f32` and `f32+`
    /// alike.
    pub precision: Precision,
    /// Tuning of the kernel.
    pub tuning: Tuning,
    /// Parts of the sum, each computed by its own workgroups; the integrator adds them up.
    pub shares: u32,
}

impl Plan {
    /// A plan for sums in single precision; see [`Plan::in_precision`].
    pub const fn new(shape: Shape, tuning: Tuning, shares: u32) -> Self {
        Self { shape, precision: Precision::Single, tuning, shares }
    }

    /// The plain kernel, for comparison.
    pub const fn naive() -> Self {
        Self::new(Shape::Naive, &[], 1)
    }

    /// Number of bodies that one workgroup owns.
    pub(super) fn block(&self, workgroup: u32) -> u32 {
        match self.shape {
            Shape::Tiles => self.constant("LANES") * self.constant("BODIES"),
            Shape::Symmetric | Shape::SymmetricUnordered => {
                self.constant("LANES") * self.constant("SUBGROUPS") * self.constant("BODIES")
            }
            Shape::Naive | Shape::Resident => workgroup,
        }
    }

    /// The value of a constant in this tuning or, if it leaves it out, in the WGSL.
    pub(super) fn constant(&self, name: &str) -> u32 {
        let file = match self.shape {
            Shape::Symmetric | Shape::SymmetricUnordered => wgsl!("gravity/symmetric.wgsl"),
            _ => wgsl!("gravity/all_pairs.wgsl"),
        };
        tuned(self.tuning, name).unwrap_or_else(|| file.constant(name))
    }

    /// Most iterations of a thread's loops per tile: one per source, plus those in which loops end.
    pub(super) fn iterations(&self, tile: u32) -> u32 {
        let lanes = if self.shape == Shape::Naive { tile } else { self.constant("LANES") };
        tile + 3 * tile.div_ceil(lanes)
    }

    /// Shares that run one after another, each with at most `longest` tiles.
    pub(super) fn divided(self, count: u32, tile: u32, longest: u32) -> (u32, u32) {
        let tiles = count.div_ceil(tile).max(1);
        let tiles_per_share = tiles.div_ceil(self.shares.clamp(1, tiles)).min(longest.max(1));
        (tiles.div_ceil(tiles_per_share), tiles_per_share)
    }
}
