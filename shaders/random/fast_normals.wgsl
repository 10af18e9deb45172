// Standard normal numbers by the adapter's own functions. WGSL allows sine and cosine an error of 2^-11, and the logarithm one of
// 2^-21 near 1; what an adapter makes of that must be measured. The angles have 23 bits.

fn normal_pair(first: u32, second: u32) -> vec2f {
    // The logarithm may come out as 0 or a little above it.
    let square = max(-1.38629436 * log2(fma(f32(first), 0x1.fffffep-33, 0x1p-33)), 1e-12);
    // A number from 1 to 2 without a conversion, and from it an angle between minus and plus half a turn.
    let angle = fma(bitcast<f32>((second >> 9u) | 0x3f800000u), 6.28318531, -9.42477796);
    return square * inverseSqrt(square) * vec2f(cos(angle), sin(angle));
}

/// Four normal numbers from four random words.
fn normals_of(words: vec4u) -> vec4f {
    return vec4f(normal_pair(words.x, words.y), normal_pair(words.z, words.w));
}
