//! The ways to compute the forces, selected by name.

use crate::named;

named! {
    /// How the CPU sums up the forces.
    #[derive(Default)]
    pub enum Formulation: "CPU kernel" {
        /// A structure of arrays with SIMD, using the CPU's widest instruction set. One thread.
        Simd = "simd",
        /// A structure of arrays with SIMD, with the bodies divided among all cores.
        #[default]
        SimdThreaded = "simd-threaded",
        /// SIMD on all cores, with each pair evaluated once for both of its bodies, from 8,192
        /// bodies on.
        Pairs = "pairs",
        /// A Barnes-Hut tree, built and walked on all cores, with SIMD: approximate, and the only
        /// one whose work is not n².
        Tree = "tree",
    }
}
