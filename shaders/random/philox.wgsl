// uses: random/narrow_products | random/wide_products
// Philox 4x32-10: Salmon, Moraes, Dror and Shaw, Parallel Random Numbers: As Easy as 1, 2, 3 (2011). Four random words are a
// function of a counter and a key, so that any thread can compute any of them.

fn philox_round(counter: vec4u, key: vec2u) -> vec4u {
    let a = product(counter.x, 0xD2511F53u);
    let b = product(counter.z, 0xCD9E8D57u);
    return vec4u(b.y ^ counter.y ^ key.x, b.x, a.y ^ counter.w ^ key.y, a.x);
}

/// The four words of this counter.
fn philox(counter: vec4u, key: vec2u) -> vec4u {
    // Written out: drivers then keep the keys of all rounds in registers or constants.
    let bump = vec2u(0x9E3779B9u, 0xBB67AE85u);
    var words = philox_round(counter, key);
    words = philox_round(words, key + bump);
    words = philox_round(words, key + 2u * bump);
    words = philox_round(words, key + 3u * bump);
    words = philox_round(words, key + 4u * bump);
    words = philox_round(words, key + 5u * bump);
    words = philox_round(words, key + 6u * bump);
    words = philox_round(words, key + 7u * bump);
    words = philox_round(words, key + 8u * bump);
    return philox_round(words, key + 9u * bump);
}
