//! The ways to compute the forces, selected by name.

use crate::named;

named! {
    /// How the CPU sums up the forces.
    #[derive(Default)]
    pub enum Formulation: "CPU kernel" {
        /// An array of structs and a plain loop, the simplest form: one thread and one running sum.
        AosSerial = "aos-serial",
        /// A structure of arrays, otherwise the same.
        SoaSerial = "soa-serial",
        /// Each pair once: the pull on one body is opposite to the pull on the other (Newton's third law). One thread.
        SymmetricSerial = "symmetric-serial",
        /// A structure of arrays with SIMD, using the CPU's widest instruction set. One thread.
        Simd = "simd",
        /// The same, with the bodies divided among all cores.
        #[default]
        SimdThreaded = "simd-threaded",
        /// A Barnes-Hut tree, built and walked on all cores, with SIMD: approximate, and the only one whose work is not n².
        Tree = "tree",
    }
}
