/// The 64 bits of a product: low word, high word. Needs 64-bit integers.
fn product(a: u32, b: u32) -> vec2u {
    let whole = u64(a) * u64(b);
    return vec2u(u32(whole), u32(whole >> 32u));
}
