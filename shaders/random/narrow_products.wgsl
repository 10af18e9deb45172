/// The 64 bits of a product: low word, high word. From products of halves, whose sums with a carry fit in a word.
fn product(a: u32, b: u32) -> vec2u {
    let low = vec2u(a & 0xffffu, b & 0xffffu);
    let high = vec2u(a >> 16u, b >> 16u);
    let one = high.x * low.y + ((low.x * low.y) >> 16u);
    let other = low.x * high.y + (one & 0xffffu);
    return vec2u(a * b, high.x * high.y + (one >> 16u) + (other >> 16u));
}
