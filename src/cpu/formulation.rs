//! The ways to write the sum over all pairs, by name.

use crate::named;

named! {
    /// How the processor sums up the forces.
    #[derive(Default)]
    pub enum Formulation: "CPU kernel" {
        /// An array of structs and a plain loop, as one would first write it: one thread, one running sum.
        AosSerial = "aos-serial",
        /// A structure of arrays, otherwise the same.
        SoaSerial = "soa-serial",
        /// Each pair once: what one body feels, the other feels the other way (Newton's third law). One thread.
        SymmetricSerial = "symmetric-serial",
        /// A structure of arrays in vectors, with the widest instruction set that the processor has. One thread.
        Simd = "simd",
        /// The same, the bodies divided among all cores.
        #[default]
        SimdThreaded = "simd-threaded",
    }
}
