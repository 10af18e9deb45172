//! Sortable keys.

use crate::gpu::Part;
use crate::wgsl;

/// A type to sort by: `u32`; `i32`; `f32`, with -0 before +0 and NaN last; `u64`.
pub trait SortKey: bytemuck::Pod + sealed::Sealed {
    /// Words per key.
    #[doc(hidden)]
    const WORDS: u32 = size_of::<Self>() as u32 / 4;
    /// WGSL that declares the key and its order.
    #[doc(hidden)]
    const PARTS: &'static [Part];
}

mod sealed {
    pub trait Sealed {}
    impl Sealed for u32 {}
    impl Sealed for i32 {}
    impl Sealed for f32 {}
    impl Sealed for u64 {}
}

const WORD: Part = wgsl!("sort/word.wgsl");
const KEYS: [&[Part]; 4] = [
    &[wgsl!("sort/key_u32.wgsl"), WORD],
    &[wgsl!("sort/key_i32.wgsl"), WORD],
    &[wgsl!("sort/key_f32.wgsl"), WORD],
    &[wgsl!("sort/key_u64.wgsl")],
];

impl SortKey for u32 {
    const PARTS: &'static [Part] = KEYS[0];
}

impl SortKey for i32 {
    const PARTS: &'static [Part] = KEYS[1];
}

impl SortKey for f32 {
    const PARTS: &'static [Part] = KEYS[2];
}

impl SortKey for u64 {
    const PARTS: &'static [Part] = KEYS[3];
}
