/// How many terms each iteration of the loop writes out: 1, 4, 8, 16, 32 or 128.
const UNROLL: u32 = 1u;

// Terms are written out by repeated doubling; drivers inline the calls. A loop of constant length would leave unrolling to the
// driver, since naga passes on no unroll hint (gfx-rs/wgpu#6521).

fn terms_4(sum: vec4f, k: u32, on: OneBody) -> vec4f {
    return term(term(term(term(sum, k, on), k + 1u, on), k + 2u, on), k + 3u, on);
}

fn terms_8(sum: vec4f, k: u32, on: OneBody) -> vec4f {
    return terms_4(terms_4(sum, k, on), k + 4u, on);
}

fn terms_16(sum: vec4f, k: u32, on: OneBody) -> vec4f {
    return terms_8(terms_8(sum, k, on), k + 8u, on);
}

fn terms_32(sum: vec4f, k: u32, on: OneBody) -> vec4f {
    return terms_16(terms_16(sum, k, on), k + 16u, on);
}

fn terms_64(sum: vec4f, k: u32, on: OneBody) -> vec4f {
    return terms_32(terms_32(sum, k, on), k + 32u, on);
}

/// `sum` plus UNROLL terms, starting at number `k`.
fn terms(sum: vec4f, k: u32, on: OneBody) -> vec4f {
    switch UNROLL {
        case 4u: { return terms_4(sum, k, on); }
        case 8u: { return terms_8(sum, k, on); }
        case 16u: { return terms_16(sum, k, on); }
        case 32u: { return terms_32(sum, k, on); }
        case 128u: { return terms_64(terms_64(sum, k, on), k + 64u, on); }
        default: { return term(sum, k, on); }
    }
}
