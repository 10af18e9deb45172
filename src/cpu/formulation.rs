//! The ways to compute the forces, selected by name.

use crate::named;

named! {
    /// How the CPU sums up the forces.
    #[derive(Default)]
    pub enum Formulation: "CPU kernel" {
        /// An array of structs and a plain loop, the simplest form: one thread and one running sum.
        AosSerial = "aos-serial",
        /// An array of structs of 16 bytes, position and mass, otherwise the same: as in the CUDA Handbook.
        AosPacked = "aos-packed",
        /// A structure of arrays, otherwise the same.
        SoaSerial = "soa-serial",
        /// Each pair once: the pull on one body is opposite to the pull on the other (Newton's third law). One thread.
        SymmetricSerial = "symmetric-serial",
        /// Four sources at a time by SSE, as in the CUDA Handbook: an estimate of the root, one step of Newton's. One thread.
        Sse = "sse",
        /// The same, with the bodies divided among all cores.
        SseThreaded = "sse-threaded",
        /// A structure of arrays with SIMD, using the CPU's widest instruction set. One thread.
        Simd = "simd",
        /// The same, with the bodies divided among all cores.
        #[default]
        SimdThreaded = "simd-threaded",
        /// A Barnes-Hut tree, built and walked on all cores, with SIMD: approximate, and the only one whose work is not n².
        Tree = "tree",
    }
}
