//! What experiments are about.

use crate::named;

named! {
    /// What an experiment is about. The texts' chapters, in their order.
    pub enum Topic: "topic" {
        /// Every body with every other.
        AllPairs = "all pairs",
        /// Gravity by a tree.
        Tree = "Barnes-Hut",
        /// Sums of many numbers.
        Reduction = "reduction",
        /// Sums of all that comes before.
        Scan = "scan",
        /// Sorting by digits.
        Sort = "radix sort",
        /// Matrices that are mostly zeros.
        Sparse = "sparse matrices",
        /// Prices of options.
        Options = "options",
        /// Poisson's equation by Fourier transforms and otherwise.
        Poisson = "poisson",
        /// What makes kernels fast or slow.
        Machine = "how a GPU works",
        /// Numbers that are rounded.
        FloatingPoint = "floating point",
    }
}

impl Topic {
    /// Whether what comes out matters, not how long it takes.
    pub fn is_about_results(self) -> bool {
        self == Self::FloatingPoint
    }
}
